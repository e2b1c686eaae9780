"""What an older match folder lacks: done by the next command that writes to it.

Files of single seats and addresses are kept from git, and what is the referee's from everybody
else on the same computer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.core.limits import MAX_SIZE
from adjudicator.documents.storage import (
    REFEREE,
    close_folder,
    is_closed,
    read_bytes,
    write_atomically,
)
from adjudicator.matches.people import move_addresses

__all__ = ["IGNORED", "keep_up"]

IGNORED = (b"/referee/", b"/openings/*/*-*.*", b".lock", b".new-*", b"key-*.json*")
"""What a match's .gitignore names, a line each: what is the referee's, which are also the views of
single seats, and passing files. Older programs kept a seat's views beside those of everybody, with
a hyphen in the name: `openings/n0007-turn-2/state-blue.json`."""


def keep_up(folder: Path) -> tuple[str, ...]:
    """Brings a match folder up to date; returns what to tell of it.

    The caller holds the lock of the match. What is done already is not done again, so that a run
    that was killed leaves nothing undone.

    Raises:
        RefusedFile: addresses are to be moved into a people.json that is malformed or invalid.
        TryAgain, UnusableFile: a file cannot be written.
    """
    return tuple(_kept_up(folder))


def _kept_up(folder: Path) -> Iterator[str]:
    # Into a folder that is closed nobody comes, whatever modes lie in it: a long match has many.
    if not is_closed(folder / REFEREE) and close_folder(folder / REFEREE):
        yield "others on this computer could read what lies in referee/; now they cannot"
    if moved := move_addresses(folder):
        yield (
            f"the addresses in match.json ({', '.join(moved)}) were moved to referee/people.json: "
            "match.json is public; what git took of it before stays in its history"
        )
    if _name_ignored(folder / ".gitignore"):
        yield (
            ".gitignore names the files of single seats now; if git took some of them before: "
            "git rm --cached 'openings/*/*-*.*'"
        )


def _name_ignored(path: Path) -> bool:
    """Adds what lacks in a .gitignore; lines of people stay. Where there is none, none is wanted.

    Returns whether the files of single seats were not named in it.
    """
    if path.is_symlink() or not path.is_file():
        return False
    raw = read_bytes(path, limit=MAX_SIZE)
    there = {line.rstrip() for line in raw.split(b"\n")}
    lacking = [line for line in IGNORED if line not in there]
    if not lacking or len(raw) > MAX_SIZE:
        return False
    end = b"" if raw.endswith(b"\n") or not raw else b"\n"
    write_atomically(path, raw + end + b"".join(line + b"\n" for line in lacking))
    return IGNORED[1] in lacking
