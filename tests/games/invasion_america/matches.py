"""Whole matches in memory: each seat is played by the built-in player or by chance.

    python -m tests.games.invasion_america.matches SCENARIO FIRST COUNT [SEAT=chance...]

tells how COUNT matches went, the first with the seed FIRST: who wins how often and with how many
points, what was fought and lost, how many mails each player-turn.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from adjudicator.core.dice import OpenedDice
from adjudicator.core.referee import first_save, run
from adjudicator.files.written.scenarios import find_scenario, with_options
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_events import AttackMade
from adjudicator.games.invasion_america.events import HexesTaken, UnitEliminated
from adjudicator.games.invasion_america.state import State, side_of
from tests.games import matches
from tests.games.invasion_america.chance import Chance
from tests.games.invasion_america.playing import GAME, MAP_FILES
from tests.games.invasion_america.suspended import by_chance

__all__ = ["Match", "opened_match", "plain", "played"]


class Match(matches.Match[State]):
    """A match in the making."""

    rules: InvasionAmericaRules

    def said_by_chance(self, seat: str) -> Mapping[str, Any]:
        """Returns the orders of a player-turn by chance.

        They were made with other dice than those that fall then, so that orders behind a die may
        fail.
        """
        written = by_chance(self.rules, self.state, Chance(f"{self.seed}/{self.n}"))
        assert written.seat == seat
        return {"orders": written.orders}

    def told(self) -> str:
        """Returns who won with how many points, what was fought, taken and lost."""
        result, lost = self.state.result, Counter[str]()
        for event in self.events:
            if isinstance(event, UnitEliminated):
                lost[side_of(event.unit)] += 1
        attacks = [event for event in self.events if isinstance(event, AttackMade)]
        landings = sum(event.assault is not None for event in attacks)
        taken = sum(isinstance(event, HexesTaken) for event in self.events)
        points = "" if result is None else f" {dict(result.points)}"
        return (
            f"{len(attacks)} attacks, {landings} of them assaults; {taken} times hexes were taken; "
            f"lost {dict(sorted(lost.items()))};{points}"
        )


def plain(scenario: str, **options: Any) -> InvasionAmericaRules:
    """Returns the rules of a shipped scenario, without a check after every event."""
    found = find_scenario(GAME, scenario).scenario
    return GAME.open(with_options(GAME, found, options), MAP_FILES)


def opened_match(
    rules: InvasionAmericaRules, seed: str, by_chance: frozenset[str] = frozenset()
) -> Match:
    """Returns a match that is to be played."""
    save = run(rules, first_save(rules), {}, 1, dice=OpenedDice("00" * 32)).save
    return Match(rules, seed, by_chance, save)


def played(
    rules: InvasionAmericaRules, seed: str, turns: int, by_chance: frozenset[str] = frozenset()
) -> Match:
    """Plays a match by mail to its end, or to the end of a game-turn."""
    match = opened_match(rules, seed, by_chance)
    while not match.save.is_over and match.state.turn <= turns:
        match.play_opening()
    return match


def _played(scenario: str, seed: str, by_chance: frozenset[str]) -> Match:
    match = played(plain(scenario), seed, 60, by_chance)
    print(match.told())
    return match


if __name__ == "__main__":
    for line in matches.tell(sys.argv[1:], _played):
        print(line, flush=True)
