"""Checks of a chart: what is wrong with a map's file, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.problem import Path, Problem
from adjudicator.games.galactic_conquest.chart import Chart, Planet, Region
from adjudicator.games.galactic_conquest.ruleset import LEAST_PLANETS

__all__ = ["check_chart"]

_WORD_OF_ORDERS = "captured"
"""What a standing order says instead of a planet's id. (Ruling 25)"""


def check_chart(chart: Chart) -> Iterator[Problem]:
    """Yields all that is wrong with a chart; paths lead into its file."""
    yield from _check_size(chart)
    yield from _check_regions(chart)
    yield from _check_planets(chart)
    yield from _check_names("regions", chart.regions)
    yield from _check_names("planets", chart.planets)
    yield from _check_lanes(chart)
    yield from _check_connected(chart)


def _check_size(chart: Chart) -> Iterator[Problem]:
    """Set-up: the smallest match is that of two seats and the neutral army."""
    needed = LEAST_PLANETS * 3
    if len(chart.planets) < needed:
        yield _unusable(
            "too-few-planets",
            f"2 seats and the neutral army need {needed} planets or more, not {len(chart.planets)}",
            ("planets",),
            "Add planets",
        )


def _check_regions(chart: Chart) -> Iterator[Problem]:
    inhabited = {facts.region for facts in chart.planets.values()}
    for region in chart.regions:
        if region not in inhabited:
            yield _unusable(
                "region-without-planets",
                f"no planet lies in {region}",
                ("regions", region),
                "Give it planets, or take it out",
            )


def _check_planets(chart: Chart) -> Iterator[Problem]:
    places: dict[tuple[int, int], str] = {}
    for planet, facts in chart.planets.items():
        path = ("planets", planet)
        if planet == _WORD_OF_ORDERS:
            yield _unusable(
                "reserved-id",
                f'"{planet}" is a word of standing orders, so no planet can have it as its id',
                path,
                "Choose another id",
            )
        if facts.region not in chart.regions:
            yield _unusable(
                "unknown-region",
                f'{planet} lies in "{facts.region}", which is no region',
                (*path, "region"),
                f"Regions: {', '.join(chart.regions) or 'none'}",
            )
        first = places.setdefault(facts.at, planet)
        if first != planet:
            yield _unusable(
                "same-place",
                f"{planet} lies where {first} lies, at {list(facts.at)}",
                (*path, "at"),
                "Move one of them",
            )


def _check_names(kind: str, named: Mapping[str, Planet | Region]) -> Iterator[Problem]:
    """Players tell planets by their names: no two are read alike."""
    firsts: dict[str, str] = {}
    for one, facts in named.items():
        first = firsts.setdefault(" ".join(facts.name.casefold().split()), one)
        if first != one:
            yield _unusable(
                "same-name",
                f'{one} is named "{facts.name}", as {first} is',
                (kind, one, "name"),
                "Rename one of them",
            )


def _check_lanes(chart: Chart) -> Iterator[Problem]:
    firsts: dict[tuple[str, str], int] = {}
    for index, lane in enumerate(chart.lanes):
        here, there = lane.between
        path = ("lanes", index, "between")
        for end, planet in enumerate(lane.between):
            if planet not in chart.planets:
                yield _unusable(
                    "unknown-planet",
                    f'a lane names "{planet}", which is no planet of the chart',
                    (*path, end),
                )
        if here == there:
            yield _unusable(
                "lane-to-itself",
                f"no lane leads from {here} to itself",
                path,
                "Name two planets, or take the lane out",
            )
            continue
        if here > there:
            yield _unusable(
                "unsorted-lane",
                f"{here} stands before {there}; a lane leads both ways, and the lower id comes "
                "first",
                path,
                f'Write ["{there}", "{here}"], once; there are no lanes that lead one way',
            )
        pair = (min(here, there), max(here, there))
        first = firsts.setdefault(pair, index)
        if first != index:
            yield _unusable(
                "doubled-lane",
                f"the lane between {pair[0]} and {pair[1]} is already lanes[{first}]",
                path,
                "Give each lane once",
            )


def _check_connected(chart: Chart) -> Iterator[Problem]:
    neighbours: dict[str, list[str]] = {planet: [] for planet in chart.planets}
    for here, there in (lane.between for lane in chart.lanes):
        if here in neighbours and there in neighbours:
            neighbours[here].append(there)
            neighbours[there].append(here)
    pieces: list[list[str]] = []
    seen: set[str] = set()
    for start in chart.planets:
        if start in seen:
            continue
        seen.add(start)
        piece = [start]
        for planet in piece:
            fresh = [other for other in dict.fromkeys(neighbours[planet]) if other not in seen]
            seen.update(fresh)
            piece += fresh
        pieces.append(piece)
    pieces.sort(key=len, reverse=True)
    for piece in pieces[1:]:
        rest = f" and {len(piece) - 1} more" if len(piece) > 1 else ""
        yield _unusable(
            "chart-not-connected",
            f"no chain of lanes leads from {pieces[0][0]} to {piece[0]}{rest}",
            ("planets", piece[0]),
            "Add the lane that is missing",
        )


def _unusable(code: str, message: str, path: Path, hint: str = "") -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
