"""Counters in the convention of the hobby: the sign of a type above strength and movement.

`6-8` is a tried strength with a movement allowance, `6?8` an untried one; air units have their
range before the strength, and a strength in parentheses only defends. The outline of a counter says
whose it is. Where hexes are small a stack is one large marker: the sign and the figures of its
uppermost counter, and how many there are; where they are smaller still, its outline alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.boards.area import Point
from adjudicator.boards.hexes import Hex
from adjudicator.render.hexes.picture import Force, HexPicture, Stack, Symbol, Unit
from adjudicator.render.hexes.space import CODE, Space
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.lettering import fitted_size
from adjudicator.render.looks import Look, outline_path
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas
from adjudicator.render.theme import SANS, text_width

__all__ = [
    "COUNTER",
    "counter",
    "define_counters",
    "figure_boxes",
    "figures",
    "half_of_counter",
    "stacks",
    "unit_words",
]

COUNTER = 640
"""How wide and high a counter is on the map."""
_FACE = Box(-COUNTER // 2, -COUNTER // 2, COUNTER, COUNTER)
_LIFT = 25
"""How far above the middle of a hex a counter lies, so that the name below it is read."""
_LARGER = 125
"""How large markers are where hexes are small, in percent of a counter."""
_DOT = 150
"""How large outlines without anything in them are, in percent of a counter."""
_BEHIND = 48
"""How far the counters of a stack stand out behind each other."""
_PAIR = 74
"""How large stacks are that share a hex, in percent."""
_SPREAD = 48
"""How large counters are that lie beside each other, in percent."""
_BESIDE: Mapping[int, tuple[Point, ...]] = {
    2: ((-162, 0), (162, 0)),
    3: ((-162, -162), (162, -162), (0, 162)),
    4: ((-162, -162), (162, -162), (-162, 162), (162, 162)),
}
"""Where counters lie in a hex that is seen from near, by how many there are."""
BADGE = 138
"""How large the marks at the edges of counters are at least."""
FIGURES = 310
"""How large the figures of a marker are where they are short."""
_MOST = 400
"""Where lettering would have to be larger than this, markers are outlines and nothing else."""
_BOX = "M-17-10H17V10H-17z"
_CROSS = "M-17-10L17 10M17-10L-17 10"
_OVAL = "M-7-5.5H7A5.5 5.5 0 0 1 7 5.5H-7A5.5 5.5 0 0 1-7-5.5z"
_BOXED: Mapping[Symbol, str] = {
    "armour": _OVAL,
    "mechanised": _CROSS + _OVAL,
    "infantry": _CROSS,
    "militia": "M-7 6V-6L0 3 7-6V6",
    "special-infantry": _CROSS + "M-5-10V10M5-10V10",
    "hovercraft": "M-12 5Q-6 0 0 5T12 5M-9-1H9L5-6H-5z",
    "supply": "M-17 5H17",
    "rail": "M-14-3H14" + "".join(f"M{x} 6.5a2.4 2.4 0 1 1 .1 0" for x in (-9, 0, 9)),
}
"""What stands in the box of a type, which is 34 wide and 20 high."""
_SHAPES: Mapping[Symbol, str] = {
    "cas": "M0-13L3-3 17 5V9L3 6V10L8 14H-8L-3 10V6L-17 9V5L-3-3z",
    "lrb": "M0-14L3-8V-4L24 5V9L3 4V9L8 13V15L0 13-8 15V13L-3 9V4L-24 9V5L-3-4V-8z",
    "carrier": "M-23-1H-2V-9H4V-13H6V-9H9V-1H24L19 9H-18z",
    "amphibious": "M-22-2H-10V-7H4V-11H9V-2H22L23 3L15 10H-17z",
    "transport": "M-23-1H-14V-6H-9V-1H4V-9H12V-1H23L18 9H-18z",
}
"""Silhouettes of the types that have no box."""


def define_counters(canvas: Canvas, picture: HexPicture, palette: HexPalette) -> None:
    """Defines the faces of the forces and the signs of the types that occur."""
    for force in picture.forces:
        look = palette.looks[force.id]
        face = canvas.group(id=f"face-{force.id}", stroke_linejoin="round")
        # Its corners are smaller than those of a counter without figures at its foot.
        outline = outline_path(look.shape, _FACE, COUNTER * 5 // 8)
        face.path(outline, fill=look.face, stroke=look.edge, stroke_width=18)
        if look.rim != look.face:
            face.path(outline, fill="none", stroke=look.rim, stroke_width=16,
                      transform="scale(.91)")  # fmt: skip
    units = [unit for stack in picture.stacks for unit in stack.units]
    units += [unit for box in picture.boxes for unit, _ in box.units]
    for symbol in sorted({unit.symbol for unit in units}):
        if symbol in _BOXED:
            sign = canvas.group(
                id=f"sign-{symbol}", fill="none", stroke=palette.ink, stroke_width=19,
                stroke_linejoin="round",
            )  # fmt: skip
            sign.path(_BOX, fill=palette.halo)
            sign.path(_BOXED[symbol])
        else:
            canvas.path(_SHAPES[symbol], id=f"sign-{symbol}")


def figures(unit: Unit) -> str:
    """Returns what stands at the foot of a counter."""
    if unit.symbol == "rail":
        return f"RR {unit.movement}"
    strength = "" if unit.strength is None else str(unit.strength)
    if unit.defends_only:
        return f"({strength})"
    if unit.symbol in ("cas", "lrb"):
        doubt = "" if unit.tried else "?"
        return f"{unit.range} {strength}{doubt} {unit.movement}"
    second = unit.range if unit.symbol == "carrier" else unit.movement
    if second is None:
        return strength if unit.tried else f"{strength}?"
    return f"{strength}{'-' if unit.tried else '?'}{second}"


def unit_words(unit: Unit, force: Force) -> str:
    """Returns what is said of a unit."""
    known = "" if unit.tried or unit.strength is None else ", untried"
    marks = {"out-of-supply": "out of supply", "new": "a replacement", "partisan": "partisans"}
    told = "".join(f", {marks[mark]}" for mark in unit.marks)
    return f"{force.name}: {unit.name} {figures(unit)}{known}{told} ({unit.id})"


def counter(
    canvas: Canvas, unit: Unit, force: Force, palette: HexPalette, *, code: bool = True,
    badge: int = BADGE,
) -> None:  # fmt: skip
    """Draws a counter about the origin, with the code of its force or without.

    Args:
        badge: how large the marks at its edges are.
    """
    look = palette.looks[force.id]
    canvas.use(f"face-{force.id}")
    boxed = unit.symbol in _BOXED
    tint = {} if boxed else {"fill": look.ink}
    canvas.use(f"sign-{unit.symbol}", y=-40 if boxed else -30, **tint)
    _figures(canvas, unit, look, size=215, room=560, foot=255)
    partisan = "partisan" in unit.marks
    words = f"{force.code} partisan" if partisan else force.code
    if code:
        canvas.text(0, -190, (words,), font_size=72 if partisan else CODE, fill=look.ink)
    _badges(canvas, unit, look, palette, height=-60, size=badge)


def _figures(canvas: Canvas, unit: Unit, look: Look, *, size: int, room: int, foot: int) -> None:
    words = figures(unit)
    size = fitted_size([words], size, room, bold=True)
    canvas.text(0, foot, (words,), font_size=size, fill=look.ink)


def _badges(
    canvas: Canvas, unit: Unit, look: Look, palette: HexPalette, *, height: int, size: int
) -> None:
    """Marks a unit at the edges of its counter, where no figures stand."""
    if "out-of-supply" in unit.marks:
        _badge(canvas, (-300, height), "!", ("#ffffff", palette.warning), size=size)
    if "new" in unit.marks:
        _badge(canvas, (300, height), "+", (look.face, look.ink), size=size)


def _badge(canvas: Canvas, at: Point, words: str, colours: tuple[str, str], *, size: int) -> None:
    """Draws words on a disc, in ink and on a ground of some colours."""
    ink, face = colours
    x, y = at
    canvas.circle(x, y, size * 61 // 100, fill=face, stroke=ink, stroke_width=16)
    canvas.text(x, y + size * 35 // 100, (words,), font_size=size, fill=ink)


def _marker(canvas: Canvas, stack: Stack, force: Force, palette: HexPalette, *, least: int) -> None:
    """Draws a stack as a large marker: large sign, large figures if they can be read, its count.

    Args:
        least: the smallest lettering that can be read on it.
    """
    top, count = stack.units[0], len(stack.units)
    look = palette.looks[force.id]
    canvas.use(f"face-{force.id}")
    if least > _MOST:
        return
    boxed = top.symbol in _BOXED
    tint = {} if boxed else {"fill": look.ink}
    words = figures(top)
    size = fitted_size([words], FIGURES, 590, bold=True)
    if size >= least:
        place, scale = ("-10.5 -13.5", "1.02") if count > 1 else ("0 -13.5", "1.3")
        canvas.text(0, 268, (words,), font_size=size, fill=look.ink)
    else:
        place, scale = ("-6 3", "1.35") if count > 1 else ("0 0", "1.5")
    sign = canvas.group(transform=f"translate({place}) scale({scale})")
    sign.use(f"sign-{top.symbol}", **tint)
    marked = next((one for one in stack.units if "out-of-supply" in one.marks), top)
    _badges(canvas, marked, look, palette, height=20, size=max(BADGE, least))
    if count > 1:
        wide = 250 if count < 10 else 350
        canvas.rect(345 - wide, -345, wide, 300, rx=50, fill="#ffffff", stroke=look.edge,
                    stroke_width=20)  # fmt: skip
        size = 300 if count < 10 else 270
        canvas.text(345 - wide // 2, -195 + size * 36 // 100, (str(count),), font_size=size,
                    fill="#000000")  # fmt: skip


def half_of_counter(space: Space) -> int:
    """Returns how far a counter reaches from the middle of its hex."""
    return COUNTER * (_LARGER if space.is_far else 100) // 200


def stacks(picture: HexPicture, space: Space, palette: HexPalette) -> str:
    """Draws all stacks that are seen: the uppermost counter, how many there are, what they are."""
    canvas = Canvas()
    group = canvas.group(id="stacks", font_family=SANS, font_weight="bold", text_anchor="middle")
    forces = {force.id: force for force in picture.forces}
    for hex_, found in _seen(picture, space):
        if space.near and len(found) == 1 and len(found[0].units) in _BESIDE:
            _spread(group, found[0], forces, at=space.centre(hex_), palette=palette)
            continue
        for place, stack in zip(_places(space.centre(hex_), len(found)), found, strict=True):
            if space.shows(space.centre(hex_), COUNTER):
                _stack(group, stack, forces, place=place, palette=palette, space=space)
    return canvas.markup()


def _seen(picture: HexPicture, space: Space) -> Iterator[tuple[Hex, list[Stack]]]:
    """Yields the hexes of which something is seen with their stacks, those on land first."""
    there: dict[Hex, list[Stack]] = {}
    for stack in picture.stacks:
        there.setdefault(space.grid.hex_of(stack.at), []).append(stack)
    for hex_ in space.hexes:
        if hex_ in there:
            yield hex_, sorted(there[hex_], key=lambda stack: stack.afloat)


def figure_boxes(picture: HexPicture, space: Space) -> dict[Hex, list[Box]]:
    """Returns where the figures of counters stand in each hex.

    Nothing that is drawn later may cover them.
    """
    found: dict[Hex, list[Box]] = {}
    for hex_, there in _seen(picture, space):
        boxes = found.setdefault(hex_, [])
        x, y = space.centre(hex_)
        if space.near and len(there) == 1 and len(there[0].units) in _BESIDE:
            for unit, (dx, dy) in zip(there[0].units, _BESIDE[len(there[0].units)], strict=True):
                boxes.append(_box(unit, (x + dx, y - _LIFT + dy, _SPREAD), (215, 560)))
            continue
        for (left, top, percent), stack in zip(_places((x, y), len(there)), there, strict=True):
            place = left, *_scaled(top, percent, space)
            kind = (215, 560) if space.has_codes else (FIGURES, 590)
            boxes.append(_box(stack.units[0], place, kind))
    return found


def _box(unit: Unit, place: Place, kind: tuple[int, int]) -> Box:
    """Returns where the figures of a counter stand; `kind` is their usual size, and their room."""
    x, y, percent = place
    words = figures(unit)
    size = fitted_size([words], kind[0], kind[1], bold=True)
    half, high = text_width(words, size, bold=True) // 2 * percent // 100, size * 72 // 100
    foot = 268 if kind[0] == FIGURES else 255
    return Box(x - half, y + (foot - high) * percent // 100, 2 * half, high * percent // 100)


def _scaled(y: int, percent: int, space: Space) -> tuple[int, int]:
    """Returns how high a stack is drawn, and how large in percent."""
    if space.least > _MOST:
        return y, percent * _DOT // 100
    return (y, percent * _LARGER // 100) if space.is_far else (y - _LIFT, percent)


Place = tuple[int, int, int]
"""Where a stack is drawn, and how large, in percent."""


def _places(centre: Point, count: int) -> Iterable[Place]:
    """Returns where the stacks of one hex are drawn, the first at the upper left."""
    x, y = centre
    if count < 2:
        return ((x, y, 100),) * count
    apart = 340 // (count - 1)
    return tuple(
        (x - 170 + apart * index, y - 110 + apart * index * 22 // 34, _PAIR)
        for index in range(count)
    )


def _titled(canvas: Canvas, stack: Stack, forces: Mapping[str, Force], transform: str) -> Canvas:
    """Adds the group of a stack, which says what lies in it."""
    words = [unit_words(unit, forces[unit.force]) for unit in stack.units]
    title = "\n".join([f"In {stack.at}:", *words, *([stack.words] if stack.words else [])])
    kind = "fleet" if stack.afloat else "stack"
    name = f"{kind}-{stack.at}-{stack.units[0].force}"
    return canvas.group(
        id=name, title=title, transform=transform, data_place=stack.at,
        data_side=stack.units[0].force, data_kind=kind, data_count=str(len(stack.units)),
    )  # fmt: skip


def _spread(
    canvas: Canvas, stack: Stack, forces: Mapping[str, Force], *, at: Point, palette: HexPalette
) -> None:
    """Draws all counters of a stack, the uppermost first."""
    place = f"{at[0] / 10:g} {(at[1] - _LIFT) / 10:g}"
    group = _titled(canvas, stack, forces, f"translate({place})")
    for unit, (x, y) in zip(stack.units, _BESIDE[len(stack.units)], strict=True):
        one = group.group(
            id=f"unit-{unit.id}", transform=f"translate({x / 10:g} {y / 10:g}) scale(.{_SPREAD})",
            data_place=stack.at, data_side=unit.force, data_kind=unit.symbol, data_count="1",
        )  # fmt: skip
        counter(one, unit, forces[unit.force], palette)


def _stack(
    canvas: Canvas, stack: Stack, forces: Mapping[str, Force], *, place: Place,
    palette: HexPalette, space: Space,
) -> None:  # fmt: skip
    x, top_y, percent = place
    top = stack.units[0]
    y, percent = _scaled(top_y, percent, space)
    scale = "" if percent == 100 else f" scale({percent / 100:g})"
    one = _titled(canvas, stack, forces, f"translate({x / 10:g} {y / 10:g}){scale}")
    if space.is_far:
        _marker(one, stack, forces[top.force], palette, least=space.least * 100 // percent)
        return
    under = stack.units[1:4]
    for index in range(len(under), 0, -1):
        shift = _BEHIND * index
        one.use(f"face-{under[index - 1].force}", x=shift, y=-shift)
    if not space.has_codes:
        _marker(one, stack, forces[top.force], palette, least=space.least * 100 // percent)
        return
    code = space.least * 100 <= CODE * percent
    counter(one, top, forces[top.force], palette, code=code)
    if under:
        look = palette.looks[top.force]
        # In a hex of two stacks the count stands at the lower left, clear of the other one.
        shift = _BEHIND * len(under) // 2
        corner = (265 + shift, -265 - shift) if percent == 100 else (-310, 300)
        _badge(one, corner, str(len(stack.units)), (look.edge, "#ffffff"), size=180)
