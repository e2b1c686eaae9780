"""A record held against logs: sheets that no player wrote, and locks of a beacon."""

from __future__ import annotations

from pathlib import Path

from adjudicator.audit import log
from adjudicator.audit.lock_first import DRAND_GENESIS
from adjudicator.core.values import FrozenMap
from adjudicator.documents.keys.seen import Record, SeenLock, SeenSheet
from adjudicator.documents.keys.two_logs import (
    check_log,
    confirmation_of,
    late_locks,
    second_version,
    sheets_to_ask_about,
)

MINE, THEIRS = "11" * 32, "22" * 32
NOBODY: FrozenMap[str, str] = FrozenMap()


def genesis(plays: tuple[str, ...] = ()) -> log.Genesis:
    free = {"plays": list(plays)}
    offer = log.Offer.model_validate(
        {"game": "m", "rules": log.Rules(id="toy", sha256="00" * 32), "anchor": None, "links": 16,
         "hidden": None, "start": "00" * 32, "mode": "referee", "amended": 1, **free}
    )  # fmt: skip
    joins = [log.Join(offer="00" * 32, player=seat, salt="00" * 32, anchor=None)
             for seat in ("blue", "red")]  # fmt: skip
    return log.Genesis.of(offer, joins)


def clock(n: int, **missed: log.Missed) -> log.Clock:
    return log.Clock(
        n=n, due=NOBODY, received=NOBODY, missed=FrozenMap(missed), bank=FrozenMap(),
        leave=FrozenMap(), moved=(), brake=False,
    )  # fmt: skip


def lock(n: int, blue: str | None) -> log.Lock:
    return log.Lock(n=n, orders=FrozenMap({"blue": blue, "red": None}), files=FrozenMap())


def read(*payloads: log.Payload, plays: tuple[str, ...] = ()) -> log.Log:
    raw, _ = log.append(log.START, genesis(plays), *payloads)
    return log.parse_log(raw)


def record(shown: log.Log, *sheets: tuple[int, str]) -> Record:
    head = shown.lines[0].hash
    seen = [SeenSheet(n=n, head=head, hash=hash_, rest=hash_) for n, hash_ in sheets]
    return Record(Path("key-m-blue.seen.jsonl"), shown.genesis.gid, "blue").also(*seen)


def codes(kept: Record, shown: log.Log) -> list[str]:
    return [one.problem.code for one in check_log(kept, shown)]


def test_a_sheet_written_for_a_silent_seat_is_no_second_log() -> None:
    """The log itself says that the referee's program wrote it; the rest is between people."""
    for step, expected in (("default", []), ("built-in", []), ("wait", ["other-sheet"])):
        missed = log.Missed.model_validate({"step": step, "count": 1})
        shown = read(lock(1, THEIRS), clock(1, blue=missed))
        kept = record(shown, (1, MINE))
        assert codes(kept, shown) == expected
        if not expected:
            told = " ".join(sheets_to_ask_about(kept, shown))
            assert "opening 1: the referee's program wrote the sheet of blue" in told
    shown = read(lock(1, THEIRS), clock(1, red=log.Missed(step="default", count=1)))
    assert codes(record(shown, (1, MINE)), shown) == ["other-sheet"]
    shown = read(lock(1, THEIRS), plays=("blue",))
    assert codes(record(shown, (1, MINE)), shown) == []


def test_sheets_that_nobody_remembers_are_named_and_refuse_nothing() -> None:
    shown = read(lock(1, THEIRS), lock(2, None), lock(3, MINE))
    kept = record(shown, (3, MINE))
    assert codes(kept, shown) == []
    assert confirmation_of(kept).startswith("The key of blue remembers 1 sheet; this log")
    (told,) = sheets_to_ask_about(kept, shown)
    assert told.startswith("opening 1: a sheet of blue was locked that its key does not remember")
    assert confirmation_of(record(shown)) == ""
    assert list(sheets_to_ask_about(record(shown), shown)) == []


def test_of_many_lines_that_lack_the_first_is_told() -> None:
    shown = read(lock(1, MINE), lock(2, MINE))
    kept = record(shown, (1, MINE)).also(
        *(SeenSheet(n=n, head="33" * 32, hash=MINE, rest=MINE) for n in (2, 3, 4))
    )
    (problem,) = check_log(kept, shown)
    assert "for opening 2 answered" in problem.problem.message
    assert "The same is true of 2 later sheets." in problem.problem.hint
    assert f"Shown now: {shown.lines[1].hash}" in problem.problem.hint


def test_a_lock_counts_as_late_from_the_second_of_its_round() -> None:
    shown = read(
        log.BeaconRound(n=1, round=3),
        lock(1, None),
        log.BeaconRound(n=2, round=5),
        lock(2, None),
        log.BeaconRound(n=3, round=7),
        lock(3, None),
        lock(4, None),
    )
    kept = record(shown).also(SeenLock(n=2, hash=shown.lines[4].hash))
    new, late = late_locks(kept, shown, DRAND_GENESIS + 6)
    assert [one.n for one in new] == [1, 3]
    assert late == (1,)
    assert late_locks(kept, shown, DRAND_GENESIS + 5)[1] == ()


def test_the_same_orders_under_a_new_head_are_a_second_version_unless_they_must_be() -> None:
    note = log.Note(kind="hello")
    seat = log.Seat(n=0, join=log.Join(offer="00" * 32, player="red", salt=MINE, anchor=None))
    for between, is_named in ((note, True), (seat, False)):
        shown = read(between)
        kept = record(shown, (1, MINE))
        again = SeenSheet(n=1, head=shown.head.hash, hash=THEIRS, rest=MINE)
        assert bool(second_version(kept, again, shown)) == is_named
        assert second_version(kept, again, None) == ""
        other = SeenSheet(n=1, head=shown.head.hash, hash=THEIRS, rest=THEIRS)
        assert MINE in second_version(kept, other, None)
