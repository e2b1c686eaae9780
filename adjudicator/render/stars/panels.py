"""What stands around a star chart: the title, who holds how much, a panel a seat, the legend."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.render.legend import Key
from adjudicator.render.panels import Panel, Part, Sizing, bar, listed, titles
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
from adjudicator.render.theme import SANS

__all__ = ["header", "key_of", "panels"]

_LANES = {
    (False, False): "border",
    (False, True): "border-front",
    (True, False): "hyperlane",
    (True, True): "hyperlane-front",
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
    whole = len(picture.planets)
    held = [(seat.name, palette.looks[seat.id], seat.planets) for seat in picture.seats]
    held.append((picture.nobody, palette.nobody, whole - sum(planets for *_, planets in held)))
    parts = [
        Part(planets, (str(planets),), look.face, look.ink, f"surface-{look.id}",
             f"{name}: {planets} of {whole} planets")
        for name, look, planets in held
        if planets
    ]  # fmt: skip
    group = canvas.group(id="shares", title=picture.called("planets-held"), font_family=SANS)
    bar(group, box, parts, line=palette.plate)


def panels(picture: StarPicture, palette: StarPalette, sizing: Sizing, top: int) -> tuple[str, int]:
    """Draws a panel for each seat from `top`; returns where they end, too."""
    canvas = Canvas()
    unit = sizing.unit
    columns = _columns(len(picture.seats), 2 if sizing.is_column else 5)
    gap = unit * 6 // 10
    wide = (sizing.width - gap * (columns + 1)) // columns
    lines = [
        listed(seat.regions, unit * 95 // 100, wide - unit * 18 // 10)
        or (picture.called("no-region"),)
        for seat in picture.seats
    ]
    high = unit * 104 // 10 + unit * 114 // 100 * max(map(len, lines), default=1)
    for index, seat in enumerate(picture.seats):
        row, column = divmod(index, columns)
        box = Box(gap + column * (wide + gap), top + row * (high + gap), wide, high)
        _panel(canvas, picture, seat, palette, lines=lines[index], box=box, unit=unit)
    return canvas.markup(), top + -(-len(picture.seats) // columns) * (high + gap)


def _columns(count: int, most: int) -> int:
    """Returns how many panels stand side by side, so that their rows are as even as can be."""
    rows = -(-count // most)
    return -(-count // max(rows, 1)) or 1


def _panel(
    canvas: Canvas, picture: StarPicture, seat: SeatEntry, palette: StarPalette, *,
    lines: Sequence[str], box: Box, unit: int,
) -> None:  # fmt: skip
    """Draws the name, the figures, the cards and the regions of a seat."""
    look = palette.looks[seat.id]
    group = canvas.group(
        id=f"seat-{seat.id}", title=_panel_words(seat), font_family=SANS,
        **({"opacity": ".55"} if seat.fallen else {}),
    )  # fmt: skip
    panel = Panel(group, box, unit, palette)
    panel.plate(look.line if seat.plays else "")
    planet_token(group, look, at=panel.at(180, 180), radius=unit * 8 // 10, halo=palette.plate)
    tag = picture.called("to-play") if seat.plays else ""
    tag = picture.called("fallen") if seat.fallen else tag
    tag = picture.called("to-place", seat.to_place) if seat.to_place else tag
    panel.heading(seat.name, "", tag, strong=(look.face, look.ink))
    figures = (
        (str(seat.planets), picture.called("planet" if seat.planets == 1 else "planets")),
        (str(seat.troops), picture.called("troop" if seat.troops == 1 else "troops")),
        ("\N{EN DASH}" if seat.fallen else f"+{seat.due}", picture.called("next-count")),
    )
    for index, (number, caption) in enumerate(figures):
        x = box.width * (2 * index + 1) * 100 // (6 * unit)
        panel.write(x, 540, number, 190, bold=True, anchor="middle")
        panel.write(x, 645, caption, 90, ink=palette.soft, anchor="middle")

    def card(place: int, at: Box, seen: int) -> None:
        if place < len(seat.faces):
            face = seat.faces[place]
            card_face(group, at, kind=face.kind, words=face.id, seen=seen)
        else:
            card_back(group, at, palette)

    key = ("no-cards", "one-card")[seat.cards] if seat.cards < 2 else "cards"
    words = picture.called(key, seat.cards)
    panel.hand(705, words, seat.cards, card, element_id=f"cards-{seat.id}")
    panel.write(90, 1085, lines, 95, ink=palette.ink if seat.regions else palette.soft)


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
    for (hyper, front), lane in _LANES.items():
        if (hyper, front) in kinds:
            lane_line(
                key.add(picture.called(lane)), line_path(line), palette, radius=unit * 16 // 10,
                hyper=hyper, front=front,
            )  # fmt: skip
    if any(facts.seat is None for facts in picture.planets.values()):
        planet_token(
            key.add(picture.nobody), palette.nobody, at=(0, 0), radius=unit * 6 // 10,
            halo=palette.plate,
        )  # fmt: skip
    whole = [facts.holder for facts in picture.regions.values() if facts.holder is not None]
    if whole:
        wide, high = unit * 26 // 10, unit * 14 // 10
        key.add(picture.called("region-held")).rect(
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
    for captured, words in ((True, "attack-captured"), (False, "attack-held")):
        fought = [attack for attack in picture.attacks if attack.captured is captured]
        if fought:
            hollow = "" if captured else palette.halo
            attack_arrow(
                key.add(picture.called(words)),
                line,
                looks[fought[0].seat],
                wide=unit * 6 // 10,
                hollow=hollow,
            )
    if picture.attacks:
        sample, wide = key.add(picture.called("losses")), unit * 16 // 10
        for words, left in ((minus(2), -wide), (minus(3), 0)):
            chip(sample, words, Box(left, -high // 2, wide, high), fill=palette.plate,
                 ink=palette.ink, line=palette.edge)  # fmt: skip
    taken = [facts.seat for facts in picture.planets.values() if facts.taken and facts.seat]
    if taken:
        sample, radius = key.add(picture.called("taken")), unit * 55 // 100
        burst(sample, looks[taken[0]], (0, 0), radius=radius, halo=palette.halo)
        sample.circle(0, 0, radius, fill=looks[taken[0]].face, stroke=palette.halo, stroke_width=8)
    if any(facts.placed for facts in picture.planets.values()):
        chip(
            key.add(picture.called("placed")), "+3",
            Box(-unit * 9 // 10, -high // 2, unit * 18 // 10, high),
            fill=palette.plate, ink=palette.gain, line=palette.gain,
        )  # fmt: skip
    if picture.fortifications:
        look = looks[picture.fortifications[0].seat]
        thin_line(
            key.add(picture.called("fortification")),
            line,
            look,
            wide=unit // 5,
            casing=palette.halo,
        )
