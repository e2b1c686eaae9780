"""The pen in each engine of browsers: recorded sheets are made again, by mouse and by keys alone.

Chromium, Firefox and WebKit are the system's. Each opens a report from the disk, as people open
what came by mail; the policy of the page must let its own scripts run there.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from tests.compose.pages import Hand, How, until
from tests.compose.recorded import Position, page_of, positions
from tests.programs import REQUIRED, BrowserName, browser_program

BROWSERS: tuple[BrowserName, ...] = get_args(BrowserName)
HOW: tuple[How, ...] = ("mouse", "keys")
DIGEST = """async (text) => {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, "0")).join("");
}"""
FIELD = "section.pen-topic.active .pen-fields"


def test_a_required_browser_may_not_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv(REQUIRED, "chromium firefox")
    with pytest.raises(AssertionError, match="no firefox is here"):
        browser_program("firefox")
    with pytest.raises(pytest.skip.Exception, match="no webkit is installed"):
        browser_program("webkit")


def position_of(match: str, n: int, seat: str) -> Position:
    """The position in which a seat was awaited."""
    (found,) = (one for one in positions(match) if (one.saved.n, one.seat) == (n, seat))
    return found


def opened(position: Position, name: BrowserName, how: How, folder: Path, hand_in: HandIn) -> Hand:
    """Opens the page that a seat got, and its pen."""
    hand = hand_in(name, page_of(position, folder / "report.html"), how)
    hand.begin()
    return hand


def is_as_recorded(hand: Hand, position: Position) -> None:
    """Holds a sheet to the recorded one."""
    assert position.sheet is not None
    made = {topic: orders for topic, orders in hand.sheet["orders"].items() if orders}
    assert made == {topic: orders for topic, orders in position.sheet["orders"].items() if orders}
    assert hand.is_ready


HandIn = Callable[[BrowserName, Path, How], Hand]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", BROWSERS)
def test_a_sheet_is_made_kept_saved_and_copied(
    name: BrowserName, how: How, tmp_path: Path, hand_in: HandIn
) -> None:
    position = position_of("nine-fields-match", 0, "west")
    hand = opened(position, name, how, tmp_path, hand_in)
    hand.place("brook")
    assert hand.status == "From Brook: click one of Alder, Croft, Elm, Fold."
    hand.place("elm")
    assert hand.status == "4 companies: Brook to Elm"
    is_as_recorded(hand, position)
    sheet = hand.sheet
    hand.reload()
    hand.begin()
    assert hand.sheet == sheet  # The draft stayed, with its blind.
    assert json.loads(hand.saved("west-1.json")) == sheet
    hand.push("Copy as one line")
    until(lambda: hand.status.startswith("Copied"))
    hand.push("Remove all")
    assert hand.sheet["orders"] == {"march": []}
    line = pasted(hand)
    assert json.loads(zlib.decompress(base64.urlsafe_b64decode(f"{line[6:]}==="))) == sheet
    hand.push("Read this text")
    until(lambda: hand.status == "Read.")
    assert hand.sheet == sheet
    assert hand.evaluate(DIGEST, line) == sha256(line.encode()).hexdigest()
    hand.close()


def pasted(hand: Hand) -> str:
    """Opens the sheet as text, and pastes over it what was copied."""
    if hand.how == "keys":
        hand.tab_to(".pen-json summary", "")
        hand.press("Enter")
        hand.tab_to(".pen-json textarea", "")
    else:
        hand.click(".pen-json summary", "")
        hand.click(".pen-json textarea", "")
    hand.press("Control+a")
    hand.press("Control+v")
    until(lambda: hand.evaluate("() => document.activeElement.value").startswith("sheet:"))
    return str(hand.evaluate("() => document.activeElement.value"))


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.exhaustive] if name == "webkit" else [])
    for name in BROWSERS
])  # fmt: skip
def test_a_recorded_set_up_is_made_again(
    name: BrowserName, tmp_path: Path, hand_in: HandIn
) -> None:
    how: How = "mouse"
    position = position_of("galactic-conquest-match", 1, "crimson")
    hand = opened(position, name, how, tmp_path, hand_in)
    assert not hand.is_ready
    for _ in range(21):
        hand.place("lantern")
    is_as_recorded(hand, position)
    hand.close()


@pytest.mark.parametrize("name", BROWSERS)
def test_a_chain_of_attacks_is_made_again(
    name: BrowserName, tmp_path: Path, hand_in: HandIn
) -> None:
    how: How = "mouse"
    position = position_of("galactic-conquest-match", 10, "azure")
    hand = opened(position, name, how, tmp_path, hand_in)
    for _ in range(5):
        hand.place("ashfall")
    hand.choose("Invade")
    for start, end in (("ashfall", "zephyr"), ("zephyr", "threshold")):
        hand.place(start)
        hand.place(end)
        hand.push(f"Change: {start.capitalize()} attacks")
        hand.choose_from(f"{FIELD} select", "How long", "while the chance is … or better")
        hand.write(f"{FIELD} input", "while the chance is", "2/5")
    is_as_recorded(hand, position)
    hand.close()
