"""Whole matches in memory: each seat is played by the built-in player or by chance.

    python -m tests.games.invasion_america.matches SCENARIO FROM TO [SEAT=chance...]

tells how the matches with the seeds from FROM up to, without, TO went: what was fought and lost,
who won with how many points; then for each seat how often it won, in which interval of 95 percent
(Wilson's) the share of its victories lies, and how many points it had on average.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.referee import first_save, run
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_events import AttackMade
from adjudicator.games.invasion_america.events import HexesTaken, UnitEliminated
from adjudicator.games.invasion_america.state import State, side_of
from tests.games import matches
from tests.games.invasion_america.chance import Chance
from tests.games.invasion_america.playing import GAME, MAP_FILES
from tests.games.invasion_america.suspended import by_chance
from tests.games.matches import wilson

__all__ = ["Match", "opened_match", "plain", "played", "told", "wilson"]


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


def told(
    scenario: str, seeds: Iterable[int], by_chance: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yields how matches went, line by line; at the end, seat by seat, who won how often."""
    rules = plain(scenario)
    wins, points, count, mails, turns = Counter[str](), Counter[str](), 0, 0, 0
    for seed in seeds:
        match = played(rules, f"match-{seed}", 60, by_chance)
        result = match.state.result
        assert result is not None
        count += 1
        wins[result.winner or "nobody"] += 1
        for side, held in result.points.items():
            points[rules.book.seat_of(side)] += held
        sent, of = match.mails_a_turn
        mails, turns = mails + sent, turns + of
        how = f"{result.winner or 'nobody'}, {result.reason} in turn {match.state.turn}"
        yield f"{seed}: {how}; {match.told()}"
    for seat in (*rules.book.seats, *(["nobody"] if wins["nobody"] else [])):
        low, high = wilson(wins[seat], count)
        sides = ", ".join(rules.book.sides_of(seat)) or "draw"
        yield (
            f"{seat} ({sides}): won {wins[seat]} of {count}, {low:.0%} to {high:.0%}; "
            f"{points[seat] / count:.0f} points on average"
        )
    yield f"mails: {mails / turns:.3f} each player-turn"


if __name__ == "__main__":
    name, first, last, *others = sys.argv[1:]
    chance = frozenset(word.partition("=")[0] for word in others)
    for line in told(name, range(int(first), int(last)), chance):
        print(line, flush=True)
