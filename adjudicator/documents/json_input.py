"""Reads JSON from bytes, within the profile of every file of a match (TFD1 §3.1).

Good input goes through the standard library; positions are looked up only when somebody asks for
one, and what is wrong is found by the scanner of `json_scan.py`.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from adjudicator.core.limits import MAX_DEPTH, MAX_SIZE, MAX_TEXT, MAX_VALUES
from adjudicator.core.problem import Path, Problem
from adjudicator.core.strict_json import JSONValue, strict_json
from adjudicator.documents.problems import AT_KEY, Located, RefusedFile, shortened

if TYPE_CHECKING:  # loaded only where a place is asked for or something is wrong
    from adjudicator.documents.json_scan import Place, Scan

__all__ = ["MAX_SIZE", "Document", "Limits", "read_json"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_TO_LOOK_AT = re.compile(r"\\[ubf]|[\x7f-\x9f\ufffe\uffff]")
"""Escapes that may spell, and characters that are, what no text may hold."""
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


class Limits(NamedTuple):
    """How much a file may hold: its size in bytes, how deep it nests, and how many values."""

    size: int = MAX_SIZE
    depth: int = MAX_DEPTH
    values: int = MAX_VALUES


class _Lines:
    """The starts of the lines of a text, found when first needed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] = []

    def at(self, offset: int) -> tuple[int, int]:
        """Returns line and column of an offset, both from 1, columns in characters."""
        if not self.starts:
            self.starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class Document:
    """A JSON file that was read: its data, and where each piece of it stands."""

    def __init__(self, data: JSONValue, *, source: str, text: str, limits: Limits) -> None:
        self.data = data
        self.source = source
        self._text = text
        self._lines = _Lines(text)
        self._limits = limits
        self._root: Place | None = None

    def at(self, path: Path) -> JSONValue:
        """Returns the data at a path, which must exist."""
        found: Any = self.data
        for step in path:
            found = found[step]
        value: JSONValue = found
        return value

    def locate(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Returns line and column of the value at `path`, or of its key.

        Of a path that does not exist, the place of the deepest part that does.
        """
        place, _ = self._find(path)
        return self._lines.at(place.key if key and place.key is not None else place.start)

    def text_at(self, path: Path) -> str:
        """Returns what stands at `path`, shortened to be shown; empty if there is nothing."""
        place, found = self._find(path)
        return shortened(self._text[place.start : place.end]) if found else ""

    def located(self, problem: Problem) -> Located:
        """Returns the problem with its place in this file."""
        key = AT_KEY in problem.facts
        line, column = self.locate(problem.path, key=key)
        text = self.text_at(problem.path) if problem.path and not key else ""
        return Located(problem, self.source, line, column, text)

    def _find(self, path: Path) -> tuple[Place, bool]:
        """The deepest place on the way to `path`, and whether it is the path's own."""
        if self._root is None:
            from adjudicator.documents.json_scan import scan

            self._root = scan(self._text, depth=self._limits.depth, values=self._limits.values).root
            assert self._root is not None, "a text that was read has a value"
        place = self._root
        for step in path:
            inner = place.inner.get(step)
            if inner is None:
                return place, False
            place = inner
        return place, True


def read_json(raw: bytes, *, source: str, limits: Limits | None = None) -> Document:
    """Reads one JSON document; raises `RefusedFile` with all that is malformed in it.

    `source` is the name of the file in messages.
    """
    limits = limits or Limits()
    text = _decoded(raw, source=source, limits=limits)
    try:
        data = _read_plain(text, limits)
    except ValueError:
        from adjudicator.documents.json_scan import scan

        result = scan(text, depth=limits.depth, values=limits.values)
        if result.faults:
            raise _refusal(result, source, text) from None
        # Nothing wrong: an escape such as \u00e9, or a value as deep as may be, looked suspicious.
        data = result.data
    return Document(data, source=source, text=text, limits=limits)


def _read_plain(text: str, limits: Limits) -> JSONValue:
    """Returns the data of a text in which nothing is suspicious; else raises ValueError."""
    if _TO_LOOK_AT.search(text):
        raise ValueError("an escape or a character to look at")
    if len(text) > limits.values and text.count(",") + text.count("[") > limits.values:
        raise ValueError("so many values that they must be counted")
    if len(text) > MAX_TEXT and max(map(len, text.split('"'))) > MAX_TEXT:
        raise ValueError("a text that may be too long")
    data: JSONValue = strict_json(text, depth=limits.depth - 1)
    return data


def _decoded(raw: bytes, *, source: str, limits: Limits) -> str:
    """The text of a file: UTF-8, with or without a byte order mark."""

    def refuse(problem: Problem, line: int = 0, column: int = 0) -> NoReturn:
        raise RefusedFile([Located(problem, source, line, column)])

    if len(raw) > limits.size:
        refuse(
            Problem(
                "file-too-large",
                f"the file has more than {limits.size} bytes",
                hint="Check that it is the right file.",
                kind="malformed",
            )
        )
    wide = next((name for mark, name in _WIDE_MARKS if raw.startswith(mark)), "")
    if not wide and len(raw) > 1 and b"\x00" in raw[:2]:
        wide = "UTF-16"
    if wide:
        refuse(
            Problem(
                "not-utf8",
                f"the file seems to be written in {wide}",
                hint="Save it again with the encoding UTF-8.",
                kind="malformed",
            ),
            1,
            1,
        )
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line, column = _Lines(before).at(len(before))
        problem = Problem(
            "not-utf8",
            f"the byte {raw[error.start]:02x} is not UTF-8 text here",
            hint="Save the file again with the encoding UTF-8.",
            kind="malformed",
        )
        refuse(problem, line, column)


def _refusal(result: Scan, source: str, text: str) -> RefusedFile:
    lines = _Lines(text)
    return RefusedFile(
        Located(fault.problem, source, *lines.at(fault.offset), text=fault.text)
        for fault in sorted(result.faults, key=lambda fault: fault.offset)
    )
