"""Writes SVG: the only module that knows svgwrite.

Every length is an integer in tenths of a unit and is written by `number`, here and nowhere else, so
that one input gives one text. A picture is a list of layers, each a string: layers that do not
change can be kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape

from svgwrite import Drawing

from adjudicator.core.report import Style
from adjudicator.core.visible import visible

__all__ = [
    "Canvas",
    "Sheet",
    "document",
    "enclosed",
    "line_path",
    "number",
    "page",
    "paper",
    "ring_path",
    "window",
]

Attribute = str | int
"""An attribute's value: text as it is, or a length in tenths."""

_SPECIAL = re.compile("[^ !#-%'-;=?-~]")
_IDS = re.compile(r'( id="|href="#|url\(#)')


@lru_cache(maxsize=1 << 15)
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


class Canvas:
    """One layer of a picture, or a group in it: elements in painter's order.

    Attribute names are those of SVG with `_` for `-`; integers are tenths of a unit. Elements are
    written as text at once: a map has thousands, and objects for each would take most of the time.
    """

    __slots__ = ("_close", "_parts")

    def __init__(self, opening: str = "", closing: str = "") -> None:
        self._parts: list[str | Canvas] = [opening]
        self._close = closing

    def markup(self) -> str:
        """Returns the elements of the canvas as text."""
        parts = [part if isinstance(part, str) else part.markup() for part in self._parts]
        return f"{''.join(parts)}{self._close}"

    def group(self, *, title: str = "", **attributes: Attribute) -> Canvas:
        """Adds a group and returns it."""
        return self._nested("g", title, attributes)

    def symbol(self, **attributes: Attribute) -> Canvas:
        """Adds a symbol, to be shown by `use`, and returns it."""
        return self._nested("symbol", "", attributes)

    def pattern(self, **attributes: Attribute) -> Canvas:
        """Adds a pattern and returns it."""
        return self._nested("pattern", "", attributes)

    def clip(self, **attributes: Attribute) -> Canvas:
        """Adds a clipping path and returns it."""
        return self._nested("clipPath", "", attributes)

    def definitions(self) -> Canvas:
        """Adds a list of things that are shown only where they are used, and returns it."""
        return self._nested("defs", "", {})

    def add(self, other: Canvas) -> None:
        """Adds what another canvas holds, now and later."""
        self._parts.append(other)

    def path(self, d: str, *, title: str = "", **attributes: Attribute) -> None:
        """Adds a path."""
        self._add("path", {"d": d} | attributes, _title(title))

    def rect(self, x: int, y: int, width: int, height: int, **attributes: Attribute) -> None:
        """Adds a rectangle, if it is one: without width or height there is nothing to be seen."""
        if width <= 0 or height <= 0:
            return
        box: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height}
        self._add("rect", box | attributes)

    def circle(self, x: int, y: int, radius: int, **attributes: Attribute) -> None:
        """Adds a circle, if it is one."""
        if radius <= 0:
            return
        round_: dict[str, Attribute] = {"cx": x, "cy": y, "r": radius}
        self._add("circle", round_ | attributes)

    def use(self, href: str, **attributes: Attribute) -> None:
        """Shows the thing with the id `href` here."""
        self._add("use", {"xlink:href": f"#{href}"} | attributes)

    def text(self, x: int, y: int, lines: Sequence[str], **attributes: Attribute) -> None:
        """Adds text in lines; further ones stand under the first, `leading` tenths apart."""
        leading = int(attributes.pop("leading", 0))
        at: dict[str, Attribute] = {"x": x, "y": y}
        if len(lines) == 1:
            self._add("text", at | attributes, _written(lines[0]))
            return
        spans = Canvas()
        for index, line in enumerate(lines):
            # The final blank keeps the words apart for those who copy or search the text.
            words = _written(line) + (" " if index < len(lines) - 1 else "")
            spans._add("tspan", {"x": x, "y": y + index * leading}, words)
        self._add("text", attributes, spans.markup())

    def gradient(
        self,
        stops: Iterable[tuple[str, str, str]],
        *,
        radial: bool = False,
        **attributes: Attribute,
    ) -> None:
        """Adds a gradient; each stop is an offset, a colour and an opacity."""
        made = self._nested("radialGradient" if radial else "linearGradient", "", attributes)
        for offset, colour, opacity in stops:
            made._add("stop", {"offset": offset, "stop-color": colour, "stop-opacity": opacity})

    def _add(self, name: str, attributes: Mapping[str, Attribute], inner: str = "") -> None:
        end = f">{inner}</{name}>" if inner else " />"
        self._parts.append(f"<{name}{_attributes(attributes)}{end}")

    def _nested(self, name: str, title: str, attributes: Mapping[str, Attribute]) -> Canvas:
        made = Canvas(f"<{name}{_attributes(attributes)}>{_title(title)}", f"</{name}>")
        self._parts.append(made)
        return made


def enclosed(markup: str, **attributes: Attribute) -> str:
    """Returns a group, with these attributes, around text that is drawn already."""
    return f"<g{_attributes(attributes)}>{markup}</g>"


def _attributes(attributes: Mapping[str, Attribute]) -> str:
    """Writes attributes."""
    words = [
        f'{_svg_name(name)}"{number(value) if isinstance(value, int) else _quoted(value)}"'
        for name, value in attributes.items()
    ]
    return "".join(words)


@lru_cache(maxsize=512)
def _svg_name(name: str) -> str:
    return f" {name.rstrip('_').replace('_', '-')}="


def _quoted(text: str) -> str:
    return escape(visible(text, keep="\n"), {'"': "&quot;"}) if _SPECIAL.search(text) else text


def _written(text: str) -> str:
    return escape(visible(text, keep="\n"))


def _title(text: str) -> str:
    return f"<title>{_written(text)}</title>" if text else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a picture is drawn on."""

    window: tuple[int, int, int, int]
    """Left, top, width and height of what is seen."""
    size: tuple[str, str] = ("100%", "100%")
    """Width and height of the sheet; as it is, it fits whatever width it is given."""
    ids: str = ""
    """What the ids of title and description begin with."""
    data: tuple[tuple[str, str], ...] = ()
    """What a page that works with the picture must know of it: `data-` attributes of the root."""


def document(sheet: Sheet, words: tuple[str, str], layers: Iterable[str]) -> str:
    """Returns a complete SVG file that shows `layers`; `words` are title and description."""
    told = [
        (f"{sheet.ids}picture-{element}", element, text)
        for element, text in zip(("title", "desc"), words, strict=True)
        if text
    ]
    named = [f'<{element} id="{name}">{_written(text)}</{element}>' for name, element, text in told]
    head = _head(sheet, " ".join(name for name, _, _ in told))
    return "".join((head, *named, *layers, "</svg>\n"))


@lru_cache(maxsize=32)
def _head(sheet: Sheet, names: str) -> str:
    """Returns how a file begins; `names` are the ids of what says what it shows."""
    window_ = " ".join(map(number, sheet.window))
    drawing = Drawing(size=sheet.size, viewBox=window_, debug=False)
    drawing.attribs |= {"role": "img", "aria-labelledby": names, **dict(sheet.data)}
    head = str(drawing.tostring()).removesuffix("</svg>")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}'


def paper(sheet: Sheet) -> str:
    """Returns white ground for a whole sheet, for those who look at it before a dark one."""
    canvas = Canvas()
    canvas.rect(*sheet.window, fill="#fff")
    return canvas.markup()


def page(style: Style, size: tuple[int, int], words: tuple[str, str], markup: str) -> str:
    """Returns a complete SVG file that shows what is drawn on a sheet of a size, in a style.

    Args:
        words: title and description.
    """
    width, height = size
    sheet = Sheet((0, 0, width, height), ids=style.beside)
    if style.layout == "print":
        sheet = _across(width, height)
        markup = paper(sheet) + markup
    if style.beside:
        markup = _IDS.sub(lambda found: found[1] + style.beside, markup)
    return document(sheet, words, [markup])


def _across(width: int, height: int) -> Sheet:
    """Returns a sheet of A4 paper, across, with margins of a centimetre; A3 has the same shape."""
    wide = max(width * 297 // 277, height * 297 // 190)
    high = wide * 210 // 297
    return Sheet(((width - wide) // 2, (height - high) // 2, wide, high), size=("297mm", "210mm"))


def window(place: tuple[int, int, int, int], part: tuple[int, int, int, int], inner: str) -> str:
    """Returns a window at `place` that shows `part` of what is drawn in it."""
    words = zip(("x", "y", "width", "height"), map(number, place), strict=True)
    at = " ".join(f'{name}="{value}"' for name, value in words)
    return f'<svg {at} viewBox="{" ".join(map(number, part))}">{inner}</svg>'
