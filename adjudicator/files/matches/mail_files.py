"""The files that a match mails after an opening: to everybody, and to one seat alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.files.matches.match import Match
from adjudicator.files.matches.opening_files import views_key
from adjudicator.files.written.maps import own_paths
from adjudicator.files.written.offers import scenario_offered

__all__ = ["MailFiles", "mail_files"]

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


def mail_files(match: Match) -> MailFiles:
    """Returns the files to mail of the newest opening; the log, and at the start an own map too."""
    found = sorted((match.folder / "openings").glob(f"{views_key(match.saved, match.saved.n)}-*"))
    folder = found[0] if found else match.folder / "openings"
    attached = [path for name, path in _there(folder, "").items() if not name.endswith(".txt")]
    own = {seat: _there(folder, f"-{seat}") for seat in match.rules.seats}
    is_first = match.saved.n == 0  # the map is mailed once
    maps = own_paths(match.folder, scenario_offered(match.genesis.offer)) if is_first else ()
    return MailFiles(
        folder / "report.txt",
        (*attached, match.folder / "log.jsonl", *maps),
        {seat: paths for seat, paths in own.items() if paths},
    )


def _there(folder: Path, suffix: str) -> dict[str, Path]:
    paths = {name: folder / f"{Path(name).stem}{suffix}{Path(name).suffix}" for name in _NAMES}
    return {name: path for name, path in paths.items() if path.exists()}
