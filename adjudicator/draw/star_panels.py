"""What stands around a star chart: the title, who holds how much, a panel a seat, the legend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudicator.draw.raster import Box
from adjudicator.draw.star_picture import SeatEntry, StarPicture
from adjudicator.draw.star_theme import Palette, StarLook
from adjudicator.draw.star_tokens import (
    arrow_shape,
    burst,
    card_back,
    card_face,
    chip,
    planet_token,
    thin_arrow,
)
from adjudicator.draw.svg import Canvas, line_path
from adjudicator.draw.theme import SANS, text_width

__all__ = ["Sizing", "header", "legend", "panels"]

Sample = Callable[[Canvas, int, int], None]
"""Draws an example with its middle at a point."""


@dataclass(frozen=True, slots=True)
class Sizing:
    """How wide a sheet is, and how large its lettering."""

    width: int
    unit: int
    """The size of lettering in panels; all else follows from it."""
    columns: int
    """How many panels stand side by side at most."""


def header(picture: StarPicture, palette: Palette, sizing: Sizing) -> tuple[str, int]:
    """Draws the title and the shares of the seats; returns how high they are, too."""
    canvas = Canvas()
    unit = sizing.unit
    group = canvas.group(id="title", font_family=SANS, fill=palette.ink)
    title, *lines = picture.title
    large = min(unit * 26 // 10, unit * 26 * sizing.width * 8 // text_width(title, unit * 260))
    top = unit * 3 // 10 + large
    group.text(
        unit, top, (title.upper(),), font_size=large * 8 // 10, font_weight="bold",
        letter_spacing=large * 12 // 100,
    )  # fmt: skip
    for line in lines:
        top += unit * 17 // 10
        group.text(unit, top, (line,), font_size=unit * 13 // 10, fill=palette.soft)
    if sizing.columns <= 2:
        box = Box(unit, top + unit, sizing.width - 2 * unit, unit * 14 // 10)
        top = box.y + box.height
    else:
        half = sizing.width * 45 // 100
        box = Box(sizing.width - half - unit, unit * 14 // 10, half, unit * 16 // 10)
    _shares(canvas, picture, palette, box)
    return canvas.markup(), top + unit


def _shares(canvas: Canvas, picture: StarPicture, palette: Palette, box: Box) -> None:
    """Draws a bar that shows how many planets each seat holds."""
    held = [(seat.name, seat.look, seat.planets) for seat in picture.seats if seat.planets]
    rest = len(picture.planets) - sum(planets for _, _, planets in held)
    looks: list[tuple[str, str, StarLook, int]] = [
        (name, look, palette.looks[look], planets) for name, look, planets in held
    ]
    if rest:
        looks.append((picture.nobody, "nobody", palette.nobody, rest))
    group = canvas.group(
        id="shares", title="Planets held", font_family=SANS, font_weight="bold",
        text_anchor="middle",
    )  # fmt: skip
    done = 0
    for name, look_id, look, planets in looks:
        left = box.x + box.width * done // len(picture.planets)
        done += planets
        right = box.x + box.width * done // len(picture.planets)
        part = group.group(title=f"{name}: {planets} of {len(picture.planets)} planets")
        at = (left, box.y, right - left, box.height)
        part.rect(*at, fill=look.face)
        if look.pattern:
            part.rect(*at, fill=f"url(#surface-{look_id})")
        part.rect(*at, fill="none", stroke=palette.plate, stroke_width=14)
        size = min(box.height * 7 // 10, (right - left) * 8 // 10)
        part.text(
            (left + right) // 2, box.y + box.height // 2 + size * 36 // 100, (str(planets),),
            font_size=size, fill=look.ink, stroke=look.face, stroke_width=size // 6,
            paint_order="stroke",
        )  # fmt: skip


def panels(
    picture: StarPicture, palette: Palette, sizing: Sizing, top: int
) -> tuple[str, int]:
    """Draws a panel for each seat from `top`; returns where they end, too."""
    canvas = Canvas()
    unit = sizing.unit
    columns = min(sizing.columns, max(len(picture.seats), 1))
    gap = unit * 6 // 10
    wide = (sizing.width - gap * (columns + 1)) // columns
    high = unit * 98 // 10
    for index, seat in enumerate(picture.seats):
        row, column = divmod(index, columns)
        box = Box(gap + column * (wide + gap), top + row * (high + gap), wide, high)
        _panel(canvas, seat, palette, box, unit)
    return canvas.markup(), top + -(-len(picture.seats) // columns) * (high + gap)


def _panel(canvas: Canvas, seat: SeatEntry, palette: Palette, box: Box, unit: int) -> None:
    look = palette.looks[seat.look]
    group = canvas.group(
        id=f"seat-{seat.id}", title=_panel_words(seat), font_family=SANS,
        **({"opacity": ".55"} if seat.fallen else {}),
    )  # fmt: skip
    group.rect(
        box.x, box.y, box.width, box.height, rx=unit // 2, fill=palette.plate,
        stroke=look.line if seat.plays else palette.edge,
        stroke_width=unit // 5 if seat.plays else unit // 12,
    )  # fmt: skip
    planet_token(
        group, seat.look, look, at=(box.x + unit * 16 // 10, box.y + unit * 16 // 10),
        radius=unit * 7 // 10, halo=palette.plate,
    )  # fmt: skip
    tag = "fallen" if seat.fallen else "to play" if seat.plays else ""
    room = box.width - unit * 37 // 10 - (text_width(tag, unit, bold=True) if tag else 0)
    size = unit * 14 // 10
    size = min(size, size * room // max(text_width(seat.name, size, bold=True), 1))
    group.text(
        box.x + unit * 31 // 10, box.y + unit * 21 // 10, (seat.name,), font_size=size,
        font_weight="bold", fill=palette.ink,
    )  # fmt: skip
    if tag:
        group.text(
            box.x + box.width - unit * 6 // 10, box.y + unit * 20 // 10, (tag,), font_size=unit,
            font_weight="bold", fill=look.line, text_anchor="end",
        )  # fmt: skip
    figures = (
        (str(seat.planets), "planet" if seat.planets == 1 else "planets"),
        (str(seat.troops), "troop" if seat.troops == 1 else "troops"),
        ("\N{EN DASH}" if seat.fallen else f"+{seat.due}", "next count"),
    )
    for index, (number, caption) in enumerate(figures):
        x = box.x + box.width * (2 * index + 1) // 6
        group.text(
            x, box.y + unit * 47 // 10, (number,), font_size=unit * 19 // 10, font_weight="bold",
            fill=palette.ink, text_anchor="middle",
        )  # fmt: skip
        group.text(
            x, box.y + unit * 58 // 10, (caption,), font_size=unit * 9 // 10, fill=palette.soft,
            text_anchor="middle",
        )  # fmt: skip
    _hand(group, seat, palette, box, unit)


def _hand(group: Canvas, seat: SeatEntry, palette: Palette, box: Box, unit: int) -> None:
    """Draws the cards of a seat: faces that are known, backs for the others; and its regions."""
    left, top = box.x + unit * 7 // 10, box.y + unit * 66 // 10
    words = "1 card" if seat.cards == 1 else f"{seat.cards or 'no'} cards"
    group.text(
        left, top + unit * 16 // 10, (words,), font_size=unit, fill=palette.ink,
        font_weight="bold", id=f"cards-{seat.id}",
    )  # fmt: skip
    start = left + text_width("88 cards", unit, bold=True) + unit * 4 // 10
    wide = unit * 17 // 10 if seat.faces else unit * 12 // 10
    high = unit * 24 // 10 if seat.faces else unit * 18 // 10
    room = box.x + box.width - unit * 6 // 10 - start
    step = min(wide + unit // 5, (room - wide) // max(seat.cards - 1, 1))
    # Backs lie on one another as in a hand; no more are drawn than can be told apart.
    if not seat.faces:
        step = min(step, unit * 7 // 10)
    for index in range(min(seat.cards, 1 + max(room - wide, 0) // max(step, unit // 5))):
        at = Box(start + index * step, top, wide, high)
        if index < len(seat.faces):
            face = seat.faces[index]
            card_face(group, at, kind=face.kind, words=face.id)
        else:
            card_back(group, at, palette)
    held = ", ".join(seat.regions) or "no region"
    size = unit * 95 // 100
    size = min(size, size * (box.width - unit * 14 // 10) // text_width(held, size))
    group.text(
        left, box.y + box.height - unit * 5 // 10, (held,), font_size=size,
        fill=palette.ink if seat.regions else palette.soft,
    )  # fmt: skip


def _panel_words(seat: SeatEntry) -> str:
    words = [
        seat.name,
        f"{seat.planets} planets, {seat.troops} troops, {seat.cards} cards",
        f"Regions: {', '.join(seat.regions) or 'none'}",
    ]
    return "\n".join(words)


def legend(
    picture: StarPicture, palette: Palette, sizing: Sizing, top: int
) -> tuple[str, int]:
    """Draws the legend from `top`: whatever occurs in the picture; returns where it ends, too."""
    canvas = Canvas()
    unit = sizing.unit
    group = canvas.group(id="legend", font_family=SANS, fill=palette.ink)
    left, y = unit, top + unit * 13 // 10
    for words, sample in _entries(picture, palette, unit):
        wide = unit * 38 // 10 + text_width(words, unit) + unit * 12 // 10
        if left + wide > sizing.width and left > unit:
            left, y = unit, y + unit * 23 // 10
        entry = group.group()
        sample(entry, left + unit * 15 // 10, y)
        entry.text(left + unit * 36 // 10, y + unit * 36 // 100, (words,), font_size=unit)
        left += wide
    return canvas.markup(), y + unit * 15 // 10


def _entries(picture: StarPicture, palette: Palette, unit: int) -> list[tuple[str, Sample]]:
    entries: list[tuple[str, Sample]] = []
    if any(not lane.hyper for lane in picture.lanes):
        entries.append(("Border", _lane(palette, unit, hyper=False)))
    if any(lane.hyper for lane in picture.lanes):
        entries.append(("Hyperlane", _lane(palette, unit, hyper=True)))
    if any(facts.seat is None for facts in picture.planets.values()):
        entries.append((picture.nobody, _token("nobody", palette.nobody, palette, unit)))
    looks = {seat.id: palette.looks[seat.look] for seat in picture.seats}
    for captured, words in ((True, "Attack: captured"), (False, "Attack: held")):
        fought = [attack for attack in picture.attacks if attack.captured is captured]
        if fought:
            look = looks[fought[0].seat]
            entries.append((words, _attack(look, palette, unit, captured=captured)))
    if picture.attacks:
        entries.append(("Losses: attacker, defender", _losses(palette, unit)))
    taken = [facts.seat for facts in picture.planets.values() if facts.taken and facts.seat]
    if taken:
        entries.append(("Newly captured", _taken(looks[taken[0]], palette, unit)))
    if any(facts.placed for facts in picture.planets.values()):
        entries.append(("Troops placed", _placed(palette, unit)))
    if picture.fortifications:
        look = looks[picture.fortifications[0].seat]
        entries.append(("Fortification", _fortification(look, unit)))
    return entries


def _lane(palette: Palette, unit: int, *, hyper: bool) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        lane_line(
            canvas, line_path(((x - unit * 15 // 10, y), (x + unit * 15 // 10, y))), palette,
            width=unit // 4, hyper=hyper,
        )  # fmt: skip

    return draw


def lane_line(canvas: Canvas, d: str, palette: Palette, *, width: int, hyper: bool) -> None:
    """Draws a lane: solid, or dashes in a glow."""
    if not hyper:
        canvas.path(d, stroke=palette.lane, stroke_width=width, fill="none", opacity=".85")
        return
    canvas.path(d, stroke=palette.hyper, stroke_width=width * 4, fill="none", opacity=".16")
    canvas.path(
        d, stroke=palette.hyper, stroke_width=width * 11 // 10, fill="none",
        stroke_dasharray=f"{width * 3 / 10:g} {width * 2 / 10:g}",
    )  # fmt: skip


def _token(look_id: str, look: StarLook, palette: Palette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        planet_token(canvas, look_id, look, at=(x, y), radius=unit * 6 // 10, halo=palette.plate)

    return draw


def _attack(look: StarLook, palette: Palette, unit: int, *, captured: bool) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        line = ((x - unit * 15 // 10, y), (x + unit * 15 // 10, y))
        attack_arrow(canvas, line, look, palette, wide=unit * 6 // 10, captured=captured)

    return draw


def attack_arrow(
    canvas: Canvas,
    line: Sequence[tuple[int, int]],
    look: StarLook,
    palette: Palette,
    *,
    wide: int,
    captured: bool,
) -> None:
    """Draws the arrow of an attack: full if the planet was captured, hollow if it was held."""
    canvas.path(
        arrow_shape(line, wide, wide * 22 // 10), fill=look.face if captured else palette.halo,
        stroke=look.line, stroke_width=max(wide // 4, 10), stroke_linejoin="round",
    )  # fmt: skip


def _losses(palette: Palette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        high = unit * 14 // 10
        wide = unit * 16 // 10
        for words, left in (("2", x - wide), ("3", x)):
            chip(
                canvas, f"\N{MINUS SIGN}{words}", Box(left, y - high // 2, wide, high),
                fill=palette.plate, ink=palette.ink, line=palette.edge,
            )  # fmt: skip

    return draw


def _taken(look: StarLook, palette: Palette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        burst(canvas, look, (x, y), unit * 55 // 100)
        canvas.circle(x, y, unit * 55 // 100, fill=look.face, stroke=palette.halo, stroke_width=8)

    return draw


def _placed(palette: Palette, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        high = unit * 13 // 10
        chip(
            canvas, "+3", Box(x - unit * 9 // 10, y - high // 2, unit * 18 // 10, high),
            fill=palette.plate, ink=palette.gain, line=palette.gain,
        )  # fmt: skip

    return draw


def _fortification(look: StarLook, unit: int) -> Sample:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        line = ((x - unit * 15 // 10, y), (x + unit * 15 // 10, y))
        thin_line(canvas, line, look, wide=unit // 5)

    return draw


def thin_line(
    canvas: Canvas, line: Sequence[tuple[int, int]], look: StarLook, *, wide: int
) -> None:
    """Draws the thin arrow of a fortification."""
    shaft, head = thin_arrow(line, wide * 7)
    group = canvas.group(
        fill="none", stroke=look.line, stroke_linejoin="round", stroke_linecap="round"
    )
    group.path(shaft, stroke_width=wide, stroke_dasharray=f"{wide / 10:g} {wide / 5:g}")
    group.path(head, stroke_width=wide * 13 // 10)
