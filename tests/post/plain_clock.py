"""The clock read a second time, plainly: minute by minute, day by day, without the program's words.

It takes the rulings in `adjudicator/clock/README.md` one by one, and shares with the program
nothing but the values that both are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from adjudicator.clock.situation import Extension, Gap, Situation

__all__ = ["Plain", "Seat", "plain_ruling"]

MINUTE = timedelta(minutes=1)
WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class Seat(NamedTuple):
    """How a seat stands before an opening."""

    misses: int
    bank: int
    leaves: tuple[tuple[datetime, int], ...]
    """All that it ever took, those of this opening too."""


class Plain(NamedTuple):
    """What the plain reading gives."""

    due: dict[str, datetime]
    steps: dict[str, tuple[str, int]]
    bank: dict[str, int]
    late: set[str]
    brake: bool
    opens: bool
    moved: set[tuple[datetime, datetime, str]]


def minutes(duration: str) -> int:
    """P1DT2H3M in minutes."""
    total, number, unit_time = 0, "", False
    for sign in duration[1:]:
        if sign == "T":
            unit_time = True
        elif sign.isdigit():
            number += sign
        else:
            total += int(number) * {"D": 1440, "H": 60, "M": 1}[sign]
            assert (sign != "D") or not unit_time
            number = ""
    return total


def instant(zone: ZoneInfo, day: date, at: time) -> datetime:
    """The moment of a local time: every offset of these days is tried."""
    wall = datetime.combine(day, at)
    around = [wall.replace(tzinfo=UTC) + timedelta(hours=h) for h in range(-36, 37)]
    offsets = sorted({one.astimezone(zone).utcoffset() or timedelta() for one in around})
    tries = [(wall - offset).replace(tzinfo=UTC) for offset in offsets]
    real = [one for one in tries if one.astimezone(zone).replace(tzinfo=None) == wall]
    if real:
        return min(real)
    before = (wall.replace(tzinfo=UTC) - timedelta(hours=36)).astimezone(zone).utcoffset()
    assert before is not None
    return (wall - before).replace(tzinfo=UTC)


def add(policy: Mapping[str, Any], moment: datetime, more: int) -> datetime:
    """The moment so much later, days being days of the calendar."""
    days, rest = more // 1440, more % 1440
    if policy["count"] == "iccf" or days == 0:
        return moment + more * MINUTE
    zone = ZoneInfo(policy["zone"])
    local = moment.astimezone(zone)
    return instant(zone, local.date() + timedelta(days=days), local.time()) + rest * MINUTE


def next_at(policy: Mapping[str, Any], moment: datetime) -> datetime:
    """The next `at` of a day that counts: day by day, from two days before."""
    if policy["count"] == "iccf":
        return moment
    zone, found = ZoneInfo(policy["zone"]), []
    for more in range(-2, 16):
        day = moment.astimezone(zone).date() + timedelta(days=more)
        one = instant(zone, day, time.fromisoformat(policy["at"]))
        if one >= moment and WEEK[one.astimezone(zone).weekday()] not in policy["skip"]:
            found.append(one)
    return min(found)


def whole(moment: datetime, *, up: bool = False) -> datetime:
    cut = moment.replace(second=0, microsecond=0)
    return cut + MINUTE if up and cut < moment else cut


def is_away(seat: Seat, moment: datetime) -> bool:
    return any(one <= moment < one + timedelta(days=days) for one, days in seat.leaves)


def late_by(seat: Seat, due: datetime, at: datetime) -> int:
    """How many minutes after the deadline: they are counted one by one, on leave they are not."""
    counted, moment = 0, due
    while moment < at:
        counted += not is_away(seat, moment)
        moment += MINUTE
    return counted


def deadlines(
    policy: Mapping[str, Any], given: Situation, seats: Mapping[str, Seat]
) -> tuple[dict[str, datetime], set[tuple[datetime, datetime, str]]]:
    """The deadline of each seat, as everything that happens moves it, in the order of time."""
    due: dict[str, datetime] = {}
    began: dict[str, datetime] = {}
    for seat, what, since in given.asked:
        came = given.received.get(seat)
        if seat in given.unreachable and came is None:
            continue
        reached = came if came is not None and seat in given.unreachable else since
        moment = whole(max(since, reached), up=True)
        while is_away(seats[seat], moment):
            moment += MINUTE
        began[seat] = moment
        due[seat] = next_at(policy, whole(add(policy, moment, minutes(policy[what])), up=True))
    happened: list[tuple[datetime, Any]] = [(one.at, one) for one in given.extensions]
    happened += [(one.begins, one) for one in given.gaps]
    for name in sorted(due):
        happened += [(begins, (name, begins, days)) for begins, days in seats[name].leaves]
    moved: set[tuple[datetime, datetime, str]] = set()
    for _, event in sorted(happened, key=lambda one: one[0]):
        for seat in due:
            was, came, more = due[seat], given.received.get(seat), 0
            why: str = "gap"
            if isinstance(event, Extension):
                more, why = event.minutes, event.why
            elif isinstance(event, Gap):
                long = event.ends - event.begins
                if long >= timedelta(days=1) and was < event.ends:
                    more = -(-long // MINUTE) if came is None or came >= event.begins else 0
            elif event[0] == seat:
                _, begins, days = event
                runs_then = began[seat] <= begins <= was
                if runs_then and (came is None or whole(came) > begins):
                    due[seat] = next_at(policy, add(policy, was, days * 1440))
                continue
            else:
                continue
            if more:
                due[seat] = next_at(policy, add(policy, was, more))
                moved.add((was, due[seat], why))
    return due, moved


def paid(policy: Mapping[str, Any], over: int) -> int:
    """What begun days cost, day by day."""
    cost, day = 0, 0
    while over > day * 1440:
        day += 1
        cost += 2 if policy["count"] == "iccf" and day > 20 else 1
    return cost


def step_of(policy: Mapping[str, Any], seat: Seat, over: int) -> tuple[str, int, int]:
    """The step, which miss it is, and the bank after it."""
    miss = seat.misses + 1
    if policy["replace_after"] and miss >= policy["replace_after"]:
        return "replaced", miss, seat.bank
    steps = [*policy["missed"]]
    while len(steps) < miss:
        steps.append(steps[-1])
    for place, step in enumerate([*steps[miss - 1 :], steps[-1]]):
        if step != "bank":
            return step, miss, 0 if place else seat.bank
        if paid(policy, over) <= seat.bank:
            return "bank", miss, seat.bank - paid(policy, over)
    raise AssertionError("a bank is never the last step")


def plain_ruling(
    policy: Mapping[str, Any], given: Situation, seats: Mapping[str, Seat], now: datetime
) -> Plain:
    """What the rulings give at a moment, read one by one."""
    due, moved = deadlines(policy, given, seats)
    bank = {name: seat.bank for name, seat in seats.items()}
    over = {}
    for seat, moment in due.items():
        at = whole(given.received.get(seat, now))
        over[seat] = late_by(seats[seat], moment, at) - minutes(policy["grace"])
    missed = [seat for seat in due if over[seat] > 0]
    brake = policy["brake"] > 0 and len(missed) >= policy["brake"]
    steps, late = {}, set()
    for seat in missed:
        step, miss, left = step_of(policy, seats[seat], over[seat])
        if brake:
            step, left = "wait", seats[seat].bank
        steps[seat], bank[seat] = (step, miss), left
        if seat in given.received and step not in ("wait", "bank"):
            late.add(seat)
    done = []
    for asked in given.asked:
        seat = asked.seat
        there = seat in given.received and seat not in late
        done.append(there or steps.get(seat, ("", 0))[0] in ("default", "built-in"))
    opens = all(done)
    if not policy["early"]:
        opens = opens and all(whole(now) > moment for moment in due.values())
    return Plain(due, steps, bank, late, brake, opens, moved)
