"""What stands around a board of squares: the title, and a panel for each army."""

from __future__ import annotations

from adjudicator.render.panels import Panel, Part, Sizing, bar, listed, tagged, titles
from adjudicator.render.raster import Box
from adjudicator.render.squares.picture import KINDS, ArmyEntry, Corner, QuarterEntry, SquarePicture
from adjudicator.render.squares.theme import SquarePalette
from adjudicator.render.squares.tokens import card_back, card_face, cross_path, piece, token
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS

__all__ = ["army_panels", "header", "panel_height"]

_HIGH, _SHORT = 305, 240
"""How high a panel is, and that of an army that is out, in tenths of its unit."""
_NOBODY = ("nobody", "open", "open-to-all")
"""What stands in a quarter where no army is at home, a line each."""


# -- the head ---------------------------------------------------------------------------------


def header(picture: SquarePicture, palette: SquarePalette, sizing: Sizing) -> tuple[str, int]:
    """Draws the title, the deck and the banner; returns how high they are, too."""
    canvas = Canvas()
    left, small = sizing.margin, sizing.line
    room = sizing.width * (10 if sizing.is_column else 6) // 10 - 2 * left
    top = titles(canvas, picture.title, sizing, room, ink=palette.ink, soft=palette.soft)
    right = sizing.width - sizing.margin
    at, anchor = ((left, 0), "start") if sizing.is_column else ((right, 0), "end")
    top += small * 19 // 10 if sizing.is_column else 0
    canvas.text(
        at[0], top, (picture.deck,), id="deck-words", font_family=SANS, font_size=small,
        fill=palette.ink, font_weight="bold", text_anchor=anchor,
    )  # fmt: skip
    if picture.banner:
        size = small if sizing.is_column else small * 12 // 10
        high = top + small * 8 // 10 if sizing.is_column else sizing.margin
        top += small * 20 // 10 if sizing.is_column else 0
        tagged(
            canvas.group(id="banner", font_family=SANS), picture.banner.upper(), (at[0], high),
            size, colours=(palette.strong, palette.on_strong), anchor=anchor,
        )  # fmt: skip
    return canvas.markup(), top + small * 11 // 10


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
            _empty(canvas, picture, quarter, palette, box=box, unit=sizing.unit)
            continue
        _panel(canvas, picture, army, palette, box=box, unit=sizing.unit)
    return canvas.markup()


def _empty(
    canvas: Canvas, picture: SquarePicture, quarter: QuarterEntry, palette: SquarePalette, *,
    box: Box, unit: int,
) -> None:  # fmt: skip
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
        x, y + unit * 8 // 10, tuple(map(picture.called, _NOBODY)),
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
    panel = Panel(group, box, unit, palette)
    panel.plate(palette.strong if army.plays else "")
    token(group, army.id, at=panel.at(180, 180), size=unit * 24 // 10)
    tag = picture.called("to-move") if army.plays else ""
    tag = picture.called("out") if army.is_out else tag
    strong = (palette.strong, palette.on_strong) if army.plays else (palette.edge, palette.ink)
    panel.heading(army.name, army.line, tag, strong=strong)
    _muster(panel, picture, army, palette)
    panel.rule(1860)
    if army.is_out:
        captured, removed = sum(army.captured.values()), sum(army.removed.values())
        lines = (picture.called("captured", captured), picture.called("removed", removed))
        panel.write(90, 2070, lines, leading=160, element_id=f"end-{army.id}")
        return
    _hand(panel, picture, army, palette)
    _zone(panel, picture, army, palette)


def _panel_words(picture: SquarePicture, army: ArmyEntry) -> str:
    held = [f"{army.pieces.get(kind, 0)} {picture.kinds[kind]}" for kind in KINDS]
    return f"{army.name}\n{', '.join(held)}"


def _muster(panel: Panel, picture: SquarePicture, army: ArmyEntry, palette: SquarePalette) -> None:
    """Draws a row for each kind: the piece, its name, one mark for each, crossed if lost."""
    look, unit = palette.looks[army.id], panel.unit
    pip, thin = unit * 75 // 100, max(unit // 16, 4)
    for index, kind in enumerate(KINDS):
        y = 490 + index * 245
        here, gone, removed = (
            counts.get(kind, 0) for counts in (army.pieces, army.captured, army.removed)
        )
        row = panel.canvas.group(
            id=f"muster-{army.id}-{kind}", data_side=army.id, data_kind=kind, data_count=str(here)
        )
        shown = row.group(opacity=".5") if army.is_out else row
        piece(shown, army.id, kind, at=panel.at(190, y), size=unit * 23 // 10)
        ink = palette.ink if here or army.is_out else palette.soft
        told = panel.on(row)
        told.write(350, y + 36, picture.kinds[kind], ink=ink)
        lost = f"\N{MINUS SIGN}{gone + removed}" if gone + removed else "0"
        told.write(-90, y + 43, lost if army.is_out else str(here), 120, bold=True, ink=ink)
        start, middle = panel.at(-310 if army.is_out else -270, y)
        for place in range(here + removed + gone):
            x = start - place * pip * 118 // 100
            # The first marks from the right are the pieces in play.
            if place < here:
                row.circle(x, middle, pip * 46 // 100, fill=look.face, stroke=palette.ink,
                           stroke_width=thin)  # fmt: skip
                continue
            row.circle(x, middle, pip * 40 // 100, fill="none", stroke=palette.soft,
                       stroke_width=thin)  # fmt: skip
            if place >= here + removed:
                row.path(cross_path((x, middle), pip * 24 // 100), stroke=palette.soft,
                         stroke_width=max(unit // 12, 5))  # fmt: skip


def _hand(panel: Panel, picture: SquarePicture, army: ArmyEntry, palette: SquarePalette) -> None:
    """Draws the cards that an army keeps: faces that are known, backs for the others."""
    key = ("no-cards", "one-card")[army.cards] if army.cards < 2 else "cards"
    words = picture.called(key, army.cards)

    def card(place: int, at: Box, seen: int) -> None:
        if place < len(army.faces):
            number = army.faces[place].number
            card_face(panel.canvas, at, palette, number=number, seen=seen)
        else:
            card_back(panel.canvas, at, palette)

    panel.hand(1930, words, army.cards, card, element_id=f"cards-{army.id}")
    if army.faces:
        lines, size = _titles(army, panel.box.width - panel.unit * 18 // 10, panel.unit)
        panel.write(90, 2340, lines, size * 100 // panel.unit, element_id=f"faces-{army.id}")


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


def _zone(panel: Panel, picture: SquarePicture, army: ArmyEntry, palette: SquarePalette) -> None:
    """Draws who stands in the battle zone of an army's home: its own against all others."""
    panel.rule(2490)
    panel = panel.on(panel.canvas.group(id=f"zone-{army.id}"))
    look, unit = palette.looks[army.id], panel.unit
    panel.write(90, 2660, picture.called("home"))
    panel.write(-90, 2660, army.margin, bold=True)
    (left, top), (right, _) = panel.at(90, 2730), panel.at(-90, 2730)
    # Each part is wide enough for its number.
    whole = army.own + army.foreign
    share = min(max(100 * army.own // whole if whole else 50, 12), 88)
    colours = ((look.face, look.ink), (palette.foreign, palette.on_foreign))
    parts = [
        Part(wide, (str(count),), *(both if count else (palette.plate, palette.soft)))
        for count, wide, both in zip(
            (army.own, army.foreign), (share, 100 - share), colours, strict=True
        )
    ]
    bar(panel.canvas, Box(left, top, right - left, unit * 14 // 10), parts, line=palette.soft)
    panel.write(90, 2980, picture.called("own-pieces"), 85, ink=palette.soft)
    others = picture.called("other-pieces")
    panel.write(-90, 2980, others, 85, ink=palette.soft)
