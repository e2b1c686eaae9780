"""Which side is due to whom in a Swiss: FIDE's rules of colours (C.04.3, articles 1.6, 1.7 and 5).

It is our own reading, held against engines; White is the first side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from adjudicator.tournament.pairing.values import BYE, MET_KINDS, Game

__all__ = ["FIRST", "SECOND", "Colour", "Standing", "first_of", "histories", "other"]

Colour: TypeAlias = Literal["w", "b"]
"""White or Black."""
FIRST: Colour = "w"
"""The first side."""
SECOND: Colour = "b"
"""The second side."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands when colours are given."""

    number: int
    """The pairing number: their place in the seeding, from 1."""
    score: Fraction
    colours: tuple[Colour, ...] = ()
    """Of the matches in which they met somebody, in the order of play."""

    @property
    def difference(self) -> int:
        """How much more often they had White."""
        return self.colours.count(FIRST) - self.colours.count(SECOND)

    @property
    def preference(self) -> tuple[int, Colour | None]:
        """How strongly they want which colour: 3 absolute, 2 strong, 1 mild, 0 none (1.7)."""
        if not self.colours:
            return 0, None
        difference = self.difference
        last_two = self.colours[-2:]
        if abs(difference) > 1:
            return 3, SECOND if difference > 0 else FIRST
        if len(last_two) == 2 and last_two[0] == last_two[1]:
            return 3, other(last_two[0])
        if difference:
            return 2, SECOND if difference > 0 else FIRST
        return 1, other(self.colours[-1])


def other(colour: Colour) -> Colour:
    """Returns the other colour."""
    return SECOND if colour == FIRST else FIRST


def histories(games: Sequence[Game]) -> dict[str, tuple[Colour, ...]]:
    """Returns the colours that each player had, in the order of rounds; unplayed matches give none.

    A match that does not count for somebody gives neither of the two a colour.
    """
    found: dict[str, list[Colour]] = {}
    for game in sorted(games, key=lambda game: game.round):
        if game.second != BYE and game.kind in MET_KINDS and not game.uncounted:
            found.setdefault(game.first, []).append(FIRST)
            found.setdefault(game.second, []).append(SECOND)
    return {player: tuple(colours) for player, colours in found.items()}


def first_of(one: str, two: str, standings: Mapping[str, Standing], *, top: Colour = FIRST) -> str:
    """Returns who of two gets White (article 5.2).

    Args:
        top: what the first of the seeding gets in round 1: the drawn initial colour.
    """
    high, low = sorted((one, two), key=lambda who: (-standings[who].score, standings[who].number))
    return high if _of_the_higher(standings[high], standings[low], top) == FIRST else low


def _of_the_higher(high: Standing, low: Standing, top: Colour) -> Colour:
    """Returns the colour of the higher ranked of two."""
    (high_strength, high_wants), (low_strength, low_wants) = high.preference, low.preference
    if high_wants is not None and high_wants != low_wants:
        return high_wants  # 5.2.1: both, or the one that there is
    if high_wants is None and low_wants is not None:
        return other(low_wants)
    if high_wants is not None and low_wants is not None:
        if high_strength != low_strength:  # 5.2.2
            return high_wants if high_strength > low_strength else other(low_wants)
        wider = abs(high.difference) - abs(low.difference)
        if high_strength == 3 and wider:
            return high_wants if wider > 0 else other(low_wants)
        backwards = zip(reversed(high.colours), reversed(low.colours), strict=False)
        for of_high, of_low in backwards:  # 5.2.3
            if of_high != of_low:
                return other(of_high)
        return high_wants  # 5.2.4
    return top if high.number % 2 else other(top)  # 5.2.5
