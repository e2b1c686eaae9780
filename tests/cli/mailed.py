"""What a referee mails of a match folder: the views of everybody, and those of each seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.opening import SavedMatch
from adjudicator.compose import pen
from adjudicator.core.game import Rules

__all__ = ["mailed", "own", "tell_all_in_choices"]


def own(match: Path | str, seat: str, name: str = "state.json") -> Path:
    """Returns where a file lies that one seat gets in place of everybody's."""
    return Path(match, "referee", "now", seat, name)


def mailed(match: Path) -> dict[str, bytes]:
    """Returns what is mailed of the newest opening, by name; a seat's as `state-blue.json`."""
    found = {path.name: path.read_bytes() for path in sorted((match / "now").iterdir())}
    for path in sorted((match / "referee" / "now").glob("*/*")):
        found[f"{path.stem}-{path.parent.name}{path.suffix}"] = path.read_bytes()
    return found


def tell_all_in_choices(patch: pytest.MonkeyPatch) -> None:
    """Plants a leak: the block of data that a report's page gets holds the whole position."""
    honest = pen.choices_of

    def choices_of(rules: Rules[Any], saved: SavedMatch, seat: str) -> dict[str, Any]:
        return honest(rules, saved, seat) | {"facts": {"all": saved.position}}

    patch.setattr(pen, "choices_of", choices_of)
