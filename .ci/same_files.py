"""Ends with 1 if two folders differ in a byte: python .ci/same_files.py EXPECTED GIVEN"""

from __future__ import annotations

import sys
from pathlib import Path

EXPECTED, GIVEN = map(Path, sys.argv[1:])


def files(folder: Path) -> dict[str, bytes]:
    """Returns the files of a folder by path; the lock is of no interest."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


expected, given = files(EXPECTED), files(GIVEN)
wrong = sorted(
    name for name in expected.keys() | given.keys() if expected.get(name) != given.get(name)
)
for name in wrong:
    print(f"differs: {name}", file=sys.stderr)
sys.exit(bool(wrong))
