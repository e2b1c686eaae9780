"""Matches that go on under a new secret from where another one stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit import log
from adjudicator.audit.continuing import check_continued
from adjudicator.audit.opening import PlayedMode
from adjudicator.audit.replay import replay
from adjudicator.audit.tfd1 import json_hash
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Unusable
from adjudicator.documents.offers import rules_of
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import rewind_match
from adjudicator.matches.referee.continuing import continued_match
from tests.audit.log_changes import chained, lines_of
from tests.core.toy import ToyRules
from tests.core.toy_orders import MARCH
from tests.matches.rewound import LONG_MARCH, check_all, log_of, played
from tests.matches.toy_match import GAMES, bids, files, new, render, sheet


def continued(old: Match, folder: Path, name: str = "toy-2027") -> Match:
    return continued_match(old, folder, name=name, render=render, make_secret=lambda: "6f" * 32)


def code(refused: pytest.ExceptionInfo[Unusable]) -> str:
    (problem,) = refused.value.problems
    return problem.code


@pytest.mark.parametrize("mode", ["referee", "external", "public"])
def test_a_match_goes_on_under_a_new_secret(tmp_path: Path, mode: PlayedMode) -> None:
    old = new(tmp_path / "old", mode=mode)
    old.adjudicate(bids(old))
    before = files(old.folder)
    if mode == "referee":
        (old.folder / "referee/secret.json").unlink()
    made = continued(old, tmp_path / "new")
    assert made.mode == mode
    assert made.saved.position == old.saved.position
    assert made.saved.pending == old.saved.pending
    assert made.saved.gid != old.saved.gid
    offer = made.genesis.offer.to_json()
    assert offer["continues"] == {
        "gid": old.saved.gid, "k": old.saved.k, "head": old.saved.head, "n": 1
    }  # fmt: skip
    assert offer["start"] == json_hash(old.saved.position)
    assert list(check_continued(made.genesis, log_of(old))) == []
    check_all(made)
    opened = Match.open(made.folder, GAMES, render)
    rolls = {"turn-1/weather/soldier-2": [2], "turn-1/fight/attacker": [1, 1]}
    march = [sheet(opened, "blue", orders=MARCH)]
    done = opened.adjudicate(march, rolls if mode == "external" else None)
    assert done.opening is not None
    assert done.saved.turn == "turn-2-bids"
    check_all(opened)
    assert {name: raw for name, raw in before.items() if "secret" not in name} == (
        {name: raw for name, raw in files(old.folder).items() if "secret" not in name}
    )


def test_it_has_other_dice_and_takes_no_sheets_of_the_old_match(tmp_path: Path) -> None:
    old = new(tmp_path / "old")
    old.adjudicate(bids(old))
    made = continued(old, tmp_path / "new")
    with pytest.raises(Exception, match="another match"):
        made.adjudicate([sheet(old, "blue", orders=MARCH)])
    old.adjudicate([sheet(old, "blue", orders=MARCH)])
    made.adjudicate([sheet(made, "blue", orders=MARCH)])

    def keys(match: Match) -> set[str]:
        return {line.payload.key for line in log_of(match).lines
                if isinstance(line.payload, log.Open)}  # fmt: skip

    assert not keys(old) & keys(made)


def test_from_where_no_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = new(tmp_path / "old", mode="external")
    old.adjudicate(bids(old))
    for name, folder, wanted in (("toy-2026", "n1", "name-used"), ("x", "old", "folder-not-empty")):
        with pytest.raises(Unusable) as refused:
            continued(old, tmp_path / folder, name)
        assert code(refused) == wanted
    old.adjudicate([sheet(old, "blue", orders=LONG_MARCH)])
    with pytest.raises(Unusable) as refused:
        continued(old, tmp_path / "n2")
    assert code(refused) == "step-suspended"
    rewind_match(old, 1, "the secret is lost in the middle of a step")
    assert list(check_continued(continued(old, tmp_path / "n3").genesis, log_of(old))) == []
    with monkeypatch.context() as patched:
        patched.setattr(ToyRules, "view", lambda rules, state, seat: rules.start)
        with pytest.raises(Unusable) as refused:
            continued(old, tmp_path / "n4")
        assert code(refused) == "position-hidden"
    old.adjudicate([sheet(old, "blue", orders={"match": [{"order": "concede"}]})])
    with pytest.raises(Unusable) as refused:
        continued(old, tmp_path / "n5")
    assert code(refused) == "match-over"
    assert not list(tmp_path.glob("n[1245]"))


def test_it_goes_on_from_that_log_and_no_other(tmp_path: Path) -> None:
    old = played(tmp_path / "old")
    made = continued(old, tmp_path / "new")
    lines = lines_of((old.folder / "log.jsonl").read_bytes())
    other = new(tmp_path / "other", mode="public")
    altered = [*lines[:-1], lines[-1] | {"sha256": "c3" * 32}]
    for read in (
        log.parse_log(chained(lines[:-4])),
        log.parse_log(chained(altered)),
        log_of(other),
        log_of(made),
    ):
        found = list(check_continued(made.genesis, read))
        assert found
        assert {problem.code for problem in found} == {"not-continued"}
    (problem,) = check_continued(old.genesis, log_of(old))
    assert "does not say" in problem.message


def test_a_position_that_is_none_is_refused(tmp_path: Path) -> None:
    old = played(tmp_path / "old")
    made = continued(old, tmp_path / "new")
    (line,) = lines_of((made.folder / "log.jsonl").read_bytes())
    position = old.saved.position
    hosts = position["hosts"]
    for changed, wanted in (
        ({**position, "turn": "two"}, "not-understood"),
        (7, "not-understood"),
        ({**position, "hosts": {**hosts, "red": {**hosts["red"], "gold": -1}}},
         "position-impossible"),
    ):  # fmt: skip
        offer = {**line["offer"], "position": changed}
        joins = [join | {"offer": json_hash(offer)} for join in line["joins"]]
        read = log.parse_log(chained([line | {"offer": offer, "joins": joins}]))
        genesis = read.lines[0].payload
        assert isinstance(genesis, log.Genesis)
        with pytest.raises(Unusable) as refused:
            rules_of(genesis, GAMES)
        assert {problem.code for problem in refused.value.problems} == {wanted}
        assert {problem.path[:3] for problem in refused.value.problems} == {
            (0, "offer", "position")
        }  # fmt: skip
    moved = {**line["offer"], "position": {**position, "turn": 1}}
    joins = [join | {"offer": json_hash(moved)} for join in line["joins"]]
    read = log.parse_log(chained([line | {"offer": moved, "joins": joins}]))
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    (problem,) = replay(rules_of(genesis, GAMES), read).problems
    assert "start position" in problem.message


def test_it_can_be_rewound_to_its_start_and_go_on_again(tmp_path: Path) -> None:
    old = new(tmp_path / "old")
    old.adjudicate(bids(old))
    made = continued(old, tmp_path / "new")
    made.adjudicate([sheet(made, "blue", orders=MARCH)])
    rewind_match(made, 0, "once more")
    assert made.saved.position == old.saved.position
    check_all(made)
    third = continued(made, tmp_path / "third", "toy-2028")
    assert list(check_continued(third.genesis, log_of(made))) == []
    assert third.genesis.offer.to_json()["continues"]["n"] == 0
    assert audit_dice(log_of(third)).sound
