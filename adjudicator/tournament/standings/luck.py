"""The luck of an event: a story of its players, no evidence (tournaments.md 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.api.luck import Chances, Luck, luck_of

__all__ = ["NAMED", "PlayerLuck", "event_luck", "holm"]

NAMED = Fraction(1, 20)
"""In at most so many fair events somebody is named at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLuck:
    """How lucky somebody was in all their matches together."""

    player: str
    """The id."""
    luck: Luck
    """All their throws in one sum, with its exact chances."""
    so_badly: Fraction
    """How often, of as many fair events, somebody in it does so badly by luck as this player:
    Holm's correction over all players and both tails; 1 at most."""
    so_well: Fraction
    """The same of doing so well."""

    @property
    def is_named(self) -> bool:
        """Whether it is worth telling: fair events tell it of somebody in 5 of 100 at most."""
        return min(self.so_badly, self.so_well) <= NAMED


def holm(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Returns chances corrected for there being several, by Holm's step-down.

    The smallest is multiplied by how many there are, the next by one fewer, and so on; none becomes
    smaller than one before it, or larger than 1. Equal ones go by their name.
    """
    ordered = sorted(chances, key=lambda name: (chances[name], name))
    found: dict[str, Fraction] = {}
    least = Fraction(0)
    for place, name in enumerate(ordered):
        least = max(least, min(Fraction(1), chances[name] * (len(ordered) - place)))
        found[name] = least
    return {name: found[name] for name in chances}


def event_luck(
    throws: Mapping[str, Iterable[tuple[Chances, int]]],
) -> tuple[PlayerLuck, ...]:
    """Returns the luck of an event's players, by their ids; who threw nothing is left out.

    Args:
        throws: by the player's id, all their throws in all matches, turned so that more is better
            (`api.luck.throws_for`).
    """
    lucks = {id_: luck_of(throws[id_]) for id_ in sorted(throws)}
    lucks = {id_: one for id_, one in lucks.items() if one.throws}
    badly = {f"{id_} badly": one.at_most.high for id_, one in lucks.items()}
    well = {f"{id_} well": one.at_least.high for id_, one in lucks.items()}
    corrected = holm(badly | well)
    return tuple(
        PlayerLuck(
            player=id_,
            luck=one,
            so_badly=corrected[f"{id_} badly"],
            so_well=corrected[f"{id_} well"],
        )
        for id_, one in lucks.items()
    )
