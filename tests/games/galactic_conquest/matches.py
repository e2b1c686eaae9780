"""Whole matches in memory: each seat is played by the built-in player or by chance.

    python -m tests.games.galactic_conquest.matches SCENARIO FIRST COUNT [SEAT=chance...]

tells how COUNT matches went, the first with the seed FIRST; who wins how often, how many rounds
they took, and how many mails each player-turn.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.game import Step
from adjudicator.core.referee import first_save, run
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.state import State
from tests.games import matches
from tests.games.galactic_conquest.chance import Chance, RandomTable
from tests.games.galactic_conquest.playing import GAME, MAP_FILES

__all__ = ["Match", "plain", "played"]


class _OrderTable(matches.OrdersKept, RandomTable):
    """A table of chance that keeps the orders of each topic."""

    def __init__(self, rules: GalacticConquestRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.orders = {}


class Match(matches.Match[State]):
    """A match in the making."""

    rules: GalacticConquestRules

    def said_by_chance(self, seat: str) -> Mapping[str, Any]:
        """Returns the orders of a player-turn by chance, played with other dice."""
        choose, state = Chance(f"{self.seed}/{seat}/{self.n}"), self.state
        orders: dict[str, list[Any]] = {}
        while (step := self._step_of(state)) is not None:
            table = _OrderTable(self.rules, state, choose)
            step.run(table)
            state = table.state
            for topic, given in table.orders.items():
                orders.setdefault(topic, []).extend(given)
        return {"orders": orders}

    def _step_of(self, state: State) -> Step[State] | None:
        """Returns the next step, while it is one of the seat's own turn."""
        step = self.rules.next_step(state)
        return step if step is not None and step.turn == self.save.turn else None


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


def _played(scenario: str, seed: str, by_chance: frozenset[str]) -> Match:
    return played(plain(scenario), seed, 400, by_chance)


if __name__ == "__main__":
    for line in matches.tell(sys.argv[1:], _played):
        print(line, flush=True)
