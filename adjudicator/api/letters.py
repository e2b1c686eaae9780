"""Letters: what goes to whom after an opening, with everything that a mail needs.

The files are those that the match wrote through `view` and `redacted`: a letter holds nothing that
its reader may not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.api.own_views import check_views
from adjudicator.api.texts import render_report
from adjudicator.compose.pen import with_reply
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.report import Line, Report
from adjudicator.documents.keys.match_notes import SeatNotes
from adjudicator.documents.sheet_lines import packed_state, state_in_address
from adjudicator.documents.storage import read_bytes
from adjudicator.matches.newest_views import MailFiles
from adjudicator.matches.people import in_match_language
from adjudicator.narrate.html import lean_page
from adjudicator.narrate.languages import narrator_of
from adjudicator.narrate.narrator import Narrator

if TYPE_CHECKING:  # which loads this module
    from adjudicator.api.match import Match

__all__ = [
    "Attachment",
    "Letter",
    "MailFiles",
    "SeatNotes",
    "lean_page",
    "letters",
    "lines_after",
    "packed_state",
    "state_in_address",
    "with_reply",
]


class Attachment(NamedTuple):
    """A file that goes with a letter."""

    name: str
    """The name of the file."""
    raw: bytes
    """Its bytes."""


class Letter(NamedTuple):
    """What one reader gets after an opening, or once an opening is locked."""

    seat: str | None
    """Who gets it; None: everybody who has no letter of their own, and spectators."""
    subject: str
    """The subject of the mail: the match and where it stands."""
    text: str
    """The report, for the body of a mail: no line is longer than 72 columns."""
    html: str
    """The report as a page with its pictures, complete in itself."""
    attachments: tuple[Attachment, ...]
    """Map, state.json and log; before the first opening, the files of an own map too. Of a lock,
    the log alone."""


def letters(match: Match) -> tuple[Letter, ...]:
    """Returns the letters after the newest opening, or lock; see `Match.letters`.

    Raises:
        UnusableFile: the views of the opening are not there.
    """
    if match.is_locked:
        return (_of_a_lock(match),)
    check_views(match)
    files = match.files_to_mail()
    narrator, n = narrator_of(in_match_language(match.rules, match.folder)), match.reached
    subject = (
        narrator.say("subject", match=match.name, n=n)
        if n
        else narrator.say("subject-start", match=match.name)
    )
    every = {"report.txt": files.body, **{path.name: path for path in files.all}}
    found = [_letter(None, subject, every)]
    for seat, own in files.own.items():
        found.append(_letter(seat, subject, {**every, **own}))
    return tuple(found)


def lines_after(raw: bytes, n: int) -> bytes:
    """Returns the lines of a log behind those of an opening: what whoever has these still lacks.

    Args:
        raw: the whole log.
        n: the opening; 0: all behind line 0.

    >>> lines_after(b'{"k":0,"t":"genesis"}\\n{"k":1,"n":1,"t":"lock"}\\n', 0)
    b'{"k":1,"n":1,"t":"lock"}\\n'
    """
    lines = raw.splitlines(keepends=True)
    for place in range(len(lines) - 1, 0, -1):
        line = json.loads(lines[place])
        if line["t"] == "state" and line["n"] == n:
            return b"".join(lines[place + 1 :])
    return b"".join(lines[1:])


def _letter(seat: str | None, subject: str, files: dict[str, Path]) -> Letter:
    raw = {name: read_bytes(path, limit=MAX_LOG) for name, path in files.items()}
    text, html = (raw.pop(name).decode() for name in ("report.txt", "report.html"))
    attached = tuple(Attachment(name, content) for name, content in raw.items())
    return Letter(seat, subject, text, html, attached)


def _of_a_lock(match: Match) -> Letter:
    """Returns the letter by which players look whether their sheets are locked, and pledge."""
    narrator = narrator_of(in_match_language(match.rules, match.folder))
    report = Report(
        title=narrator.say("locked-title", match=match.name, n=match.n + 1),
        summary=(narrator.say("locked-summary"),),
        paragraphs=(
            narrator.paragraph("locked", _locked(narrator, match)),
            narrator.paragraph("next", _awaited(narrator, match)),
        ),
        language=narrator.language.code,
    )
    text, html = render_report(report)
    raw = read_bytes(match.folder / "log.jsonl", limit=MAX_LOG)
    return Letter(None, report.title, text, html, (Attachment("log.jsonl", raw),))


def _locked(narrator: Narrator, match: Match) -> Iterator[Line]:
    """Yields what is locked: the hash of each seat's sheet."""
    assert match.locked is not None, "only what is locked is told"
    for seat, sheet in match.locked.orders.items():
        if sheet:
            yield narrator.line("locked-sheet", seat=seat, sheet=sheet)
        else:
            yield narrator.line("locked-no-sheet", seat=seat)
    yield narrator.line("locked-look")


def _awaited(narrator: Narrator, match: Match) -> Iterator[Line]:
    """Yields whose pledges, or which round, the opening awaits."""
    assert match.locked is not None, "only what is locked is told"
    for one in match.awaited:
        prompt = one.prompt
        yield narrator.line("locked-is-in", prompt=prompt) if one.is_in else Line(text=prompt)
        if one.what == "pledge" and not one.is_in:
            has_sheet = match.locked.orders.get(str(one.seat)) is not None
            command = f"adjudicator pledge log.jsonl {one.seat}{' --sheet SHEET' * has_sheet}"
            yield narrator.line("locked-pledge", seat=one.seat, command=command)
