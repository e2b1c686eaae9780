"""The picture in a letter: the map as PNG, 800 pixels wide, with 256 colours."""

from __future__ import annotations

import importlib
import io
from functools import lru_cache

from adjudicator.api.problems import Problem, Unusable
from adjudicator.api.shown import as_png

__all__ = ["WIDTH", "picture_of"]

WIDTH = 800
"""How many pixels wide it is."""
_COLOURS = 256
"""64 are too few for the shades of a map; 256 take a quarter of the bytes of all."""


def picture_of(svg: str, width: int = WIDTH) -> bytes:
    """Returns a map as the PNG of a letter; made once for all seats that see the same map.

    Args:
        width: how many pixels wide, at most `WIDTH`.

    Raises:
        Unusable: what makes it is not installed: `wargame-adjudicator[post]`.
    """
    try:
        importlib.import_module("PIL")
    except ImportError:
        message = "a letter with a picture needs the library Pillow, which is not installed"
        hint = 'Say `pip install "wargame-adjudicator[post]"`, or ask for --letters light.'
        problem = Problem("no-pillow", message, hint=hint, kind="unusable")
        raise Unusable([problem]) from None
    return _with_few_colours(svg, width)


@lru_cache(maxsize=64)
def _with_few_colours(svg: str, width: int) -> bytes:
    from PIL import Image  # in the extra `post`

    with Image.open(io.BytesIO(_drawn(svg))) as drawn:
        ground = Image.new("RGBA", drawn.size, "white")
        ground.alpha_composite(drawn.convert("RGBA"))
    if width < ground.width:
        high = max(ground.height * width // ground.width, 1)
        ground = ground.resize((width, high), Image.Resampling.LANCZOS)
    few = ground.convert("RGB").quantize(
        _COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    )
    made = io.BytesIO()
    few.save(made, "PNG", optimize=True)
    return made.getvalue()


@lru_cache(maxsize=16)
def _drawn(svg: str) -> bytes:
    """Returns the picture with all its colours: drawing takes most of the time."""
    return as_png(svg, WIDTH)
