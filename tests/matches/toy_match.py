"""Match folders of the toy game, with a fixed secret, and sheets for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adjudicator.audit import log
from adjudicator.audit.clock import ClockPolicy
from adjudicator.audit.opening import PlayedMode
from adjudicator.core.report import Report
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests.core.toy import TOY, toy_scenario

__all__ = ["GAMES", "bids", "files", "kinds", "new", "render", "sheet"]

GAMES = {"toy": TOY}


def render(report: Report) -> tuple[str, str]:
    """The title alone: what a report says is tested elsewhere."""
    return report.title, report.title


def new(
    folder: Path,
    mode: PlayedMode = "referee",
    *,
    plays: Sequence[str] = (),
    amended: bool = True,
    clock: ClockPolicy | None = None,
    **options: Any,
) -> Match:
    """A new match; the master secret and the salts are the same every time."""
    return new_match(
        folder, TOY, toy_scenario(None, **options), name="toy-2026", mode=mode, title="Toy",
        render=render, plays=plays, amended=amended, clock=clock, make_secret=lambda: "5e" * 32,
    )  # fmt: skip


def sheet(match: Match, seat: str, **parts: Any) -> tuple[str, bytes]:
    """A sheet for the next opening as name and bytes, with the right header unless told."""
    header = {"t": "orders", "game": match.saved.gid, "n": match.saved.n + 1,
              "head": match.saved.head, "player": seat, "pledge": None}  # fmt: skip
    document = {"blind": "ab" * 32, **header, "orders": {}, **parts}
    return f"{seat}.json", json.dumps(document, indent=1).encode()


def bids(match: Match, blue: int = 2, red: int = 1) -> list[tuple[str, bytes]]:
    """Both bids of a turn."""
    return [
        sheet(match, seat, orders={"bids": [{"order": "bid", "gold": gold}]})
        for seat, gold in (("blue", blue), ("red", red))
    ]


def files(folder: Path) -> dict[str, bytes]:
    """All files of a folder, but for the lock, by their path in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def kinds(match: Match) -> list[str]:
    """What the lines of the log are, a note by its kind."""
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    return [getattr(line.payload, "kind", line.payload.t) for line in read.lines]
