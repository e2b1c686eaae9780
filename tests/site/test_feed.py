"""The feed, held against the rules of RFC 4287 one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest

from adjudicator.site.feed import feed_of, id_of
from adjudicator.site.page import site_of
from tests.site.pages import NOW, match_of

ATOM = "{http://www.w3.org/2005/Atom}"
ONCE = {
    "feed": ("generator", "icon", "id", "logo", "rights", "subtitle", "title", "updated"),
    "entry": ("content", "id", "published", "rights", "source", "summary", "title", "updated"),
}
"""What an element holds at most once (4.1.1, 4.1.2)."""
NEEDED = ("id", "title", "updated")
KNOWN = {
    "feed": (*ONCE["feed"], "author", "category", "contributor", "entry", "link"),
    "entry": (*ONCE["entry"], "author", "category", "contributor", "link"),
}
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+")
TOKEN = re.compile(r"[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+")


def wrong(raw: bytes) -> list[str]:
    """Returns what RFC 4287 has against a feed."""
    root = ET.fromstring(raw)
    if root.tag != f"{ATOM}feed":
        return ["the document element is no atom:feed (4.1.1)"]
    found = [*_of(root)]
    for entry in root.findall(f"{ATOM}entry"):
        found += _of(entry)
        if root.find(f"{ATOM}author") is None and entry.find(f"{ATOM}author") is None:
            found.append("an entry has no author (4.1.1)")
        ways = [one for one in entry.findall(f"{ATOM}link") if _rel(one) == "alternate"]
        if entry.find(f"{ATOM}content") is None and not ways:
            found.append("an entry has neither content nor an alternate link (4.1.2)")
    if not any(_rel(one) == "self" for one in root.findall(f"{ATOM}link")):
        found.append("it should say where it lies (4.1.1)")
    ids = [one.findtext(f"{ATOM}id") for one in root.findall(f"{ATOM}entry")]
    return found + ["two entries have one id"] * (len({*ids}) != len(ids))


def _rel(link: ET.Element) -> str:
    return link.get("rel", "alternate")


def _of(element: ET.Element) -> Iterator[str]:
    name = element.tag.removeprefix(ATOM)
    held = [one.tag.removeprefix(ATOM) for one in element]
    yield from (f"{name} has no {one}" for one in NEEDED if one not in held)
    yield from (f"{name} has {one} twice" for one in ONCE[name] if held.count(one) > 1)
    yield from (f"{name} may not hold {one}" for one in held if one not in KNOWN[name])
    if element.text and element.text.strip():
        yield f"{name} holds text"
    if (text := element.findtext(f"{ATOM}id") or "") and not IRI.fullmatch(text):
        yield f"{text!r} is no absolute IRI (4.2.6)"
    if not DATE.fullmatch(text := element.findtext(f"{ATOM}updated") or ""):
        yield f"{text!r} is no date construct (3.3)"
    for person in element.findall(f"{ATOM}author"):
        if [one.tag for one in person] != [f"{ATOM}name"] or not person.findtext(f"{ATOM}name"):
            yield "an author has one name (3.2)"
    seen = set()
    for link in element.findall(f"{ATOM}link"):
        if not link.get("href") or re.search(r"[\s<>\"{}|\\^`]", link.get("href", "")):
            yield "a link leads nowhere (4.2.7.1)"
        if not TOKEN.fullmatch(link.get("type", "a/b")):
            yield "a link's type is no media type (4.2.7.3)"
        key = (_rel(link), link.get("type"), link.get("hreflang"))
        if key in seen and _rel(link) == "alternate":
            yield "two alternate links of one type (4.1.1)"
        seen.add(key)


@pytest.fixture
def feed(site_in: Callable[[str], Path]) -> bytes:
    return (site_in("nine-fields") / "feed.xml").read_bytes()


def test_the_feed_keeps_the_rules(feed: bytes) -> None:
    assert wrong(feed) == []
    assert feed.startswith(b"<?xml version='1.0' encoding='utf-8'?>")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("urn:uuid:", "", "no absolute IRI"),
        ("T12:00:00Z", " 12:00", "no date"),
        ('rel="self"', 'rel="via"', "should say where"),
        ("<summary>", "<words>", "may not hold words"),
        ('<link rel="alternate" type="text/html" href="index.html#n3" />', "", "neither content"),
        ("<author>", "<author><name>x</name>", "one name"),
    ],
)
def test_a_broken_feed_is_noticed(feed: bytes, old: str, new: str, told: str) -> None:
    text = feed.decode().replace(old, new)
    text = text.replace("</summary>", "</words>") if "words" in new else text
    assert any(told in one for one in wrong(text.encode()))


def test_one_entry_an_opening_the_newest_first(feed: bytes) -> None:
    root = ET.fromstring(feed)
    links = [link.get("href") for link in root.findall(f"{ATOM}entry/{ATOM}link")]
    assert links == [f"index.html#n{n}" for n in range(20, -1, -1)]
    assert root.findtext(f"{ATOM}updated") == "2026-11-27T12:00:00Z"
    titles = [one.text for one in root.findall(f"{ATOM}entry/{ATOM}title")]
    assert titles[0] == "Nine Fields: turn 10 of East"
    assert all(urlsplit(str(link)).scheme == "" for link in links)


def test_ids_follow_from_the_match_alone() -> None:
    first, again, other = (id_of("ab", 3), id_of("ab", 3), id_of("ab", 4))
    assert first == again != other
    assert UUID(first.removeprefix("urn:uuid:")).version == 5


def test_an_address_makes_links_whole_and_moments_stay(site_in: Callable[[str], Path]) -> None:
    from adjudicator.site.page import Before

    page = (site_in("nine-fields") / "index.html").read_bytes()
    later = NOW.replace(year=2027)
    made = site_of(
        match_of("nine-fields"), now=later, dated=Before(page, "old"),
        url="https://example.org/match",
    )  # fmt: skip
    root = ET.fromstring(made.files["feed.xml"])
    assert wrong(made.files["feed.xml"]) == []
    hrefs = {str(one.get("href")) for one in root.iter(f"{ATOM}link")}
    assert "https://example.org/match/index.html#n20" in hrefs
    assert "https://example.org/match/feed.xml" in hrefs
    told = {one.text for one in root.iter(f"{ATOM}updated")}
    assert told == {NOW.strftime("%Y-%m-%dT%H:%M:%SZ")}
    assert datetime.fromisoformat(str(next(iter(told)))) == NOW


def test_nothing_that_is_not_seen_gets_into_the_feed(site_in: Callable[[str], Path]) -> None:
    from adjudicator.site.earlier import facts_in

    facts = facts_in((site_in("nine-fields") / "index.html").read_bytes(), "page")
    odd = facts.model_copy(update={"title": "a\x00<b>\u202e]]>", "name": "\x1b"})
    raw = feed_of(odd)
    assert wrong(raw) == []
    assert ET.fromstring(raw).findtext(f"{ATOM}title") == "a\\u0000<b>\\u202e]]>"
