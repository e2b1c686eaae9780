"""How the sides stand, for graphs of a whole match: planets held, troops lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from adjudicator.core.capabilities import Score, Scores
from adjudicator.core.game import Event
from adjudicator.games.galactic_conquest.events import BattleFought
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.picture import looks
from adjudicator.games.galactic_conquest.state import State

__all__ = ["scores"]


def scores(narrator: StarNarrator, events: Sequence[Event], view: State) -> Scores:
    """Returns the planets that each seat holds, and the troops that it lost in battles."""
    held = Counter(view.owners.values())
    lost: Counter[str] = Counter()
    for event in events:
        if isinstance(event, BattleFought):
            lost[event.seat] += event.attackers_lost
            lost[event.defender] += event.defenders_lost
    look = looks(sorted(view.hands))
    sides = (
        Score(seat, narrator.seat(seat), look[seat], held[seat], lost[seat])
        for seat in narrator.book.seats
    )
    return Scores(narrator.say("score-held"), narrator.say("score-lost"), tuple(sides))
