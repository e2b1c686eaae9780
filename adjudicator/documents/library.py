"""Finds what is shipped with the package: maps with their scenarios, schemas, cases.

A wheel carries them inside the package as `_data`; a checkout has them in its root. The game of
another package has its maps there, in the folder `maps`. Lists of scenarios load no model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from adjudicator.core.limits import MAX_DEPTH, MAX_SIZE
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.strict_json import strict_json
from adjudicator.documents.storage import read_bytes

if TYPE_CHECKING:  # a list of games loads none
    from adjudicator.core.game import Game

__all__ = ["Shipped", "ShippedScenario", "data_folder", "map_folder", "maps", "shipped_on"]

Shipped: TypeAlias = Literal["cases", "maps", "schemas"]

_PACKAGE = Path(__file__).resolve().parents[1]


def data_folder(kind: Shipped) -> Path:
    """Returns the folder of the shipped maps or schemas, or of the cases of the tutorial game."""
    in_wheel = _PACKAGE / "_data" / kind
    if in_wheel.is_dir():
        return in_wheel
    return _PACKAGE.parent / ("tests/cases" if kind == "cases" else kind)


def maps() -> tuple[str, ...]:
    """Returns the ids of the shipped maps, sorted."""
    folder = data_folder("maps")
    if not folder.is_dir():
        return ()
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir()))


def map_folder(map_id: str, game: Game | None = None) -> Path:
    """Returns the folder of a map that came with the program, or in the package of a game.

    Raises:
        Unusable: there is none of that name.
    """
    if game is not None and game.home:
        own = Path(game.home) / "maps" / map_id
        if own.is_dir():
            return own
    known = maps()
    if map_id not in known:
        raise Unusable(
            [
                Problem(
                    "unknown-map",
                    f'there is no map "{map_id}"',
                    ("map",),
                    hint=f"Maps are {', '.join(known) or 'missing'}.",
                    kind="unusable",
                )
            ]
        )
    return data_folder("maps") / map_id


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
