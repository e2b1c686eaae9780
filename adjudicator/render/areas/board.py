"""Draws an area board from an `AreaPicture`, as one SVG file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from adjudicator.boards.area import AreaMap, Outline
from adjudicator.core.values import FrozenMap
from adjudicator.render.areas.arrows import Occupied, arrows
from adjudicator.render.areas.ground import caption_attributes, ground, ground_tint
from adjudicator.render.areas.layout import (
    FIGHT,
    SIZES,
    Arrangement,
    Lettering,
    Needs,
    Sizes,
    arrange,
)
from adjudicator.render.areas.marginalia import marginalia
from adjudicator.render.areas.phone import phone_column
from adjudicator.render.areas.picture import (
    AreaContent,
    AreaPicture,
    Fight,
    SideLook,
    Stack,
    side_looks,
)
from adjudicator.render.areas.places import page_of, placed
from adjudicator.render.areas.silhouettes import RESOURCES
from adjudicator.render.areas.tokens import (
    battle_mark,
    city_mark,
    counter,
    counter_title,
    fight_mark,
    fight_title,
    kit_of,
    mountains,
    resource_sign,
    round_counter,
    symbols,
)
from adjudicator.render.areas.words import headed, word
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, Sheet, document, enclosed, number, paper, paper_sheet
from adjudicator.render.theme import (
    INK,
    SANS,
    SELECTABLE,
    SERIF,
    SET_UP_CASING,
    SET_UP_DASHES,
    SET_UP_LINE,
    WATER_LINE,
    greyed,
    mixed,
)

__all__ = ["area_map"]

NAMES: Mapping[str, str | int] = {
    "font_family": SANS,
    "text_anchor": "middle",
    "fill": INK,
    "stroke": "#fff",
    "stroke_opacity": ".7",
    "stroke_width": 24,
    "stroke_linejoin": "round",
    "paint_order": "stroke",
    "style": SELECTABLE,
}
_TITLE = re.compile("<title>[^<]*</title>")
COUNTERS: Mapping[str, str | int] = {
    "font_family": SANS,
    "font_weight": "bold",
    "text_anchor": "middle",
}


@dataclass(frozen=True, slots=True)
class _Board:
    """What every area of a picture has in common."""

    board: AreaMap
    tints: FrozenMap[str, str]
    sides: tuple[SideLook, ...]
    names: FrozenMap[str, str]
    terms: FrozenMap[str, str]
    sizes: Sizes

    def side(self, side_id: str) -> SideLook:
        """Returns a side with its look."""
        return next(side for side in self.sides if side.id == side_id)

    def words(self, stack: Stack) -> str:
        """Returns what is said of a stack."""
        return counter_title(stack, self.side(stack.side), self.terms)

    def fight_words(self, fight: Fight) -> str:
        """Returns what is said of a battle."""
        names = (self.side(fight.attacker).name, self.side(fight.defender).name)
        return fight_title(fight, names, self.terms)


@dataclass(frozen=True, slots=True)
class _AreaLayers:
    """One area, cut into the layers of the picture."""

    ground: str
    lines: str
    sites: str
    name: str
    counters: str
    occupied: Occupied


def area_map(picture: AreaPicture) -> str:
    """Draws the picture; the same picture always gives the same text."""
    picture = placed(picture)
    style = picture.style
    words = (" - ".join(picture.title) or picture.board.title, picture.description)
    if style.beside and style.layout != "board":
        # The board of the usual picture is seen.
        return _muted(picture, words, _laid_out(picture, "", '<use xlink:href="#board" />'))
    sizes = SIZES[style.layout]
    common = _Board(
        picture.board,
        picture.tints,
        (*side_looks(picture.sides).values(),),
        picture.names,
        picture.terms,
        sizes,
    )
    empty = AreaContent()
    order = sorted(
        picture.outlines.areas.items(),
        key=lambda entry: (picture.board.areas[entry[0]].kind == "land", entry[0]),
    )
    areas = {
        area: _area(common, area, outline, picture.areas.get(area, empty))
        for area, outline in order
    }
    if style.beside:
        return _beside(picture, words, areas)
    base = ground(picture.board, picture.outlines, picture.tints, page_of(picture))
    definitions = base.definitions + symbols(kit_of(picture, common.sides))
    fixed = (
        enclosed(base.below + _captions(picture), id="ground"),
        enclosed(base.above, id="lines"),
        base.touches,
    )
    board = enclosed(_board_layers(picture, areas, fixed), id="board")
    sheet, layers = _laid_out(picture, definitions, board)
    drawn = document(sheet, words, layers)
    return greyed(drawn) if style.theme == "grey" else drawn


def _board_layers(
    picture: AreaPicture, areas: Mapping[str, _AreaLayers], fixed: tuple[str, str, str]
) -> str:
    """Returns the board from the sea to the counters; `fixed` is what no position changes."""
    below, lines, touches = fixed
    drawn = areas.values()
    return "".join(
        (
            below,
            _joined(drawn, "ground", "areas"),
            lines,
            _joined(drawn, "lines", "battle-lines", pointer_events="none"),
            touches,
            _joined(drawn, "sites", "sites"),
            arrows(picture, {area: layers.occupied for area, layers in areas.items()}),
            _joined(drawn, "name", "names", **NAMES),
            _joined(drawn, "counters", "counters", **COUNTERS),
        )
    )


def _joined(areas: Iterable[_AreaLayers], part: str, layer: str, **attributes: str | int) -> str:
    """Returns one layer of all areas."""
    return enclosed("".join(getattr(area, part) for area in areas), id=layer, **attributes)


def _laid_out(picture: AreaPicture, definitions: str, board: str) -> tuple[Sheet, list[str]]:
    """Returns the sheet of a layout, and what lies on it."""
    if picture.style.layout == "phone":
        return phone_column(picture, definitions, board)
    sheet = Sheet(page_of(picture), data=_found_by(picture))
    layers = [definitions, board, marginalia(picture, page_of(picture))]
    if picture.style.layout == "print":
        sheet = paper_sheet(sheet)
        return sheet, [paper(sheet), *layers]
    return sheet, layers


def _found_by(picture: AreaPicture) -> tuple[tuple[str, str], ...]:
    """Returns how a page finds places: `data-at` has id, x, y and radius of each, in units."""
    outlines = picture.outlines.areas
    at = ";".join(
        f"{area} {number(one.units[0])} {number(one.units[1])} {number(one.radius)}"
        for area, one in sorted(outlines.items())
    )
    return ("data-geometry", "area"), ("data-at", at)


def _beside(picture: AreaPicture, words: tuple[str, str], areas: Mapping[str, _AreaLayers]) -> str:
    """Draws what another position changes; the rest is used from the usual picture.

    It says nothing to whoever points at it: the usual picture does.
    """
    fixed = ('<use xlink:href="#ground" />', '<use xlink:href="#lines" />',
             '<use xlink:href="#touches" />')  # fmt: skip
    board = _board_layers(picture, areas, fixed)
    return _muted(picture, words, (Sheet(page_of(picture)), [board]))


def _muted(picture: AreaPicture, words: tuple[str, str], drawn: tuple[Sheet, list[str]]) -> str:
    """Returns a picture with ids of its own and no titles."""
    own = picture.style.beside
    sheet, layers = drawn
    mute = _TITLE.sub("", "".join(layers)).replace(' id="', f' id="{own}')
    mute = mute.replace("(#within-area-", f"(#{own}within-area-")
    return document(replace(sheet, ids=own, data=()), words, [mute])


def _captions(picture: AreaPicture) -> str:
    canvas = Canvas()
    captions = () if picture.places is None else picture.places.captions
    for place, caption in enumerate(captions, start=1):
        x, y = caption.at
        canvas.text(
            x, y, (caption.text,), id=f"caption-{place}", font_size=caption.size,
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
    is_zone = facts.kind == "zone" and facts.side is not None
    city = outline.city is not None
    name, sizes = common.names.get(area, facts.name), common.sizes
    lettering = (
        Lettering(area.upper(), sizes.zones, bold=True)
        if is_zone
        else Lettering(name.upper(), sizes.cities, bold=True, spacing=3)
        if city
        else Lettering(name, sizes.land, bold=False)
    )
    needs = Needs(
        lettering,
        groups=tuple(len(group) for group in groups),
        tokens=len(content.tokens),
        battle=FIGHT if content.fight else 100 if content.battle else 0,
        lined=content.battle is not None,
        signs=len(resources),
        mountains="mountain" in facts.traits,
        heights=sizes.heights,
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
        occupied=_occupied(outline, groups, arranged),
    )


def _occupied(outline: Outline, groups: list[list[Stack]], arranged: Arrangement) -> Occupied:
    boxes = [arranged.name.box, *(box for group in arranged.groups for box in group)]
    boxes += arranged.tokens
    homes = [
        (stacks[0].side, Box.around(placed).centre)
        for stacks, placed in zip(groups, arranged.groups, strict=True)
    ]
    if arranged.tokens:
        homes.append(("token", arranged.tokens[0].centre))
    if arranged.battle is not None:
        boxes.append(arranged.battle)
    if outline.city is not None:
        boxes.append(Box.about(outline.city, 50))
    boxes += [Box.about(sign, 78) for sign in arranged.signs]
    return Occupied(tuple(boxes), tuple(homes))


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
    terms = common.terms
    what = [word(terms, trait) for trait in facts.traits]
    if facts.region is not None and len(common.board.regions) > 1:
        what.insert(0, common.board.regions[facts.region].name)
    name = f"{facts.name} ({', '.join(what)})" if what else facts.name
    lines = [name, f"{headed(terms, 'in-orders')}: {area}"]
    if content.control is not None:
        lines.append(f"{headed(terms, 'controlled-by')} {common.side(content.control).name}")
        if content.taken:
            lines[-1] += f" {word(terms, 'since-this-turn')}"
    if content.set_up and content.control is not None:
        lines.append(f"{common.side(content.control).name} {word(terms, 'sets-up')}")
    if content.battle is not None:
        lines.append(f"{headed(terms, 'declared-by')} {common.side(content.battle).name}")
    if content.fight is not None:
        lines.append(common.fight_words(content.fight))
    lines += [common.words(stack) for stack in (*content.stacks, *content.tokens)]
    return "\n".join((*lines, *content.notes))


def _area_ground(common: _Board, area: str, content: AreaContent, arranged: Arrangement) -> str:
    canvas = Canvas()
    facts = common.board.areas[area]
    said = {"data_side": content.control} if content.control else {}
    group = canvas.group(
        id=f"area-{area}", title=_title(common, area, content), data_place=area, **said
    )
    tint = ground_tint(common.board, area, common.tints)
    shape = f"shape-{area}"
    if facts.kind == "zone" and facts.side is not None:
        look = common.side(facts.side).look
        group.use(shape, fill=look.wash, fill_opacity=".55")
        group.use(
            shape, fill="none", stroke=look.edge, stroke_width=11, stroke_dasharray="5 3",
            stroke_opacity=".75",
        )  # fmt: skip
    elif content.control is None and facts.kind != "land":
        group.use(shape, fill=tint, fill_opacity=".5", stroke=WATER_LINE, stroke_width=12)
    elif content.control is None:
        group.use(shape, fill=tint)
    else:
        look = common.side(content.control).look
        group.use(shape, fill=mixed(tint, look.wash, look.share))
        group.use(shape, fill=f"url(#hatch-{content.control})")
    if arranged.mountains:
        mountains(group, arranged.mountains)
    return canvas.markup()


def _area_lines(common: _Board, area: str, content: AreaContent) -> str:
    whose = content.battle or (content.control if content.taken or content.set_up else None)
    if whose is None:
        return ""
    canvas = Canvas()
    shape = f"shape-{area}"
    canvas.clip(id=f"within-area-{area}").use(shape)
    lines = canvas.group(
        data_place=area, fill="none", stroke_linejoin="round", clip_path=f"url(#within-area-{area})"
    )
    if content.battle is not None:
        name, widths, dashes = "battle-line", (96, 66), "8 4"
    elif content.set_up:
        name, widths, dashes = "set-up", (SET_UP_CASING, SET_UP_LINE), SET_UP_DASHES
    else:
        name, widths, dashes = "taken", (56, 36), ""
    look = common.side(whose).look
    dashed = {"stroke_dasharray": dashes} if dashes else {}
    lines.use(shape, stroke=look.casing, stroke_width=widths[0])
    lines.use(shape, id=f"{name}-{area}", stroke=look.line, stroke_width=widths[1], **dashed)
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
    if outline.city is not None:
        side = common.side(content.control) if content.control is not None else None
        city_mark(canvas, area, outline.city, side)
    for resource, at in zip(resources, arranged.signs, strict=True):
        title = word(common.terms, resource)
        resource_sign(canvas, area, resource, at, title=title)
    return canvas.markup()


def _area_name(common: _Board, area: str, arranged: Arrangement, lettering: Lettering) -> str:
    canvas = Canvas()
    facts = common.board.areas[area]
    name = arranged.name
    attributes: dict[str, str | int] = {
        "id": f"name-{area}", "font_size": name.size, "data_place": area,
    }  # fmt: skip
    if facts.kind == "zone" and facts.side is not None:
        look = common.side(facts.side).look
        attributes |= {"fill": look.edge, "font_family": SERIF, "font_weight": "bold",
                       "fill_opacity": ".8", "stroke_opacity": ".45"}  # fmt: skip
    elif lettering.bold:
        attributes |= {"font_weight": "bold", "letter_spacing": lettering.spacing}
    name.write(canvas, foot=76, leading=108, **attributes)
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
            counter(
                canvas, unique("-".join(words)), stack,
                title=common.words(stack), side=common.side(stack.side), box=box, place=area,
            )  # fmt: skip
    for stack, box in zip(content.tokens, arranged.tokens, strict=True):
        round_counter(
            canvas, unique(f"{stack.kind}-{area}"), stack,
            title=common.words(stack), side=common.side(stack.side), box=box, place=area,
        )  # fmt: skip
    if arranged.battle is None:
        return canvas.markup()
    if content.fight is not None:
        sides = (common.side(content.fight.attacker), common.side(content.fight.defender))
        fight_mark(
            canvas, area, content.fight, sides=sides, title=common.fight_words(content.fight),
            box=arranged.battle,
        )  # fmt: skip
    elif content.battle is not None:
        side = common.side(content.battle)
        title = f"{side.name}: {word(common.terms, 'declared')}"
        battle_mark(canvas, area, side, title=title, box=arranged.battle)
    return canvas.markup()
