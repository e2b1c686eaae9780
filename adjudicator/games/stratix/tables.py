"""The tables of a report: what changed, how the armies stand, and where every piece is."""

from __future__ import annotations

from adjudicator.core.english import amount
from adjudicator.core.report import Listing
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.telling import whose_piece
from adjudicator.games.stratix.words import army_name, kind_name
from adjudicator.games.stratix.zones import balance

__all__ = ["armies", "changes", "pieces"]

_MANY = 16
"""More rows than these are folded."""


def changes(book: Ruleset, before: State, after: State) -> Listing | None:
    """Returns the squares on which something is other than before, file by file."""
    squares = [
        square
        for square in book.geometry.grid.in_order(tuple({**before.pieces, **after.pieces}))
        if before.pieces.get(square) != after.pieces.get(square)
    ]
    if not squares:
        return None
    return Listing(
        caption="What changed",
        columns=("Square", "Before", "After"),
        rows=tuple((one, _holder(before, one), _holder(after, one)) for one in squares),
        note=f"{amount(len(squares), 'square')} changed.",
        folded=len(squares) > _MANY,
    )


def _holder(state: State, square: str) -> str:
    piece = state.pieces.get(square)
    return "empty" if piece is None else whose_piece(piece.side, piece.kind)


def armies(book: Ruleset, before: State, after: State) -> Listing:
    """Returns pieces, losses, kept cards and home zone of each army, clockwise."""
    rows = []
    for side in book.seats:
        old, new = (_figures(book, state, side) for state in (before, after))
        texts = [
            now if then == now else f"{then} \N{RIGHTWARDS ARROW} {now}"
            for then, now in zip(old, new, strict=True)
        ]
        name = f"{army_name(side)}{' (out)' if side in after.fallen else ''}"
        rows.append((name, *texts))
    return Listing(
        caption="The armies",
        columns=("Army", "Pieces", "Lost", "Kept cards", "At home", "Others there"),
        rows=tuple(rows),
        note="Before and after, where it is not the same. At home is the battle zone of its own "
        "quarter.",
        numbers=5,
    )


def _figures(book: Ruleset, state: State, side: str) -> tuple[str, ...]:
    held = sum(piece.side == side for piece in state.pieces.values())
    lost = sum(state.captured.get(side, {}).values())
    own, foreign = balance(book, state, side)
    return tuple(map(str, (held, lost, len(state.hands.get(side, ())), own, foreign)))


def pieces(book: Ruleset, state: State) -> Listing:
    """Returns every piece, by army and kind, with its square."""
    rows = []
    for side in book.seats:
        for kind in reversed(KINDS):
            here = [
                square for square, piece in state.pieces.items()
                if (piece.side, piece.kind) == (side, kind)
            ]  # fmt: skip
            if here:
                squares = " ".join(book.geometry.grid.in_order(here))
                rows.append((army_name(side), kind_name(kind), squares))
    return Listing(
        caption="All pieces",
        columns=("Army", "Kind", "Squares"),
        rows=tuple(rows),
        folded=True,
    )
