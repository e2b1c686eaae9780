"""Battles to the end: the chances of all that can come about.

Every roll costs at least one troop. So a state of `own` attackers that may fight against `enemy`
defenders is counted over the unit of the table to the power of the troops lost, or still to be
lost: one denominator for all that ends, and nothing is reduced on the way. With a unit of 1.0 and
the chances of each roll for its ways the same code counts in floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from adjudicator.odds.rolls import RollTable

__all__ = [
    "EXACT",
    "ROUNDED",
    "Arithmetic",
    "Battle",
    "Chain",
    "Ends",
    "Until",
    "capture_chances",
    "chain",
    "ends",
    "followed",
    "moved_in",
    "share",
]

N = TypeVar("N", int, float)
Number: TypeAlias = Fraction | float
"""A chance: exact, or rounded."""
Stops: TypeAlias = Callable[[int, int], bool]
"""Whether a battle is broken off between so many attackers and so many defenders."""
_Steps: TypeAlias = Sequence[Sequence[tuple[int, int, N]]]
"""By defenders that fight: what both lose in a roll, and its weight."""


_MOST_EXACT = 600
"""Attackers and defenders of the largest battle whose chances to capture `until` knows exactly."""


class Until(NamedTuple):
    """When a battle is broken off; the first condition that holds does it. Judged before a roll."""

    own: int = 0
    """At most so many attackers are left that may fight."""
    chance: Fraction = Fraction(0)
    """The exact chance to capture by going on is under this."""
    once: bool = False
    """One roll has been made."""


class Battle(NamedTuple):
    """One battle of a chain."""

    table: RollTable
    """What each roll does."""
    enemy: int
    """How many defend."""
    until: Until = Until()
    """When it is broken off."""
    behind: int = 0
    """Of those that may move in after a capture, how many stay, if that many may."""
    move: int | None = None
    """How many move in after a capture, if that many must and may; None: all but `behind`."""
    supposed: RollTable | None = None
    """The rolls that `until.chance` supposes; None: those of the battle."""


class Ends(NamedTuple, Generic[N]):
    """How one battle of a chain ends, whether it was reached or not."""

    weights: dict[tuple[int, int], N]
    """By attackers that may still fight and by defenders left."""
    total: N
    """What the weights of everything add up to, the part that never came here included."""
    rolls: Number = 0.0
    """How often is rolled on average; counted in floats alone."""


class Chain(NamedTuple, Generic[N]):
    """How a chain of battles ends."""

    battles: tuple[Ends[N], ...]
    """The ends of each battle; of all but the last, captures are the beginning of the next."""
    weights: dict[tuple[int, int, int], N]
    """The ends of the whole: by the battle that was the last, from 0, attackers that may fight
    there, and defenders left; none are left only in the last."""
    total: N
    """What these weights add up to."""


class Arithmetic(NamedTuple, Generic[N]):
    """In what kind of number chances are counted: `EXACT` or `ROUNDED`."""

    one: N
    """What is certain."""
    unit: Callable[[RollTable], N]
    """By what each lost troop multiplies the denominator."""
    weight: Callable[[RollTable, int, int], N]
    """What so many ways of so many weigh, in parts of the unit."""


EXACT: Arithmetic[int] = Arithmetic(
    1, lambda table: table.unit, lambda table, ways, of: ways * (table.unit // of)
)
"""Whole numbers over one denominator."""
ROUNDED: Arithmetic[float] = Arithmetic(1.0, lambda table: 1.0, lambda table, ways, of: ways / of)
"""Floats: about fifteen digits, and much faster."""


def share(weight: int | float, total: int | float) -> Number:
    """Returns a weight as a chance: exact if it was counted exactly."""
    if isinstance(weight, int) and isinstance(total, int):
        return Fraction(weight, total)
    return weight / total


# -- the chance to capture, from every state ----------------------------------------------------


def capture_chances(table: RollTable, own: int, enemy: int) -> list[list[int]]:
    """Returns by attackers and defenders, up to these, the chance to capture if all is fought out.

    The number for `n` against `m` counts in parts of `table.unit ** (n + m)`.
    """
    powers = _powers(table.unit, own + enemy)
    chances = [[0] * (enemy + 1) for _ in range(own + 1)]
    chances[0][0] = 1
    for here in range(1, own + 1):
        row = chances[here]
        row[0] = powers[here]
        steps = _steps(table, here, EXACT)
        for there in range(1, enemy + 1):
            chance = 0
            for lost, fallen, ways in steps[min(there, table.most_enemy)]:
                chance += chances[here - lost][there - fallen] * ways
            row[there] = chance
    return chances


def _rounded_chances(table: RollTable, own: int, enemy: int) -> list[list[float]]:
    """Returns the same chances in floats, for battles whose exact ones would take too long."""
    chances = [[0.0] * (enemy + 1) for _ in range(own + 1)]
    for here in range(1, own + 1):
        row = chances[here]
        row[0] = 1.0
        steps = _steps(table, here, ROUNDED)
        for there in range(1, enemy + 1):
            row[there] = sum(
                chances[here - lost][there - fallen] * share
                for lost, fallen, share in steps[min(there, table.most_enemy)]
            )
    return chances


def _powers(unit: N, most: int) -> list[N]:
    powers: list[N] = [unit**0]
    for _ in range(most):
        powers.append(powers[-1] * unit)
    return powers


def _steps(table: RollTable, own: int, arithmetic: Arithmetic[N]) -> _Steps[N]:
    unit = arithmetic.unit(table)
    steps: list[list[tuple[int, int, N]]] = [[]]
    for enemy in range(1, table.most_enemy + 1):
        outcomes, of = table.at(own, enemy)
        steps.append(
            [
                (lost, fallen, arithmetic.weight(table, ways, of) * unit ** (lost + fallen - 1))
                for lost, fallen, ways in outcomes
            ]
        )
    return steps


# -- all ends of one battle, and of a chain -----------------------------------------------------


def ends(own: int, battle: Battle, arithmetic: Arithmetic[N]) -> Ends[N]:
    """Returns how a battle of `own` attackers that may fight ends."""
    begun = {own: arithmetic.one}
    return followed(begun, battle, total=arithmetic.one, arithmetic=arithmetic)


def chain(own: int, battles: Sequence[Battle], arithmetic: Arithmetic[N]) -> Chain[N]:
    """Returns how battles one after another end: after each capture the next is fought from there.

    One of those that move in holds the place, the others may fight on.
    """
    begun = {own: arithmetic.one}
    total = arithmetic.one
    fought: list[Ends[N]] = []
    for battle in battles:
        found = followed(begun, battle, total=total, arithmetic=arithmetic)
        fought.append(found)
        begun, total = {}, found.total
        for (here, there), weight in found.weights.items():
            if not there:
                on = moved_in(here, battle) - 1
                begun[on] = begun.get(on, arithmetic.one * 0) + weight
    weights: dict[tuple[int, int, int], N] = {}
    for number, found in enumerate(fought):
        is_last = number == len(fought) - 1
        # Everything to one denominator: the total of the last battle.
        scale = total // found.total
        for (here, there), weight in found.weights.items():
            if there or is_last:
                weights[number, here, there] = weight * scale
    return Chain(tuple(fought), weights, total)


def moved_in(survivors: int, battle: Battle) -> int:
    """Returns how many move in after a capture: at least as many as made the last roll.

    In the roll that captures, no attacker falls.
    """
    wanted = survivors - battle.behind if battle.move is None else battle.move
    return max(min(wanted, survivors), min(survivors, battle.table.most_own))


def followed(
    begun: Mapping[int, N], battle: Battle, *, total: N, arithmetic: Arithmetic[N]
) -> Ends[N]:
    """Follows a battle that begins with any of these numbers of attackers, with these weights.

    States are visited from the most attackers down, and the most defenders down: each is complete
    when its turn comes.
    """
    if battle.until.once:
        return _rolled_once(begun, battle, total=total, arithmetic=arithmetic)
    table, enemy, top = battle.table, battle.enemy, max(begun, default=0)
    nothing = arithmetic.one * 0
    powers = _powers(arithmetic.unit(table), top + enemy)
    rows = [[nothing] * (enemy + 1) for _ in range(top + 1)]
    stops = _stops(top, battle)
    most = table.most_enemy
    counts, rolls = isinstance(arithmetic.one, float), 0.0
    found: dict[tuple[int, int], N] = {}
    for here in range(top, -1, -1):
        row = rows[here]
        if here in begun:
            row[enemy] += begun[here] * powers[top - here]
        steps = _steps(table, here, arithmetic) if here > battle.until.own else []
        moves = [[(rows[here - lost], fallen, by) for lost, fallen, by in step] for step in steps]
        for there in range(enemy, -1, -1):
            weight = row[there]
            if not weight:
                continue
            if not there or not moves or (stops is not None and stops(here, there)):
                found[here, there] = weight * powers[here + there]
                continue
            if counts:
                rolls += weight
            for after, fallen, by in moves[there if there < most else most]:
                after[there - fallen] += weight * by
        rows.pop()
    return Ends(found, total * powers[-1], rolls)


def _rolled_once(
    begun: Mapping[int, N], battle: Battle, *, total: N, arithmetic: Arithmetic[N]
) -> Ends[N]:
    """Follows a battle of one roll, which its other conditions may forbid."""
    table = battle.table
    unit = arithmetic.unit(table)
    stops = _stops(max(begun, default=0), battle)
    found: dict[tuple[int, int], N] = {}
    for here, weight in begun.items():
        if here <= battle.until.own or (stops is not None and stops(here, battle.enemy)):
            rolled = {(here, battle.enemy): unit}
        else:
            outcomes, of = table.at(here, battle.enemy)
            rolled = {
                (here - lost, battle.enemy - fallen): arithmetic.weight(table, ways, of)
                for lost, fallen, ways in outcomes
            }
        for end, share in rolled.items():
            found[end] = found.get(end, arithmetic.one * 0) + weight * share
    return Ends(found, total * unit)


def _stops(top: int, battle: Battle) -> Stops | None:
    """Returns where the chance to capture falls under the one wanted, if one is."""
    over, under = battle.until.chance.numerator, battle.until.chance.denominator
    if not over:
        return None
    table = battle.supposed or battle.table
    if top + battle.enemy > _MOST_EXACT:
        rounded = _rounded_chances(table, top, battle.enemy)
        return lambda here, there: rounded[here][there] * under < over
    chances = capture_chances(table, top, battle.enemy)
    powers = _powers(table.unit, top + battle.enemy)
    return lambda here, there: chances[here][there] * under < over * powers[here + there]
