"""What a dispute over one opening needs from a log: the opening made again, its sheets, its rules.

The log is cut where it holds the opening and every sheet up to it: so much a director is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import Opening, SavedMatch
from adjudicator.audit.replay import replay
from adjudicator.core.citations import Asked, Listener
from adjudicator.core.game import QuestionAnswered
from adjudicator.core.problem import Problem
from adjudicator.core.redaction import redacted
from adjudicator.documents.keys.derivation import Drawn
from adjudicator.documents.problems import RefusedFile, in_log
from adjudicator.matches.published.logged import Logged

__all__ = ["Disputed", "LockedSheet"]


class LockedSheet(NamedTuple):
    """A sheet of an opening, as the lock names it."""

    n: int
    seat: str
    hash: str
    document: Mapping[str, Any] | None
    """None: it is not shown."""
    is_published: bool


class Disputed:
    """One opening of a log, as far as everybody may know it; or, in full, as it is."""

    def __init__(self, logged: Logged, n: int, *, full: bool) -> None:
        self.logged, self.n, self.full = logged, n, full
        self.rules, self.genesis = logged.rules, logged.genesis
        whole = logged.read.lines
        published = logged.read.published()
        lock, self.ends = _bounds(logged, n)
        self.begins = lock.k
        self.cut = _cut(whole, self.ends, n, published)
        self.raw = b"".join(line + b"\n" for line in logged.raw.split(b"\n")[: self.cut])
        self.read = log.parse_log(self.raw)
        self.lines = self.read.lines
        self.published = {key: found for key, found in published.items() if key[0] <= n}
        assert isinstance(lock.payload, log.Lock)
        self.lock = lock.payload
        self._run_again()

    def _run_again(self) -> None:
        """Runs the rules on the log up to the opening: once to it, once through it."""
        listener, lines = Listener(), self.logged.read.lines
        sheet_of, hidden = self.logged.sheet_of, self.logged.hidden
        head = log.Log(lines[: self.begins], total=self.begins)
        through = log.Log(lines[: self.ends.k + 1], total=self.ends.k + 1)
        before = replay(self.rules, head, sheet_of, hidden=hidden, make_table=listener.table)
        self.saved_before: SavedMatch = before.saved
        asked = len(listener.asked)
        listener = Listener()
        made = replay(self.rules, through, sheet_of, hidden=hidden, make_table=listener.table)
        self.problems: tuple[Problem, ...] = made.problems
        self.waiting_for, self.needs_secret = made.waiting_for, made.needs_secret
        last = made.openings[-1] if made.openings else None
        self.opening: Opening[Any] | None = last if last is not None and last.n == self.n else None
        self.asked: Sequence[Asked] = listener.asked[asked:] if self.opening is not None else ()
        self.rule_of_unmet = listener.unmet

    @cached_property
    def sheets(self) -> tuple[LockedSheet, ...]:
        """Those that the lock names, and those in force that came before."""
        found = [
            self._sheet(self.n, seat, hash_) for seat, hash_ in self.lock.orders.items() if hash_
        ]
        if self.opening is not None:
            found += [
                self._sheet(entry.n, entry.seat, tfd1.json_hash(entry.document))
                for entry in self.saved_before.sheets
            ]
        return tuple(found)

    def _sheet(self, n: int, seat: str, hash_: str) -> LockedSheet:
        shown = self.published.get((n, seat))
        if shown is not None:
            return LockedSheet(n, seat, hash_, shown, is_published=True)
        stored = self.logged.sheet_of(n, seat, hash_) if self.full else None
        return LockedSheet(n, seat, hash_, stored, is_published=False)

    @property
    def sheets_kept_back(self) -> tuple[LockedSheet, ...]:
        """Those that the log does not show yet."""
        return tuple(one for one in self.sheets if not one.is_published)

    def public_events(self) -> Iterator[Any]:
        """Yields the events of the opening that may be told of."""
        events = self.opening.run.events if self.opening is not None else ()
        yield from events if self.full else redacted(self.rules, events, None)

    def cited(self) -> tuple[str, ...]:
        """Returns the paragraphs that the opening touched, sorted."""
        shown = {(one.n, one.seat) for one in self.sheets if one.document is not None}
        seats = {seat for _, seat in shown}
        labels = {
            event.label for event in self.public_events() if isinstance(event, QuestionAnswered)
        }
        found = {one.rule for one in self.asked if one.label in labels or one.seat in seats}
        public = list(self.public_events())
        found |= {one.rule for one in self.rule_of_unmet if one.event in public}
        return tuple(sorted(found - {""}))

    def drawn(self) -> Iterator[tuple[int, Drawn]]:
        """Yields every roll up to the end of the opening, with the opening in which it stands."""
        newest = 0
        for line in self.lines[: self.ends.k + 1]:
            if isinstance(line.payload, log.Open):
                newest = line.payload.n
            if isinstance(line.payload, Drawn):
                yield newest, line.payload

    def countersigned(self) -> Iterator[tuple[int, str]]:
        """Yields the first sheet of each seat that cites the end of this opening, or more."""
        places = {line.hash: line.k for line in self.logged.read.lines}
        told: set[str] = set()
        for line in self.logged.read.lines:
            if isinstance(line.payload, log.Lock | log.Sheets):
                for seat, sheet in line.payload.files.items():
                    if places.get(sheet.head, -1) >= self.ends.k and seat not in told:
                        told.add(seat)
                        yield line.payload.n, seat


def _bounds(logged: Logged, n: int) -> tuple[log.Line, log.Line]:
    """Returns the lines with which an opening begins and ends, its lock and its state.

    Raises:
        RefusedFile: they do not stand in the log, in this order and with the open line between.
    """
    found: list[log.Line] = []
    for wanted in (log.Lock, log.Open, log.StateReached):
        behind = (line for line in logged.read.lines if not found or line.k > found[-1].k)
        line = next(
            (one for one in behind if isinstance(one.payload, wanted) and one.payload.n == n), None
        )
        if line is None:
            problem = Problem(
                "log-refuted",
                f"this log holds no whole opening {n}: its lock, open and state lines do not stand "
                "in this order",
                rule="TFD1 3.7",
                hint="`adjudicator verify` tells all that is wrong with it.",
            )
            raise RefusedFile([in_log(problem, str(logged.path))])
        found.append(line)
    return found[0], found[-1]


def _cut(
    lines: Sequence[log.Line], ends: log.Line, n: int, published: Mapping[tuple[int, str], Any]
) -> int:
    """Returns how many lines the log needs to hold opening `n` and all sheets up to it.

    If not all are published, it ends with the opening.
    """
    missing = {
        (line.payload.n, seat)
        for line in lines
        if isinstance(line.payload, log.Lock) and line.payload.n <= n
        for seat, hash_ in line.payload.orders.items()
        if hash_ is not None
    }
    whole = missing <= set(published)
    ended = 0
    for place, line in enumerate(lines, start=1):
        if isinstance(line.payload, log.Lock | log.Sheets):
            missing -= {(line.payload.n, seat) for seat in line.payload.files}
        if isinstance(line.payload, log.StateReached) and line.k >= ends.k:
            ended = ended or place
            if not (whole and missing):
                return place
    return len(lines) if whole else ended
