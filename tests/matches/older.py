"""Match folders as older programs left them: views of every opening in openings/, no now/."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

__all__ = ["aged"]


def aged(match: Path) -> Path:
    """Moves the views in now/ to where older programs put them; returns that folder.

    There a seat's own files lay beside those of everybody, with its name in theirs.
    """
    stamp = json.loads((match / "now" / "stamp.json").read_bytes())
    folder = match / "openings" / str(stamp["views"])
    folder.parent.mkdir(exist_ok=True)
    shutil.move(match / "now", folder)
    (folder / "stamp.json").unlink()
    own = match / "referee" / "now"
    for path in sorted(own.glob("*/*")):
        shutil.move(path, folder / f"{path.stem}-{path.parent.name}{path.suffix}")
    shutil.rmtree(own, ignore_errors=True)
    return folder
