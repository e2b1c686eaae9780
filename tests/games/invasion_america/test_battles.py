"""Random battles with attacks of every kind, under what must be true of every one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar, cast

from adjudicator.core.game import Ask, Event, Order
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.combat_events import (
    AttackMade,
    AttackResolved,
    UnitsAdvanced,
    UnitsDisplaced,
    UnitsRetreated,
)
from adjudicator.games.invasion_america.events import UnitEliminated
from adjudicator.games.invasion_america.results_table import meaning_of
from adjudicator.games.invasion_america.rules.combat import assaults_due, combat_phase
from adjudicator.games.invasion_america.state import State, type_of
from tests.games.invasion_america.chance import Chance, RandomTable
from tests.games.invasion_america.plain_combat import BASE, clashes, column, distance, near
from tests.games.invasion_america.test_plain_combat import attack_by_chance

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type

BATTLES = 60


class Battle(RandomTable):
    """Attacks wherever chance finds a way, on one hex or two."""

    def __init__(self, state: State, choose: Chance) -> None:
        super().__init__(BASE, state, choose)
        self._find = choose
        self.moments: list[State] = []
        """The state before each event."""

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal attack, none if a few tries find none."""
        for _ in range(6):
            found = attack_by_chance(self.state, self._find)
            if found is None:
                return None
            units, hexes = found
            order = o.Attack(
                order="attack",
                units=units,
                hexes=hexes,
                at_least=self._find((None, None, "1-2")),
                advance=self._find((None, (o.AdvanceTo(units=units, to="end"),))),
                lose=self._find(((), units[:1])),
            )
            if not any(question.check(cast(O, order))):
                return cast(O, order)
        return None

    def record(self, event: Event) -> None:
        """Keeps the state before the event; the counters of the position are any."""
        self.moments.append(self.state)
        self.state = InvasionAmericaRules.evolve(BASE, self.state, event)
        self.events.append(event)


def losses_of(events: Sequence[Event]) -> list[str]:
    """Returns who was lost by the result; lone rail units may perish beside those who retreat."""
    lost = [event for event in events if isinstance(event, UnitEliminated)]
    return [event.unit for event in lost if event.reason != "overrun"]


def check_attack(moments: Sequence[State], events: Sequence[Event]) -> Counter[str]:
    """Holds one attack, and all that follows from it, against the book."""
    made = events[0]
    assert isinstance(made, AttackMade)
    seen: Counter[str] = Counter()
    lost = losses_of(events)
    fighting = {*made.units, *made.defenders}
    retreated: list[str] = []
    for before, event in zip(moments, events, strict=True):
        if isinstance(event, UnitsRetreated):
            path, units = event.path, event.units
            assert not {*units} & {*retreated}, "nobody retreats twice"
            retreated += units
            assert {*units} <= fighting
            assert all(before.units[name].at == path[0] for name in units)
            for step, number in enumerate(path):
                assert distance(path[0], number) == step
            if len(path) <= event.obliged:
                assert {*units} <= {*lost}, "who cannot go far enough dies"
            seen["retreats"] += 1
        elif isinstance(event, UnitsDisplaced):
            assert event.to in near(event.origin)
            assert not losses_of([e for e in events if isinstance(e, UnitEliminated)
                                  and e.unit in event.units and e.reason == "retreat"
                                  and e.unit not in fighting])  # fmt: skip
            seen["displaced"] += 1
        elif isinstance(event, UnitsAdvanced):
            assert {*event.units} <= fighting
            assert not {*event.units} & {*retreated}
            if len(event.path) > 1:
                landed = event.path[0] in made.hexes and made.assault is not None
                assert landed or event.path[0] in {*made.units.values(), *made.defenders.values()}
                assert all(there in near(here) for here, there in zip(event.path, event.path[1:],
                                                                     strict=False))  # fmt: skip
            seen["advances"] += 1
    for event in events:
        if isinstance(event, AttackResolved):
            seen[event.result] += 1
            check_result(event, lost, retreated)
    return seen


def check_result(event: AttackResolved, lost: Sequence[str], retreated: Sequence[str]) -> None:
    """The column, and who suffers."""
    assert event.odds == column(event.attack, event.defence)
    assert event.attack == sum(one.counted for one in event.attackers.values())
    meaning = meaning_of(event.result)
    losers, others = event.attackers, event.defenders
    if not meaning.by_attacker:
        losers, others = others, losers
    if meaning.retreat:
        for name in losers:
            carried = type_of(name) != "amphibious" and any(
                type_of(one) == "amphibious" and event.attackers[one].at == losers[name].at
                for one in event.attackers
            )
            assert name in retreated or name in lost or carried, name
        assert not {*others} & {*lost}
        return
    assert {*losers} <= {*lost}
    given = [name for name in others if name in lost]
    if not meaning.exchange:
        assert not given
        return
    owed = sum(one.printed or 0 for one in losers.values())
    paid = sum(others[name].printed or 0 for name in given)
    assert paid >= owed or all(one.printed in (0, None) or name in given
                               for name, one in others.items())  # fmt: skip


def check_battle(seed: str) -> Counter[str]:
    choose = Chance(seed)
    table = Battle(clashes(choose), choose)
    combat_phase(BASE.book, table)
    events = [event for event in table.events if type(event).__module__.endswith("events")]
    assert len(events) == len(table.moments)
    begun = [i for i, event in enumerate(events) if isinstance(event, AttackMade)]
    fought: list[str] = []
    seen: Counter[str] = Counter()
    for start, end in pairwise([*begun, len(events)]):
        made = events[start]
        assert isinstance(made, AttackMade)
        for name in (*made.units, *made.defenders):
            assert name not in fought, "nobody fights twice"
            fought.append(name)
        seen += check_attack(table.moments[start:end], events[start:end])
    for ship in assaults_due(BASE.book, table.state, "esc"):
        raise AssertionError(f"{ship} did not assault")
    wrong = [text for text in BASE.check_state(table.state) if "stack" in text or "cannot" in text]
    assert not wrong, wrong
    return seen


def test_battles() -> None:
    seen: Counter[str] = Counter()
    for number in range(BATTLES):
        seen += check_battle(f"battle-{number}")
    for what in ("retreats", "displaced", "advances", "dx", "ax", "de", "ae", "d1", "a1"):
        assert seen[what] > 0, what
