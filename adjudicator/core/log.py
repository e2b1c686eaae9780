"""The log of a match: reading its lines from bytes, adding to them.

One object per line, each stored in canonical form and chained to the line before it. The numbers
in brackets are the paragraphs of the TFD1 specification. What each line says is in
`core/log_lines.py`; whether the lines agree with each other is the business of `core/verify.py`;
this module says whether they are lines at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from pydantic import ValidationError
from pydantic_core import to_json

from adjudicator.core.limits import MAX_LOG_DEPTH as MAX_DEPTH
from adjudicator.core.limits import MAX_PROBLEMS
from adjudicator.core.log_lines import (
    LOCKED_FIRST,
    WRITTEN_FOR,
    Annul,
    BeaconRound,
    BeaconSignature,
    Clock,
    Correction,
    End,
    ExternalRoll,
    Field,
    Genesis,
    Join,
    Lock,
    Missed,
    Mode,
    Note,
    Number,
    Offer,
    Open,
    Payload,
    Rewind,
    Roll,
    Rules,
    SealedDeck,
    SealedRoll,
    Seat,
    Sheet,
    Sheets,
    Shuffle,
    StateReached,
    Unseal,
)
from adjudicator.core.log_pieces import checked_size, pieces_of
from adjudicator.core.plain_rolls import plain_roll
from adjudicator.core.plain_words import reason_of
from adjudicator.core.problem import Problem, Unusable, no_more
from adjudicator.core.strict_json import strict_json
from adjudicator.core.tfd1 import ZERO, digest
from adjudicator.core.values import canonical

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
    "Note",
    "Number",
    "Offer",
    "Open",
    "Payload",
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
    "parse_log",
]

_NOTES: dict[str, type[Payload]] = {
    "sheets": Sheets,
    "external-roll": ExternalRoll,
    "beacon-round": BeaconRound,
    "beacon-signature": BeaconSignature,
    "clock": Clock,
    "rewind": Rewind,
    "correction": Correction,
}


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


@dataclass(frozen=True, slots=True)
class Log:
    """A log as read. `lines` ends before the first line that cannot be understood."""

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...] = ()
    torn: int = 0
    """How many bytes after the last line feed are no line: to be cut off."""
    count: int = field(default=0)
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
        """Returns by opening and seat the sheets that it shows."""
        return {
            (line.payload.n, seat): sheet.to_json()
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


def parse_log(raw: bytes) -> Log:
    """Returns a log from its bytes, with a problem for each thing wrong with a line (3.6, 3.7).

    Raises Unusable where line 0 is not a genesis: then the bytes are no log; or where they are
    more than a log may have.
    """
    first = raw.partition(b"\n")[0]
    if first.endswith(b"}\r") and b'"t":"genesis"' in first:
        return Log((), (_in_line(0, _other_line_ends()),), count=raw.count(b"\n"))
    problems: list[Problem] = []
    lines: list[Line] = []
    head = START
    understood = True
    k = -1
    for k, piece in enumerate(pieces_of(raw)):
        if understood and (plain := plain_roll(piece, k=k, prev=head.hash)):
            head = Head(k, digest(piece))
            n, label, sides, values = plain
            roll = Roll(n=n, label=label, sides=sides, values=values)
            lines.append(Line(k, head.hash, roll))
            continue
        if len(problems) >= MAX_PROBLEMS:
            problems.append(_in_line(k, no_more("reading", "Check that it is the right file")))
            break
        data, found = _parse_object(piece)
        if k == 0 and (data is None or data.get("t") != "genesis"):
            break
        payload = None
        if data is not None:
            payload, invalid = _parse_payload(data, is_canonical=not found)
            found += _check_links(data, head)
            found += invalid
        head = Head(k, digest(piece))
        problems += [_in_line(k, problem) for problem in found]
        understood = understood and payload is not None
        if understood and payload is not None:
            lines.append(Line(k, head.hash, payload))
    if head == START:
        raise Unusable([_no_genesis(raw.partition(b"\n")[0])])
    torn = len(raw) - raw.rfind(b"\n") - 1
    return Log(tuple(lines), tuple(problems), torn, k + 1)


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


_LINES: dict[str, type[Payload]] = {
    get_args(model.model_fields["t"].annotation)[0]: model
    for model in get_args(Payload)
    if "kind" not in model.model_fields
}


def _model_of(data: Mapping[str, Any]) -> type[Payload] | None:
    t, kind = data.get("t"), data.get("kind")
    if t == "note":
        return _NOTES.get(kind, Note) if isinstance(kind, str) else Note
    return _LINES.get(t) if isinstance(t, str) else None


def _parse_payload(
    data: Mapping[str, Any], *, is_canonical: bool
) -> tuple[Payload | None, list[Problem]]:
    """Returns what a line says, by the model of its type; exactly the fields of 3.6."""
    model = _model_of(data)
    if model is None:
        message = f"there is no line of type {_short(data.get('t'))}"
        return None, [Problem("line-invalid", message, ("t",), "TFD1 3.6", kind="invalid")]
    bare = {key: value for key, value in data.items() if key not in ("k", "prev")}
    payload: Payload | None = None
    try:
        # What is in order already is written as it stands, which is faster.
        raw = to_json(bare) if is_canonical else canonical(bare)
        payload = model.model_validate_json(raw)
    except ValidationError as error:
        if model not in (BeaconSignature, Clock):
            return None, list(_invalid(error))
    if payload is None or (model is Clock and payload.to_json() != bare):
        # Before the amended rules these were free notes; the audit knows which rules bind.
        payload = Note.model_validate_json(canonical(bare))
    same = payload.to_json() == bare
    if not same or (model is Genesis and canonical(payload.to_json()) != canonical(bare)):
        message = "an optional field that is not used is left out, not null"
        return None, [Problem("line-invalid", message, (), "TFD1 3.6", kind="invalid")]
    return payload, []


def _short(value: object) -> str:
    return ascii(value)[:60].replace("'", '"') if value is not None else "nothing"


def _invalid(error: ValidationError) -> Iterator[Problem]:
    if error.error_count() > MAX_PROBLEMS:
        message = f"more than {MAX_PROBLEMS} things in this line are not what they must be"
        yield Problem("line-invalid", message, (), "TFD1 3.6", kind="invalid")
        return
    for item in error.errors(include_url=False):
        yield Problem("line-invalid", reason_of(item), item["loc"], "TFD1 3.6", kind="invalid")
