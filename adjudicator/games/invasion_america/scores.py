"""How the sides stand, for graphs of a whole match: victory points, units lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.core.capabilities import Score, Scores
from adjudicator.core.game import Event
from adjudicator.games.invasion_america.events import UnitEliminated
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.picture import look_of
from adjudicator.games.invasion_america.state import Side, side_of

__all__ = ["scores"]


def scores(
    narrator: ContinentNarrator, events: Sequence[Event], points: Mapping[Side, int]
) -> Scores:
    """Returns the victory points that each side controls, and the units that it lost. (18.4)"""
    lost = Counter(side_of(event.unit) for event in events if isinstance(event, UnitEliminated))
    sides = (
        Score(side, narrator.force(side), look_of(side), points[side], lost[side])
        for side in narrator.book.facts.sides
    )
    return Scores(narrator.say("score-held"), narrator.say("score-lost"), tuple(sides))
