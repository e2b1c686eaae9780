"""The scenarios that are shipped with maps, as lists show them: read without any model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.limits import MAX_DEPTH, MAX_SIZE
from adjudicator.core.strict_json import strict_json
from adjudicator.documents.storage import read_bytes

__all__ = ["ShippedScenario", "shipped_on"]


class ShippedScenario(NamedTuple):
    """A scenario that came with a map."""

    name: str
    """The name of the scenario."""
    title: str
    """The title for people."""
    seats: tuple[str, ...]
    """The seats."""
    path: Path
    """The scenario's file."""


def shipped_on(game: str, maps: Iterable[Path]) -> tuple[ShippedScenario, ...]:
    """Returns the scenarios of a game in some folders of maps, sorted by name.

    Raises:
        RefusedFile: a file is malformed or invalid; every problem with its place.
    """
    return tuple(sorted(found for folder in maps for found in _in_folder(game, folder)))


def _in_folder(game: str, folder: Path) -> Iterator[ShippedScenario]:
    for path in sorted((folder / "scenarios").glob("*.json")):
        try:
            read = strict_json(read_bytes(path, limit=MAX_SIZE).decode(), depth=MAX_DEPTH)
            found = ShippedScenario(read["scenario"], read["title"], tuple(read["seats"]), path)
            is_of = read["game"] == game
        except (LookupError, TypeError, ValueError):
            from adjudicator.documents.scenarios import read_scenario

            read_scenario(path)  # which says what is wrong with it
            raise
        if is_of:
            yield found
