"""Projections of attacks are exact: held against every order in which counters can be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Any

import pytest

from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.rules.attack_projection import (
    AttackProjection,
    attack_projection,
    expected,
    results_of,
    strength_chances,
)
from adjudicator.games.invasion_america.rules.line_up import line_up, odds_of, totals
from adjudicator.games.invasion_america.state import Bag, State, Urns, mix_of, side_of, type_of
from tests.games.invasion_america.playing import opened, units


def position(text: str, **start: Any) -> InvasionAmericaRules:
    """Returns rules at the start of the player-turn of the U.S."""
    return opened({"side": "us", "units": units(text), **start}, garrison=False)


def counters(rules: InvasionAmericaRules, mix: str) -> list[int]:
    """Returns the counter mix of a nation and type, counter by counter."""
    return [
        strength
        for strength, count in sorted(rules.book.counters[mix].facts.counters)
        for _ in range(count)
    ]


def draws(mix: list[int], count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yields every way in which so many counters are drawn, alike ones together."""
    kinds = {strength: mix.count(strength) for strength in mix}
    for drawn in product(kinds, repeat=count):
        left, ways = dict(kinds), 1
        for strength in drawn:
            ways *= left[strength]
            left[strength] -= 1
        if ways > 0:
            total = prod(range(len(mix) - count + 1, len(mix) + 1))
            yield drawn, Fraction(ways, total)


def by_hand(
    rules: InvasionAmericaRules, state: State, attackers: tuple[str, ...], hexes: tuple[str, ...]
) -> dict[str, Fraction]:
    """Returns the chances of the columns from all draws; "walkover" and "none" among them."""
    book = rules.book
    numbers = [book.hexes[number] for number in hexes]
    lined = line_up(book, state, attackers, numbers)
    everybody = [one.unit for one in (*lined.attackers, *lined.defenders)]
    mixes = {name: mix_of(name) for name in everybody if book.of(name).is_untried}
    groups = {mix: [name for name in mixes if mixes[name] == mix] for mix in set(mixes.values())}
    found: dict[str, Fraction] = {}
    for ways in product(*(draws(counters(rules, mix), len(names)) for mix, names in
                          sorted(groups.items()))):  # fmt: skip
        strengths: dict[str, int] = {}
        chance = Fraction(1)
        for (_, names), (drawn, share) in zip(sorted(groups.items()), ways, strict=True):
            strengths.update(zip(names, drawn, strict=True))
            chance *= share

        def printed(name: str, known: dict[str, int] = strengths) -> int:
            return known[name] if name in known else book.counters[mix_of(name)].strength

        zero = [n for n in everybody if type_of(n) == "militia" and printed(n) == 0]
        left = tuple(name for name in attackers if name not in zero)
        lost = {one.hex for one in lined.defenders if one.unit in zero}
        contested = [hex_ for hex_ in numbers if hex_ not in lost]
        if not left:
            key = "none"
        elif not contested:
            key = "walkover"
        else:
            key = odds_of(book, totals(line_up(book, state, left, contested), printed))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def all_of(found: AttackProjection) -> dict[str, Fraction]:
    """Returns the columns with what comes instead of them."""
    told: dict[str, Fraction] = dict(found.columns.items())
    if found.walkover:
        told["walkover"] = found.walkover
    if found.no_attack:
        told["none"] = found.no_attack
    return told


@pytest.mark.parametrize(
    ("text", "attackers", "hexes"),
    [
        ("us armour s2624; esc infantry s2625", ("us-armour-01",), ("s2625",)),
        ("us 3 armour s2624; esc 2 infantry s2625",
         ("us-armour-01", "us-armour-02", "us-armour-03"), ("s2625",)),
        ("us militia s2624; us militia s2725; esc mechanised s2625",
         ("us-militia-01", "us-militia-02"), ("s2625",)),
        ("us armour s2624; canada militia s2725; us militia s2726; esc infantry s2625",
         ("us-armour-01", "canada-militia-01", "us-militia-01"), ("s2625",)),
        ("us cas s2622; us militia s2624; esc cas s2625", ("us-cas-01", "us-militia-01"),
         ("s2625",)),
        ("us militia s2533; us militia s2432; esc infantry s2433",
         ("us-militia-01", "us-militia-02"), ("s2433",)),
        ("us 2 militia s2624; us lrb s2622; esc cas s2625", ("us-militia-01", "us-militia-02",
         "us-lrb-01"), ("s2625",)),
        ("us armour s2725; us infantry s2725; esc infantry s2625; esc armour s2724",
         ("us-armour-01", "us-infantry-01"), ("s2625", "s2724")),
        ("us infantry s2430; esc 2 hovercraft s2431; esc infantry s2431", ("us-infantry-01",),
         ("s2431",)),
    ],
)  # fmt: skip
def test_against_every_draw(text: str, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> None:
    rules = position(text)
    state = rules.start
    found = attack_projection(
        rules.book, state, attackers, [rules.book.hexes[one] for one in hexes]
    )
    assert all_of(found) == by_hand(rules, state, attackers, hexes)
    assert sum(all_of(found).values()) == 1
    assert sum(found.results.values()) == sum(found.columns.values())


def test_militia_that_defend_several_hexes() -> None:
    """One hex may be given up while the other is fought for."""
    start = {
        "side": "esc",
        "units": units("esc armour s2624; us militia s2625; us 2 militia s2725"),
    }
    rules = opened(start, garrison=False)
    hexes = ("s2625", "s2725")
    found = attack_projection(
        rules.book, rules.start, ("esc-armour-01",), [rules.book.hexes[one] for one in hexes]
    )
    assert all_of(found) == by_hand(rules, rules.start, ("esc-armour-01",), hexes)
    assert found.walkover > 0


def test_expected_odds_are_those_on_the_backs() -> None:
    """3.37: an untried U.S. armour shows 6, an untried E.S.C. infantry 4."""
    rules = position("us armour s2624; esc infantry s2625; esc supply s2230")
    odds = expected(rules.book, rules.start, ("us-armour-01",), [rules.book.hexes["s2625"]])
    assert odds == "1-1"


def test_known_strengths_leave_one_column() -> None:
    start = [
        {"nation": "us", "type": "armour", "in": "s2624", "strength": 8},
        {"nation": "esc", "type": "infantry", "in": "s2625", "strength": 4},
        {"nation": "esc", "type": "supply", "in": "s2230"},
    ]
    rules = opened({"side": "us", "units": start}, garrison=False)
    found = attack_projection(
        rules.book, rules.start, ("us-armour-01",), [rules.book.hexes["s2625"]]
    )
    assert found.columns == {"2-1": 1}
    assert found.results == {
        "de": Fraction(1, 6), "dx": Fraction(1, 6), "d2": Fraction(1, 6), "d1": Fraction(1, 3),
        "ax": Fraction(1, 6),
    }  # fmt: skip
    assert results_of(rules.book, {}) == {}


def test_draws_through_several_urns() -> None:
    """A chit that stands for a draw from an earlier urn is followed there."""
    urns = Urns(
        urns=FrozenMap(
            {
                "1": Bag(strengths=FrozenMap({"2": 1, "4": 1})),
                "2": Bag(strengths=FrozenMap({"6": 1}), draws=FrozenMap({"1": 2})),
            }
        )
    )
    third = Fraction(1, 3)
    assert strength_chances(urns, 2) == {2: third, 4: third, 6: third}
    assert strength_chances(urns, 1) == {2: Fraction(1, 2), 4: Fraction(1, 2)}


def test_two_draws_of_one_urn_are_not_independent() -> None:
    """Both of two counters are drawn: their sum is certain, though neither strength is."""
    rules = position("us 2 armour s2624; esc infantry s2625")
    few = Urns(urns=FrozenMap({"1": Bag(strengths=FrozenMap({"4": 1, "8": 1}))}))
    state = rules.start.model_copy(update={"urns": rules.start.urns | {"us-armour": few}})
    hexes = [rules.book.hexes["s2625"]]
    found = attack_projection(rules.book, state, ("us-armour-01", "us-armour-02"), hexes)
    # 12 in all; the defender, out of supply, has half of 6, 4 or 2.
    assert found.columns == {
        "4-1": Fraction(6, 20), "6-1": Fraction(10, 20), "7-1": Fraction(4, 20),
    }  # fmt: skip


def test_a_great_attack_is_foretold_in_no_time() -> None:
    """18 militia from six hexes: told apart by who is left they would take hours."""
    around = ("s2626", "s2726", "s2725", "s2624", "s2525", "s2526")
    rules = position("; ".join(f"us 3 militia {number}" for number in around) +
                     "; esc infantry s2625; esc armour s2625; esc mechanised s2625")  # fmt: skip
    names = [name for name in rules.start.units if side_of(name) == "us"]
    found = attack_projection(rules.book, rules.start, names, [rules.book.hexes["s2625"]])
    assert sum(found.columns.values()) + found.no_attack == 1


def test_permutations_do_not_matter() -> None:
    """In which order units are named changes nothing."""
    rules = position("us 2 armour s2624; us infantry s2725; esc infantry s2625")
    names = ("us-armour-01", "us-armour-02", "us-infantry-01")
    hexes = [rules.book.hexes["s2625"]]
    found = {
        tuple(attack_projection(rules.book, rules.start, order, hexes).columns.items())
        for order in permutations(names)
    }
    assert len(found) == 1
