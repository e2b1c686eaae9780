"""The legend of an area picture: whatever occurs in the picture, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.boards.area import decor_kind
from adjudicator.render.areas.arrows import (
    arrow_sample,
    riders_sample,
    shot_sample,
    supply_sample,
)
from adjudicator.render.areas.ground import border_line
from adjudicator.render.areas.panels import plate, roomy
from adjudicator.render.areas.picture import (
    AreaPicture,
    Manner,
    Outcome,
    Rectangle,
    SideLook,
    side_looks,
)
from adjudicator.render.areas.silhouettes import RESOURCES
from adjudicator.render.areas.tokens import loss_chips, mountains, outcome_mark
from adjudicator.render.areas.words import word
from adjudicator.render.legend import Entry, Key, lines, placed
from adjudicator.render.lettering import fitted_size
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas
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

__all__ = ["legend", "legend_height"]

_LEAST_TYPE = 36
"""The least size of lettering; where there is no room for it, all of a panel is drawn smaller."""
_SAMPLE = 340
"""How wide an example in the legend is, with the room beside it."""
_LONG = 13
"""Up to how many lines sides and regions stand in one column."""
_LINE = 150
"""The least height of a line, so that examples and headings keep clear of one another."""

_MANNERS: tuple[Manner, ...] = ("first", "second", "retreat", "airlift")
_OUTCOMES: tuple[Outcome, ...] = ("won", "held", "air-only", "called-off", "goes-on")


def _columns(picture: AreaPicture) -> list[list[Entry]]:
    """Returns the entries of the legend, in columns; on a phone in two, about equally high."""
    sides, regions = _sides_column(picture), _regions(picture)
    if len(sides + regions) <= _LONG:
        first = [sides + regions]
    else:
        first = [sides[at : at + _LONG] for at in range(0, len(sides), _LONG)]
        first += [regions[at : at + _LONG] for at in range(0, len(regions), _LONG)]
    columns = [*first, _units_column(picture), _board_column(picture), _events_column(picture)]
    if picture.style.layout != "phone":
        return columns
    ways = [
        [[entry for entries in part for entry in entries] for part in (columns[:at], columns[at:])]
        for at in range(1, len(columns))
    ]
    return min(ways, key=lambda way: max(map(len, way)))


def legend_height(picture: AreaPicture, _: int) -> int:
    """Returns how high a legend is."""
    return _height(_columns(picture), 180)


def _height(columns: list[list[Entry]], line: int) -> int:
    return 120 + line * max(map(len, columns))


def legend(canvas: Canvas, place: Rectangle, picture: AreaPicture) -> None:
    """Draws the legend, no higher than it needs to be; wide columns get more room."""
    shown = [entries for entries in _columns(picture) if entries]
    names = [max(text_width(name, 108) for name, _ in entries) for entries in shown]
    needed = [_SAMPLE + wide for wide in names]
    rows = max(map(len, shown))
    # A column gets its share of the room; that of the narrowest one must do for the least type.
    least = max(
        (_SAMPLE + wide * _LEAST_TYPE // 108 + 1) * sum(needed) // own + 1
        for wide, own in zip(names, needed, strict=True)
    )
    canvas, place = roomy(canvas, place, (120 + least, _height(shown, _LINE)))
    x, y, width, height = place
    rooms = [(width - 120) * wide // sum(needed) for wide in needed]
    step = min((height - 120) // rows, 190)
    y, height = y + height - 120 - step * rows, 120 + step * rows
    sheet = plate(canvas, (x, y, width, height), "legend")
    left = x + 90
    for entries, room in zip(shown, rooms, strict=True):
        top = y + 60 + step // 2
        for name, sample in entries:
            if sample is None:
                size = fitted_size([name], 112, room - 60, bold=True)
                sheet.text(left, top + 42, (name,), font_size=size, font_weight="bold", fill=INK)
            else:
                placed(sheet, sample, (left + 130, top))
                size = fitted_size([name], 108, room - _SAMPLE)
                sheet.text(left + 285, top + size * 35 // 100, (name,), font_size=size, fill=INK)
            top += step
        left += room


class _Key(Key):
    """The entries of a column, called as the game calls them."""

    def __init__(self, picture: AreaPicture, heading: str) -> None:
        super().__init__()
        self.terms = picture.terms
        self.head(self.named(heading))

    def named(self, key: str) -> str:
        """Returns what something is called at the head of a line."""
        text = word(self.terms, key)
        return text[:1].upper() + text[1:]

    def term(self, key: str) -> Canvas:
        """Adds an entry by its key; returns what its sample is to be drawn on."""
        return self.add(self.named(key))

    def use(self, key: str, symbol: str, side: int) -> None:
        """Adds an entry with a symbol, `side` wide and high."""
        self.term(key).use(symbol, x=-side // 2, y=-side // 2, width=side, height=side)

    def column(self) -> list[Entry]:
        """Returns the entries; none, if there is only the heading."""
        return self.entries if len(self.entries) > 1 else []


def _swatch(canvas: Canvas, fill: str, hatch: str = "", stroke: str = COAST) -> None:
    canvas.rect(-130, -65, 260, 130, fill=fill, stroke=stroke, stroke_width=7)
    if hatch:
        canvas.rect(-130, -65, 260, 130, fill=f"url(#hatch-{hatch})")


def _sides_column(picture: AreaPicture) -> list[Entry]:
    key = _Key(picture, "control")
    for side in side_looks(picture.sides).values():
        fill = mixed(PAPER, side.look.wash, min(side.look.share + 6, 100))
        _swatch(key.add(side.name), fill, side.id)
    board, contents = picture.board, picture.areas
    free = [
        area
        for area, facts in board.areas.items()
        if facts.kind != "zone" and (area not in contents or contents[area].control is None)
    ]
    tints = tints_of(tuple(board.regions), picture.tints)
    if free:
        region = board.areas[free[0]].region
        _swatch(key.term("nobody"), tints[region] if region else TINTS["straw"])
    return key.column()


def _regions(picture: AreaPicture) -> list[Entry]:
    """Returns the ground of each region; on a grey printer all is the same."""
    key, regions = _Key(picture, "regions"), picture.board.regions
    if len(regions) > 1 and picture.style.theme != "grey":
        tints = tints_of(tuple(regions), picture.tints)
        for region, facts in regions.items():
            _swatch(key.add(facts.name), tints[region])
    return key.column()


def _units_column(picture: AreaPicture) -> list[Entry]:
    key = _Key(picture, "units")
    for kind in picture.kinds:
        key.term(kind).use(
            f"silhouette-{kind}", fill=INK, transform="translate(-9.6 -7.2) scale(.6)"
        )
    for mark in picture.shown_marks():
        key.use(mark, f"mark-{mark}", 120)
    return key.column()


def _board_column(picture: AreaPicture) -> list[Entry]:
    key, board, outlines = _Key(picture, "board"), picture.board, picture.outlines
    traits = {trait for facts in board.areas.values() for trait in facts.traits}
    for resource in RESOURCES:
        if resource in traits:
            key.use(resource, f"sign-{resource}", 140)
    if any(outline.city is not None for outline in outlines.areas.values()):
        key.term("city").use("town")
    if "mountain" in traits:
        sample = key.term("mountain")
        _swatch(sample, mixed(PAPER, MOUNTAIN_TINT, 40))
        mountains(sample, ((-60, 45), (60, 45)))
    waters = {decor_kind(part) for part in outlines.decor}
    if "lake" in waters:
        _swatch(key.term("lake"), SEA, stroke=WATER_LINE)
    rivers = ("river",) if "river" in waters and "river" not in board.border_kinds else ()
    for kind in (*board.border_kinds, *rivers):
        colour, dashes = border_line(board, kind)
        lines(key.term(kind), 130, (colour, 34, dashes))
    if len(board.regions) > 1:
        lines(key.term("region-border"), 130, (REGION_BORDER, 34, ""))
    if outlines.points:
        key.term("no-passage").circle(0, 0, 30, fill="#fff", stroke=INK, stroke_width=10)
    return key.column()


def _events_column(picture: AreaPicture) -> list[Entry]:
    key, sides, contents = (
        _Key(picture, "this-turn"),
        side_looks(picture.sides),
        picture.areas.values(),
    )
    _add_moves(key, picture, sides)
    declared = next((content.battle for content in contents if content.battle), None)
    if declared is not None:
        look, sample = sides[declared].look, key.term("declared")
        lines(sample, 130, (look.casing, 48, ""), (look.line, 33, "8 4"))
        sample.use(f"battle-{declared}", x=-65, y=-65, width=130, height=130)
    fights = {content.fight.outcome: content.fight for content in contents if content.fight}
    for outcome in _OUTCOMES:
        if outcome in fights:
            both = (sides[fights[outcome].attacker], sides[fights[outcome].defender])
            outcome_mark(key.term(outcome), fights[outcome], both, box=Box(-65, -65, 130, 130))
    if fights:
        fight = next(iter(fights.values()))
        letters = key.term("losses").group(font_weight="bold", text_anchor="middle")
        both = (sides[fight.attacker], sides[fight.defender])
        loss_chips(letters, ("A", "D"), both, box=Box(-235, -70, 140, 140))
    shots = {shot.hit for shot in picture.shots}
    for hit, term in ((True, "shot-hit"), (False, "shot-missed")):
        if hit in shots:
            shot_sample(key.term(term), hit=hit)
    taken = next((content.control for content in contents if content.taken), None)
    if taken is not None:
        look, sample = sides[taken].look, key.term("taken")
        for colour, wide in ((look.casing, 40), (look.line, 26)):
            sample.rect(-115, -50, 230, 100, fill="none", stroke=colour, stroke_width=wide)
    setting_up = next((one.control for one in contents if one.set_up and one.control), None)
    if setting_up is not None:
        look = sides[setting_up].look
        strokes = (look.casing, SET_UP_CASING, ""), (look.line, SET_UP_LINE, SET_UP_DASHES)
        lines(key.term("set-up"), 130, *strokes)
    if picture.supply:
        supply_sample(key.term("supply"), sides[picture.supply[0].side].look)
    return key.column()


def _add_moves(key: _Key, picture: AreaPicture, sides: Mapping[str, SideLook]) -> None:
    """Adds an example of each manner in which somebody moved."""
    kinds = {(arrow.manner, arrow.flies): arrow for arrow in reversed(picture.arrows)}
    for manner in _MANNERS:
        for flies in (False, True):
            if (manner, flies) not in kinds:
                continue
            arrow, name = kinds[manner, flies], key.named(manner)
            if flies and manner != "airlift":
                name = f"{name.split()[0]}, {word(key.terms, 'flight')}"
            arrow_sample(key.add(name), arrow, sides[arrow.side].look)
    riding = next((arrow for arrow in picture.arrows if arrow.riders), None)
    if riding is not None:
        riders_sample(key.term("riders"), riding, sides[riding.side].look)
