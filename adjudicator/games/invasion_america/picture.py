"""The map of a match as a picture: units, control, movement, how far the match is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.boards.hexes import NOWHERE
from adjudicator.core.english import joined
from adjudicator.core.game import Event
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.board_picture import board_picture
from adjudicator.games.invasion_america.counter_mix import NATIONS, Nation
from adjudicator.games.invasion_america.goals import goal_words, goals, in_order
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.picture_events import fights, marches
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    SIDES,
    Side,
    State,
    side_of,
)
from adjudicator.render.hexes.board import hex_map
from adjudicator.render.hexes.picture import (
    FARTHEST,
    Crop,
    Force,
    Goal,
    HexPicture,
    Mark,
    Progress,
    Reserve,
    Stack,
    SupplyWay,
    Symbol,
    Unit,
    Zone,
)
from adjudicator.render.hexes.space import space_of

__all__ = ["look_of", "picture"]

_LOOKS: Mapping[Nation, tuple[str, str]] = {
    "us": ("US", "blue"),
    "canada": ("CAN", "sky"),
    "esc": ("ESC", "red"),
    "sau": ("SAU", "teal"),
    "pal": ("PAL", "yellow"),
}
"""Code and look of the counters of each nation."""
_MOST_TURNS = 12
"""Longer matches show the game-turns of the present year."""
_TOGETHER = 10
"""How many rows and columns away from the middle units stand that are shown in one part."""
_ORDER: tuple[Symbol, ...] = (
    "armour", "mechanised", "infantry", "special-infantry", "hovercraft", "carrier", "amphibious",
    "transport", "militia", "lrb", "cas", "supply", "rail",
)  # fmt: skip
"""What lies on top of a stack, among units of the same strength."""
_BELOW: tuple[Symbol, ...] = ("militia", "lrb", "cas", "supply", "rail")
"""What lies below all that fights on land, however strong."""


def look_of(side: Side) -> str:
    """Returns the look of a side's counters; Canada's are those of no side of its own."""
    return _LOOKS[side][1]


def picture(
    narrator: ContinentNarrator,
    view: State,
    events: Sequence[Event],
    *,
    points: Mapping[Side, int],
    supply: Sequence[SupplyWay] = (),
    zones: Sequence[Zone] = (),
    areas: Sequence[Zone] = (),
    held: Sequence[Zone] = (),
    style: Style = USUAL_STYLE,
) -> str:
    """Returns the map as SVG text.

    Args:
        events: those of the opening shown.
        points: the victory points of each side.
        supply: lines of supply that are shown.
        zones: zones of control that are shown.
        areas: where the seat that sets up now may do so; shown where no zones are.
        held: what each side holds away from home.

    Raises:
        Refused: the style names a hex that the map does not have.
    """
    book, say = narrator.book, narrator.say
    present = [nation for nation in NATIONS if nation in book.nations]
    crop, outside = _crop(narrator, view, style)
    shown = _shown(narrator, view, events)
    title = [say("map-title"), _moment(narrator, view), book.facts.title]
    if shown and style.arrows != "none":
        title.append(say(f"arrows-{style.arrows}", turn=shown))
    if outside:
        title.append(outside)
    return hex_map(
        HexPicture(
            board=board_picture(book.charts, book.shores, narrator.language),
            title=(*title, *style.caption),
            description=_description(narrator, view, points),
            forces=tuple(
                Force(
                    id=nation,
                    name=say(f"country-{nation}"),
                    code=code,
                    look=look,
                    camp=_camp(book, nation),
                )
                for nation in present
                for code, look in (_LOOKS[nation],)
            ),
            stacks=tuple(_stacks(narrator, view, events)),
            control=tuple(held),
            control_words=say("control"),
            zones=tuple(zones or areas),
            zones_words=say("set-up-area" if areas and not zones else "zone"),
            supply=tuple(supply),
            marches=tuple(marches(narrator, events)) if style.arrows in ("moves", "all") else (),
            fights=tuple(fights(narrator, events)) if style.arrows in ("battles", "all") else (),
            fights_title=say("attacks-of", turn=shown) if shown else say("attacks"),
            progress=_progress(narrator, view, points),
            boxes=tuple(_boxes(narrator, view)) if crop is None or _sees_exits(book, crop) else (),
            crop=crop,
            terms=FrozenMap(narrator.terms("term-")),
            style=style,
        )
    )


def _moment(narrator: ContinentNarrator, view: State) -> str:
    if view.phase == "set-up":
        return narrator.say("moment-set-up")
    if view.result is not None:
        return narrator.say("moment-end")
    month, side = narrator.month(view.turn), narrator.force(view.side)
    phase = narrator.phase(view.phase)
    return narrator.say("moment", turn=view.turn, month=month, side=side, phase=phase)


def _description(narrator: ContinentNarrator, view: State, points: Mapping[Side, int]) -> str:
    held = narrator.sides({side: str(points[side]) for side in narrator.book.facts.sides})
    moment, count = _moment(narrator, view), len(view.units)
    return narrator.say("map-description", moment=moment, held=held, count=count)


def _crop(narrator: ContinentNarrator, view: State, style: Style) -> tuple[Crop | None, str]:
    """Returns the part of the map that a style asks for, and what of it lies elsewhere.

    None: all of the map, also where the units of a side stand everywhere.
    """
    book = narrator.book
    grid = book.charts.grid
    if style.around:
        if grid.hex_of(style.around) == NOWHERE:
            sections = [f"{one.letter}01 to {one.letter}{one.rows:02}" for one in grid.sections]
            hint = f"Rows are {joined(sections)}, columns 01 to {grid.columns:02}."
            message = f'the map has no hex "{style.around}"'
            raise Refused([Problem("unknown-hex", message, ("around",), hint=hint)])
        return Crop(around=style.around, radius=style.radius), ""
    at = [unit.at for name, unit in view.units.items() if book.of(name).side in style.near]
    there = [grid.place_of(grid.hex_of(number)) for number in at if number != HOLDING_BOX]
    near = there if _reach(there) <= FARTHEST else _most(there)
    if not near:
        return None, ""
    words = ""
    if outside := len(there) - len(near):
        sides = [narrator.side(side) for side in SIDES if side in style.near]
        words = narrator.say("outside", count=outside, sides=sides)
    return Crop(around=grid.number_of(grid.at(*_middle(near))), radius=_reach(near)), words


def _middle(places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Returns the row and the column in the middle of several."""
    rows, columns = zip(*places, strict=True)
    return (min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2


def _reach(places: Sequence[tuple[int, int]]) -> int:
    """Returns how far a part reaches that shows rows and columns with a rim."""
    if not places:
        return 1
    row, column = _middle(places)
    return 1 + max(max(abs(one - row), abs(other - column)) for one, other in places)


def _most(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns those of rows and columns that stand together, if four in five do; else none."""
    best: list[tuple[int, int]] = []
    for row, column in dict.fromkeys(places):
        near = [
            (one, other)
            for one, other in places
            if abs(one - row) <= _TOGETHER and abs(other - column) <= _TOGETHER
        ]
        best = max(best, near, key=len)
    return best if len(best) * 5 >= len(places) * 4 else []


def _sees_exits(book: Ruleset, crop: Crop) -> bool:
    """Whether a part shows hexes from which ships reach the holding box. (Ruling 30)"""
    space = space_of(book.charts.grid, crop)
    return any(space.shows(space.centre(hex_)) for hex_ in book.charts.holding_box)


def _shown(narrator: ContinentNarrator, view: State, events: Sequence[Event]) -> str:
    """Returns whose player-turn some events are of: "the E.S.C. in turn 4"; "": of none."""
    sides = [side for event in events if (side := _side(event)) is not None]
    if not sides:
        return ""
    side, order = sides[0], narrator.book.facts.sides
    begun = next((event for event in events if isinstance(event, e.TurnBegun)), None)
    turn = view.turn
    if begun is not None:
        turn = begun.turn - (order.index(side) >= order.index(begun.side))
    return narrator.say("turn-of-a-side", side=narrator.side(side), turn=turn)


def _side(event: Event) -> Side | None:
    """Returns the phasing side, where an event tells it."""
    match event:
        case e.SupplyChecked() | e.UnitsReplaced() | c.AttackMade() | c.AttackResolved():
            return event.side
        case e.UnitMoved() | e.RailUsed():
            return side_of(event.unit)
        case e.ShipsSailed():
            return side_of(event.units[0])
    return None


# -- units -----------------------------------------------------------------------------------------


def _stacks(narrator: ContinentNarrator, view: State, events: Sequence[Event]) -> Iterator[Stack]:
    book = narrator.book
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
        yield Stack(at=at, units=_piled(_counter(narrator, view, name, new) for name in names))
    for at, names in afloat.items():
        counters = _piled(_counter(narrator, view, name, new) for name in names)
        words = narrator.say("units-aboard", count=aboard[at]) if at in aboard else ""
        yield Stack(at=at, units=counters, afloat=True, words=words)


def _piled(counters: Iterable[Unit]) -> tuple[Unit, ...]:
    """Returns the counters of a stack, the strongest of those that hold the ground first."""
    return tuple(
        sorted(
            counters,
            key=lambda unit: (
                unit.symbol in _BELOW, -(unit.strength or 0), _ORDER.index(unit.symbol), unit.id
            ),
        )
    )  # fmt: skip


def _counter(narrator: ContinentNarrator, view: State, name: str, new: set[str]) -> Unit:
    book = narrator.book
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
        name=narrator.say(f"named-{counters.type}"),
        strength=None if counters.type == "rail" else strength,
        tried=known is not None,
        movement=counters.facts.movement,
        range=counters.facts.range,
        defends_only=counters.facts.defends_only,
        marks=tuple(marks),
    )


def _boxes(narrator: ContinentNarrator, view: State) -> Iterator[Reserve]:
    """Yields the holding box, if anything is in it."""
    sorts: dict[tuple[str, int | None, bool], int] = {}
    first: dict[tuple[str, int | None, bool], Unit] = {}
    for name, unit in view.units.items():
        if unit.at == HOLDING_BOX:
            counter = _counter(narrator, view, name, set())
            key = (name[:-3], counter.strength, counter.tried)
            sorts[key] = sorts.get(key, 0) + 1
            first.setdefault(key, counter)
    if sorts:
        units = tuple((first[key], count) for key, count in sorts.items())
        yield Reserve(id=HOLDING_BOX, title=narrator.say("box-title"), force="pal", units=units)


# -- what happened, and how it stands --------------------------------------------------------------


def _camp(book: Ruleset, nation: Nation) -> str:
    """Returns the seat for which a nation fights."""
    side = next(side for side, nations in NATIONS_OF.items() if nation in nations)
    return book.seat_of(side)


def _progress(narrator: ContinentNarrator, view: State, points: Mapping[Side, int]) -> Progress:
    book = narrator.book
    turns = book.facts.turns
    first = 1 if turns <= _MOST_TURNS else (view.turn - 1) // _MOST_TURNS * _MOST_TURNS + 1
    last = min(turns, first + _MOST_TURNS - 1)
    found = goals(book, points)
    return Progress(
        turns=tuple(map(narrator.month, range(first, last + 1))),
        turn=view.turn - first if view.phase != "set-up" else None,
        points=tuple((NATIONS_OF[side][0], points[side]) for side in in_order(book, points)),
        goals=tuple(
            Goal(
                forces=tuple(NATIONS_OF[side][0] for side in goal.sides),
                points=goal.least,
                words=f">{goal.number}" if goal.is_beyond else str(goal.number),
            )
            for goal in found
        ),
        goal_words=goal_words(narrator, view, points),
    )
