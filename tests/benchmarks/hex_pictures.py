"""Maps of Invasion: America: python -m tests.benchmarks.hex_pictures [RUNS]

A position with fronts behind a player-turn with about 15 attacks: the whole map and a part of it,
with all moves and attacks. The first picture of a match makes its board, which all others use.
Beside each what svgwrite takes to hold and write as many elements with the same attributes.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from svgwrite import Drawing  # noqa: TID251 - its own cost is measured
from svgwrite.base import BaseElement  # noqa: TID251 - its own cost is measured

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.referee import run
from adjudicator.core.report import Style
from tests.benchmarks.clock import cpu_ms
from tests.benchmarks.invasion import fighting_turn, state_of

__all__ = ["MOST_KB", "MOST_MS", "Drawn", "measure"]

MOST_MS = {"whole map": 300, "part of radius 8": 60}
"""Milliseconds that each picture may take."""
MOST_KB = {"whole map": 1500, "part of radius 8": 300}
"""Kilobytes that each may have."""
_STYLES = {"whole map": Style(), "part of radius 8": Style(around="n0146", radius=8)}


class Drawn(NamedTuple):
    """What a picture takes."""

    kilobytes: int
    first_ms: float
    """With what is made once: for the whole map the board, for the part what it needs more."""
    again_ms: float
    svgwrite_ms: float
    """What svgwrite alone takes for as many elements."""


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
        found[name] = Drawn(len(pictures[0].encode()) // 1000, first, again, alone)
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


def main(runs: int) -> None:
    """Prints what each picture takes."""
    for name, drawn in measure(runs).items():
        print(
            f"{name}: {drawn.kilobytes} kB of {MOST_KB[name]}; first {drawn.first_ms:.0f} ms, "
            f"again {drawn.again_ms:.0f} ms of {MOST_MS[name]}; svgwrite alone "
            f"{drawn.svgwrite_ms:.0f} ms"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
