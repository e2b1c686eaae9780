"""The numbered rulings of a game, as they stand in its README."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.game import Game

__all__ = ["Ruling", "folders_of", "rulings_of"]

_HEADING = "## Rulings"
_ENTRY = re.compile(r"^(?P<number>[1-9][0-9]*)\. (?P<text>.+(?:\n {3,}.+)*)", re.MULTILINE)


class Ruling(NamedTuple):
    """Our numbered answer where a rulebook is silent or says two things."""

    number: int
    """Its number in the game's README."""
    text: str
    """In one line, without the number."""


def folders_of(game: Game) -> tuple[Path, ...]:
    """Returns the folder of a game's package; none: its module is no package."""
    spec = find_spec(type(game).__module__)
    return tuple(map(Path, (spec.submodule_search_locations if spec else None) or ()))


def rulings_of(game: Game) -> tuple[Ruling, ...]:
    """Returns the rulings of a game by number; none if it has no README or no rulings in it.

    The README lies in the game's package, in a checkout and in a wheel alike.
    """
    readmes = [path for path in (one / "README.md" for one in folders_of(game)) if path.exists()]
    if not readmes:
        return ()
    _, _, after = readmes[0].read_text(encoding="utf-8").partition(f"\n{_HEADING}\n")
    section = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    found = [
        Ruling(int(entry["number"]), " ".join(entry["text"].split()))
        for entry in _ENTRY.finditer(section)
    ]
    return tuple(sorted(found))
