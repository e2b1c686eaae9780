"""Random matches of Galactic Conquest in process: python -m tests.benchmarks.galactic [MATCHES]

Everything is decided by chance, straight through the rules: every order is one that the rules'
own questions offer. Matches of two, three, four and five seats are played to their end.
"""

from __future__ import annotations

import sys
from time import process_time  # noqa: TID251 - a benchmark measures time
from typing import NamedTuple

from adjudicator.documents.maps import map_files_of
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST as GAME
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.state import State
from tests.games.galactic_conquest.chance import Chance, LeanTable

__all__ = ["LEAST", "SCENARIOS", "Played", "measure", "played", "rules_of"]

SCENARIOS = ("two", "three", "four", "five")
LEAST = 21_000
"""Moves a second that a lean toy of this kind of game makes on this kind of machine."""


class Played(NamedTuple):
    """How much was played."""

    moves: int
    """Orders and answers taken."""
    player_turns: int
    state: State


def rules_of(scenario: str) -> GalacticConquestRules:
    """Returns the rules of a shipped scenario."""
    found = find_scenario(GAME, scenario).scenario
    return GAME.open(found, map_files_of(GAME, found))


def played(rules: GalacticConquestRules, seed: str, turns: int = 10_000) -> Played:
    """Plays a match by chance to its end, or to the end of turn `turns`."""
    choose, state, moves, seen = Chance(seed), rules.start, 0, dict[str, None]()
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = LeanTable(rules, state, choose)
        step.run(table)
        state, moves = table.state, moves + table.answers
        seen[step.turn] = None
    return Played(moves, len(seen), state)


def measure(matches: int, rounds: int = 10_000) -> dict[str, tuple[list[Played], float]]:
    """Returns by scenario what was played, and the seconds of CPU that it took."""
    found = {}
    for scenario in SCENARIOS:
        rules = rules_of(scenario)
        played(rules, "warm", min(rounds, 3))
        began = process_time()
        matched = [played(rules, f"match-{number}", rounds) for number in range(matches)]
        found[scenario] = matched, process_time() - began
    return found


def main(matches: int) -> None:
    """Prints the moves per second of random matches."""
    total, spent = 0, 0.0
    for scenario, (found, seconds) in measure(matches).items():
        moves = sum(one.moves for one in found)
        ended = sum(one.state.result is not None for one in found)
        rounds = sum(one.state.turn for one in found) / matches
        print(
            f"{scenario}: {ended} of {matches} matches ended, {rounds:.0f} rounds on average, "
            f"{moves} moves, {moves / seconds:.0f} moves a second"
        )
        total, spent = total + moves, spent + seconds
    print(f"random matches: {total} moves, {total / spent:.0f} moves a second, at least {LEAST}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
