"""Galactic Conquest as far as the command `odds` goes."""

from __future__ import annotations

from adjudicator.games.galactic_conquest.odds import odds
from adjudicator.odds.told import Odds, Question

__all__ = ["GalacticOdds"]


class GalacticOdds:
    """A game that tells the odds of Galactic Conquest and does nothing else."""

    name = "galactic-conquest"
    title = "Galactic Conquest"
    maps = ("galactic-conquest",)

    def odds(self, question: Question) -> Odds:
        """What an invasion will bring."""
        return odds(question)
