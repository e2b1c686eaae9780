"""What a sheet leads to behind the first dice, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.core.game import SubmittedOrders
from adjudicator.core.report import Line, Paragraph
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.rules.chances import chance_to_capture
from adjudicator.games.galactic_conquest.rules.hands import MOST_CARDS
from adjudicator.games.galactic_conquest.rules.projected import (
    MOST_FOLLOWED,
    Outcome,
    Projected,
    planets_named,
    projected,
)
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = ["projection"]

_MOST_LEFT = 8
"""More numbers of troops left than these tell little."""
_RARE = Fraction(1, 200)
"""What comes about less often than this is not told."""
_MOSTLY = Fraction(9, 10)
_MOST_WEAK = 4
"""More planets than these are named alone."""


def projection(
    of: StarNarrator, state: State, seat: str, said: SubmittedOrders
) -> tuple[Paragraph, ...]:
    """Returns the chances of the invasions and what depends on them. (Steps 4 to 6)

    It is for the seat whose turn it is, or was just now.
    """
    orders = [order for order in said.orders.get("invade", ()) if isinstance(order, o.Invade)]
    is_ahead = state.seat == seat and state.phase == "invade" and state.result is None
    found = _forecasts(state, seat, orders) if is_ahead else {}
    told = (
        of.paragraph("ahead-set-up", _set_up(of, state, said)),
        of.paragraph("ahead-invasions", _invasions(of, state, orders, found)),
        of.paragraph("ahead-depends", _dependent(of, state, said, found)),
        of.paragraph(
            "weak-borders", _weak(of, state, seat, planets_named(orders if found else ()))
        ),
    )
    return tuple(paragraph for paragraph in told if paragraph.lines)


def _set_up(of: StarNarrator, state: State, said: SubmittedOrders) -> Iterator[Line]:
    """Tells what is placed, whatever the others do. Where planets are claimed, nobody knows."""
    placed = [order for order in said.orders.get("setup", ()) if isinstance(order, o.Place)]
    if state.phase == "set-up" and of.book.options.set_up == "dealt" and placed:
        yield of.line("you-place", troops=[of.on(order.count, order.in_) for order in placed])


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
    of: StarNarrator,
    state: State,
    orders: Sequence[o.Invade],
    found: Mapping[tuple[int, ...], Projected | None],
) -> Iterator[Line]:
    lines: dict[int, Line] = {}
    for places, known in found.items():
        for number, index in enumerate(places):
            which = of.say("nth-order", number=index + 1)
            if known is None:
                way = _way(of, state, orders[index])
                lines[index] = of.line("ahead-too-many", when=which, way=way, count=MOST_FOLLOWED)
            else:
                outcome = known.outcomes[number]
                lines[index] = _told(of, state, outcome, which, whole=Fraction(1))
    yield from (lines[index] for index in sorted(lines))
    if not lines:
        return
    attacked = {state.owners[planet] for planet in _targets(orders)} - {state.seat}
    if attacked - {NEUTRAL}:
        yield of.line("ahead-defence")
    yield from _eliminations(of, state, attacked, {*_targets(orders)})


def _told(of: StarNarrator, state: State, outcome: Outcome, when: str, *, whole: Fraction) -> Line:
    """Tells an order, and under it those that follow."""
    lines = tuple(_following(of, state, outcome))
    return Line(text=_order_text(of, state, outcome, when, whole=whole), lines=lines)


def _following(of: StarNarrator, state: State, outcome: Outcome) -> Iterator[Line]:
    """Tells what follows from an order; a chain of single orders stands in one column."""
    if len(outcome.then) == 1 and not outcome.else_:
        (follows,) = outcome.then
        when = of.say("if-captured")
        text = _order_text(of, state, follows, when, whole=outcome.captured)
        is_chain = len(follows.then) == 1 and not follows.else_
        inner = () if is_chain else tuple(_following(of, state, follows))
        yield Line(text=text, lines=inner)
        if is_chain:
            yield from _following(of, state, follows)
        return
    for orders, word, chance in (
        (outcome.then, of.say("if-captured"), outcome.captured),
        (outcome.else_, of.say("if-not-captured"), outcome.tried - outcome.captured),
    ):
        for one in orders:
            yield _told(of, state, one, word, whole=chance)


def _order_text(
    of: StarNarrator, state: State, outcome: Outcome, when: str, *, whole: Fraction
) -> str:
    """Returns one order with its chances; `whole` is the chance that its turn comes."""
    way = _way(of, state, outcome.order)
    if not outcome.tried:
        return of.say("ahead-impossible", when=when, way=way)
    values = {
        "when": when,
        "way": way,
        "captured": of.chance(outcome.captured),
        "own": of.tenths(outcome.own_lost),
        "enemy": of.tenths(outcome.enemy_lost),
    }
    if outcome.tried == whole:
        told = of.say("ahead", **values)
    else:
        told = of.say("ahead-tried", tried=of.chance(outcome.tried), **values)
    left = "" if outcome.then else _left_text(of, outcome)
    return f"{told} {left}" if left else told


def _way(of: StarNarrator, state: State, order: o.Invade) -> str:
    """Returns "Beryl (Azure, 4 troops) from Aldine (10 troops)", as things stand."""
    there = state.owners[order.to]
    parts = {
        "target": of.place(order.to),
        "owner": of.say("yours") if there == state.seat else of.name(there),
        "there": of.troops(state.troops[order.to]),
        "origin": of.place(order.from_),
    }
    if state.owners[order.from_] != state.seat:
        return of.say("invasion", **parts)
    return of.say("invasion-own", here=of.troops(state.troops[order.from_]), **parts)


def _left_text(of: StarNarrator, outcome: Outcome) -> str:
    """Returns how many troops are left on both planets together, if the second is captured."""
    told = [(count, chance) for count, chance in outcome.left if chance >= _RARE]
    if not told:
        return ""
    if len(told) <= _MOST_LEFT:
        numbers = [
            of.say("ahead-left-one", count=count, chance=of.percent(chance))
            for count, chance in told
        ]
        return of.say("ahead-left", numbers=numbers)
    scale = Fraction(outcome.captured.denominator, outcome.captured.numerator)
    average = sum((count * chance for count, chance in outcome.left), Fraction(0)) * scale
    reached, least = Fraction(0), 0
    for count, chance in outcome.left:
        reached, least = reached + chance, count
        if reached * _MOSTLY.denominator >= outcome.captured * _MOSTLY.numerator:
            break
    return of.say("ahead-left-average", average=of.tenths(average), least=least)


def _targets(orders: Sequence[o.Invade]) -> Iterator[str]:
    for order in orders:
        yield order.to
        yield from _targets((*order.then, *order.else_))


def _eliminations(
    of: StarNarrator, state: State, attacked: set[str], targets: set[str]
) -> Iterator[Line]:
    """Tells of seats that the orders may eliminate. (Step 5)"""
    for seat in sorted(attacked - {NEUTRAL}):
        planets = {planet for planet, owner in state.owners.items() if owner == seat}
        if planets <= targets and state.hands[seat]:
            cards = len(state.hands[seat])
            must_trade = cards + len(state.hands[state.seat]) > MOST_CARDS
            key = "ahead-eliminates-trade" if must_trade else "ahead-eliminates"
            yield of.line(key, seat=of.name(seat), cards=cards)


# -- what depends on them -----------------------------------------------------------------------


def _dependent(
    of: StarNarrator,
    state: State,
    said: SubmittedOrders,
    found: Mapping[tuple[int, ...], Projected | None],
) -> Iterator[Line]:
    """Tells on what a fortification depends. (Step 6)"""
    known = [one for one in found.values() if one is not None]
    for order in said.orders.get("fortify", ()):
        if not isinstance(order, o.Fortify) or not found:
            continue
        reasons = []
        for planet in (order.from_, order.to):
            for one in known:
                chance = one.chance_of(planet) if planet in one.planets else Fraction(1)
                if chance < 1:
                    told = {"place": of.place(planet), "chance": of.chance(chance)}
                    reasons.append(of.say("fortify-only-if", **told))
        if any(order.from_ in one.planets for one in known):
            reasons.append(of.say("fortify-at-most", place=of.place(order.from_)))
        if reasons:
            origin, to = of.place(order.from_), of.place(order.to)
            yield of.line("fortify-ahead", origin=origin, to=to, reasons="; ".join(reasons))
    if found and not state.has_captured:
        none = _none_captured(found)
        if none is not None:
            yield of.line("card-ahead", chance=of.chance(1 - none))


def _none_captured(found: Mapping[tuple[int, ...], Projected | None]) -> Fraction | None:
    """Returns the chance that no planet at all is captured; None: it is not known."""
    none = Fraction(1)
    for one in found.values():
        if one is None:
            return None
        none *= one.none_captured
    return none


# -- borders ------------------------------------------------------------------------------------


def _weak(of: StarNarrator, state: State, seat: str, named: Sequence[str]) -> Iterator[Line]:
    """Tells which planets another seat would more likely capture than not, as things stand.

    Of planets that the orders name it is not known yet how they will stand.
    """
    found = []
    for planet, owner in state.owners.items() if state.phase != "set-up" else ():
        if owner != seat or planet in named:
            continue
        threats = [
            (chance_to_capture(state.troops[beside], state.troops[planet]), beside)
            for beside in of.book.chart.neighbours(planet)
            if state.owners.get(beside) not in (seat, NEUTRAL, None) and beside not in named
        ]
        chance, beside = max(threats, default=(Fraction(0), ""))
        if chance * 2 > 1:
            found.append((chance, planet, beside))
    found.sort(key=lambda one: (-one[0], one[1]))
    for chance, planet, beside in found[:_MOST_WEAK]:
        yield of.line(
            "weak-border",
            place=of.place(planet),
            here=of.troops(state.troops[planet]),
            seat=of.name(state.owners[beside]),
            origin=of.place(beside),
            there=state.troops[beside],
            chance=of.percent(chance),
        )
    if len(found) > _MOST_WEAK:
        yield of.line("weak-more", places=[of.place(one) for _, one, _ in found[_MOST_WEAK:]])
