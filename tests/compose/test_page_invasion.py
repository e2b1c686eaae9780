"""Invasion: America on its page: the first turn of the example made again by mouse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import adjudicator
from tests.compose.pages import Hand
from tests.compose.recorded import positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TITLES = {
    "naval": "Naval movement",
    "movement": "Land movement",
    "combat": "Attacks",
    "mechanised": "Mechanised movement",
}


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """The example match before its first turn."""
    adjudicator.new_match(tmp_path / "m", "invasion-america", "three-pronged-invasion")
    return tmp_path / "m"


def test_the_first_turn_is_made_again(
    match: Path, browser: Browser, request: pytest.FixtureRequest
) -> None:
    position = positions("invasion-america-match")[0]
    assert position.sheet is not None
    wanted = position.sheet["orders"]
    if not request.config.getoption("--exhaustive"):  # all 42 orders take most of a minute
        wanted = {**wanted, "movement": wanted["movement"][:3], "mechanised": []}
    hand = Hand(browser, match / "now/report.html")
    hand.begin("Aggressors")
    for topic in ("naval", "movement", "combat", "mechanised"):
        for order in wanted[topic]:
            _make(hand, topic, order)
    made = hand.sheet["orders"]
    page = hand.page
    shapes = page.evaluate("() => pen.overlay.childElementCount")
    is_ready, text = hand.is_ready, page.evaluate("() => pen.sheet.text()")
    hand.close()
    assert {topic: [*map(_sorted, listed)] for topic, listed in made.items()} == {
        topic: [*map(_sorted, wanted.get(topic, []))] for topic in made
    }
    assert shapes < 100
    assert is_ready
    with adjudicator.open_match(match, read_only=True) as opened:
        assert opened.check(text.encode()).problems == ()


def _make(hand: Hand, topic: str, order: dict[str, Any]) -> None:
    """Makes an order by clicks: who, from where, where to."""
    section = hand.page.locator("section.pen-topic").filter(
        has=hand.page.get_by_role("heading", name=TITLES[topic], exact=True)
    )
    name = {"sail": "Sail", "move": "Move", "attack": "Attack"}[order["order"]]
    section.get_by_role("button", name=name, exact=True).first.click()
    if order["order"] == "attack":
        hand.place(order["hexes"][0])
        section.get_by_role("button", name="Change").last.click()
        _tick(hand, topic, "0", order["units"])
        section.get_by_label("Only at odds of at least").select_option(label="any odds")
        section.get_by_label("If the hex is emptied").select_option(label="nobody advances")
        return
    stock = "(unit) => Pen.placeOf(pen.now.moment, unit)"
    start = hand.page.evaluate(stock, order["units"][0])
    hand.place(start)
    _tick(hand, "going", "", order["units"])
    hand.place(order["path"][-1] if "path" in order else order.get("to", start))


def _tick(hand: Hand, topic: str, place: str, units: list[str]) -> None:
    """Ticks the boxes of some units, and of no others."""
    name = f"{topic}/{place}" if place else topic
    boxes = hand.page.locator(f'.pen-members input[data-focus^="{name} "]')
    for focus in boxes.evaluate_all("(all) => all.map((one) => one.dataset.focus)"):
        box = hand.page.locator(f'input[data-focus="{focus}"]')
        if box.is_checked() != (focus.split(" ")[1] in units):
            box.click()


def _sorted(order: dict[str, Any]) -> str:
    """An order whose units are listed in any order."""
    units = {key: sorted(one) for key, one in order.items() if key == "units"}
    return json.dumps({**order, **units}, sort_keys=True)
