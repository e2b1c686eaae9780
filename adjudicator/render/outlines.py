"""Lines of a map from the outlines of its areas: coasts, borders, the rims of regions.

Two areas that share a border share its points exactly, so a stretch of outline that occurs once is
a coast and one that occurs twice is a border.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.boards.area import Point, Ring

__all__ = ["between", "chained", "rim", "shared"]

Segment = tuple[Point, Point]


def _segments(ring: Ring) -> Iterable[Segment]:
    """Yields the stretches of a ring, the lower point first."""
    for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield (start, end) if start < end else (end, start)


def rim(rings: Iterable[Ring]) -> tuple[tuple[Point, ...], ...]:
    """Returns the outline of several areas taken together."""
    count: dict[Segment, int] = {}
    for ring in rings:
        for segment in _segments(ring):
            count[segment] = count.get(segment, 0) + 1
    return chained([segment for segment, times in count.items() if times == 1])


def shared(
    rings: Mapping[str, Ring], groups: Mapping[str, str]
) -> tuple[tuple[tuple[Point, ...], ...], tuple[tuple[Point, ...], ...]]:
    """Returns the borders within groups of areas, and those between groups."""
    owners: dict[Segment, list[str]] = {}
    for area, ring in rings.items():
        for segment in _segments(ring):
            owners.setdefault(segment, []).append(groups[area])
    pairs = {segment: names for segment, names in owners.items() if len(names) == 2}
    within = [segment for segment, (one, other) in pairs.items() if one == other]
    between = [segment for segment, (one, other) in pairs.items() if one != other]
    return chained(within), chained(between)


def between(
    rings: Mapping[str, Ring], pairs: Iterable[tuple[str, str]]
) -> tuple[tuple[Point, ...], ...]:
    """Returns the borders between pairs of areas."""
    edges = [
        segment
        for here, there in pairs
        for segment in sorted({*_segments(rings[here])} & {*_segments(rings[there])})
    ]
    return chained(edges)


def chained(segments: Sequence[Segment]) -> tuple[tuple[Point, ...], ...]:
    """Joins stretches end to end into lines, as long as they go without a fork.

    A line that comes back to its start ends with its first point.
    """
    ends: dict[Point, list[Point]] = {}
    for one, other in sorted(segments):
        ends.setdefault(one, []).append(other)
        ends.setdefault(other, []).append(one)
    lines: list[tuple[Point, ...]] = []
    # Forks and loose ends first; what is left then are closed lines.
    starts = [point for point, others in ends.items() if len(others) != 2]
    forks = frozenset(starts)
    for start in (*starts, *ends):
        while ends[start]:
            line = [start]
            here = start
            while ends[here]:
                there = ends[here].pop(0)
                ends[there].remove(here)
                line.append(there)
                here = there
                if here in forks:
                    break
            lines.append(tuple(line))
    return tuple(lines)
