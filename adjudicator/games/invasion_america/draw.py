"""The map of a match as a picture: units, control, movement, how far the match is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.boards.hexes import NOWHERE
from adjudicator.core.english import joined
from adjudicator.core.game import Event
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.draw.hex_map import hex_map
from adjudicator.draw.hex_picture import (
    FARTHEST,
    Box,
    Crop,
    Fight,
    Force,
    HexLook,
    HexPicture,
    Manner,
    March,
    Mark,
    Progress,
    Stack,
    SupplyWay,
    Unit,
    Zone,
)
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.board_picture import board_picture
from adjudicator.games.invasion_america.book import Book
from adjudicator.games.invasion_america.combat_words import column_text, result_text
from adjudicator.games.invasion_america.counter_mix import NATIONS, TYPE_NAMES, Nation
from adjudicator.games.invasion_america.state import HOLDING_BOX, NATIONS_OF, Side, State
from adjudicator.games.invasion_america.words import PHASE_WORDS, SIDE_NAMES, month_of

__all__ = ["picture"]

_LOOKS: Mapping[Nation, tuple[str, str, HexLook]] = {
    "us": ("United States", "US", "blue"),
    "canada": ("Canada", "CAN", "sky"),
    "esc": ("E.S.C.", "ESC", "red"),
    "sau": ("S.A.U.", "SAU", "green"),
    "pal": ("P.A.L.", "PAL", "gold"),
}
"""Name, code and look of the counters of each nation."""
_MOST_TURNS = 12
"""Longer matches show the game-turns of the present year."""


def picture(
    book: Book,
    view: State,
    events: Sequence[Event],
    *,
    points: Mapping[Side, int],
    supply: Sequence[SupplyWay] = (),
    zones: Sequence[Zone] = (),
    style: Style = USUAL_STYLE,
) -> str:
    """Returns the map as SVG text.

    Args:
        events: those of the opening shown.
        points: the victory points of each side.
        supply: lines of supply that are shown.
        zones: zones of control that are shown.

    Raises:
        Refused: the style names a hex that the map does not have.
    """
    present = [nation for nation in NATIONS if nation in book.nations]
    return hex_map(
        HexPicture(
            board=board_picture(book.charts, book.shores),
            title=("Invasion: America", _moment(book, view), book.facts.title),
            description=_description(book, view, points),
            forces=tuple(
                Force(id=nation, name=name, code=code, look=look)
                for nation in present
                for name, code, look in (_LOOKS[nation],)
            ),
            stacks=tuple(_stacks(book, view, events)),
            control=tuple(_control(view)),
            zones=tuple(zones),
            supply=tuple(supply),
            marches=tuple(_marches(book, events)) if style.arrows in ("moves", "all") else (),
            fights=tuple(_fights(book, events)) if style.arrows in ("battles", "all") else (),
            progress=_progress(book, view, points),
            boxes=tuple(_boxes(book, view)),
            crop=_crop(book, view, style),
            style=style,
        )
    )


def _moment(book: Book, view: State) -> str:
    if view.phase == "set-up":
        return "Set-up"
    if view.result is not None:
        return "The end"
    month = month_of(book.charts.tables.seasons.first_month, view.turn)
    return f"Turn {view.turn} ({month}): {SIDE_NAMES[view.side]}, {PHASE_WORDS[view.phase]}"


def _description(book: Book, view: State, points: Mapping[Side, int]) -> str:
    held = ", ".join(f"{SIDE_NAMES[side]} {points[side]}" for side in book.facts.sides)
    return f"{_moment(book, view)}. Victory points: {held}. {len(view.units)} units in play."


def _crop(book: Book, view: State, style: Style) -> Crop | None:
    """Returns the part of the map that a style asks for; None: all of it."""
    grid = book.charts.grid
    if style.around:
        if grid.hex_of(style.around) == NOWHERE:
            sections = [f"{one.letter}01 to {one.letter}{one.rows:02}" for one in grid.sections]
            hint = f"Rows are {joined(sections)}, columns 01 to {grid.columns:02}."
            message = f'the map has no hex "{style.around}"'
            raise Refused([Problem("unknown-hex", message, ("around",), hint=hint)])
        return Crop(around=style.around, radius=style.radius)
    at = [unit.at for name, unit in view.units.items() if book.of(name).side in style.near]
    there = [grid.hex_of(number) for number in at if number != HOLDING_BOX]
    if not there:
        return None
    rows, columns = zip(*map(grid.place_of, there), strict=True)
    middle = (min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2
    reach = 1 + max(
        max(abs(row - middle[0]), abs(column - middle[1]))
        for row, column in zip(rows, columns, strict=True)
    )
    if reach > FARTHEST:
        return None
    return Crop(around=grid.number_of(grid.at(*middle)), radius=reach)


# -- units -----------------------------------------------------------------------------------------


def _stacks(book: Book, view: State, events: Sequence[Event]) -> Iterator[Stack]:
    new = {name for event in events if isinstance(event, e.UnitsReplaced) for name in event.units}
    ashore: dict[str, list[str]] = {}
    afloat: dict[str, list[str]] = {}
    aboard: dict[str, int] = {}
    for name, unit in view.units.items():
        if unit.at == HOLDING_BOX:
            continue
        if unit.aboard is not None:
            aboard[unit.at] = aboard.get(unit.at, 0) + 1
        elif book.of(name).unit_class == "naval":
            afloat.setdefault(unit.at, []).append(name)
        else:
            ashore.setdefault(unit.at, []).append(name)
    for at, names in ashore.items():
        yield Stack(at=at, units=tuple(_counter(book, view, name, new) for name in names))
    for at, names in afloat.items():
        counters = tuple(_counter(book, view, name, new) for name in names)
        words = f"{aboard[at]} units aboard" if at in aboard else ""
        yield Stack(at=at, units=counters, afloat=True, words=words)


def _counter(book: Book, view: State, name: str, new: set[str]) -> Unit:
    counters, unit = book.of(name), view.units[name]
    known = book.strength_of(name, unit)
    marks: list[Mark] = []
    if name in view.out_of_supply:
        marks.append("out-of-supply")
    if name in new:
        marks.append("new")
    if view.partisans and counters.type == "militia":
        marks.append("partisan")
    strength = known if known is not None else counters.facts.untried
    return Unit(
        id=name,
        force=counters.nation,
        symbol=counters.type,
        name=TYPE_NAMES[counters.type],
        strength=None if counters.type == "rail" else strength,
        tried=known is not None,
        movement=counters.facts.movement,
        range=counters.facts.range,
        defends_only=counters.facts.defends_only,
        marks=tuple(marks),
    )


def _boxes(book: Book, view: State) -> Iterator[Box]:
    """Yields the holding box, if anything is in it."""
    sorts: dict[tuple[str, int | None, bool], int] = {}
    first: dict[tuple[str, int | None, bool], Unit] = {}
    for name, unit in view.units.items():
        if unit.at == HOLDING_BOX:
            counter = _counter(book, view, name, set())
            key = (name[:-3], counter.strength, counter.tried)
            sorts[key] = sorts.get(key, 0) + 1
            first.setdefault(key, counter)
    if sorts:
        units = tuple((first[key], count) for key, count in sorts.items())
        yield Box(id=HOLDING_BOX, title="P.A.L. holding box", force="pal", units=units)


# -- what happened, and how it stands --------------------------------------------------------------


def _control(view: State) -> Iterator[Zone]:
    for side, nations in NATIONS_OF.items():
        hexes = tuple(number for number, holder in view.control.items() if holder == side)
        if hexes:
            yield Zone(force=nations[0], hexes=hexes)


def _marches(book: Book, events: Sequence[Event]) -> Iterator[March]:
    """Yields how units moved; those that went the same way together as one."""
    found: dict[tuple[str, tuple[str, ...], Manner], list[str]] = {}
    for event in events:
        match event:
            case e.UnitMoved():
                manner: Manner = "air" if book.of(event.unit).unit_class == "air" else "land"
                key = (book.of(event.unit).nation, event.path, manner)
                found.setdefault(key, []).append(event.unit)
            case e.RailUsed():
                key = (book.of(event.unit).nation, event.path, "rail")
                found.setdefault(key, []).append(event.carried or event.unit)
            case e.ShipsSailed():
                key = (book.of(event.units[0]).nation, (event.origin, event.to), "sea")
                found.setdefault(key, []).extend(event.units)
            case c.UnitsRetreated() | c.UnitsAdvanced():
                is_retreat = isinstance(event, c.UnitsRetreated)
                key = (book.of(event.units[0]).nation, event.path,
                       "retreat" if is_retreat else "advance")  # fmt: skip
                found.setdefault(key, []).extend(event.units)
    for (nation, path, manner), names in found.items():
        shown = tuple(number for number in path if number in book.hexes)
        if len(shown) > 1:
            words = f"{', '.join(names)}: {shown[0]} to {shown[-1]}"
            yield March(force=nation, path=shown, manner=manner, count=len(names), words=words)


def _fights(book: Book, events: Sequence[Event]) -> Iterator[Fight]:
    """Yields the attacks of an opening, each in the first of its hexes."""
    for event in events:
        if isinstance(event, c.AttackResolved):
            yield Fight(
                at=event.hexes[0],
                force=NATIONS_OF[event.side][0],
                odds=event.odds,
                result=event.result.capitalize(),
                words=f"attack {event.number}: {column_text(event.odds)}, die {event.die}: "
                f"{result_text(event.result)}",
            )


def _progress(book: Book, view: State, points: Mapping[Side, int]) -> Progress:
    victory, turns = book.facts.victory, book.facts.turns
    first = 1 if turns <= _MOST_TURNS else (view.turn - 1) // _MOST_TURNS * _MOST_TURNS + 1
    last = min(turns, first + _MOST_TURNS - 1)
    start = book.charts.tables.seasons.first_month
    goal, words = victory.us_keeps, f"U.S. and Canada win with {victory.us_keeps}"
    if victory.aggressors_need is not None:
        goal, words = victory.aggressors_need, f"aggressors win with {victory.aggressors_need}"
    return Progress(
        turns=tuple(month_of(start, turn) for turn in range(first, last + 1)),
        turn=view.turn - first if view.phase != "set-up" else None,
        points=tuple((NATIONS_OF[side][0], points[side]) for side in book.facts.sides),
        goal=goal,
        goal_words=words if goal is not None else "aggressors win with every urban and supply hex",
    )
