"""How the sides stand, for graphs of a whole match: cities held, units lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from adjudicator.core.capabilities import Score, Scores
from adjudicator.core.game import Event
from adjudicator.games.fortress_america.events import UnitDestroyed
from adjudicator.games.fortress_america.picture import side_entries
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State
from adjudicator.games.fortress_america.words import Words

__all__ = ["scores"]


def scores(of: Words, book: Ruleset, events: Sequence[Event], view: State) -> Scores:
    """Returns the cities that each side controls, and the units that it lost. (Chapter 3)"""
    held: Counter[str] = Counter(book.owner(view, area) for area in book.map.areas_with("city"))
    lost: Counter[str] = Counter()
    for event in events:
        if isinstance(event, UnitDestroyed):
            lost[event.side] += event.count
    sides = (
        Score(one.id, of.say(f"short-{one.id}"), one.look, held[one.id], lost[one.id])
        for one in side_entries(of)
    )
    return Scores(of.say("score-held"), of.say("score-lost"), tuple(sides))
