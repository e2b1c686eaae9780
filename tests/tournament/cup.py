"""Events of the tests: made at a fixed time, played by the built-in player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from adjudicator.api.match import open_match
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.starting import new_event, pair_round, start_round

__all__ = ["NOW", "ROOMY", "TOLD", "after", "cup", "play", "started", "whole"]

NOW = datetime(2027, 1, 15, 12, tzinfo=UTC)
TOLD: dict[str, Any] = {
    "id": "cup", "title": "Cup", "game": "nine-fields", "scenario": "standard",
    "format": {"kind": "swiss", "rounds": 3}, "tie_breaks": ["buchholz", "lot"],
    "dice": {"mode": "public"},
    "referees": [{"id": "r1", "name": "Anna"}, {"id": "r2", "name": "Bert"}],
}  # fmt: skip
ROOMY = ("matches/", "rounds/", "results.jsonl", "tournament.json")
"""What of an event knows no names."""


def after(days: int) -> datetime:
    """Returns a later moment."""
    return NOW + timedelta(days=days)


def cup(folder: Path, names: Sequence[str], **told: Any) -> OpenEvent:
    """Makes an event with players of these names, all of them played by the built-in player.

    Args:
        told: fields of tournament.json; `people`, whether people play instead.
    """
    people = told.pop("people", False)
    new_event(folder, {**TOLD, **told})
    entries = [
        Entry(line=number, values={"name": name, "rating": 2000 - number, "built_in": not people})
        for number, name in enumerate(names, 1)
    ]
    add_players(folder, entries, source="names", now=NOW)
    return open_event(folder)


def started(folder: Path, *, day: int = 0) -> OpenEvent:
    """Pairs and starts the next round, so many days after the first."""
    pair_round(folder, Gacrux())
    start_round(folder, now=after(day))
    return open_event(folder)


def play(folder: Path, most: int = 200) -> None:
    """Plays all open matches on by the built-in player, to the end or so many openings."""
    event = open_event(folder)
    for match in event.open_matches:
        with open_match(event.match_folder(match)) as opened:
            while not opened.is_over and opened.n < most:
                opened.adjudicate(play="all")


def whole(folder: Path, *begin: str) -> dict[str, bytes]:
    """Returns the files of a folder by path, but for locks; of some that begin so alone."""
    return {
        path: file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != ".lock"
        and (path := file.relative_to(folder).as_posix()).startswith(begin or "")
    }  # fmt: skip
