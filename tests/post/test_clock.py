"""The clock as a function: deadlines, steps, leave, gaps, the brake, and what the log is told."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adjudicator.api.clock import (
    CLOCKS,
    ClockPolicy,
    ClockStanding,
    fresh_standing,
    read_policy,
)
from adjudicator.api.problems import Refused
from adjudicator.clock.deadlines import granted
from adjudicator.clock.local_time import deadline, later, minute_text
from adjudicator.clock.ruling import facts_of, may_send, rule_on
from adjudicator.clock.situation import (
    Asked,
    Extension,
    Gap,
    LeaveTaken,
    Ruling,
    Situation,
    What,
)

BERLIN: Mapping[str, Any] = {
    "zone": "Europe/Berlin", "at": "20:00", "skip": ["sat", "sun"], "turn": "P7D", "answer": "P3D",
    "pledge": "P2D", "grace": "PT24H", "remind": ["P2D", "PT12H"], "bank": "P14D", "leave": "P28D",
    "missed": ["bank", "default", "built-in"], "replace_after": 3, "brake": 2,
}  # fmt: skip
"""The policy of the design, without a brake where a test says so."""


def policy(**changed: Any) -> ClockPolicy:
    return read_policy({**BERLIN, **changed})


def at(text: str) -> datetime:
    """A moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def situation(
    given: ClockPolicy,
    *,
    since: str = "2026-11-20 10:00",
    seats: tuple[str, ...] = ("blue", "red"),
    what: What = "turn",
    misses: Mapping[str, int] | None = None,
    **more: Any,
) -> Situation:
    fresh = fresh_standing(given)
    standing = {
        seat: fresh.model_copy(update={"misses": (misses or {}).get(seat, 0)}) for seat in seats
    }
    asked = tuple(Asked(seat, what, at(since)) for seat in seats)
    return Situation(**{"n": 7, "asked": asked, "received": {}, "standing": standing, **more})


def steps(ruling: Ruling) -> dict[str, tuple[str, int]]:
    return {seat: (one.step, one.count) for seat, one in ruling.steps.items()}


def due(ruling: Ruling) -> dict[str, str]:
    return {seat: minute_text(moment) for seat, moment in ruling.due.items()}


# -- calendar -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "duration", "ends"),
    [
        # Friday 11:00 in Berlin, a week: Friday 20:00.
        ("2026-11-20 10:00", 7 * 1440, "2026-11-27 19:00"),
        # Friday 21:00: a week later at 21:00 the time of Friday is over; Saturday, Sunday not.
        ("2026-11-20 20:00", 7 * 1440, "2026-11-30 19:00"),
        # The very minute of `at` counts; one second later does not.
        ("2026-11-20 19:00", 7 * 1440, "2026-11-27 19:00"),
        ("2026-11-20 19:00:01", 7 * 1440, "2026-11-30 19:00"),
        # Over the end of daylight saving, and over its beginning: 20:00 stays 20:00.
        ("2026-10-20 18:00", 7 * 1440, "2026-10-27 19:00"),
        ("2027-03-23 19:00", 7 * 1440, "2027-03-30 18:00"),
        # 48 hours are two days of the calendar, the rest are minutes.
        ("2026-10-23 18:00", 3 * 1440, "2026-10-26 19:00"),
        ("2026-11-24 19:00", 90, "2026-11-25 19:00"),
    ],
)
def test_a_deadline_is_the_next_hour_of_a_day_that_counts(
    since: str, duration: int, ends: str
) -> None:
    assert deadline(policy(), at(since), duration) == at(ends)


def test_an_hour_that_is_not_there_or_there_twice() -> None:
    """RFC 5545: the offset before the gap; the first of two."""
    night = policy(at="02:30", skip=[])
    assert deadline(night, at("2027-03-27 12:00"), 60) == at("2027-03-28 01:30")  # 03:30 local
    assert deadline(night, at("2026-10-24 12:00"), 60) == at("2026-10-25 00:30")  # summer time's
    assert later(night, at("2027-03-27 01:30"), 1440) == at("2027-03-28 01:30")
    assert later(night, at("2026-10-25 01:30"), 1440) == at("2026-10-26 01:30")


def test_a_count_in_hours_knows_no_calendar() -> None:
    iccf = CLOCKS["iccf"]
    assert deadline(iccf, at("2026-10-24 12:00:30"), 1440) == at("2026-10-25 12:01")


# -- steps --------------------------------------------------------------------------------------


def test_nothing_is_late_up_to_the_end_of_the_minute() -> None:
    given = policy(grace="PT0M", brake=0, missed=["default"], bank="P0D")
    there = situation(given, seats=("red",))
    in_time = rule_on(given, there, at("2026-11-27 19:00:59"))
    assert due(in_time) == {"red": "2026-11-27T19:00Z"}
    assert not in_time.opens
    assert in_time.next_at == at("2026-11-27 19:01")
    over = rule_on(given, there, at("2026-11-27 19:01"))
    assert over.opens
    assert steps(over) == {"red": ("default", 1)}
    assert over.silent == {"red"}
    assert over.needs_referee == ()


def test_a_sheet_is_noted_by_the_minute_in_which_it_came() -> None:
    given = policy(grace="PT0M", brake=0)
    came = situation(given, seats=("red",), received={"red": at("2026-11-27 19:00:59.9")})
    ruling = rule_on(given, came, at("2026-11-30 00:00"))
    assert ruling.opens
    assert not ruling.steps
    assert dict(facts_of(given, came, ruling).received) == {"red": "2026-11-27T19:00Z"}


def test_a_sheet_in_the_grace_is_no_miss() -> None:
    given = policy()
    for when, missed in (("2026-11-28 19:00:59", False), ("2026-11-28 19:01", True)):
        came = situation(given, seats=("red",), received={"red": at(when)}, misses={"red": 1})
        ruling = rule_on(given, came, at("2026-11-29 00:00"))
        assert bool(ruling.steps) is missed
        assert ruling.opens
        assert (ruling.late == ("red",)) is missed


def test_the_bank_pays_by_begun_days_after_the_grace() -> None:
    given = policy(brake=0)
    for when, left in (
        ("2026-11-28 19:01", 13),
        ("2026-11-29 19:00", 13),
        ("2026-11-29 19:01", 12),
        ("2026-12-12 19:00", 0),
    ):
        came = situation(given, seats=("red",), received={"red": at(when)})
        ruling = rule_on(given, came, at("2027-01-01 00:00"))
        assert steps(ruling) == {"red": ("bank", 1)}
        assert ruling.bank == {"red": left}
        assert ruling.opens
        assert ruling.late == ()
        assert dict(facts_of(given, came, ruling).bank) == {"red": left}


def test_an_empty_bank_falls_to_the_next_step() -> None:
    given = policy(brake=0)
    silent = situation(given, seats=("red",))
    runs = rule_on(given, silent, at("2026-12-12 19:00"))
    assert steps(runs) == {"red": ("bank", 1)}
    assert not runs.opens
    assert runs.next_at == at("2026-12-12 19:01")
    gone = rule_on(given, silent, at("2026-12-12 19:01"))
    assert steps(gone) == {"red": ("default", 1)}
    assert gone.opens
    assert gone.bank == {"red": 0}
    empty = ClockStanding(misses=0, bank=0, leave=28)
    at_once = rule_on(given, silent._replace(standing={"red": empty}), at("2026-11-28 19:01"))
    assert steps(at_once) == {"red": ("default", 1)}


@pytest.mark.parametrize(
    ("misses", "step"), [(0, "bank"), (1, "default"), (2, "built-in"), (7, "built-in")]
)
def test_steps_follow_the_misses_in_a_row(misses: int, step: str) -> None:
    given = policy(brake=0, replace_after=0)
    silent = situation(given, seats=("red",), misses={"red": misses})
    assert steps(rule_on(given, silent, at("2026-11-28 19:01"))) == {"red": (step, misses + 1)}


def test_after_so_many_misses_the_seat_is_open() -> None:
    given = policy(brake=0)
    silent = situation(given, seats=("red",), misses={"red": 2})
    ruling = rule_on(given, silent, at("2026-11-28 19:01"))
    assert steps(ruling) == {"red": ("replaced", 3)}
    assert not ruling.opens
    assert ruling.needs_referee == ("red",)
    assert ruling.next_at is None


def test_a_new_player_has_a_whole_turn() -> None:
    """The seat is asked anew, and the `seat` line has taken its misses away."""
    given = policy(brake=0)
    old, new = situation(given, seats=("red",)), situation(given, since="2026-12-02 09:00")
    ruling = rule_on(given, new, at("2026-12-03 00:00"))
    assert due(rule_on(given, old, at("2026-12-03 00:00")))["red"] < due(ruling)["red"]
    assert not ruling.steps


def test_a_sheet_that_comes_too_late_is_not_in_the_opening() -> None:
    given = policy(brake=0, bank="P0D", missed=["default"])
    came = situation(
        given, received={"red": at("2026-11-28 19:01"), "blue": at("2026-11-27 10:00")}
    )
    ruling = rule_on(given, came, at("2026-11-28 20:00"))
    assert ruling.late == ("red",)
    assert ruling.opens
    assert ruling.silent == {"red"}
    facts = facts_of(given, came, ruling)
    assert [*facts.received] == ["blue"]
    assert [*facts.missed] == ["red"]


def test_without_early_the_deadline_is_awaited() -> None:
    given = policy(early=False, brake=0)
    both = {"red": at("2026-11-21 10:00"), "blue": at("2026-11-22 10:00")}
    there = situation(given, received=both)
    waits = rule_on(given, there, at("2026-11-27 19:00"))
    assert not waits.opens
    assert waits.next_at == at("2026-11-27 19:01")
    assert rule_on(given, there, at("2026-11-27 19:01")).opens
    assert rule_on(policy(), there, at("2026-11-22 10:00")).opens


# -- the brake ----------------------------------------------------------------------------------


def test_so_many_silent_seats_and_nothing_is_automatic() -> None:
    given = policy(missed=["default"], bank="P0D")
    one = situation(given, received={"blue": at("2026-11-27 10:00")})
    assert rule_on(given, one, at("2026-11-28 19:01")).opens
    both = rule_on(given, situation(given), at("2026-11-28 19:01"))
    assert both.brake
    assert not both.opens
    assert both.next_at is None
    assert steps(both) == {"blue": ("wait", 1), "red": ("wait", 1)}
    assert both.needs_referee == ("blue", "red")


def test_the_brake_holds_when_one_of_them_comes_late() -> None:
    """Else the last silent seat would be automatic after all; and no bank pays."""
    given = policy()
    late = situation(given, received={"blue": at("2026-12-01 10:00")})
    ruling = rule_on(given, late, at("2026-12-01 11:00"))
    assert ruling.brake
    assert ruling.late == ()
    assert not ruling.opens
    assert ruling.bank == {"blue": 14, "red": 14}
    come = late._replace(received={**late.received, "red": at("2026-12-20 10:00")})
    ruling = rule_on(given, come, at("2026-12-20 11:00"))
    facts = facts_of(given, come, ruling)
    assert ruling.opens
    assert facts.brake
    assert not facts.bank
    assert {seat: one.step for seat, one in facts.missed.items()} == dict.fromkeys(
        ("blue", "red"), "wait"
    )


# -- leave, extensions, gaps --------------------------------------------------------------------


def test_leave_stops_the_turn() -> None:
    given = policy(brake=0)
    away = situation(given, leaves=(LeaveTaken("red", at("2026-11-25 08:00"), 3),))
    ruling = rule_on(given, away, at("2026-11-26 00:00"))
    # Friday and three days: Monday.
    assert due(ruling) == {"blue": "2026-11-27T19:00Z", "red": "2026-11-30T19:00Z"}
    assert facts_of(given, away, ruling).to_json()["leave"] == {
        "red": [{"begins": "2026-11-25T08:00Z", "days": 3}]
    }


def test_time_begins_when_a_leave_that_runs_has_ended() -> None:
    given = policy(brake=0)
    leave = LeaveTaken("red", at("2026-11-18 10:00"), 5)
    away = situation(given, seats=("red",), leaves=(leave,))
    assert due(rule_on(given, away, at("2026-11-20 12:00"))) == {"red": "2026-11-30T19:00Z"}


def test_a_leave_on_the_heels_of_another_counts_once() -> None:
    """Found by chance: the second one was taken both to begin the time and to put off its end."""
    given = policy(brake=0, skip=[])
    first = LeaveTaken("red", at("2026-11-18 10:00"), 5)
    second = granted(
        situation(given, seats=("red",), leaves=(first,)), "red", 4, at("2026-11-21 10:00")
    )
    assert second is not None
    away = situation(given, seats=("red",), leaves=(first, second))
    # From 27 November 10:00 on, a week.
    assert due(rule_on(given, away, at("2026-11-22 12:00"))) == {"red": "2026-12-04T19:00Z"}


def test_leave_stops_the_bank() -> None:
    given = policy(brake=0)
    leave = LeaveTaken("red", at("2026-11-29 19:00"), 10)  # a day into the bank
    came = situation(
        given, seats=("red",), leaves=(leave,), received={"red": at("2026-12-09 20:00")}
    )
    ruling = rule_on(given, came, at("2026-12-10 00:00"))
    assert steps(ruling) == {"red": ("bank", 1)}
    assert ruling.bank == {"red": 12}
    silent = came._replace(received={})
    runs = rule_on(given, silent, at("2026-12-01 00:00"))
    assert runs.next_at == at("2026-12-22 19:01")


def test_leave_is_granted_as_long_as_days_are_left() -> None:
    given = policy()
    there = situation(given)
    first = granted(there, "red", 20, at("2026-11-25 08:00:59"))
    assert first == LeaveTaken("red", at("2026-11-25 08:00"), 20)
    assert first is not None
    then = there._replace(leaves=(first,))
    assert granted(then, "red", 9, at("2026-11-26 08:00")) is None
    # While it runs, the next one begins when it ends.
    second = granted(then, "red", 8, at("2026-11-26 08:00"))
    assert second == LeaveTaken("red", at("2026-12-15 08:00"), 8)
    assert granted(there, "red", 0, at("2026-11-26 08:00")) is None
    assert granted(there, "green", 1, at("2026-11-26 08:00")) is None


def test_an_extension_is_for_all() -> None:
    given = policy()
    longer = situation(given, extensions=(Extension(at("2026-11-26 10:00"), 2880, "agreed"),))
    ruling = rule_on(given, longer, at("2026-11-26 11:00"))
    assert due(ruling) == dict.fromkeys(("blue", "red"), "2026-11-30T19:00Z")
    assert facts_of(given, longer, ruling).to_json()["moved"] == [
        {"was": "2026-11-27T19:00Z", "due": "2026-11-30T19:00Z", "why": "agreed"}
    ]


def test_a_gap_moves_the_deadlines_of_those_who_had_not_sent() -> None:
    given = policy(brake=0)
    gap = Gap(at("2026-11-26 10:00"), at("2026-11-28 16:00"))
    there = situation(given, gaps=(gap,), received={"blue": at("2026-11-24 10:00")})
    ruling = rule_on(given, there, at("2026-11-28 16:00"))
    assert due(ruling) == {"blue": "2026-11-27T19:00Z", "red": "2026-11-30T19:00Z"}
    assert [one.why for one in ruling.moved] == ["gap"]
    short = there._replace(gaps=(Gap(at("2026-11-27 10:00"), at("2026-11-28 09:59")),))
    assert not rule_on(given, short, at("2026-11-28 16:00")).moved
    after = there._replace(gaps=(Gap(at("2026-11-21 10:00"), at("2026-11-24 10:00")),))
    assert not rule_on(given, after, at("2026-11-24 16:00")).moved


# -- reminders, bounces, pledges ----------------------------------------------------------------


def test_reminders_are_before_the_deadline_and_after_the_letter() -> None:
    given = policy(remind=["P9D", "P2D", "PT12H"])
    there = situation(given, received={"blue": at("2026-11-24 10:00")})
    ruling = rule_on(given, there, at("2026-11-26 00:00"))
    assert ruling.remind == (("red", at("2026-11-25 19:00")), ("red", at("2026-11-27 07:00")))
    assert ruling.next_at == at("2026-11-27 07:00")


def test_no_clock_starts_on_a_letter_that_bounced() -> None:
    given = policy()
    there = situation(
        given, received={"blue": at("2026-11-24 10:00")}, unreachable=frozenset({"red"})
    )
    ruling = rule_on(given, there, at("2027-11-24 10:00"))
    assert "red" not in ruling.due
    assert not ruling.opens
    assert ruling.silent == {"red"}
    come = there._replace(received={**there.received, "red": at("2026-12-24 10:00")})
    ruling = rule_on(given, come, at("2026-12-24 10:00"))
    assert ruling.opens
    assert due(ruling)["red"] == "2026-12-31T19:00Z"
    assert may_send(given, there, "red", at("2027-11-24 10:00"))


def test_pledges_that_never_come_are_given_up() -> None:
    given = policy()
    there = situation(
        given, seats=("blue", "green", "red"), what="pledge",
        received={"blue": at("2026-11-21 10:00"), "green": at("2026-11-21 10:00")},
    )  # fmt: skip
    waits = rule_on(given, there, at("2026-11-24 19:00"))  # Sunday is Monday, and the grace
    assert due(waits)["red"] == "2026-11-23T19:00Z"
    assert not waits.opens
    over = rule_on(given, there, at("2026-11-24 19:01"))
    assert over.opens
    assert over.withheld == ("red",)
    assert not over.steps
    locked = facts_of(given, situation(given), rule_on(given, situation(given), at("2026-11-21")))
    facts = facts_of(given, there, over, locked=locked)
    assert facts.withheld == ("red",)
    assert facts.due == locked.due
    assert not rule_on(policy(brake=1), there, at("2026-11-24 19:01")).opens
    alone = policy(missed=["wait"], replace_after=0)
    assert rule_on(alone, there, at("2027-01-01")).withheld == ()


# -- who may send -------------------------------------------------------------------------------


def test_who_sent_in_time_may_better_it_in_time_alone() -> None:
    given = policy(brake=0)
    there = situation(given, received={"red": at("2026-11-24 10:00")})
    for seat, when, takes in (
        ("red", "2026-11-28 19:00", True),
        ("red", "2026-11-28 19:01", False),
        ("blue", "2026-11-28 19:01", True),
        ("blue", "2026-12-12 19:00", True),
        ("blue", "2026-12-12 19:01", False),
        ("green", "2026-11-24 19:00", False),
    ):
        assert may_send(given, there, seat, at(when)) is takes


# -- the policy ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"turn": "7 days"}, ("turn",)),
        ({"turn": "P1W"}, ("turn",)),
        ({"turn": "PT"}, ("turn",)),
        ({"turn": "P0D"}, ("turn",)),
        ({"turn": "P367D"}, ("turn",)),
        ({"bank": "PT24H"}, ("bank",)),
        ({"bank": "P0D"}, ("bank",)),
        ({"at": "24:00"}, ("at",)),
        ({"zone": "../etc/passwd"}, ("zone",)),
        ({"zone": "/etc/localtime"}, ("zone",)),
        ({"skip": ["sat", "sat"]}, ("skip",)),
        ({"skip": ["Saturday"]}, ("skip", 0)),
        ({"skip": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]}, ("skip",)),
        ({"missed": []}, ("missed",)),
        ({"missed": ["bank"]}, ("missed", 0)),
        ({"missed": ["wait", "default"]}, ("missed", 0)),
        ({"missed": ["default", "replaced", "built-in"]}, ("missed", 1)),
        ({"missed": ["wait"], "replace_after": 2}, ("replace_after",)),
        ({"replace_after": -1}, ("replace_after",)),
        ({"brake": True}, ("brake",)),
        ({"v": 2}, ("v",)),
        ({"late": "P1D"}, ("late",)),
        ({"count": "iccf"}, ("turn",)),
    ],
)
def test_a_policy_is_judged_with_its_place(changed: dict[str, Any], place: tuple[Any, ...]) -> None:
    with pytest.raises(Refused) as refused:
        policy(**changed)
    assert place in [problem.path for problem in refused.value.problems]


def test_the_clocks_that_come_along_are_in_order() -> None:
    for named in CLOCKS.values():
        assert read_policy(named.to_json()) == named


def test_iccf_counts_days_beyond_twenty_double() -> None:
    given = CLOCKS["iccf"]
    for hours, left in ((24, 50), (25, 49), (48, 49), (21 * 24, 30), (21 * 24 + 1, 28)):
        came = at("2026-11-20 10:00") + timedelta(hours=hours)
        there = situation(given, seats=("red",), received={"red": came})
        ruling = rule_on(given, there, came)
        assert ruling.opens
        assert ruling.bank == {"red": left}
    silent = rule_on(given, situation(given, seats=("red",)), at("2026-11-22 10:00"))
    # 20 days, and 15 that count double.
    assert silent.next_at == at("2026-12-26 10:01")


def test_a_situation_is_in_order() -> None:
    given = policy()
    both = (
        Asked("red", "turn", at("2026-11-20")),
        Asked("blue", "pledge", at("2026-11-20")),
    )
    with pytest.raises(ValueError, match="pledges"):
        rule_on(given, situation(given, asked=both), at("2026-11-21"))
    with pytest.raises(ValueError, match="zone"):
        rule_on(given, situation(given), datetime(2026, 11, 21))
    with pytest.raises(ValueError, match="standing"):
        rule_on(given, situation(given, standing={}), at("2026-11-21"))
