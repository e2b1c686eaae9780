"""The pen of Fortress America in a real browser: turns made by mouse, on the map."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import adjudicator
from adjudicator.core.save import state_of
from adjudicator.matches.opening_report import opening_report
from adjudicator.narrate.html import report_html
from tests.compose.pages import Hand
from tests.compose.recorded import EXAMPLES, positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

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
    for area in ("portland", "seattle", "seattle", "san-francisco"):
        hand.place(area)
    assert hand.lines == ["Portland", "San Francisco"]
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


@pytest.mark.parametrize(
    ("match", "n", "seat"),
    [
        ("fortress-america-1986-match", 5, "usa"),
        pytest.param("fortress-america-2012-match", 12, "eastern", marks=pytest.mark.exhaustive),
    ],
)
def test_recorded_sheets_are_made_again(
    match: str, n: int, seat: str, browser: Browser, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Cards, lasers, reinforcements, attacks and riders, each path as the rules choose it.

    Two of each kind are made by mouse, exhaustively all; what comes behind them is pasted.
    """
    most = None if pytestconfig.getoption("--exhaustive") else 2
    (found,) = (one for one in positions(match) if (one.saved.n, one.seat) == (n, seat))
    assert found.sheet is not None
    state = state_of(found.rules.game, found.saved.position)
    report = opening_report(
        found.rules, found.saved, before=state, events=(), state=state, on_fault=met
    )
    (tmp_path / "report.html").write_text(report_html(report))
    hand = Hand(browser, tmp_path / "report.html")
    hand.begin()
    hand.page.get_by_role("button", name="Remove all").click()
    titles = {one["topic"]: one for one in found.choices["topics"]}
    remade = Counter[tuple[str, str, bool]]()
    for name in titles:
        orders, is_by_mouse = found.sheet["orders"].get(name, []), True
        for number, order in enumerate(orders):
            kind = (name, order["order"], "with" in order)
            remade[kind] += 1
            if most is not None and remade[kind] > most:
                is_by_mouse = False
                continue
            if not is_by_mouse:
                paste(hand, name, orders[:number])
            remake(hand, titles[name], order)
            is_by_mouse = True
        if not is_by_mouse:
            paste(hand, name, orders)
    assert most is None or max(remade.values()) > most
    made = {name: orders for name, orders in hand.sheet["orders"].items() if orders}
    assert made == {name: orders for name, orders in found.sheet["orders"].items() if orders}
    assert hand.is_ready
    hand.close()


def paste(hand: Hand, name: str, orders: list[Any]) -> None:
    """Puts other orders for those of a topic."""
    sheet = hand.sheet
    sheet["orders"][name] = orders
    hand.page.evaluate("(text) => pen.readText(text)", json.dumps(sheet))


def met(fault: object) -> None:
    """No fault of a picture is met here."""
    raise AssertionError(fault)


def remake(hand: Hand, of: dict[str, Any], order: dict[str, Any]) -> None:
    """Makes one order again by clicks."""
    match order["order"]:
        case "card":
            facts = next(one for one in of["gestures"] if one["make"]["card"] == order["card"])
            topic(hand, of["text"], facts["text"])
            for part in order["place"]:
                put(hand, part["unit"], part["in"], part["count"])
        case "place":
            topic(hand, of["text"], of["gestures"][0]["text"])
            put(hand, order["unit"], order["in"], order["count"])
        case "fire":
            topic(hand, of["text"], of["gestures"][0]["text"])
            hand.place(order["at"])
            while hand.sheet["orders"][of["topic"]][-1] != order:
                hand.place(order["at"])
        case "move":
            topic(hand, of["text"], of["gestures"][0]["text"])
            hand.place(order["path"][0])
            steps(hand, {order["unit"]: order["count"]})
            hand.place(order["path"][-1])
            if "with" in order:
                ride(hand, order["with"])
        case "attack":
            topic(hand, of["text"], of["gestures"][0]["text"])
            hand.place(order["area"])
            for space, counts in order["with"].items():
                if space != order["area"]:
                    hand.place(space)
                    row = hand.page.locator(".pen-stack").filter(
                        has=hand.page.get_by_text(names(hand)[space], exact=True)
                    )
                    steps(hand, counts, row)
            hand.place(order["area"])
        case _:
            topic(hand, of["text"], of["gestures"][0]["text"])
            hand.place(order.get("area") or order["in"])


def names(hand: Hand) -> dict[str, str]:
    """The places as the page calls them."""
    found: dict[str, str] = hand.page.evaluate("() => pen.sheet.choices.places")
    return found


def put(hand: Hand, kind: str, place: str, count: int) -> None:
    """Puts units of a kind, one a click."""
    hand.page.locator(f'[data-focus="kind {kind}"]').click()
    for _ in range(count):
        hand.place(place)


def steps(hand: Hand, wanted: dict[str, int], row: Locator | None = None) -> None:
    """Lets as many of each kind go along as are wanted, and nobody of other kinds."""
    kinds = hand.page.evaluate("() => pen.sheet.choices.kinds")
    inside = hand.page.locator(".pen-going") if row is None else row
    for kind, called in kinds.items():
        stepper = inside.get_by_role("group", name=called["more"], exact=True)
        if not stepper.count():
            continue
        for _ in range(int(stepper.locator("output").inner_text()) - wanted.get(kind, 0)):
            stepper.get_by_role("button", name=f"Fewer {called['more']}").click()


def ride(hand: Hand, kind: str) -> None:
    """Lets units of a kind ride along with the order that was made last."""
    item = hand.page.locator("section.pen-topic.active ol > li").last
    item.get_by_role("button", name="Change:").click()
    item.locator("select").select_option(label=kind)
