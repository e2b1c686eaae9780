"""The feed of a match: an entry an opening.

An entry keeps the moment at which its opening was first shown. Ids are made of the match's id;
addresses are relative to the feed where none is given.
"""

from __future__ import annotations

from adjudicator.site.atom import FEED, Entry, Feed, atom, uuid_of
from adjudicator.site.facts import Facts

__all__ = ["FEED", "PAGE", "feed_of", "id_of"]

PAGE = "index.html"


def id_of(match: str, n: int | None = None) -> str:
    """Returns the id of a match in feeds, or of one of its openings: always the same one."""
    return uuid_of(f"adjudicator:{match if n is None else f'{match}/n{n}'}")


def feed_of(facts: Facts, url: str = "") -> bytes:
    """Returns the feed, the newest opening first.

    Args:
        url: the address of the folder in which the page lies, with a `/` at its end; empty: not
            known.
    """
    about = Feed(
        id=id_of(facts.id),
        title=facts.title,
        subtitle=facts.game,
        updated=max(one.updated for one in facts.openings),
        author=facts.name,
        language=facts.language,
        page=PAGE,
        url=url,
    )
    return atom(
        about,
        [
            Entry(
                id=id_of(facts.id, one.n),
                title=one.title,
                updated=one.updated,
                page=f"{PAGE}#n{one.n}",
                summary=one.headline or one.standing or one.title,
            )
            for one in reversed(facts.openings)
        ],
    )
