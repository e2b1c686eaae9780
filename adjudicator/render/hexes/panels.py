"""What stands around a hex map: title, turns, victory points, units off the map, a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.boards.area import Point
from adjudicator.render.hexes.legend import key_of
from adjudicator.render.hexes.moves import burst
from adjudicator.render.hexes.picture import Fight, Force, Goal, HexPicture, Progress, Reserve
from adjudicator.render.hexes.space import HALF, HIGH, Space, space_of
from adjudicator.render.hexes.theme import HexPalette
from adjudicator.render.hexes.units import COUNTER, counter
from adjudicator.render.legend import legend
from adjudicator.render.lettering import fitted_size, wrapped
from adjudicator.render.panels import Panel, Part, Sizing, bar, titles
from adjudicator.render.raster import Box
from adjudicator.render.svg import Canvas, line_path, ring_path
from adjudicator.render.theme import SANS, mixed, text_width

__all__ = ["Frame", "explained", "footer", "header", "listed_fights"]


@dataclass(frozen=True, slots=True)
class Frame(Sizing):
    """How wide a sheet is, how large its lettering, and whether it is to be read on paper."""

    fills_page: bool = False
    """Whether it is a sheet of paper on which no lettering may be smaller than eight points."""


_MOST_LINES = 8
"""More lines than these no title on paper is broken into."""


# -- above the map ---------------------------------------------------------------------------------


def header(picture: HexPicture, palette: HexPalette, frame: Frame) -> tuple[str, int]:
    """Draws title, victory points and turns; returns how high they are, too."""
    canvas = Canvas()
    unit = frame.unit
    share = 46 if frame.fills_page else 44
    wide = frame.width - 2 * unit if frame.is_column else frame.width * share // 100
    title, *lines = picture.title
    if frame.fills_page:
        broken = [one for line in lines for one in wrapped(line, frame.line, wide * 6 // 7)]
        # Titles without end are made smaller instead: the page would grow with each line of them.
        lines = broken if len(broken) <= _MOST_LINES else lines
    told = (title, *lines)
    low = titles(canvas, told, frame, wide, ink=palette.ink, soft=palette.soft) + unit
    left = unit if frame.is_column else frame.width - wide - unit
    high = low if frame.is_column else unit * 6 // 10
    if picture.crop is not None and not frame.is_column:
        room = min(max(low - unit, unit * 5), unit * 6)
        shift = _locator(canvas, picture, palette, (frame.width - unit, unit // 2, room))
        wide -= shift + unit
        low = max(low, room + unit)
    if picture.progress.points:
        high = _points(canvas, picture, palette, (left, high, wide, unit))
    if picture.progress.turns:
        high = _turns(canvas, picture, palette, (left, high, wide, unit), whole=frame.fills_page)
    return canvas.markup(), max(low, high)


Strip = tuple[int, int, int, int]
"""Left, top, width, and the size of lettering."""


def _points(canvas: Canvas, picture: HexPicture, palette: HexPalette, place: Strip) -> int:
    """Draws a bar of all victory points with the thresholds on it; returns where it ends."""
    left, top, wide, unit = place
    progress = picture.progress
    heading = picture.called("points")
    group = canvas.group(id="points", font_family=SANS, text_anchor="middle", title=heading)
    group.text(left, top + unit, (heading,), font_size=unit * 95 // 100, fill=palette.ink,
               font_weight="bold", text_anchor="start")  # fmt: skip
    size, words = unit * 85 // 100, progress.goal_words
    room = wide - text_width(heading, unit, bold=True)
    is_beside = text_width(words, size) <= room * 6 // 7
    y, high = top + unit * 17 // 10, unit * 15 // 10
    end = y + high + unit * 14 // 10
    if words and is_beside:
        group.text(left + wide, top + unit, (words,), font_size=size, fill=palette.soft,
                   text_anchor="end")  # fmt: skip
    elif words:
        fitted = min(size, size * wide * 6 // 7 // text_width(words, size))
        below = y + high + unit * (24 if progress.goals else 12) // 10
        end = below + unit * 2 // 10
        group.text(left, below, (words,), font_size=fitted, fill=palette.soft, text_anchor="start")
    marks = _marks(progress, (left, wide))
    bar(group, Box(left, y, wide, high), _parts(picture, palette), line=palette.paper, cuts=marks)
    for index, (goal, mark) in enumerate(zip(progress.goals, marks, strict=True), start=1):
        one = group.group(id=f"goal-{index}", title=picture.called("enough", goal.points))
        line = line_path(((mark, y - unit // 4), (mark, y + high + unit // 4)))
        one.path(line, stroke=palette.paper, stroke_width=unit * 45 // 100, fill="none")
        one.path(line, stroke=palette.warning, stroke_width=unit // 5, fill="none")
    low = y + high + unit * 12 // 10
    _mark_words(group, progress, palette, place=(left, low, wide, unit), marks=marks)
    return end


def _whole(progress: Progress) -> int:
    """Returns how many points the bar is long: all there are, or as many as a threshold needs."""
    goals = (goal.points for goal in progress.goals)
    return max(sum(points for _, points in progress.points), *goals, 1)


def _is_first(progress: Progress, goal: Goal) -> bool:
    """Whether a threshold is measured from the beginning of the bar."""
    return goal.forces[0] == progress.points[0][0]


def _marks(progress: Progress, bar: tuple[int, int]) -> list[int]:
    """Returns where the thresholds stand: from the end at which their forces' points lie."""
    left, wide = bar
    whole = _whole(progress)
    return [
        left + wide * (goal.points if _is_first(progress, goal) else whole - goal.points) // whole
        for goal in progress.goals
    ]


def _parts(picture: HexPicture, palette: HexPalette) -> list[Part]:
    """Returns the points of each force, and what lacks to the whole where it is counted from."""
    progress = picture.progress
    forces = {force.id: force for force in picture.forces}
    parts = [
        Part(points, (f"{forces[name].code} {points}", str(points)) if points else (),
             palette.looks[name].face, palette.looks[name].ink,
             title=f"{forces[name].name}: {picture.called('points-of', points)}")
        for name, points in progress.points
    ]  # fmt: skip
    rest = Part(_whole(progress) - sum(part.share for part in parts), (), "none", palette.ink)
    if any(not _is_first(progress, goal) for goal in progress.goals):
        return [rest, *parts]
    return [*parts, rest]


def _mark_words(
    group: Canvas, progress: Progress, palette: HexPalette, *, place: Strip, marks: Sequence[int]
) -> None:
    """Writes below each mark what it says; words that would meet make way for each other."""
    left, y, wide, unit = place
    size = unit * 85 // 100
    free = left
    for goal, mark in sorted(zip(progress.goals, marks, strict=True), key=lambda one: one[1]):
        half = text_width(goal.words, size, bold=True) * 7 // 12
        middle = min(max(mark, free + half), left + wide - half)
        free = middle + half + unit // 2
        group.text(middle, y, (goal.words,), font_size=size, fill=palette.warning,
                   font_weight="bold")  # fmt: skip


def _turns(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, place: Strip, *, whole: bool
) -> int:
    """Draws the turns, the present one full; returns where they end.

    Args:
        whole: whether no name of a turn may be smaller than the others' lettering.
    """
    left, top, wide, unit = place
    progress = picture.progress
    count = len(progress.turns)
    in_row = min(count, max(wide // (unit * 2), 8), 12 if count > 12 else count)
    if whole:
        longest = max(text_width(words, unit) for words in progress.turns)
        in_row = max(min(in_row, wide * 9 // 10 // longest), 1)
    side = wide // in_row
    high = unit * 14 // 10
    group = canvas.group(id="turns", font_family=SANS, text_anchor="middle",
                         title=picture.called("turns"))  # fmt: skip
    for index, words in enumerate(progress.turns):
        x, y = left + index % in_row * side, top + unit // 3 + index // in_row * high
        now = index == progress.turn
        past = progress.turn is not None and index < progress.turn
        group.rect(
            x, y, side, high, stroke=palette.edge, stroke_width=unit // 14,
            fill=palette.ink if now else mixed(palette.plate, palette.edge, 40 * past),
        )  # fmt: skip
        size = min(unit * 85 // 100, unit * 85 // 100 * side * 9 // 10 // text_width(words, unit))
        size = max(size, 1)
        group.text(
            x + side // 2, y + high // 2 + size * 36 // 100, (words,), font_size=size,
            fill=palette.paper if now else palette.ink, font_weight="bold" if now else "normal",
        )  # fmt: skip
    return top + unit // 3 + -(-count // in_row) * high + unit // 2


def _locator(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, corner: tuple[int, int, int]
) -> int:
    """Draws the whole map small with the part that is seen; returns how wide it is."""
    right, top, high = corner
    whole, part = space_of(picture.board.grid, None), space_of(picture.board.grid, picture.crop)
    wide = whole.width * high // whole.height
    place, scale = f"{(right - wide) / 10:g} {top / 10:g}", f"{high / whole.height:.5f}"
    inner = canvas.group(
        id="locator", title=picture.called("part"),
        transform=f"translate({place}) scale({scale})",
    )  # fmt: skip
    inner.rect(*whole.window, fill=palette.sea, stroke=palette.shore, stroke_width=300)
    shores = picture.board.shores
    rings = [ring[::6] for ring in shores.land if len(ring) > 60] if shores is not None else []
    if rings:
        inner.path(ring_path(rings), fill=palette.grounds["clear"], stroke=palette.shore,
                   stroke_width=120)  # fmt: skip
    inner.rect(*part.window, fill=palette.warning, fill_opacity=".25", stroke=palette.warning,
               stroke_width=900)  # fmt: skip
    return wide


# -- below the map ---------------------------------------------------------------------------------


def footer(
    picture: HexPicture, space: Space, palette: HexPalette, *, frame: Frame, top: int,
    has_legend: bool,
) -> tuple[str, int]:  # fmt: skip
    """Draws attacks, units off the map and the legend from `top`; returns where they end, too."""
    canvas = Canvas()
    if picture.shows_fights:
        top = _attacks(canvas, picture, space, palette, frame=frame, top=top)
    if picture.boxes:
        top = _boxes(canvas, picture, palette, frame=frame, top=top)
    if not has_legend:
        return canvas.markup(), top
    key, height = explained(picture, palette, frame, top)
    return canvas.markup() + key, height


def explained(picture: HexPicture, palette: HexPalette, frame: Frame, top: int) -> tuple[str, int]:
    """Draws the legend from `top`; returns where it ends, too."""
    smaller = replace(frame, unit=frame.unit * 85 // 100)
    scale = f"{smaller.unit * 24 / (10 * HIGH):.3f}"
    return legend(
        key_of(picture, palette).entries,
        smaller,
        top + frame.unit,
        ink=palette.ink,
        reach=12,
        scale=scale,
    )


def listed_fights(picture: HexPicture, space: Space) -> list[Fight]:
    """Returns the attacks that are listed below what is seen of a map: those that lie in it."""
    hex_of = space.grid.hex_of
    return [
        fight
        for fight in picture.fights
        if fight.told and any(space.shows(space.centre(hex_of(at)), HALF) for at in fight.at)
    ]


def _attacks(
    canvas: Canvas, picture: HexPicture, space: Space, palette: HexPalette, *, frame: Frame,
    top: int,
) -> int:  # fmt: skip
    """Lists the attacks that are seen, by their numbers; returns where the list ends."""
    listed = listed_fights(picture, space)
    if not listed:
        return top
    unit = frame.unit
    size = unit * 9 // 10
    group = canvas.group(id="attacks", font_family=SANS, fill=palette.ink)
    top += unit * 17 // 10
    if picture.fights_title:
        group.text(unit, top, (picture.fights_title,), font_size=unit * 11 // 10,
                   font_weight="bold")  # fmt: skip
        top += unit * 16 // 10
    room = frame.width - 2 * unit
    most = max(text_width(fight.told, size) for fight in listed) + unit * 32 // 10
    columns = max(room // most, 1)
    rows = -(-len(listed) // columns)
    high = unit * 16 // 10
    for index, fight in enumerate(listed):
        x = unit + index // rows * (room // columns)
        y = top + index % rows * high
        one = group.group(title=fight.words)
        star = one.group(
            transform=f"translate({(x + unit * 7 // 10) / 10:g} {(y - unit * 3 // 10) / 10:g})"
            f" scale({unit * 14 / 5300:.3f})",
            font_weight="bold", text_anchor="middle",
        )  # fmt: skip
        burst(star, palette.looks[fight.force], fight.number)
        fitted = fitted_size([fight.told], size, room // columns - unit * 2)
        one.text(x + unit * 18 // 10, y, (fight.told,), font_size=fitted)
    return top + rows * high - unit // 2


def _boxes(
    canvas: Canvas, picture: HexPicture, palette: HexPalette, *, frame: Frame, top: int
) -> int:
    """Draws a panel for each box, beside each other as far as there is room."""
    unit = frame.unit
    forces = {force.id: force for force in picture.forces}
    # On paper what stands on top of a counter is to be read, too.
    size = unit * (64 if frame.fills_page else 32) // 10
    step = size * 17 // 10 if frame.fills_page else size + unit * 24 // 10
    left = unit
    low = top + unit
    for box in picture.boxes:
        wide = max(
            step * max(len(box.units), 1) + unit,
            text_width(box.title, unit, bold=True) + unit * 2,
        )
        in_row = max((min(wide, frame.width - 2 * unit) - unit) // step, 1)
        rows = -(-max(len(box.units), 1) // in_row)
        wide = min(wide, frame.width - 2 * unit)
        high = unit * 24 // 10 + rows * (size + unit * 4 // 10) + unit // 4
        if left > unit and left + wide > frame.width - unit:
            left, top = unit, low + unit // 2
        group = canvas.group(id=f"box-{box.id}", font_family=SANS)
        panel = Panel(group, Box(left, top + unit // 2, wide, high), unit, palette)
        panel.plate(palette.looks[box.force].edge)
        panel.write(60, 150, box.title, bold=True, room=wide * 100 // unit - 120)
        if not box.units:
            panel.write(60, 350, "none", ink=palette.soft)
        at = (left + unit * 6 // 10 + size // 2, top + unit * 26 // 10 + size // 2)
        _box_units(group, box, forces, palette=palette, at=at, steps=(step, in_row, size))
        left += wide + unit // 2
        low = max(low, top + unit // 2 + high)
    return low + unit // 2


def _box_units(
    canvas: Canvas, box: Reserve, forces: Mapping[str, Force], *, palette: HexPalette, at: Point,
    steps: tuple[int, int, int],
) -> None:  # fmt: skip
    """Draws the counters of a box, each with how many there are."""
    step, in_row, size = steps
    counters = canvas.group(font_weight="bold", text_anchor="middle")
    for index, (unit, count) in enumerate(box.units):
        x = at[0] + index % in_row * step
        y = at[1] + index // in_row * (size + size // 8)
        one = counters.group(
            transform=f"translate({x / 10:g} {y / 10:g}) scale({size / COUNTER:.3f})",
            title=f"{count} {unit.name}",
        )  # fmt: skip
        counter(one, unit, forces[unit.force], palette)
        one.text(COUNTER // 2 + 30, 90, (f"\N{MULTIPLICATION SIGN}{count}",), font_size=220,
                 text_anchor="start", fill=palette.ink)  # fmt: skip
