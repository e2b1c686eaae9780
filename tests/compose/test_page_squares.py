"""The page of Four Fronts: a recorded turn with its tree of replies made again by hand, kept cards,
and what a card asks, answered on the board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

import adjudicator
from adjudicator.core.save import state_of
from tests.compose.pages import Hand
from tests.compose.recorded import positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOW: tuple[Literal["mouse", "keys", "touch"], ...] = ("mouse", "keys", "touch")
FIELD = {
    "south-west": {"a1": "icbm", "c8": "tank", "g7": "jet", "h9": "helicopter", "d5": "infantry"},
    "north-east": {"s19": "icbm", "q14": "infantry", "l13": "jet", "m12": "tank"},
}
"""A position in which south-west stands on a recon space."""


def _begun(folder: Path, **start: Any) -> Path:
    """Makes a match of a written position, south-west to move; returns its own report."""
    scenario = {
        "format": 1, "scenario": "written", "game": "stratix", "map": "four-fronts",
        "title": "A written position", "seats": {seat: {"sides": [seat]} for seat in FIELD},
        "start": {"side": "south-west", **start},
    }  # fmt: skip
    path = folder / "written.json"
    path.write_text(json.dumps(scenario))
    with adjudicator.new_match(folder / "m", "stratix", str(path)) as match:
        if not start.get("assault"):
            match.adjudicate(play=list(FIELD))
    return _page(folder)


def _page(folder: Path) -> Path:
    """Writes the report of south-west as it is now."""
    page = folder / "south-west.html"
    with adjudicator.open_match(folder / "m", read_only=True) as match:
        page.write_text(match.report(seat="south-west").html)
    return page


@pytest.mark.parametrize("how", HOW)
def test_a_recorded_turn_with_replies_is_made_again(
    browser: Browser, how: Literal["mouse", "keys", "touch"], tmp_path: Path
) -> None:
    recorded = next(one for one in positions("stratix-match") if one.saved.n == 28)
    assert recorded.sheet is not None
    state = state_of(recorded.rules.game, recorded.saved.position)
    pieces: dict[str, dict[str, str]] = {side: {} for side in FIELD}
    for square, piece in state.pieces.items():
        pieces[piece.side][square] = piece.kind
    hand = Hand(browser, _begun(tmp_path, pieces=pieces, assault=True), how=how)
    hand.begin()
    hand.place("b4")
    hand.place("e6")
    assert hand.status == "Tank b4 to e6"
    hand.choose("Reply")
    for place in ("c12", "c9", "e6", "f9"):
        hand.place(place)
    assert hand.status == "North-East c12 to c9: Tank e6 to f9"
    hand.page.get_by_role("button", name="Go on behind: North-East c12 to c9").click()
    for place in ("c9", "f9", "h4", "o11"):
        hand.place(place)
    assert hand.is_ready
    sheet = hand.sheet
    hand.close()
    made = {topic: listed for topic, listed in sheet["orders"].items() if listed}
    assert made == recorded.sheet["orders"]
    with adjudicator.open_match(tmp_path / "m") as match:
        assert match.check(json.dumps(sheet).encode()).problems == ()


def test_only_places_in_play_have_a_shape(browser: Browser, tmp_path: Path) -> None:
    hand = Hand(browser, _begun(tmp_path, pieces=FIELD, assault=True))
    hand.begin()
    shapes = hand.page.locator(".pen-places > *")
    assert shapes.count() == len(FIELD["south-west"])
    hand.place("d5")
    assert 10 < shapes.count() < 50
    assert hand.page.locator('[data-pen="d5"]').get_attribute("aria-label") == (
        "d5; Infantry; chosen; click it again to let go"
    )
    hand.place("s1")
    assert hand.status == "s1 cannot be reached"
    hand.place("f6")
    assert hand.page.locator(".pen-ghost").count() == 1
    hand.choose("Reply")
    label = hand.page.locator('[data-pen="m12"]').get_attribute("aria-label")
    assert label == "m12; North-East's tank; can be chosen"
    hand.close()


def test_a_condition_is_made_less_narrow(browser: Browser, tmp_path: Path) -> None:
    hand = Hand(browser, _begun(tmp_path, pieces=FIELD, assault=True))
    hand.begin()
    for place in ("d5", "f7"):
        hand.place(place)
    hand.choose("Reply")
    for place in ("l13", "l9", "g7", "g2"):
        hand.place(place)
    hand.page.get_by_role("button", name="Change: North-East l13 to l9: Jet g7 to g2").click()
    hand.page.get_by_role("button", name="Remove: to l9").click()
    hand.page.get_by_label("Lost in that turn").select_option("any piece")
    assert hand.lines[1] == "North-East l13 (lost: any piece): Jet g7 to g2"
    assert hand.is_ready
    sheet = hand.sheet
    hand.close()
    (reply,) = sheet["orders"]["replies"]
    assert reply["if"] == [{"side": "north-east", "from": "l13", "captured": "any"}]
    with adjudicator.open_match(tmp_path / "m") as match:
        assert match.check(json.dumps(sheet).encode()).problems == ()


def test_a_kept_card_frees_the_move(browser: Browser, tmp_path: Path) -> None:
    cards = {"kept": {"south-west": 2}, "deck": ["r22", "r13", "r12", "r23"]}
    page = _begun(tmp_path, pieces=FIELD, captured={"south-west": {"jet": 1}}, **cards)
    hand = Hand(browser, page)
    hand.begin()
    hand.choose("13 General recall")
    hand.place("d3")
    assert hand.status == "13 General recall: Jet on d3"
    hand.choose("Move a piece")
    hand.place("d3")
    hand.place("d8")
    assert hand.lines == ["13 General recall: Jet on d3, which piece: jet", "Jet d3 to d8"]
    note = hand.page.locator(".pen-chance").inner_text().strip()
    assert note == "what has to leave a recon space stays: one piece can be caught, two are lost"
    hand.page.get_by_role("button", name="Remove: 13 General recall").click()
    assert hand.page.get_by_text("nothing can begin at d3").count() == 2
    hand.page.get_by_role("button", name="Remove: d3 to d8").click()
    hand.page.get_by_role("button", name="Add: Play").click()
    assert hand.page.get_by_text("Moves still to make: 2").count() == 2
    for place in ("c8", "c5", "g7", "g2"):
        hand.place(place)
    assert hand.is_ready
    sheet = hand.sheet
    hand.close()
    with adjudicator.open_match(tmp_path / "m") as match:
        assert match.check(json.dumps(sheet).encode()).problems == ()


def test_what_a_card_asks_is_answered_on_the_board(browser: Browser, tmp_path: Path) -> None:
    page = _begun(tmp_path, pieces=FIELD, deck=["r05", "r30"])
    hand = Hand(browser, page)
    hand.begin()
    hand.place("g7")
    hand.place("f6")
    moved = hand.sheet
    hand.close()
    with adjudicator.open_match(tmp_path / "m") as match:
        match.adjudicate([json.dumps(moved).encode()])
    hand = Hand(browser, _page(tmp_path))
    hand.begin()
    assert hand.status == "Relay: to which recon space? (cards)"
    assert not hand.is_ready
    hand.place("h17")
    assert hand.status == "h17"
    assert hand.is_ready
    (answer,) = hand.sheet["answers"].values()
    assert answer == {"order": "relay", "to": "h17"}
    hand.close()
