"""Chains of invasions: which planets an army sets out to take, one after another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.player.worth import (
    TROOP,
    Evaluation,
    chance_of,
    losses_to_take,
)
from adjudicator.games.galactic_conquest.rules.chances import roll_table
from adjudicator.odds.battles import EXACT, Battle, chain

__all__ = ["Campaign", "best_campaign", "chance_of_route", "orders_of", "troops_wanted"]

_WIDTH = 20
"""How many routes are followed at once."""
_FARTHEST = 16
"""How many planets a route leads to at most."""
_LEAST_CHANCE = 500
"""In thousandths: under this chance no planet is attacked."""
_SPREAD = 150
"""What a troop is worth less where it is left behind, in thousandths."""
_MOST_IN_CHAINS = 40
"""Of larger armies a chain is judged battle by battle: its exact chances take too long."""


class Campaign(NamedTuple):
    """An army and the planets that it is to take."""

    worth: int
    """What it brings on average less what it costs, in thousandths of a troop."""
    start: str
    route: tuple[str, ...]


class _Way(NamedTuple):
    """A route being followed."""

    worth: int
    start: str
    route: tuple[str, ...]
    army: int
    """What is left on average on the planet reached, in thousandths."""
    chance: int
    """To come so far, in thousandths."""


def best_campaign(
    evaluation: Evaluation, free: int, *, used: Collection[str] = ()
) -> Campaign | None:
    """Returns the campaign that brings most; None: none is worth its cost.

    Args:
        free: new troops that may be placed where it starts.
        used: planets that other campaigns start from or lead to.
    """
    troops = evaluation.view.troops
    ways = [
        _Way(0, planet, (), (troops[planet] + free) * TROOP, TROOP)
        for planet in evaluation.own
        if planet not in used and troops[planet] + free > 1
    ]
    best: Campaign | None = None
    for _ in range(_FARTHEST):
        longer = [far for way in ways for far in _onward(evaluation, way, used)]
        longer.sort(key=lambda way: (-way.worth, way.start, way.route))
        ways = longer[:_WIDTH]
        if not ways:
            break
        first = ways[0]
        if first.worth > (best.worth if best else 0):
            best = Campaign(first.worth, first.start, first.route)
    return best


def _onward(evaluation: Evaluation, way: _Way, used: Collection[str]) -> Iterator[_Way]:
    """Yields a route with each planet that may come next."""
    here = way.route[-1] if way.route else way.start
    own = (way.army + TROOP // 2) // TROOP
    if own < 2:
        return
    for target in evaluation.enemies_of(here, way.route):
        defenders = evaluation.view.troops[target]
        chance = chance_of(own, defenders)
        if target in used or chance < _LEAST_CHANCE:
            continue
        lost = losses_to_take(defenders)
        gain = evaluation.gain(target, way.route) - _SPREAD
        reached = way.chance * chance // TROOP
        worth = way.worth + (reached * gain - way.chance * lost) // TROOP
        route = (*way.route, target)
        yield _Way(worth, way.start, route, way.army - TROOP - lost, reached)


# -- how many troops a campaign wants -----------------------------------------------------------


def chance_of_route(evaluation: Evaluation, troops: int, route: Sequence[str]) -> Fraction:
    """Returns the exact chance that an army takes all planets of a route."""
    defenders = [evaluation.view.troops[planet] for planet in route]
    if max(troops, *defenders) > _MOST_IN_CHAINS:
        chance = Fraction(1)
        for count in defenders:
            chance *= Fraction(chance_of(max(troops, 1), count), TROOP)
            troops -= 1 + (losses_to_take(count) + TROOP // 2) // TROOP
        return chance
    if troops < 2:
        return Fraction(0)
    found = chain(troops - 1, [Battle(roll_table(), count) for count in defenders], EXACT)
    taken = sum(weight for (_, _, left), weight in found.weights.items() if not left)
    return Fraction(taken, found.total)


def troops_wanted(evaluation: Evaluation, campaign: Campaign, free: int, chance: Fraction) -> int:
    """Returns the fewest new troops with which a campaign has a chance; all, if it has it never."""
    there = evaluation.view.troops[campaign.start]
    least, most = 0, free
    while least < most:
        middle = (least + most) // 2
        if chance_of_route(evaluation, there + middle, campaign.route) >= chance:
            most = middle
        else:
            least = middle + 1
    return least


# -- as orders ----------------------------------------------------------------------------------


def orders_of(evaluation: Evaluation, campaign: Campaign) -> o.Invade:
    """Returns the chained order: each capture leads on, until the chance falls too low."""
    route = campaign.route
    is_decisive = evaluation.completes(route)
    follows: tuple[o.Invade, ...] = ()
    for place in range(len(route) - 1, -1, -1):
        origin = route[place - 1] if place else campaign.start
        order: dict[str, object] = {
            "order": "invade",
            "from": origin,
            "to": route[place],
            "until": _until(evaluation, origin, is_decisive=is_decisive),
            "then": follows,
        }
        if place < len(route) - 1 or _goes_in(evaluation, origin, route):
            order["move"] = "all"
        follows = (o.Invade.model_validate(order),)
    return follows[0]


def _until(evaluation: Evaluation, origin: str, *, is_decisive: bool) -> o.Until:
    """What is worth a risk is fought for longer; a threatened region keeps a garrison."""
    keeps = not is_decisive and origin in evaluation.own and evaluation.held_bonus(origin)
    return o.Until(chance="2/5" if is_decisive else "1/2", own=2 if keeps else None)


def _goes_in(evaluation: Evaluation, origin: str, route: Sequence[str]) -> bool:
    """Whether the army enters the last planet: only where an enemy is beside it.

    Where the region of the planet that attacks is whole and an enemy is beside that, it stays.
    """
    if not evaluation.enemies_of(route[-1], route):
        return False
    return not (evaluation.held_bonus(origin) and evaluation.enemies_of(origin, route))
