"""What a picture of an area board shows: a neutral value that a game fills from a view.

Nothing is worked out here or in the drawing: who controls what, which battle is declared, where a
marker stands, all of it is in the value. Lengths are in tenths of a unit.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from adjudicator.boards.area import AreaMap, Outlines, Point
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.render.areas.words import TERMS
from adjudicator.render.shown import Count, Natural, Picture, SideEntry, SideLook, side_looks
from adjudicator.render.theme import TINTS

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
    "SideLook",
    "Stack",
    "Strip",
    "SupplyLines",
    "Track",
    "side_looks",
]

Mark: TypeAlias = Literal["bombing", "cut-off", "disengaged", "landed", "moved"]
"""What has become of a stack this turn: those that have a sign of their own."""
MARKS: tuple[Mark, ...] = ("bombing", "cut-off", "disengaged", "landed", "moved")
"""All of them."""
Manner: TypeAlias = Literal["first", "second", "retreat", "airlift"]
"""How units came to move: in the first or second movement of a turn, driven away, or carried."""
Outcome: TypeAlias = Literal["won", "held", "air-only", "called-off", "goes-on"]
"""How a battle ended for the attacker; `air-only`: no defender is left, and nobody may enter."""
Rectangle: TypeAlias = tuple[int, int, Count, Count]
"""Left, top, width, height."""


class Stack(Value):
    """Units of one kind and one side: one counter with a number."""

    side: Id
    """Whose they are."""
    kind: Id
    """A key of `SILHOUETTES` or of the picture's `shapes`; others are shown by letters."""
    count: Count
    """How many."""
    marks: tuple[Id, ...] = ()
    """What happened to them: `MARKS`, and the picture's own `marks`."""


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
    tokens: tuple[Stack, ...] = ()
    """Round counters apart from the stacks, of the picture's `round` kinds."""
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
    words: tuple[str, ...] = ()
    """What stands under its cells, a paragraph each."""


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
    count: Count
    """How many units moved."""
    riders: Natural = 0
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
    size: Count = 240
    """The height of the letters."""
    turn: int = 0
    """Degrees, clockwise."""
    water: bool = True
    """Whether it is written on water, in its colour."""


class Places(Value):
    """Where the map leaves room for what is no part of it; what has no place is not drawn.

    A game that gives a picture no `Places` at all gets those of `places.usual_places`: above and
    below the areas, on as much paper as they need.
    """

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


class AreaPicture(Picture):
    """A whole picture of an area board."""

    board: AreaMap
    """The board."""
    outlines: Outlines
    """How it is drawn."""
    sides: tuple[SideEntry, ...]
    """The sides, in the order of the legend."""
    tints: FrozenMap[Id, Id] = FrozenMap()
    """The ground colours of regions, keys of `theme.TINTS`; others get them in their order."""
    kinds: tuple[Id, ...]
    """The unit kinds that there are; the legend explains them, in this order."""
    marks: tuple[Id, ...] = ()
    """The marks of stacks that the game has besides `MARKS`; each is shown by its first letter."""
    shapes: FrozenMap[Id, str] = FrozenMap()
    """Silhouettes of the game's own, by kind: paths of SVG in a box of 32 by 24."""
    round: tuple[Id, ...] = ()
    """The kinds whose counters are round: they are tokens in areas."""
    places: Places | None = None
    """Where there is room for all else; None: as `places.usual_places` finds it."""
    names: FrozenMap[Id, str] = FrozenMap()
    """Short names of areas, where the layout wants them."""
    terms: FrozenMap[Id, str] = FrozenMap()
    """What the game calls things, if not as usual, in small letters: keys of `words.TERMS`,
    kinds and marks of units, traits of the map, kinds of its borders."""
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
        """Refuses sides, kinds, areas, regions and words that nobody could draw."""
        unknown = [*self._unknown()]
        if unknown:
            raise ValueError(f"no such side, kind, area or region: {', '.join(unknown)}")
        if strange := sorted({*self.tints.values()} - TINTS.keys()):
            raise ValueError(f"no such tint: {', '.join(strange)}; tints: {', '.join(TINTS)}")
        if strange := sorted(self.names.keys() - self.board.areas.keys()):
            raise ValueError(f"names are of areas, not of {', '.join(strange)}")
        known = self._terms()
        if strange := sorted(self.terms.keys() - known.keys()):
            raise ValueError(f"no such term: {', '.join(strange)}; terms: {', '.join(known)}")
        for kind, path in self.shapes.items():
            if not _PATH.fullmatch(path):
                raise ValueError(f"the shape of {kind} is no path of SVG: {path!r}")
        self._check_round()
        return self

    def stacks(self) -> Iterator[Stack]:
        """Yields all units that the picture shows: in areas, in reserve, lost."""
        for content in self.areas.values():
            yield from content.stacks
            yield from content.tokens
        for reserve in self.reserves + self.lost:
            yield from reserve.stacks

    def shown_marks(self) -> tuple[str, ...]:
        """Returns the marks that stacks in areas bear, by id."""
        contents = self.areas.values()
        return tuple(sorted({mark for one in contents for st in one.stacks for mark in st.marks}))

    def _unknown(self) -> Iterator[str]:
        """Yields what is named and is nowhere."""
        contents = self.areas.values()
        stacks = [*self.stacks()]
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
        yield from sorted(sides - {side.id for side in self.sides})
        yield from sorted({stack.kind for stack in stacks} - {*self.kinds})
        marks = {mark for stack in stacks for mark in stack.marks}
        yield from sorted(marks - {*MARKS, *self.marks})
        yield from sorted((self.areas.keys() | passed) - self.board.areas.keys())
        yield from sorted(self.board.areas.keys() - self.outlines.areas.keys())
        yield from sorted(self.tints.keys() - self.board.regions.keys())

    def _terms(self) -> dict[str, None]:
        """Returns what `terms` may name, in the order in which a message lists it."""
        traits = {trait for facts in self.board.areas.values() for trait in facts.traits}
        borders = self.board.border_kinds
        named = (TERMS, MARKS, self.kinds, self.marks, sorted(traits), borders)
        return {term: None for terms in named for term in terms}

    def _check_round(self) -> None:
        """Refuses round counters among the stacks, and others among the tokens."""
        for area, content in self.areas.items():
            wrong = [stack.kind for stack in content.stacks if stack.kind in self.round]
            wrong += [token.kind for token in content.tokens if token.kind not in self.round]
            if wrong:
                told = ", ".join(wrong)
                raise ValueError(f"{area}: tokens are of the round kinds, stacks are not: {told}")


_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+")
"""What may stand in a path: it is written into the picture as it is."""
