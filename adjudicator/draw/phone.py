"""A column for a phone: the board in strips from west to east, then tracks, panels and legend.

The strips are windows on one drawing of the board, each as wide as the column.
"""

from __future__ import annotations

from adjudicator.draw.furniture import column_panels, plate_title
from adjudicator.draw.picture import AreaPicture, Strip
from adjudicator.draw.svg import Canvas, Sheet, enclosed, paper, window
from adjudicator.draw.theme import COAST, INK, SANS, SEA

__all__ = ["phone_column"]

ZOOM = 16
"""How much larger than on the board panels are, in tenths."""
HEADING = 300
PARTS = 4
"""How many strips of the usual board a column has."""


def phone_column(picture: AreaPicture, definitions: str, board: str) -> tuple[Sheet, list[str]]:
    """Returns the sheet and the layers of a column.

    Beside the usual picture, whose counters are smaller, its strips are narrower; where the board
    names none, it is cut into as many.
    """
    strips = picture.places.strips
    if picture.style.beside or not strips:
        strips = _narrow_strips(picture)
    wide = max(strip.place[2] for strip in strips)
    head, top = plate_title(picture, wide * 10 // ZOOM)
    layers = [definitions, enclosed(head, transform=f"scale({ZOOM / 10:g})")]
    top = top * ZOOM // 10
    drawn = board
    for number, strip in enumerate(strips, start=1):
        canvas = Canvas()
        canvas.text(80, top + 215, (strip.title,), font_family=SANS, font_size=190,
                    font_weight="bold", fill=INK)  # fmt: skip
        canvas.rect(0, top + HEADING, wide, strip.place[3], fill=SEA)
        at = (0, top + HEADING, strip.place[2], strip.place[3])
        layers += [canvas.markup(), window(at, strip.place, drawn)]
        frame = Canvas()
        frame.rect(at[0] + 8, at[1] + 8, at[2] - 16, at[3] - 16, fill="none", stroke=COAST,
                   stroke_width=16, id=f"strip-{number}")  # fmt: skip
        layers.append(frame.markup())
        drawn = '<use xlink:href="#board" />'
        top += HEADING + strip.place[3] + 60
    panels, height = column_panels(picture, wide * 10 // ZOOM)
    shift = f"translate(0 {top // 10}) scale({ZOOM / 10:g})"
    layers.append(enclosed(panels, transform=shift))
    high = top // 10 * 10 + height * ZOOM // 10
    sheet = Sheet((0, 0, wide, high), layout="phone")
    return sheet, [paper(sheet), *layers]


def _narrow_strips(picture: AreaPicture) -> tuple[Strip, ...]:
    """Returns parts of the same width that overlap a little, from west to east."""
    width, height = picture.outlines.viewbox
    places = [strip.place for strip in picture.places.strips]
    top = min((y for _, y, _, _ in places), default=0)
    bottom = max((y + high for _, y, _, high in places), default=height)
    part = width // PARTS
    wide = part + part // 10
    return tuple(
        Strip(
            title=f"Part {number + 1} of {PARTS}",
            place=(max(0, min(number * part - part // 20, width - wide)), top, wide, bottom - top),
        )
        for number in range(PARTS)
    )
