"""Where the planets, lanes and names of a star chart stand on a sheet, as values.

Lengths are integers in tenths of a unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.boards.area import Point
from adjudicator.render.lettering import Lettered
from adjudicator.render.raster import Box
from adjudicator.render.strokes import between

__all__ = [
    "Frame",
    "Places",
    "Route",
    "Scale",
    "route_of",
]


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes of a layout, before they are fitted to the number of planets."""

    width: int
    """Of the whole sheet."""
    least: int
    """The least and the greatest height of the map, in hundredths of its width."""
    most: int
    radius: int
    """Of a planet at most."""
    share: int
    """A planet's radius where there are many, in hundredths of the space of each."""
    name: int
    """The size of planets' names, in hundredths of the radius."""
    region: int
    """The size of regions' names, in hundredths of the radius."""
    least_name: int
    """The usual least size of a planet's name."""
    floor: int
    """The size below which no lettering goes as long as there is any room: about 9 pixels."""
    slack: int
    """How much more room planets get than they need at least, where they are many: in hundredths
    of it."""
    turned: bool = False
    """Whether a wide chart is turned by a quarter, so that it fills a narrow page."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the map lies on the sheet, and the sizes of what lies in it."""

    box: Box
    radius: int
    """Of a planet."""
    spacing: int
    """How far apart planets are on average."""
    name: int
    region: int
    floor: int
    """The least size of lettering."""

    @property
    def reach(self) -> int:
        """Returns how far a planet reaches with all that surrounds it."""
        return self.radius * 138 // 100

    @property
    def near(self) -> int:
        """Returns how far a region reaches around its planets."""
        return min(self.spacing * 47 // 100, self.radius * 3)


@dataclass(frozen=True, slots=True)
class Route:
    """How a lane runs: one line, or two that leave the map at its sides."""

    lines: tuple[tuple[Point, ...], ...]
    """The second one, if any, comes in from the other side."""
    control: Point | None = None
    """Of the curve, if it is one line that bends."""

    @property
    def points(self) -> tuple[Point, ...]:
        """Returns all points of the route."""
        return tuple(point for line in self.lines for point in line)

    @property
    def by(self) -> tuple[Point, ...]:
        """Returns what `route_of` makes it of, besides its ends."""
        if len(self.lines) == 2:
            return self.lines[0][-1], self.lines[1][0]
        return () if self.control is None else (self.control,)

    def back(self) -> Route:
        """Returns the route from its end to its start."""
        return Route(tuple(line[::-1] for line in self.lines[::-1]), self.control)


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything of a chart stands that no position changes."""

    frame: Frame
    at: Mapping[str, Point]
    routes: Mapping[tuple[str, str], Route]
    names: Mapping[str, Lettered]

    def route(self, here: str, there: str) -> Route:
        """Returns the way from one planet to another: their lane, else a straight line."""
        if (here, there) in self.routes:
            return self.routes[here, there]
        if (there, here) in self.routes:
            return self.routes[there, here].back()
        return Route(((self.at[here], self.at[there]),))


def route_of(here: Point, there: Point, by: Sequence[Point] = ()) -> Route:
    """Returns how a lane runs from one planet to another.

    Args:
        by: nothing for a straight lane; the control point of one that bends; of one that leaves
            the map, where it does so and where it comes in at the other side.
    """
    if len(by) == 2:
        return Route(((here, by[0]), (by[1], there)))
    if not by:
        return Route((tuple(between(here, there, step, _STEPS) for step in range(_STEPS + 1)),))
    (control,) = by
    flanks = (
        (between(here, control, step, _STEPS), between(control, there, step, _STEPS))
        for step in range(_STEPS + 1)
    )
    line = tuple(between(*ends, step, _STEPS) for step, ends in enumerate(flanks))
    return Route((line,), control)


_STEPS = 16
"""Into how many stretches a lane is cut to be measured."""
