"""Which program finishes a match of an older rules_version, and how it is installed.

`rules_versions.json` holds by game and version the last release or, before there is one, the last
commit known to have it; an empty entry is a version that no other program has yet.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.core.game import Game
from adjudicator.core.problem import Problem

__all__ = ["TABLE", "installing", "newest_known", "other_version", "versions_of"]

TABLE = Path(__file__).with_name("rules_versions.json")
_AHEAD = 3
"""So many versions after its own a program tells from one whose rules differ otherwise."""


@cache
def _table() -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def versions_of(game: str) -> dict[int, dict[str, str]]:
    """Returns of a game, by version, what has it: a `release` or a `commit`; empty: none other."""
    return {int(version): found for version, found in _table().get(game, {}).items()}


def newest_known(game: Game) -> int:
    """Returns how far it is worth looking for the version that a match was begun with."""
    return max((game.rules_version, *versions_of(game.name))) + _AHEAD


def installing(game: str, version: int) -> str:
    """Returns the line that installs the program for a version; empty: it is not known here."""
    found = versions_of(game).get(version, {})
    if "release" in found:
        return f"pip install 'wargame-adjudicator=={found['release']}'"
    if "commit" in found:
        return f"git checkout {found['commit']} && pip install ."
    return ""


def other_version(game: Game, version: int, what: str) -> Problem:
    """Returns the problem of a match that was begun with another version of its rules.

    Args:
        what: what says so: "this match", "this state.json".
    """
    here = game.rules_version
    package = game.package.partition("==")[0]
    if package:
        hint = (
            f"Its rules come with the package {package}, here {game.package}. The offer names the "
            "one that began it, under `package`: install that.\nIts dice can be audited here: "
            "`adjudicator verify LOG --dice-only`."
        )
    elif version > here:
        hint = (
            "Install a newer program: `pip install --upgrade wargame-adjudicator`, or a newer "
            "wheel or clone."
        )
    else:
        hint = "Finish the match with the program that began it, or begin a new one.\n"
        line = installing(game.name, version)
        where = "This" if line.startswith("pip") else "In a clone of the project, this"
        hint += f"{where} installs it:\n{line}" if line else "Ask the referee which it was."
        hint += "\nIts dice can be audited here: `adjudicator verify LOG --dice-only`."
    return Problem(
        "other-rules",
        f"{what} has version {version} of the rules of {game.name}, and this program has {here}: "
        "the same sheets could have other results",
        hint=hint,
        kind="unusable",
    )
