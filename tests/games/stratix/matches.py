"""Whole matches in memory: each seat is played by the built-in player or by chance.

    python -m tests.games.stratix.matches SCENARIO FIRST COUNT [SEAT=chance...]

tells how COUNT matches went, the first with the seed FIRST; who wins how often, how many rounds
they took, and how many mails each player-turn.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from adjudicator.core.decks import HiddenKey
from adjudicator.core.dice import OpenedDice
from adjudicator.core.game import Ask, Event
from adjudicator.core.referee import Save, dry_run, first_save, run
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.core.values import canonical
from adjudicator.files.written.scenarios import find_scenario, with_options
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance, O
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import GAME, GID, MAP_FILES

__all__ = ["Match", "plain", "played"]


class _Turned(BaseException):
    """A card turns up: what it is, who writes a sheet does not know."""


class _OrderTable(RandomTable):
    """A table of chance that keeps the orders of each topic, up to the first card."""

    def __init__(self, rules: StratixRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.orders: dict[str, list[Any]] = {}

    def next(self, question: Ask[O]) -> O | None:
        order = super().next(question)
        if order is not None:
            self.orders.setdefault(question.topic, []).append(as_written(order))
        return order

    def ask(self, question: Ask[O]) -> O:
        if question.topic == "card":
            raise _Turned
        return super().ask(question)


@dataclass
class Match:
    """A match in the making."""

    rules: StratixRules
    seed: str
    by_chance: frozenset[str]
    """The seats that are played by chance; all others by the built-in player."""
    save: Save
    n: int = 0
    events: list[Event] = field(default_factory=list)
    mails: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Sheets by player-turn and seat: one is enough where nobody had to be asked again."""

    @property
    def state(self) -> State:
        """The state reached."""
        return State.model_validate_json(canonical(self.save.position))

    @property
    def mails_a_turn(self) -> tuple[int, int]:
        """All sheets that were sent, and the player-turns that they were for."""
        return self.mails.total(), len(self.mails)

    def dice(self) -> OpenedDice:
        """Returns the dice of this opening."""
        key = sha256(f"{self.seed}/{self.n}".encode()).hexdigest()
        return OpenedDice(key, HiddenKey(key, self.n))

    def sheet(self, seat: str) -> Sheet:
        """Returns the next sheet of a seat; a built-in player's passes the check."""
        blank = {
            "t": "orders", "game": GID, "n": self.n, "head": GID, "player": seat,
            "pledge": None, "orders": {},
        }  # fmt: skip
        if seat in self.by_chance:
            return read(blank | self._said_by_chance(seat))
        written = written_sheet(self.rules, self.save, blank)
        assert not written.left_out, (self.seed, self.n, written.left_out)
        sheet = read(written.document)
        dry = dry_run(self.rules, self.save, {seat: sheet}, self.n, seat=seat)
        assert not dry.problems, (self.seed, self.n, dry.problems)
        return sheet

    def _said_by_chance(self, seat: str) -> dict[str, Any]:
        """Returns what a sheet says by chance: answers to what is asked, or orders of a turn."""
        choose = Chance(f"{self.seed}/{seat}/{self.n}")
        asked = [one for one in self.save.pending if one.seat == seat and one.topic != "orders"]
        if not asked:
            return {"orders": self._orders_by_chance(choose)}
        assert all(one.options for one in asked), asked
        return {"answers": {one.label: choose(one.options or ()) for one in asked}}

    def _orders_by_chance(self, choose: Chance) -> Mapping[str, Any]:
        """Returns the orders of a turn by chance, up to the first card that asks something."""
        state = self.state
        step = self.rules.next_step(state)
        if step is None or state.phase != "move":
            return {}
        table = _OrderTable(self.rules, state, choose)
        try:
            step.run(table)
        except _Turned:
            return table.orders
        return table.orders

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


def read(document: Mapping[str, Any]) -> Sheet:
    """Returns a sheet that was understood."""
    sheet, problems = read_sheet(GAME, document)
    assert sheet is not None, problems
    return sheet


def plain(scenario: str, **options: Any) -> StratixRules:
    """Returns the rules of a shipped scenario, without a check after every event."""
    found = find_scenario(GAME, scenario).scenario
    return GAME.open(with_options(GAME, found, options), MAP_FILES)


def played(
    rules: StratixRules, seed: str, rounds: int, by_chance: frozenset[str] = frozenset()
) -> Match:
    """Plays a match by mail to its end, or to the end of a round."""
    save = run(rules, first_save(rules), {}, 1, dice=OpenedDice("00" * 32)).save
    match = Match(rules, seed, by_chance, save)
    while not match.save.is_over and match.state.turn <= rounds:
        match.play_opening()
    return match


def main() -> None:
    """Plays matches and prints how they went."""
    scenario, first, count, *others = sys.argv[1:]
    by_chance = frozenset(word.partition("=")[0] for word in others)
    wins, rounds, mails, turns = Counter[str](), list[int](), 0, 0
    for number in range(int(first), int(first) + int(count)):
        match = played(plain(scenario), f"match-{number}", 1000, by_chance)
        state = match.state
        how = f"{state.result.winner}, {state.result.reason}" if state.result else "nobody"
        wins[how] += 1
        rounds.append(state.turn)
        sent, of = match.mails_a_turn
        mails, turns = mails + sent, turns + of
        print(f"{number}: {how} in round {state.turn}; {match.n} openings", flush=True)
    for how, often in wins.most_common():
        print(f"{often} x {how}")
    print(f"rounds: {sum(rounds) / len(rounds):.1f} on average, {max(rounds)} at most")
    print(f"mails: {mails / turns:.3f} each player-turn")


if __name__ == "__main__":
    main()
