"""The openings of a match folder, made again from its log with what lies in the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.core import log
from adjudicator.core.game import Rules
from adjudicator.core.replay import Replayed, replay
from adjudicator.files.problems import unusable_file
from adjudicator.files.referee_secret import hidden_of
from adjudicator.files.stored_sheets import stored_sheets

__all__ = ["played_again"]


def played_again(folder: Path, rules: Rules[Any], read: log.Log) -> Replayed[Any]:
    """Returns a match's log made again, with the sheets as received and the hidden-draw secret.

    Raises:
        UnusableFile: the match has hidden information, is not over, and its secret is not here.
    """
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    hidden = hidden_of(folder, rules, genesis)
    replayed = replay(rules, read, stored_sheets(folder), hidden=hidden)
    if replayed.needs_secret:
        raise unusable_file(
            folder / "referee" / "secret.json",
            "secret-missing",
            "the match has hidden information, and its secret is not here: until the match is "
            "over, its openings can be made again with the secret only",
            "Put the file back that `new` wrote, or its backup.",
        )
    return replayed
