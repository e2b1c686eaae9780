"""Makes PNG of SVG: the only module that knows resvg, which comes with the extra `png`.

Letters are drawn with fonts that lie beside this module and no others, so that a picture looks the
same on every machine. Only a text with a letter that they lack, in Hebrew or Chinese say, is drawn
with fonts of the machine, where it has such.
"""

from __future__ import annotations

import importlib
import re
from importlib.resources import files
from math import isqrt
from types import ModuleType

from adjudicator.core.limits import MAX_PIXELS
from adjudicator.core.problem import Problem, Unusable
from adjudicator.render.svg import PHONE
from adjudicator.render.theme import SANS, SERIF

__all__ = ["png", "usual_width", "widest"]

_BOARD = 1600
"""How many pixels wide a picture for a screen is."""
_DOTS = 8
"""How many pixels a millimetre of paper has: about 200 an inch."""
_DENSE = 2
"""How many pixels of a phone a pixel of its column has, as a rule."""
_WINDOW = re.compile(r'viewBox="\S+ \S+ (\d+)\S* (\d+)')
_WIDTH = re.compile(r'<svg [^>]*?\swidth="(\d+)([^"]*)"')
_UNKNOWN = re.compile(
    "[^\t\n\r -~\xa0-\u017f\u0218-\u021b\u0384-\u038a\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f"
    "\u0490\u0491\u2010-\u2015\u2017-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a"
    "\u20ac\u2122\u2190-\u2195\u2212\u221e\u2248\u2260\u2264\u2265]"
)
"""What our fonts have no letter for."""
_SANS, _SERIF = "Adjudicator Sans", "Adjudicator Serif"


def png(svg: str, width: int | None = None) -> bytes:
    """Returns a picture as PNG.

    Args:
        svg: one of our pictures.
        width: how many pixels wide; None: see `usual_width`.

    Raises:
        Unusable: resvg is not installed.
        ValueError: so wide it would have more than `MAX_PIXELS` pixels.
    """
    resvg = _resvg()
    wide = usual_width(svg) if width is None else width
    if not 1 <= wide <= widest(svg):
        raise ValueError(f"this picture can be 1 to {widest(svg)} pixels wide as PNG")
    named = svg.replace(f'"{SANS}"', f'"{_SANS}"').replace(f'"{SERIF}"', f'"{_SERIF}"')
    drawn: bytes = resvg.svg_to_bytes(
        svg_string=named,
        width=wide,
        dpi=96,
        font_dirs=[str(files("adjudicator.render") / "fonts")],
        skip_system_fonts=_UNKNOWN.search(svg) is None,
        font_family=_SANS,
        sans_serif_family=_SANS,
        serif_family=_SERIF,
    )
    return drawn


def usual_width(svg: str) -> int:
    """Returns how many pixels wide a picture is as PNG where nobody says it.

    A board is as wide as a screen, a column has two pixels for each, paper 8 for a millimetre.
    """
    found = _WIDTH.search(svg)
    if found is None:
        usual = _BOARD
    elif found[2] == "mm":
        usual = int(found[1]) * _DOTS
    else:
        usual = PHONE * _DENSE if int(found[1]) == PHONE else _BOARD
    return min(usual, widest(svg))


def widest(svg: str) -> int:
    """Returns how many pixels wide a picture can be as PNG without too many pixels."""
    found = _WINDOW.search(svg)
    wide, high = (int(found[1]), int(found[2])) if found else (1, 1)
    return max(isqrt(MAX_PIXELS * wide // max(high, 1)), 1)


def _resvg() -> ModuleType:
    try:
        return importlib.import_module("resvg_py")
    except ImportError:
        problem = Problem(
            "no-resvg",
            "a picture as PNG needs the library resvg-py, which is not installed",
            hint='Say `pip install "wargame-adjudicator[png]"`, or draw the same map as SVG.',
            kind="unusable",
        )
        raise Unusable([problem]) from None
