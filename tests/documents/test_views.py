"""state.json as it is mailed: what a seat reads out of it is what the match folder knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import registry
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
