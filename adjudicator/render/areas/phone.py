"""A column for a phone: the board in strips from west to east, then tracks, panels and legend.

The strips are windows on one drawing of the board, each as wide as the column.
"""

from __future__ import annotations

from itertools import count

from adjudicator.boards.area import Outline
from adjudicator.render.areas.marginalia import column_panels, column_title
from adjudicator.render.areas.picture import AreaPicture, Strip
from adjudicator.render.areas.places import board_box
from adjudicator.render.areas.words import headed, word
from adjudicator.render.svg import Canvas, Sheet, enclosed, paper, window
from adjudicator.render.theme import COAST, INK, SANS, SEA

__all__ = ["phone_column"]

PANELS = 3600
"""How wide panels are before they are drawn as wide as the column."""
HEADING = 300
AIR = 120
"""What is shown of the sea about the areas."""
PART = 4800
"""How wide the parts are at most into which a board is cut that names none: names can be read."""


def phone_column(picture: AreaPicture, definitions: str, board: str) -> tuple[Sheet, list[str]]:
    """Returns the sheet and the layers of a column.

    Its strips are those that the game names, beside the usual picture too; a board that names none
    is cut.
    """
    strips = (picture.places and picture.places.strips) or _strips(picture)
    wide = max(strip.place[2] for strip in strips)
    # All that is no board is drawn in the same size on every phone.
    scale = f"scale({wide / PANELS:.6g})"
    heading = HEADING * wide // 5800
    head, top = column_title(picture, PANELS)
    layers = [definitions, enclosed(head, transform=scale)]
    top = top * wide // PANELS
    drawn = board
    for number, strip in enumerate(strips, start=1):
        canvas = Canvas()
        canvas.text(80 * wide // 5800, top + heading * 72 // 100, (strip.title,), font_family=SANS,
                    font_size=heading * 64 // 100, font_weight="bold", fill=INK)  # fmt: skip
        x = (wide - strip.place[2]) // 2
        canvas.rect(0, top + heading, wide, strip.place[3], fill=SEA)
        at = (x, top + heading, strip.place[2], strip.place[3])
        layers += [canvas.markup(), window(at, strip.place, drawn)]
        frame = Canvas()
        frame.rect(8, at[1] + 8, wide - 16, at[3] - 16, fill="none", stroke=COAST,
                   stroke_width=16, id=f"strip-{number}")  # fmt: skip
        layers.append(frame.markup())
        drawn = '<use xlink:href="#board" />'
        top += heading + strip.place[3] + 60
    panels, height = column_panels(picture, PANELS)
    shift = f"translate(0 {top // 10}) {scale}"
    layers.append(enclosed(panels, transform=shift))
    high = top // 10 * 10 + height * wide // PANELS
    sheet = Sheet((0, 0, wide, high), layout="phone")
    return sheet, [paper(sheet), *layers]


def _strips(picture: AreaPicture) -> tuple[Strip, ...]:
    """Returns parts of the same width that overlap a little, from west to east."""
    left, top, width, height = board_box(picture.outlines)
    left, top = max(left - AIR, 0), max(top - AIR, 0)
    right = min(left + width + 2 * AIR, picture.outlines.viewbox[0])
    bottom = min(top + height + 2 * AIR, picture.outlines.viewbox[1])
    width, height = max(right - left, 1), max(bottom - top, 1)
    # What lies on the edge of a part is whole in the next one.
    widest = max((_width(outline) for outline in picture.outlines.areas.values()), default=0)
    shared = min(widest + 100, width // 4)
    parts = next(n for n in count(1) if width + (n - 1) * shared <= n * max(PART, 2 * shared))
    if parts == 1:
        return (Strip(title=picture.board.title, place=(left, top, width, height)),)
    wide, terms = (width + (parts - 1) * shared) // parts, picture.terms
    return tuple(
        Strip(
            title=f"{headed(terms, 'part')} {number + 1} {word(terms, 'of-parts')} {parts}",
            place=(left + number * (width - wide) // (parts - 1), top, wide, height),
        )
        for number in range(parts)
    )


def _width(outline: Outline) -> int:
    """Returns how wide an area is."""
    across = [x for x, _ in outline.polygon]
    return max(across) - min(across)
