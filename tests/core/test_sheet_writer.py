"""The built-in player's sheets, proved with the toy game."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Order
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.sheet_writer import WrittenSheet, awaited_seats, written_sheet
from tests.core.toy import Bid, March, Toy, ToyRules
from tests.core.toy_orders import MARCH
from tests.core.toy_referee import bids, go, rules, sheet

DICE = OpenedDice("5a" * 32)


def written(r: ToyRules, save: Save, seat: str, n: int = 1) -> WrittenSheet:
    return written_sheet(r, save, sheet(seat, n).document)


def read(document: dict[str, Any]) -> Any:
    parts = {key: document[key] for key in ("orders", "answers") if key in document}
    return sheet(document["player"], document["n"], **parts)


def played(r: ToyRules) -> tuple[Save, dict[str, int]]:
    """Plays a whole match of built-in players; returns its save and the openings by player-turn."""
    save, n, openings = run(r, first_save(r), {}, 1, dice=DICE).save, 0, dict[str, int]()
    while not save.is_over:
        n += 1
        sheets = {
            seat: read(written(r, save, seat, n).document) for seat in awaited_seats(save.pending)
        }
        for seat, one in sheets.items():
            assert not dry_run(r, save, {seat: one}, n, seat=seat).problems
        openings[str(save.turn)] = openings.get(str(save.turn), 0) + 1
        save = run(r, save, sheets, n, dice=DICE).save
    return save, openings


def test_a_question_before_the_dice_is_answered_by_label() -> None:
    r = rules()
    made = written(r, first_save(r), "blue")
    assert made.document["answers"] == {"turn-1/bid/blue": {"order": "bid", "gold": 1}}
    assert made.document["orders"] == {}
    assert not made.left_out


def test_orders_behind_the_first_die_are_planned_too() -> None:
    """The weather is rolled after the champion; the soldiers stand in the sheet nevertheless."""
    r = rules()
    save = go(r, first_save(r), bids(), 1).save
    made = written(r, save, "blue", 2)
    assert made.document["orders"] == {
        "march": [
            {"order": "march", "unit": "champion", "count": 1},
            {"order": "march", "unit": "soldier", "count": 2},
        ]
    }
    assert "answers" not in made.document
    assert made == written(r, save, "blue", 2), "the same view, the same sheet"


def test_who_is_not_asked_orders_nothing() -> None:
    r = rules()
    save = go(r, first_save(r), bids(), 1).save
    assert written(r, save, "red", 2).document["orders"] == {}


def test_one_mail_a_player_turn_is_enough() -> None:
    save, openings = played(rules({"turns": 4}))
    assert save.is_over
    assert len(openings) == 8
    assert set(openings.values()) == {1}


def test_questions_that_stop_the_match_are_answered_in_mid_turn() -> None:
    """Where the match asks every time, the player is asked every time, and answers."""
    r = rules({"turns": 4}, ask=["losses"])
    save, openings = played(r)
    assert save.is_over
    assert max(openings.values()) > 1


def test_what_a_person_ordered_before_stays() -> None:
    r = rules(ask=["losses"])
    opened = go(r, first_save(r), bids(), 1).save
    host = {"camp": {"soldier": 1, "champion": 0}, "field": {"soldier": 1, "champion": 1}}
    position = opened.position | {
        "hosts": opened.position["hosts"]
        | {"red": {**host, "gold": 5}, "blue": {**host, "gold": 4}}
    }
    save = opened.model_copy(update={"checkpoint": position, "position": position})
    march = {"march": [{"order": "march", "unit": "soldier", "count": 1}]}
    done = go(
        r, save, {"blue": sheet("blue", 2, orders=march)}, 2,
        turn_1__weather__soldier_3=[3], turn_1__fight__defender=[6, 6],
    )  # fmt: skip
    assert [p.label for p in done.save.pending] == ["turn-1/fight/defender/loss-1"]
    made = written(r, done.save, "blue", 3)
    assert made.document["orders"] == {}
    assert made.document["answers"] == {
        "turn-1/fight/defender/loss-1": {"order": "lose", "unit": "champion"}
    }, "the second hit leaves no choice"


def test_a_topic_that_was_held_is_given_when_it_is_asked_for() -> None:
    r = rules()
    save = go(r, first_save(r), bids(), 1).save
    held = sheet("blue", 2, orders=MARCH, hold=["march"])
    waiting = run(r, save, {"blue": held}, 2, dice=DICE).save
    assert [p.topic for p in waiting.pending] == ["march"]
    assert [o["unit"] for o in written(r, waiting, "blue", 3).document["orders"]["march"]] == [
        "champion",
        "soldier",
    ]


def test_what_the_rules_refuse_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    r = rules()
    save = go(r, first_save(r), bids(), 1).save

    def bot_orders(view: Toy, seat: str, topic: str) -> tuple[Order, ...]:
        many = March(order="march", unit="soldier", count=9)
        return (many, Bid(order="bid", gold=1)) if topic == "march" else ()

    monkeypatch.setattr(r, "bot_orders", bot_orders)
    made = written(r, save, "blue", 2)
    assert made.document["orders"] == {}
    assert [p.code for p in made.left_out] == ["too-many", "wrong-order", "nobody-marched"]
    monkeypatch.setattr(r, "bot_answer", lambda view, question: Bid(order="bid", gold=99))
    first = written(r, first_save(r), "red")
    assert [p.code for p in first.left_out] == ["too-much-gold"]
    assert "answers" not in first.document
