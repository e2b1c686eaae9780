"""Whole matches in memory: each seat is played by the built-in player or by chance.

    python -m tests.games.fortress_america.matches SCENARIO[@2012] FROM TO [SEAT=chance...]

tells how the matches with the seeds from FROM to TO went, who wins how often, and in which interval
of 95 percent (Wilson's) the share of his victories lies.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from adjudicator.audit.chance import HiddenKey, OpenedDice
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Event
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_2012,
    FortressAmerica,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.state import State
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import GAME, GID, MAP_FILES
from tests.games.matches import wilson


@dataclass
class Match:
    """A match in the making."""

    rules: FortressAmericaRules
    seed: str
    by_chance: frozenset[str]
    """The seats that are played by chance; all others by the built-in player."""
    save: Save
    n: int = 0
    mails: Counter[str] = field(default_factory=Counter)
    """Openings by player-turn: one is enough where nobody had to be asked again."""
    cities: list[int] = field(default_factory=list)
    """Captured cities at the end of each turn."""
    not_entered: list[str] = field(default_factory=list)
    """Player-turns in which a city was won and not entered, with the city."""
    won: int = 0
    """How many cities were won."""

    @property
    def state(self) -> State:
        """The state reached."""
        return State.model_validate_json(canonical(self.save.position))

    def dice(self) -> OpenedDice:
        key = sha256(f"{self.seed}/{self.n}".encode()).hexdigest()
        return OpenedDice(key, HiddenKey(key, self.n))

    def sheet(self, seat: str) -> Sheet:
        """Returns the next sheet of a seat; a built-in player's passes the check."""
        blank = {
            "t": "orders", "game": GID, "n": self.n, "head": GID, "player": seat,
            "pledge": None, "orders": {},
        }  # fmt: skip
        if seat in self.by_chance:
            # Its orders are those of a player-turn by chance with other dice.
            choose = Chance(f"{self.seed}/{seat}/{self.n}")
            table = RandomTable(self.rules, self.state, choose).play_turn()
            return read(blank | {"orders": table.orders_of(seat)}, self.rules)
        written = written_sheet(self.rules, self.save, blank)
        assert not written.left_out, (self.seed, self.n, written.left_out)
        sheet = read(written.document, self.rules)
        dry = dry_run(self.rules, self.save, {seat: sheet}, self.n, seat=seat)
        assert not dry.problems, (self.seed, self.n, dry.problems)
        return sheet

    def play_opening(self) -> None:
        """Plays one opening with the sheets of all who are awaited."""
        self.n += 1
        self.mails[str(self.save.turn)] += 1
        turn = self.state.turn
        sheets = {seat: self.sheet(seat) for seat in awaited_seats(self.save.pending)}
        before = self.state
        done = run(self.rules, self.save, sheets, self.n, dice=self.dice())
        self.save, state = done.save, done.state
        self._look_into_cities(done.events)
        self.rules.report(before, done.events, state)
        broken = list(self.rules.check_state(state))
        assert not broken, (self.seed, self.n, broken)
        if state.turn > turn or self.save.is_over:
            self.cities.append(self.rules.book.captured_cities(state))

    def _look_into_cities(self, events: Sequence[Event]) -> None:
        """Notes the cities that a built-in player won and did not enter.

        There always is somebody who could: bombers alone win nothing.
        """
        book = self.rules.book
        won: dict[str, str] = {}
        for event in events:
            match event:
                case e.BattleEnded(outcome="won") if book.is_city(event.area):
                    if book.seat_of(event.attacker) not in self.by_chance:
                        won[event.area] = event.attacker
                        self.won += 1
                case e.UnitsMoved(action="invasion"):
                    for move in event.moves:
                        won.pop(move.path[-1], None)
                case e.ActionBegun(action="supply" | "capture"):
                    self.not_entered += [f"{self.seed}/{self.n}/{area}" for area in won]
                    won = {}
                case _:
                    pass


def read(document: Mapping[str, Any], rules: FortressAmericaRules) -> Sheet:
    sheet, problems = read_sheet(rules.game, document)
    assert sheet is not None, problems
    return sheet


def plain(scenario: str, *, game: FortressAmerica = GAME, **options: Any) -> FortressAmericaRules:
    """Returns the rules of a shipped scenario, without a check after every event."""
    found = find_scenario(game, scenario).scenario
    return game.open(with_options(game, found, options), MAP_FILES)


def played(
    rules: FortressAmericaRules, seed: str, turns: int, by_chance: frozenset[str] = frozenset()
) -> Match:
    """Plays a match by mail to its end, or to the end of a turn."""
    save = run(rules, first_save(rules), {}, 1, dice=OpenedDice("00" * 32)).save
    match = Match(rules, seed, by_chance, save)
    while not match.save.is_over and match.state.turn <= turns:
        match.play_opening()
    return match


def main() -> None:
    """Plays matches and prints how they went."""
    name, first, last, *others = sys.argv[1:]
    scenario, _, edition = name.partition("@")
    game = FORTRESS_AMERICA_2012 if edition == "2012" else GAME
    by_chance = frozenset(word.partition("=")[0] for word in others)
    how, wins, won, missed = Counter[str](), Counter[str](), 0, 0
    for number in range(int(first), int(last)):
        match = played(plain(scenario, game=game), f"match-{number}", 60, by_chance)
        result, turn = match.state.result, match.state.turn
        seats = () if result is None else (result.winners or (result.winner or "nobody",))
        ended = f"{' and '.join(seats)}, {result.reason}" if result else "nobody"
        how[ended] += 1
        wins.update(seats)
        won, missed = won + match.won, missed + len(match.not_entered)
        print(f"{number}: {ended} in turn {turn}; {match.n} openings; cities {match.cities}; "
              f"{match.won} won, {len(match.not_entered)} not entered", flush=True)  # fmt: skip
    for ended, count in how.most_common():
        print(f"{count} x {ended}")
    for seat, count in wins.most_common():
        low, high = wilson(count, how.total())
        print(f"{seat}: {count} of {how.total()}, {low:.0%} to {high:.0%}")
    print(f"{won} cities won, {missed} of them not entered")


if __name__ == "__main__":
    main()
