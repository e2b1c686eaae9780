"""Whether a log, or a state.json, is the one that a seat's own tool remembers (TFD1 3.10 [A9]).

Whoever is shown a second log finds a line missing that a sheet of theirs answered, or a lock that
they have seen, or finds another sheet locked than theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.audit import log
from adjudicator.audit.lock_first import DRAND_GENESIS, DRAND_PERIOD
from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.problem import Problem
from adjudicator.documents.keys.seen import Record, SeenLock, SeenSheet
from adjudicator.documents.problems import Located

__all__ = [
    "check_log",
    "check_view",
    "confirmation_of",
    "late_locks",
    "second_version",
    "sheets_to_ask_about",
]

_RULE = "TFD1 3.10 [A9]"
_MAIL_BOTH = "two logs were shown: send nothing, and mail both to all players."
_TWO_LOGS = sentence(_MAIL_BOTH)


def check_log(record: Record, read: log.Log) -> Iterator[Located]:
    """Yields what in a log is not as the record of a seat has it."""
    lines = {line.hash for line in read.lines}
    locks = _locks(read)
    lacking = [(sheet, place) for sheet, place in record.sheets if sheet.head not in lines]
    if lacking:
        (sheet, place), *more = lacking
        yield place.located(_lacks_line(record.seat, sheet, read, len(more)))
    for lock, place in record.locks:
        if lock.hash not in lines:
            found = locks[lock.n].hash if lock.n in locks else "no lock of it"
            yield place.located(_other_lock(record.seat, lock, found))
    written = _written_for(record.seat, read)
    for n, line in locks.items():
        sheets, locked = record.sheets_of(n), _locked_for(record.seat, line)
        if sheets and locked and n not in written and locked not in {one.hash for one in sheets}:
            place = next(place for one, place in record.sheets if one == sheets[-1])
            yield place.located(_other_sheet(record.seat, n, locked, sheets))


def _locks(read: log.Log) -> Mapping[int, log.Line]:
    return {line.payload.n: line for line in read.lines if isinstance(line.payload, log.Lock)}


def _locked_for(seat: str, line: log.Line) -> str | None:
    assert isinstance(line.payload, log.Lock)
    return line.payload.orders.get(seat)


def _written_for(seat: str, read: log.Log) -> frozenset[int]:
    """Returns the openings for which the log says that no player wrote the seat's sheet ([A8])."""
    if seat in read.genesis.offer.plays:
        return frozenset(_locks(read))
    notes = (line.payload for line in read.lines if isinstance(line.payload, log.Clock))
    return frozenset(
        note.n
        for note in notes
        if seat in note.missed and note.missed[seat].step in log.WRITTEN_FOR
    )


def _lacks_line(seat: str, sheet: SeenSheet, read: log.Log, more: int) -> Problem:
    locks = _locks(read)
    last = max(locks, default=0)
    before = [line for line in read.lines if sheet.n not in locks or line.k < locks[sheet.n].k]
    what = _TWO_LOGS
    if last < sheet.n - 1:
        end = f"with opening {last}" if last else "before the first opening"
        what = f"This log ends {end}: take the newest.\nIf this is the newest, {_MAIL_BOTH}"
    others = f"\nThe same is true of {amount(more, 'later sheet')}." if more else ""
    return Problem(
        "two-logs",
        f"this log lacks the line that the sheet of {seat} for opening {sheet.n} answered",
        rule=_RULE,
        hint=f"Remembered: {sheet.head}\nShown now: {before[-1].hash}{others}\n{what}",
    )


def _other_lock(seat: str, lock: SeenLock, found: str) -> Problem:
    return Problem(
        "second-lock",
        f"{seat} has answered another lock of opening {lock.n} than this log has",
        rule=_RULE,
        hint=f"Remembered: {lock.hash}\nShown now: {found}\n{_TWO_LOGS}",
    )


def _other_sheet(seat: str, n: int, locked: str, sheets: Sequence[SeenSheet]) -> Problem:
    remembered = "\n".join(f"Remembered: {one.hash}" for one in sheets)
    return Problem(
        "other-sheet",
        f"another sheet of {seat} is locked for opening {n} than its key remembers: one more try "
        "for the referee",
        rule=_RULE,
        hint=f"{remembered}\nLocked: {locked}\n"
        "If you mailed that one without `check`: adjudicator check MATCH SHEET --sent\n"
        "Else send nothing; mail your sheet and this log to all players.",
    )


# -- a state.json alone --------------------------------------------------------------------------


def check_view(record: Record, n: int, head: str) -> Iterator[Located]:
    """Yields what in the header of a state.json is not as the record of a seat has it.

    Args:
        n: the opening that it awaits.
        head: the last line of its log.
    """
    for lock, place in record.locks:
        if lock.n >= n:
            what = f"this state.json waits for opening {n}, and the lock of {lock.n} was answered"
            hint = f"Take the newest state.json. If this is the newest, {_MAIL_BOTH}"
            shown = f"Remembered: {lock.hash}\nShown now: {head}\n{hint}"
            yield place.located(Problem("two-logs", what, rule=_RULE, hint=shown))
            return
    for sheet, place in reversed(record.sheets):
        if sheet.n == n and any(one.head == head for one in record.sheets_of(n)):
            continue
        if sheet.n > n:
            what = f"this state.json waits for opening {n}; a sheet for {sheet.n} was good before"
            hint = f"Take the newest state.json. If this is the newest, {_MAIL_BOTH}"
        elif sheet.n == n:
            what = f"this state.json ends with another line than a sheet for opening {n} answered"
            hint = (
                "Where a seat was replaced, openings were taken back or a round was fixed, the log "
                "has both lines:\nput its log.jsonl beside it, which `verify` calls sound.\n"
                f"Else {_MAIL_BOTH}"
            )
        elif sheet.head == head:
            what = f"this state.json ends with the line that a sheet for opening {sheet.n} answered"
            hint = f"That opening is past, it says, and nothing came of it. {_TWO_LOGS}"
        else:
            continue
        shown = f"Remembered: {sheet.head}\nShown now: {head}\n{hint}"
        yield place.located(Problem("two-logs", what, rule=_RULE, hint=shown))
        return


# -- what is no refusal --------------------------------------------------------------------------


def second_version(record: Record, sheet: SeenSheet, read: log.Log | None) -> str:
    """Returns what to say of a good sheet where another is remembered for its opening; else "".

    It is said once. A sheet that differs by its `head` alone is no second version where the log
    has a line since that every sheet must have seen ([A4]): the first can no longer be locked.

    Args:
        read: the log; None: it is not at hand.
    """
    others = record.sheets_of(sheet.n)
    if not others or record.knows(sheet):
        return ""
    if any(one.rest == sheet.rest and _is_void(one.head, sheet.head, read) for one in others):
        return ""
    return (
        f"another sheet of {record.seat} for opening {sheet.n} was good before, "
        f"{others[-1].hash}: if you sent that, this is one more try for the referee"
    )


def _is_void(head: str, later: str, read: log.Log | None) -> bool:
    """Says whether a sheet that cites one line is void because of the lines up to a later one."""
    if read is None:
        return True
    k = {line.hash: line.k for line in read.lines}
    since = read.lines[k.get(head, -1) + 1 : k.get(later, -1) + 1]
    cited = (log.StateReached, log.Seat, log.Rewind, log.BeaconRound)
    return any(isinstance(line.payload, cited) for line in since)


def confirmation_of(record: Record) -> str:
    """Says that a log has every line which the record of a seat's key asks for; empty: none is."""
    counts = ((len(record.sheets), "sheet"), (len(record.locks), "lock"))
    kept = joined([amount(count, what) for count, what in counts if count])
    return (
        f"The key of {record.seat} remembers {kept}; this log has every line that belongs to them."
        if record.seen
        else ""
    )


def sheets_to_ask_about(record: Record, read: log.Log) -> Iterator[str]:
    """Yields what a seat should know of its sheets in a log that goes with its record."""
    if not record.seen:
        return
    seat, written = record.seat, _written_for(record.seat, read)
    left_out, replaced, unknown = [], [], []
    for n, line in _locks(read).items():
        sheets, locked = record.sheets_of(n), _locked_for(seat, line)
        if sheets and locked is None:
            left_out.append(n)
        elif sheets and n in written and locked not in {one.hash for one in sheets}:
            replaced.append(n)
        elif locked and not sheets and n not in written:
            unknown.append(n)
    for numbers, said in (
        (left_out, "no sheet of {} was locked, and its key remembers one: was it sent in time?"),
        (replaced, "the referee's program wrote the sheet of {}, and its key remembers another: "
                   "was it sent in time?"),
        (unknown, "a sheet of {} was locked that its key does not remember: `check` was not asked "
                  "with the key at hand, or somebody else wrote it"),
    ):  # fmt: skip
        if numbers:
            yield f"opening {joined([str(n) for n in numbers])}: {said.format(seat)}"


def late_locks(
    record: Record, read: log.Log, now: int
) -> tuple[tuple[SeenLock, ...], tuple[int, ...]]:
    """Returns the locks of beacon mode that are new to a seat, and those that it saw too late.

    Whoever has a lock before its round came out knows that no sheet was dropped for the dice.

    Args:
        now: the time, in seconds since 1970.
    """
    rounds: dict[int, int] = {}
    new: list[SeenLock] = []
    late: list[int] = []
    for line in read.lines:
        if isinstance(line.payload, log.BeaconRound):
            rounds[line.payload.n] = line.payload.round
        elif isinstance(line.payload, log.Lock) and line.payload.n in rounds:
            lock = SeenLock(n=line.payload.n, hash=line.hash)
            if record.knows(lock):
                continue
            new.append(lock)
            if now >= DRAND_GENESIS + (rounds[lock.n] - 1) * DRAND_PERIOD:
                late.append(lock.n)
    return tuple(new), tuple(late)
