"""Writes SVG: the only module that knows svgwrite.

Every length is an integer in tenths of a unit and is written by `number`, here and nowhere else, so
that one input gives one text. svgwrite carries the document: it writes the drawing and whatever
holds other things (definitions, symbols, patterns, clipping paths, gradients, the groups of a
layer, windows), each once for the same attributes; what it wrote is kept and used again. A fast
path writes what a map has thousands of as text at once: leaves (`path`, `rect`, `circle`, `use`,
`text`) and the groups in groups that hold them (a counter, an arrow, a line of a legend). Both ways
write the same: tests/render/test_wholly.py has svgwrite write and validate everything, and
compares. All this takes at most 15 % more time than plain strings would (tests/benchmarks/svg.py).

A picture is a list of layers, each a string: layers that do not change can be kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal
from xml.etree.ElementTree import ProcessingInstruction, tostring
from xml.sax.saxutils import escape

from svgwrite import Drawing
from svgwrite.container import SVG, Defs, Group, Symbol
from svgwrite.gradients import LinearGradient, RadialGradient
from svgwrite.masking import ClipPath
from svgwrite.pattern import Pattern

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
    "paper_sheet",
    "ring_path",
    "window",
]

PHONE = 390
"""How many pixels wide a column for a phone is."""

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


_FACTORY = Group(debug=False)
"""Says to the elements of all pictures that svgwrite need not validate them."""
_INSIDE = "<?inside?>"
"""What svgwrite writes where something is to stand in an element; no text can have it."""
_KINDS: Mapping[str, Any] = MappingProxyType(
    {
        "clipPath": ClipPath, "defs": Defs, "g": Group, "linearGradient": LinearGradient,
        "pattern": Pattern, "radialGradient": RadialGradient, "svg": SVG, "symbol": Symbol,
    }
)  # fmt: skip
"""What of a document holds other things, by name."""


@lru_cache(maxsize=4096)
def _shell(
    name: str,
    attributes: tuple[tuple[str, Attribute], ...],
    title: str = "",
    stops: tuple[tuple[str, str, str], ...] = (),
) -> tuple[str, str]:
    """Returns what svgwrite writes of an element before and after what stands in it.

    It is written once for the same attributes: most are those of the picture before.
    """
    made = _KINDS[name](factory=_FACTORY)
    made.elements.clear()  # definitions: an `svg` has them
    values = dict(attributes)
    for given, _, as_svg in _ordered(tuple(values)):
        value = values[given]
        made.attribs[as_svg] = number(value) if isinstance(value, int) else _seen(value)
    if title:
        made.set_desc(title=_seen(title))
    for stop in stops:
        made.add_stop_color(*stop)
    return _parted(made)


def _parted(element: Any) -> tuple[str, str]:
    """Returns what svgwrite writes of an element before and after what is to stand at its end."""
    xml = element.get_xml()
    xml.append(ProcessingInstruction("inside"))
    opening, closing = tostring(xml, encoding="unicode").split(_INSIDE)
    return opening, closing


class Canvas:
    """One layer of a picture, or an element in it: elements in painter's order.

    Attribute names are those of SVG with `_` for `-`; integers are tenths of a unit.
    """

    __slots__ = ("_closing", "_name", "_opening", "_parts")

    def __init__(self, name: str = "g", opening: str = "", closing: str = "") -> None:
        self._name = name
        self._opening = opening
        """Empty: that of a layer, which is no element itself."""
        self._closing = closing
        self._parts: list[str | Canvas] = []

    def markup(self) -> str:
        """Returns the elements of the canvas as text."""
        inner = "".join(part if isinstance(part, str) else part.markup() for part in self._parts)
        if self._parts or not self._opening or self._opening.endswith("</title>"):
            return f"{self._opening}{inner}{self._closing}"
        return f"{self._opening[:-1]} />"

    def group(self, *, title: str = "", **attributes: Attribute) -> Canvas:
        """Adds a group and returns it."""
        if self._opening and self._name == "g":  # a counter, an arrow: there are thousands
            told = f"<title>{_written(title)}</title>" if title else ""
            return self._added(Canvas("g", f"<g{_attributes(attributes)}>{told}", "</g>"))
        return self._nested("g", attributes, title)

    def symbol(self, **attributes: Attribute) -> Canvas:
        """Adds a symbol, to be shown by `use`, and returns it."""
        return self._nested("symbol", attributes)

    def pattern(self, **attributes: Attribute) -> Canvas:
        """Adds a pattern and returns it."""
        return self._nested("pattern", attributes)

    def clip(self, **attributes: Attribute) -> Canvas:
        """Adds a clipping path and returns it."""
        return self._nested("clipPath", attributes)

    def definitions(self) -> Canvas:
        """Adds a list of things that are shown only where they are used, and returns it."""
        return self._nested("defs", {})

    def gradient(
        self,
        stops: Iterable[tuple[str, str, str]],
        *,
        radial: bool = False,
        **attributes: Attribute,
    ) -> None:
        """Adds a gradient; each stop is an offset, a colour and an opacity."""
        name = "radialGradient" if radial else "linearGradient"
        self._write("".join(_shell(name, tuple(attributes.items()), stops=tuple(stops))))

    def add(self, other: str | Canvas) -> None:
        """Adds what is drawn already, or what another canvas holds, now and later."""
        self._parts.append(other)

    def path(self, d: str, *, title: str = "", **attributes: Attribute) -> None:
        """Adds a path."""
        self._leaf("path", {"d": d} | attributes, title=title)

    def rect(self, x: int, y: int, width: int, height: int, **attributes: Attribute) -> None:
        """Adds a rectangle, if it is one: without width or height there is nothing to be seen."""
        if width <= 0 or height <= 0:
            return
        box: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height}
        self._leaf("rect", box | attributes)

    def circle(self, x: int, y: int, radius: int, **attributes: Attribute) -> None:
        """Adds a circle, if it is one."""
        if radius <= 0:
            return
        round_: dict[str, Attribute] = {"cx": x, "cy": y, "r": radius}
        self._leaf("circle", round_ | attributes)

    def use(self, href: str, **attributes: Attribute) -> None:
        """Shows the thing with the id `href` here."""
        self._leaf("use", {"xlink:href": f"#{href}"} | attributes)

    def text(self, x: int, y: int, lines: Sequence[str], **attributes: Attribute) -> None:
        """Adds text in lines; further ones stand under the first, `leading` tenths apart."""
        leading = int(attributes.pop("leading", 0))
        if len(lines) == 1:
            at: dict[str, Attribute] = {"x": x, "y": y}
            self._leaf("text", at | attributes, text=lines[0])
            return
        # The final blank keeps the words apart for those who copy or search the text.
        spans = [
            (x, y + index * leading, line + (" " if index < len(lines) - 1 else ""))
            for index, line in enumerate(lines)
        ]
        self._leaf("text", attributes, spans=spans)

    def _leaf(
        self,
        name: str,
        attributes: Mapping[str, Attribute],
        *,
        title: str = "",
        text: str = "",
        spans: Sequence[tuple[int, int, str]] = (),
    ) -> None:
        """Adds an element that holds no others but its title, or its text in lines."""
        inner = f"<title>{_written(title)}</title>" if title else _written(text)
        for x, y, line in spans:
            inner += f'<tspan x="{number(x)}" y="{number(y)}">{_written(line)}</tspan>'
        end = f">{inner}</{name}>" if inner else " />"
        self._write(f"<{name}{_attributes(attributes)}{end}")

    def _write(self, leaf: str) -> None:
        self._parts.append(leaf)

    def _nested(self, name: str, attributes: Mapping[str, Attribute], title: str = "") -> Canvas:
        return self._added(Canvas(name, *_shell(name, tuple(attributes.items()), title)))

    def _added(self, inner: Canvas) -> Canvas:
        self._parts.append(inner)
        return inner


def enclosed(markup: str, **attributes: Attribute) -> str:
    """Returns a group, with these attributes, around text that is drawn already."""
    opening, closing = _shell("g", tuple(attributes.items()))
    return f"{opening}{markup}{closing}"


def _attributes(attributes: Mapping[str, Attribute]) -> str:
    """Writes attributes as svgwrite does: by name, without those that are empty."""
    words = [
        f'{opening}{number(value) if isinstance(value, int) else _quoted(value)}"'
        for name, opening, _ in _ordered(tuple(attributes))
        if (value := attributes[name]) != ""
    ]
    return "".join(words)


@lru_cache(maxsize=512)
def _ordered(names: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    """Returns names of attributes as they are written in order, with their opening and in SVG."""
    written = sorted((name.rstrip("_").replace("_", "-"), name) for name in names)
    return tuple((name, f' {as_svg}="', as_svg) for as_svg, name in written)


def _seen(text: str) -> str:
    return visible(text, keep="\n") if _SPECIAL.search(text) else text


def _quoted(text: str) -> str:
    if not _SPECIAL.search(text):
        return text
    return escape(_seen(text), {'"': "&quot;", "\n": "&#10;"})


def _written(text: str) -> str:
    return escape(visible(text, keep="\n")) if _SPECIAL.search(text) else text


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a picture is drawn on."""

    window: tuple[int, int, int, int]
    """Left, top, width and height of what is seen."""
    size: tuple[str, str] | None = None
    """Width and height of the sheet; None: those of its layout."""
    ids: str = ""
    """What the ids of title and description begin with."""
    layout: Literal["board", "phone", "print"] = "board"
    """A unit is a pixel; as wide as a phone; paper, whose size is given."""
    data: tuple[tuple[str, str], ...] = ()
    """More attributes of the root, by name: `("data-geometry", "area")`.

    A page that shows the picture finds places by them.
    """

    def extent(self) -> tuple[str, str]:
        """Returns width and height of the root, so that a viewer can scroll the file."""
        if self.size is not None:
            return self.size
        _, _, width, height = self.window
        if self.layout == "phone":
            return str(PHONE), str(-(-height * PHONE // width))
        return number(width), number(height)


def document(sheet: Sheet, words: tuple[str, str], layers: Iterable[str]) -> str:
    """Returns a complete SVG file that shows `layers`; `words` are title and description."""
    told = {name: text for name, text in zip(("title", "desc"), words, strict=True) if text}
    ids = tuple(f"{sheet.ids}picture-{name}" for name in told)
    named = (
        f'<{name} id="{id_}">{_written(text)}</{name}>'
        for id_, (name, text) in zip(ids, told.items(), strict=True)
    )
    opening, closing = _root(sheet, " ".join(ids))
    wide, high = sheet.extent()
    is_page = wide.endswith("mm") and not sheet.ids  # in a page of HTML its style says how it lies
    page_ = f"<style>@page{{size:{wide} {high};margin:0}}</style>" if is_page else ""
    return "".join((opening, *named, page_, *layers, closing))


@lru_cache(maxsize=64)
def _root(sheet: Sheet, names: str) -> tuple[str, str]:
    """Returns how a file begins and ends; `names` are the ids of what says what it shows."""
    drawing = Drawing(
        size=sheet.extent(), viewBox=" ".join(map(number, sheet.window)), debug=_FACTORY.debug
    )
    drawing.elements.clear()  # definitions, of which a layer has its own
    drawing.attribs |= {"role": "img", "aria-labelledby": names, **dict(sheet.data)}
    opening, closing = _parted(drawing)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{opening}', f"{closing}\n"


def paper(sheet: Sheet) -> str:
    """Returns white ground for a whole sheet, for those who look at it before a dark one."""
    canvas = Canvas()
    canvas.rect(*sheet.window, fill="#fff")
    return canvas.markup()


def page(
    style: Style,
    size: tuple[int, int],
    words: tuple[str, str],
    markup: str,
    *,
    data: tuple[tuple[str, str], ...] = (),
) -> str:
    """Returns a complete SVG file that shows what is drawn on a sheet of a size, in a style.

    Args:
        words: title and description.
        data: attributes of the root, see `Sheet`.
    """
    sheet = Sheet((0, 0, *size), ids=style.beside, layout=style.layout, data=data)
    if style.layout == "print":
        sheet = paper_sheet(sheet)
        markup = paper(sheet) + markup
    if style.beside:
        markup = _IDS.sub(lambda found: found[1] + style.beside, markup)
    return document(sheet, words, [markup])


def paper_sheet(sheet: Sheet) -> Sheet:
    """Returns an A4 sheet with margins of a centimetre about what is seen; A3 has the same shape.

    It lies across or stands upright: whichever shows more of it.
    """
    x, y, width, height = sheet.window
    long, short = 297, 210
    # The larger of width / 277 and height / 190 is what a millimetre shows; the less, the better.
    across = max(width * 190, height * 277) <= max(width * 277, height * 190)
    wide_mm, high_mm = (long, short) if across else (short, long)
    wide = max(width * wide_mm // (wide_mm - 20), height * wide_mm // (high_mm - 20))
    high = wide * high_mm // wide_mm
    window_ = (x + (width - wide) // 2, y + (height - high) // 2, wide, high)
    return replace(sheet, window=window_, size=(f"{wide_mm}mm", f"{high_mm}mm"))


def window(place: tuple[int, int, int, int], part: tuple[int, int, int, int], inner: str) -> str:
    """Returns a window at `place` that shows `part` of what is drawn in it."""
    seen = ("viewBox", " ".join(map(number, part)))
    opening, closing = _shell(
        "svg", (*zip(("x", "y", "width", "height"), place, strict=True), seen)
    )
    return f"{opening}{inner}{closing}"
