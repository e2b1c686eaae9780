"""What stands around a board of squares: the title, and a panel for each army."""

from __future__ import annotations

from adjudicator.render.lettering import fitted_size
from adjudicator.render.panels import Sizing, fan, listed, plate, titles
from adjudicator.render.raster import Box
from adjudicator.render.squares.picture import KINDS, ArmyEntry, Corner, QuarterEntry, SquarePicture
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.squares.tokens import card_back, card_face, piece, token
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS, text_width

__all__ = ["army_panels", "header", "panel_height"]

_HIGH, _SHORT = 305, 240
"""How high a panel is, and that of an army that is out, in tenths of its unit."""
_NOBODY = ("No army is at home here.", "All but its red squares", "is open to all.")


# -- the head ---------------------------------------------------------------------------------


def header(picture: SquarePicture, palette: SquarePalette, sizing: Sizing) -> tuple[str, int]:
    """Draws the title, the deck and the banner; returns how high they are, too."""
    canvas = Canvas()
    left, small = sizing.margin, sizing.line
    room = sizing.width * (10 if sizing.is_column else 6) // 10 - 2 * left
    top = titles(canvas, picture.title, sizing, room, ink=palette.ink, soft=palette.soft)
    right = sizing.width - sizing.margin
    if sizing.is_column:
        top += small * 19 // 10
        _deck_words(canvas, picture, palette, at=(left, top), size=small, anchor="start")
        if picture.banner:
            top += small * 24 // 10
            _banner(canvas, picture.banner, palette, at=(left, top), size=small, anchor="start")
            top += small * 5 // 10
    else:
        line_top = sizing.margin + sizing.title * 80 // 100
        if picture.banner:
            _banner(
                canvas, picture.banner, palette, at=(right, line_top), size=small * 12 // 10,
                anchor="end",
            )  # fmt: skip
        _deck_words(canvas, picture, palette, at=(right, top), size=small, anchor="end")
    return canvas.markup(), top + small * 11 // 10


def _deck_words(
    canvas: Canvas,
    picture: SquarePicture,
    palette: SquarePalette,
    *,
    at: tuple[int, int],
    size: int,
    anchor: str,
) -> None:
    canvas.text(
        *at, (picture.deck,), id="deck-words", font_family=SANS, font_size=size, fill=palette.ink,
        font_weight="bold", text_anchor=anchor,
    )  # fmt: skip


def _banner(
    canvas: Canvas,
    words: str,
    palette: SquarePalette,
    *,
    at: tuple[int, int],
    size: int,
    anchor: str,
) -> None:
    """Draws words on a plate; `at` is where their line begins or ends."""
    wide = text_width(words.upper(), size, bold=True, spacing=size // 8) + 2 * size
    left = at[0] if anchor == "start" else at[0] - wide
    group = canvas.group(id="banner", font_family=SANS)
    group.rect(
        left, at[1] - size * 13 // 10, wide, size * 19 // 10, rx=size * 4 // 10,
        fill=palette.strong,
    )  # fmt: skip
    group.text(
        left + wide // 2, at[1], (words.upper(),), font_size=size, font_weight="bold",
        fill=palette.on_strong, letter_spacing=size // 8, text_anchor="middle",
    )  # fmt: skip


# -- panels -----------------------------------------------------------------------------------


def panel_height(unit: int, *, is_short: bool = False) -> int:
    """Returns how high a panel is; short, if it is only of armies that are out."""
    return unit * (_SHORT if is_short else _HIGH) // 10


def army_panels(
    picture: SquarePicture,
    palette: SquarePalette,
    sizing: Sizing,
    places: dict[Corner, Box],
) -> str:
    """Draws the panel of each quarter in its place."""
    canvas = Canvas()
    armies = {army.id: army for army in picture.armies}
    for quarter in picture.quarters:
        box = places.get(quarter.corner)
        if box is None:
            continue
        army = armies.get(quarter.army or "")
        if army is None:
            _empty(canvas, quarter, palette, box=box, unit=sizing.unit)
            continue
        _panel(canvas, picture, army, palette, box=box, unit=sizing.unit)
    return canvas.markup()


def _empty(
    canvas: Canvas, quarter: QuarterEntry, palette: SquarePalette, *, box: Box, unit: int
) -> None:
    """Draws the panel of a quarter in which no army is at home."""
    group = canvas.group(id=f"open-{quarter.id}", font_family=SANS, fill=palette.soft)
    group.rect(
        box.x, box.y, box.width, box.height, rx=unit // 2, fill="none",
        stroke=palette.edge, stroke_width=unit // 10,
        stroke_dasharray=f"{unit / 20:g} {unit / 25:g}",
    )  # fmt: skip
    x, y = box.centre
    group.text(
        x, y - unit, (quarter.name,), font_size=unit * 13 // 10, font_weight="bold",
        text_anchor="middle",
    )  # fmt: skip
    group.text(
        x, y + unit * 8 // 10, _NOBODY,
        font_size=unit, leading=unit * 14 // 10, text_anchor="middle",
    )  # fmt: skip


def _panel(
    canvas: Canvas,
    picture: SquarePicture,
    army: ArmyEntry,
    palette: SquarePalette,
    *,
    box: Box,
    unit: int,
) -> None:
    group = canvas.group(id=f"army-{army.id}", title=_panel_words(picture, army), font_family=SANS)
    strong = palette.strong if army.plays else ""
    plate(group, box, unit, fill=palette.plate, edge=palette.edge, strong=strong)
    _heading(group, army, palette, box=box, unit=unit)
    _muster(group, picture, army, palette, box=box, unit=unit)
    if army.is_out:
        _end(group, army, palette, box=box, unit=unit)
        return
    _hand(group, army, palette, box=box, unit=unit)
    _zone(group, army, palette, box=box, unit=unit)


def _end(group: Canvas, army: ArmyEntry, palette: SquarePalette, *, box: Box, unit: int) -> None:
    """Says what became of the pieces of an army that is out."""
    y = box.y + unit * 186 // 10
    _rule(group, palette, box=box, unit=unit, y=y)
    captured, removed = sum(army.captured.values()), sum(army.removed.values())
    lines = (f"{captured} captured", f"{removed} removed when it was out")
    group.text(
        box.x + unit * 9 // 10, y + unit * 21 // 10, lines, font_size=unit,
        leading=unit * 16 // 10, fill=palette.ink, id=f"end-{army.id}",
    )  # fmt: skip


def _panel_words(picture: SquarePicture, army: ArmyEntry) -> str:
    held = [f"{army.pieces.get(kind, 0)} {picture.kinds[kind]}" for kind in KINDS]
    return f"{army.name}\n{', '.join(held)}"


def _heading(
    group: Canvas, army: ArmyEntry, palette: SquarePalette, *, box: Box, unit: int
) -> None:
    left, top = box.x + unit * 8 // 10, box.y + unit * 8 // 10
    token(group, army.id, at=(left + unit, top + unit), size=unit * 24 // 10)
    tag = "out" if army.is_out else "to move" if army.plays else ""
    if tag:
        size = unit * 9 // 10
        wide = text_width(tag, size, bold=True) + size
        right = box.x + box.width - unit * 7 // 10
        group.rect(
            right - wide, top + unit * 3 // 10, wide, size * 16 // 10, rx=size // 2,
            fill=palette.strong if army.plays else palette.edge,
        )  # fmt: skip
        group.text(
            right - wide // 2, top + unit * 3 // 10 + size * 113 // 100, (tag,), font_size=size,
            font_weight="bold", fill=palette.on_strong if army.plays else palette.ink,
            text_anchor="middle",
        )  # fmt: skip
    room = box.width - unit * 46 // 10 - (unit * 46 // 10 if tag else 0)
    size = unit * 14 // 10
    size = fitted_size([army.name], size, room, bold=True)
    has_line = bool(army.line)
    y = top + (unit * 10 // 10 if has_line else unit * 15 // 10)
    group.text(
        left + unit * 27 // 10, y, (army.name,), font_size=size, font_weight="bold",
        fill=palette.ink,
    )  # fmt: skip
    if has_line:
        group.text(
            left + unit * 27 // 10, top + unit * 22 // 10, (army.line,), font_size=unit * 9 // 10,
            fill=palette.soft,
        )  # fmt: skip
    _rule(group, palette, box=box, unit=unit, y=box.y + unit * 35 // 10)


def _rule(group: Canvas, palette: SquarePalette, *, box: Box, unit: int, y: int) -> None:
    inset = unit * 8 // 10
    group.path(
        line_path(((box.x + inset, y), (box.x + box.width - inset, y))),
        stroke=palette.edge, stroke_width=unit // 12,
    )  # fmt: skip


def _muster(
    group: Canvas,
    picture: SquarePicture,
    army: ArmyEntry,
    palette: SquarePalette,
    *,
    box: Box,
    unit: int,
) -> None:
    """Draws a row for each kind: the piece, its name, one mark for each, crossed if lost."""
    look = palette.looks[army.id]
    top, step = box.y + unit * 49 // 10, unit * 245 // 100
    right = box.x + box.width - unit * 9 // 10
    pip, thin = unit * 75 // 100, max(unit // 16, 4)
    for index, kind in enumerate(KINDS):
        y = top + index * step
        here, gone, removed = (
            counts.get(kind, 0) for counts in (army.pieces, army.captured, army.removed)
        )
        row = group.group(
            id=f"muster-{army.id}-{kind}", data_side=army.id, data_kind=kind, data_count=str(here)
        )
        shown = row.group(opacity=".5") if army.is_out else row
        piece(shown, army.id, kind, at=(box.x + unit * 19 // 10, y), size=unit * 23 // 10)
        ink = palette.ink if here or army.is_out else palette.soft
        row.text(
            box.x + unit * 35 // 10, y + unit * 36 // 100, (picture.kinds[kind],), font_size=unit,
            fill=ink,
        )  # fmt: skip
        lost = f"\N{MINUS SIGN}{gone + removed}" if gone + removed else "0"
        row.text(
            right, y + unit * 43 // 100, (lost if army.is_out else str(here),),
            font_size=unit * 12 // 10, font_weight="bold", fill=ink, text_anchor="end",
        )  # fmt: skip
        start = right - unit * (22 if army.is_out else 18) // 10
        for place in range(here + removed + gone):
            x = start - place * pip * 118 // 100
            # The first marks from the right are the pieces in play.
            if place < here:
                row.circle(x, y, pip * 46 // 100, fill=look.face, stroke=palette.ink,
                           stroke_width=thin)  # fmt: skip
                continue
            row.circle(x, y, pip * 40 // 100, fill="none", stroke=palette.soft, stroke_width=thin)
            if place >= here + removed:
                reach = pip * 24 // 100
                d = line_path(((x - reach, y - reach), (x + reach, y + reach)))
                d += line_path(((x - reach, y + reach), (x + reach, y - reach)))
                row.path(d, stroke=palette.soft, stroke_width=max(unit // 12, 5))


def _hand(group: Canvas, army: ArmyEntry, palette: SquarePalette, *, box: Box, unit: int) -> None:
    """Draws the cards that an army keeps: faces that are known, backs for the others."""
    y = box.y + unit * 186 // 10
    _rule(group, palette, box=box, unit=unit, y=y)
    left, right = box.x + unit * 9 // 10, box.x + box.width - unit * 9 // 10
    words = "no kept cards"
    if army.cards:
        words = "1 kept card" if army.cards == 1 else f"{army.cards} kept cards"
    group.text(
        left, y + unit * 24 // 10, (words,), id=f"cards-{army.id}", font_size=unit,
        fill=palette.ink if army.cards else palette.soft,
    )  # fmt: skip
    wide, high = unit * 20 // 10, unit * 28 // 10
    start = left + text_width("88 kept cards", unit) + unit * 6 // 10
    room = right - start - wide
    laid = list(fan(army.cards, room + wide, wide, wide + unit * 3 // 10))
    for index, (aside, seen) in enumerate(laid):
        at = Box(right - wide - laid[-1][0] + aside, y + unit * 7 // 10, wide, high)
        if index < len(army.faces):
            card_face(group, at, palette, number=army.faces[index].number, seen=seen)
        else:
            card_back(group, at, palette)
    if army.faces:
        lines, size = _titles(army, right - left, unit)
        group.text(
            left, y + unit * 48 // 10, lines, font_size=size, leading=size * 12 // 10,
            fill=palette.ink, id=f"faces-{army.id}",
        )  # fmt: skip


def _titles(army: ArmyEntry, room: int, unit: int) -> tuple[tuple[str, ...], int]:
    """Returns the names of an army's cards in one line, or in more and smaller ones."""
    names = [f"{face.number} {face.title}" for face in army.faces]
    for size, most in ((unit * 9 // 10, 1), (unit * 75 // 100, 2)):
        lines = listed(names, size, room)
        if len(lines) <= most:
            return lines, size
    size = unit * 5 // 10
    lines = listed(names, size, room)
    # Under the cards there is room for three such lines, or for more that are smaller.
    while len(lines) > 3 and size * len(lines) > unit * 20 // 10 and size > 1:
        size = size * 9 // 10
        lines = listed(names, size, room)
    return lines, size


def _zone(group: Canvas, army: ArmyEntry, palette: SquarePalette, *, box: Box, unit: int) -> None:
    """Draws who stands in the battle zone of an army's home: its own against all others."""
    y = box.y + unit * 249 // 10
    _rule(group, palette, box=box, unit=unit, y=y)
    look = palette.looks[army.id]
    left, right = box.x + unit * 9 // 10, box.x + box.width - unit * 9 // 10
    zone = group.group(id=f"zone-{army.id}")
    zone.text(left, y + unit * 17 // 10, ("Home zone",), font_size=unit, fill=palette.ink)
    if army.margin:
        zone.text(right, y + unit * 17 // 10, (army.margin,), font_size=unit, fill=palette.ink,
                  font_weight="bold", text_anchor="end")  # fmt: skip
    bar = Box(left, y + unit * 24 // 10, right - left, unit * 13 // 10)
    whole = army.own + army.foreign
    least = bar.width * 12 // 100
    split = bar.width // 2 if not whole else bar.width * army.own // whole
    split = min(max(split, least), bar.width - least)
    parts = (
        (army.own, bar.x, split, look.face, look.ink),
        (army.foreign, bar.x + split, bar.width - split, palette.foreign, palette.on_foreign),
    )
    for count, x, wide, fill, ink in parts:
        if count:
            zone.rect(x, bar.y, wide, bar.height, fill=fill)
        zone.text(
            x + wide // 2, bar.y + bar.height // 2 + unit * 36 // 100, (str(count),),
            font_size=unit, font_weight="bold", fill=ink if count else palette.soft,
            text_anchor="middle",
        )  # fmt: skip
    zone.rect(bar.x, bar.y, bar.width, bar.height, fill="none", stroke=palette.soft,
              stroke_width=max(unit // 16, 4))  # fmt: skip
    captions = (
        (left, "start", "own pieces"),
        (right, "end", "others\N{RIGHT SINGLE QUOTATION MARK} pieces"),
    )
    for x, anchor, words in captions:
        zone.text(x, y + unit * 49 // 10, (words,), font_size=unit * 85 // 100, fill=palette.soft,
                  text_anchor=anchor)  # fmt: skip
