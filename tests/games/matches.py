"""Whole matches in memory: each seat is played by the built-in player or by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from typing import Any, Generic, TypeVar

from adjudicator.audit.chance import HiddenKey, OpenedDice
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Ask, Event, Rules, State
from adjudicator.core.referee import Save, run
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from tests.games.chance import O

__all__ = ["GID", "Match", "OrdersKept", "tell", "wilson"]

GID = "ab" * 32
S = TypeVar("S", bound=State)


class OrdersKept:
    """Before a table of chance: keeps the orders of each topic."""

    orders: dict[str, list[Any]]

    def next(self, question: Ask[O]) -> O | None:
        """Returns what the table returns."""
        order: O | None = super().next(question)  # type: ignore[misc]  # a table stands behind
        if order is not None:
            self.orders.setdefault(question.topic, []).append(as_written(order))
        return order


@dataclass
class Match(Generic[S]):
    """A match in the making."""

    rules: Rules[S]
    seed: str
    by_chance: frozenset[str]
    """The seats that are played by chance; all others by the built-in player."""
    save: Save
    n: int = 0
    events: list[Event] = field(default_factory=list)
    mails: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Sheets by player-turn and seat: one is enough where nobody had to be asked again."""

    @property
    def state(self) -> S:
        """The state reached."""
        state: S = state_of(self.rules.game, self.save.position)
        return state

    @property
    def mails_a_turn(self) -> tuple[int, int]:
        """All sheets that were sent, and the player-turns that they were for."""
        return self.mails.total(), len(self.mails)

    def dice(self) -> OpenedDice:
        """Returns the dice of this opening."""
        key = sha256(f"{self.seed}/{self.n}".encode()).hexdigest()
        return OpenedDice(key, HiddenKey(key, self.n))

    def said_by_chance(self, seat: str) -> Mapping[str, Any]:
        """Returns the parts of a sheet by chance: `orders`, `answers`."""
        raise NotImplementedError

    def sheet(self, seat: str) -> Sheet:
        """Returns the next sheet of a seat; a built-in player's passes the check."""
        blank = {
            "t": "orders", "game": GID, "n": self.n, "head": GID, "player": seat,
            "pledge": None, "orders": {},
        }  # fmt: skip
        if seat in self.by_chance:
            return self._read({**blank, **self.said_by_chance(seat)})
        written = written_sheet(self.rules, self.save, blank)
        assert not written.left_out, (self.seed, self.n, written.left_out)
        sheet = self._read(written.document)
        dry = dry_run(self.rules, self.save, {seat: sheet}, self.n, seat=seat)
        assert not dry.problems, (self.seed, self.n, dry.problems)
        return sheet

    def _read(self, document: Mapping[str, Any]) -> Sheet:
        sheet, problems = read_sheet(self.rules.game, document)
        assert sheet is not None, problems
        return sheet

    def play_opening(self) -> None:
        """Plays one opening with the sheets of all who are awaited."""
        self.n += 1
        seats = awaited_seats(self.save.pending)
        self.mails.update((str(self.save.turn), seat) for seat in seats)
        sheets = {seat: self.sheet(seat) for seat in seats}
        done = run(self.rules, self.save, sheets, self.n, dice=self.dice())
        self.save = done.save
        self.events += done.events
        broken = list(self.rules.check_state(done.state))
        assert not broken, (self.seed, self.n, broken)


def tell(words: Sequence[str], played: Callable[..., Match[Any]]) -> Iterable[str]:
    """Yields how matches went, line by line: SCENARIO FIRST COUNT [SEAT=chance...]."""
    scenario, first, count, *others = words
    by_chance = frozenset(word.partition("=")[0] for word in others)
    wins, rounds, mails, turns = Counter[str](), list[int](), 0, 0
    for number in range(int(first), int(first) + int(count)):
        match = played(scenario, f"match-{number}", by_chance)
        state = match.state
        how = f"{state.result.winner}, {state.result.reason}" if state.result else "nobody"
        wins[how] += 1
        rounds.append(state.turn)
        sent, of = match.mails_a_turn
        mails, turns = mails + sent, turns + of
        yield f"{number}: {how} in round {state.turn}; {match.n} openings"
    for how, often in wins.most_common():
        yield f"{often} x {how}"
    yield f"rounds: {sum(rounds) / len(rounds):.1f} on average, {max(rounds)} at most"
    yield f"mails: {mails / turns:.3f} each player-turn"


def wilson(count: int, of: int) -> tuple[float, float]:
    """Returns the interval of 95 percent for a share of which so many were counted. (Wilson)"""
    z, share = 1.96, count / of
    middle = share + z * z / (2 * of)
    spread = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
    return max(low, 0.0), min(high, 1.0)
