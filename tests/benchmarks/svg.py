"""What pictures cost beside the same ones in plain strings: python -m tests.benchmarks.svg [RUNS]

svgwrite carries the document (`render/svg.py`). Plain strings are what nobody could write faster
with the same attributes and the same care for what they hold: no element is an object, attributes
stand in the order in which they come. Both draw in turn, a second time and later, as a match does.
"""

from __future__ import annotations

import gc
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch
from xml.sax.saxutils import escape

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.referee import run
from adjudicator.core.report import Style
from adjudicator.core.visible import visible
from adjudicator.render import svg
from tests.benchmarks.clock import cpu_ms
from tests.benchmarks.invasion import fighting_turn, state_of
from tests.make_match import WHOLE_MATCHES
from tests.render.test_wholly import forget, positions

__all__ = ["MOST_PERCENT", "Plain", "Taken", "in_plain_strings", "measure", "pictures"]

MOST_PERCENT = 15
"""How much more CPU time than plain strings a picture may take."""


class Plain:
    """A canvas that writes everything as text at once; see `svg.Canvas`."""

    def __init__(self, opening: str = "", closing: str = "") -> None:
        self.parts: list[Any] = [opening]
        self.closing = closing

    def markup(self) -> str:
        """Returns the elements as text."""
        parts = [part if isinstance(part, str) else part.markup() for part in self.parts]
        return f"{''.join(parts)}{self.closing}"

    def nested(self, name: str, attributes: Mapping[str, Any], title: str = "") -> Plain:
        """Adds an element that holds others."""
        told = f"<title>{_written(title)}</title>" if title else ""
        made = Plain(f"<{name}{_attributes(attributes)}>{told}", f"</{name}>")
        self.parts.append(made)
        return made

    def group(self, *, title: str = "", **attributes: Any) -> Plain:
        """See `Canvas`, as all that follows."""
        return self.nested("g", attributes, title)

    def symbol(self, **attributes: Any) -> Plain:
        """Adds a symbol."""
        return self.nested("symbol", attributes)

    def pattern(self, **attributes: Any) -> Plain:
        """Adds a pattern."""
        return self.nested("pattern", attributes)

    def clip(self, **attributes: Any) -> Plain:
        """Adds a clipping path."""
        return self.nested("clipPath", attributes)

    def definitions(self) -> Plain:
        """Adds definitions."""
        return self.nested("defs", {})

    def gradient(
        self, stops: Iterable[tuple[str, str, str]], *, radial: bool = False, **attributes: Any
    ) -> None:
        """Adds a gradient."""
        made = self.nested("radialGradient" if radial else "linearGradient", attributes)
        for offset, colour, opacity in stops:
            words = {"offset": offset, "stop-color": colour, "stop-opacity": opacity}
            made.parts.append(f"<stop{_attributes(words)} />")

    def add(self, other: Any) -> None:
        """Adds what is drawn already."""
        self.parts.append(other)

    def leaf(self, name: str, attributes: Mapping[str, Any], inner: str = "") -> None:
        """Adds an element that holds no others."""
        end = f">{inner}</{name}>" if inner else " />"
        self.parts.append(f"<{name}{_attributes(attributes)}{end}")

    def path(self, d: str, *, title: str = "", **attributes: Any) -> None:
        """Adds a path."""
        told = f"<title>{_written(title)}</title>" if title else ""
        self.leaf("path", {"d": d} | attributes, told)

    def rect(self, x: int, y: int, width: int, height: int, **attributes: Any) -> None:
        """Adds a rectangle."""
        if width > 0 and height > 0:
            self.leaf("rect", {"x": x, "y": y, "width": width, "height": height} | attributes)

    def circle(self, x: int, y: int, radius: int, **attributes: Any) -> None:
        """Adds a circle."""
        if radius > 0:
            self.leaf("circle", {"cx": x, "cy": y, "r": radius} | attributes)

    def use(self, href: str, **attributes: Any) -> None:
        """Shows a thing."""
        self.leaf("use", {"xlink:href": f"#{href}"} | attributes)

    def text(self, x: int, y: int, lines: Sequence[str], **attributes: Any) -> None:
        """Adds text."""
        leading = int(attributes.pop("leading", 0))
        if len(lines) == 1:
            self.leaf("text", {"x": x, "y": y} | attributes, _written(lines[0]))
            return
        last = len(lines) - 1
        self.leaf("text", attributes, "".join(
            f'<tspan x="{svg.number(x)}" y="{svg.number(y + place * leading)}">'
            f"{_written(line)}{'' if place == last else ' '}</tspan>"
            for place, line in enumerate(lines)
        ))  # fmt: skip


def _attributes(attributes: Mapping[str, Any]) -> str:
    words = [
        f" {name.rstrip('_').replace('_', '-')}="
        f'"{svg.number(value) if isinstance(value, int) else _quoted(value)}"'
        for name, value in attributes.items()
        if value != ""
    ]
    return "".join(words)


def _quoted(text: str) -> str:
    if svg._SPECIAL.search(text) is None:
        return text
    return escape(visible(text, keep="\n"), {'"': "&quot;", "\n": "&#10;"})


def _written(text: str) -> str:
    return escape(visible(text, keep="\n")) if svg._SPECIAL.search(text) else text


def _enclosed(markup: str, **attributes: Any) -> str:
    return f"<g{_attributes(attributes)}>{markup}</g>"


def _window(place: Sequence[int], part: Sequence[int], inner: str) -> str:
    at = dict(zip(("x", "y", "width", "height"), place, strict=True))
    seen = " ".join(map(svg.number, part))
    return f'<svg{_attributes(at)} viewBox="{seen}">{inner}</svg>'


def _document(sheet: svg.Sheet, words: tuple[str, str], layers: Iterable[str]) -> str:
    told = [
        (f"{sheet.ids}picture-{name}", name, text)
        for name, text in zip(("title", "desc"), words, strict=True)
        if text
    ]
    wide, high = sheet.extent()
    root = {
        "xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "xmlns:ev": "http://www.w3.org/2001/xml-events", "version": "1.1", "baseProfile": "full",
        "width": wide, "height": high, "viewBox": " ".join(map(svg.number, sheet.window)),
        "role": "img", "aria-labelledby": " ".join(name for name, _, _ in told),
    }  # fmt: skip
    named = [f'<{name} id="{id_}">{_written(text)}</{name}>' for id_, name, text in told]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<svg{_attributes(root | dict(sheet.data))}>'
    return "".join((head, *named, *layers, "</svg>\n"))


@contextmanager
def in_plain_strings() -> Iterator[None]:
    """Has every picture drawn in plain strings meanwhile."""
    mine = {"Canvas": Plain, "enclosed": _enclosed, "window": _window, "document": _document}
    usual = {name: getattr(svg, name) for name in mine}
    modules = [
        module
        for name, module in sorted(sys.modules.items())
        if name.startswith("adjudicator.") and (".render" in name or "picture" in name)
    ]
    held = [
        patch.object(module, name, found)
        for name, found in mine.items()
        for module in modules
        if vars(module).get(name) is usual[name]
    ]
    forget()
    for one in held:
        one.start()
    try:
        yield
    finally:
        for one in reversed(held):
            one.stop()
        forget()


def pictures() -> dict[str, Callable[[], str]]:
    """Returns what draws each picture, by name: hexes in full fight, and the end of each match."""
    turn = fighting_turn()
    ended = run(turn.rules, turn.save, {"us": turn.sheet}, 1, dice=OpenedDice("00" * 32))
    view = state_of(ended.save)
    styles = {
        "hexes, whole map": Style(),
        "hexes, part of radius 8": Style(around="n0146", radius=8),
        "hexes, column for a phone": Style(layout="phone"),
    }
    found: dict[str, Callable[[], str]] = {
        name: partial(turn.rules.picture, view, ended.events, style)
        for name, style in styles.items()
    }
    for whole in WHOLE_MATCHES:
        *_, (rules, state) = positions(whole)
        for layout in ("board", "phone"):
            style = Style.model_validate({"layout": layout})
            name = f"{whole.folder.removesuffix('-match')}, {layout}"
            found[name] = partial(rules.picture, state, (), style)
    return found


class Taken(NamedTuple):
    """What a picture takes, in milliseconds of CPU time; medians."""

    now: float
    plain: float

    @property
    def percent(self) -> float:
        """How much more it takes than plain strings."""
        return (self.now / self.plain - 1) * 100


def measure(runs: int) -> dict[str, Taken]:
    """Returns what each picture takes; both ways are measured in turn, in five rounds."""
    drawn = pictures()
    now: dict[str, list[float]] = {name: [] for name in drawn}
    plain: dict[str, list[float]] = {name: [] for name in drawn}

    def draw(taken: dict[str, list[float]]) -> None:
        for name, step in drawn.items():
            step()
            gc.collect()
            taken[name] += [cpu_ms(step) for _ in range(runs)]

    for _ in range(5):
        forget()
        draw(now)
        with in_plain_strings():
            draw(plain)
    return {
        name: Taken(statistics.median(now[name]), statistics.median(plain[name])) for name in drawn
    }


def main(runs: int) -> None:
    """Prints what each picture takes."""
    print(f"{'picture':42}{'now':>9}{'plain':>9}{'more':>8} of {MOST_PERCENT} %")
    for name, taken in measure(runs).items():
        print(f"{name:42}{taken.now:6.1f} ms{taken.plain:6.1f} ms{taken.percent:6.0f} %")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
