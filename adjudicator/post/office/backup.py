"""A copy of an office in one file, and the office made again out of it, here or elsewhere."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from adjudicator.api.folders import PRIVATE, new_folder, waiting_lock
from adjudicator.api.named_files import pretty, read_bytes, write_new
from adjudicator.api.problems import unusable_file
from adjudicator.post.office.folder import Office
from adjudicator.post.office.settings import OfficeSettings

__all__ = ["back_up", "restore_to"]

_LEFT_OUT = (".lock",)
_MOST = 1 << 31
"""The largest archive that is read, in bytes."""


def back_up(office: Office, out: Path) -> int:
    """Writes an archive of an office with all its matches; returns how many files it holds.

    Nobody else changes the office meanwhile. Matches that lie elsewhere come along; in the copy
    they lie in the office's own folder.

    Raises:
        UnusableFile: the file is there already.
        TryAgain: another run holds the office, or the disk is full.
    """
    with office.held(), waiting_lock(office.place("mail", "in"), seconds=20):
        packed = io.BytesIO()
        count = 0
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for name, path in _files(office):
                raw = _settings(office) if name == "office.json" else path.read_bytes()
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode = len(raw), path.stat().st_mode & 0o777
                entry.mtime = int(path.stat().st_mtime)
                archive.addfile(entry, io.BytesIO(raw))
                count += 1
        write_new(out, packed.getvalue(), mode=PRIVATE)
    return count


def _files(office: Office) -> Iterator[tuple[str, Path]]:
    elsewhere = {
        name: office.match_folder(name)
        for name, entry in sorted(office.settings.matches.items())
        if Path(entry.folder).is_absolute()
    }
    for path in sorted(office.folder.rglob("*")):
        if path.is_file() and path.name not in _LEFT_OUT:
            yield path.relative_to(office.folder).as_posix(), path
    for name, folder in elsewhere.items():
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name not in _LEFT_OUT:
                yield f"matches/{name}/{path.relative_to(folder).as_posix()}", path


def _settings(office: Office) -> bytes:
    """Returns office.json as the copy has it: all matches in its own folder."""
    matches = {
        name: entry.model_copy(update={"folder": f"matches/{name}"})
        if Path(entry.folder).is_absolute()
        else entry
        for name, entry in office.settings.matches.items()
    }
    return pretty(office.settings.model_copy(update={"matches": matches}).model_dump(mode="json"))


def restore_to(source: Path, folder: Path) -> int:
    """Makes the folder of an office out of an archive; returns how many files it holds.

    Raises:
        UnusableFile: it is no archive of an office; the folder holds something already.
        TryAgain: the disk is full.
    """
    raw = read_bytes(source, limit=_MOST)
    try:
        with tarfile.open(fileobj=io.BytesIO(raw), mode="r:gz") as archive:
            files = {
                entry.name: (
                    entry.mode & 0o777,
                    (archive.extractfile(entry) or io.BytesIO()).read(),
                )
                for entry in archive.getmembers()
                if entry.isfile()
            }
        OfficeSettings.model_validate_json(files["office.json"][1])
        are_inside = all(_is_inside(name) for name in files)
    except (tarfile.TarError, OSError, EOFError, KeyError, ValueError, json.JSONDecodeError):
        are_inside = False
    if not are_inside:
        raise unusable_file(
            source, "no-backup", "this is no copy that `office backup` wrote",
            "Name the file that it wrote.",
        )  # fmt: skip
    tops = sorted({PurePosixPath(name).parts[0] for name in files})
    with new_folder(folder, [*tops, "mail", "matches"]):
        folder.chmod(0o700)
        for name, (mode, content) in sorted(files.items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if "referee" in path.parent.parts:
                path.parent.chmod(0o700)
            write_new(path, content, mode=mode)
        for names in ("mail/in/new", "mail/in/done", "mail/strangers", "mail/out/new",
                      "mail/out/sent", "mail/out/failed", "matches"):  # fmt: skip
            (folder / names).mkdir(parents=True, exist_ok=True)
    return len(files)


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and bool(path.parts)
