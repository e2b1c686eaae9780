"""What a player's own tool does before it lets a pledge go: it judges the log, lock and sheet.

Beside the key file lies a record of the locks that were pledged for (`key-x.pledged.json`). A
referee who shows a second lock of the same opening gets no second pledge.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from adjudicator.core import log
from adjudicator.core.chains import Chain, first_chains, next_chains, replaced_chains
from adjudicator.core.english import amount
from adjudicator.core.lock_first import Pledge
from adjudicator.core.opening import LATE_PLEDGES, locked_in
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.tfd1 import json_hash
from adjudicator.core.values import FrozenMap, Hex32, Id, Value
from adjudicator.core.verify import audit_dice
from adjudicator.files.json_input import MAX_SIZE, read_json
from adjudicator.files.keys.pledges import key_of_seat
from adjudicator.files.keys.seat_keys import pledge_of, read_key
from adjudicator.files.pretty import pretty
from adjudicator.files.problems import RefusedFile, UnusableFile, nearest
from adjudicator.files.schemas import understood
from adjudicator.files.storage import read_bytes, write_atomically

__all__ = ["LockRead", "made_pledge", "read_lock"]


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


class _Pledged(Value):
    """The record of the locks for which a seat has sent pledges."""

    t: Literal["pledged"] = "pledged"
    """What the file is."""
    format: Literal[1] = 1
    """The format of the file."""
    game: Hex32
    """The id of the match."""
    player: Id
    """The seat."""
    locks: FrozenMap[Id, Hex32]
    """By number of the opening, the hash of its lock line."""


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
        "this log does not end with a lock that awaits pledges",
        rule="TFD1 3.8",
        hint="Take the newest log that the referee has mailed."
        if mode in LATE_PLEDGES
        else f"In {mode} mode no pledge is sent by itself.",
    )


def made_pledge(
    lock: LockRead, *, sheet: Path | None, key: Path | None, near: tuple[Path, ...]
) -> Pledge:
    """Returns the pledge for a lock, and keeps a record of it beside the key file.

    Args:
        sheet: the seat's own sheet, which must be the one that is locked.
        key: the key file; None: it is looked for in the folders `near`.

    Raises:
        RefusedFile: another sheet is locked.
        Refused: the seat has no chain, or has pledged for another lock.
        Unusable: the key is not there or another's, the record was changed, the chain is at its
            end.
    """
    if sheet is not None:
        _check_sheet(lock, sheet)
    chain = _chain_of(lock)
    if chain is None:
        message = f"{lock.seat} has no chain of its own, and nothing to pledge"
        raise Refused([Problem("pledge-without-chain", message, rule="TFD1 3.8")])
    path = key_of_seat(lock.seat, chain, key, near)
    value = pledge_of(read_key(path), lock.n)
    record = path.with_name(f"{path.stem}.pledged.json")
    locks = _pledged_before(lock, record)
    kept = _Pledged(game=lock.genesis.gid, player=lock.seat, locks=locks | {str(lock.n): lock.hash})
    write_atomically(record, pretty(kept.to_json()), mode=0o600)
    return Pledge(
        t="pledge",
        game=lock.genesis.gid,
        n=lock.n,
        player=lock.seat,
        lock=lock.hash,
        pledge=value,
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


def _check_sheet(lock: LockRead, path: Path) -> None:
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


def _pledged_before(lock: LockRead, record: Path) -> FrozenMap[Id, Hex32]:
    """Returns the locks that the seat has pledged for, all of which this log must have."""
    if not record.exists():
        return FrozenMap()
    try:
        document = read_json(read_bytes(record, limit=MAX_SIZE), source=str(record))
        kept = understood(_Pledged, document)
    except RefusedFile as error:
        raise UnusableFile(error.located) from None
    problems = list(_other_locks(lock, kept))
    if problems:
        raise RefusedFile(map(document.located, problems))
    return kept.locks


def _other_locks(lock: LockRead, kept: _Pledged) -> Iterator[Problem]:
    if kept.game != lock.genesis.gid:
        yield _second_lock("this key has pledged in another match of the same name", "game")
        return
    for number, hash_ in kept.locks.items():
        if hash_ not in {line.hash for line in lock.read.lines}:
            what = f"{lock.seat} has pledged for another lock of opening {number} than this log has"
            yield _second_lock(what, "locks", number)


def _second_lock(message: str, *path: str) -> Problem:
    return Problem(
        "second-lock",
        message,
        path,
        "TFD1 3.8",
        hint="Two logs were shown. Pledge nothing; mail both to all players.",
    )
