"""How the coasts and lakes of a hex map are drawn: rings in tenths of a unit, y downwards.

A hex is 1000 tenths wide; the corner of the sheet is the north-west corner of the grid. No rule
looks at shores: which hexes are land is the map's to say.
"""

from typing import Annotated, Literal

from pydantic import Field

from adjudicator.boards.area import Point, Ring
from adjudicator.core.values import Id, Value

__all__ = ["Lettering", "Shores"]

Outline = Annotated[Ring, Field(min_length=3)]


class Lettering(Value):
    """A word that lies over sea or land: the name of an ocean, of a country."""

    text: Annotated[str, Field(min_length=1, max_length=40)]
    """What it says."""
    at: Point
    """The middle of the text."""
    size: Annotated[int, Field(ge=100, le=5000)]
    """How high its type is, in tenths."""
    turn: Annotated[int, Field(ge=-90, le=90)] = 0
    """Degrees, clockwise."""
    water: bool = True
    """Whether it names water."""


class Shores(Value):
    """The shores of a map: `shores.json`."""

    format: Literal[1]
    map: Id
    """The id of the map; on any other one shores follow the hexes."""
    letterings: tuple[Lettering, ...] = ()
    """Names that lie over the map."""
    land: tuple[Outline, ...]
    """Land, whatever hexes it lies in; rings inside others are water."""
    lakes: tuple[Outline, ...]
    """Lakes, over whatever land they lie."""
