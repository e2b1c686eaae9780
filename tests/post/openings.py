"""The example matches as they stood after each of their openings, with all that is mailed."""

from __future__ import annotations

import shutil
from collections.abc import Container, Iterator
from pathlib import Path
from unittest import mock

from adjudicator.api.match import Match, open_match
from adjudicator.audit import log
from adjudicator.audit.replay import replay
from adjudicator.matches.stored_sheets import stored_sheets
from tests.tidy import ROOT

__all__ = ["EXAMPLES", "after_each_opening"]

EXAMPLES = tuple(sorted(path.name for path in (ROOT / "examples").glob("*-match")))
"""The folders of the example matches."""


def after_each_opening(
    example: str, folder: Path, only: Container[int] | None = None
) -> Iterator[Match]:
    """Yields a match as it stood after each opening: in one folder, one after another.

    Args:
        folder: a new folder for a copy of the match.
        only: the numbers of the openings; None: all.
    """
    shutil.copytree(ROOT / "examples" / example, folder)
    match = open_match(folder, read_only=True)
    lines = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    read = log.parse_log(b"".join(lines))
    replayed = replay(match.rules, read, stored_sheets(folder))
    assert not replayed.problems
    ends = {
        line.payload.n: number
        for number, line in enumerate(read.lines, start=1)
        if isinstance(line.payload, log.StateReached)
    }
    last = replayed.openings[-1].n
    with mock.patch.object(Match, "refresh", return_value=False):
        for opening in replayed.openings:
            if only is not None and opening.n not in only:
                continue
            is_last = opening.n == last
            so_far = lines if is_last else lines[: ends[opening.n]]
            (folder / "log.jsonl").write_bytes(b"".join(so_far))
            match.store.saved = replayed.saved if is_last else opening.saved
            match.store.files.write_opening(opening, match.store.saved)
            yield match
