"""The games that this program knows: an explicit list, the only module that imports games."""

from __future__ import annotations

from adjudicator.core.game import Game
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST

__all__ = ["GAMES", "by_name"]

GAMES: tuple[Game, ...] = (FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012, GALACTIC_CONQUEST)


def by_name() -> dict[str, Game]:
    """Returns the games by their full names."""
    return {game.name: game for game in GAMES}
