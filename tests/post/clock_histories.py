"""Histories of the clock by chance, each read twice: `python -m tests.post.clock_histories 500`.

A history is some openings of one match: sheets early, late and never, leave, extensions, gaps,
letters that bounce, new players, clocks that change in spring and autumn. At many moments of each
opening the program's ruling is compared with the plain reading; what the log would be told is
judged by the audit, and so is the same with one thing changed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from random import Random  # noqa: TID251 - histories by chance, from a seed
from typing import Any

from adjudicator.api.clock import (
    ClockFacts,
    ClockPolicy,
    ClockStanding,
    fresh_standing,
    read_policy,
)
from adjudicator.audit import log
from adjudicator.audit.clock import is_by_hand, standings_after, wrong_clock
from adjudicator.clock.deadlines import granted
from adjudicator.clock.local_time import moment_of
from adjudicator.clock.ruling import facts_of, may_send, rule_on
from adjudicator.clock.situation import Asked, Extension, Gap, Ruling, Situation
from adjudicator.core.values import FrozenMap
from tests.post.plain_clock import Plain, Seat, plain_ruling

__all__ = ["history", "play"]

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")
STARTS = ("2026-03-20", "2026-10-15", "2026-06-01", "2027-03-05", "2026-10-28")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HASH = "ab" * 32


def a_policy(chance: Random) -> ClockPolicy:
    """A policy by chance."""
    if chance.random() < 0.15:
        bank = f"P{chance.randint(1, 40)}D"
        return read_policy(
            {"turn": "P1D", "answer": "PT24H", "count": "iccf", "bank": bank, "leave": "P20D",
             "missed": ["bank", chance.choice(("default", "replaced", "wait"))],
             "brake": chance.choice((0, 2))}
        )  # fmt: skip
    missed = [chance.choice(("bank", "default", "built-in")) for _ in range(chance.randint(0, 3))]
    missed.append(chance.choice(("wait", "default", "built-in", "replaced")))
    ends = missed[-1] in ("wait", "replaced")
    return read_policy(
        {
            "zone": chance.choice(ZONES),
            "at": chance.choice(("20:00", "02:30", "02:00", "00:00", "23:59")),
            "skip": sorted(chance.sample(DAYS, chance.randint(0, 4))),
            "turn": chance.choice(("P1D", "P3D", "P7D", "PT36H", "PT90M")),
            "answer": chance.choice(("P1D", "PT12H")),
            "grace": chance.choice(("PT0M", "PT24H", "PT30M")),
            "remind": ["P1D", "PT2H"],
            "bank": f"P{chance.randint(1, 6)}D",
            "leave": f"P{chance.randint(0, 12)}D",
            "early": chance.random() < 0.8,
            "missed": missed,
            "replace_after": chance.randint(1, len(missed)) if chance.random() < 0.3 else 0,
            "brake": 0 if ends and chance.random() < 0.3 else chance.choice((0, 0, 2, 3)),
        }
    )


def genesis_of(policy: Mapping[str, Any], seats: tuple[str, ...]) -> log.Genesis:
    """Line 0 of a match with this clock."""
    offer = log.Offer.model_validate(
        {"game": "chance", "rules": log.Rules(id="toy", sha256=HASH), "anchor": None, "links": 9,
         "hidden": None, "start": HASH, "mode": "public", "amended": 1, "clock": dict(policy)}
    )  # fmt: skip
    joins = (log.Join(offer=HASH, player=seat, salt=HASH, anchor=None) for seat in seats)
    return log.Genesis.of(offer, joins)


def after(chance: Random, moment: datetime, most: float) -> datetime:
    """A moment up to so many days later, to the second."""
    return moment + timedelta(seconds=chance.randint(0, int(most * 86400)))


def a_situation(
    chance: Random, n: int, standing: Mapping[str, ClockStanding], start: datetime
) -> Situation:
    """An opening by chance: who is asked, what comes, what happens."""
    seats = sorted(standing)
    asked = tuple(
        Asked(seat, chance.choice(("turn", "turn", "answer")), after(chance, start, 0.1))
        for seat in sorted(chance.sample(seats, chance.randint(1, len(seats))))
    )
    given = Situation(n, asked, {}, standing)
    for _ in range(chance.choice((0, 0, 1, 2))):
        seat = chance.choice(seats)
        leave = granted(given, seat, chance.randint(1, 6), after(chance, start, 8))
        if leave is not None:
            given = given._replace(leaves=(*given.leaves, leave))
    if chance.random() < 0.3:
        by = chance.choice((60, 1440, 2880, 3000))
        one = Extension(after(chance, start, 6), by, chance.choice(("agreed", "referee")))
        given = given._replace(extensions=(one,))
    if chance.random() < 0.3:
        begins = after(chance, start, 9)
        given = given._replace(gaps=(Gap(begins, after(chance, begins, 4)),))
    if chance.random() < 0.1:
        given = given._replace(unreachable=frozenset({asked[0].seat}))
    return given


def received_at(chance: Random, given: Situation, policy: ClockPolicy) -> dict[str, datetime]:
    """Sheets that come by chance, most of them about the deadline."""
    due = rule_on(policy, given, max(asked.since for asked in given.asked)).due
    came = {}
    for asked in given.asked:
        if chance.random() < 0.75:
            near = due.get(asked.seat, asked.since) + timedelta(
                seconds=chance.choice((0, 59, 60, -1, 1800, 86400, 86460))
            )
            moment = chance.choice((after(chance, asked.since, 9), near, after(chance, near, 3)))
            came[asked.seat] = max(moment, asked.since)
    return came


def plain_seats(given: Situation) -> dict[str, Seat]:
    """The standings as the plain reading takes them."""
    found = {}
    for name, one in given.standing.items():
        told = [(moment_of(leave.begins), leave.days) for leave in one.leaves]
        new = [(leave.begins, leave.days) for leave in given.leaves if leave.seat == name]
        found[name] = Seat(one.misses, one.bank, tuple(told + new))
    return found


def same(ruling: Ruling, plain: Plain) -> bool:
    """Whether both readings say the same."""
    steps = {seat: (one.step, one.count) for seat, one in ruling.steps.items()}
    return (
        dict(ruling.due), steps, dict(ruling.bank), {*ruling.late}, ruling.brake, ruling.opens,
        {(one.was, one.due, str(one.why)) for one in ruling.moved},
    ) == tuple(plain)  # fmt: skip


def changed(chance: Random, facts: ClockFacts) -> ClockFacts:
    """The same facts with one thing in them that does not follow."""
    said: dict[str, Any] = facts.to_json()
    seat = chance.choice(sorted(said["due"]))
    match chance.choice(("bank", "count", "step", "brake", "left", "leave")):
        case "bank":
            said["bank"] = {**said["bank"], seat: said["bank"].get(seat, 0) + 41}
        case "count" if seat in said["missed"]:
            said["missed"][seat]["count"] += 1
        case "step" if seat in said["missed"]:
            steps = ("wait", "bank", "default", "built-in", "replaced")
            others = [step for step in steps if step != said["missed"][seat]["step"]]
            said["missed"][seat]["step"] = chance.choice(others)
        case "left":
            del said["due"][seat]
        case "leave":
            said["leave"] = {seat: [{"begins": "2026-01-01T00:00Z", "days": 366}]}
        case _:
            said["brake"] = not said["brake"]
    return ClockFacts.model_validate_json(json.dumps(said))


def history(seed: int, seen: Counter[str] | None = None) -> None:
    """Plays one history; raises AssertionError where the two readings part."""
    chance, seen = Random(seed), Counter() if seen is None else seen
    policy = a_policy(chance)
    said: dict[str, Any] = policy.to_json()
    seats = ("blue", "green", "red")[: chance.randint(1, 3)]
    genesis = genesis_of(said, seats)
    standing: FrozenMap[str, ClockStanding] = FrozenMap(
        dict.fromkeys(seats, fresh_standing(policy))
    )
    now = datetime.fromisoformat(chance.choice(STARTS)).replace(tzinfo=UTC)
    now += timedelta(minutes=chance.randint(0, 1440 * 9))
    for n in range(1, 5):
        given = a_situation(chance, n, standing, now)
        comes, moment = received_at(chance, given, policy), now
        for _ in range(25):
            here = given._replace(
                received={seat: came for seat, came in comes.items() if came <= moment},
                leaves=tuple(one for one in given.leaves if one.begins <= moment),
                extensions=tuple(one for one in given.extensions if one.at <= moment),
                gaps=tuple(one for one in given.gaps if one.ends <= moment),
            )
            ruling = rule_on(policy, here, moment)
            plain = plain_ruling(said, here, plain_seats(here), moment)
            assert same(ruling, plain), (seed, n, moment, said, here, ruling, plain)
            seen.update(one.step for one in ruling.steps.values())
            seen.update(["brake"] * ruling.brake + ["late"] * len(ruling.late))
            seen.update(["leave"] * len(here.leaves) + [one.why for one in ruling.moved])
            _nothing_changes_before(chance, policy, here, moment, ruling)
            if ruling.opens:
                break
            later = [after(chance, moment, 1.5)]
            later += [] if ruling.next_at is None else [ruling.next_at] * 2
            moment = chance.choice(later)
        if not ruling.opens:
            if not ruling.needs_referee:
                seen["still awaited"] += 1
                return
            seat = ruling.needs_referee[0]
            fresh = fresh_standing(policy).model_copy(update={"latest": standing[seat].latest})
            standing, now = standing | {seat: fresh}, moment
            seen["new player"] += 1
            continue
        standing, now = _told(chance, genesis, policy, here, ruling), moment
        seen["opened"] += 1


def _nothing_changes_before(
    chance: Random, policy: ClockPolicy, here: Situation, moment: datetime, ruling: Ruling
) -> None:
    """Up to `next_at` time alone changes nothing; nor does a sheet that may not come."""
    ends = ruling.next_at or moment + timedelta(days=30)
    between = moment + (ends - moment) * chance.random()
    if between < ends:
        then = rule_on(policy, here, between)
        # The bank of a silent seat is told as of now: it counts down by itself.
        assert then._replace(bank=ruling.bank) == ruling, (moment, between, here, ruling, then)
    for asked in here.asked:
        if asked.seat not in here.received and asked.seat not in here.unreachable:
            with_it = here._replace(received={**here.received, asked.seat: moment})
            taken = asked.seat not in rule_on(policy, with_it, moment).late
            assert may_send(policy, here, asked.seat, moment) is taken


def _told(
    chance: Random, genesis: log.Genesis, policy: ClockPolicy, here: Situation, ruling: Ruling
) -> FrozenMap[str, ClockStanding]:
    """Has the facts judged by the audit, and what does not follow; returns the standing after."""
    facts = facts_of(policy, here, ruling)
    asked = [one.seat for one in here.asked]
    before: FrozenMap[str, ClockStanding] = FrozenMap(dict(here.standing))
    note = facts.note(here.n)
    wrong = list(wrong_clock(genesis, before, note, locked=asked, asked=asked))
    assert wrong == [], (wrong, note, here)
    other = changed(chance, facts).note(here.n)
    # A note without anything of the clock says that the referee wrote a sheet by hand.
    assert is_by_hand(other) or list(
        wrong_clock(genesis, before, other, locked=asked, asked=asked)
    ), (note, other)
    return standings_after(genesis, before, note, asked)


def play(seeds: Iterable[int]) -> Counter[str]:
    """Plays histories; returns what was met in them, and how often."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        history(seed, seen)
    return seen


def main(count: int) -> int:
    """Plays so many histories; prints what was met in them."""
    seen = play(range(count))
    print(f"{count} histories: both readings say the same")
    for what, times in sorted(seen.items()):
        print(f"  {what}: {times}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
