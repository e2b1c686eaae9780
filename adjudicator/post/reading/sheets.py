"""The sheets of a mail: found in files and texts, each once, no two of one seat that differ."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Container, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.api.problems import Problem, Refused
from adjudicator.api.sheet_text import lines_in, said_hash, unpacked_sheet, value_of
from adjudicator.post.reading import refusals
from adjudicator.post.reading.charsets import text_in
from adjudicator.post.reading.mail import Found, Where
from adjudicator.post.reading.parts import Part
from adjudicator.post.reading.scan import (
    KINDS,
    MOST_SHEET,
    Spot,
    hinted_kind,
    mended,
    object_in,
    repaired,
    repaired_spots,
    repairs_of,
    spots_in,
)

__all__ = ["Sheets", "is_words"]

TEXT = "the text of the mail"
_SSH_SIGNATURE = b"-----BEGIN SSH SIGNATURE-----"
_MOST_SIGNATURE = 64 * 1024
_MOST_SHEETS = 50
"""Sheets that a mail may hold, and packed lines that are looked at."""
_NEVER = (".eml", ".msg", ".mbox", ".jsonl", ".sig", ".asc", ".ics", ".svg", ".html", ".htm")
"""Ends of names of files in which nothing is looked for."""
_TEXTS = ("text/plain", "text/markdown", "text/x-markdown", "text/x-json", "text/json")
"""Types of files in which sheets may stand among words."""
_CLOSED = ("text/html", "text/rtf", "text/enriched", "text/calendar", "message/", "image/")
"""Types in which nothing is looked for: there a sheet is somebody else's, or written otherwise."""
_BEGINS = re.compile(r'\{\s*"')
_BROKEN = "line ends in the middle of words"


class _Said(NamedTuple):
    """What was found, and which seat of which match says it."""

    found: Found
    about: tuple[str, str, str]
    hash: str


class Sheets:
    """What was found so far in a mail, and what is wrong with it."""

    def __init__(self, own: Container[str]) -> None:
        self._own = own
        self._said: dict[tuple[str, str, str], _Said] = {}
        self._refused: set[tuple[str, str, str]] = set()
        self._is_full = False
        self._files: frozenset[bytes] = frozenset()
        self.mailed: list[Found] = []
        """Blank sheets that the office itself mailed, in the sender's own text."""
        self.problems: list[Problem] = []
        """Why something that was meant as a sheet is not taken."""

    @property
    def found(self) -> tuple[Found, ...]:
        """Sheets, pledges and joins, in the order found, each once."""
        return tuple(said.found for said in self._said.values())

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found that is or was meant as a sheet."""
        return not self._said and not self.problems

    def take_files(self, parts: Sequence[Part]) -> None:
        """Looks for sheets in the files that came along, each with its signature."""
        files = [part for part in parts if not is_words(part)]
        found = [one for place, part in enumerate(files) for one in self._in_file(part, place)]
        self._files = frozenset(part.content.strip() for part in files)
        for one in _signed(found, files):
            self._take(one)

    def take_text(self, text: str, *, where: Where = "text") -> None:
        """Looks for sheets in a text; what is meant as one and is broken becomes a problem.

        Args:
            where: "quoted": what is broken is passed over, and not the sender's fault.
        """
        for one in self._in_text(text, TEXT, where=where):
            self._take(one)

    def _take(self, found: Found) -> None:
        """Keeps what was found, unless the office mailed it or it is there already.

        A blank sheet that is a file for itself was chosen by somebody. In a text it may be what a
        program quotes and does not mark: it is kept apart.
        """
        value = value_of(found.raw)
        hash_ = (
            said_hash(value) if isinstance(value, dict) else hashlib.sha256(found.raw).hexdigest()
        )
        if hash_ in self._own and found.raw.strip() not in self._files:
            self.mailed.append(found)
            return
        if len(self._said) >= _MOST_SHEETS:
            self._said.clear()
            self.problems = [refusals.too_large(f"it holds more than {_MOST_SHEETS} sheets")]
            self._is_full = True
        if self._is_full:
            return
        about = _about(found.kind, value)
        before = self._said.get(about)
        if about in self._refused or (before is not None and before.hash == hash_):
            return
        if before is not None:
            seat = about[2] or "a seat that it does not name"
            self.problems.append(refusals.two_sheets(seat, before.found.source, found.source))
            self._refused.add(about)
            del self._said[about]
            return
        self._said[about] = _Said(found, about, hash_)

    def adopt_blank(self, text: str) -> None:
        """Keeps the one blank sheet that the office mailed, if a text holds nothing else.

        Else it is a problem: nobody can say whether it was meant.
        """
        blank = self.mailed[0]
        if len(self.mailed) == 1 and text.strip().encode() == blank.raw.strip():
            self._own = ()
            self._take(blank)
        else:
            self.problems.append(refusals.blank_sheet())

    def _in_file(self, part: Part, place: int) -> Iterator[Found]:
        name, source = part.name, part.name or f"attachment {place + 1}"
        if name.lower().endswith(_NEVER) or part.kind.startswith(_CLOSED):
            return
        raw = part.content
        text = text_in(raw[: 4 * MOST_SHEET + 4], part.parameter("charset")).lstrip()
        if not text.startswith("{"):
            if part.kind in _TEXTS or text.startswith("sheet:"):
                yield from self._in_text(text.replace("\r\n", "\n"), source, where="attachment")
            return
        spot = object_in(text)
        repairs: tuple[str, ...] = ()
        if value_of(raw) is None and (better := _repaired_file(text)) is not None:
            spot, repairs, raw = better
        kind = spot.kind if spot is not None else hinted_kind(text)
        if kind not in KINDS:
            if spot is None and len(raw) <= 4 * MOST_SHEET and _BEGINS.match(text):
                self.problems.append(refusals.cut_off(source))
            return
        if len(raw) > 2 * MOST_SHEET or len(text) > MOST_SHEET:
            self.problems.append(refusals.too_large_sheet(source, MOST_SHEET))
            return
        if not repairs and not _is_utf8(raw):
            raw, repairs = text.encode(), ("it was not written in UTF-8",)
        yield Found(kind, raw, source, "attachment", repairs=repairs)

    def _in_text(self, text: str, source: str, *, where: Where) -> Iterator[Found]:
        """Yields what stands in a text: packed lines, JSON, and JSON that programs changed."""
        packed = (line for line in lines_in(text.encode()) if line.startswith(b"sheet:"))
        for line in itertools.islice(packed, _MOST_SHEETS):
            yield from self._unpacked(line, source, "line" if where == "text" else where)
        changed: Where = "repaired" if where == "text" else where
        left = []
        end = 0
        for spot in spots_in(text):
            left.append(text[end : spot.start])
            end = spot.end
            found = Found(spot.kind, text[spot.start : end].encode(), source, where)
            yield from self._sized(_repaired_found(found, changed))
        rest = "\n".join((*left, text[end:]))
        if not hinted_kind(rest):
            return
        left, end = [], 0
        for spot, whole in repaired_spots(rest):
            left.append(rest[end : spot.start])
            end = spot.end
            how = repairs_of(rest[spot.start : end])
            yield from self._sized(Found(spot.kind, whole.encode(), source, changed, repairs=how))
        rest = "\n".join((*left, rest[end:]))
        done, rest = repairs_of(rest), repaired(rest)
        left, end = [], 0
        for spot, whole in mended(rest):
            left.append(rest[end : spot.start])
            end = spot.end
            how = (*done, _BROKEN)
            yield from self._sized(Found(spot.kind, whole.encode(), source, changed, repairs=how))
        if where != "quoted" and hinted_kind("\n".join((*left, rest[end:]))):
            self.problems.append(refusals.cut_off(source))

    def _unpacked(self, line: bytes, source: str, where: Where) -> Iterator[Found]:
        try:
            raw = unpacked_sheet(line)
        except Refused as error:
            if where != "quoted":
                self.problems.extend(error.problems)
            return
        spot = object_in(text_in(raw, ""))
        if spot is not None and spot.kind in KINDS:
            yield Found(spot.kind, raw, source, where)

    def _sized(self, found: Found) -> Iterator[Found]:
        if len(found.raw) <= MOST_SHEET:
            yield found
        elif found.where != "quoted":
            self.problems.append(refusals.too_large_sheet(found.source, MOST_SHEET))


def _repaired_found(found: Found, where: Where) -> Found:
    """Returns what was found, repaired if only so it can be read."""
    if value_of(found.raw) is not None:
        return found
    text = found.raw.decode()
    better = repaired(text).encode()
    if better == found.raw or value_of(better) is None:
        return found
    return found._replace(raw=better, where=where, repairs=repairs_of(text))


def _repaired_file(text: str) -> tuple[Spot, tuple[str, ...], bytes] | None:
    """Returns a file that can be read once it is repaired; None: it cannot."""
    better = repaired(text)
    spot = object_in(better)
    if better == text or spot is None or value_of(better.encode()) is None:
        return None
    return spot, repairs_of(text), better.encode()


def is_words(part: Part) -> bool:
    """Whether a part is words of the mail, and no file."""
    return part.kind == "text/plain" and not part.is_attached


def _about(kind: str, value: Any) -> tuple[str, str, str]:
    """Returns what a sheet is about, as far as it can be read: kind, match and seat."""
    if not isinstance(value, dict):
        return kind, "", ""
    inner = value.get("join")
    said = inner if kind == "seat" and isinstance(inner, dict) else value
    match = said.get("offer" if kind in ("join", "seat") else "game")
    return kind, str(match), str(said.get("player"))


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in raw


def _signed(found: Sequence[Found], files: Sequence[Part]) -> Iterator[Found]:
    """Yields what was found in files, each with the signature that came beside it.

    It is that of its own name with .sig behind; or there is one file and one signature.
    """
    signatures = [
        (part.name.lower(), raw)
        for part in files
        if (raw := part.content[:_MOST_SIGNATURE]).lstrip().startswith(_SSH_SIGNATURE)
    ]
    by_name = dict(signatures)
    for one in found:
        raw_of = by_name.get(f"{one.source.lower()}.sig")
        if raw_of is None and len(found) == len(signatures) == 1:
            raw_of = signatures[0][1]
        yield one._replace(signature=raw_of)
