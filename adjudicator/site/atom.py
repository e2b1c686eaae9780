"""Feeds as Atom (RFC 4287): values in, bytes out; nothing in them comes from a clock."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import NamedTuple
from xml.etree import ElementTree as ET

from adjudicator.api.texts import visible

__all__ = ["FEED", "Entry", "Feed", "atom", "uuid_of"]

FEED = "feed.xml"
"""What a feed is called, in the folder of its pages."""
_ATOM = "http://www.w3.org/2005/Atom"


class Entry(NamedTuple):
    """An entry of a feed."""

    id: str
    """See `uuid_of`."""
    title: str
    updated: str
    """When it came about, as RFC 3339 writes it, by UTC."""
    page: str
    """Where it is told, within the folder of pages."""
    summary: str


class Feed(NamedTuple):
    """What stands above the entries."""

    id: str
    """See `uuid_of`."""
    title: str
    subtitle: str
    updated: str
    """When the newest entry came about."""
    author: str
    language: str
    page: str
    """The page that the feed is about, within the folder."""
    url: str = ""
    """The address of the folder, with a `/` at its end; empty: addresses are relative."""


def uuid_of(named: str) -> str:
    """Returns an id by name (RFC 4122, version 5): the same one wherever the pages lie."""
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, named)}"


def atom(about: Feed, entries: Iterable[Entry]) -> bytes:
    """Returns a feed; texts are escaped, and what nobody sees in them is made visible.

    Args:
        entries: the newest first.
    """
    ET.register_namespace("", _ATOM)
    feed = ET.Element(_tag("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": about.language})
    _text(feed, "id", about.id)
    _text(feed, "title", about.title)
    _text(feed, "subtitle", about.subtitle)
    _text(feed, "updated", about.updated)
    _link(feed, "self", f"{about.url}{FEED}", "application/atom+xml")
    _link(feed, "alternate", f"{about.url}{about.page}", "text/html")
    _text(ET.SubElement(feed, _tag("author")), "name", about.author)
    _text(feed, "generator", "adjudicator")
    for one in entries:
        entry = ET.SubElement(feed, _tag("entry"))
        _text(entry, "id", one.id)
        _text(entry, "title", one.title)
        _text(entry, "updated", one.updated)
        _link(entry, "alternate", f"{about.url}{one.page}", "text/html")
        _text(entry, "summary", one.summary)
    ET.indent(feed, "")
    raw: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return raw + b"\n"


def _tag(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, _tag(name)).text = visible(text)


def _link(parent: ET.Element, rel: str, href: str, kind: str) -> None:
    ET.SubElement(parent, _tag("link"), {"rel": rel, "type": kind, "href": href})
