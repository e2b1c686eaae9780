"""The cost of one opening in a long match: python -m tests.benchmarks.append [SHORT LONG]

A match of the toy game in public mode (a referee's chain has 4096 links) is played with the core
alone, and laid on the disk as it stands after SHORT and after LONG openings. Measured is one
opening as a command makes it: the folder is opened, two sheets are judged, the rules are run, and
log, save, state, map and report are written and synced. The folders of all earlier openings are
there, but for the last empty.
"""

from __future__ import annotations

import gc
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.texts import render_report
from adjudicator.audit.automatic import header_for
from adjudicator.audit.opening import Opening, SavedMatch, Secrets, open_next
from adjudicator.core.sheet import read_sheet
from adjudicator.matches.match import Match
from adjudicator.matches.opening_files import views_of
from adjudicator.matches.referee.new_match import new_match
from tests.benchmarks.clock import cpu_ms
from tests.core.toy import SEATS, TOY, toy_scenario

__all__ = ["Appended", "measure"]

BLIND = "b1" * 32
GAMES = {"toy": TOY}


class Appended(NamedTuple):
    """How long the log was, and what one more opening took."""

    openings: int
    log_kb: int
    cpu_ms: float


def _orders(seat: str, saved: SavedMatch) -> Mapping[str, Any]:
    """Returns what a seat orders: nothing is bid; while there is room, one soldier marches."""
    if str(saved.turn).endswith("-bids"):
        return {"bids": [{"order": "bid", "gold": 0}]}
    room = 3 - sum(saved.position["hosts"][seat]["field"].values())
    return {"march": [{"order": "march", "unit": "soldier", "count": 1}] if room > 0 else []}


def _documents(saved: SavedMatch) -> dict[str, dict[str, Any]]:
    """Returns the sheets that the next opening awaits, by seat."""
    awaited = [question.seat for question in saved.pending]
    return {
        seat: {**header_for(saved, seat), "blind": BLIND, "orders": _orders(seat, saved)}
        for seat in SEATS
        if seat in awaited
    }


def long_matches(folder: Path, lengths: tuple[int, ...]) -> list[Path]:
    """Returns one match as it lies on the disk after each number of openings."""
    match = new_match(
        folder / "whole", TOY, toy_scenario({"soldiers": 10**6, "turns": 10**6}), name="long",
        mode="public", title="Long", render=render_report, make_secret=lambda: BLIND,
    )  # fmt: skip
    raw, saved, found = [(match.folder / "log.jsonl").read_bytes()], match.saved, []
    for n in range(1, max(lengths) + 1):
        sheets = {}
        for seat, document in _documents(saved).items():
            sheet, problems = read_sheet(TOY, document)
            assert sheet is not None, problems
            sheets[seat] = sheet
        opening = open_next(match.rules, match.genesis, saved, sheets, secrets=Secrets())
        assert isinstance(opening, Opening)
        raw.append(opening.lines)
        saved = opening.saved
        for made in (match.folder / "orders" / f"n{n:04d}",
                     match.folder / "referee" / "orders" / f"n{n:04d}"):  # fmt: skip
            made.mkdir(parents=True)
        if n in lengths:
            (match.folder / "log.jsonl").write_bytes(b"".join(raw))
            match.saved = saved
            match.views = views_of(opening)
            match.write_save()
            match.files.write_opening(opening)
            if n < max(lengths):
                shutil.copytree(match.folder, folder / str(n))
            found.append(folder / str(n) if n < max(lengths) else match.folder)
    return found


def _one_opening(folder: Path) -> None:
    match = Match.open(folder, GAMES, render_report)
    assert not match.notices, match.notices
    sheets = [(seat, json.dumps(given).encode()) for seat, given in _documents(match.saved).items()]
    assert match.adjudicate(sheets).opening is not None


def measure(short: int, long: int, *, rounds: int = 21) -> tuple[Appended, Appended]:
    """Returns the median cost of one opening at two lengths of a match, taken in turn."""
    with tempfile.TemporaryDirectory() as name:
        folders = long_matches(Path(name), (short, long))
        taken: tuple[list[float], list[float]] = ([], [])
        for folder in folders:
            _one_opening(folder)
        for _ in range(rounds):
            for folder, times in zip(folders, taken, strict=True):
                gc.collect()
                times.append(cpu_ms(partial(_one_opening, folder)))
        sizes = [(folder / "log.jsonl").stat().st_size // 1024 for folder in folders]
        first, second = (statistics.median(times) for times in taken)
    return Appended(short, sizes[0], first), Appended(long, sizes[1], second)


def main(short: int, long: int) -> None:
    """Prints what one opening takes at both lengths, and how much more at the second."""
    print(f"{'openings':>8} {'KB of log':>9} {'ms':>7}")
    found = measure(short, long)
    for one in found:
        print(f"{one.openings:>8} {one.log_kb:>9} {one.cpu_ms:>7.1f}")
    print(f"ratio {found[1].cpu_ms / found[0].cpu_ms:.2f}, at most 1.2")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3] or ("1000", "10000")))
