"""Where cards let pieces go, and which pieces they mean. (Cards)

Squares come in the order of files, then of ranks.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.rules import generate
from adjudicator.games.stratix.rules.places import pieces_of, position_of
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = [
    "active",
    "airborne_targets",
    "airlift_targets",
    "destroyed_kinds",
    "enemies_in",
    "free_bridges",
    "free_recon",
    "room",
]


def room(book: Ruleset, state: State, side: str) -> list[str]:
    """Returns the squares on which a piece comes back: those that are free on the DMZ line.

    If there are none, on the next line behind it, and so on; none where all pieces of the army
    stand on its red squares: there are as many of these, so that nobody is left to come back.
    (Ruling 8)
    """
    lines = (
        [square for square in line if square not in state.pieces]
        for line in book.board.quadrants[side].lines
    )
    return book.geometry.grid.in_order(next(filter(None, lines), []))


def destroyed_kinds(state: State, side: str, kinds: Collection[str]) -> list[str]:
    """Returns the kinds, out of some, of which an army has lost a piece."""
    return [kind for kind in kinds if state.captured[side].get(kind, 0)]


def active(
    book: Ruleset, state: State, side: str, kinds: Collection[str] | None = None
) -> list[str]:
    """Returns the squares of an army's pieces that have left its red squares.

    Args:
        kinds: the kinds that are meant; None: all.
    """
    squares = [
        square
        for square in pieces_of(state, side)
        if not book.line_of(square) and (kinds is None or state.pieces[square].kind in kinds)
    ]
    return book.geometry.grid.in_order(squares)


def free_recon(book: Ruleset, state: State) -> list[str]:
    """Returns the recon spaces on which nobody stands."""
    spaces = (square for facts in book.board.quadrants.values() for square in facts.recon)
    return book.geometry.grid.in_order([one for one in spaces if one not in state.pieces])


def free_bridges(book: Ruleset, state: State) -> list[str]:
    """Returns the bridges on which nobody stands."""
    return book.geometry.grid.in_order(
        [one for one in book.board.bridges if one not in state.pieces]
    )


def airlift_targets(book: Ruleset, state: State, origin: str) -> list[str]:
    """Returns the empty squares of the battle zones beside that of a piece.

    From a bridge, of the two that it joins. Recon spaces are none of them. (Ruling 38)
    """
    found = [square for zone in _beside(book, origin) for square in _free(book, state, zone)]
    return book.geometry.grid.in_order(found)


def airborne_targets(book: Ruleset, state: State, side: str) -> list[str]:
    """Returns the battle-zone squares on which a piece can be set: empty, or of an enemy.

    The enemy can be struck there. Recon spaces are none of them. (Rulings 28 and 38)
    """
    found: list[str] = []
    for zone in ARMIES:
        found += _free(book, state, zone)
        found += enemies_in(book, state, side, zone=zone)
    return book.geometry.grid.in_order(found)


def enemies_in(
    book: Ruleset, state: State, side: str, *, zone: str, kinds: Collection[str] | None = None
) -> list[str]:
    """Returns the squares of enemies in a battle zone that can be struck. (Ruling 36)"""
    position, grid = position_of(book, state), book.geometry.grid
    found = [
        square
        for square in book.board.quadrants[zone].zone
        if square in state.pieces
        and state.pieces[square].side != side
        and (kinds is None or state.pieces[square].kind in kinds)
        and generate.is_attackable(book.geometry, position, grid.numbers[square])
    ]
    return grid.in_order(found)


def _beside(book: Ruleset, square: str) -> tuple[str, ...]:
    """Returns the quadrants beside the one in which a square lies, or that a bridge joins."""
    bridge = book.board.bridges.get(square)
    if bridge is not None:
        return bridge.joins
    zone = book.zone_of(square)
    assert zone is not None, square
    place = ARMIES.index(zone)
    return (ARMIES[place - 1], ARMIES[(place + 1) % len(ARMIES)])


def _free(book: Ruleset, state: State, zone: str) -> list[str]:
    return [
        square
        for square in book.board.quadrants[zone].zone
        if square not in state.pieces and not book.is_recon(square)
    ]
