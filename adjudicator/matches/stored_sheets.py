"""The sheets of a match as the referee received them: referee/orders/n0007/<seat>.json.

A sheet must be on the disk before a line of the log names it, unless that line shows it. Several
that come at once are synced as one file beside them, received.jsonl, where a sheet is looked for
that a power cut took; each is known by the hash that the log names. Beside a sheet lies the
signature that came with it, where its seat must sign.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.strict_json import strict_json
from adjudicator.core.values import canonical
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.problems import RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.sheets import CheckedSheet
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    is_blank,
    make_folder,
    read_bytes,
    sync_names,
    write_atomically,
)

__all__ = [
    "Received",
    "Signing",
    "all_sheets",
    "ignored_signatures",
    "orders_folder",
    "store_sheets",
    "stored_bytes",
    "stored_sheets",
    "stored_signature",
    "withdraw_sheet",
]

_AT_ONCE = "received.jsonl"


class Received(NamedTuple):
    """A sheet as it came in."""

    seat: str
    raw: bytes
    signature: bytes | None = None

    @property
    def files(self) -> int:
        """In how many files it is stored."""
        return 1 if self.signature is None else 2


def orders_folder(folder: Path, n: int) -> Path:
    """Returns the folder of the sheets as received for one opening of a match."""
    return folder / "referee" / "orders" / f"n{n:04d}"


def store_sheets(
    folder: Path,
    n: int,
    given: Sequence[Received],
    *,
    shown: Container[str] = (),
    at_once: bool = False,
) -> tuple[Path, ...]:
    """Stores sheets as received for an opening; those that their seats sent earlier are replaced.

    When this returns they are on the disk, but for those that the log shows. In a turn that takes
    two syncs, however many came: one of a file and one of its name.

    Args:
        shown: the seats whose sheets stand in the lines that are added to the log next.
        at_once: whether lines that name them are added to the log next; else they wait, and each
            is synced by itself.
    """
    if not given:
        return ()
    inside = make_folder(folder, REFEREE, "orders", orders_folder(folder, n).name, lasting=False)
    lasting = [one for one in given if one.seat not in shown]
    together = at_once and sum(one.files for one in lasting) > 1
    if together:
        others = [one for one in _at_once(folder, n) if all(one.seat != new.seat for new in given)]
        lines = [_line(one) for one in (*others, *lasting)]
        write_atomically(inside / _AT_ONCE, b"".join(lines), mode=PRIVATE, named=False)
    paths = tuple(_store(folder, n, one, lasting=one in lasting and not together) for one in given)
    if lasting:
        sync_names(inside)
    return paths


def withdraw_sheet(folder: Path, n: int, seat: str) -> None:
    """Takes the sheet of a seat that waits out of the sheets as received.

    The file is emptied, as a power cut would leave it: so it is awaited again, also where it stands
    among those that came at once.
    """
    if any(one.seat == seat for one in _at_once(folder, n)):
        lines = [_line(one) for one in _at_once(folder, n) if one.seat != seat]
        write_atomically(orders_folder(folder, n) / _AT_ONCE, b"".join(lines), mode=PRIVATE)
    write_atomically(orders_folder(folder, n) / f"{seat}.json", b"", mode=PRIVATE)


def _store(folder: Path, n: int, one: Received, *, lasting: bool) -> Path:
    """Stores a sheet and its signature.

    The signature is named after the bytes that it signs and stored first, so that at no moment a
    sheet lies beside the signature of another one.
    """
    path = orders_folder(folder, n) / f"{one.seat}.json"
    beside = _signature_path(folder, n, one.seat, one.raw)
    if one.signature is not None:
        write_atomically(beside, one.signature, mode=PRIVATE, lasting=lasting, named=False)
    write_atomically(path, one.raw, mode=PRIVATE, lasting=lasting, named=False)
    for old in path.parent.glob(f"{one.seat}.*.sig"):
        if one.signature is None or old != beside:
            with contextlib.suppress(OSError):
                old.unlink()
    return path


def _line(one: Received) -> bytes:
    signature = None if one.signature is None else one.signature.decode("latin-1")
    document = {"seat": one.seat, "sheet": one.raw.decode("latin-1"), "signature": signature}
    return canonical(document) + b"\n"


def _at_once(folder: Path, n: int) -> list[Received]:
    """Returns the sheets of an opening that came together, as they were synced."""
    try:
        lines = read_bytes(orders_folder(folder, n) / _AT_ONCE, limit=MAX_LOG).splitlines()
    except UnusableFile:
        return []
    found = []
    for line in lines:
        try:
            document = strict_json(line.decode(), depth=2)
            assert isinstance(document, dict)
            seat, raw, signature = (document[name] for name in ("seat", "sheet", "signature"))
            given = None if signature is None else signature.encode("latin-1")
            found.append(Received(seat, raw.encode("latin-1"), given))
        except (AssertionError, AttributeError, LookupError, ValueError):
            continue  # Somebody changed it: what the log names is known by its hash.
    return found


def stored_signature(folder: Path, n: int, seat: str, raw: bytes) -> bytes | None:
    """Returns the signature that came with a sheet as received; None if there was none."""
    path = _signature_path(folder, n, seat, raw)
    if path.is_file() and (there := read_bytes(path, limit=MAX_SIZE)):
        return there
    together = (one for one in _at_once(folder, n) if (one.seat, one.raw) == (seat, raw))
    return next((one.signature for one in together), None)


def _signature_path(folder: Path, n: int, seat: str, raw: bytes) -> Path:
    return orders_folder(folder, n) / f"{seat}.{tfd1.digest(raw)[:16]}.sig"


def stored_sheets(folder: Path) -> Callable[[int, str, str], Mapping[str, Any] | None]:
    """Returns how to find a withheld sheet among those received."""

    def find(n: int, seat: str, hash_: str) -> Mapping[str, Any] | None:
        found = _stored(folder, n, seat, hash_)
        return None if found is None else found[1]

    return find


def stored_bytes(folder: Path, n: int, seat: str, hash_: str) -> bytes | None:
    """Returns a sheet as it was received, by its hash; None: it is not here."""
    found = _stored(folder, n, seat, hash_)
    return None if found is None else found[0]


def _stored(folder: Path, n: int, seat: str, hash_: str) -> tuple[bytes, Mapping[str, Any]] | None:
    """Returns a sheet with its bytes, from its own file, or where that is lost or blank from the
    one of those that came together.
    """
    path = orders_folder(folder, n) / f"{seat}.json"
    with contextlib.suppress(RefusedFile):
        raw = read_bytes(path, limit=MAX_SIZE)
        if not is_blank(raw):
            document = _read(raw, path, hash_)
            return None if document is None else (raw, document)
    for one in _at_once(folder, n):
        if one.seat == seat and (document := _read(one.raw, path, hash_)) is not None:
            return one.raw, document
    return None


def _read(raw: bytes, path: Path, hash_: str) -> Mapping[str, Any] | None:
    """Returns a sheet if it is the one of a hash."""
    try:
        document = read_json(raw, source=str(path)).data
    except RefusedFile:
        return None
    if isinstance(document, dict) and tfd1.json_hash(document) == hash_:
        return document
    return None


def all_sheets(folder: Path) -> dict[int, dict[str, Mapping[str, Any]]]:
    """Returns the sheets that the log names and does not hold, by opening and seat, as received.

    Raises:
        UnusableFile: one of them is not there.
    """
    read = log.parse_log(read_bytes(folder / "log.jsonl", limit=MAX_LOG))
    find = stored_sheets(folder)
    found: dict[int, dict[str, Mapping[str, Any]]] = {}
    for line in read.lines:
        if not isinstance(line.payload, log.Lock):
            continue
        n = line.payload.n
        for seat, hash_ in line.payload.orders.items():
            document = None if hash_ is None else find(n, seat, hash_)
            if document is not None:
                found.setdefault(n, {})[seat] = document
            elif hash_ is not None:
                raise unusable_file(
                    folder / "referee" / "orders" / f"n{n:04d}" / f"{seat}.json",
                    "sheets-missing",
                    f"the match is over and its log shows all sheets now, but the one of {seat} "
                    f"for opening {n} is not here",
                    "Put it back there as it was received; the player has a copy.",
                )
    return found


class Signing:
    """The keys of seats as they stand in the log now, and signatures by what they must sign."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self.keys = keys
        """By seat, the key with which its sheets must be signed; a seat without one signs none."""
        self.signatures: dict[str, bytes] = {}
        """Signatures that came with sheets, by the hash of the bytes that each must be of."""

    def came_with(self, raw: bytes) -> bytes | None:
        """Returns the signature that came with a sheet."""
        return self.signatures.get(tfd1.digest(raw))

    def judged(self, checked: CheckedSheet, raw: bytes) -> CheckedSheet:
        """Adds what is wrong with the signature of a sheet that comes in."""
        return self._judged(checked, raw, self.came_with(raw))

    def judged_again(self, folder: Path, n: int, checked: CheckedSheet) -> CheckedSheet:
        """Verifies the signature of a sheet that waits: somebody may have changed a file."""
        seat = checked.sheet.seat
        if seat not in self.keys:
            return checked
        raw = read_bytes(Path(checked.document.source), limit=MAX_SIZE)
        return self._judged(checked, raw, stored_signature(folder, n, seat, raw))

    def to_keep(self, checked: CheckedSheet, raw: bytes) -> bytes | None:
        """Returns the signature that is stored with a sheet: one that was verified."""
        return self.came_with(raw) if checked.sheet.seat in self.keys else None

    def received(
        self, files: Sequence[tuple[str, bytes]], checked: Sequence[CheckedSheet]
    ) -> list[Received]:
        """Returns sheets that were judged as they are stored, with their signatures."""
        return [
            Received(entry.sheet.seat, raw, self.to_keep(entry, raw))
            for entry, (_, raw) in zip(checked, files, strict=True)
        ]

    def _judged(self, checked: CheckedSheet, raw: bytes, signature: bytes | None) -> CheckedSheet:
        seat = checked.sheet.seat
        key = self.keys.get(seat)
        if key is None and signature is None:
            return checked
        from adjudicator.documents.keys.signatures import sheet_fault

        source = checked.document.source
        fault = sheet_fault(source, seat, key, raw=raw, signature=signature)
        return checked if fault is None else checked._replace(located=(*checked.located, fault))


def ignored_signatures(checked: Sequence[CheckedSheet]) -> Iterator[str]:
    """Yields that a signature was not looked at."""
    for one in checked:
        for place in one.located:
            if place.problem.code == "signature-ignored":
                yield f"{place.source} is ignored: {place.problem.message}"
