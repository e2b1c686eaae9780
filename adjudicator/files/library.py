"""Finds the files that are shipped with the package: maps and schemas.

A wheel carries them inside the package as `_data`; a checkout has them in its root.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from adjudicator.core.problem import Problem, Unusable

__all__ = ["Shipped", "data_folder", "map_folder", "maps"]

Shipped: TypeAlias = Literal["maps", "schemas"]

_PACKAGE = Path(__file__).resolve().parents[1]


def data_folder(kind: Shipped) -> Path:
    """Returns the folder of the shipped maps or schemas."""
    in_wheel = _PACKAGE / "_data" / kind
    return in_wheel if in_wheel.is_dir() else _PACKAGE.parent / kind


def maps() -> tuple[str, ...]:
    """Returns the ids of the shipped maps, sorted."""
    folder = data_folder("maps")
    if not folder.is_dir():
        return ()
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir()))


def map_folder(map_id: str) -> Path:
    """Returns the folder of one shipped map; `Unusable` if there is none of that name."""
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
