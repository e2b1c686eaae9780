"""Match folders of the hidden hands, with a fixed secret, and sheets for them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.audit.automatic import header_for
from adjudicator.audit.opening import PlayedMode
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests.core.hand import HAND, SEATS, hand_scenario
from tests.matches.toy_match import render

__all__ = ["GAMES", "new", "sheets"]

GAMES = {"hand": HAND}
SHORT = {"cards": 5, "turns": 1}


def new(
    folder: Path,
    start: Mapping[str, Any] | None = None,
    *,
    mode: PlayedMode = "referee",
    ask: Sequence[str] = (),
) -> Match:
    """A new match; the master secret is the same every time."""
    options = {"ask": list(ask)} if ask else {}
    return new_match(
        folder, HAND, hand_scenario(start or SHORT, **options), name="hands-2026", mode=mode,
        title="Hands", render=render, make_secret=lambda: "5e" * 32,
    )  # fmt: skip


def sheets(match: Match, **said: Any) -> list[tuple[str, bytes]]:
    """The sheets of both seats, or of those for which something is said."""
    header = {**header_for(match.saved, None), "blind": "ab" * 32, "orders": {}}
    return [
        (f"{seat}.json", json.dumps({**header, "player": seat, **parts}).encode())
        for seat, parts in (said or {seat: {} for seat in SEATS}).items()
    ]
