"""What a picture of an area board shows: a neutral value that a game fills from a view.

Nothing is worked out here or in the drawing: who controls what, which battle is declared, where a
marker stands, all of it is in the value. Lengths are in tenths of a unit.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from adjudicator.boards.area import AreaMap, Outlines, Point
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.draw.counters import SILHOUETTES
from adjudicator.draw.theme import LookId, TintId

__all__ = [
    "MARKS",
    "AreaContent",
    "AreaPicture",
    "Caption",
    "Mark",
    "Places",
    "Rectangle",
    "Reserve",
    "SideEntry",
    "Stack",
    "Track",
]

Mark: TypeAlias = Literal["bombing", "disengaged", "landed", "moved"]
"""What has become of a stack this turn."""
MARKS: tuple[Mark, ...] = ("bombing", "disengaged", "landed", "moved")
Rectangle: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height."""
Natural = Annotated[int, Field(ge=0)]


class SideEntry(Value):
    """A side, as the picture shows it."""

    id: Id
    name: str
    """As players read it."""
    look: LookId


class Stack(Value):
    """Units of one kind and one side: one counter with a number."""

    side: Id
    kind: Id
    """A key of `counters.SILHOUETTES`."""
    count: Annotated[int, Field(ge=1)]
    marks: tuple[Mark, ...] = ()


class AreaContent(Value):
    """Everything in one area that changes."""

    control: Id | None = None
    """The side that controls it, if any."""
    stacks: tuple[Stack, ...] = ()
    lasers: tuple[Stack, ...] = ()
    """Shown as round counters, apart from the stacks."""
    battle: Id | None = None
    """The side that has declared this area, or that has attacked it."""
    fought: bool = False
    """Whether that battle is over: what was declared then is no longer."""
    notes: tuple[str, ...] = ()
    """More lines for whoever points at the area."""


class Track(Value):
    """A row of cells with a marker in one of them."""

    id: Id
    title: str
    cells: tuple[str, ...]
    marker: Natural | None = None
    """The index of the cell in which the marker stands."""
    goal: Natural | None = None
    """The index of a cell that is set off from the others."""
    side: Id | None = None
    """The side whose colours the marker wears."""


class Reserve(Value):
    """Units that are not on the map, under a title."""

    id: Id
    title: str
    stacks: tuple[Stack, ...]


class Caption(Value):
    """The name of a sea or of a country that is no area."""

    text: str
    at: Point
    """The middle of the text."""
    size: int = 240
    turn: int = 0
    """Degrees, clockwise."""
    water: bool = True


class Places(Value):
    """Where the map leaves room for what is no part of it; what has no place is not drawn."""

    title: Rectangle | None = None
    tracks: Rectangle | None = None
    legend: Rectangle | None = None
    reserves: Rectangle | None = None
    compass: Point | None = None
    captions: tuple[Caption, ...] = ()


class AreaPicture(Value):
    """A whole picture of an area board."""

    board: AreaMap
    outlines: Outlines
    sides: tuple[SideEntry, ...]
    tints: FrozenMap[Id, TintId]
    """The ground colour of each region."""
    kinds: tuple[Id, ...]
    """The unit kinds that the legend explains."""
    places: Places
    title: tuple[str, ...] = ()
    """The first line is the largest."""
    areas: FrozenMap[Id, AreaContent] = FrozenMap()
    """Areas that are absent are empty and controlled by nobody."""
    tracks: tuple[Track, ...] = ()
    reserves: tuple[Reserve, ...] = ()

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        """Refuses sides, kinds and areas that nobody could draw."""
        contents = self.areas.values()
        stacks = [
            stack
            for group in (
                *(content.stacks + content.lasers for content in contents),
                *(reserve.stacks for reserve in self.reserves),
            )
            for stack in group
        ]
        sides = {stack.side for stack in stacks}
        sides |= {
            side for content in contents for side in (content.control, content.battle) if side
        }
        sides |= {track.side for track in self.tracks if track.side}
        kinds = {*self.kinds, *(stack.kind for stack in stacks)}
        unknown = [
            *sorted(sides - {side.id for side in self.sides}),
            *sorted(kinds - SILHOUETTES.keys()),
            *sorted(self.areas.keys() - self.board.areas.keys()),
            *sorted(self.board.areas.keys() - self.outlines.areas.keys()),
            *sorted(self.board.regions.keys() - self.tints.keys()),
        ]
        if unknown:
            raise ValueError(f"no such side, kind, area or region: {', '.join(unknown)}")
        return self
