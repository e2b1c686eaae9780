"""Pasted sheets may hold anything: the page reads what it can, and never breaks."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.compose.pages import Hand
from tests.compose.recorded import fullest, page_of, positions
from tests.compose.test_walks import MATCHES
from tests.games.chance import Chance

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IN_THE_PAGE = ("galactic-conquest-match", "fortress-america-1986-match")
"""Matches whose page is given junk as a rule; their scripts read that of all."""
JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 10**9, 1.5, "", "x", "nowhere", [], {}, [None], ["x"], {"x": 1}, [[]],
    "__proto__", "constructor", {"order": "move"},
)  # fmt: skip
READ = """([choices, sheets, game]) => sheets.map((orders) => {
  try { Pen.read(choices, orders, game); return ""; } catch (error) { return String(error.stack); }
}).filter(Boolean)"""


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from _paths(inner, (*path, key))


def changed(orders: Any, choose: Chance) -> Any:
    """Returns orders of which one to three parts are something else, gone, or too many."""
    orders = copy.deepcopy(orders)
    for _ in range(choose((1, 2, 3))):
        paths = [path for path in _paths(orders) if len(path) > 1]
        if not paths:
            break
        *way, last = choose(paths)
        part = orders
        for key in way:
            part = part[key]
        how = choose(("other", "other", "gone", "more"))
        if how == "other":
            part[last] = copy.deepcopy(choose(JUNK))
        elif isinstance(part, list):
            part.append(copy.deepcopy(choose(JUNK)))
        elif how == "gone":
            del part[last]
        else:
            more = choose(("x", "to", "from", "then", "with", "__proto__"))
            part[more] = copy.deepcopy(choose(JUNK))
    return orders


@pytest.mark.parametrize("match", MATCHES)
def test_nothing_breaks_the_reading(
    match: str, reasoning: Page, request: pytest.FixtureRequest
) -> None:
    times = 50 if request.config.getoption("--exhaustive") else 2
    tried = 0
    for number, position in enumerate(positions(match)):
        if position.sheet is None:
            continue
        choose = Chance(f"{match} {number}")
        sheets = [changed(position.sheet["orders"], choose) for _ in range(times)]
        given = [position.choices, sheets, position.rules.game.name]
        assert reasoning.evaluate(READ, given) == []
        tried += len(sheets)
    reasoning.evaluate("() => { Pen.failures.length = 0; }")
    assert tried >= 20


@pytest.mark.parametrize(
    "match",
    [
        pytest.param(match, marks=[] if match in IN_THE_PAGE else pytest.mark.exhaustive)
        for match in MATCHES
    ],
)
def test_nothing_breaks_the_page(match: str, browser: Browser, tmp_path: Path) -> None:
    """After each paste the page goes on: it can be undone, and a good sheet is read."""
    position = fullest(match)
    assert position.sheet is not None
    hand = Hand(browser, page_of(position, tmp_path / "report.html"))
    hand.begin()
    hand.page.evaluate("() => pen.panel.querySelector('.pen-json').setAttribute('open', '')")
    choose = Chance(match)
    for _ in range(4):
        sheet = {**position.sheet, "orders": changed(position.sheet["orders"], choose)}
        hand.page.evaluate("(text) => pen.readText(text)", json.dumps(sheet))
        assert hand.status
    hand.page.evaluate("(text) => pen.readText(text)", json.dumps(position.sheet))
    assert hand.sheet["orders"].items() >= position.sheet["orders"].items()
    assert hand.is_ready
    hand.close()
