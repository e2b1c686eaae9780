"""Two Banks: Nine Fields on a map of its own, as the package of a stranger brings it."""

from __future__ import annotations

from adjudicator.games.nine_fields import NineFields

__all__ = ["TWO_BANKS", "TwoBanks"]


class TwoBanks(NineFields):
    """The game as an entry point names it."""

    name, title, maps = "two-banks", "Two Banks", ("two-banks",)


TWO_BANKS = TwoBanks()
