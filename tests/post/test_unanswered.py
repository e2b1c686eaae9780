"""A sheet that does not answer what is asked in mid-turn holds nobody up, and its seat knows."""

from __future__ import annotations

import hashlib
import json
import secrets
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.api.clock import CLOCKS
from adjudicator.api.match import Match, open_match
from tests.post.town import Posted, Town, sheet_for

pytestmark = pytest.mark.usefixtures("usual_maps")


@pytest.fixture(autouse=True)
def _the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By other dice a match may end before anybody was asked."""
    counted = iter(range(10**6))
    monkeypatch.setattr(
        secrets, "token_hex",
        lambda size: hashlib.sha256(b"%d" % next(counted)).hexdigest()[: 2 * size],
    )  # fmt: skip


ASK = {"standing": [{"standing": "ask", "topics": ["fall-back"]}]}


def _asked(town: Town) -> tuple[Match, str, Posted]:
    """Plays until a seat is asked in the middle of a turn; returns it and its letter."""
    while True:
        town.tick()
        match = open_match(town.office.match_folder("spring"), read_only=True)
        assert not match.is_over, "nobody was asked"
        seat = next(one.seat for one in match.awaited if one.seat)
        letter = town.turn_letter(f"{seat}@spring.test")
        if match.awaited[0].what == "answer":
            return match, seat, letter
        sheet = sheet_for(letter, ASK)
        sheet["orders"].pop("fall-back", None)
        town.answer(letter, files=[("sheet.json", json.dumps(sheet).encode())])


def _answer_nothing(town: Town, letter: Posted, seat: str) -> None:
    match = open_match(town.office.match_folder("spring"), read_only=True)
    sheet = {**match.template(seat), "orders": {}}
    sheet.pop("answers", None)
    town.answer(letter, files=[("sheet.json", json.dumps(sheet).encode())])


def test_it_is_set_aside_and_its_seat_is_told_once(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.add("spring", "nine-fields")
    before, seat, letter = _asked(town)
    count = len(town.box(letter.to))
    _answer_nothing(town, letter, seat)
    town.tick()
    town.tick()
    match = open_match(town.office.match_folder("spring"), read_only=True)
    assert match.head == before.head
    assert match.waiting == ()
    told = town.box(letter.to)[count:]
    assert [one.subject for one in told].count(
        "[spring] your sheet leaves open what is asked"
    ) == 1, [one.subject for one in told]  # fmt: skip
    (asked,) = match.asked_of(seat)
    assert asked.prompt in town.newest(letter.to).text
    assert [line["seat"] for line in town.journal() if line["kind"] == "unanswered"] == [seat]
    others = [one for one in town.carrier.posted if "leaves open" in one.subject]
    assert {one.to for one in others} == {letter.to}

    good = json.dumps(dict(match.template(seat))).encode()
    town.answer(letter, files=[("sheet.json", good)])
    town.tick()
    assert open_match(town.office.match_folder("spring"), read_only=True).head != before.head


def test_a_sheet_that_holds_back_what_comes_first_is_set_aside(tmp_path: Path) -> None:
    town = Town(tmp_path)
    folder = town.add("spring", "nine-fields")
    town.tick()
    town.play("west@spring.test", change={"hold": ["march"]})
    town.tick()
    match = open_match(folder, read_only=True)
    assert (match.n, match.waiting) == (0, ())
    assert "You are asked:\n  March." in town.newest("west@spring.test").text
    town.play("west@spring.test")
    town.tick()
    assert open_match(folder, read_only=True).n > 0


def test_a_clock_runs_for_whoever_answers_nothing(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.add("spring", "nine-fields", clock=CLOCKS["fast"])
    before, seat, letter = _asked(town)
    _answer_nothing(town, letter, seat)
    town.tick()
    assert open_match(town.office.match_folder("spring"), read_only=True).head == before.head
    for _ in range(12):
        town.tick(timedelta(days=1))
    match = open_match(town.office.match_folder("spring"), read_only=True)
    assert match.head != before.head
    assert match.verify().verdict == "sound"
    missed = [line["seat"] for line in town.journal() if line["kind"] == "missed"]
    assert missed[0] == seat
