"""What lies in the inbox of a repository: a folder a seat, names of one form (repository 1).

Files are read as the bytes that git holds, never from a work tree: no filter, no line ending and no
link of anybody's comes between. Whatever has another name is not in the inbox.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from adjudicator.api.named_files import MAX_SIZE
from adjudicator.api.problems import Problem, Refused
from adjudicator.repository.git import Git, TreeEntry

__all__ = [
    "INBOX",
    "LIMITS",
    "InboxFile",
    "Kind",
    "SeatFiles",
    "inbox_entries",
    "inbox_file",
    "inbox_files",
    "inbox_path",
]

INBOX = "inbox"
"""The folder of all that players commit."""
Kind = Literal["sheet", "signature", "pledge", "sealed", "hash"]
"""An order sheet; its SSH signature; the pledge that answers a lock; sheet and signature, encrypted
for the referee; the hash of a sheet that is shown later."""

_ENDINGS: Mapping[Kind, str] = {
    "sheet": ".json",
    "signature": ".json.sig",
    "pledge": "-pledge.json",
    "sealed": ".age",
    "hash": ".sha256",
}
LIMITS: Mapping[Kind, int] = {
    "sheet": MAX_SIZE,
    "signature": 1 << 14,
    "pledge": 1 << 14,
    "sealed": 1 << 21,
    "hash": 256,
}
"""By kind, the most bytes of such a file."""
_PATH = re.compile(
    rf"{INBOX}/(?P<seat>[a-z0-9-]{{1,40}})/n(?P<n>[0-9]{{4,6}})"
    r"(?P<ending>\.json|\.json\.sig|-pledge\.json|\.age|\.sha256)"
)
assert set(_ENDINGS) == set(LIMITS) == {*get_args(Kind)}


class InboxFile(NamedTuple):
    """What a path in the inbox says."""

    seat: str
    """Whose it is."""
    n: int
    """For which opening."""
    kind: Kind
    """What it is."""

    @property
    def path(self) -> str:
        """The path, from the top of the repository."""
        return inbox_path(self.seat, self.n, self.kind)


class SeatFiles(NamedTuple):
    """What lies in the inbox of one seat for one opening; None: it is not there."""

    sheet: bytes | None = None
    """The order sheet."""
    signature: bytes | None = None
    """Its SSH signature."""
    pledge: bytes | None = None
    """The pledge that answers the lock."""
    sealed: bytes | None = None
    """Sheet and signature, encrypted for the referee."""
    hash: bytes | None = None
    """The hash of the sheet, which comes later."""


def inbox_path(seat: str, n: int, kind: Kind) -> str:
    """Returns where a file of a seat lies, from the top on: `inbox/usa/n0012.json`."""
    return f"{INBOX}/{seat}/n{n:04d}{_ENDINGS[kind]}"


def inbox_file(path: str) -> InboxFile | None:
    """Returns what a path says; None: no file of the inbox lies there."""
    found = _PATH.fullmatch(path)
    if found is None:
        return None
    kind = next(kind for kind, ending in _ENDINGS.items() if ending == found["ending"])
    file = InboxFile(found["seat"], int(found["n"]), kind)
    return file if file.path == path else None  # n00012 is another name of n0012


def inbox_entries(git: Git, commit: str) -> dict[InboxFile, TreeEntry]:
    """Returns all ordinary files of the inbox of a commit, by what their paths say."""
    found = ((inbox_file(one.path), one) for one in git.tree(commit, f"{INBOX}/") if one.is_file)
    return {file: entry for file, entry in found if file is not None}


def inbox_files(git: Git, commit: str, n: int, *, seats: Iterable[str]) -> dict[str, SeatFiles]:
    """Returns what lies in the inbox of a commit for an opening, by seat; empty seats are left out.

    Args:
        seats: the seats of the match: folders of others are nobody's.

    Raises:
        Refused: `file-too-large`, by the kind of the file.
    """
    known = {*seats}
    entries = {
        file: entry
        for file, entry in inbox_entries(git, commit).items()
        if file.n == n and file.seat in known
    }
    for file, entry in entries.items():
        _check_size(file, entry)
    contents = git.contents([entry.id for entry in entries.values()])
    found: dict[str, SeatFiles] = {}
    for file, content in zip(entries, contents, strict=True):
        before = found.get(file.seat, SeatFiles())
        found[file.seat] = before._replace(**{file.kind: content})
    return {seat: found[seat] for seat in sorted(found)}


def _check_size(file: InboxFile, entry: TreeEntry) -> None:
    if entry.size > LIMITS[file.kind]:
        message = f"{file.path} has {entry.size} bytes; at most {LIMITS[file.kind]} are read"
        hint = f"The seat {file.seat} commits a smaller one in its place."
        raise Refused([Problem("file-too-large", message, hint=hint, kind="malformed")])
