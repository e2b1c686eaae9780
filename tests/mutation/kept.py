"""What is known already: verdicts by function, change and case, and where cases come past."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutation.rows import ROOT, Show, Target
from tests.mutation.trial import Paths, paths_of

__all__ = ["KEPT", "Verdicts", "walked"]

KEPT = ROOT / ".mutation"
"""Git ignores it."""


class Verdicts:
    """What cases said of the changes of one function."""

    def __init__(self, folder: Path | None, target: Target) -> None:
        self._path = None if folder is None else folder / f"{target.name}.json"
        self._source = target.fingerprint
        self._known: dict[str, dict[str, bool]] = {}
        if self._path is not None and self._path.exists():
            found = json.loads(self._path.read_bytes())
            if found["source"] == self._source:
                self._known = found["changes"]

    def of(self, change: str) -> dict[str, bool]:
        """Returns by case whether it notices a change; what is added here is kept by `keep`."""
        return self._known.setdefault(change, {})

    def keep(self) -> None:
        """Writes what is known."""
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            told = {"source": self._source, "changes": self._known}
            self._path.write_text(json.dumps(told, separators=(",", ":")), encoding="utf-8")


def walked(
    folder: Path | None, shows: Sequence[Show], targets: Sequence[Target], *, afresh: bool = False
) -> Paths:
    """Returns where cases come past in the files of some targets; from the last run, if the same.

    Raises:
        ValueError: a case differs with nothing changed.
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    for target in targets:
        spans.setdefault(target.path, []).append(target.span)
    print_of = hashlib.sha256()
    for part in (*sorted(show.fingerprint for show in shows), str(sorted(spans.items()))):
        print_of.update(part.encode())
    for source in sorted((ROOT / "adjudicator").rglob("*.py")):
        print_of.update(source.read_bytes())
    path = None if folder is None else folder / f"paths-{print_of.hexdigest()[:16]}"
    if path is not None and path.exists() and not afresh:
        return Paths(*pickle.loads(path.read_bytes()))
    found = _in_child(shows, spans, targets[0].module)
    if found.wrong:
        raise ValueError(f"these cases differ with nothing changed: {', '.join(found.wrong)}")
    if path is not None and folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("paths-*"):
            old.unlink()
        path.write_bytes(pickle.dumps(tuple(found)))
    return found


def _in_child(
    shows: Sequence[Show], spans: Mapping[str, Sequence[tuple[int, int]]], module: str
) -> Paths:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            with os.fdopen(writing, "wb") as out:
                pickle.dump(tuple(paths_of(shows, spans, module)), out)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        raw = told.read()
    os.waitpid(child, 0)
    return Paths(*pickle.loads(raw))
