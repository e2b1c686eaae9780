"""Boxes of a picture that lie on one another."""

from __future__ import annotations

from adjudicator.render.raster import Box

__all__ = ["meet"]


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )
