"""Stale locks: `HEAD.lock` and its like, left by a git that was killed (repository.md, 8).

While one lies there, git refuses every push. It holds no process id, and its age proves nothing: a
push may take hours. Whoever made it is a process of its owner, so it is left over for certain where

* the processes of that owner can be looked at: they are ours, or we are root, and /proc shows all
  that run here (in a container: the disk is the container's own),
* none of them has a file of the repository open; none is a git that works in a folder of it, is
  told by `--git-dir` or GIT_DIR where it works, or lets nobody look,
* and the file lies on a disk of this computer, for what runs on another one cannot be seen.

Else it is named, and nobody takes it away but a person.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.problems import Problem
from adjudicator.repository.git import Git

__all__ = ["LeftLock", "left_locks", "remove_left"]

_PROC = Path("/proc")
_SHARED = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse", "ceph", "glusterfs", "virtiofs")
"""Kinds of file systems, by the begin of their names, that other computers may write to."""
_OWN = ("overlay", "tmpfs")
"""Kinds that a container has for itself."""
_FIRST_NAMESPACE = 0xEFFFFFFC
"""The inode of the first namespace of processes, in which all are seen (Linux, proc_ns.h)."""
_TAKEN = "taken-away"


class LeftLock(NamedTuple):
    """A lock of git that lies in a repository."""

    path: Path
    """The file."""
    name: str
    """The same, from the top of the repository."""
    mark: tuple[int, int, int]
    """Which file it is: device, inode, when it was written."""
    doubt: str
    """Why somebody may hold it; empty: nobody does."""

    @property
    def problem(self) -> Problem:
        """What to tell of it."""
        if self.doubt:
            message = f"{self.name} lies there, and {self.doubt}"
            hint = "While it lies there git refuses to write. If no git is running for this "
            hint += "repository, on any computer, take the file away."
            return Problem("lock-held", message, hint=hint, kind="unusable")
        message = f"{self.name} was left by a git that was killed: nothing that runs here holds it"
        hint = "Until it is gone git refuses to write: `adjudicator git doctor --repair`."
        return Problem("lock-left", message, hint=hint, kind="unusable")


def left_locks(git: Git) -> list[LeftLock]:
    """Returns the locks of git in a repository, and of each whether somebody may hold it."""
    common = git.run("rev-parse", "--path-format=absolute", "--git-common-dir").text
    inside = dict.fromkeys(one.resolve() for one in (git.git_folder, Path(common)))
    paths = dict.fromkeys(path for folder in inside for path in sorted(_locks(folder)))
    if not paths:
        return []
    folders = (*inside, git.top.resolve())
    found = []
    for path in paths:
        try:
            status = path.lstat()
        except OSError:
            continue  # Whoever held it is done.
        doubt = _doubt(path, status.st_uid, folders)
        found.append(LeftLock(path, _name(path, git.top), _mark(status), doubt))
    return [one for one in found if _marked(one.path) == one.mark]


def remove_left(git: Git, lock: LeftLock) -> bool:
    """Takes a lock away that nobody holds; whether it is gone.

    It is moved first, and put back if it is another one by now.
    """
    if lock.doubt:
        return False
    own = git.own_folder
    own.mkdir(mode=0o700, exist_ok=True)
    aside = own / f"{_TAKEN}-{os.getpid()}"
    try:
        lock.path.rename(aside)
        if _marked(aside) != lock.mark and not lock.path.exists():
            os.link(aside, lock.path)
        aside.unlink()
    except OSError:
        return False
    return not lock.path.exists()


def _locks(folder: Path) -> Iterator[Path]:
    """Yields git's own locks: those of the program have another name, and are held by the system.

    Contents lie below objects/, where only maintenance locks something.
    """
    for root, names, files in os.walk(folder):
        inside = Path(root)
        if inside == folder:
            names[:] = [one for one in names if one not in ("adjudicator", "hooks", "lfs")]
        if inside.parent == folder and inside.name == "objects":
            names[:] = [one for one in names if one in ("info", "pack")]
        yield from (inside / one for one in files if one.endswith(".lock") and one != ".lock")


def _name(path: Path, top: Path) -> str:
    return str(path.relative_to(top) if path.is_relative_to(top) else path)


def _mark(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_dev, status.st_ino, status.st_mtime_ns


def _marked(path: Path) -> tuple[int, int, int] | None:
    try:
        return _mark(path.lstat())
    except OSError:
        return None


def _doubt(path: Path, owner: int, folders: Sequence[Path]) -> str:
    """Returns why somebody may hold a lock; empty if for certain nobody does."""
    if not (_PROC / "self" / "fd").is_dir():
        return "here nobody can tell whether a process holds it"
    if owner != os.geteuid() and os.geteuid() != 0:
        return "it is another user's, whose processes cannot be looked at"
    kind = _file_system(path)
    if kind.startswith(_SHARED):
        return f"it lies on a disk of another computer ({kind}), whose processes cannot be seen"
    if not _sees_all() and not kind.startswith(_OWN):
        return "in this container the processes outside of it cannot be seen"
    for process in _PROC.iterdir():
        if process.name.isdecimal() and int(process.name) != os.getpid():
            holds = _holds(process, owner, folders)
            if holds:
                return holds
    return ""


def _sees_all() -> bool:
    """Whether all processes of this computer are seen (pid_namespaces(7))."""
    try:
        return (_PROC / "self" / "ns" / "pid").stat().st_ino == _FIRST_NAMESPACE
    except OSError:
        return False


def _holds(process: Path, owner: int, folders: Sequence[Path]) -> str:
    """Returns how a process may hold a lock of its user's; empty if it does not.

    Args:
        folders: those of the repository: where its refs and objects lie, and its work tree last.
    """
    name = "git"
    try:
        if process.stat().st_uid != owner:
            return ""
        name = (process / "comm").read_text(errors="replace").strip()
        opened = [one.readlink() for one in (process / "fd").iterdir()]
        holds = any(_is_in(one, folders[:-1]) for one in opened)
        if name.startswith("git") and not holds:
            holds = any(_is_in(one, folders) for one in _works_in(process))
    except (FileNotFoundError, ProcessLookupError):
        return ""  # It has ended meanwhile.
    except OSError:
        holds = name.startswith("git")
    return f"process {process.name} ({name!a}) may be working there" if holds else ""


def _works_in(process: Path) -> Iterator[Path]:
    """Yields the folders in which a git works: where it stands, and what it is told.

    A linked work tree has a file `.git` that leads to a folder of its repository
    (gitrepository-layout).
    """
    where = (process / "cwd").readlink()
    yield where
    said = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
    words = [word.decode(errors="surrogateescape") for word in said.split(b"\0")]
    for before, word in pairwise(["", *words]):
        name, equals, value = word.partition("=")
        if equals and name in ("GIT_DIR", "GIT_COMMON_DIR", "--git-dir"):
            yield (where / value).resolve()
        elif before == "--git-dir":
            yield (where / word).resolve()
    for folder in (where, *where.parents):
        link = folder / ".git"
        if link.is_file():
            told = link.read_text(errors="surrogateescape").removeprefix("gitdir:").strip()
            yield (folder / told).resolve()
        if link.exists():
            return


def _is_in(place: Path, folders: Sequence[Path]) -> bool:
    return place.is_absolute() and any(place.is_relative_to(folder) for folder in folders)


def _file_system(path: Path) -> str:
    """Returns the kind of the file system on which a file lies, by /proc/self/mountinfo."""
    best, kind = -1, "unknown"
    try:
        lines = (_PROC / "self" / "mountinfo").read_text(errors="replace").splitlines()
    except OSError:
        return "fuse"
    place = path.resolve()
    for line in lines:
        words = line.split(" ")
        point = Path(words[4].replace("\\040", " "))
        if place.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), words[words.index("-") + 1]
    return kind
