"""Attacks on locks, beacons, hidden draws and what a referee may take back, carried out.

Each first line is the outcome. What is forged has a chain of hashes that is in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.continuing import check_continued
from adjudicator.audit.opening import LockOptions
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Refused, Unusable
from adjudicator.documents.keys.seat_keys import pledge_of
from adjudicator.matches.referee.amending import correct_match, read_patch, rewind_match
from adjudicator.matches.referee.continuing import continued_match
from adjudicator.matches.referee.new_match import begin_match
from tests import beacon
from tests.audit.demo_logs import DEMO_LOGS, DemoMatch
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.core.toy import SEATS, TOY, toy_scenario
from tests.core.toy_orders import MARCH
from tests.matches import hand_match, lock_first, toy_chains
from tests.matches.toy_chains import log_of
from tests.matches.toy_match import bids, new, render, sheet

Lines = list[dict[str, Any]]


def verdicts(raw: bytes) -> set[str]:
    """What both verifiers say."""
    return {package_says(raw), stand_alone_says(raw)}


def codes_of(raw: bytes) -> set[str]:
    return {problem.code for problem in audit_dice(log.parse_log(raw)).failures}


def code(attack: Callable[[], object]) -> str:
    with pytest.raises((Refused, Unusable)) as refused:
        attack()
    return refused.value.problems[0].code


def at(lines: Lines, t: str, n: int) -> int:
    return next(k for k, line in enumerate(lines) if line["t"] == t and line.get("n") == n)


# --- what a referee takes back ------------------------------------------------------------------


def test_a_rewind_until_the_dice_suit_needs_new_sheets_and_is_counted(tmp_path: Path) -> None:
    """Every try is a new number: the sheets must be sent anew, and all see what was annulled."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match, 1, 1))
    old = bids(match, 1, 1)
    for tries in (1, 2):
        rewind_match(match, 0, "once more")
        assert code(lambda: match.adjudicate(old)) in ("other-opening", "other-head")
        match.adjudicate(bids(match, 1, 1))
        audit = audit_dice(log.parse_log(log_of(match)))
        assert (audit.sound, audit.annulled) == (True, tries)
    # Nothing of it can be left out again: the sheets cite the annulled lines.
    lines = lines_of(log_of(match))
    back = [k for k, line in enumerate(lines) if line["t"] == "annul" or "to" in line]
    assert verdicts(chained([one for k, one in enumerate(lines) if k not in back])) == {"refuted"}


def test_a_correction_until_the_dice_suit_needs_new_sheets_and_is_told(tmp_path: Path) -> None:
    """A correction moves the number on; it makes every sheet stale, and everybody reads of it."""
    match = new(tmp_path / "m")
    old = bids(match, 1, 1)
    patch = read_patch(b'[{"op": "replace", "path": "/hosts/red/gold", "value": 9}]', "p.json")
    correct_match(match, patch, "a slip")
    assert code(lambda: match.adjudicate(old)) == "other-opening"
    audit = audit_dice(log.parse_log(log_of(match)))
    assert (audit.sound, [why for _, why in audit.corrections]) == (True, ["a slip"])
    assert any("corrected the state" in said for said in audit.reports)


def test_dice_in_a_correction_are_refuted_by_everybody(tmp_path: Path) -> None:
    """The referee alone makes the key of a correction; so nothing is rolled in it (3.10 [A6])."""
    match = new(tmp_path / "m")
    patch = read_patch(b'[{"op": "replace", "path": "/hosts/red/gold", "value": 9}]', "p.json")
    correct_match(match, patch, "a slip")
    lines = lines_of(log_of(match))
    values = list(tfd1.roll(lines[2]["key"], "turn-1/tie", 1, 2))
    roll = {"t": "roll", "n": 1, "label": "turn-1/tie", "sides": 2, "values": values}
    forced = chained([*lines[:4], roll, *lines[4:]])
    assert codes_of(forced) == {"correction-false"}
    assert verdicts(forced) == {"refuted"}
    (problem,) = replay(match.rules, log.parse_log(forced)).problems
    assert problem.code == "rules-disagree"


def test_a_lock_is_not_taken_back_when_the_pledges_displease(tmp_path: Path) -> None:
    """Refused by every command while an opening is locked; forced into the log: refuted."""
    match = lock_first.new(tmp_path / "m", "sealed")
    match.adjudicate([lock_first.sheet(match, seat, lock_first.BIDS) for seat in SEATS])
    match.adjudicate([lock_first.pledge(match, "blue")])
    patch = read_patch(b'[{"op": "replace", "path": "/hosts/red/gold", "value": 9}]', "p.json")
    line, _ = toy_chains.replacement(match, "red")
    assert {
        code(lambda: rewind_match(match, 0, "why")),
        code(lambda: correct_match(match, patch, "why")),
        code(lambda: toy_chains.replace(match, line)),
        code(lambda: match.adjudicate([lock_first.sheet(match, "red", lock_first.NO_BIDS)])),
    } == {"opening-locked"}
    back = ({"t": "annul", "n": 1, "reason": "x"}, {"t": "note", "kind": "rewind", "to": 0})
    assert verdicts(chained([*lines_of(log_of(match)), *back])) == {"refuted"}


def test_a_pledge_for_one_lock_does_not_open_another(tmp_path: Path) -> None:
    """Two locks of one opening: a pledge names the lock that its player saw."""
    match = lock_first.new(tmp_path / "m", "sealed")
    other = match.copy_to(tmp_path / "other")
    blue = lock_first.sheet(match, "blue", lock_first.BIDS)
    match.adjudicate([blue, lock_first.sheet(match, "red", lock_first.BIDS)])
    other.adjudicate([blue, lock_first.sheet(other, "red", lock_first.NO_BIDS)])
    sent = lock_first.pledge(match, "blue")
    assert code(lambda: other.adjudicate([sent])) == "other-lock"
    match.adjudicate([sent])
    assert match.awaited() == ("red",)


# --- beacons ------------------------------------------------------------------------------------


def test_a_round_of_the_beacon_that_is_known_is_refuted() -> None:
    """Whoever locks by a round whose value stands in the log already could compute the dice."""
    for again in (1, 2):
        match = DemoMatch(mode="beacon")
        for number in (2, again):
            match.add(log.BeaconRound(n=match.n + 1, round=number))
            match.opens(beacon=f"drand-quicknet:{number}:{tfd1.ZERO}")
            match.state()
        assert codes_of(match.raw) == {"beacon-false"}
        assert verdicts(match.raw) == {"refuted"}
        lines = [one for one in lines_of(match.raw) if one.get("kind") != "beacon-round"]
        assert "beacon-false" in codes_of(chained(lines))
        assert verdicts(chained(lines)) == {"refuted"}


def test_another_round_than_the_one_fixed_is_refused_and_refuted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The referee waits for a round that suits him: it was fixed before the lock."""
    match = lock_first.new(tmp_path / "m", "beacon")
    beacon.believed(monkeypatch)
    later = beacon.lock_options(beacon.ROUND + 1)
    lock_first.fix(match, beacon.ROUND)
    match.adjudicate([lock_first.sheet(match, seat, lock_first.BIDS) for seat in SEATS])
    assert code(lambda: match.adjudicate([], lock_options=later)) == "other-round"
    match.adjudicate([], lock_options=beacon.lock_options(beacon.ROUND))
    lines = lines_of(log_of(match))
    lines[at(lines, "open", 1)]["beacon"] = later.beacon
    assert {"beacon-false", "key-false"} <= codes_of(chained(lines))
    assert verdicts(chained(lines)) == {"refuted"}


def test_ten_rounds_of_the_beacon_cannot_be_tried_on_one_sheet(tmp_path: Path) -> None:
    """With the sheets in hand, the referee looks for the round that suits them.

    Each round needs a note of its own, which the sheets must cite: those in hand are void.
    """
    match = lock_first.new(tmp_path / "m", "beacon", chains=False)
    lock_first.fix(match, beacon.ROUND)
    in_hand = [lock_first.sheet(match, seat, lock_first.BIDS) for seat in SEATS]
    documents = {name.removesuffix(".json"): json.loads(raw) for name, raw in in_hand}
    orders = {seat: tfd1.json_hash(document) for seat, document in documents.items()}
    lock = {"t": "lock", "n": 1, "orders": orders, "files": documents}
    first = lines_of(log_of(match))
    assert verdicts(chained([*first, lock])) == {"sound"}
    for number in range(beacon.ROUND + 1, beacon.ROUND + 11):
        beside = LockOptions(round=number)
        refused = code(partial(match.adjudicate, in_hand, lock_options=beside))
        assert refused == "round-before-sheets"
        lock_first.fix(match, number)
        assert code(partial(match.adjudicate, in_hand)) == "other-head"
        note = {"t": "note", "kind": "beacon-round", "n": 1, "round": number}
        forged = chained([*first, note, lock])
        assert codes_of(forged) == {"sheet-false"}
        assert verdicts(forged) == {"refuted"}


@pytest.mark.parametrize("left", [None, "-"])
def test_a_beacon_left_out_is_refuted(left: str | None) -> None:
    """In beacon mode the referee rolls by his own secret alone: no dice without the beacon."""
    match = DemoMatch(mode="beacon")
    match.opens(beacon=left)
    match.state()
    # An opening without dice takes none; "-" is no value, in whatever opening.
    assert verdicts(match.raw) == {"refuted" if left else "sound"}
    match.opens(beacon=left)
    match.roll("a")
    match.state()
    assert codes_of(match.raw) == {"mode-false", *(["beacon-false"] if left else [])}
    assert verdicts(match.raw) == {"refuted"}


# --- chains and joins ---------------------------------------------------------------------------


def test_a_pledge_of_another_match_is_refused(tmp_path: Path) -> None:
    """A key that is used in two matches gives nothing away: the name of the match is in it."""
    match, keys = toy_chains.begun(tmp_path / "m")
    elsewhere = keys["blue"].model_copy(update={"match": "toy-2027"})
    assert pledge_of(elsewhere, 1) != pledge_of(keys["blue"], 1)
    given = sheet(match, "blue", pledge=pledge_of(elsewhere, 1))
    assert toy_chains.refused_for(match, given) == ["pledge-false"]


def test_a_join_made_up_by_the_referee_is_found_out_by_the_first_pledge(tmp_path: Path) -> None:
    """A late join with an anchor of his own for blue: blue's own pledge does not fit it."""
    _, own = toy_chains.begun(tmp_path / "m")
    offer = toy_chains.offered(tmp_path / "false")
    key = own["blue"].model_copy(update={"master": "11" * 32})
    anchors = {"blue": pledge_of(key, 0), "red": pledge_of(own["red"], 0)}
    joins = [
        log.Join(offer=tfd1.json_hash(offer.to_json()), player=seat, salt=tfd1.ZERO, anchor=anchor)
        for seat, anchor in anchors.items()
    ]
    rules = TOY.open(toy_scenario(None), {})
    match = begin_match(tmp_path / "false", rules, offer, joins, render=render)
    given = toy_chains.bids(match, own)
    assert toy_chains.refused_for(match, *given) == ["pledge-false"]


def test_a_seat_does_not_lose_its_chain_where_chains_are_the_protection(tmp_path: Path) -> None:
    """A new join without a chain would let the others foresee dice: refused in sealed mode."""
    match = lock_first.new(tmp_path / "m", "sealed")
    line, _ = toy_chains.replacement(match, "red", chain=False)
    assert code(lambda: toy_chains.replace(match, line)) == "join-without-chain"


def test_a_referee_who_mends_withholds_nobodys_pledge(tmp_path: Path) -> None:
    """A correction in sealed mode asks for no pledge, and accuses nobody of withholding one."""
    match = lock_first.new(tmp_path / "m", "sealed")
    patch = read_patch(b'[{"op": "replace", "path": "/hosts/red/gold", "value": 9}]', "p.json")
    correct_match(match, patch, "a slip")
    match.adjudicate([lock_first.sheet(match, seat, lock_first.BIDS) for seat in SEATS])
    match.adjudicate(
        [lock_first.pledge(match, "blue")], lock_options=LockOptions(withheld=("red",))
    )
    audit = audit_dice(log.parse_log(log_of(match)))
    assert dict(audit.withheld_pledges) == {"blue": 0, "red": 1}
    assert verdicts(log_of(match)) == {"sound"}


# --- sheets and heads ---------------------------------------------------------------------------


def test_a_withheld_sheet_swapped_at_its_publication_is_refuted() -> None:
    """The hash in the lock is that of the sheet that was sent."""
    lines = lines_of(DEMO_LOGS["withheld_match"])
    k = next(k for k, line in enumerate(lines) if line.get("kind") == "sheets")
    seat = min(lines[k]["files"])
    lines[k]["files"][seat]["orders"] = {"moves": []}
    assert "sheet-false" in codes_of(chained(lines))
    assert verdicts(chained(lines)) == {"refuted"}


def test_a_sheet_that_answers_a_head_of_no_line_is_refuted(tmp_path: Path) -> None:
    """A forged head, or that of a later line: hash in the lock and all made to fit."""
    match = new(tmp_path / "m", mode="public")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    before = lines_of(log_of(match))
    lock = at(before, "lock", 2)
    for head in (tfd1.ZERO, before[lock + 1]["prev"], before[lock + 2]["prev"]):
        lines = lines_of(log_of(match))
        document = lines[lock]["files"]["blue"]
        document["head"] = head
        lines[lock]["orders"]["blue"] = tfd1.json_hash(document)
        assert "sheet-false" in codes_of(chained(lines))
        assert verdicts(chained(lines)) == {"refuted"}


def test_a_match_that_goes_on_from_another_head_is_found_out(tmp_path: Path) -> None:
    """The referee loses his secret on purpose and goes on from before the bad dice: `--after`."""
    old = new(tmp_path / "old")
    old.adjudicate(bids(old))
    early = old.copy_to(tmp_path / "early")
    old.adjudicate([sheet(old, "blue", orders=MARCH)])
    made = continued_match(early, tmp_path / "new", name="toy-2027", render=render)
    assert list(check_continued(made.genesis, log.parse_log(log_of(early)))) == []
    problems = list(check_continued(made.genesis, log.parse_log(log_of(old))))
    assert {problem.code for problem in problems} == {"not-continued"}


# --- hidden draws -------------------------------------------------------------------------------


def test_a_hand_cannot_be_read_from_public_files(tmp_path: Path) -> None:
    """All cards and states are tried against all hashes: nothing fits without the secret."""
    match = hand_match.new(tmp_path / "m", {"cards": 5})
    match.adjudicate(hand_match.sheets(match))
    lines = lines_of(log_of(match))
    (deck,) = [line for line in lines if line["t"] == "sealed-deck"]
    key = lines[at(lines, "open", 1)]["key"]
    secret = tfd1.seed_hidden("hands-2026", "5e" * 32)

    def fitting(hidden: str) -> int:
        """How many seals fit some card, if this were the secret."""
        own = tfd1.hidden_key(hidden, match.saved.gid, 1, key)
        return sum(
            tfd1.seal(
                match.saved.gid, 1, deck["label"], i, value=card,
                salt=tfd1.salt(own, deck["label"], i),
            )
            == seal
            for i, seal in enumerate(deck["seals"], start=1)
            for card in deck["cards"]
        )  # fmt: skip

    offer = lines[0]["offer"]
    known = [tfd1.ZERO, key, offer["anchor"], offer["hidden"], offer["start"], match.saved.gid]
    assert [fitting(guess) for guess in known] == [0] * len(known)
    assert fitting(secret) == len(deck["cards"])
    # Nor does a hash of the whole state stand anywhere: it could be tried for every hand.
    full = tfd1.json_hash(match.saved.position)
    seen = [
        path
        for path in match.folder.rglob("*")
        if path.is_file() and "referee" not in path.relative_to(match.folder).parts
    ]
    assert len(seen) > 3
    assert not [path for path in seen if full.encode() in path.read_bytes()]
    assert not [path for path in seen if secret.encode() in path.read_bytes()]


def test_a_false_seal_is_found_out_at_the_end(tmp_path: Path) -> None:
    """The referee seals another card than the secret says: sound until `end`, refuted by it."""
    match = hand_match.new(tmp_path / "m", {"cards": 5})
    match.adjudicate(hand_match.sheets(match))
    concede = {"orders": {"match": [{"order": "concede"}]}}
    match.adjudicate(hand_match.sheets(match, red=concede))
    lines = lines_of(log_of(match))
    assert lines[-1]["t"] == "end"
    (deck,) = [line for line in lines if line["t"] == "sealed-deck"]
    deck["seals"][0] = tfd1.digest(json.dumps(deck["seals"]).encode())
    state = max(k for k, line in enumerate(lines) if line["t"] == "state")
    assert verdicts(chained(lines[: state + 1])) == {"not proven"}
    assert codes_of(chained(lines)) >= {"seal-false"}
    without = [line for line in lines if line.get("kind") != "sheets"]  # Their heads tell it too.
    assert codes_of(chained(without)) == {"seal-false"}
    assert verdicts(chained(without)) == {"refuted"}
