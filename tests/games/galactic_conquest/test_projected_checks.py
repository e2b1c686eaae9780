"""Orders behind the first dice: what no dice can make legal is told, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from adjudicator.core.values import FrozenMap, canonical
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.chances import is_under
from adjudicator.games.galactic_conquest.rules.fortify import path_between
from adjudicator.games.galactic_conquest.rules.invade import moved_in
from adjudicator.games.galactic_conquest.rules.projected_checks import ProjectedBounds
from adjudicator.games.galactic_conquest.state import Held, State
from tests.games.chance import Chance
from tests.games.galactic_conquest.playing import (
    checked,
    invade,
    opened,
    place,
    planets,
)

Position = tuple[tuple[str, bool, int], ...]
"""By planet of the cluster, whether it is amber's, and the troops on it."""
CENTRE = "aldine"


def fortify(origin: str, target: str, count: int | str = "all") -> dict[str, Any]:
    return {"order": "fortify", "from": origin, "to": target, "count": count}


class Exhaustive:
    """Every position that dice may lead to, followed one by one: slow, and simple."""

    def __init__(self, rules: GalacticConquestRules, cluster: list[str]) -> None:
        self.rules, self.cluster = rules, cluster
        self.begun: set[tuple[Any, ...]] = set()

    def all_of(self, orders: Any, positions: set[Position], path: tuple[Any, ...]) -> set[Position]:
        for index, order in enumerate(orders):
            after: set[Position] = set()
            for position in positions:
                after |= self.one(order, position, (*path, index))
            positions = after
        return positions

    def one(self, order: o.Invade, position: Position, path: tuple[Any, ...]) -> set[Position]:
        stands = {planet: (own, troops) for planet, own, troops in position}
        is_own, troops = stands[order.from_]
        if not is_own or troops < 2 or stands[order.to][0]:
            return {position}
        self.begun.add(path)
        after: set[Position] = set()
        for own, enemy, moved in self.fought(order, troops, stands[order.to][1], is_first=True):
            found = {**stands, order.from_: (True, own), order.to: (bool(moved), enemy or moved)}
            reached = {tuple((planet, *found[planet]) for planet in self.cluster)}
            name = "then" if moved else "else"
            follows = order.then if moved else order.else_
            after |= self.all_of(follows, reached, (*path, name))
        return after

    def fought(
        self, order: o.Invade, own: int, enemy: int, *, is_first: bool
    ) -> Iterator[tuple[int, int, int]]:
        """Yields troops left on both sides, and how many moved in."""
        until = order.until
        stops = own < 2 or (until is None and not is_first)
        if until is not None and until.own is not None:
            stops = stops or own <= until.own
        if until is not None and until.chance is not None:
            stops = stops or is_under(own, enemy, until.chance, dice=order.dice)
        if stops:
            yield own, enemy, 0
            return
        dice = min(order.dice, own - 1)
        for defence in {1, min(2, enemy)}:
            pairs = min(dice, defence)
            for felled in range(pairs + 1):
                if felled == enemy:
                    moved, _ = moved_in(order.move, dice, own - 1)
                    yield own - moved, 0, moved
                else:
                    yield from self.fought(
                        order, own - (pairs - felled), enemy - felled, is_first=False
                    )


def cluster_of(rules: GalacticConquestRules) -> list[str]:
    """A few planets around one."""
    found = [CENTRE]
    for planet in found:
        found += [p for p in rules.book.chart.neighbours(planet) if p not in found]
        if len(found) >= 7:
            break
    return sorted(found[:7])


def random_start(choose: Chance, cluster: list[str]) -> dict[str, Any]:
    stands = [f"{CENTRE} amber {choose(range(2, 6))}"]
    for planet in cluster:
        if planet != CENTRE:
            seat = choose(["amber", "azure", "azure", "neutral"])
            stands.append(f"{planet} {seat} {choose([1, 1, 2, 3])}")
    stands += ["driftgate amber 1", "umber azure 1"]
    known = {stand.split()[0]: stand for stand in reversed(stands)}
    return planets("; ".join(known.values()))


def random_invade(
    choose: Chance, rules: GalacticConquestRules, cluster: list[str], deep: int
) -> dict[str, Any]:
    origin = choose(cluster)
    near = [p for p in rules.book.chart.neighbours(origin) if p in cluster]
    until = choose(
        [None, {"captured": True}, {"captured": True}, {"own": choose(range(1, 5))},
         {"chance": choose(["1/2", "1/10", "9/10"])}]
    )  # fmt: skip
    parts: dict[str, Any] = {"until": until} if until else {}
    parts |= choose([{}, {"move": "all"}, {"move": choose(range(1, 5))}])
    parts |= choose([{}, {}, {"dice": choose(range(1, 4))}])
    if deep:
        for name in ("then", "else"):
            if choose(range(5)) < 2:
                parts[name] = [
                    random_invade(choose, rules, cluster, deep - 1)
                    for _ in range(choose(range(1, 3)))
                ]
    return invade(origin, choose(near), **parts)


def moves_in(rules: GalacticConquestRules, positions: set[Position], order: o.Fortify) -> bool:
    """Whether a move is legal in one of the positions."""
    state = rules.start
    for position in positions:
        owners = {**state.owners}
        troops = {**state.troops}
        for planet, is_own, count in position:
            owners[planet] = "amber" if is_own else owners[planet]
            troops[planet] = count
        if owners[order.from_] != "amber" or owners[order.to] != "amber":
            continue
        spare = troops[order.from_] - 1
        if spare < 1 or (order.count != "all" and order.count > spare):
            continue
        if path_between(
            rules.book, state.model_copy(update={"owners": owners}), order.from_, order.to
        ):
            return True
    return False


_RULES = opened(planets("aldine amber 4; driftgate azure 1"))
CLUSTER = cluster_of(_RULES)
NEAR = [planet for planet in _RULES.book.chart.neighbours(CENTRE) if planet in CLUSTER]


class Drawn(NamedTuple):
    """A position and a sheet by chance."""

    rules: GalacticConquestRules
    placed: Mapping[str, int]
    orders: dict[str, list[Any]]


def drawn(choose: Chance) -> Drawn:
    rules = opened(random_start(choose, CLUSTER))
    new = rules.start.to_place["amber"]
    invasions = [
        invade(CENTRE, choose(NEAR), until={"captured": True}, move="all"),
        *(random_invade(choose, rules, CLUSTER, 2) for _ in range(choose(range(1, 4)))),
    ]
    origin = choose(CLUSTER)
    target = choose([planet for planet in CLUSTER if planet != origin])
    counts: list[int | str] = ["all", 1, 3, 6]
    moves = [fortify(origin, target, choose(counts))]
    orders = {"place": [place(new, CENTRE)], "invade": invasions, "fortify": moves}
    return Drawn(rules, {CENTRE: new}, orders)


def reached_by(one: Drawn) -> tuple[Exhaustive, set[Position]]:
    every, state = Exhaustive(one.rules, CLUSTER), one.rules.start
    start = tuple(
        (planet, state.owners[planet] == "amber", state.troops[planet] + one.placed.get(planet, 0))
        for planet in CLUSTER
    )
    read = [o.Invade.model_validate_json(canonical(order)) for order in one.orders["invade"]]
    return every, every.all_of(read, {start}, ())


def order_path(path: list[Any]) -> tuple[Any, ...]:
    """Returns the path of the order that a problem is in, without its field."""
    last = max(index for index, part in enumerate(path) if isinstance(part, int))
    return tuple(path[: last + 1])


@pytest.mark.parametrize("seed", range(120))
def test_what_is_refused_succeeds_under_no_dice(seed: int) -> None:
    one = drawn(Chance(f"ahead-{seed}"))
    dry = checked(one.rules, "amber", one.orders)
    if dry.why != "dice":
        return
    every, positions = reached_by(one)
    for problem in dry.problems:
        _, topic, *path = problem.path
        if topic == "invade":
            assert order_path(path) not in every.begun, one.orders
        else:
            move = o.Fortify.model_validate(one.orders["fortify"][0])
            assert not moves_in(one.rules, positions, move), one.orders


@pytest.mark.parametrize("seed", range(120))
def test_what_was_tampered_with_is_told(seed: int) -> None:
    """Orders that no dice let begin, put behind others by chance."""
    choose = Chance(f"tampered-{seed}")
    one = drawn(choose)
    every, _ = reached_by(one)
    state = one.rules.start
    own = [planet for planet in CLUSTER if state.owners[planet] == "amber"]
    named = {order[end] for order in all_orders(one.orders["invade"]) for end in ("from", "to")}
    foreign = [planet for planet in CLUSTER if planet not in own and planet not in named]
    alone = [p for p in own if p not in named and state.troops[p] == 1]
    wrong = [("your-planet", invade(origin, p)) for p in own for origin in near(one, p)]
    wrong += [("not-your-planet", invade(p, target)) for p in foreign for target in near(one, p)]
    wrong += [("too-few-troops", invade(p, target)) for p in alone for target in near(one, p)]
    if (0,) not in every.begun or not wrong:
        return
    code, tampered = choose(wrong)
    place_at = len(one.orders["invade"])
    orders = {**one.orders, "invade": [*one.orders["invade"], tampered]}
    found = checked(one.rules, "amber", orders).problems
    told = [problem.code for problem in found if problem.path[:3] == ("orders", "invade", place_at)]
    assert code in told, (tampered, one.orders)
    nested = {**one.orders["invade"][0], "else": [tampered]}
    found = checked(one.rules, "amber", {**one.orders, "invade": [nested]}).problems
    inner = ("orders", "invade", 0, "else", 0)
    assert code in [problem.code for problem in found if problem.path[:5] == inner]


def near(one: Drawn, planet: str) -> list[str]:
    return [beside for beside in one.rules.book.chart.neighbours(planet) if beside in CLUSTER]


def all_orders(orders: list[Any]) -> Iterator[dict[str, Any]]:
    for order in orders:
        yield order
        yield from all_orders([*order.get("then", ()), *order.get("else", ())])


# -- eliminations -------------------------------------------------------------------------------

LAST = "aldine amber 6; estmark amber 1; beryl azure 1; crown neutral 1; dovane neutral 3"


def with_hands(rules: GalacticConquestRules, **counts: int) -> State:
    """A position at the first invasion, with so many cards in each hand."""
    hands = {
        seat: tuple(Held(deck=0, position=place) for place in range(counts.get(seat, 0)))
        for seat in rules.seats
    }
    return rules.start.model_copy(update={"phase": "invade", "hands": FrozenMap(hands)})


@pytest.mark.parametrize(("azure", "found"), [(1, ["too-few-troops"]), (2, [])])
def test_the_troops_of_a_set_may_stand_anywhere(azure: int, found: list[str]) -> None:
    """With five cards after the elimination sets are turned in: also for a planet with one."""
    rules = opened(planets(LAST), seats=("amber", "azure", "crimson"))
    state = with_hands(rules, amber=3, azure=azure)
    walk = ProjectedBounds(rules.book, state)
    first = invade("aldine", "beryl", until={"captured": True})
    assert walk.invade(o.Invade.model_validate(first)) == []
    again = o.Invade.model_validate(invade("estmark", "dovane"))
    assert [problem.code for problem in walk.invade(again)] == found


def test_nothing_is_judged_that_is_held_or_not_reached() -> None:
    rules = opened(planets(LAST))
    orders = {
        "place": [place(3, "aldine")],
        "invade": [invade("aldine", "beryl"), invade("estmark", "dovane")],
        "fortify": [fortify("estmark", "aldine", 5)],
    }
    assert [p.path[1] for p in checked(rules, "amber", orders).problems] == ["invade", "fortify"]
    held = checked(rules, "amber", orders, hold=["fortify"]).problems
    assert [problem.path[1] for problem in held] == ["invade"]
    assert checked(rules, "amber", orders, hold=["invade", "fortify"]).problems == ()
