"""`evolve`: the only place where the state changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, shifted
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.rules.planets import next_turn
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event."""
    changes = _in_turn(state, event)
    if changes is None:
        changes = _around_turns(state, event)
    # Nothing changes where an event is told for the report alone: dice, orders that failed.
    return state.model_copy(update=changes) if changes else state


def _in_turn(state: State, event: Event) -> Mapping[str, Any] | None:
    """Returns what the commonest events change; None: it is none of them."""
    match event:
        case e.BattleFought():
            return {"troops": _after_battle(state, event)}
        case e.InvasionBegun():
            return {"invasion": event.number}
        case e.InvasionStopped():
            return {}
        case e.PlanetTaken():
            here = state.troops[event.origin] - event.moved
            troops = state.troops | {event.origin: here, event.target: event.moved}
            owners = state.owners | {event.target: event.seat}
            return {"owners": owners, "troops": troops, "has_captured": True}
        case e.TroopsPlaced():
            more = state.troops[event.planet] + event.count
            return {
                "troops": state.troops | {event.planet: more},
                "to_place": shifted(state.to_place, event.seat, -event.count),
            }
        case e.PhaseBegun():
            return {"phase": event.phase}
        case e.TroopsCounted():
            return {"to_place": shifted(state.to_place, event.seat, event.troops)}
        case e.TroopsFortified():
            start, end = event.path[0], event.path[-1]
            here, there = state.troops[start] - event.count, state.troops[end] + event.count
            return {"troops": state.troops | {start: here, end: there}}
        case e.TurnEnded():
            return _turn_begun(event.seat, event.turn)
        case e.CardDrawn():
            hand = (*state.hands[event.seat], event.held)
            left = shifted(state.to_deal, event.seat, -1) if state.to_deal else state.to_deal
            return {
                "hands": state.hands | {event.seat: hand},
                "drawn": state.drawn + 1,
                "to_deal": left,
            }
    return None


def _around_turns(state: State, event: Event) -> Mapping[str, Any]:
    match event:
        case e.SetTraded():
            return _set_traded(state, event)
        case e.DeckShuffled():
            return {"decks": (*state.decks, event.deck), "drawn": 0, "discards": ()}
        case e.SeatEliminated():
            hand = (*state.hands[event.by], *event.held)
            return {
                "hands": state.hands | {event.seat: (), event.by: hand},
                "order": _without(state.order, event.seat),
                "fallen": (*state.fallen, event.seat),
            }
        case e.SeatWithdrawn():
            return _seat_withdrawn(state, event.seat)
        case e.OrderOfPlayDrawn():
            return {"order": event.order, "seat": event.order[0]}
        case e.PlanetsDealt():
            return {"owners": event.owners, "troops": event.troops, "to_place": event.to_place}
        case e.PlanetClaimed():
            return {
                "owners": state.owners | {event.planet: event.seat},
                "troops": state.troops | {event.planet: 1},
                # Where seats have conceded, the others claim more planets than they have troops.
                "to_place": shifted(state.to_place, event.seat, -(event.seat in state.to_place)),
            }
        case e.GameEnded():
            return {"result": event.result, "phase": "over"}
    return {}


def _after_battle(state: State, event: e.BattleFought) -> FrozenMap[str, int]:
    """Returns the troops after a battle.

    A planet never stands empty: its last defenders fall when it is taken. (Ruling 10)
    """
    troops = state.troops
    here = troops[event.origin] - event.attackers_lost
    left = troops[event.target] - event.defenders_lost
    return troops | ({event.origin: here, event.target: left} if left else {event.origin: here})


def _set_traded(state: State, event: e.SetTraded) -> Mapping[str, Any]:
    decks = list(state.decks)
    for held in event.held:
        decks[held.deck] = decks[held.deck].unsealed(held.position)
    hand = tuple(held for held in state.hands[event.seat] if held not in event.held)
    return {
        "decks": tuple(decks),
        "hands": state.hands | {event.seat: hand},
        "discards": (*state.discards, *event.cards),
        "to_place": shifted(state.to_place, event.seat, event.troops),
        "sets_traded": state.sets_traded + 1,
    }


def _seat_withdrawn(state: State, seat: str) -> Mapping[str, Any]:
    """The hand stays what it is: nobody plays these cards any more. (Ruling 31)"""
    order = _without(state.order, seat)
    planets = {planet: NEUTRAL for planet, owner in state.owners.items() if owner == seat}
    changes = {
        "owners": state.owners | planets,
        "order": order,
        "to_place": state.to_place.without(seat),
        "to_deal": state.to_deal.without(seat),
        "fallen": (*state.fallen, seat),
    }
    if seat != state.seat:
        return changes
    following, turn = next_turn(state)
    if state.phase in ("deal", "set-up"):
        return {**changes, "seat": following, "turn": turn}
    return {**changes, **_turn_begun(following, turn)}


def _turn_begun(seat: str, turn: int) -> Mapping[str, Any]:
    return {"seat": seat, "turn": turn, "phase": "trade", "invasion": 0, "has_captured": False}


def _without(order: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(one for one in order if one != seat)
