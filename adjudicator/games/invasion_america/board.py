"""The map of North America: what lies in each hex and between hexes.

A hex that the map does not list is all sea. Country borders, the boundary of the rail net and the
weather line are no facts of their own: they run between hexes that differ.
"""

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from adjudicator.boards.hexes import Grid, HexNumber
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.tables import Landing, Terrain

__all__ = [
    "DIRECTIONS",
    "LINES",
    "Country",
    "Direction",
    "HexFacts",
    "HexKind",
    "HexMap",
    "Line",
    "Pair",
    "River",
    "Sides",
]

HexKind: TypeAlias = Literal["land", "coast", "lake"]
"""No sea; land and sea; all lake."""
Direction: TypeAlias = Literal["e", "ne", "nw", "w", "sw", "se"]
DIRECTIONS: tuple[Direction, ...] = ("e", "ne", "nw", "w", "sw", "se")
"""As `boards.hexes` numbers them."""
Line: TypeAlias = Literal["rail-net", "weather-line"]
"""The two lines that run across the map."""
LINES: tuple[Line, ...] = get_args(Line)
Pair: TypeAlias = tuple[HexNumber, HexNumber]
"""Two hexes with a hexside between them, the one farther south or west first."""
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]


class Country(Value):
    """A country of the map."""

    name: Name
    """As players read it."""
    nation: Nation
    """Whose force controls it when a scenario begins. (Ruling 26)"""


class HexFacts(Value):
    """What is printed in one hex."""

    kind: HexKind
    """Whether there is sea in it, or lake alone."""
    terrain: Terrain | None = None
    """Null in lakes alone."""
    country: Id | None = None
    """The country in which it lies; null in lakes and prohibited hexes."""
    prohibited: bool = False
    """Whether land and air units may never enter it. (10.22)"""
    name: Name | None = None
    """Its city or its port, as players read it."""
    port: bool = False
    """Whether a port is printed; coastal urban and supply hexes are ports without. (9.62)"""
    resource: Name | None = None
    """What makes it a resource hex. (18.4)"""
    amphibious: Landing | None = None
    """Whether and how one may land in it from amphibious units. (15.0)"""
    waters: Annotated[tuple[tuple[Direction, ...], ...], Field(max_length=6)] = ()
    """Where land cuts its water in two or more: the sides of each water; no ship gets from one to
    another. (Ruling 6)"""
    north_of: Annotated[tuple[Line, ...], Field(max_length=2)] = ()
    """The lines south of which it does not lie. (16.42, 17.32)"""


class River(Value):
    """A river, which runs along hexsides."""

    name: Name
    """As players read it."""
    great: bool
    """Whether it is a great river, over which no zone of control extends. (11.16)"""
    sides: tuple[Pair, ...]
    """The hexsides along which it runs."""


class Sides(Value):
    """Hexsides with a meaning of their own; each pair of hexes once in each list.

    Sides of all-sea hexes are sea sides without being listed.
    """

    all_land: tuple[Pair, ...] = ()
    """Between two coastal hexes, but no ship may cross. (5.21)"""
    blocked: tuple[Pair, ...] = ()
    """Closed to all land and air units but hovercraft. (13.8, 16.24)"""
    lake: tuple[Pair, ...] = ()
    """Closed to all land and air units but hovercraft. (13.8, ruling 22)"""
    sea: tuple[Pair, ...] = ()
    """All sea between two hexes with land: no land unit may cross."""


class HexMap(Value):
    """The map of a match: `map.json`."""

    format: Literal[1]
    map: Id
    """The id of the map."""
    title: Annotated[str, Field(min_length=1, max_length=80)]
    """As players read it."""
    sources: FrozenMap[Id, Id] = FrozenMap()
    """Where each kind of fact comes from; the map's README explains the marks."""
    grid: Grid
    """Its sections and columns: how the hexes are numbered."""
    countries: FrozenMap[Id, Country]
    """The countries by id."""
    holding_box: tuple[HexNumber, ...]
    """All-sea hexes from which ships reach the P.A.L. holding box. (Ruling 30)"""
    hexes: FrozenMap[HexNumber, HexFacts]
    """All hexes but those that are all sea, by number."""
    rivers: FrozenMap[Id, River]
    """The rivers by id."""
    sides: Sides
    """Hexsides that are more than a side between two hexes."""
