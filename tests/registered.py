"""Other games in the place of those that the registry lists."""

from __future__ import annotations

from adjudicator.core.game import Game

__all__ = ["registered"]


def registered(*games: Game) -> dict[str, Game]:
    """Returns games as the registry has them, by their full names."""
    return {game.name: game for game in games}
