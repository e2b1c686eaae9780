"""What a sheet orders for later in the turn: told where nothing can make it legal, only then."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.game import Ask, Order
from adjudicator.documents.answers import answer_problems
from tests.games.chance import Chance, O
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import begun, board, codes, move, opened, sheet

FREE = "A: I d7, T e7; C: I p17, T g8"
"""From d7 the infantry reaches the recon space f6."""
BLOCKED = "A: I d3, I a6; C: I d4, I e3, I e4, I a7, I b6, I b7, T m13"


class _Noting(RandomTable):
    """A table by chance that notes what was legal when it was asked."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.legal: list[tuple[str, str, Order]] = []

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        order = super().ask(question)
        self.legal.append((question.topic, question.seat, order))
        return order

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order."""
        order = super().next(question)
        if order is not None:
            self.legal.append((question.topic, question.seat, order))
        return order


@pytest.mark.parametrize(
    ("scenario", "seed"), [("two", 1), ("two", 2), ("four", 3), ("skirmish", 4), ("three", 5)]
)
def test_what_is_legal_when_it_is_asked_is_never_refused_before(scenario: str, seed: int) -> None:
    """Whole matches by chance: every order is judged as of the beginning of its step."""
    rules, choose, seen = opened(scenario), Chance(f"later-{seed}"), set[str]()
    state = rules.start
    while (step := rules.next_step(state)) is not None and state.turn <= 120:
        table = _Noting(rules, state, choose)
        step.run(table)
        for topic, seat, order in table.legal:
            found = list(rules.check_static(rules.view(state, seat), topic, order, seat=seat))
            assert not found, (step.label, topic, order, found)
            seen.add(order.order)
        state = table.state
    assert {"move", "automatic"} <= seen


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"order": "relay", "to": "h4"}, "not-for-this-card"),
        ({"order": "recover", "kind": "tank", "to": "d7"}, "not-for-this-card"),
        ({"order": "return", "to": "s14"}, "not-for-this-card"),
        ({"order": "target", "at": "a1"}, "not-for-this-card"),
        ({"order": "target", "at": "e7"}, "not-for-this-card"),
        ({"order": "target", "at": "f8"}, "not-for-this-card"),
        ({"order": "lift", "from": "e7", "to": "h3"}, "not-for-this-card"),
        ({"order": "lift", "from": "e7"}, "field-needed-by-card"),
        ({"order": "lift", "from": "d3", "to": "m12"}, "not-for-this-card"),
        ({"order": "arrange", "cards": ["r01", "r01"]}, "not-for-this-card"),
        ({"order": "move", "from": "e7", "to": "s1"}, "never-reached"),
        ({"order": "play", "card": "r12"}, "not-for-this-card"),
    ],
)
def test_an_answer_that_no_card_takes_is_told(order: dict[str, Any], code: str) -> None:
    """Under the topic and under any label, before the card is drawn."""
    rules = opened(board(FREE))
    goes = [move("d7", "f6")]
    assert codes(rules, "south-west", move=goes, card=[order]) == [code]
    kind = "last/south-west/card-1" if order["order"] == "play" else None
    label = f"turn-1/south-west/{kind or 'move-1/card-1/' + order['order']}"
    said = sheet("south-west", n=2, orders={"move": goes}, answers={label: order})
    saved = saved_match(begun(rules), rules, ZERO, START, n=1)
    (problem,) = answer_problems(rules, saved, said)
    assert problem.code == code
    assert problem.path[:2] == ("answers", label)


@pytest.mark.parametrize(
    "order",
    [
        {"order": "relay", "to": "h3"},
        {"order": "recover", "kind": "icbm", "to": "a6"},
        {"order": "return", "to": "d3"},
        {"order": "target", "at": "g8"},
        {"order": "lift", "from": "e7", "to": "m12"},
        {"order": "lift"},
        {"order": "arrange", "cards": ["r01", "r02", "r03"]},
        {"order": "move", "from": "e7", "to": "e8"},
    ],
)
def test_an_answer_that_a_card_may_take_passes(order: dict[str, Any]) -> None:
    rules = opened(board(FREE))
    assert codes(rules, "south-west", move=[move("d7", "f6")], card=[order]) == []


def test_what_no_card_asks_is_told_where_none_is_drawn() -> None:
    rules, goes = opened(board(FREE)), [move("e7", "e4")]
    relay = [{"order": "relay", "to": "h3"}]
    assert codes(rules, "south-west", move=goes, card=relay) == ["card-not-drawn"]
    sent_home = [{"order": "return", "to": "d3"}]
    assert codes(rules, "south-west", move=goes, card=sent_home) == []


def test_a_loss_is_told_where_none_comes() -> None:
    lose = [{"order": "lose", "at": "d3"}]
    rules = opened(board(FREE))
    assert codes(rules, "south-west", move=[move("e7", "e4")], lose=lose) == ["army-not-blocked"]
    assert codes(rules, "south-west", move=[move("d7", "f6")], lose=lose) == ["army-not-blocked"]
    rules = opened(board(BLOCKED))
    assert codes(rules, "south-west", lose=lose) == []
    assert codes(rules, "south-west", lose=[*lose, {"order": "lose", "at": "a6"}]) == [
        "one-too-many"
    ]
    elsewhere = [{"order": "lose", "at": "m13"}]
    assert codes(rules, "south-west", lose=elsewhere) == ["not-a-blocked-piece"]


def test_what_is_asked_before_the_turn_is_told_in_it() -> None:
    automatic = [{"order": "automatic", "play": True}]
    found = codes(opened(board(FREE)), "south-west", move=[move("e7", "e4")], automatic=automatic)
    assert found == ["automatic-in-own-turn"]


def test_replies_and_a_second_move_behind_a_card_are_judged() -> None:
    """In a night march the first move may draw: what stands behind it no dry run reaches."""
    rules = opened(board(FREE, deck=["r12", "r22"], kept={"south-west": 1}))
    save = begun(rules, ("r22", "r12"))
    march = {"play": [{"order": "play", "card": "r22"}]}
    first = move("d7", "f6")
    far = {**march, "move": [first, move("e7", "s1")]}
    assert codes(rules, "south-west", save, **far) == ["never-reached"]
    reply = {"order": "reply", "if": "any", "move": {"from": "e7", "to": "s1"}, "confirm": 2}
    wrong = {**march, "move": [first, move("e7", "e4")], "replies": [reply]}
    assert codes(rules, "south-west", save, **wrong) == ["reply-miscounted", "never-reached"]
    right = {**reply, "confirm": 1, "move": {"from": "e7", "to": "e8"}}
    assert codes(rules, "south-west", save, **{**wrong, "replies": [right]}) == []
