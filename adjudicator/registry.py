"""The games that this program knows: an explicit list, the only module that imports games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from adjudicator.core.game import Game

__all__ = ["GAMES", "by_name"]

_ENTRIES: Mapping[str, tuple[str, str]] = {
    "fortress-america-1986": ("fortress_america", "FORTRESS_AMERICA_1986"),
    "fortress-america-2012": ("fortress_america", "FORTRESS_AMERICA_2012"),
    "galactic-conquest": ("galactic_conquest", "GALACTIC_CONQUEST"),
    "invasion-america": ("invasion_america", "INVASION_AMERICA"),
    "nine-fields": ("nine_fields", "NINE_FIELDS"),
    "stratix": ("stratix", "STRATIX"),
}
"""By full name: the folder of the game and its entry there."""


class _Games(Mapping[str, Game]):
    """The games by their full names. A game is imported when it is asked for: starts are paid."""

    def __getitem__(self, name: str) -> Game:
        folder, entry = _ENTRIES[name]
        game: Game = getattr(import_module(f"adjudicator.games.{folder}"), entry)
        return game

    def __contains__(self, name: object) -> bool:
        return name in _ENTRIES

    def __iter__(self) -> Iterator[str]:
        return iter(_ENTRIES)

    def __len__(self) -> int:
        return len(_ENTRIES)


GAMES: Mapping[str, Game] = _Games()


def by_name() -> Mapping[str, Game]:
    """Returns the games by their full names."""
    return GAMES
