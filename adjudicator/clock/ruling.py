"""What the policy gives for an opening that is awaited, at a moment; and what the log is told.

Nothing is remembered: the same situation at the same moment gives the same ruling, so a run that
was killed goes on as if it had not been.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.api.clock import (
    DAY,
    ClockFacts,
    ClockPolicy,
    ClockStanding,
    FrozenMap,
    Leave,
    Missed,
    Moved,
    Ruled,
    days_covered,
    fresh_standing,
    lateness,
    minute_number,
    minutes_in,
    ruled,
)
from adjudicator.clock.deadlines import deadlines_of, leaves_of
from adjudicator.clock.local_time import cut, minute_text, moment_of
from adjudicator.clock.situation import Asked, MovedDue, Ruling, Situation

__all__ = ["facts_of", "may_send", "rule_on"]

_MINUTE = timedelta(minutes=1)
_TAKING = ("wait", "bank")
"""Steps at which a sheet is still taken."""


class _Seat(NamedTuple):
    """A seat that is asked: its deadline, and how late it is."""

    asked: Asked
    standing: ClockStanding
    due: datetime
    leaves: tuple[Leave, ...]
    came: datetime | None
    """When its sheet came, a whole minute."""
    late: int
    """How many minutes it is late, the sheet or now."""
    rule: Ruled | None = None
    """What the policy gives; None: it is not late."""

    @property
    def is_too_late(self) -> bool:
        """Whether a sheet came when none was taken any more."""
        return self.came is not None and self.rule is not None and self.rule.step not in _TAKING

    @property
    def is_settled(self) -> bool:
        """Whether a sheet is there, or one is written."""
        came = self.came is not None and not self.is_too_late
        return came or (self.rule is not None and self.rule.step in ("default", "built-in"))


def rule_on(policy: ClockPolicy, situation: Situation, now: datetime) -> Ruling:
    """Returns what the policy gives for a situation at a moment.

    Args:
        now: aware of its zone, as all moments of the situation are.

    Raises:
        ValueError: pledges are asked beside sheets, a moment has no zone, or a seat that is asked
            no standing.
        Refused: the tables of zones here do not know the zone of the policy.
    """
    is_pledges = _checked(situation, now)
    due, moved = deadlines_of(policy, situation)
    seats = [
        _seat(situation, asked, due[asked.seat], now)
        for asked in situation.asked
        if asked.seat in due
    ]
    late = [seat for seat in seats if seat.late > policy.grace_minutes]
    brake = bool(policy.brake) and len(late) >= policy.brake
    if is_pledges:
        return _on_pledges(policy, situation, now, seats=seats, moved=moved, brake=brake)
    seats = [_with_rule(policy, seat, brake=brake) for seat in seats]
    bank = {seat: standing.bank for seat, standing in situation.standing.items()}
    rules = {seat.asked.seat: seat.rule for seat in seats if seat.rule is not None}
    bank |= {name: rule.bank for name, rule in rules.items()}
    lost = [asked for asked in situation.asked if asked.seat not in due]
    ready = all(seat.is_settled for seat in seats)
    ready = ready and all(asked.seat in situation.received for asked in lost)
    if not policy.early:
        ready = ready and all(cut(now) > moment for moment in due.values())
    open_seats = [seat for seat in seats if not seat.is_settled]
    return Ruling(
        due=due,
        late=tuple(sorted(seat.asked.seat for seat in seats if seat.is_too_late)),
        steps={name: Missed(step=rule.step, count=rule.miss) for name, rule in rules.items()},
        bank=bank,
        withheld=(),
        remind=tuple(_reminders(policy, seats)),
        opens=ready,
        brake=brake,
        next_at=_next(policy, now, seats if not policy.early else open_seats, brake=brake),
        moved=moved,
        silent=frozenset(
            [seat.asked.seat for seat in seats if seat.came is None or seat.is_too_late]
            + [asked.seat for asked in lost if asked.seat not in situation.received]
        ),
    )


def may_send(policy: ClockPolicy, situation: Situation, seat: str, at: datetime) -> bool:
    """Whether a sheet or pledge of a seat that comes at a moment is taken.

    A first one as long as the step for its miss lets it come; one that takes the place of an
    earlier one only up to deadline and grace: it would be late, and the earlier one is not.
    """
    asked = next((one for one in situation.asked if one.seat == seat), None)
    if asked is None:
        return False
    if seat in situation.unreachable:
        return True
    came = {name: moment for name, moment in situation.received.items() if name != seat}
    then = rule_on(policy, situation._replace(received=came), at)
    if asked.what == "pledge":
        return seat not in then.withheld
    step = then.steps.get(seat)
    if step is None:
        return True
    return step.step in _TAKING and seat not in situation.received


def facts_of(
    policy: ClockPolicy,
    situation: Situation,
    ruling: Ruling,
    *,
    locked: ClockFacts | None = None,
) -> ClockFacts:
    """Returns what the log is told of an opening that is made by a ruling.

    Args:
        locked: where pledges are awaited, the facts with which it was locked.
    """
    moved = [_moved(one) for one in ruling.moved]
    taken = {
        seat: new
        for seat in sorted({leave.seat for leave in situation.leaves})
        if (new := leaves_of(situation, seat)[_told(situation, seat) :])
    }
    if locked is not None:
        moved = sorted(
            {*locked.moved, *moved}, key=lambda one: (one.was, one.due, one.why)
        )  # what moved before the lock stays said
        withheld = tuple(sorted(ruling.withheld)) or None
        return locked.model_copy(
            update={"moved": tuple(moved), "leave": FrozenMap(taken), "withheld": withheld}
        )
    came = {
        seat: minute_text(cut(moment))
        for seat, moment in situation.received.items()
        if seat not in ruling.late
    }
    whole = fresh_standing(policy).bank
    return ClockFacts(
        n=situation.n,
        due=FrozenMap({seat: minute_text(moment) for seat, moment in ruling.due.items()}),
        received=FrozenMap(came),
        missed=FrozenMap(dict(ruling.steps)),
        bank=FrozenMap({seat: days for seat, days in ruling.bank.items() if days != whole}),
        leave=FrozenMap(taken),
        moved=tuple(moved),
        brake=ruling.brake,
    )


# -- the parts of a ruling ----------------------------------------------------------------------


def _checked(situation: Situation, now: datetime) -> bool:
    """Checks a situation; returns whether pledges are awaited."""
    moments = [
        now,
        *(asked.since for asked in situation.asked),
        *situation.received.values(),
        *(leave.begins for leave in situation.leaves),
        *(extension.at for extension in situation.extensions),
        *(moment for gap in situation.gaps for moment in gap),
    ]
    if any(moment.tzinfo is None for moment in moments):
        raise ValueError("a moment has no zone")
    strangers = {asked.seat for asked in situation.asked} - situation.standing.keys()
    if strangers:
        raise ValueError(f"no standing of {', '.join(sorted(strangers))}")
    whats = {asked.what for asked in situation.asked}
    if "pledge" in whats and len(whats) > 1:
        raise ValueError("pledges are asked when the sheets are locked, and not beside them")
    return "pledge" in whats


def _seat(situation: Situation, asked: Asked, due: datetime, now: datetime) -> _Seat:
    """Returns how late a seat is: its sheet, or else now."""
    came = situation.received.get(asked.seat)
    leaves = leaves_of(situation, asked.seat)
    at = cut(now if came is None else came)
    late = lateness(_number(due), _number(at), leaves)
    standing = situation.standing[asked.seat]
    return _Seat(asked, standing, due, leaves, None if came is None else at, late)


def _with_rule(policy: ClockPolicy, seat: _Seat, *, brake: bool) -> _Seat:
    """Returns a seat with what the policy gives for its miss, if it missed."""
    over = seat.late - policy.grace_minutes
    if over <= 0:
        return seat
    rule = ruled(policy, seat.standing, over)
    if brake:
        rule = Ruled("wait", rule.miss, seat.standing.bank)
    return seat._replace(rule=rule)


def _on_pledges(
    policy: ClockPolicy,
    situation: Situation,
    now: datetime,
    *,
    seats: list[_Seat],
    moved: tuple[MovedDue, ...],
    brake: bool,
) -> Ruling:
    """Returns what the policy gives while pledges are awaited: no miss is counted."""
    missing = [seat for seat in seats if seat.came is None]
    late = [seat for seat in missing if seat.late > policy.grace_minutes]
    gives_up = policy.writes_sheets and not brake
    withheld = tuple(sorted(seat.asked.seat for seat in late)) if gives_up else ()
    absent = [asked for asked in situation.asked if asked.seat not in situation.received]
    return Ruling(
        due={seat.asked.seat: seat.due for seat in seats},
        late=(),
        steps={},
        bank={seat: standing.bank for seat, standing in situation.standing.items()},
        withheld=withheld,
        remind=tuple(_reminders(policy, seats)),
        opens={asked.seat for asked in absent} <= {*withheld},
        brake=brake,
        next_at=_next(policy, now, missing, brake=brake),
        moved=moved,
        silent=frozenset(asked.seat for asked in absent),
    )


def _reminders(policy: ClockPolicy, seats: list[_Seat]) -> Iterator[tuple[str, datetime]]:
    """Yields when seats without a sheet are reminded: not before they were asked."""
    found = {
        (seat.due - timedelta(minutes=minutes_in(before)), seat.asked.seat)
        for seat in seats
        if seat.came is None
        for before in policy.remind
    }
    since = {seat.asked.seat: seat.asked.since for seat in seats}
    yield from ((name, at) for at, name in sorted(found) if at > since[name])


def _next(
    policy: ClockPolicy, now: datetime, seats: list[_Seat], *, brake: bool
) -> datetime | None:
    """Returns the next moment at which time alone changes a ruling."""
    moments = {at for _, at in _reminders(policy, seats)}
    for seat in seats:
        moments.add(seat.due + _MINUTE)
        moments.add(_passes(seat, policy.grace_minutes))
        if seat.rule is not None and seat.rule.step == "bank":
            days = days_covered(policy, seat.standing.bank)
            moments.add(_passes(seat, policy.grace_minutes + days * DAY))
    return min((moment for moment in moments if moment > now), default=None)


def _passes(seat: _Seat, minutes: int) -> datetime:
    """Returns the first minute at which a seat is later than so many minutes."""
    at = seat.due + timedelta(minutes=minutes) + _MINUTE
    for leave in seat.leaves:
        begins = moment_of(leave.begins)
        ends = begins + timedelta(days=leave.days)
        if ends > seat.due and max(begins, seat.due) < at:
            at += ends - max(begins, seat.due)
    return at


# -- what the log is told -----------------------------------------------------------------------


def _told(situation: Situation, seat: str) -> int:
    """Returns how many leaves of a seat stand in the log."""
    standing = situation.standing.get(seat)
    return 0 if standing is None else len(standing.leaves)


def _moved(one: MovedDue) -> Moved:
    return Moved(was=minute_text(one.was), due=minute_text(one.due), why=one.why)


def _number(moment: datetime) -> int:
    return minute_number(minute_text(moment))
