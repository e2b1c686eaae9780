"""The legend of an area picture: whatever occurs in the picture, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from adjudicator.boards.area import decor_kind
from adjudicator.render.areas.arrows import (
    Draw,
    arrow_sample,
    riders_sample,
    shot_sample,
    supply_sample,
)
from adjudicator.render.areas.ground import border_line
from adjudicator.render.areas.panels import plate, roomy
from adjudicator.render.areas.picture import (
    AreaPicture,
    Fight,
    Manner,
    Outcome,
    Rectangle,
    Worn,
    worn,
)
from adjudicator.render.areas.silhouettes import RESOURCES
from adjudicator.render.areas.tokens import loss_chips, mountains, outcome_mark
from adjudicator.render.areas.words import word
from adjudicator.render.lettering import fitted_size
from adjudicator.render.looks import Look
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import (
    COAST,
    INK,
    MOUNTAIN_TINT,
    PAPER,
    REGION_BORDER,
    SEA,
    SET_UP_CASING,
    SET_UP_DASHES,
    SET_UP_LINE,
    TINTS,
    WATER_LINE,
    mixed,
    text_width,
    tints_of,
)

__all__ = ["Entry", "legend", "legend_columns", "legend_height"]

_LEAST_TYPE = 36
"""The least size of lettering; where there is no room for it, all of a panel is drawn smaller."""
_SAMPLE = 340
"""How wide an example in the legend is, with the room beside it."""
_LONG = 13
"""Up to how many lines sides and regions stand in one column."""
_LINE = 150
"""The least height of a line, so that examples and headings keep clear of one another."""

Entry: TypeAlias = tuple[str, Draw | None]
"""A line of the legend: what it is called, and how to draw an example; a heading has none."""
_MANNERS: tuple[Manner, ...] = ("first", "second", "retreat", "airlift")
_OUTCOMES: tuple[Outcome, ...] = ("won", "held", "air-only", "called-off", "goes-on")


def legend_columns(picture: AreaPicture) -> list[list[Entry]]:
    """Returns the entries of the legend, in columns."""
    sides, regions = [*_sides_column(picture)], [*_regions(picture)]
    if len(sides + regions) <= _LONG:
        first = [sides + regions]
    else:
        first = [sides[at : at + _LONG] for at in range(0, len(sides), _LONG)]
        first += [regions[at : at + _LONG] for at in range(0, len(regions), _LONG)]
    return [
        *first, [*_units_column(picture)], [*_board_column(picture)], _events_column(picture),
    ]  # fmt: skip


def legend_height(columns: list[list[Entry]], line: int = 180) -> int:
    """Returns how high a legend with lines of a height is."""
    return 120 + line * max(map(len, columns))


def legend(canvas: Canvas, place: Rectangle, columns: list[list[Entry]]) -> None:
    """Draws the legend, no higher than it needs to be; wide columns get more room."""
    shown = [entries for entries in columns if entries]
    names = [max(text_width(name, 108) for name, _ in entries) for entries in shown]
    needed = [_SAMPLE + wide for wide in names]
    rows = max(map(len, shown))
    # A column gets its share of the room; that of the narrowest one must do for the least type.
    least = max(
        (_SAMPLE + wide * _LEAST_TYPE // 108 + 1) * sum(needed) // own + 1
        for wide, own in zip(names, needed, strict=True)
    )
    canvas, place = roomy(canvas, place, (120 + least, legend_height(shown, _LINE)))
    x, y, width, height = place
    rooms = [(width - 120) * wide // sum(needed) for wide in needed]
    step = min((height - 120) // rows, 190)
    y, height = y + height - 120 - step * rows, 120 + step * rows
    sheet = plate(canvas, (x, y, width, height), "legend")
    left = x + 90
    for entries, room in zip(shown, rooms, strict=True):
        top = y + 60 + step // 2
        for name, draw in entries:
            if draw is None:
                size = fitted_size([name], 112, room - 60, bold=True)
                sheet.text(left, top + 42, (name,), font_size=size, font_weight="bold", fill=INK)
            else:
                draw(sheet, left + 130, top)
                size = fitted_size([name], 108, room - _SAMPLE)
                sheet.text(left + 285, top + size * 35 // 100, (name,), font_size=size, fill=INK)
            top += step
        left += room


def _headed(text: str) -> str:
    """Returns words as they stand at the head of a line."""
    return text[:1].upper() + text[1:]


def _named(picture: AreaPicture, key: str) -> str:
    return _headed(word(picture.terms, key))


def _swatch(fill: str, hatch: str = "", stroke: str = COAST) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.rect(x - 130, y - 65, 260, 130, fill=fill, stroke=stroke, stroke_width=7)
        if hatch:
            canvas.rect(x - 130, y - 65, 260, 130, fill=f"url(#hatch-{hatch})")

    return draw


def _sides_column(picture: AreaPicture) -> Iterator[Entry]:
    yield _named(picture, "control"), None
    for side in worn(picture.sides).values():
        fill = mixed(PAPER, side.look.wash, min(side.look.share + 6, 100))
        yield side.name, _swatch(fill, side.id)
    board, contents = picture.board, picture.areas
    free = [
        area
        for area, facts in board.areas.items()
        if facts.kind != "zone" and (area not in contents or contents[area].control is None)
    ]
    tints = tints_of(tuple(board.regions), picture.tints)
    if free:
        region = board.areas[free[0]].region
        yield _named(picture, "nobody"), _swatch(tints[region] if region else TINTS["straw"])


def _regions(picture: AreaPicture) -> Iterator[Entry]:
    """Yields the ground of each region; on a grey printer all is the same."""
    regions = picture.board.regions
    if len(regions) > 1 and picture.style.theme != "grey":
        yield _named(picture, "regions"), None
        tints = tints_of(tuple(regions), picture.tints)
        for region, facts in regions.items():
            yield facts.name, _swatch(tints[region])


def _units_column(picture: AreaPicture) -> Iterator[Entry]:
    yield _named(picture, "units"), None
    for kind in picture.kinds:
        yield _named(picture, kind), _silhouette(kind)
    for mark in picture.shown_marks():
        yield _named(picture, mark), _used(f"mark-{mark}", 120, 120)


def _board_column(picture: AreaPicture) -> Iterator[Entry]:
    board, outlines = picture.board, picture.outlines
    traits = {trait for facts in board.areas.values() for trait in facts.traits}
    entries: list[Entry] = [
        (_named(picture, resource), _used(f"sign-{resource}", 140, 140))
        for resource in RESOURCES
        if resource in traits
    ]
    if any(outline.city is not None for outline in outlines.areas.values()):
        entries.append((_named(picture, "city"), _city))
    if "mountain" in traits:
        entries.append((_named(picture, "mountain"), _mountain))
    waters = {decor_kind(part) for part in outlines.decor}
    if "lake" in waters:
        entries.append((_named(picture, "lake"), _swatch(SEA, stroke=WATER_LINE)))
    entries += [
        (_named(picture, kind), _border(*border_line(board, kind))) for kind in board.border_kinds
    ]
    if "river" in waters and "river" not in board.border_kinds:
        entries.append((_named(picture, "river"), _border(*border_line(board, "river"))))
    if len(board.regions) > 1:
        entries.append((_named(picture, "region-border"), _border(REGION_BORDER)))
    if outlines.points:
        entries.append((_named(picture, "no-passage"), _touch))
    if entries:
        yield _named(picture, "board"), None
        yield from entries


def _events_column(picture: AreaPicture) -> list[Entry]:
    sides = worn(picture.sides)
    contents = picture.areas.values()
    entries = [*_moves(picture, sides)]
    declared = next((content.battle for content in contents if content.battle), None)
    if declared is not None:
        entries.append((_named(picture, "declared"), _declared(sides[declared])))
    fights = {content.fight.outcome: content.fight for content in contents if content.fight}
    entries += [
        (_named(picture, outcome), _fought(fights[outcome], sides))
        for outcome in _OUTCOMES
        if outcome in fights
    ]
    if fights:
        fight = next(iter(fights.values()))
        entries.append((_named(picture, "losses"), _losses(fight, sides)))
    shots = {shot.hit for shot in picture.shots}
    for hit, key in ((True, "shot-hit"), (False, "shot-missed")):
        if hit in shots:
            entries.append((_named(picture, key), shot_sample(hit=hit)))
    taken = next((content.control for content in contents if content.taken), None)
    if taken is not None:
        entries.append((_named(picture, "taken"), _taken(sides[taken].look)))
    setting_up = next((one.control for one in contents if one.set_up and one.control), None)
    if setting_up is not None:
        entries.append((_named(picture, "set-up"), _set_up(sides[setting_up].look)))
    if picture.supply:
        look = sides[picture.supply[0].side].look
        entries.append((_named(picture, "supply"), supply_sample(look)))
    return [(_named(picture, "this-turn"), None), *entries] if entries else []


def _moves(picture: AreaPicture, sides: Mapping[str, Worn]) -> Iterator[Entry]:
    """Yields an example of each manner in which somebody moved."""
    kinds = {(arrow.manner, arrow.flies): arrow for arrow in reversed(picture.arrows)}
    for manner in _MANNERS:
        for flies in (False, True):
            if (manner, flies) not in kinds:
                continue
            arrow, name = kinds[manner, flies], _named(picture, manner)
            if flies and manner != "airlift":
                name = f"{name.split()[0]}, {word(picture.terms, 'flight')}"
            yield name, arrow_sample(arrow, sides[arrow.side].look)
    riding = next((arrow for arrow in picture.arrows if arrow.riders), None)
    if riding is not None:
        yield _named(picture, "riders"), riders_sample(riding, sides[riding.side].look)


def _declared(side: Worn) -> Draw:
    look = side.look

    def draw(canvas: Canvas, x: int, y: int) -> None:
        line = line_path(((x - 130, y), (x + 130, y)))
        canvas.path(line, stroke=look.casing, stroke_width=48)
        canvas.path(line, stroke=look.line, stroke_width=33, stroke_dasharray="8 4")
        _used(f"battle-{side.id}", 130, 130)(canvas, x, y)

    return draw


def _fought(fight: Fight, sides: Mapping[str, Worn]) -> Draw:
    """Draws the mark of an outcome without the losses."""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        both = (sides[fight.attacker], sides[fight.defender])
        outcome_mark(canvas, fight, both, box=Box(x - 65, y - 65, 130, 130))

    return draw


def _losses(fight: Fight, sides: Mapping[str, Worn]) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        both = (sides[fight.attacker], sides[fight.defender])
        letters = canvas.group(font_weight="bold", text_anchor="middle")
        loss_chips(letters, ("A", "D"), both, box=Box(x - 235, y - 70, 140, 140))

    return draw


def _taken(look: Look) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.rect(x - 115, y - 50, 230, 100, fill="none", stroke=look.casing, stroke_width=40)
        canvas.rect(x - 115, y - 50, 230, 100, fill="none", stroke=look.line, stroke_width=26)

    return draw


def _set_up(look: Look) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        line = line_path(((x - 130, y), (x + 130, y)))
        canvas.path(line, stroke=look.casing, stroke_width=SET_UP_CASING)
        canvas.path(
            line, stroke=look.line, stroke_width=SET_UP_LINE, stroke_dasharray=SET_UP_DASHES
        )

    return draw


def _used(symbol: str, width: int, height: int) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.use(symbol, x=x - width // 2, y=y - height // 2, width=width, height=height)

    return draw


def _silhouette(kind: str) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.use(
            f"silhouette-{kind}", fill=INK,
            transform=f"translate({x / 10 - 9.6:g} {y / 10 - 7.2:g}) scale(.6)",
        )  # fmt: skip

    return draw


def _city(canvas: Canvas, x: int, y: int) -> None:
    canvas.use("town", x=x, y=y)


def _mountain(canvas: Canvas, x: int, y: int) -> None:
    canvas.rect(x - 130, y - 65, 260, 130, fill=mixed(PAPER, MOUNTAIN_TINT, 40), stroke=COAST,
                stroke_width=7)  # fmt: skip
    mountains(canvas, ((x - 60, y + 45), (x + 60, y + 45)))


def _border(colour: str, dashes: str = "none") -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        path = line_path(((x - 130, y), (x + 130, y)))
        canvas.path(path, stroke=colour, stroke_width=34, stroke_dasharray=dashes)

    return draw


def _touch(canvas: Canvas, x: int, y: int) -> None:
    canvas.circle(x, y, 30, fill="#fff", stroke=INK, stroke_width=10)
