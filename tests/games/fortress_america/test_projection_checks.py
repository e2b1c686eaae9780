"""Orders behind dice: what no dice can make legal is told, what could work never is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from adjudicator.core.decks import Card, Deck
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Event, OrderCut, OrderFailed
from adjudicator.core.problem import Problem
from adjudicator.core.referee import first_save, run
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.state import USA, State
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import opened, sheet, start

BOTH = (FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012)
Orders = dict[str, list[Any]]


class EveryDice:
    """Dice that show all that they can, one throw after another.

    A face stands for all with the same result: one, miss, combined hit, hit.
    """

    def __init__(self) -> None:
        self._path: list[tuple[int, int]] = []
        """For each throw in turn which of how many ways it falls."""
        self._made = 0

    def ways(self) -> Iterator[None]:
        """Yields once for every way in which all throws may fall."""
        while True:
            self._made = 0
            yield
            while self._path and self._path[-1][0] + 1 == self._path[-1][1]:
                self._path.pop()
            if not self._path:
                return
            way, of = self._path.pop()
            self._path.append((way + 1, of))

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        faces = (*range(1, sides + 1),) if "/cards/" in label else (1, 2, 5, sides)
        if self._made == len(self._path):
            self._path.append((0, len(faces) ** count))
        way, of = self._path[self._made]
        assert of == len(faces) ** count, label
        self._made += 1
        return tuple(faces[way // len(faces) ** k % len(faces)] for k in range(count))

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        raise AssertionError(label)

    def unseal(self, deck: Deck, position: int) -> Card:
        raise AssertionError(deck.label)


class DiceByChance(EveryDice):
    """Dice that depend on a seed alone."""

    def __init__(self, seed: str) -> None:
        self._choose = Chance(seed)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self._choose(range(1, sides + 1)) for _ in range(count))


def at(rules: FortressAmericaRules, state: State) -> FortressAmericaRules:
    """Returns the rules of a match that begins with a position, unchecked at every event."""
    assert isinstance(rules.game, FortressAmerica)
    return FortressAmericaRules(rules.game, rules.book, state)


def told(rules: FortressAmericaRules, seat: str, orders: Orders) -> tuple[Problem, ...]:
    """Returns the problems of a sheet that refuse it."""
    one = sheet(seat, game=rules.game, orders=orders)
    found = dry_run(rules, first_save(rules), {seat: one}, 1, seat=seat).problems
    return tuple(problem for problem in found if not problem.warning)


def carried_out(
    rules: FortressAmericaRules, seat: str, orders: Orders, dice: EveryDice
) -> Sequence[Event]:
    """Returns what happens in the player-turn for which a sheet is."""
    one = sheet(seat, game=rules.game, orders=orders)
    return run(rules, first_save(rules), {seat: one}, 1, dice=dice).events


def failed(events: Sequence[Event], topic: str) -> set[int]:
    """Returns the places of the orders of a topic that were not carried out as written."""
    return {
        event.index
        for event in events
        if isinstance(event, OrderFailed | OrderCut) and event.topic == topic
    }


def is_undone(events: Sequence[Event], order: Mapping[str, Any]) -> bool:
    """Says whether units of a move found no room."""
    return any(
        isinstance(event, e.MoveUndone)
        and (event.unit, list(event.path)) == (order["unit"], list(order["path"]))
        for event in events
    )


# -- what worked once is never refused ----------------------------------------------------------

POSITIONS = [
    *((game, "ready", {}) for game in BOTH),
    *((game, "standard", {"cards": "one-at-a-time"}) for game in BOTH),
    (FORTRESS_AMERICA_2012, "standard", {"lasers_at_start": 6}),
]


def turns_by_chance(
    game: FortressAmerica, scenario: str, options: Any, seed: str
) -> Iterator[tuple[FortressAmericaRules, str, str]]:
    """Yields the rules at the beginning of each player-turn of a match by chance, its seat, and a
    seed."""
    rules = opened(scenario, game=game, **options)
    state, choose, n = rules.start, Chance(seed), 0
    while (step := rules.next_step(state)) is not None and state.turn <= 4:
        n += 1
        if len(step.seats) == 1 and state.action == "reinforcements":
            yield at(rules, state), step.seats[0], f"{seed}/{n}"
        state = RandomTable(rules, state, choose).play_turn().state


@pytest.mark.parametrize(("game", "scenario", "options"), POSITIONS)
def test_a_sheet_that_some_dice_carry_out_is_never_refused(
    game: FortressAmerica, scenario: str, options: Any
) -> None:
    sheets = 0
    for rules, seat, seed in turns_by_chance(game, scenario, options, f"worked-{scenario}"):
        for k in range(3):
            table = RandomTable(rules, rules.start, Chance(f"{seed}/{k}")).play_turn()
            orders = table.orders_of(seat)
            assert told(rules, seat, orders) == (), (seed, k)
            sheets += bool(orders.get("invasion"))
    assert sheets > 20


# -- what nothing can make legal is told --------------------------------------------------------


def _undeclared(state: State, rules: FortressAmericaRules, orders: Orders) -> Any:
    """An aircraft into land of another side that is not declared."""
    book, side = rules.book, state.side
    declared = {order["area"] for order in orders.get("declare", ())}
    for area, counts in state.spaces_of(side):
        flying = [kind for kind in counts if book.facts(kind).second_move > 1]
        for middle in book.map.neighbours(area) if flying else ():
            for there in book.map.neighbours(middle):
                is_foreign = book.owner(state, there) != side and there not in declared
                over = [one for one in (middle, there) if book.is_zone(one)]
                if is_foreign and there != area and not over:
                    return _move(flying[0], 1, area, middle, there)
    return None


def _too_many(state: State, rules: FortressAmericaRules, orders: Orders) -> Any:
    """More than the edition lets stand anywhere."""
    for area, counts in state.spaces_of(state.side):
        for there in rules.book.map.neighbours(area):
            if rules.book.is_friendly(state, state.side, there):
                return _move(next(iter(counts)), 41, area, there)
    return None


def _from_nowhere(state: State, rules: FortressAmericaRules, orders: Orders) -> Any:
    """From a space in which nobody stands and to which nobody comes."""
    book, side = rules.book, state.side
    ends = {order["path"][-1] for order in orders.get("maneuvers", ())}
    placed = {one.get("in") for one in orders.get("reinforcements", ())}
    for area in book.map.areas:
        if state.units_in(area, side) or area in ends or area in placed:
            continue
        if side == USA or not book.is_friendly(state, side, area):
            continue
        for there in book.map.neighbours(area):
            if book.is_friendly(state, side, there):
                return _move("infantry", 1, area, there)
    return None


def _move(unit: str, count: int, *path: str) -> dict[str, Any]:
    return {"order": "move", "unit": unit, "count": count, "path": list(path)}


TAMPERED: tuple[Callable[[State, FortressAmericaRules, Orders], Any], ...] = (
    _undeclared, _too_many, _from_nowhere,
)  # fmt: skip


@pytest.mark.parametrize("game", BOTH)
def test_an_order_that_nothing_can_make_legal_is_told(game: FortressAmerica) -> None:
    number = dict.fromkeys(TAMPERED, 0)
    for rules, seat, seed in turns_by_chance(game, "ready", {}, "tampered"):
        table = RandomTable(rules, rules.start, Chance(f"{seed}/sheet")).play_turn()
        orders = table.orders_of(seat)
        if not any(isinstance(event, e.BattleBegun | e.LaserFired) for event in table.events):
            continue
        if seat == USA:
            orders.pop("cards", None)
        for tamper in TAMPERED:
            bad = tamper(rules.start, rules, orders)
            if bad is None:
                continue
            place = len(orders.get("invasion", ()))
            problems = told(rules, seat, {**orders, "invasion": [*orders.get("invasion", ()), bad]})
            if any(problem.path[1] == "cards" for problem in problems):
                continue
            paths = [problem.path[:3] for problem in problems]
            assert ("orders", "invasion", place) in paths, (seed, bad, problems)
            number[tamper] += 1
    assert all(count > 2 for count in number.values()), number


# -- what is refused never works ----------------------------------------------------------------

AROUND = ("w2", "w3", "western-washington", "eastern-oregon", "portland", "northwest-california")
NEAR = (*AROUND, "w1", "w4", "seattle", "san-francisco", "coastal-california")


def small_position(choose: Chance) -> tuple[Any, Orders]:
    """Returns a start with one or two small battles, and a sheet with orders of the second
    movement, most of them nonsense."""
    battles = choose((("portland",), ("portland", "northwest-california")))
    kinds = ("infantry", "infantry", "hovertank", "helicopter", "bomber")
    units: list[str] = []
    for space in ("w2", "w3", "western-washington", "w1"):
        counts: dict[str, int] = {}
        for _ in range(choose((0, 1, 2, 5)) if space == "w1" else choose((0, 0, 1, 1, 2))):
            kind = choose(kinds)
            counts[kind] = counts.get(kind, 0) + 1
        if counts:
            units.append(f"{space} western " + " ".join(f"{k} {c}" for k, c in counts.items()))
    if not units:
        units.append("w2 western infantry 1")
    units += [f"{area} usa infantry {1 if area != 'portland' else choose((1, 1, 2))}"
              for area in battles]  # fmt: skip
    begin = start("; ".join(units))
    declared = [*battles, *choose(((), ("eastern-oregon",)))]
    orders: Orders = {"declare": [{"order": "declare", "area": area} for area in declared]}
    if choose((True, False)):
        orders["maneuvers"] = [_move("bomber", 1, choose(("w1", "w2")), "portland")]
    orders["invasion"] = [_wild(choose) for _ in range(choose((1, 2, 3)))]
    return begin, orders


def _wild(choose: Chance) -> dict[str, Any]:
    ends = {
        "w1": ("w2",), "w2": ("w1", "w3", "portland"), "w3": ("w2", "w4", "northwest-california"),
        "western-washington": ("portland", "seattle"), "portland": ("w2", "eastern-oregon"),
        "eastern-oregon": ("portland",),
    }  # fmt: skip
    first = choose(tuple(ends))
    order = _move(choose(("infantry", "infantry", "hovertank", "helicopter", "bomber")),
                  choose((1, 1, 2, 3)), first, choose(ends[first]))  # fmt: skip
    more = choose(("", "", "at_least", "if_won"))
    if more == "at_least":
        order["at_least"] = choose(range(1, order["count"] + 1))
    elif more == "if_won":
        order["if_won"] = choose(("portland", "northwest-california"))
    return order


@pytest.mark.parametrize(
    ("game", "part"),
    [
        pytest.param(game, part, marks=[] if part // 2 == at else pytest.mark.exhaustive)
        for at, game in enumerate(BOTH)
        for part in range(4)
    ],
)
def test_what_is_refused_fails_however_the_dice_fall(game: FortressAmerica, part: int) -> None:
    refused = 0
    for seed in range(20):
        choose = Chance(f"small-{part}-{seed}")
        begin, orders = small_position(choose)
        rules = opened(begin, game=game)
        rules = at(rules, rules.start)
        problems = told(rules, "western", orders)
        if not problems or any(problem.path[1] != "invasion" for problem in problems):
            continue
        places = {problem.path[2] for problem in problems if len(problem.path) > 2}
        if any(problem.code == "not-adjacent" for problem in problems):
            continue
        refused += 1
        dice = EveryDice()
        for number, _ in enumerate(dice.ways()):
            events = carried_out(rules, "western", orders, dice)
            missed = failed(events, "invasion")
            undone = {
                place for place, order in enumerate(orders["invasion"]) if is_undone(events, order)
            }
            assert places <= missed | undone, (part, seed, orders, problems)
            assert missed | undone, (part, seed, orders, problems)
            if number == 150:
                break
    assert refused > 1, refused
