"""What Postfix makes of the command behind its pipe: what is tried again, what is bounced.

`receive` is built on this: it ends with 0 once a mail is stored, with 75 on any fault.
"""

from __future__ import annotations

import os
import smtplib
import subprocess

from tests.post.servers import Servers, python_of_nobody, wait_for

MAIL = b"Subject: orders\r\nFrom: usa@play.test\r\n\r\nW\xc3\xbcrfel\r\n.\r\n"
BUDGET = 0.25
"""Seconds of work for one mail, as a process (post.md 10)."""


def send(servers: Servers, to: str, sender: str) -> None:
    with smtplib.SMTP("127.0.0.1", servers.smtp) as client:
        client.sendmail(sender, [to], MAIL, ["BODY=8BITMIME"])


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
        script = (
            f'cd "{folders[name]}"\nif mkdir first; then cat > before; {fault}; fi\ncat > $$.eml'
        )
        postfix.install(domain, script)
        send(postfix, f"judge+{name}@{domain}", f"patient-{name}@play.test")
    for code in (1, 70, 78):
        postfix.install(f"code-{code}.pipe.test", f"cat > /dev/null\nexit {code}")
        send(postfix, f"judge@code-{code}.pipe.test", f"bounced-{code}@play.test")
    for code in (1, 70, 78):
        assert b"Action: failed" in postfix.mails(f"bounced-{code}")[0]
    for name, folder in folders.items():
        (stored,) = wait_for(folder, "*.eml")
        assert stored.read_bytes() == (folder / "before").read_bytes()
        assert not postfix.mailbox(f"patient-{name}").exists()


def test_program_by_the_pipe(postfix: Servers) -> None:
    """The program itself starts there, with so few variables, and takes less than its budget."""
    command = python_of_nobody()
    domain = "program.pipe.test"
    folder = postfix.own_folder(domain)
    program = " ".join(f"'{word}'" for word in command)
    postfix.install(
        domain, f'cd "{folder}"\n{program} -m adjudicator --version > told 2>&1\necho $? > done'
    )
    send(postfix, f"judge@{domain}", "usa@play.test")
    wait_for(folder, "done")
    assert (folder / "told").read_text().startswith("adjudicator ")
    assert (folder / "done").read_text().strip() == "0"
    before = os.times()
    subprocess.run([*command, "-m", "adjudicator", "--version"], check=True, capture_output=True)
    after = os.times()
    worked = after.children_user + after.children_system
    assert worked - before.children_user - before.children_system < BUDGET
