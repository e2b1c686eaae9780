"""A run given again whose work stands in the log: it was killed behind the commit, or is repeated.

The same sheets were locked last, the same pledges opened them: nothing is adjudicated twice, and
the result is told as the first run would have told it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import LATE_PLEDGES, LockOptions, Opening
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.json_input import read_json
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.storage import read_bytes
from adjudicator.matches.log_file import NotHere
from adjudicator.matches.match import Match
from adjudicator.matches.newest_views import VIEW_FILES, newest_views
from adjudicator.matches.opened import Played
from adjudicator.matches.played_again import played_again
from adjudicator.matches.stored_sheets import orders_folder

__all__ = ["done_already"]


class _Last(NamedTuple):
    """The newest opening of a log, as its lines say it."""

    lock: log.Lock
    lock_hash: str
    open: log.Open


def done_already(
    match: Match, files: Sequence[tuple[str, bytes]], lock_options: LockOptions
) -> Played | None:
    """Returns what a run did whose work is done; None: these files ask for something new.

    All of them are sheets that the newest opening locked, or pledges that opened it; what the run
    is told besides is what that opening had.

    Args:
        files: sheets and pledges, as names and bytes.
        lock_options: what the run is told of the lock or of its opening.
    """
    saved = match.saved
    if saved.locked is not None or not saved.n or saved.reached != saved.n:
        return None
    if not (files or lock_options.withheld or lock_options.beacon) or not _are_of(files, saved.n):
        return None
    read = log.parse_log(read_bytes(match.folder / "log.jsonl", limit=MAX_LOG))
    last = _last_opening(read, saved.n)
    if last is None or not _had(last, match.genesis, lock_options):
        return None
    if not all(_is_in(last, match.genesis, document) for document in _documents(files)):
        return None
    try:
        replayed = played_again(match.folder, match.rules, read, "the opening is to be told again")
    except NotHere:
        return None
    opening = replayed.openings[-1]
    told = f"already adjudicated as opening {opening.n}"
    return Played(opening, saved, tuple(_written(match.folder, opening)), (told,))


def _documents(files: Sequence[tuple[str, bytes]]) -> Iterator[Any]:
    """Yields the files as JSON; None for one that is none: its problems are told elsewhere."""
    for source, raw in files:
        try:
            yield read_json(raw, source=source).data
        except RefusedFile:
            yield None


def _are_of(files: Sequence[tuple[str, bytes]], n: int) -> bool:
    """Whether all files say that they belong to an opening; most runs end here."""
    return all(isinstance(one, dict) and one.get("n") == n for one in _documents(files))


def _last_opening(read: log.Log, n: int) -> _Last | None:
    """Returns the lines of opening `n` if nothing but the round of the next one stands behind."""
    lines = list(read.lines)
    while isinstance(lines[-1].payload, log.BeaconRound):
        lines.pop()
    if not isinstance(lines[-1].payload, log.StateReached | log.End):
        return None
    opened = locked = None
    for line in reversed(lines):
        if isinstance(line.payload, log.Open) and line.payload.n == n:
            opened = line.payload
        elif isinstance(line.payload, log.Lock) and line.payload.n == n:
            locked = line
            break
    if opened is None or locked is None or not isinstance(locked.payload, log.Lock):
        return None
    return _Last(locked.payload, locked.hash, opened)


def _had(last: _Last, genesis: log.Genesis, lock_options: LockOptions) -> bool:
    """Whether an opening had what a run is told besides its files; of a round, its lock knew."""
    if lock_options.beacon is not None and lock_options.beacon != last.open.beacon:
        return False
    if lock_options.withheld and genesis.offer.mode not in LATE_PLEDGES:
        return False
    return all(
        seat in last.open.pledges and not last.open.pledges[seat] for seat in lock_options.withheld
    )


def _is_in(last: _Last, genesis: log.Genesis, document: dict[str, Any]) -> bool:
    """Whether a file is a sheet that an opening locked, or a pledge that opened it."""
    seat = document.get("player")
    if not isinstance(seat, str):
        return False
    if document.get("t") == "pledge":
        given = document.get("game"), document.get("lock"), document.get("pledge")
        return given == (genesis.gid, last.lock_hash, last.open.pledges.get(seat, ""))
    locked = last.lock.orders.get(seat)
    return locked is not None and tfd1.json_hash(document) == locked


def _written(folder: Path, opening: Opening[Any]) -> Iterator[Path]:
    """Yields the files of an opening that are there, in the order in which it writes them."""
    yield from sorted(orders_folder(folder, opening.n).glob("*.json"))
    for n in sorted(opening.published):
        yield from sorted((folder / "orders" / f"n{n:04d}").iterdir())
    views = newest_views(folder, opening.saved).folder
    for name in VIEW_FILES:
        if (views / name).exists():
            yield views / name
