"""Counters, marks, signs and cities as symbols, and how they are put on a canvas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from adjudicator.boards.area import Point
from adjudicator.core.values import FrozenMap
from adjudicator.render.areas.picture import AreaPicture, Fight, SideLook, Stack
from adjudicator.render.areas.silhouettes import RESOURCES, SILHOUETTES
from adjudicator.render.areas.words import headed, letters_of, word
from adjudicator.render.looks import add_hatch, outline_path
from adjudicator.render.raster import Box
from adjudicator.render.strokes import BURST
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import INK, PAPER, ROCK_DARK, ROCK_LIGHT, SANS, mixed

__all__ = [
    "Kit",
    "battle_mark",
    "city_mark",
    "counter",
    "counter_title",
    "fight_mark",
    "fight_title",
    "kit_of",
    "loss_chips",
    "mountains",
    "outcome_mark",
    "resource_sign",
    "round_counter",
    "symbols",
]

MARK_GLYPHS: Mapping[str, str] = {
    "bombing": "M5 1.4H7.2L6.6 3.2C8.2 4 8.8 5 8.8 6.2C8.8 7.8 7.6 9.4 6 10.6"
    "C4.4 9.4 3.2 7.8 3.2 6.2C3.2 5 3.8 4 5.4 3.2L4.8 1.4Z",
    "disengaged": "M5.4 2.2V4.4H7C8.8 4.4 10 5.6 10 7.3S8.8 10.2 7 10.2H3.6V8.4H6.8"
    "C7.6 8.4 8.2 8 8.2 7.3S7.6 6.2 6.8 6.2H5.4V8.4L1.8 5.3Z",
    "cut-off": "M2.2 3.6L3.6 2.2L6 4.6L8.4 2.2L9.8 3.6L7.4 6L9.8 8.4L8.4 9.8L6 7.4L3.6 9.8"
    "L2.2 8.4L4.6 6Z",
    "landed": "M5.1 1.6H6.9V5.4H9.4L6 8.8L2.6 5.4H5.1ZM2 9.4H10V10.8H2Z",
    "moved": "M1.8 5.1H6V2.6L10.2 6L6 9.4V6.9H1.8Z",
}
"""What has become of a stack, in a box of 12 by 12."""
SWORDS = (
    "M7 6.4L8.8 6.8L16.2 14.2L17.2 13.2L18 14L16.7 15.3L18.6 17.2L17.2 18.6L15.3 16.7"
    "L14 18L13.2 17.2L14.2 16.2L6.8 8.8L6.4 7Z"
    "M17 6.4L15.2 6.8L7.8 14.2L6.8 13.2L6 14L7.3 15.3L5.4 17.2L6.8 18.6L8.7 16.7"
    "L10 18L10.8 17.2L9.8 16.2L17.2 8.8L17.6 7Z"
)


SHIELD = (
    "M12 1.4C14.6 3.4 17.6 4.4 21.2 4.6C21.4 12.6 18.6 19 12 22.8"
    "C5.4 19 2.6 12.6 2.8 4.6C6.4 4.4 9.4 3.4 12 1.4Z"
)
_PEAKS = ((84, -6), (104, 4), (70, 10), (92, -2))
"""Height and lean of the mountains that there are."""


class Kit(NamedTuple):
    """What a picture's symbols are drawn from."""

    sides: tuple[SideLook, ...]
    kinds: tuple[tuple[str, str, str], ...]
    """Each kind with its path, and where it has none with its letters."""
    round: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]
    """Each mark with its path or its letter."""


def kit_of(picture: AreaPicture, sides: Iterable[SideLook]) -> Kit:
    """Returns what the symbols of a picture are drawn from."""
    terms = picture.terms
    kinds = picture.kinds
    paths = {kind: picture.shapes.get(kind) or SILHOUETTES.get(kind, "") for kind in kinds}
    letters = letters_of({kind: word(terms, kind) for kind in kinds if not paths[kind]})
    shown = {**MARK_GLYPHS}
    for mark in picture.shown_marks():
        shown.setdefault(mark, word(terms, mark)[:1].upper())
    return Kit(
        sides=tuple(sides),
        kinds=tuple((kind, path, letters.get(kind, "")) for kind, path in paths.items()),
        round=tuple(kind for kind in kinds if kind in picture.round),
        marks=tuple(shown.items()),
    )


@lru_cache(maxsize=16)
def symbols(kit: Kit) -> str:
    """Draws each hatch, counter face, mark and sign once, to be used many times."""
    canvas = Canvas()
    inner = canvas.definitions()
    for kind, path, letters in kit.kinds:
        named = f"silhouette-{kind}"
        if path:
            inner.path(path, id=named, fill_rule="evenodd")
        else:
            inner.text(160, 192, (letters,), id=named, font_family=SANS, font_size=200,
                       font_weight="bold", text_anchor="middle", stroke="none")  # fmt: skip
    for side in kit.sides:
        add_hatch(inner, f"hatch-{side.id}", side.look)
        for kind, _, _ in kit.kinds:
            if kind in kit.round:
                _round_face(inner, side, kind)
            else:
                _face(inner, side, kind)
        _battle_faces(inner, side)
        _town(inner, side)
    _town(inner, None)
    for peak in range(len(_PEAKS)):
        _peak(inner, peak)
    for resource, drawing in RESOURCES.items():
        sign = inner.symbol(id=f"sign-{resource}", viewBox="0 0 20 20")
        sign.circle(100, 100, 92, fill=PAPER, stroke="#4a4132", stroke_width=11)
        sign.path(
            drawing, fill="#3d3527", fill_rule="evenodd",
            transform="translate(1.8 1.8) scale(.82)",
        )  # fmt: skip
    _badges(inner, kit)
    return canvas.markup()


def _badges(inner: Canvas, kit: Kit) -> None:
    """Draws what stands on counters and on the marks of battles."""
    badge = inner.symbol(id="face-air", viewBox="0 0 12 12")
    badge.circle(60, 60, 56, fill="#fff", stroke="#1d1d1d", stroke_width=8)
    badge.path(SILHOUETTES["bomber"], fill="#1d1d1d", fill_rule="evenodd",
               transform="translate(1.6 2.7) scale(.275)")  # fmt: skip
    badge = inner.symbol(id="face-waits", viewBox="0 0 12 12")
    badge.circle(60, 60, 56, fill="#fff", stroke="#1d1d1d", stroke_width=8)
    for x in (33, 60, 87):
        badge.circle(x, 60, 11, fill="#1d1d1d")
    for mark_id, glyph in kit.marks:
        mark = inner.symbol(id=f"mark-{mark_id}", viewBox="0 0 12 12")
        mark.circle(60, 60, 56, fill="#fff", stroke="#1d1d1d", stroke_width=8)
        if len(glyph) > 1:
            mark.path(glyph, fill="#1d1d1d")
        else:
            mark.text(60, 88, (glyph,), font_family=SANS, font_size=78, font_weight="bold",
                      text_anchor="middle", fill="#1d1d1d", stroke="none")  # fmt: skip


def _battle_faces(inner: Canvas, side: SideLook) -> None:
    """Draws the marks of a side's battles: it attacks, it holds."""
    look = side.look
    for name, path, wide in (("battle", BURST, 7), ("held", SHIELD, 16)):
        mark = inner.symbol(id=f"{name}-{side.id}", viewBox="0 0 24 24")
        mark.path(path, fill="#fff", stroke="#fff", stroke_width=16, stroke_linejoin="round")
        mark.path(path, fill=look.face, stroke=look.edge, stroke_width=wide)
        mark.path(SWORDS, fill=look.ink)


def _round_face(inner: Canvas, side: SideLook, kind: str) -> None:
    """Draws the face of a round counter, 12 by 12 units."""
    look = side.look
    face = inner.symbol(id=f"face-{side.id}-{kind}", viewBox="0 0 12 12")
    face.circle(64, 66, 54, fill="#1d1d1d", fill_opacity=".3")
    face.circle(60, 60, 55, fill=look.ink, stroke=look.edge, stroke_width=7)
    face.circle(60, 60, 46, fill="none", stroke=look.face, stroke_width=4)
    face.use(f"silhouette-{kind}", fill=look.face, transform="translate(2.1 3) scale(.245)")


def _face(inner: Canvas, side: SideLook, kind: str) -> None:
    """Draws a counter's face, 16 by 10 units."""
    look = side.look
    face = inner.symbol(id=f"face-{side.id}-{kind}", viewBox="0 0 16 10")
    shade = outline_path(look.shape, Box(7, 9, 151, 91))
    face.path(shade, fill="#1d1d1d", fill_opacity=".32")
    shape = outline_path(look.shape, Box(3, 3, 152, 92))
    face.path(shape, fill=look.face, stroke=look.edge, stroke_width=6)
    if look.rim != look.face:
        inner_shape = outline_path(look.shape, Box(9, 9, 140, 80))
        face.path(inner_shape, fill="none", stroke=look.rim, stroke_width=4)
    face.use(f"silhouette-{kind}", fill=look.ink, transform="translate(1.5 1.7) scale(.275)")


def counter_title(stack: Stack, side: SideLook, terms: Mapping[str, str]) -> str:
    """Returns what a counter says to whoever points at it: `Western: 3 infantry (moved)`.

    `terms` are the game's own names of kinds and marks.
    """
    called = [word(terms, mark) for mark in stack.marks]
    marks = f" ({', '.join(called)})" if called else ""
    return f"{side.name}: {stack.count} {word(terms, stack.kind)}{marks}"


def _counted(stack: Stack, place: str) -> dict[str, str]:
    """Returns the attributes by which a page finds a counter."""
    said = {"data_place": place} if place else {}
    return {**said, "data_side": stack.side, "data_kind": stack.kind,
            "data_count": str(stack.count)}  # fmt: skip


def counter(
    canvas: Canvas, element_id: str, stack: Stack, *, title: str, side: SideLook, box: Box,
    place: str = "",
) -> None:  # fmt: skip
    """Puts a counter on a canvas; `place` is the area in which it stands."""
    look = side.look
    group = canvas.group(id=element_id, title=title, **_counted(stack, place))
    faded = {"opacity": ".62"} if "disengaged" in stack.marks else {}
    group.use(
        f"face-{side.id}-{stack.kind}", x=box.x, y=box.y, width=box.width, height=box.height,
        **faded,
    )  # fmt: skip
    digits = str(stack.count)
    size = box.height * (64 if len(digits) == 1 else 46 if len(digits) == 2 else 34) // 100
    group.text(
        box.x + box.width * (80 if len(digits) == 1 else 81) // 100,
        box.y + box.height * 50 // 100 + size * 34 // 100,
        (digits,), font_size=size, fill=look.ink,
    )  # fmt: skip
    badge = box.height * 52 // 100
    for index, mark in enumerate(stack.marks):
        group.use(
            f"mark-{mark}", x=box.x - badge * 3 // 10 + index * badge, y=box.y - badge // 5,
            width=badge, height=badge,
        )  # fmt: skip


def round_counter(
    canvas: Canvas, element_id: str, stack: Stack, *, title: str, side: SideLook, box: Box,
    place: str = "",
) -> None:  # fmt: skip
    """Puts a round counter on a canvas; its number is shown where there are several."""
    group = canvas.group(id=element_id, title=title, **_counted(stack, place))
    group.use(f"face-{side.id}-{stack.kind}", x=box.x, y=box.y, width=box.width, height=box.height)
    if stack.count > 1:
        group.text(
            box.x + box.width * 132 // 100, box.y + box.height * 71 // 100, (str(stack.count),),
            font_size=box.height * 64 // 100, fill=side.look.edge,
        )  # fmt: skip


def battle_mark(canvas: Canvas, area: str, side: SideLook, *, title: str, box: Box) -> None:
    """Puts the mark of a side's battle for an area on a canvas."""
    group = canvas.group(id=f"battle-at-{area}", title=title, data_place=area, data_side=side.id,
                         data_kind="battle")  # fmt: skip
    group.use(
        f"battle-{side.id}", x=box.x - 12, y=box.y - 12, width=box.width + 24,
        height=box.height + 24,
    )  # fmt: skip


def fight_title(
    fight: Fight, names: tuple[str, str], terms: Mapping[str, str] = FrozenMap()
) -> str:
    """Returns what a battle says to whoever points at it.

    Args:
        names: of attacker and defender.
        terms: the game's own names of outcomes.
    """
    sides = f" {word(terms, 'against')} ".join(names)
    lost = f"{fight.attackers_lost} {word(terms, 'and')} {fight.defenders_lost}"
    return f"{headed(terms, fight.outcome)}: {sides}, {word(terms, 'losses')} {lost}"


def fight_mark(
    canvas: Canvas,
    area: str,
    fight: Fight,
    *,
    sides: tuple[SideLook, SideLook],
    title: str,
    box: Box,
) -> None:
    """Puts the outcome of a battle on a canvas: a mark, the attacker's and the defender's losses.

    `sides` are the attacker and the defender.
    """
    group = canvas.group(id=f"fight-at-{area}", title=title, data_place=area,
                         data_side=fight.attacker, data_kind=fight.outcome)  # fmt: skip
    outcome_mark(group, fight, sides, box=box)
    losses = (fight.attackers_lost, fight.defenders_lost)
    texts = [f"\N{MINUS SIGN}{lost}" if lost else "0" for lost in losses]
    loss_chips(group, (texts[0], texts[1]), sides, box=box)


def outcome_mark(
    canvas: Canvas, fight: Fight, sides: tuple[SideLook, SideLook], *, box: Box
) -> None:
    """Puts the mark of an outcome at the left end of `box`."""
    attacker, defender = sides
    high = box.height
    if fight.outcome == "called-off":
        x, y = box.x + high // 2, box.y + high // 2
        canvas.circle(x, y, high * 44 // 100, fill="#fff", stroke=INK, stroke_width=12)
        line = line_path(((x - high // 4, y), (x + high // 4, y)))
        canvas.path(line, stroke=INK, stroke_width=24)
        return
    symbol = f"held-{defender.id}" if fight.outcome == "held" else f"battle-{attacker.id}"
    canvas.use(symbol, x=box.x - 12, y=box.y - 12, width=high + 24, height=high + 24)
    badges = {"air-only": "face-air", "goes-on": "face-waits"}
    if fight.outcome in badges:
        wide = high * 48 // 100
        canvas.use(badges[fight.outcome], x=box.x + high - wide, y=box.y - wide // 3, width=wide,
                   height=wide)  # fmt: skip


def loss_chips(
    canvas: Canvas, texts: tuple[str, str], sides: tuple[SideLook, SideLook], *, box: Box
) -> None:
    """Puts what attacker and defender lost beside the mark of a battle in `box`."""
    high = box.height
    chip, tall = high * 64 // 100, high * 78 // 100
    left, top = box.x + high + high * 4 // 100, box.y + (high - tall) // 2
    for side, text in zip(sides, texts, strict=True):
        look = side.look
        canvas.rect(left, top, chip, tall, fill=look.face, stroke=look.edge, stroke_width=6)
        canvas.text(
            left + chip // 2, top + tall * 74 // 100, (text,), fill=look.ink,
            font_size=high * (50 if len(text) < 3 else 38) // 100,
        )  # fmt: skip
        left += chip


def resource_sign(canvas: Canvas, area: str, resource: str, at: Point, *, title: str) -> None:
    """Puts a resource's sign on a canvas."""
    x, y = at
    group = canvas.group(id=f"{resource}-{area}", title=title, data_place=area)
    group.use(f"sign-{resource}", x=x - 78, y=y - 78, width=156, height=156)


def city_mark(canvas: Canvas, area: str, at: Point, side: SideLook | None) -> None:
    """Puts a city on a canvas, in the colour of the side that controls it."""
    canvas.use(
        f"town-{side.id}" if side else "town", id=f"city-{area}", x=at[0], y=at[1],
        pointer_events="none", data_place=area,
    )  # fmt: skip


def _town(inner: Canvas, side: SideLook | None) -> None:
    """Draws a city about the point 0, 0."""
    town = inner.group(id=f"town-{side.id}" if side else "town")
    town.circle(0, 0, 44, fill="#fff", stroke=INK, stroke_width=13)
    town.circle(0, 0, 27, fill=side.look.line if side else INK, stroke=INK, stroke_width=5)


def mountains(canvas: Canvas, feet: Iterable[Point]) -> None:
    """Puts mountains on a canvas."""
    for x, y in feet:
        canvas.use(f"peak-{(x // 10 * 7 + y // 10 * 3) % len(_PEAKS)}", x=x, y=y)


def _peak(inner: Canvas, number_: int) -> None:
    """Draws a mountain whose foot is at 0, 0: a lit and a dark flank."""
    high, lean = _PEAKS[number_]
    left, right = high * 66 // 100 + lean, high * 66 // 100 - lean
    # The ridge between light and shade goes down from the peak with two bends.
    one, two = high * 36 // 100, high * 66 // 100
    top = (0, -high)
    peak = inner.group(id=f"peak-{number_}", stroke=ROCK_DARK, stroke_width=4)
    bends = ((12, two - high), (lean - 24, one - two), (14 - lean, -one))
    for flank, fill in (
        (((-left, high), (left - 2, 0)), mixed(ROCK_LIGHT, "#ffffff", 55)),
        (((right, high), (-right - 2, 0)), ROCK_LIGHT),
    ):
        points = [top]
        for dx, dy in (*flank, *bends):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        peak.path(line_path(points[:-1], closed=True), fill=fill)
