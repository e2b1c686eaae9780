"""Odds, who may attack, and where units retreat, held against a second, plain reading."""

from __future__ import annotations

from functools import partial

from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.rules.attack_checks import check_attack
from adjudicator.games.invasion_america.rules.line_up import (
    Totals,
    back_of,
    line_up,
    odds_of,
    participants,
    totals,
)
from adjudicator.games.invasion_america.rules.retreat_ways import Ground, routes
from adjudicator.games.invasion_america.state import State, side_of, type_of
from tests.games.invasion_america.chance import Chance
from tests.games.invasion_america.plain_combat import (
    BASE,
    clashes,
    column,
    distance,
    may_attack,
    near,
    retreats,
    total,
)

POSITIONS = 150


def test_distances_and_neighbours() -> None:
    """Both readings know the same grid."""
    grid, book = BASE.book.charts.grid, BASE.book
    for number in ("s2625", "s3825", "n0125", "s0149", "n1001"):
        around = [book.number_of(one) for one in grid.neighbours[book.hexes[number]]]
        assert sorted(around) == sorted(near(number))
        for other in ("s2720", "n0230", "s2956"):
            far = grid.distance(book.hexes[number], book.hexes[other])
            assert far == distance(number, other)


def test_columns() -> None:
    for attack in range(50):
        for defence in range(50):
            assert odds_of(BASE.book, Totals(attack, defence)) == column(attack, defence)


def attack_by_chance(
    state: State, choose: Chance
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Returns some units and some hexes near them, legal or not."""
    foes = sorted({unit.at for name, unit in state.units.items() if side_of(name) == "us"})
    if not foes:
        return None
    first = choose(foes)
    beside = [number for number in foes if number in near(first)]
    second = choose([*beside, *([""] * max(len(beside), 1))])
    hexes = (first, second) if second else (first,)
    able = [
        name
        for name, unit in state.units.items()
        if side_of(name) == "esc" and distance(unit.at, first) <= choose((1, 1, 3))
    ]
    units = tuple(name for name in able if choose((1, 1, 0)))
    return (units, hexes) if units else None


def test_attacks() -> None:
    """Which attacks are legal, and what both sides count for in those that are."""
    legal = illegal = 0
    for seed in range(POSITIONS):
        choose = Chance(f"clash-{seed}")
        state = clashes(choose)
        for _ in range(6):
            found = attack_by_chance(state, choose)
            if found is None:
                continue
            units, hexes = found
            order = o.Attack(order="attack", units=units, hexes=hexes)
            problems = list(check_attack(BASE.book, state, order))
            assert may_attack(state, units, hexes) == (not problems), (seed, order, problems)
            legal, illegal = legal + (not problems), illegal + bool(problems)
            if problems:
                continue
            everybody = participants(BASE.book, state, units)
            targets = [BASE.book.hexes[number] for number in hexes]
            lined = line_up(BASE.book, state, everybody, targets)
            counted = totals(lined, partial(back_of, BASE.book, state))
            assert counted == total(state, everybody, hexes), (seed, order)
    assert min(legal, illegal) > POSITIONS // 2


def test_retreats() -> None:
    """Where units may go, whom they displace, and where they die."""
    seen = dict.fromkeys(("vacant", "displacing", "dead"), 0)
    book = BASE.book
    for seed in range(POSITIONS):
        choose = Chance(f"retreat-{seed}")
        state = clashes(choose)
        stacks = sorted({(side_of(n), u.at) for n, u in state.units.items() if u.aboard is None})
        for side, at in stacks:
            units = tuple(
                name
                for name, unit in state.units.items()
                if unit.at == at
                and side_of(name) == side
                and unit.aboard is None
                and type_of(name) not in ("amphibious", "supply")
            )
            movers = tuple(name for name in units if type_of(name) != "rail") or units
            if not units:
                continue
            hexes = choose((1, 2, 3))
            ground = Ground(book, state, side, False, {})
            left = tuple(n for n in ground.occupants(book.hexes[at]) if n not in units)
            ground = ground.with_({book.hexes[at]: left})
            found = routes(ground, movers, book.hexes[at], hexes)
            how = "displacing" if found.displace else "vacant" if found.survive else "dead"
            ways = frozenset(tuple(map(book.number_of, way)) for way in found.ways)
            assert (how, ways) == retreats(state, units, hexes), (seed, units, hexes)
            seen[how] += 1
    assert min(seen.values()) > POSITIONS // 10, seen
