"""Symbolic links in a match folder: a match that came from elsewhere may hold some.

Through one, a run would read or write what lies outside of the match. The files of a match are
ordinary files in ordinary folders; what else lies in its folder is nobody's business.
"""

from __future__ import annotations

import os
from pathlib import Path

from adjudicator.documents.problems import unusable_file

__all__ = ["check_links"]

_FILES = (
    ".gitignore", "log.jsonl", "match.json", ".lock", "map", "referee", "orders", "now",
    "openings",
)  # fmt: skip
_FOLDERS = ("map", "referee", "orders", "now", "openings")
_DEEPEST = 3
"""How deep the folders of a match nest: referee/orders/n0001."""


def check_links(folder: Path) -> None:
    """Raises `UnusableFile` (`is-a-link`) if a part of a match is a symbolic link."""
    for name in _FILES:
        if (folder / name).is_symlink():
            raise _is_a_link(folder / name)
    for name in _FOLDERS:
        _check_folder(folder / name, 1)


def _check_folder(folder: Path, depth: int) -> None:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:  # whoever needs the folder says what is wrong with it
        return
    for entry in found:
        if entry.is_symlink():
            raise _is_a_link(folder / entry.name)
        if depth < _DEEPEST and entry.is_dir(follow_symlinks=False):
            _check_folder(folder / entry.name, depth + 1)


def _is_a_link(path: Path) -> Exception:
    return unusable_file(
        path,
        "is-a-link",
        "this is a symbolic link: it may lead out of the match",
        "Put the file or folder itself here.",
    )
