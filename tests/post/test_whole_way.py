"""A match from its first letters to its end: by the commands, through Postfix and Dovecot.

Larger ones are played by `python -m tests.post.served`.
"""

from __future__ import annotations

import json
import shutil
import smtplib
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any, Literal

import pytest
from typer.testing import CliRunner

from adjudicator import verify
from adjudicator.api.match import Match, open_match
from adjudicator.cli.app import app
from adjudicator.post.transport.fetching import fetch
from adjudicator.post.transport.settings import ImapSettings
from tests.post.servers import ENVIRONMENT, PASSWORD, Servers, as_nobody, python_of_nobody
from tests.post.town import Posted, reply_address

START = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)


class ServedTown:
    """An office with one match that is reached by servers alone, and its players."""

    def __init__(
        self,
        servers: Servers,
        name: str,
        way: Literal["pipe", "mailbox"],
    ) -> None:
        self.servers = servers
        self.name = name
        self.way = way
        self.home = servers.own_folder(name)
        self.folder = self.home / "spring"
        self.office = self.home / "office"
        self.address = f"{name}@{'play.test' if way == 'mailbox' else f'{name}.pipe.test'}"
        self.now = START
        self.letters: dict[str, list[Posted]] = {}

    def begin(self, game: str, scenario: str, *, mode: str = "full") -> None:
        """Makes office and match, and lets the first letters go out.

        Args:
            mode: what letters carry.
        """
        self._run("new", game, self.folder, "--scenario", scenario)
        self._run("office", "new", self.office, "--address", self.address,
                  "--referee", "called@play.test")  # fmt: skip
        written = self.office / "office.json"
        settings = json.loads(written.read_bytes())
        here = {"host": "127.0.0.1", "tls": "none"}
        settings["sending"] = {"by": "smtp", "port": self.servers.smtp, **here}
        if self.way == "mailbox":
            settings["fetching"] = self._mailbox(self.name).model_dump(mode="json")
        else:
            python = " ".join(f"'{word}'" for word in python_of_nobody())
            domain = self.address.partition("@")[2]
            self.servers.install(domain, f"exec {python} -m adjudicator receive '{self.office}'")
        written.write_text(json.dumps(settings))
        players = [f"--player={seat}={seat}-{self.name}@play.test" for seat in self.match.seats]
        modes = [f"--letters={seat}={mode}" for seat in self.match.seats]
        self._run("office", "add", self.office, self.folder, *players, *modes)
        if self.way == "pipe":
            for path in (self.home, *self.home.rglob("*")):
                shutil.chown(path, self.servers.user)
        self.tick()

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return open_match(self.folder, read_only=True)

    def tick(self) -> None:
        """Does what is due, five minutes later, once all mails have come; players get letters."""
        self.now += timedelta(minutes=5)
        self.servers.settle()
        words = ("tick", self.office, "--now", f"{self.now:%Y-%m-%dT%H:%M:%SZ}")
        if self.way == "mailbox":
            self._run("fetch", self.office)
            self._run(*words)
        else:
            self._run_as_user(*words)
        self.servers.settle()
        for seat in self.match.seats:
            kept: list[bytes] = []
            fetch(self._mailbox(f"{seat}-{self.name}"), kept.append, seen=set())
            address = f"{seat}-{self.name}@play.test"
            self.letters.setdefault(seat, []).extend(Posted(raw, "", address) for raw in kept)

    def play(self, *, concede: bool = False) -> None:
        """Lets every seat that is awaited mail the built-in player's sheet, then the office work.

        Args:
            concede: they give up instead.
        """
        match = self.match
        for seat in dict.fromkeys(one.seat for one in match.awaited if not one.is_in):
            assert seat is not None
            sheet = dict(match.template(seat, play=True))
            if concede:
                sheet["orders"] = {"match": [{"order": "concede"}]}
            self._mail(seat, sheet)
        self.tick()

    def _mail(self, seat: str, sheet: Mapping[str, Any]) -> None:
        """Answers the newest letter with a position, as a player does."""
        letter = next(one for one in reversed(self.letters[seat]) if "state.json" in one.files())
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"] = letter.to, reply_address(letter)
        mail["Subject"] = f"Re: {letter.subject}"
        mail["In-Reply-To"] = letter.mail["Message-ID"]
        mail.set_content("Here it is.\n")
        raw = json.dumps(sheet).encode()
        mail.add_attachment(raw, maintype="application", subtype="json", filename="sheet.json")
        with smtplib.SMTP("127.0.0.1", self.servers.smtp) as client:
            client.sendmail(letter.to, [str(mail["To"])], mail.as_bytes())

    def check(self) -> None:
        """Checks that no mail waits anywhere, and that the log is sound."""
        assert verify(self.folder).verdict == "sound"
        for waiting in ("in/new", "out/new", "out/failed", "strangers"):
            assert not [*(self.office / "mail" / waiting).iterdir()], waiting

    def _mailbox(self, user: str) -> ImapSettings:
        return ImapSettings(host="127.0.0.1", port=self.servers.imap, tls="none", user=user)

    def _run(self, *words: str | Path) -> None:
        done = CliRunner().invoke(app, [str(word) for word in words])
        assert done.exit_code == 0, done.output

    def _run_as_user(self, *words: str | Path) -> None:
        """Runs a command as the account for which Postfix hands mails over."""
        ended = subprocess.run(
            [*python_of_nobody(), "-m", "adjudicator", *map(str, words)], cwd=self.home, text=True,
            capture_output=True, check=False, env=ENVIRONMENT, **as_nobody(),
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("way", ["pipe", pytest.param("mailbox", marks=pytest.mark.exhaustive)])
def test_the_whole_way(
    postfix: Servers, way: Literal["pipe", "mailbox"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters arrive, sheets come back, a turn is adjudicated, a seat concedes; all is sound."""
    monkeypatch.setenv("ADJUDICATOR_IMAP_PASSWORD", PASSWORD)
    town = ServedTown(postfix, f"way-{way}", way)
    town.begin("nine-fields", "standard", mode="light")
    town.play()
    assert (town.match.n, town.match.is_over) == (1, False)
    town.play(concede=True)
    assert town.match.is_over
    assert all("over" in letters[-1].subject for letters in town.letters.values())
    town.check()
