"""Draws a board of squares from a `SquarePicture`, as one SVG file that stands alone."""

from __future__ import annotations

from adjudicator.render.legend import legend
from adjudicator.render.panels import Sizing
from adjudicator.render.raster import Box
from adjudicator.render.squares.ground import Table, ground, ground_symbols, names_over
from adjudicator.render.squares.legend import key_of
from adjudicator.render.squares.marks import marks_over, marks_under
from adjudicator.render.squares.panels import army_panels, header, panel_height
from adjudicator.render.squares.picture import Corner, SquarePicture, cell_of
from adjudicator.render.squares.theme import SquarePalette, square_palette
from adjudicator.render.squares.tokens import piece, piece_symbols
from adjudicator.render.strokes import card
from adjudicator.render.svg import Canvas, enclosed, number, page
from adjudicator.render.theme import SANS

__all__ = ["square_board", "table_of"]

_BOARD = Sizing(16000, 240, 148, title=470, line=216)
_PHONE = Sizing(3900, 60, 98, title=250, line=115, is_column=True)


def square_board(picture: SquarePicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    style = picture.style
    palette = square_palette(picture)
    sizing = _PHONE if style.layout == "phone" else _BOARD
    head, top = header(picture, palette, sizing)
    table = table_of(picture, sizing, top)
    places, below = _places(picture, table, sizing)
    told = key_of(picture, palette, sizing.unit).entries
    key, height = legend(told, sizing, below, ink=palette.ink, reach=12)
    definitions = Canvas()
    ground_symbols(definitions, palette)
    piece_symbols(definitions, picture.armies, palette)
    back = Canvas()
    back.rect(0, 0, sizing.width, height, fill=palette.table)
    board = (
        ground(picture, palette, table),
        marks_under(picture, palette, table),
        _pieces(picture, table),
        _deck(picture, palette, table),
        marks_over(picture, palette, table),
        names_over(picture, palette, table),
    )
    layers = [
        definitions.markup(), back.markup(), enclosed("".join(board), id="board"),
        head, army_panels(picture, palette, sizing, places), key,
    ]  # fmt: skip
    return page(style, (sizing.width, height), picture.words, "".join(layers), data=_root(table))


def _root(table: Table) -> tuple[tuple[str, str], ...]:
    """Returns what the root tells a page.

    `data-grid` is "left top step files ranks first": where the upper left corner of the board is
    and how wide a square, in user units; how many files and ranks; and the name of the square at
    the lower left, from which files are lettered to the right and ranks numbered upwards.
    """
    box = table.box
    measures = " ".join(map(number, (box.x, box.y, table.cell)))
    return ("data-geometry", "square"), ("data-grid", f"{measures} {table.files} {table.ranks} a1")


def table_of(picture: SquarePicture, sizing: Sizing, top: int) -> Table:
    """Returns where the board lies below the head, which ends at `top`."""
    files, ranks = (1 + max(at) for at in zip(*map(cell_of, picture.squares), strict=True))
    if sizing.is_column:
        rim, band = 137, 125
        cell = (sizing.width - sizing.margin - 2 * (rim + band)) // files
        left = (sizing.width - cell * files) // 2
    else:
        rim, band = 220, 230
        cell = (9240 - 2 * (rim + band)) // max(files, ranks)
        left = (sizing.width - cell * files) // 2
    return Table(
        left, top + rim + band, cell, files, ranks, band, rim, is_column=sizing.is_column
    )  # fmt: skip


def _places(picture: SquarePicture, table: Table, sizing: Sizing) -> tuple[dict[Corner, Box], int]:
    """Returns where the panels stand, and where they end, the board included."""
    whole, margin = table.framed, sizing.margin
    high = panel_height(sizing.unit)
    corners: tuple[Corner, ...] = ("north-west", "north-east", "south-west", "south-east")
    if sizing.is_column:
        # Below the board nothing is left open: there are only the panels of armies.
        out = {army.id for army in picture.armies if army.is_out}
        home = {quarter.corner: quarter.army in out for quarter in picture.quarters if quarter.army}
        corners = tuple(corner for corner in corners if corner in home)
        if len(corners) <= 2:
            corners = tuple(sorted(corners, key=lambda corner: corner.endswith("east")))
        # Those that are out come last, where they need less room.
        corners = tuple(sorted(corners, key=lambda corner: home[corner]))
        wide = (sizing.width - 3 * margin) // 2
        top, boxes = whole.y + whole.height + margin * 2, []
        for pair in (corners[:2], corners[2:]):
            high = panel_height(sizing.unit, is_short=all(home[corner] for corner in pair))
            boxes += [Box(margin + (wide + margin) * column, top, wide, high)
                      for column in range(len(pair))]  # fmt: skip
            top += high + margin
    else:
        wide = whole.x - 2 * margin
        low = whole.y + whole.height - high
        right = whole.x + whole.width + margin
        boxes = [Box(x, y, wide, high) for y in (whole.y, low) for x in (margin, right)]
    below = max(whole.y + whole.height, *(box.y + box.height for box in boxes))
    return dict(zip(corners, boxes, strict=True)), below + margin


def _pieces(picture: SquarePicture, table: Table) -> str:
    canvas = Canvas()
    layer = canvas.group(id="pieces")
    size = table.cell * 92 // 100
    for square, facts in picture.pieces.items():
        group = layer.group(
            id=f"piece-{square}", title=f"{square}: {facts.words}", data_place=square,
            data_side=facts.army, data_kind=facts.kind, data_count="1",
        )  # fmt: skip
        piece(group, facts.army, facts.kind, at=table.middle(square), size=size)
    return canvas.markup()


def _deck(picture: SquarePicture, palette: SquarePalette, table: Table) -> str:
    """Draws the deck on its square with the number of cards that are left."""
    canvas = Canvas()
    for square, facts in picture.squares.items():
        if facts.ground != "deck":
            continue
        x, y = table.middle(square)
        cell = table.cell
        deck = canvas.group(id="deck", title=picture.deck)
        deck.circle(x, y, cell * 70 // 100, fill=palette.halo, stroke=palette.shore,
                    stroke_width=cell // 14)  # fmt: skip
        wide, high = cell * 72 // 100, cell * 88 // 100
        step = cell * 4 // 100
        if not picture.deck_left:
            deck.rect(
                x - wide // 2, y - high // 2, wide, high, rx=wide // 8, fill="none",
                stroke=palette.card, stroke_width=cell // 24,
                stroke_dasharray=f"{cell / 80:g} {cell / 110:g}",
            )  # fmt: skip
        for layer in range(min(picture.deck_left, 3) - 1, -1, -1):
            box = Box(x - wide // 2 + (layer - 1) * step, y - high // 2 - (layer - 1) * step // 2,
                      wide, high)  # fmt: skip
            card(deck, box, fill=palette.card, line=palette.card_ink)
        size = cell * 48 // 100
        deck.text(
            x, y + size * 36 // 100, (str(picture.deck_left),), font_family=SANS, font_size=size,
            font_weight="bold", text_anchor="middle",
            fill=palette.card_ink if picture.deck_left else palette.card,
        )  # fmt: skip
    return canvas.markup()
