"""What stands on a board of squares: pieces by kind and army, cards, badges, bursts.

All shapes are drawn for this project. The outline of a piece says whose it is, its silhouette of
what kind, so that both are read without colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.boards.area import Point
from adjudicator.render.looks import Look, outline_path
from adjudicator.render.raster import Box
from adjudicator.render.squares.picture import KINDS, ArmyEntry, Kind
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.strokes import card, star
from adjudicator.render.svg import Canvas, line_path

__all__ = [
    "badge",
    "burst",
    "card_back",
    "card_face",
    "cross",
    "cross_path",
    "ghost",
    "piece",
    "piece_symbols",
    "token",
]

_GLYPHS: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        # A rocket with fins, a band below its head.
        "icbm": (
            "M12 0C14.8 2.8 16 6 16 9.4V16.4L20.4 20.6V24H14.8L13.8 21.6H10.2L9.2 24H3.6V20.6"
            "L8 16.4V9.4C8 6 9.2 2.8 12 0ZM8 8.8H16V10.8H8Z",
        ),
        # A fighter from above.
        "jet": (
            "M12 0C13.2 1.8 13.9 4 14 7L23.6 15.4V18.2L14.1 16L13.8 19.2L17.6 22V24L12 22.7L6.4 24"
            "V22L10.2 19.2L9.9 16L.4 18.2V15.4L10 7C10.1 4 10.8 1.8 12 0Z",
        ),
        # Rotor, cabin with a window, tail, skids.
        "helicopter": (
            "M0 3H21.4V5.2H12.2V7.6H9.4V5.2H0Z",
            "M10.6 6.9C13.8 6.9 15.8 8.2 16.7 10.3L21.7 10.7V7H24V14.4H21.7V13.4L16.5 14.8"
            "C15.2 17.5 13.1 18.6 10.2 18.6H7.2C3.6 18.6 1 16.7 1 13.7C1 9.7 5.4 6.9 10.6 6.9Z"
            "M3.4 12.9H9.2V9.1C6.4 9.3 4.1 10.6 3.4 12.9Z",
            "M5.4 18H7.4V20H11.8V18H13.8V20H17V22.2H4.4C2.8 22.2 1.8 21.4 1.6 20H5.4Z",
        ),
        # A gun on a wheel, its trail on the ground.
        "artillery": (
            "M3.6 10.8L20.6 1.5L19.9 .3L21.4 -.6L24.4 4.6L22.9 5.5L22.2 4.3L6.2 14.2Z",
            "M9 15.4L.2 21.2V23.8H3.6L12.4 18.8Z",
            "M10.4 10.4A6.6 6.6 0 1 1 10.39 10.4ZM10.4 12.8A4.2 4.2 0 1 0 10.41 12.8Z"
            "M10.4 15.1A1.9 1.9 0 1 1 10.39 15.1Z",
        ),
        # Turret and gun, hull, tracks with wheels.
        "tank": (
            "M8.4 3.8H15L15.8 5.6H24V8H16.6L17.4 10H6.2Z",
            "M4 11H20L22.4 14H1.6Z",
            "M4.4 15H19.6A3.9 3.9 0 0 1 19.6 22.8H4.4A3.9 3.9 0 0 1 4.4 15Z"
            "M4.9 17.2A1.7 1.7 0 1 0 4.91 17.2ZM9.6 17.2A1.7 1.7 0 1 0 9.61 17.2Z"
            "M14.4 17.2A1.7 1.7 0 1 0 14.41 17.2ZM19.1 17.2A1.7 1.7 0 1 0 19.11 17.2Z",
        ),
        # A helmeted head and shoulders.
        "infantry": (
            "M12 .8C7.3 .8 4.5 4 4.3 8.2L2.2 10.6V12H21.8V10.6L19.7 8.2C19.5 4 16.7 .8 12 .8Z",
            "M6.4 13.2H17.6C17.6 16.8 15.3 18.8 12 18.8S6.4 16.8 6.4 13.2Z",
            "M.6 24C.6 20.2 3.4 18.6 6.7 18.2C8.2 19.7 9.9 20.4 12 20.4S15.8 19.7 17.3 18.2"
            "C20.6 18.6 23.4 20.2 23.4 24Z",
        ),
    }
)
"""The silhouettes, in a box of 24 by 24."""
_SIGNS = {
    "safe": "M-28-34H28V2C28 22 14 34 0 42-14 34-28 22-28 2z",
    "due": "M-26 38L8 4-12-16 38-38 16 12 0-4-26 38z",
    "gain": "M-12-40H12V-12H40V12H12V40H-12V12H-40V-12H-12z",
}
"""What badges show, within 50 units to each side."""


def piece_symbols(canvas: Canvas, armies: tuple[ArmyEntry, ...], palette: SquarePalette) -> None:
    """Defines every silhouette, and the pieces of every army."""
    defs = canvas.definitions()
    for kind in KINDS:
        glyph = defs.symbol(id=f"glyph-{kind}", viewBox="-1 -1 26 26", fill_rule="evenodd")
        for d in _GLYPHS[kind]:
            glyph.path(d)
    for army in armies:
        look = palette.looks[army.id]
        body = defs.symbol(id=f"body-{army.id}", viewBox="-56 -56 112 112")
        _body(body, look, palette)
        for kind in KINDS:
            whole = defs.symbol(id=f"kind-{army.id}-{kind}", viewBox="-56 -56 112 112")
            whole.use(f"body-{army.id}", x=-560, y=-560, width=1120, height=1120)
            _glyph(whole, look, kind)


def _body(canvas: Canvas, look: Look, palette: SquarePalette) -> None:
    shape = outline_path(look.shape, _BODY)
    line = {"stroke_linejoin": "round"}
    canvas.path(shape, fill=palette.halo, stroke=palette.halo, stroke_width=110, **line)
    canvas.path(shape, fill=look.face, stroke=look.edge, stroke_width=45, **line)
    if look.rim != look.face:
        canvas.path(shape, fill="none", stroke=look.rim, stroke_width=28, transform="scale(.84)")


_BODY = Box(-440, -440, 880, 880)
"""How large a piece is without what lies around it."""


def _glyph(canvas: Canvas, look: Look, kind: Kind) -> None:
    canvas.use(f"glyph-{kind}", x=-320, y=-330, width=640, height=640, fill=look.ink)


def piece(canvas: Canvas, army: str, kind: Kind, *, at: Point, size: int) -> None:
    """Puts a piece on a canvas; `size` is how wide it is with its halo."""
    half = size // 2
    canvas.use(f"kind-{army}-{kind}", x=at[0] - half, y=at[1] - half, width=size, height=size)


def token(canvas: Canvas, army: str, *, at: Point, size: int) -> None:
    """Puts the outline of an army's pieces on a canvas, with no silhouette."""
    half = size // 2
    canvas.use(f"body-{army}", x=at[0] - half, y=at[1] - half, width=size, height=size)


def ghost(canvas: Canvas, look: Look, *, at: Point, size: int, halo: str) -> None:
    """Draws the outline of a piece that is no longer there."""
    scale = size / 1120
    group = canvas.group(
        transform=f"translate({at[0] / 10:g} {at[1] / 10:g}) scale({scale:.3g})",
        fill="none", stroke_linejoin="round",
    )  # fmt: skip
    shape = outline_path(look.shape, _BODY)
    group.path(shape, stroke=halo, stroke_width=140, stroke_opacity=".7")
    group.path(shape, stroke=look.line, stroke_width=65, stroke_dasharray="13 9")


def cross(canvas: Canvas, palette: SquarePalette, *, at: Point, reach: int) -> None:
    """Draws the cross over a piece that was lost."""
    d = cross_path(at, reach)
    canvas.path(d, stroke=palette.halo, stroke_width=reach * 52 // 100, stroke_linecap="round")
    canvas.path(d, stroke=palette.lost, stroke_width=reach * 28 // 100, stroke_linecap="round")


def cross_path(at: Point, reach: int) -> str:
    """Writes a cross about a point."""
    x, y = at
    return line_path(((x - reach, y - reach), (x + reach, y + reach))) + line_path(
        ((x - reach, y + reach), (x + reach, y - reach))
    )


def burst(canvas: Canvas, palette: SquarePalette, *, at: Point, radius: int) -> None:
    """Draws the flash of a strike."""
    star(canvas, at, radius, fill=palette.burst, line=palette.burst_edge, wide=max(radius // 14, 5))


def badge(canvas: Canvas, palette: SquarePalette, sign: str, *, at: Point, size: int) -> None:
    """Draws a small sign at the corner of a piece: safe, due, or gained."""
    colour = {"safe": palette.safe, "due": palette.due, "gain": palette.gain}[sign]
    canvas.circle(*at, size // 2, fill=palette.halo, stroke=colour, stroke_width=size // 10)
    canvas.path(
        _SIGNS[sign], fill=colour,
        transform=f"translate({at[0] / 10:g} {at[1] / 10:g}) scale({size * 6 / 10_000:.3g})",
    )  # fmt: skip


def card_back(canvas: Canvas, box: Box, palette: SquarePalette) -> None:
    """Draws the back of a card: an eye in a frame."""
    thin = max(box.width // 16, 4)
    card(canvas, box, fill=palette.card, line=palette.card_ink)
    x, y = box.centre
    reach = box.width * 30 // 100
    for radius in (reach, reach * 55 // 100):
        canvas.circle(x, y, radius, fill="none", stroke=palette.card_ink, stroke_width=thin)
    long = reach * 14 // 10
    d = line_path(((x - long, y), (x + long, y))) + line_path(((x, y - long), (x, y + long)))
    canvas.path(d, stroke=palette.card_ink, stroke_width=thin)


def card_face(canvas: Canvas, box: Box, palette: SquarePalette, *, number: int, seen: int) -> None:
    """Draws the face of a card: its number, where no card after it lies on it.

    Args:
        seen: how much of its width is seen.
    """
    card(canvas, box, fill=palette.recon, line=palette.recon_ink)
    size = min(box.width * 58 // 100, seen * 66 // 100)
    canvas.text(
        box.x + seen // 2, box.y + box.height // 2 + size * 36 // 100, (str(number),),
        font_size=size, font_weight="bold", fill="#111111", text_anchor="middle",
    )  # fmt: skip
