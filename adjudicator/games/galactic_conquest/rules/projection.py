"""What a sheet leads to behind the first dice, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.core.english import amount, joined, nth, sentence
from adjudicator.core.game import SubmittedOrders
from adjudicator.core.report import Line, Paragraph
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.chances import chance_to_capture
from adjudicator.games.galactic_conquest.rules.hands import MOST_CARDS
from adjudicator.games.galactic_conquest.rules.projected import (
    MOST_FOLLOWED,
    Outcome,
    Projected,
    planets_named,
    projected,
)
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.words import chance_text, place, seat_name, troops_text

__all__ = ["projection"]

_MOST_LEFT = 8
"""More numbers of troops left than these tell little."""
_RARE = Fraction(1, 200)
"""What comes about less often than this is not told."""
_MOSTLY = Fraction(9, 10)
_MOST_WEAK = 4
"""More planets than these are named alone."""


def projection(
    book: Ruleset, state: State, seat: str, said: SubmittedOrders
) -> tuple[Paragraph, ...]:
    """Returns the chances of the invasions and what depends on them. (Steps 4 to 6)

    It is for the seat whose turn it is, or was just now.
    """
    orders = [order for order in said.orders.get("invade", ()) if isinstance(order, o.Invade)]
    is_ahead = state.seat == seat and state.phase == "invade" and state.result is None
    found = _forecasts(state, seat, orders) if is_ahead else {}
    told = (
        ("The set-up", _set_up(book, state, said)),
        ("Invasions ahead", _invasions(book, state, orders, found)),
        ("What depends on them", _dependent(book, state, said, found)),
        ("Weak borders", _weak(book, state, seat, planets_named(orders if found else ()))),
    )
    gathered = ((heading, tuple(lines)) for heading, lines in told)
    return tuple(Paragraph(heading=heading, lines=lines) for heading, lines in gathered if lines)


def _set_up(book: Ruleset, state: State, said: SubmittedOrders) -> Iterator[Line]:
    """Tells what is placed, whatever the others do. Where planets are claimed, nobody knows."""
    placed = [order for order in said.orders.get("setup", ()) if isinstance(order, o.Place)]
    if state.phase == "set-up" and book.options.set_up == "dealt" and placed:
        where = (f"{troops_text(order.count)} on {place(book, order.in_)}" for order in placed)
        yield Line(text=f"You place {joined(list(where))}.")


def _forecasts(
    state: State, seat: str, orders: Sequence[o.Invade]
) -> dict[tuple[int, ...], Projected | None]:
    """Returns what comes of the orders, by their places; those that share planets together."""
    groups: list[tuple[list[int], set[str]]] = []
    for index, order in enumerate(orders):
        places, named = [index], {*planets_named((order,))}
        for group in [group for group in groups if group[1] & named]:
            places, named = [*group[0], *places], named | group[1]
            groups.remove(group)
        groups.append((places, named))
    return {
        tuple(sorted(places)): projected(
            [orders[index] for index in sorted(places)], state.owners, state.troops, seat=seat
        )
        for places, _ in groups
    }


# -- invasions ----------------------------------------------------------------------------------


def _invasions(
    book: Ruleset,
    state: State,
    orders: Sequence[o.Invade],
    found: Mapping[tuple[int, ...], Projected | None],
) -> Iterator[Line]:
    lines: dict[int, Line] = {}
    for places, known in found.items():
        for number, index in enumerate(places):
            which = f"{nth(index + 1)} order"
            if known is None:
                text = f"{which}, {_way(book, state, orders[index])}: too much can come about"
                lines[index] = Line(text=f"{text} ({MOST_FOLLOWED} ways are followed).")
            else:
                outcome = known.outcomes[number]
                lines[index] = _told(book, state, outcome, which, whole=Fraction(1))
    yield from (lines[index] for index in sorted(lines))
    if not lines:
        return
    attacked = {state.owners[planet] for planet in _targets(orders)} - {state.seat}
    if attacked - {NEUTRAL}:
        yield Line(
            text="All chances are those as of now, if seats defend with 2 troops where they can."
        )
    yield from _eliminations(state, attacked, {*_targets(orders)})


def _told(book: Ruleset, state: State, outcome: Outcome, when: str, *, whole: Fraction) -> Line:
    """Tells an order, and under it those that follow."""
    lines = tuple(_following(book, state, outcome))
    return Line(text=_order_text(book, state, outcome, when, whole=whole), lines=lines)


def _following(book: Ruleset, state: State, outcome: Outcome) -> Iterator[Line]:
    """Tells what follows from an order; a chain of single orders stands in one column."""
    if len(outcome.then) == 1 and not outcome.else_:
        (follows,) = outcome.then
        text = _order_text(book, state, follows, "if captured", whole=outcome.captured)
        is_chain = len(follows.then) == 1 and not follows.else_
        inner = () if is_chain else tuple(_following(book, state, follows))
        yield Line(text=text, lines=inner)
        if is_chain:
            yield from _following(book, state, follows)
        return
    for orders, word, chance in (
        (outcome.then, "if captured", outcome.captured),
        (outcome.else_, "if not captured", outcome.tried - outcome.captured),
    ):
        for one in orders:
            yield _told(book, state, one, word, whole=chance)


def _order_text(
    book: Ruleset, state: State, outcome: Outcome, when: str, *, whole: Fraction
) -> str:
    """Returns one order with its chances; `whole` is the chance that its turn comes."""
    way = f"{when}, {_way(book, state, outcome.order)}"
    if not outcome.tried:
        return sentence(f"{way}: not possible.")
    tried = "" if outcome.tried == whole else f"tried {_chance(outcome.tried)}, "
    costs = f"costs you {_tenths(outcome.own_lost)} on average, them {_tenths(outcome.enemy_lost)}"
    left = "" if outcome.then else _left_text(outcome)
    return sentence(f"{way}: {tried}captured {_chance(outcome.captured)}; {costs}.{left}")


def _way(book: Ruleset, state: State, order: o.Invade) -> str:
    """Returns "Beryl (Azure, 4 troops) from Aldine (10 troops)", as things stand."""
    here, there = state.owners[order.from_], state.owners[order.to]
    troops = troops_text(state.troops[order.to])
    whose = "yours" if there == state.seat else seat_name(there)
    own = f" ({troops_text(state.troops[order.from_])})" if here == state.seat else ""
    return f"{place(book, order.to)} ({whose}, {troops}) from {place(book, order.from_)}{own}"


def _left_text(outcome: Outcome) -> str:
    """Returns how many troops are left on both planets together, if the second is captured."""
    told = [(count, chance) for count, chance in outcome.left if chance >= _RARE]
    if not told:
        return ""
    if len(told) <= _MOST_LEFT:
        numbers = ", ".join(f"{count} ({_percent(chance)})" for count, chance in told)
        return f" Left on both then: {numbers}."
    scale = Fraction(outcome.captured.denominator, outcome.captured.numerator)
    average = sum((count * chance for count, chance in outcome.left), Fraction(0)) * scale
    reached, least = Fraction(0), 0
    for count, chance in outcome.left:
        reached, least = reached + chance, count
        if reached * _MOSTLY.denominator >= outcome.captured * _MOSTLY.numerator:
            break
    return (
        f" Left on both then: {_tenths(average)} on average; in nine cases of ten {least} or more."
    )


def _targets(orders: Sequence[o.Invade]) -> Iterator[str]:
    for order in orders:
        yield order.to
        yield from _targets((*order.then, *order.else_))


def _eliminations(state: State, attacked: set[str], targets: set[str]) -> Iterator[Line]:
    """Tells of seats that the orders may eliminate. (Step 5)"""
    for seat in sorted(attacked - {NEUTRAL}):
        planets = {planet for planet, owner in state.owners.items() if owner == seat}
        if planets <= targets and state.hands[seat]:
            cards = len(state.hands[seat])
            text = f"If {seat_name(seat)} loses all its planets, you get its "
            text += f"{amount(cards, 'card')}"
            if cards + len(state.hands[state.seat]) > MOST_CARDS:
                text += ", and turn in sets at once; their troops are not counted here"
            yield Line(text=f"{text}.")


def _chance(chance: Fraction) -> str:
    return chance_text(chance.numerator, chance.denominator)


def _percent(chance: Fraction) -> str:
    return chance_text(chance.numerator, chance.denominator, has_fraction=False)


def _tenths(number: Fraction) -> str:
    tenths = (number.numerator * 20 + number.denominator) // (number.denominator * 2)
    return f"{tenths // 10}.{tenths % 10}"


# -- what depends on them -------------------------------------------------------------------------


def _dependent(
    book: Ruleset,
    state: State,
    said: SubmittedOrders,
    found: Mapping[tuple[int, ...], Projected | None],
) -> Iterator[Line]:
    """Tells on what a fortification hangs. (Step 6)"""
    known = [one for one in found.values() if one is not None]
    for order in said.orders.get("fortify", ()):
        if not isinstance(order, o.Fortify) or not found:
            continue
        reasons = []
        for planet in (order.from_, order.to):
            for one in known:
                chance = one.chance_of(planet) if planet in one.planets else Fraction(1)
                if chance < 1:
                    reasons.append(f"only if {place(book, planet)} is yours, {_chance(chance)}")
        if any(order.from_ in one.planets for one in known):
            reasons.append(f"at most what is on {place(book, order.from_)} by then, but one")
        if reasons:
            way = f"from {place(book, order.from_)} to {place(book, order.to)}"
            yield Line(text=f"The move {way}: {'; '.join(reasons)}.")
    if found and not state.has_captured:
        none = _none_captured(found)
        if none is not None:
            yield Line(text=f"A card for a captured planet: {_chance(1 - none)}.")


def _none_captured(found: Mapping[tuple[int, ...], Projected | None]) -> Fraction | None:
    """Returns the chance that no planet at all is captured; None: it is not known."""
    none = Fraction(1)
    for one in found.values():
        if one is None:
            return None
        none *= one.none_captured
    return none


# -- borders ------------------------------------------------------------------------------------


def _weak(book: Ruleset, state: State, seat: str, named: Sequence[str]) -> Iterator[Line]:
    """Tells which planets another seat would more likely capture than not, as things stand.

    Of planets that the orders name it is not known yet how they will stand.
    """
    found = []
    for planet, owner in state.owners.items() if state.phase != "set-up" else ():
        if owner != seat or planet in named:
            continue
        threats = [
            (chance_to_capture(state.troops[beside], state.troops[planet]), beside)
            for beside in book.chart.neighbours(planet)
            if state.owners.get(beside) not in (seat, NEUTRAL, None) and beside not in named
        ]
        chance, beside = max(threats, default=(Fraction(0), ""))
        if chance * 2 > 1:
            found.append((chance, planet, beside))
    found.sort(key=lambda one: (-one[0], one[1]))
    for chance, planet, beside in found[:_MOST_WEAK]:
        troops, owner = troops_text(state.troops[planet]), seat_name(state.owners[beside])
        here = f"{place(book, planet)} ({troops})"
        there = f"{owner} from {place(book, beside)} ({state.troops[beside]})"
        yield Line(text=f"{here}: {there} would capture it with {_percent(chance)}.")
    if len(found) > _MOST_WEAK:
        more = [place(book, planet) for _, planet, _ in found[_MOST_WEAK:]]
        yield Line(text=f"Likewise more likely than not: {joined(more)}.")
