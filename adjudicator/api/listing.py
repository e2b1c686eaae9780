"""The games that there are, told without loading them."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.documents.library import ShippedScenario, map_folder, shipped_on
from adjudicator.registry import by_name, listed

__all__ = ["GameListed", "ShippedScenario", "game_names", "list_games", "scenario_names"]


class GameListed(NamedTuple):
    """A game with its shipped scenarios."""

    name: str
    """The full name: `fortress-america-1986`."""
    title: str
    """The title for people."""
    scenarios: tuple[ShippedScenario, ...]
    """The scenarios that ship with it."""
    fault: str = ""
    """Why the package that brings it cannot be used; empty: it can."""


def game_names() -> tuple[str, ...]:
    """Returns the full names of all games."""
    return tuple(by_name())


def scenario_names(game: str) -> tuple[str, ...]:
    """Returns the names of a game's shipped scenarios; of an unknown game, none."""
    return tuple(found.name for one in list_games() if one.name == game for found in one.scenarios)


def list_games() -> tuple[GameListed, ...]:
    """Returns all games with their scenarios; none of ours is loaded.

    Raises:
        RefusedFile: a scenario that a package brings is malformed or invalid.

    >>> [game.name for game in adjudicator.list_games()][-1]
    'stratix'
    """
    return tuple(
        GameListed(
            one.name,
            one.title,
            shipped_on(one.name, (map_folder(map_id, one.game) for map_id in one.maps)),
            one.fault,
        )
        for one in listed()
    )
