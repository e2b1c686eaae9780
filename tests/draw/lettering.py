"""How large the lettering of a picture is where it is shown."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

__all__ = ["lettering"]

SVG = "{http://www.w3.org/2000/svg}"
_SCALE = re.compile(r"scale\(([\d.]+)\)")


def lettering(picture: str, width: int) -> list[tuple[float, str]]:
    """Returns the size of every text of a picture that is shown so many pixels wide, and its words.

    Windows, scales and inherited sizes are followed; what is only defined does not count.
    """
    return sorted(_inside(ElementTree.fromstring(picture.encode()), width, 0.0))


def _inside(element: ElementTree.Element, scale: float, size: float) -> Iterator[tuple[float, str]]:
    tag = element.tag.removeprefix(SVG)
    if tag == "defs":
        return
    if (box := element.get("viewBox")) is not None:
        own = float(element.get("width", "1").removesuffix("%").removesuffix("mm"))
        # The root is as wide as it is told to be, a window as wide as it says.
        scale = (scale * own if element.get("x") is not None else scale) / float(box.split()[2])
    for factor in _SCALE.findall(element.get("transform", "")):
        scale *= float(factor)
    size = float(element.get("font-size", size))
    if tag == "text":
        words = " ".join("".join(element.itertext()).split())
        sizes = [float(one.get("font-size", size)) for one in (element, *element)]
        yield min(sizes) * scale, words
        return
    for child in element:
        yield from _inside(child, scale, size)
