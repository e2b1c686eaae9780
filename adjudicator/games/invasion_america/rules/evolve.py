"""`evolve`: the only place where the state changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Phase, State, Unit, mix_of
from adjudicator.games.invasion_america.urns import Chit, boxed, drawn

__all__ = ["evolve", "in_combat"]


def evolve(book: Ruleset, state: State, event: Event) -> State:
    """Returns the state after an event."""
    changes = _in_phases(state, event)
    if changes is None:
        changes = in_combat(state, event)
    if changes is None:
        changes = _around_phases(book, state, event)
    # Nothing changes where an event is told for the report alone.
    return state.model_copy(update=changes) if changes else state


def _in_phases(state: State, event: Event) -> Mapping[str, Any] | None:
    """Returns what the commonest events change; None: it is none of them."""
    match event:
        case e.UnitMoved():
            unit = state.units[event.unit]
            moved = Unit.model_construct(
                at=event.path[-1], aboard=event.aboard, strength=unit.strength, urn=unit.urn
            )
            return {
                "units": state.units | {event.unit: moved},
                "moved": state.moved | {event.unit: event.spent},
            }
        case e.ShipsSailed():
            return _ships_sailed(state, event)
        case e.MoveUndone():
            return _move_undone(state, event)
        case e.RailUsed():
            return _rail_used(state, event)
        case e.UnitRevealed():
            return _unit_revealed(state, event)
        case e.UnitEliminated():
            return _unit_eliminated(state, event)
        case e.UnitsReplaced():
            return _units_replaced(state, event)
        case e.SupplyUnitLoaded():
            loaded = state.units[event.unit].model_copy(update={"aboard": event.ship})
            return {
                "units": state.units | {event.unit: loaded},
                "moved": state.moved | {event.unit: 0, event.ship: 0},
            }
        case e.SupplyUnitLanded():
            landed = state.units[event.unit].model_copy(update={"aboard": None})
            return {
                "units": state.units | {event.unit: landed},
                "moved": state.moved | {event.unit: 0, event.ship: 0},
                "landed": _and(state.landed, [event.unit]),
            }
    return None


def _around_phases(book: Ruleset, state: State, event: Event) -> Mapping[str, Any]:
    match event:
        case e.HexesTaken():
            control = state.control.without(*event.hexes)
            foreign = [hex_ for hex_ in event.hexes if book.home_of(hex_) != event.side]
            return {"control": control | dict.fromkeys(foreign, event.side)}
        case e.PhaseBegun():
            return _phase_begun(event.phase)
        case e.TurnBegun():
            phase: Phase = "replacement" if event.side == US else "naval"
            return {
                **_phase_begun(phase),
                "turn": event.turn,
                "side": event.side,
                "out_of_supply": (),
                "halted": (),
                "landed": (),
                "assaulted": (),
            }
        case e.SupplyChecked():
            return {"out_of_supply": event.out}
        case e.UnitsDeployed():
            return {"units": state.units | event.units}
        case e.SeatSetUp():
            left = tuple(seat for seat in state.setting_up if seat != event.seat)
            side = event.following or state.side
            return {"setting_up": left, "side": side}
        case e.NationActivated():
            return {"frozen": tuple(one for one in state.frozen if one != event.nation)}
        case e.AnnexationCut():
            return {"annexation_cut": True}
        case e.PartisansInvoked():
            return {"partisans": True}
        case e.GameEnded():
            return {"result": event.result, "phase": "over"}
    return {}


def _ships_sailed(state: State, event: e.ShipsSailed) -> Mapping[str, Any]:
    """Ships take along what is aboard. (7.0)"""
    units: dict[str, Unit] = {}
    for name in event.units:
        units[name] = state.units[name].model_copy(update={"at": event.to, "water": event.water})
    for name, unit in state.units.items():
        if unit.aboard in units:
            units[name] = unit.model_copy(update={"at": event.to})
    return {
        "units": state.units | units,
        "moved": state.moved | dict.fromkeys(event.units, event.hexes),
    }


def _move_undone(state: State, event: e.MoveUndone) -> Mapping[str, Any]:
    """A unit goes back with what is aboard of it; it has moved all the same. (Ruling 60)"""
    back = {"at": event.to, "aboard": event.aboard, "water": event.water}
    units = {event.unit: state.units[event.unit].model_copy(update=back)}
    for name, unit in state.units.items():
        if unit.aboard == event.unit:
            units[name] = unit.model_copy(update={"at": event.to})
    landed = tuple(name for name in state.landed if name != event.unit)
    return {"units": state.units | units, "landed": landed}


def _rail_used(state: State, event: e.RailUsed) -> Mapping[str, Any]:
    """What came by rail does not move in the coming land movement phase. (16.41)"""
    end = event.path[-1]
    changed = {event.unit: state.units[event.unit].model_copy(update={"at": end})}
    halted = state.halted
    if event.carried is not None:
        changed[event.carried] = state.units[event.carried].model_copy(update={"at": end})
        halted = _and(halted, [event.carried])
    return {
        "units": state.units | changed,
        "moved": state.moved | {event.unit: event.spent},
        "halted": halted,
    }


def _unit_revealed(state: State, event: e.UnitRevealed) -> Mapping[str, Any]:
    """The chits that were drawn leave their urns. (18.34)"""
    name = mix_of(event.unit)
    passed = [(number, Chit(strength, urn)) for number, strength, urn in event.passed]
    known = state.units[event.unit].model_copy(update={"strength": event.strength, "urn": None})
    return {
        "units": state.units | {event.unit: known},
        "urns": state.urns | {name: drawn(state.urns[name], passed)},
    }


def _unit_eliminated(state: State, event: e.UnitEliminated) -> Mapping[str, Any]:
    """It goes into the Destroyed Units Box, if it is not lost for good. (8.11, 17.31)"""
    unit, name = state.units[event.unit], mix_of(event.unit)
    changes: dict[str, Any] = {
        "units": state.units.without(event.unit),
        "moved": state.moved.without(event.unit),
    }
    for marked in ("out_of_supply", "halted", "rooted", "landed", "fought", "assaulted"):
        names: tuple[str, ...] = getattr(state, marked)
        if event.unit in names:
            changes[marked] = tuple(one for one in names if one != event.unit)
    if event.for_good:
        return changes
    if name in state.urns:
        chit = Chit(unit.strength, unit.urn)
        changes["urns"] = state.urns | {name: boxed(state.urns[name], chit)}
    else:
        changes["destroyed"] = state.destroyed | {name: state.destroyed.get(name, 0) + 1}
    return changes


def _units_replaced(state: State, event: e.UnitsReplaced) -> Mapping[str, Any]:
    """Units come out of the box; in an enemy zone they move no further. (8.2, 8.26)"""
    name, count = mix_of(next(iter(event.units))), len(event.units)
    changes: dict[str, Any] = {"units": state.units | event.units}
    if event.halted:
        changes["halted"] = _and(state.halted, event.units)
    if event.reason == "risen":
        changes["rooted"] = _and(state.rooted, list(event.units)[:1])
    if event.urns is not None:
        changes["urns"] = state.urns | {name: event.urns}
    elif event.from_box:
        left = state.destroyed[name] - count
        changes["destroyed"] = state.destroyed.put(name, left)
    return changes


def _phase_begun(phase: Phase) -> Mapping[str, Any]:
    """What was noted for a phase lapses with it."""
    changes: dict[str, Any] = {"phase": phase, "moved": FrozenMap(), "fought": (), "attacks": 0}
    if phase == "movement":
        changes["landed"] = ()
    elif phase == "combat":
        changes["halted"] = ()
    return changes


def _and(names: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({*names, *more}))


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
