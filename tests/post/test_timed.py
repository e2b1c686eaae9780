"""An office with a clock: reminders, silent seats, leave, agreed extensions, gaps, the brake."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.api.clock import ClockPolicy, clock_named
from adjudicator.api.match import open_match
from tests.post.town import Town, sheet_for

pytestmark = pytest.mark.usefixtures("usual_maps")

DAY = timedelta(days=1)
POLICY = ClockPolicy(
    turn="P2D", answer="P1D", pledge="P1D", grace="PT6H", remind=("P1D", "PT6H"), bank="P3D",
    leave="P10D", missed=("bank", "default", "built-in"), brake=2,
)  # fmt: skip


def _town(tmp_path: Path, policy: ClockPolicy = POLICY) -> tuple[Town, Path]:
    town = Town(tmp_path)
    folder = town.add("spring", "nine-fields", clock=policy)
    town.tick()
    return town, folder


def _pass(town: Town, days: float) -> None:
    """Lets time pass, with a run of the office each hour."""
    for _ in range(int(days * 24)):
        town.tick(timedelta(hours=1))


def _clocks(folder: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]
    return [line for line in lines if line.get("kind") == "clock"]


def test_a_welcome_tells_of_deadlines_also_whom_nothing_is_asked(tmp_path: Path) -> None:
    town, _ = _town(tmp_path)
    for seat in ("west", "east"):
        assert "A deadline is a minute." in town.newest(f"{seat}@spring.test").text


def test_a_silent_seat_does_not_stop_a_match(tmp_path: Path) -> None:
    """Reminded, then its bank, then a sheet is written for it; all of it is in the log."""
    town, folder = _town(tmp_path)
    due = "due Wed 3 Mar 20:00"
    assert due in town.newest("west@spring.test").subject
    _pass(town, 2.5)
    reminders = [one for one in town.box("west@spring.test") if "is due" in one.subject]
    assert len(reminders) == 2
    assert open_match(folder, read_only=True).n == 0
    _pass(town, 5)
    assert open_match(folder, read_only=True).n == 1
    (note,) = _clocks(folder)
    assert note["missed"] == {"west": {"count": 1, "step": "default"}}
    assert adjudicator.verify(folder).verdict != "refuted"


def test_a_match_of_which_one_seat_is_silent_comes_to_its_end(tmp_path: Path) -> None:
    """East plays, West never does: the match ends, and its log is sound."""
    town, folder = _town(tmp_path)
    for _ in range(90):
        match = open_match(folder, read_only=True)
        if match.is_over:
            break
        if any(one.seat == "east" and not one.is_in for one in match.awaited):
            town.play("east@spring.test")
        _pass(town, 1)
    assert open_match(folder, read_only=True).is_over
    assert adjudicator.verify(folder).verdict == "sound"
    steps = {one["step"] for note in _clocks(folder) for one in note["missed"].values()}
    assert steps == {"default", "built-in"}


def test_a_sheet_in_the_bank_is_taken_and_paid(tmp_path: Path) -> None:
    """31 hours after the grace: two begun days of the bank are gone, one is left."""
    town, folder = _town(tmp_path)
    _pass(town, 3.9)
    town.play("west@spring.test")
    town.tick()
    (note,) = _clocks(folder)
    assert note["missed"] == {"west": {"count": 1, "step": "bank"}}
    assert note["bank"] == {"west": 1}
    assert adjudicator.verify(folder).verdict != "refuted"


def test_leave_stops_the_time_of_a_seat(tmp_path: Path) -> None:
    """All are told; more days than there are get no leave."""
    town, folder = _town(tmp_path)
    town.answer(town.turn_letter("west@spring.test"), "leave 11\n")
    town.tick()
    assert "no leave" in town.newest("west@spring.test").subject
    town.answer(town.turn_letter("west@spring.test"), "leave 4\n")
    town.tick()
    assert "west is on leave for 4 days" in town.newest("east@spring.test").text
    _pass(town, 5)
    assert open_match(folder, read_only=True).n == 0
    town.play("west@spring.test")
    town.tick()
    (note,) = _clocks(folder)
    assert note["missed"] == {}
    assert [one["days"] for one in note["leave"]["west"]] == [4]
    assert adjudicator.verify(folder).verdict != "refuted"


def test_an_extension_that_all_want_moves_the_deadline(tmp_path: Path) -> None:
    """One alone moves nothing; when all have said it, all are told."""
    town, folder = _town(tmp_path)
    town.answer(town.turn_letter("west@spring.test"), "extend 48h\n")
    town.tick()
    assert "has moved" not in town.newest("east@spring.test").text
    town.answer(town.turn_letter("east@spring.test"), "extend 72h\n")
    town.tick()
    assert "has moved by 48 hours" in town.newest("west@spring.test").text
    _pass(town, 3.5)
    town.play("west@spring.test")
    town.tick()
    (note,) = _clocks(folder)
    assert note["missed"] == {}
    assert [one["why"] for one in note["moved"]] == ["agreed"]
    assert adjudicator.verify(folder).verdict != "refuted"


def test_who_is_out_of_the_match_need_not_agree(tmp_path: Path) -> None:
    """Of three armies one gave up: the other two move the deadline."""
    town = Town(tmp_path)
    folder = town.add("spring", "stratix", "skirmish", clock=clock_named("week"))
    town.tick()
    quits, *others = open_match(folder, read_only=True).seats
    for seat in (quits, *others):
        change = {"orders": {"match": [{"order": "concede"}]}} if seat == quits else None
        town.play(f"{seat}@spring.test", change=change)
    town.tick()
    match = open_match(folder, read_only=True)
    assert match.seats_out == (quits,)
    for number, seat in enumerate(others):
        assert "has moved" not in town.newest(f"{others[0]}@spring.test").text, number
        town.answer(town.turn_letter(f"{seat}@spring.test"), "extend 48h\n")
        town.tick()
    assert "has moved by 48 hours" in town.newest(f"{others[0]}@spring.test").text


def test_deadlines_within_a_gap_move_by_it(tmp_path: Path) -> None:
    """The office slept for five days: nobody missed anything."""
    town, folder = _town(tmp_path)
    town.tick(5 * DAY)
    assert open_match(folder, read_only=True).n == 0
    town.play("west@spring.test")
    town.tick()
    (note,) = _clocks(folder)
    assert note["missed"] == {}
    assert [one["why"] for one in note["moved"]] == ["gap"]
    assert adjudicator.verify(folder).verdict != "refuted"


def test_a_clock_that_stands_before_the_journal_does_nothing(tmp_path: Path) -> None:
    """Time that runs backwards is no time."""
    town, _ = _town(tmp_path)
    town.play("west@spring.test")
    assert town.tick(-DAY).is_early
    assert town.tick(2 * DAY).openings == 1


def test_too_many_silent_seats_stop_what_is_automatic(tmp_path: Path) -> None:
    """Both are silent: nothing is done, all are told, the referee is called."""
    town = Town(tmp_path)
    folder = town.add(
        "stars",
        "galactic-conquest",
        "two",
        clock=POLICY.model_copy(update={"missed": ("default",)}),
    )
    town.tick()
    _pass(town, 4)
    assert open_match(folder, read_only=True).n == 0
    assert any("stands still" in one.subject for one in town.box("amber@stars.test"))
    assert any("needs you" in one.subject for one in town.box("referee@play.test"))
    for seat in ("amber", "azure"):
        town.play(f"{seat}@stars.test")
    town.tick()
    assert open_match(folder, read_only=True).n == 1
    assert adjudicator.verify(folder).verdict != "refuted"


def test_a_sealed_match_gives_up_a_pledge_that_never_comes(tmp_path: Path) -> None:
    """In a shipped clock's words."""
    policy = clock_named("fast@Europe/Berlin")
    assert policy.zone == "Europe/Berlin"
    town, _ = _town(tmp_path, policy)
    letter = town.turn_letter("west@spring.test")
    assert "(Europe/Berlin)" in letter.text or "Berlin" in letter.text
    assert sheet_for(letter)["player"] == "west"
