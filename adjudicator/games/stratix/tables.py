"""The tables of a report: what changed, how the armies stand, and where every piece is."""

from __future__ import annotations

from adjudicator.core.report import Listing
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.narrator import ArmyNarrator
from adjudicator.games.stratix.ruleset import Ruleset, balance
from adjudicator.games.stratix.state import State

__all__ = ["armies", "changes", "pieces"]

_MANY = 16
"""More rows than these are folded."""


def changes(narrator: ArmyNarrator, before: State, after: State) -> Listing | None:
    """Returns the squares on which something is other than before, file by file."""
    squares = [
        square
        for square in narrator.book.geometry.grid.in_order(tuple({**before.pieces, **after.pieces}))
        if before.pieces.get(square) != after.pieces.get(square)
    ]
    if not squares:
        return None
    return Listing(
        caption=narrator.say("changed"),
        columns=(
            narrator.say("column-square"),
            narrator.say("column-before"),
            narrator.say("column-after"),
        ),
        rows=tuple(
            (one, _holder(narrator, before, one), _holder(narrator, after, one)) for one in squares
        ),
        note=narrator.say("changed-note", count=len(squares)),
        folded=len(squares) > _MANY,
    )


def _holder(narrator: ArmyNarrator, state: State, square: str) -> str:
    piece = state.pieces.get(square)
    return narrator.say("empty") if piece is None else narrator.whose(piece.side, piece.kind)


def armies(narrator: ArmyNarrator, before: State, after: State) -> Listing:
    """Returns pieces, losses, kept cards and home zone of each army, clockwise."""
    rows, book = [], narrator.book
    for side in book.seats:
        old, new = (_figures(book, state, side) for state in (before, after))
        texts = [
            now if then == now else f"{then} \N{RIGHTWARDS ARROW} {now}"
            for then, now in zip(old, new, strict=True)
        ]
        name = narrator.seat(side)
        if side in after.fallen:
            name = narrator.say("army-out", army=name)
        rows.append((name, *texts))
    return Listing(
        caption=narrator.say("armies"),
        columns=(
            narrator.say("column-army"),
            narrator.say("column-pieces"),
            narrator.say("column-lost"),
            narrator.say("column-kept"),
            narrator.say("column-home"),
            narrator.say("column-others"),
        ),
        rows=tuple(rows),
        note=narrator.say("armies-note"),
        numbers=5,
    )


def _figures(book: Ruleset, state: State, side: str) -> tuple[str, ...]:
    held = sum(piece.side == side for piece in state.pieces.values())
    lost = sum(state.captured.get(side, {}).values())
    own, foreign = balance(book, state, side)
    return tuple(map(str, (held, lost, len(state.hands.get(side, ())), own, foreign)))


def pieces(narrator: ArmyNarrator, state: State) -> Listing:
    """Returns every piece, by army and kind, with its square."""
    rows, book = [], narrator.book
    for side in book.seats:
        for kind in reversed(KINDS):
            here = [
                square for square, piece in state.pieces.items()
                if (piece.side, piece.kind) == (side, kind)
            ]  # fmt: skip
            if here:
                squares = " ".join(book.geometry.grid.in_order(here))
                rows.append((narrator.seat(side), narrator.kind(kind), squares))
    return Listing(
        caption=narrator.say("all-pieces"),
        columns=(
            narrator.say("column-army"),
            narrator.say("column-kind"),
            narrator.say("column-squares"),
        ),
        rows=tuple(rows),
        folded=True,
    )
