"""Mails are fetched: each once, in the order of arrival, and none is lost wherever a run ends."""

from __future__ import annotations

import re
import smtplib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from imap_tools import AND, MailBoxUnencrypted

from adjudicator.api.problems import Problem, TryAgain, Unusable
from adjudicator.post.transport.fetching import MAX_FETCHED, fetch, seen_in
from adjudicator.post.transport.settings import ImapSettings, Tls
from tests.post.scripted import scripted
from tests.post.servers import PASSWORD, PASSWORD_BEYOND_ASCII, Servers

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_IMAP_PASSWORD", PASSWORD)


@pytest.fixture
def user(request: pytest.FixtureRequest) -> str:
    """A mailbox of the test's own."""
    name: str = request.node.name
    return "".join(char if char.isalnum() else "-" for char in name).lower()


def deliver(servers: Servers, user: str, *mails: bytes) -> None:
    """Puts mails into a mailbox by LMTP, as Postfix does."""
    with smtplib.LMTP("127.0.0.1", servers.lmtp) as client:
        for mail in mails:
            client.sendmail("usa@play.test", [f"{user}@play.test"], mail)


def mail(number: int) -> bytes:
    return b"Subject: %d\r\nFrom: usa@play.test\r\n\r\ntext %d\xff\r\n" % (number, number)


def settings(servers: Servers, user: str, host: str = "127.0.0.1", **more: str) -> ImapSettings:
    return ImapSettings(host=host, port=servers.imap, tls="none", user=user, **more)


def there(servers: Servers, user: str, folder: str = "INBOX") -> list[tuple[str, bool]]:
    """Returns the subjects of a folder, and whether each mail was read or otherwise marked."""
    with MailBoxUnencrypted("127.0.0.1", servers.imap).login(user, PASSWORD, folder) as box:
        return [
            (one.subject, bool({*one.flags} - {r"\Recent"})) for one in box.fetch(mark_seen=False)
        ]


def subjects(kept: Sequence[bytes]) -> list[int]:
    return [int(raw.partition(b"Subject: ")[2].split()[0]) for raw in kept]


HOSTS = {"127.0.0.1": "MOVE", "127.0.0.2": "UIDPLUS", "127.0.0.3": "neither"}


@pytest.mark.parametrize("host", HOSTS, ids=HOSTS.get)
def test_fetched_twice(dovecot: Servers, user: str, host: str) -> None:
    """A second run finds what came in between. Mails are kept to the byte and stay unread."""
    deliver(dovecot, user, mail(1), mail(2), mail(3))
    where, kept, seen = settings(dovecot, user, host), list[bytes](), set[str]()
    assert fetch(where, kept.append, seen=seen) == (3, 3, ())
    assert subjects(kept) == [1, 2, 3]
    assert all(raw.endswith(mail(number)) for number, raw in enumerate(kept, start=1))
    assert fetch(where, kept.append, seen=seen) == (0, 0, ())
    deliver(dovecot, user, mail(4))
    assert fetch(where, kept.append, seen=seen) == (1, 1, ())
    assert subjects(kept) == [1, 2, 3, 4]
    assert not seen
    assert there(dovecot, user, "Done") == [(str(number), False) for number in (1, 2, 3, 4)]
    if HOSTS[host] == "neither":  # the originals stay, marked as deleted, until somebody expunges
        assert [marked for _, marked in there(dovecot, user)] == [True] * 4
    else:
        assert there(dovecot, user) == []


@pytest.mark.parametrize("host", HOSTS, ids=HOSTS.get)
def test_marks_of_others(dovecot: Servers, user: str, host: str) -> None:
    """What a person has read is fetched all the same; what they marked as deleted stays theirs."""
    deliver(dovecot, user, mail(1), mail(2), mail(3))
    with MailBoxUnencrypted("127.0.0.1", dovecot.imap).login(user, PASSWORD) as box:
        assert [one.subject for one in box.fetch(AND(subject="1"), mark_seen=True)] == ["1"]
        (uid,) = box.uids(AND(subject="2"))
        box.client.uid("STORE", uid, "+FLAGS", r"(\Deleted)")
    kept: list[bytes] = []
    fetch(settings(dovecot, user, host), kept.append, seen=set())
    assert subjects(kept) == [1, 3]
    assert ("2", True) in there(dovecot, user)
    assert "2" not in dict(there(dovecot, user, "Done"))


@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_certificates(dovecot: Servers, tls: Tls, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that nobody trusts hears no password; one made trusted is enough."""
    port = dovecot.imaps if tls == "tls" else dovecot.imap
    where = ImapSettings(host="localhost", port=port, tls=tls, user="certificates")
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    assert failed(where).code == "mail-unsafe"
    monkeypatch.setenv("SSL_CERT_FILE", dovecot.certificate)
    assert fetch(where, list[bytes]().append, seen=set()) == (0, 0, ())
    problem = failed(ImapSettings(host="127.0.0.2", port=port, tls=tls, user="certificates"))
    assert problem.code == "mail-unsafe"
    assert "IP address mismatch" in problem.message


def failed(where: ImapSettings) -> Problem:
    with pytest.raises(TryAgain) as caught:
        fetch(where, list[bytes]().append, seen=set())
    return caught.value.problem


def test_passwords(dovecot: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    where = settings(dovecot, "passwords")
    monkeypatch.setenv("ADJUDICATOR_IMAP_PASSWORD", PASSWORD_BEYOND_ASCII)
    assert fetch(where, list[bytes]().append, seen=set()) == (0, 0, ())
    for wrong in ("wrong", "f\u00e4lsch", 'x" {5}'):
        monkeypatch.setenv("ADJUDICATOR_IMAP_PASSWORD", wrong)
        problem = failed(where)
        assert problem.code == "mail-login"
        assert "AUTHENTICATIONFAILED" in problem.message
        assert wrong not in str(problem)


def test_strange_names(dovecot: Servers) -> None:
    """Folders are named as IMAP names them, whatever letters they have."""
    where = settings(dovecot, "strange", done='Erl\u00e9digt & "fertig" %*')
    deliver(dovecot, "strange", mail(1))
    assert fetch(where, list[bytes]().append, seen=set()) == (1, 1, ())
    assert there(dovecot, "strange", where.done) == [("1", False)]


def test_no_such_folder(dovecot: Servers) -> None:
    problem = failed(settings(dovecot, "folderless", folder="Orders"))
    assert problem.code == "mailbox-unreached"
    assert "Mailbox doesn't exist: Orders" in problem.message


def test_huge_mail(dovecot: Servers) -> None:
    """Of a mail above all limits the intake gets one byte more than it reads; all of it stays."""
    deliver(dovecot, "huge", mail(1) + b"x" * 70 * 30_000, mail(2))
    kept: list[bytes] = []
    assert fetch(settings(dovecot, "huge"), kept.append, seen=set()) == (2, 2, ())
    assert len(kept[0]) == MAX_FETCHED
    assert subjects(kept) == [1, 2]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2"], ids=HOSTS.get)
def test_killed_anywhere(dovecot: Servers, user: str, host: str, tmp_path: Path) -> None:
    """Killed before each command to the server, and while each mail is kept: the next run goes on.

    Nothing is lost, in the folder or among what is kept; only the mail at hand may be kept twice.
    """
    where = settings(dovecot, user, host).model_dump_json()
    argv = [sys.executable, "-m", "tests.post.killed", where, str(tmp_path), str(dovecot.lmtp)]
    subprocess.run(argv, cwd=ROOT, check=True)
    moments = sorted(tmp_path.iterdir())
    assert len(moments) > 15
    twice = 0
    for moment in moments:
        kept = sorted(moment.glob("*.eml"))
        found = subjects([path.read_bytes() for path in kept])
        assert found in ([1, 2], [1, 1, 2], [1, 2, 2])
        twice += len(found) > 2
    assert twice
    assert all(marked for _, marked in there(dovecot, user))
    done = [subject for subject, _ in there(dovecot, user, "Done")]
    assert done.count("1") >= len(moments) <= done.count("2")


def test_new_uidvalidity(dovecot: Servers) -> None:
    """Numbers of another UIDVALIDITY mean nothing: what bears one that was seen is fetched."""
    where, kept = settings(dovecot, "validity", folder="Orders"), list[bytes]()
    with MailBoxUnencrypted("127.0.0.1", dovecot.imap).login("validity", PASSWORD) as box:
        box.folder.create("Orders")
        box.append(mail(1), "Orders")
        seen = {f"{box.folder.status('Orders')['UIDVALIDITY']}.1"}
        before = set(seen)
        assert fetch(where, kept.append, seen=seen) == (0, 1, ())  # kept earlier: only moved
        box.folder.delete("Orders")
        box.folder.create("Orders")
        box.append(mail(2), "Orders")
        assert f"{box.folder.status('Orders')['UIDVALIDITY']}.1" not in before
        assert fetch(where, kept.append, seen=before) == (1, 1, ())
    assert subjects(kept) == [2]
    assert before == set()  # the old number is forgotten


def test_not_moved(dovecot: Servers, tmp_path: Path) -> None:
    """A mail that cannot be moved is kept once, however often it is met, and told."""
    deliver(dovecot, "unmoved", mail(1), mail(2))
    done = dovecot.mailbox("unmoved") / ".Done"
    where, kept = settings(dovecot, "unmoved"), list[bytes]()
    done.write_bytes(b"")  # where the folder would be
    for _ in range(2):
        with seen_in(tmp_path / "seen") as seen:
            told = fetch(where, kept.append, seen=seen)
        assert [problem.code for problem in told.problems] == ["mailbox-refuses"] * 2
        assert told.moved == 0
    assert subjects(kept) == [1, 2]
    done.unlink()
    with seen_in(tmp_path / "seen") as seen:
        assert fetch(where, kept.append, seen=seen) == (0, 2, ())
    assert (tmp_path / "seen").read_bytes() == b""


def test_keeping_fails(dovecot: Servers) -> None:
    """A full disk is no fault of the mailbox: what was raised comes out, and the mail stays."""
    deliver(dovecot, "full", mail(1), mail(2))
    kept: list[bytes] = []

    def keep(raw: bytes) -> None:
        if kept:
            raise OSError(28, "No space left on device")
        kept.append(raw)

    with pytest.raises(OSError, match="No space"):
        fetch(settings(dovecot, "full"), keep, seen=set())
    assert there(dovecot, "full") == [("2", False)]


def test_two_at_once(dovecot: Servers) -> None:
    """A mail that another run takes away in the meantime is no problem."""
    deliver(dovecot, "twice", mail(1), mail(2))
    where, kept = settings(dovecot, "twice"), list[bytes]()

    def keep(raw: bytes) -> None:
        if not kept:
            assert fetch(where, lambda _: None, seen=set()) == (2, 2, ())
        kept.append(raw)

    told = fetch(where, keep, seen=set())
    assert told.problems == ()
    assert subjects(kept) == [1]
    assert there(dovecot, "twice", "Done") == [("1", False), ("2", False)]


# -- servers that do what is written ----------------------------------------------------------

MAIL = b"Subject: 5\r\n\r\nx\r\n"
GREETED = (
    (b"", b"* OK here\r\n"),
    (b"CAPABILITY", b"* CAPABILITY IMAP4rev1 MOVE\r\nTAG OK done\r\n"),
)
CHOSEN = (
    *GREETED,
    (b"LOGIN", b"TAG OK hello\r\n"),
    (b"CAPABILITY", b"* CAPABILITY IMAP4rev1 MOVE\r\nTAG OK done\r\n"),
    (b"SELECT", b"* 2 EXISTS\r\n* OK [UIDVALIDITY 9] so\r\nTAG OK [READ-WRITE] chosen\r\n"),
    (b"UID SEARCH", b"* SEARCH 12 5\r\nTAG OK done\r\n"),
)
MOVED = (
    (b"LIST", b'* LIST () "/" Done\r\nTAG OK done\r\n'),
    (b"UID MOVE", b"TAG OK done\r\n"),
)
SECOND = (
    (b"UID FETCH 12", b"* 2 FETCH (UID 12 BODY[]<0> {3}\r\nx:y)\r\nTAG OK done\r\n"),
    (b"UID MOVE", b"TAG OK done\r\n"),
    (b"LOGOUT", b"* BYE\r\nTAG OK done\r\n"),
)


def at(port: int, tls: Tls = "none") -> ImapSettings:
    return ImapSettings(host="127.0.0.1", port=port, tls=tls, user="judge")


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        (b"* 1 FETCH (UID 5 BODY[]<0> {17}\r\n" + MAIL + b")\r\n", MAIL),
        (b"* 2 FETCH (FLAGS (\\Seen))\r\n* 1 FETCH (BODY[]<0> {17}\r\n" + MAIL + b" UID 5)\r\n",
         MAIL),
        (b"* 1 FETCH (UID 5 BODY[]<0> {0}\r\n)\r\n", b""),
        (b'* 1 FETCH (UID 5 BODY[] "a: \\"b\\\\")\r\n', b'a: "b\\'),
    ],
)  # fmt: skip
def test_forms_of_a_mail(answer: bytes, first: bytes) -> None:
    """Servers write the same in several ways (RFC 3501: nstring; unasked flags in between)."""
    kept: list[bytes] = []
    read = (b"UID FETCH 5", answer + b"TAG OK done\r\n")
    with scripted((*CHOSEN, read, *MOVED, *SECOND)) as server:
        assert fetch(at(server.port), kept.append, seen=set()) == (2, 2, ())
    assert kept == [first, b"x:y"]


@pytest.mark.parametrize(
    ("answer", "problems"),
    [
        (b"TAG OK done\r\n", 0),
        (b"* 1 FETCH (UID 5 BODY[] NIL)\r\nTAG OK done\r\n", 1),
        (b"TAG NO \x1b[2J it is broken\r\n", 1),
    ],
)
def test_unreadable_mail(answer: bytes, problems: int) -> None:
    """A mail that the server does not give is told and stays; the next one is fetched."""
    kept: list[bytes] = []
    script = (*CHOSEN, (b"UID FETCH 5", answer), SECOND[0], *MOVED, SECOND[2])
    with scripted(script) as server:
        told = fetch(at(server.port), kept.append, seen=set())
    assert (told.kept, told.moved, len(told.problems)) == (1, 1, problems)
    assert kept == [b"x:y"]
    assert not any(b"MOVE 5" in line for line in server.heard)
    assert all("mail 5 cannot be read" in one.message for one in told.problems)
    assert all(one.message.isprintable() for one in told.problems)


def test_breaks_off() -> None:
    """What was kept before the connection broke is known the next time."""
    read = (b"UID FETCH 5", b"* 1 FETCH (UID 5 BODY[]<0> {17}\r\n" + MAIL + b")\r\nTAG OK done\r\n")
    seen, kept = set[str](), list[bytes]()
    for broken in ((MOVED[0], (b"UID MOVE", b"* BYE\r\n")), (MOVED[0], (b"UID MOVE", b""))):
        with scripted((*CHOSEN, read, *broken)) as server, pytest.raises(TryAgain) as caught:
            fetch(at(server.port), kept.append, seen=seen)
        assert caught.value.problem.code == "mailbox-unreached"
        assert (kept, seen) == ([MAIL], {"9.5"})
        kept.clear()
        seen.clear()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (((b"", b""),), "not reached|socket error|EOF|reset"),
        (((b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"),), "HTTP"),
        (((b"", b"* BYE too busy\r\n"),), "too busy"),
        ((*CHOSEN[:4], (b"SELECT", b"TAG OK [READ-WRITE] chosen\r\n"),
          (b"UID SEARCH", b"* SEARCH 12 5\r\nTAG OK done\r\n")), "UIDVALIDITY"),
        ((*CHOSEN[:5], (b"UID SEARCH", b"* SEARCH 12 5;x\r\nTAG OK done\r\n")), "UIDs"),
        ((*CHOSEN[:5], (b"UID SEARCH", b"TAG NO not now\r\n")), "not now"),
    ],
)  # fmt: skip
def test_servers_that_misbehave(script: Sequence[tuple[bytes, bytes]], words: str) -> None:
    with scripted(script) as server:
        problem = failed(at(server.port))
    assert problem.code == "mailbox-unreached"
    assert re.search(words, problem.message)


def test_silent_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.post.transport.mailbox.TIMEOUT", 0.1)
    with scripted(((b"", b" "), (b"never", b""))) as server:
        assert failed(at(server.port)).code == "mailbox-unreached"


@pytest.mark.parametrize(
    ("greeting", "offers", "code"),
    [
        (b"* OK here", b"", "mail-unsafe"),
        (b"* PREAUTH hello judge", b"", "mail-unsafe"),
        (b"* PREAUTH hello judge", b" STARTTLS", "mailbox-unreached"),
    ],
)
def test_no_tls_offered(greeting: bytes, offers: bytes, code: str) -> None:
    """Without TLS nothing is said, also where somebody claims that we are logged in already."""
    can = b"* CAPABILITY IMAP4rev1" + offers + b"\r\nTAG OK done\r\n"
    script = ((b"", greeting + b"\r\n"), (b"CAPABILITY", can), (b"never", b""))
    with scripted(script) as server:
        assert failed(at(server.port, "starttls")).code == code
    assert [line.split()[1] for line in server.heard] == [b"CAPABILITY"]


def test_library_lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who did not install what belongs to the post is told how."""
    monkeypatch.delitem(sys.modules, "adjudicator.post.transport.mailbox", raising=False)
    monkeypatch.setitem(sys.modules, "imap_tools.errors", None)
    with pytest.raises(Unusable) as caught:
        fetch(at(1), list[bytes]().append, seen=set())
    (problem,) = caught.value.problems
    assert problem.code == "no-imap-tools"
    assert "wargame-adjudicator[post]" in problem.hint
