"""Checks of area maps and their outlines: what is wrong with the files, all at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.boards.area import AreaMap, Outline, Outlines, Touch
from adjudicator.boards.area_geometry import is_inside, length_of, shared_edges, twice_the_area
from adjudicator.core.problem import Path, Problem

__all__ = ["SHORTEST_BORDER", "check_area_map", "check_outlines"]

SHORTEST_BORDER = 200
"""A border must be at least this long in the outlines (tenths), or players would not see it."""


def check_area_map(area_map: AreaMap) -> Iterator[Problem]:
    """Yields all that is wrong with a map by itself; paths lead into its file."""
    yield from _check_regions(area_map)
    yield from _check_borders(area_map)
    yield from _check_connected(area_map)


def check_outlines(area_map: AreaMap, outlines: Outlines) -> Iterator[Problem]:
    """Yields all that is wrong with the outlines of a map; paths lead into their file."""
    if outlines.map != area_map.map:
        yield _unusable(
            "other-map",
            f"these are the outlines of {outlines.map}, not of {area_map.map}",
            ("map",),
        )
    for area in area_map.areas:
        if area not in outlines.areas:
            yield _unusable(
                "missing-outline",
                f"{area} has no outline",
                ("areas",),
                "Draw it; a map with areas or borders of its own needs outlines of its own",
            )
    for area, outline in outlines.areas.items():
        if area not in area_map.areas:
            yield _unusable(
                "extra-outline", f'the map has no area "{area}" to outline', ("areas", area)
            )
        yield from _check_outline(area, outline)
    yield from _check_shared_edges(area_map, outlines)
    for index, touch in enumerate(outlines.points):
        yield from _check_touch(area_map, outlines, touch, ("points", index))


def _check_regions(area_map: AreaMap) -> Iterator[Problem]:
    for area, facts in area_map.areas.items():
        if facts.region is not None and facts.region not in area_map.regions:
            yield _unusable(
                "unknown-region",
                f'{area} lies in "{facts.region}", which is no region',
                ("areas", area, "region"),
                f"Regions: {', '.join(area_map.regions) or 'none'}",
            )


def _check_borders(area_map: AreaMap) -> Iterator[Problem]:
    first: dict[tuple[str, str], int] = {}
    for index, (here, there) in enumerate(area_map.borders):
        path = ("borders", index)
        for end, area in enumerate((here, there)):
            if area not in area_map.areas:
                yield _unusable(
                    "unknown-area",
                    f'a border names "{area}", which is no area of the map',
                    (*path, end),
                )
        if here == there:
            yield _unusable("border-to-itself", f"{here} cannot border itself", path)
            continue
        if here > there:
            yield _unusable(
                "unsorted-border",
                f"{here} stands before {there}; a border is crossed both ways, and the lower id "
                "comes first",
                path,
                f'Write ["{there}", "{here}"], once; no border is crossed one way only',
            )
        pair = (min(here, there), max(here, there))
        if pair in first:
            yield _unusable(
                "doubled-border",
                f"the border between {pair[0]} and {pair[1]} is already borders[{first[pair]}]",
                path,
                "Give each border once",
            )
        else:
            first[pair] = index


def _check_connected(area_map: AreaMap) -> Iterator[Problem]:
    left = dict.fromkeys(area_map.areas)
    pieces: list[tuple[str, ...]] = []
    while left:
        piece = area_map.connected_to([next(iter(left))], lambda area: area in area_map.areas)
        pieces.append(piece)
        for area in piece:
            left.pop(area)
    pieces.sort(key=len, reverse=True)
    for piece in pieces[1:]:
        rest = f" and {len(piece) - 1} more" if len(piece) > 1 else ""
        yield _unusable(
            "map-not-connected",
            f"no chain of borders leads from {pieces[0][0]} to {piece[0]}{rest}",
            ("areas", piece[0]),
            "Add the border that is missing",
        )


def _check_outline(area: str, outline: Outline) -> Iterator[Problem]:
    path = ("areas", area)
    if len(outline.polygon) < 3:
        yield _unusable(
            "outline-too-short",
            f"the outline of {area} needs 3 points or more, not {len(outline.polygon)}",
            (*path, "polygon"),
        )
        return
    if twice_the_area(outline.polygon) == 0:
        yield _unusable(
            "outline-without-area", f"the outline of {area} encloses nothing", (*path, "polygon")
        )
        return
    anchors = {
        "label": outline.label,
        "city": outline.city,
        "units": outline.units,
        "icon": outline.icon,
    }
    for name, anchor in anchors.items():
        if anchor is not None and not is_inside(anchor, outline.polygon):
            yield _unusable(
                "anchor-outside",
                f"in {area}, {name} is at {list(anchor)}, outside the outline",
                (*path, name),
            )


def _check_shared_edges(area_map: AreaMap, outlines: Outlines) -> Iterator[Problem]:
    """Two outlines share an edge if and only if the areas are adjacent."""
    lengths = {pair: length_of(edges) for pair, edges in shared_edges(outlines).items()}
    for here, there in lengths:
        known = here in area_map.areas and there in area_map.areas
        if known and not area_map.are_adjacent(here, there):
            yield _unusable(
                "edge-without-border",
                f"the outlines of {here} and {there} share an edge, but they are not adjacent",
                ("areas", here, "polygon"),
                "Draw them apart, or let them meet in a point and list it in points",
            )
    for here, there in sorted({(min(pair), max(pair)) for pair in area_map.borders}):
        outlined = here in outlines.areas and there in outlines.areas
        length = lengths.get((here, there), 0)
        if here != there and outlined and length < SHORTEST_BORDER:
            yield _unusable(
                "border-without-edge",
                f"{here} and {there} are adjacent, but their outlines share "
                + (f"an edge of length {length} only" if length else "no edge"),
                ("areas", here, "polygon"),
                f"Draw an edge of {SHORTEST_BORDER} or more, with the same points in both outlines",
            )


def _check_touch(
    area_map: AreaMap, outlines: Outlines, touch: Touch, path: Path
) -> Iterator[Problem]:
    for index, area in enumerate(touch.areas):
        if area not in area_map.areas:
            yield _unusable(
                "unknown-area", f'"{area}" is no area of the map', (*path, "areas", index)
            )
        elif area in outlines.areas and touch.at not in outlines.areas[area].polygon:
            yield _unusable(
                "touch-elsewhere",
                f"{list(touch.at)} is no point of the outline of {area}",
                (*path, "areas", index),
            )
    for index, pair in enumerate(touch.not_adjacent):
        here, there = pair
        for end, area in enumerate(pair):
            if area not in touch.areas:
                yield _unusable(
                    "unknown-area",
                    f'"{area}" is none of the areas that touch here',
                    (*path, "not_adjacent", index, end),
                )
        if area_map.are_adjacent(here, there):
            yield _unusable(
                "touch-adjacent",
                f"{here} and {there} are adjacent, not merely touching",
                (*path, "not_adjacent", index),
            )


def _unusable(code: str, message: str, path: Path, hint: str = "") -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
