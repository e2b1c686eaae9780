"""The attacks that the amended rules close (TFD1 3.10), as a dishonest referee carries them out.

Each log is made anew as far as the forger can: hashes, key, dice. All three verifiers found most
of them sound before. The page judges the same logs in `tests/audit/test_page_amended.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import Opening, Secrets, open_next
from adjudicator.audit.proof import unproven
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import FrozenMap
from adjudicator.documents.keys.referee_secret import chain_value
from adjudicator.matches.match import Match
from tests.audit.demo_logs import DemoMatch, beacon_signature, beacon_value, secret
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.core.toy import TOY
from tests.core.toy_orders import MARCH
from tests.matches import toy_chains, toy_match
from tests.matches.toy_chains import log_of

CHOSEN = "turn-1/tie"
"""The roll by which two equal bids are decided."""


def verdicts(raw: bytes) -> set[str]:
    """What package and one-file verifier say."""
    return {package_says(raw), stand_alone_says(raw)}


def codes_of(raw: bytes) -> set[str]:
    return {problem.code for problem in audit_dice(log.parse_log(raw)).failures}


def read(given: Sequence[tuple[str, bytes]]) -> dict[str, Sheet]:
    sheets = {}
    for name, raw in given:
        sheet, problems = read_sheet(TOY, json.loads(raw))
        assert sheet is not None, problems
        sheets[name.removesuffix(".json")] = sheet
    return sheets


def opened(match: Match, given: Sequence[tuple[str, bytes]], **secrets: Any) -> Opening[Any]:
    """What the unchanged program makes of sheets, with one patched value."""
    ref = chain_value(match.folder, match.genesis.offer, match.saved.n + 1)
    made = open_next(
        match.rules, match.genesis, match.saved, read(given), secrets=Secrets(ref, **secrets)
    )
    assert isinstance(made, Opening)
    return made


# --- [A1], [A2], [A11]: the beacon --------------------------------------------------------------


def test_a_free_string_as_the_beacon_grinds_the_dice_and_is_refuted(tmp_path: Path) -> None:
    """All players have chains, and still the referee has all sheets, pledges and a free field."""
    match, keys = toy_chains.begun(tmp_path / "m")
    given = toy_chains.bids(match, keys)
    tried = [opened(match, given, beacon=f"try-{number}") for number in range(12)]
    assert len({one.run.rolls[0].values for one in tried}) > 1  # He gets what he wants.
    for one in tried:
        raw = log_of(match) + one.lines
        assert codes_of(raw) == {"beacon-false"}
        assert verdicts(raw) == {"refuted"}


@pytest.mark.parametrize("mode", ["referee", "sealed", "mutual", "public", "external"])
def test_no_beacon_has_a_part_in_another_mode(mode: Any) -> None:
    for beacon in ("x", beacon_value(7)):
        match = DemoMatch(mode=mode, chains=mode not in ("public", "external"))
        match.opens(beacon=beacon)
        match.state()
        assert codes_of(match.raw) == {"beacon-false"}
        assert verdicts(match.raw) == {"refuted"}
    match = DemoMatch(mode=mode, chains=mode not in ("public", "external"))
    match.fix(7)
    match.opens()
    match.state()
    assert codes_of(match.raw) == {"beacon-false"}
    assert verdicts(match.raw) == {"refuted"}


@pytest.mark.parametrize(
    "value",
    [
        "drand-quicknet:7:" + "0" * 63,
        "drand-quicknet:07:" + "0" * 64,
        "drand-quicknet:7:" + "A" * 64,
        "drand-quicknet:7:" + "0" * 64 + ":",
        "drand:7:" + "0" * 64,
        "x:7:" + "0" * 64,
        "-",
    ],
)
def test_a_value_of_another_form_is_refuted(value: str) -> None:
    match = DemoMatch(mode="beacon")
    match.fix(7)
    match.opens(beacon=value)
    match.state()
    assert "beacon-false" in codes_of(match.raw)
    assert verdicts(match.raw) == {"refuted"}


def test_a_round_that_was_not_fixed_is_refuted() -> None:
    """It was a remark: whoever took the value could choose among rounds."""
    match = DemoMatch(mode="beacon")
    match.opens(beacon=beacon_value(7))
    match.state()
    assert codes_of(match.raw) == {"beacon-false"}
    assert verdicts(match.raw) == {"refuted"}


def test_ten_rounds_tried_on_one_sheet_are_refuted() -> None:
    """The sheets cite the note of the round, or a later one [A2]; before, all ten were sound."""
    for amended, verdict in ((False, "sound"), (True, "refuted")):
        found, keys = set(), set()
        for number in range(10, 20):
            match = DemoMatch(mode="beacon", chains=True, amended=amended)
            sheets = [match.sheet(player) for player in match.players]
            match.fix(number)
            match.opens(sheets, beacon=beacon_value(number))
            if amended:
                match.signs(number)
            match.roll("a")
            match.state()
            keys.add(match.key)
            found |= verdicts(match.raw)
        assert len(keys) == 10
        assert found == {verdict}


def test_the_referee_puts_the_round_off_and_the_sheets_are_sent_anew() -> None:
    """A second note is allowed; a sheet that answers the first is void."""
    match = DemoMatch(mode="beacon", chains=True, amended=True)
    match.fix(10)
    early = [match.sheet(player) for player in match.players]
    match.fix(11)
    late = [match.sheet(player) for player in match.players]
    for sheets, verdict in ((early, "refuted"), (late, "sound")):
        raw, head = match.raw, match.head
        match.opens(sheets, beacon=beacon_value(11))
        match.signs(11)
        match.roll("a")
        match.state()
        assert verdicts(match.raw) == {verdict}
        match.raw, match.head, match.n = raw, head, 0
    match.fix(11)  # Not a later one.
    assert codes_of(match.raw) == {"beacon-false"}


def test_sixty_four_digits_that_no_signature_makes_are_refuted() -> None:
    """Any value passed as the beacon's; now it is the hash of a signature in the log [A11]."""
    for digits, signature in (("ab" * 32, beacon_signature(9)), ("ab" * 32, None)):
        match = DemoMatch(mode="beacon", amended=True)
        match.fix(9)
        match.opens(beacon=f"drand-quicknet:9:{digits}")
        if signature is not None:
            match.add(log.BeaconSignature(n=1, signature=signature))
        match.roll("a")
        match.state()
        assert codes_of(match.raw) == {"beacon-false"}
        assert verdicts(match.raw) == {"refuted"}


# --- [A3]: pledges ------------------------------------------------------------------------------


def test_a_locked_sheet_without_its_pledge_is_refuted_though_it_is_not_shown() -> None:
    """In a match with hidden information nobody sees the sheet, and so no pledge in it."""
    match = DemoMatch(chains=True, hidden=True)
    match.opens(withheld=True, silent=["bob"])
    match.sealed_deck("deck/events", ("c1", "c2", "c3"))
    match.state()
    assert codes_of(match.raw) == {"chain-false"}
    assert verdicts(match.raw) == {"refuted"}


def test_a_pledge_of_a_seat_without_a_sheet_is_refuted(tmp_path: Path) -> None:
    """The defender gives theirs to the referee: a second set of dice against an honest mover."""
    match, keys = toy_chains.begun(tmp_path / "m")
    match.adjudicate(toy_chains.bids(match, keys, blue=2))
    given = [toy_chains.march(match, keys)]
    own = json.loads(given[0][1])["pledge"]
    other = toy_chains.pledge(match, keys["red"])["pledge"]
    honest = opened(match, given)
    colluding = opened(match, given, pledges={"blue": own, "red": other})
    assert honest.lines != colluding.lines
    assert verdicts(log_of(match) + honest.lines) == {"sound"}
    raw = log_of(match) + colluding.lines
    assert codes_of(raw) == {"chain-false"}
    assert verdicts(raw) == {"refuted"}


# --- [A4], [A5], [A6]: what stands between sheet and lock ---------------------------------------


def test_a_rewind_between_sheet_and_lock_is_refuted() -> None:
    """It keeps key and dice, and changes the position to which they are applied."""
    match = DemoMatch(chains=True)
    match.turn()
    match.turn()
    sheets = [match.sheet(player) for player in match.players]
    raw, head = match.raw, match.head
    match.opens(sheets)
    match.state()
    key = match.key
    match.raw, match.head, match.n = raw, head, 2
    match.add(log.Annul(n=2, reason="the dice of opening 3"), log.Rewind(to=1))
    match.opens(sheets)
    match.state()
    assert match.key == key
    assert codes_of(match.raw) == {"sheet-false"}
    assert verdicts(match.raw) == {"refuted"}


def test_a_sheet_that_answers_an_older_opening_is_refuted() -> None:
    """It was written for another position than the one to which its dice are applied."""
    match = DemoMatch(chains=True)
    match.turn()
    before = match.head
    match.turn()
    match.opens([match.sheet("alice", before)])
    match.state()
    assert codes_of(match.raw) == {"sheet-false"}
    assert verdicts(match.raw) == {"refuted"}


def test_nothing_stands_among_openings_taken_back_and_no_log_ends_there() -> None:
    for between in ([], [log.Note(kind="remark")]):
        match = DemoMatch()
        match.turn()
        match.turn()
        match.add(log.Annul(n=2, reason="x"), *between)
        assert verdicts(match.raw) == {"refuted"}


def test_a_correction_swallows_no_sheet() -> None:
    """Its orders were locked, and never carried out."""
    match = DemoMatch(chains=True)
    match.opens()
    match.add(log.Correction(n=1, reason="a slip", patch=(FrozenMap({"op": "test"}),)))
    match.state()
    assert codes_of(match.raw) == {"correction-false"}
    assert verdicts(match.raw) == {"refuted"}


@pytest.mark.parametrize("where", ["between", "twice", "of another opening", "unseals"])
def test_a_correction_stands_alone_in_an_opening_of_its_own(where: str) -> None:
    match = DemoMatch(hidden=True)
    match.opens()
    deck = match.sealed_deck("deck/events", ("c1", "c2", "c3"))
    match.state()
    mended = log.Correction(n=2, reason="a slip", patch=())
    if where == "between":
        match.add(mended)
    else:
        match.opens(())
        match.add(mended.model_copy(update={"n": 1}) if "another" in where else mended)
        if where == "twice":
            match.add(mended)
        if where == "unseals":
            card = deck[0]
            match.add(log.Unseal(n=1, label="deck/events", i=1, value=card.value, salt=card.salt))
        match.state()
    assert verdicts(match.raw) == {"refuted"}


# --- [A7]: forms --------------------------------------------------------------------------------


def test_nobody_is_called_referee() -> None:
    match = DemoMatch(("alice", "referee"), chains=True)
    assert codes_of(match.raw) == {"genesis-false"}
    assert verdicts(match.raw) == {"refuted"}


@pytest.mark.parametrize("value", [None, 0, 2, True, "1"])
def test_amended_is_one_or_absent(value: object) -> None:
    lines = lines_of(DemoMatch(amended=True).raw)
    lines[0]["offer"]["amended"] = value
    assert "line-invalid" in codes_of(chained(lines))
    assert verdicts(chained(lines)) == {"refuted"}


# --- [A8]: sheets that no player wrote ----------------------------------------------------------


def test_the_referee_who_says_that_a_seat_was_silent_has_no_choice_in_its_sheet() -> None:
    """Blind, head, pledge: whatever is chosen in such a sheet chooses dice."""
    for change in (
        {},
        {"blind": secret("another")},
        {"blind": None},
        {"head": tfd1.ZERO},
        {"$schema": "urn:adjudicator:toy:sheet"},
        {"pledge": secret("a pledge")},
    ):
        match = DemoMatch(chains=True, amended=True)
        written = match.written("bob").to_json() | change
        sheets = [match.sheet("alice"), log.Sheet.model_validate(written)]
        match.opens(sheets, clock=match.clock("bob"))
        match.state()
        assert verdicts(match.raw) == {"refuted" if change else "sound"}, change


def test_a_sheet_that_no_player_wrote_is_named_as_such() -> None:
    """Else the referee could pass it off as the player's own; and its pledge would be missing."""
    match = DemoMatch(amended=True)
    match.opens([match.sheet("alice"), match.written("bob")])
    match.state()
    assert codes_of(match.raw) == {"sheet-false"}
    assert verdicts(match.raw) == {"refuted"}


# --- [A10]: what is not shown is not proven -----------------------------------------------------


def test_a_sheet_that_is_never_shown_leaves_all_behind_it_unproven(tmp_path: Path) -> None:
    """The referee keeps a sheet back, strikes later rolls out and invents the states."""
    match = toy_match.new(tmp_path / "m")
    match.adjudicate(toy_match.bids(match))
    match.adjudicate([toy_match.sheet(match, "blue", orders=MARCH)])
    lines = lines_of(log_of(match))
    (lock,) = [line for line in lines if line["t"] == "lock" and line["n"] == 2]
    lock["files"] = {}
    kept = [line for line in lines if line["t"] != "roll" or line["n"] != 2]
    kept[-1]["sha256"] = secret("as he likes")
    raw = chained(kept)
    replayed = replay(match.rules, log.parse_log(raw))
    doubt = unproven(match.rules, log.parse_log(raw), replayed)
    assert verdicts(raw) == {"not proven"}
    assert doubt is not None
    assert (doubt.n, doubt.why) == (2, "not-yet")
    # The match goes on; the next sheets answer his log, and order what comes after.
    head, n = log.parse_log(raw).head, 3
    given = {
        seat: {
            "t": "orders", "game": match.saved.gid, "n": n, "head": head.hash, "player": seat,
            "pledge": None, "orders": {"bids": [{"order": "bid", "gold": 1}]},
        }
        for seat in ("blue", "red")
    }  # fmt: skip
    hashes = {seat: tfd1.json_hash(document) for seat, document in given.items()}
    ref = chain_value(match.folder, match.genesis.offer, n)
    shares = [tfd1.Share(seat, hash_) for seat, hash_ in hashes.items()]
    key = tfd1.turn_key(ref, match.saved.gid, n, beacon=None, shares=shares)
    files = {seat: log.Sheet.model_validate(document) for seat, document in given.items()}
    none = FrozenMap(dict.fromkeys(hashes))
    more, _ = log.append(
        head,
        log.Lock(n=n, orders=FrozenMap(hashes), files=FrozenMap(files)),
        log.Open(n=n, ref=ref, pledges=none, beacon=None, key=key),
        log.StateReached(n=n, sha256=secret("as he likes"), engine="toy rules-1"),
    )
    replayed = replay(match.rules, log.parse_log(raw + more))
    doubt = unproven(match.rules, log.parse_log(raw + more), replayed)
    assert verdicts(raw + more) == {"not proven"}
    assert doubt is not None
    assert (doubt.n, doubt.why) == (2, "lacking")
    assert doubt.told.startswith("Not proven from opening 2 on: ")
    assert doubt.told.endswith("; 1 opening follows it.")
