"""The full audit against logs that are sound as logs, but not what the rules make of the sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.opening import Opening, PlayedMode, Secrets, first_match, offer_of, open_next
from adjudicator.audit.replay import replay
from adjudicator.audit.tfd1 import json_hash
from adjudicator.core.sheet import read_sheet
from adjudicator.core.values import FrozenMap
from tests.core.toy import SEATS, TOY, ToyRules, toy_scenario

SECRET = "12" * 32
TIE = "turn-1/tie"


def match(mode: PlayedMode) -> tuple[ToyRules, bytes, list[log.Payload]]:
    """Returns the rules, line 0, and what the lines of the first opening say: both bid alike."""
    scenario = toy_scenario({})
    rules = TOY.open(scenario, {})
    offer = offer_of(rules, scenario, {}, name="duel", mode=mode, master=None)
    joins = [
        log.Join(offer=json_hash(offer.to_json()), player=seat, salt=SECRET,
                 anchor=None)
        for seat in SEATS
    ]  # fmt: skip
    genesis = log.Genesis.of(offer, joins)
    raw, head = log.append(log.START, genesis)
    saved = first_match(rules, genesis, head)
    sheets = {}
    for seat in SEATS:
        document = {
            "t": "orders", "game": saved.gid, "n": 1, "head": saved.head, "player": seat,
            "pledge": None, "orders": {"bids": [{"order": "bid", "gold": 1}]},
        }  # fmt: skip
        sheet, _ = read_sheet(TOY, document)
        assert sheet is not None
        sheets[seat] = sheet
    external = ExternalDice({TIE: [1]}) if mode == "external" else None
    opening = open_next(rules, genesis, saved, sheets, secrets=Secrets(), external=external)
    assert isinstance(opening, Opening)
    return rules, raw, [line.payload for line in log.parse_log(raw + opening.lines).lines[1:]]


def with_lines(raw: bytes, payloads: list[log.Payload]) -> log.Log:
    head = log.parse_log(raw).head
    read = log.parse_log(raw + log.append(head, *payloads)[0])
    assert not read.problems
    return read


def changed(payload: log.Payload, **fields: Any) -> log.Payload:
    return payload.model_copy(update=fields)


def test_what_the_rules_made_is_made_again() -> None:
    for mode in ("public", "external"):
        rules, raw, payloads = match("public" if mode == "public" else "external")
        again = replay(rules, with_lines(raw, payloads))
        assert (again.problems, again.waiting_for, again.saved.n) == ((), (), 1)


def sheet_of(payloads: list[log.Payload], seat: str) -> Mapping[str, Any]:
    lock = payloads[0]
    assert isinstance(lock, log.Lock)
    document: Mapping[str, Any] = lock.files[seat].to_json()
    return document


def refusal(rules: ToyRules, read: log.Log) -> str:
    (problem,) = replay(rules, read).problems
    assert problem.code == "rules-disagree"
    assert dict(problem.facts)["line"] == 2
    return problem.message


def test_a_roll_left_out_or_named_otherwise_refutes_the_log() -> None:
    rules, raw, payloads = match("public")
    kinds = [payload.t for payload in payloads]
    assert kinds == ["lock", "open", "roll", "state"]
    left_out = with_lines(raw, [*payloads[:2], payloads[3]])
    assert "line 4 should read" in refusal(rules, left_out)
    renamed = with_lines(raw, [*payloads[:2], changed(payloads[2], label="x"), payloads[3]])
    assert "line 4 should read" in refusal(rules, renamed)
    added = with_lines(raw, [*payloads[:3], changed(payloads[2], label="x"), payloads[3]])
    assert "line 5 should read" in refusal(rules, added)


def test_an_opening_in_which_nothing_can_happen_refutes_the_log() -> None:
    rules, raw, payloads = match("public")
    nobody = changed(
        payloads[0], orders=FrozenMap(dict.fromkeys(SEATS)), files=FrozenMap[str, log.Sheet]()
    )
    read = with_lines(raw, [nobody, *payloads[1:]])
    assert refusal(rules, read).endswith("nothing is answered or rolled")


@pytest.mark.parametrize(
    ("orders", "message"),
    [({"bids": [{}]}, "the sheet of blue: there is no order"), ({"sing": []}, "has no topic")],
)
def test_a_sheet_that_is_not_understood_refutes_the_log(orders: Any, message: str) -> None:
    rules, raw, payloads = match("public")
    bad = log.Sheet.model_validate(dict(sheet_of(payloads, "blue")) | {"orders": orders})
    lock = payloads[0]
    assert isinstance(lock, log.Lock)
    read = with_lines(raw, [changed(lock, files=lock.files | {"blue": bad}), *payloads[1:]])
    assert message in refusal(rules, read)


def test_dice_from_elsewhere_that_do_not_fit_refute_the_log() -> None:
    rules, raw, payloads = match("external")
    more = changed(payloads[2], values=(1, 2))
    read = with_lines(raw, [*payloads[:2], more, payloads[3]])
    assert refusal(rules, read).endswith("turn-1/tie needs 1d2, not 2 dice")


def test_a_state_line_without_its_opening_is_not_made_again() -> None:
    rules, raw, payloads = match("public")
    again = replay(rules, with_lines(raw, payloads[3:]))
    assert (again.problems, again.openings) == ((), ())
