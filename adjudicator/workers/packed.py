"""A folder as one archive, for workers that share no storage; its hashes are checked on both sides.

An archive comes over a network, and a worker does not know from whom: nothing of it is believed.
Only plain files are taken, whose names lead nowhere else; how much it may hold is limited before
anything is unpacked. The archive says nothing of modes, owners or times.
"""

from __future__ import annotations

import contextlib
import io
import tarfile
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from adjudicator.api.problems import Problem, Unusable, UnusableFile, unusable_file

__all__ = ["MOST_BYTES", "MOST_FILES", "Packed", "pack", "unpacked"]

MOST_BYTES = 1 << 30
"""So many bytes a folder may hold."""
MOST_FILES = 20_000
"""So many files."""
_LONGEST = 240
_GZIP = 31
_OVERHEAD = 4096
"""So many bytes of an archive a file costs besides its own: more than headers and padding."""


class Packed(NamedTuple):
    """Files of a folder, as they travel."""

    archive: bytes
    """A tar archive, compressed by gzip; of the same files the same bytes."""
    hash: str
    """The SHA-256 of `archive`."""
    files: tuple[tuple[str, str], ...]
    """By name, the SHA-256 of each file, sorted."""


def pack(folder: Path, names: Sequence[str]) -> Packed:
    """Packs files of a folder.

    Args:
        names: of files and folders in it; those that are not there are left out. Nothing else of
            the folder travels.

    Raises:
        UnusableFile: `is-a-link`, one is a link; `too-large-to-send`; one cannot be read.
    """
    found = dict(_found(folder, names))
    if len(found) > MOST_FILES:
        raise _too_large(folder)
    out, hashes, size = io.BytesIO(), [], 0
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, path in sorted(found.items()):
            raw = path.read_bytes()
            size += len(raw)
            if size > MOST_BYTES or len(name) > _LONGEST:
                raise _too_large(folder)
            entry = tarfile.TarInfo(name)
            entry.size = len(raw)
            tar.addfile(entry, io.BytesIO(raw))
            hashes.append((name, sha256(raw).hexdigest()))
    squeezed = zlib.compressobj(6, zlib.DEFLATED, _GZIP)  # No time, no name: the same bytes.
    archive = squeezed.compress(out.getvalue()) + squeezed.flush()
    return Packed(archive, sha256(archive).hexdigest(), tuple(hashes))


def _found(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, Path]]:
    for name in names:
        top = folder / name
        for path in (top, *sorted(top.rglob("*"))):
            if path.is_symlink():
                raise unusable_file(
                    path, "is-a-link", "this is a symbolic link: it may lead out of the match",
                    "Put the file or folder itself here.",
                )  # fmt: skip
            if path.is_file():
                yield path.relative_to(folder).as_posix(), path


def _too_large(folder: Path) -> UnusableFile:
    return unusable_file(
        folder, "too-large-to-send",
        f"more than {MOST_FILES} files, {MOST_BYTES >> 20} MiB, or a name of {_LONGEST} characters",
        "Let the workers share the folder, and leave --send out.",
    )  # fmt: skip


@contextlib.contextmanager
def unpacked(packed: Packed) -> Iterator[Path]:
    """Unpacks files into a folder of their own, and takes it away behind the block.

    Raises:
        Unusable: `archive-changed`, a hash is another one; `archive-refused`, it holds something
            else than plain files whose names stay in the folder, or too much.
    """
    files = _files_in(packed)
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as made:
        folder = Path(made)
        for name, raw in files.items():
            path = folder / name
            try:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with path.open("xb") as file:
                    file.write(raw)
            except (FileExistsError, NotADirectoryError):  # One file is the folder of another.
                raise _refused("two of its names are one") from None
        yield folder


def _files_in(packed: Packed) -> dict[str, bytes]:
    """Returns all files of an archive, each as its hash says."""
    if sha256(packed.archive).hexdigest() != packed.hash:
        raise _changed("it is not the one that was sent")
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(_plain(packed.archive)), mode="r:") as tar:
            for entry in tar:
                if entry.type != tarfile.REGTYPE or entry.sparse is not None:
                    raise _refused("it holds something else than plain files")
                if not _stays_inside(entry.name) or entry.name in files:
                    raise _refused("it holds a name that leads out of it, or one twice")
                if len(files) == MOST_FILES:
                    raise _refused("it holds too many files")
                content = tar.extractfile(entry)
                files[entry.name] = b"" if content is None else content.read()
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, UnicodeError) as error:
        raise _refused(f"it cannot be read: {type(error).__name__}") from None
    found = tuple(sorted((name, sha256(raw).hexdigest()) for name, raw in files.items()))
    if found != tuple(sorted(packed.files)):
        raise _changed("its files are not those that were sent")
    return files


def _plain(archive: bytes) -> bytes:
    """Returns an archive uncompressed, and never more than it may hold."""
    most = MOST_BYTES + MOST_FILES * _OVERHEAD
    opened = zlib.decompressobj(_GZIP)
    plain = opened.decompress(archive, most + 1)
    if len(plain) > most:
        raise _refused("it unpacks to too many bytes")
    if not opened.eof or opened.unused_data:
        raise _refused("its end is missing, or something stands behind it")
    return plain


def _stays_inside(name: str) -> bool:
    """Whether a name leads to a file in the folder, on any system.

    >>> [_stays_inside(name) for name in ("orders/n0001/west.json", "../a", "/a", "C:/a", "a//b")]
    [True, False, False, False, False]
    """
    parts = PurePosixPath(name).parts
    return (
        0 < len(name) <= _LONGEST
        and name.isprintable()
        and not any(one in name for one in '\\:*?"<>|')
        and "/".join(parts) == name
        and not name.startswith("/")
        and all(part != ".." and part == part.rstrip(" .") for part in parts)
    )


def _refused(why: str) -> Unusable:
    return _unusable("archive-refused", why)


def _changed(why: str) -> Unusable:
    return _unusable("archive-changed", why)


def _unusable(code: str, why: str) -> Unusable:
    hint = "Run the same command again; if it stays so, look who else reaches the scheduler."
    return Unusable([Problem(code, f"an archive of a match: {why}", hint=hint, kind="unusable")])
