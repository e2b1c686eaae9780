"""What a picture of a star chart shows: a neutral value that a game fills from a view.

Nothing is worked out here or in the drawing: who holds what, what was lost, what a seat receives
next, all of it is in the value. Coordinates are those of the chart, in any unit.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from adjudicator.boards.area import Point
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.render.shown import Count, Natural, Picture, SideEntry
from adjudicator.render.words import STARS, called

__all__ = [
    "Attack",
    "CardFace",
    "Fortification",
    "LaneEntry",
    "PlanetEntry",
    "RegionEntry",
    "SeatEntry",
    "StarPicture",
]


class RegionEntry(Value):
    """A region, as the picture shows it."""

    name: str
    bonus: Natural
    holder: Id | None = None
    """The seat that holds all of it."""


class PlanetEntry(Value):
    """A planet, as the picture shows it."""

    name: str
    region: Id
    at: Point
    seat: Id | None = None
    """Who holds it; null: nobody, or an army that is no seat's."""
    troops: Natural = 0
    taken: bool = False
    """Whether it was captured in what is shown."""
    placed: Natural = 0
    """Troops that were placed on it in what is shown."""
    notes: tuple[str, ...] = ()
    """More lines for whoever points at it."""


class LaneEntry(Value):
    """Two planets that are adjacent."""

    between: tuple[Id, Id]
    hyper: bool = False
    """Whether it is a line through hyperspace."""


class CardFace(Value):
    """A card that whoever looks may know."""

    id: Id
    kind: Literal["fighter", "bomber", "capital"]


class SeatEntry(SideEntry):
    """A seat with its panel."""

    planets: Natural
    troops: Natural
    regions: tuple[str, ...]
    """The regions that it holds, in words."""
    due: Natural
    """Troops that its next count brings."""
    cards: Natural
    """How many cards it holds."""
    faces: tuple[CardFace, ...] = ()
    """Those of its cards that the view shows."""
    to_place: Natural = 0
    """New troops that it must still place."""
    plays: bool = False
    """Whether it is its turn."""
    fallen: bool = False


class Attack(Value):
    """All battles from one planet against another."""

    seat: Id
    start: Id
    end: Id
    defender: Id | None
    """Null: planets that no seat holds."""
    attackers_lost: Natural = 0
    defenders_lost: Natural = 0
    captured: bool = False
    words: str
    """What it says to whoever points at it."""


class Fortification(Value):
    """Troops of one seat that moved along its planets."""

    seat: Id
    path: Annotated[tuple[Id, ...], Field(min_length=2)]
    count: Count
    words: str
    """What it says to whoever points at it."""


class StarPicture(Picture):
    """A whole picture of a star chart."""

    map: Id
    """The stars in the background follow from it."""
    regions: FrozenMap[Id, RegionEntry]
    planets: FrozenMap[Id, PlanetEntry]
    lanes: tuple[LaneEntry, ...]
    seats: tuple[SeatEntry, ...]
    attacks: tuple[Attack, ...] = ()
    fortifications: tuple[Fortification, ...] = ()
    nobody: str = "Neutral"
    """What planets are called that no seat holds."""
    layout: str = ""
    """Where everything stands, as `board.layout_of` wrote it; empty, or of another chart: it is
    searched for."""
    terms: FrozenMap[Id, str] = FrozenMap()
    """What the game calls things, if not as usual: keys of `words.STARS`."""

    def called(self, key: str, number: int | None = None) -> str:
        """Returns what something is called; `#` stands for a number."""
        return called(self.terms, STARS, key, number)

    @property
    def fronts(self) -> frozenset[tuple[str, str]]:
        """Returns the lanes between planets of different holders."""
        planets = self.planets
        return frozenset(
            (here, there)
            for here, there in (lane.between for lane in self.lanes)
            if planets[here].seat != planets[there].seat
        )

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        """Refuses seats, planets, regions and lanes that nobody could draw."""
        planets = {planet for lane in self.lanes for planet in lane.between}
        planets |= {end for attack in self.attacks for end in (attack.start, attack.end)}
        planets |= {planet for move in self.fortifications for planet in move.path}
        seats = {facts.seat for facts in self.planets.values() if facts.seat}
        seats |= {attack.seat for attack in self.attacks}
        seats |= {attack.defender for attack in self.attacks if attack.defender}
        seats |= {move.seat for move in self.fortifications}
        regions = {facts.region for facts in self.planets.values()}
        unknown = [
            *sorted(planets - self.planets.keys()),
            *sorted(seats - {seat.id for seat in self.seats}),
            *sorted(regions - self.regions.keys()),
        ]
        if unknown:
            raise ValueError(f"no such planet, seat or region: {', '.join(unknown)}")
        return self
