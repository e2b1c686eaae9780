"""Names of places can be selected with the mouse, in every geometry.

A browser clicks twice into each name: nothing lies over it that takes the pointer, and what is
selected is its word.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.report import Style
from tests.audit.chromium import Page, browser, find_chromium
from tests.make_match import WHOLE_MATCHES
from tests.render.test_wholly import positions

LAYERS = {
    "nine-fields-match": ["names"],
    "fortress-america-1986-match": ["names"],
    "galactic-conquest-match": ["names", "region-names"],
    "stratix-match": ["coordinates", "names-of-squares", "names-of-pieces"],
    "invasion-america-match": ["names", "numbers"],
}
"""By match: the layers with names of places, as far as a picture has them."""
DRAWN = [(folder, "board") for folder in LAYERS] + [
    ("galactic-conquest-match", "phone"), ("stratix-match", "phone"),
]  # fmt: skip
"""On phones areas and hexes are shown by windows on one drawing; there a finger selects nothing."""
WIDE = 1600
FIND = """
[...document.querySelectorAll(LAYERS.map(l => '#' + l + ' text').join(','))].map(text => {
    const spot = (text.querySelector('tspan') || text).firstChild;
    const range = document.createRange();
    range.setStart(spot, 0);
    range.setEnd(spot, 1);
    const box = range.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const over = document.elementFromPoint(x, y);
    const seen = x > 0 && y > 0 && x < innerWidth && y < innerHeight && over !== null;
    return [text.textContent, x, y, seen, seen && text.contains(over)];
})
"""
"""Of each name: its words, the middle of its first letter, whether that is in the window, and
whether the pointer meets it there."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    program = find_chromium()
    if program is None:
        assert "CI" not in os.environ, "names are selected in Chromium: install one"
        pytest.skip("no Chromium is installed")
    with browser(program, tmp_path_factory.mktemp("profile")) as opened:
        opened.show("about:blank")
        opened.call("Emulation.setDeviceMetricsOverride", width=WIDE, height=9000,
                    deviceScaleFactor=1, mobile=False)  # fmt: skip
        yield opened


def double_click(page: Page, x: float, y: float) -> str:
    """Clicks twice and returns what is selected."""
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=count)  # fmt: skip
    return str(page.evaluate("getSelection().toString()"))


@pytest.mark.parametrize(("folder", "layout"), DRAWN)
def test_names_can_be_selected(folder: str, layout: str, page: Page, tmp_path: Path) -> None:
    whole = next(one for one in WHOLE_MATCHES if one.folder == folder)
    *_, (rules, state) = positions(whole)
    style = Style.model_validate({"layout": layout})
    if whole.game == "invasion-america":
        style = Style(around="s3041", radius=5)  # on the whole map few hexes have room for names
    file = tmp_path / "map.svg"
    file.write_text(rules.picture(state, (), style), encoding="utf-8")
    page.show(file.as_uri())
    found = page.evaluate(FIND.replace("LAYERS", json.dumps(LAYERS[whole.folder])))
    there = [(words.strip(), x, y, is_met) for words, x, y, is_seen, is_met in found if is_seen]
    assert len(there) >= 9
    covered = [words for words, *_, is_met in there if not is_met]
    assert len(covered) * 10 <= len(there), covered  # a large stack lies over a number
    free = [one for one in there if one[3] and len(one[0]) > 1]
    for words, x, y, _ in free[:: max(len(free) // 12, 1)]:
        selected = double_click(page, x, y).strip()
        assert selected in words.split(), words
