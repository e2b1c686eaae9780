"""Random matches to their end: invariants, troops conserved, planets dealt evenly."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator.core.game import Event
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from tests.games.galactic_conquest.chance import Chance, RandomTable, random_match
from tests.games.galactic_conquest.playing import opened

SCENARIOS = ("two", "three", "four", "five", "claimed")


def _changed_by(events: Sequence[Event]) -> int:
    """Returns how many troops events brought, less those that fell."""
    change = 0
    for event in events:
        match event:
            case e.PlanetsDealt():
                change += sum(event.troops.values())
            case e.PlanetClaimed():
                change += 1
            case e.TroopsPlaced():
                change += event.count
            case e.BattleFought():
                change -= event.attackers_lost + event.defenders_lost
            case _:
                pass
    return change


@pytest.mark.parametrize("name", SCENARIOS)
def test_random_matches_end_and_conserve_troops(name: str, request: pytest.FixtureRequest) -> None:
    """Every match ends with one seat alone; troops are those placed less those that fell."""
    rules = opened(name)
    for number in range(max(1, request.config.getoption("--matches") // 40)):
        state, events = random_match(rules, f"{name}-{number}", turns=3000)
        assert state.result is not None
        assert state.result.reason == "last-with-troops"
        assert {*state.owners.values()} - {NEUTRAL} == {state.result.winner}
        assert sum(state.troops.values()) == _changed_by(events)


def _set_up(rules: GalacticConquestRules, seed: str) -> State:
    """Returns the state in which the first turn begins."""
    choose, state = Chance(seed), rules.start
    while (step := rules.next_step(state)) is not None and state.phase in ("deal", "set-up"):
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state
    return state


@pytest.mark.parametrize("name", SCENARIOS)
def test_planets_are_dealt_as_evenly_as_possible(name: str) -> None:
    """Ruling 21: who is dealt a planet fewer gets a troop more."""
    rules = opened(name)
    for seed in range(5):
        state = _set_up(rules, f"{name}-{seed}")
        held = {seat: [*state.owners.values()].count(seat) for seat in state.order}
        most = max(held.values())
        assert min(held.values()) >= most - 1
        for seat in state.order:
            more = 0 if name == "claimed" else most - held[seat]
            troops = sum(state.troops[p] for p, owner in state.owners.items() if owner == seat)
            assert troops == rules.book.starting_troops + more
