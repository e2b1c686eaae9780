"""What Postfix makes of the command behind its pipe: what is tried again, what is bounced.

`receive` is built on this: it ends with 0 once a mail is stored, with 75 on any fault.
"""

from __future__ import annotations

import resource
import smtplib
import subprocess
from pathlib import Path
from time import monotonic, sleep  # noqa: TID251 - a mail takes a moment

import pytest

from adjudicator.post.reading.intake import read_mail
from tests.post.servers import ENVIRONMENT, Servers, as_nobody, python_of_nobody, wait_for

MAIL = b"Subject: orders\r\nFrom: usa@play.test\r\n\r\nW\xc3\xbcrfel\r\n.\r\n"
BUDGET = 25
"""Bare starts of Python that a process for one mail may cost: 0.25 s where one takes 10 ms."""


def send(servers: Servers, to: str, sender: str, mail: bytes = MAIL) -> None:
    with smtplib.SMTP("127.0.0.1", servers.smtp) as client:
        client.sendmail(sender, [to], mail, ["BODY=8BITMIME"])


def test_what_is_handed_over(postfix: Servers) -> None:
    """The mail on standard input, three headers of the envelope, three variables, no more."""
    domain = "handed.pipe.test"
    folder = postfix.own_folder(domain)
    shell = 'cat > mail; env > env; id -un > user; printf "%s\\n" "$@" > given; : > done'
    postfix.install(domain, f'cd "{folder}"\n{shell}')
    send(postfix, f"judge+spring.western.K7q2@{domain}", "usa+x@play.test")
    wait_for(folder, "done")
    raw = (folder / "mail").read_bytes()
    assert raw.startswith(b"Return-Path: <usa+x@play.test>\n")
    assert f"X-Original-To: judge+spring.western.K7q2@{domain}\n".encode() in raw
    assert f"Delivered-To: judge+spring.western.K7q2@{domain}\n".encode() in raw
    assert raw.endswith("\n\nWürfel\n.\n".encode())
    given = (folder / "given").read_text().splitlines()
    assert given == ["usa+x@play.test", "spring.western.K7q2"]
    names = {line.partition("=")[0] for line in (folder / "env").read_text().splitlines()}
    assert names - {"PWD", "OLDPWD", "SHLVL", "_"} == {"PATH", "LANG", "MAIL_CONFIG"}
    assert (folder / "user").read_text().strip() == postfix.user


FAULTS = {"75": "exit 75", "signal": "kill -KILL $$", "memory": "kill -XCPU $$"}


def test_tried_again_and_bounced(postfix: Servers) -> None:
    """75 and death by a signal: the same mail comes again. Other codes go back to the player."""
    folders = {}
    for name, fault in FAULTS.items():
        domain = f"fault-{name}.pipe.test"
        folders[name] = postfix.own_folder(domain)
        script = f"if mkdir first; then cat > before; {fault}; fi; cat > $$.new; mv $$.new $$.eml"
        postfix.install(domain, f'cd "{folders[name]}"\n{script}')
        send(postfix, f"judge+{name}@{domain}", f"patient-{name}@play.test")
    for code in (1, 70, 78):
        postfix.install(f"code-{code}.pipe.test", f"cat > /dev/null\nexit {code}")
        send(postfix, f"judge@code-{code}.pipe.test", f"bounced-{code}@play.test")
    for code in (1, 70, 78):
        assert b"Action: failed" in postfix.mails(f"bounced-{code}")[0]
    postfix.settle()
    for name, folder in folders.items():
        (stored,) = folder.glob("*.eml")
        assert stored.read_bytes() == (folder / "before").read_bytes()
        assert not postfix.mailbox(f"patient-{name}").exists()


@pytest.fixture(scope="module")
def office(postfix: Servers) -> Path:
    """An office of the account that the pipe works for, with `receive` as our examples have it."""
    python = python_of_nobody()
    folder = postfix.own_folder(DOMAIN)
    words = ["office", "new", str(folder / "office"), "--address", f"judge@{DOMAIN}",
             "--referee", "referee@play.test"]  # fmt: skip
    subprocess.run(
        [*python, "-m", "adjudicator", *words], check=True, capture_output=True, cwd="/",
        **as_nobody(),
    )  # fmt: skip
    program = " ".join(f"'{word}'" for word in (*python, "-m", "adjudicator"))
    postfix.install(DOMAIN, f"exec {program} receive '{folder}/office'")
    return folder / "office"


DOMAIN = "office.pipe.test"


def test_received(postfix: Servers, office: Path) -> None:
    """Each mail is stored as it came, and nothing of it stands in the log of the mail server."""
    new = office / "mail/in/new"
    for number in range(3):
        send(postfix, f"judge+spring.western.K7q2-{number}@{DOMAIN}", "usa@play.test")
    # The server hands several on at once: which comes first is chance.
    stored = [path.read_bytes() for path in wait_for(new, "*.eml", 3)]
    for number, raw in enumerate(sorted(stored, key=lambda raw: raw.partition(b"K7q2-")[2])):
        assert f"Delivered-To: judge+spring.western.K7q2-{number}@{DOMAIN}\n".encode() in raw
        assert raw.endswith("\n\nWürfel\n.\n".encode())
    log = wait_for_lines(postfix, f"to=<judge+spring.western.K7q2-2@{DOMAIN}>")
    assert log.endswith("status=sent (delivered via adjudicator service)")


def test_received_too_large(postfix: Servers, office: Path) -> None:
    """Of a mail above the limit enough is kept that its sender is told why."""
    new = office / "mail/in/new"
    before = {*new.glob("*.eml")}
    send(postfix, f"judge@{DOMAIN}", "usa@play.test", MAIL + (b"x" * 70 + b"\r\n") * 16_000)
    (stored,) = {*wait_for(new, "*.eml", len(before) + 1)} - before
    assert [problem.code for problem in read_mail(stored.read_bytes()).problems] == [
        "mail-too-large"
    ]


def test_receive_cannot_write(postfix: Servers, office: Path) -> None:
    """Whatever is wrong with the office: the mail waits at the server until it is mended."""
    away = office.with_name("elsewhere")
    office.rename(away)
    send(postfix, f"judge+waiting@{DOMAIN}", "waiting@play.test")
    log = wait_for_lines(postfix, f"to=<judge+waiting@{DOMAIN}>")
    assert "status=deferred" in log
    before = [*(away / "mail/in/new").glob("*.eml")]
    away.rename(office)
    postfix.settle()
    assert len([*(office / "mail/in/new").glob("*.eml")]) == len(before) + 1
    assert not postfix.mailbox("waiting").exists()


def test_receive_is_quick(postfix: Servers, office: Path) -> None:
    """A process for each mail costs little, beside a bare start of Python."""
    raw = b"Return-Path: <usa@play.test>\n" + MAIL + b"x" * 200_000
    took: dict[str, list[float]] = {"bare": [], "receive": []}
    words = {"bare": ["-c", "pass"], "receive": ["-m", "adjudicator", "receive", str(office)]}
    for _ in range(4):
        for what, seconds in took.items():
            before = _worked()
            subprocess.run([*python_of_nobody(), *words[what]], input=raw, check=True, cwd="/",
                           env=ENVIRONMENT, **as_nobody())  # fmt: skip
            seconds.append(_worked() - before)
    assert min(took["receive"]) < BUDGET * min(took["bare"]), took


def _worked() -> float:
    """Returns how many seconds processors worked for processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def wait_for_lines(servers: Servers, word: str) -> str:
    """Returns the last line of Postfix's log with a word, once there is one."""
    end = monotonic() + 10
    while monotonic() < end:
        lines = Path(servers.folder, "postfix.log").read_text().splitlines()
        if found := [line for line in lines if word in line]:
            return found[-1]
        sleep(0.02)
    raise AssertionError(f"{word} is not in the log")
