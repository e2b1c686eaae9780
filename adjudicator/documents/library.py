"""Finds the files that are shipped with the package: maps, schemas, cases.

A wheel carries them inside the package as `_data`; a checkout has them in its root. The game of
another package has its maps there, in the folder `maps`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from adjudicator.core.problem import Problem, Unusable

if TYPE_CHECKING:  # a list of games loads none
    from adjudicator.core.game import Game

__all__ = ["Shipped", "data_folder", "map_folder", "maps"]

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
