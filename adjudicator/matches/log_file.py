"""log.jsonl as a file: read up to its last whole opening, and cut back to there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import fixes_round_first, is_locked_first
from adjudicator.core.limits import MAX_LOG, MAX_LOG_LINE
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.strict_json import strict_json
from adjudicator.documents.problems import UnusableFile, in_log
from adjudicator.documents.storage import (
    append_durably,
    cut_durably,
    read_bytes,
    read_ends,
)
from adjudicator.matches.newest_views import is_made_known

__all__ = [
    "LogEnd",
    "NotHere",
    "Vouched",
    "WholeLog",
    "log_end",
    "repair_log",
    "unusable_log",
    "whole_log",
]


class NotHere(UnusableFile):
    """What a log needs to be made again, and does not hold, is not in the folder of the match."""


class LogEnd(NamedTuple):
    """What a save must fit: how a log begins and ends."""

    genesis: log.Genesis
    head: log.Head
    state: str
    """The hash of the state that its newest opening that stands names; before it, the offer's."""
    size: int
    """How long the log is, in bytes."""
    is_locked: bool = False
    """Whether it ends with a lock that is not opened yet."""


class Vouched(NamedTuple):
    """What a save says of the log that was on the disk when it was written."""

    size: int
    head: str
    """The hash of its last line."""
    n: int
    """The last opening in it."""


class WholeLog(NamedTuple):
    """A log up to its last whole opening, and the file in which it lies."""

    log: log.Log
    raw: bytes
    """The whole file."""
    size: int
    """The bytes up to the end of the last whole opening; one more where its line feed lacks."""
    added: bytes = b""
    """Lines that the last opening wrote and that were cut off; the rules make them again."""

    @property
    def end(self) -> LogEnd:
        """How the whole openings begin and end."""
        genesis = self.log.genesis
        reached = [genesis.offer.start]
        for line in self.log.lines:
            if isinstance(line.payload, log.StateReached):
                reached.append(line.payload.sha256)
            elif isinstance(line.payload, log.Annul) and len(reached) > 1:
                reached.pop()
        is_locked = isinstance(self.log.lines[-1].payload, log.Lock)
        return LogEnd(genesis, self.log.head, reached[-1], self.size, is_locked)

    @property
    def mailed_head(self) -> str | None:
        """The head that the views of the newest opening name; None: the match has ended."""
        from adjudicator.audit.lock_first import moves_head

        genesis = self.log.genesis
        for line in reversed(self.log.lines):
            if isinstance(line.payload, log.End):
                return None  # Nobody answers it.
            mails: tuple[type, ...] = (log.Genesis, log.StateReached, log.Rewind)
            if isinstance(line.payload, mails) or moves_head(genesis, line):
                return line.hash
        return None

    def completed(self, lines: bytes) -> WholeLog:
        """Returns the log with lines that its last opening wrote and that were cut off."""
        if not lines:
            return self
        whole = self.raw[: self.size].rstrip(b"\n") + b"\n" + lines
        return self._replace(log=log.parse_log(whole), added=lines)

    @property
    def notice(self) -> str:
        """What is to be told of the file; empty: it holds whole openings and nothing else."""
        if self.added:
            return "log.jsonl lacked the lines that end the match; they were added again"
        if self.size < len(self.raw):
            return f"log.jsonl ended in the middle of {self._torn}; {self._tail} were cut off"
        return "log.jsonl lacked its last line feed" if self.size > len(self.raw) else ""

    @property
    def due(self) -> str:
        """The same before it is done: what a command that only looks says of the file."""
        if self.added:
            return "log.jsonl lacks the lines that end the match"
        if self.size < len(self.raw):
            return f"log.jsonl ends in the middle of {self._torn}; {self._tail} do not count"
        return "log.jsonl lacks its last line feed" if self.size > len(self.raw) else ""

    @property
    def counting(self) -> bytes:
        """The lines that count, as bytes."""
        return self.raw[: self.size].rstrip(b"\n") + b"\n"

    @property
    def _torn(self) -> str:
        cut = self.raw.split(b"\n")[len(self.log.lines)]
        return "a rewind" if b'"t":"annul"' in cut else "an opening"

    @property
    def _tail(self) -> str:
        return f"{len(self.raw) - self.size} bytes after line {len(self.log.lines)}"


def log_end(folder: Path) -> LogEnd | None:
    """Returns how the log of a match begins and ends; what lies between is not read.

    None: it does not end with the state line of an opening or is no log; `whole_log` knows more.
    """
    ends = read_ends(folder / "log.jsonl", limit=MAX_LOG_LINE)
    if ends is None:
        return None
    try:
        genesis = log.parse_log(ends.first + b"\n").lines[0].payload
        last = strict_json(ends.last.decode(), depth=log.MAX_DEPTH)
    except (Unusable, IndexError, ValueError):
        return None
    if not isinstance(genesis, log.Genesis) or not isinstance(last, dict):
        return None
    if genesis.gid != genesis.hashed:
        return None
    k, t = last.get("k"), last.get("t")
    state = genesis.offer.start if ends.size == len(ends.first) + 1 else last.get("sha256")
    if not isinstance(k, int) or not isinstance(state, str) or t not in ("genesis", "state"):
        return None
    return LogEnd(genesis, log.Head(k, tfd1.digest(ends.last)), state, ends.size)


def whole_log(folder: Path, vouched: Vouched | None = None) -> WholeLog:
    """Returns the log of a match up to its last whole opening; nothing is written.

    In the modes that publish the lock first, a lock is whole by itself; so is the note of a round
    that is fixed before the sheets.

    A last line that lacks nothing but its line feed is whole: mails and editors drop it. A power
    cut can leave zeros or anything else in the blocks of the last addition that were not on the
    disk yet: then it ends with the lines that the save vouches for.

    Args:
        vouched: how far a save says that the log was on the disk; None: there is no save.
    """
    raw = read_bytes(folder / "log.jsonl", limit=MAX_LOG)
    ended = raw if raw.endswith(b"\n") else raw + b"\n"
    read = _read(folder, ended)
    if ended != raw and read.problems:
        ended, read = raw, _read(folder, raw)
    if read.problems and vouched is not None and _is_power_cut(folder, read, raw, vouched):
        return WholeLog(_read(folder, raw[: vouched.size]), raw, vouched.size)
    if read.problems:
        raise unusable_log(folder, read.problems)
    return _up_to_whole(read, raw, len(ended))


def _is_power_cut(folder: Path, read: log.Log, raw: bytes, vouched: Vouched) -> bool:
    """Whether what follows the lines that a save vouches for is a last opening never made known.

    The save is written when an opening is on the disk, its map and report later still: so only one
    opening can follow that was damaged in writing, and nothing was made from it yet. Lines that are
    JSON and do not fit are none that a power cut makes: they are refused, and nothing is cut off.
    """
    kept, rest = raw[: vouched.size], raw[vouched.size :]
    if not kept.endswith(b"\n") or read.problems[0].code != "line-malformed":
        return False
    lines = kept.count(b"\n")
    ends_there = tfd1.digest(kept[:-1].rpartition(b"\n")[2]) == vouched.head
    is_known = is_made_known(folder, vouched.n + 1)
    is_after = read.problems[0].path[:1] >= (lines,)
    return ends_there and is_after and not is_known and rest.count(b'"t":"state"') <= 1


def _up_to_whole(read: log.Log, raw: bytes, size: int) -> WholeLog:
    """Returns a log of `size` bytes without the unfinished opening at its end."""
    kept = _whole_lines(read.lines)
    if kept == len(read.lines) and not read.torn:
        return WholeLog(read, raw, size)
    whole = b"".join(line + b"\n" for line in raw.split(b"\n")[:kept])
    return WholeLog(log.parse_log(whole), raw, len(whole))


def repair_log(folder: Path, found: WholeLog) -> bool:
    """Makes log.jsonl what `whole_log` found in it; the caller holds the lock of the match.

    Returns whether it is that: False if another run has written to it since.
    """
    path = folder / "log.jsonl"
    if read_bytes(path, limit=MAX_LOG) != found.raw:
        return False
    if found.size < len(found.raw):
        cut_durably(path, found.size)
    elif found.size > len(found.raw):
        append_durably(path, b"\n")
    if found.added:
        append_durably(path, found.added)
    return True


def _whole_lines(lines: Sequence[log.Line]) -> int:
    """Returns how many lines are left when an unfinished opening at their end is cut off."""
    genesis = lines[0].payload
    assert isinstance(genesis, log.Genesis)
    kept = len(lines)
    while kept and isinstance(lines[kept - 1].payload, log.Annul):
        kept -= 1  # The note of the rewind was to follow.
    for place in range(kept - 1, -1, -1):
        payload = lines[place].payload
        if isinstance(payload, log.StateReached | log.Genesis | log.Rewind | log.End):
            if place + 1 < kept and isinstance(lines[place + 1].payload, log.Sheets):
                kept = place + 1  # A match ends with all its sheets: here a write was cut off.
            break
        if isinstance(payload, log.Lock):
            return place + 1 if is_locked_first(genesis) else place
        if isinstance(payload, log.BeaconRound) and not fixes_round_first(genesis):
            kept = place  # Its lock was to follow.
    return kept


def unusable_log(folder: Path, problems: Iterable[Problem]) -> UnusableFile:
    """Returns problems of a match's log with their places in it."""
    return UnusableFile(in_log(problem, str(folder / "log.jsonl")) for problem in problems)


def _read(folder: Path, raw: bytes) -> log.Log:
    try:
        return log.parse_log(raw)
    except Unusable as error:
        raise unusable_log(folder, error.problems) from None
