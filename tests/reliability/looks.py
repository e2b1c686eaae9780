"""Commands that only look: whatever they find, a match folder stays as it is, to the last byte.

Names, contents, modes and times of last change are compared, of files and of folders; so no lock
file is left behind either, and nothing is written that is the same as before.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.cli.common import Exit

__all__ = ["LOOKS", "Call", "Found", "everything", "look", "looked"]

Call = Callable[[str], tuple[int, str]]
"""Gives a command; returns its exit code and what it printed on stdout."""


class Found(NamedTuple):
    """A file or folder as it is."""

    mode: int
    changed: int
    """When, in nanoseconds."""
    content: bytes


LOOKS = (
    "status {m}",
    "status {m} --json",
    "map {m}",
    "map {m} --n 0",
    "report {m}",
    "report {m} --html",
    "report {m} --n 0",
    "verify {m}",
    "verify {m} --dice-only",
    "luck {m}",
    "dispute {m}",
    "head {m}",
    "template {m} {seat}",
    "check {m} {seat}.json",
    "odds {m} {seat}.json",
)
"""Every command that only looks, as it is given; `{seat}.json` is a sheet."""
ENDS = (Exit.DONE, Exit.NO, Exit.USAGE, Exit.AWAITED, Exit.UNUSABLE)
TOLD_AS_AFTER = ("map {m}", "report {m}", "report {m} --html", "map {m} --n 0", "luck {m}")
"""They tell of a half-written match what they tell of it when it is mended."""
SAME = ("opening", "stands", "head", "over", "pending", "standings", "locked", "turn")


def everything(folder: Path) -> dict[str, Found]:
    """Returns all that a folder holds, and the folder itself, as they are."""
    found = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        is_file = stat.S_ISREG(path.lstat().st_mode)
        about = path.lstat()
        content = path.read_bytes() if is_file else b""
        found[path.relative_to(folder).as_posix()] = Found(
            about.st_mode, about.st_mtime_ns, content
        )
    return found


def look(
    call: Call, match: str, seats: Sequence[str], looks: Sequence[str] = LOOKS
) -> dict[str, str]:
    """Gives every command that only looks; returns what those told that everybody may read.

    Args:
        seats: for which sheets are begun and judged; `SEAT.json` may be there.
    """
    folder = Path(match)
    before, told = everything(folder), {}
    for words in looks:
        for seat in seats if "{seat}" in words else ("",):
            given = words.format(m=match, seat=seat)
            if f"{seat}.json" in given and not Path(f"{seat}.json").exists():
                continue
            code, text = call(given)
            assert code in ENDS, (given, code, text)
            now = everything(folder)
            changed = [name for name in {*before, *now} if before.get(name) != now.get(name)]
            assert not changed, (given, changed)
            told[words] = text
    return told


def looked(told: dict[str, str]) -> dict[str, Any]:
    """Returns of what was told that which is the same before a mend and after it."""
    status = json.loads(told["status {m} --json"])
    return {words: told[words] for words in TOLD_AS_AFTER if words in told} | {
        name: status.get(name) for name in SAME
    }
