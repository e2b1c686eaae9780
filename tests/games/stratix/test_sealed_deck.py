"""Whole matches as folders, with the deck of Four Fronts: every verifier finds their logs sound."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.automatic import header_for
from adjudicator.audit.replay import replay
from adjudicator.audit.verifiers.verify_log import verify
from adjudicator.audit.verify import audit_dice
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.rules.moving import legal_moves
from adjudicator.games.stratix.state import State
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests.games.stratix.playing import GAME, THREE, board, move, opened, scenario
from tests.matches.toy_match import files, render

GAMES = {GAME.name: GAME}
PIECES = (
    "A: A f9, A g8, A a8, I c9, T e4, I d3; B: A e17, A d13, A g16, I c16; "
    "C: A n17, A l19, A s12, T m12, I l12, I p17"
)
DECKS: Mapping[str, Mapping[str, Any]] = {
    "all": {"kept": dict.fromkeys(THREE, 1), "cards": 9},
    "looks, packs and a false signal": {
        "deck": ["r03", "r06", "r17", "r19", "r12", "r23", "r13", "r16", "r22", "r31"],
        "kept": {THREE[0]: 1, THREE[2]: 1},
    },
}


def _new(folder: Path, name: str) -> Match:
    given = scenario(board(PIECES, **DECKS[name]), THREE)
    return new_match(
        folder, GAME, given, name="sealed", mode="referee", title="Sealed", render=render,
        make_secret=lambda: "5e" * 32,
    )  # fmt: skip


def _sheets(match: Match) -> Iterator[tuple[str, bytes]]:
    """The sheets that are awaited: moves onto recon spaces where there are any, first answers."""
    state: State = match.position()
    for seat in dict.fromkeys(question.seat or "" for question in match.saved.pending):
        asked = [one for one in match.saved.pending if one.seat == seat]
        parts: dict[str, Any] = {"orders": {}}
        if asked[0].topic != "orders":
            parts["answers"] = {one.label: (one.options or ())[-1] for one in asked}
        elif state.phase == "move":
            parts["orders"] = {"move": [_move(state, seat)]}
        header = {**header_for(match.saved, seat), "blind": "ab" * 32}
        yield f"{seat}.json", json.dumps({**header, **parts}).encode()


def _move(state: State, seat: str) -> dict[str, Any]:
    book = opened(board(PIECES), THREE).book
    found = legal_moves(book, state, seat)
    landing = [pair for pair in found if book.is_recon(pair[1])]
    due = [pair for pair in landing if pair[0] not in state.due]
    return move(*(due or landing or found)[0])


def _conceding(match: Match) -> list[tuple[str, bytes]]:
    state: State = match.position()
    return [
        (f"{seat}.json", json.dumps({
            **header_for(match.saved, seat), "blind": "ab" * 32,
            "orders": {"match": [{"order": "concede"}]},
        }).encode())
        for seat in state.order[1:]
    ]  # fmt: skip


def _newest_events(match: Match) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads((match.folder / "now/events.json").read_bytes())
    return read


@pytest.mark.parametrize("name", DECKS)
def test_a_match_until_the_deck_is_used_up_is_sound_to_all_verifiers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Played until the final assault, then given up; made again from its log; audited twice."""
    monkeypatch.setattr(StratixRules, "picture", lambda *_, **__: "<svg/>")
    match = _new(tmp_path / "m", name)
    events: list[dict[str, Any]] = []
    for _ in range(200):
        state: State = match.position()
        if state.assault:
            break
        assert match.adjudicate(list(_sheets(match))).opening is not None
        events += _newest_events(match)
    assert state.assault, "the deck was not used up"
    if not match.saved.is_over:
        match.adjudicate(_conceding(match))
        events += _newest_events(match)
    assert match.saved.is_over
    raw = (match.folder / "log.jsonl").read_bytes()
    read = log.parse_log(raw)
    unsealed = [line.payload for line in read.lines if line.payload.t == "unseal"]
    shown = {"card-shown", "card-played", "card-discarded"}
    named = [one for one in events if one["event"] in shown and not one.get("is_known")]
    assert len(unsealed) == len(named) > 5
    assert [one.value for one in unsealed] == [one["card"] for one in named]
    again = replay(match.rules, read)
    assert (again.problems, again.saved) == ((), match.saved)
    assert audit_dice(read).failures == ()
    assert verify(raw).sound
    before = files(match.folder)
    (match.folder / "referee/save.json").unlink()
    assert Match.open(match.folder, GAMES, render).saved == match.saved
    assert files(match.folder) == before
