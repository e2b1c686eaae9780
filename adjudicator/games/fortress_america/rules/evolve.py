"""`evolve`: the only place where the state changes."""

from __future__ import annotations

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.state import (
    USA,
    Counts,
    InvaderDeck,
    Side,
    State,
    UnitKind,
    shifted,
    shifted_group,
    shifted_units,
    units_with,
)

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event."""
    match event:
        case e.UnitsPlaced():
            return _units_placed(state, event)
        case e.UnitsMoved():
            return _units_moved(state, event)
        case e.UnitDestroyed():
            return _unit_destroyed(state, event)
        case e.UnitRetreated():
            units = shifted_units(state.units, event.area, event.side, (event.unit, -1))
            units = shifted_units(units, event.to, event.side, (event.unit, 1))
            return state.model_copy(update={"units": units})
        case e.UnitDisengaged():
            disengaged = shifted_group(state.disengaged, event.area, event.unit, 1)
            return _without_attacker(state, event.battle, event.area, event.unit).model_copy(
                update={"disengaged": disengaged}
            )
        case e.ActionBegun():
            return state.model_copy(update={"action": event.action})
        case e.AreasDeclared():
            return state.model_copy(update={"declared": event.areas})
        case e.AttacksSet():
            return state.model_copy(
                update={
                    "attacks": event.attacks, "battles": event.battles, "guards": event.guards,
                }
            )  # fmt: skip
        case e.BattleCalledOff():
            left = state.attacks[event.area].without(*event.out)
            return state.model_copy(
                update={
                    "attacks": state.attacks | {event.area: left},
                    "called_off": (*state.called_off, event.area),
                }
            )
        case e.BattleEnded():
            return _battle_ended(state, event)
        case e.LaserPlaced() | e.LaserFired() | e.LaserDestroyed():
            return _laser(state, event)
        case e.CardDrawn() | e.CardPlayed() | e.CardCancelled():
            return _card(state, event)
        case (
            e.InvaderDeckShuffled()
            | e.InvaderCardDrawn()
            | e.InvaderCardPlayed()
            | e.UnitsRecovered()
            | e.FootholdLost()
        ):
            return _invader_card(state, event)
        case e.LaserThresholdSet():
            return state.model_copy(update={"laser_threshold": event.value})
        case e.UnitsAirlifted():
            return _units_airlifted(state, event)
        case e.AreaTaken():
            return _area_taken(state, event)
        case e.TurnEnded():
            return _turn_ended(state, event)
        case e.LastRoundBegun():
            return state.model_copy(
                update={"last_round": True, "lasers_uncounted": event.uncounted}
            )
        case e.GameEnded():
            return state.model_copy(update={"result": event.result})
        case _:
            # Told for the report alone: dice, claims dropped, orders that failed.
            return state


def _units_placed(state: State, event: e.UnitsPlaced) -> State:
    units = state.units
    reserve: Counts = state.reserves.get(event.side, FrozenMap())
    for placed in event.placed:
        units = shifted_units(units, placed.area, event.side, (placed.unit, placed.count))
        reserve = shifted(reserve, placed.unit, -placed.count)
    reserves = state.reserves | {event.side: reserve}
    return state.model_copy(update={"units": units, "reserves": reserves})


def _units_moved(state: State, event: e.UnitsMoved) -> State:
    bombing, landed, disengaged = dict(state.bombing), dict(state.landed), state.disengaged
    touched = {area for move in event.moves for area in (move.path[0], move.path[-1])}
    units = {area: dict(state.units_in(area, event.side)) for area in sorted(touched)}
    for move in event.moves:
        start, end = move.path[0], move.path[-1]
        left = units[start].get(move.unit, 0) - move.count
        assert left >= 0, f"{left} units of kind {move.unit}"
        units[start][move.unit] = left
        units[end][move.unit] = units[end].get(move.unit, 0) + move.count
        if event.action == "invasion" and start in bombing and move.unit == "bomber":
            bombing[start] -= move.count
        # Only bombers that must leave move although they are disengaged.
        idle = disengaged.get(start, FrozenMap()).get(move.unit, 0)
        left = units[start][move.unit]
        if idle > left:
            disengaged = shifted_group(disengaged, start, move.unit, left - idle)
        if move.purpose == "land":
            landed[end] = landed.get(end, 0) + move.count
        elif move.purpose == "bomb":
            bombing[end] = bombing.get(end, 0) + move.count
    return state.model_copy(
        update={
            "units": units_with(state.units, event.side, units),
            "bombing": FrozenMap({area: count for area, count in bombing.items() if count}),
            "landed": FrozenMap(landed),
            "disengaged": disengaged,
        }
    )


def _unit_destroyed(state: State, event: e.UnitDestroyed) -> State:
    side, unit, count = event.side, event.unit, event.count
    units = shifted_units(state.units, event.area, side, (unit, -count))
    changed = state.model_copy(update={"units": units})
    if side == USA:
        reserve: Counts = state.reserves.get(side, FrozenMap())
        reserves = state.reserves | {side: shifted(reserve, unit, count)}
        changed = changed.model_copy(update={"reserves": reserves})
    else:
        lost: Counts = state.destroyed.get(side, FrozenMap())
        destroyed = state.destroyed | {side: shifted(lost, unit, count)}
        changed = changed.model_copy(update={"destroyed": destroyed})
    if side == state.side:
        changed = changed.model_copy(update={"units_lost": state.units_lost + count})
    if event.battle is not None and side == state.side:
        changed = _without_attacker(changed, event.battle, event.area, unit)
    return _within_what_stands(changed, event.area, unit)


def _within_what_stands(state: State, area: str, unit: UnitKind) -> State:
    """What the turn remembers of a space's units never exceeds the units that stand there."""
    left = state.units_in(area, state.side).get(unit, 0)
    update: dict[str, object] = {}
    for field, kind in (("bombing", "bomber"), ("landed", "helicopter")):
        remembered: FrozenMap[str, int] = getattr(state, field)
        if unit == kind and remembered.get(area, 0) > left:
            update[field] = remembered.put(area, left)
    idle = state.disengaged.get(area, FrozenMap()).get(unit, 0)
    if idle > left:
        update["disengaged"] = shifted_group(state.disengaged, area, unit, left - idle)
    return state.model_copy(update=update) if update else state


def _without_attacker(state: State, battle: str, space: str, unit: UnitKind) -> State:
    """Takes one unit out of those that still fire in a battle."""
    groups = shifted_group(state.attacks[battle], space, unit, -1)
    return state.model_copy(update={"attacks": state.attacks | {battle: groups}})


def _battle_ended(state: State, event: e.BattleEnded) -> State:
    alone = (event.area,) if event.outcome == "bombers-alone" else ()
    return state.model_copy(
        update={
            "battles": tuple(area for area in state.battles if area != event.area),
            "attacks": state.attacks.without(event.area),
            "guards": state.guards.without(event.area),
            "battles_won": state.battles_won + (event.outcome == "won"),
            "bombers_alone": (*state.bombers_alone, *alone),
        }
    )


def _laser(state: State, event: e.LaserPlaced | e.LaserFired | e.LaserDestroyed) -> State:
    match event:
        case e.LaserPlaced():
            lasers = tuple(sorted((*state.lasers, event.area)))
            return state.model_copy(update={"lasers": lasers, "lasers_left": state.lasers_left - 1})
        case e.LaserFired():
            return state.model_copy(update={"fired_on": (*state.fired_on, event.at)})
        case e.LaserDestroyed():
            lasers = tuple(area for area in state.lasers if area != event.area)
            destroyed = state.lasers_destroyed.get(event.side, 0) + 1
            return state.model_copy(
                update={
                    "lasers": lasers,
                    "lasers_destroyed": state.lasers_destroyed | {event.side: destroyed},
                }
            )


def _invader_card(
    state: State,
    event: e.InvaderDeckShuffled
    | e.InvaderCardDrawn
    | e.InvaderCardPlayed
    | e.UnitsRecovered
    | e.FootholdLost,
) -> State:
    """(2012 variants)"""
    decks, in_force = state.invader_decks, state.in_force
    match event:
        case e.InvaderDeckShuffled():
            decks = decks | {event.side: InvaderDeck(deck=event.deck)}
        case e.InvaderCardDrawn():
            drawn = decks[event.side].model_copy(update={"drawn": event.position + 1})
            decks = decks | {event.side: drawn}
            due = state.to_deal.get(event.side, 0) - 1
            to_deal = state.to_deal.without(event.side)
            if due > 0:
                to_deal = to_deal | {event.side: due}
            is_dealt = event.side in state.to_deal
            state = state.model_copy(update={"to_deal": to_deal, "card_drawn": not is_dealt})
        case e.InvaderCardPlayed():
            deck = decks[event.side].deck.unsealed(event.position)
            played = decks[event.side].model_copy(update={"deck": deck})
            decks = decks | {event.side: played}
            in_force = in_force if event.in_force is None else (*in_force, event.in_force)
        case e.FootholdLost():
            in_force = tuple(one for one in in_force if one.card != event.card)
        case e.UnitsRecovered():
            lost, reserve = state.destroyed[event.side], state.reserves.get(event.side, FrozenMap())
            for kind, count in event.units.items():
                lost, reserve = shifted(lost, kind, -count), shifted(reserve, kind, count)
            destroyed = state.destroyed.without(event.side)
            return state.model_copy(
                update={
                    "destroyed": destroyed | {event.side: lost} if lost else destroyed,
                    "reserves": state.reserves | {event.side: reserve},
                }
            )
    return state.model_copy(update={"invader_decks": decks, "in_force": in_force})


def _card(state: State, event: e.CardDrawn | e.CardPlayed | e.CardCancelled) -> State:
    if not isinstance(event, e.CardDrawn):
        hand = tuple(card for card in state.hand if card != event.card)
        discards = (*state.discards, event.card)
        return state.model_copy(update={"hand": hand, "discards": discards})
    deck = tuple(sorted(state.discards)) if event.renewed else state.deck
    return state.model_copy(
        update={
            "deck": tuple(card for card in deck if card != event.card),
            "discards": () if event.renewed else state.discards,
            "hand": (*state.hand, event.card),
            "bonus_cards": state.bonus_cards - event.bonus,
        }
    )


def _units_airlifted(state: State, event: e.UnitsAirlifted) -> State:
    units = state.units
    for unit, count in event.units.items():
        units = shifted_units(units, event.area, event.side, (unit, -count))
        units = shifted_units(units, event.to, event.side, (unit, count))
    return state.model_copy(update={"units": units})


def _area_taken(state: State, event: e.AreaTaken) -> State:
    if event.side != USA:
        return state.model_copy(update={"control": state.control | {event.area: event.side}})
    return state.model_copy(
        update={
            "control": state.control.without(event.area),
            "bonus_cards": state.bonus_cards + event.city,
        }
    )


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    nothing: FrozenMap[Side, Counts] = FrozenMap()
    return state.model_copy(
        update={
            "side": event.side,
            "turn": event.turn,
            "declared": (),
            "landed": nothing,
            "bombing": nothing,
            "attacks": nothing,
            "battles": (),
            "guards": nothing,
            "battles_won": 0,
            "units_lost": 0,
            "called_off": (),
            "bombers_alone": (),
            "disengaged": nothing,
            "fired_on": (),
            "laser_threshold": None,
            "card_drawn": False,
            "in_force": tuple(one for one in state.in_force if one.until != state.side),
        }
    )
