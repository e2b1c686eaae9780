"""save.json: read only if it is whole and fits the log; else it is made again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_SAVE, MAX_SAVE_COMMAS
from adjudicator.core.problem import Unusable
from adjudicator.core.save import state_of
from adjudicator.core.strict_json import strict_json
from adjudicator.core.values import FrozenMap, Hex32, Id, canonical
from adjudicator.documents.problems import UnusableFile
from adjudicator.documents.storage import REFEREE, read_bytes
from adjudicator.matches.log_file import LogEnd, Vouched, WholeLog, whole_log

__all__ = [
    "LoadedSave",
    "SaveFile",
    "load_save",
    "save_bytes",
    "sheet_keys",
    "shown_log",
    "vouched_log",
]

_FORMAT = 1


class SaveFile(SavedMatch):
    """A save as it lies on the disk."""

    log_size: int | None = None
    """How long the log is in bytes. If it still is, and ends with the line that this save names,
    nothing else of it is read; null: all of it is."""
    views: str | None = None
    """The name of the last opening's map and report, as their stamp says it; null: not known."""
    keys: FrozenMap[Id, str] = FrozenMap()
    """By seat, the SSH key that stands in the log and with which its sheets must be signed."""
    sha256: Hex32
    """The hash of all the rest, so that a save that was changed is noticed and made again."""


class LoadedSave(NamedTuple):
    """A save that fits the end of the log, and what its file says of other files."""

    saved: SavedMatch
    log_size: int | None
    views: str | None
    keys: Mapping[str, str]


def sheet_keys(lines: Iterable[log.Line]) -> dict[str, str]:
    """Returns by seat the SSH key that it joined with, as it stands at the end of a log."""
    keys: dict[str, str] = {}
    for line in lines:
        joins: tuple[log.Join, ...] = ()
        if isinstance(line.payload, log.Genesis):
            joins = line.payload.joins
        elif isinstance(line.payload, log.Seat):
            joins = (line.payload.join,)
        for join in joins:
            keys.pop(join.player, None)
            if join.public_key is not None:
                keys[join.player] = join.public_key
    return keys


def save_bytes(
    saved: SavedMatch, *, log_size: int | None, views: str | None, keys: Mapping[str, str]
) -> bytes:
    """Returns the content of save.json."""
    document = {**saved.to_json(), "log_size": log_size, "views": views}
    if keys:
        document["keys"] = dict(keys)
    return canonical({**document, "sha256": tfd1.json_hash(document)}) + b"\n"


def vouched_log(path: Path) -> Vouched | None:
    """Returns how far a save says that the log was on the disk; None: there is no whole save."""
    try:
        file = _read_save(path)
    except (Unusable, ValueError, ValidationError):
        return None
    return None if file is None or not file.log_size else Vouched(file.log_size, file.head, file.n)


def _read_save(path: Path) -> SaveFile | None:
    """Returns a save as it lies on the disk; None, or raises, if it is damaged or was changed."""
    raw = read_bytes(path, limit=MAX_SAVE)
    if len(raw) > MAX_SAVE or raw.count(b",") > MAX_SAVE_COMMAS:
        return None
    document = strict_json(raw.decode(), depth=log.MAX_DEPTH)
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        return None
    file = SaveFile.model_validate_json(canonical(document))
    named = document.pop("sha256")
    return file if named == tfd1.json_hash(document) else None


def load_save(path: Path, rules: Rules[Any], end: LogEnd) -> LoadedSave | None:
    """Returns the save, or None: there is none, it was damaged or changed, or it is of another log.

    So is one of another format or another version of the rules: it can be made again, so nothing
    of it is guessed. The position must be the one that the state line of the newest opening that
    stands names; before the first, the offer's.
    """
    try:
        file = _read_save(path)
        if file is None:
            return None
        # Its fields are those of the file, which were judged with it.
        fields = {name: getattr(file, name) for name in SavedMatch.model_fields}
        saved = SavedMatch.model_construct(**fields)
        position = state_of(rules.game, saved.position)
        if any(rules.check_state(position)):
            return None
        if saved.checkpoint != saved.position and any(
            rules.check_state(state_of(rules.game, saved.checkpoint))
        ):
            return None
    except (LookupError, Unusable, ValueError, ValidationError):
        return None
    fits = (
        (saved.game, saved.rules_version) == (rules.game.name, rules.game.rules_version)
        and (saved.gid, saved.k, saved.head) == (end.genesis.gid, end.head.k, end.head.hash)
        and saved.n <= end.head.k  # an opening has a line at least
        and tfd1.json_hash(rules.view(position, None).to_json()) == end.state
        and (saved.locked is not None) == end.is_locked
    )
    return LoadedSave(saved, file.log_size, file.views, file.keys) if fits else None


def shown_log(folder: Path) -> WholeLog:
    """Returns what counts of the log of a match, for a command that only looks.

    Raises:
        UnusableFile: the log cannot be used, or is damaged elsewhere than at its end.
    """
    try:
        return whole_log(folder)
    except UnusableFile:
        vouched = vouched_log(folder / REFEREE / "save.json")
        if vouched is None:
            raise
        return whole_log(folder, vouched)
