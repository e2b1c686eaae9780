"""Whole matches in memory: each seat is played by the built-in player or by chance.

    python -m tests.games.galactic_conquest.matches SCENARIO FIRST COUNT [SEAT=chance...]

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
from adjudicator.core.game import Ask, Step
from adjudicator.core.referee import Save, dry_run, first_save, run
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.core.values import canonical
from adjudicator.files.written.scenarios import find_scenario, with_options
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.state import State
from tests.games.galactic_conquest.chance import Chance, O, RandomTable
from tests.games.galactic_conquest.playing import GAME, GID, MAP_FILES

__all__ = ["Match", "plain", "played"]


class _OrderTable(RandomTable):
    """A table of chance that keeps the orders of each topic."""

    def __init__(self, rules: GalacticConquestRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.orders: dict[str, list[Any]] = {}

    def next(self, question: Ask[O]) -> O | None:
        order = super().next(question)
        if order is not None:
            self.orders.setdefault(question.topic, []).append(as_written(order))
        return order


@dataclass
class Match:
    """A match in the making."""

    rules: GalacticConquestRules
    seed: str
    by_chance: frozenset[str]
    """The seats that are played by chance; all others by the built-in player."""
    save: Save
    n: int = 0
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
            return read(blank | {"orders": self._orders_by_chance(seat)})
        written = written_sheet(self.rules, self.save, blank)
        assert not written.left_out, (self.seed, self.n, written.left_out)
        sheet = read(written.document)
        dry = dry_run(self.rules, self.save, {seat: sheet}, self.n, seat=seat)
        assert not dry.problems, (self.seed, self.n, dry.problems)
        return sheet

    def _orders_by_chance(self, seat: str) -> Mapping[str, Any]:
        """Returns the orders of a player-turn by chance, played with other dice."""
        choose, state = Chance(f"{self.seed}/{seat}/{self.n}"), self.state
        orders: dict[str, list[Any]] = {}
        while (step := self._step_of(state, seat)) is not None:
            table = _OrderTable(self.rules, state, choose)
            step.run(table)
            state = table.state
            for topic, given in table.orders.items():
                orders.setdefault(topic, []).extend(given)
        return orders

    def _step_of(self, state: State, seat: str) -> Step[State] | None:
        """Returns the next step, while it is one of the seat's own turn."""
        step = self.rules.next_step(state)
        return step if step is not None and step.turn == self.save.turn else None

    def play_opening(self) -> None:
        """Plays one opening with the sheets of all who are awaited."""
        self.n += 1
        seats = awaited_seats(self.save.pending)
        self.mails.update((str(self.save.turn), seat) for seat in seats)
        sheets = {seat: self.sheet(seat) for seat in seats}
        self.save = run(self.rules, self.save, sheets, self.n, dice=self.dice()).save
        broken = list(self.rules.check_state(self.state))
        assert not broken, (self.seed, self.n, broken)


def read(document: Mapping[str, Any]) -> Sheet:
    """Returns a sheet that was understood."""
    sheet, problems = read_sheet(GAME, document)
    assert sheet is not None, problems
    return sheet


def plain(scenario: str, **options: Any) -> GalacticConquestRules:
    """Returns the rules of a shipped scenario, without a check after every event."""
    found = find_scenario(GAME, scenario).scenario
    return GAME.open(with_options(GAME, found, options), MAP_FILES)


def played(
    rules: GalacticConquestRules, seed: str, rounds: int, by_chance: frozenset[str] = frozenset()
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
        match = played(plain(scenario), f"match-{number}", 400, by_chance)
        state = match.state
        how = f"{state.result.winner}, {state.result.reason}" if state.result else "nobody"
        wins[how] += 1
        rounds.append(state.turn)
        sent, of = match.mails_a_turn
        mails, turns = mails + sent, turns + of
        print(f"{number}: {how} in round {state.turn}; {match.n} openings")
    for how, often in wins.most_common():
        print(f"{often} x {how}")
    print(f"rounds: {sum(rounds) / len(rounds):.1f} on average, {max(rounds)} at most")
    print(f"mails: {mails / turns:.3f} each player-turn")


if __name__ == "__main__":
    main()
