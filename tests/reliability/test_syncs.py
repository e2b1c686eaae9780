"""How often a turn waits for the disk: at most four times, in every mode and for any sheets.

What must be on the disk before a turn counts is the sheets that the log does not show, its lines,
and the save. Everything else can be made again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import registry
from adjudicator.audit.opening import PlayedMode
from adjudicator.matches.match import Match
from adjudicator.matches.stored_sheets import orders_folder, stored_sheets, stored_signature
from tests.core.hand import HAND
from tests.core.toy import SEATS
from tests.matches import hand_match, lock_first, toy_match
from tests.matches.toy_match import render as render_report
from tests.reliability.operations import OPERATIONS, Operation, command, laboratory

pytestmark = pytest.mark.usefixtures("usual_maps")

MOST = 4
SHIPPED = registry.GAMES


class Syncs:
    """Counts the calls that wait for the disk, and the files and folders that they are of."""

    def __init__(self) -> None:
        self.of: list[str] = []

    def __call__(self, file: int) -> None:
        self.of.append(Path(f"/proc/self/fd/{file}").readlink().name)


@pytest.fixture
def syncs(tmp_path: Path) -> Iterator[Syncs]:
    found = Syncs()
    with laboratory(), contextlib.chdir(tmp_path), pytest.MonkeyPatch.context() as patch:
        for name in ("fsync", "fdatasync"):
            patch.setattr(os, name, found)
        yield found


TURNS = [
    one
    for one in OPERATIONS
    if one.name.startswith("adjudicate: ") and one.name != "adjudicate: an older folder"
]


@pytest.mark.parametrize("operation", TURNS, ids=lambda one: str(one.name))
def test_a_run_syncs_four_times_at_most(operation: Operation, syncs: Syncs) -> None:
    operation.prepare()
    lines = Path("m/log.jsonl").read_bytes()
    syncs.of.clear()
    command(operation.words)
    grown = Path("m/log.jsonl").read_bytes() != lines
    assert ("log.jsonl" in syncs.of) == grown, "what people may come to know is on the disk"
    assert 0 < len(syncs.of) <= MOST, syncs.of


@pytest.mark.parametrize("mode", ["sealed", "mutual", "beacon"])
def test_a_turn_of_a_mode_that_locks_first(mode: PlayedMode, syncs: Syncs) -> None:
    match = lock_first.new(Path("m"), mode)
    if mode == "beacon":
        lock_first.fix(match)
    bid = {"bids": [{"order": "bid", "gold": 1}]}
    sheets = [lock_first.sheet(match, seat, bid) for seat in SEATS]
    syncs.of.clear()
    match.adjudicate(sheets)
    assert match.saved.locked is not None
    assert len(syncs.of) <= MOST, syncs.of
    given, lock_options = lock_first.secrets(match)
    syncs.of.clear()
    assert match.adjudicate(given, lock_options=lock_options).opening is not None
    assert syncs.of == ["log.jsonl", f".new-{os.getpid()}-0"], "pledges stand in the open line"


def test_sheets_that_the_log_withholds_are_synced_as_one(syncs: Syncs) -> None:
    """However many come at once; what a power cut takes of them is found there."""
    match = hand_match.new(Path("m"))
    given = hand_match.sheets(match)
    assert len(given) > 1
    syncs.of.clear()
    assert match.adjudicate(given).opening is not None
    assert match.saved.withheld == (1,)
    assert len(syncs.of) == MOST, syncs.of
    lock = next(line.payload for line in _lines(match) if line.payload.t == "lock")
    folder = orders_folder(match.folder, 1)
    for seat, hash_ in lock.orders.items():
        path = folder / f"{seat}.json"
        for left in (b"", bytes(100), None):
            path.unlink() if left is None else path.write_bytes(left)
            document = stored_sheets(match.folder)(1, seat, hash_)
            assert document is not None
            assert document["player"] == seat
        assert stored_sheets(match.folder)(1, seat, "00" * 32) is None
    assert stored_signature(match.folder, 1, "blue", b"{}") is None
    (match.folder / "referee/save.json").unlink()
    assert Match.open(match.folder, {HAND.name: HAND}, toy_match.render).saved == match.saved
    (folder / "received.jsonl").write_bytes(b'\0\n{}\n[1]\n"x"\n')
    assert stored_sheets(match.folder)(1, "blue", lock.orders["blue"]) is None


def _lines(match: Match) -> Any:
    from adjudicator.audit import log

    return log.parse_log((match.folder / "log.jsonl").read_bytes()).lines


def test_what_a_power_cut_left_blank_of_a_sheet_is_awaited_again(syncs: Syncs) -> None:
    match = toy_match.new(Path("m"))
    match.adjudicate(toy_match.bids(match)[:1])
    (path,) = orders_folder(match.folder, 1).glob("*.json")
    assert Match.open(match.folder, toy_match.GAMES, render_report).waiting_seats() == (path.stem,)
    for left in (b"", bytes(200)):
        path.write_bytes(left)
        opened = Match.open(match.folder, toy_match.GAMES, render_report)
        assert opened.waiting_seats() == ()
    assert opened.adjudicate(toy_match.bids(opened)).opening is not None


@pytest.mark.parametrize(
    "game", ["galactic-conquest two", "stratix two", "fortress-america-1986 ready"]
)
def test_a_turn_of_a_shipped_game(game: str, syncs: Syncs) -> None:
    name, scenario = game.split()
    with pytest.MonkeyPatch.context() as patch:  # inside that of the laboratory
        patch.setattr(registry, "GAMES", SHIPPED)
        assert command(f"new {name} m --scenario {scenario}").code == 0
        for _ in range(4):
            syncs.of.clear()
            assert command("adjudicate m --play all").code in (0, 3)
            assert len(syncs.of) <= MOST, syncs.of
