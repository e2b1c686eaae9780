"""What an attack may bring, exactly: over all strengths that nobody knows, and the die.

Untried strengths are draws from urns without replacement; what attacks and what defends is drawn
from different ones. Chances are fractions: a projection never rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from adjudicator.boards.hexes import Hex
from adjudicator.games.invasion_america.results_table import RESULT_WORDS, chances_of
from adjudicator.games.invasion_america.rules.line_up import (
    Fighter,
    LineUp,
    Totals,
    attack_graph,
    back_of,
    is_air,
    line_up,
    odds_of,
    totals,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, Urns, mix_of, type_of
from adjudicator.games.invasion_america.tables import DIE, ODDS, Odds, Result
from adjudicator.games.invasion_america.urns import Chit, chits_of, size_of

__all__ = ["AttackProjection", "attack_projection", "expected", "results_of", "strength_chances"]

Left: TypeAlias = tuple[tuple[int, tuple[tuple[Chit, int], ...]], ...]
"""What is left in the urns of one nation and type, by their numbers."""
Gathered: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""By slot, the strength that is gathered there, and how many militia of strength zero."""


class AttackProjection(NamedTuple):
    """What an attack may bring, with exact chances; all of them add up to 1."""

    columns: Mapping[Odds, Fraction]
    """The columns of the table, the worst for the attacker first; those without chance left out."""
    walkover: Fraction
    """The chance that militia of strength zero give up all attacked hexes before a die. (16.32)"""
    no_attack: Fraction
    """The chance that all attackers turn out to be such militia. (Ruling 20)"""
    results: Mapping[Result, Fraction]
    """The results of the table, the best for the attacker first."""


def expected(book: Ruleset, state: State, units: Sequence[str], hexes: Sequence[Hex]) -> Odds:
    """Returns the column that everybody expects: untried units as on their backs. (3.37)"""
    lined = line_up(book, state, units, hexes)
    return odds_of(book, totals(lined, lambda name: back_of(book, state, name)))


def attack_projection(
    book: Ruleset, state: State, units: Sequence[str], hexes: Sequence[Hex]
) -> AttackProjection:
    """Returns what an attack may bring that is made now by all who would take part in it."""
    columns: dict[Odds, Fraction] = {}
    walkover = no_attack = Fraction(0)
    units = tuple(units)
    all_of_them = line_up(book, state, units, hexes)
    for left, attack in _attackers(book, state, all_of_them).items():
        chance = sum(attack.values(), Fraction(0))
        if not left:
            no_attack += chance
            continue
        lined = all_of_them if left == units else line_up(book, state, left, hexes)
        defence = _defenders(book, state, lined)
        walkover += chance * defence.pop(None, Fraction(0))
        for odds, share in _columns(book, attack, defence).items():
            columns[odds] = columns.get(odds, Fraction(0)) + share
    by_odds = {odds: columns[odds] for odds in ODDS if odds in columns}
    return AttackProjection(by_odds, walkover, no_attack, results_of(book, by_odds))


def results_of(book: Ruleset, columns: Mapping[Odds, Fraction]) -> dict[Result, Fraction]:
    """Returns the chances of the results from those of the columns, the best results first."""
    found: dict[Result, Fraction] = {}
    for odds, chance in columns.items():
        for result, faces in chances_of(book.charts.tables.combat, odds).items():
            found[result] = found.get(result, Fraction(0)) + chance * Fraction(faces, len(DIE))
    return {result: found[result] for result in RESULT_WORDS if result in found}


# -- both sides ------------------------------------------------------------------------------------


def _attackers(
    book: Ruleset, state: State, lined: LineUp
) -> dict[tuple[str, ...], dict[int, Fraction]]:
    """Returns the chances of the attackers' total, by who is left when militia of strength zero are
    gone: one unit of each type in each hex stands for all such.

    Where it makes no difference who is gone all are told as left, unless nobody is.
    """
    fighters = lined.attackers
    everybody = tuple(one.unit for one in fighters)
    doubtful = [one for one in fighters if _may_be_zero(book, state, one.unit)]
    apart = _company_matters(book, lined, doubtful)
    places = tuple(dict.fromkeys(one.hex for one in doubtful)) if apart else ()
    slots = {one.unit: (0, places.index(one.hex) if one.hex in places else 0) for one in fighters}
    found: dict[tuple[str, ...], dict[int, Fraction]] = {}
    gathered = _gathered(book, state, fighters, _Slots(slots, 1, max(len(places), 1)))
    for ((total,), zeros), chance in gathered.items():
        gone: list[str] = []
        for place, count in zip(places, zeros, strict=False):
            gone += [one.unit for one in doubtful if one.hex == place][:count]
        left = everybody
        if len(gone if apart else everybody[: sum(zeros)]) == len(everybody):
            left = ()
        elif gone:
            kinds = {
                (one.hex, mix_of(one.unit)): one.unit for one in fighters if one.unit not in gone
            }
            left = tuple(kinds.values())
        by_total = found.setdefault(left, {})
        by_total[total] = by_total.get(total, Fraction(0)) + chance
    return found


def _company_matters(book: Ruleset, lined: LineUp, doubtful: Sequence[Fighter]) -> bool:
    """Whether it changes what defenders count for which of the doubtful attackers are gone.

    Over rivers it does, and where only air units may be left. (13.31, 14.43)
    """
    air = [one for one in lined.attackers if is_air(book, one.unit)]
    if air:
        return len(air) + len(doubtful) == len(lined.attackers)
    return any(
        there in lined.multiples and multiple > 1
        for one in lined.attackers
        for there, multiple in attack_graph(book, one.unit)[one.hex]
    )


def _defenders(book: Ruleset, state: State, lined: LineUp) -> dict[int | None, Fraction]:
    """Returns the chances of the defenders' total; under None that nobody is left to fight.

    A hex where militia of strength zero stand is given up. (16.32)
    """
    doubtful = [one for one in lined.defenders if _may_be_zero(book, state, one.unit)]
    places = tuple(dict.fromkeys(one.hex for one in doubtful))
    # All hexes that nobody gives up are one place, the last one.
    slots = {
        one.unit: (place, place)
        for one in lined.defenders
        for place in (places.index(one.hex) if one.hex in places else len(places),)
    }
    firm = len(places) < len(lined.multiples)
    found: dict[int | None, Fraction] = {}
    sizes = len(places) + 1
    gathered = _gathered(book, state, lined.defenders, _Slots(slots, sizes, sizes))
    for (sums, zeros), chance in gathered.items():
        held = [
            total
            for total, zero, place in zip(sums, zeros, range(sizes), strict=True)
            if not zero and (firm or place < len(places))
        ]
        total = sum(held) if held else None
        found[total] = found.get(total, Fraction(0)) + chance
    return found


def _columns(
    book: Ruleset, attack: Mapping[int, Fraction], defence: Mapping[int | None, Fraction]
) -> dict[Odds, Fraction]:
    """Returns the chances of the columns; what attacks and what defends is independent."""
    found: dict[Odds, int] = {}
    over = lcm(*(chance.denominator for chance in attack.values()))
    under = lcm(*(chance.denominator for chance in defence.values()))
    theirs = [(total, int(share * under)) for total, share in defence.items() if total is not None]
    for mine, chance in attack.items():
        weight = int(chance * over)
        for total, share in theirs:
            odds = odds_of(book, Totals(mine, total))
            found[odds] = found.get(odds, 0) + weight * share
    return {odds: Fraction(weight, over * under) for odds, weight in found.items()}


# -- drawing ---------------------------------------------------------------------------------------


def _may_be_zero(book: Ruleset, state: State, unit: str) -> bool:
    known = book.strength_of(unit, state.units[unit])
    return type_of(unit) == "militia" and known in (None, 0)


class _Slots(NamedTuple):
    """Where the strengths of units are gathered."""

    of: Mapping[str, tuple[int, int]]
    """By unit, the slot of its strength, and that where it counts as militia of strength zero."""
    sums: int
    zeros: int
    """How many slots of both kinds there are."""


def _gathered(
    book: Ruleset, state: State, fighters: Sequence[Fighter], slots: _Slots
) -> dict[Gathered, Fraction]:
    """Returns the chances of the strengths that gather in some slots.

    Units of one nation and type draw from the same urns, those of different ones independently.
    """
    found: dict[Gathered, Fraction] = {((0,) * slots.sums, (0,) * slots.zeros): Fraction(1)}
    by_mix: dict[str, list[Fighter]] = {}
    for fighter in fighters:
        by_mix.setdefault(mix_of(fighter.unit), []).append(fighter)
    for alike in by_mix.values():
        found = _with_mix(book, state, (found, slots), alike)
    return found


def _with_mix(
    book: Ruleset,
    state: State,
    so_far: tuple[Mapping[Gathered, Fraction], _Slots],
    fighters: Sequence[Fighter],
) -> dict[Gathered, Fraction]:
    """Returns the chances with the units of one more nation and type."""
    gathered, slots = so_far
    mix = mix_of(fighters[0].unit)
    left = _left(state.urns[mix]) if mix in state.urns else ()
    weights = {(left, one): chance for one, chance in gathered.items()}
    for fighter in fighters:
        unit = state.units[fighter.unit]
        slot = slots.of[fighter.unit]
        militia = type_of(fighter.unit) == "militia"
        known = book.strength_of(fighter.unit, unit)
        added: dict[tuple[Left, Gathered], Fraction] = {}
        for (urns, one), chance in weights.items():
            ways = [(known, urns, Fraction(1))] if known is not None else _draws(urns, unit.urn)
            for strength, after, share in ways:
                zero = militia and not strength
                key = after, _add(one, slot, fighter.counted(strength), zero=zero)
                added[key] = added.get(key, Fraction(0)) + chance * share
        weights = added
    found: dict[Gathered, Fraction] = {}
    for (_, one), chance in weights.items():
        found[one] = found.get(one, Fraction(0)) + chance
    return found


def _add(one: Gathered, slot: tuple[int, int], counted: int, *, zero: bool) -> Gathered:
    (sums, zeros), (place, empty) = one, slot
    return (
        (*sums[:place], sums[place] + counted, *sums[place + 1 :]),
        (*zeros[:empty], zeros[empty] + 1, *zeros[empty + 1 :]) if zero else zeros,
    )


def _left(urns: Urns) -> Left:
    return tuple((int(number), chits_of(bag)) for number, bag in sorted(urns.urns.items()))


def _draws(left: Left, number: int | None) -> Iterator[tuple[int, Left, Fraction]]:
    """Yields each strength that a draw may bring, what is left then, and the chance of it."""
    assert number is not None, "an untried unit is a draw from an urn"
    place = [urn for urn, _ in left].index(number)
    bag = left[place][1]
    size = sum(count for _, count in bag)
    for chit, count in bag:
        less = tuple((one, here - (one == chit)) for one, here in bag if here > (one == chit))
        after = (*left[:place], (number, less), *left[place + 1 :])
        share = Fraction(count, size)
        if chit.strength is not None:
            yield chit.strength, after, share
        else:
            for strength, further, more in _draws(after, chit.urn):
                yield strength, further, share * more


def strength_chances(urns: Urns, urn: int) -> dict[int, Fraction]:
    """Returns the chances of the strengths that one draw from an urn may bring, ascending."""
    found: dict[int, Fraction] = {}
    for strength, _, chance in _draws(_left(urns), urn):
        found[strength] = found.get(strength, Fraction(0)) + chance
    assert size_of(urns.urns[str(urn)]) > 0
    return {strength: found[strength] for strength in sorted(found)}
