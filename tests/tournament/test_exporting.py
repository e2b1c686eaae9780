"""What an event says of itself in standings, reports and exports: counts, places, rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.facts import entrants_of, standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.leaving import withdraw_player
from tests.tournament.cup import NOW, after, cup, started


def _enter(folder: Path, *values: dict[str, Any]) -> OpenEvent:
    add_players(folder, [Entry(line=n, values=one) for n, one in enumerate(values, 1)],
                source="list", now=NOW)  # fmt: skip
    return open_event(folder)


# -- standings ----------------------------------------------------------------------------------


def test_who_never_played_for_others_has_no_place(tmp_path: Path) -> None:
    """Eliminators never have one; a standby has none before they sit somewhere."""
    folder = tmp_path / "cup"
    cup(folder, ["A", "B"], odd="standby")
    event = _enter(folder, {"name": "S", "role": "standby", "handicap": "2"},
                   {"name": "E", "role": "eliminator"})  # fmt: skip
    assert [row.player for row in standings_of(event).rows] == ["p001", "p002"]
    event = started(folder)
    found = standings_of(event)
    assert {row.player for row in found.rows} == {"p001", "p002"}
    assert (found.standbys, found.eliminators) == (("p003",), ("p004",))
    # They are paired by what they would have, as before.
    assert [str(one.score) for one in entrants_of(event, 2)] == ["0", "0", "2", "0"]


def test_who_takes_a_seat_of_a_group_over_stands_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, ["A", "B", "C"], format={"kind": "groups", "size": 4})
    _enter(folder, {"name": "S", "role": "standby"})
    started(folder)
    withdraw_player(folder, "p002", by="r1", reason="ill", replacement="p004", now=after(1))
    found = standings_of(open_event(folder), group=1)
    assert {row.player for row in found.rows} == {"p001", "p002", "p003", "p004"}
