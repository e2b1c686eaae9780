"""Reading and writing files so that a crash at any moment leaves the old or the new content."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from adjudicator.core.problem import Problem, TryAgain
from adjudicator.files.problems import unusable_file

__all__ = [
    "LOCK_NAME",
    "append_durably",
    "match_lock",
    "read_bytes",
    "write_atomically",
    "write_new",
]

LOCK_NAME = ".lock"
"""The lock file in a match folder; empty, and of no interest to git."""

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_BINARY = getattr(os, "O_BINARY", 0)


def read_bytes(path: Path, *, limit: int | None = None) -> bytes:
    """Returns the content of a file, or `limit + 1` bytes of one that is longer than `limit`.

    Raises `UnusableFile` (`no-such-file`, `is-a-folder`, `unreadable`).
    """
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            _refuse(path, "is-a-folder", "this is a folder, not a file", "Name a file in it")
        if not stat.S_ISREG(found.st_mode):
            _refuse(path, "unreadable", "this is not an ordinary file", "Name an ordinary file")
        with path.open("rb") as file:
            return file.read(-1 if limit is None else limit + 1)
    except (FileNotFoundError, NotADirectoryError):
        folder = path.parent
        hint = f"There is no folder {folder}" if not folder.is_dir() else _neighbours(folder)
        _refuse(path, "no-such-file", "there is no such file", hint)
    except (OSError, ValueError) as error:
        _refuse(
            path,
            "unreadable",
            f"the file cannot be read: {_reason(error)}",
            "Check who may read it",
        )


def write_atomically(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Puts `content` in the place of whatever stood at `path`.

    It is written beside it under another name and on the disk before it takes the name, so that
    nobody ever sees a part. The file gets `mode` less the bits that the user's umask takes away.
    Raises `TryAgain` (`disk-full`) or `UnusableFile` (`cannot-write`, `is-a-folder`).
    """
    try:
        temporary, file = _new_file(path, mode)
    except OSError as error:
        _cannot_write(path, error)
    try:
        try:
            _write_all(file, content)
            os.fsync(file)
        finally:
            os.close(file)
        temporary.replace(path)
        _sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            _cannot_write(path, error)
        raise


def write_new(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Writes a file that is not there yet; one that is there is never overwritten.

    Raises `UnusableFile` (`file-exists`), and what `write_atomically` raises.
    """
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
    except FileExistsError:
        hint = "Name another file, or move this one away if nobody needs it"
        _refuse(path, "file-exists", "this file is there and is not overwritten", hint)
    except OSError as error:
        _cannot_write(path, error)
    try:
        try:
            _write_all(file, content)
            os.fsync(file)
        finally:
            os.close(file)
        _sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            path.unlink()
        if isinstance(error, OSError):
            _cannot_write(path, error)
        raise


def append_durably(path: Path, content: bytes) -> None:
    """Adds `content` at the end of a file, which is made if it does not exist.

    A write at the end that is cut off would leave half an opening in a log, so the file is
    replaced as a whole: after a crash it holds all of `content` or nothing of it. The caller
    holds the lock of the match. Raises what `write_atomically` and `read_bytes` raise.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        write_atomically(path, content)
    except OSError as error:
        _cannot_write(path, error)
    else:
        write_atomically(path, read_bytes(path) + content, mode=mode)


@contextlib.contextmanager
def match_lock(folder: Path) -> Iterator[None]:
    """Holds the lock of a match; raises `TryAgain` (`match-locked`) if another run has it."""
    if not folder.is_dir():
        _refuse(folder, "no-such-file", "there is no such folder", "Name the folder of a match")
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK_NAME)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        message = f"the match {folder} is locked by another run"
        hint = "Wait until it has finished, then run the same command"
        raise TryAgain(Problem("match-locked", message, hint=hint, kind="unusable")) from None
    except (OSError, NotImplementedError) as error:
        _cannot_write(folder / LOCK_NAME, error)
    try:
        yield
    finally:
        lock.release()


def _new_file(path: Path, mode: int) -> tuple[Path, int]:
    """Opens a file of a name not used yet beside `path`; another run never has the same one."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    number = 0
    while True:
        temporary = path.with_name(f".new-{os.getpid()}-{number}")
        try:
            return temporary, os.open(temporary, flags, mode)
        except FileExistsError:
            number += 1


def _write_all(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


def _sync_folder(folder: Path) -> None:
    """Makes the new name durable, where the system lets folders be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(opened)


def _neighbours(folder: Path) -> str:
    try:
        names = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return ""
    if not names:
        return f"The folder {folder} is empty"
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return f"In the folder {folder}: {', '.join(names[:8])}{more}"


def _reason(error: Exception) -> str:
    """The system's own words, without the file name and the number."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words[:1].lower() + words[1:]


def _cannot_write(path: Path, error: Exception) -> NoReturn:
    number = error.errno if isinstance(error, OSError) else None
    if number in _NO_ROOM:
        message = f"there is no room on the disk to write {path}"
        hint = "Make room, then try again; the old content is untouched"
        raise TryAgain(Problem("disk-full", message, hint=hint, kind="unusable")) from error
    if number == errno.EISDIR:
        _refuse(path, "is-a-folder", "this is a folder, not a file", "Name a file in it")
    if number in _NOT_ALLOWED:
        hint = "Check who owns the folder and whether it may be written to"
    elif number in (errno.ENOENT, errno.ENOTDIR):
        hint = f"There is no folder {path.parent}"
    else:
        hint = ""
    _refuse(path, "cannot-write", f"the file cannot be written: {_reason(error)}", hint)


def _refuse(path: Path, code: str, message: str, hint: str) -> NoReturn:
    raise unusable_file(path, code, message, hint) from None
