"""Orders behind dice: what no dice can make legal is told before, what could work never is.

Player-turns are played by chance at positions full of fights, and sent as sheets; then their orders
are tampered with. (Ruling 123)
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from adjudicator.core.decks import Card, Deck
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import OrderCut, OrderFailed
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.referee import first_save, run
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.state import State, mix_of, nation_of, side_of, type_of
from tests.games.invasion_america.chance import Chance
from tests.games.invasion_america.plain_combat import clashes, distance
from tests.games.invasion_america.playing import opened, sheet
from tests.games.invasion_america.suspended import by_chance

FIGHTS = 8
"""Positions of each test."""
RUNS = 4
"""How often the dice of a refused sheet are rolled."""
FAR = {"esc": "n1454", "us": "n2706"}
"""Where a unit of each side stands that comes near no fight."""
LATER = {"esc": ("mechanised",), "us": ("rail", "movement", "combat", "mechanised")}
"""Topics behind a die: of the U.S. that for the garrison comes before all of them."""


class Sent(NamedTuple):
    """A player-turn that chance has played, and that worked under some dice."""

    rules: InvasionAmericaRules
    seat: str
    orders: dict[str, list[Any]]
    given: dict[str, dict[str, Any]]

    @property
    def state(self) -> State:
        """Returns the position before it."""
        return self.rules.start

    def problems(self, orders: dict[str, list[Any]]) -> tuple[str, Sequence[Problem]]:
        """Returns where the check of a sheet ends, and its problems."""
        one = sheet(self.seat, orders=orders, answers=self.given.get(self.seat, {}))
        dry = dry_run(self.rules, first_save(self.rules), {self.seat: one}, 1, seat=self.seat)
        return dry.why, dry.problems


class ChanceDice:
    """Dice that fall by chance, by their labels."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice."""
        choose = Chance(f"{self._seed}/{label}")
        return tuple(choose(range(1, sides + 1)) for _ in range(count))

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Makes no deck: this game has no cards."""
        raise AssertionError(label)

    def unseal(self, deck: Deck, position: int) -> Card:
        """Opens no card: this game has none."""
        raise AssertionError(deck.label)


@lru_cache(maxsize=2)
def fights(side: str) -> tuple[Sent, ...]:
    """Returns player-turns of a side at positions full of fights, with dice in them."""
    found: list[Sent] = []
    for seed in range(20 * FIGHTS):
        choose = Chance(f"ahead-{side}-{seed}")
        rules = _position(side, choose)
        if rules is None:
            continue
        written = by_chance(rules, rules.start, choose)
        if not written.dice or not written.orders.get("mechanised"):
            continue
        found.append(Sent(rules, written.seat, written.orders, written.given))
        if len(found) == FIGHTS:
            return tuple(found)
    raise AssertionError("too few positions with dice")


def _position(side: str, choose: Chance) -> InvasionAmericaRules | None:
    """Returns a random position with armour that stands by; None: it was not legal."""
    written = [
        {"nation": nation_of(name), "type": type_of(name), "in": unit.at}
        | ({} if unit.strength is None else {"strength": unit.strength})
        for name, unit in clashes(choose).units.items()
        if unit.aboard is None and type_of(name) not in ("amphibious", "supply")
    ]
    written += [
        {"nation": "esc", "type": "armour", "in": FAR["esc"]},
        {"nation": "us", "type": "armour", "in": FAR["us"]},
        {"nation": "us", "type": "mechanised", "in": "s3538"},
        {"nation": "us", "type": "armour", "in": "s3637"},
        {"nation": "us", "type": "infantry", "count": 3, "in": "s2023"},
    ]
    try:
        return opened({"side": side, "units": written}, scenario="one", garrison=side == "us")
    except Refused:
        return None


# -- what worked is accepted -----------------------------------------------------------------------


@pytest.mark.parametrize("side", ["esc", "us"])
def test_what_worked_is_accepted(side: str) -> None:
    """Moves that chance found legal behind the dice are no problem before them."""
    behind = 0
    for sent in fights(side):
        why, problems = sent.problems(sent.orders)
        assert not problems, (sent.orders, problems)
        behind += why == "dice"
    assert behind == FIGHTS


# -- what cannot work is told ----------------------------------------------------------------------


def _absent(sent: Sent, order: dict[str, Any]) -> str:
    """Another unit in the order, which is not in play."""
    mix = mix_of(order["units"][0])
    made = sent.rules.book.counters[mix].made
    order["units"] = [
        next(n for k in range(made, 0, -1) if (n := f"{mix}-{k:02}") not in sent.state.units)
    ]
    return "not-in-play"


def _unknown_hex(sent: Sent, order: dict[str, Any]) -> str:
    order["path"] = [*order.get("path", []), "s9999"]
    return "unknown-hex"


def _too_far(sent: Sent, order: dict[str, Any]) -> str:
    """A hex at the other end of the continent."""
    unit = sent.state.units.get(order["units"][0])
    at = order["path"][0] if unit is None else unit.at
    order["path"] = [max(("n1454", "s3410", "s3837"), key=lambda number: distance(at, number))]
    order.pop("aboard", None)
    return "too-few-points no-way enemy-there"


def _at_sea(sent: Sent, order: dict[str, Any]) -> str:
    order["path"] = ["s0101"]
    order.pop("aboard", None)
    return "cannot-stand"


def _too_many(sent: Sent, order: dict[str, Any]) -> str:
    """A unit more that stands at the other end of the continent."""
    far = next(
        name
        for name, unit in sent.state.units.items()
        if unit.at == FAR[side_of(name)] and name not in order["units"]
        and side_of(name) == sent.state.side
    )  # fmt: skip
    order["units"] = [*order["units"], far]
    return "not-together moved-already"


@pytest.mark.parametrize("side", ["esc", "us"])
@pytest.mark.parametrize("tamper", [_absent, _unknown_hex, _too_far, _at_sea, _too_many])
def test_what_cannot_work_is_told(side: str, tamper: Any) -> None:
    """Each of them, in the place where it stands."""
    tried, choose = 0, Chance(f"told-{side}-{tamper.__name__}")
    for sent in fights(side):
        orders = deepcopy(sent.orders)
        known = [
            place
            for place, order in enumerate(orders["mechanised"])
            if _stands_near(sent.state, order["units"][0])
        ]
        if not known:
            continue
        index = choose(known)
        tried += 1
        codes = tamper(sent, orders["mechanised"][index]).split()
        _, problems = sent.problems(orders)
        told = [one.code for one in problems if one.path[:3] == ("orders", "mechanised", index)]
        assert {*told} & {*codes}, (orders["mechanised"][index], problems)
    assert tried >= FIGHTS // 2


def _stands_near(state: State, unit: str) -> bool:
    """Whether a unit was in play when the player-turn began, and not at the other end."""
    return unit in state.units and state.units[unit].at != FAR[side_of(unit)]


# -- what is told never works ----------------------------------------------------------------------


def _at_random(sent: Sent, topic: str, order: dict[str, Any], choose: Chance) -> None:
    """Changes one thing of an order: who, where to, how many, on which condition."""
    state = sent.state
    own = [name for name in state.units if side_of(name) == state.side]
    hexes = sorted({unit.at for unit in state.units.values() if unit.at in sent.rules.book.hexes})
    number = choose(hexes)
    near = [
        sent.rules.book.number_of(one)
        for one in sent.rules.book.charts.grid.within(
            sent.rules.book.hexes[number], choose((1, 2, 6))
        )
    ]
    what = choose(("who", "more", "where", "where", "through", "condition"))
    if topic == "combat":
        order.pop("advance", None)
        if what in ("who", "more"):
            order["units"] = [choose(own)]
        else:
            order["hexes"] = [number]
    elif topic == "rail":
        order["path"] = [choose(near)]
    elif what == "who":
        order["units"] = [choose(own)]
    elif what == "more":
        order["units"] = [*dict.fromkeys((*order["units"], choose(own)))]
    elif what == "where":
        order["path"] = [choose(near)]
    elif what == "through":
        order["path"] = [choose(near), *order.get("path", [])]
    else:
        order[choose(("if_won", "unless_won"))] = [choose(near)]


@pytest.mark.parametrize("side", ["esc", "us"])
def test_what_is_told_never_works(side: str, pytestconfig: pytest.Config) -> None:
    """Whatever the dice show, an order that is refused behind them is not carried out whole."""
    refused, choose = 0, Chance(f"never-{side}")
    for place, sent in enumerate(fights(side)):
        for _ in range(4 if pytestconfig.getoption("--exhaustive") else 2):
            orders = deepcopy(sent.orders)
            topic = choose([one for one in LATER[side] if orders.get(one)])
            index = choose(range(len(orders[topic])))
            _at_random(sent, topic, orders[topic][index], choose)
            _, problems = sent.problems(orders)
            told = {one.path[1:3] for one in problems if len(one.path) > 2}
            if not told:
                continue
            refused += 1
            for n in range(RUNS):
                _never_whole(sent, orders, told, f"{side}-{place}-{n}")
    assert refused > FIGHTS // 2


def _never_whole(sent: Sent, orders: dict[str, list[Any]], told: Any, seed: str) -> None:
    one = sheet(sent.seat, orders=orders)
    done = run(sent.rules, first_save(sent.rules), {sent.seat: one}, 1, dice=ChanceDice(seed))
    failed = {
        (event.topic, event.index)
        for event in done.events
        if isinstance(event, OrderFailed | OrderCut)
    }
    whole = {(topic, index) for topic, index in told if topic in orders} - failed
    assert not whole, ([orders[topic][index] for topic, index in whole], seed)
