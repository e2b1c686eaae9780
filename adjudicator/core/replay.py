"""The full audit: every opening is made again by the rules and compared with the log.

The same walk rebuilds a save from the log and the sheets. It stops, with a reason and not a
failure, where the log withholds the sheets of a player-turn that is not over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from adjudicator.core import log, tfd1
from adjudicator.core.chains import chains_after
from adjudicator.core.dice import ExternalDice
from adjudicator.core.game import Rules, State
from adjudicator.core.opening import (
    Opening,
    SavedMatch,
    Secrets,
    first_match,
    locked_in,
    open_next,
)
from adjudicator.core.problem import Problem, Refused, ReplayDivergence
from adjudicator.core.sheet import Sheet, read_sheet

__all__ = ["Recorded", "Replayed", "openings_of", "replay"]

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


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S]):
    """How far a log could be made again, and the match there."""

    saved: SavedMatch
    openings: tuple[Opening[S], ...]
    problems: tuple[Problem, ...]
    """Why the log is wrong; empty: all that was made again is the log's, byte by byte."""
    waiting_for: tuple[int, ...] = ()
    """Openings whose sheets are withheld and were not to be had: where the walk ended."""
    needs_secret: bool = False
    """Whether nothing could be made again: hidden information, and the match is not over."""
    missing: bytes = b""
    """Lines that must follow the log: a write was cut off before the match's end stood in it."""


def openings_of(lines: Sequence[log.Line]) -> list[Recorded]:
    """Returns the complete openings of a log, in order."""
    found: list[Recorded] = []
    start = 0
    for place, line in enumerate(lines):
        if isinstance(line.payload, log.Lock):
            start = place
        elif isinstance(line.payload, log.StateReached):
            part = (*lines[start : place + 1], *_end_behind(lines, place))
            payloads = [entry.payload for entry in part]
            if isinstance(payloads[0], log.Lock) and isinstance(payloads[1], log.Open):
                external = {
                    note.label: note.values
                    for note in payloads
                    if isinstance(note, log.ExternalRoll)
                }
                found.append(Recorded(payloads[0].n, part, payloads[0], payloads[1], external))
    return found


def _end_behind(lines: Sequence[log.Line], place: int) -> Iterator[log.Line]:
    """Yields the sheets and the end behind a state line: the same opening wrote them (3.4)."""
    for line in lines[place + 1 :]:
        if not isinstance(line.payload, log.Sheets | log.End):
            break
        yield line


def replay(
    rules: Rules[S],
    read: log.Log,
    sheet_of: Callable[[int, str, str], Mapping[str, Any] | None] = lambda n, seat, hash_: None,
    *,
    hidden: str | None = None,
) -> Replayed[S]:
    """Makes every opening of a log again.

    Args:
        sheet_of: gives the document of a withheld sheet by opening, seat and hash, where it is
            at hand (the referee has them; a stranger with the log alone has not).
        hidden: the hidden-draw secret, where it is at hand; the end of a log shows it.
    """
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    saved = first_match(rules, genesis, log.Head(0, read.lines[0].hash))
    false = _false_start(rules, genesis)
    if false is not None:
        return Replayed(saved, (), (false,))
    published = _published(read.lines)
    external = getattr(genesis.offer, "mode", None) == "external"
    last = read.lines[-1].payload
    if isinstance(last, log.End):
        hidden = last.hidden
    if rules.is_hidden and hidden is None:
        return Replayed(saved, (), (), needs_secret=True)
    made: list[Opening[S]] = []
    earlier: dict[int, dict[str, Mapping[str, Any]]] = {}
    for recorded in openings_of(read.lines):
        saved = _up_to(saved, read, recorded.lines[0].k)
        sheets: dict[str, Sheet] = {}
        for seat, hash_ in recorded.lock.orders.items():
            if hash_ is None:
                continue
            document = published.get((recorded.n, seat)) or sheet_of(recorded.n, seat, hash_)
            if document is None and isinstance(last, log.End):
                why = f"the match is over, and the sheet of {seat} is not in the log"
                return _refuted(saved, made, recorded, why)
            if document is None:
                return Replayed(saved, tuple(made), (), (recorded.n,))
            sheet, problems = read_sheet(rules.game, document)
            if sheet is None:
                return _refuted(
                    saved, made, recorded, f"the sheet of {seat}: {problems[0].message}"
                )
            sheets[seat] = sheet
        try:
            opening = open_next(
                rules,
                genesis,
                saved,
                sheets,
                secrets=_secrets(recorded.open, hidden),
                external=ExternalDice(recorded.external) if external else None,
                earlier=earlier.copy,
            )
        except (ReplayDivergence, Refused) as error:
            return _refuted(saved, made, recorded, str(error))
        if not isinstance(opening, Opening):
            return _refuted(saved, made, recorded, "nothing is answered or rolled")
        difference = _difference(opening.lines, recorded)
        if difference:
            return _refuted(saved, made, recorded, difference)
        made.append(opening)
        saved = opening.saved
        earlier[recorded.n] = {seat: sheet.document for seat, sheet in sheets.items()}
    return _as_far_as(read, saved, made)


def _as_far_as(read: log.Log, saved: SavedMatch, made: Sequence[Opening[S]]) -> Replayed[S]:
    """Returns a log of which all openings were made again."""
    missing = _missing(made, read)
    if not missing:
        saved = _with_lock(_up_to(saved, read, len(read.lines)), read)
    return Replayed(saved, tuple(made), (), missing=missing)


def _secrets(opened: log.Open, hidden: str | None) -> Secrets:
    return Secrets(opened.ref, opened.pledges, opened.beacon, hidden)


def _missing(made: Sequence[Opening[Any]], read: log.Log) -> bytes:
    """Returns what the last opening wrote behind the last line of a log."""
    if not made or made[-1].saved.k <= read.head.k:
        return b""
    lines = made[-1].lines.splitlines(keepends=True)
    return b"".join(lines[read.head.k - made[-1].saved.k :])


def _up_to(saved: SavedMatch, read: log.Log, k: int) -> SavedMatch:
    """Returns the match at the line before line `k`: seats may be replaced between openings."""
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    chains = chains_after(saved.chains, genesis.offer, read.lines[saved.k + 1 : k])
    before = read.lines[k - 1]
    return saved.model_copy(update={"k": before.k, "head": before.hash, "chains": chains})


def _with_lock(saved: SavedMatch, read: log.Log) -> SavedMatch:
    """Returns the match at the end of its log, which may be a lock alone."""
    return saved.model_copy(update={"locked": locked_in(read)})


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


def _published(lines: Sequence[log.Line]) -> dict[tuple[int, str], Mapping[str, Any]]:
    return {
        (line.payload.n, seat): sheet.to_json()
        for line in lines
        if isinstance(line.payload, log.Lock | log.Sheets)
        for seat, sheet in line.payload.files.items()
    }


def _refuted(
    saved: SavedMatch, made: Sequence[Opening[S]], recorded: Recorded, why: str
) -> Replayed[S]:
    problem = Problem(
        "rules-disagree",
        f"opening {recorded.n}, made again by the rules, is not what the log says: {why}",
        kind="failed",
        hint="Ask the referee which version of the program wrote the log.",
        facts=(("line", recorded.lines[0].k + 1),),
    )
    return Replayed(saved, tuple(made), (problem,))


def _difference(lines: bytes, recorded: Recorded) -> str:
    """Says where the lines made again differ from those recorded; empty: nowhere.

    At the end of a log the lines that end a match may be missing: a write was cut off.
    """
    made = lines.splitlines()
    for raw, line in zip(made, recorded.lines, strict=False):
        if tfd1.digest(raw) != line.hash:
            return f"line {line.k + 1} should read {raw.decode()[:200]}"
    if len(recorded.lines) > len(made):
        return f"line {recorded.lines[len(made)].k + 1} should not be there"
    return ""
