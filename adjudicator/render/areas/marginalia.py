"""What stands around a board: title, tracks, legend, reserves, compass, frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.render.areas.arrows import (
    Draw,
    arrow_sample,
    riders_sample,
    shot_sample,
    supply_sample,
)
from adjudicator.render.areas.layout import counter_width
from adjudicator.render.areas.picture import (
    AreaPicture,
    Fight,
    Manner,
    Rectangle,
    Reserve,
    SideEntry,
    Track,
)
from adjudicator.render.areas.silhouettes import RESOURCES
from adjudicator.render.areas.tokens import (
    OUTCOMES,
    counter,
    counter_title,
    laser_token,
    loss_chips,
    mountains,
    outcome_mark,
    plain,
)
from adjudicator.render.lettering import fitted_size
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path
from adjudicator.render.theme import (
    COAST,
    INK,
    LOOKS,
    MOUNTAIN_TINT,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    REGION_BORDER,
    REGION_TINTS,
    SANS,
    SERIF,
    SET_UP_CASING,
    SET_UP_DASHES,
    SET_UP_LINE,
    SOFT_INK,
    Look,
    mixed,
    text_width,
)

__all__ = ["column_panels", "furniture", "plate_title"]

LEAST_CELL = 190
"""The least width of a cell of a track."""
_LEAST_TYPE = 36
"""The least size of lettering; where there is no room for it, all of a panel is drawn smaller."""
_WHOLE = 1_000_000
"""Into how many parts the size of a panel is cut."""
_SAMPLE = 340
"""How wide an example in the legend is, with the room beside it."""


def furniture(picture: AreaPicture) -> str:
    """Draws everything around the board that the picture has a place for."""
    canvas = Canvas()
    places = picture.places
    if places.title is not None and picture.title:
        _title(canvas, places.title, picture.title)
    if places.tracks is not None and picture.tracks:
        _tracks(canvas, places.tracks, picture)
    if places.reserves is not None and picture.reserves:
        _forces(canvas, places.reserves, picture, RESERVES)
    if places.lost is not None and any(row.stacks for row in picture.lost):
        _forces(canvas, places.lost, picture, LOST)
    if places.legend is not None:
        _legend(canvas, places.legend, _columns(picture))
    return _fixed(picture.outlines.viewbox, places.compass) + canvas.markup()


@lru_cache(maxsize=8)
def _fixed(size: tuple[int, int], compass: tuple[int, int] | None) -> str:
    """Draws what is the same on every picture of a board."""
    canvas = Canvas()
    _frame(canvas, size)
    if compass is not None:
        _compass(canvas, compass)
    return canvas.markup()


def plate_title(picture: AreaPicture, width: int) -> tuple[str, int]:
    """Draws the title for a column of a width; returns it and how high it is."""
    canvas = Canvas()
    if not picture.title:
        return "", 0
    _title(canvas, (60, 60, width - 120, 960), picture.title)
    return canvas.markup(), 1100


def column_panels(picture: AreaPicture, width: int) -> tuple[str, int]:
    """Draws tracks, panels and legend one under another; returns them and how high they are."""
    canvas = Canvas()
    top = 60
    if picture.tracks:
        rows = sum(_rows(track, width - 300)[1] for track in picture.tracks)
        high = rows * 240 + len(picture.tracks) * 300 + len(picture.notes) * 150 + 100
        _tracks(canvas, (60, top, width - 120, high), picture)
        top += high + 100
    for forces in (RESERVES, LOST):
        shown = forces.rows(picture)
        if any(row.stacks for row in shown):
            high = 260 + 230 * len(shown)
            _forces(canvas, (60, top, width - 120, high), picture, forces)
            top += high + 100
    first, second, third, fourth = _columns(picture)
    columns = [first + second, third + fourth]
    high = 180 * max(map(len, columns)) + 150
    _legend(canvas, (60, top, width - 120, high), columns)
    return canvas.markup(), top + high + 60


def _frame(canvas: Canvas, size: tuple[int, int]) -> None:
    width, height = size
    frame = canvas.group(id="frame", fill="none", stroke=COAST)
    frame.rect(30, 30, width - 60, height - 60, stroke="#fff", stroke_width=60)
    frame.rect(5, 5, width - 10, height - 10, stroke_width=10)
    frame.rect(60, 60, width - 120, height - 120, stroke_width=16)
    frame.rect(35, 35, width - 70, height - 70, stroke_width=5)


def _roomy(canvas: Canvas, place: Rectangle, least: tuple[int, int]) -> tuple[Canvas, Rectangle]:
    """Returns where to draw a panel that needs a width and a height, and its place there.

    Where its place is smaller, what is drawn is made smaller as a whole.
    """
    x, y, width, height = place
    needed_width, needed_height = least
    if width >= needed_width and height >= needed_height:
        return canvas, place
    share = max(min(width * _WHOLE // needed_width, height * _WHOLE // needed_height), 1)
    moved = f"translate({x / 10:g} {y / 10:g}) scale({share / _WHOLE:g})"
    return canvas.group(transform=moved), (0, 0, width * _WHOLE // share, height * _WHOLE // share)


def _plate(canvas: Canvas, place: Rectangle, element_id: str) -> Canvas:
    """Adds a sheet of paper with a double rim, to be written on."""
    x, y, width, height = place
    group = canvas.group(id=element_id, font_family=SANS)
    group.rect(x + 20, y + 25, width, height, rx=50, fill="#22333b", fill_opacity=".22")
    group.rect(x, y, width, height, rx=50, fill=PAPER, stroke=PAPER_EDGE, stroke_width=12)
    group.rect(
        x + 30, y + 30, width - 60, height - 60, rx=30, fill="none", stroke=PAPER_EDGE,
        stroke_width=5,
    )  # fmt: skip
    return group


def _title(canvas: Canvas, place: Rectangle, lines: tuple[str, ...]) -> None:
    sizes = (300, 165, 145, 130, 130)
    total = sum(sizes[min(index, 4)] * 125 // 100 for index in range(len(lines)))
    total += 50 if len(lines) > 1 else 0
    canvas, place = _roomy(canvas, place, (1000, total + 120))
    x, y, width, height = place
    plate = _plate(canvas, place, "title")
    words = plate.group(text_anchor="middle", font_family=SERIF, fill=INK)
    bottom = y + (height - total) // 2
    for index, line in enumerate(lines):
        size = sizes[min(index, 4)]
        bottom += size * 125 // 100
        # Georgia is a sixth wider than the sans-serif type that is measured.
        wide = text_width(line, size, bold=index == 0) * 7 // 6
        size = max(min(size, size * (width - 160) // max(wide, 1)), 1)
        words.text(
            x + width // 2, bottom - size * 30 // 100, (line,), id=f"title-{index + 1}",
            font_size=size, font_weight="bold" if index == 0 else "normal",
            fill=INK if index == 0 else SOFT_INK,
        )  # fmt: skip
        if index == 0 and len(lines) > 1:
            _rule(plate, (x + width // 2, bottom + 12), width // 3)
            bottom += 50


def _rule(canvas: Canvas, at: tuple[int, int], reach: int) -> None:
    """Draws a line with a lozenge in its middle."""
    x, y = at
    for side in (-1, 1):
        line = ((x + side * 70, y), (x + side * reach, y))
        canvas.path(line_path(line), stroke=PAPER_EDGE, stroke_width=8)
    lozenge = ((x - 40, y), (x, y - 28), (x + 40, y), (x, y + 28))
    canvas.path(line_path(lozenge, closed=True), fill=REGION_BORDER)


def _tracks(canvas: Canvas, place: Rectangle, picture: AreaPicture) -> None:
    wide = max(place[2], 1500) - 180
    below = 0 if wide > 5000 else len(picture.notes) * 150
    needed = sum(250 + 60 * _rows(track, wide)[1] for track in picture.tracks)
    canvas, place = _roomy(canvas, place, (1500, 100 + below + needed))
    x, y, width, height = place
    plate = _plate(canvas, place, "tracks")
    wide = width - 180
    # Notes stand beside the first track where there is room, else under the last.
    beside = wide > 5000
    below = 0 if beside else len(picture.notes) * 150
    lines = [_rows(track, wide)[1] for track in picture.tracks]
    line = (height - 100 - below - len(lines) * 250) // sum(lines)
    top = y + 60
    for index, (track, rows) in enumerate(zip(picture.tracks, lines, strict=True)):
        narrow = wide * 58 // 100 if index == 0 and beside and picture.notes else wide
        _track(plate, track, (x + 90, top, narrow, line), picture)
        top += rows * line + 250
    at = (x + 90 + wide * 61 // 100, y + 190) if beside else (x + 90, top + 60)
    for index, note in enumerate(picture.notes):
        size = fitted_size([note], 112, wide * 39 // 100 if beside else wide)
        plate.text(at[0], at[1] + index * 150, (note,), id=f"note-{index + 1}", font_size=size,
                   fill=INK)  # fmt: skip


def _rows(track: Track, width: int) -> tuple[int, int]:
    """Returns how many cells stand in a row, and how many rows they need."""
    cells = max(len(track.cells), 1)
    rows = -(-cells * LEAST_CELL // width)
    return -(-cells // rows), rows


def _track(canvas: Canvas, track: Track, place: Rectangle, picture: AreaPicture) -> None:
    x, y, width, line = place
    sides = {side.id: side for side in picture.sides}
    look = LOOKS[sides[track.side].look] if track.side else None
    shade = mixed(PAPER, look.wash, 70) if look else PAPER_SHADE
    group = canvas.group(id=f"track-{track.id}", title=track.title)
    group.text(x, y + 130, (track.title,), font_size=115, font_weight="bold", fill=INK)
    in_row, _ = _rows(track, width)
    side, high = min(width // in_row, 300), min(line - 20, 220)
    cells = group.group(text_anchor="middle", font_size=min(110, side * 55 // 100), fill=INK)
    for index, cell in enumerate(track.cells):
        left, top = x + index % in_row * side, y + 175 + index // in_row * line
        past = track.marker is not None and index <= track.marker
        goal = index == track.goal
        cells.rect(
            left, top, side, high, stroke=PAPER_EDGE, stroke_width=6,
            fill=shade if past else "#fff",
        )  # fmt: skip
        if goal:
            cells.rect(
                left + 12, top + 12, side - 24, high - 24, fill="none", stroke=REGION_BORDER,
                stroke_width=18,
            )  # fmt: skip
        if index == track.marker:
            marker = cells.group(id=f"marker-{track.id}", title=f"{track.title}: {cell}")
            marker.circle(left + side // 2, top + high // 2, min(side, high) * 56 // 100,
                          fill=look.face if look else INK,
                          stroke=look.edge if look else PAPER, stroke_width=14)  # fmt: skip
            marker.text(left + side // 2, top + high * 68 // 100, (cell,),
                        fill=look.ink if look else PAPER,
                        font_weight="bold")  # fmt: skip
        else:
            cells.text(left + side // 2, top + high * 68 // 100, (cell,),
                       font_weight="bold" if goal else "normal")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Forces:
    """A panel of units that are not on the map."""

    id: str
    row: str
    """What the ids of its rows and counters begin with."""
    title: str

    def rows(self, picture: AreaPicture) -> tuple[Reserve, ...]:
        """Returns what it shows."""
        return picture.reserves if self is RESERVES else picture.lost


RESERVES = _Forces("reserves", "reserve", "Reserves")
LOST = _Forces("lost", "lost", "Destroyed for ever")


def _forces(canvas: Canvas, place: Rectangle, picture: AreaPicture, forces: _Forces) -> None:
    rows = forces.rows(picture)
    names = max(text_width(row.title, 112) for row in rows) + 160
    most = max((len(row.stacks) for row in rows), default=0)
    needed = 70 + names + most * (25 + counter_width(50))
    canvas, place = _roomy(canvas, place, (needed, 240 + 90 * len(rows)))
    x, y, width, height = place
    plate = _plate(canvas, place, forces.id)
    sides = {side.id: side for side in picture.sides}
    plate.text(x + 80, y + 175, (forces.title,), font_size=130, font_weight="bold", fill=INK)
    room = (height - 240) // len(rows)
    # As high as a row, and as wide as the fullest row allows.
    tall = min(190, room - 30, ((width - 70 - names) // max(most, 1) - 25) * 5 // 8)
    for index, reserve in enumerate(rows):
        top = y + 195 + index * room
        row = plate.group(id=f"{forces.row}-{reserve.id}", title=reserve.title)
        row.text(
            x + 80, top + room // 2 + 40, (reserve.title,), font_size=112, fill=INK,
        )  # fmt: skip
        units = row.group(font_weight="bold", text_anchor="middle")
        if not reserve.stacks:
            row.text(x + width - 95, top + room // 2 + 40, ("none",), font_size=112,
                     fill=SOFT_INK, text_anchor="end")  # fmt: skip
        left = x + width - 70 - len(reserve.stacks) * (counter_width(tall) + 25)
        for stack in reserve.stacks:
            put = laser_token if stack.kind == "laser" else counter
            wide = tall if stack.kind == "laser" else counter_width(tall)
            put(
                units, "-".join((forces.row, reserve.id, stack.side, stack.kind, *stack.marks)),
                stack, title=counter_title(stack, sides[stack.side], picture.terms),
                side=sides[stack.side],
                box=Box(left, top + (room - tall) // 2, wide, tall),
            )  # fmt: skip
            left += counter_width(tall) + 25


def _compass(canvas: Canvas, at: tuple[int, int]) -> None:
    x, y = at
    rose = canvas.group(id="compass", stroke=COAST, stroke_width=6, stroke_linejoin="round")
    rose.circle(x, y, 330, fill="none", stroke_opacity=".6")
    rose.circle(x, y, 300, fill=PAPER, fill_opacity=".35", stroke_opacity=".6")
    for long, short, turned in ((270, 55, True), (400, 75, False)):
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if turned:
                tip = ((dx - dy) * long * 7 // 10, (dx + dy) * long * 7 // 10)
                left = (dx * short * 14 // 10, dy * short * 14 // 10)
                right = (-dy * short * 14 // 10, dx * short * 14 // 10)
            else:
                tip = (dx * long, dy * long)
                left = ((dx + dy) * short, (dy - dx) * short)
                right = ((dx - dy) * short, (dx + dy) * short)
            for flank, fill in ((left, PAPER), (right, COAST)):
                points = ((x, y), (x + flank[0], y + flank[1]), (x + tip[0], y + tip[1]))
                rose.path(line_path(points, closed=True), fill=fill)
    rose.text(
        x, y - 430, ("N",), font_family=SERIF, font_size=190, font_weight="bold", fill=COAST,
        stroke="none", text_anchor="middle",
    )  # fmt: skip


Entry = tuple[str, Draw | None]
"""A line of the legend: what it is called, and how to draw an example; a heading has none."""


def _columns(picture: AreaPicture) -> list[list[Entry]]:
    """Returns the entries of the legend: whatever occurs in the picture, and nothing else."""
    return [
        _sides_column(picture), _units_column(picture), _board_column(picture),
        _events_column(picture),
    ]  # fmt: skip


def _legend(canvas: Canvas, place: Rectangle, columns: list[list[Entry]]) -> None:
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
    canvas, place = _roomy(canvas, place, (120 + least, 120 + rows * _LEAST_TYPE * 2))
    x, y, width, height = place
    rooms = [(width - 120) * wide // sum(needed) for wide in needed]
    step = min((height - 120) // rows, 190)
    y, height = y + height - 120 - step * rows, 120 + step * rows
    plate = _plate(canvas, (x, y, width, height), "legend")
    left = x + 90
    for entries, room in zip(shown, rooms, strict=True):
        top = y + 60 + step // 2
        for name, draw in entries:
            if draw is None:
                plate.text(left, top + 42, (name,), font_size=112, font_weight="bold", fill=INK)
            else:
                draw(plate, left + 130, top)
                size = min(108, step * 72 // 100)
                size = fitted_size([name], size, room - _SAMPLE)
                plate.text(left + 285, top + size * 35 // 100, (name,), font_size=size, fill=INK)
            top += step
        left += room


def _swatch(fill: str, hatch: str = "", stroke: str = COAST) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.rect(x - 130, y - 65, 260, 130, fill=fill, stroke=stroke, stroke_width=7)
        if hatch:
            canvas.rect(x - 130, y - 65, 260, 130, fill=f"url(#hatch-{hatch})")

    return draw


def _sides_column(picture: AreaPicture) -> list[Entry]:
    entries: list[Entry] = [("Control", None)]
    for side in picture.sides:
        look = LOOKS[side.look]
        fill = mixed(PAPER, look.wash, 40 if side.look == "green" else 80)
        entries.append((side.name, _swatch(fill, side.look)))
    if picture.style.theme == "grey":
        return entries
    if len(picture.board.regions) > 1:
        entries.append(("Regions", None))
    for region, facts in picture.board.regions.items():
        entries.append((facts.name, _swatch(REGION_TINTS[picture.tints[region]])))
    return entries


def _units_column(picture: AreaPicture) -> list[Entry]:
    entries: list[Entry] = [("Units", None)]
    entries += [(plain(kind).capitalize(), _silhouette(kind)) for kind in picture.kinds]
    stacks = [stack for area in picture.areas.values() for stack in area.stacks]
    marks = {mark for stack in stacks for mark in stack.marks}
    entries += [
        (picture.terms.get(mark, plain(mark)).capitalize(), _used(f"mark-{mark}", 120, 120))
        for mark in sorted(marks)
    ]
    return entries


def _board_column(picture: AreaPicture) -> list[Entry]:
    traits = {trait for facts in picture.board.areas.values() for trait in facts.traits}
    entries: list[Entry] = [("Board", None)]
    entries += [
        (resource.capitalize(), _used(f"sign-{resource}", 160, 160))
        for resource in RESOURCES
        if resource in traits
    ]
    if "city" in traits:
        entries.append(("City", _city))
    if "mountain" in traits:
        entries.append(("Mountain", _mountain))
    if len(picture.board.regions) > 1:
        entries.append(("Region border", _border))
    if picture.outlines.points:
        entries.append(("No passage", _touch))
    return entries


def _events_column(picture: AreaPicture) -> list[Entry]:
    sides = {side.id: side for side in picture.sides}
    contents = picture.areas.values()
    entries: list[Entry] = []
    kinds = {(arrow.manner, arrow.flies): arrow for arrow in reversed(picture.arrows)}
    for (manner, flies), name in _MOVES.items():
        if (manner, flies) in kinds:
            arrow = kinds[manner, flies]
            called = picture.terms.get(manner, "").capitalize()
            called = f"{called.split()[0]}, flight" if called and flies else called
            entries.append((called or name, arrow_sample(arrow, LOOKS[sides[arrow.side].look])))
    riding = next((arrow for arrow in picture.arrows if arrow.riders), None)
    if riding is not None:
        look = LOOKS[sides[riding.side].look]
        entries.append(("With riders", riders_sample(riding, look)))
    declared = next((content.battle for content in contents if content.battle), None)
    if declared is not None:
        entries.append(("Declared", _declared(sides[declared])))
    fights = {content.fight.outcome: content.fight for content in contents if content.fight}
    for outcome, name in OUTCOMES.items():
        if outcome in fights:
            entries.append((name, _fought(fights[outcome], sides)))
    if fights:
        fight = next(iter(fights.values()))
        entries.append(("Losses", _losses(fight, sides)))
    shots = {shot.hit for shot in picture.shots}
    entries += [(name, shot_sample(hit=hit)) for hit, name in _SHOTS.items() if hit in shots]
    taken = next((content.control for content in contents if content.taken), None)
    if taken is not None:
        entries.append(("Newly taken", _taken(LOOKS[sides[taken].look])))
    setting_up = next((one.control for one in contents if one.set_up and one.control), None)
    if setting_up is not None:
        entries.append(("Set-up here", _set_up(LOOKS[sides[setting_up].look])))
    if picture.supply:
        look = LOOKS[sides[picture.supply[0].side].look]
        entries.append(("Way to a zone", supply_sample(look)))
    return [("This turn", None), *entries] if entries else []


_MOVES: Mapping[tuple[Manner, bool], str] = {
    ("first", False): "First movement",
    ("first", True): "First, flight",
    ("second", False): "Second movement",
    ("second", True): "Second, flight",
    ("retreat", False): "Retreat",
    ("airlift", True): "Airlift",
}
_SHOTS: Mapping[bool, str] = {True: "Laser hits", False: "Laser misses"}


def _declared(side: SideEntry) -> Draw:
    look = LOOKS[side.look]

    def draw(canvas: Canvas, x: int, y: int) -> None:
        line = line_path(((x - 130, y), (x + 130, y)))
        canvas.path(line, stroke=look.casing, stroke_width=48)
        canvas.path(line, stroke=look.line, stroke_width=33, stroke_dasharray="8 4")
        _used(f"battle-{side.id}", 130, 130)(canvas, x, y)

    return draw


def _fought(fight: Fight, sides: Mapping[str, SideEntry]) -> Draw:
    """Draws the mark of an outcome without the losses."""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        both = (sides[fight.attacker], sides[fight.defender])
        outcome_mark(canvas, fight, both, box=Box(x - 65, y - 65, 130, 130))

    return draw


def _losses(fight: Fight, sides: Mapping[str, SideEntry]) -> Draw:
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
            transform=f"translate({x / 10 - 10.4:g} {y / 10 - 7.8:g}) scale(.65)",
        )  # fmt: skip

    return draw


def _city(canvas: Canvas, x: int, y: int) -> None:
    canvas.use("town", x=x, y=y)


def _mountain(canvas: Canvas, x: int, y: int) -> None:
    canvas.rect(x - 130, y - 65, 260, 130, fill=mixed(PAPER, MOUNTAIN_TINT, 40), stroke=COAST,
                stroke_width=7)  # fmt: skip
    mountains(canvas, ((x - 60, y + 45), (x + 60, y + 45)))


def _border(canvas: Canvas, x: int, y: int) -> None:
    canvas.path(line_path(((x - 130, y), (x + 130, y))), stroke=REGION_BORDER, stroke_width=30)


def _touch(canvas: Canvas, x: int, y: int) -> None:
    canvas.circle(x, y, 30, fill="#fff", stroke=INK, stroke_width=10)
