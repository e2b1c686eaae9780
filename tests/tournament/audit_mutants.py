"""Faults planted in the audit that falsified events show.

`python -m tests.tournament.audit_mutants` tries all of them.
Each mutant is a module of the audit with one piece of text changed, and the falsified event that it
lets through; of an empty name, the sound event that it refutes.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import adjudicator
from adjudicator.matches.opening_files import OpeningFiles
from tests.errors.catalogue import _no_pictures
from tests.tournament.audited_events import swiss
from tests.tournament.forged_events import FORGERIES

__all__ = ["MUTANTS", "AuditMutant", "is_caught", "main"]

_ROOM = "adjudicator.tournament"
_MODULES = ("chain", "past", "audit_notes", "audit_pairings", "audit_matches", "audit_results",
            "audit_standings", "auditing")  # fmt: skip
"""The audit, from the bottom up."""


class AuditMutant(NamedTuple):
    """A text in a module, what stands there instead, and the event that shows it."""

    module: str
    old: str
    new: str
    event: str


MUTANTS = (
    AuditMutant("past", "day <= until and int(one.match[:2]) < number",
                "day < date.min and int(one.match[:2]) < number", ""),
    AuditMutant("past", "last if one.id in seated", "since if one.id in seated",
                "somebody who had left"),
    AuditMutant("audit_notes", "here.get(name) != line.files.get(name)", "name not in here",
                "another file of a round"),
    AuditMutant("audit_notes", "by is None and event.started", "by is None and not event.started",
                "an amendment of which no line knows"),
    AuditMutant("audit_notes", "(by is None or line.n < by)", "by is None",
                "an amendment dated back, and noted"),
    AuditMutant("audit_notes", "day > other + SLACK", "day > other + 99 * SLACK",
                "a ruling dated back"),
    AuditMutant("audit_notes", "line is None:", "line is not None and line.n < 0:",
                "a round that no line notes"),
    AuditMutant("audit_notes", "in noted.items()", "in ()",
                "a round that was noted before it"),
    AuditMutant("audit_pairings", 'now.matches, paired.matches)', "now.matches, now.matches)",
                "a changed pairing"),
    AuditMutant("audit_pairings", "_exact(now.cost), _exact(paired.cost)",
                "_exact(now.cost), _exact(now.cost)", "a cost"),
    AuditMutant("audit_pairings", "!= costs:", "!= costs and False:", "a swap without its cost"),
    AuditMutant("audit_pairings", "now.relaxed, paired.relaxed", "now.relaxed, now.relaxed",
                "rules that were given up"),
    AuditMutant("audit_pairings", "len(commitments) > 1", "False", "a commitment replaced"),
    AuditMutant("audit_pairings", "drawn is None or drawn.value is None", "drawn is None",
                "a draw that nobody opened"),
    AuditMutant("audit_pairings", "again.engine.name != paired.engine.name", "False",
                "an engine that was none"),
    AuditMutant("audit_pairings", "made != commitment:", "made == commitment:",
                "another key of the draws"),
    AuditMutant("audit_pairings", "check_impartial(past, referee, sorted(touched)",
                "check_impartial(past, referee, sorted([])", "a swap by who sits there"),
    AuditMutant("audit_matches", '"game": f"{rules.id}-{one.match}"', '"game": f"cop-{one.match}"',
                ""),
    AuditMutant("audit_matches", "if named.get(seat) != player:", "if False:",
                "another player's id"),
    AuditMutant("audit_matches", "for field in sorted({*said, *wanted}):", "for field in ():",
                "another clock"),
    AuditMutant("audit_matches", "path.name not in known and", "path.name in known and",
                ""),
    AuditMutant("audit_matches", "or has_address:", "or False:", "an address in match.json"),
    AuditMutant("audit_results", "elif found.facts.line_of(head) is None:", "elif False:",
                "a match rolled again"),
    AuditMutant("audit_results", "if facts.amended_after(at):", "if False:",
                "a rewind, and another end"),
    AuditMutant("audit_results", "if facts.opening_at(at) != line.source.opening:", "if False:",
                "another opening"),
    AuditMutant("audit_results", "if line.kind != kind:", "if False:",
                "a played match that was agreed"),
    AuditMutant("audit_results", "one.forfeits, one.awarded) != worth", "False, None) != worth",
                "an award in a played match"),
    AuditMutant("audit_results", "(one.scores, one.rated) != counts", "False",
                "a seat that does not count"),
    AuditMutant("audit_results", "check_impartial(then, referee, _ever(then, match), match)",
                "check_impartial(then, referee, (), match)", "a referee in their own match"),
    AuditMutant("audit_results", "against.source.referee == line.referee", "False",
                "an appeal decided by who ruled"),
    AuditMutant("audit_results", "if not {*source.claims} <= claims:", "if False:",
                "a claim that nobody made"),
    AuditMutant("audit_results", "if line.match in then.results:", "if False:",
                "a seat that changed hands afterwards"),
    AuditMutant("audit_results", "line.at < before.at - SLACK", "False", "a line that is older"),
    AuditMutant("audit_results", "found.is_over and (found.ended", "False and (found.ended",
                "a deleted result"),
    AuditMutant("audit_results", "bye.kind != line.kind", "False", "another kind of bye"),
    AuditMutant("audit_results", "day <= end for end in ends", "day > end for end in ends",
                "a judge before the date"),
)  # fmt: skip
"""All of them."""


@contextmanager
def _with(mutant: AuditMutant) -> Iterator[Any]:
    """Gives the audit with a fault in it; puts everything back."""
    try:
        for name in _MODULES:
            module = importlib.import_module(f"{_ROOM}.{name}")
            path = Path(adjudicator.__file__).parent / "tournament" / f"{name}.py"
            source = path.read_text("utf-8")
            if name == mutant.module:
                assert source.count(mutant.old) == 1, (mutant, source.count(mutant.old))
                source = source.replace(mutant.old, mutant.new)
            exec(compile(source, str(path), "exec"), module.__dict__)
        yield importlib.import_module(f"{_ROOM}.auditing")
    finally:
        for name in _MODULES:
            importlib.reload(importlib.import_module(f"{_ROOM}.{name}"))


def is_caught(mutant: AuditMutant, sound: Path, folder: Path) -> bool:
    """Whether an audited event shows a fault.

    Args:
        sound: the folder of a sound event.
        folder: where a falsified copy of it is made.
    """
    shutil.copytree(sound, folder)
    code = ""
    if mutant.event:
        code, forge = FORGERIES[mutant.event]
        forge(folder)
    with _with(mutant) as auditing:
        try:
            found = auditing.audit_folder(folder)
        except (AssertionError, ValueError, KeyError, TypeError, AttributeError):
            return True
    codes = {one.code for one in found.findings} | {one.code for one in found.matches}
    return code not in codes if mutant.event else found.verdict != "sound"


def main() -> int:
    """Tries every mutant."""
    setattr(OpeningFiles, "write_views", _no_pictures)  # noqa: B010 - they take the time
    with tempfile.TemporaryDirectory() as folder:
        sound = swiss(Path(folder) / "cup")
        missed = [
            one for place, one in enumerate(MUTANTS)
            if not is_caught(one, sound, Path(folder) / str(place) / "cup")
        ]  # fmt: skip
    for one in missed:
        print(f"not noticed: {one}")
    print(f"{len(MUTANTS)} mutants, {len(missed)} not noticed")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
