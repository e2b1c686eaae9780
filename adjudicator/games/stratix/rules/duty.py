"""Recon spaces: which pieces have to leave theirs, breaches, and catching them."""

from __future__ import annotations

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.book import Book
from adjudicator.games.stratix.events import CatchFailed
from adjudicator.games.stratix.rules.moving import lose
from adjudicator.games.stratix.rules.places import has_moves, pieces_of, unknown_army
from adjudicator.games.stratix.state import Breach, State

__all__ = ["catching", "due_of", "has_kept_duty", "must_move", "penalty"]


def due_of(book: Book, state: State, side: str) -> tuple[str, ...]:
    """Returns the squares of the pieces that have to leave their recon spaces in a turn.

    Those that stand there when the turn begins and have a legal move; none in the final assault.
    ("On the next turn it must move off"; ruling 22)
    """
    if state.assault:
        return ()
    here = (square for square in pieces_of(state, side) if book.is_recon(square))
    return tuple(square for square in here if has_moves(book, state, square))


def has_kept_duty(state: State) -> bool:
    """Whether one of the pieces that had to leave has moved in this turn, or none had to.

    (Rulings 22 and 46)
    """
    moves = state.made[-1].moves if state.made else ()
    return not state.due or any(one.origin in state.due for one in moves)


def must_move(book: Book, state: State, *, moves_left: int) -> tuple[str, ...]:
    """Returns the squares of which one has to be left by the next move; none: any piece may move.

    Only where breaches are refused, and by the last move of the turn. (Option `catch`, ruling 45)
    """
    if book.options.catch == "manual" or moves_left > 1 or has_kept_duty(state):
        return ()
    return state.due


def penalty(table: Table[State], side: str) -> Breach | None:
    """What comes of a duty that was not kept: nothing moved off, and the turn is over.

    One piece that stayed can be caught; two or more are lost at once. Duty ends where the final
    assault begins. ("Both pieces are lost"; rulings 22 and 46)
    """
    state = table.state
    if has_kept_duty(state):
        return None
    stayed = [
        square
        for square in state.due
        if (piece := state.pieces.get(square)) is not None and piece.side == side
    ]
    if len(state.due) == 1:
        return Breach(side=side, square=stayed[0]) if stayed else None
    for square in stayed:
        lose(table, square, "duty", by=side)
    return None


def catching(book: Book, table: Table[State], side: str, label: str) -> None:
    """An army catches another that kept its piece on a recon space. (Rulings 7 and 21)"""
    order = table.next(_catch_order(book, side, label))
    if order is not None:
        catch(table, side, order.side)


def catch(table: Table[State], side: str, army: str) -> None:
    """The piece that stayed is lost; a false catch does nothing. (Ruling 21)"""
    breach = table.state.breach
    if breach is None or breach.side != army:
        table.record(CatchFailed(side=side, army=army))
    else:
        lose(table, breach.square, "caught", by=side)


def _catch_order(book: Book, side: str, label: str) -> Ask[o.Catch]:
    others = [army for army in book.seats if army != side]

    def sample(choose: Choose) -> o.Catch | None:
        return o.Catch(order="catch", side=choose(others))

    return Ask(
        label=f"{label}/catch",
        topic="catch",
        seat=side,
        expects=o.Catch,
        prompt="Name an army that you catch.",
        rule="recon spaces, ruling 21",
        check=lambda order: unknown_army(book, order.side, ("side",)),
        sample=sample,
    )
