"""What stands around a star chart: the title, who holds how much, a panel a seat, the legend."""

from __future__ import annotations

from adjudicator.render.legend import Key
from adjudicator.render.lettering import fitted_size
from adjudicator.render.panels import Sizing, fan, listed, plate, titles
from adjudicator.render.raster import Box
from adjudicator.render.stars.picture import SeatEntry, StarPicture
from adjudicator.render.stars.theme import StarPalette
from adjudicator.render.stars.tokens import (
    attack_arrow,
    burst,
    card_back,
    card_face,
    chip,
    lane_line,
    minus,
    planet_token,
    thin_line,
)
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import SANS, text_width

__all__ = ["header", "key_of", "panels"]

_LANES = {
    (False, False): "Border",
    (False, True): "Border, front",
    (True, False): "Hyperlane",
    (True, True): "Hyperlane, front",
}
"""What lanes are called, by whether they are hyperlanes, and between two holders."""


def header(picture: StarPicture, palette: StarPalette, sizing: Sizing) -> tuple[str, int]:
    """Draws the title and the shares of the seats; returns how high they are, too."""
    canvas = Canvas()
    unit, inner = sizing.unit, sizing.width - 2 * sizing.margin
    half = sizing.width * 45 // 100
    room = inner if sizing.is_column else inner - half - unit
    top = titles(canvas, picture.title, sizing, room, ink=palette.ink, soft=palette.soft)
    box = Box(sizing.width - half - sizing.margin, unit * 14 // 10, half, unit * 16 // 10)
    if sizing.is_column:
        box = Box(sizing.margin, top + unit, inner, unit * 14 // 10)
        top = box.y + box.height
    _shares(canvas, picture, palette, box)
    return canvas.markup(), top + unit


def _shares(canvas: Canvas, picture: StarPicture, palette: StarPalette, box: Box) -> None:
    """Draws a bar that shows how many planets each seat holds."""
    looks = [
        (seat.name, palette.looks[seat.id], seat.planets) for seat in picture.seats if seat.planets
    ]
    rest = len(picture.planets) - sum(planets for *_, planets in looks)
    if rest:
        looks.append((picture.nobody, palette.nobody, rest))
    group = canvas.group(
        id="shares", title="Planets held", font_family=SANS, font_weight="bold",
        text_anchor="middle",
    )  # fmt: skip
    done = 0
    for name, look, planets in looks:
        left = box.x + box.width * done // len(picture.planets)
        done += planets
        right = box.x + box.width * done // len(picture.planets)
        part = group.group(title=f"{name}: {planets} of {len(picture.planets)} planets")
        at = (left, box.y, right - left, box.height)
        part.rect(*at, fill=look.face)
        part.rect(*at, fill=f"url(#surface-{look.id})")
        part.rect(*at, fill="none", stroke=palette.plate, stroke_width=14)
        size = max(min(box.height * 7 // 10, (right - left) * 8 // 10), box.height * 6 // 10)
        if text_width(str(planets), size, bold=True) <= right - left:
            part.text(
                (left + right) // 2, box.y + box.height // 2 + size * 36 // 100, (str(planets),),
                font_size=size, fill=look.ink, stroke=look.face, stroke_width=size // 6,
                paint_order="stroke",
            )  # fmt: skip


def panels(picture: StarPicture, palette: StarPalette, sizing: Sizing, top: int) -> tuple[str, int]:
    """Draws a panel for each seat from `top`; returns where they end, too."""
    canvas = Canvas()
    unit = sizing.unit
    columns = _columns(len(picture.seats), 2 if sizing.is_column else 5)
    gap = unit * 6 // 10
    wide = (sizing.width - gap * (columns + 1)) // columns
    room, size = wide - unit * 14 // 10, unit * 95 // 100
    lines = [listed(seat.regions, size, room) or ("no region",) for seat in picture.seats]
    high = unit * 92 // 10 + unit * 115 // 100 * max(map(len, lines), default=1)
    for index, seat in enumerate(picture.seats):
        row, column = divmod(index, columns)
        box = Box(gap + column * (wide + gap), top + row * (high + gap), wide, high)
        group = _panel(canvas, seat, palette, box=box, unit=unit)
        _hand(group, seat, palette, box=box, unit=unit)
        group.text(
            box.x + unit * 7 // 10, box.y + unit * 99 // 10, lines[index],
            font_size=size, leading=unit * 115 // 100,
            fill=palette.ink if seat.regions else palette.soft,
        )  # fmt: skip
    return canvas.markup(), top + -(-len(picture.seats) // columns) * (high + gap)


def _columns(count: int, most: int) -> int:
    """Returns how many panels stand side by side, so that their rows are as even as can be."""
    rows = -(-count // most)
    return -(-count // max(rows, 1)) or 1


def _panel(canvas: Canvas, seat: SeatEntry, palette: StarPalette, *, box: Box, unit: int) -> Canvas:
    """Draws the name and the figures of a seat; returns the panel."""
    look = palette.looks[seat.id]
    group = canvas.group(
        id=f"seat-{seat.id}", title=_panel_words(seat), font_family=SANS,
        **({"opacity": ".55"} if seat.fallen else {}),
    )  # fmt: skip
    strong = look.line if seat.plays else ""
    plate(group, box, unit, fill=palette.plate, edge=palette.edge, strong=strong)
    planet_token(
        group, look, at=(box.x + unit * 16 // 10, box.y + unit * 16 // 10),
        radius=unit * 7 // 10, halo=palette.plate,
    )  # fmt: skip
    tag = "fallen" if seat.fallen else "to play" if seat.plays else ""
    if seat.to_place:
        tag = f"{seat.to_place} to place"
    room = box.width - unit * 37 // 10 - (text_width(tag, unit, bold=True) if tag else 0)
    size = unit * 14 // 10
    size = fitted_size([seat.name], size, room, bold=True)
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
    return group


def _hand(group: Canvas, seat: SeatEntry, palette: StarPalette, *, box: Box, unit: int) -> None:
    """Draws the cards of a seat: faces that are known, backs for the others."""
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
    # Backs lie on one another as in a hand.
    step = wide + unit // 5 if seat.faces else unit * 7 // 10
    for index, (aside, seen) in enumerate(fan(seat.cards, room, wide, step)):
        at = Box(start + aside, top, wide, high)
        if index < len(seat.faces):
            face = seat.faces[index]
            card_face(group, at, kind=face.kind, words=face.id, seen=seen)
        else:
            card_back(group, at, palette)


def _panel_words(seat: SeatEntry) -> str:
    words = [
        seat.name,
        f"{seat.planets} planets, {seat.troops} troops, {seat.cards} cards",
        f"Regions: {', '.join(seat.regions) or 'none'}",
    ]
    return "\n".join(words)


def key_of(picture: StarPicture, palette: StarPalette, unit: int) -> Key:
    """Returns the entries of the legend: whatever occurs in the picture."""
    key, fronts, looks = Key(), picture.fronts, palette.looks
    line = ((-unit * 15 // 10, 0), (unit * 15 // 10, 0))
    kinds = {(lane.hyper, lane.between in fronts) for lane in picture.lanes}
    for (hyper, front), words in _LANES.items():
        if (hyper, front) in kinds:
            lane_line(
                key.add(words), line_path(line), palette, radius=unit * 16 // 10, hyper=hyper,
                front=front,
            )  # fmt: skip
    if any(facts.seat is None for facts in picture.planets.values()):
        planet_token(
            key.add(picture.nobody), palette.nobody, at=(0, 0), radius=unit * 6 // 10,
            halo=palette.plate,
        )  # fmt: skip
    whole = [facts.holder for facts in picture.regions.values() if facts.holder is not None]
    if whole:
        wide, high = unit * 26 // 10, unit * 14 // 10
        key.add("Region held whole").rect(
            -wide // 2, -high // 2, wide, high, rx=unit // 2, fill=palette.tints[0],
            fill_opacity=palette.tint_strength, stroke=looks[whole[0]].line,
            stroke_width=unit // 4,
            stroke_dasharray=f"{unit * 4 / 100:g} {unit * 25 / 1000:g}",
        )  # fmt: skip
    _add_events(key, picture, palette, unit)
    return key


def _add_events(key: Key, picture: StarPicture, palette: StarPalette, unit: int) -> None:
    """Adds what happened in the picture."""
    looks, high = palette.looks, unit * 14 // 10
    line = ((-unit * 15 // 10, 0), (unit * 15 // 10, 0))
    for captured, words in ((True, "Attack: captured"), (False, "Attack: held")):
        fought = [attack for attack in picture.attacks if attack.captured is captured]
        if fought:
            hollow = "" if captured else palette.halo
            attack_arrow(
                key.add(words), line, looks[fought[0].seat], wide=unit * 6 // 10, hollow=hollow
            )
    if picture.attacks:
        sample, wide = key.add("Losses: attacker, defender"), unit * 16 // 10
        for words, left in ((minus(2), -wide), (minus(3), 0)):
            chip(sample, words, Box(left, -high // 2, wide, high), fill=palette.plate,
                 ink=palette.ink, line=palette.edge)  # fmt: skip
    taken = [facts.seat for facts in picture.planets.values() if facts.taken and facts.seat]
    if taken:
        sample, radius = key.add("Newly captured"), unit * 55 // 100
        burst(sample, looks[taken[0]], (0, 0), radius)
        sample.circle(0, 0, radius, fill=looks[taken[0]].face, stroke=palette.halo, stroke_width=8)
    if any(facts.placed for facts in picture.planets.values()):
        chip(
            key.add("Troops placed"), "+3", Box(-unit * 9 // 10, -high // 2, unit * 18 // 10, high),
            fill=palette.plate, ink=palette.gain, line=palette.gain,
        )  # fmt: skip
    if picture.fortifications:
        look = looks[picture.fortifications[0].seat]
        thin_line(key.add("Fortification"), line, look, wide=unit // 5, casing=palette.halo)
