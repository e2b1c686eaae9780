"""What `check` tells of the combat phase: odds, exact chances, what depends on what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.core.game import SubmittedOrders
from adjudicator.core.report import Line, Paragraph
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.attack_checks import disputing
from adjudicator.games.invasion_america.rules.attack_projection import (
    AttackProjection,
    attack_projection,
)
from adjudicator.games.invasion_america.rules.combat import assaults_due, clamped_attack, unmet
from adjudicator.games.invasion_america.rules.line_up import (
    LineUp,
    assault_ship,
    back_of,
    is_air,
    line_up,
    odds_of,
    participants,
    totals,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State

__all__ = ["combat_projection"]


def combat_projection(
    narrator: ContinentNarrator, state: State, seat: str, said: SubmittedOrders
) -> tuple[Paragraph, ...]:
    """Returns what the attacks of a sheet may bring, and what must or cannot be attacked."""
    seat_now = narrator.book.seat_of(state.side)
    if seat_now != seat or state.phase != "combat" or state.result is not None:
        return ()
    if state.attacks <= 1:
        # Before the first die: who is committed to the first attack can still make it.
        state = state.model_copy(update={"fought": (), "attacks": 0})
    orders = [one for one in said.orders.get("combat", ()) if isinstance(one, o.Attack)]
    told = (
        narrator.paragraph("attacks-ahead", _attacks(narrator, state, orders)),
        narrator.paragraph("assaults-due", _assaults(narrator, state, orders)),
        narrator.paragraph("air-superiority", _superiority(narrator, state, orders)),
    )
    return tuple(paragraph for paragraph in told if paragraph.lines)


# -- attacks ---------------------------------------------------------------------------------------


def _attacks(
    narrator: ContinentNarrator, state: State, orders: Sequence[o.Attack]
) -> Iterator[Line]:
    """Tells each attack as it would be made now; earlier ones may change it."""
    for number, order in enumerate(orders, start=1):
        where = narrator.places(order.hexes)
        clamped, problem = clamped_attack(narrator.book, state, order, orders[: number - 1])
        if clamped is not None:
            matched, chances = (
                _matched(narrator, state, clamped),
                _chances(narrator, state, clamped),
            )
            yield narrator.line(
                "attack-ahead", lines=chances, number=number, hexes=where, matched=matched
            )
        elif problem is not None:
            why = problem.message
            yield narrator.line("attack-impossible-for", number=number, hexes=where, message=why)
        else:
            yield narrator.line("attack-impossible", number=number, hexes=where)


def _matched(narrator: ContinentNarrator, state: State, order: o.Attack) -> str:
    book = narrator.book
    units = participants(book, state, order.units)
    hexes = [book.hexes[number] for number in order.hexes]
    lined = line_up(book, state, units, hexes)
    found = totals(lined, lambda name: back_of(book, state, name))
    return narrator.say(
        "matched",
        attackers=narrator.fighters(state, [one.unit for one in lined.attackers]),
        defenders=narrator.fighters(state, [one.unit for one in lined.defenders]),
        attack=found.attack,
        defence=found.defence,
        column=narrator.column(odds_of(book, found)),
    )


def _chances(narrator: ContinentNarrator, state: State, order: o.Attack) -> Iterator[Line]:
    book = narrator.book
    units = participants(book, state, order.units)
    hexes = [book.hexes[number] for number in order.hexes]
    yield from _why(narrator, line_up(book, state, units, hexes))
    found = attack_projection(book, state, units, hexes)
    if len(found.columns) > 1 or found.walkover or found.no_attack:
        chances = _listed(narrator, _columns(narrator, found))
        yield narrator.line("unknown-strengths", chances=chances)
    results = {narrator.result(result): chance for result, chance in found.results.items()}
    told = narrator.say("chances", chances=_listed(narrator, results))
    yield Line(told[:1].upper() + told[1:])
    if "dx" in found.results:
        yield from _in_an_exchange(narrator, order)
    yield from _conditions(narrator, state, order)


def _in_an_exchange(narrator: ContinentNarrator, order: o.Attack) -> Iterator[Line]:
    """Tells who goes first, and who last among equals, where the rules leave a choice. (13.42)"""
    if order.lose:
        yield narrator.line("goes-first", units=order.lose)
    named = [name for move in order.advance or () for name in move.units]
    kept = tuple(dict.fromkeys(name for name in named if name not in order.lose))
    if kept and len(order.units) > 1:
        yield narrator.line("goes-last", units=kept)


def _why(narrator: ContinentNarrator, lined: LineUp) -> Iterator[Line]:
    """Tells why units count for more or less than is printed. (13.3, ruling 10)"""
    multiplied = [
        narrator.say(
            "multiplied-by",
            place=narrator.place(narrator.book.number_of(hex_)),
            multiple=multiple,
        )
        for hex_, multiple in lined.multiples.items()
        if any(one.hex == hex_ and one.multiple > 1 for one in lined.defenders)
    ]
    if multiplied:
        yield narrator.line("multiplied", hexes=multiplied)
    for times in (1, 2, 3):
        names = [one.unit for one in (*lined.attackers, *lined.defenders) if one.halvings == times]
        if names:
            yield narrator.line(f"halved-{times}", units=names)


def _columns(narrator: ContinentNarrator, found: AttackProjection) -> Mapping[str, Fraction]:
    told = {narrator.column(odds): chance for odds, chance in found.columns.items()}
    if found.walkover:
        told[narrator.say("militia-give-way")] = found.walkover
    if found.no_attack:
        told[narrator.say("no-attacker")] = found.no_attack
    return told


def _listed(narrator: ContinentNarrator, chances: Mapping[str, Fraction]) -> list[str]:
    return [
        narrator.say("chance-of", what=name, chance=narrator.chance(chance))
        for name, chance in chances.items()
    ]


def _falls_short(book: Ruleset, state: State, order: o.Attack) -> bool:
    found = unmet(book, state, order, order.if_won)
    return found is not None and found[0] == "at-least"


def _conditions(narrator: ContinentNarrator, state: State, order: o.Attack) -> Iterator[Line]:
    if order.at_least is not None:
        column = narrator.column(order.at_least)
        is_short = _falls_short(narrator.book, state, order)
        yield narrator.line("only-at-not-now" if is_short else "only-at", column=column)
    if order.if_won:
        yield narrator.line("only-if-won", hexes=narrator.places(order.if_won))
    if order.unless_won:
        yield narrator.line("only-unless-won", hexes=narrator.places(order.unless_won))
    if assault_ship(order.units) and (order.at_least or order.if_won or order.unless_won):
        yield narrator.line("assault-anyway")


# -- duties ----------------------------------------------------------------------------------------


def _assaults(
    narrator: ContinentNarrator, state: State, orders: Sequence[o.Attack]
) -> Iterator[Line]:
    """Tells the assaults that nobody ordered: they are made all the same. (15.0)"""
    book = narrator.book
    for ship in assaults_due(book, state, state.side):
        if any(ship in order.units for order in orders):
            continue
        order = o.Attack(order="attack", units=(ship,), hexes=(state.units[ship].at,))
        clamped, problem = clamped_attack(book, state, order)
        if clamped is not None:
            yield narrator.line(
                "assaulted-last",
                lines=_chances(narrator, state, clamped),
                place=narrator.place(order.hexes[0]),
                matched=_matched(narrator, state, clamped),
            )
        elif problem is not None:
            yield narrator.line("assault-fails", ship=ship, message=problem.message)
        else:
            yield narrator.line("assault-nobody", ship=ship)


def _superiority(
    narrator: ContinentNarrator, state: State, orders: Sequence[o.Attack]
) -> Iterator[Line]:
    """Tells which attacks with air units depend on earlier ones being made. (14.5)"""
    book = narrator.book
    for number, order in enumerate(orders, start=1):
        if not any(is_air(book, name) for name in order.units):
            continue
        for target in order.hexes:
            names = disputing(book, state, book.hexes[target])
            if names:
                place = narrator.place(target)
                yield narrator.line("only-after", number=number, place=place, units=names)
