"""Matches of the toy game in which openings are taken back, and what must hold of them all."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from adjudicator.audit import log
from adjudicator.audit.replay import replay
from adjudicator.audit.verifiers.verify_log import verify
from adjudicator.audit.verify import audit_dice
from adjudicator.matches import stored_sheets
from adjudicator.matches.match import Match
from tests.core.toy_orders import MARCH
from tests.matches.toy_match import GAMES, bids, files, new, render, sheet

__all__ = ["LONG_MARCH", "check_all", "log_of", "played"]

LONG_MARCH = {
    "march": [
        {"order": "march", "unit": unit, "count": 1} for unit in ("soldier", "champion", "soldier")
    ]
}


def log_of(match: Match) -> log.Log:
    """The log as it was read."""
    return log.parse_log((match.folder / "log.jsonl").read_bytes())


def played(folder: Path, **options: Any) -> Match:
    """A match after its third opening: bids, a march with its fight, bids."""
    match = new(folder, **options)
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    match.adjudicate(bids(match, 1, 2))
    assert match.saved.n == 3
    return match


def check_all(match: Match) -> None:
    """Both verifiers and the full audit find the log sound, and the match can be made again."""
    raw = (match.folder / "log.jsonl").read_bytes()
    audit = audit_dice(log.parse_log(raw))
    assert audit.failures == ()
    assert verify(raw).failures == []
    assert audit.annulled == len(match.saved.annulled)
    again = replay(match.rules, log.parse_log(raw), stored_sheets.stored_sheets(match.folder))
    assert (again.problems, again.waiting_for) == ((), ())
    assert again.saved == match.saved
    before = files(match.folder)
    assert Match.open(match.folder, GAMES, render).notices == ()
    (match.folder / "referee/save.json").unlink()
    shutil.rmtree(match.folder / "now")
    opened = Match.open(match.folder, GAMES, render)
    assert opened.saved == match.saved
    assert files(match.folder) == before
