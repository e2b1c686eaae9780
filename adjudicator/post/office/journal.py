"""The journal of an office: what was done, in the order done; the only state that a clock has.

Each line is one JSON object with its number `k`, the second `at` in UTC, its `kind` and what
belongs to that. No line holds an address, a token, an order or a word of a player. What is read
back of it is a `Book`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.api.folders import PRIVATE, append_durably, cut_durably
from adjudicator.api.named_files import read_bytes, write_atomically
from adjudicator.api.problems import unusable_file
from adjudicator.post.office.book import Book
from adjudicator.post.office.moments import second, time_of

__all__ = ["KINDS", "Journal"]

KINDS: Mapping[str, str] = {
    "added": "a match was added to the office",
    "began": "a match began: all its joins are there",
    "bounced": "a server could not deliver a letter",
    "called": "the referee was called",
    "extended": "the deadlines of an opening were moved by agreement",
    "failed": "a letter was refused for good",
    "gap": "the office did not run for a while",
    "letter": "a letter was written",
    "locked": "an opening was locked",
    "locks": "an opening will be locked: what its clock says is told again when it is opened",
    "mail": "a mail came, and what became of it",
    "missed": "a seat did not answer in time, and what was done",
    "notified": "a command was told of something",
    "opened": "an opening was made",
    "ran": "the office looked after its matches",
    "sent": "a letter was sent",
    "unanswered": "a sheet that came was set aside: it does not answer what is asked",
    "unwritten": "a letter could not be written: the seat has no usable address",
    "waits": "a match waits, and until when",
}
"""The kinds of lines, each in words."""
_MOST = 1 << 30


class Journal:
    """The journal, open to be read and added to; whoever adds holds the lock of the office."""

    def __init__(self, path: Path, *, cuts: bool) -> None:
        """Reads the journal.

        Args:
            cuts: whether the torn last line of a killed run is cut off, and not only passed over.

        Raises:
            UnusableFile: it is not there, or somebody changed it.
        """
        self.path = path
        raw = read_bytes(path, limit=_MOST)
        whole = raw[: raw.rfind(b"\n") + 1]
        if cuts and len(whole) < len(raw):
            cut_durably(path, len(whole))
        self.book = Book()
        self.k = 0
        for number, line in enumerate(whole.splitlines()):
            self._take(number, line)

    @classmethod
    def begin(cls, path: Path) -> None:
        """Makes an empty journal."""
        write_atomically(path, b"", mode=PRIVATE)

    def _take(self, number: int, line: bytes) -> None:
        try:
            entry = json.loads(line)
            is_next = entry["k"] == number and entry["kind"] in KINDS
            at = time_of(entry["at"])
        except (ValueError, KeyError, TypeError):
            is_next = False
        if not is_next:
            raise unusable_file(
                self.path, "bad-journal", f"line {number + 1} is none of the office's",
                "Put the copy of `office backup` back; nothing of a match is lost.",
            )  # fmt: skip
        self.book.take(entry, at)
        self.k = number + 1

    def write(self, at: datetime, *entries: Mapping[str, Any]) -> None:
        """Adds lines in one write: after a kill all of them stand there, or none but a torn one.

        Args:
            at: the moment; one before that of the last line is taken for that.
            entries: each with its `kind`.

        Raises:
            TryAgain: the disk is full; nothing was added.
        """
        at = max(at, self.book.last_at or at)
        lines: list[dict[str, Any]] = [
            {"k": self.k + place, "at": second(at), **entry} for place, entry in enumerate(entries)
        ]
        assert all(line["kind"] in KINDS for line in lines)
        text = "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in lines)
        # A torn line may never be read as whole: the last line feed is what makes it count.
        append_durably(self.path, text.encode())
        for line in lines:
            self.book.take(line, time_of(line["at"]))
        self.k += len(lines)

    def entries(self) -> Iterable[Mapping[str, Any]]:
        """Yields all lines, as they stand in the file."""
        for line in read_bytes(self.path, limit=_MOST).splitlines()[: self.k]:
            yield json.loads(line)
