"""How long the page of a large board keeps its reader waiting; `-s` prints the figures.

Measured is what each click costs the page's own thread, with style, layout and painting, as time of
the processor: other programs that run meanwhile do not count. No task of a click takes longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

from tests.compose.pages import Hand
from tests.compose.recorded import fullest, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LARGE = (
    pytest.param("fortress-america-1986-match", marks=pytest.mark.exhaustive),
    "invasion-america-match",
)
CLICK_MS, OPENING_MS = 250, 500
"""What may be used at most; on the machine of README's table it is a quarter, and half."""
NEXT = """() => {
  const state = pen.from === null ? "begin" : "end";
  return Object.keys(pen.states).find((one) => pen.states[one] === state && pen.at[one]) || null;
}"""
"""Where to click next: where something can begin, then where it can end; None: nowhere."""


@pytest.mark.parametrize("match", LARGE)
def test_no_click_takes_long(match: str, browser: Browser, tmp_path: Path) -> None:
    position = fullest(match)
    assert position.sheet is not None
    hand = Hand(browser, page_of(position, tmp_path / "report.html"))
    devtools = hand.page.context.new_cdp_session(hand.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def used() -> float:
        told = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(one["value"]) for one in told if one["name"] == "TaskDuration")

    def cost(act: Callable[[], object]) -> float:
        before = used()
        act()
        hand.page.wait_for_timeout(30)  # It is painted.
        return used() - before

    opening = cost(hand.begin)
    # One order fewer in each topic, so that there is something to do.
    orders = {topic: listed[:-1] for topic, listed in position.sheet["orders"].items()}
    hand.evaluate("(orders) => { pen.sheet.set({ orders }); pen.draw(); }", orders)
    clicks = [cost(partial(hand.push, name)) for name in ("Remove: ", "Undo", "Redo", "Undo")]
    topics = hand.page.locator("section.pen-topic")
    for number in range(topics.count()):
        gesture = topics.nth(number).locator(".pen-gestures button[aria-pressed]")
        if not gesture.count():
            continue
        clicks.append(cost(gesture.first.click))
        for _ in range(2):
            place = hand.evaluate(NEXT)
            if place is not None:
                clicks.append(cost(partial(hand.place, place)))
    shapes = hand.evaluate("() => pen.overlay.childElementCount")
    hand.close()
    print(
        f"{match}: {len(clicks)} clicks, {median(clicks):.0f} ms in the median, "
        f"{max(clicks):.0f} at most; the pen is opened in {opening:.0f} ms"
    )
    assert len(clicks) >= 15
    assert 0 < shapes < 700  # of 2,160 hexes those that are in play
    assert max(clicks) < CLICK_MS
    assert opening < OPENING_MS
