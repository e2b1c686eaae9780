"""What every picture must be: one file that needs no other, with ids that occur once."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

__all__ = ["PAGE", "stands_alone"]

PAGE = re.compile(r"(?<=>)<style>@page\{size:\d+mm \d+mm;margin:0\}</style>")
"""The one style that a picture may have: how large the paper is for which it is drawn."""
XLINK = "{http://www.w3.org/1999/xlink}href"


def stands_alone(text: str, *, beside: str = "", most: int = 150_000) -> None:
    """Asserts that a picture has no script, foreign style or link, and no more bytes than wanted.

    Args:
        beside: what all its ids begin with.
    """
    assert text.startswith("<?xml")
    own = PAGE.sub("", text, count=1)
    assert not re.search(r"<script|<style|<image|@import|url\((?!#)|javascript:", own)
    root = ElementTree.fromstring(text.encode())
    ids = Counter(found for one in root.iter() if (found := one.get("id")))
    assert [element_id for element_id, count in ids.items() if count > 1] == []
    assert all(element_id.startswith(beside) for element_id in ids)
    for link in (one.get(XLINK) for one in root.iter()):
        assert link is None or link.removeprefix("#") in ids
    assert {*re.findall(r"url\(#([^)]+)\)", text)} <= ids.keys()
    assert len(text.encode()) < most
