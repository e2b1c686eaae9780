"""The pen of Fortress America in a real browser: turns made by mouse, on the map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import adjudicator
from tests.compose.pages import Hand
from tests.compose.recorded import EXAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RECORDED = EXAMPLES / "fortress-america-1986/western.json"


@pytest.fixture
def western(tmp_path: Path) -> Path:
    """The first turn of the western invader, as the example of the rulebook has it."""
    adjudicator.new_match(tmp_path / "m", "fortress-america-1986", "western-first-turn")
    return tmp_path / "m"


def move(hand: Hand, start: str, end: str, *, without: dict[str, int] | None = None) -> None:
    """Clicks where units stand, says who of them stays, and clicks where the others go."""
    hand.place(start)
    for kind, count in (without or {}).items():
        for _ in range(count):
            hand.page.get_by_role("button", name=f"Fewer {kind}", exact=True).first.click()
    hand.place(end)


def topic(hand: Hand, name: str, button: str) -> None:
    """Chooses what clicks on the map do, in a part of the sheet."""
    section = hand.page.locator("section.pen-topic").filter(
        has=hand.page.get_by_role("heading", name=name, exact=True)
    )
    section.get_by_role("button", name=button, exact=True).first.click()


def test_the_recorded_first_turn_is_made_by_mouse(western: Path, browser: Browser) -> None:
    recorded = json.loads(RECORDED.read_text())["orders"]
    hand = Hand(browser, western / "now/report.html")
    hand.begin()
    for declared in recorded["declare"]:
        hand.place(declared["area"])
    topic(hand, "First movement", "Move")
    move(hand, "w5", "san-francisco")
    assert hand.status.startswith("1 bomber: W5 to San Francisco")
    move(hand, "w1", "portland")
    move(hand, "w2", "eastern-oregon")
    move(hand, "w3", "northeast-california")
    move(hand, "w4", "sacramento-valley")
    move(hand, "w1", "w2", without={"hovertanks": 1})
    topic(hand, "Second movement", "Move")
    move(hand, "w1", "western-washington", without={"infantry": 1})
    move(hand, "w2", "portland", without={"hovertanks": 1, "infantry": 2})
    move(hand, "w2", "portland", without={"hovertanks": 1})
    move(hand, "w3", "northwest-california", without={"infantry": 2})
    move(hand, "w3", "northwest-california")
    move(hand, "w4", "coastal-california")
    move(hand, "portland", "northeast-california")
    move(hand, "san-francisco", "northeast-california")
    made = {name: orders for name, orders in hand.sheet["orders"].items() if orders}
    assert made == recorded
    assert hand.is_ready
    text = hand.page.evaluate("() => pen.sheet.text()")
    hand.close()
    with adjudicator.open_match(western, read_only=True) as match:
        assert match.check(text.encode()).problems == ()


def test_stacks_are_gathered_to_one_attack(western: Path, browser: Browser) -> None:
    hand = Hand(browser, western / "now/report.html")
    hand.begin()
    for area in ("portland", "san-francisco"):
        hand.place(area)
    topic(hand, "First movement", "Move")
    move(hand, "w4", "w5", without={"hovertanks": 1})
    assert "W5 would hold 6 units: 5 may stand there" in hand.status
    assert not hand.is_ready
    hand.page.get_by_role("button", name="Undo").click()
    move(hand, "w5", "san-francisco")
    topic(hand, "Attack", "Attack")
    hand.place("san-francisco")
    assert hand.status == "San Francisco: click who goes there: W5."
    hand.place("w5")
    hand.page.get_by_role("button", name="Fewer infantry", exact=True).click()
    hand.place("san-francisco")
    hand.place("portland")
    hand.place("w2")
    assert hand.sheet["orders"]["attacks"] == [
        {"order": "attack", "area": "san-francisco",
         "with": {"san-francisco": {"bomber": 1},
                  "w5": {"hovertank": 1, "infantry": 1, "mobile-unit": 1}}},
        {"order": "attack", "area": "portland",
         "with": {"w2": {"helicopter": 1, "hovertank": 1, "infantry": 2}}},
    ]  # fmt: skip
    assert hand.is_ready
    text = hand.page.evaluate("() => pen.sheet.text()")
    hand.close()
    with adjudicator.open_match(western, read_only=True) as match:
        assert match.check(text.encode()).problems == ()
