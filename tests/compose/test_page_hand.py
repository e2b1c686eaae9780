"""What a person meets on the page of the pen: hints, keys, focus, help, sizes for fingers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import adjudicator
from tests.compose.pages import Hand
from tests.compose.pictures import SCENES, Scene, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOCUS = "() => document.activeElement.dataset.pen || document.activeElement.dataset.focus || ''"
FINGER = 44


@pytest.fixture(scope="module")
def hexes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of Invasion: America in the middle of its example match."""
    name = "invasion-america"
    return page_of(name, SCENES[name], tmp_path_factory.mktemp("hexes"))


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of Invasion: America before the first turn: twelve land units lie in one port."""
    name = "invasion-america"
    return page_of(name, Scene(0, "aggressors", "", ()), tmp_path_factory.mktemp("fleet"))


@pytest.fixture(scope="module")
def areas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first turn of the western invader of Fortress America."""
    folder = tmp_path_factory.mktemp("areas") / "m"
    adjudicator.new_match(folder, "fortress-america-1986", "western-first-turn")
    return folder / "now/report.html"


@pytest.fixture
def hand(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Hand]:
    """A hand on the page that a test names, its pen open."""
    found = Hand(browser, request.getfixturevalue(request.param))
    found.begin()
    yield found
    found.close()


AT_ONCE = """() => Object.defineProperty(
  Event.prototype, "timeStamp", { configurable: true, get: () => 100000 })"""
"""From now on all keys come at one moment: on a busy machine, too, they follow soon."""


def typed(hand: Hand, *keys: str) -> str:
    """Presses keys one soon after the other; returns what has the focus then."""
    hand.page.evaluate(AT_ONCE)
    for key in keys:
        hand.page.keyboard.press(key)
    return str(hand.page.evaluate(FOCUS))


@pytest.mark.parametrize("hand", ["hexes"], indirect=True)
def test_a_hex_is_found_by_its_number(hand: Hand) -> None:
    focus = hand.page.evaluate(FOCUS)
    assert focus in ("s0341", "s0649", "s0346", "n2706", "s2333"), "a place that can be clicked"
    assert typed(hand, *"s0103") == "s0103"
    assert typed(hand, "Escape", *"0322") == "s0322", "digits alone stay in the section"
    assert typed(hand, "Escape", *"n2417") == "n2417", "an n that begins a number is no step"
    assert typed(hand, "Escape", "ArrowRight") == "n2418"
    steps = [typed(hand, "n") for _ in range(3)]
    assert len({*steps}) == 3
    assert "Sail" in hand.status, "keys that only look change nothing"


@pytest.mark.parametrize("hand", ["areas"], indirect=True)
def test_a_name_is_found_by_its_letters(hand: Hand) -> None:
    assert typed(hand, *"west") == "west-texas"
    assert typed(hand, *"ern w") == "western-washington", "a space is part of a name"
    assert typed(hand, "Escape", "m") == "maine"
    assert typed(hand, "m") == "memphis", "one letter again: the next name"
    assert typed(hand, "Escape", "d", "e", "n") == "denver"


@pytest.mark.parametrize("hand", ["areas"], indirect=True)
def test_a_first_order_by_keys_alone_and_once_more(hand: Hand) -> None:
    typed(hand, *"portland", "Enter")
    assert hand.lines == ["Portland"]
    hand.within("First movement", "Move")
    hand.place("w5")
    hand.place("w6")
    made = len(hand.lines)
    hand.page.evaluate("() => pen.focus('w4')")
    typed(hand, ".")
    assert len(hand.lines) > made > 1
    assert all(line.endswith(": W4 to W6") for line in hand.lines[made:])


@pytest.mark.parametrize("hand", ["areas"], indirect=True)
def test_the_focus_is_never_lost(hand: Hand) -> None:
    for area in ("portland", "san-francisco", "western-washington"):
        hand.place(area)
    remove = hand.page.get_by_role("button", name="Remove: San Francisco")
    remove.focus()
    assert typed(hand, "Enter") == "Remove: Western Washington", "the next line has it"
    assert typed(hand, "Enter") == "Remove: Portland", "the last one before it"
    assert typed(hand, "Enter") == "gesture declare 0", "then what makes new ones"
    undo = hand.page.get_by_role("button", name="Undo")
    undo.focus()
    for _ in range(6):
        assert typed(hand, "Enter") != ""
    assert hand.lines == []


@pytest.mark.parametrize("hand", ["areas"], indirect=True)
def test_a_question_mark_opens_the_help(hand: Hand) -> None:
    assert typed(hand, "?") == "help"
    shown = hand.page.locator(".pen-help[open]")
    assert "Nothing leaves this page" in shown.inner_text()
    hand.place("portland")
    assert hand.page.locator(".pen-help[open]").count() == 1, "it stays open"
    hand.page.evaluate("() => pen.focus('portland')")
    typed(hand, "?")
    assert hand.page.locator(".pen-help[open]").count() == 0


@pytest.mark.parametrize("hand", ["areas"], indirect=True)
def test_the_page_says_what_to_click_and_leads_on_to_the_sending(hand: Hand) -> None:
    assert hand.status.startswith("Declare attacks: Click each place that you mean. Now: ")
    hand.place("portland")
    bar = hand.page.locator(".pen-bar")
    for name in ("First movement", "Attack", "Order of the battles", "Second movement"):
        hand.page.locator('[data-focus="next"]').click()
        active = hand.page.locator(".pen-topic.active h3").inner_text()
        if active == "Second movement":
            break
        assert active == name
    assert bar.get_by_role("button", name="Ready: send it").is_visible()
    bar.get_by_role("button", name="Ready: send it").click()
    assert hand.page.get_by_role("button", name="Mail it").is_visible()


@pytest.mark.parametrize("page", ["areas", "hexes"])
def test_a_finger_meets_every_button(
    page: str, browser: Browser, request: pytest.FixtureRequest
) -> None:
    hand = Hand(browser, request.getfixturevalue(page), how="touch")
    hand.begin()
    if page == "areas":
        hand.place("portland")
    small = hand.page.evaluate(
        """(least) => [...document.querySelectorAll(".pen button, .pen select, .pen summary")]
          .map((one) => [one.getBoundingClientRect(), one.textContent])
          .filter(([{ width, height }]) => width && Math.min(width, height) < least - 0.5)
          .map(([box, text]) => `${text} ${box.width} ${box.height}`)""",
        FINGER,
    )
    wide = hand.page.evaluate("() => document.documentElement.scrollWidth")
    hand.close()
    assert small == []
    assert wide == 390


def test_without_script_the_report_says_how_to_go_on(areas: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(areas.as_uri())
    assert "no scripts run" in page.locator("header noscript").inner_text()
    assert page.locator(".pen-door").count() == 0
    context.close()


@pytest.mark.parametrize("hand", ["areas"], indirect=True)
def test_a_closed_pen_leaves_the_map_as_it_was(hand: Hand) -> None:
    hand.place("portland")
    hand.within("First movement", "Move")
    hand.place("w5")
    hand.place("w6")
    assert hand.page.locator(".pen-gone").count() + hand.page.locator(".pen-left").count() > 0
    hand.page.get_by_role("button", name="Close").click()
    for left in (".pen-arrows", ".pen-halos", ".pen-places", ".pen-gone", ".pen-left"):
        assert hand.page.locator(left).count() == 0, left


@pytest.mark.parametrize("hand", ["fleet"], indirect=True)
def test_one_of_many_units_goes_in_two_clicks(hand: Hand) -> None:
    hand.within("Land movement", "Move")
    hand.place("s0649")
    boxes = hand.page.locator('input[data-focus^="going "]')
    assert boxes.count() > 3
    hand.page.get_by_role("button", name="Nobody", exact=True).click()
    assert hand.status == "From s0649 (Cartagena): tick who goes."
    boxes.first.check()
    assert hand.page.locator('input[data-focus^="going "]:checked').count() == 1
    assert "places in green" in hand.status
