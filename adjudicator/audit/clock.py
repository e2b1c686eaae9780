"""The clock of a match: its policy, and what policy and log give for each note (post, 7).

The policy is data of the offer, in the match's id. Of each opening the clock wrote a note; what
stands in it beside the times follows from the policy and from the notes before it, and is judged
here. Times are minutes in UTC: no zone has a part in it, for tables of zones differ by machine.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import Field as Limits
from pydantic import StringConstraints, ValidationError

from adjudicator.audit import log
from adjudicator.audit.chains import NO_STANDINGS, ClockStanding, Standings
from adjudicator.audit.genesis import Leave, Minute
from adjudicator.core.problem import Path, Problem, Refused
from adjudicator.core.pydantic_errors import not_understood
from adjudicator.core.values import FrozenMap, Value, canonical

__all__ = [
    "DAY",
    "ClockFacts",
    "ClockPolicy",
    "Ruled",
    "Step",
    "days_covered",
    "fresh_standing",
    "fresh_standings",
    "is_by_hand",
    "lateness",
    "minute_number",
    "minutes_in",
    "policy_in",
    "read_policy",
    "ruled",
    "seated",
    "standings_after",
    "wrong_clock",
]

Step: TypeAlias = Literal["wait", "bank", "default", "built-in", "replaced"]
"""What is done about a seat that sent nothing in time."""
Weekday: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAY = 24 * 60
"""Minutes of a day of grace, bank or leave."""
ICCF_FREE_OF_DOUBLE = 20
"""Days of the bank in one opening that count once in ICCF's count; those beyond count double."""

_TIME = r"T([0-9]{1,4}H([0-9]{1,5}M)?|[0-9]{1,5}M)"
Duration = Annotated[str, StringConstraints(pattern=rf"^P([0-9]{{1,3}}D({_TIME})?|{_TIME})$")]
"""A duration in ISO 8601: whole days, hours and minutes, as P7D, PT12H or P1DT30M."""
WholeDays = Annotated[str, StringConstraints(pattern=r"^P[0-9]{1,3}D$")]
"""A duration in ISO 8601 of whole days, as P14D."""
_PARTS = re.compile(r"P(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?)?")


def minutes_in(duration: str) -> int:
    """Returns the minutes of a `Duration`, a day being 24 hours."""
    parts = _PARTS.fullmatch(duration)
    assert parts is not None, "the pattern was checked"
    days, hours, minutes = (int(part or 0) for part in parts.groups())
    return (days * 24 + hours) * 60 + minutes


class ClockPolicy(Value):
    """How much time seats have, and what is done when it is over: `clock` of an offer."""

    v: Literal[1] = 1
    """The version of this form."""
    zone: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$")] = "UTC"
    """The time zone of `at` and `skip`, by its name in the IANA database."""
    at: Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "20:00"
    """The local time at which deadlines lie."""
    skip: Annotated[tuple[Weekday, ...], Limits(max_length=6)] = ()
    """Days of the week on which no deadline lies."""
    turn: Duration
    """The time for a sheet of one's own turn."""
    answer: Duration
    """The time for a sheet that answers questions in another turn."""
    pledge: Duration = "P2D"
    """The time for a pledge, in the modes in which pledges follow the lock."""
    grace: Duration = "PT0M"
    """What a sheet may be late without being missed."""
    remind: Annotated[tuple[Duration, ...], Limits(max_length=8)] = ()
    """How long before its deadline a seat is reminded."""
    bank: WholeDays = "P0D"
    """The days for the whole match that a seat may use once its time is gone."""
    leave: WholeDays = "P0D"
    """The days of leave that a seat may take in the whole match."""
    early: bool = True
    """Whether an opening is made as soon as all sheets are there."""
    missed: Annotated[tuple[Step, ...], Limits(min_length=1, max_length=20)] = ("wait",)
    """What is done at the first miss in a row, the second, and so on; the last repeats."""
    replace_after: Annotated[int, Limits(ge=0, le=1000)] = 0
    """From which miss in a row on a seat is open to another player, whatever `missed` says; 0:
    never."""
    brake: Annotated[int, Limits(ge=0, le=1000)] = 0
    """How many seats must miss one opening that nothing is automatic in it; 0: no number."""
    count: Literal["days", "iccf"] = "days"
    """How days of the bank are counted: "iccf" is the count of the chess federation of that name:
    24 hours are free, and of the days used in one opening those beyond 20 count double."""

    @property
    def bank_days(self) -> int:
        """The days of a whole bank."""
        return minutes_in(self.bank) // DAY

    @property
    def leave_days(self) -> int:
        """The days of leave of a whole match."""
        return minutes_in(self.leave) // DAY

    @property
    def grace_minutes(self) -> int:
        """What a sheet may be late without being missed, in minutes."""
        return minutes_in(self.grace)

    @property
    def writes_sheets(self) -> bool:
        """Whether anything is ever done in the place of a silent seat."""
        return any(step in log.WRITTEN_FOR for step in self.missed)

    def faults(self) -> Iterator[tuple[Path, str]]:
        """Yields place and words of what contradicts itself."""
        if len({*self.skip}) < len(self.skip):
            yield ("skip",), "a day of the week stands here twice"
        for name in ("turn", "answer", "pledge"):
            if not minutes_in(getattr(self, name)):
                yield (name,), "nobody can answer in no time"
        for name in ("turn", "answer", "pledge", "grace"):
            if minutes_in(getattr(self, name)) > 366 * DAY:
                yield (name,), "at most 366 days belong here"
        for place, step in enumerate(self.missed[:-1]):
            if step in ("wait", "replaced"):
                yield ("missed", place), f"what follows {step} is never reached"
        if self.missed[-1] == "bank":
            yield ("missed", len(self.missed) - 1), "no step follows when the bank has no day left"
        if "bank" in self.missed and not self.bank_days:
            yield ("bank",), "the steps use a bank, and it has no days"
        if self.replace_after > len(self.missed) and self.missed[-1] in ("wait", "replaced"):
            yield (
                ("replace_after",),
                f"so many misses never come: the step before is {self.missed[-1]}",
            )
        if self.count == "iccf":
            yield from self._iccf_faults()

    def _iccf_faults(self) -> Iterator[tuple[Path, str]]:
        for name in ("turn", "answer"):
            if minutes_in(getattr(self, name)) != DAY:
                yield (name,), "in ICCF's count 24 hours are free: P1D belongs here"
        if self.grace_minutes:
            yield ("grace",), "in ICCF's count there is no grace: PT0M belongs here"
        if self.missed[0] != "bank":
            yield ("missed", 0), "in ICCF's count time is taken from the bank first"


def read_policy(document: Any, path: Path = ()) -> ClockPolicy:
    """Returns a policy from its JSON.

    Args:
        path: where it stands in its document, for problems.

    Raises:
        Refused: it is no policy, or contradicts itself; all problems, each with its place.
    """
    try:
        policy = ClockPolicy.model_validate_json(canonical(document))
    except ValidationError as error:
        raise Refused(not_understood(error, path)) from None
    found = [
        Problem("clock-impossible", words, (*path, *place), "post 7", kind="invalid",
                hint="`adjudicator schemas clock` describes each field.")
        for place, words in policy.faults()
    ]  # fmt: skip
    if found:
        raise Refused(found)
    return policy


def policy_in(offer: log.Offer) -> ClockPolicy | None:
    """Returns the policy of a match; None: it has no clock, or was made before the amended rules.

    Raises:
        Refused: its offer holds something else under `clock`.
    """
    return read_policy(offer.free("clock"), ("clock",)) if offer.has_clock else None


# -- minutes ------------------------------------------------------------------------------------


def minute_number(minute: str) -> int:
    """Returns a minute as a number that grows by one a minute.

    Raises:
        ValueError: its month has no such day.
    """
    year, month, day = int(minute[:4]), int(minute[5:7]), int(minute[8:10])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if day > lengths[month - 1]:
        raise ValueError(f"{minute} is no minute: the month has no such day")
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 + sum(lengths[: month - 1])
    return (days + day) * DAY + int(minute[11:13]) * 60 + int(minute[14:16])


def lateness(due: int, at: int, leaves: Sequence[Leave]) -> int:
    """Returns how many minutes after its deadline a seat is, leave left out; 0: it is in time.

    Args:
        due: the deadline, as `minute_number` gives it.
        at: when its sheet came, or now.
        leaves: the leaves of the seat; none begins before the one before it has ended.
    """
    stood = 0
    for leave in leaves:
        begins = minute_number(leave.begins)
        stood += max(0, min(at, begins + leave.days * DAY) - max(due, begins))
    return max(0, at - due - stood)


# -- steps --------------------------------------------------------------------------------------


def days_covered(policy: ClockPolicy, bank: int) -> int:
    """Returns how many days in one opening a bank lasts for."""
    if policy.count == "days" or bank <= ICCF_FREE_OF_DOUBLE:
        return bank
    return ICCF_FREE_OF_DOUBLE + (bank - ICCF_FREE_OF_DOUBLE) // 2


class Ruled(NamedTuple):
    """What the policy gives for a miss."""

    step: Step
    """What is done."""
    miss: int
    """Which miss in a row it is."""
    bank: int
    """The days left in the bank after it."""


def ruled(policy: ClockPolicy, standing: ClockStanding, over: int | None) -> Ruled:
    """Returns the step for a seat that sent nothing in time.

    Args:
        over: how many minutes its sheet, or now, is beyond deadline and grace; None: no sheet
            came as long as it would have been taken.
    """
    miss = standing.misses + 1
    if policy.replace_after and miss >= policy.replace_after:
        return Ruled("replaced", miss, standing.bank)
    place = min(miss, len(policy.missed)) - 1
    if policy.missed[place] != "bank":
        return Ruled(policy.missed[place], miss, standing.bank)
    if over is not None:
        days = -(-over // DAY)
        if policy.count == "iccf":
            days += max(0, days - ICCF_FREE_OF_DOUBLE)
        if days <= standing.bank:
            return Ruled("bank", miss, standing.bank - days)
    after = next(step for step in policy.missed[place:] if step != "bank")
    return Ruled(after, miss, 0)


# -- what goes into the log ---------------------------------------------------------------------


class ClockFacts(Value):
    """What the clock says of an opening: its note (post, 7)."""

    n: Annotated[int, Limits(ge=0)] = 0
    """The number of the opening, so that it is told of no other; 0: of whichever is next."""
    due: FrozenMap[log.Field, Minute] = FrozenMap()
    """By seat that was asked, when its sheet was due."""
    received: FrozenMap[log.Field, Minute] = FrozenMap()
    """By seat, when its sheet came; seconds are cut off."""
    missed: FrozenMap[log.Field, log.Missed] = FrozenMap()
    """By seat that was late, what was done."""
    bank: FrozenMap[log.Field, int] = FrozenMap()
    """By seat with less than a whole bank, the days left to it."""
    leave: FrozenMap[log.Field, tuple[Leave, ...]] = FrozenMap()
    """By seat, the leaves that no earlier note tells of."""
    moved: tuple[log.Moved, ...] = ()
    """Deadlines that moved for all."""
    brake: bool = False
    """Whether too many were late for anything to be automatic."""
    withheld: tuple[log.Field, ...] | None = None
    """Seats whose pledges never came."""

    @property
    def writers(self) -> dict[str, Literal["default", "built-in"]]:
        """By seat for which a sheet is written, who writes it."""
        return {
            seat: one.step
            for seat, one in self.missed.items()
            if one.step == "default" or one.step == "built-in"
        }

    def note(self, n: int) -> log.Clock:
        """Returns the note of an opening that says so."""
        said: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields}
        return log.Clock(**{**said, "n": n})


def is_by_hand(note: log.Clock) -> bool:
    """Whether a note is such as `adjudicate --play` writes: no clock had a part in the opening."""
    named = (note.due, note.received, note.bank, note.leave, note.moved, note.withheld)
    return not any(named) and not note.brake


def fresh_standing(policy: ClockPolicy) -> ClockStanding:
    """Returns how a seat stands that has just been taken: nothing missed, all days left."""
    return ClockStanding(misses=0, bank=policy.bank_days, leave=policy.leave_days)


def fresh_standings(genesis: log.Genesis) -> Standings:
    """Returns how the seats stand when a match begins; empty without a clock.

    The seats that the offer gives to the built-in player have no clock.
    """
    policy = policy_in(genesis.offer)
    if policy is None:
        return NO_STANDINGS
    fresh = fresh_standing(policy)
    seats = (join.player for join in genesis.joins)
    return FrozenMap({seat: fresh for seat in seats if seat not in genesis.offer.plays})


def seated(genesis: log.Genesis, standings: Standings, between: Sequence[log.Line]) -> Standings:
    """Returns the standings after lines between two openings: a new join begins anew."""
    seats = [line.payload.join.player for line in between if isinstance(line.payload, log.Seat)]
    policy = policy_in(genesis.offer) if seats else None
    if policy is None:
        return standings
    fresh = fresh_standing(policy)
    anew = {
        seat: fresh.model_copy(update={"latest": standings[seat].latest})
        for seat in seats
        if seat in standings
    }
    return standings | anew


def standings_after(
    genesis: log.Genesis,
    standings: Standings,
    note: log.Clock | None,
    locked: Collection[str],
) -> Standings:
    """Returns how the seats stand after an opening.

    Args:
        note: its clock note, if it has one.
        locked: the seats of which a sheet is locked.
    """
    policy = policy_in(genesis.offer)
    if policy is None:
        return standings
    by_clock = note is not None and not is_by_hand(note)
    silent = () if note is None else note.written_for
    after: dict[str, ClockStanding] = {}
    for seat, standing in standings.items():
        misses = 0 if seat in locked and seat not in silent else standing.misses
        missed = note.missed.get(seat) if by_clock and note is not None else None
        step = None if missed is None else missed.step
        changed: dict[str, Any] = {"misses": misses, "step": step}
        if by_clock and note is not None:
            if seat in silent and missed is not None:
                changed["misses"] = missed.count
            changed["bank"] = note.bank.get(seat, policy.bank_days)
            changed["latest"] = note.received.get(seat, standing.latest)
            taken = note.leave.get(seat, ())
            changed["leaves"] = (*standing.leaves, *taken)
            changed["leave"] = max(0, standing.leave - sum(one.days for one in taken))
        after[seat] = standing.model_copy(update=changed)
    return FrozenMap(after)


# -- the audit ----------------------------------------------------------------------------------


def wrong_clock(
    genesis: log.Genesis,
    standings: Standings,
    note: log.Clock | None,
    *,
    locked: Collection[str],
    asked: Collection[str],
    silent_pledges: Sequence[str] | None = None,
) -> Iterator[str]:
    """Yields what a clock note says otherwise than policy and earlier notes give.

    Deadlines and arrivals are taken as said: they stand in no other place. All else follows.

    Args:
        standings: those after the opening before it.
        note: None: the opening has none.
        locked: the seats of which a sheet is locked.
        asked: the seats of which one was awaited, the built-in player's left out or not.
        silent_pledges: in the modes in which pledges follow the lock, the seats with a chain whose
            pledge is null, sorted; None in other modes, or before it is known.
    """
    if note is None:
        return
    offer, policy = genesis.offer, policy_in(genesis.offer)
    if policy is None or is_by_hand(note):
        if not is_by_hand(note):
            yield "the offer has no clock: a note can say for whom sheets were written, and no more"
        yield from _wrong_by_hand(note)
        return
    yield from _Judged(policy, offer.plays, standings, note, locked, asked).wrong()
    if silent_pledges is not None and (note.withheld or ()) != tuple(silent_pledges):
        listed = ", ".join(silent_pledges) or "none"
        yield f"withheld: the pledges that are not opened are of {listed}"
    elif silent_pledges is None and note.withheld is not None:
        yield "withheld: no pledge follows a lock here"


def _wrong_by_hand(note: log.Clock) -> Iterator[str]:
    """Yields what a note holds that no deadline gave it, and that the referee cannot give it."""
    for seat, one in note.missed.items():
        if one.step not in log.WRITTEN_FOR or one.count != 1:
            yield f"missed of {seat}: without a deadline it is a sheet written by hand, count 1"


class _Judged(NamedTuple):
    """A note of the clock, beside all that it must follow from."""

    policy: ClockPolicy
    plays: Collection[str]
    standings: Standings
    note: log.Clock
    locked: Collection[str]
    asked: Collection[str]

    def wrong(self) -> Iterator[str]:
        """Yields every field that does not follow, and why."""
        note, bad = self.note, list(self._no_minutes())
        if bad:
            yield from bad
            return
        own = [seat for seat in sorted(self.locked) if seat not in self._written()]
        asked = {*self.asked} - {*self.plays}
        for seat in sorted({*note.due} - asked):
            yield f"due of {seat}: no sheet of it is awaited"
        for seat in sorted(asked - {*note.due}):
            yield f"due of {seat}: its sheet is awaited, and when it is due is not said"
        for seat in sorted({*note.received} - {*own}):
            yield f"received of {seat}: no sheet of its own is locked"
        for seat in own:
            if seat in asked and seat not in note.received:
                yield f"received of {seat}: its sheet is locked, and when it came is not said"
        for seat in sorted(note.due):
            if seat not in note.received and seat not in self._written():
                yield f"missed of {seat}: it sent no sheet, and no step says why none is locked"
        yield from self._wrong_order()
        yield from self._wrong_leave()
        yield from self._wrong_moves()
        yield from self._wrong_steps()

    def _written(self) -> frozenset[str]:
        return frozenset((*self.note.written_for, *self.plays))

    def _no_minutes(self) -> Iterator[str]:
        note = self.note
        said = [
            *(("due", minute) for minute in note.due.values()),
            *(("received", minute) for minute in note.received.values()),
            *(("leave", one.begins) for taken in note.leave.values() for one in taken),
            *(("moved", minute) for one in note.moved for minute in (one.was, one.due)),
        ]
        for field, minute in said:
            try:
                minute_number(minute)
            except ValueError as error:
                yield f"{field}: {error}"

    def _wrong_order(self) -> Iterator[str]:
        """A sheet is for one opening: it comes, and is due, after those of the one before."""
        earlier = [one.latest for one in self.standings.values() if one.latest is not None]
        newest = max(earlier, default="")
        for field, minutes in (("due", self.note.due), ("received", self.note.received)):
            for seat, minute in minutes.items():
                if minute < newest:
                    yield f"{field} of {seat}: {minute} is before a sheet of an opening before came"

    def _leaves_of(self, seat: str) -> tuple[Leave, ...]:
        before = self.standings[seat].leaves if seat in self.standings else ()
        return (*before, *self.note.leave.get(seat, ()))

    def _wrong_leave(self) -> Iterator[str]:
        for seat, taken in self.note.leave.items():
            standing = self.standings.get(seat)
            if standing is None:
                yield f"leave of {seat}: no player sits there"
                continue
            if not taken:
                yield f"leave of {seat}: an empty list"
            if sum(one.days for one in taken) > standing.leave:
                yield f"leave of {seat}: {standing.leave} days were left"
            end = -1
            for one in self._leaves_of(seat):
                if minute_number(one.begins) < end:
                    yield f"leave of {seat}: one begins before the one before it has ended"
                end = minute_number(one.begins) + one.days * DAY

    def _wrong_moves(self) -> Iterator[str]:
        moves = [(one.was, one.due, one.why) for one in self.note.moved]
        if moves != sorted({*moves}):
            yield "moved: each once, in the order of their times"
        for was, due, _ in moves:
            if was >= due:
                yield f"moved: a deadline moves on, and not from {was} to {due}"

    def _wrong_steps(self) -> Iterator[str]:
        policy, note = self.policy, self.note
        late = self._late()
        missed = {seat: one for seat, one in note.missed.items() if seat not in self.plays}
        has_brake = bool(policy.brake) and len(late) >= policy.brake
        if note.brake != has_brake:
            yield f"brake: {len(late)} seats were late, and it holds from {policy.brake} on"
        for seat in sorted({*missed} - {*late}):
            yield f"missed of {seat}: it was not late"
        bank = {seat: one.bank for seat, one in self.standings.items()}
        for seat, minutes in late.items():
            rule = ruled(policy, self.standings[seat], minutes)
            if has_brake:
                rule = Ruled("wait", rule.miss, bank[seat])
            bank[seat] = rule.bank
            yield from self._wrong_step(seat, missed.get(seat), rule)
        for seat, one in note.missed.items():
            if seat in self.plays and (one.step, one.count) != ("built-in", 1):
                yield f"missed of {seat}: the built-in player plays it, count 1"
        yield from self._wrong_bank(bank)

    def _late(self) -> dict[str, int | None]:
        """Returns by seat that was late, how many minutes beyond grace; None: nothing was taken."""
        found: dict[str, int | None] = {}
        for seat, due in self.note.due.items():
            if seat not in self.standings:
                continue
            received = self.note.received.get(seat)
            if received is None:
                found[seat] = None
                continue
            minutes = lateness(minute_number(due), minute_number(received), self._leaves_of(seat))
            if minutes > self.policy.grace_minutes:
                found[seat] = minutes - self.policy.grace_minutes
        return found

    def _wrong_step(self, seat: str, said: log.Missed | None, rule: Ruled) -> Iterator[str]:
        came = seat in self.note.received
        if came and rule.step not in ("wait", "bank"):
            yield f"received of {seat}: after deadline, grace and bank no sheet is taken"
        elif not came and rule.step not in log.WRITTEN_FOR:
            yield f"missed of {seat}: at {rule.step} no sheet is written for it"
        elif said is None or (said.step, said.count) != (rule.step, rule.miss):
            yield f"missed of {seat}: the policy gives {rule.step}, count {rule.miss}"

    def _wrong_bank(self, bank: Mapping[str, int]) -> Iterator[str]:
        whole = self.policy.bank_days
        given = {seat: days for seat, days in bank.items() if days != whole}
        for seat in sorted({*given, *self.note.bank}):
            if self.note.bank.get(seat) != given.get(seat):
                yield f"bank of {seat}: {bank.get(seat, whole)} of {whole} days are left"
