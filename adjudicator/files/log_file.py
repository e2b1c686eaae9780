"""log.jsonl as a file: read whole, or cut back to its last whole opening."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.core import log
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.verify import audit_dice
from adjudicator.files.problems import UnusableFile, in_log
from adjudicator.files.storage import write_atomically

__all__ = ["unusable_log", "whole_log"]


def whole_log(folder: Path, raw: bytes) -> tuple[log.Log, list[str]]:
    """Returns the log up to its last whole opening; what lies after is cut off, with a notice.

    A last line that lacks nothing but its line feed is whole: mails and editors drop it.
    """
    notices = []
    ended = raw if raw.endswith(b"\n") else raw + b"\n"
    read = _read(folder, ended)
    if ended != raw and read.problems:
        read = _read(folder, raw)
    elif ended != raw:
        raw = ended
        notices.append("log.jsonl lacked its last line feed")
    if read.problems:
        raise unusable_log(folder, read.problems)
    kept = len(read.lines)
    for place in range(len(read.lines) - 1, -1, -1):
        payload = read.lines[place].payload
        if isinstance(payload, log.StateReached | log.Genesis | log.Annul | log.End):
            break
        if isinstance(payload, log.Lock):
            kept = place
            break
    if kept < len(read.lines) or read.torn:
        whole = b"".join(line + b"\n" for line in raw.split(b"\n")[:kept])
        notices = [
            f"log.jsonl ended in the middle of an opening; {len(raw) - len(whole)} bytes after "
            f"line {kept} were cut off"
        ]
        raw, read = whole, log.parse_log(whole)
    if notices:
        if false := audit_dice(read).failures:  # it was never a log that could be played on
            raise unusable_log(folder, false)
        write_atomically(folder / "log.jsonl", raw)
    return read, notices


def unusable_log(folder: Path, problems: Iterable[Problem]) -> UnusableFile:
    """Returns problems of a match's log with their places in it."""
    return UnusableFile(in_log(problem, str(folder / "log.jsonl")) for problem in problems)


def _read(folder: Path, raw: bytes) -> log.Log:
    try:
        return log.parse_log(raw)
    except Unusable as error:
        raise unusable_log(folder, error.problems) from None
