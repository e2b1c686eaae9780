"""What stands around a board of squares: the title, a panel for each army, the legend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudicator.draw.raster import Box
from adjudicator.draw.square_ground import sample_square
from adjudicator.draw.square_marks import arrow, ceasefire_line, shows_fights, shows_moves
from adjudicator.draw.square_picture import (
    KINDS,
    ArmyEntry,
    Corner,
    MoveShown,
    QuarterEntry,
    SquarePicture,
)
from adjudicator.draw.square_theme import SquarePalette
from adjudicator.draw.square_tokens import (
    badge,
    burst,
    card_back,
    card_face,
    cross,
    ghost,
    piece,
    token,
)
from adjudicator.draw.svg import Canvas, line_path
from adjudicator.draw.theme import SANS, text_width

__all__ = ["PANEL_UNITS", "Sizing", "army_panels", "header", "legend"]

PANEL_UNITS = 305
"""How high a panel is, in tenths of its unit."""
_NOBODY = ("No army is at home here.", "All but its red squares", "is open to all.")
Sample = Callable[[Canvas, int, int], None]
"""Draws an example with its middle at a point."""
_Entry = tuple[str, Sample, int]
"""Words, an example, and how wide both are."""


@dataclass(frozen=True, slots=True)
class Sizing:
    """How wide a sheet is, and how large its lettering."""

    width: int
    margin: int
    unit: int
    """The size of lettering in panels; all else follows from it."""
    title: int
    """The size of the title."""
    is_column: bool = False
    """Whether everything stands one under another."""


# -- the head ---------------------------------------------------------------------------------


def header(picture: SquarePicture, palette: SquarePalette, sizing: Sizing) -> tuple[str, int]:
    """Draws the title, the deck and the banner; returns how high they are, too."""
    canvas = Canvas()
    group = canvas.group(id="title", font_family=SANS, fill=palette.ink)
    title, *lines = (*picture.title, "")
    size, left = sizing.title, sizing.margin
    top = sizing.margin + size
    group.text(
        left, top, (title.upper(),), font_size=size, font_weight="bold",
        letter_spacing=size * 14 // 100,
    )  # fmt: skip
    small = size * 46 // 100
    for line in filter(None, lines):
        top += small * 17 // 10
        fitting = sizing.width - 2 * left if sizing.is_column else sizing.width * 6 // 10
        shown = min(small, small * fitting // max(text_width(line, small), 1))
        group.text(left, top, (line,), font_size=shown, fill=palette.soft)
    right = sizing.width - sizing.margin
    if sizing.is_column:
        top += small * 19 // 10
        _deck_words(canvas, picture, palette, at=(left, top), size=small, anchor="start")
        if picture.banner:
            top += small * 24 // 10
            _banner(canvas, picture.banner, palette, at=(left, top), size=small, anchor="start")
            top += small * 5 // 10
    else:
        line_top = sizing.margin + size * 80 // 100
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
        stroke=palette.plate_edge, stroke_width=unit // 10,
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
    group.rect(
        box.x, box.y, box.width, box.height, rx=unit // 2, fill=palette.plate,
        stroke=palette.strong if army.plays else palette.plate_edge,
        stroke_width=unit // 4 if army.plays else unit // 10,
    )  # fmt: skip
    inner = group.group(**({"opacity": ".5"} if army.is_out else {}))
    _heading(inner, army, palette, box=box, unit=unit)
    _muster(inner, picture, army, palette, box=box, unit=unit)
    _hand(inner, army, palette, box=box, unit=unit)
    _zone(inner, army, palette, box=box, unit=unit)


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
            fill=palette.strong if army.plays else palette.plate_edge,
        )  # fmt: skip
        group.text(
            right - wide // 2, top + unit * 3 // 10 + size * 113 // 100, (tag,), font_size=size,
            font_weight="bold", fill=palette.on_strong if army.plays else palette.ink,
            text_anchor="middle",
        )  # fmt: skip
    room = box.width - unit * 46 // 10 - (unit * 46 // 10 if tag else 0)
    size = unit * 14 // 10
    size = min(size, size * room // max(text_width(army.name, size, bold=True), 1))
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
        stroke=palette.plate_edge, stroke_width=unit // 12,
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
    look = palette.looks[army.look]
    top, step = box.y + unit * 49 // 10, unit * 245 // 100
    right = box.x + box.width - unit * 9 // 10
    pip = unit * 75 // 100
    for index, kind in enumerate(KINDS):
        y = top + index * step
        here, gone = army.pieces.get(kind, 0), army.captured.get(kind, 0)
        row = group.group(id=f"muster-{army.id}-{kind}")
        piece(row, army.id, kind, at=(box.x + unit * 19 // 10, y), size=unit * 23 // 10)
        row.text(
            box.x + unit * 35 // 10, y + unit * 36 // 100, (picture.kinds[kind],), font_size=unit,
            fill=palette.ink if here else palette.soft,
        )  # fmt: skip
        row.text(
            right, y + unit * 43 // 100, (str(here),), font_size=unit * 12 // 10,
            font_weight="bold", fill=palette.ink if here else palette.soft, text_anchor="end",
        )  # fmt: skip
        start = right - unit * 18 // 10
        for place in range(here + gone):
            x = start - place * pip * 118 // 100
            # The first marks from the right are the pieces in play.
            if place < here:
                row.circle(x, y, pip * 46 // 100, fill=look.face, stroke=palette.ink,
                           stroke_width=max(unit // 16, 4))  # fmt: skip
                continue
            row.circle(x, y, pip * 40 // 100, fill="none", stroke=palette.soft,
                       stroke_width=max(unit // 16, 4))  # fmt: skip
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
    step = min(wide + unit * 3 // 10, room // max(army.cards - 1, 1))
    for index in range(army.cards):
        at = Box(right - wide - (army.cards - 1 - index) * step, y + unit * 7 // 10, wide, high)
        if index < len(army.faces):
            seen = wide if index == army.cards - 1 else min(wide, step)
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
        lines = _wrapped(names, room, size)
        if len(lines) <= most:
            return lines, size
    size = unit * 5 // 10
    return _wrapped(names, room, size), size


def _wrapped(names: Sequence[str], room: int, size: int) -> tuple[str, ...]:
    lines: list[str] = []
    for index, name in enumerate(names):
        words = name + ("," if index < len(names) - 1 else "")
        if lines and text_width(f"{lines[-1]} {words}", size) <= room:
            lines[-1] += f" {words}"
        else:
            lines.append(words)
    return tuple(lines)


def _zone(group: Canvas, army: ArmyEntry, palette: SquarePalette, *, box: Box, unit: int) -> None:
    """Draws who stands in the battle zone of an army's home: its own against all others."""
    y = box.y + unit * 249 // 10
    _rule(group, palette, box=box, unit=unit, y=y)
    look = palette.looks[army.look]
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


# -- the legend -------------------------------------------------------------------------------


def legend(
    picture: SquarePicture, palette: SquarePalette, sizing: Sizing, top: int
) -> tuple[str, int]:
    """Draws the legend from `top`: whatever occurs in the picture; returns where it ends, too."""
    canvas = Canvas()
    unit = sizing.unit
    group = canvas.group(id="legend", font_family=SANS, fill=palette.ink)
    entries = [
        (words, sample, unit * 40 // 10 + text_width(words, unit))
        for words, sample in _entries(picture, palette, unit)
    ]
    room = sizing.width - 2 * sizing.margin + unit * 14 // 10
    rows = _rows(entries, room)
    # As even as they can be: the narrowest room in which there are no more rows.
    if not sizing.is_column:
        narrower = range(room, unit, -unit)
        tried = [_rows(entries, wide) for wide in narrower]
        rows = [one for one in tried if len(one) == len(rows)][-1]
    y = top + unit
    for row in rows:
        whole = sum(wide for _, _, wide in row) - unit * 14 // 10
        # In a column the entries stand under one another; else each row is in the middle.
        x = sizing.margin if sizing.is_column else (sizing.width - whole) // 2
        for words, sample, wide in row:
            entry = group.group()
            sample(entry, x + unit * 10 // 10, y)
            entry.text(x + unit * 26 // 10, y + unit * 36 // 100, (words,), font_size=unit)
            x += wide
        y += unit * 25 // 10
    return canvas.markup(), y - unit


def _rows(entries: Sequence[_Entry], room: int) -> list[list[_Entry]]:
    """Returns the entries of a legend in rows of a width; each row has one at least."""
    rows: list[list[_Entry]] = []
    left = 0
    for entry in entries:
        if not rows or entry[2] > left:
            rows.append([])
            left = room
        rows[-1].append(entry)
        left -= entry[2]
    return rows


def _entries(picture: SquarePicture, palette: SquarePalette, unit: int) -> list[tuple[str, Sample]]:
    grounds = {facts.ground for facts in picture.squares.values()}
    names = (
        ("battle", "battle-0", "Battle zone"),
        ("recon", "recon", "Recon space"),
        ("dmz", "dmz-falling", "DMZ line"),
        ("staging", "staging-0", "Staging area"),
        ("bridge", "bridge-across", "Bridge"),
        ("water", "water", "Water"),
    )
    entries = [
        (words, _square(symbol, palette, unit))
        for ground, symbol, words in names
        if ground in grounds
    ]
    duties = {facts.duty for facts in picture.pieces.values()}
    if "safe" in duties:
        entries.append(("Safe from strikes", _badge("safe", palette, unit)))
    if "due" in duties:
        entries.append(("Must leave this turn", _badge("due", palette, unit)))
    if any(quarter.ceasefire for quarter in picture.quarters):
        entries.append(("Cease-fire", _ceasefire(palette, unit)))
    if shows_moves(picture):
        entries += _move_entries(picture, palette, unit)
    if shows_fights(picture):
        entries += _fight_entries(picture, palette, unit)
    return entries


def _move_entries(
    picture: SquarePicture, palette: SquarePalette, unit: int
) -> list[tuple[str, Sample]]:
    entries: list[tuple[str, Sample]] = []
    manners = {"ground": "Move", "flight": "Flight", "card": "Moved by a card"}
    for manner, words in manners.items():
        found = [move for move in picture.moves if move.manner == manner]
        if found:
            entries.append((words, _arrow(picture, found[0], palette, unit)))
    if picture.moves:
        entries.append(("Where it stood", _ghost(picture, palette, unit)))
    if picture.returns:
        entries.append(("Recovered", _badge("gain", palette, unit)))
    return entries


def _fight_entries(
    picture: SquarePicture, palette: SquarePalette, unit: int
) -> list[tuple[str, Sample]]:
    entries: list[tuple[str, Sample]] = []
    if any(loss.cause != "other" for loss in picture.losses):
        entries.append(("Strike", _burst(palette, unit)))
    if picture.blasts:
        entries.append(("Blast", _blast(palette, unit)))
    if picture.losses:
        entries.append(("Lost", _lost(picture, palette, unit)))
    return entries


def _square(symbol: str, palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 19 // 10
        box = Box(x - side // 2, y - side // 2, side, side)
        sample_square(canvas, symbol, box)
        canvas.rect(box.x, box.y, side, side, fill="none", stroke=palette.grid,
                    stroke_width=unit // 12)  # fmt: skip

    return draw


def _ground_under(canvas: Canvas, x: int, y: int, unit: int) -> None:
    """Draws a square under an example."""
    side = unit * 20 // 10
    sample_square(canvas, "battle-0", Box(x - side // 2, y - side // 2, side, side))


def _ceasefire(palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 16 // 10
        _ground_under(canvas, x, y, unit)
        box = (x - side // 2, y - side // 2, side, side)
        ceasefire_line(canvas, box, palette, cell=unit * 19 // 10)

    return draw


def _badge(sign: str, palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        badge(canvas, palette, sign, at=(x, y), size=unit * 16 // 10)

    return draw


def _arrow(picture: SquarePicture, move: MoveShown, palette: SquarePalette, unit: int) -> Sample:
    look = palette.looks[next(one.look for one in picture.armies if one.id == move.army)]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        cell = unit * 22 // 10
        points = ((x - unit * 11 // 10, y), (x + unit * 18 // 10, y))
        arrow(canvas, points, look, palette, cell=cell, manner=move.manner)

    return draw


def _ghost(picture: SquarePicture, palette: SquarePalette, unit: int) -> Sample:
    army = picture.moves[0].army
    look = palette.looks[next(one.look for one in picture.armies if one.id == army)]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        ghost(canvas, look, at=(x, y), size=unit * 19 // 10, halo=palette.halo)

    return draw


def _burst(palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        burst(canvas, palette, at=(x, y), radius=unit)

    return draw


def _blast(palette: SquarePalette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        side = unit * 19 // 10
        _ground_under(canvas, x, y, unit)
        canvas.rect(
            x - side // 2, y - side // 2, side, side, rx=unit // 2, fill=palette.burst_edge,
            fill_opacity=".16", stroke=palette.burst_edge, stroke_width=unit // 8,
            stroke_dasharray=f"{unit / 25:g} {unit / 40:g}",
        )  # fmt: skip

    return draw


def _lost(picture: SquarePicture, palette: SquarePalette, unit: int) -> Sample:
    loss = picture.losses[0]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        _ground_under(canvas, x, y, unit)
        faded = canvas.group(opacity=".75")
        piece(faded, loss.army, loss.kind, at=(x, y), size=unit * 21 // 10)
        cross(canvas, palette, at=(x, y), reach=unit * 6 // 10)

    return draw
