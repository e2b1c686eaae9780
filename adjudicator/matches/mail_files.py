"""The files that a match mails after an opening: to everybody, and to one seat alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.documents.maps import own_paths
from adjudicator.documents.offers import scenario_offered
from adjudicator.matches.match import Match
from adjudicator.matches.newest_views import newest_views

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
    views = newest_views(match.folder, match.saved)
    folder = views.folder
    everybodys = {name: folder / name for name in _NAMES if (folder / name).exists()}
    attached = [path for name, path in everybodys.items() if not name.endswith(".txt")]
    own = {seat: _mailed(views.own.get(seat, {})) for seat in match.rules.seats}
    is_first = match.saved.n == 0  # the map is mailed once
    maps = own_paths(match.folder, scenario_offered(match.genesis.offer)) if is_first else ()
    return MailFiles(
        folder / "report.txt",
        (*attached, match.folder / "log.jsonl", *maps),
        {seat: paths for seat, paths in own.items() if paths},
    )


def _mailed(files: Mapping[str, Path]) -> dict[str, Path]:
    return {name: files[name] for name in _NAMES if name in files}
