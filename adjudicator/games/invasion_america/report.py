"""An opening told for people: every event, what it came to in sum, and how the match stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Event
from adjudicator.core.report import Die, Line, Listing, Paragraph, Report
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.combat_report import combat_line
from adjudicator.games.invasion_america.counter_mix import TYPES
from adjudicator.games.invasion_america.event_digest import Standing, happened
from adjudicator.games.invasion_america.goals import goal_text
from adjudicator.games.invasion_america.grouped import Told, attack_lines, movement_lines
from adjudicator.games.invasion_america.headline import headline, set_up_headline
from adjudicator.games.invasion_america.narrator import ContinentNarrator, many
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    mix_of,
    side_of,
)
from adjudicator.games.invasion_america.summary import (
    Change,
    compared,
    lost_in_short,
    points_text,
    summary_paragraph,
    taken_text,
)

__all__ = ["order_of_battle", "report", "standings"]


def report(
    narrator: ContinentNarrator,
    before: State,
    events: Sequence[Event],
    view: State,
    *,
    stood: Standing,
    stands: Standing,
    next_duties: Sequence[str],
) -> Report:
    """Returns the report of one opening; without events that of the start.

    Args:
        stood: how the position before it stands.
        stands: how the position behind it stands.
        next_duties: what lies before the side whose turn comes.
    """
    if not events or before.phase == "set-up":
        return Report(
            title=narrator.say("title-set-up" if events else "title-start"),
            summary=standings(narrator, view, stands.points, next_duties),
            paragraphs=tuple(_paragraphs(narrator, before, events)),
            tables=(_forces(narrator, view), order_of_battle(narrator, view)),
            headline=set_up_headline(narrator, before, events) if events else "",
            language=narrator.language.code,
        )
    of = Change(before, view, stood, stands, happened(narrator.book, before, events))
    changes, sides = compared(narrator, of)
    month, side = narrator.month(before.turn), narrator.force(before.side)
    return Report(
        title=narrator.say("title", turn=before.turn, month=month, side=side),
        summary=(*_summary(narrator, of), *next_duties),
        paragraphs=(*_paragraphs(narrator, before, events), summary_paragraph(narrator, of)),
        changes=changes,
        tables=(sides, _forces(narrator, view), order_of_battle(narrator, view)),
        headline=headline(narrator, events, of),
        language=narrator.language.code,
    )


def _summary(narrator: ContinentNarrator, of: Change) -> Iterator[str]:
    """Yields an opening in a few sentences: the end, losses, hexes, points, and who is next."""
    yield from _result(narrator, of.after)
    yield lost_in_short(narrator, of.happened)
    yield from taken_text(narrator, of)
    yield points_text(narrator, of)
    if narrator.book.facts.victory.us_keeps is None:
        yield goal_text(narrator, of.after, of.stands.points)
    yield from _next(narrator, of.after)


def standings(
    narrator: ContinentNarrator,
    view: State,
    points: Mapping[Side, int],
    next_duties: Sequence[str] = (),
) -> tuple[str, ...]:
    """Returns who is next, who controls how many victory points, and what lies before them."""
    held = narrator.sides({side: str(points[side]) for side in narrator.book.facts.sides})
    return (
        *_result(narrator, view),
        *_next(narrator, view),
        narrator.say("points", held=held),
        goal_text(narrator, view, points),
        *next_duties,
    )


def _result(narrator: ContinentNarrator, view: State) -> Iterator[str]:
    if view.result is None:
        return
    if view.result.winner is None:
        yield narrator.say("over-nobody")
    else:
        yield narrator.say("over-won", winner=narrator.who(view.result.winner))


def _next(narrator: ContinentNarrator, view: State) -> Iterator[str]:
    if view.result is not None:
        return
    if view.phase == "set-up":
        first, *later = view.setting_up
        if later:
            yield narrator.say(
                "set-up-now", seat=narrator.who(first), later=[*map(narrator.who, later)]
            )
        else:
            yield narrator.say("set-up-last", seat=narrator.who(first))
        return
    facts, seasons = narrator.book.facts, narrator.book.charts.tables.seasons
    yield narrator.say(
        "turn-now",
        turn=view.turn,
        turns=facts.turns,
        month=narrator.month(view.turn),
        side=narrator.side(view.side),
        phase=narrator.phase(view.phase),
    )
    for nation in view.frozen:
        yield narrator.say("frozen", nation=narrator.nation(nation))
    if facts.weather and (seasons.first_month + view.turn - 2) % 12 + 1 in seasons.weather:
        yield narrator.say("weather")
    if view.partisans:
        yield narrator.say("partisans-now")
    if view.annexation_cut:
        yield narrator.say("annexation-cut")


# -- what happened ---------------------------------------------------------------------------------


def _paragraphs(
    narrator: ContinentNarrator, before: State, events: Sequence[Event]
) -> Iterator[Paragraph]:
    """Yields a paragraph for each phase of each player-turn in which something happened.

    Checks of supply stand in that of the phase before them, and rail with land movement.
    """
    if before.phase == "set-up":
        heading = narrator.say("heading-set-up", seat=narrator.who(before.setting_up[0]))
    else:
        heading = _heading(narrator, before.side, before.phase)
    told: list[Told] = []
    checks = [event for event in events if isinstance(event, e.SupplyChecked)]
    for event in events:
        if isinstance(event, e.TurnBegun | e.PhaseBegun):
            side = event.side if isinstance(event, e.TurnBegun) else before.side
            phase = "replacement" if side == US else "naval"
            if isinstance(event, e.PhaseBegun):
                phase = event.phase
                if phase in _WITHIN and told:
                    continue
            if told:
                yield Paragraph(heading, _nested(narrator, told))
            told = []
            before = before.model_copy(update={"side": side})
            heading = _heading(narrator, side, phase)
            continue
        line = combat_line(narrator, event) or _line(narrator, event) or _moved(narrator, event)
        if line is not None and isinstance(event, e.SupplyChecked):
            # Text tells the last check of an opening: that one holds.
            line = line._replace(page_only=line.page_only or event is not checks[-1])
        if line is not None:
            told.append((event, line))
    if told:
        yield Paragraph(heading, _nested(narrator, told))


_MOST_ATTACKS = 8
"""Of more attacks than these text leaves out who advances into a hex that was attacked."""
_WITHIN = ("supply", "second-supply")
"""Phases that are told in the paragraph of the phase before."""


def _nested(narrator: ContinentNarrator, told: Sequence[Told]) -> tuple[Line, ...]:
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
    is_long = sum(isinstance(event, c.AttackMade) for event, _ in told) > _MOST_ATTACKS
    for block in filter(None, blocks):
        first, line = block[0]
        if isinstance(first, c.AttackMade):
            lines += attack_lines(narrator, first, line, block[1:], is_long=is_long)
        else:
            lines += movement_lines(narrator, block)
    return tuple(lines)


def _heading(narrator: ContinentNarrator, side: Side, phase: str) -> str:
    return narrator.say("heading", side=narrator.force(side), phase=narrator.phase(phase))


def _line(narrator: ContinentNarrator, event: Event) -> Line | None:
    """Returns what a report says of an event besides moves and combat; None: nothing."""
    match event:
        case e.GarrisonTested():
            holds = event.die < event.units
            result = narrator.say("garrison-held" if holds else "garrison-lost")
            die = Die(value=event.die, result=result, counts=not holds)
            return narrator.line("garrison", dice=(die,), units=event.units)
        case e.AnnexationCut():
            return narrator.line("annexation-cut")
        case e.UnitsReplaced() | e.UnitsDeployed():
            return _arrival(narrator, event)
        case e.SupplyChecked(out=()):
            return narrator.line("all-in-supply")._replace(page_only=True)
        case e.SupplyChecked(out=out):
            names = narrator.first_of(out) if len(out) > 12 else narrator.units(out)
            return narrator.line("out-of-supply", units=names)
        case e.HexesTaken(side=side, hexes=hexes):
            name, places = narrator.side(side), narrator.places(hexes)
            line = narrator.line("takes-hexes", side=name, many=many(side), hexes=places)
            return line._replace(page_only=True)
        case e.NationActivated():
            return narrator.line("activated", nation=narrator.nation(event.nation))
        case e.PartisansInvoked():
            return narrator.line("partisans")
        case e.UnitEliminated():
            place = narrator.place(event.at)
            return narrator.line("one-eliminated", unit=event.unit, place=place)
    return None


def _moved(narrator: ContinentNarrator, event: Event) -> Line | None:
    """Returns what a report says of a move, and of what the core records."""
    match event:
        case e.UnitMoved():
            return _move(narrator, event)
        case e.ShipsSailed():
            start, end = narrator.place(event.origin), narrator.place(event.to)
            units = narrator.units(event.units)
            return narrator.line("way", units=units, start=start, to=end, more="")
        case e.RailUsed():
            start, end = narrator.place(event.path[0]), narrator.place(event.path[-1])
            if event.carried is None:
                return narrator.line("rail", unit=event.unit, start=start, to=end)
            cargo = event.carried
            return narrator.line("rail-with", unit=event.unit, cargo=cargo, start=start, to=end)
        case e.MoveUndone():
            return narrator.line("room", unit=event.unit, place=narrator.place(event.to))
        case e.SupplyUnitLoaded():
            return narrator.line("loaded", ship=event.ship, unit=event.unit)
        case e.SupplyUnitLanded():
            return narrator.line("landed-supply", ship=event.ship, unit=event.unit)
    text = narrator.of_the_core(event)
    return Line(text) if text else None


def _move(narrator: ContinentNarrator, event: e.UnitMoved) -> Line:
    """Tells a move; one in a single hex leads only on board, or ashore. (10.0, 7.0)"""
    end = narrator.place(event.path[-1])
    more = narrator.say("points-left", count=event.left) if event.left else ""
    more += narrator.say("in-a-zone") if event.in_zone else ""
    if len(event.path) > 1:
        start = narrator.place(event.path[0])
        if event.aboard is not None:
            return narrator.line(
                "way-aboard", units=[event.unit], start=start, to=end, ship=event.aboard, more=more
            )
        return narrator.line("way", units=[event.unit], start=start, to=end, more=more)
    if event.aboard is None:
        return narrator.line("goes-ashore", unit=event.unit, place=end, more=more)
    ship = event.aboard
    return narrator.line("goes-aboard", unit=event.unit, ship=ship, place=end, more=more)


def _arrival(narrator: ContinentNarrator, event: e.UnitsReplaced | e.UnitsDeployed) -> Line:
    units = narrator.counted(event.units)
    where = narrator.place(next(iter(event.units.values())).at)
    if isinstance(event, e.UnitsDeployed):
        return narrator.line("deployed", units=units, place=where)
    if event.reason == "risen":
        return narrator.line("risen", units=units, place=where)
    held = narrator.say("in-a-zone") if event.halted else ""
    return narrator.line("replaced", units=units, place=where, more=held)


# -- how things stand ------------------------------------------------------------------------------


def _forces(narrator: ContinentNarrator, view: State) -> Listing:
    """Returns how many units of each type every nation has in play."""
    counts: dict[tuple[str, str], int] = {}
    for name in view.units:
        nation, _, unit_type = mix_of(name).partition("-")
        counts[nation, unit_type] = counts.get((nation, unit_type), 0) + 1
    nations = [nation for side in narrator.book.facts.sides for nation in NATIONS_OF[side]]
    types = [one for one in TYPES if any(counts.get((nation, one)) for nation in nations)]
    rows = []
    for one in types:
        name = narrator.say(f"named-{one}")
        figures = (str(counts.get((nation, one), 0)) for nation in nations)
        rows.append((name[:1].upper() + name[1:], *figures))
    return Listing(
        caption=narrator.say("table-forces"),
        note=narrator.say("table-forces-note"),
        columns=(narrator.say("column-type"), *map(narrator.nation, nations)),
        rows=tuple(rows),
        numbers=len(nations),
    )


def order_of_battle(narrator: ContinentNarrator, state: State) -> Listing:
    """Returns every place with units, force by force, each with its strength.

    The holding box comes last; who is aboard stands behind their ship.
    """
    there: dict[tuple[str, str], list[str]] = {}
    for name, unit in state.units.items():
        there.setdefault((side_of(name), unit.at), []).append(name)
    places = sorted({at for _, at in there}, key=lambda at: (at == HOLDING_BOX, at))
    rows = tuple(
        (
            narrator.place(at),
            narrator.force(side),
            ", ".join(_unit_texts(narrator, state, there[side, at])),
        )
        for side in narrator.book.facts.sides
        for at in places
        if (side, at) in there
    )
    return Listing(
        caption=narrator.say("table-stations"),
        note=narrator.say("table-stations-note"),
        columns=(
            narrator.say("column-place"),
            narrator.say("column-force"),
            narrator.say("column-units"),
        ),
        rows=rows,
        folded=True,
    )


def _unit_texts(narrator: ContinentNarrator, state: State, names: list[str]) -> list[str]:
    told: list[str] = []
    for name in names:
        if state.units[name].aboard is None:
            aboard = [other for other in names if state.units[other].aboard == name]
            (unit,) = narrator.fighters(state, [name])
            carried = narrator.fighters(state, aboard)
            told.append(narrator.say("carries", ship=unit, units=carried) if aboard else unit)
    return told
