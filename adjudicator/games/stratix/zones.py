"""Home zones: how many pieces of an army, and of all others, stand in the battle zone at home.

The final assault tests it; pictures and reports show it at any time.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["Balance", "balance"]


class Balance(NamedTuple):
    """The pieces in the battle zone of an army's home quadrant."""

    own: int
    foreign: int
    """Those of all other armies, added up. (Ruling 13)"""

    @property
    def is_outnumbered(self) -> bool:
        """Whether the army is out: the others have one piece more, or still more."""
        return self.foreign >= self.own + 1


def balance(book: Ruleset, state: State, side: str) -> Balance:
    """Returns who stands in the battle zone at home; red squares and bridges do not count.

    (Rulings 12 to 14)
    """
    here = [p.side for square, p in state.pieces.items() if book.zone_of(square) == side]
    own = here.count(side)
    return Balance(own, len(here) - own)
