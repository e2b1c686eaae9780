"""What a picture of an area board shows: a neutral value that a game fills from a view.

Nothing is worked out here or in the drawing: who controls what, which battle is declared, where a
marker stands, all of it is in the value. Lengths are in tenths of a unit.
"""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from adjudicator.boards.area import AreaMap, Outlines, Point
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.render.areas.silhouettes import SILHOUETTES
from adjudicator.render.theme import LookId, TintId

__all__ = [
    "MARKS",
    "AreaContent",
    "AreaPicture",
    "Arrow",
    "Caption",
    "Fight",
    "Manner",
    "Mark",
    "Outcome",
    "Places",
    "Rectangle",
    "Reserve",
    "Shot",
    "SideEntry",
    "Stack",
    "Strip",
    "SupplyLines",
    "Track",
]

Mark: TypeAlias = Literal["bombing", "cut-off", "disengaged", "landed", "moved"]
"""What has become of a stack this turn."""
MARKS: tuple[Mark, ...] = ("bombing", "cut-off", "disengaged", "landed", "moved")
"""All of them."""
Manner: TypeAlias = Literal["first", "second", "retreat", "airlift"]
"""How units came to move: in the first or second movement of a turn, driven away, or carried."""
Outcome: TypeAlias = Literal["won", "held", "air-only", "called-off", "goes-on"]
"""How a battle ended for the attacker; `air-only`: no defender is left, and nobody may enter."""
Extent = Annotated[int, Field(ge=1)]
Rectangle: TypeAlias = tuple[int, int, Extent, Extent]
"""Left, top, width, height."""
Natural = Annotated[int, Field(ge=0)]


class SideEntry(Value):
    """A side, as the picture shows it."""

    id: Id
    """The side."""
    name: str
    """As players read it."""
    look: LookId
    """Its colour and pattern."""


class Stack(Value):
    """Units of one kind and one side: one counter with a number."""

    side: Id
    """Whose they are."""
    kind: Id
    """A key of `counters.SILHOUETTES`."""
    count: Annotated[int, Field(ge=1)]
    """How many."""
    marks: tuple[Mark, ...] = ()
    """What happened to them."""


class Fight(Value):
    """A battle as the picture tells it: a mark with the losses beside it."""

    attacker: Id
    """The side that attacked."""
    defender: Id
    """The side that was attacked."""
    outcome: Outcome
    """How it ended."""
    attackers_lost: Natural = 0
    """How many units the attacker lost."""
    defenders_lost: Natural = 0
    """How many units the defender lost."""


class AreaContent(Value):
    """Everything in one area that changes."""

    control: Id | None = None
    """The side that controls it, if any."""
    stacks: tuple[Stack, ...] = ()
    """Who stands there, drawn in this order."""
    lasers: tuple[Stack, ...] = ()
    """Lasers and footholds, shown as round counters, apart from the stacks."""
    battle: Id | None = None
    """The side that has declared this area."""
    fight: Fight | None = None
    """The battle that was fought here."""
    taken: bool = False
    """Whether `control` is new."""
    set_up: bool = False
    """Whether units are set up here now by the side that controls it."""
    notes: tuple[str, ...] = ()
    """More lines for whoever points at the area."""


class Track(Value):
    """A row of cells with a marker in one of them."""

    id: Id
    """Its name in the picture."""
    title: str
    """What stands above it."""
    cells: tuple[str, ...]
    """What stands in its cells."""
    marker: Natural | None = None
    """The index of the cell in which the marker stands."""
    goal: Natural | None = None
    """The index of a cell that is set off from the others."""
    side: Id | None = None
    """The side whose colours the marker wears."""


class Reserve(Value):
    """Units that are not on the map, under a title."""

    id: Id
    """Its name in the picture."""
    title: str
    """What stands above it."""
    stacks: tuple[Stack, ...]
    """What lies there."""


class Arrow(Value):
    """Units of one side that went the same way."""

    side: Id
    """Whose movement it is."""
    path: Annotated[tuple[Id, ...], Field(min_length=2)]
    """The areas, from the first to the last."""
    count: Annotated[int, Field(ge=1)]
    """How many units moved."""
    riders: Annotated[int, Field(ge=0)] = 0
    """How many were carried along."""
    words: str
    """What it says to whoever points at it."""
    manner: Manner
    """How they moved: it decides the line."""
    flies: bool = False
    """Whether it passes over what lies between."""


class Shot(Value):
    """Fire from one area at another."""

    side: Id
    """Who fires."""
    start: Id
    """The area from which."""
    end: Id
    """The area at which."""
    hit: bool
    """Whether it hit."""
    words: str
    """What it says to whoever points at it."""


class SupplyLines(Value):
    """The ways of one side's supply."""

    side: Id
    """Whose supply it is."""
    ways: tuple[tuple[Id, Id], ...]
    """Each area on a way, with the next one on it towards the source."""


class Strip(Value):
    """A part of the board that a narrow page shows by itself."""

    title: str
    """What stands above the part."""
    place: Rectangle
    """The part of the board that it shows."""


class Caption(Value):
    """The name of a sea or of a country that is no area."""

    text: str
    """What is written."""
    at: Point
    """The middle of the text."""
    size: Extent = 240
    """The height of the letters."""
    turn: int = 0
    """Degrees, clockwise."""
    water: bool = True
    """Whether it is written on water, in its colour."""


class Places(Value):
    """Where the map leaves room for what is no part of it; what has no place is not drawn."""

    title: Rectangle | None = None
    """For the title."""
    tracks: Rectangle | None = None
    """For tracks and notes."""
    legend: Rectangle | None = None
    """For the legend."""
    reserves: Rectangle | None = None
    """For reserves."""
    lost: Rectangle | None = None
    """For what was lost."""
    compass: Point | None = None
    """The middle of the compass."""
    captions: tuple[Caption, ...] = ()
    """What is written on the board itself."""
    strips: tuple[Strip, ...] = ()
    """The parts of a phone's column, from the top."""


class AreaPicture(Value):
    """A whole picture of an area board."""

    board: AreaMap
    """The board."""
    outlines: Outlines
    """How it is drawn."""
    sides: tuple[SideEntry, ...]
    """The sides, in the order of the legend."""
    tints: FrozenMap[Id, TintId]
    """The ground colour of each region."""
    kinds: tuple[Id, ...]
    """The unit kinds that are shown; the legend explains them."""
    places: Places
    """Where there is room for all else."""
    title: tuple[str, ...] = ()
    """The first line is the largest."""
    description: str = ""
    """The picture in a few sentences, for whoever does not see it."""
    names: FrozenMap[Id, str] = FrozenMap()
    """Short names, where the layout wants them."""
    terms: FrozenMap[Id, str] = FrozenMap()
    """What the game calls its movements and marks in the legend, if not as usual: by `Manner` or
    `Mark`."""
    style: Style = Style()
    """What is shown, and how."""
    areas: FrozenMap[Id, AreaContent] = FrozenMap()
    """Areas that are absent are empty and controlled by nobody."""
    tracks: tuple[Track, ...] = ()
    """Tracks: turns, points."""
    notes: tuple[str, ...] = ()
    """Lines beside the first track."""
    reserves: tuple[Reserve, ...] = ()
    """What stands beside the board."""
    lost: tuple[Reserve, ...] = ()
    """Units that are out of the game."""
    arrows: tuple[Arrow, ...] = ()
    """Who moved."""
    shots: tuple[Shot, ...] = ()
    """Who fired."""
    supply: tuple[SupplyLines, ...] = ()
    """Lines of supply."""

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        """Refuses sides, kinds and areas that nobody could draw."""
        contents = self.areas.values()
        stacks = [
            stack
            for group in (
                *(content.stacks + content.lasers for content in contents),
                *(reserve.stacks for reserve in self.reserves + self.lost),
            )
            for stack in group
        ]
        sides = {stack.side for stack in stacks}
        sides |= {
            side for content in contents for side in (content.control, content.battle) if side
        }
        sides |= {track.side for track in self.tracks if track.side}
        sides |= {arrow.side for arrow in self.arrows}
        sides |= {shot.side for shot in self.shots}
        sides |= {lines.side for lines in self.supply}
        for fight in (content.fight for content in contents if content.fight):
            sides |= {fight.attacker, fight.defender}
        passed = {area for arrow in self.arrows for area in arrow.path}
        passed |= {area for shot in self.shots for area in (shot.start, shot.end)}
        passed |= {area for line in self.supply for way in line.ways for area in way}
        kinds = {*self.kinds, *(stack.kind for stack in stacks)}
        unknown = [
            *sorted(sides - {side.id for side in self.sides}),
            *sorted(kinds - (SILHOUETTES.keys() & {*self.kinds})),
            *sorted((self.areas.keys() | passed) - self.board.areas.keys()),
            *sorted(self.board.areas.keys() - self.outlines.areas.keys()),
            *sorted(self.board.regions.keys() - self.tints.keys()),
        ]
        if unknown:
            raise ValueError(f"no such side, kind, area or region: {', '.join(unknown)}")
        return self
