"""What goes with a letter: one archive, and the deadline for a calendar."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import UTC

from adjudicator.post.letters.way import Way

__all__ = ["archive", "calendar"]

_FIRST = (1980, 1, 1, 0, 0, 0)
"""When all files were made: the first time that a ZIP file can say."""
_MOVES = 1000
"""Versions of a deadline that an opening may have, RFC 5545's SEQUENCE: each opening has more."""


def archive(files: Mapping[str, bytes]) -> bytes:
    """Returns files as a ZIP archive; the same files give the same bytes under the same zlib."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, raw in files.items():
            about = zipfile.ZipInfo(name, _FIRST)
            about.create_system = 3  # else it differs with the machine
            about.external_attr = 0o644 << 16
            packed.writestr(about, raw, zipfile.ZIP_DEFLATED, compresslevel=9)
    return made.getvalue()


def calendar(way: Way, uid: str, n: int, summary: str) -> bytes:
    """Returns the deadline for a calendar (RFC 5545): it takes the place of that of earlier mails.

    Args:
        uid: what the event is known by: the same in all letters to a seat.
        n: the opening that it is for; a later one, or one that moved, has a higher SEQUENCE.
        summary: what the calendar shows.
    """
    from icalendar import Calendar, Event  # in the extra `post`; only deadlines need it

    assert way.due is not None, "only a deadline is an event"
    event = Event()
    event.add("uid", uid)
    event.add("sequence", n * _MOVES + min(way.moves, _MOVES - 1))
    event.add("dtstamp", way.date.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", way.due.astimezone(UTC).replace(microsecond=0))
    event.add("summary", summary)
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//adjudicator//letters//EN")
    made.add("method", "PUBLISH")
    made.add_component(event)
    raw: bytes = made.to_ical()
    return raw
