"""Reads a page for spectators back into what it was made of, to add the next opening to it.

Where hands are hidden, past openings cannot be made again before the end: then the page before is
all that there is of them. It may come from anywhere, so what it says is judged: facts by a model,
maps and reports by what may stand in them. No script, link or address of it gets into a new page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree as ET

from pydantic import ValidationError

from adjudicator.api.problems import UnusableFile, unusable_file
from adjudicator.site.cutting import CannotJoin, Cut, joined
from adjudicator.site.facts import Facts

__all__ = ["MAX_PAGE", "Earlier", "check_map", "check_report", "facts_in", "read_page"]

MAX_PAGE = 64_000_000
"""No page is longer; that of a match of 38 openings has 2 MB."""
_FACTS = re.compile(r'<script type="application/json" id="facts">([^<]*)</script>')
_SHOWN = re.compile(r'<script type="application/json" id="shown">([^<]*)</script>')
_BASE = re.compile(r'<noscript id="base">(<svg.*?</svg>\s*)</noscript>', re.DOTALL)
_PIECES = re.compile(r'<script type="text/plain" id="pieces">(.*?)</script>', re.DOTALL)
_REPORT = re.compile(
    r'<article class="report" id="n([0-9]{1,7})"[^>]*>\n(.*?)\n</article>', re.DOTALL
)
_TAGS = frozenset((
    "b", "br", "caption", "code", "dd", "details", "div", "dl", "dt", "h2", "h3", "header",
    "li", "ol", "p", "pre", "section", "span", "summary", "sup", "table", "tbody", "td", "th",
    "thead", "tr", "ul",
))  # fmt: skip
_ATTRIBUTES = frozenset(("aria-label", "class", "open", "role", "scope", "tabindex"))
_CLASSES = re.compile(r"[a-z -]{0,40}\Z")
_SVG = "{http://www.w3.org/2000/svg}"
_DRAWN = frozenset((
    "circle", "clipPath", "defs", "desc", "ellipse", "g", "line", "linearGradient", "marker",
    "mask", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "style",
    "svg", "symbol", "text", "textPath", "title", "tspan", "use",
))  # fmt: skip
"""The elements of which maps are made."""
_REFERENCE = re.compile(r"url\((?!#)|@import|expression|javascript:", re.IGNORECASE)


class Earlier(NamedTuple):
    """A page that was made before."""

    facts: Facts
    maps: Mapping[int, str]
    """By opening."""
    reports: Mapping[int, str]
    """By opening, as they stand in the page."""


def facts_in(page: bytes, source: str) -> Facts:
    """Returns what a page says of its match.

    Args:
        source: what problems call it.

    Raises:
        UnusableFile: it is no page that `site` made.
    """
    found = _FACTS.search(_text(page, source))
    if found is None:
        _refuse(source, "it has no facts")
    try:
        return Facts.model_validate_json(found[1])
    except ValidationError as error:
        _refuse(source, f"its facts are not those of a match: {error.errors()[0]['msg']}")


def read_page(page: bytes, source: str) -> Earlier:
    """Returns a page, taken apart.

    Args:
        source: what problems call it.

    Raises:
        UnusableFile: it is no page that `site` made, or holds what no page of ours holds.
    """
    text, facts = _text(page, source), facts_in(page, source)
    numbers = [one.n for one in facts.openings]
    if any(
        one.scores is not None and len(one.scores) != len(facts.sides) for one in facts.openings
    ):
        _refuse(source, "its figures are not those of its sides")
    reports = {int(n): told for n, told in _REPORT.findall(text)}
    if list(reports) != numbers:
        _refuse(source, "its reports are not those of its openings")
    try:
        maps = _maps(text)
        if sorted(maps) != numbers:
            _refuse(source, "its maps are not those of its openings")
        for n in numbers:
            check_map(maps[n])
            check_report(reports[n])
    except (CannotJoin, ValueError, KeyError, TypeError) as error:
        if isinstance(error, UnusableFile):
            raise
        _refuse(source, str(error))
    return Earlier(facts, maps, reports)


def _maps(text: str) -> dict[int, str]:
    """Returns the maps of a page by opening.

    Raises:
        CannotJoin, ValueError, KeyError, TypeError: they cannot be put together.
    """
    blocks = [pattern.search(text) for pattern in (_BASE, _PIECES, _SHOWN)]
    base, pieces, shown = (None if one is None else one[1] for one in blocks)
    if base is None or pieces is None or shown is None:
        raise ValueError("it has no maps")
    told = json.loads(shown)
    chain, changes = told["chain"], told["changes"]
    if not _are_numbers(chain) or not all(_are_numbers(one) for one in changes):
        raise ValueError("its maps are told by something else than numbers")
    if len(chain) != len(changes) or len({*chain}) != len(chain):
        raise ValueError("its maps are not one an opening")
    made = joined(Cut(base, pieces, tuple(map(tuple, changes))))
    return dict(zip(chain, made, strict=True))


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(one) is int for one in value)


def _text(page: bytes, source: str) -> str:
    if len(page) > MAX_PAGE:
        _refuse(source, "it is far too large")
    try:
        return page.decode()
    except UnicodeDecodeError:
        _refuse(source, "it is not UTF-8")


def _refuse(source: str, why: str) -> NoReturn:
    """Raises UnusableFile."""
    message = f"this is no page that `site` made: {why}"
    raise unusable_file(source, "no-site-page", message, _HINT)


_HINT = "Name the index.html, or its folder, that `adjudicator site` wrote for this match last."


# -- what may stand in maps and reports -----------------------------------------------------------


def check_map(svg: str) -> None:
    """Looks at a map that may come from anywhere.

    Raises:
        ValueError: it is no SVG, or it holds what no map has: a script, a link, something from
            elsewhere.
    """
    if "<!" in svg:
        raise ValueError("a map has no declarations and no comments")
    try:
        root = ET.fromstring(svg)
    except ET.ParseError:
        raise ValueError("a map is no XML") from None
    if root.tag != f"{_SVG}svg":
        raise ValueError("a map is no SVG")
    for element in root.iter():
        name = element.tag.removeprefix(_SVG) if isinstance(element.tag, str) else ""
        if name not in _DRAWN:
            raise ValueError(f"a map has no {name or 'such thing'}")
        for key, value in element.attrib.items():
            _check_drawn(key.rpartition("}")[2].lower(), value)
        if name == "style" and re.search(rf"{_REFERENCE.pattern}|\\", element.text or "", re.I):
            raise ValueError("a map names nothing from elsewhere")


def _check_drawn(key: str, value: str) -> None:
    """Raises ValueError for an attribute that no map has."""
    if key.startswith("on") or (key == "href" and not value.startswith("#")):
        raise ValueError(f"a map has no {key}")
    if _REFERENCE.search(value) or (key == "style" and "\\" in value):
        raise ValueError("a map names nothing from elsewhere")


class _Seen(HTMLParser):
    """Reads a report, and notes the first thing that no report has."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong, self.depth = "", [""]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag not in _TAGS:
            self.wrong = self.wrong or f"a report has no {tag}"
        for key, value in attrs:
            if key not in _ATTRIBUTES or (key == "class" and not _CLASSES.match(value or "")):
                self.wrong = self.wrong or f"a report has no {key}"
        if tag != "br":
            self.depth.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.depth.pop() != tag:
            self.wrong = self.wrong or "a report closes what it did not open"
            self.depth.append("")

    def handle_comment(self, data: str) -> None:
        self.wrong = self.wrong or "a report has no comments"

    def handle_decl(self, decl: str) -> None:
        self.wrong = self.wrong or "a report has no declarations"

    def unknown_decl(self, data: str) -> None:
        self.wrong = self.wrong or "a report has no declarations"

    def handle_pi(self, data: str) -> None:
        self.wrong = self.wrong or "a report has no instructions"


def check_report(told: str) -> None:
    """Looks at a report that may come from anywhere.

    Raises:
        ValueError: it holds what no report has: a script, a link, a form.
    """
    seen = _Seen()
    seen.feed(told)
    seen.close()
    if seen.wrong or seen.depth != [""]:
        raise ValueError(seen.wrong or "a report does not close what it opens")
