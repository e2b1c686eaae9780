"""Where texts and panels of a picture lie."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from adjudicator.render.raster import Box
from adjudicator.render.theme import text_width

__all__ = ["beyond", "panels", "texts"]

SVG = "{http://www.w3.org/2000/svg}"
_MOVE = re.compile(r"translate\((-?[\d.e-]+) (-?[\d.e-]+)\)")
_SCALE = re.compile(r"scale\(([\d.e-]+)\)")
Place = tuple[float, float, float]
"""What is added to x and y after they were multiplied, and by what."""


def _moved(element: ElementTree.Element, place: Place) -> Place:
    told = element.get("transform") or ""
    x, y, scale = place
    if found := _MOVE.search(told):
        x, y = x + float(found[1]) * scale, y + float(found[2]) * scale
    if found := _SCALE.search(told):
        scale *= float(found[1])
    return x, y, scale


def _walk(
    element: ElementTree.Element, place: Place, said: dict[str, str]
) -> Iterator[tuple[ElementTree.Element, Place, dict[str, str]]]:
    """Yields all elements that are drawn where they stand, with what they inherit."""
    place = _moved(element, place)
    inherited = {
        name: element.get(name) or said.get(name, "")
        for name in ("font-size", "font-weight", "text-anchor")
    }
    yield element, place, inherited
    for child in element:
        if child.tag not in (f"{SVG}defs", f"{SVG}svg"):
            yield from _walk(child, place, inherited)


def panels(root: ElementTree.Element) -> dict[str, Box]:
    """Returns the sheets of paper about a board, in tenths."""
    found: dict[str, Box] = {}
    for element, (x, y, scale), _ in _walk(root, (0, 0, 1), {}):
        named = element.get("id") or ""
        if named in ("title", "tracks", "legend", "reserves", "lost"):
            sheet = element.findall(f"{SVG}rect")[1]
            left, top, wide, high = (
                float(sheet.get(side) or 0) * scale * 10 for side in ("x", "y", "width", "height")
            )
            found[named] = Box(round(left + x * 10), round(top + y * 10), round(wide), round(high))
    return found


def texts(root: ElementTree.Element, panel: str) -> dict[str, Box]:
    """Returns the boxes of the texts on a panel, by what they say and a number, in tenths."""
    found: dict[str, Box] = {}
    for group, place, said in _walk(root, (0, 0, 1), {}):
        if group.get("id") != panel:
            continue
        for element, (x, y, scale), inherited in _walk(group, place, said):
            if element.tag != f"{SVG}text" or element is group:
                continue
            words = "".join(element.itertext()).strip()
            size = float(inherited["font-size"] or 0) * scale * 10
            bold = inherited["font-weight"] == "bold"
            wide = text_width(words, max(round(size), 1), bold=bold)
            left = (float(element.get("x") or 0) * scale + x) * 10
            left -= {"middle": wide / 2, "end": wide}.get(inherited["text-anchor"], 0)
            top = (float(element.get("y") or 0) * scale + y) * 10 - size * 0.72
            found[f"{words}/{len(found)}"] = Box(
                round(left), round(top), wide, max(round(size * 0.72), 1)
            )
    return found


def beyond(root: ElementTree.Element) -> list[str]:
    """Returns the texts that do not lie on their panels."""
    found = []
    for panel, sheet in panels(root).items():
        for words, box in texts(root, panel).items():
            inside = (
                sheet.x <= box.x
                and sheet.y <= box.y
                and box.x + box.width <= sheet.x + sheet.width
                and box.y + box.height <= sheet.y + sheet.height
            )
            if not inside:
                found.append(f"{panel}: {words}")
    return found
