"""The log of a match: reading its lines from bytes, adding to them.

One object per line, each stored in canonical form and chained to the line before it. The numbers
in brackets are the paragraphs of the TFD1 specification. What each line says is in
`audit/log_lines.py`; whether the lines agree with each other is the business of `audit/verify.py`;
this module says whether they are lines at all.

Nearly all lines of a long log are rolls that need no second look: those are read in one step. A
piece that matches is what the slow way accepts without a problem; all else is left to it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import to_json

from adjudicator.audit import tfd1
from adjudicator.audit.genesis import LOCKED_FIRST, Field, Genesis, Join, Mode, Number, Offer, Rules
from adjudicator.audit.tfd1 import ZERO, digest
from adjudicator.core.limits import MAX_LOG, MAX_LOG_COMMAS, MAX_LOG_LINE, MAX_PROBLEMS
from adjudicator.core.limits import MAX_LOG_DEPTH as MAX_DEPTH
from adjudicator.core.problem import Problem, Unusable, no_more
from adjudicator.core.pydantic_errors import reason_of
from adjudicator.core.strict_json import strict_json
from adjudicator.core.values import canonical

if TYPE_CHECKING:  # loaded when a line behind line 0 is read or written
    from adjudicator.audit.log_lines import (
        WRITTEN_FOR,
        Annul,
        BeaconRound,
        BeaconSignature,
        Clock,
        Correction,
        End,
        ExternalRoll,
        Lock,
        Missed,
        Moved,
        Note,
        Open,
        Payload,
        Rewind,
        Roll,
        SealedDeck,
        SealedRoll,
        Seat,
        Sheet,
        Sheets,
        Shuffle,
        StateReached,
        Unseal,
    )
else:

    def __getattr__(name: str) -> Any:
        """Loads the kinds of lines behind line 0 when one is first named (PEP 562)."""
        if name not in __all__:
            raise AttributeError(f"module 'adjudicator.audit.log' has no attribute {name!r}")
        found = getattr(import_module("adjudicator.audit.log_lines"), name)
        globals()[name] = found
        return found


__all__ = [
    "LOCKED_FIRST",
    "MAX_DEPTH",
    "START",
    "WRITTEN_FOR",
    "Annul",
    "BeaconRound",
    "BeaconSignature",
    "Clock",
    "Correction",
    "End",
    "ExternalRoll",
    "Field",
    "Genesis",
    "Head",
    "Join",
    "Line",
    "Lock",
    "Log",
    "Missed",
    "Mode",
    "Moved",
    "Note",
    "Number",
    "Offer",
    "Open",
    "Payload",
    "Reading",
    "Rewind",
    "Roll",
    "Rules",
    "SealedDeck",
    "SealedRoll",
    "Seat",
    "Sheet",
    "Sheets",
    "Shuffle",
    "StateReached",
    "Unseal",
    "append",
    "checked_size",
    "is_rolled",
    "lines_of",
    "parse_log",
    "plain_roll",
]

_PLAIN = re.compile(
    rb'\{"k":([0-9]+),"label":"([!#-\[\]-~]{1,200})","n":([1-9][0-9]{0,14}),'
    rb'"prev":"(.{64})","sides":([1-9][0-9]{0,8}),"t":"roll",'
    rb'"values":\[([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)\]\}'
)
"""A roll in canonical form (TFD1 3.6) whose numbers are small and whose label has no escape, once
its place and the hash of the line before are what they must be."""


def lines_of(raw: bytes) -> Iterator[bytes]:
    """Yields the lines of a log as a file does, each with the line feed that ends it.

    Raises Unusable (`log-too-large`) where there are more bytes than a log may have.
    """
    if len(raw) > MAX_LOG:
        message = f"the log has more than {MAX_LOG} bytes"
        raise Unusable([Problem("log-too-large", message, kind="unusable")])
    start = 0
    while (end := raw.find(b"\n", start) + 1) > 0:
        yield raw[start:end]
        start = end
    if start < len(raw):
        yield raw[start:]


def checked_size(piece: bytes) -> bytes:
    """Returns a line that is no larger than a line may be; else raises ValueError."""
    if len(piece) > MAX_LOG_LINE or piece.count(b",") > MAX_LOG_COMMAS:
        raise ValueError(f"a line has at most {MAX_LOG_LINE} bytes and {MAX_LOG_COMMAS} commas")
    return piece


def plain_roll(piece: bytes, *, k: int, prev: str) -> tuple[int, str, int, tuple[int, ...]] | None:
    """Returns n, label, sides and values of a line that is plainly a roll; None: look again.

    Args:
        k: the number that the line must have.
        prev: the hash that it must have of the line before.
    """
    match = _PLAIN.fullmatch(piece)
    if match is None:
        return None
    place, label, n, before, sides, values = match.groups()
    if place != b"%d" % k or before != prev.encode():
        return None
    return int(n), label.decode(), int(sides), tuple(map(int, values.split(b",")))


def is_rolled(piece: bytes, *, k: int, prev: str, n: int, key: str) -> tuple[str, int] | None:
    """Returns label and number of dice of a line that is, byte for byte, what a key makes of them.

    The line is written again with the dice of the key, and one comparison says that its form, its
    place in the chain and its dice are right (TFD1 3.6, 3.7 (1), (6)). None: look again.

    Args:
        n: the opening in which it stands.
        key: the turn key of that opening.
    """
    match = _PLAIN.fullmatch(piece)
    if match is None:
        return None
    _, label, _, _, sides, values = match.groups()
    name = label.decode()
    dice = tfd1.roll(key, name, values.count(b",") + 1, int(sides))
    made = (
        f'{{"k":{k},"label":"{name}","n":{n},"prev":"{prev}","sides":{int(sides)},"t":"roll",'
        f'"values":[{",".join(map(str, dice))}]}}'
    )
    return (name, len(dice)) if made.encode() == piece else None


# --- the chain of lines (3.6) -------------------------------------------------------------------


class Head(NamedTuple):
    """The last line of a log: its number and its hash."""

    k: int
    hash: str


START = Head(-1, ZERO)
"""The head of a log that has no line yet."""


class Line(NamedTuple):
    """One line of a log: its place, the hash of its bytes, what it says."""

    k: int
    hash: str
    payload: Payload

    @property
    def head(self) -> Head:
        """The head of a log that ends with it."""
        return Head(self.k, self.hash)


class Log(NamedTuple):
    """A log as read. `lines` ends before the first line that cannot be understood."""

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...] = ()
    torn: int = 0
    """How many bytes after the last line feed are no line: to be cut off."""
    total: int = 0
    """How many lines there are, understood or not."""

    @property
    def head(self) -> Head:
        """The head of the lines that were understood."""
        return self.lines[-1].head if self.lines else START

    @property
    def genesis(self) -> Genesis:
        """Line 0 of a log that was understood so far at least."""
        genesis = self.lines[0].payload
        assert isinstance(genesis, Genesis)
        return genesis

    def published(self) -> dict[tuple[int, str], Mapping[str, Any]]:
        """Returns by opening and seat the documents of the sheets that it shows."""
        return {place: sheet.to_json() for place, sheet in self.shown().items()}

    def shown(self) -> dict[tuple[int, str], Sheet]:
        """Returns by opening and seat the sheets that it shows, as they stand in its lines."""
        from adjudicator.audit.log_lines import Lock, Sheets

        return {
            (line.payload.n, seat): sheet
            for line in self.lines
            if isinstance(line.payload, Lock | Sheets)
            for seat, sheet in line.payload.files.items()
        }


def append(head: Head, *payloads: Payload) -> tuple[bytes, Head]:
    """Returns the bytes that carry a log on from its head, and the new head (3.6)."""
    written = []
    for payload in payloads:
        raw = canonical({**payload.to_json(), "k": head.k + 1, "prev": head.hash})
        written.append(raw + b"\n")
        head = Head(head.k + 1, digest(raw))
    return b"".join(written), head


class Reading:
    """One pass over the lines of a log: whoever needs all at once keeps them (3.6, 3.7).

    What stands in it besides is whole when the last line has been given out.
    """

    def __init__(self, source: Iterable[bytes]) -> None:
        """Begins before line 0.

        Args:
            source: the lines as a file gives them, each with the line feed that ends it.
        """
        self._source = source
        self.problems: list[Problem] = []
        """What is wrong with a line."""
        self.is_understood = True
        """Whether all lines could be understood so far; the others are not given out."""
        self.head = START
        """The last line read."""
        self.total = 0
        """How many lines there are, understood or not."""
        self._left = b""

    @property
    def torn(self) -> int:
        """How many bytes after the last line feed are no line."""
        return len(self._left)

    def lines(self, known: Callable[[bytes, Head, str], bool] | None = None) -> Iterator[Line]:
        """Yields the lines up to the first that cannot be understood; reads on behind it.

        Args:
            known: says of bytes, the head before them and their hash whether they are, byte for
                byte, the line that must stand there. Such a line is not read and not given out.

        Raises Unusable where line 0 is not a genesis: then the bytes are no log.
        """
        pieces = self._pieces()
        for piece in pieces:
            if not self.total and _ends_otherwise(piece):
                self.total = 1 + sum(1 for _ in pieces)
                self._note_line_ends()
                return
            k, before, hash_ = self.total, self.head, digest(piece)
            self.total, self.head = k + 1, Head(k, hash_)
            if self.is_understood:
                if known is not None and known(piece, before, hash_):
                    continue
                if plain := plain_roll(piece, k=k, prev=before.hash):
                    n, label, sides, values = plain
                    roll = _roll_kind()(n=n, label=label, sides=sides, values=values)
                    yield Line(k, hash_, roll)
                    continue
            if len(self.problems) >= MAX_PROBLEMS:
                closing = no_more("reading", "Check that it is the right file")
                self.problems.append(_in_line(k, closing))
                break
            payload, found = _parse_line(piece, before)
            self.problems += [_in_line(k, problem) for problem in found]
            self.is_understood = self.is_understood and payload is not None
            if self.is_understood and payload is not None:
                yield Line(k, hash_, payload)
        deque(pieces, maxlen=0)  # Its end is looked at, however much is wrong before it.
        if self.head == START:
            if not _ends_otherwise(self._left):
                raise Unusable([_no_genesis(self._left)])
            self._note_line_ends()

    def _pieces(self) -> Iterator[bytes]:
        """Yields the lines without the line feeds that end them."""
        for line in self._source:
            if line.endswith(b"\n"):
                yield line[:-1]
            else:
                self._left = line

    def _note_line_ends(self) -> None:
        self.problems.append(_in_line(0, _other_line_ends()))
        self.is_understood, self._left = False, b""


def _ends_otherwise(first: bytes) -> bool:
    """Whether the first line of a log ends as in Windows."""
    return first.endswith(b"}\r") and b'"t":"genesis"' in first


def parse_log(raw: bytes) -> Log:
    """Returns a log from its bytes, with a problem for each thing wrong with a line (3.6, 3.7).

    Raises Unusable as `Reading` does; or where they are more than a log may have.
    """
    reading = Reading(lines_of(raw))
    lines = tuple(reading.lines())
    return Log(lines, tuple(reading.problems), reading.torn, reading.total)


def _parse_line(piece: bytes, before: Head) -> tuple[Payload | None, list[Problem]]:
    """Returns what a line says, and what is wrong with it.

    Raises Unusable where line 0 is not a genesis.
    """
    data, found = _parse_object(piece)
    if before == START and (data is None or data.get("t") != "genesis"):
        raise Unusable([_no_genesis(piece)])
    if data is None:
        return None, found
    payload, invalid = _parse_payload(data, is_canonical=not found)
    return payload, [*found, *_check_links(data, before), *invalid]


def _no_genesis(first: bytes) -> Problem:
    """Says why bytes that do not begin with a genesis line are no log, or a damaged one."""
    if b'"t":"genesis"' in first or b'"v":"tfd1"' in first:
        return Problem(
            "log-damaged",
            "the first line of the log is damaged",
            rule="TFD1 3.7 (1)",
            kind="malformed",
            facts=(("line", 1),),
        )
    message = "these bytes are not a TFD1 log: a log begins with a genesis line"
    hint = "Name the match folder, or the log.jsonl that the referee mailed."
    return Problem("log-unreadable", message, hint=hint, kind="unusable")


def _other_line_ends() -> Problem:
    return Problem(
        "line-ends-changed",
        "the lines end as in Windows: a mail program or git has changed the file",
        rule="TFD1 3.6",
        hint="Ask for it as an attachment or in a zip archive; in git a file .gitattributes with "
        "the line `* -text` keeps files as they are",
        kind="malformed",
    )


def _in_line(k: int, problem: Problem) -> Problem:
    """Returns a problem of line `k` as one of the log; the fact `line` counts from 1."""
    return problem.under(k)._replace(facts=(("line", k + 1),))


def _parse_object(piece: bytes) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Returns the object that a line holds; a line that is not canonical is understood (3.1)."""
    try:
        data = strict_json(checked_size(piece).decode(), depth=MAX_DEPTH)
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8"
        return None, [Problem("line-malformed", message, (), "TFD1 3.1", kind="malformed")]
    except ValueError as error:
        return None, [Problem("line-malformed", str(error), (), "TFD1 3.1", kind="malformed")]
    if not isinstance(data, dict):
        message = "a line is an object"
        return None, [Problem("line-malformed", message, (), "TFD1 3.6", kind="malformed")]
    if canonical(data) != piece:
        message = "the line is not in canonical form"
        return data, [Problem("line-not-canonical", message, (), "TFD1 3.7 (1)", kind="malformed")]
    return data, []


def _check_links(data: Mapping[str, Any], head: Head) -> list[Problem]:
    """Yields what is wrong with `k` and `prev` (3.7 (1))."""
    problems = []
    k = data.get("k")
    if type(k) is not int or k != head.k + 1:
        message = f"k must be {head.k + 1}, not {_short(k)}"
        problems.append(Problem("line-misnumbered", message, ("k",), "TFD1 3.7 (1)"))
    if data.get("prev") != head.hash:
        message = f"prev must be the hash of the line before, {head.hash}"
        problems.append(Problem("line-unchained", message, ("prev",), "TFD1 3.7 (1)"))
    return problems


def _parse_payload(
    data: Mapping[str, Any], *, is_canonical: bool
) -> tuple[Payload | None, list[Problem]]:
    """Returns what a line says, by the model of its type; exactly the fields of 3.6."""
    kind = Genesis if data.get("t") == "genesis" else _kind_of(data)
    if kind is None:
        message = f"there is no line of type {_short(data.get('t'))}"
        return None, [Problem("line-invalid", message, ("t",), "TFD1 3.6", kind="invalid")]
    bare = {key: value for key, value in data.items() if key not in ("k", "prev")}
    try:
        # What is in order already is written as it stands, which is faster.
        raw = to_json(bare) if is_canonical else canonical(bare)
        if kind is Genesis:
            payload: Payload = Genesis.model_validate_json(raw)
        else:
            from adjudicator.audit.log_lines import understood

            payload = understood(kind, bare, raw)
    except ValidationError as error:
        return None, list(_invalid(error))
    same = payload.to_json() == bare
    if not same or (kind is Genesis and canonical(payload.to_json()) != canonical(bare)):
        message = "an optional field that is not used is left out, not null"
        return None, [Problem("line-invalid", message, (), "TFD1 3.6", kind="invalid")]
    return payload, []


def _kind_of(data: Mapping[str, Any]) -> type[Payload] | None:
    from adjudicator.audit.log_lines import kind_of

    return kind_of(data)


@cache
def _roll_kind() -> type[Roll]:
    from adjudicator.audit.log_lines import Roll

    return Roll


def _short(value: object) -> str:
    return ascii(value)[:60].replace("'", '"') if value is not None else "nothing"


def _invalid(error: ValidationError) -> Iterator[Problem]:
    if error.error_count() > MAX_PROBLEMS:
        message = f"more than {MAX_PROBLEMS} things in this line are not what they must be"
        yield Problem("line-invalid", message, (), "TFD1 3.6", kind="invalid")
        return
    for item in error.errors(include_url=False):
        yield Problem("line-invalid", reason_of(item), item["loc"], "TFD1 3.6", kind="invalid")
