"""`evolve`: the only place where the state changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.game import Event
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.rules.card_changes import card_changes
from adjudicator.games.stratix.rules.places import following, truce_after
from adjudicator.games.stratix.state import Going, Lost, Made, Piece, State

__all__ = ["evolve", "went", "without_piece"]


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event."""
    changes = _in_turn(state, event)
    if changes is None:
        changes = card_changes(state, event)
    if changes is None:
        changes = _around_turns(state, event)
    # Nothing changes where an event is told for the report alone: dice, orders that failed.
    return state.model_copy(update=changes) if changes else state


def _in_turn(state: State, event: Event) -> Mapping[str, Any] | None:
    """Returns what the commonest events change; None: it is none of them."""
    match event:
        case e.PieceMoved():
            return went(state, event.origin, event.target)
        case e.PieceLost():
            lost = Lost(side=event.side, kind=event.kind, square=event.square)
            return {
                **without_piece(state, event.square),
                "made": _made(state, lost=(lost,)),
                "breach": None if event.reason == "caught" else state.breach,
                "is_loud": True,
            }
        case e.TurnBegun():
            others = tuple(one for one in state.made if one.side != event.side)
            return {
                "phase": "move",
                "due": event.due,
                "made": (*others, Made(side=event.side)),
                "ceasefire": truce_after(state, event.side),
            }
        case e.TurnEnded():
            return {
                "phase": "begin",
                "side": event.next,
                "turn": event.turn,
                "ended": f"turn-{state.turn}-{event.side}",
                "due": (),
                "breach": event.breach,
                "quiet": 0 if state.is_loud else state.quiet + 1,
                "is_loud": False,
            }
        case e.RepliesKept():
            return {"replies": state.replies | {event.side: event.replies}}
        case e.RepliesEnded() | e.ReplyPlayed():
            return {"replies": state.replies.without(event.side)}
    return None


def _around_turns(state: State, event: Event) -> Mapping[str, Any]:
    match event:
        case e.LotDrawn():
            phase = "begin" if state.assault else "deal"
            return {"order": _from(state.order, event.side), "side": event.side, "phase": phase}
        case e.TurnMissed():
            others = tuple(one for one in state.made if one.side != event.side)
            return {
                "misses": tuple(one for one in state.misses if one != event.side),
                "made": (*others, Made(side=event.side)),
                "ceasefire": truce_after(state, event.side),
            }
        case e.FinalAssaultBegun():
            return {"assault": True, "due": (), "breach": None}
        case e.ArmyFallen() | e.ArmyWithdrawn():
            return _fallen(state, event.side)
        case e.GameEnded():
            return {"result": event.result, "phase": "over"}
    return {}


def went(state: State, origin: str, target: str) -> Mapping[str, Any]:
    """Returns what changes when a piece goes to a square that is empty by then."""
    moved = state.pieces.without(origin) | {target: state.pieces[origin]}
    return {"pieces": moved, "made": _made(state, moves=(Going(origin=origin, target=target),))}


def without_piece(state: State, square: str) -> Mapping[str, Any]:
    """Returns what changes when a piece is destroyed: it can be recovered."""
    piece: Piece = state.pieces[square]
    losses = state.captured[piece.side]
    count = losses.get(piece.kind, 0) + 1
    return {
        "pieces": state.pieces.without(square),
        "captured": state.captured | {piece.side: losses | {piece.kind: count}},
    }


def _made(
    state: State, *, moves: tuple[Going, ...] = (), lost: tuple[Lost, ...] = ()
) -> tuple[Made, ...]:
    """Returns what armies made with more of what is made in this turn."""
    *others, last = state.made
    more = {"moves": (*last.moves, *moves), "lost": (*last.lost, *lost)}
    return (*others, last.model_copy(update=more))


def _fallen(state: State, side: str) -> Mapping[str, Any]:
    """What an army that is out leaves behind: nothing. Its cards leave the game unseen."""
    breach = state.breach
    pieces = {at: piece for at, piece in state.pieces.items() if piece.side != side}
    order = tuple(one for one in state.order if one != side)
    is_before = state.phase in ("lot", "deal")
    moves_on = is_before and side == state.side and bool(order)
    return {
        "order": order,
        "side": following(state.order, side, order) if moves_on else state.side,
        "pieces": type(state.pieces)(pieces),
        "hands": state.hands | {side: ()},
        "removed": (*state.removed, *state.hands[side]),
        "misses": tuple(one for one in state.misses if one != side),
        "ceasefire": truce_after(state, side),
        "breach": None if breach is not None and breach.side == side else breach,
        "replies": state.replies.without(side),
        "made": tuple(one for one in state.made if one.side != side),
        "fallen": (*state.fallen, side),
        "is_loud": not is_before,
    }


def _from(order: tuple[str, ...], first: str) -> tuple[str, ...]:
    place = order.index(first)
    return (*order[place:], *order[:place])
