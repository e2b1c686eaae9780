"""What a battle is likely to bring, in thousandths: quick enough to try many of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from adjudicator.games.fortress_america.editions import Column, Edition
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import CLASSES, KINDS, UnitKind

__all__ = ["WORTH", "Estimate", "estimated", "worth_of"]

Force: TypeAlias = tuple[tuple[UnitKind, int], ...]

WORTH: Mapping[UnitKind, int] = {
    "bomber": 26,
    "helicopter": 20,
    "hovertank": 18,
    "mobile-unit": 13,
    "infantry": 10,
    "partisan": 9,
}
"""What a unit is worth to the player."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an attack is likely to bring."""

    won: int
    """Thousandths of a chance that no defender is left and somebody can enter."""
    lost: int
    """Worth of the attackers destroyed, on average."""
    gained: int
    """Worth of the defenders destroyed or driven away, on average."""


def worth_of(counts: Mapping[UnitKind, int]) -> int:
    """Returns what units are worth together."""
    return sum(WORTH[kind] * count for kind, count in counts.items())


def estimated(
    book: Ruleset, area: str, attackers: Mapping[UnitKind, int], defenders: Mapping[UnitKind, int]
) -> Estimate:
    """Returns what an attack on `area` is likely to bring."""
    return _estimated(book.edition, book.is_hard(area), _force(attackers), _force(defenders))


def _force(counts: Mapping[UnitKind, int]) -> Force:
    return tuple((kind, counts[kind]) for kind in KINDS if counts.get(kind))


def _units(force: Force) -> list[UnitKind]:
    return [kind for kind, count in force for _ in range(count)]


def _chance(edition: Edition, kind: UnitKind, column: Column, results: tuple[str, ...]) -> int:
    """Returns the thousandths with which a unit of a kind rolls one of these results."""
    die = edition.units[kind].die
    faces = edition.results(die, column)
    return 1000 * sum(face in results for face in faces) // die


def _spread(chances: list[int], most: int) -> list[int]:
    """Returns the thousandths with which 0, 1, ... or at least `most` of the chances come true."""
    spread = [1000] + [0] * most
    for chance in chances:
        for k in range(most, -1, -1):
            come = spread[k - 1] * chance if k else 0
            stay = spread[k] * (1000 if k == most else 1000 - chance)
            spread[k] = (come + stay) // 1000
    return spread


def _struck(edition: Edition, attackers: list[UnitKind], defenders: list[UnitKind]) -> None:
    """Takes away the attacker whom one more of the defenders would strike first."""
    kind = defenders[0]
    defenders.append(defenders.pop(0))
    for tier in edition.casualties[edition.units[kind].unit_class]:
        of_tier = [one for one in attackers if edition.units[one].unit_class in tier]
        if of_tier:
            attackers.remove(max(of_tier, key=lambda one: edition.units[one].die))
            return


@lru_cache(maxsize=1 << 15)
def _estimated(edition: Edition, hard: bool, attack: Force, defence: Force) -> Estimate:
    left, firing = _units(attack), _units(defence)
    many = len(firing)
    back = [_chance(edition, kind, 2, ("hit", "back")) for kind in firing]
    hits = [_chance(edition, kind, 2, ("hit",)) for kind in firing]
    average = worth_of(dict(attack)) // max(1, len(left))
    lost = min(sum(hits), 1000 * len(left)) * average // 1000
    worth = worth_of(dict(defence)) // max(1, many)
    won = gained = 0
    for struck, chance in enumerate(_spread(back, min(len(left), many))):
        if struck:
            _struck(edition, left, firing)
        if not left or not chance:
            continue
        classes = {edition.units[kind].unit_class for kind in left}
        column: Column = 1 if hard and len(classes) < len(CLASSES) else 2
        fire = [_chance(edition, kind, column, ("hit", "back")) for kind in left]
        if any(kind != "bomber" for kind in left):
            won += chance * _spread(fire, many)[many] // 1000
        gained += chance * min(sum(fire), 1000 * many) * worth // 1000000
    return Estimate(won, lost, gained)
