"""Letters are sent: to a real server, to a command, and to servers that misbehave as written."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from adjudicator.api.problems import Problem, Refused, TryAgain
from adjudicator.post.transport.sending import Sent, sender_of
from adjudicator.post.transport.settings import SendmailSettings, SmtpSettings, Tls
from tests.post.scripted import scripted
from tests.post.servers import PASSWORD, PASSWORD_BEYOND_ASCII, Servers

LETTER = b"Subject: turn 3\nFrom: judge@play.test\nTo: usa@play.test\n\nYour turn.\n.\n..two\n"
ENVELOPE = "judge+bounce.spring.western@play.test"
EHLO = (b"EHLO", b"250-here\r\n250 SIZE 1000000\r\n")


@pytest.fixture(autouse=True)
def no_passwords(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No password of whoever runs the tests."""
    monkeypatch.delenv("ADJUDICATOR_SMTP_PASSWORD", raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.fixture
def trusted(postfix: Servers, monkeypatch: pytest.MonkeyPatch) -> Servers:
    """The servers, their certificate trusted as an administrator would do it."""
    monkeypatch.setenv("SSL_CERT_FILE", postfix.certificate)
    return postfix


def smtp(servers: Servers, tls: Tls = "none", user: str = "") -> SmtpSettings:
    port = servers.smtps if tls == "tls" else servers.smtp
    return SmtpSettings(host="127.0.0.1", port=port, tls=tls, user=user)


def plain(port: int) -> SmtpSettings:
    return SmtpSettings(host="127.0.0.1", port=port, tls="none")


def send(settings: SmtpSettings | SendmailSettings, *to: str, raw: bytes = LETTER) -> Sent:
    return sender_of(settings).send(raw, sender=ENVELOPE, recipients=to)


def deferred(settings: SmtpSettings | SendmailSettings, *to: str, raw: bytes = LETTER) -> Problem:
    with pytest.raises(TryAgain) as caught:
        send(settings, *(to or ("usa@play.test",)), raw=raw)
    return caught.value.problem


def refused(
    settings: SmtpSettings | SendmailSettings, *to: str, raw: bytes = LETTER
) -> list[Problem]:
    with pytest.raises(Refused) as caught:
        send(settings, *(to or ("usa@play.test",)), raw=raw)
    return list(caught.value.problems)


# -- a real server ----------------------------------------------------------------------------


@pytest.mark.parametrize("tls", ["none", "starttls", "tls"])
def test_sent_by_smtp(trusted: Servers, tls: Tls) -> None:
    """Lines of dots, plus-addresses and the envelope's sender arrive as they were said."""
    user = f"sent-{tls}"
    assert send(smtp(trusted, tls), f"{user}+token.x@play.test").taken == (
        f"{user}+token.x@play.test",
    )
    (mail,) = trusted.mails(user)
    assert mail.startswith(f"Return-Path: <{ENVELOPE}>\n".encode())
    assert f"Delivered-To: {user}+token.x@play.test\n".encode() in mail
    assert mail.endswith(b"\n\nYour turn.\n.\n..two\n")


def test_sent_by_nobody(postfix: Servers) -> None:
    """Receipts have the empty sender: nothing bounces, nobody answers it."""
    sender_of(smtp(postfix)).send(LETTER, sender="", recipients=["empty@play.test"])
    assert postfix.mails("empty")[0].startswith(b"Return-Path: <>\n")


@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_certificate_not_trusted(
    postfix: Servers, tls: Tls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate that its server has signed itself proves nothing: no password is said."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", PASSWORD)
    problem = deferred(smtp(postfix, tls, "judge"))
    assert problem.code == "mail-unsafe"
    assert "self-signed certificate" in problem.message


def test_certificate_of_another(trusted: Servers) -> None:
    """127.0.0.2 is not in the certificate; Postfix does not listen there, Dovecot does."""
    settings = SmtpSettings(host="127.0.0.2", port=trusted.imaps, tls="tls")
    problem = deferred(settings)
    assert problem.code == "mail-unsafe"
    assert "IP address mismatch" in problem.message


def test_plain_server_behind_tls(postfix: Servers) -> None:
    """A server that speaks no TLS gets nothing."""
    settings = SmtpSettings(host="127.0.0.1", port=postfix.smtp, tls="tls")
    assert deferred(settings).code == "mail-unsafe"


@pytest.mark.parametrize("password", [PASSWORD, PASSWORD_BEYOND_ASCII])
def test_logged_in(trusted: Servers, password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", password)
    for settings in (smtp(trusted, "starttls", "judge"), smtp(trusted, "tls", "judge")):
        assert send(settings, "logged-in@play.test").taken


@pytest.mark.parametrize("password", ["wrong", "f\u00e4lsch"])
def test_not_logged_in(trusted: Servers, password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong password defers all letters, and is in no message."""
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", password)
    problem = deferred(smtp(trusted, "starttls", "judge"))
    assert problem.code == "mail-login"
    assert "535" in problem.message
    assert password not in str(problem)


def test_refused_and_deferred(postfix: Servers) -> None:
    """550 is for ever, 450 is not; the server's words are told."""
    (problem,) = refused(smtp(postfix), "gone@play.test")
    assert (problem.code, problem.facts) == ("mail-refused", (("recipient", "gone@play.test"),))
    assert "550 5.1.1" in problem.message
    assert "no such player" in problem.message
    problem = deferred(smtp(postfix), "later@play.test")
    assert problem.code == "mail-deferred"
    assert "450 4.2.1" in problem.message


def test_some_recipients(postfix: Servers) -> None:
    """One recipient of three gets it: the others are told, and who may be tried again."""
    to = ("some@play.test", "gone@play.test", "later@play.test")
    sent = send(smtp(postfix), *to)
    assert (sent.taken, sent.later) == (to[:1], to[2:])
    assert [problem.code for problem in sent.problems] == ["mail-refused", "mail-deferred"]
    assert postfix.mails("some")
    # Nobody gets it: it is tried again, as the second may be.
    assert deferred(smtp(postfix), *to[1:]).facts == (("recipient", "later@play.test"),)


def test_too_large(postfix: Servers) -> None:
    """The server says its limit before the letter is sent."""
    (problem,) = refused(
        smtp(postfix), raw=LETTER + b"x" * 70 + b"\n" + (b"y" * 70 + b"\n") * 40_000
    )
    assert "552 5.3.4" in problem.message


def test_letters_over_one_connection(trusted: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a `with` the connection stays, also behind a refusal; closed in between, it comes back."""
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", PASSWORD)
    with sender_of(smtp(trusted, "starttls", "judge")) as sender:
        for number in range(3):
            raw = b"Subject: %d\n\n" % number
            sender.send(raw, sender=ENVELOPE, recipients=["many@play.test"])
            with pytest.raises(Refused):
                sender.send(raw, sender=ENVELOPE, recipients=["gone@play.test"])
    assert len(trusted.mails("many", 3)) == 3


def test_beyond_ascii(postfix: Servers) -> None:
    """Bytes beyond ASCII in a text go as 8BITMIME."""
    raw = "Subject: turn\nContent-Type: text/plain; charset=utf-8\n\nWürfel\n".encode()
    send(smtp(postfix), "bytes@play.test", raw=raw)
    assert "Würfel" in postfix.mails("bytes")[0].decode()


# -- servers that do what is written ----------------------------------------------------------


def test_no_words_unseen() -> None:
    """What a server says reaches a terminal as text that can be seen, and not without end."""
    script = ((b"", b"220 here\r\n"), EHLO, (b"MAIL", b"250 ok\r\n"),
              (b"RCPT", b"550 \x1b[2J\xe2\x80\xae" + b"x" * 2000 + b"\r\n"),
              (b"RSET", b"250 ok\r\n"), (b"QUIT", b"221 bye\r\n"))  # fmt: skip
    with scripted(script) as server:
        (problem,) = refused(plain(server.port))
    assert r"\u001b[2J\u202exxx" in problem.message
    assert len(problem.message) < 500


SCRIPTS = {
    "busy": ((b"", b"421 too busy\r\n"),),
    "no service": ((b"", b"554 no mail here\r\n"),),
    "silent": ((b"", b""),),
    "no server": ((b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"),),
    "ends at RCPT": (
        (b"", b"220 here\r\n"), EHLO, (b"MAIL", b"250 ok\r\n"), (b"RCPT", b"421 we close\r\n"),
    ),
    "breaks off at DATA": (
        (b"", b"220 here\r\n"), EHLO, (b"MAIL", b"250 ok\r\n"), (b"RCPT", b"250 ok\r\n"),
        (b"DATA", b"354 go on\r\n"), (b"...TWO", b""),
    ),
    "disk full": (
        (b"", b"220 here\r\n"), EHLO, (b"MAIL", b"250 ok\r\n"), (b"RCPT", b"250 ok\r\n"),
        (b"DATA", b"354 go on\r\n"), (b".\r\n", b"452 no room\r\n"), (b"RSET", b"250 ok\r\n"),
        (b"QUIT", b"221 bye\r\n"),
    ),
    "wants a login": (
        (b"", b"220 here\r\n"), EHLO, (b"MAIL", b"530 5.7.0 log in first\r\n"),
        (b"RSET", b"250 ok\r\n"), (b"QUIT", b"221 bye\r\n"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_tried_again(name: str) -> None:
    """No letter is given up for a fault of the server or of the connection."""
    with scripted(SCRIPTS[name]) as server:
        problem = deferred(plain(server.port))
    assert problem.code == ("mail-login" if name == "wants a login" else "mail-deferred")
    assert problem.hint
    about_the_letter = name in ("ends at RCPT", "disk full")
    assert problem.facts == ((("recipient", "usa@play.test"),) if about_the_letter else ())


def test_refused_in_the_end() -> None:
    """A letter that the server has read and does not want is refused for all recipients."""
    script = ((b"", b"220 here\r\n"), EHLO, (b"MAIL", b"250 ok\r\n"), (b"RCPT", b"250 ok\r\n"),
              (b"RCPT", b"251 ok\r\n"), (b"DATA", b"354 go on\r\n"),
              (b".\r\n", b"554 5.7.1 looks like a game\r\n"), (b"RSET", b"250 ok\r\n"),
              (b"QUIT", b"221 bye\r\n"))  # fmt: skip
    with scripted(script) as server:
        problems = refused(plain(server.port), "usa@play.test", "eastern@play.test")
    assert [dict(one.facts)["recipient"] for one in problems] == [
        "usa@play.test",
        "eastern@play.test",
    ]


def test_silent_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who says nothing is not waited for without end."""
    monkeypatch.setattr("adjudicator.post.transport.sending.TIMEOUT", 0.1)
    with scripted(((b"", b" "), (b"never", b""))) as server:
        problem = deferred(plain(server.port))
    assert "timed out" in problem.message


def test_no_tls_offered() -> None:
    """Who takes STARTTLS out of what a server says, as some networks do, reads nothing."""
    script = ((b"", b"220 here\r\n"), EHLO, (b"never", b""))
    with scripted(script) as server:
        settings = SmtpSettings(host="127.0.0.1", port=server.port, tls="starttls", user="judge")
        problem = deferred(settings)
    assert (problem.code, len(server.heard)) == ("mail-unsafe", 1)
    assert server.heard[0].startswith(b"ehlo [127.0.0.1]")


def test_no_login_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_SMTP_PASSWORD", "secret")
    script = ((b"", b"220 here\r\n"), EHLO, (b"QUIT", b"221 bye\r\n"))
    with scripted(script) as server:
        settings = SmtpSettings(host="127.0.0.1", port=server.port, tls="none", user="judge")
        assert deferred(settings).code == "mail-login"
    assert not any(b"secret" in line for line in server.heard)


@pytest.mark.parametrize(
    ("to", "raw"),
    [
        ("zo\u00eb@play.test", LETTER),
        ("usa@play.test", "Subject: Würfel\n\nx\n".encode()),
        ("usa@play.test", "Subject: x\n\nWürfel\n".encode()),
    ],
)
def test_old_server(to: str, raw: bytes) -> None:
    """A server without SMTPUTF8 or 8BITMIME gets nothing that it would change."""
    script = ((b"", b"220 here\r\n"), EHLO, (b"QUIT", b"221 bye\r\n"))
    with scripted(script) as server:
        (problem,) = refused(plain(server.port), to, raw=raw)
    assert problem.code == "mail-unfit"
    assert not any(line.upper().startswith(b"MAIL") for line in server.heard)


def test_addresses_beyond_ascii() -> None:
    script = ((b"", b"220 here\r\n"), (b"EHLO", b"250-here\r\n250-SMTPUTF8\r\n250 8BITMIME\r\n"),
              (b"MAIL", b"250 ok\r\n"), (b"RCPT", b"250 ok\r\n"), (b"DATA", b"354 go on\r\n"),
              (b".\r\n", b"250 ok\r\n"), (b"QUIT", b"221 bye\r\n"))  # fmt: skip
    with scripted(script) as server:
        send(plain(server.port), "zo\u00eb@play.test")
    assert server.heard[1].endswith(b" SMTPUTF8 BODY=8BITMIME\r\n")
    assert server.heard[2][8:] == "<zo\u00eb@play.test>\r\n".encode()


def test_line_ends_and_dots() -> None:
    """No end of line of a letter ends the letter early (SMTP smuggling)."""
    raw = b"Subject: x\r\n\r\none\r.\rtwo\n.\nthree\r\n.\r\nMAIL FROM:<a@b>\r\n"
    script = (*SCRIPTS["disk full"][:-3], (b".\r\n", b"250 ok\r\n"), (b"QUIT", b"221 bye\r\n"))
    with scripted(script) as server:
        send(plain(server.port), "usa@play.test", raw=raw)
    letter = server.heard[4:]
    assert letter[2:9] == [b"one\r\n", b"..\r\n", b"two\r\n", b"..\r\n", b"three\r\n", b"..\r\n",
                           b"MAIL FROM:<a@b>\r\n"]  # fmt: skip
    assert letter[9:] == [b".\r\n", b"quit\r\n"]


# -- a command --------------------------------------------------------------------------------


@pytest.fixture
def command(tmp_path: Path) -> SendmailSettings:
    """A command that writes down what it is given, and ends with what the file `code` holds."""
    (tmp_path / "code").write_text("0")
    written = tmp_path / "sendmail.py"
    written.write_text(
        "import sys, json, pathlib\n"
        "here = pathlib.Path(__file__).parent\n"
        "given = [sys.argv[1:], sys.stdin.buffer.read().decode()]\n"
        "(here / 'given').write_text(json.dumps(given))\n"
        "print('sendmail: fatal: \\x1b[31mred', file=sys.stderr)\n"
        "sys.exit(int((here / 'code').read_text()))\n"
    )
    return SendmailSettings(command=(sys.executable, str(written), "--account", "$HOME; `id`"))


def test_sent_by_a_command(command: SendmailSettings, tmp_path: Path) -> None:
    """No shell reads the arguments; lines end as on this system."""
    assert send(command, "usa@play.test").taken == ("usa@play.test",)
    argv, raw = json.loads((tmp_path / "given").read_text())
    assert argv == ["--account", "$HOME; `id`", "-i", "-f", ENVELOPE, "--", "usa@play.test"]
    assert raw.encode() == LETTER


@pytest.mark.parametrize(
    ("code", "outcome"),
    [(65, "mail-refused"), (67, "mail-refused"), (69, "mail-deferred"), (64, "mail-deferred"),
     (71, "mail-deferred"), (75, "mail-deferred"), (78, "mail-deferred"), (1, "mail-deferred")],
)  # fmt: skip
def test_refused_by_a_command(
    command: SendmailSettings, tmp_path: Path, code: int, outcome: str
) -> None:
    """Only what sysexits.h says of the letter itself is for ever."""
    (tmp_path / "code").write_text(str(code))
    if outcome == "mail-refused":
        (problem,) = refused(command)
    else:
        problem = deferred(command)
    assert (problem.code, problem.facts) == (outcome, (("recipient", "usa@play.test"),))
    assert rf"ends with {code}: sendmail: fatal: \u001b[31mred" in problem.message


def test_no_such_command() -> None:
    problem = deferred(SendmailSettings(command=("/nowhere/sendmail",)))
    assert "/nowhere/sendmail cannot be run: " in problem.message


@pytest.mark.skipif(os.name != "posix", reason="no shell")
def test_command_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.post.transport.sending.PATIENCE", 0.1)
    problem = deferred(SendmailSettings(command=("sh", "-c", "sleep 3 & wait")))
    assert "did not end" in problem.message


def test_sent_by_sendmail(postfix: Servers) -> None:
    """Postfix's sendmail: plus-addresses, lines of dots, the empty sender."""
    settings = SendmailSettings(command=("/usr/sbin/sendmail", "-C", str(postfix.postfix)))
    for sender in (ENVELOPE, ""):
        raw = LETTER.replace(b"\n", b"\r\n")
        sender_of(settings).send(raw, sender=sender, recipients=["command+x@play.test"])
    found = postfix.mails("command", 2)
    assert {mail.split(b"\n")[0] for mail in found} == {
        f"Return-Path: <{ENVELOPE}>".encode(), b"Return-Path: <>",
    }  # fmt: skip
    assert all(mail.endswith(b"\n\nYour turn.\n.\n..two\n") for mail in found)


def test_too_large_for_sendmail(postfix: Servers) -> None:
    settings = SendmailSettings(command=("/usr/sbin/sendmail", "-C", str(postfix.postfix)))
    problem = deferred(settings, raw=LETTER + (b"y" * 70 + b"\n") * 40_000)
    assert "ends with 75" in problem.message  # Postfix: tried again, as the limit may be raised
    assert "message file too big" in problem.message


# -- what is not sent -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"Subject: x\n\n\0",
        b"Subject: x\n\n" + b"x" * 999,
        b"",
        b"\n",
        b"From judge Fri Nov 27\n\nx",
    ],
)
def test_unfit_letters(raw: bytes, command: SendmailSettings, tmp_path: Path) -> None:
    """What servers would break or misread is refused before anything is sent."""
    (problem,) = refused(command, raw=raw)
    assert problem.code == "mail-unfit"
    assert not (tmp_path / "given").exists()


STRANGE = [
    "-oQ/tmp@play.test", "--@play.test", "usa@play.test\nDATA", "usa@play.test\r\nRCPT TO:<x@y>",
    "usa @play.test", "<usa@play.test>", "usa@play.test, x@play.test", "|sh@play.test",
    "/etc/passwd@play.test", '"a b"@play.test', "usa@[127.0.0.1]", "usa", "@play.test", "usa@",
    "a@b@play.test", "usa..x@play.test", "usa@play..test", "usa@-play.test", "usa\0@play.test",
    "usa\u202e@play.test", "usa\u2028@play.test", "usa\u200b@play.test", "usa\ud800@play.test",
    "x" * 65 + "@play.test", "usa@" + "x." * 130 + "test", ":include:/x@play.test",
]  # fmt: skip


@pytest.mark.parametrize("address", STRANGE, ids=ascii)
def test_strange_addresses(address: str, command: SendmailSettings, tmp_path: Path) -> None:
    """Nothing that could be an option, a line of SMTP, a program or a file reaches anybody."""
    for sender, to in ((ENVELOPE, address), (address, "usa@play.test")):
        with pytest.raises(Refused) as caught:
            sender_of(command).send(LETTER, sender=sender, recipients=["usa@play.test", to])
        assert [problem.code for problem in caught.value.problems] == ["not-an-address"]
        assert caught.value.problems[0].message.isprintable()
    assert not (tmp_path / "given").exists()


def test_no_recipient(command: SendmailSettings) -> None:
    with pytest.raises(ValueError, match="recipient"):
        send(command)
    with pytest.raises(Refused):
        send(command, "")
