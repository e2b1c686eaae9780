"""A match as spectators may see it: the map and words of the opening that stands, and its log."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from adjudicator.api.spectating import watch
from adjudicator.api.texts import page_html
from adjudicator.site.earlier import check_map
from adjudicator.site.page import report_template

__all__ = ["PublicMatch", "public_match"]


class PublicMatch(NamedTuple):
    """What a match shows; it can be pickled."""

    n: int
    """The opening that stands."""
    report: str
    """How it stands and what happened last, as HTML that is safe; empty: nothing of it may be
    shown, or can be."""
    map: bytes
    """The map as SVG; empty: as above."""
    log: bytes
    """The log, as everybody has it."""


def public_match(folder: Path) -> PublicMatch:
    """Returns what everybody may know of a match that has begun: the job of a worker.

    Where seats know what others do not, it is what spectators see; while that cannot be told
    before the end, report and map are empty.

    Raises:
        RefusedFile, UnusableFile: as `api.spectating.watch`.
    """
    watched = watch(folder, template=report_template(), newest=True)
    if not watched.openings:
        return PublicMatch(watched.stands, "", b"", watched.log)
    newest = watched.openings[-1]
    if newest.text:
        check_map(newest.map)
    report = newest.report
    if newest.text:
        report = page_html("<pre>{{ text }}</pre>", "en", text=newest.text)
    return PublicMatch(newest.n, report.strip(), newest.map.encode(), watched.log)
