"""Sheets that no player wrote: no free bit, named in the log, written again by the full audit.

The attacks are carried out by a referee with the program and the secret at hand, who writes an
opening with the sheets and the note that suit: everything in the log fits together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.automatic import BUILT_IN, DEFAULT, Automatic, WrittenBy
from adjudicator.audit.opening import LockOptions, Opening, Secrets, open_next
from adjudicator.audit.replay import replay
from adjudicator.core.game import Order
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.documents.keys.referee_secret import chain_value, hidden_of
from adjudicator.documents.templates import template_for
from adjudicator.matches.match import Match
from adjudicator.matches.stored_sheets import stored_sheets
from tests import beacon
from tests.audit.log_changes import package_says
from tests.core.toy import Bid, Toy, ToyRules
from tests.core.toy_orders import MARCH
from tests.matches import hand_match, lock_first, toy_chains
from tests.matches.toy_chains import log_of, refused_for
from tests.matches.toy_match import bids, new, sheet

Documents = dict[str, dict[str, Any]]
Forger = Callable[[Documents], None]


def notes_of(match: Match) -> list[dict[str, str]]:
    """By opening with a clock note, the seats that it names and their steps."""
    return [
        {seat: missed.step for seat, missed in line.payload.missed.items()}
        for line in log.parse_log(log_of(match)).lines
        if isinstance(line.payload, log.Clock)
    ]


def clock(n: int, **steps: str) -> log.Clock | None:
    if not steps:
        return None
    missed = {seat: {"step": step, "count": 1} for seat, step in steps.items()}
    empty: dict[str, Any] = {name: {} for name in ("due", "received", "bank", "leave")}
    return log.Clock.model_validate_json(
        json.dumps({**empty, "n": n, "missed": missed, "moved": [], "brake": False})
    )


def forged(match: Match, documents: Mapping[str, Any], note: log.Clock | None) -> list[str]:
    """What the full audit says of an opening made with these sheets and this note."""
    sheets: dict[str, Sheet] = {}
    for seat, document in documents.items():
        read, problems = read_sheet(match.rules.game, document)
        assert read is not None, problems
        sheets[seat] = read
    hidden = hidden_of(match.folder, match.rules, match.genesis)
    ref = chain_value(match.folder, match.genesis.offer, match.saved.n + 1)
    made = open_next(
        match.rules, match.genesis, match.saved, sheets, secrets=Secrets(ref, hidden=hidden),
        clock=note,
    )  # fmt: skip
    assert isinstance(made, Opening)
    read_log = log.parse_log(log_of(match) + made.lines)
    find = stored_sheets(match.folder)

    def sheet_of(n: int, seat: str, hash_: str) -> Mapping[str, Any] | None:
        return documents[seat] if n == made.n else find(n, seat, hash_)

    replayed = replay(match.rules, read_log, sheet_of, hidden=hidden)
    assert not replayed.waiting_for
    return [problem.message for problem in replayed.problems]


def refuted(match: Match, documents: Mapping[str, Any], note: log.Clock | None) -> str:
    """Why the full audit refutes such an opening."""
    (message,) = forged(match, documents, note)
    return message.partition("is not what the log says: ")[2]


def own(match: Match, seat: str, gold: int = 1) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(
        sheet(match, seat, orders={"bids": [{"order": "bid", "gold": gold}]})[1]
    )
    return document


@pytest.fixture
def bids_drafted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The template of a bid holds one: the toy's own drafts are empty."""

    def draft(rules: ToyRules, view: Toy, seat: str, topic: str) -> tuple[Order, ...]:
        return (Bid(order="bid", gold=2),) if topic == "bids" else ()

    monkeypatch.setattr(ToyRules, "draft", draft)


# -- what the program writes ------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["referee", "external", "public"])
def test_seats_of_the_offer_are_played_without_a_note(tmp_path: Path, mode: Any) -> None:
    match = new(tmp_path / "m", mode, plays=["red"])
    assert match.genesis.offer.to_json()["plays"] == ["red"]
    match.adjudicate([sheet(match, "blue", orders=lock_first.BIDS)])
    read = log.parse_log(log_of(match))
    lock = next(line.payload for line in read.lines if isinstance(line.payload, log.Lock))
    written = lock.files["red"].to_json()
    assert written["blind"] == tfd1.clock_blind(match.genesis.gid, 1, "red")
    assert (written["head"], written["pledge"]) == (read.lines[0].hash, None)
    assert "$schema" not in written
    assert notes_of(match) == []
    assert package_says(log_of(match)) != "refuted"
    assert replay(match.rules, read).problems == ()


def test_a_whole_match_of_the_built_in_player_is_proved(tmp_path: Path) -> None:
    match = new(tmp_path / "m", plays=["blue", "red"])
    while not match.saved.is_over:
        match.adjudicate([])
    assert package_says(log_of(match)) == "sound"
    replayed = replay(match.rules, log.parse_log(log_of(match)))
    assert (replayed.problems, replayed.waiting_for) == ((), ())
    assert notes_of(match) == []


@pytest.mark.usefixtures("bids_drafted")
@pytest.mark.parametrize("by", [BUILT_IN, DEFAULT])
def test_another_seat_is_named_in_the_clock_note(tmp_path: Path, by: WrittenBy) -> None:
    match = new(tmp_path / "m")
    match.adjudicate([sheet(match, "blue", orders=lock_first.BIDS)], played={"red": by})
    assert notes_of(match) == [{"red": by}]
    lines = log.parse_log(log_of(match)).lines
    assert isinstance(lines[2].payload, log.Open)
    assert lines[3].payload == clock(1, red=by)
    assert package_says(log_of(match)) == "sound"
    assert replay(match.rules, log.parse_log(log_of(match))).problems == ()


def test_a_sheet_that_was_written_and_waits_is_named_later(tmp_path: Path) -> None:
    """Nothing opens before blue's sheet came; the note is made from what waits."""
    match = new(tmp_path / "m", plays=["blue"], ask=["losses"])
    other = new(tmp_path / "other")
    assert [pending.seat for pending in other.saved.pending] == ["blue", "red"]
    match.adjudicate([], played={"red": BUILT_IN})
    assert notes_of(match) == [{"red": "built-in"}]


def test_the_sheets_are_functions_of_the_log(tmp_path: Path) -> None:
    """Two writers, one sheet; and the template's draft is the default, but for what is its own."""
    match = new(tmp_path / "m")
    for by in (BUILT_IN, DEFAULT):
        one, two = (Automatic(match.rules, match.saved, None).sheet("red", by) for _ in range(2))
        assert one == two
    draft = template_for(match.rules, match.saved, "red", one["blind"])
    del draft["$schema"]
    assert draft == one


def test_an_older_match_is_played_as_before_but_for_the_blind(tmp_path: Path) -> None:
    match = new(tmp_path / "m", amended=False)
    assert "amended" not in match.genesis.offer.to_json()
    match.adjudicate([sheet(match, "blue", orders=lock_first.BIDS)], played={"red": BUILT_IN})
    lock = log.parse_log(log_of(match)).lines[1].payload
    assert isinstance(lock, log.Lock)
    written = lock.files["red"].to_json()
    assert written["$schema"] == "urn:adjudicator:toy:sheet"
    assert written["blind"] == tfd1.clock_blind(match.genesis.gid, 1, "red")
    assert notes_of(match) == []
    assert replay(match.rules, log.parse_log(log_of(match))).problems == ()


# -- chains ---------------------------------------------------------------------------------------


def test_a_seat_with_a_chain_is_played_without_its_pledge(tmp_path: Path) -> None:
    match, keys = toy_chains.begun(tmp_path / "m")
    blue, _ = toy_chains.bids(match, keys)
    match.adjudicate([blue], played={"red": BUILT_IN})
    assert notes_of(match) == [{"red": "built-in"}]
    audit = toy_chains.audited(match)
    assert audit.sound
    # The next sheet of the seat pledges again: the chain has only skipped a link.
    while not match.saved.is_over:
        seats = awaited_seats(match.saved.pending)
        given = toy_chains.bids(match, keys) if len(seats) == 2 else []
        match.adjudicate(given, played=dict.fromkeys(seats, BUILT_IN))
    assert toy_chains.audited(match).sound


@pytest.mark.parametrize("mode", ["sealed", "mutual"])
@pytest.mark.parametrize("lost", [False, True])
def test_a_lock_remembers_for_whom_sheets_were_written(
    tmp_path: Path, mode: Any, lost: bool
) -> None:
    """Also without the save: a locked sheet is known by what it is."""
    match = lock_first.new(tmp_path / "m", mode)
    match.adjudicate([lock_first.sheet(match, "blue", lock_first.BIDS)], played={"red": BUILT_IN})
    assert match.saved.locked is not None
    if lost:
        (match.folder / "referee/save.json").unlink()
    match = lock_first.opened(match)
    assert match.awaited() == ("blue", "red")
    lock_options = LockOptions(withheld=("red",))
    match.adjudicate([lock_first.pledge(match, "blue")], lock_options=lock_options)
    assert notes_of(match) == [{"red": "built-in"}]
    audit = toy_chains.audited(match)
    assert dict(audit.withheld_pledges) == {"blue": 0, "red": 1}


@pytest.mark.parametrize("mode", ["sealed", "mutual"])
def test_nobody_awaits_the_pledge_of_a_seat_of_the_offer(tmp_path: Path, mode: Any) -> None:
    """It is withheld, and counted; the other's pledge opens."""
    match = lock_first.new(tmp_path / "m", mode, plays=["red"])
    match.adjudicate([lock_first.sheet(match, "blue", lock_first.BIDS)])
    assert match.awaited() == ("blue",)
    match.adjudicate([lock_first.pledge(match, "blue")])
    assert notes_of(match) == []
    audit = toy_chains.audited(match)
    assert dict(audit.withheld_pledges) == {"blue": 0, "red": 1}


def test_in_beacon_mode_the_sheets_are_written_when_the_round_is_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They cite the note of it; before it nothing is written that would be void."""
    beacon.believed(monkeypatch)
    match = lock_first.new(tmp_path / "m", "beacon", plays=["red"])
    nothing = match.adjudicate([], played={"blue": BUILT_IN})
    assert (nothing.written, nothing.saved.locked) == ((), None)
    lock_first.fix(match)
    match.adjudicate([], played={"blue": BUILT_IN})
    assert match.saved.locked is not None
    files, lock_options = lock_first.secrets(match)
    match = lock_first.opened(match)
    assert match.adjudicate(files, lock_options=lock_options).opening is not None
    assert notes_of(match) == [{"blue": "built-in", "red": "built-in"}]
    assert toy_chains.audited(match).sound


# -- attacks --------------------------------------------------------------------------------------


def with_blind(documents: Documents) -> None:
    documents["red"]["blind"] = "ab" * 32


def with_schema(documents: Documents) -> None:
    documents["red"]["$schema"] = "urn:adjudicator:toy:sheet"


def with_other_answer(documents: Documents) -> None:
    documents["red"]["answers"] = {"turn-1/bid/red": {"order": "bid", "gold": 0}}


def with_other_head(documents: Documents) -> None:
    documents["red"]["head"] = "ab" * 32


def with_hold(documents: Documents) -> None:
    documents["red"]["hold"] = []


CHANGES: tuple[Forger, ...] = (
    with_blind, with_schema, with_other_answer, with_other_head, with_hold,
)  # fmt: skip


def written_and_own(match: Match) -> Documents:
    return {"blue": own(match, "blue", 2), "red": dict(match.automatic().sheet("red", BUILT_IN))}


def test_an_honest_forger_is_sound(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    assert forged(match, written_and_own(match), clock(1, red="built-in")) == []
    other = new(tmp_path / "other", plays=["red"])
    assert forged(other, written_and_own(other), None) == []


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("plays", [("red",), ()])
def test_any_byte_of_an_automatic_sheet_is_judged(
    tmp_path: Path, change: Forger, plays: tuple[str, ...]
) -> None:
    match = new(tmp_path / "m", plays=plays)
    documents = written_and_own(match)
    change(documents)
    note = None if plays else clock(1, red="built-in")
    why = "the sheet of red is not the one by the built-in player"
    assert refuted(match, documents, note) == why


def test_a_note_left_out_is_seen_by_the_blind(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    assert refuted(match, written_and_own(match), None).startswith(
        "the sheet of red has the blind of one that no player wrote"
    )


def test_a_note_about_a_sheet_of_a_player_is_refuted(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    documents = {"blue": own(match, "blue", 2), "red": own(match, "red")}
    assert forged(match, documents, None) == []
    for step in (BUILT_IN, DEFAULT):
        assert refuted(match, documents, clock(1, red=step)).startswith(
            "the sheet of red is not the one by "
        )
    assert "red: without a deadline" in refuted(match, documents, clock(1, red="wait"))


@pytest.mark.usefixtures("bids_drafted")
def test_another_step_is_another_sheet(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    documents = written_and_own(match)
    assert refuted(match, documents, clock(1, red="default")) == (
        "the sheet of red is not the one by its template"
    )
    documents["red"] = dict(match.automatic().sheet("red", DEFAULT))
    assert forged(match, documents, clock(1, red="default")) == []
    assert refuted(match, documents, clock(1, red="built-in")) == (
        "the sheet of red is not the one by the built-in player"
    )


def test_a_sheet_of_a_played_seat_is_neither_dropped_nor_added(tmp_path: Path) -> None:
    match = new(tmp_path / "m", plays=["red"])
    concedes = {**own(match, "blue"), "orders": {"match": [{"order": "concede"}]}}
    assert refuted(match, {"blue": concedes}, None) == (
        "the sheet of red by the built-in player is due, and none is locked"
    )
    red = dict(match.automatic().sheet("red", BUILT_IN))
    assert forged(match, {"blue": concedes, "red": red}, None) == []
    match.adjudicate([sheet(match, "blue", orders=lock_first.BIDS)])
    assert awaited_seats(match.saved.pending) == ("blue",)
    march = json.loads(sheet(match, "blue", orders=MARCH)[1])
    assert forged(match, {"blue": march}, None) == []
    added = {"blue": march, "red": match.automatic().sheet("red", BUILT_IN)}
    added_note = "a sheet of red by the built-in player is locked, and none is due"
    assert refuted(match, added, None) == added_note
    other = new(tmp_path / "other")
    other.adjudicate(bids(other, 2, 1))
    march = json.loads(sheet(other, "blue", orders=MARCH)[1])
    added = {"blue": march, "red": other.automatic().sheet("red", BUILT_IN)}
    assert refuted(other, added, clock(2, red="built-in")) == added_note


def test_a_hand_is_hidden_by_the_blind_and_the_sheet_judged_by_the_secret(tmp_path: Path) -> None:
    match = hand_match.new(tmp_path / "m")
    written = {seat: dict(match.automatic().sheet(seat, BUILT_IN)) for seat in match.rules.seats}
    plain = tfd1.clock_blind(match.genesis.gid, 1, "red")
    assert written["red"]["blind"] != plain
    note = clock(1, blue="built-in", red="built-in")
    assert forged(match, written, note) == []
    found = {**written, "red": {**written["red"], "blind": plain}}
    assert "the sheet of red is not the one" in refuted(match, found, note)
    assert "the sheet of red has the blind" in refuted(match, found, clock(1, blue="built-in"))
    assert "the sheet of red has the blind" in refuted(match, written, clock(1, blue="built-in"))


# -- intake ---------------------------------------------------------------------------------------


def test_no_other_sheet_of_a_played_seat_is_taken_in(tmp_path: Path) -> None:
    match = new(tmp_path / "m", plays=["red"])
    assert refused_for(match, sheet(match, "red", orders=lock_first.BIDS)) == ["seat-played"]


def test_no_sheet_that_looks_automatic_is_taken_in(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    blind = tfd1.clock_blind(match.genesis.gid, 1, "red")
    given = sheet(match, "red", orders=lock_first.BIDS, blind=blind)
    assert refused_for(match, given) == ["blind-derived"]
    same = ("red.json", json.dumps(match.automatic().sheet("red", BUILT_IN)).encode())
    assert refused_for(match, same) == ["blind-derived"]
    hidden = hand_match.new(tmp_path / "hands")
    for document in (
        hidden.automatic().sheet("red", BUILT_IN),
        {"blind": tfd1.clock_blind(hidden.genesis.gid, 1, "red")},
    ):
        (given,) = hand_match.sheets(hidden, red={"blind": document["blind"]})
        assert refused_for(hidden, given) == ["blind-derived"]


def test_one_that_waits_is_judged_by_what_it_is(tmp_path: Path) -> None:
    """Somebody has put a sheet with a derived blind where sheets wait."""
    match = new(tmp_path / "m")
    match.adjudicate([sheet(match, "red", orders=lock_first.BIDS)])
    path = match.folder / "referee/orders/n0001/red.json"
    document = match.automatic().sheet("red", BUILT_IN)
    path.write_text(json.dumps({**document, "answers": {}}))
    given = [sheet(match, "blue", orders=lock_first.BIDS)]
    with pytest.raises(Exception, match="marks a sheet of red that no player wrote"):
        match.adjudicate(given)
    path.write_text(json.dumps(document))
    match.adjudicate(given)
    assert notes_of(match) == [{"red": "built-in"}]
