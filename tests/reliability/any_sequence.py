"""Whole matches through random sequences of commands: what may be done next is done, or refused.

A match of one of the toys, in any mode, with chains of all seats, of one or of none: sheets that
come singly or together, pledges kept back, rewinds, corrections, seats replaced, saves and views
lost, logs torn. All chance comes out of the seed, so that a seed repeats a match to the byte.
"""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from adjudicator.audit import log, tfd1
from adjudicator.audit.dice_audit import DiceAudit
from adjudicator.audit.opening import LATE_PLEDGES, LockOptions, PlayedMode
from adjudicator.audit.replay import replay
from adjudicator.audit.verifiers.verify_log import verify
from adjudicator.audit.verify import audit_dice
from adjudicator.core.game import Game, Pending
from adjudicator.core.problem import Refused, Unusable
from adjudicator.core.report import Report
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.referee_secret import hidden_of
from adjudicator.documents.keys.seat_keys import pledge_of
from adjudicator.documents.problems import RefusedFile
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import (
    correct_match,
    read_patch,
    replace_seat,
    rewind_match,
)
from adjudicator.matches.referee.new_match import begin_match, offer_match
from adjudicator.matches.stored_sheets import stored_sheets
from tests import beacon
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import SEATS, TOY, toy_scenario

__all__ = ["MODES", "Chance", "RandomMatch", "audited"]

T = TypeVar("T")
GAMES: Mapping[str, Game] = {"toy": TOY, "hand": HAND}
MODES: tuple[PlayedMode, ...] = ("referee", "public", "external", "sealed", "mutual", "beacon")
CHAINS: tuple[tuple[str, ...], ...] = ((), ("blue",), SEATS)
NAME = "any-2026"


def render(report: Report) -> tuple[str, str]:
    return report.title, report.title


class Chance:
    """Choices that a seed repeats."""

    def __init__(self, seed: int) -> None:
        self.seed, self.drawn = seed, 0

    def below(self, most: int) -> int:
        self.drawn += 1
        return int(tfd1.digest(f"{self.seed} {self.drawn}".encode())[:12], 16) % most

    def one(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def word(self) -> str:
        self.drawn += 1
        return tfd1.digest(f"TEST ONLY {self.seed} {self.drawn}".encode())


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def audited(match: Match) -> DiceAudit:
    """The audit of a log that both verifiers find sound, and that makes the save again."""
    raw = (match.folder / "log.jsonl").read_bytes()
    read = log.parse_log(raw)
    audit = audit_dice(read)
    assert audit.failures == ()
    alone = verify(raw)
    assert alone.failures == []
    assert alone.missing == dict(audit.missing_orders)
    assert alone.withheld == dict(audit.withheld_pledges)
    assert alone.counts == {name: getattr(audit, name) for name in alone.counts}
    assert list(audit.sheets_not_published) == alone.not_shown
    hidden = hidden_of(match.folder, match.rules, match.genesis)
    again = replay(match.rules, read, stored_sheets(match.folder), hidden=hidden)
    assert (again.problems, again.waiting_for, again.missing) == ((), (), b"")
    assert again.saved == match.saved
    lean = replay(match.rules, read, stored_sheets(match.folder), hidden=hidden, keeps=False)
    assert lean == dataclasses.replace(again, openings=again.openings[-1:])
    assert lean.count == len(again.openings)
    stranger = replay(match.rules, read)
    assert stranger.problems == ()
    if match.saved.is_over:
        assert (stranger.waiting_for, stranger.left_out) == ((), ())
        assert stranger.saved == match.saved
    return audit


class RandomMatch:
    """One match, and what may happen to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = chance = Chance(seed)
        self.did: list[str] = []
        self.mode = MODES[seed % len(MODES)]
        hidden = self.mode not in ("public", "mutual") and chance.below(2)
        self.game: Game = HAND if hidden else TOY
        ask = {"ask": [chance.one(("asides",) if hidden else ("losses", "bids"))]}
        options: dict[str, Any] = ask if chance.below(2) else {}
        if hidden:
            scenario = hand_scenario({"cards": 6, "turns": 2}, **options)
        else:
            scenario = toy_scenario(None, march_is_long=bool(chance.below(2)), **options)
        rules, offer = offer_match(
            folder, self.game, scenario, name=NAME, mode=self.mode, title="Any",
            make_secret=chance.word,
        )  # fmt: skip
        owners = SEATS if self.mode in LATE_PLEDGES else chance.one(CHAINS)
        self.keys: dict[str, Secret] = {}
        joins = [self._join(offer, seat, chain=seat in owners) for seat in SEATS]
        self.match = begin_match(folder, rules, offer, joins, render=render)
        self.round = beacon.ROUND

    def _join(self, offer: log.Offer, seat: str, *, n: int = 0, chain: bool) -> log.Join:
        """A join after opening `n`; the new key takes the place of an older one."""
        self.keys.pop(seat, None)
        anchor = None
        if chain and self.mode != "public":
            master = self.chance.word()
            self.keys[seat] = Secret(match=NAME, who=seat, links=offer.links, master=master)
            anchor = pledge_of(self.keys[seat], n)
        return log.Join(
            offer=tfd1.json_hash(offer.to_json()), player=seat, salt=self.chance.word(),
            anchor=anchor,
        )  # fmt: skip

    # --- what may be done -----------------------------------------------------------------------

    def go(self, steps: int) -> None:
        """Does one thing after another; after each the match must be whole."""
        self.whole({})
        for _ in range(steps):
            before = files(self.match.folder)
            self.step()
            self.whole(before)

    def step(self) -> None:
        """Does one thing; what is refused has changed nothing."""
        chance, before = self.chance, files(self.match.folder)
        usual: list[Callable[[], None]] = [self.play] * 12
        rare = [self.rewind, self.correct, self.replace, self.lose_save, self.lose_views, self.tear]
        act = chance.one(rare if self.match.saved.is_over else [*usual, *rare])
        self.did.append(act.__name__)
        try:
            act()
        except (RefusedFile, Refused, Unusable) as error:
            located = getattr(error, "located", ())
            problems = [one.problem for one in located] or list(getattr(error, "problems", ()))
            self.did.append(f"refused: {', '.join(problem.code for problem in problems)}")
            assert problems
            assert files(self.match.folder) == before

    def play(self) -> None:
        if self.match.saved.locked is not None:
            self.unlock()
            return
        if self.mode == "beacon" and self.fix_round():
            return
        chance, pending = self.chance, self.match.saved.pending
        seats = [seat for seat in SEATS if any(one.seat == seat for one in pending)]
        if not seats or not chance.below(8):
            seats.append(chance.one(SEATS))
        if not chance.below(3):
            seats = [chance.one(seats)]
        given = [self.sheet(seat) for seat in sorted(set(seats))]
        rolls = self.rolls(given) if self.mode == "external" else None
        self.match.adjudicate(given, rolls)

    def fix_round(self) -> bool:
        """Fixes the round of the beacon, or puts it off; says whether it did, or tried to."""
        chance, is_fixed = self.chance, self.match.saved.round_in_force is not None
        if not chance.below(30):
            return False  # and sheets come without a round
        if is_fixed and chance.below(8):
            return False
        self.round += 1
        self.match.adjudicate([], lock_options=LockOptions(round=self.round))
        return True

    def rolls(self, given: Sequence[tuple[str, bytes]]) -> dict[str, list[int]]:
        """Dice from elsewhere for what these sheets lead to: all of them, or some."""
        rolls: dict[str, list[int]] = {}
        while (awaited := self.match.rolls_awaited(given, rolls)) and self.chance.below(6):
            for one in awaited:
                count, sides = map(int, one.prompt.split("d"))
                rolls[one.label] = [1 + self.chance.below(sides) for _ in range(count)]
        return rolls

    def sheet(self, seat: str) -> tuple[str, bytes]:
        saved, chance = self.match.saved, self.chance
        answers, orders = {}, self.orders(seat)
        for one in saved.pending:
            if one.seat == seat and one.options:
                answers[one.label] = chance.one(one.options)
        if not chance.below(25):
            orders["match"] = [{"order": chance.one(["concede", "offer-draw", "accept-draw"])}]
        carries = seat in self.keys and self.mode not in LATE_PLEDGES
        document = {
            "t": "orders", "game": saved.gid, "n": saved.n + 1, "head": saved.head,
            "player": seat, "blind": chance.word(),
            "pledge": pledge_of(self.keys[seat], saved.n + 1) if carries else None,
            "orders": orders, "answers": answers,
        }  # fmt: skip
        if not chance.below(6) and self.game is TOY:
            document["hold"] = ["march"]
        return f"{seat}.json", json.dumps(document).encode()

    def orders(self, seat: str) -> dict[str, Any]:
        """What a sheet says of the topics that may be open: mostly something legal."""
        chance, pending = self.chance, self.match.saved.pending
        if self.game is not TOY or not any(self._whole_sheet(one, seat) for one in pending):
            return {}
        position = self.match.position()
        if position.phase == "bid":
            return {"bids": [{"order": "bid", "gold": chance.below(3)}]}
        units = [chance.one(["soldier", "champion"]) for _ in range(1 + chance.below(3))]
        return {"march": [{"order": "march", "unit": unit, "count": 1} for unit in units]}

    def _whole_sheet(self, one: Pending, seat: str) -> bool:
        return one.seat == seat and one.topic in ("orders", "march", "bids")

    def unlock(self) -> None:
        """Gives what a locked opening awaits: one pledge, all, or none."""
        saved, chance, match = self.match.saved, self.chance, self.match
        if self.mode == "beacon":
            number = (saved.locked.round if saved.locked else None) or 1
            match.adjudicate([], lock_options=beacon.lock_options(number))
            return
        awaited = match.awaited()
        withheld = tuple(seat for seat in awaited if not chance.below(5))
        seats = [seat for seat in awaited if seat not in withheld and chance.below(4)]
        pledges = [
            (
                f"{seat}.json",
                json.dumps(
                    {"t": "pledge", "game": saved.gid, "n": saved.n + 1, "player": seat,
                     "lock": saved.head, "pledge": pledge_of(self.keys[seat], saved.n + 1)}
                ).encode(),
            )
            for seat in seats
        ]  # fmt: skip
        match.adjudicate(pledges, lock_options=LockOptions(withheld=withheld))

    def rewind(self) -> None:
        rewind_match(self.match, self.chance.below(self.match.saved.n + 1), "a test")

    def correct(self) -> None:
        place = "/hosts/red/gold" if self.game is TOY else "/tricks/red"
        patch = [{"op": "replace", "path": place, "value": 1 + self.chance.below(9)}]
        correct_match(self.match, read_patch(json.dumps(patch).encode(), "patch.json"), "a slip")

    def replace(self) -> None:
        seat, keys = self.chance.one(SEATS), dict(self.keys)
        chain = self.mode in LATE_PLEDGES or bool(self.chance.below(2))
        n = self.match.saved.n
        line = log.Seat(n=n, join=self._join(self.match.genesis.offer, seat, n=n, chain=chain))
        try:
            replace_seat(self.match, json.dumps(line.to_json()).encode(), "seat.json")
        except (RefusedFile, Unusable):
            self.keys = keys
            raise

    # --- accidents ------------------------------------------------------------------------------

    def opened(self) -> None:
        was = self.match.saved
        self.match = Match.open(self.match.folder, GAMES, render)
        assert self.match.saved == was

    def lose_save(self) -> None:
        before = files(self.match.folder)
        (self.match.folder / "referee" / "save.json").unlink()
        self.opened()
        assert files(self.match.folder) == before

    def lose_views(self) -> None:
        before = files(self.match.folder)
        shutil.rmtree(self.match.folder / "now")
        self.opened()
        assert files(self.match.folder) == before

    def tear(self) -> None:
        before = files(self.match.folder)
        path = self.match.folder / "log.jsonl"
        with path.open("ab") as torn:
            torn.write(path.read_bytes()[: 1 + self.chance.below(60)])
        self.opened()
        assert files(self.match.folder) == before

    # --- what must hold -------------------------------------------------------------------------

    def whole(self, before: Mapping[str, bytes]) -> None:
        """The log is sound by everybody; nothing public changed but what a new line explains."""
        audited(self.match)
        after = files(self.match.folder)
        changed = {name for name in before if after.get(name) != before[name]}
        public = {name for name in (*changed, *(after.keys() - before)) if before}
        public = {name for name in public if not name.startswith("referee/")}
        grown = after["log.jsonl"][len(before.get("log.jsonl", b"")) :]
        assert after["log.jsonl"].startswith(before.get("log.jsonl", b""))
        lines = [json.loads(line) for line in grown.splitlines()]
        kinds = {line.get("kind", line["t"]) for line in lines}
        if kinds <= {"lock"}:
            assert public <= {"log.jsonl"}
        elif kinds not in ({"seat"}, {"beacon-round"}) and before:
            stays = ("orders/",) if kinds else ("now/", "orders/")
            assert not {name for name in changed if name.startswith(stays)}
