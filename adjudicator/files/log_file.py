"""log.jsonl as a file: read whole, or cut back to its last whole opening."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.core import log
from adjudicator.core.problem import Problem, Unusable
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
    while kept and isinstance(read.lines[kept - 1].payload, log.Annul):
        kept -= 1  # A rewind that was cut off before its note.
    for place in range(kept - 1, -1, -1):
        payload = read.lines[place].payload
        if isinstance(payload, log.StateReached | log.Genesis | log.Rewind | log.End):
            break
        if isinstance(payload, log.Lock):
            kept = place
            break
    if kept < len(read.lines) or read.torn:
        whole = b"".join(line + b"\n" for line in raw.split(b"\n")[:kept])
        notices = [
            f"log.jsonl ended in the middle of {_what(read, kept)}; {len(raw) - len(whole)} bytes "
            f"after line {kept} were cut off"
        ]
        raw, read = whole, log.parse_log(whole)
    if notices:
        write_atomically(folder / "log.jsonl", raw)
    return read, notices


def _what(read: log.Log, kept: int) -> str:
    """Names what was not whole."""
    cut = read.lines[kept].payload if kept < len(read.lines) else None
    return "a rewind" if isinstance(cut, log.Annul) else "an opening"


def unusable_log(folder: Path, problems: Iterable[Problem]) -> UnusableFile:
    """Returns problems of a match's log with their places in it."""
    return UnusableFile(in_log(problem, str(folder / "log.jsonl")) for problem in problems)


def _read(folder: Path, raw: bytes) -> log.Log:
    try:
        return log.parse_log(raw)
    except Unusable as error:
        raise unusable_log(folder, error.problems) from None
