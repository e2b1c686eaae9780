"""The colours of a picture: what all kinds of maps name, and what a grey printer makes of them.

Whatever else a map has colours for, its own kind of palette adds. How sides look stands in
`looks.py`; here their lines become such as are seen on the ground of a map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from adjudicator.core.values import FrozenMap
from adjudicator.render.looks import Look
from adjudicator.render.shown import SideEntry, side_looks
from adjudicator.render.theme import grey_of, lightness, mixed

__all__ = ["Palette", "dressed", "in_greys", "seen_on"]

_COLOUR = re.compile("#[0-9a-f]{6}")
_APART, _FACES_APART = 105, 75
"""How far the lightness of lines, and of counters on a dark ground, is at least from that of the
ground, of 255."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Palette:
    """The colours that every picture has. There is one of each, so it is told by being it."""

    ink: str
    soft: str
    """Lettering that is less important."""
    halo: str
    """What lies around lettering and arrows on the map."""
    plate: str
    """What panels stand on."""
    edge: str
    """Their rims."""
    looks: Mapping[str, Look] = FrozenMap()
    """How each side is shown, by its id."""


P = TypeVar("P", bound=Palette)


def in_greys(palette: P) -> P:
    """Returns a palette as a grey printer prints it."""
    changed = {one.name: _grey(getattr(palette, one.name)) for one in fields(palette)}
    return replace(palette, **changed)


def _grey(value: Any) -> Any:
    """Returns a colour as a grey, and whatever holds colours with greys in their place."""
    if isinstance(value, str):
        return grey_of(value) if _COLOUR.fullmatch(value) else value
    if isinstance(value, tuple):
        return tuple(map(_grey, value))
    if isinstance(value, Mapping):
        return FrozenMap({key: _grey(inner) for key, inner in value.items()})
    return value


def dressed(palette: P, sides: Iterable[SideEntry], *, grey: bool) -> P:
    """Returns a palette with the looks of sides, whose lines are seen on its halo."""
    looks = {
        name: seen_on(side.look, palette.halo, grey=grey)
        for name, side in side_looks((*sides,)).items()
    }
    return replace(palette, looks=FrozenMap(looks))


@lru_cache(maxsize=128)
def seen_on(look: Look, ground: str, *, grey: bool = False) -> Look:
    """Returns a look whose lines are seen on a ground: darker or brighter than usual, if need be.

    On a dark ground its counters are brighter, too.

    Args:
        grey: whether it is for a grey printer.
    """
    if grey:
        face, edge, line = look.greys
        ink = "#ffffff" if lightness(face) < 140 else "#000000"
        rim = face if look.rim == look.face else ink
        look = replace(look, face=face, ink=ink, edge=edge, rim=rim, line=line, wash=line)
    if lightness(ground) >= 128:
        return replace(look, line=_apart((look.line, look.edge), ground, _APART))
    line, face = (
        _apart((colour, _bright(colour), "#ffffff"), ground, far)
        for colour, far in ((look.line, _APART), (look.face, _FACES_APART))
    )
    return replace(look, line=line, face=face if _bright(look.face) != "#ffffff" else look.face)


def _apart(ways: tuple[str, ...], ground: str, far: int) -> str:
    """Returns the first colour, on the way through some, that is so far from a ground."""
    colours = [mixed(*two, share) for two in pairwise(ways) for share in range(0, 101, 10)]
    seen = (one for one in colours if abs(lightness(one) - lightness(ground)) >= far)
    return next(seen, colours[-1])


def _bright(colour: str) -> str:
    """Returns a colour as bright as it can be without becoming paler; black becomes white."""
    channels = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{channel * 255 // max(*channels, 1):02x}" for channel in channels)
