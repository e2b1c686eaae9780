"""Letters: what goes to whom after an opening, with everything that a mail needs.

The files are those that the match wrote through `view` and `heard`: a letter holds nothing that
its reader may not know.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.limits import MAX_LOG
from adjudicator.files.storage import read_bytes

if TYPE_CHECKING:  # which loads this module
    from adjudicator.api.match import Match

__all__ = ["Attachment", "Letter", "letters"]


class Attachment(NamedTuple):
    """A file that goes with a letter."""

    name: str
    """The name of the file."""
    raw: bytes
    """Its bytes."""


class Letter(NamedTuple):
    """What one reader gets after an opening."""

    seat: str | None
    """Who gets it; None: everybody who has no letter of their own, and spectators."""
    subject: str
    """The subject of the mail: the match and where it stands."""
    text: str
    """The report, for the body of a mail: no line is longer than 72 columns."""
    html: str
    """The report as a page with its pictures, complete in itself."""
    attachments: tuple[Attachment, ...]
    """Map, state.json and log; before the first opening, the files of an own map too."""


def letters(match: Match) -> tuple[Letter, ...]:
    """Returns the letters after the newest opening; see `Match.letters`.

    Raises:
        UnusableFile: the views of the opening are not there.
    """
    files = match.files_to_mail()
    where = f"after opening {match.reached}" if match.reached else "the start"
    subject = f"{match.name}: {where}"
    every = {"report.txt": files.body, **{path.name: path for path in files.all}}
    found = [_letter(None, subject, every)]
    for seat, own in files.own.items():
        found.append(_letter(seat, subject, {**every, **own}))
    return tuple(found)


def _letter(seat: str | None, subject: str, files: dict[str, Path]) -> Letter:
    raw = {name: read_bytes(path, limit=MAX_LOG) for name, path in files.items()}
    text, html = (raw.pop(name).decode() for name in ("report.txt", "report.html"))
    attached = tuple(Attachment(name, content) for name, content in raw.items())
    return Letter(seat, subject, text, html, attached)
