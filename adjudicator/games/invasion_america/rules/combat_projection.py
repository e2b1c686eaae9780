"""What `check` tells of the combat phase: odds, exact chances, what hangs on what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.core.english import joined, sentence
from adjudicator.core.game import Intentions
from adjudicator.core.report import Line, Paragraph
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.combat_words import (
    chance_text,
    column_text,
    fighters_text,
    result_text,
)
from adjudicator.games.invasion_america.rules.attack_checks import disputing
from adjudicator.games.invasion_america.rules.attack_projection import (
    AttackProjection,
    attack_projection,
)
from adjudicator.games.invasion_america.rules.combat import assaults_due, fitted_attack, unmet
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
from adjudicator.games.invasion_america.ruleset import Book
from adjudicator.games.invasion_america.state import State
from adjudicator.games.invasion_america.words import place, units_text

__all__ = ["combat_projection"]


def combat_projection(
    book: Book, state: State, seat: str, said: Intentions
) -> tuple[Paragraph, ...]:
    """Returns what the attacks of a sheet may bring, and what must or cannot be attacked."""
    if book.seat_of(state.side) != seat or state.phase != "combat" or state.result is not None:
        return ()
    if state.attacks <= 1:
        # Before the first die: who is committed to the first attack can still make it.
        state = state.model_copy(update={"fought": (), "attacks": 0})
    orders = [one for one in said.orders.get("combat", ()) if isinstance(one, o.Attack)]
    told = (
        ("Attacks ahead", _attacks(book, state, orders)),
        ("Assaults that must be made", _assaults(book, state, orders)),
        ("Air superiority", _superiority(book, state, orders)),
    )
    gathered = ((heading, tuple(lines)) for heading, lines in told)
    return tuple(Paragraph(heading=heading, lines=lines) for heading, lines in gathered if lines)


# -- attacks ---------------------------------------------------------------------------------------


def _attacks(book: Book, state: State, orders: Sequence[o.Attack]) -> Iterator[Line]:
    """Tells each attack as it would be made now; earlier ones may change it."""
    for number, order in enumerate(orders, start=1):
        where = joined([place(book, one) for one in order.hexes])
        fitted, problem = fitted_attack(book, state, order, orders[: number - 1])
        if fitted is None:
            reason = f": {problem.message}" if problem is not None else ""
            yield Line(text=f"{number}. {where}: it cannot be made as things stand{reason}.")
            continue
        yield Line(
            text=f"{number}. {where}: {_matched(book, state, fitted)}",
            lines=tuple(Line(text=text) for text in _chances(book, state, fitted)),
        )


def _matched(book: Book, state: State, order: o.Attack) -> str:
    units = participants(book, state, order.units)
    hexes = [book.hexes[number] for number in order.hexes]
    lined = line_up(book, state, units, hexes)
    found = totals(lined, lambda name: back_of(book, state, name))
    return (
        f"{fighters_text(book, state, [one.unit for one in lined.attackers])} against "
        f"{fighters_text(book, state, [one.unit for one in lined.defenders])}: "
        f"{found.attack} to {found.defence}, {column_text(odds_of(book, found))}."
    )


def _chances(book: Book, state: State, order: o.Attack) -> Iterator[str]:
    units = participants(book, state, order.units)
    hexes = [book.hexes[number] for number in order.hexes]
    yield from _why(book, line_up(book, state, units, hexes))
    found = attack_projection(book, state, units, hexes)
    if len(found.columns) > 1 or found.walkover or found.no_attack:
        yield f"Over all unknown strengths: {_listed(_columns(found))}."
    results = {result_text(result): chance for result, chance in found.results.items()}
    yield f"{sentence(_listed(results))}."
    if "dx" in found.results:
        yield from _in_an_exchange(order)
    yield from _conditions(book, state, order)


def _in_an_exchange(order: o.Attack) -> Iterator[str]:
    """Tells who goes first, and who last among equals, where the rules leave a choice. (13.42)"""
    if order.lose:
        yield f"In an exchange {joined([*order.lose])} {_goes(order.lose)} first."
    named = [name for move in order.advance or () for name in move.units]
    kept = tuple(dict.fromkeys(name for name in named if name not in order.lose))
    if kept and len(order.units) > 1:
        yield f"Among units that cost as much {joined([*kept])} {_goes(kept)} last in an exchange."


def _goes(names: Sequence[str]) -> str:
    return "goes" if len(names) == 1 else "go"


def _why(book: Book, lined: LineUp) -> Iterator[str]:
    """Tells why units count for more or less than is printed. (13.3, ruling 10)"""
    multiplied = [
        f"{place(book, book.number_of(hex_))} by {multiple}"
        for hex_, multiple in lined.multiples.items()
        if any(one.hex == hex_ and one.multiple > 1 for one in lined.defenders)
    ]
    if multiplied:
        yield f"Defenders are multiplied: {joined(multiplied)}."
    for times, word in ((1, "Halved"), (2, "Halved twice"), (3, "Halved three times")):
        names = [one.unit for one in (*lined.attackers, *lined.defenders) if one.halvings == times]
        if names:
            yield f"{word}: {joined(names)}."


def _columns(found: AttackProjection) -> Mapping[str, Fraction]:
    told = {column_text(odds): chance for odds, chance in found.columns.items()}
    if found.walkover:
        told["militia without strength give way"] = found.walkover
    if found.no_attack:
        told["no attacker has any strength"] = found.no_attack
    return told


def _listed(chances: Mapping[str, Fraction]) -> str:
    return joined([f"{name} in {chance_text(chance)}" for name, chance in chances.items()])


def _falls_short(book: Book, state: State, order: o.Attack) -> bool:
    found = unmet(book, state, order, order.if_won)
    return found is not None and found[0] == "at-least"


def _conditions(book: Book, state: State, order: o.Attack) -> Iterator[str]:
    if order.at_least is not None:
        yield (
            f"Made only at {column_text(order.at_least)} or better, when its turn comes"
            f"{': not as things stand' if _falls_short(book, state, order) else ''}."
        )
    if order.if_won:
        yield f"Made only if no enemy is left in {joined([place(book, n) for n in order.if_won])}."
    if order.unless_won:
        hexes = joined([place(book, number) for number in order.unless_won])
        yield f"Made only if enemies are left in {hexes}."
    if assault_ship(order.units) and (order.at_least or order.if_won or order.unless_won):
        yield "An assault must be made: else it is made after all other attacks."


# -- duties ----------------------------------------------------------------------------------------


def _assaults(book: Book, state: State, orders: Sequence[o.Attack]) -> Iterator[Line]:
    """Tells the assaults that nobody ordered: they are made all the same. (15.0)"""
    for ship in assaults_due(book, state, state.side):
        if any(ship in order.units for order in orders):
            continue
        order = o.Attack(order="attack", units=(ship,), hexes=(state.units[ship].at,))
        fitted, problem = fitted_attack(book, state, order)
        if fitted is None:
            reason = problem.message if problem is not None else "nobody can attack"
            yield Line(text=f"{ship}: {reason}.")
            continue
        yield Line(
            text=f"{place(book, order.hexes[0])} is assaulted after all other attacks: "
            f"{_matched(book, state, fitted)}",
            lines=tuple(Line(text=text) for text in _chances(book, state, fitted)),
        )


def _superiority(book: Book, state: State, orders: Sequence[o.Attack]) -> Iterator[Line]:
    """Tells which attacks with air units hang on earlier ones being made. (14.5)"""
    for number, order in enumerate(orders, start=1):
        if not any(is_air(book, name) for name in order.units):
            continue
        for target in order.hexes:
            names = disputing(book, state, book.hexes[target])
            if names:
                yield Line(
                    text=f"{number}. {place(book, target)}: only after {units_text(names)} "
                    f"{'was' if len(names) == 1 else 'were'} attacked."
                )
