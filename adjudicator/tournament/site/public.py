"""A match as spectators may see it: the map and words of the opening that stands, and its log."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from adjudicator.api.spectating import watch
from adjudicator.site.earlier import check_map

__all__ = ["PublicMatch", "public_match"]


class PublicMatch(NamedTuple):
    """What a match shows; it can be pickled."""

    n: int
    """The opening that stands."""
    text: str
    """How it stands, in lines; empty: nothing of it may be shown, or can be."""
    map: bytes
    """The map as SVG; empty: as above."""
    log: bytes
    """The log, as everybody has it."""


def public_match(folder: Path) -> PublicMatch:
    """Returns what everybody may know of a match that has begun: the job of a worker.

    Where seats know what others do not, it is what spectators see; while that cannot be told
    before the end, map and words are empty.

    Raises:
        RefusedFile, UnusableFile: as `api.spectating.watch`.
    """
    watched = watch(folder, template="", newest=True)
    if not watched.openings:
        return PublicMatch(watched.stands, "", b"", watched.log)
    newest = watched.openings[-1]
    if newest.text:
        check_map(newest.map)
    told = newest.text or "\n".join(
        (newest.title, newest.headline, "", *newest.standings)
    )
    return PublicMatch(newest.n, told.strip() + "\n", newest.map.encode(), watched.log)
