"""A copy of a match to work on, which goes away again where the work is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.core.problem import AdjudicatorError
from adjudicator.documents.storage import empty_folder
from adjudicator.matches.match import Match

__all__ = ["copied_match"]


@contextmanager
def copied_match(match: Match, folder: Path) -> Iterator[Match]:
    """Copies a match into a new folder; takes the copy away if the block refuses."""
    was_there = folder.exists()
    copy = match.copy_to(folder)
    try:
        yield copy
    except AdjudicatorError:
        if copy.saved == match.saved:
            empty_folder(folder)
            if not was_there:
                folder.rmdir()
        raise
