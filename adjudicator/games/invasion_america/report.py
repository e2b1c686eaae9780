"""An opening told for people: every event, what it came to in sum, and how the match stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.game import Event
from adjudicator.core.report import Die, Line, Listing, Paragraph, Report
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.combat_report import combat_line
from adjudicator.games.invasion_america.counter_mix import TYPE_NAMES, TYPES
from adjudicator.games.invasion_america.event_digest import Standing, happened
from adjudicator.games.invasion_america.goals import goal_text
from adjudicator.games.invasion_america.grouped import Told, attack_lines, movement_lines
from adjudicator.games.invasion_america.order_of_battle import stations
from adjudicator.games.invasion_america.ruleset import Book
from adjudicator.games.invasion_america.state import NATIONS_OF, US, Side, State, mix_of
from adjudicator.games.invasion_america.summary import (
    Change,
    compared,
    in_sum,
    lost_in_short,
    points_text,
    taken_text,
)
from adjudicator.games.invasion_america.words import (
    MONTHS,
    NATION_WORDS,
    PHASE_WORDS,
    SIDE_NAMES,
    SIDE_WORDS,
    counts_text,
    does,
    month_of,
    named,
    names_text,
    place,
)

__all__ = ["report", "standings"]


def report(
    book: Book,
    before: State,
    events: Sequence[Event],
    view: State,
    *,
    stood: Standing,
    stands: Standing,
    ahead: Sequence[str],
) -> Report:
    """Returns the report of one opening; without events that of the start.

    Args:
        stood: how the position before it stands.
        stands: how the position behind it stands.
        ahead: what lies before the side whose turn comes.
    """
    from adjudicator.games.invasion_america.headline import headline, set_up_headline

    if not events or before.phase == "set-up":
        return Report(
            title="The set-up" if events else "The start of a match of Invasion: America",
            summary=standings(book, view, stands.points, ahead),
            paragraphs=tuple(_paragraphs(book, before, events)),
            tables=(_forces(book, view), stations(book, view)),
            headline=set_up_headline(before, events) if events else "",
        )
    of = Change(before, view, stood, stands, happened(book, before, events))
    changes, sides = compared(book, of)
    return Report(
        title=_title(book, before),
        summary=(*_summary(book, of), *ahead),
        paragraphs=(*_paragraphs(book, before, events), in_sum(book, of)),
        changes=changes,
        tables=(sides, _forces(book, view), stations(book, view)),
        headline=headline(book, events, of),
    )


def _summary(book: Book, of: Change) -> Iterator[str]:
    """Yields an opening in a few sentences: the end, losses, hexes, points, and who is next."""
    yield from _result(of.after)
    yield lost_in_short(book, of.happened)
    yield from taken_text(book, of)
    yield points_text(book, of)
    if book.facts.victory.us_keeps is None:
        yield goal_text(book, of.after, of.stands.points)
    yield from _next(book, of.after)


def standings(
    book: Book, view: State, points: Mapping[Side, int], ahead: Sequence[str] = ()
) -> tuple[str, ...]:
    """Returns who is next, who controls how many victory points, and what lies ahead."""
    held = joined([f"{SIDE_NAMES[side]} {points[side]}" for side in book.facts.sides])
    points_held = f"Victory points: {held}."
    return (*_result(view), *_next(book, view), points_held, goal_text(book, view, points), *ahead)


def _result(view: State) -> Iterator[str]:
    if view.result is None:
        return
    if view.result.winner is None:
        yield "The match is over; nobody has won."
    else:
        yield f"The match is over: {view.result.winner} has won."


def _next(book: Book, view: State) -> Iterator[str]:
    if view.result is not None:
        return
    if view.phase == "set-up":
        first, *later = view.setting_up
        yield f"To set up now: {first}; then {joined(later)}." if later else f"To set up: {first}."
        return
    seasons = book.charts.tables.seasons
    month = month_of(seasons.first_month, view.turn)
    yield (
        f"Game-turn {view.turn} of {book.facts.turns} ({month}): {SIDE_WORDS[view.side]}, "
        f"{PHASE_WORDS[view.phase]}."
    )
    for nation in view.frozen:
        yield f"{NATION_WORDS[nation]} units do not function yet."
    if book.facts.weather and month in [MONTHS[number - 1] for number in seasons.weather]:
        yield "Weather: north of the weather line movement allowances and strengths are halved."
    if view.partisans:
        yield "All militia are partisans."
    if view.annexation_cut:
        yield "U.S. units in Central America are out of supply for good."


def _title(book: Book, before: State) -> str:
    month = month_of(book.charts.tables.seasons.first_month, before.turn)
    return f"Game-turn {before.turn} ({month}): {SIDE_NAMES[before.side]}"


# -- what happened ---------------------------------------------------------------------------------


def _paragraphs(book: Book, before: State, events: Sequence[Event]) -> Iterator[Paragraph]:
    """Yields a paragraph for each phase of each player-turn in which something happened.

    Judgments of supply stand in that of the phase before them, and rail with land movement.
    """
    heading = f"Set up by {before.setting_up[0]}" if before.phase == "set-up" else ""
    heading = heading or _heading(before.side, before.phase)
    told: list[Told] = []
    for event in events:
        if isinstance(event, e.TurnBegun | e.PhaseBegun):
            side = event.side if isinstance(event, e.TurnBegun) else before.side
            phase = "replacement" if side == US else "naval"
            if isinstance(event, e.PhaseBegun):
                phase = event.phase
                if phase in _WITHIN and told:
                    continue
            if told:
                yield Paragraph(heading=heading, lines=_nested(book, told))
            told = []
            before = before.model_copy(update={"side": side})
            heading = _heading(side, phase)
            continue
        text = _text(book, event)
        line = Line(text=text) if isinstance(text, str) else text
        if line.text:
            told.append((event, line))
    if told:
        yield Paragraph(heading=heading, lines=_nested(book, told))


_WITHIN = ("supply", "second-supply")
"""Phases that are told in the paragraph of the phase before."""


def _nested(book: Book, told: Sequence[Told]) -> tuple[Line, ...]:
    """Returns lines, what followed from an attack under the line that tells of it."""
    blocks: list[list[Told]] = [[]]
    for one in told:
        if isinstance(one[0], c.AttackMade | c.AttackCalledOff | c.AttackFailed):
            blocks.append([one])
            if not isinstance(one[0], c.AttackMade):
                blocks.append([])
        elif isinstance(one[0], e.SupplyChecked):
            blocks += [[one], []]
        else:
            blocks[-1].append(one)
    lines: list[Line] = []
    for block in filter(None, blocks):
        first, line = block[0]
        if isinstance(first, c.AttackMade):
            lines += attack_lines(book, first, line, block[1:])
        else:
            lines += movement_lines(book, block)
    return tuple(lines)


def _heading(side: Side, phase: str) -> str:
    return f"{SIDE_NAMES[side]}: {PHASE_WORDS[phase]}"


def _text(book: Book, event: Event) -> Line | str:
    """Returns what a report says of an event; "" of what it passes over."""
    match event:
        case e.GarrisonTested():
            holds = event.die < event.units
            die = Die(value=event.die, result="held" if holds else "lost", counts=not holds)
            there = amount(event.units, "U.S. unit")
            return Line(text=f"The garrison of Central America ({there}) is tested", dice=(die,))
        case e.AnnexationCut():
            return "U.S. units in Central America are out of supply for good."
        case e.UnitsReplaced() | e.UnitsDeployed():
            return _arrival(book, event)
        case e.SupplyChecked():
            names = named(event.out) if len(event.out) > 12 else names_text(event.out)
            all_in = Line(text="All units are in supply.", page_only=True)
            return f"Out of supply: {names}." if event.out else all_in
        case e.HexesTaken():
            hexes = joined([place(book, number) for number in event.hexes])
            return f"{sentence(does(event.side, 'control'))} {hexes}."
        case e.NationActivated():
            return f"{NATION_WORDS[event.nation]} units function from now on."
        case e.PartisansInvoked():
            return "All militia are partisans from now on."
        case e.UnitEliminated():
            return f"{event.unit} is eliminated in {place(book, event.at)}."
    return combat_line(book, event) or _movement(book, event)


def _movement(book: Book, event: Event) -> str:
    match event:
        case e.UnitMoved():
            return _move(book, event)
        case e.ShipsSailed():
            start, end = place(book, event.origin), place(book, event.to)
            return f"{names_text(event.units)}: {start} to {end}."
        case e.RailUsed():
            start, end = place(book, event.path[0]), place(book, event.path[-1])
            cargo = "" if event.carried is None else f" with {event.carried}"
            return f"{event.unit}{cargo}: {start} to {end}."
        case e.MoveUndone():
            return f"{event.unit} finds no room and goes back to {place(book, event.to)}."
        case e.SupplyUnitLoaded():
            return f"{event.ship} takes {event.unit} aboard."
        case e.SupplyUnitLanded():
            return f"{event.ship} lands {event.unit}."
    return ""


def _move(book: Book, event: e.UnitMoved) -> str:
    """Tells a move; one in a single hex leads only on board, or ashore. (10.0, 7.0)"""
    start, end = place(book, event.path[0]), place(book, event.path[-1])
    left = f", {amount(event.left, 'point')} left" if event.left else ""
    zone = ", in an enemy zone" if event.in_zone else ""
    if len(event.path) > 1:
        where = "" if event.aboard is None else f" and goes aboard {event.aboard}"
        return f"{event.unit}: {start} to {end}{where}{left}{zone}."
    way = "goes ashore" if event.aboard is None else f"goes aboard {event.aboard}"
    return f"{event.unit}: {way} in {end}{left}{zone}."


def _arrival(book: Book, event: e.UnitsReplaced | e.UnitsDeployed) -> str:
    counts: dict[str, int] = {}
    for name in event.units:
        counts[mix_of(name)] = counts.get(mix_of(name), 0) + 1
    where = place(book, next(iter(event.units.values())).at)
    if isinstance(event, e.UnitsDeployed):
        return f"{counts_text(book, counts)} in {where}."
    if event.reason == "risen":
        return f"{counts_text(book, counts)}: risen in {where}."
    held = ", in an enemy zone" if event.halted else ""
    return f"{counts_text(book, counts)}: replacements in {where}{held}."


# -- how things stand ------------------------------------------------------------------------------


def _forces(book: Book, view: State) -> Listing:
    """Returns how many units of each type every nation has in play."""
    counts: dict[tuple[str, str], int] = {}
    for name in view.units:
        nation, _, unit_type = mix_of(name).partition("-")
        counts[nation, unit_type] = counts.get((nation, unit_type), 0) + 1
    nations = [nation for side in book.facts.sides for nation in NATIONS_OF[side]]
    types = [one for one in TYPES if any(counts.get((nation, one)) for nation in nations)]
    rows = [
        (sentence(TYPE_NAMES[one]), *(str(counts.get((nation, one), 0)) for nation in nations))
        for one in types
    ]
    return Listing(
        caption="Units in play",
        note="On the map, aboard of ships and in the holding box.",
        columns=("Type", *(NATION_WORDS[nation] for nation in nations)),
        rows=tuple(rows),
        numbers=len(nations),
    )
