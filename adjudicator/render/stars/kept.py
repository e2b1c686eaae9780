"""Skies that were laid out before, found by the hash of the chart.

A search lays out every chart from its coordinates. For the shipped ones its result is kept in
`shipped.py`, which `python -m tests.render.star_skies` makes; for others whoever draws keeps it
as text (`StarPicture.layout`). A chart that differs in anything, by a name or by a point, is laid
out anew; so is one whose text is not what `written_layout` writes, for it may come from anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from typing import Annotated

from pydantic import Field, TypeAdapter

from adjudicator.boards.area import MAX_COORDINATE, Coordinate, Point
from adjudicator.render.raster import Box
from adjudicator.render.stars.ground import Region
from adjudicator.render.stars.picture import StarPicture
from adjudicator.render.stars.places import Frame, Lettered, Places, Scale, route_of

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
        return read_sky(SKIES[key])
    sky = _known(chart.layout).get(key)
    return sky if sky is not None and _is_of(sky, chart) else None


def written_layout(chart: StarPicture, skies: Mapping[Scale, Sky]) -> str:
    """Returns the skies of a chart as text; empty: it is a shipped one."""
    from adjudicator.render.stars.shipped import SKIES

    keys = {key_of(chart, scale): sky for scale, sky in skies.items()}
    if keys.keys() <= SKIES.keys():
        return ""
    return "".join(f"{key} {written_sky(sky)}\n" for key, sky in keys.items())


@lru_cache(maxsize=2)
def _known(layout: str) -> Mapping[str, Sky]:
    """Returns the skies of a text by their keys; lines that are none are left out."""
    found = {}
    for line in layout.splitlines():
        key, _, written = line.partition(" ")
        try:
            found[key] = read_sky(written)
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


def written_sky(sky: Sky) -> str:
    """Returns a sky as JSON."""
    document = [
        astuple(sky.places.frame),
        sky.places.at,
        [[*lane, route.by] for lane, route in sky.places.routes.items()],
        {planet: astuple(name) for planet, name in sky.places.names.items()},
        {region: astuple(one) for region, one in sky.regions.items()},
    ]
    return json.dumps(document, separators=(",", ":"))


def read_sky(text: str) -> Sky:
    """Returns a sky from its JSON.

    Raises:
        LookupError, ValueError: it is not what `written_sky` writes.
    """
    (box, *sizes), at, routes, names, regions = _form().validate_json(text, strict=True)
    return Sky(
        Places(
            Frame(Box(*box), *sizes),
            at,
            {(here, there): route_of(at[here], at[there], by) for here, there, by in routes},
            {planet: _lettered(*name) for planet, name in names.items()},
        ),
        {
            region: Region(rings, _lettered(*name), tint)
            for region, (rings, name, tint) in regions.items()
        },
    )


_Size = Annotated[int, Field(ge=1, le=MAX_COORDINATE)]
_Box = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
_Name = tuple[Annotated[tuple[str, ...], Field(min_length=1)], _Size, _Box]
_Rings = tuple[tuple[Point, ...], ...]
_Written = tuple[
    tuple[_Box, _Size, _Size, _Size, _Size, _Size],
    dict[str, Point],
    tuple[tuple[str, str, Annotated[tuple[Point, ...], Field(max_length=2)]], ...],
    dict[str, _Name],
    dict[str, tuple[_Rings, _Name, Coordinate]],
]
"""The frame; where planets stand; between which lanes run, and by what; the names; the regions."""


@cache
def _form() -> TypeAdapter[_Written]:
    """Returns what judges a written sky: anything but a number would stand in the picture."""
    return TypeAdapter(_Written)


def _lettered(lines: tuple[str, ...], size: int, box: _Box) -> Lettered:
    return Lettered(lines, size, Box(*box))
