"""The views of the newest opening, where everybody finds them: in the folder now/.

now/                  map, report, state, events, as everybody may see them; stamp.json
referee/now/<seat>/   those of one seat that differ, under the same names, where some do
referee/now/          stamp.json, of the seats' files

All of it can be made again, so nothing waits for the disk. A set is written file by file, its stamp
last: it names the match, the head of the log to which the set belongs, and the hash of every file.
What a killed run or a power cut left is not what its stamp says, and is made again.

Older programs kept the views of every opening, in openings/; there they are still found.

Beside the views lies now/layout.json: the layout of a map that no picture has without a search. It
belongs to the map, which never changes in a match, so no stamp names it; what is lost or torn is
searched for once more.

An opening's mails carry these files: to everybody, and to one seat alone.
"""

from __future__ import annotations

import shutil
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.capabilities import LaysOut
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_LOG, MAX_MAP, MAX_SIZE
from adjudicator.core.strict_json import strict_json
from adjudicator.core.values import canonical
from adjudicator.documents.maps import own_paths
from adjudicator.documents.offers import scenario_offered
from adjudicator.documents.problems import UnusableFile
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    cannot_write,
    is_referees,
    make_folder,
    read_bytes,
    write_atomically,
)

__all__ = [
    "NOW",
    "OLDER",
    "VIEW_FILES",
    "MailFiles",
    "Views",
    "are_there",
    "is_made_known",
    "keep_layout",
    "mail_files",
    "newest_views",
    "restore_layout",
    "views_key",
    "write_now",
]

NOW = "now"
"""The folder of the newest opening's views in that of a match, and in the referee's."""
OLDER = "openings"
"""Where older programs kept the views of every opening, a folder each."""
VIEW_FILES = ("map.svg", "report.txt", "report.html", "state.json", "events.json")
"""What everybody may see of an opening, in the order in which it is written."""
_STAMP = "stamp.json"


class Views(NamedTuple):
    """Where the views of the newest opening lie."""

    folder: Path
    """Those of everybody."""
    own: Mapping[str, Mapping[str, Path]]
    """By seat and name, its own files, which differ from everybody's."""


class _Stamp(NamedTuple):
    """What a set of views says of itself."""

    game: str
    head: str
    """The hash of the log line that its state.json tells players to answer."""
    views: str
    """The name of its opening, such as `n0007-turn-2-western`."""
    files: Mapping[str, str]
    """By path, below the folder of the stamp, the hash of each file."""
    own: bool
    """Whether seats have files of their own, which lie with the referee."""

    def to_bytes(self) -> bytes:
        """Returns the content of stamp.json."""
        return canonical({"t": "views", "format": 1, **self._asdict()}) + b"\n"


def views_key(saved: SavedMatch, n: int) -> str:
    """Returns how the name of an opening's views begins.

    After a rewind it is that of the last number used with a part of its own, which comes after it
    by name: `n0004.1-rewound-to-2` after `n0004-turn-2-western`.
    """
    parts = sum(1 for rewound in saved.rewinds if rewound.n == n)
    return f"n{n:04d}.{parts}" if parts else f"n{n:04d}"


def are_there(
    folder: Path, saved: SavedMatch, views: str | None, *, head: str | None = None
) -> bool:
    """Whether the views of the newest opening are in the folder of a match, whole and as made.

    Args:
        views: their name; None: it is not known, but for its beginning.
        head: the head of the log that they name; None: it is not known.
    """
    if not _has_now(folder):
        return _older(folder, saved, views) is not None
    stamp = _fitting(folder / NOW, saved, views, head)
    if stamp is None:
        return False
    referee = folder / REFEREE / NOW
    is_public = not stamp.own or not is_referees(folder)
    return is_public or _fitting(referee, saved, views, head) is not None


def newest_views(folder: Path, saved: SavedMatch) -> Views:
    """Returns where the views of the newest opening lie, or will be made."""
    older = None if _has_now(folder) else _older(folder, saved, None)
    if older is not None:
        seats: dict[str, dict[str, Path]] = {}
        for name in VIEW_FILES:
            stem, _, extension = name.partition(".")
            for path in sorted(older.glob(f"{stem}-*.{extension}")):
                seat = path.name.removeprefix(f"{stem}-").removesuffix(f".{extension}")
                seats.setdefault(seat, {})[name] = path
        return Views(older, seats)
    own = folder / REFEREE / NOW
    is_here = is_referees(folder) and own.is_dir()
    there = sorted(path for path in own.iterdir() if path.is_dir()) if is_here else []
    return Views(
        folder / NOW,
        {
            seat.name: {name: seat / name for name in VIEW_FILES if (seat / name).exists()}
            for seat in there
        },
    )


def is_made_known(folder: Path, n: int) -> bool:
    """Whether views of an opening were made: then it was on the disk, and people may know it."""
    begins = f"n{n:04d}-"
    stamp = _read(folder / NOW)
    return any((folder / OLDER).glob(f"{begins}*")) or (
        stamp is not None and stamp.views.startswith(begins)
    )


def write_now(
    folder: Path,
    saved: SavedMatch,
    views: str,
    *,
    everybody: Mapping[str, bytes],
    own: Mapping[str, Mapping[str, bytes]],
) -> list[Path]:
    """Puts a set of views in the place of the one before; returns everybody's files.

    Args:
        views: the name of the opening.
        everybody: their content by name.
        own: by seat, the content of those of its own.
    """
    of_seats = {f"{seat}/{name}": raw for seat in own for name, raw in own[seat].items()}
    _remove_others(folder / REFEREE / NOW, of_seats)
    stamp = _Stamp(saved.gid, saved.head, views, {}, own=bool(of_seats))
    if of_seats:
        for seat in own:
            make_folder(folder, REFEREE, NOW, seat, lasting=False)
        _write(folder / REFEREE / NOW, stamp, of_seats, mode=PRIVATE)
    return _write(make_folder(folder, NOW, lasting=False), stamp, everybody)


def _write(
    folder: Path, stamp: _Stamp, files: Mapping[str, bytes], *, mode: int = 0o644
) -> list[Path]:
    """Writes one set of files, its stamp last."""
    for name, raw in files.items():
        write_atomically(folder / name, raw, mode=mode, lasting=False)
    hashes = {name: tfd1.digest(raw) for name, raw in sorted(files.items())}
    raw = stamp._replace(files=hashes).to_bytes()
    write_atomically(folder / _STAMP, raw, mode=mode, lasting=False)
    return [folder / name for name in files]


def _remove_others(folder: Path, kept: Container[str]) -> None:
    """Takes away what seats had of an opening before, and have no more."""
    try:
        for path in sorted(folder.glob("*/*")):
            if path.relative_to(folder).as_posix() not in kept:
                path.unlink()
        for path in sorted(folder.glob("*/")):
            if not any(path.iterdir()):
                path.rmdir()
        if folder.is_dir() and not any(folder.glob("*/")):
            shutil.rmtree(folder)
    except OSError as error:
        cannot_write(folder, error)


def _has_now(folder: Path) -> bool:
    return (folder / NOW / _STAMP).exists()


def _older(folder: Path, saved: SavedMatch, views: str | None) -> Path | None:
    """Returns the folder in openings/ of the newest opening's views, if it is whole."""
    openings = folder / OLDER
    if views is not None:
        named = openings / views
        return named if (named / "events.json").exists() else None
    found = sorted(openings.glob(f"{views_key(saved, saved.n)}-*/events.json"))
    return found[0].parent if found else None


def _fitting(folder: Path, saved: SavedMatch, views: str | None, head: str | None) -> _Stamp | None:
    """Returns the stamp of a set of the newest opening whose files are what it says, else None."""
    stamp = _read(folder)
    if stamp is None or stamp.game != saved.gid:
        return None
    begins = f"{views_key(saved, saved.n)}-"
    if not stamp.views.startswith(begins) or views not in (None, stamp.views):
        return None
    if head not in (None, stamp.head):
        return None
    is_whole = all(_hash_of(folder / name) == hash_ for name, hash_ in stamp.files.items())
    return stamp if is_whole else None


def _hash_of(path: Path) -> str:
    try:
        return tfd1.digest(read_bytes(path, limit=MAX_LOG))
    except UnusableFile:
        return ""


def _read(folder: Path) -> _Stamp | None:
    """Returns the stamp of a set of views; None: there is none, or it is damaged."""
    try:
        raw = read_bytes(folder / _STAMP, limit=MAX_SIZE)
        document: Any = strict_json(raw.decode(), depth=log.MAX_DEPTH)
    except (UnusableFile, ValueError):
        return None
    if not isinstance(document, dict) or document.get("format") != 1:
        return None
    game, head, views, files, own = (document.get(name) for name in _Stamp._fields)
    if not (isinstance(game, str) and isinstance(head, str) and isinstance(views, str)):
        return None
    if not isinstance(files, dict) or not isinstance(own, bool):
        return None
    safe = all(_is_below(name) and isinstance(files[name], str) for name in files)
    return _Stamp(game, head, views, files, own) if safe else None


def _is_below(name: str) -> bool:
    """Whether a path of a stamp leads nowhere else: a view, or a seat's."""
    seat, _, file = name.rpartition("/")
    return file in VIEW_FILES and "/" not in seat and seat not in (".", "..") and "\0" not in seat


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


_NAMES = ("report.txt", "report.html", "map.svg", "state.json")
"""What a mail brings of an opening; events.json is for programs."""


class MailFiles(NamedTuple):
    """What the mails after an opening consist of."""

    body: Path
    """The report as text."""
    all: tuple[Path, ...]
    """Attached to everybody's."""
    own: Mapping[str, Mapping[str, Path]]
    """By seat, what it alone gets: by the name of the file that it takes the place of."""


def mail_files(
    folder: Path, saved: SavedMatch, offer: log.Offer, seats: Iterable[str]
) -> MailFiles:
    """Returns the files to mail of the newest opening; the log, and at the start an own map too.

    Args:
        folder: the match's.
        seats: those that may get something of their own.
    """
    views = newest_views(folder, saved)
    everybodys = {name: views.folder / name for name in _NAMES if (views.folder / name).exists()}
    attached = [path for name, path in everybodys.items() if not name.endswith(".txt")]
    own = {seat: _mailed(views.own.get(seat, {})) for seat in seats}
    maps = own_paths(folder, scenario_offered(offer)) if saved.n == 0 else ()  # mailed once
    return MailFiles(
        views.folder / "report.txt",
        (*attached, folder / "log.jsonl", *maps),
        {seat: paths for seat, paths in own.items() if paths},
    )


def _mailed(files: Mapping[str, Path]) -> dict[str, Path]:
    return {name: files[name] for name in _NAMES if name in files}
