"""What a sheet leads to, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event, SubmittedOrders
from adjudicator.core.report import Line, Paragraph
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.combat_projection import combat_projection
from adjudicator.games.invasion_america.rules.garrison import in_annexation, is_tested
from adjudicator.games.invasion_america.rules.order_projection import (
    OrderProjection,
    project_orders,
)
from adjudicator.games.invasion_america.rules.positions import ignores_zones, zone_hexes
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.rules.turns import plays
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Side, State, side_of

__all__ = ["projection"]

_MOST = 12
"""More units than these are counted alone."""
_FACES = 6


def projection(
    narrator: ContinentNarrator, view: State, seat: str, said: SubmittedOrders
) -> tuple[Paragraph, ...]:
    """Returns what comes of a sheet behind the position that it reaches without dice.

    Before the die for the garrison: moves and attacks, whatever it shows. Behind the moves: who is
    out of supply and in enemy zones then. (17.1, 9.3, 11.0)
    """
    book = narrator.book
    if view.phase in ("set-up", "over"):
        return ()
    if view.phase == "replacement" and view.side == US and book.seat_of(US) == seat:
        return tuple(_behind_the_die(narrator, view, seat, said))
    side = _side_that_moved(book, view)
    if side is None or book.seat_of(side) != seat:
        return ()
    lines = tuple(_standing(narrator, view, side))
    whose = narrator.side(side)
    return (narrator.paragraph("after-the-moves", lines, side=whose),) if lines else ()


def _side_that_moved(book: Ruleset, view: State) -> Side | None:
    """Returns the side behind whose land movement a position stands; None: none has moved yet."""
    if view.phase in ("combat", "second-supply", "mechanised"):
        return view.side
    sides, turn = book.facts.sides, view.turn
    before = [(turn, side) for side in sides[: sides.index(view.side)]]
    if turn > 1:
        before = [*((turn - 1, side) for side in sides), *before]
    moved = [side for when, side in before if plays(book, view, side, when)]
    return moved[-1] if moved else None


def _standing(narrator: ContinentNarrator, state: State, side: Side) -> Iterator[Line]:
    """Tells which units of a side stand out of supply or in enemy zones. (9.3, 11.0)"""
    book = narrator.book
    out = out_of_supply(book, state, side)
    if out:
        yield narrator.line("out-of-supply-now", units=narrator.first_of(out, _MOST))
    zones = zone_hexes(book, state, side)
    held = [
        name
        for name, unit in state.units.items()
        if side_of(name) == side
        and unit.aboard is None
        and book.of(name).unit_class != "naval"
        and not ignores_zones(state, name)
        and book.hex_of(unit.at) in zones
    ]
    if held:
        yield narrator.line("held-in-zones", units=narrator.first_of(held, _MOST))


# -- behind the die for the garrison -------------------------------------------------------------


def _behind_the_die(
    narrator: ContinentNarrator, view: State, seat: str, said: SubmittedOrders
) -> Iterator[Paragraph]:
    """Tells what the orders of the U.S. do, if its garrison holds and if not. (17.1)"""
    book = narrator.book
    has_moves = any(said.orders.get(topic) for topic in ("rail", "movement"))
    if not (has_moves or said.orders.get("combat")) or not is_tested(book, view):
        return
    held = max(len(in_annexation(book, view)) - 1, 0)
    for is_cut, faces in ((False, held), (True, _FACES - held)):
        if not faces:
            continue
        found = project_orders(book, view, said.orders, is_cut=is_cut)
        if has_moves:
            lines = _moves(narrator, found)
            key = "moves-if-lost" if is_cut else "moves-if-held"
            yield Paragraph(narrator.say(key, faces=faces, of=_FACES), tuple(lines))
        for one in combat_projection(narrator, found.state, seat, said):
            key = "heading-if-lost" if is_cut else "heading-if-held"
            heading = narrator.say(key, heading=one.heading, faces=faces, of=_FACES)
            yield one._replace(heading=heading)


def _moves(narrator: ContinentNarrator, found: OrderProjection) -> Iterator[Line]:
    """Tells what orders do: what fails, where units stop, what they take, points left."""
    for topic, number, problem in found.failures:
        yield narrator.line("order-fails", topic=topic, number=number + 1, message=problem.message)
    yield from _told(narrator, found.events)
    yield from _standing(narrator, found.state, US)


def _told(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[Line]:
    moved = [event for event in events if isinstance(event, e.UnitMoved)]
    if moved:
        yield narrator.line("units-move", count=len(moved))
    left = [
        narrator.say("unit-points-left", unit=event.unit, count=event.left)
        for event in moved
        if event.left
    ]
    if left:
        yield narrator.line("units-points-left", units=narrator.first_of(left, _MOST))
    taken = [
        number for event in events if isinstance(event, e.HexesTaken) for number in event.hexes
    ]
    if taken:
        yield narrator.line("control-gained", hexes=narrator.places(taken))
    back = [event.unit for event in events if isinstance(event, e.MoveUndone)]
    if back:
        yield narrator.line("no-room", units=back)
