"""The feed of an event: an entry for each round, result, ruling and change of its rules.

An entry has the moment at which its line was written, or the day on which its round was published.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

from adjudicator.site.atom import FEED, Entry, Feed, atom, uuid_of
from adjudicator.tournament.results import RoundStarted
from adjudicator.tournament.site.shown import Shown

__all__ = ["FEED", "feed_of"]

_MOST = 200
"""Entries of a feed; older ones stand on the pages."""


def feed_of(shown: Shown, url: str = "") -> bytes:
    """Returns the feed, the newest entry first.

    Args:
        url: the address of the folder of pages, with a `/` at its end; empty: not known.
    """
    event = shown.event.event
    draw = shown.event.draws[1]
    # Events of one name are told apart by what fixed their draw.
    named = f"adjudicator:tournament:{event.id}:{draw.commitment or draw.beacon}"
    entries = sorted(_entries(shown, named), key=lambda one: one.updated, reverse=True)[:_MOST]
    about = Feed(
        id=uuid_of(named),
        title=event.title,
        subtitle=event.game,
        updated=entries[0].updated if entries else _day(shown.day),
        author=event.referees[0].name,
        language=shown.language,
        page="index.html",
        url=url,
    )
    return atom(about, entries)


def _entries(shown: Shown, named: str) -> Iterator[Entry]:
    for paired in shown.event.started:
        if paired.started is not None:
            page = f"round-{paired.round:02d}.html"
            title = shown.say("pairings", number=paired.round)
            noted = [one.n for one in shown.event.lines
                     if isinstance(one, RoundStarted) and one.round == paired.round]  # fmt: skip
            text = _cited(shown, title, noted[0]) if noted else title
            yield _entry(
                f"{named}:round/{paired.round}", title, _day(paired.started), page, text=text
            )
    for told in shown.lines():
        page = f"matches/{told.match}/index.html" if told.match else "rulings.html"
        title = f"{told.match}: {told.text}" if told.match else told.text
        text = _cited(shown, title, told.n)
        yield _entry(f"{named}:line/{told.n}", title, _moment(told.at), page, text=text)
    event = shown.event.event
    for ruling in event.rulings:
        title = shown.say("ruling", n=ruling.n, day=ruling.day, referee=shown.referee(ruling.by))
        yield _entry(f"{named}:ruling/{ruling.n}", title, _day(ruling.day), "rulings.html")
    for one in event.amendments:
        title = shown.say("amendment", n=one.n, day=one.day, referee=shown.referee(one.by))
        yield _entry(f"{named}:amendment/{one.n}", title, _day(one.day), "rulings.html")


def _cited(shown: Shown, text: str, n: int) -> str:
    """Returns a text with the hash of its line: whoever reads the feed keeps a witness."""
    return shown.say("line-hash", text=text, n=n, hash=shown.event.hashes[n - 1])


def _entry(named: str, title: str, updated: str, page: str, *, text: str = "") -> Entry:
    return Entry(id=uuid_of(named), title=title, updated=updated, page=page, summary=text or title)


def _day(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
