"""The games that this program knows: those that ship with it, and those of installed packages.

The only module that imports games. A game of ours is imported when it is asked for. What packages
bring (the entry points of the group `adjudicator.games`) is looked up when a name is none of ours,
or when names are listed; a package's code runs only when its game is named or all are shown. Names
of ours always win.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # both take longer to load than all of this module does
    from importlib.metadata import EntryPoint

    from adjudicator.core.game import Game

__all__ = ["GAMES", "GROUP", "Listed", "by_name", "is_ours", "listed", "loadable", "package_in"]

GROUP = "adjudicator.games"
"""The group of the entry points by which packages bring games: full name = "module:GAME"."""


class _Entry(NamedTuple):
    """A game of ours, as far as it can be told without loading it; a test holds it to the game."""

    folder: str
    name: str
    """Of the entry in the folder's module."""
    title: str
    maps: tuple[str, ...]


_ENTRIES: Mapping[str, _Entry] = {
    "fortress-america-1986": _Entry(
        "fortress_america", "FORTRESS_AMERICA_1986", "Fortress America (1986)",
        ("fortress-america",),
    ),
    "fortress-america-2012": _Entry(
        "fortress_america", "FORTRESS_AMERICA_2012", "Fortress America (2012)",
        ("fortress-america",),
    ),
    "galactic-conquest": _Entry(
        "galactic_conquest", "GALACTIC_CONQUEST", "Galactic Conquest", ("galactic-conquest",)
    ),
    "invasion-america": _Entry(
        "invasion_america", "INVASION_AMERICA", "Invasion: America", ("invasion-america",)
    ),
    "nine-fields": _Entry("nine_fields", "NINE_FIELDS", "Nine Fields", ("nine-fields",)),
    "stratix": _Entry("stratix", "STRATIX", "Four Fronts", ("four-fronts",)),
}  # fmt: skip
"""By full name."""


class Listed(NamedTuple):
    """A game as a list shows it."""

    name: str
    title: str
    maps: tuple[str, ...]
    game: Game | None = None
    """None: it was not loaded."""
    fault: str = ""
    """Why the package that brings it cannot be used; empty: it can."""


def is_ours(name: str) -> bool:
    """Returns whether a game of this full name ships with the program."""
    return name in _ENTRIES


class _Games(Mapping[str, "Game"]):
    """The games by their full names. A game is imported when it is asked for: starts are paid."""

    def __getitem__(self, name: str) -> Game:
        if name in _ENTRIES:
            entry = _ENTRIES[name]
            module = import_module(f"adjudicator.games.{entry.folder}")
            game: Game = getattr(module, entry.name)
            return game
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        return name in _ENTRIES or name in _installed()

    def __iter__(self) -> Iterator[str]:
        yield from _ENTRIES
        yield from (name for name in sorted(_installed()) if name not in _ENTRIES)

    def __len__(self) -> int:
        return len([*iter(self)])


_BROUGHT: list[Game] = []
"""The games of packages that were loaded."""


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """Returns the entry points of installed packages by the full names of their games."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=GROUP)}


@cache
def _loaded(name: str) -> Game:
    """Returns the game of an installed package.

    Raises:
        KeyError: no package brings a game of this name.
        Unusable: the package is broken, or what it brings is no game of this name.
    """
    from adjudicator.core.game import Game

    found = _installed()[name]
    try:
        game = found.load()
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        raise _broken(found, f"{type(error).__name__}: {error}") from error
    if not isinstance(game, Game) or game.name != name:
        raise _broken(found, f"{found.value} is no game of the name {name}")
    game.package = _named(found)
    game.home = _home_of(game)
    _BROUGHT.append(game)
    return game


def _home_of(game: Game) -> str:
    """Returns the folder of the package that a game came in."""
    package = sys.modules[type(game).__module__.partition(".")[0]]
    return str(next(iter(getattr(package, "__path__", ())), ""))


def package_in(files: Iterable[str]) -> str:
    """Returns which installed package that was loaded one of these source files belongs to.

    Args:
        files: paths, those of a trace: the last one counts first.
    """
    brought = [game for game in _BROUGHT if game.home]
    for file in reversed([*files]):
        for game in brought:
            if file.startswith(game.home + os.sep):
                return game.package
    return ""


def _named(found: EntryPoint) -> str:
    """Returns a package as installers name it: "border-war==0.1.0"."""
    return f"{found.dist.name}=={found.dist.version}" if found.dist is not None else ""


def _broken(found: EntryPoint, why: str) -> Exception:
    from adjudicator.core.problem import Problem, Unusable

    package = found.dist.name if found.dist is not None else found.value
    problem = Problem(
        "broken-package",
        f"the package {package}, which brings the game {found.name}, cannot be used",
        hint=f"{why}. Install a version that works, or uninstall it.",
        kind="unusable",
    )
    return Unusable([problem])


GAMES: Mapping[str, Game] = _Games()


def listed() -> Iterator[Listed]:
    """Yields all games: ours without loading them, those of packages with their faults."""
    from adjudicator.core.problem import Unusable

    for name in GAMES:
        entry = _ENTRIES.get(name) if isinstance(GAMES, _Games) else None
        if entry is not None:
            yield Listed(name, entry.title, entry.maps)
            continue
        try:
            game = GAMES[name]
        except Unusable as error:
            (problem,) = error.problems
            yield Listed(name, "", (), None, f"{problem.message}. {problem.hint}")
        else:
            yield Listed(name, game.title, game.maps, game)


def loadable() -> Iterator[Game]:
    """Yields all games that can be loaded: a broken package hides no other."""
    for one in listed():
        if not one.fault:
            yield one.game or GAMES[one.name]


def by_name() -> Mapping[str, Game]:
    """Returns the games by their full names."""
    return GAMES
