"""Replies: who knows of them, what they cost in mails, what `check` tells of them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.game import SubmittedOrders
from adjudicator.core.redaction import redacted
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.conditions import DEEPEST, MOST_REPLIES
from adjudicator.games.stratix.state import State
from tests.games.stratix.playing import (
    FOUR,
    THREE,
    TWO,
    begun,
    board,
    checked,
    move,
    of_type,
    opened,
    play,
)
from tests.games.stratix.told import texts

PIECES = "A: J d7, T f4; C: T m13, J p13"
FOUR_ARMIES = "A: J d7, T f4; B: T d13, T b13; C: T m13, J p13; D: T m7, T p7"


def reply(condition: Any, origin: str, target: str, **more: Any) -> dict[str, Any]:
    way = {"from": origin, "to": target}
    return {"order": "reply", "if": condition, "move": way, "confirm": 1, **more}


def told(rules: StratixRules, seat: str, orders: Any) -> dict[str, str]:
    """Returns what `check` tells of a sheet, by heading."""
    dry = checked(rules, seat, orders)
    assert not dry.problems
    view = rules.view(dry.state, seat)
    return {
        paragraph.heading: " ".join(texts(paragraph.lines))
        for paragraph in rules.projection(view, seat, SubmittedOrders({}, ()))
    }


def test_only_its_own_seat_knows_what_waits() -> None:
    rules = opened(board(PIECES, assault=True), catch="manual")
    orders = {"move": [move("d7", "g7")], "replies": [reply("any", "f4", "e7")]}
    done = play(rules, {"south-west": orders})
    assert done.state.replies.keys() == {"south-west"}
    assert rules.view(done.state, "south-west") == done.state
    for other in ("north-east", None):
        view = rules.view(done.state, other)
        assert not view.replies
        assert rules.view(view, other) == view
        assert not any(
            isinstance(one, e.RepliesKept) for one in redacted(rules, done.events, other)
        )


def test_others_cannot_tell_one_reply_from_another_or_none() -> None:
    rules = opened(board(PIECES, assault=True))
    given: list[list[Any]] = [
        [],
        [reply("any", "f4", "e7")],
        [reply([{"to": "p12"}], "f4", "f7"), reply([{"captured": "any"}], "g7", "g9")],
    ]
    runs = [
        play(rules, {"south-west": {"move": [move("d7", "g7")], "replies": said}}) for said in given
    ]
    for other in ("north-east", None):
        first, *rest = [
            (rules.view(done.state, other), redacted(rules, done.events, other)) for done in runs
        ]
        assert all(one == first for one in rest)


def test_the_next_step_is_the_same_for_every_view() -> None:
    """What waits, or is kept, decides nothing of what comes next for others to see."""
    rules = opened(board(PIECES, assault=True))
    orders = {"move": [move("d7", "g7")], "replies": [reply("any", "f4", "e7")]}
    states: list[State] = [play(rules, {"south-west": orders}).state]
    states.append(states[0].model_copy(update={"phase": "begin", "side": "south-west"}))
    for state in states:
        steps = [
            rules.next_step(view)
            for view in (state, *(rules.view(state, seat) for seat in (*TWO, None)))
        ]
        assert len({None if step is None else step[:4] for step in steps}) == 1


def test_two_mails_carry_six_plies() -> None:
    rules = opened(board(PIECES, assault=True))
    inner = reply("any", "f7", "f8") | {"confirm": None}
    mine = reply("any", "f4", "f7", then=[inner], confirm=2)
    back = reply("any", "p11", "p13") | {"confirm": None}
    theirs = reply("any", "p13", "p11", then=[back], confirm=2)
    first = play(rules, {"south-west": {"move": [move("d7", "g7")], "replies": [mine]}})
    orders = {"move": [move("m13", "p12")], "replies": [theirs]}
    second = play(rules, {"north-east": orders}, first.save, n=2)
    made = [*of_type(first, e.PieceMoved), *of_type(second, e.PieceMoved)]
    assert [one.target for one in made] == ["g7", "p12", "f7", "p11", "f8", "p13"]
    (awaited,) = second.save.pending
    assert (awaited.seat, awaited.topic) == ("south-west", "orders")


def test_no_mail_more_is_counted_for_replies() -> None:
    rules = opened(board(PIECES, assault=True))
    orders = {"move": [move("d7", "g7")], "replies": [reply("any", "f4", "e7")]}
    dry = checked(rules, "south-west", orders)
    assert (dry.why, dry.mails) == ("end", ())


def test_a_card_may_cost_a_mail() -> None:
    """What a card asks has no default: the budget says so where one is drawn, and only there."""
    rules = opened(board("A: H e5, T d7; C: T m13", deck=["r12", "r23"]))
    landing = checked(rules, "south-west", {"move": [move("e5", "f6")]})
    assert [(one.seat, one.topic, one.why) for one in landing.mails] == [
        ("south-west", "card", "no-default")
    ]
    passing = checked(rules, "south-west", {"move": [move("e5", "f5")]})
    assert passing.mails == ()


def test_a_reply_that_draws_a_card_asks_its_own_seat() -> None:
    rules = opened(board("A: J d7, H e5; C: T m13, J p13", deck=["r05", "r12", "r23"]))
    save = begun(rules, ["r05", "r12", "r23"])
    orders = {"move": [move("d7", "g7")], "replies": [reply("any", "e5", "f6")]}
    save = play(rules, {"south-west": orders}, save, n=2).save
    done = play(rules, {"north-east": {"move": [move("m13", "p12")]}}, save, n=3)
    (asked,) = done.save.pending
    assert (asked.seat, asked.topic) == ("south-west", "card")
    label = asked.label
    answers = {label: {"order": "relay", "to": "h3"}}
    after = play(rules, {"south-west": {"orders": {}, "answers": answers}}, done.save, n=4)
    assert after.state.pieces["h3"].kind == "helicopter"
    assert after.state.side == "north-east"


def test_what_replies_cover_goes_round_all_armies() -> None:
    rules = opened(board(FOUR_ARMIES, assault=True), FOUR)
    condition = [
        {"side": "north-west", "to": "d16"},
        {"side": "north-east", "from": "p13", "to": "p11"},
    ]
    orders = {"move": [move("d7", "g7")], "replies": [reply(condition, "f4", "e7")]}
    words = told(rules, "south-west", orders)["Replies"]
    assert "1 reply waits" in words
    assert "If North-West goes to d16 and North-East goes from p13 to p11" in words
    places = [words.index(f"{army} has ") for army in ("North-West", "North-East", "South-East")]
    assert places == sorted(places)
    assert "1 of them named in replies: p13-p11" in words
    assert "0 of them named in replies" in words
    assert "fits where all of them hold" in words


def test_a_reply_to_anything_covers_all() -> None:
    rules = opened(board(PIECES, assault=True))
    words = told(
        rules, "south-west", {"move": [move("d7", "g7")], "replies": [reply("any", "f4", "e7")]}
    )["Replies"]
    assert "Whatever they do: your tank goes from f4 to e7." in words
    assert "One of them fits whatever the others do." in words


def test_conditions_in_words() -> None:
    rules = opened(board(PIECES, assault=True))
    replies = [
        reply([{"captured": "icbm"}], "f4", "f7", catch="north-east"),
        reply([{"captured": "none", "side": "north-east"}], "f4", "e7"),
        reply([{"captured": "any", "to": "p12"}], "f4", "e6"),
        reply([{"side": "north-east"}], "f4", "g6"),
    ]
    words = told(rules, "south-west", {"move": [move("d7", "g7")], "replies": replies})["Replies"]
    assert (
        "If another army has moved and an ICBM is lost in its turn: your tank goes from f4 to f7, "
        "after you have" in words
    )
    assert "If North-East has moved and no piece is lost in its turn" in words
    assert "If another army goes to p12 and a piece is lost in its turn" in words
    assert "If North-East has moved: " in words
    assert "fits where all of them hold" not in words


def test_many_replies_are_counted() -> None:
    rules = opened(board(PIECES, assault=True))
    squares = [f"{file}{rank}" for file in "klmn" for rank in (11, 12, 14, 15)]
    replies = [reply([{"to": square}], "f4", "e7") for square in squares]
    words = told(rules, "south-west", {"move": [move("d7", "g7")], "replies": replies})["Replies"]
    assert "16 replies wait" in words
    assert "4 more follow these." in words


def test_a_breach_is_told_to_whoever_opens_it() -> None:
    rules = opened(board("A: T f6, T d7; C: T m13, T p13", deck=["r12", "r23"]))
    words = told(rules, "south-west", {"move": [move("d7", "g7")]})["Recon spaces"]
    assert words.startswith("This opens a breach: the tank on f6 had to leave.")
    kept = told(rules, "south-west", {"move": [move("f6", "f9")]})
    assert "Recon spaces" not in kept


def test_a_breach_by_a_move_that_draws_is_told_before_the_card() -> None:
    rules = opened(board("A: T f6, H e5; C: T m13, T p13", deck=["r12", "r23"]))
    words = told(rules, "south-west", {"move": [move("e5", "h3")]})["Recon spaces"]
    assert "This opens a breach: the tank on f6" in words
    assert "one of the pieces on f6 and h3" in words


def test_a_reply_that_opens_a_breach_is_told() -> None:
    """Those inside others too: each as the moves before it leave the recon spaces."""
    rules = opened(board("A: T f6, T d7, J c9; C: T m13, J p13", deck=["r12", "r23"]))
    inner = reply("any", "d4", "g4") | {"confirm": None}
    replies = [
        reply([{"side": "north-east", "to": "p12"}], "f6", "f9", then=[inner], confirm=2),
        reply("any", "c9", "c11", then=[inner], confirm=2),
    ]
    words = told(rules, "south-west", {"move": [move("d7", "d4")], "replies": replies})["Replies"]
    first, second = words.split(" 2. ")
    assert "breach" not in first
    assert "c9 to c11 opens a breach: the piece on f6 has to leave in that turn." in second
    assert "d4 to g4 opens a breach: the piece on f6 has to leave in that turn." in second


def test_a_reply_that_loses_two_pieces_is_told() -> None:
    rules = opened(board("A: T h3, T d7, J c9, T g6; C: T m13, J p13", deck=["r12", "r23"]))
    inner = reply("any", "d7", "d4") | {"confirm": None}
    replies = [reply("any", "c9", "c8", then=[inner], confirm=2)]
    words = told(rules, "south-west", {"move": [move("g6", "g9")], "replies": replies})["Replies"]
    assert "c9 to c8 opens a breach: the piece on h3 has to leave in that turn." in words
    assert "d7 to d4 loses the pieces on h3 and c8: one of them has to leave in" in words


def test_a_reply_that_would_be_refused_for_a_duty_is_told() -> None:
    position = board("A: J c9, T d7; C: T m13, J p13", deck=["r12", "r23"])
    orders = {"move": [move("c9", "c8")], "replies": [reply("any", "d7", "d4")]}
    words = told(opened(position, catch="strict"), "south-west", orders)["Replies"]
    assert "d7 to d4 will not be played: the piece on c8 has to leave in that turn." in words
    orders["replies"] = [reply("any", "c8", "e8")]
    assert "will not" not in told(opened(position, catch="strict"), "south-west", orders)["Replies"]


def test_battle_zones_are_weighed() -> None:
    pieces = "A: I d7, I d8, T e12; B: T b13, I e7; C: T m13"
    rules = opened(board(pieces, assault=True), THREE)
    words = told(rules, "south-west", {"move": [move("e12", "e15")]})["Battle zones"]
    assert words.startswith("Your battle zone: 2 of your own, 1 foreign; 2 foreign pieces more")
    assert "The battle zone of North-West: 1 of its own, 1 foreign; 1 foreign piece more" in words
    before = opened(board(pieces, deck=["r12", "r23"]), THREE)
    words = told(before, "south-west", {"move": [move("e12", "e15")]})["Battle zones"]
    assert "That counts from the final assault on; 2 cards are left to draw." in words


@pytest.mark.parametrize("seat", TWO)
def test_nothing_is_told_before_the_match(seat: str) -> None:
    rules = opened("two")
    assert rules.projection(rules.start, seat, SubmittedOrders({}, ())) == ()


def test_limits() -> None:
    assert (DEEPEST, MOST_REPLIES) == (8, 100)
