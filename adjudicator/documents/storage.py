"""Reading and writing files so that a crash at any moment leaves the old or the new content.

The log alone is added to in place; what a crash leaves of an addition, `log_file` cuts off.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Container, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, NoReturn

from adjudicator.core.problem import Problem, TryAgain
from adjudicator.documents.problems import unusable_file

__all__ = [
    "LOCK_NAME",
    "PRIVATE",
    "REFEREE",
    "Ends",
    "append_durably",
    "cannot_write",
    "check_wanted",
    "close_folder",
    "copy_folder",
    "cut_durably",
    "empty_folder",
    "has_unfinished",
    "is_blank",
    "is_closed",
    "is_referees",
    "is_unfinished",
    "make_folder",
    "match_lock",
    "move_file",
    "new_folder",
    "read_bytes",
    "read_ends",
    "read_lines",
    "remove_unfinished",
    "sync_names",
    "waiting_lock",
    "write_atomically",
    "write_new",
    "write_wanted",
]

LOCK_NAME = ".lock"
"""The lock file in a match folder; empty, and of no interest to git."""

REFEREE = "referee"
"""The folder of a match that is the referee's alone: nobody else may enter it."""
PRIVATE = 0o600
"""The mode of a file that its owner alone may read."""
_PRIVATE_FOLDER = 0o700

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_BINARY = getattr(os, "O_BINARY", 0)
_EFFECTIVE = os.access in os.supports_effective_ids
_BLOCK = 1 << 14
"""How much of the end of a file is read at first."""
_NEW = ".new-"
"""How the name of a file begins that is being written; of no interest to git."""
_MARK = ".new-match"
"""Lies in a folder that is being made."""


def read_bytes(path: Path, *, limit: int) -> bytes:
    """Returns the content of a file, or `limit + 1` bytes of one that is longer than `limit`.

    Raises `UnusableFile` (`no-such-file`, `is-a-folder`, `unreadable`).
    """
    with _opened(path) as file:
        return file.read(limit + 1)


def read_lines(path: Path, *, limit: int) -> Iterator[bytes]:
    """Yields the lines of a file one after another, `limit` bytes of it at most.

    Raises `UnusableFile` as `read_bytes` does.
    """
    with _opened(path) as file:
        while limit > 0 and (line := file.readline(limit)):
            limit -= len(line)
            yield line


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Opens an ordinary file to read it."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            _refuse(path, "is-a-folder", "this is a folder, not a file", "Name a file in it")
        if not stat.S_ISREG(found.st_mode):
            _refuse(path, "unreadable", "this is not an ordinary file", "Name an ordinary file")
        with path.open("rb") as file:
            yield file
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


def write_atomically(
    path: Path, content: bytes, *, mode: int = 0o644, lasting: bool = True, named: bool = True
) -> None:
    """Puts `content` in the place of whatever stood at `path`.

    It is written beside it under another name and on the disk before it takes the name, so that
    nobody ever sees a part. The file gets `mode` less the bits that the user's umask takes away.

    Args:
        lasting: whether it must be on the disk when this returns. What can be made again need not:
            a power cut may lose it, and its reader must be able to tell; a killed run may not.
        named: whether its name must be too: else a power cut may leave what stood there before,
            and whoever needs more gives `sync_names` the folder.

    Raises `TryAgain` (`disk-full`) or `UnusableFile` (`cannot-write`, `is-a-folder`).
    """
    try:
        temporary, file = _new_file(path, mode)
    except OSError as error:
        cannot_write(path, error)
    try:
        _write_and_close(file, content, lasting=lasting)
        temporary.replace(path)
        if lasting and named:
            _sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            cannot_write(path, error)
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
        cannot_write(path, error)
    try:
        _write_and_close(file, content)
        _sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            path.unlink()
        if isinstance(error, OSError):
            cannot_write(path, error)
        raise


def write_wanted(path: Path, content: bytes, *, force: bool = False, mode: int = 0o644) -> None:
    """Writes a file that somebody named; what is there already is kept, unless it says the same.

    A pipe or a device takes all that is written to it. A link stays: what it leads to is written.

    Args:
        force: whether what is there may be overwritten.

    Raises `UnusableFile` (`file-kept`), and what `write_atomically` raises.
    """
    path = path.resolve() if path.is_symlink() else path
    if path.is_file():
        if _holds(path, content):
            return
        if not force:
            check_wanted(path, content)
    elif path.exists() and not path.is_dir():
        try:
            path.write_bytes(content)
        except OSError as error:
            cannot_write(path, error)
        return
    write_atomically(path, content, mode=mode)


def check_wanted(path: Path, content: bytes) -> None:
    """Raises `UnusableFile` (`file-kept`) if a file is there that says something else."""
    if path.is_file() and not _holds(path, content):
        hint = "Name another file, or say --force to overwrite this one"
        _refuse(path, "file-kept", "this file is there already and says something else", hint)


def _holds(path: Path, content: bytes) -> bool:
    return read_bytes(path, limit=len(content)) == content


def append_durably(path: Path, content: bytes) -> None:
    """Adds `content` at the end of a file that exists.

    Only the new bytes are written, however long the file is. When this returns they are on the
    disk; when it raises, the file is as long as before. A run that is killed meanwhile leaves the
    first part of them: what is read later must know its own end. The caller holds the lock of
    the match. Raises `TryAgain` (`disk-full`) or `UnusableFile` (`cannot-write`, `is-a-folder`).
    """
    size = None
    try:
        size = path.stat().st_size
        file = os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY)
        _write_and_close(file, content)
    except BaseException as error:
        if size is not None:
            with contextlib.suppress(OSError):
                os.truncate(path, size)
        if isinstance(error, OSError):
            cannot_write(path, error)
        raise


def cut_durably(path: Path, size: int) -> None:
    """Cuts a file to its first `size` bytes; raises what `append_durably` does."""
    try:
        file = os.open(path, os.O_WRONLY | _BINARY)
        try:
            os.ftruncate(file, size)
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        cannot_write(path, error)


class Ends(NamedTuple):
    """The first and the last line of a file, without their line feeds, and its size."""

    first: bytes
    last: bytes
    size: int


def read_ends(path: Path, *, limit: int) -> Ends | None:
    """Returns the ends of a file of lines, without reading what lies between.

    None: the file cannot be read, does not end with a line feed, or one of them is longer than
    `limit`.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            first = file.readline(limit + 1)
            size = file.seek(0, os.SEEK_END)
            tail, start = b"", size
            while start > 0 and b"\n" not in tail[:-1] and len(tail) <= limit:
                step = min(start, max(_BLOCK, len(tail)))
                start -= step
                file.seek(start)
                tail = file.read(step) + tail
    except (OSError, ValueError):
        return None
    is_cut = start > 0 and b"\n" not in tail[:-1]
    if is_cut or not (first.endswith(b"\n") and tail.endswith(b"\n")):
        return None
    return Ends(first[:-1], tail[:-1].rpartition(b"\n")[2], size)


def sync_names(folder: Path) -> None:
    """Makes the names of all files that were written to a folder last.

    One call does for many files, and for the folder's own name: file systems that keep a journal
    have it on the disk no later than what the folder holds. Raises what `write_atomically` does.
    """
    try:
        _sync_folder(folder)
    except OSError as error:
        cannot_write(folder, error)


def is_blank(content: bytes) -> bool:
    """Whether a file is empty or all zeros, as a power cut leaves one that was being written."""
    return not content.strip(b"\0")


def make_folder(root: Path, *names: str, lasting: bool = True) -> Path:
    """Returns the folder of these names below `root`; what is missing of it is made.

    `root` itself is never made. In the folder of a match, nobody but the owner may enter what is
    the referee's. Raises `TryAgain` (`disk-full`) or `UnusableFile` (`cannot-write`).
    """
    folder = root
    mode = _PRIVATE_FOLDER if names[:1] == (REFEREE,) else 0o777
    for name in names:
        folder /= name
        try:
            folder.mkdir(mode)
            if lasting:
                _sync_folder(folder.parent)
        except FileExistsError:
            continue
        except OSError as error:
            cannot_write(folder, error)
    return folder


def move_file(path: Path, folder: Path) -> None:
    """Moves a file into another folder of the same match, under its own name.

    `sync_names` of the folder that it leaves makes that last: a rename is done or not. Raises
    `TryAgain` (`disk-full`) or `UnusableFile` (`cannot-write`).
    """
    try:
        path.replace(folder / path.name)
    except OSError as error:
        cannot_write(folder / path.name, error)


def has_unfinished(folder: Path) -> bool:
    """Whether a run that was killed left something in a folder; not in those below it."""
    try:
        return any(entry.name.startswith(_NEW) for entry in folder.iterdir())
    except OSError:
        return False


def remove_unfinished(folder: Path) -> None:
    """Takes away what runs that were killed began to write in a folder and those below it.

    The caller holds the lock of the match: so nobody writes there now.
    """
    try:
        for path in folder.rglob(f"{_NEW}*"):
            path.unlink()
    except OSError as error:
        cannot_write(folder, error)


def is_unfinished(folder: Path) -> bool:
    """Whether a run is making this folder, or was killed while it did."""
    return (folder / _MARK).exists()


@contextlib.contextmanager
def new_folder(folder: Path, names: Container[str]) -> Iterator[None]:
    """Makes the folder of a match and locks it; until the block ends, nothing in it counts.

    One that a killed run began is begun again.

    Args:
        names: what is made in it; nothing else is ever taken away from a folder.

    Raises:
        UnusableFile: the folder holds something else already (`folder-not-empty`).
        TryAgain: another run is making it.
    """
    _check_free(folder, names)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _sync_folder(folder.parent)
    except OSError as error:
        cannot_write(folder, error)
    with match_lock(folder):
        begun = _check_free(folder, names)
        write_atomically(folder / _MARK, b"")
        try:
            for path in begun:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            yield
            (folder / _MARK).unlink()
            _sync_folder(folder)
        except OSError as error:
            cannot_write(folder, error)


def _check_free(folder: Path, names: Container[str]) -> list[Path]:
    """Returns what a killed run began in a folder; raises if it is somebody else's."""
    if folder.is_file():
        _refuse(folder, "cannot-write", "this is a file, not a folder", "Name a new folder.")
    try:
        there = list(folder.iterdir()) if folder.exists() else []
    except OSError as error:
        cannot_write(folder, error)
    begun = is_unfinished(folder)
    for path in there:
        ours = path.name == LOCK_NAME or path.name.startswith(_NEW)
        if not (ours or (begun and path.name in names)):
            _refuse(folder, "folder-not-empty", "the folder is not empty", "Name a new folder.")
    return [path for path in there if path.name not in (LOCK_NAME, _MARK)]


def empty_folder(folder: Path) -> None:
    """Takes away all that a folder holds."""
    try:
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    except OSError as error:
        cannot_write(folder, error)


def copy_folder(source: Path, target: Path) -> None:
    """Copies what the folder of a match holds, but for locks and what was not finished.

    What is the referee's nobody else may read in the copy, whoever may in the original.
    """
    try:
        for path in sorted(source.iterdir()):
            _copy(path, target / path.name, private=path.name == REFEREE)
    except OSError as error:
        cannot_write(target, error)


def _copy(path: Path, target: Path, *, private: bool) -> None:
    if path.name == LOCK_NAME or path.name.startswith(_NEW):
        return
    if path.is_dir():
        target.mkdir(_PRIVATE_FOLDER if private else 0o777)
        for inside in sorted(path.iterdir()):
            _copy(inside, target / inside.name, private=private)
    else:
        shutil.copy2(path, target)
        if private:
            _close(target, PRIVATE)


def is_referees(match: Path) -> bool:
    """Whether the folder of the referee is in that of a match, and can be entered and read."""
    folder = match / REFEREE
    return folder.is_dir() and os.access(folder, os.R_OK | os.X_OK, effective_ids=_EFFECTIVE)


def is_closed(folder: Path) -> bool:
    """Whether nobody but the owner may enter a folder; no where the file system has no modes."""
    try:
        return not stat.S_IMODE(folder.stat().st_mode) & 0o077
    except OSError:
        return False


def close_folder(folder: Path) -> bool:
    """Closes a folder, with all that it holds, to everybody but its owner.

    Returns whether anybody else could get in before.

    What cannot be changed stays as it is: no reading and no writing depends on it. Nothing is
    followed that is a link.
    """
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        mode = stat.S_IMODE(folder.lstat().st_mode)
    except OSError:
        return False
    was_open = bool(mode & 0o077) and _close(folder, mode & _PRIVATE_FOLDER)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            was_open |= close_folder(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            mode = stat.S_IMODE(entry.stat(follow_symlinks=False).st_mode)
            if mode & 0o177:
                was_open |= _close(Path(entry.path), mode & PRIVATE)
    return was_open


def _close(path: Path, mode: int) -> bool:
    """Gives a file or folder a mode; whether it has it then, as not every file system has modes."""
    try:
        path.chmod(mode)
        return stat.S_IMODE(path.stat().st_mode) == mode
    except OSError:
        return False


def match_lock(folder: Path) -> contextlib.AbstractContextManager[None]:
    """Holds the lock of a match; raises `TryAgain` (`match-locked`) if another run has it."""
    return waiting_lock(folder, seconds=0)


@contextlib.contextmanager
def waiting_lock(folder: Path, *, seconds: int) -> Iterator[None]:
    """Holds the lock of a folder, and waits some seconds for another run that has it.

    Raises `TryAgain` (`match-locked`) if it still has it then.
    """
    if not folder.is_dir():
        _refuse(folder, "no-such-file", "there is no such folder", "Name the folder of a match")
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK_NAME)
    try:
        lock.acquire(timeout=seconds)
    except Timeout:
        message = f"the match {folder} is locked by another run"
        hint = "Wait until it has finished, then run the same command"
        raise TryAgain(Problem("match-locked", message, hint=hint, kind="unusable")) from None
    except (OSError, NotImplementedError) as error:
        cannot_write(folder / LOCK_NAME, error)
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
        temporary = path.with_name(f"{_NEW}{os.getpid()}-{number}")
        try:
            return temporary, os.open(temporary, flags, mode)
        except FileExistsError:
            number += 1


def _write_and_close(file: int, content: bytes, *, lasting: bool = True) -> None:
    """Writes all of a content; if it is to last, to the disk."""
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
        if lasting:
            os.fsync(file)
    finally:
        os.close(file)


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


def cannot_write(path: Path, error: Exception) -> NoReturn:
    """Raises what a refusal of the system to write means: try again, or name another file.

    Raises:
        TryAgain: there is no room.
        UnusableFile: anything else.
    """
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
