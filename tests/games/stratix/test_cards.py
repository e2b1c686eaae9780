"""Every recon card is shown by cases; questions of cards stop a match and let it go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.game import Pending
from adjudicator.core.referee import Run
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.cards import CardFile
from adjudicator.games.stratix.state import State
from tests.games.stratix.playing import (
    DECK,
    MAP_FILES,
    THREE,
    TWO,
    begun,
    board,
    move,
    of_type,
    opened,
    play,
    problems,
)

SW, NW, NE = THREE
CASES = Path(__file__).parents[2] / "cases/stratix"
NEVER_VOID = {"ambush", "ceasefire", "fall-back", "miss-turn", "nothing"}
"""These can be carried out wherever they are drawn."""


@cache
def _facts() -> CardFile:
    return CardFile.model_validate_json(MAP_FILES["cards.json"])


@cache
def _cases() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(path.read_bytes()) for path in sorted(CASES.rglob("*.json")))


def _told(kind: str, card: str) -> Iterator[dict[str, Any]]:
    """Events of a kind about a card that cases expect."""
    for case in _cases():
        for event in case.get("events", ()):
            if event["event"] == kind and event.get("card") == card:
                yield event


@pytest.mark.parametrize("card", DECK)
def test_each_card_is_drawn_or_played_in_a_case(card: str) -> None:
    kind = "card-played" if _facts().cards[card].is_kept else "card-shown"
    assert any(_told(kind, card)), f"no case shows {card}"


@pytest.mark.parametrize("op", sorted({one.effect.op for one in _facts().cards.values()}))
def test_each_effect_is_void_in_a_case_if_it_can_be(op: str) -> None:
    cards = [card for card, facts in _facts().cards.items() if facts.effect.op == op]
    voids = [event for card in cards for event in _told("card-had-no-effect", card)]
    voids += [
        event for card in cards for event in _told("card-discarded", card) if event.get("reason")
    ]
    refused = [
        case
        for case in _cases()
        if any(problem["code"] == "card-without-effect" for problem in case.get("problems", ()))
        and any(card in json.dumps(case["orders"]) for card in cards)
    ]
    assert bool(voids or refused) is (op not in NEVER_VOID)


@pytest.mark.parametrize("card", [one for one in DECK if _facts().cards[one].is_kept])
def test_each_kept_card_is_used_up_with_the_last_one(card: str) -> None:
    """Used where it can be; dig in has nothing to lift then, and is discarded. (Ruling 31)"""
    last = [case for case in _cases() if case["case"].startswith("last-")]
    used = {event.get("card") for case in last for event in case.get("events", ())}
    assert card in used


LAST = board(
    "A: A f9, I c9, T e5, I d3; B: I d13, T e13, I c16; C: T m12, I l12, I p17",
    deck=["r22", "r16", "r13", "r12"], kept=dict.fromkeys(THREE, 1),
)  # fmt: skip
LABEL = "turn-1/south-west/last"
ANSWERS: dict[str, dict[str, Any]] = {
    SW: {
        f"{LABEL}/south-west/card-1": {"order": "play", "card": "r22"},
        f"{LABEL}/south-west/card-1/move-1": move("c9", "d6"),
        f"{LABEL}/south-west/card-1/move-2": move("e5", "f8"),
    },
    NW: {
        f"{LABEL}/north-west/card-1": {"order": "play", "card": "r16", "from": "d13", "to": "a14"}
    },
    NE: {
        f"{LABEL}/north-east/card-1": {"order": "play", "card": "r13", "kind": "jet", "to": "n19"}
    },
}


def _asked(done: Run[State]) -> list[Pending]:
    return [question for question in done.save.pending if question.topic == "card"]


def test_answers_one_by_one_lead_where_answers_at_once_lead() -> None:
    """The match stops at each card that is used up, and comes to the same position."""
    rules = opened(LAST, THREE)
    save = begun(rules, ["r22", "r16", "r13", "r12"])
    landing = {"orders": {"move": [move("f9", "f6")]}}
    sheets: dict[str, Any] = {side: {"orders": {}, "answers": ANSWERS[side]} for side in (NW, NE)}
    at_once = play(rules, {SW: {**landing, "answers": ANSWERS[SW]}, **sheets}, save, 2)
    assert not _asked(at_once)
    done, stops = play(rules, {SW: landing}, save, 2), 0
    while asked := _asked(done):
        (question,) = asked
        stops += 1
        answer = {question.label: ANSWERS[question.seat or ""][question.label]}
        assert answer[question.label] in [
            {name: value for name, value in option.items() if value not in (None, False)}
            for option in question.options or ()
        ]
        done = play(
            rules, {question.seat or "": {"orders": {}, "answers": answer}}, done.save, 2 + stops
        )
    assert stops == 5
    assert done.state == at_once.state
    assert done.state.assault


def test_a_wrong_answer_is_asked_again() -> None:
    """It takes nothing away: the next answer is judged as if it were the first. (Ruling 28)"""
    rules = opened(LAST, THREE)
    save = begun(rules, ["r22", "r16", "r13", "r12"])
    label = f"{LABEL}/south-west/card-1"
    wrong = {label: {"order": "play", "card": "r22", "to": "a6"}}
    done = play(rules, {SW: {"orders": {"move": [move("f9", "f6")]}, "answers": wrong}}, save, 2)
    (question,) = _asked(done)
    assert (question.label, question.seat) == (label, SW)
    again = play(
        rules,
        {SW: {"orders": {}, "answers": {label: {"order": "play", "card": "r22", "discard": True}}}},
        done.save, 3,
    )  # fmt: skip
    assert [event.card for event in of_type(again, e.CardDiscarded)] == ["r22"]


def test_who_has_conceded_is_not_asked() -> None:
    """An army whose seat gave up in mid-turn: its cards are used by themselves, and it is out."""
    rules = opened(LAST, THREE)
    save = begun(rules, ["r22", "r16", "r13", "r12"])
    sheets = {
        SW: {"orders": {"move": [move("f9", "f6")]}, "answers": ANSWERS[SW]},
        NW: {"orders": {"match": [{"order": "concede"}]}},
        NE: {"orders": {}, "answers": ANSWERS[NE]},
    }
    done = play(rules, sheets, save, 2)
    assert not _asked(done)
    assert done.state.fallen == (NW,)


def test_a_card_in_a_reply_turn_is_obeyed_as_in_any_other() -> None:
    """A reply that ends on a recon space draws a card, and asks what it asks."""
    rules = opened(board("A: A f9, I c9, I d3; C: A n17, I p17", deck=["r02", "r12"]), TWO)
    save = begun(rules, ["r02", "r12"])
    reply = {
        "order": "reply", "if": "any", "move": {"from": "f8", "to": "f6"}, "confirm": 1,
    }  # fmt: skip
    first = play(rules, {SW: {"move": [move("f9", "f8")], "replies": [reply]}}, save, 2)
    second = play(rules, {NE: {"move": [move("p17", "o14")]}}, first.save, 3)
    (question,) = _asked(second)
    assert question.label == "turn-2/south-west/move-1/card-1/return"
    answer = {question.label: {"order": "return", "to": "a6"}}
    third = play(rules, {SW: {"orders": {}, "answers": answer}}, second.save, 4)
    assert [event.target for event in of_type(third, e.PieceReturned)] == ["a6"]
    assert third.state.side == NE


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"order": "play", "card": "r16"}, "field-needed-by-card"),
        ({"order": "play", "card": "r16", "from": "zz", "to": "a6"}, "unknown-square"),
        ({"order": "play", "card": "r16", "kind": "dragon"}, "unknown-kind"),
        ({"order": "play", "card": "r16", "from": "c9", "to": "c9"}, "not-for-this-card"),
        ({"order": "play", "card": "r16", "from": "m12", "to": "a6"}, "not-for-this-card"),
        ({"order": "play", "card": "x"}, "unknown-card"),
    ],
)
def test_nonsense_in_a_play_is_told(order: dict[str, Any], code: str) -> None:
    rules = opened(LAST, THREE)
    save = begun(rules, ["r16", "r22", "r13", "r12"])
    found = problems(rules, SW, save, play=[order], move=[move("f9", "f8")])
    assert code in [problem.code for problem in found]
    assert all(problem.hint for problem in found)
