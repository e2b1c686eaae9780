"""Maps of Invasion: America: python -m tests.benchmarks.hex_pictures [RUNS]

A position with fronts behind a player-turn with about 15 attacks: the whole map, a part of it and a
column for a phone, with all moves and attacks. The first picture of a match makes its board, which
all others use. Beside each what svgwrite takes to hold and write as many elements with the same
attributes; run alone it also says how long the main thread of a Chromium is busy with each until it
is shown on a phone's screen, where one is installed.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from svgwrite import Drawing  # noqa: TID251 - its own cost is measured
from svgwrite.base import BaseElement  # noqa: TID251 - its own cost is measured

from adjudicator.core.dice import OpenedDice
from adjudicator.core.referee import run
from adjudicator.core.report import Style
from tests.benchmarks.clock import cpu_ms
from tests.benchmarks.invasion import fighting_turn, state_of
from tests.core.chromium import Page, browser, find_chromium

__all__ = ["MOST_KB", "MOST_MS", "MOST_SHOWN_MS", "Drawn", "measure", "shown_ms"]

MOST_MS = {"whole map": 300, "part of radius 8": 60, "column for a phone": 500}
"""Milliseconds that each picture may take."""
MOST_KB = {"whole map": 1500, "part of radius 8": 300, "column for a phone": 1500}
"""Kilobytes that each may have."""
MOST_SHOWN_MS = 1500
"""Milliseconds for which the main thread of a browser may be busy with a column."""
_STYLES = {
    "whole map": Style(),
    "part of radius 8": Style(around="n0146", radius=8),
    "column for a phone": Style(layout="phone"),
}


class Drawn(NamedTuple):
    """What a picture takes."""

    kilobytes: int
    first_ms: float
    """With what is made once: for the whole map the board, for the part what it needs more."""
    again_ms: float
    svgwrite_ms: float
    """What svgwrite alone takes for as many elements."""
    picture: str
    """The picture."""


def measure(runs: int) -> Mapping[str, Drawn]:
    """Returns what each picture takes, the medians of some runs."""
    turn = fighting_turn()
    ended = run(turn.rules, turn.save, {"us": turn.sheet}, 1, dice=OpenedDice("00" * 32))
    view = state_of(ended.save)
    found: dict[str, Drawn] = {}
    for name, style in _STYLES.items():
        pictures: list[str] = []

        def draw(style: Style = style, pictures: list[str] = pictures) -> None:
            pictures.append(turn.rules.picture(view, ended.events, style))

        first = cpu_ms(draw)
        again = statistics.median(cpu_ms(draw) for _ in range(runs))
        write = _written(pictures[0])
        alone = statistics.median(cpu_ms(write) for _ in range(runs))
        size = len(pictures[0].encode()) // 1000
        found[name] = Drawn(size, first, again, alone, pictures[0])
    return found


def _written(picture: str) -> Callable[[], str]:
    """Returns what makes and writes the elements of a picture anew by svgwrite alone."""
    root = ElementTree.fromstring(picture)

    def copied(element: ElementTree.Element) -> BaseElement:
        made = BaseElement(debug=False)
        made.elementname = element.tag.rpartition("}")[2]
        made.attribs.update({key.rpartition("}")[2]: text for key, text in element.items()})
        for child in element:
            made.add(copied(child))
        return made

    def write() -> str:
        drawing = Drawing(debug=False)
        for child in root:
            drawing.add(copied(child))
        text: str = drawing.tostring()
        return text

    return write


def shown_ms(picture: str) -> int | None:
    """Returns how long a browser's main thread is busy with a picture on a phone's screen.

    From the order to open its file until it is painted (`TaskDuration` of the DevTools protocol, in
    the thread's own time); None: there is no browser.
    """
    program = find_chromium()
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "picture.svg")
        path.write_text(picture, encoding="utf-8")
        with browser(program, Path(folder, "profile")) as page:
            page.show("about:blank")
            page.call("Performance.enable", timeDomain="threadTicks")
            page.call(
                "Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2,
                mobile=True,
            )  # fmt: skip
            before = _busy(page)
            page.show(path.as_uri())
            page.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
            page.call("Page.captureScreenshot")
            return round((_busy(page) - before) * 1000)


def _busy(page: Page) -> float:
    metrics = page.call("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def main(runs: int) -> None:
    """Prints what each picture takes."""
    for name, drawn in measure(runs).items():
        shown = shown_ms(drawn.picture)
        print(
            f"{name}: {drawn.kilobytes} kB of {MOST_KB[name]}; first {drawn.first_ms:.0f} ms, "
            f"again {drawn.again_ms:.0f} ms of {MOST_MS[name]}; svgwrite alone "
            f"{drawn.svgwrite_ms:.0f} ms; "
            + ("no browser" if shown is None else f"shown in {shown} ms of {MOST_SHOWN_MS}")
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
