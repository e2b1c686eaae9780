"""Skies that were laid out before: those of shipped charts, found by the hash of the chart.

A search lays out every chart from its coordinates; for the shipped ones its result is kept in
`star_shipped.py`, which `python -m tests.draw.star_skies` makes. A chart that differs in anything,
by a name or by a point, is laid out anew. Where a map begins on the sheet changes
nothing but how far down everything stands.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from adjudicator.boards.area import Point
from adjudicator.draw.raster import Box
from adjudicator.draw.star_ground import Region
from adjudicator.draw.star_picture import StarPicture
from adjudicator.draw.star_places import Frame, Lettered, Places, Route, Scale

__all__ = ["Sky", "kept_sky", "key_of", "lowered", "read_sky", "written_sky"]


@dataclass(frozen=True, slots=True)
class Sky:
    """Where everything stands that no position changes."""

    places: Places
    regions: Mapping[str, Region]


def kept_sky(chart: StarPicture, scale: Scale, top: int) -> Sky | None:
    """Returns the sky of a shipped chart whose map begins at `top`; None: it is to be laid out."""
    from adjudicator.draw.star_shipped import SKIES

    kept = SKIES.get(key_of(chart, scale))
    return None if kept is None else lowered(read_sky(kept), top)


def key_of(chart: StarPicture, scale: Scale) -> str:
    """Returns the hash of all that a layout follows from, in its order."""
    facts = [
        [[planet, one.name, one.region, one.at] for planet, one in chart.planets.items()],
        [[region, one.name, one.bonus] for region, one in chart.regions.items()],
        [[lane.between, lane.hyper] for lane in chart.lanes],
        astuple(scale),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def lowered(sky: Sky, by: int) -> Sky:
    """Returns a sky that stands further down on the sheet."""

    def point(at: Point) -> Point:
        return at[0], at[1] + by

    def box(old: Box) -> Box:
        return replace(old, y=old.y + by)

    def lettered(old: Lettered) -> Lettered:
        return replace(old, box=box(old.box))

    def lines(old: tuple[tuple[Point, ...], ...]) -> tuple[tuple[Point, ...], ...]:
        return tuple(tuple(map(point, line)) for line in old)

    old = sky.places
    routes = {
        lane: Route(lines(route.lines), route.control and point(route.control))
        for lane, route in old.routes.items()
    }
    return Sky(
        Places(
            replace(old.frame, box=box(old.frame.box)),
            {planet: point(at) for planet, at in old.at.items()},
            routes,
            {planet: lettered(name) for planet, name in old.names.items()},
        ),
        {
            region: Region(lines(one.rings), lettered(one.name), one.tint)
            for region, one in sky.regions.items()
        },
    )


def written_sky(sky: Sky) -> str:
    """Returns a sky as JSON."""
    document = [
        astuple(sky.places.frame),
        sky.places.at,
        [[*lane, route.lines, route.control] for lane, route in sky.places.routes.items()],
        {planet: astuple(name) for planet, name in sky.places.names.items()},
        {region: astuple(one) for region, one in sky.regions.items()},
    ]
    return json.dumps(document, separators=(",", ":"))


def read_sky(text: str) -> Sky:
    """Returns a sky from its JSON."""
    (box, *sizes), at, routes, names, regions = json.loads(text)
    return Sky(
        Places(
            Frame(Box(*box), *sizes),
            {planet: _point(place) for planet, place in at.items()},
            {
                (here, there): Route(_lines(lines), control and _point(control))
                for here, there, lines, control in routes
            },
            {planet: _lettered(*name) for planet, name in names.items()},
        ),
        {
            region: Region(_lines(rings), _lettered(*name), tint)
            for region, (rings, name, tint) in regions.items()
        },
    )


def _point(at: Any) -> Point:
    x, y = at
    return x, y


def _lines(lines: Any) -> tuple[tuple[Point, ...], ...]:
    return tuple(tuple(map(_point, line)) for line in lines)


def _lettered(lines: Any, size: int, box: Any) -> Lettered:
    return Lettered(tuple(lines), size, Box(*box))
