"""Sheets that hold something back: nothing is locked for nothing; a step goes on in mid-turn."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.audit import tfd1
from adjudicator.matches.referee.new_match import new_match
from tests.core.toy import TOY, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS
from tests.registered import registered
from tests.repository.clones import Clone, Hub, call, hub_of

BOTH = {"march": [{"order": "march", "unit": unit, "count": 1} for unit in ("soldier", "champion")]}


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """A duel of the toy game, with the same dice each time."""
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)
    made = (tfd1.digest(b"held %d" % number) for number in count())
    scenario = toy_scenario({}, ask=["losses"])
    new_match(
        tmp_path / "m", TOY, scenario, name="held", mode="referee", title="",
        render=lambda _: ("", ""), make_secret=lambda: next(made),
    )  # fmt: skip
    return hub_of(tmp_path / "m", tmp_path / "hub.git")


def submits(clone: Clone, seat: str, **said: object) -> None:
    path = clone.writes(seat)
    document = json.loads(path.read_text())
    blind = tfd1.digest(f"{seat} {document['n']}".encode())
    path.write_text(json.dumps({**document, "orders": {}, "blind": blind, **said}))
    clone.does("submit", path)


def test_what_is_held_back_is_awaited_and_locks_nothing(hub: Hub, tmp_path: Path) -> None:
    clone = hub.clone(tmp_path / "c")
    submits(clone, "blue", orders=BIDS)
    submits(clone, "red", orders=NO_BIDS)
    clone.does("turn", "--secret", tmp_path / "m")
    clone.pulls()
    (mover,) = clone.awaited
    submits(clone, mover, orders=MARCH, hold=["march"])
    said = clone.does("turn", "--secret", tmp_path / "m")
    assert said.startswith(f"nothing is due yet\ndue: {mover}: ")
    assert "lock/n0002" not in hub.git("tag").split()
    submits(clone, mover, orders=MARCH)
    assert "opening 2" in clone.does("turn", "--secret", tmp_path / "m")


def test_a_turn_goes_on_in_a_fresh_clone_in_mid_turn(hub: Hub, tmp_path: Path) -> None:
    """The sheets of the suspended step are in no log yet: they come from where they were locked."""
    asked = None
    clone = hub.clone(tmp_path / "c")
    for _ in range(20):
        seats = clone.awaited
        pending = json.loads(call("status", clone.folder, "--json").stdout)["pending"]
        asked = next((one for one in pending if one["topic"] != "orders"), None)
        if asked is not None:
            break
        for seat in seats:
            if len(seats) == 1:
                submits(clone, seat, orders=BOTH)
            else:
                submits(clone, seat, orders=BIDS if seat == "red" else NO_BIDS)
        clone.does("turn", "--secret", tmp_path / "m")
        clone.pulls()
    assert asked is not None, "nobody was asked"
    fresh = hub.clone(tmp_path / "fresh")
    for words in (("status", fresh.folder), ("report", fresh.folder), ("map", fresh.folder)):
        assert call(*words).exit_code == 0
    said = fresh.does("turn", "--secret", tmp_path / "m")
    assert f"due: {asked['seat']}: " in said
    n = len(hub.turns)
    submits(fresh, asked["seat"], answers={asked["label"]: asked["options"][0]})
    fresh.does("turn", "--secret", tmp_path / "m")
    assert len(hub.turns) == n + 1
    fresh.pulls()
    assert call("verify", fresh.folder).exit_code == 0
