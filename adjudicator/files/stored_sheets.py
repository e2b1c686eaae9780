"""The sheets of a match as the referee received them: referee/orders/n0007/<seat>.json."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from adjudicator.core import tfd1
from adjudicator.files.json_input import MAX_SIZE, read_json
from adjudicator.files.problems import RefusedFile
from adjudicator.files.storage import make_folder, read_bytes, write_atomically

__all__ = ["orders_folder", "store_sheet", "stored_sheets"]


def orders_folder(folder: Path, n: int) -> Path:
    """Returns the folder of the sheets as received for one opening of a match."""
    return folder / "referee" / "orders" / f"n{n:04d}"


def store_sheet(folder: Path, n: int, seat: str, raw: bytes) -> Path:
    """Stores a sheet as received for an opening; one that a seat sent earlier is replaced."""
    path = make_folder(folder, "referee", "orders", orders_folder(folder, n).name) / f"{seat}.json"
    write_atomically(path, raw)
    return path


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
