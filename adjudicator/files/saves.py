"""save.json: read only if it is whole and fits the log; else it is made again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adjudicator.core import log, tfd1
from adjudicator.core.game import Rules
from adjudicator.core.opening import SavedMatch
from adjudicator.core.problem import Unusable
from adjudicator.core.strict_json import strict_json
from adjudicator.core.values import Hex32, canonical
from adjudicator.files.sheets import state_of
from adjudicator.files.storage import read_bytes

__all__ = ["SaveFile", "load_save", "save_bytes"]


class SaveFile(SavedMatch):
    """A save as it lies on the disk."""

    sha256: Hex32
    """The hash of all the rest, so that a save that was changed is noticed and made again."""


def save_bytes(saved: SavedMatch) -> bytes:
    """Returns the content of save.json."""
    document = saved.to_json()
    return canonical({**document, "sha256": tfd1.json_hash(document)}) + b"\n"


def load_save(path: Path, rules: Rules[Any], read: log.Log) -> SavedMatch | None:
    """Returns the save, or None: there is none, it was damaged or changed, or it is of another log.

    The position must be the one that the state line of the newest opening that stands names;
    before the first, the offer's.
    """
    try:
        document = strict_json(read_bytes(path).decode(), depth=log.MAX_DEPTH)
        if not isinstance(document, dict):
            return None
        named = document.pop("sha256", None)
        saved = SavedMatch.model_validate_json(canonical(document))
        state_of(rules.game, saved.checkpoint)
        position = state_of(rules.game, saved.position)
    except (Unusable, ValueError, ValidationError):
        return None
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    reached: list[str] = [genesis.offer.start]
    for line in read.lines:
        if isinstance(line.payload, log.StateReached):
            reached.append(line.payload.sha256)
        elif isinstance(line.payload, log.Annul):
            reached.pop()
    fits = (
        named == tfd1.json_hash(document)
        and (saved.gid, saved.k, saved.head) == (genesis.gid, read.head.k, read.head.hash)
        and tfd1.json_hash(rules.view(position, None).to_json()) == reached[-1]
    )
    return saved if fits else None
