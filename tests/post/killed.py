"""Fetches mails and dies at the moment that is asked for: `python -m tests.post.killed`."""

from __future__ import annotations

import os
import signal
import smtplib
import sys
from pathlib import Path

from adjudicator.post.transport.fetching import fetch, seen_in
from adjudicator.post.transport.settings import ImapSettings

__all__: list[str] = []


class Life:
    """Ends before the action of a number: a command to the server, a write, a rename."""

    def __init__(self, actions: int) -> None:
        self.left = actions

    def act(self) -> None:
        """Counts one action."""
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)


def run(settings: ImapSettings, folder: Path, actions: int) -> bool:
    """Fetches into a folder in a process of its own; returns whether it came to its end."""
    if child := os.fork():
        return os.waitpid(child, 0)[1] == 0
    life = Life(actions)

    def keep(raw: bytes) -> None:
        number = len([*folder.glob("*.eml")])
        life.act()
        (folder / "new").write_bytes(raw)
        life.act()
        (folder / "new").rename(folder / f"{number}.eml")
        life.act()

    sys.addaudithook(lambda name, _: life.act() if name == "imaplib.send" else None)
    with seen_in(folder / "seen") as seen:
        fetch(settings, keep, seen=seen)
    os._exit(0)


def main(settings: ImapSettings, folder: Path, lmtp: int) -> None:
    """Dies at each moment of a run once, and lets the next run go on."""
    for moment in range(1, 1000):
        here = folder / str(moment)
        here.mkdir()
        with smtplib.LMTP("127.0.0.1", lmtp) as client:
            for number in (1, 2):
                mail = b"Subject: %d\r\n\r\nsome text\r\n" % number
                client.sendmail("usa@play.test", [f"{settings.user}@play.test"], mail)
        if run(settings, here, moment):
            return
        assert run(settings, here, 0)
    raise AssertionError


if __name__ == "__main__":
    main(ImapSettings.model_validate_json(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
