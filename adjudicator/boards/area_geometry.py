"""Exact geometry of outlines, in integers only: insides, sizes, and the edges that they share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import gcd, isqrt
from typing import TypeAlias

from adjudicator.boards.area import Border, Outlines, Point, Ring

__all__ = ["Edge", "edges_of", "is_inside", "length_of", "shared_edges", "twice_the_area"]

Edge: TypeAlias = tuple[Point, Point]
"""A straight stretch between two points."""


def edges_of(ring: Ring) -> Iterator[Edge]:
    """Yields the edges of a ring in its own direction, the closing one last."""
    return pairwise((*ring, *ring[:1]))


def twice_the_area(ring: Ring) -> int:
    """Returns twice the area that a ring encloses, in square tenths."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges_of(ring)))


def is_inside(point: Point, ring: Ring) -> bool:
    """Says whether a point lies inside a ring; the ring itself is not inside."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in edges_of(ring):
        turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if turn == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return False
        # A level line from the point to the right crosses the edge.
        if (y1 > y) != (y2 > y) and (turn > 0) == (y2 > y1):
            inside = not inside
    return inside


def length_of(edges: tuple[Edge, ...]) -> int:
    """Returns the length of edges in tenths, each one rounded down."""
    return sum(isqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) for (x1, y1), (x2, y2) in edges)


def shared_edges(outlines: Outlines) -> dict[Border, tuple[Edge, ...]]:
    """Returns the stretches along which the outlines of two areas lie on each other.

    A stretch may be part of an edge. Pairs that share none are absent.
    """
    shared: dict[Border, list[Edge]] = {}
    for edges in _edges_by_line(outlines):
        for index, (_, high, area) in enumerate(edges):
            for other_low, other_high, other in edges[index + 1 :]:
                if other_low >= high:
                    break
                if area != other:
                    pair = (min(area, other), max(area, other))
                    shared.setdefault(pair, []).append((other_low, min(high, other_high)))
    return {pair: tuple(sorted(shared[pair])) for pair in sorted(shared)}


def _edges_by_line(outlines: Outlines) -> Iterator[list[tuple[Point, Point, str]]]:
    """Gathers the edges of all outlines by the endless line on which they lie.

    On one line points are ordered as their coordinates are: from left to right, or downwards on
    an upright line. Edges point that way and come in the order of their first points.
    """
    lines: dict[tuple[int, int, int], list[tuple[Point, Point, str]]] = {}
    for area, outline in outlines.areas.items():
        for edge in edges_of(outline.polygon):
            low, high = min(edge), max(edge)
            if low == high:
                continue
            dx, dy = high[0] - low[0], high[1] - low[1]
            step = gcd(dx, dy)
            dx, dy = dx // step, dy // step
            lines.setdefault((dx, dy, dx * low[1] - dy * low[0]), []).append((low, high, area))
    for line in sorted(lines):
        yield sorted(lines[line])
