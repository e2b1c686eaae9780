"""state.json as it is mailed: what a seat reads out of it is what the match folder knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.api.beginning import new_match
from adjudicator.api.mailed import MailedState, read_state
from adjudicator.documents.templates import standing_for
from adjudicator.documents.views import view_document
from tests.core.toy import TOY
from tests.core.toy_orders import MARCH
from tests.matches.toy_match import bids, new, sheet
from tests.registered import registered

OWN = {"standing": "losses", "first": ["champion", "soldier"]}


@pytest.fixture
def mailed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str | None, MailedState]:
    """A match in which Red alone has given standing orders, as each seat and everybody sees it."""
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    match = new(tmp_path / "m")
    blue, _ = bids(match)
    bid = {"bids": [{"order": "bid", "gold": 1}]}
    match.adjudicate([blue, sheet(match, "red", orders=bid, standing=[OWN])])
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    found: dict[str | None, MailedState] = {}
    for seat in ("blue", "red", None):
        state = match.rules.view(match.position(), seat).to_json()
        document = view_document(match.rules, match.genesis, match.saved, seat=seat, state=state)
        path = tmp_path / f"state-{seat}.json"
        path.write_text(json.dumps(document))
        viewed = read_state(path)
        assert isinstance(viewed, MailedState)
        found[seat] = viewed
    return found


def test_a_seat_reads_its_own_standing_orders(mailed: dict[str | None, MailedState]) -> None:
    red = mailed["red"]
    assert red.saved.standing["red"].orders == (OWN,)
    assert standing_for(red.rules, red.saved, "red") == [OWN]


@pytest.mark.parametrize("seat", ["blue", None])
def test_nobody_else_does(mailed: dict[str | None, MailedState], seat: str | None) -> None:
    assert not mailed[seat].saved.standing
    assert standing_for(mailed[seat].rules, mailed[seat].saved, "red") != [OWN]


def test_a_question_in_mid_turn_is_answered_by_its_label(tmp_path: Path) -> None:
    """The file does not say whether its topic has begun: an empty list would answer nothing."""
    match = new_match(tmp_path / "m", "stratix", "skirmish")
    match.adjudicate([dict(match.template(seat, play=True)) for seat in match.seats])
    (seat,) = (one.seat for one in match.awaited)
    (everybodys, *own) = match.letters()
    letter = next((one for one in own if one.seat == seat), everybodys)
    state = json.loads(next(one.raw for one in letter.attachments if one.name == "state.json"))
    label, answer = "turn-1/a/move-1/card-1/relay", {"order": "relay", "to": "c8"}
    question = {
        "label": label, "topic": "card", "seat": seat, "prompt": "Relay: to which recon space?",
        "rule": "cards", "options": [answer, {"order": "relay", "to": "c12"}],
    }  # fmt: skip
    asked = read_state(json.dumps({**state, "begun": True, "pending": [question]}).encode())
    assert isinstance(asked, MailedState)
    sheet = asked.template(str(seat))
    assert sheet["answers"] == {label: answer}
    assert sheet["orders"] == {}
    unlisted = {**question, "options": None}
    asked = read_state(json.dumps({**state, "begun": True, "pending": [unlisted]}).encode())
    assert isinstance(asked, MailedState)
    assert asked.template(str(seat))["orders"] == {"card": []}
