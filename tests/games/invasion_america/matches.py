"""Whole matches in memory, played by chance through the referee.

    python -m tests.games.invasion_america.matches SCENARIO FIRST COUNT [TURNS]

tells how COUNT matches went, the first with the seed FIRST: who wins how often, how many orders and
openings they took. Every sheet passes the check; it was made with other dice than those that fall
then, so that orders behind a die may fail.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from adjudicator.core.dice import OpenedDice
from adjudicator.core.game import Event
from adjudicator.core.referee import Save, dry_run, first_save, run
from adjudicator.files.written.scenarios import find_scenario
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.state import State
from tests.games.invasion_america.chance import Chance
from tests.games.invasion_america.playing import GAME, MAP_FILES, sheet
from tests.games.invasion_america.suspended import by_chance, position_of

__all__ = ["Match", "plain", "played"]


@dataclass
class Match:
    """A match in the making."""

    rules: InvasionAmericaRules
    seed: str
    save: Save
    n: int = 0
    orders: int = 0
    events: list[Event] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The state reached."""
        return position_of(self.save)

    def dice(self) -> OpenedDice:
        """Returns the dice of this opening."""
        return OpenedDice(sha256(f"{self.seed}/{self.n}".encode()).hexdigest())

    def play_opening(self) -> None:
        """Plays one opening with the sheet of the seat that is awaited."""
        self.n += 1
        written = by_chance(self.rules, self.state, Chance(f"{self.seed}/{self.n}"))
        seat = written.seat
        sheets = {seat: sheet(seat, orders=written.orders)}
        dry = dry_run(self.rules, self.save, sheets, 1, seat=seat)
        assert not dry.problems, (self.seed, self.n, dry.problems)
        done = run(self.rules, self.save, sheets, 1, dice=self.dice())
        self.save = done.save
        self.events += done.events
        self.orders += sum(map(len, written.orders.values()))
        broken = list(self.rules.check_state(self.state))
        assert not broken, (self.seed, self.n, broken)


def plain(scenario: str) -> InvasionAmericaRules:
    """Returns the rules of a shipped scenario, without a check after every event."""
    return GAME.open(find_scenario(GAME, scenario).scenario, MAP_FILES)


def played(rules: InvasionAmericaRules, seed: str, turns: int) -> Match:
    """Plays a match by mail to its end, or to the end of a game-turn."""
    match = Match(rules, seed, first_save(rules))
    while not match.save.is_over and match.state.turn <= turns:
        match.play_opening()
    return match


def main() -> None:
    """Plays matches and prints how they went."""
    scenario, first, count, *turns = sys.argv[1:]
    wins, orders = Counter[str](), 0
    for number in range(int(first), int(first) + int(count)):
        match = played(plain(scenario), f"match-{number}", int(turns[0]) if turns else 60)
        result, orders = match.state.result, orders + match.orders
        how = f"{result.winner}, {result.reason}" if result else "nobody"
        wins[how] += 1
        told = Counter(type(event).__name__ for event in match.events)
        print(f"{number}: {how} in turn {match.state.turn}; {match.n} openings; {dict(told)}")
    for how, often in wins.most_common():
        print(f"{often} x {how}")
    print(f"{orders} orders")


if __name__ == "__main__":
    main()
