"""Matches from offer to end through real servers: `python -m tests.post.served [MATCH]…`.

Players send by SMTP to Postfix, which pipes each mail into `adjudicator receive`; `adjudicator
tick` sends by SMTP through Postfix, which delivers by LMTP to Dovecot; players fetch by IMAP and
answer with what their letters hold. One match is begun by joins, one locks before it rolls, and
one office fetches its mails from a mailbox. Each log is verified at the end.
"""

from __future__ import annotations

import imaplib
import json
import os
import random  # noqa: TID251 - forms of mails by chance, from a seed
import re
import smtplib
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep  # noqa: TID251 - servers take a moment
from typing import Any, NamedTuple
from uuid import uuid4

import adjudicator
from adjudicator.api.match import is_offered, open_match
from tests.post.servers import (
    PASSWORD,
    PATIENCE,
    Servers,
    as_nobody,
    lacking,
    python_of_nobody,
    servers_of_run,
)
from tests.post.soak_model import Sent
from tests.post.soak_players import Person, tag_of
from tests.post.town import Posted

__all__ = ["MATCHES", "Played", "Served", "Spec"]


class Spec(NamedTuple):
    """A match that is played through servers."""

    game: str
    scenario: str
    words: tuple[str, ...] = ()
    """Further words of `adjudicator new`."""
    fetches: bool = False
    """Whether the office fetches its mails from a mailbox."""
    most: int = 1000
    """After so many openings it is enough."""
    until: str = ""
    """The player-turn at which it is enough, if it begins so."""


MATCHES: Mapping[str, Spec] = {
    "fortress": Spec("fortress-america-1986", "standard", ("--joins",), until="2 "),
    "galactic": Spec("galactic-conquest", "three", fetches=True, most=14),
    "stratix": Spec("stratix", "skirmish", ("--joins", "--mode", "sealed")),
}
"""By name."""


class Played(NamedTuple):
    """What was counted of a match."""

    openings: int
    letters: int
    mails: int
    runs: int
    verdict: str
    is_over: bool
    seconds: float


class Served:
    """An office behind real servers, with one match and its players: a `World` of theirs."""

    def __init__(self, servers: Servers, spec: Spec, *, home: Path, seed: int = 1) -> None:
        self.servers, self.spec, self.home = servers, spec, home
        self.random = random.Random(seed)
        self.counted: Counter[str] = Counter()
        self.blinds: dict[str, tuple[str, str, str]] = {}
        self.press: dict[str, tuple[str, str, str]] = {}
        self.seats: Mapping[str, Sequence[str]] = {}
        self.people: dict[str, Person] = {}
        self.read: dict[str, int] = {}
        self.waiting: list[tuple[Person, Posted]] = []
        self.ahead: list[Callable[[], None]] = []
        self.name = f"m{uuid4().hex[:8]}"
        domain = f"{self.name}.pipe.test"
        self.folder = servers.own_folder(domain) / "office"
        self.desk = f"desk-{self.name}"
        self.address = f"{self.desk}@play.test" if spec.fetches else f"judge@{domain}"
        self.python = python_of_nobody()
        self._make(domain)

    # -- the office -----------------------------------------------------------------------------

    def run(self, *words: str, codes: Sequence[int] = (0,)) -> str:
        """Runs a command as the account of the office; returns what it says."""
        env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent",
               "ADJUDICATOR_IMAP_PASSWORD": PASSWORD}  # fmt: skip
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [*self.python, "-m", "adjudicator", *words], capture_output=True, text=True, cwd="/",
            check=False, env=env, timeout=300, **as_nobody(),
        )  # fmt: skip
        assert done.returncode in codes, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def _make(self, domain: str) -> None:
        spec, folder = self.spec, str(self.folder)
        self.run("office", "new", folder, "--address", self.address, "--referee",
                 f"referee-{self.name}@play.test")  # fmt: skip
        settings = json.loads((self.folder / "office.json").read_text())
        settings["sending"] = {
            "by": "smtp", "host": "127.0.0.1", "port": self.servers.smtp, "tls": "none",
        }  # fmt: skip
        if spec.fetches:
            settings["fetching"] = {
                "host": "127.0.0.1", "port": self.servers.imap, "tls": "none", "user": self.desk,
            }  # fmt: skip
        (self.folder / "office.json").write_text(json.dumps(settings))
        match = str(self.match_folder)
        self.run("new", spec.game, match, "--scenario", spec.scenario, *spec.words)
        prepared = adjudicator.prepare_match(spec.game, spec.scenario)
        people = [f"{seat}={seat}-{self.name}@play.test" for seat in prepared.seats]
        words = [word for one in people for word in ("--player", one)]
        for seat in prepared.seats:
            words += ["--letters", f"{seat}={self._mode()}"]
        self.run("office", "add", folder, match, *words)
        self.seats = {self.name: prepared.seats}
        for one in people:
            address = one.partition("=")[2]
            self.people[address] = Person(self, address)
            self.people[address].is_good = True
        if not spec.fetches:
            program = " ".join(f"'{word}'" for word in (*self.python, "-m", "adjudicator"))
            self.servers.install(domain, f"exec {program} receive '{folder}'")

    def _mode(self) -> str:
        return self.random.choice(("full", "light") if self.spec.words else ("full", "plain"))

    @property
    def match_folder(self) -> Path:
        """Where the match lies."""
        return self.folder / "matches" / self.name

    # -- what players have around them ----------------------------------------------------------

    @property
    def now(self) -> datetime:
        """The moment."""
        return datetime.now(UTC)

    def at(self, moment: datetime, what: Callable[[], None]) -> None:
        """Does something soon: nobody waits here."""
        self.ahead.append(what)

    def new_id(self) -> str:
        """Returns a Message-ID."""
        return f"<{uuid4()}@play.test>"

    def receive(self, sent: Sent, before: bytes) -> None:
        """Sends a mail by SMTP, as a player does."""
        match = re.search(rb"^To: (\S+)\r?$", sent.raw, re.MULTILINE)
        assert match is not None
        with smtplib.SMTP("127.0.0.1", self.servers.smtp) as client:
            client.sendmail(sent.sender, [match[1].decode()], before + sent.raw)
        self.counted["mails"] += 1

    def swap(self, person: Person, letter: Posted, tag: tuple[str, str, str], plan: str) -> None:
        """Nobody does so here."""

    # -- mails ----------------------------------------------------------------------------------

    def fetch(self, address: str) -> Iterator[Posted]:
        """Yields the new mails of a mailbox, by IMAP."""
        user = address.partition("@")[0]
        client = imaplib.IMAP4("127.0.0.1", self.servers.imap)
        client.login(user, PASSWORD)
        try:
            client.select()
            seen = self.read.get(address, 0)
            _, (numbers, *_) = client.uid("SEARCH", "UID", f"{seen + 1}:*")
            for uid in map(int, numbers.split()):
                if uid <= seen:
                    continue
                _, parts = client.uid("FETCH", str(uid), "(BODY.PEEK[])")
                raw = next(bytes(part[1]) for part in parts if isinstance(part, tuple))
                self.read[address] = uid
                found = re.match(rb"Return-Path: <(.*?)>", raw)
                yield Posted(raw, "" if found is None else found[1].decode(), address)
        finally:
            client.logout()

    def read_all(self, count: int) -> None:
        """Lets everybody read so many letters in all, and answer."""
        end = monotonic() + PATIENCE
        while self.counted["letters"] < count:
            for address, person in self.people.items():
                for letter in self.fetch(address):
                    self.counted["letters"] += 1
                    person.get(letter)
            assert monotonic() < end, f"{self.counted['letters']} of {count} letters came"
            sleep(0.01)
        while self.ahead:
            self.ahead.pop(0)()

    def take_in(self) -> None:
        """Waits until all mails that players sent are in the office's folder."""
        inside = self.folder / "mail" / "in"
        end = monotonic() + PATIENCE
        while True:
            if self.spec.fetches:
                self.run("fetch", str(self.folder))
            there = sum(len([*(inside / one).glob("*.eml")]) for one in ("new", "done"))
            if there >= self.counted["mails"]:
                return
            assert monotonic() < end, f"{there} of {self.counted['mails']} mails came"
            sleep(0.05)

    def play(self) -> Played:
        """Plays the match as far as it is wanted."""
        begin, sent = monotonic(), 0
        while not self._is_enough():
            done = json.loads(self.run("tick", str(self.folder), "--json"))
            self.counted["runs"] += 1
            sent += done["sent"]
            assert not done["problems"], done
            assert not done["wanted"], done
            before = self.counted["mails"]
            self.read_all(sent)
            assert self.counted["mails"] > before or self._is_enough(), (done, self.counted)
            self.take_in()
        match = open_match(self.match_folder, read_only=True)
        verdict = adjudicator.verify(self.match_folder).verdict
        return Played(
            match.n, self.counted["letters"], self.counted["mails"], self.counted["runs"], verdict,
            match.is_over, monotonic() - begin,
        )  # fmt: skip

    def _is_enough(self) -> bool:
        if is_offered(self.match_folder):
            return False
        match = open_match(self.match_folder, read_only=True)
        is_there = bool(self.spec.until) and (match.turn or "").startswith(self.spec.until)
        return match.is_over or match.n >= self.spec.most or is_there

    def journal(self) -> list[dict[str, Any]]:
        """Returns all lines of the journal."""
        raw = (self.folder / "journal.jsonl").read_bytes()
        return [json.loads(line) for line in raw.splitlines()]

    def check(self) -> None:
        """Checks that each mail was filed and each letter was one seat's."""
        what = Counter(one["what"] for line in self.journal() for one in line.get("did", ()))
        assert set(what) <= {"filed", "joined"}, what
        for address, person in self.people.items():
            for letter in person.letters:
                tag = tag_of(letter)
                assert tag is not None
                assert address.startswith(f"{tag[1]}-{tag[0]}@")


@contextmanager
def _home() -> Iterator[Path]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="served-") as folder:
        yield Path(folder)


def main(*names: str) -> None:
    """Plays matches and prints what was counted."""
    reason = lacking("dovecot") or lacking("postfix")
    if reason:
        sys.exit(reason)
    with servers_of_run(uuid4().hex) as servers:
        for name in names or MATCHES:
            with _home() as home:
                served = Served(servers, MATCHES[name], home=home)
                played = served.play()
                served.check()
                print(name, played, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
