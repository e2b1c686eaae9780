"""Signatures and pledges: what a player or a referee vouches for with a key of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.own_keys import torn_notice
from adjudicator.api.problems import Refused, RefusedFile, Unusable, UnusableFile, in_log
from adjudicator.audit import log
from adjudicator.audit.lock_first import is_beacon_value
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.values import JSONValue
from adjudicator.documents.json_input import MAX_SIZE
from adjudicator.documents.keys.signatures import HEAD, SHEET
from adjudicator.documents.storage import match_lock, read_bytes, remove_unfinished

__all__ = [
    "HEAD",
    "SHEET",
    "PledgeMade",
    "check_beacon_signature",
    "head_text",
    "is_beacon_value",
    "keep_head_signature",
    "last_line",
    "make_pledge",
    "public_key",
    "read_beacon",
    "signed_text",
]


def public_key(path: Path) -> str:
    """Returns the SSH public key in a file.

    Raises:
        UnusableFile: it is not there, or no such key.
    """
    from adjudicator.documents.keys.signatures import read_public_key

    return read_public_key(path)


def signed_text(key: Path, content: bytes, namespace: str) -> bytes:
    """Returns an SSH signature of a text, made with a private key.

    Args:
        namespace: what it is for, such as `tfd1-receipt`: nothing else passes for it.

    Raises:
        TryAgain: there is no ssh-keygen here, or it does not sign with this key.
    """
    from adjudicator.documents.keys.signatures import signed_text

    return signed_text(key, content, namespace)


def read_beacon(raw: bytes, source: str) -> tuple[str, str | None]:
    """Returns a value of the beacon and its signature, from the beacon's own answer.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    from adjudicator.documents.keys.beacon_signature import read_beacon

    return read_beacon(raw[: MAX_SIZE + 1], source)


def check_beacon_signature(number: int, signature: str) -> bool:
    """Refuses a signature that is not the beacon's; returns whether it could be looked at.

    Raises:
        Refused: `beacon-signature-false`, the group key does not verify it.
    """
    from adjudicator.documents.keys import beacon_signature as beacon

    if not beacon.is_checkable():
        return False
    if beacon.false_ones([beacon.Signed(number, signature)]):
        raise Refused([beacon.signature_false(number)])
    return True


# -- heads --------------------------------------------------------------------------------------


def _whole_log(path: Path) -> log.Log:
    """Reads a log of which every line is whole and in its place."""
    read = _log_at(path)
    if read.problems:
        raise UnusableFile(in_log(problem, str(path)) for problem in read.problems)
    return read


def _log_at(path: Path) -> log.Log:
    try:
        return log.parse_log(read_bytes(path, limit=MAX_LOG))
    except Unusable as error:
        raise UnusableFile(in_log(problem, str(path)) for problem in error.problems) from None


def _log_in(match: Path) -> Path:
    """Returns where the log of a match folder lies; of a log, itself.

    Raises:
        UnusableFile: the folder holds no match.
    """
    path = match / "log.jsonl" if match.is_dir() else match
    if match.is_dir() and not path.exists():
        from adjudicator.matches.match_folder import no_match

        raise no_match(match)
    return path


def last_line(match: Path) -> int:
    """Returns the number of a log's last line, from 0.

    Raises:
        UnusableFile: it is no log, or lines of it are damaged.
    """
    return _whole_log(_log_in(match)).lines[-1].k


def head_text(match: Path, k: int | None = None) -> bytes:
    """Returns the text that is signed to vouch for a log up to a line; None: the last.

    Raises:
        UnusableFile: it is no log, or lines of it are damaged.
    """
    from adjudicator.documents.keys.signed_heads import head_of

    read = _whole_log(_log_in(match))
    return head_of(read, read.lines[-1].k if k is None else k)


def keep_head_signature(folder: Path, signature: Path, k: int | None = None) -> tuple[Path, ...]:
    """Verifies a signature of the head and keeps it beside the log; returns the files written.

    Raises:
        RefusedFile: it is not good.
        TryAgain: another run holds the match, or the disk is full.
    """
    from adjudicator.documents.keys.signed_heads import add_head

    read = _whole_log(_log_in(folder))
    with match_lock(folder):
        remove_unfinished(folder)
        return add_head(folder, read, signature, k)


# -- pledges ------------------------------------------------------------------------------------


class PledgeMade(NamedTuple):
    """A pledge for a lock, and what is to be told of it."""

    pledge: Mapping[str, JSONValue]
    """To be mailed to the referee."""
    n: int
    """The opening that is locked."""
    sheet: str | None
    """The hash of the seat's sheet that is locked; None: none is."""
    remembered: str | None
    """The hash of a sheet that the key remembers where none is locked."""
    notices: tuple[str, ...]
    """What else is to be told."""


def make_pledge(
    log_path: Path,
    seat: str,
    *,
    sheet: Path | None = None,
    key: Path | None = None,
    near: Sequence[Path] = (),
) -> PledgeMade:
    """Returns the pledge that answers a lock; the seat's key remembers it from now on.

    Args:
        log_path: the log that came with the lock.
        seat: whose pledge it is.
        sheet: the seat's own sheet, which must be the one that is locked.
        key: the key file; None: it is looked for in `near`.

    Raises:
        RefusedFile: the log is refuted or ends with no lock; another sheet is locked; or the log
            is another one than the key remembers.
        Refused: the seat has no chain, or nobody confirms that its sheet is the one locked.
        UnusableFile: it is no log; the key is not there, or another's.
    """
    from adjudicator.documents.keys.pledge_making import made_pledge, read_lock

    read = _log_at(log_path)
    try:
        lock = read_lock(read, seat)
    except Refused as error:
        raise RefusedFile(in_log(one, str(log_path)) for one in error.problems) from None
    made = made_pledge(lock, sheet=sheet, key=key, near=tuple(near))
    notices = (torn_notice(seat),) if made.is_torn else ()
    return PledgeMade(made.pledge.to_json(), lock.n, lock.sheet, made.remembered, notices)
