"""Land movement and mechanised movement. (Chapters 10 to 12, 7.0, 16.2)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from adjudicator.core.game import Ask, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.events import UnitMoved
from adjudicator.games.invasion_america.rules.control import pass_through
from adjudicator.games.invasion_america.rules.ground import Ground, ground_of
from adjudicator.games.invasion_america.rules.journeys import Journey, Journeys, journeys
from adjudicator.games.invasion_america.rules.kinds import check_kinds
from adjudicator.games.invasion_america.rules.limits import Moved, check_limits, taken_back
from adjudicator.games.invasion_america.rules.overrun import overrun
from adjudicator.games.invasion_america.rules.own_units import (
    check_able,
    check_in_play,
    check_together,
)
from adjudicator.games.invasion_america.rules.positions import enemies_at
from adjudicator.games.invasion_america.rules.replacements import rise
from adjudicator.games.invasion_america.rules.samples import sample_move
from adjudicator.games.invasion_america.rules.static_checks import check_static
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, type_of
from adjudicator.games.invasion_america.words import PHASE_WORDS, place, units_text

__all__ = ["check_move", "mechanised_phase", "movement_phase"]


def movement_phase(book: Ruleset, table: Table[State]) -> None:
    """Land and air units move, ashore and aboard as well. (4.2, 10.0)"""
    _movement(book, table)


def mechanised_phase(book: Ruleset, table: Table[State]) -> None:
    """Armour and mechanised infantry move again, as in land movement. (4.2, ruling 62)"""
    _movement(book, table)


@dataclass(frozen=True)
class _Phase:
    """A movement phase: enemies stand still in it, so their zones are found once."""

    book: Ruleset
    ground: Ground
    _kept: list[tuple[State, o.Move, Journeys]] = field(default_factory=list)

    def judged(self, state: State, order: o.Move) -> Journeys:
        """Returns what becomes of an order; the last answer is kept, for it is asked twice."""
        if self._kept and self._kept[0][0] is state and self._kept[0][1] == order:
            return self._kept[0][2]
        found = journeys(self.book, state, self.ground, order)
        self._kept[:] = [(state, order, found)]
        return found


def _movement(book: Ruleset, table: Table[State]) -> None:
    phase = _Phase(book, ground_of(book, table.state, table.state.side))
    moves: list[Moved] = []
    while True:
        order = table.next(_question(phase, table.state))
        if order is None:
            break
        _carry_out(phase, table, order, moves)
    taken_back(book, table, moves)
    end_of_phase(book, table)


def _question(phase: _Phase, state: State) -> Ask[o.Move]:
    return Ask(
        label=f"turn-{state.turn}/{state.side}/{state.phase}",
        topic=state.phase,
        seat=phase.book.seat_of(state.side),
        expects=o.Move,
        prompt=f"Move units: {PHASE_WORDS[state.phase]}.",
        rule="10.0" if state.phase == "movement" else "4.2",
        check=partial(_check, phase, state),
        sample=partial(sample_move, phase.book, state, phase.ground),
        clamped=partial(_clamped, phase, state),
        check_complete=partial(check_limits, phase.book, state, state.side),
    )


def _carry_out(phase: _Phase, table: Table[State], order: o.Move, moves: list[Moved]) -> None:
    """Units move; what lies on their way follows at once. (16.43, 18.4)"""
    book, state = phase.book, table.state
    ways: dict[tuple[tuple[str, ...], bool], Journey] = {}
    for one in phase.judged(state, order).able:
        moves.append(Moved(one.unit, state.units[one.unit]))
        empty = _empty_hexes(book, table.state, one)
        table.record(_event(phase, one))
        for number in empty:
            rise(book, table, one.unit, number)
        ways.setdefault((one.entered, type_of(one.unit) == "hovercraft"), one)
    for (entered, _), one in ways.items():
        pass_through(book, table, state.side, entered)
        overrun(book, table, one.unit, entered)


def _event(phase: _Phase, one: Journey) -> UnitMoved:
    hex_ = phase.book.hex_of(one.path[-1])
    return UnitMoved(
        unit=one.unit,
        path=one.path,
        aboard=one.aboard,
        spent=one.spent,
        left=one.left,
        in_zone=one.aboard is None and hex_ in phase.ground.zones,
    )


def _empty_hexes(book: Ruleset, state: State, one: Journey) -> tuple[str, ...]:
    """Returns the unoccupied hexes that militia enter, where others may rise. (19.64)"""
    if not book.facts.militia_rise or type_of(one.unit) != "militia":
        return ()
    there = book.occupation(state).units
    entered = dict.fromkeys(one.entered)
    return tuple(number for number in entered if book.hexes[number] not in there)


# -- checks ----------------------------------------------------------------------------------------


def check_move(book: Ruleset, state: State, order: o.Move) -> Sequence[Problem]:
    """Returns why units may not move as ordered."""
    return _check(_Phase(book, ground_of(book, state, state.side)), state, order)


def _check(phase: _Phase, state: State, order: o.Move) -> Sequence[Problem]:
    book = phase.book
    shape = list(check_static(book, order)) or list(
        check_kinds(book, state.side, state.phase, order)
    )
    if shape:
        return shape
    unable = [*_check_conditions(book, state, order), *_check_units(book, state, order)]
    return unable or phase.judged(state, order).problems


def _check_conditions(book: Ruleset, state: State, order: o.Move) -> Iterator[Problem]:
    """A move may depend on hexes that attacks have won, or have not. (Rulings 81 and 120)"""
    for index, number in enumerate(order.if_won):
        if there := enemies_at(book, state, state.side, book.hexes[number]):
            yield Problem(
                "condition-not-met",
                f"{units_text(there)} still {'stands' if len(there) == 1 else 'stand'} in "
                f"{place(book, number)}",
                ("if_won", index),
                "4.2, ruling 120",
                hint="The move is made only where no enemy is left there.",
            )
    for index, number in enumerate(order.unless_won):
        if not enemies_at(book, state, state.side, book.hexes[number]):
            yield Problem(
                "condition-not-met",
                f"no enemy stands in {place(book, number)}",
                ("unless_won", index),
                "4.2, ruling 120",
                hint="The move is made only where an enemy is left there.",
            )


def _check_units(book: Ruleset, state: State, order: o.Move) -> Iterator[Problem]:
    absent = [
        problem
        for index, unit in enumerate(order.units)
        for problem in check_in_play(state, unit, ("units", index))
    ]
    if absent:
        yield from absent
        return
    for index, unit in enumerate(order.units):
        yield from check_able(state, unit, ("units", index))
    yield from check_together(book, state, order.units, ("units",))


def _clamped(phase: _Phase, state: State, order: o.Move) -> o.Move | None:
    """Returns the order for those of its units that can carry it out."""
    able = tuple(
        unit
        for unit in order.units
        if not any(check_in_play(state, unit, ())) and not any(check_able(state, unit, ()))
    )
    if not able:
        return None
    start = state.units[able[0]].at
    together = tuple(unit for unit in able if state.units[unit].at == start)
    wanted = order.model_copy(update={"units": together})
    if any(check_static(phase.book, wanted)):
        return None
    found = tuple(one.unit for one in phase.judged(state, wanted).able)
    return wanted.model_copy(update={"units": found}) if found else None
