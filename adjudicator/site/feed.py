"""The feed of a match: Atom, one entry an opening (RFC 4287).

Nothing in it comes from a clock here: an entry keeps the moment at which its opening was first
shown, and ids are UUIDs made of the match's id (RFC 4122, by name), so that they are the same
wherever the page lies. Addresses are relative to the feed where none is given.
"""

from __future__ import annotations

import uuid
from xml.etree import ElementTree as ET

from adjudicator.api.texts import visible
from adjudicator.site.facts import Facts, Opening

__all__ = ["FEED", "PAGE", "feed_of", "id_of"]

PAGE = "index.html"
FEED = "feed.xml"
_ATOM = "http://www.w3.org/2005/Atom"


def id_of(match: str, n: int | None = None) -> str:
    """Returns the id of a match in feeds, or of one of its openings: always the same one."""
    named = match if n is None else f"{match}/n{n}"
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, f'adjudicator:{named}')}"


def feed_of(facts: Facts, url: str = "") -> bytes:
    """Returns the feed, the newest opening first.

    Args:
        url: the address of the folder in which the page lies, with a `/` at its end; empty: not
            known.
    """
    ET.register_namespace("", _ATOM)
    newest = max(one.updated for one in facts.openings)
    feed = ET.Element(_tag("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": facts.language})
    _text(feed, "id", id_of(facts.id))
    _text(feed, "title", facts.title)
    _text(feed, "subtitle", facts.game)
    _text(feed, "updated", newest)
    _link(feed, "self", f"{url}{FEED}", "application/atom+xml")
    _link(feed, "alternate", f"{url}{PAGE}", "text/html")
    _text(ET.SubElement(feed, _tag("author")), "name", facts.name)
    _text(feed, "generator", "adjudicator")
    for one in reversed(facts.openings):
        _entry(feed, facts, one, url)
    ET.indent(feed, "")
    raw: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return raw + b"\n"


def _entry(feed: ET.Element, facts: Facts, one: Opening, url: str) -> None:
    entry = ET.SubElement(feed, _tag("entry"))
    _text(entry, "id", id_of(facts.id, one.n))
    _text(entry, "title", one.title)
    _text(entry, "updated", one.updated)
    _link(entry, "alternate", f"{url}{PAGE}#n{one.n}", "text/html")
    _text(entry, "summary", one.headline or one.standing or one.title)


def _tag(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, _tag(name)).text = visible(text)


def _link(parent: ET.Element, rel: str, href: str, kind: str) -> None:
    ET.SubElement(parent, _tag("link"), {"rel": rel, "type": kind, "href": href})
