"""Writes SVG: the only module that knows svgwrite.

Every length is an integer in tenths of a unit and is written by `number`, here and nowhere else, so
that one input gives one text. A picture is a list of layers, each a string: layers that do not
change can be kept.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Sequence

from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.container import Defs, Group, Symbol, Use
from svgwrite.gradients import LinearGradient, RadialGradient
from svgwrite.masking import ClipPath
from svgwrite.path import Path
from svgwrite.pattern import Pattern
from svgwrite.shapes import Circle, Rect
from svgwrite.text import Text, TSpan

__all__ = ["Canvas", "document", "enclosed", "line_path", "number", "ring_path"]

Attribute = str | int
"""An attribute's value: text as it is, or a length in tenths."""
PLAIN = {"factory": Drawing(debug=False)}
"""svgwrite checks every attribute unless told not to, which is three times slower."""

_FORBIDDEN = re.compile("[^\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(tenths: int) -> str:
    """Writes tenths of a unit as a decimal number, as short as it goes: `-12` is `-1.2`.

    >>> number(120), number(-12), number(5)
    ('12', '-1.2', '.5')
    """
    sign = "-" if tenths < 0 else ""
    whole, tenth = divmod(abs(tenths), 10)
    if not tenth:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{tenth}"


def line_path(points: Sequence[tuple[int, int]], *, closed: bool = False) -> str:
    """Writes a line through `points` as path text, in steps from point to point."""
    (x, y), *others = points
    words: list[str] = []
    for here_x, here_y in others:
        words += (number(here_x - x), number(here_y - y))
        x, y = here_x, here_y
    steps = " ".join(words).replace(" -", "-")
    start_x, start_y = points[0]
    return f"M{number(start_x)} {number(start_y)}l{steps}{'z' if closed else ''}"


def ring_path(rings: Iterable[Sequence[tuple[int, int]]]) -> str:
    """Writes closed rings as the text of one path."""
    return "".join(line_path(ring, closed=True) for ring in rings)


def _printable(text: str) -> str:
    """Leaves out the control characters that XML forbids."""
    return _FORBIDDEN.sub("", text)


class Canvas:
    """One layer of a picture, or a group in it: elements in painter's order.

    Attribute names are those of SVG with `_` for `-`; integers are tenths of a unit.
    """

    def __init__(self, element: BaseElement | None = None) -> None:
        self._element: BaseElement = Group(**PLAIN) if element is None else element

    def markup(self) -> str:
        """Returns the elements of the canvas as text."""
        if not self._element.elements:
            return ""
        whole = ElementTree.tostring(self._element.get_xml(), encoding="unicode")
        return whole[whole.index(">") + 1 : whole.rindex("<")]

    def group(self, *, title: str = "", **attributes: Attribute) -> Canvas:
        """Adds a group and returns it."""
        return self._nested(Group(**PLAIN), title, attributes)

    def symbol(self, **attributes: Attribute) -> Canvas:
        """Adds a symbol, to be shown by `use`, and returns it."""
        return self._nested(Symbol(**PLAIN), "", attributes)

    def pattern(self, **attributes: Attribute) -> Canvas:
        """Adds a pattern and returns it."""
        return self._nested(Pattern(**PLAIN), "", attributes)

    def clip(self, **attributes: Attribute) -> Canvas:
        """Adds a clipping path and returns it."""
        return self._nested(ClipPath(**PLAIN), "", attributes)

    def definitions(self) -> Canvas:
        """Adds a list of things that are shown only where they are used, and returns it."""
        return self._nested(Defs(**PLAIN), "", {})

    def path(self, d: str, *, title: str = "", **attributes: Attribute) -> None:
        """Adds a path."""
        self._nested(Path(d, **PLAIN), title, attributes)

    def rect(self, x: int, y: int, width: int, height: int, **attributes: Attribute) -> None:
        """Adds a rectangle."""
        box: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height}
        self._nested(Rect(**PLAIN), "", box | attributes)

    def circle(self, x: int, y: int, radius: int, **attributes: Attribute) -> None:
        """Adds a circle."""
        round_: dict[str, Attribute] = {"cx": x, "cy": y, "r": radius}
        self._nested(Circle(**PLAIN), "", round_ | attributes)

    def use(self, href: str, **attributes: Attribute) -> None:
        """Shows the thing with the id `href` here."""
        self._nested(Use(f"#{href}", **PLAIN), "", attributes)

    def text(self, x: int, y: int, lines: Sequence[str], **attributes: Attribute) -> None:
        """Adds text in lines; further ones stand under the first, `leading` tenths apart."""
        leading = int(attributes.pop("leading", 0))
        at: dict[str, Attribute] = {"x": x, "y": y}
        if len(lines) == 1:
            self._nested(Text(_printable(lines[0]), **PLAIN), "", at | attributes)
            return
        text = Text("", **PLAIN)
        for index, line in enumerate(lines):
            # The final blank keeps the words apart for those who copy or search the text.
            words = _printable(line) + (" " if index < len(lines) - 1 else "")
            span = TSpan(words, **PLAIN)
            _set(span, {"x": x, "y": y + index * leading})
            text.add(span)
        self._nested(text, "", attributes)

    def gradient(
        self,
        stops: Iterable[tuple[str, str, str]],
        *,
        radial: bool = False,
        **attributes: Attribute,
    ) -> None:
        """Adds a gradient; each stop is an offset, a colour and an opacity."""
        made = RadialGradient(**PLAIN) if radial else LinearGradient(**PLAIN)
        for offset, colour, opacity in stops:
            made.add_stop_color(offset, colour, opacity)
        self._nested(made, "", attributes)

    def _nested(self, element: BaseElement, title: str, attributes: dict[str, Attribute]) -> Canvas:
        _set(element, attributes)
        if title:
            element.set_desc(title=_printable(title))
        self._element.add(element)
        return Canvas(element)


def enclosed(markup: str, **attributes: Attribute) -> str:
    """Returns a group, with these attributes, around text that is drawn already."""
    outer = Canvas()
    outer._nested(Group(**PLAIN), "", attributes)
    return f"{outer.markup().removesuffix(' />')}>{markup}</g>"


def _set(element: BaseElement, attributes: dict[str, Attribute]) -> None:
    """Gives an element its attributes."""
    for name, value in attributes.items():
        text = number(value) if isinstance(value, int) else value
        element.attribs[name.rstrip("_").replace("_", "-")] = text


def document(size: tuple[int, int], title: str, layers: Iterable[str]) -> str:
    """Returns a complete SVG file that shows `layers` and fits whatever width it is given."""
    width, height = size
    drawing = Drawing(
        size=("100%", "100%"), viewBox=f"0 0 {number(width)} {number(height)}", debug=False
    )
    drawing.set_desc(title=_printable(title))
    head = str(drawing.tostring()).removesuffix("</svg>")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(layers)}</svg>\n'
