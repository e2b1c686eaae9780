"""How the sides stand, for graphs of a whole match: pieces on the board, pieces lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from adjudicator.core.capabilities import Score, Scores
from adjudicator.core.game import Event
from adjudicator.games.stratix.events import PieceLost
from adjudicator.games.stratix.narrator import ArmyNarrator
from adjudicator.games.stratix.picture import LOOKS_OF_ARMIES
from adjudicator.games.stratix.state import State

__all__ = ["scores"]


def scores(narrator: ArmyNarrator, events: Sequence[Event], view: State) -> Scores:
    """Returns the pieces that each army has on the board, and those that it lost."""
    held = Counter(piece.side for piece in view.pieces.values())
    lost = Counter(event.side for event in events if isinstance(event, PieceLost))
    sides = (
        Score(seat, narrator.seat(seat), LOOKS_OF_ARMIES.get(seat), held[seat], lost[seat])
        for seat in narrator.book.seats
    )
    return Scores(narrator.say("score-held"), narrator.say("score-lost"), tuple(sides))
