"""The board: four quadrants with a red triangle each, and the channel with its bridges.

This is the file `map.json` as it is written; `rules/board_checks.py` says what is wrong with one,
`geometry.py` makes of a sound one what rules walk on.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.boards.squares import Grid, SquareName
from adjudicator.core.values import FrozenMap, Id, Value

__all__ = ["ARMIES", "FILES", "KINDS", "RANKS", "Board", "Bridge", "Kind", "Quadrant", "grid"]

FILES = RANKS = 19
"""The one size of this board: triangles of six lines in the corners of four fields of 9 x 9."""

ARMIES = ("south-west", "north-west", "north-east", "south-east")
"""The armies, and their quadrants, clockwise."""
Kind: TypeAlias = Literal["infantry", "tank", "artillery", "helicopter", "jet", "icbm"]
KINDS: tuple[Kind, ...] = ("infantry", "tank", "artillery", "helicopter", "jet", "icbm")
"""The kinds of pieces. At set-up the first fill line 1 of the red triangle, the next line 2, and so
on: six infantry, five tanks, four artillery pieces, three helicopters, two jets, one ICBM."""

Squares = Annotated[tuple[SquareName, ...], Field(max_length=FILES * RANKS)]


class Quadrant(Value):
    """One army's quarter of the board."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """As players read it."""
    corner: SquareName
    """The corner of the board, where its red triangle begins."""
    lines: Annotated[tuple[Squares, ...], Field(max_length=FILES)]
    """The red squares. The DMZ is line 1; the staging area behind it, line by line up to the
    corner. ("The DMZ/Staging Areas")"""
    zone: Squares
    """Its battle zone, recon spaces included."""
    recon: Squares
    """Its recon spaces. ("Recon deck")"""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from; the map's README explains the marks."""


class Bridge(Value):
    """One square on which ground pieces cross the channel."""

    joins: tuple[Id, Id]
    """The quadrants on both sides, clockwise."""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from."""


class Board(Value):
    """The squares of a map, and what each of them is."""

    format: Literal[1]
    map: Id
    """The id of the map."""
    title: Annotated[str, Field(min_length=1, max_length=80)]
    """As players read it."""
    quadrants: FrozenMap[Id, Quadrant]
    """The quadrants, each named as the army whose home it is."""
    bridges: FrozenMap[SquareName, Bridge]
    """The bridges by square."""
    water: Squares
    """The squares of the channel that are no bridges: nobody stops there."""
    deck: SquareName
    """Where the recon deck lies: a square of water."""
    source: FrozenMap[Id, Id] = FrozenMap()
    """Where each fact comes from."""


def grid() -> Grid:
    """Returns the squares of the board, by number and name."""
    return Grid.of(FILES, RANKS)
