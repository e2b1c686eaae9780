"""The openings of a match folder, made again from its log with what lies in the folder."""

from __future__ import annotations

from collections.abc import Container
from itertools import takewhile
from pathlib import Path
from typing import Any

from adjudicator.core import log
from adjudicator.core.chains import chains_after
from adjudicator.core.game import Rules
from adjudicator.core.opening import SavedMatch, first_match
from adjudicator.core.replay import Replayed, replay
from adjudicator.files.opening_files import OpeningFiles, views_key
from adjudicator.files.problems import unusable_file
from adjudicator.files.referee_secret import hidden_of
from adjudicator.files.stored_sheets import stored_sheets

__all__ = ["played_again", "write_views_again"]


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


def write_views_again(
    files: OpeningFiles, missing: Container[str], read: log.Log
) -> tuple[str, ...]:
    """Writes lost views again; returns what to tell of it.

    Args:
        missing: how the names of their folders begin.
    """
    replayed = played_again(files.folder, files.rules, read)
    made = []
    if "n0000" in missing:
        head = log.Head(read.lines[0].k, read.lines[0].hash)
        files.write_start(_mailed(first_match(files.rules, files.genesis, head), read))
        made.append("0")
    for opening in replayed.openings:
        if f"n{opening.n:04d}" in missing:
            files.write_opening(opening._replace(saved=_mailed(opening.saved, read)))
            made.append(str(opening.n))
    for then in replayed.rewinds:
        if views_key(then, then.n) in missing:
            files.write_rewound(_mailed(then, read))
            made.append(f"{then.n} (rewound to {then.reached})")
    plural = "" if len(made) == 1 else "s"
    return (f"map and report of opening{plural} {', '.join(made)} were made again",) if made else ()


def _mailed(then: SavedMatch, read: log.Log) -> SavedMatch:
    """Returns a match as its views tell it: they name the head that a new join of a seat moved."""
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    seated = tuple(
        takewhile(lambda line: isinstance(line.payload, log.Seat), read.lines[then.k + 1 :])
    )
    if not seated:
        return then
    chains = chains_after(then.chains, genesis.offer, seated)
    last = seated[-1]
    return then.model_copy(update={"k": last.k, "head": last.hash, "chains": chains})
