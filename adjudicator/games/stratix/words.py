"""The words in which problems and prompts speak of pieces and squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.english import amount, joined
from adjudicator.games.stratix.board import ARMIES

__all__ = [
    "count_text",
    "in_order",
    "kind_name",
    "squares_text",
    "the_kind",
]

_NAMES: Mapping[str, str] = {
    "icbm": "ICBM",
    "jet": "jet",
    "helicopter": "helicopter",
    "artillery": "artillery piece",
    "tank": "tank",
    "infantry": "infantry",
}
_SHOWN = 12


def in_order(sides: Sequence[str]) -> list[str]:
    """Returns armies clockwise, from south-west on."""
    return sorted(sides, key=ARMIES.index)


def kind_name(kind: str) -> str:
    """Returns a kind of piece as players read it: "artillery piece"."""
    return _NAMES.get(kind, kind)


def the_kind(kind: str) -> str:
    """Returns "the tank", "the ICBM"."""
    return f"the {kind_name(kind)}"


def count_text(kind: str, count: int) -> str:
    """Returns "1 tank", "2 artillery pieces", "3 infantry"."""
    return f"{count} infantry" if kind == "infantry" else amount(count, kind_name(kind))


def squares_text(squares: Sequence[str]) -> str:
    """Returns squares in a few words: "a7, a8 and 12 more"."""
    if len(squares) <= _SHOWN:
        return joined(list(squares)) if squares else "nowhere"
    return f"{', '.join(squares[: _SHOWN - 2])} and {len(squares) - _SHOWN + 2} more"
