"""How far apart two colours are for those who see them all, and for those who do not.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the whole lack of one kind of
cones; they act on linear light. Grey is the luminance alone. The distance is that of CIE 1976.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

__all__ = ["SIGHTS", "apart", "contrast"]

Triple = tuple[float, float, float]

SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
_TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def apart(one: str, other: str, sight: str) -> float:
    """Returns how far apart two colours, as `#rrggbb`, are in a sight."""
    pairs = zip(_lab(one, sight), _lab(other, sight), strict=True)
    return sqrt(sum((a - b) ** 2 for a, b in pairs))


def contrast(one: str, other: str) -> float:
    """Returns the contrast of two colours, as WCAG defines it."""
    low, high = sorted(_times(SIGHTS["grey"], _light(colour))[0] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> Triple:
    return _triple(_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


@lru_cache(maxsize=1024)
def _lab(colour: str, sight: str) -> Triple:
    seen = _times(SIGHTS[sight], _light(colour))
    x, y, z = _times(_TO_XYZ, _triple(min(max(part, 0.0), 1.0) for part in seen))
    f, g, h = (_root(part / white) for part, white in zip((x, y, z), _WHITE, strict=True))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


def _triple(parts: Iterable[float]) -> Triple:
    a, b, c = parts
    return a, b, c


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _times(matrix: tuple[Triple, Triple, Triple], light: Triple) -> Triple:
    return _triple(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
