"""The match of a commit, laid out in a folder that is thrown away (repository 3).

Bytes come from git's objects alone and go into a folder of our own: no checkout, no filter, no line
ending, no link and no hook of anybody's. Of a tree only what belongs to a match is taken.

What can be made again and costs time (the save, the views of the newest opening) is kept from one
turn to the next in `.git/adjudicator/made`. It vouches for nothing: the program compares it with
the log, and makes it again where it does not fit.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from adjudicator.api.fetched import is_sheet, put_back_sheets, withheld_sheets
from adjudicator.api.folders import match_lock, waiting_lock
from adjudicator.api.named_files import MAX_LOG, SheetFile
from adjudicator.api.problems import (
    AdjudicatorError,
    Problem,
    RefusedFile,
    Unusable,
    UnusableFile,
)
from adjudicator.repository.git import Git, check_size
from adjudicator.repository.origin import LOG

__all__ = [
    "VIEWS",
    "keep_made",
    "laid_out",
    "put_back",
    "share_made",
    "take_made",
    "throw_away_folder",
]

VIEWS = ("now/map.svg", "now/report.txt", "now/state.json")
"""The views of the newest opening that a repository holds, always at the same paths."""
_FILES = (LOG, "match.json", "offer.json")
_FOLDERS = ("map", "orders", "heads", "before")
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_MOST = 1 << 28
"""The most bytes of a match that are laid out."""
_SECONDS = 30
"""So long a run waits for another that just begins."""
_MADE = "made"
_WORK = "work-"


@contextlib.contextmanager
def throw_away_folder(git: Git) -> Iterator[Path]:
    """Gives an empty folder that is taken away at the end; those of killed runs go, too."""
    own = git.own_folder
    own.mkdir(mode=0o700, exist_ok=True)
    with contextlib.ExitStack() as stack:
        with waiting_lock(own, seconds=_SECONDS):
            for left in own.glob(f"{_WORK}*"):
                _remove_unless_held(left)
            folder = Path(tempfile.mkdtemp(prefix=_WORK, dir=own))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            stack.enter_context(match_lock(folder))
        (folder / "match").mkdir()
        try:
            yield folder / "match"
        except RefusedFile as error:
            raise _told_of_commit(error, folder / "match") from None


def _told_of_commit(error: RefusedFile, folder: Path) -> RefusedFile:
    """Returns problems without the folder: it is gone when they are read."""

    def told(text: str) -> str:
        return text.replace(f"{folder}/", "").replace(str(folder), ".")

    kind = UnusableFile if isinstance(error, UnusableFile) else RefusedFile
    return kind(
        one._replace(
            source=told(one.source),
            problem=one.problem._replace(
                message=told(one.problem.message), hint=told(one.problem.hint)
            ),
        )
        for one in error.located
    )


def _remove_unless_held(folder: Path) -> None:
    """Takes away what a killed run left; a run that goes on holds the lock of its folder."""
    with contextlib.suppress(AdjudicatorError, OSError), match_lock(folder):
        shutil.rmtree(folder, ignore_errors=True)


def laid_out(git: Git, commit: str, folder: Path, *, views: Sequence[str] = ()) -> None:
    """Writes what belongs to a match of a commit's tree into an empty folder.

    Args:
        views: the views that are wanted besides, of `VIEWS`.

    Raises:
        Unusable: `file-too-large`, a file or all of it is too large.
    """
    wanted = [one for one in git.tree(commit) if one.is_file and _belongs(one.path, views)]
    for one in wanted:
        check_size(one, MAX_LOG)
    if sum(one.size for one in wanted) > _MOST:
        message = f"the match in this repository has more than {_MOST} bytes"
        hint = "Nothing of a match is that large: `git log --stat` says who put it there."
        raise Unusable([Problem("file-too-large", message, hint=hint, kind="unusable")])
    for one, content in zip(wanted, git.contents([one.id for one in wanted]), strict=True):
        path = folder / one.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _belongs(path: str, views: Sequence[str]) -> bool:
    if path in _FILES or path in views:
        return True
    parts = path.split("/")
    return parts[0] in _FOLDERS and len(parts) > 1 and all(map(_PART.fullmatch, parts))


def put_back(
    folder: Path, log: bytes, found: Callable[[int, str], Iterable[SheetFile]]
) -> tuple[str, ...]:
    """Puts the sheets that a log withholds where the program looks for them.

    Args:
        found: gives for an opening and a seat the files that may be its sheet; the hash in the log
            decides.

    Returns:
        What is not there, such as "opening 4, western".
    """
    lacking: list[str] = []
    given: dict[int, list[tuple[str, SheetFile]]] = {}
    for named in withheld_sheets(log):
        files = found(named.n, named.seat)
        file = next((one for one in files if is_sheet(one.raw, named.hash)), None)
        if file is None:
            lacking.append(f"opening {named.n}, {named.seat}")
        else:
            given.setdefault(named.n, []).append((named.seat, file))
    for n, sheets in given.items():
        put_back_sheets(folder, n, sheets)
    return tuple(lacking)


def take_made(git: Git, folder: Path) -> None:
    """Puts what an earlier turn kept into a folder that is still empty, if it is there."""
    with contextlib.suppress(OSError):
        (git.own_folder / _MADE).replace(folder)


def share_made(git: Git, folder: Path) -> None:
    """Copies what a turn kept into an empty folder, for whoever only looks; else nothing.

    A turn may take it away meanwhile: what was copied by then does not fit, and plays no part.
    """
    with contextlib.suppress(OSError, shutil.Error):
        shutil.copytree(git.own_folder / _MADE, folder, dirs_exist_ok=True)


def keep_made(git: Git, folder: Path) -> None:
    """Keeps save and views of a match for the next turn; the secret and sheets as received go."""
    for name in ("secret.json", "people.json"):
        (folder / "referee" / name).unlink(missing_ok=True)
    for name in ("orders", "pledges", "faults"):
        shutil.rmtree(folder / "referee" / name, ignore_errors=True)
    for path in folder.iterdir():
        if path.name not in ("referee", "now"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    made = git.own_folder / _MADE
    with contextlib.suppress(OSError):
        shutil.rmtree(made, ignore_errors=True)
        folder.replace(made)
