"""Pledges that come after a lock: read, judged, and kept until all are there.

referee/pledges/n0007/<seat>.json
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.audit import log
from adjudicator.audit.lock_first import Pledge, check_pledge
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.problem import Problem
from adjudicator.documents.json_input import MAX_SIZE, Document, read_json
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import (
    PRIVATE,
    is_blank,
    is_referees,
    make_folder,
    read_bytes,
    sync_names,
    write_atomically,
)

__all__ = [
    "is_pledge",
    "misplaced_pledge",
    "not_locked",
    "read_pledge",
    "store_pledges",
    "stored_pledges",
]


def is_pledge(raw: bytes, source: str) -> bool:
    """Says whether a file calls itself a pledge."""
    try:
        data = read_json(raw, source=source).data
    except RefusedFile:
        return False
    return isinstance(data, dict) and data.get("t") == "pledge"


def not_locked(n: int) -> Problem:
    """Returns the problem of what only a locked opening takes."""
    return Problem(
        "not-locked",
        f"opening {n} is not locked: no pledge and no value of a beacon is due",
        rule="TFD1 3.8",
        hint="In the modes sealed, mutual and beacon `adjudicate` locks an opening when its "
        "sheets are in.",
    )


def misplaced_pledge(n: int, source: str, raw: bytes) -> list[Located]:
    """Returns the problem of a file that is no sheet, but a pledge for what is not locked."""
    return [Located(not_locked(n), source)] if is_pledge(raw, source) else []


def read_pledge(
    raw: bytes, source: str, genesis: log.Genesis, saved: SavedMatch
) -> tuple[Document, Pledge]:
    """Returns a pledge for the locked opening.

    Raises:
        RefusedFile: it is malformed or invalid, or it is another pledge than the one awaited.
    """
    document = read_json(raw, source=source)
    pledge = understood(Pledge, document)
    problems = list(check_pledge(genesis, saved, pledge))
    if problems:
        raise RefusedFile(map(document.located, problems))
    return document, pledge


def store_pledges(
    folder: Path, given: Sequence[tuple[Pledge, bytes]], *, lasting: bool
) -> list[Path]:
    """Stores pledges as received.

    Args:
        lasting: whether they must be on the disk when this returns: they are not in the log yet.
    """
    paths = []
    for pledge, raw in given:
        parts = _pledges_folder(folder, pledge.n).relative_to(folder).parts
        path = make_folder(folder, *parts, lasting=False) / f"{pledge.player}.json"
        write_atomically(path, raw, mode=PRIVATE, lasting=lasting, named=False)
        paths.append(path)
    if lasting and paths:
        sync_names(paths[0].parent)
    return paths


def stored_pledges(folder: Path, genesis: log.Genesis, saved: SavedMatch) -> dict[str, str]:
    """Returns by seat the pledges that are there for the locked opening.

    Raises:
        UnusableFile: somebody changed one.
    """
    found: dict[str, str] = {}
    if not is_referees(folder):
        return found
    for path in sorted(_pledges_folder(folder, saved.n + 1).glob("*.json")):
        try:
            raw = read_bytes(path, limit=MAX_SIZE)
            if is_blank(raw):
                continue  # It is awaited again.
            _, pledge = read_pledge(raw, str(path), genesis, saved)
        except RefusedFile as error:
            raise UnusableFile(error.located) from None
        found[pledge.player] = pledge.pledge
    return found


def _pledges_folder(folder: Path, n: int) -> Path:
    return folder / "referee" / "pledges" / f"n{n:04d}"
