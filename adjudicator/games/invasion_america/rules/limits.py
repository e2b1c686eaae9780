"""Limits at the end of a movement phase: land stacks, fleets; and moves that are taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.english import amount
from adjudicator.core.game import Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america.events import MoveUndone
from adjudicator.games.invasion_america.rules.positions import cargo_of, fleet_at, stack_at
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, Unit
from adjudicator.games.invasion_america.words import named, place

__all__ = ["Moved", "check_limits", "room_in", "taken_back"]


class Moved(NamedTuple):
    """A unit that has moved in a phase, and where it was before."""

    name: str
    before: Unit


def room_in(book: Ruleset, state: State, side: Side, hex_: int) -> int:
    """Returns how many more units of a side may end a phase in a hex. (12.13)"""
    return book.charts.tables.limits.stack - len(stack_at(book, state, hex_, side))


def _crowded(book: Ruleset, state: State, side: Side) -> Iterator[tuple[int, Sequence[str], int]]:
    """Yields the hexes that hold too many units of a kind, with these and how many may stay.

    Three land, supply and air units of a side, rail units apart; three naval units, whosever they
    are. (6.0, 12.0, 12.11, 16.44, ruling 59)
    """
    limits = book.charts.tables.limits
    for hex_, names in book.occupation(state).units.items():
        if len(names) <= limits.stack and len(names) <= limits.fleet:
            continue
        stack = stack_at(book, state, hex_, side)
        if len(stack) > limits.stack:
            yield hex_, stack, limits.stack
        fleet = fleet_at(book, state, hex_)
        if len(fleet) > limits.fleet:
            yield hex_, fleet, limits.fleet


def check_limits(book: Ruleset, state: State, side: Side) -> Iterator[Problem]:
    """Yields a problem for each hex that would hold too many at the end of the phase.

    (6.11, 12.0)
    """
    for hex_, names, most in _crowded(book, state, side):
        is_fleet = book.of(names[0]).unit_class == "naval"
        where = place(book, book.number_of(hex_))
        yield Problem(
            "fleet-full" if is_fleet else "stack-full",
            f"{where} would hold {amount(len(names), 'naval unit' if is_fleet else 'unit')} at the "
            f"end of the phase, {most} may stay: {named(names)}",
            (),
            "6.0" if is_fleet else "12.0",
            hint=f"Move {amount(len(names) - most, 'unit')} away, or send fewer.",
        )


def taken_back(book: Ruleset, table: Table[State], moves: Sequence[Moved]) -> None:
    """Takes back the last moves into places that hold too many, until all fit. (Ruling 60)

    Only orders that failed by earlier dice can lead to that: no sheet is accepted that does. What a
    move taken back has brought about on its way stays.
    """
    left = list(moves)
    while True:
        one = _last_too_many(book, table.state, left)
        if one is None:
            return
        left.remove(one)
        before = one.before
        table.record(
            MoveUndone(unit=one.name, to=before.at, aboard=before.aboard, water=before.water)
        )


def _last_too_many(book: Ruleset, state: State, moves: Sequence[Moved]) -> Moved | None:
    """Returns the last move into a hex or onto a ship that holds too many; None: all fit."""
    for _, names, _ in _crowded(book, state, state.side):
        last = _last_of(moves, names)
        if last is not None:
            return last
    most = book.charts.tables.limits.cargo
    ships = dict.fromkeys(state.units[one.name].aboard for one in moves)
    for ship in ships:
        cargo = cargo_of(state, ship) if ship is not None else []
        if len(cargo) > most:
            last = _last_of(moves, cargo)
            if last is not None:
                return last
    return None


def _last_of(moves: Sequence[Moved], names: Sequence[str]) -> Moved | None:
    return next((one for one in reversed(moves) if one.name in names), None)
