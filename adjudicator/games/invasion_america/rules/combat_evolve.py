"""What the events of the combat phase change in the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.core.game import Event
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america.state import State, Unit

__all__ = ["in_combat"]


def in_combat(state: State, event: Event) -> Mapping[str, Any] | None:
    """Returns what an event of the combat phase changes; None: it is none of them."""
    match event:
        case c.AttackMade():
            fought = tuple(sorted({*state.fought, *event.units, *event.defenders}))
            changes: dict[str, Any] = {"fought": fought, "attacks": event.number}
            if event.assault is not None:
                # Who assists keeps its zone. (15.12, ruling 121)
                aboard = [n for n in event.units if state.units[n].aboard == event.assault]
                changes["assaulted"] = tuple(sorted({*state.assaulted, *aboard}))
            return changes
        case c.UnitsRetreated():
            return _driven_out(state, event.units, event.path[-1], event.water)
        case c.UnitsDisplaced():
            return _driven_out(state, event.units, event.to, event.water)
        case c.UnitsAdvanced():
            landed = {
                name: state.units[name].model_copy(update={"at": event.path[-1], "aboard": None})
                for name in event.units
            }
            return {
                "units": state.units | landed,
                "fought": tuple(sorted({*state.fought, *event.units})),
            }
    return None


def _driven_out(
    state: State, names: Iterable[str], to: str, water: int | None
) -> Mapping[str, Any]:
    """Units have left their hex: nothing binds them to it any more. (19.64, ruling 105)"""
    gone = tuple(names)
    return {
        "units": _moved(state, gone, to, water),
        "rooted": tuple(name for name in state.rooted if name not in gone),
    }


def _moved(state: State, names: Iterable[str], to: str, water: int | None) -> Mapping[str, Unit]:
    """Returns the units after some have moved; what is aboard of ships comes along. (6.25)"""
    moved = {
        name: state.units[name].model_copy(update={"at": to, "water": water}) for name in names
    }
    for name, unit in state.units.items():
        if unit.aboard in moved:
            moved[name] = unit.model_copy(update={"at": to})
    return state.units | moved
