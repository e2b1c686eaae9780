"""The openings of a match folder, made again from its log with what lies in the folder."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from adjudicator.audit import log
from adjudicator.audit.lock_first import moved, moves_head
from adjudicator.audit.opening import SavedMatch, first_match
from adjudicator.audit.replay import Replayed, replay
from adjudicator.core.game import Rules
from adjudicator.documents.keys.referee_secret import hidden_of
from adjudicator.documents.problems import unusable_file
from adjudicator.documents.storage import REFEREE, is_referees
from adjudicator.matches.log_file import NotHere, unusable_log
from adjudicator.matches.opening_files import OpeningFiles, write_published
from adjudicator.matches.stored_sheets import stored_sheets

__all__ = ["played_again", "write_views_again"]


def played_again(
    folder: Path,
    rules: Rules[Any],
    read: log.Log,
    why: str,
    *,
    instead: str = "",
) -> Replayed[Any]:
    """Returns a match's log made again to its end: the save, and all openings.

    The sheets that the log withholds and the hidden-draw secret lie in the folder.

    Args:
        why: why it is made again: "the save is lost".
        instead: what else can be done where a sheet is lost: ", or name an earlier opening".

    Raises:
        NotHere: a sheet or the secret that it needs is not here.
        UnusableFile: the log is wrong.
    """
    replayed = _as_far_as_sheets_go(folder, rules, read)
    if replayed.problems:
        raise unusable_log(folder, replayed.problems)
    if replayed.waiting_for:
        n = replayed.waiting_for[0]
        _check_referee(folder, f"the sheets of opening {n}")
        lacking = unusable_file(
            folder / REFEREE / "orders",
            "sheets-missing",
            f"{why}, and the sheets of opening {n} are not here",
            f"Put the sheets back there as they were received{instead}.",
        )
        raise NotHere(lacking.located)
    return replayed


def _as_far_as_sheets_go(folder: Path, rules: Rules[Any], read: log.Log) -> Replayed[Any]:
    hidden = hidden_of(folder, rules, read.genesis)
    replayed = replay(rules, read, stored_sheets(folder), hidden=hidden)
    if replayed.needs_secret:
        _check_referee(folder, "the secret of its hidden information")
        lacking = unusable_file(
            folder / REFEREE / "secret.json",
            "secret-missing",
            "the match has hidden information, and its secret is not here: until the match is "
            "over, its openings can be made again with the secret only",
            "Put the file back that `new` wrote, or its backup.",
        )
        raise NotHere(lacking.located)
    return replayed


def _check_referee(folder: Path, what: str) -> None:
    """Raises NotHere if the referee's folder is elsewhere, as in every clone.

    Args:
        what: what is needed of it.
    """
    if is_referees(folder):
        return
    lacking = unusable_file(
        folder,
        "referee-missing",
        f"this is a clone of the match: its folder {REFEREE}/ is not here, and in it {what}",
        "`status`, `check`, `template`, `map` and `report` work here; sheets are mailed to the "
        "referee, who adjudicates. A referee puts the folder back from a copy.",
    )
    raise NotHere(lacking.located)


def write_views_again(files: OpeningFiles, saved: SavedMatch, read: log.Log) -> tuple[str, ...]:
    """Writes the lost views of the newest opening again; returns what to tell of it.

    Args:
        saved: the match as it stands.
    """
    replayed = _as_far_as_sheets_go(files.folder, files.rules, read)
    made = str(saved.n)
    write_published(files.folder, _published(read))
    if not saved.n:
        first = first_match(files.rules, files.genesis, read.lines[0].head)
        files.write_start(_mailed(first, read))
    elif saved.reached != saved.n:
        files.write_rewound(_mailed(replayed.rewinds[-1], read))
        made += f" (rewound to {saved.reached})"
    elif replayed.openings and replayed.openings[-1].n == saved.n:
        opening = replayed.openings[-1]
        files.write_opening(opening, _mailed(opening.saved, read))
    else:
        return ()
    return (f"map and report of opening {made} were made again",)


def _published(read: log.Log) -> dict[int, dict[str, Mapping[str, Any]]]:
    """Returns by opening and seat the sheets that a log shows."""
    published: dict[int, dict[str, Mapping[str, Any]]] = {}
    for (n, seat), document in read.published().items():
        published.setdefault(n, {})[seat] = document
    return published


def _mailed(then: SavedMatch, read: log.Log) -> SavedMatch:
    """Returns a match as its views tell it: the head that they name was moved by what follows."""
    behind = takewhile(lambda line: moves_head(read.genesis, line), read.lines[then.k + 1 :])
    return moved(then, read.genesis, tuple(behind))
