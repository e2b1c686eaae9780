"""How results come about: one list of kinds for files, pairing and standings (tournaments.md 2)."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

__all__ = ["KINDS", "MET", "OVER_THE_BOARD", "GameKind", "Kind"]

Kind: TypeAlias = Literal[
    "played",
    "conceded",
    "agreed",
    "adjudicated",
    "forfeited",
    "double-forfeit",
    "bye-asked",
    "bye-given",
    "void",
]
"""How a result came about."""
GameKind: TypeAlias = Kind | Literal["open"]
"""How a match stands for the pairing: `open` is not finished."""

KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds of results."""
MET: tuple[Kind, ...] = ("played", "conceded", "agreed", "adjudicated")
"""Those in which players met; they count for ratings."""
OVER_THE_BOARD: tuple[Kind, ...] = ("played", "conceded")
"""Those that count for the balance of sides."""
