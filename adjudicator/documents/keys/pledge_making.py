"""What a player's own tool does before it lets a pledge go: it judges the log, lock and sheet.

Beside the key file lies a record of the locks that were pledged for, and of the sheets that were
good (`seen.py`). A referee who shows a second lock of the same opening gets no second pledge, and
one who locks a sheet that its seat does not know gets none.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import log
from adjudicator.audit.chains import Chain, first_chains, next_chains, replaced_chains
from adjudicator.audit.lock_first import Pledge
from adjudicator.audit.opening import LATE_PLEDGES, locked_in
from adjudicator.audit.tfd1 import json_hash
from adjudicator.audit.verify import audit_dice
from adjudicator.core.english import amount
from adjudicator.core.problem import Problem, Refused
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.pledges import key_of_seat
from adjudicator.documents.keys.seat_keys import Played, pledge_of
from adjudicator.documents.keys.seen import SeenLock, SeenSheet, own_key, seen_sheet
from adjudicator.documents.keys.two_logs import check_log
from adjudicator.documents.problems import RefusedFile, nearest
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import read_bytes

__all__ = ["LockRead", "MadePledge", "made_pledge", "read_lock"]


class LockRead(NamedTuple):
    """A log that ends with a lock, as a seat sees it."""

    read: log.Log
    genesis: log.Genesis
    seat: str
    n: int
    hash: str
    """The hash of the lock line."""
    sheet: str | None
    """The hash of the seat's sheet in it; None: no sheet of it is locked."""


class MadePledge(NamedTuple):
    """A pledge, and what to say beside it."""

    pledge: Pledge
    is_torn: bool
    """Whether the record had a torn last line."""
    remembered: str | None
    """The hash of the newest sheet of this opening that the key remembers; None: it has none."""


def read_lock(read: log.Log, seat: str) -> LockRead:
    """Returns the lock with which a log ends, if it awaits a pledge of the seat.

    Raises:
        Refused: the log is refuted, or it ends otherwise.
    """
    audit = audit_dice(read)
    if audit.failures:
        raise Refused([_refuted(audit.failures[0], len(audit.failures))])
    genesis, last, locked = read.genesis, read.lines[-1].payload, locked_in(read)
    seats = [join.player for join in genesis.joins]
    if seat not in seats:
        message = f'this match has no seat "{seat}"'
        raise Refused([Problem("unknown-seat", message, hint=nearest(seat, seats), kind="invalid")])
    if genesis.offer.mode not in LATE_PLEDGES or locked is None or not isinstance(last, log.Lock):
        raise Refused([_no_lock(genesis.offer.mode)])
    return LockRead(read, genesis, seat, last.n, read.head.hash, locked.orders.get(seat))


def _refuted(first: Problem, count: int) -> Problem:
    return Problem(
        "log-refuted",
        f"this log is refuted, with {amount(count, 'failure')}: {first.message}",
        rule="TFD1 3.7",
        hint="`adjudicator verify` tells all of it. Pledge nothing on it; ask the referee.",
        path=first.path,
        facts=first.facts,
    )


def _no_lock(mode: str | None) -> Problem:
    return Problem(
        "no-lock",
        "this log does not end with a lock that waits for pledges",
        rule="TFD1 3.8",
        hint="Take the newest log that the referee has mailed."
        if mode in LATE_PLEDGES
        else f"In {mode} mode no pledge is sent by itself.",
    )


def made_pledge(
    lock: LockRead, *, sheet: Path | None, key: Path | None, near: tuple[Path, ...]
) -> MadePledge:
    """Returns the pledge for a lock, which the seat's key remembers from now on.

    Args:
        sheet: the seat's own sheet, which must be the one that is locked.
        key: the key file; None: it is looked for in the folders `near`.

    Raises:
        RefusedFile: another sheet is locked, or the log is another one than the key remembers.
        Refused: the seat has no chain, or nobody confirms that its sheet is the one locked.
        Unusable: the key is not there or another's, the record was changed, the chain is at its
            end.
    """
    confirmed = [] if sheet is None else [_confirmed(lock, sheet)]
    chain = _chain_of(lock)
    if chain is None:
        message = f"{lock.seat} has no chain of its own, and nothing to pledge"
        raise Refused([Problem("pledge-without-chain", message, rule="TFD1 3.8")])
    offer = lock.genesis.offer
    played = Played(lock.genesis.gid, offer.game, json_hash(offer.to_json()))
    path = key_of_seat(lock.seat, chain, key, near)
    own = own_key(played, lock.seat, chain, named=path, near=())
    assert own is not None, "a key that is named is there, or refused"
    value = pledge_of(own.key, lock.n)
    record = own.record.also(*confirmed)
    problems = list(check_log(record, lock.read))
    if problems:
        raise RefusedFile(problems)
    known = record.sheets_of(lock.n)
    if lock.sheet is not None and not known:
        raise Refused([_not_remembered(lock)])
    own.record.with_(*confirmed, SeenLock(n=lock.n, hash=lock.hash))
    pledge = Pledge(
        t="pledge",
        game=lock.genesis.gid,
        n=lock.n,
        player=lock.seat,
        lock=lock.hash,
        pledge=value,
    )
    return MadePledge(pledge, own.record.torn, known[-1].hash if known else None)


def _not_remembered(lock: LockRead) -> Problem:
    return Problem(
        "not-remembered",
        f"a sheet of {lock.seat} is locked for opening {lock.n}, and its key remembers none",
        rule="TFD1 3.10 [A9]",
        hint=f"Locked: {lock.sheet}\n"
        "Name the sheet as you mailed it with --sheet FILE: only if it is the very one that is "
        "locked,\nit is remembered and pledged for. If you mailed none, pledge nothing; tell all "
        "players.",
    )


def _chain_of(lock: LockRead) -> Chain | None:
    """Returns the seat's chain as the log leaves it."""
    chains = first_chains(lock.genesis)
    for line in lock.read.lines:
        if isinstance(line.payload, log.Open):
            chains = next_chains(chains, line.payload.n, line.payload.pledges)
        elif isinstance(line.payload, log.Seat):
            chains = replaced_chains(chains, lock.genesis.offer, line.payload)
    return chains.get(lock.seat)


def _confirmed(lock: LockRead, path: Path) -> SeenSheet:
    """Returns what is to be remembered of the seat's own sheet, if it is the one that is locked."""
    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
    hash_ = json_hash(document.data) if isinstance(document.data, dict) else "no sheet"
    if lock.sheet is None:
        problem = Problem(
            "no-sheet-locked",
            f"no sheet of {lock.seat} is locked for opening {lock.n}, and here is one",
            rule="TFD1 3.8",
            hint="Pledge nothing if it was sent in time; tell all players, and show when.",
        )
        raise RefusedFile([document.located(problem)])
    if hash_ != lock.sheet:
        problem = Problem(
            "other-sheet",
            f"another sheet of {lock.seat} is locked for opening {lock.n} than this one",
            rule="TFD1 3.8",
            hint=f"Locked: {lock.sheet}\nThis one: {hash_}\nPledge nothing; mail this sheet and "
            "the log to all players.",
        )
        raise RefusedFile([document.located(problem)])
    understood(log.Sheet, document)
    assert isinstance(document.data, dict)
    return seen_sheet(document.data)
