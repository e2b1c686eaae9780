"""A match that was fetched: what its log names and does not hold is put beside it.

A log withholds sheets until their player-turn is over, and always the referee's secret. Whoever has
them, from an inbox or a backup, puts them where `open_match` finds them; the match is then the one
that its referee has, and the next opening is the same, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.named_files import SheetFile
from adjudicator.api.problems import Problem, RefusedFile, Unusable
from adjudicator.audit import log, tfd1
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.problems import unusable_file
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    make_folder,
    read_bytes,
    write_atomically,
)

__all__ = [
    "NamedSheet",
    "NextOpening",
    "is_sheet",
    "log_head",
    "mode_of",
    "named_sheets",
    "next_opening",
    "put_back_secret",
    "put_back_sheets",
    "seats_that_sign",
    "secret_in",
    "withheld_files",
    "withheld_sheets",
]


class NamedSheet(NamedTuple):
    """A sheet that a log names by its hash."""

    n: int
    """The opening that locked it."""
    seat: str
    """Whose it is."""
    hash: str
    """The hash of its canonical JSON."""


def log_head(raw: bytes) -> str:
    """Returns the head of a log: the hash of its last line, or of as many bytes as there are."""
    return tfd1.digest(raw.rstrip(b"\n").rpartition(b"\n")[2])


def withheld_sheets(raw: bytes) -> tuple[NamedSheet, ...]:
    """Returns the sheets that a log names and does not show, oldest first.

    Nothing of the log is judged: what is no line of a lock, or of sheets, is passed over.
    """
    named: dict[tuple[int, str], str] = {}
    for line in _lines_of(raw, b'"t":"lock"', b'"t":"sheets"'):
        n = line.get("n")
        if line.get("t") not in ("lock", "sheets") or not isinstance(n, int):
            continue
        for seat, hash_ in _mapping(line, "orders").items():
            if isinstance(hash_, str):
                named[n, seat] = hash_
        for seat in _mapping(line, "files"):
            named.pop((n, seat), None)
    return tuple(NamedSheet(n, seat, hash_) for (n, seat), hash_ in named.items())


def withheld_files(folder: Path) -> dict[NamedSheet, SheetFile]:
    """Returns the sheets that the log of a match withholds, as they lie with its referee.

    Raises:
        UnusableFile: `sheets-missing`, one is not there as it was received.
    """
    from adjudicator.matches.stored_sheets import stored_bytes, stored_signature

    found = {}
    for named in withheld_sheets(read_bytes(folder / "log.jsonl", limit=MAX_LOG)):
        raw = stored_bytes(folder, named.n, named.seat, named.hash)
        if raw is None:
            raise unusable_file(
                folder, "sheets-missing",
                f"the sheet of {named.seat} for opening {named.n} is not here as it was received",
                "The referee's folder has it, in referee/orders: begin there.",
            )  # fmt: skip
        signature = stored_signature(folder, named.n, named.seat, raw)
        found[named] = SheetFile(f"the sheet of {named.seat}", raw, signature)
    return found


def named_sheets(raw: bytes, n: int) -> dict[str, str]:
    """Returns by seat the hashes of the sheets that a log names for an opening, sorted.

    Nothing of the log is judged.
    """
    found: dict[str, str] = {}
    for line in _lines_of(raw, b'"t":"lock"'):
        if line.get("t") == "lock" and line.get("n") == n:
            orders = _mapping(line, "orders")
            found = {seat: one for seat, one in sorted(orders.items()) if isinstance(one, str)}
    return found


def mode_of(raw: bytes) -> str | None:
    """Returns how the dice of a match are made, as its log says it; None: it does not say so."""
    first = _lines_of(raw.partition(b"\n")[0], b'"t":"genesis"')
    mode = _mapping(first[0], "offer").get("mode") if first else None
    return mode if isinstance(mode, str) else None


class NextOpening(NamedTuple):
    """The opening that a log awaits."""

    n: int
    """Its number."""
    is_locked: bool
    """Whether its sheets are locked, so that pledges or a beacon's value are awaited."""


def next_opening(raw: bytes) -> NextOpening:
    """Returns the opening that a log awaits; nothing of it is judged."""
    locks = (one.get("n") for one in _lines_of(raw, b'"t":"lock"') if one.get("t") == "lock")
    last = max((n for n in locks if isinstance(n, int)), default=0)
    ends = raw.rstrip(b"\n").rpartition(b"\n")[2]
    is_locked = any(one.get("t") == "lock" for one in _lines_of(ends, b'"t":"lock"'))
    return NextOpening(last if is_locked else last + 1, is_locked)


def seats_that_sign(raw: bytes) -> dict[str, str]:
    """Returns by seat the SSH public key with which its sheets must be signed, as a log says it.

    Nothing of the log is judged but the lines that say it.
    """
    keys: dict[str, str] = {}
    for line in _lines_of(raw, b'"t":"genesis"', b'"t":"seat"'):
        joins = line.get("joins") if line.get("t") == "genesis" else [line.get("join")]
        for join in joins if isinstance(joins, list) else ():
            if isinstance(join, dict) and isinstance(seat := join.get("player"), str):
                keys.pop(seat, None)
                if isinstance(key := join.get("public_key"), str):
                    keys[seat] = key
    return keys


def _lines_of(raw: bytes, *marks: bytes) -> list[dict[str, Any]]:
    found = []
    for line in raw.splitlines():
        if any(mark in line for mark in marks):
            try:
                document = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(document, dict):
                found.append(document)
    return found


def _mapping(line: dict[str, Any], name: str) -> dict[str, Any]:
    value = line.get(name)
    return value if isinstance(value, dict) else {}


def put_back_sheets(folder: Path, n: int, sheets: Sequence[tuple[str, SheetFile]]) -> None:
    """Puts sheets of an opening that is made where the referee's program keeps them.

    The log knows each by its hash: another one in its place is not taken for it.

    Args:
        sheets: by seat, as they came.

    Raises:
        UnusableFile, TryAgain: it cannot be written, or the disk is full.
    """
    inside = make_folder(folder, REFEREE, "orders", f"n{n:04d}", lasting=False)
    for seat, file in sheets:
        write_atomically(inside / f"{seat}.json", file.raw, mode=PRIVATE, lasting=False)


def is_sheet(raw: bytes, hash_: str) -> bool:
    """Whether a file is the sheet that a log names by a hash."""
    try:
        document = read_json(raw, source="sheet").data
    except RefusedFile:
        return False
    return isinstance(document, dict) and tfd1.json_hash(document) == hash_


def secret_in(folder: Path) -> bytes | None:
    """Returns the referee's secret that lies in a folder, or in referee/ in it; None: none does.

    Raises:
        UnusableFile: it cannot be read.
    """
    for path in (folder / "secret.json", folder / REFEREE / "secret.json"):
        if path.is_file():
            return read_bytes(path, limit=MAX_SIZE)
    return None


def put_back_secret(folder: Path, secret: bytes) -> None:
    """Puts the referee's secret where the program looks for it; it is judged when it is used.

    Args:
        secret: the content of referee/secret.json, or the 64 digits of its `master`.

    Raises:
        Unusable: `secret-unreadable`, it is neither; what it says is not told.
        TryAgain: the disk is full.
    """
    raw = secret.strip()
    if not raw.startswith(b"{"):
        raw = _from_master(folder, raw)
    write_atomically(
        make_folder(folder, REFEREE, lasting=False) / "secret.json", raw, mode=PRIVATE,
        lasting=False,
    )  # fmt: skip


def _from_master(folder: Path, digits: bytes) -> bytes:
    text = digits.decode("ascii", errors="replace")
    if len(text) != 64 or any(one not in "0123456789abcdef" for one in text):
        message = "the secret that was given is neither a secret.json nor its 64 digits"
        hint = "Give the content of referee/secret.json, the file that `new` wrote."
        raise Unusable([Problem("secret-unreadable", message, hint=hint, kind="unusable")])
    first = read_bytes(folder / "log.jsonl", limit=MAX_LOG).partition(b"\n")[0]
    offer = log.parse_log(first + b"\n").genesis.offer
    return json.dumps(
        {"t": "secret", "format": 1, "match": offer.game, "who": "referee", "links": offer.links,
         "master": text}
    ).encode()  # fmt: skip
