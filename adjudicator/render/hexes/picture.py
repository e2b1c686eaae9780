"""What a picture of a hex map shows: a neutral value that a game fills from a view.

Nothing is worked out here or in the drawing: who controls what, who is in supply, where a zone of
control lies, all of it is in the value. Hexes are named by their numbers.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from adjudicator.boards.hexes import NOWHERE, Grid, HexNumber
from adjudicator.boards.shores import Shores
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.render.shown import Count, Natural, Picture, SideEntry
from adjudicator.render.words import HEXES, called

__all__ = [
    "FARTHEST",
    "GROUNDS",
    "Cell",
    "Crop",
    "Edge",
    "Fight",
    "Force",
    "Goal",
    "Ground",
    "HexBoard",
    "HexPicture",
    "Manner",
    "March",
    "Mark",
    "Progress",
    "Reserve",
    "River",
    "Stack",
    "SupplyWay",
    "Symbol",
    "Unit",
    "Zone",
]

Ground: TypeAlias = Literal[
    "clear", "forest", "wilderness", "broken", "rough", "tundra", "urban", "supply", "lake"
]
"""What a hex looks like."""
GROUNDS: tuple[Ground, ...] = get_args(Ground)
Edge: TypeAlias = Literal["blocked", "lake", "sea", "border", "rail-net", "weather-line"]
"""What may lie along a hexside, rivers aside."""
_LINE_WORDS: Mapping[Edge, str] = {"rail-net": "RAIL NET ENDS", "weather-line": "WEATHER LINE"}
Symbol: TypeAlias = Literal[
    "armour", "mechanised", "infantry", "militia", "special-infantry", "hovercraft", "supply",
    "rail", "cas", "lrb", "carrier", "amphibious", "transport",
]  # fmt: skip
"""The sign of a type of units."""
Mark: TypeAlias = Literal["out-of-supply", "new", "partisan"]
"""What is to be known of a unit besides its counter."""
Manner: TypeAlias = Literal["land", "rail", "sea", "air", "retreat", "advance"]
"""How units moved."""
Pair: TypeAlias = tuple[HexNumber, HexNumber]
FARTHEST = 14
"""The largest radius of a part of the map: who wants more takes the whole."""


# -- the board ------------------------------------------------------------------------------------


class Cell(Value):
    """A hex with land or lake."""

    ground: Ground
    coast: bool = False
    """Whether part of it is sea."""
    closed: bool = False
    """Whether nobody may enter it."""
    name: str = ""
    """Its city, or its port."""
    port: bool = False
    resource: str = ""
    """What makes it a resource."""
    landing: str = ""
    """What is printed in an amphibious hex: "3/2"."""
    words: str = ""
    """What else is said to whoever points at it."""


class River(Value):
    """A river along hexsides."""

    name: str
    great: bool
    sides: tuple[Pair, ...]


class HexBoard(Value):
    """All that is printed on the map and never changes."""

    grid: Grid
    cells: FrozenMap[HexNumber, Cell]
    """All other hexes are sea."""
    rivers: tuple[River, ...] = ()
    edges: FrozenMap[Edge, tuple[Pair, ...]] = FrozenMap()
    shores: Shores | None = None
    """Null: shores follow the hexes."""
    exits: tuple[HexNumber, ...] = ()
    """Sea hexes at the edge that lead off the map."""
    exit_words: str = ""
    """Where they lead."""
    line_words: FrozenMap[Edge, str] = FrozenMap(_LINE_WORDS)
    """What is lettered along lines."""


# -- what changes ---------------------------------------------------------------------------------


class Force(SideEntry):
    """Whose counters there are."""

    code: str
    """What stands on its counters: "USA"."""
    camp: str = ""
    """Between what forces of one camp hold there is no front; empty: it fights against all."""


class Unit(Value):
    """One counter."""

    id: Id
    force: Id
    symbol: Symbol
    name: str
    """What its type is called."""
    strength: Natural | None = None
    """Tried or untried; null: it has none."""
    tried: bool = True
    """Whether the strength is known."""
    movement: Natural | None = None
    range: Natural | None = None
    defends_only: bool = False
    """Whether the strength stands in parentheses."""
    marks: tuple[Mark, ...] = ()


class Stack(Value):
    """Units that lie on each other, the uppermost first."""

    at: HexNumber
    units: Annotated[tuple[Unit, ...], Field(min_length=1)]
    afloat: bool = False
    """Whether it is ships: beside a stack on land in the same hex."""
    words: str = ""
    """What is said to whoever points at it besides its units."""


class Zone(Value):
    """Hexes with something in common that belongs to one force."""

    force: Id
    hexes: tuple[HexNumber, ...]


class SupplyWay(Value):
    """A line of supply, from a unit to its source."""

    force: Id
    path: Annotated[tuple[HexNumber, ...], Field(min_length=1)]


class March(Value):
    """Units that went the same way."""

    force: Id
    path: Annotated[tuple[HexNumber, ...], Field(min_length=2)]
    manner: Manner
    count: Count = 1
    words: str = ""
    """What it says to whoever points at it."""


class Fight(Value):
    """An attack that was made."""

    at: Annotated[tuple[HexNumber, ...], Field(min_length=1)]
    """The hexes that were attacked together."""
    number: Count = 1
    """Which attack of the turn it is: it stands at the hexes and in the list of attacks."""
    force: Id
    """Who attacked."""
    origins: tuple[HexNumber, ...] = ()
    """Hexes from which it was attacked; those beside an attacked hex are pointed out."""
    odds: str
    """As at the table: "3-1"."""
    result: str
    """What the table said: "D2"; empty, where there was no roll."""
    words: str = ""
    """What it says to whoever points at it."""
    told: str = ""
    """What the list of attacks says of it; empty: it is not listed."""


class Goal(Value):
    """How many points some forces need together: a mark on the bar of points."""

    forces: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The first ones of the bar, or the last ones; the mark is measured from that end of it."""
    points: Natural
    """The least number that is enough."""
    words: str
    """What stands at the mark: "340", ">30"."""


class Progress(Value):
    """How far the match is, in the head of the picture."""

    turns: tuple[str, ...] = ()
    """The turns by name, if they are shown as a track."""
    turn: Natural | None = None
    """The index of the present one."""
    points: tuple[tuple[Id, Natural], ...] = ()
    """The victory points of each force, in order."""
    goals: tuple[Goal, ...] = ()
    """The thresholds."""
    goal_words: str = ""
    """What they are: "U.S. and Canada win with 340: 12 below"."""

    @model_validator(mode="after")
    def _goals_lie_at_an_end(self) -> Self:
        """Refuses thresholds of forces that do not stand together at an end of the bar."""
        order = tuple(force for force, _ in self.points)
        for goal in self.goals:
            if goal.forces not in (order[: len(goal.forces)], order[-len(goal.forces) :]):
                raise ValueError(f"not at an end of the bar: {', '.join(goal.forces)}")
        return self


class Reserve(Value):
    """Units that are not on the map, under a title."""

    id: Id
    title: str
    force: Id
    units: tuple[tuple[Unit, Count], ...]
    """A counter for each sort, with how many of it there are."""


class Crop(Value):
    """A part of the map: all hexes near one."""

    around: HexNumber
    radius: Annotated[int, Field(ge=1, le=FARTHEST)]


class HexPicture(Picture):
    """A whole picture of a hex map."""

    board: HexBoard
    forces: tuple[Force, ...] = ()
    stacks: tuple[Stack, ...] = ()
    control: tuple[Zone, ...] = ()
    """Hexes that a force holds that were not its own: they are washed with its colour."""
    control_words: str = "Held by the enemy, and the front"
    """What they are called in the legend."""
    zones: tuple[Zone, ...] = ()
    """Zones of control, where they are shown, or other hexes with something in common."""
    zones_words: str = "Zone of control"
    """What they are called in the legend."""
    supply: tuple[SupplyWay, ...] = ()
    """Lines of supply, where they are shown."""
    marches: tuple[March, ...] = ()
    fights: tuple[Fight, ...] = ()
    fights_title: str = ""
    """What stands over the list of attacks."""
    progress: Progress = Progress()
    boxes: tuple[Reserve, ...] = ()
    crop: Crop | None = None
    """Null: the whole map."""
    terms: FrozenMap[Id, str] = FrozenMap()
    """What the game calls things, if not as usual: keys of `words.HEXES`."""

    def called(self, key: str, number: int | None = None) -> str:
        """Returns what something is called; `#` stands for a number."""
        return called(self.terms, HEXES, key, number)

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        """Refuses forces and hexes that nobody could draw."""
        zones = (*self.control, *self.zones)
        units = [unit for stack in self.stacks for unit in stack.units]
        units += [unit for box in self.boxes for unit, _ in box.units]
        forces = {unit.force for unit in units} | {box.force for box in self.boxes}
        forces |= {zone.force for zone in zones} | {way.force for way in self.supply}
        forces |= {march.force for march in self.marches}
        forces |= {fight.force for fight in self.fights}
        forces |= {force for force, _ in self.progress.points}
        numbers = {stack.at for stack in self.stacks}
        numbers |= {at for fight in self.fights for at in (*fight.at, *fight.origins)}
        numbers |= {number for zone in zones for number in zone.hexes}
        numbers |= {number for way in self.supply for number in way.path}
        numbers |= {number for march in self.marches for number in march.path}
        if self.crop is not None:
            numbers.add(self.crop.around)
        hex_of = self.board.grid.hex_of
        unknown = sorted(forces - {force.id for force in self.forces})
        unknown += sorted(number for number in numbers if hex_of(number) == NOWHERE)
        if unknown:
            raise ValueError(f"no such force or hex: {', '.join(unknown)}")
        return self
