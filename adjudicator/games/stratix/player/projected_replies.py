"""The replies of the built-in player: what it would answer to the moves that it would make itself.

It plays the next turns through, each army by its own measure; where a card would turn
up it stops, for nobody knows what it brings.
"""

from __future__ import annotations

from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Reply, count_of
from adjudicator.games.stratix.player.moves import best_move
from adjudicator.games.stratix.rules.projected import Projected, moved, projected
from adjudicator.games.stratix.rules.recon_obligations import due_of
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Made, State

__all__ = ["replies"]

_AHEAD = 2
"""How many turns of its own it plans with replies."""


def replies(book: Ruleset, view: State, seat: str) -> list[Reply]:
    """Returns the reply to the moves that the player expects behind its own; mostly one or none.

    Whoever keeps a card may play it instead: nothing is promised.
    """
    if view.hands[seat]:
        return []
    own = best_move(book, view, seat)
    if own is None:
        return []
    reply = _reply(book, projected(book, view, seat, own), seat, _AHEAD)
    if reply is None:
        return []
    return [reply.model_copy(update={"confirm": count_of(reply)})]


def _reply(book: Ruleset, ahead: Projected, seat: str, turns: int) -> Reply | None:
    """Returns the reply to what all others are expected to do, with what follows inside it."""
    conditions = []
    while ahead.next != seat:
        side = ahead.next
        found = _played_on(book, ahead)
        if found is None:
            return None
        move, ahead = found
        conditions.append({"side": side, "from": move.from_, "to": move.to})
    found = _played_on(book, ahead)
    if found is None or not conditions:
        return None
    own, after = found
    inner = _reply(book, after, seat, turns - 1) if turns > 1 else None
    return Reply.model_validate(
        {
            "order": "reply",
            "if": tuple(conditions),
            "move": {"from": own.from_, "to": own.to},
            "then": () if inner is None else (inner,),
        }
    )


def _played_on(book: Ruleset, ahead: Projected) -> tuple[o.Move, Projected] | None:
    """Returns what the army whose turn comes would move by the player's measure, and what then is.

    None where nobody can know it, or the army cannot move.
    """
    state, side = ahead.state, ahead.next
    has_pieces = any(piece.side == side for piece in state.pieces.values())
    if not ahead.is_exact or not has_pieces or side in state.misses:
        return None
    others = tuple(one for one in state.made if one.side != side)
    begun = state.model_copy(
        update={
            "side": side,
            "phase": "move",
            "turn": state.turn + (side == state.order[0]),
            "due": due_of(book, state, side),
            "breach": None,
            "made": (*others, Made(side=side)),
        }
    )
    move = best_move(book, begun, side)
    if move is None:
        return None
    return move, moved(book, ahead._replace(state=begun), move.from_, move.to)
