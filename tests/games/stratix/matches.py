"""Whole matches in memory: each seat is played by the built-in player, a rival or by chance.

    python -m tests.games.stratix.matches SCENARIO FIRST COUNT [SEAT=chance...]

tells how COUNT matches went, the first with the seed FIRST; who wins how often, how many rounds
they took, and how many mails each player-turn; and by seat between what percentages the share of
its victories lies (Wilson's interval of 95 percent).

    python -m tests.games.stratix.matches SCENARIO FIRST COUNT rival=NAME

tells how often the built-in player wins against others that all play as one of `rivals.RIVALS`; it
sits in each seat in turn, and each match has its number as seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.game import Ask
from adjudicator.core.referee import first_save, run
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.state import State
from tests.games import matches
from tests.games.chance import Chance, O
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import GAME, MAP_FILES
from tests.games.stratix.rivals import Seen, rival_move

__all__ = ["Duel", "Match", "duel", "plain", "played", "tell_duels"]


class _Turned(BaseException):
    """A card turns up: what it is, who writes a sheet does not know."""


class _OrderTable(matches.OrdersKept, RandomTable):
    """A table of chance that keeps the orders of each topic, up to the first card that asks."""

    def __init__(self, rules: StratixRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.orders = {}

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        if question.topic == "card":
            raise _Turned
        return super().ask(question)


class Match(matches.Match[State]):
    """A match in the making."""

    rules: StratixRules

    def said_by_chance(self, seat: str) -> Mapping[str, Any]:
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


@dataclass
class Duel(Match):
    """A match in which all seats of `by_chance` are played by a rival."""

    rival: str = "chance"

    def _orders_by_chance(self, choose: Chance) -> Mapping[str, Any]:
        """Returns the move of the rival."""
        state = self.state
        if state.phase != "move":
            return {}
        view = self.rules.view(state, state.side)
        way = rival_move(self.rival, Seen(self.rules, view, state.side, choose))
        return {} if way is None else {"move": [{"order": "move", "from": way[0], "to": way[1]}]}


def duel(scenario: str, number: int, rival: str) -> tuple[Duel, str]:
    """Plays a match of one built-in player against rivals; returns it with the player's seat."""
    rules = plain(scenario)
    seat = rules.seats[number % len(rules.seats)]
    save = run(rules, first_save(rules), {}, 1, dice=OpenedDice("00" * 32)).save
    others = frozenset(rules.seats) - {seat}
    match = Duel(rules, f"duel-{number}", others, save, rival=rival)
    while not match.save.is_over:
        match.play_opening()
    return match, seat


def tell_duels(scenario: str, numbers: Sequence[int], rival: str) -> Iterator[str]:
    """Yields how matches of the built-in player against a rival went, line by line."""
    won = 0
    for number in numbers:
        match, seat = duel(scenario, number, rival)
        result = match.state.result
        assert result is not None
        won += result.winner == seat
        yield f"{number}: player {seat}; {result.winner}, {result.reason}, round {match.state.turn}"
    yield f"won {won} of {len(numbers)} against {rival}"


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


def _played(scenario: str, seed: str, by_chance: frozenset[str]) -> Match:
    return played(plain(scenario), seed, 1000, by_chance)


def _told(words: Sequence[str]) -> Iterator[str]:
    scenario, first, count, *others = words
    rivals = [word.removeprefix("rival=") for word in others if word.startswith("rival=")]
    if rivals:
        numbers = range(int(first), int(first) + int(count))
        return tell_duels(scenario, numbers, rivals[0])
    return _told_by_seat(words)


def _told_by_seat(words: Sequence[str]) -> Iterator[str]:
    wins, rules = Counter[str | None](), plain(words[0])

    def counted(scenario: str, seed: str, by_chance: frozenset[str]) -> Match:
        match = _played(scenario, seed, by_chance)
        wins[match.state.result.winner if match.state.result else None] += 1
        return match

    yield from matches.tell(words, counted)
    for seat in rules.seats:
        low, high = matches.wilson(wins[seat], wins.total())
        yield f"{seat}: {wins[seat]} of {wins.total()}, {low:.1%} to {high:.1%}"


if __name__ == "__main__":
    for line in _told(sys.argv[1:]):
        print(line, flush=True)
