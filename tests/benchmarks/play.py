"""Random play, and the position of a large turn: python -m tests.benchmarks.play [TURNS]

Everything is decided by chance, straight through the rules: every order is one that the rules'
own questions offer.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from time import process_time  # noqa: TID251 - a benchmark measures time
from typing import Any, NamedTuple

from adjudicator.core.game import Ask, Scenario
from adjudicator.core.values import canonical
from adjudicator.documents.maps import map_files_of
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.state import Start, State
from tests.games.fortress_america.chance import Chance, O, RandomTable

__all__ = ["LargeTurn", "LeanTable", "Played", "large_turn", "ready_rules", "walk"]


class LeanTable(RandomTable):
    """A table that takes what chance gives it, judges nothing twice, and keeps the orders."""

    def __init__(
        self, rules: FortressAmericaRules, state: State, choose: Chance, *, tries: int = 1
    ) -> None:
        super().__init__(rules, state, choose)
        self._tries = tries
        self.answers = 0

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        self.answers += 1
        if question.options is not None:
            return self._choose(list(question.options()))
        return self._sampled(question)

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order, or None after as many tries as it has."""
        assert question.sample is not None, question.label
        queue = self._queue(question)
        for _ in range(self._tries):
            order = question.sample(self._choose)
            if order is not None:
                self.answers += 1
                queue.append(order)
                return order
        return None


class Played(NamedTuple):
    """How much was played."""

    moves: int
    """Orders and answers taken."""
    player_turns: int
    state: State


def ready_rules() -> FortressAmericaRules:
    """Returns the rules of a match that begins with all units set up."""
    scenario = find_scenario(GAME, "ready").scenario
    return GAME.open(scenario, map_files_of(GAME, scenario))


def walk(rules: FortressAmericaRules, seed: str, turns: int) -> Played:
    """Plays by chance to the end of turn `turns` at most."""
    choose, state, moves, seen = Chance(seed), rules.start, 0, dict[str, None]()
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = LeanTable(rules, state, choose)
        step.run(table)
        state, moves = table.state, moves + table.answers
        seen[step.turn] = None
    return Played(moves, len(seen), state)


# -- a large turn ---------------------------------------------------------------------------------


class LargeTurn(NamedTuple):
    """A player-turn of the USA late in a match, with its orders."""

    scenario: Scenario
    orders: dict[str, list[Any]]

    @property
    def size(self) -> int:
        """How many orders there are."""
        return sum(map(len, self.orders.values()))


def large_turn(orders: int = 150) -> LargeTurn:
    """Returns a player-turn late in a match with about so many orders; the seed is a busy one."""
    return _large("a", 14, orders)


def _large(seed: str, turn: int, most: int) -> LargeTurn:
    rules = ready_rules()
    choose, state = Chance(seed), rules.start
    step = rules.next_step(state)
    while step is not None and (state.turn < turn or state.side != "usa"):
        table = LeanTable(rules, state, choose, tries=3)
        step.run(table)
        state, step = table.state, rules.next_step(table.state)
    orders = LeanTable(rules, state, Chance("draft"), tries=40).play_turn().orders_of("usa")
    start = {name: value for name, value in state.to_json().items() if name in Start.model_fields}
    scenario = {**find_scenario(GAME, "ready").scenario.to_json(), "start": start}
    return LargeTurn(Scenario.model_validate_json(canonical(scenario)), _split(orders, most))


def _split(orders: Mapping[str, list[Any]], most: int) -> dict[str, list[Any]]:
    """Returns the orders as JSON; moves of several units become moves of one, up to `most`."""
    room = most - sum(map(len, orders.values()))
    split: dict[str, list[Any]] = {}
    for topic, listed in orders.items():
        split[topic] = []
        for written in listed:
            parts = written["count"] if written["order"] == "move" else 1
            if 1 < parts <= room + 1:
                room -= parts - 1
                split[topic] += [{**written, "count": 1}] * parts
            else:
                split[topic].append(written)
    return split


def measure(turns: int) -> tuple[Played, float]:
    """Returns how much was played, and the seconds of CPU that it took."""
    rules = ready_rules()
    walk(rules, "warm", 1)
    began = process_time()
    played = walk(rules, "moves", turns)
    return played, process_time() - began


def main(turns: int) -> None:
    """Prints the moves per second of random play."""
    played, seconds = measure(turns)
    print(
        f"random play: {played.moves} moves in {played.player_turns} player-turns, "
        f"{played.moves / seconds:.0f} moves a second"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
