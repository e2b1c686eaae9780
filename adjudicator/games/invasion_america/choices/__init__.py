"""What a seat may order, for a page on which sheets are made by clicks."""

from __future__ import annotations

from adjudicator.core.choices import Choices
from adjudicator.games.invasion_america.choices.set_up import set_up_choices
from adjudicator.games.invasion_america.choices.turn import turn_choices
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.state import State

__all__ = ["choices"]


def choices(narrator: ContinentNarrator, view: State, seat: str) -> Choices:
    """Returns what a seat may order of the set-up or player-turn that stands in its view."""
    if view.phase == "set-up":
        return set_up_choices(narrator, view, seat)
    return turn_choices(narrator, view, seat)
