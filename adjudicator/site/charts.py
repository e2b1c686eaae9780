"""Graphs of a match and the marks over its slider, as SVG that stands in the page.

The x of each is the place of an opening, from 0 to the last, so that one cursor goes over all. They
are stretched to the page's width: lines keep theirs, and nothing is lettered in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from adjudicator.site.facts import Facts, Series, turn_number

__all__ = ["Tick", "graph", "marks", "reach_of", "ticks"]

HIGH = 100
"""How high a graph is, in units of its own."""
_BARS = 36
_MOST_TICKS = 12


class Tick(NamedTuple):
    """A label under the slider: where a turn begins."""

    label: str
    left: str
    """How far from the left, in percent."""


def ticks(facts: Facts) -> tuple[Tick, ...]:
    """Returns the beginnings of turns; of many, evenly spaced ones."""
    last = max(len(facts.openings) - 1, 1)
    found: list[tuple[int, int]] = []
    for place, one in enumerate(facts.openings):
        number = turn_number(one.turn)
        if number is not None and number not in [before for before, _ in found]:
            found.append((number, place))
    step = -(-len(found) // _MOST_TICKS)
    return tuple(
        Tick(str(number), f"{100 * place / last:.2f}") for number, place in found[:: step or 1]
    )


def marks(facts: Facts, series: Series) -> str:
    """Returns a bar for each opening with dice: what each side lost, one on the other.

    Of a game that does not count losses a bar is as high as the dice were many.
    """
    last = max(len(facts.openings) - 1, 1)
    dice = [one.dice for one in facts.openings]
    lost = [[of[place] for of in series.fell] for place in range(len(dice))]
    largest = max((*map(sum, lost), 1)) if series.fell else max((*dice, 1))
    parts = [
        f'<svg class="marks" viewBox="-.5 0 {last + 1} {_BARS}" preserveAspectRatio="none" '
        'aria-hidden="true" focusable="false">'
    ]
    for place, thrown in enumerate(dice):
        if series.fell:
            parts += _bar(place, lost[place], [side.colour for side in facts.sides], largest)
        elif thrown:
            parts += _bar(place, [thrown], ["var(--strong)"], largest)
        if thrown:
            parts.append(
                f'<rect class="fought" x="{place - 0.36:.2f}" y="{_BARS - 2}" width=".72" '
                'height="2"/>'
            )
    return "".join((*parts, "</svg>"))


def _bar(place: int, values: Sequence[int], colours: Sequence[str], largest: int) -> Iterator[str]:
    y = float(_BARS - 3)
    for value, colour in zip(values, colours, strict=True):
        high = (_BARS - 5) * value / largest
        if value:
            y -= high
            yield (
                f'<rect x="{place - 0.36:.2f}" y="{y:.2f}" width=".72" height="{high:.2f}" '
                f'style="--c:{colour}"/>'
            )


def graph(
    caption: str, facts: Facts, lines: Sequence[Sequence[int | None]], *, steps: bool = True
) -> str:
    """Returns a graph of one line a side.

    Args:
        caption: what it shows, for who cannot see it.
        lines: by side its values, opening by opening; None: unknown.
        steps: whether values hold until the next opening.
    """
    low, top = reach_of(lines)
    last = max(len(facts.openings) - 1, 1)

    def y_of(value: int) -> float:
        return HIGH - 4 - (HIGH - 8) * (value - low) / (top - low)

    parts = [
        f'<svg class="graph" viewBox="0 0 {last} {HIGH}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(caption)}">',
        f'<line class="zero" x1="0" x2="{last}" y1="{y_of(0):.1f}" y2="{y_of(0):.1f}"/>',
    ]
    for side, line in zip(facts.sides, lines, strict=True):
        path = _path(line, y_of, steps=steps)
        parts += [
            f'<path class="{kind}" style="--c:{side.colour}" d="{path}"/>'
            for kind in ("casing", "line")
        ]
    now = facts.shown
    parts.append(f'<line class="now" x1="{now}" x2="{now}" y1="0" y2="{HIGH}"/></svg>')
    return "".join(parts)


def reach_of(lines: Sequence[Sequence[int | None]]) -> tuple[int, int]:
    """Returns the least and the largest value of a graph; nought is always in it."""
    known = [value for line in lines for value in line if value is not None]
    low, top = min((*known, 0)), max((*known, 0))
    return low, top if top > low else low + 1


def _path(line: Sequence[int | None], y_of: object, *, steps: bool) -> str:
    """Returns the way of a line; it begins anew behind what is unknown."""
    assert callable(y_of)
    said, before = [], False
    for place, value in enumerate(line):
        if value is None:
            before = False
            continue
        y = f"{y_of(value):.1f}"
        if not before:
            said.append(f"M{place} {y}")
        else:
            said.append(f"H{place}V{y}" if steps else f"L{place} {y}")
        before = True
    return "".join(said)
