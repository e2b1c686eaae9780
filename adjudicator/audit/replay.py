"""The full audit: every opening is made again by the rules and compared with the log.

The same walk rebuilds a save from the log and the sheets. It stops, with a reason and not a
failure, where the log withholds the sheets of a player-turn that is not over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Generic, TypeVar

from adjudicator.audit import log, tfd1
from adjudicator.audit.automatic import Automatic, wrong_blinds, wrong_locks, wrong_note
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.lock_first import moved, moves_head
from adjudicator.audit.opening import (
    Opening,
    SavedMatch,
    Secrets,
    first_match,
    locked_in,
    open_next,
)
from adjudicator.audit.rewind import Rewinding, rewinding_at, rewound
from adjudicator.core.game import Rules, State
from adjudicator.core.problem import Problem, Refused, ReplayDivergence
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.table import WorkingTable

__all__ = ["Recorded", "Replayed", "moments_of", "openings_of", "replay", "replay_after"]

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One opening as it stands in a log."""

    n: int
    lines: tuple[log.Line, ...]
    """From its lock to its state line, and what ends the match behind it."""
    lock: log.Lock
    open: log.Open
    external: Mapping[str, Sequence[int]]
    correction: log.Correction | None = None
    """What the referee mended in it."""
    clock: log.Clock | None = None
    """What the clock did for it."""
    signature: str | None = None
    """The signature of the beacon's round."""


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S]):
    """How far a log could be made again, and the match there."""

    saved: SavedMatch
    openings: tuple[Opening[S], ...]
    """Those made again, annulled ones among them; the last of them, where not all were kept."""
    problems: tuple[Problem, ...]
    """Why the log is wrong; empty: all that was made again is the log's, byte by byte."""
    waiting_for: tuple[int, ...] = ()
    """Openings whose sheets are withheld and were not to be had: where the walk ended."""
    needs_secret: bool = False
    """Whether nothing could be made again: hidden information, and the match is not over."""
    missing: bytes = b""
    """Lines that must follow the log: a write was cut off before the match's end stood in it."""
    rewinds: tuple[SavedMatch, ...] = ()
    """The match after each rewind."""
    left_out: tuple[int, ...] = ()
    """Annulled openings that could not be made again, their sheets being withheld."""
    count: int = 0
    """How many openings were made again."""


def moments_of(lines: Sequence[log.Line]) -> Iterator[Recorded | Rewinding]:
    """Yields the complete openings and rewinds of a log, in order."""
    start = 0
    for place, line in enumerate(lines):
        if isinstance(line.payload, log.Lock):
            start = place
        elif isinstance(line.payload, log.StateReached):
            recorded = _recorded((*lines[start : place + 1], *_end_behind(lines, place)))
            if recorded is not None:
                yield recorded
        elif isinstance(line.payload, log.Annul):
            first = not isinstance(lines[place - 1].payload, log.Annul)
            rewinding = rewinding_at(lines, place) if first else None
            if rewinding is not None:
                yield rewinding


def _recorded(part: tuple[log.Line, ...]) -> Recorded | None:
    payloads = [entry.payload for entry in part]
    if not (isinstance(payloads[0], log.Lock) and isinstance(payloads[1], log.Open)):
        return None
    external = {note.label: note.values for note in payloads if isinstance(note, log.ExternalRoll)}
    correction = next((note for note in payloads if isinstance(note, log.Correction)), None)
    clock = next((note for note in payloads if isinstance(note, log.Clock)), None)
    signed = next((note for note in payloads if isinstance(note, log.BeaconSignature)), None)
    return Recorded(
        payloads[0].n, part, payloads[0], payloads[1], external, correction, clock,
        None if signed is None else signed.signature,
    )  # fmt: skip


def openings_of(lines: Sequence[log.Line]) -> list[Recorded]:
    """Returns the complete openings of a log, in order."""
    return [moment for moment in moments_of(lines) if isinstance(moment, Recorded)]


def _end_behind(lines: Sequence[log.Line], place: int) -> Iterator[log.Line]:
    """Yields the sheets and the end behind a state line: the same opening wrote them (3.4)."""
    for behind in range(place + 1, len(lines)):  # a slice would copy the rest of the log
        if not isinstance(lines[behind].payload, log.Sheets | log.End):
            break
        yield lines[behind]


def replay(
    rules: Rules[S],
    read: log.Log,
    sheet_of: Callable[[int, str, str], Mapping[str, Any] | None] = lambda n, seat, hash_: None,
    *,
    make_table: Callable[..., WorkingTable[S]] = WorkingTable,
    hidden: str | None = None,
    keeps: bool = True,
) -> Replayed[S]:
    """Makes every opening of a log again, annulled ones too, each from the position it had.

    Args:
        sheet_of: gives the document of a withheld sheet by opening, seat and hash, where it is
            at hand (the referee has them; a stranger with the log alone has not).
        make_table: makes the table of each step; another one may listen.
        hidden: the hidden-draw secret, where it is at hand; the end of a log shows it.
        keeps: whether all openings are returned: an audit only counts them, and a long match would
            fill the memory.
    """
    walk = _Walk(rules, read, sheet_of, make_table=make_table, hidden=hidden, keeps=keeps)
    problem = _false_start(rules, walk.genesis)
    if problem is None and rules.is_hidden and walk.hidden is None:
        return Replayed(walk.saved, (), (), needs_secret=True)
    problem = problem or walk.go()
    return Replayed(
        saved=walk.saved,
        openings=tuple(walk.made),
        problems=() if problem is None else (problem,),
        waiting_for=tuple(walk.not_made[:1]) if problem is None else (),
        rewinds=tuple(walk.rewinds),
        left_out=tuple(walk.left_out),
        missing=_missing(walk.made, read) if problem is None else b"",
        count=walk.count,
    )


def replay_after(
    rules: Rules[S],
    read: log.Log,
    start: SavedMatch,
    *,
    n: int,
    sheet_of: Callable[[int, str, str], Mapping[str, Any] | None],
    hidden: str | None = None,
) -> Replayed[S] | None:
    """Makes one opening of a log again, and those between it and an earlier position.

    What is made is compared with the log, as `replay` does. None: there is no such opening, or it
    cannot be made from there, for which `replay` gives the reason.

    Args:
        start: the match at the line of an opening before it, or at line 0.

    Returns:
        The opening last among those made again. `saved` is the match behind it: if it is the
        newest of all, with what the lines after it changed.
    """
    walk = _Walk(rules, read, sheet_of, make_table=WorkingTable, hidden=hidden)
    if _false_start(rules, walk.genesis) or (rules.is_hidden and walk.hidden is None):
        return None
    walk.saved, walk.n = start, start.n
    for (number, seat), sheet in walk.shown.items() if rules.is_hidden else ():
        if number <= start.n:
            walk.earlier.setdefault(number, {})[seat] = sheet.to_json()
    moments = moments_of(read.lines[start.k + 1 :])
    for moment in moments:
        if isinstance(moment, Rewinding) or walk.made_again(moment) or walk.not_made:
            return None
        if moment.n == n:
            if next(moments, None) is None:
                walk.go_to_end(moment.lines[-1].k)
            return Replayed(walk.saved, tuple(walk.made), ())
    return None


class _Walk(Generic[S]):
    """One walk along a log."""

    def __init__(
        self,
        rules: Rules[S],
        read: log.Log,
        sheet_of: Callable[[int, str, str], Mapping[str, Any] | None],
        *,
        make_table: Callable[..., WorkingTable[S]],
        hidden: str | None,
        keeps: bool = True,
    ) -> None:
        self.rules, self.read, self.lines, self.sheet_of = rules, read, read.lines, sheet_of
        genesis = self.genesis = read.genesis
        self.saved = first_match(rules, genesis, read.lines[0].head)
        self.external = getattr(genesis.offer, "mode", None) == "external"
        self.shown = read.shown()
        self.make_table = make_table
        last = read.lines[-1].payload
        self.hidden = last.hidden if isinstance(last, log.End) else hidden
        self.has_ended = isinstance(last, log.End)
        self.earlier: dict[int, dict[str, Mapping[str, Any]]] = {}
        self.reached = {0: self.saved}
        self.standing: list[int] = []
        self.n = 0
        self.made: list[Opening[S]] = []
        self.keeps, self.count = keeps, 0
        self.targets = {one.payload.to for one in self.lines if isinstance(one.payload, log.Rewind)}
        self.rewinds: list[SavedMatch] = []
        self.not_made: list[int] = []
        self.left_out: list[int] = []

    def go(self) -> Problem | None:
        """Walks to the end; returns why the log is wrong."""
        end = 0
        for moment in moments_of(self.lines):
            if isinstance(moment, Rewinding):
                problem = self._taken_back(moment)
            else:
                problem = self.made_again(moment)
            end = moment.lines[-1].k
            if problem is not None:
                return problem
        if _missing(self.made, self.read):
            return None
        self.go_to_end(end)
        return _stray_correction(self.lines)

    def go_to_end(self, end: int) -> None:
        """Takes in what stands behind line `end`, with which the last opening or rewind ends."""
        loose = len(list(takewhile(_is_loose, self.lines[end + 1 :])))
        self.saved = self._up_to(end + loose + 1)
        locked = locked_in(self.read)
        if locked is not None:
            self.saved = self._up_to(len(self.lines)).model_copy(update={"locked": locked})

    def _up_to(self, k: int) -> SavedMatch:
        """Returns the match at the line before line `k`: what stands between openings counts."""
        return moved(self.saved, self.genesis, self.lines[self.saved.k + 1 : k])

    def _taken_back(self, rewinding: Rewinding) -> Problem | None:
        to = rewinding.to
        back = tuple(n for n in reversed(self.standing) if n > to)
        if rewinding.annulled != back or to not in (0, *self.standing):
            listed = ", ".join(str(n) for n in back)
            why = f"to rewind to opening {to}, {listed or 'nothing'} must be annulled"
            return _wrong(rewinding.lines[0], f"a rewind in the log is none: {why}")
        self.standing = [n for n in self.standing if n <= to]
        target = self.reached.get(to)
        if target is not None:
            self.left_out += self.not_made
            self.not_made = []
            shown = {
                line.payload.n
                for line in self.lines[: rewinding.head.k]
                if isinstance(line.payload, log.Lock | log.Sheets) and line.payload.files
            }
            last = self._up_to(rewinding.lines[0].k)
            self.saved = rewound(target, last, rewinding, n=self.n, shown=shown)
            self.rewinds.append(self.saved)
        return None

    def made_again(self, recorded: Recorded) -> Problem | None:
        """Makes an opening again; one whose sheets are not to be had, and what follows, is not."""
        self.n = recorded.n
        self.standing.append(recorded.n)
        automatic = None if self.not_made else self._automatic_at(recorded)
        if automatic is not None:
            for why in self._wrong_clock(recorded, automatic.saved):
                return _refuted(recorded, f"its clock note is wrong: {why}")
            for why in wrong_locks(self.genesis, automatic, recorded.lock.orders, recorded.clock):
                return _refuted(recorded, why)
        sheets: dict[str, Sheet] = {}
        for seat, hash_ in recorded.lock.orders.items():
            if hash_ is None or self.not_made:
                continue
            shown = self.shown.get((recorded.n, seat))
            document = self.sheet_of(recorded.n, seat, hash_) if shown is None else shown.to_json()
            if document is None and self.has_ended:
                why = f"the match is over, and the sheet of {seat} is not in the log"
                return _refuted(recorded, why)
            if document is None:
                self.not_made.append(recorded.n)
                return None
            sheet, problems = read_sheet(self.rules.game, document)
            if sheet is None:
                return _refuted(recorded, f"the sheet of {seat}: {problems[0].message}")
            sheets[seat] = sheet
        if self.not_made:
            self.not_made.append(recorded.n)
            return None
        documents = {seat: sheet.document for seat, sheet in sheets.items()}
        if automatic is not None:
            for why in wrong_blinds(self.genesis, automatic, documents, recorded.clock):
                return _refuted(recorded, why)
        return self._compared(recorded, sheets)

    def _wrong_clock(self, recorded: Recorded, saved: SavedMatch) -> Iterator[str]:
        """Yields what the clock note of an opening says otherwise than policy and notes give."""
        if recorded.clock is None:
            return
        locked = [seat for seat, hash_ in recorded.lock.orders.items() if hash_ is not None]
        pledges = recorded.open.pledges
        yield from wrong_note(self.genesis, saved, recorded.clock, locked=locked, pledges=pledges)

    def _automatic_at(self, recorded: Recorded) -> Automatic[S] | None:
        """Returns the automatic sheets of an opening; None where no sheets are at all ([A8])."""
        if recorded.correction is not None:
            return None
        newest = self.saved.head
        for line in self.lines[self.saved.k + 1 : recorded.lines[0].k]:
            if moves_head(self.genesis, line):
                newest = line.hash
        saved = self._up_to(recorded.lines[0].k).model_copy(update={"head": newest})
        return Automatic(self.rules, saved, self.hidden)

    def _compared(self, recorded: Recorded, sheets: Mapping[str, Sheet]) -> Problem | None:
        opened, correction = recorded.open, recorded.correction
        secrets = Secrets(
            opened.ref, opened.pledges, opened.beacon, self.hidden, recorded.signature
        )
        if correction is not None:
            correction = correction.model_copy(update={"n": recorded.n})
        try:
            opening = open_next(
                self.rules,
                self.genesis,
                self._up_to(recorded.lines[0].k),
                sheets,
                secrets=secrets,
                external=ExternalDice(recorded.external) if self.external else None,
                make_table=self.make_table,
                earlier=self.earlier.copy,
                correction=correction,
                clock=recorded.clock,
            )
        except (ReplayDivergence, Refused) as error:
            return _refuted(recorded, str(error))
        if not isinstance(opening, Opening):
            return _refuted(recorded, "nothing is answered or rolled")
        difference = _difference(opening.lines, recorded)
        if difference:
            return _refuted(recorded, difference)
        if not self.keeps:
            self.made.clear()
        self.made.append(opening)
        self.count += 1
        self.saved = opening.saved
        if recorded.n in self.targets:
            self.reached[recorded.n] = opening.saved
        if self.rules.is_hidden:
            documents = {seat: sheet.document for seat, sheet in sheets.items()}
            self.earlier[recorded.n] = documents
        return None


def _missing(made: Sequence[Opening[Any]], read: log.Log) -> bytes:
    """Returns what the last opening wrote behind the last line of a log."""
    if not made or made[-1].saved.k <= read.head.k:
        return b""
    lines = made[-1].lines.splitlines(keepends=True)
    return b"".join(lines[read.head.k - made[-1].saved.k :])


def _is_loose(line: log.Line) -> bool:
    """Whether a line after the last opening or rewind is whole by itself."""
    return not isinstance(line.payload, log.Lock | log.Annul)


def _stray_correction(lines: Sequence[log.Line]) -> Problem | None:
    """Returns the problem of a correction that stands in no opening, and so mends nothing."""
    is_open = False
    for line in lines:
        if isinstance(line.payload, log.Open | log.StateReached):
            is_open = isinstance(line.payload, log.Open)
        elif isinstance(line.payload, log.Correction) and not is_open:
            return _wrong(line, "a correction stands in no opening, and mends nothing")
    return None


def _false_start(rules: Rules[Any], genesis: log.Genesis) -> Problem | None:
    """Returns what line 0 says otherwise than the rules: who plays, where the match starts."""
    start = tfd1.json_hash(rules.view(rules.start, None).to_json())
    path: tuple[str, ...]
    if tuple(join.player for join in genesis.joins) != tuple(sorted(rules.seats)):
        why, path = f"the joins must be of {', '.join(sorted(rules.seats))}", ("joins",)
    elif genesis.offer.start != start:
        why, path = f"the start position must be named {start}", ("offer", "start")
    else:
        return None
    message = f"line 0 is not what the rules say of the scenario in it: {why}"
    return Problem("rules-disagree", message, (0, *path), kind="failed", facts=(("line", 1),))


def _refuted(recorded: Recorded, why: str) -> Problem:
    return _wrong(
        recorded.lines[0],
        f"opening {recorded.n}, made again by the rules, is not what the log says: {why}",
    )


def _wrong(line: log.Line, message: str) -> Problem:
    return Problem(
        "rules-disagree",
        message,
        kind="failed",
        hint="Ask the referee which version of the program wrote the log.",
        facts=(("line", line.k + 1),),
    )


def _differs(raw: bytes, recorded: log.StateReached) -> bool:
    """Whether a line that is made again names a position too, and another one."""
    made = json.loads(raw)
    return bool(made["t"] == "state" and made["sha256"] != recorded.sha256)


def _difference(lines: bytes, recorded: Recorded) -> str:
    """Says where the lines made again differ from those recorded; empty: nowhere.

    At the end of a log the lines that end a match may be missing: a write was cut off.
    """
    made = lines.splitlines()
    for raw, line in zip(made, recorded.lines, strict=False):
        if tfd1.digest(raw) != line.hash:
            if isinstance(line.payload, log.StateReached) and _differs(raw, line.payload):
                return f"it reaches another position than line {line.k + 1} names"
            return f"line {line.k + 1} should read {raw.decode()[:200]}"
    if len(recorded.lines) > len(made):
        return f"line {recorded.lines[len(made)].k + 1} should not be there"
    return ""
