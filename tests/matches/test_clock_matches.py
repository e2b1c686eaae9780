"""Matches with a clock: what it says stands in the log, and the full audit makes it again.

The forger is the referee, with the program and every secret: they write an opening with the note
that suits them, and everything else in the log fits to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.automatic import DEFAULT, Automatic
from adjudicator.audit.clock import ClockFacts, ClockPolicy, read_policy
from adjudicator.audit.opening import LockOptions, Opening, Secrets, open_next
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Refused
from adjudicator.core.sheet import read_sheet
from adjudicator.documents.keys.referee_secret import chain_value
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import rewind_match
from tests.core.toy import Bid, Toy, ToyRules
from tests.core.toy_orders import MARCH
from tests.matches import lock_first, toy_chains
from tests.matches.toy_chains import log_of, replace, replacement
from tests.matches.toy_match import GAMES, bids, new, render, sheet

WEEK: Mapping[str, Any] = {
    "turn": "P7D", "answer": "P3D", "grace": "PT24H", "bank": "P14D", "leave": "P28D",
    "missed": ["bank", "default", "built-in"], "replace_after": 4, "brake": 2,
}  # fmt: skip
LATER = {"due": "2026-12-13T19:00Z", "came": "2026-12-12T10:00Z"}


@pytest.fixture(autouse=True)
def drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The template of a bid holds one: the toy's own drafts are empty."""

    def draft(rules: ToyRules, view: Toy, seat: str, topic: str) -> tuple[Any, ...]:
        return (Bid(order="bid", gold=2),) if topic == "bids" else ()

    monkeypatch.setattr(ToyRules, "draft", draft)


def policy(**changed: Any) -> ClockPolicy:
    return read_policy({**WEEK, **changed})


def facts(**fields: Any) -> ClockFacts:
    """What the clock says: by seat a minute, days, or step and count."""
    missed = {
        seat: {"step": step, "count": count}
        for seat, (step, count) in fields.pop("missed", {}).items()
    }
    return ClockFacts.model_validate_json(json.dumps({**fields, "missed": missed}))


def in_time(*seats: str, **more: Any) -> ClockFacts:
    due = dict.fromkeys(seats, "2026-11-29T19:00Z")
    received = dict.fromkeys(seats, "2026-11-28T10:11Z")
    return facts(**{"due": due, "received": received, **more})


RED_SILENT: Mapping[str, Any] = {
    "due": dict.fromkeys(("blue", "red"), "2026-11-29T19:00Z"),
    "received": {"blue": "2026-11-28T10:11Z"},
    "missed": {"red": ("default", 1)},
    "bank": {"red": 0},
}


def sound(match: Match) -> None:
    """The log is made again byte by byte, with the same match at its end."""
    replayed = replay(match.rules, log.parse_log(log_of(match)))
    assert (replayed.problems, replayed.waiting_for) == ((), ())
    assert replayed.saved == match.saved
    assert Match.open(match.folder, GAMES, render).saved == match.saved


def standing(match: Match, seat: str) -> tuple[int, int, int]:
    one = match.saved.clock[seat]
    return one.misses, one.bank, one.leave


def notes(match: Match) -> list[log.Clock]:
    lines = log.parse_log(log_of(match)).lines
    return [line.payload for line in lines if isinstance(line.payload, log.Clock)]


# -- what stands in a log -----------------------------------------------------------------------


def test_a_match_without_a_clock_has_nothing_of_one(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    assert "clock" not in match.genesis.offer.to_json()
    assert b"clock" not in (match.folder / "referee" / "save.json").read_bytes()
    with pytest.raises(Refused) as refused:
        match.adjudicate([_march(match)], clock=in_time(match.position().mover))
    assert "no clock" in refused.value.problems[0].message


def test_the_policy_is_in_the_offer_and_so_in_the_id(tmp_path: Path) -> None:
    match, other = new(tmp_path / "m", clock=policy()), new(tmp_path / "o", clock=policy(brake=3))
    assert match.genesis.offer.to_json()["clock"] == policy().to_json()
    assert match.genesis.gid != other.genesis.gid
    assert standing(match, "red") == (0, 14, 28)


def test_sheets_in_time_are_noted(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match), clock=in_time("blue", "red"))
    (note,) = notes(match)
    assert dict(note.received) == dict.fromkeys(("blue", "red"), "2026-11-28T10:11Z")
    assert standing(match, "red") == (0, 14, 28)
    sound(match)


def test_a_silent_seat_gets_its_default_and_counts(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match)[:1], clock=facts(**RED_SILENT))
    assert standing(match, "red") == (1, 0, 28)
    sound(match)
    _second_turn(match)
    # The sheet of the march was in time, if red had to march; a default again if not.
    again = facts(
        due=dict.fromkeys(("blue", "red"), LATER["due"]), received={"blue": LATER["came"]},
        missed={"red": ("default", match.saved.clock["red"].misses + 1)}, bank={"red": 0},
    )  # fmt: skip
    match.adjudicate(bids(match)[:1], clock=again)
    sound(match)


def test_a_late_sheet_is_paid_from_the_bank(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    late = in_time(
        "blue", "red", received={"blue": "2026-11-28T10:11Z", "red": "2026-12-02T19:00Z"},
        missed={"red": ("bank", 1)}, bank={"red": 12},
    )  # fmt: skip
    match.adjudicate(bids(match), clock=late)
    assert standing(match, "red") == (0, 12, 28)
    sound(match)


def test_leave_is_taken_from_its_days_and_stops_the_bank(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    away = in_time(
        "blue", "red", received={"blue": "2026-11-28T10:11Z", "red": "2026-12-12T19:00Z"},
        leave={"red": [{"begins": "2026-11-30T19:00Z", "days": 10}]},
        missed={"red": ("bank", 1)}, bank={"red": 12},
    )  # fmt: skip
    match.adjudicate(bids(match), clock=away)
    assert standing(match, "red") == (0, 12, 18)
    sound(match)


def test_a_sheet_that_nobody_asked_for_needs_no_arrival(tmp_path: Path) -> None:
    """Standing orders may come at any time: no deadline is theirs."""
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match), clock=in_time("blue", "red"))
    mover = match.position().mover
    (other,) = {"blue", "red"} - {mover}
    standing_orders = [{"standing": "losses", "first": ["champion", "soldier"]}]
    given = [_march(match), sheet(match, other, standing=standing_orders)]
    said = {"due": {mover: "2026-12-06T19:00Z"}, "received": {mover: "2026-12-01T10:00Z"}}
    match.adjudicate(given, clock=facts(**said))
    assert match.saved.n == 2
    sound(match)


def test_by_hand_nothing_is_missed(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match)[:1], played={"red": DEFAULT})
    assert standing(match, "red") == (0, 14, 28)
    assert [dict(note.due) for note in notes(match)] == [{}]
    sound(match)
    match.adjudicate([_march(match)])
    assert len(notes(match)) == 1
    sound(match)


def test_an_opening_by_hand_is_named(tmp_path: Path) -> None:
    """A referee who puts a note by hand in the place of the clock's has it told to all."""
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match), clock=in_time("blue", "red"))
    match.adjudicate([_march(match)])
    audit = audit_dice(log.parse_log(log_of(match)))
    assert audit.by_hand == (2,)
    told = "The clock had no part in opening 2: the referee made it by hand."
    assert told in audit.noticed
    other = new(tmp_path / "o")
    other.adjudicate(bids(other))
    assert audit_dice(log.parse_log(log_of(other))).by_hand == ()


def test_where_nobody_with_a_clock_was_asked_there_is_no_note(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy(), plays=["blue", "red"])
    match.adjudicate([], clock=facts())
    assert notes(match) == []
    assert audit_dice(log.parse_log(log_of(match))).by_hand == ()
    sound(match)


def test_a_rewind_goes_back_to_the_standing_of_then(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match), clock=in_time("blue", "red"))
    before = match.saved.clock
    rewind_match(match, 0, "a mistake")
    assert match.saved.clock != before  # no sheet has come yet
    match.adjudicate(bids(match)[:1], clock=facts(**RED_SILENT))
    assert standing(match, "red") == (1, 0, 28)
    sound(match)
    rewind_match(match, 0, "and again")
    assert standing(match, "red") == (0, 14, 28)
    sound(match)


def test_a_new_player_has_no_old_misses(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match)[:1], clock=facts(**RED_SILENT))
    replace(match, replacement(match, "red")[0])
    assert standing(match, "red") == (0, 14, 28)
    sound(match)


def test_the_seats_of_the_built_in_player_have_no_clock(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy(), plays=["red"])
    assert [*match.saved.clock] == ["blue"]
    match.adjudicate(bids(match)[:1], clock=in_time("blue"))
    sound(match)


def _asked(match: Match) -> set[str | None]:
    return {one.seat for one in match.saved.pending}


def _march(match: Match) -> tuple[str, bytes]:
    return sheet(match, match.position().mover, orders=MARCH)


def _second_turn(match: Match) -> None:
    """Plays on, in time, until both seats bid again."""
    while {one.seat for one in match.saved.pending} != {"blue", "red"}:
        mover = match.position().mover
        red = 0 if mover == "red" else match.saved.clock["red"].misses
        came = {mover: "2026-12-01T10:00Z"}
        said = facts(due={mover: "2026-12-06T19:00Z"}, received=came, bank={"red": 0})
        match.adjudicate([_march(match)], clock=said)
        assert standing(match, "red")[0] == red
        sound(match)


# -- sealed -------------------------------------------------------------------------------------


def sealed(folder: Path) -> Match:
    """A match in sealed mode with a clock, both bids locked by it."""
    match = lock_first.new(folder, "sealed", clock=policy())
    given = [lock_first.sheet(match, seat, lock_first.BIDS) for seat in ("blue", "red")]
    match.adjudicate(given, clock=in_time("blue", "red"))
    assert match.saved.locked is not None
    return match


def test_a_pledge_that_never_came_is_given_up_by_the_clock(tmp_path: Path) -> None:
    match = sealed(tmp_path / "m")
    match.adjudicate([lock_first.pledge(match, "blue")], clock=in_time("blue", "red"))
    assert match.saved.locked is not None, "red's pledge is awaited"
    match.adjudicate([], clock=in_time("blue", "red", withheld=["red"]))
    (note,) = notes(match)
    assert note.withheld == ("red",)
    sound(match)


def test_a_silent_seat_in_sealed_mode_has_a_sheet_and_no_pledge(tmp_path: Path) -> None:
    """Its sheet is locked as the clock says; its pledge is awaited, and then given up."""
    match = lock_first.new(tmp_path / "m", "sealed", clock=policy())
    silent = facts(**RED_SILENT)
    match.adjudicate([lock_first.sheet(match, "blue", lock_first.BIDS)], clock=silent)
    assert match.saved.locked is not None
    given = silent.model_copy(update={"withheld": ("red",)})
    match.adjudicate([lock_first.pledge(match, "blue")], clock=given)
    assert standing(match, "red") == (1, 0, 28)
    assert notes(match)[0].withheld == ("red",)
    sound(match)


def test_only_the_pledges_that_did_not_come_are_withheld(tmp_path: Path) -> None:
    match = sealed(tmp_path / "m")
    with pytest.raises(Refused):
        match.adjudicate(
            [lock_first.pledge(match, seat) for seat in ("blue", "red")],
            clock=in_time("blue", "red", withheld=["red"]),
        )
    assert match.saved.n == 0
    with pytest.raises(Refused) as refused:  # what is not said by the clock is not done either
        match.adjudicate(
            [lock_first.pledge(match, "blue")],
            lock_options=LockOptions(withheld=("red",)),
            clock=in_time("blue", "red"),
        )
    assert "withheld" in refused.value.problems[0].message


def test_false_facts_lock_nothing(tmp_path: Path) -> None:
    match = lock_first.new(tmp_path / "m", "sealed", clock=policy())
    given = [lock_first.sheet(match, seat, lock_first.BIDS) for seat in ("blue", "red")]
    with pytest.raises(Refused):
        match.adjudicate(given, clock=in_time("blue", "red", bank={"red": 3}))
    assert match.saved.locked is None


# -- what is refused at once --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (in_time("blue"), "received of red"),
        (in_time("blue", "red", missed={"red": ("default", 1)}), "missed of red"),
        (facts(**{**RED_SILENT, "bank": {}}), "bank of red"),
    ],
)
def test_facts_that_the_policy_does_not_give_are_refused(
    tmp_path: Path, said: ClockFacts, why: str
) -> None:
    match = new(tmp_path / "m", clock=policy())
    with pytest.raises(Refused) as refused:
        match.adjudicate(bids(match), clock=said)
    assert any(why in problem.message for problem in refused.value.problems)
    assert match.saved.n == 0


def test_facts_are_told_of_their_opening_alone(tmp_path: Path) -> None:
    """A run that was killed behind the commit and is repeated makes no second opening."""
    match = new(tmp_path / "m", clock=policy(brake=0), plays=["blue"])
    silent = facts(
        n=1, due={"red": "2026-11-29T19:00Z"}, missed={"red": ("default", 1)}, bank={"red": 0}
    )  # fmt: skip
    match.adjudicate([], clock=silent)
    n = match.saved.n
    with pytest.raises(Refused) as refused:
        match.adjudicate([_march(match)] if "blue" not in _asked(match) else [], clock=silent)
    assert "the clock speaks of opening 1" in refused.value.problems[0].message
    assert (match.saved.n, n) == (1, 1)
    sound(match)


# -- the forger ---------------------------------------------------------------------------------


def forged(match: Match, documents: Mapping[str, Any], note: Any) -> list[str]:
    """What the full audit says of an opening made with these sheets and this note."""
    sheets = {seat: read_sheet(match.rules.game, one)[0] for seat, one in documents.items()}
    made = open_next(
        match.rules, match.genesis, match.saved,
        {seat: one for seat, one in sheets.items() if one is not None},
        secrets=Secrets(chain_value(match.folder, match.genesis.offer, match.saved.n + 1)),
        clock=log.Clock.model_validate_json(json.dumps(note)),
    )  # fmt: skip
    assert isinstance(made, Opening)
    read = log.parse_log(log_of(match) + made.lines)
    return [problem.message for problem in replay(match.rules, read).problems]


def documents(match: Match, *written: str) -> dict[str, Any]:
    """The bids of an opening, some of them written for silent seats."""
    own = {
        seat: json.loads(raw) for (_, raw), seat in zip(bids(match), ("blue", "red"), strict=True)
    }
    automatic = Automatic(match.rules, match.saved, None)
    return {**own, **{seat: dict(automatic.sheet(seat, DEFAULT)) for seat in written}}


def changes(note: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a note changed, left out, or added to; n is the dice audit's."""
    steps = ("wait", "bank", "default", "built-in", "replaced")
    for name in ("due", "received", "bank", "missed", "leave"):
        for seat in note[name]:
            kept = {other: one for other, one in note[name].items() if other != seat}
            yield f"{name} of {seat} left out", {**note, name: kept}
    for seat in ("blue", "red"):
        for days in (0, 1, 13, 14, 15):
            if note["bank"].get(seat) != days:
                yield f"bank of {seat} is {days}", {**note, "bank": {**note["bank"], seat: days}}
        for step in steps:
            for count in (1, 2, 3):
                said = {"step": step, "count": count}
                if note["missed"].get(seat) != said:
                    missed = {**note["missed"], seat: said}
                    yield f"missed of {seat} is {step} {count}", {**note, "missed": missed}
        for minute in ("2026-11-30T19:01Z", "2026-12-20T19:00Z"):
            if note["received"].get(seat) != minute:
                received = {**note["received"], seat: minute}
                yield f"received of {seat} is {minute}", {**note, "received": received}
        for minute in ("2026-02-30T19:00Z", "2026-11-20T19:00Z"):
            yield f"due of {seat} is {minute}", {**note, "due": {**note["due"], seat: minute}}
        leave = [{"begins": "2026-11-28T00:00Z", "days": 29}]
        yield f"too much leave of {seat}", {**note, "leave": {**note["leave"], seat: leave}}
        twice = [{"begins": "2026-11-28T00:00Z", "days": 2}] * 2
        yield f"leave of {seat} twice", {**note, "leave": {**note["leave"], seat: twice}}
        yield f"no leave of {seat}", {**note, "leave": {**note["leave"], seat: []}}
    yield "the brake", {**note, "brake": not note["brake"]}
    yield "withheld", {**note, "withheld": ["red"]}
    for moved in (
        [{"was": "2026-11-29T19:00Z", "due": "2026-11-29T19:00Z", "why": "gap"}],
        [{"was": "2026-11-28T19:00Z", "due": "2026-11-29T19:00Z", "why": "gap"}] * 2,
    ):
        yield "moved, but not on, or twice", {**note, "moved": moved}


CASES: Mapping[str, tuple[Mapping[str, Any], ClockFacts, tuple[str, ...]]] = {
    "in time": ({}, in_time("blue", "red"), ()),
    "silent": ({}, facts(**RED_SILENT), ("red",)),
    "bank": (
        {},
        in_time("blue", "red", received={"blue": "2026-11-28T10:11Z", "red": "2026-12-02T19:00Z"},
                missed={"red": ("bank", 1)}, bank={"red": 12}),
        (),
    ),
    "brake": (
        {},
        in_time("blue", "red", received=dict.fromkeys(("blue", "red"), "2026-12-22T19:00Z"),
                missed=dict.fromkeys(("blue", "red"), ("wait", 1)), brake=True),
        (),
    ),
    "moved": (
        {"brake": 0},
        in_time("blue", "red",
                moved=[{"was": "2026-11-27T19:00Z", "due": "2026-11-29T19:00Z", "why": "gap"}]),
        (),
    ),
}  # fmt: skip


TAKEN_AS_SAID: Mapping[str, tuple[str, ...]] = {
    # When a silent seat's sheet was due, and how late one was while the brake holds.
    "silent": ("due of red is 2026-11-20T19:00Z",),
    "brake": (
        "received of blue is 2026-11-30T19:01Z",
        "received of blue is 2026-12-20T19:00Z",
        "due of blue is 2026-11-20T19:00Z",
        "received of red is 2026-11-30T19:01Z",
        "received of red is 2026-12-20T19:00Z",
        "due of red is 2026-11-20T19:00Z",
    ),
}
"""By case, the changes of minutes from which nothing follows."""


@pytest.mark.parametrize("name", CASES)
def test_every_changed_field_of_a_note_is_named(tmp_path: Path, name: str) -> None:
    changed, said, written = CASES[name]
    match = new(tmp_path / "m", clock=policy(**changed))
    sheets = documents(match, *written)
    note = said.note(1).to_json()
    assert forged(match, sheets, note) == []
    unnamed = [what for what, other in changes(note) if not forged(match, sheets, other)]
    assert unnamed == list(TAKEN_AS_SAID.get(name, ()))


def test_a_deadline_may_be_said_otherwise_where_nothing_follows_from_it(tmp_path: Path) -> None:
    """What is taken as said: minutes that change no step. They stand in the log, and no more."""
    match = new(tmp_path / "m", clock=policy())
    sheets, note = documents(match), in_time("blue", "red").note(1).to_json()
    for name, minute in (("due", "2026-11-29T18:59Z"), ("received", "2026-11-28T10:12Z")):
        assert forged(match, sheets, {**note, name: {**note[name], "red": minute}}) == []


def test_a_sheet_of_the_past_cannot_come_before_the_opening_before(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match), clock=in_time("blue", "red"))
    mover = match.position().mover
    sheets = {mover: json.loads(_march(match)[1])}
    for due, came, good in (
        ("2026-12-06T19:00Z", "2026-11-28T10:11Z", True),
        ("2026-12-06T19:00Z", "2026-11-28T10:10Z", False),
        ("2026-11-28T10:10Z", "2026-11-28T10:11Z", False),
    ):
        said = facts(due={mover: due}, received={mover: came}).note(2).to_json()
        assert (forged(match, sheets, said) == []) is good


def test_a_sheet_written_for_a_seat_has_no_other_bytes(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    note = facts(**RED_SILENT).note(1).to_json()
    sheets = documents(match, "red")
    for name, other in (
        ("blind", "00" * 32), ("pledge", "00" * 32), ("head", "00" * 32),
        ("orders", {"bids": [{"order": "bid", "gold": 1}]}), ("standing", []), ("answers", {}),
    ):  # fmt: skip
        changed = {**sheets, "red": {**sheets["red"], name: other}}
        assert forged(match, changed, note), name


def test_a_note_is_not_left_out_where_a_sheet_was_written(tmp_path: Path) -> None:
    match = new(tmp_path / "m", clock=policy())
    match.adjudicate(bids(match)[:1], clock=facts(**RED_SILENT))
    lines = log_of(match).splitlines()
    assert b'"kind":"clock"' in lines[3]
    assert toy_chains.log_of(match).count(b'"kind":"clock"') == 1


def test_an_offer_with_a_clock_that_is_none_cannot_be_used(tmp_path: Path) -> None:
    from adjudicator.core.problem import Unusable
    from adjudicator.documents.offers import rules_offered

    match = new(tmp_path / "m", clock=policy())
    said = {**match.genesis.offer.to_json(), "clock": {**WEEK, "turn": "soon"}}
    with pytest.raises(Unusable) as unusable:
        rules_offered(log.Offer.model_validate(said), GAMES)
    assert [problem.path for problem in unusable.value.problems] == [("clock", "turn")]
