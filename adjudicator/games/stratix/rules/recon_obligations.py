"""Recon spaces: which pieces have to leave theirs, breaches, and catching them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from adjudicator.core.game import Ask, Choose, Order, Table
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.events import CatchFailed
from adjudicator.games.stratix.rules.moving import lose
from adjudicator.games.stratix.rules.places import has_moves, pieces_of, unknown_army
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Breach, State

__all__ = [
    "catch",
    "catching",
    "catching_by_others",
    "due_of",
    "left_to_catch",
    "must_move",
    "on_recon_spaces",
    "one_too_many",
    "penalty",
    "refuse_more",
]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


def due_of(book: Ruleset, state: State, side: str) -> tuple[str, ...]:
    """Returns the squares of the pieces that have to leave their recon spaces in a turn.

    Those that stand there when the turn begins and have a legal move; none in the final assault.
    ("On the next turn it must move off"; ruling 22)
    """
    if state.assault:
        return ()
    here = (square for square in pieces_of(state, side) if book.is_recon(square))
    return tuple(square for square in here if has_moves(book, state, square))


def must_move(book: Ruleset, state: State, *, moves_left: int) -> tuple[str, ...]:
    """Returns the squares of which one has to be left by the next move; none: any piece may move.

    Only where breaches are refused, and by the last move of the turn. (Option `catch`, ruling 45)
    """
    return () if book.options.catch == "manual" or moves_left > 1 else state.due_left


def penalty(table: Table[State], side: str) -> Breach | None:
    """What comes of a duty that was not kept: nothing moved off, and the turn is over.

    One piece that stayed can be caught; two or more are lost at once. Duty ends where the final
    assault begins. ("Both pieces are lost"; rulings 22 and 46)
    """
    stayed = table.state.due_left
    if len(stayed) == 1:
        return Breach(side=side, square=stayed[0])
    for square in stayed:
        lose(table, square, "duty", by=side)
    return None


def left_to_catch(state: State, breach: Breach | None, after: str) -> Breach | None:
    """Returns the breach that may be caught when the turn of an army comes; None: there is none.

    The window closes where the final assault begins, or the army itself comes to move again.
    (Rulings 21 and 52)
    """
    return None if breach is None or state.assault or breach.side == after else breach


def on_recon_spaces(book: Ruleset, state: State, side: str) -> tuple[str, ...]:
    """Returns the other armies that stand on recon spaces: one of these may be to be caught.

    That can be seen on the board. None where breaches are refused, and in the final assault.
    (Ruling 21, option `catch`)
    """
    if state.assault or book.options.catch == "strict":
        return ()
    return tuple(
        army
        for army in state.order
        if army != side and any(book.is_recon(square) for square in pieces_of(state, army))
    )


def catching(book: Ruleset, table: Table[State], side: str, label: str) -> bool:
    """The army to move catches another that kept its piece on a recon space.

    Returns:
        Whether a piece is lost with that. (Rulings 7 and 21)
    """
    order = table.next(_catch_order(book, table.state, side, f"{label}/catch"))
    if order is None:
        return False
    is_caught = catch(table, side, order.side)
    refuse_more(
        table, side, "catch", label=f"{label}/catch/more", expects=o.Catch,
        problem=one_too_many("one army is caught in a turn"),
    )  # fmt: skip
    return is_caught


def catching_by_others(book: Ruleset, table: Table[State], side: str, label: str) -> None:
    """Armies that are not to move may catch too, until the move is carried out. (Ruling 47)

    They are asked whenever the army that moved last stands on a recon space, whether it had to
    leave it or not: that they are asked points nothing out.
    """
    state = table.state
    if state.assault or book.options.catch == "strict":
        return
    last = _moved_before(state)
    if last is None or not any(book.is_recon(square) for square in pieces_of(state, last)):
        return
    for army in state.order:
        if army not in (side, last):
            order = table.ask(_may_catch(book, army, f"{label}/catch/{army}"))
            if order.side != o.NOBODY:
                catch(table, army, order.side)


def _moved_before(state: State) -> str | None:
    """Returns the army that moved last before the one to move; None: none has in this match.

    A turn that was missed is no move. (Ruling 52)
    """
    moved = [made.side for made in state.made[:-1] if made.moves]
    if moved:
        return moved[-1]
    return None if state.breach is None else state.breach.side


def catch(table: Table[State], side: str, army: str) -> bool:
    """The piece that stayed is lost; a false catch does nothing. (Ruling 21)

    Returns:
        Whether a piece is lost.
    """
    breach = table.state.breach
    if breach is None or breach.side != army:
        table.record(CatchFailed(side=side, army=army))
        return False
    lose(table, breach.square, "caught", by=side)
    return True


def one_too_many(why: str) -> Problem:
    """Returns what is wrong with an order beyond what a topic takes in a turn.

    Args:
        why: what the topic takes, as the message begins.
    """
    return Problem(
        "one-too-many", f"{why}: this order is one too many", (), "turn", hint="Leave it out."
    )


def refuse_more(
    table: Table[State], side: str, topic: str, *, label: str, expects: type[O], problem: Problem
) -> None:
    """Goes through what a sheet orders beyond what a topic takes in a turn: all of it fails."""

    def check(order: O) -> Iterator[Problem]:
        yield problem

    table.next(
        Ask(
            label=label,
            topic=topic,
            seat=side,
            expects=expects,
            prompt="There is nothing more to order here.",
            rule="turn",
            check=check,
        )
    )


def _catch_order(book: Ruleset, state: State, side: str, label: str) -> Ask[o.Catch]:
    others = on_recon_spaces(book, state, side)

    def sample(choose: Choose) -> o.Catch | None:
        return o.Catch(order="catch", side=choose(others)) if others else None

    return Ask(
        label=label,
        topic="catch",
        seat=side,
        expects=o.Catch,
        prompt="Name an army that you catch.",
        rule="recon spaces, ruling 21",
        check=lambda order: unknown_army(book, order.side, ("side",)),
        sample=sample,
    )


def _may_catch(book: Ruleset, side: str, label: str) -> Ask[o.Catch]:
    def check(order: o.Catch) -> Iterator[Problem]:
        if order.side != o.NOBODY:
            yield from unknown_army(book, order.side, ("side",))

    def options() -> Iterator[o.Catch]:
        armies = (o.NOBODY, *(army for army in book.seats if army != side))
        return (o.Catch(order="catch", side=army) for army in armies)

    return Ask(
        label=label,
        topic="catch",
        seat=side,
        expects=o.Catch,
        prompt="Name an army that you catch, or nobody.",
        rule="recon spaces, ruling 47",
        check=check,
        options=options,
        default=lambda: o.Catch(order="catch", side=o.NOBODY),
    )
