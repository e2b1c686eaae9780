"""The layout of a map that no picture has without a search: now/layout.json.

Like all in now/ it can be made again: it is written unsynced, and what is lost or torn is searched
for once more. It belongs to the map, which never changes in a match, so no stamp names it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.core.capabilities import LaysOut
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_MAP
from adjudicator.documents.problems import UnusableFile
from adjudicator.documents.storage import make_folder, read_bytes, write_atomically
from adjudicator.matches.newest_views import NOW

__all__ = ["keep_layout", "restore_layout"]

_LAYOUT = "layout.json"


def restore_layout(folder: Path, rules: Rules[Any]) -> None:
    """Tells rules what was found before, where it is kept."""
    path = folder / NOW / _LAYOUT
    if isinstance(rules, LaysOut) and path.is_file():
        try:
            rules.layout = read_bytes(path, limit=MAX_MAP).decode()
        except (UnusableFile, UnicodeDecodeError):
            return  # It is searched for, and written anew.


def keep_layout(folder: Path, rules: Rules[Any]) -> None:
    """Keeps what a picture was laid out by, if it was searched for."""
    if isinstance(rules, LaysOut) and (found := rules.laid_out()) not in ("", rules.layout):
        path = make_folder(folder, NOW, lasting=False) / _LAYOUT
        write_atomically(path, found.encode(), lasting=False)
        rules.layout = found
