"""Squares, pieces and armies of a state, and the same as the rules of movement want them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.english import joined
from adjudicator.core.problem import Path, Problem
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.geometry import NOWHERE
from adjudicator.games.stratix.rules import generate
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Ceasefire, State

__all__ = [
    "following",
    "has_moves",
    "in_turn_of",
    "moves_of",
    "pieces_of",
    "position_of",
    "reach_of",
    "red_pieces",
    "truce_after",
    "unknown_army",
    "unknown_kind",
    "unknown_square",
]


def position_of(book: Ruleset, state: State) -> generate.Position:
    """Returns who stands where as the rules of movement want it."""
    numbers, truce = book.geometry.grid.numbers, state.ceasefire
    return generate.placed(
        (
            (numbers[square], ARMIES.index(piece.side), KINDS.index(piece.kind))
            for square, piece in state.pieces.items()
        ),
        sorted(ARMIES.index(side) for side in state.order),
        assault=state.assault,
        truce=NOWHERE if truce is None else ARMIES.index(truce.quadrant),
        size=len(numbers),
    )


def moves_of(book: Ruleset, state: State, side: str) -> list[tuple[str, str]]:
    """Returns all moves of an army by the rules of movement, as pairs of squares in order."""
    position = position_of(book, state)
    found = sorted(generate.moves(book.geometry, position, ARMIES.index(side)))
    return [(book.name(origin), book.name(target)) for origin, target in found]


def reach_of(book: Ruleset, state: State, square: str) -> list[str]:
    """Returns where the piece on a square can end."""
    number = book.geometry.grid.numbers[square]
    found = generate.reaches(book.geometry, position_of(book, state), number)
    return [book.name(target) for target in sorted(found)]


def has_moves(book: Ruleset, state: State, square: str) -> bool:
    """Whether the piece on a square has a legal move."""
    return bool(reach_of(book, state, square))


def pieces_of(state: State, side: str) -> list[str]:
    """Returns the squares of an army's pieces, by file and rank."""
    return [square for square, piece in state.pieces.items() if piece.side == side]


def red_pieces(book: Ruleset, state: State, side: str) -> list[str]:
    """Returns the squares of an army's pieces on red squares, the foremost and lowest first.

    The foremost line first, then file by file, then rank by rank. (Ruling 23)
    """
    grid = book.geometry.grid
    red = [square for square in pieces_of(state, side) if book.line_of(square)]
    return sorted(grid.in_order(red), key=book.line_of)


def following(cycle: Sequence[str], side: str, left: Sequence[str]) -> str:
    """Returns the army of `left` whose turn comes after one of `cycle`."""
    place = cycle.index(side)
    after = (*cycle[place + 1 :], *cycle[: place + 1])
    return next(one for one in after if one in left)


def truce_after(state: State, side: str) -> Ceasefire | None:
    """Returns the cease-fire that is left when the next turn of an army comes, or never will.

    (Ruling 35)
    """
    truce = state.ceasefire
    return None if truce is None or truce.side == side else truce


def in_turn_of(state: State, side: str) -> State:
    """Returns the state as moves are judged in the next turn of an army: its cease-fire is over."""
    return state.model_copy(update={"ceasefire": truce_after(state, side)})


def unknown_square(book: Ruleset, square: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if the board has no such square."""
    if book.number(square) is None:
        yield Problem(
            "unknown-square",
            f'there is no square "{square}"',
            path,
            "board",
            hint="Squares are a1 to s19: a file from a to s, then a rank from 1 to 19.",
        )


def unknown_army(book: Ruleset, side: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if no such army plays."""
    if side not in book.seats:
        yield Problem(
            "unknown-army",
            f'no army "{side}" plays here',
            path,
            "start",
            hint=f"The armies are {joined(book.seats)}.",
        )


def unknown_kind(kind: str, path: Path, rule: str) -> Iterator[Problem]:
    """Yields a problem if there is no such kind of piece."""
    if kind not in KINDS:
        yield Problem(
            "unknown-kind",
            f'there is no kind of piece "{kind}"',
            path,
            rule,
            hint=f"Kinds are {', '.join(KINDS)}.",
        )
