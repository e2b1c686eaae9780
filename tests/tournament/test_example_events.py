"""The events under examples/: they can be checked by anybody, and are what the program makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.tournament.auditing import audit_folder
from adjudicator.tournament.exporting import csv_files, report_of, report_text
from adjudicator.tournament.folder import open_event
from tests.tournament.cup import whole
from tests.tournament.example_events import EVENTS, KEPT, kept, made


def test_the_site_of_the_swiss_is_an_event_that_anybody_can_audit() -> None:
    found = audit_folder(KEPT / "swiss")
    assert found.verdict == "sound"
    assert len(found.matches) == 24
    assert all(one.verdict == "sound" for one in found.matches)


@pytest.mark.parametrize("name", EVENTS)
def test_what_happens_in_it_stands_in_its_files(name: str) -> None:
    event = open_event(KEPT / name)
    kinds = [one.line for one in event.lines]
    assert kinds.count("appeal") == kinds.count("appeal-decided") == 1
    assert any(one.kind == "adjudicated" for one in event.results.values())
    assert (KEPT / name / "report.txt").read_text() == report_text(report_of(event))
    sizes = {len(one.seats) for one in event.matches.values()}
    assert sizes == ({2} if name == "swiss" else {3, 4})
    if name == "swiss":
        assert any(one.kind == "bye-asked" for paired in event.started for one in paired.byes)
        assert any(not one.is_there for one in event.players.players)
        apart = {frozenset(pair) for pair in event.event.apart}
        assert not apart & {frozenset(one.seats.values()) for one in event.matches.values()}
    day = event.event.dates[-1].ends
    for file, raw in csv_files(event, today=day).items():
        if file != "ratings.csv":
            assert (KEPT / name / "tables" / file).read_bytes() == raw, file


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.exhaustive) for name in EVENTS]
)
def test_the_same_bytes_are_made_again(name: str, tmp_path: Path) -> None:
    kept(made(tmp_path, name), tmp_path / "kept", with_pages=name == "swiss")
    assert whole(tmp_path / "kept") == whole(KEPT / name)
