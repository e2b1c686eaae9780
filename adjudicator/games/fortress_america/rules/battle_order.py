"""In which order battles are fought, and under which conditions. (Rulings 15, 60 and 65)

A battle is not fought if its guard is not met.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, StandingOrder, Table
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import BattleCalledOff
from adjudicator.games.fortress_america.rules.standing import fits_any, rank_of
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.rules.together import concerns, judged, signed
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    AtLeast,
    Counts,
    Groups,
    Guard,
    Side,
    State,
    groups_of,
    total_of,
)

__all__ = ["ask_battles", "called_off", "unmet"]


def ask_battles(
    book: Ruleset, table: Table[State], attacks: tuple[o.Attack, ...], areas: tuple[str, ...]
) -> o.Battles:
    """Returns the order of the battles, all of them, and their guards.

    It is fixed before the first die of the turn. (Rulings 15 and 65)

    Args:
        attacks: the attacks of the sheet; their battles stand first among `areas`.
    """
    state = table.state
    guards = {
        attack.area: Guard(at_least=attack.at_least, until=attack.until)
        for attack in attacks
        if attack.at_least or attack.until
    }
    check = partial(_check, book, state, areas)
    question = Ask(
        label=f"turn-{state.turn}/{state.side}/battles",
        topic="battles",
        seat=book.seat_of(state.side),
        expects=o.Battles,
        prompt="In which order are your battles fought, and under which conditions?",
        rule=book.cite("action 5, rulings 15 and 65"),
        check=judged(book, state, "battles", check),
        matches=concerns(book, state),
        sample=partial(_sample, book, state, areas),
        by_standing=partial(_by_standing, book, (attacks, areas), guards),
        default=lambda: _battles(areas, guards),
    )
    answer = table.next(question)
    if answer is None:
        answer = table.ask(question._replace(label=f"{question.label}/order", check=check))
    else:
        table.next(question._replace(check=partial(_check_second, book), sample=_no_more))
    ordered = (*answer.areas, *(area for area in areas if area not in answer.areas))
    return _battles(ordered, guards if answer.guards is None else answer.guards)


def _battles(areas: tuple[str, ...], guards: Mapping[str, Guard]) -> o.Battles:
    return o.Battles(order="battles", areas=areas, guards=FrozenMap(guards))


def _check(
    book: Ruleset, state: State, areas: tuple[str, ...], order: o.Battles
) -> Iterator[Problem]:
    shape = list(check_static(book, state, "battles", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 5, rulings 15 and 65")
    named: list[tuple[str, Path]] = [
        *((area, ("areas", index)) for index, area in enumerate(order.areas)),
        *((area, ("guards", area)) for area in order.guards or ()),
    ]
    for area, path in named:
        if area not in areas:
            yield Problem(
                "no-battle",
                f"no battle for {area} is to be fought",
                path,
                rule,
                hint=f"Battles are to be fought for {joined(areas)}.",
            )
    for index, area in enumerate(order.areas):
        if area in order.areas[:index]:
            yield Problem(
                "battle-twice",
                f"{area} is named already",
                ("areas", index),
                rule,
                hint="Each battle is fought once.",
            )


def _check_second(book: Ruleset, order: o.Battles) -> Iterator[Problem]:
    yield Problem(
        "battle-twice",
        "the order of the battles is given already",
        ("order",),
        book.cite("action 5, rulings 15 and 65"),
        hint="Say all of it in one order.",
    )


def _sample(
    book: Ruleset, state: State, areas: tuple[str, ...], choose: Choose
) -> o.Battles | None:
    first = choose([None, *areas])
    if first is None:
        return None
    return signed(book, state, o.Battles(order="battles", areas=(first,)))


def _no_more(choose: Choose) -> None:
    """One order says all."""


def _by_standing(
    book: Ruleset,
    fought: tuple[tuple[o.Attack, ...], tuple[str, ...]],
    guards: Mapping[str, Guard],
    standing: Sequence[StandingOrder],
) -> o.Battles | None:
    """The battles that no attack of the sheet puts in order, by the first list; and the guards
    for those without one. (Rulings 60 and 65)"""
    listed = [order for order in standing if isinstance(order, o.StandingBattles)]
    if not listed:
        return None
    attacks, areas = fought
    wishes = next((order.first for order in listed if order.first), ())
    free = sorted(areas[len(attacks) :], key=lambda area: rank_of(book, wishes, area))
    found = {area: guards.get(area) or _guard_of(book, listed, area) for area in areas}
    ordered = (*areas[: len(attacks)], *free)
    return _battles(ordered, {area: guard for area, guard in found.items() if guard is not None})


def _guard_of(book: Ruleset, listed: Sequence[o.StandingBattles], area: str) -> Guard | None:
    """Returns the most specific condition that standing orders set for a battle."""
    fitting = [
        order
        for order in listed
        if (order.at_least or order.until) and (not order.in_ or fits_any(book, order.in_, area))
    ]
    best = min(fitting, key=lambda one: (area not in one.in_, not one.in_), default=None)
    return None if best is None else Guard(at_least=best.at_least, until=best.until)


Lack: TypeAlias = tuple[str, str, str]
"""What of a guard is not met: its name, what it says, what there is instead."""


def called_off(book: Ruleset, state: State, area: str, defender: Side) -> BattleCalledOff | None:
    """Returns the event that keeps the attackers of the next battle out, if its guard says so.

    Units may stay out; bombers over their target may not, and fight alone. (Ruling 60)
    """
    attackers: Groups = state.attacks.get(area, FrozenMap())
    guard = state.guards.get(area)
    if guard is None or not attackers:
        return None
    lack = unmet(book, state, area, guard)
    if lack is None:
        return None
    name, wanted, found = lack
    return BattleCalledOff(
        area=area,
        attacker=state.side,
        defender=defender,
        guard=name,
        wanted=wanted,
        found=found,
        out=attackers.without(area),
        bombers=total_of(attackers.get(area, FrozenMap())),
    )


def unmet(book: Ruleset, state: State, area: str, guard: Guard) -> Lack | None:
    """Returns what of a battle's guard is not met now. (Ruling 60)"""
    until = guard.until
    if until is not None and until.lost is not None and state.units_lost >= until.lost:
        return "lost", str(until.lost), str(state.units_lost)
    if until is not None and until.won is not None and state.battles_won >= until.won:
        return "won", str(until.won), str(state.battles_won)
    if guard.at_least is None:
        return None
    attackers = groups_of(state.attacks.get(area, FrozenMap()))
    enemy = state.enemy_in(area, state.side)
    defenders: Counts = FrozenMap() if enemy is None else state.units_in(area, enemy)
    return _lacking(guard.at_least, attackers, defenders) or _unlikely(
        book, area, guard.at_least, (attackers, defenders)
    )


def _lacking(wanted: AtLeast, attackers: Counts, defenders: Counts) -> Lack | None:
    """Compares numbers of units."""
    there = total_of(attackers)
    if wanted.units is not None and there < wanted.units:
        return "units", str(wanted.units), str(there)
    for kind in KINDS:
        number: int | None = getattr(wanted, kind.replace("-", "_"))
        if number is not None and attackers.get(kind, 0) < number:
            return kind, str(number), str(attackers.get(kind, 0))
    if wanted.ratio is not None:
        against = total_of(defenders)
        over, under = map(int, wanted.ratio.split("/"))
        if there * under < over * against:
            return "ratio", wanted.ratio, f"{there}/{against}"
    return None


def _unlikely(
    book: Ruleset, area: str, wanted: AtLeast, forces: tuple[Counts, Counts]
) -> Lack | None:
    """Compares the exact chance of winning, with the published defaults of both sides."""
    if wanted.chance is None:
        return None
    from adjudicator.games.fortress_america.rules.chances import battle_projection  # seldom wanted

    attackers, defenders = forces
    over, under = map(int, wanted.chance.split("/"))
    chance = battle_projection(book, area, attackers, defenders=defenders).won
    if chance.numerator * under >= over * chance.denominator:
        return None
    return "chance", wanted.chance, f"{chance.numerator}/{chance.denominator}"
