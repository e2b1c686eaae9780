"""Skies that were laid out before, found by the hash of the chart.

A search lays out every chart from its coordinates. For the shipped ones its result is kept in
`shipped.py`, which `python -m tests.render.star_skies` makes; for others whoever draws keeps it
as text (`StarPicture.layout`). A chart that differs in anything, by a name or by a point, is laid
out anew; so is one whose text is not what `written_layout` writes, for it may come from anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Annotated

from pydantic import Field, TypeAdapter

from adjudicator.boards.area import MAX_COORDINATE, Coordinate, Point
from adjudicator.render.lettering import Lettered
from adjudicator.render.raster import Box
from adjudicator.render.stars.ground import Region
from adjudicator.render.stars.layout import choices
from adjudicator.render.stars.picture import StarPicture
from adjudicator.render.stars.places import Frame, Places, Scale, route_of

__all__ = [
    "Sky",
    "kept_sky",
    "key_of",
    "read_sky",
    "written_layout",
    "written_sky",
]


@dataclass(frozen=True, slots=True)
class Sky:
    """Where everything stands that no position changes."""

    places: Places
    regions: Mapping[str, Region]


def kept_sky(chart: StarPicture, scale: Scale) -> Sky | None:
    """Returns the sky of a chart; None: it is to be laid out."""
    from adjudicator.render.stars.shipped import SKIES

    key = key_of(chart, scale)
    if key in SKIES:
        return read_sky(SKIES[key], chart)
    sky = _known(chart).get(key)
    return sky if sky is not None and _is_of(sky, chart) else None


def written_layout(chart: StarPicture, skies: Mapping[Scale, Sky]) -> str:
    """Returns the skies of a chart as text; empty: it is a shipped one."""
    from adjudicator.render.stars.shipped import SKIES

    keys = {key_of(chart, scale): sky for scale, sky in skies.items()}
    if keys.keys() <= SKIES.keys():
        return ""
    return "".join(f"{key} {written_sky(sky, chart)}\n" for key, sky in keys.items())


@lru_cache(maxsize=2)
def _known(chart: StarPicture) -> Mapping[str, Sky]:
    """Returns the skies kept with a chart by their keys; lines that are none are left out."""
    found = {}
    for line in chart.layout.splitlines():
        key, _, written = line.partition(" ")
        try:
            found[key] = read_sky(written, chart)
        except (LookupError, ValueError):
            continue
    return found


def _is_of(sky: Sky, chart: StarPicture) -> bool:
    """Whether a sky has a place for all that a chart shows, and for nothing else."""
    lanes = {lane.between for lane in chart.lanes}
    return (
        sky.places.at.keys() == sky.places.names.keys() == chart.planets.keys()
        and sky.places.routes.keys() == lanes
        and sky.regions.keys() == chart.regions.keys()
    )


def key_of(chart: StarPicture, scale: Scale) -> str:
    """Returns the hash of all that a layout follows from, in its order."""
    facts = [
        [[planet, one.name, one.region, one.at] for planet, one in chart.planets.items()],
        [[region, one.name, one.bonus] for region, one in chart.regions.items()],
        [[lane.between, lane.hyper] for lane in chart.lanes],
        astuple(scale),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def written_sky(sky: Sky, chart: StarPicture) -> str:
    """Returns the sky of a chart as JSON."""
    document = [
        astuple(sky.places.frame),
        sky.places.at,
        [[*lane, route.by] for lane, route in sky.places.routes.items()],
        {
            planet: [*_choices(sky.places.frame, sky.places.at, chart, planet)].index(name)
            for planet, name in sky.places.names.items()
        },
        {region: astuple(one) for region, one in sky.regions.items()},
    ]
    return json.dumps(document, separators=(",", ":"))


def read_sky(text: str, chart: StarPicture) -> Sky:
    """Returns the sky of a chart from its JSON.

    Raises:
        LookupError, ValueError: it is not what `written_sky` writes.
    """
    (box, *sizes), at, routes, names, regions = _form().validate_json(text, strict=True)
    frame = Frame(Box(*box), *sizes)
    return Sky(
        Places(
            frame,
            at,
            {(here, there): route_of(at[here], at[there], by) for here, there, by in routes},
            {
                planet: [*islice(_choices(frame, at, chart, planet), number + 1)][number]
                for planet, number in names.items()
            },
        ),
        {
            region: Region(rings, Lettered(lines, size, Box(*box)), tint)
            for region, (rings, (lines, size, box), tint) in regions.items()
        },
    )


def _choices(
    frame: Frame, at: Mapping[str, Point], chart: StarPicture, planet: str
) -> Iterator[Lettered]:
    """Yields where a planet's name may stand: it is kept which of them was chosen."""
    return choices(chart.planets[planet].name, at[planet], frame)


_Size = Annotated[int, Field(ge=1, le=MAX_COORDINATE)]
_Box = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
_Name = tuple[Annotated[tuple[str, ...], Field(min_length=1)], _Size, _Box]
_Written = tuple[
    tuple[_Box, _Size, _Size, _Size, _Size, _Size],
    dict[str, Point],
    tuple[tuple[str, str, Annotated[tuple[Point, ...], Field(max_length=2)]], ...],
    dict[str, Annotated[int, Field(ge=0, le=99)]],
    dict[str, tuple[tuple[tuple[Point, ...], ...], _Name, Coordinate]],
]
"""The frame; where planets stand; between which lanes run, and by what; which of its places the
name of each has; the regions."""


@cache
def _form() -> TypeAdapter[_Written]:
    """Returns what judges a written sky: anything but a number would stand in the picture."""
    return TypeAdapter(_Written)
