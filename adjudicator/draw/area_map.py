"""Draws an area board from an `AreaPicture`, as one SVG file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.boards.area import AreaMap, Outline
from adjudicator.core.values import FrozenMap
from adjudicator.draw.counters import RESOURCES
from adjudicator.draw.furniture import furniture
from adjudicator.draw.ground import caption_attributes, ground, ground_tint
from adjudicator.draw.layout import Arrangement, Lettering, Needs, arrange
from adjudicator.draw.picture import AreaContent, AreaPicture, SideEntry, Stack
from adjudicator.draw.svg import Canvas, document, enclosed
from adjudicator.draw.theme import (
    INK,
    LOOKS,
    ROCK_DARK,
    ROCK_LIGHT,
    SANS,
    SERIF,
    TintId,
    mixed,
)
from adjudicator.draw.tokens import (
    battle_mark,
    city_mark,
    counter,
    laser_token,
    mountain_paths,
    plain,
    resource_sign,
    symbols,
)

__all__ = ["area_map"]

WASH = 74
"""How much of a controlling side's colour lies over the ground, in percent."""
NAMES: Mapping[str, str | int] = {
    "font_family": SANS,
    "text_anchor": "middle",
    "fill": INK,
    "stroke": "#fff",
    "stroke_opacity": ".7",
    "stroke_width": 24,
    "stroke_linejoin": "round",
    "paint_order": "stroke",
    "pointer_events": "none",
}
COUNTERS: Mapping[str, str | int] = {
    "font_family": SANS,
    "font_weight": "bold",
    "text_anchor": "middle",
}


@dataclass(frozen=True, slots=True)
class _Board:
    """What every area of a picture has in common."""

    board: AreaMap
    tints: FrozenMap[str, TintId]
    sides: tuple[SideEntry, ...]

    def side(self, side_id: str) -> SideEntry:
        """Returns the entry of a side."""
        return next(side for side in self.sides if side.id == side_id)


@dataclass(frozen=True, slots=True)
class _AreaLayers:
    """One area, cut into the layers of the picture."""

    ground: str
    lines: str
    sites: str
    name: str
    counters: str


def area_map(picture: AreaPicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    base = ground(picture.board, picture.outlines, picture.tints)
    common = _Board(picture.board, picture.tints, picture.sides)
    empty = AreaContent()
    areas = [
        _area(common, area, outline, picture.areas.get(area, empty))
        for area, outline in sorted(
            picture.outlines.areas.items(),
            key=lambda entry: (picture.board.areas[entry[0]].kind == "land", entry[0]),
        )
    ]
    layers = [
        base.definitions,
        symbols(picture.sides),
        base.below,
        _captions(picture),
        enclosed("".join(area.ground for area in areas), id="areas"),
        base.above,
        enclosed("".join(area.lines for area in areas), id="battle-lines", pointer_events="none"),
        base.touches,
        enclosed("".join(area.sites for area in areas), id="sites"),
        enclosed("".join(area.name for area in areas), id="names", **NAMES),
        enclosed("".join(area.counters for area in areas), id="counters", **COUNTERS),
        furniture(picture),
    ]
    title = " - ".join(picture.title) or picture.board.title
    return document(picture.outlines.viewbox, title, layers)


def _captions(picture: AreaPicture) -> str:
    canvas = Canvas()
    for number, caption in enumerate(picture.places.captions, start=1):
        x, y = caption.at
        canvas.text(
            x, y, (caption.text,), id=f"caption-{number}", font_size=caption.size,
            letter_spacing=caption.size * 3 // 10, opacity=".8",
            transform=f"rotate({caption.turn} {x / 10:g} {y / 10:g})",
            **caption_attributes(water=caption.water),
        )  # fmt: skip
    return canvas.markup()


@lru_cache(maxsize=2048)
def _area(common: _Board, area: str, outline: Outline, content: AreaContent) -> _AreaLayers:
    """Draws one area; areas that did not change are not drawn again."""
    facts = common.board.areas[area]
    groups = _grouped(common, content)
    resources = [trait for trait in facts.traits if trait in RESOURCES]
    is_zone = facts.kind == "zone"
    city = "city" in facts.traits
    lettering = (
        Lettering(area.upper(), (230, 150), bold=True)
        if is_zone
        else Lettering(facts.name.upper(), (80, 74), bold=True, spacing=3)
        if city
        else Lettering(facts.name, (84, 78), bold=False)
    )
    needs = Needs(
        lettering,
        groups=tuple(len(group) for group in groups),
        lasers=len(content.lasers),
        battle=content.battle is not None,
        signs=len(resources),
        mountains="mountain" in facts.traits,
    )
    arranged = arrange(outline, needs)
    return _AreaLayers(
        ground=_area_ground(common, area, content, arranged),
        lines=_area_lines(common, area, content),
        sites=_area_sites(
            common, area, content, outline=outline, arranged=arranged, resources=resources
        ),
        name=_area_name(common, area, arranged, lettering),
        counters=_area_counters(common, area, content, groups=groups, arranged=arranged),
    )


def _grouped(common: _Board, content: AreaContent) -> list[list[Stack]]:
    """Returns the stacks by side; who holds the area stands last, that is lowest."""
    order = [side.id for side in common.sides]
    holder = content.control
    sides = sorted(
        {stack.side for stack in content.stacks},
        key=lambda side: (side == holder, order.index(side)),
    )
    return [[stack for stack in content.stacks if stack.side == side] for side in sides]


def _title(common: _Board, area: str, content: AreaContent) -> str:
    """Returns what an area says to whoever points at it."""
    facts = common.board.areas[area]
    what = [plain(trait) for trait in facts.traits]
    if facts.region is not None:
        what.insert(0, common.board.regions[facts.region].name)
    lines = [f"{facts.name} ({', '.join(what)})" if what else facts.name, f"In orders: {area}"]
    if content.control is not None:
        lines.append(f"Controlled by {common.side(content.control).name}")
    if content.battle is not None:
        word = "Attacked" if content.fought else "Declared"
        lines.append(f"{word} by {common.side(content.battle).name}")
    for stack in (*content.stacks, *content.lasers):
        marks = f" ({', '.join(stack.marks)})" if stack.marks else ""
        lines.append(f"{common.side(stack.side).name}: {stack.count} {plain(stack.kind)}{marks}")
    return "\n".join((*lines, *content.notes))


def _area_ground(common: _Board, area: str, content: AreaContent, arranged: Arrangement) -> str:
    canvas = Canvas()
    facts = common.board.areas[area]
    group = canvas.group(id=f"area-{area}", title=_title(common, area, content))
    tint = ground_tint(common.board, area, common.tints)
    shape = f"shape-{area}"
    if facts.kind == "zone":
        look = LOOKS[common.side(facts.side or "").look]
        group.use(shape, fill=look.wash, fill_opacity=".55")
        group.use(
            shape, fill="none", stroke=look.edge, stroke_width=11, stroke_dasharray="5 3",
            stroke_opacity=".75",
        )  # fmt: skip
    elif content.control is None:
        group.use(shape, fill=tint)
    else:
        side = common.side(content.control)
        look = LOOKS[side.look]
        share = 18 if side.look == "green" else WASH
        group.use(shape, fill=mixed(tint, look.wash, share))
        group.use(shape, fill=f"url(#hatch-{side.look})")
    if arranged.mountains:
        light, dark = mountain_paths(arranged.mountains)
        group.path(light, fill=mixed(ROCK_LIGHT, "#ffffff", 55), stroke=ROCK_DARK, stroke_width=4)
        group.path(dark, fill=ROCK_LIGHT, stroke=ROCK_DARK, stroke_width=4)
    return canvas.markup()


def _area_lines(common: _Board, area: str, content: AreaContent) -> str:
    if content.battle is None or content.fought:
        return ""
    look = LOOKS[common.side(content.battle).look]
    canvas = Canvas()
    shape = f"shape-{area}"
    canvas.clip(id=f"within-area-{area}").use(shape)
    lines = canvas.group(
        fill="none", stroke_linejoin="round", clip_path=f"url(#within-area-{area})"
    )
    lines.use(shape, stroke=look.casing, stroke_width=96)
    lines.use(
        shape, stroke=look.line, stroke_width=66, stroke_dasharray="8 4",
        id=f"battle-line-{area}",
    )  # fmt: skip
    return canvas.markup()


def _area_sites(
    common: _Board,
    area: str,
    content: AreaContent,
    *,
    outline: Outline,
    arranged: Arrangement,
    resources: list[str],
) -> str:
    """Draws the city and the signs of resources."""
    canvas = Canvas()
    if outline.city is not None and "city" in common.board.areas[area].traits:
        side = common.side(content.control) if content.control is not None else None
        city_mark(canvas, f"city-{area}", outline.city, side)
    for resource, at in zip(resources, arranged.signs, strict=True):
        resource_sign(canvas, f"{resource}-{area}", resource, at)
    return canvas.markup()


def _area_name(common: _Board, area: str, arranged: Arrangement, lettering: Lettering) -> str:
    canvas = Canvas()
    facts = common.board.areas[area]
    name = arranged.name
    attributes: dict[str, str | int] = {"id": f"name-{area}", "font_size": name.size}
    if facts.kind == "zone":
        look = LOOKS[common.side(facts.side or "").look]
        attributes |= {"fill": look.edge, "font_family": SERIF, "font_weight": "bold",
                       "fill_opacity": ".8", "stroke_opacity": ".45"}  # fmt: skip
    elif lettering.bold:
        attributes |= {"font_weight": "bold", "letter_spacing": lettering.spacing}
    box = name.box
    canvas.text(
        box.x + box.width // 2, box.y + name.size * 76 // 100, name.lines,
        leading=name.size * 108 // 100, **attributes,
    )  # fmt: skip
    return canvas.markup()


def _area_counters(
    common: _Board,
    area: str,
    content: AreaContent,
    *,
    groups: list[list[Stack]],
    arranged: Arrangement,
) -> str:
    canvas = Canvas()
    used: Counter[str] = Counter()

    def unique(element_id: str) -> str:
        used[element_id] += 1
        return element_id if used[element_id] == 1 else f"{element_id}-{used[element_id]}"

    for stacks, boxes in zip(groups, arranged.groups, strict=True):
        for stack, box in zip(stacks, boxes, strict=True):
            words = ("counter", area, stack.side, stack.kind, *stack.marks)
            counter(canvas, unique("-".join(words)), stack, side=common.side(stack.side), box=box)
    for stack, box in zip(content.lasers, arranged.lasers, strict=True):
        laser_token(canvas, unique(f"laser-{area}"), stack, side=common.side(stack.side), box=box)
    if content.battle is not None and arranged.battle is not None:
        what = "attacked" if content.fought else "declared"
        title = f"{common.side(content.battle).name}: {what}"
        battle_mark(canvas, f"battle-at-{area}", content.battle, title=title, box=arranged.battle)
    return canvas.markup()
