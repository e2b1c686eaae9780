"""What an attack may bring, exactly: over all strengths that nobody knows, and the die.

Untried strengths are draws from urns without replacement; what attacks and what defends is drawn
from different ones. Chances are fractions: a forecast never rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from adjudicator.boards.hexes import Hex
from adjudicator.games.invasion_america.book import Book
from adjudicator.games.invasion_america.results_table import RESULT_WORDS, chances_of
from adjudicator.games.invasion_america.rules.line_up import (
    Fighter,
    LineUp,
    Totals,
    back_of,
    line_up,
    odds_of,
    totals,
)
from adjudicator.games.invasion_america.state import State, Urns, mix_of, type_of
from adjudicator.games.invasion_america.tables import DIE, ODDS, Odds, Result
from adjudicator.games.invasion_america.urns import Chit, chits_of, size_of

__all__ = ["Prospect", "expected", "prospect", "results_of", "strength_chances"]

Left: TypeAlias = tuple[tuple[int, tuple[tuple[Chit, int], ...]], ...]
"""What is left in the urns of one nation and type, by their numbers."""
Gathered: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""By place, the strength that is gathered there, and how many militia of strength zero."""


class Prospect(NamedTuple):
    """What an attack may bring, with exact chances; all of them add up to 1."""

    columns: Mapping[Odds, Fraction]
    """The columns of the table, the worst for the attacker first; those without chance left out."""
    walkover: Fraction
    """The chance that militia of strength zero give up all attacked hexes before a die. (16.32)"""
    no_attack: Fraction
    """The chance that all attackers turn out to be such militia. (Ruling 20)"""
    results: Mapping[Result, Fraction]
    """The results of the table, the best for the attacker first."""


def expected(book: Book, state: State, units: Sequence[str], hexes: Sequence[Hex]) -> Odds:
    """Returns the column that everybody expects: untried units as on their backs. (3.37)"""
    lined = line_up(book, state, units, hexes)
    return odds_of(book, totals(lined, lambda name: back_of(book, state, name)))


def prospect(book: Book, state: State, units: Sequence[str], hexes: Sequence[Hex]) -> Prospect:
    """Returns what an attack may bring that is made now by all who would take part in it."""
    columns: dict[Odds, Fraction] = {}
    walkover = no_attack = Fraction(0)
    all_of_them = line_up(book, state, units, hexes)
    for left, attack in _attackers(book, state, all_of_them).items():
        chance = sum(attack.values(), Fraction(0))
        if not left:
            no_attack += chance
            continue
        lined = all_of_them if len(left) == len(units) else line_up(book, state, left, hexes)
        defence = _defenders(book, state, lined)
        walkover += chance * defence.pop(None, Fraction(0))
        for odds, share in _columns(book, attack, defence).items():
            columns[odds] = columns.get(odds, Fraction(0)) + share
    by_odds = {odds: columns[odds] for odds in ODDS if odds in columns}
    return Prospect(by_odds, walkover, no_attack, results_of(book, by_odds))


def results_of(book: Book, columns: Mapping[Odds, Fraction]) -> dict[Result, Fraction]:
    """Returns the chances of the results from those of the columns, the best results first."""
    found: dict[Result, Fraction] = {}
    for odds, chance in columns.items():
        for result, faces in chances_of(book.charts.tables.combat, odds).items():
            found[result] = found.get(result, Fraction(0)) + chance * Fraction(faces, len(DIE))
    return {result: found[result] for result in RESULT_WORDS if result in found}


# -- both sides ------------------------------------------------------------------------------------


def _attackers(
    book: Book, state: State, lined: LineUp
) -> dict[tuple[str, ...], dict[int, Fraction]]:
    """Returns, by who is left when militia of strength zero are gone, the chances of their total.

    Which of several militia in one hex are gone makes no difference.
    """
    places = tuple(dict.fromkeys(fighter.hex for fighter in lined.attackers))
    found: dict[tuple[str, ...], dict[int, Fraction]] = {}
    for (sums, zeros), chance in _gathered(book, state, lined.attackers, places).items():
        gone: list[str] = []
        for place, count in zip(places, zeros, strict=True):
            here = [one.unit for one in lined.attackers if one.hex == place and _may_be_zero(
                book, state, one.unit)]  # fmt: skip
            gone += here[:count]
        left = tuple(one.unit for one in lined.attackers if one.unit not in gone)
        by_total = found.setdefault(left, {})
        by_total[sum(sums)] = by_total.get(sum(sums), Fraction(0)) + chance
    return found


def _defenders(book: Book, state: State, lined: LineUp) -> dict[int | None, Fraction]:
    """Returns the chances of the defenders' total; under None that nobody is left to fight.

    A hex where militia of strength zero stand is given up. (16.32)
    """
    places = tuple(lined.multiples)
    found: dict[int | None, Fraction] = {}
    for (sums, zeros), chance in _gathered(book, state, lined.defenders, places).items():
        held = [total for total, zero in zip(sums, zeros, strict=True) if not zero]
        total = sum(held) if held else None
        found[total] = found.get(total, Fraction(0)) + chance
    return found


def _columns(
    book: Book, attack: Mapping[int, Fraction], defence: Mapping[int | None, Fraction]
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


def _may_be_zero(book: Book, state: State, unit: str) -> bool:
    known = book.strength_of(unit, state.units[unit])
    return type_of(unit) == "militia" and known in (None, 0)


def _gathered(
    book: Book, state: State, fighters: Sequence[Fighter], places: Sequence[Hex]
) -> dict[Gathered, Fraction]:
    """Returns the chances of the strengths that gather in some places.

    Units of one nation and type draw from the same urns, those of different ones independently.
    """
    nothing = (0,) * len(places)
    found: dict[Gathered, Fraction] = {(nothing, nothing): Fraction(1)}
    by_mix: dict[str, list[Fighter]] = {}
    for fighter in fighters:
        by_mix.setdefault(mix_of(fighter.unit), []).append(fighter)
    for alike in by_mix.values():
        found = _with_mix(book, state, (found, places), alike)
    return found


def _with_mix(
    book: Book,
    state: State,
    so_far: tuple[Mapping[Gathered, Fraction], Sequence[Hex]],
    fighters: Sequence[Fighter],
) -> dict[Gathered, Fraction]:
    """Returns the chances with the units of one more nation and type."""
    gathered, places = so_far
    mix = mix_of(fighters[0].unit)
    left = _left(state.urns[mix]) if mix in state.urns else ()
    weights = {(left, one): chance for one, chance in gathered.items()}
    for fighter in fighters:
        unit = state.units[fighter.unit]
        place = places.index(fighter.hex)
        militia = type_of(fighter.unit) == "militia"
        known = book.strength_of(fighter.unit, unit)
        added: dict[tuple[Left, Gathered], Fraction] = {}
        for (urns, one), chance in weights.items():
            ways = [(known, urns, Fraction(1))] if known is not None else _draws(urns, unit.urn)
            for strength, after, share in ways:
                zero = militia and not strength
                key = after, _add(one, place, fighter.counted(strength), zero=zero)
                added[key] = added.get(key, Fraction(0)) + chance * share
        weights = added
    found: dict[Gathered, Fraction] = {}
    for (_, one), chance in weights.items():
        found[one] = found.get(one, Fraction(0)) + chance
    return found


def _add(one: Gathered, place: int, counted: int, *, zero: bool) -> Gathered:
    sums, zeros = one
    return (
        (*sums[:place], sums[place] + counted, *sums[place + 1 :]),
        (*zeros[:place], zeros[place] + 1, *zeros[place + 1 :]) if zero else zeros,
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
