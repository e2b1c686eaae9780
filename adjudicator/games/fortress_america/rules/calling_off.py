"""Battles that are not fought because their guard is not met. (Ruling 60)"""

from __future__ import annotations

from typing import TypeAlias

from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.events import BattleCalledOff
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

__all__ = ["called_off", "unmet"]

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
