"""An office under siege: `python -m tests.post.soak MINUTES [SEED] [MATCHES]`.

Made-up time runs fast. Players answer in time, late, twice, wrongly; mailboxes are full, programs
answer by themselves, mails come twice and out of order; the office is killed at any write, matches
are held by others, two runs meet. After every run the journal must say what a second, plain model
says (`soak_model`), each letter must be its reader's alone, and no match may be stuck.
"""

from __future__ import annotations

import heapq
import json
import os
import random  # noqa: TID251 - everything by chance, from a seed
import re
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from email import message_from_bytes
from functools import partial
from pathlib import Path
from time import monotonic  # noqa: TID251 - a soak is as long as it is told
from typing import Any

import pytest

import adjudicator
from adjudicator.api.beginning import addresses_in, offered_in, prepare_match, register_address
from adjudicator.api.clock import clock_named
from adjudicator.api.folders import match_lock
from adjudicator.api.match import is_offered, open_match
from adjudicator.api.problems import Problem, Refused, TryAgain
from adjudicator.post.office.adding import add_match, extend_match
from adjudicator.post.office.folder import keep_mail
from adjudicator.post.office.outbox import without_envelope
from adjudicator.post.office.tick import tick
from tests.post.soak_model import Model, Sent, Stand, stand_of
from tests.post.soak_players import Person, tag_of
from tests.post.town import JUDGE, Posted, Town, state_in

GAMES = (
    ("nine-fields", "standard"), ("galactic-conquest", "two"), ("galactic-conquest", "three"),
    ("stratix", "skirmish"), ("fortress-america-1986", "ready"), ("stratix", "two"),
    ("fortress-america-2012", "ready"), ("invasion-america", "three-pronged-invasion"),
)  # fmt: skip
CLOCKS = ("", "fast", "week", "relaxed", "iccf", "fast")
STRANGER = "stranger@nowhere.test"
_TOKEN = re.compile(r"\b[a-z2-7]{16}\b")
_ADDRESS = re.compile(r"[a-z0-9.-]+@[a-z0-9.-]+\.test")
_HEX = re.compile(r"\b[0-9a-f]{64}\b")
_PRESS = re.compile(r"PRESS[0-9]+X")


class Killed(BaseException):
    """The office was killed."""


class Kill:
    """Kills whoever writes, at the write that was chosen; nothing is written after that."""

    _NAMES = ("write", "replace", "rename", "link", "fsync", "unlink")

    def __init__(self) -> None:
        self.left = -1
        """How many writes are let through; negative: all."""
        self.count = 0
        self.is_dead = False

    def step(self) -> None:
        """Counts a write; raises where it is the last."""
        self.count += 1
        if self.left == 0:
            self.is_dead = True
        if self.is_dead:
            raise Killed
        self.left -= self.left > 0

    @contextmanager
    def armed(self, left: int) -> Iterator[None]:
        """Kills after so many writes."""
        self.left, self.count, self.is_dead = left, 0, False
        real = {name: getattr(os, name) for name in self._NAMES}

        def replaced(name: str) -> Callable[..., Any]:
            def run(*given: Any, **more: Any) -> Any:
                try:
                    self.step()
                except Killed:
                    if name == "write" and self.left == 0 and len(given[1]) > 1:
                        self.left = -1
                        real[name](given[0], given[1][: len(given[1]) // 2])
                    raise
                return real[name](*given, **more)

            return run

        try:
            for name in self._NAMES:
                setattr(os, name, replaced(name))
            yield
        finally:
            for name, function in real.items():
                setattr(os, name, function)
            self.left = -1


class Mailer:
    """Takes letters to their mailboxes, as these are; a run that comes meanwhile must give way."""

    def __init__(self, soak: Soak) -> None:
        self.soak = soak

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> None:
        """Takes a letter."""
        soak, (to,) = self.soak, recipients
        person = soak.people.get(to.lower())
        full = person.full if person is not None and not person.is_good else ""
        if full == "450" and soak.random.random() < 0.8:
            raise TryAgain(Problem("mail-deferred", "450 4.2.2 mailbox full"))
        if full == "550" and soak.random.random() < 0.6:
            soak.counted["refused"] += 1
            raise Refused([Problem("mail-refused", "550 5.2.2 mailbox full", hint="Wait.")])
        if soak.random.random() < 0.02:
            soak.meet()
        soak.kill.step()
        soak.posted.append(Posted(raw, sender, to))
        soak.kill.step()


class Soak:
    """One office, its players, and what is known of both."""

    def __init__(self, folder: Path, seed: int, matches: Iterable[int] = range(40)) -> None:
        """Makes an office and its matches, each of which its number describes."""
        self.random = random.Random(seed)
        self.home = folder
        self.town = Town(folder, limits={"seat_hour": 20, "day": 3000})
        self.kill = Kill()
        self.mailer = Mailer(self)
        self.model = Model()
        self.counted: Counter[str] = Counter()
        self.posted: list[Posted] = []
        self.seen = 0
        self.lines: list[dict[str, Any]] = []
        self.queue: list[tuple[datetime, int, Callable[[], None]]] = []
        self.sent: dict[int, Sent] = {}
        self.ids: dict[str, bytes] = {}
        self.people: dict[str, Person] = {}
        self.seats: Mapping[str, Sequence[str]] = {}
        self.folders: dict[str, Path] = {}
        self.blinds: dict[str, tuple[str, str, str]] = {}
        self.press: dict[str, tuple[str, str, str]] = {}
        self.secrets: dict[str, str] = {}
        """By 64 digits, the match whose referee keeps them."""
        self.owners: dict[str, str] = {}
        """By token, the address to whose letters it belongs."""
        self.last_writes = 100
        for number in matches:
            self._add(number)

    # -- matches --------------------------------------------------------------------------------

    def _add(self, number: int) -> None:
        name = f"m{number:02d}"
        game, scenario = GAMES[number % len(GAMES)]
        mode = ("referee", "referee", "joins", "referee", "sealed")[number % 5]
        folder = self.town.folder / "matches" / name
        clock = CLOCKS[number % len(CLOCKS)]
        more: Any = {"clock": clock_named(clock)} if clock else {}
        prepared = prepare_match(game, scenario)
        play = [prepared.seats[-1]] if len(prepared.seats) > 2 and number % 3 == 0 else []
        if mode == "referee":
            adjudicator.new_match(folder, game, scenario, name=name, play=play, **more)
        else:
            how = "sealed" if mode == "sealed" else "referee"
            prepared.offer(folder, name=name, mode=how, play=play, **more)
        is_open = number % 7 == 6
        self.seats, self.folders[name] = {**self.seats, name: prepared.seats}, folder
        free = next((seat for seat in prepared.seats if seat not in play), "") if is_open else ""
        for seat in prepared.seats:
            if seat in play or seat == free:
                continue
            address = f"p{self.random.randrange(30):02d}@home.test"
            if address in addresses_in(folder).values() and self.random.random() < 0.8:
                address = f"{seat}.{name}@home.test"
            register_address(folder, seat, address)
            self.people.setdefault(address, Person(self, address))
        letters: Any = {seat: self.random.choice(("plain", "light")) for seat in prepared.seats}
        if mode != "referee":
            letters = dict.fromkeys(prepared.seats, "light")
        add_match(self.town.office, folder, name="", modes=letters, is_open=is_open,
                  press=number % 9 != 8, now=self.town.now)  # fmt: skip

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.town.now

    # -- time and mails -------------------------------------------------------------------------

    def at(self, moment: datetime, what: Callable[[], None]) -> None:
        """Does something at a moment."""
        heapq.heappush(self.queue, (moment, self.random.getrandbits(60), what))

    def new_id(self) -> str:
        """Returns a Message-ID."""
        self.counted["mails"] += 1
        return f"<{self.counted['mails']}@home.test>"

    def receive(self, sent: Sent, before: bytes) -> None:
        """Gives a mail to the office, now or a little later."""
        if self.random.random() < 0.05:
            wait = timedelta(hours=self.random.uniform(0, 9))
            self.at(self.town.now + wait, lambda: self._keep(sent, before))
        else:
            self._keep(sent, before)

    def _keep(self, sent: Sent, before: bytes) -> None:
        came = keep_mail(self.town.folder, before + sent.raw, self.town.now)
        self.sent[came.no] = sent

    def swap(self, person: Person, letter: Posted, tag: tuple[str, str, str], plan: str) -> None:
        """Lets a person use what is somebody else's: a token, or a sheet of another match."""
        others = [
            (one, its_tag, key)
            for one in self.people.values()
            for key, its in one.old.items()
            if (its_tag := tag_of(its)) and key != tag[:2]
        ]
        if not others:
            return
        other, its_tag, key = self.random.choice(sorted(others, key=lambda one: one[1]))
        if plan == "stolen":
            stolen = Posted(letter.raw, letter.sender, letter.to)
            sheet = person.sheet(stolen, tag)
        else:
            sheet = other.sheet(other.old[key], its_tag)
            its_tag, tag = tag, its_tag
        if sheet is None:
            return
        from tests.post.forms import Answer
        from tests.post.soak_model import Item

        to = JUDGE.replace("@", f"+{'.'.join(its_tag)}@")
        item = Item("orders", tag[0], tag[1], sheet["head"])
        self.blinds[sheet["blind"]] = ("", "", "")
        person.post(
            Answer(person.address, to, self.town.now, self.new_id(), letter, "",
                   json.dumps(sheet).encode()),
            Sent(b"", person.address, its_tag, (item,), why=plan),
        )  # fmt: skip

    def stranger(self) -> None:
        """Lets somebody whom nobody knows write."""
        from tests.post.forms import Answer

        words = self.random.choice(["help", "offers", "join m06 west", "hello", "mine"])
        tag = ("m00", self.seats["m00"][0], "a" * 16) if self.random.random() < 0.5 else None
        to = JUDGE if tag is None else JUDGE.replace("@", f"+{'.'.join(tag)}@")
        sent = Sent(b"", STRANGER, tag, word="" if words == "hello" else words.split()[0])
        person = Person(self, STRANGER)
        person.post(Answer(STRANGER, to, self.town.now, self.new_id(), None, words), sent)

    def bounce(self, letter: Posted) -> None:
        """Lets a server give a letter back; now and then somebody forges that."""
        from tests.post.test_office import bounce_of

        is_right = self.random.random() < 0.7 and "+" in letter.sender
        to = letter.sender if is_right else letter.mail["Reply-To"] or JUDGE
        tag = tag_of(letter)
        if tag is None:
            return
        raw = bounce_of(letter, str(to)) + b"%d\n" % self.random.getrandbits(40)
        self.receive(Sent(raw, "", None, bounce=(tag[0], tag[1], is_right), why="bounce"), b"")

    # -- runs -----------------------------------------------------------------------------------

    def meet(self) -> None:
        """A second run at the same moment: it must give way."""
        left, self.kill.left = self.kill.left, -1
        with pytest.raises(TryAgain, match="held by another run"):
            tick(self.town.office, self.town.now, carrier=self.mailer, fault=print)
        self.counted["met"] += 1
        self.kill.left = left

    def step(self, *, is_calm: bool = False) -> None:
        """Lets some time go by, and runs the office once, or until it is not killed."""
        if is_calm:
            leap = timedelta(hours=6)
        else:
            leap = timedelta(minutes=self.random.choice((5, 30, 120, 300, 700, 700, 1600)))
        end = self.town.now + leap
        while self.queue and self.queue[0][0] <= end:
            moment, _, what = heapq.heappop(self.queue)
            self.town.now = max(self.town.now, moment)
            what()
        self.town.now = end
        if not is_calm:
            self._weather()
        clean = False
        while not clean:
            kill = not is_calm and self.random.random() < 0.3
            clean = self._run(self.random.randrange(self.last_writes + 1) if kill else -1,
                              is_calm=is_calm)  # fmt: skip
        self._deliver()

    def _weather(self) -> None:
        """Lets mailboxes fill, and responders start and stop."""
        for address in sorted(self.people):
            person = self.people[address]
            chance = self.random.random()
            if chance < 0.03:
                person.full = self.random.choice(("550", "450", "bounce"))
            elif chance < 0.06:
                person.vacation = self.random.choice(("marked", "plain"))
            elif chance < 0.20:
                if person.full and self.random.random() < 0.7:
                    person.command(None, "sheet")  # The referee phoned them.
                person.full = person.vacation = ""
        if self.random.random() < 0.3:
            self.stranger()
        if self.random.random() < 0.05:
            name = self.random.choice(sorted(self.seats))
            if not is_offered(self.folders[name]):
                match = open_match(self.folders[name], read_only=True)
                if match.clock is not None and not match.is_over:
                    extend_match(self.town.office, name, hours=24, now=self.town.now)

    def _run(self, left: int, *, is_calm: bool) -> bool:
        """Runs the office; returns whether it came to its end."""
        self.model.stands = {name: self._stand(name) for name in self.folders}
        faults: list[str] = []
        was_killed = False
        problems: tuple[Problem, ...] = ()
        with ExitStack() as stack:
            if not is_calm and self.random.random() < 0.1:
                held = self.random.choice(sorted(self.folders))
                stack.enter_context(match_lock(self.folders[held]))
            try:
                with self.kill.armed(left):
                    done = tick(self.town.office, self.town.now, carrier=self.mailer,
                                fault=faults.append)  # fmt: skip
                    problems = done.problems
            except Killed:
                was_killed = True
                self.counted["kills"] += 1
        if not was_killed:
            self.last_writes = max(20, self.kill.count)
        assert not faults, faults[0]
        self._check_journal(was_killed=was_killed)
        held_or_late = any(one.code != "mail-deferred" for one in problems)
        if not was_killed and not held_or_late:
            assert not self.town.office.new_mails(), "mails wait"
            self._check_matches()
        return not was_killed

    def _stand(self, name: str) -> Stand:
        return stand_of(name, self.folders[name])

    def _deliver(self) -> None:
        """Lets everybody read their new letters."""
        new, self.seen = self.posted[self.seen :], len(self.posted)
        for letter in new:
            name = str(letter.mail["Message-ID"])
            if name in self.ids:
                assert self.ids[name] == letter.raw, "a doubled letter differs"
                self.counted["doubled"] += 1
                continue
            self.ids[name] = letter.raw
            self._check_letter(letter)
            person = self.people.get(letter.to.lower())
            if person is None:
                continue
            comes_back = person.full == "bounce" and not person.is_good and self._is_lost()
            if comes_back and letter.sender and tag_of(letter):
                del self.ids[name]  # It did not arrive: it may be written once more.
                self.bounce(letter)
            else:
                person.get(letter)

    def _is_lost(self) -> bool:
        return self.random.random() < 0.7

    # -- what must hold -------------------------------------------------------------------------

    def _check_journal(self, *, was_killed: bool) -> None:
        """Compares new lines with the model."""
        raw = (self.town.folder / "journal.jsonl").read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1].splitlines()
        new = [json.loads(line) for line in whole[len(self.lines) :]]
        self._learn_tokens(new)
        for line in new:
            if line["kind"] != "mail":
                continue
            sent = self.sent[line["no"]]
            wrong = self.model.fate(sent, line["did"])
            self.counted.update(f"did {one['what']}" for one in line["did"])
            assert not wrong, (
                f"mail {line['no']} ({sent.why}) from {sent.sender} to {sent.tag}, "
                f"word {sent.word!r}: {wrong}\n{line}\n{sent.items}"
            )
            for one in line["did"]:
                if one["what"] == "seated":
                    self.model.stands[one["match"]].addresses[one["seat"]] = sent.sender.lower()
        self.lines += new
        numbers = [line["no"] for line in self.lines if line["kind"] == "mail"]
        assert len(set(numbers)) == len(numbers), "a mail was filed twice"
        files = Counter(line["file"] for line in self.lines if line["kind"] == "letter")
        gone = Counter(line["file"] for line in self.lines if line["kind"] in ("sent", "failed"))
        assert all(gone[one] <= files[one] for one in gone), "a letter left that was not written"

    def _learn_tokens(self, new: list[dict[str, Any]]) -> None:
        """Learns the tokens of new letters, in the order in which they were written."""
        for line in new:
            if line["kind"] != "letter":
                continue
            for folder in ("new", "sent", "failed"):
                path = self.town.folder / "mail" / "out" / folder / line["file"]
                if path.is_file():
                    sender, to, raw = without_envelope(path.read_bytes())
                    self._learn(Posted(raw, sender, to))

    def _learn(self, letter: Posted) -> None:
        tag = tag_of(letter)
        if tag is not None:
            known = self.model.tokens.setdefault(tag[:2], [])
            if tag[2] not in known:
                known.append(tag[2])
            assert self.owners.setdefault(tag[2], letter.to) == letter.to, "a token of two people"
        if letter.sender and "+" in letter.sender:
            self.owners.setdefault(letter.sender.partition("@")[0].split(".")[2], letter.to)

    def _check_letter(self, letter: Posted) -> None:
        """Nothing in a letter is somebody else's."""
        self.counted["letters"] += 1
        mine = letter.to.lower()
        tag = tag_of(letter)
        if tag is not None:
            registered = addresses_in(self.folders[tag[0]])
            assert registered[tag[1]].lower() == mine, f"{tag} is not {letter.to}'s"
        text = self._whole(letter)
        for token in set(_TOKEN.findall(text)) & self.owners.keys():
            assert self.owners[token].lower() == mine, f"a token of {self.owners[token]}"
        strange = set(_ADDRESS.findall(text.lower())) & {*self.people, STRANGER}
        assert strange <= {mine}, f"{letter.subject}: to {mine}, tells {strange - {mine}}"
        for blind in set(_HEX.findall(text)) & self.blinds.keys():
            owner, match, head = self.blinds[blind]
            if owner not in ("", mine) and not is_offered(self.folders[match]):
                now = open_match(self.folders[match], read_only=True)
                assert now.head != head, f"a sheet of {owner} in a letter to {mine}"
        for mark in set(_PRESS.findall(text)):
            match, to, writer = self.press[mark]
            seats = addresses_in(self.folders[match])
            readers = set(seats.values()) if to == "all" else {seats.get(to)}
            assert letter.to in {*readers, writer}, f"words of {writer} to {to}, to {mine}"
            self.counted["passed on"] += 1
        if tag is not None and (raw := state_in(letter)):
            assert adjudicator.read_state(raw).seat in (None, tag[1])

    def _whole(self, letter: Posted) -> str:
        """Returns all that a letter says, decoded."""
        mail = message_from_bytes(letter.raw)
        texts = [part for part in mail.walk() if part.get_content_maintype() == "text"]
        parts = [bytes(part.get_payload(decode=True)).decode("utf-8", "replace") for part in texts]
        files = [raw.decode("utf-8", "replace") for raw in letter.files().values()]
        heads = [f"{key}: {value}" for key, value in mail.items()]
        return "\n".join([letter.sender, *heads, *parts, *files, state_in(letter).decode()])

    def _check_matches(self) -> None:
        """No match is stuck: all was done that could be, or the referee was called."""
        book = self.town.office.journal().book
        for name, folder in self.folders.items():
            if is_offered(folder):
                assert offered_in(folder).awaited, f"{name} awaits nothing"
                continue
            match = open_match(folder, read_only=True)
            its = book.match(name)
            called = {why for stage, why in its.called if stage == match.head}
            assert "refused" not in called, f"{name}: what the clock gives is refused"
            if match.is_over:
                continue
            assert not match.is_ready or match.clock is not None, f"{name} could go on"
            assert its.until is None or its.until > self.town.now, f"{name} was to go on"
            addresses = addresses_in(folder)
            for one in match.awaited:
                if one.seat is None or one.is_in or one.seat in match.plays:
                    continue
                is_open = self.town.office.settings.matches[name].is_open
                if one.seat not in addresses:
                    assert is_open or f"address {one.seat}" in called, f"{name}: no address"
                    continue
                assert (match.head, one.seat, "turn") in its.written, f"{name}: no letter"
                if its.is_unreachable(one.seat, match.head):
                    assert f"bounces {one.seat}" in called, f"{name}: {one.seat} is unreachable"

    # -- the whole ------------------------------------------------------------------------------

    def settle(self) -> None:
        """Everybody does what they should: every match that can goes on."""
        for person in self.people.values():
            person.is_good, person.full, person.vacation = True, "", ""
        before = {name: self._stand(name).head for name in self.folders}
        for address in sorted(self.people):
            self.people[address].command(None, "sheet")
            for letter in self.people[address].old.values():
                tag = tag_of(letter)
                assert tag is not None
                person = self.people[address]
                person.later(5, partial(person.order, letter, tag))
        still = sorted(self.folders)
        for _ in range(12):
            self.step(is_calm=True)
            still = [name for name in still if self._stands_still(name, before[name])]
            if not still:
                break
        assert not still, f"they stand still: {still}"
        for _ in range(3):  # What waits is sent.
            self.step(is_calm=True)
        self._check_matches()

    def _stands_still(self, name: str, head: str) -> bool:
        stand = self._stand(name)
        if stand.is_over or stand.head != head:
            return False
        its = self.town.office.journal().book.match(name)
        called = {why for stage, why in its.called if stage == stand.head}
        return all(
            seat in stand.addresses and f"replaced {seat}" not in called  # Its player is gone.
            for seat in stand.asked | stand.awaited
        )

    def check_end(self) -> None:
        """All logs are sound, nothing was lost, and the journal tells nobody's secrets."""
        for folder in self.folders.values():
            if not is_offered(folder):
                assert adjudicator.verify(folder).verdict != "refuted", folder
        journal = (self.town.folder / "journal.jsonl").read_text()
        assert not set(_ADDRESS.findall(journal)) & self.people.keys()
        assert not set(_TOKEN.findall(journal)) & self.owners.keys()
        assert not _PRESS.findall(journal)
        assert not (self.town.folder / "faults").exists()
        inside = self.town.folder / "mail"
        kept = [*(inside / "in/done").iterdir(), *(inside / "strangers").iterdir()]
        assert len(kept) == len(self.sent), "a mail was lost"
        written = Counter(line["file"] for line in self.lines if line["kind"] == "letter")
        gone = Counter(line["file"] for line in self.lines if line["kind"] in ("sent", "failed"))
        assert written == gone, f"letters were lost: {written - gone}"
        openings = [line for line in self.lines if line["kind"] == "opened"]
        self.counted["openings"] = len(openings)
        twice = Counter((line["match"], line["n"]) for line in openings)
        assert max(twice.values(), default=1) == 1, "an opening was noted twice"


def main(minutes: float = 5, seed: int = 1, matches: int = 40) -> None:
    """Soaks an office so long, and says what was counted."""
    end = monotonic() + 60 * minutes
    folder = Path(tempfile.mkdtemp(prefix=f"soak-{seed}-"))
    soak = Soak(folder, seed, range(matches))
    steps = 0
    try:
        while monotonic() < end:
            soak.step()
            steps += 1
        print(f"{steps} runs, to {soak.town.now}", flush=True)
        soak.settle()
        soak.check_end()
    except BaseException:
        traceback.print_exc()
        print(f"seed {seed}, after {steps} runs; the office lies in {soak.town.folder}")
        sys.exit(1)
    for key, count in sorted(soak.counted.items()):
        print(f"{count:7} {key}")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((float, int, int), sys.argv[1:], strict=False)))
