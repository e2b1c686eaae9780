"""The sheets of a match as the referee received them: referee/orders/n0007/<seat>.json."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from adjudicator.core import log, tfd1
from adjudicator.core.limits import MAX_LOG
from adjudicator.files.json_input import MAX_SIZE, read_json
from adjudicator.files.problems import RefusedFile, unusable_file
from adjudicator.files.storage import PRIVATE, REFEREE, make_folder, read_bytes, write_atomically

__all__ = ["all_sheets", "orders_folder", "store_sheet", "stored_sheets", "stored_signature"]


def orders_folder(folder: Path, n: int) -> Path:
    """Returns the folder of the sheets as received for one opening of a match."""
    return folder / "referee" / "orders" / f"n{n:04d}"


def store_sheet(
    folder: Path, n: int, seat: str, raw: bytes, *, signature: bytes | None = None
) -> Path:
    """Stores a sheet as received for an opening; one that a seat sent earlier is replaced.

    Its signature is named after the bytes that it signs and stored first, so that at no moment a
    sheet lies beside the signature of another one.
    """
    path = make_folder(folder, REFEREE, "orders", orders_folder(folder, n).name) / f"{seat}.json"
    beside = _signature_path(folder, n, seat, raw)
    if signature is not None:
        write_atomically(beside, signature, mode=PRIVATE)
    write_atomically(path, raw, mode=PRIVATE)
    for old in path.parent.glob(f"{seat}.*.sig"):
        if signature is None or old != beside:
            with contextlib.suppress(OSError):
                old.unlink()
    return path


def stored_signature(folder: Path, n: int, seat: str, raw: bytes) -> bytes | None:
    """Returns the signature that came with a sheet as received; None if there was none."""
    path = _signature_path(folder, n, seat, raw)
    return read_bytes(path, limit=MAX_SIZE) if path.is_file() else None


def _signature_path(folder: Path, n: int, seat: str, raw: bytes) -> Path:
    return orders_folder(folder, n) / f"{seat}.{tfd1.digest(raw)[:16]}.sig"


def stored_sheets(folder: Path) -> Callable[[int, str, str], Mapping[str, Any] | None]:
    """Returns how to find a withheld sheet among those received."""

    def find(n: int, seat: str, hash_: str) -> Mapping[str, Any] | None:
        path = orders_folder(folder, n) / f"{seat}.json"
        try:
            document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path)).data
        except RefusedFile:
            return None
        if isinstance(document, dict) and tfd1.json_hash(document) == hash_:
            return document
        return None

    return find


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
