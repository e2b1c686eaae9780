"""The built-in player: what it strikes, what it fears, what it answers and which cards it plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.core.values import canonical
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.player.answers import answered
from adjudicator.games.stratix.player.worth import Evaluation
from adjudicator.games.stratix.rules.card_choices import Choice
from adjudicator.games.stratix.rules.card_questions import (
    arrange_question,
    lift_question,
    recover_question,
    relay_question,
    target_question,
)
from adjudicator.games.stratix.rules.recon_obligations import catching_by_others
from adjudicator.games.stratix.state import Breach, Ceasefire, Going, State
from tests.games.chance import Chance, LeanTable
from tests.games.stratix.playing import ARMIES, begun, board, opened

Position = tuple[StratixRules, State]


def position(
    text: str, top: Sequence[str] | None = None, side: str = "A", **fields: Any
) -> Position:
    """Returns a position in which an army is to move; see `playing.board`."""
    armies = [ARMIES[part.strip()[0]] for part in text.split(";")]
    rules = opened(board(text, side, **fields), armies)
    save = begun(rules, top)
    state = State.model_validate_json(canonical(save.position))
    while state.phase == "begin":
        step = rules.next_step(state)
        assert step is not None
        table = LeanTable(rules, state, Chance("begin"))
        step.run(table)
        state = table.state
    return rules, state


def planned(given: Position, topic: str = "move") -> list[Any]:
    """Returns what the army to move orders under a topic."""
    rules, state = given
    view = rules.view(state, state.side)
    return [order.to_json() for order in rules.bot_orders(view, state.side, topic)]


def moved(given: Position) -> str:
    """Returns the move as "d3-f6"."""
    (order,) = planned(given)
    return f"{order['from']}-{order['to']}"


# -- moves ----------------------------------------------------------------------------------------


def test_the_most_valuable_piece_is_struck() -> None:
    assert moved(position("A: A g5, I a6; C: J g12, T m5, I b12, I s14")) == "g5-g12"


def test_what_is_guarded_is_not_struck_by_more() -> None:
    """A jet does not give itself for a helicopter that artillery guards."""
    assert moved(position("A: J g2, I a6; C: H g8, A s8, I s14")) != "g2-g8"
    assert moved(position("A: J g2, I a6; C: H g8, A r9, I s14")) == "g2-g8"


def test_a_blast_that_hits_more_own_men_is_not_made() -> None:
    own = "T m12, T n12, T l12"
    without = position(f"A: M g7, {own}; C: I m13, I s14")
    assert moved(without) != "g7-m13"


def test_a_piece_in_danger_leaves() -> None:
    origin = moved(position("A: J e9, I a6, I b5; C: A e15, I s14, I r15")).split("-")[0]
    assert origin == "e9"


def test_a_recon_space_in_reach_is_gone_to() -> None:
    target = moved(position("A: T e4, I a6; C: I s14, I r15")).split("-")[1]
    assert target in ("c8", "f6", "h3")


def test_a_piece_leaves_its_recon_space_when_it_has_to() -> None:
    """Even if another one could strike a jet."""
    given = position("A: I f6, A g5; C: J g12, I s14")
    assert given[1].due == ("f6",)
    assert moved(given).startswith("f6-")


def test_nobody_moves_twice_in_a_turn() -> None:
    rules, state = position("A: I d5, A g5; C: J g12, I s14")
    last = state.made[-1].model_copy(update={"moves": ({"origin": "g4", "target": "g5"},)})
    after = state.model_copy(update={"made": (*state.made[:-1], last)})
    assert planned((rules, after)) == []
    assert planned((rules, after), "play") == []


def test_without_a_move_nothing_is_ordered() -> None:
    given = position("A: I d3; C: T d4, T e3, J e4, I s14")
    assert planned(given) == []


# -- the final assault ----------------------------------------------------------------------------


def test_an_army_at_its_end_is_struck_down() -> None:
    """With the tank in its zone north-east is outnumbered, and out."""
    given = position("A: T i12, I d5, I e5, I m12; C: I o13, J a9", assault=True)
    rules, state = given
    (order,) = rules.bot_orders(rules.view(state, "south-west"), "south-west", "move")
    assert isinstance(order, o.Move)
    assert rules.book.zone_of(order.to) == "north-east"


def test_the_last_man_stays_at_home_where_the_army_would_fall() -> None:
    given = position("A: J e5, I d6, T m12; C: I g5, I g6, I o13, I o12, I p14", assault=True)
    rules, state = given
    order = planned((rules, state))[0]
    evaluation = Evaluation(rules.book, state, "south-west")
    assert order["from"] == "m12" or rules.book.zone_of(order["to"]) == "south-west"
    numbers = rules.book.geometry.grid.numbers
    assert evaluation.score((numbers["e5"], numbers["m5"])) < -10_000


# -- catching, cards ------------------------------------------------------------------------------


def test_a_breach_is_caught_and_nothing_else() -> None:
    rules, state = position("A: I d5; C: I n14, I s14", breach={"side": "north-east",
                                                               "square": "n14"})  # fmt: skip
    assert planned((rules, state), "catch") == [{"order": "catch", "side": "north-east"}]
    assert planned(position("A: I d5; C: I n14, I s14"), "catch") == []
    own = state.model_copy(update={"breach": Breach(side="south-west", square="f6")})
    assert planned((rules, own), "catch") == []


class _Listening(LeanTable[State]):
    """A table that lets the built-in player answer."""

    def __init__(self, rules: StratixRules, state: State) -> None:
        super().__init__(rules, state, Chance("none"))
        self.rules = rules
        self.said: list[Any] = []

    def ask(self, question: Any) -> Any:
        order = answered(self.rules.book, self.rules.view(self.state, question.seat), question)
        assert order is not None
        assert not list(question.check(order))
        self.said.append(order.to_json())
        return order


@pytest.mark.parametrize(("breach", "army"), [("north-west", "north-west"), (None, "nobody")])
def test_who_is_not_to_move_catches_too(breach: str | None, army: str) -> None:
    rules, state = position("A: I d5; B: I f14, I a14; C: I n13, I s14", side="C")
    went = (Going(origin="f15", target="f14"),)
    made = (*state.made, state.made[-1].model_copy(update={"side": "north-west", "moves": went}))
    found = None if breach is None else Breach(side=breach, square="f14")
    after = state.model_copy(update={"made": (made[-1], made[0]), "breach": found})
    table = _Listening(rules, after)
    catching_by_others(rules.book, table, "north-east", "turn-1/north-east")
    assert table.said == [{"order": "catch", "side": army}]


def _answer(given: Position, question: Any) -> Any:
    rules, state = given
    order = answered(rules.book, rules.view(state, question.seat), question)
    if order is not None:
        assert not list(question.check(order))
    return None if order is None else order.to_json()


GIVEN = "A: I d5, T e5, I a6; C: J g12, T h8, I s14"


def test_the_best_piece_comes_back() -> None:
    question = recover_question(
        "A", ("infantry", "jet", "tank"), ("a6", "b5"), seat="south-west", label="a"
    )
    assert _answer(position(GIVEN), question) == {"order": "recover", "kind": "jet", "to": "b5"}


def test_the_best_enemy_is_meant() -> None:
    question = target_question("A", ("h8", "g12", "s14"), seat="south-west", label="a")
    assert _answer(position(GIVEN), question) == {"order": "target", "at": "g12"}


def test_what_is_all_the_same_is_chosen_from_the_own_corner() -> None:
    question = relay_question("A", ("c8", "h3"), seat="south-west", label="a")
    assert _answer(position(GIVEN), question) == {"order": "relay", "to": "h3"}


def test_a_piece_is_lifted_onto_the_best_one_that_nobody_guards() -> None:
    choice = Choice("A", origins=("e5",), targets=lambda origin: ("h8", "g12", "k11"))
    question = lift_question(choice, seat="south-west", label="a")
    order = {"order": "lift", "from": "e5", "to": "g12"}
    assert _answer(position(GIVEN), question) == order


def test_cards_that_harm_are_put_on_top() -> None:
    question = arrange_question(
        "A", dict.fromkeys(("r13", "r11", "r12"), "A"), seat="south-west", label="a"
    )
    assert _answer(position(GIVEN), question)["cards"][0] == "r11"


def _holding(card: str, text: str, **fields: Any) -> Position:
    """Returns a position in which south-west keeps a card."""
    given = {"kept": {"south-west": 1}, **fields}
    return position(text, top=[card], **given)


def test_a_general_recall_is_played_at_once() -> None:
    given = _holding("r13", GIVEN)
    (order,) = planned(given, "play")
    assert (order["card"], order["kind"]) == ("r13", "icbm")
    loud = given[1].model_copy(update={"is_loud": True})
    assert planned((given[0], loud), "play") == []


def test_a_piece_digs_in_for_a_good_strike() -> None:
    text = "A: I f6, A g5, I a6; C: J g12, I s14"
    (order,) = planned(_holding("r09", text), "play")
    assert (order["card"], order["from"]) == ("r09", "f6")
    assert planned(_holding("r09", "A: I f6, A g5; C: I s14, J r15"), "play") == []


def test_an_airlift_waits_for_the_end_of_the_deck() -> None:
    """Then a piece is lifted towards the enemy whom least is missing to outnumber."""
    text = "A: I d6, I e6, T n7, I a6; C: I s14, I r15"
    assert planned(_holding("r01", text), "play") == []
    given = _holding("r01", text, cards=3)
    (order,) = planned(given, "play")
    assert (order["card"], order["from"]) == ("r01", "n7")
    assert given[0].book.zone_of(order["to"]) == "north-east"


def test_no_airlift_where_something_can_be_struck() -> None:
    text = "A: A g5, I e6, I a6; C: J g12, I s14"
    assert planned(_holding("r01", text, cards=3), "play") == []
    assert planned(_holding("r16", text, cards=3), "play") == [], "a refit is for the last moment"


def test_a_piece_dashes_to_the_bridge_of_the_weakest_enemy() -> None:
    text = "A: I c10, I a6; B: I n7, T m8, I a14; C: I s14, I r15"
    (order,) = planned(_holding("r18", text, cards=3), "play")
    assert (order["card"], order["from"]) == ("r18", "c10")


def test_a_question_of_the_last_card_is_answered() -> None:
    """A card that can do something is used rather than discarded."""
    from adjudicator.games.stratix.rules.cards_last import use_held_cards

    rules, state = _holding("r16", GIVEN)
    table = _Listening(rules, state.model_copy(update={"pile": (), "removed": state.pile}))
    use_held_cards(rules.book, table, "south-west", None)
    (said,) = table.said
    assert said["card"] == "r16"
    assert not said["discard"]


def test_under_a_cease_fire_nothing_is_struck_or_feared_there() -> None:
    rules, state = position("A: A g5, I a6; C: J g12, A g18, I s14")
    truce = Ceasefire(side="north-east", quadrant="north-west")
    after = state.model_copy(update={"ceasefire": truce})
    assert moved((rules, after)) != "g5-g12"
    assert answered(rules.book, after, _plain_question()) is None


def _plain_question() -> Any:
    """Returns a question without options."""
    question = relay_question("A", ("c8",), seat="south-west", label="a")
    return question._replace(options=None)
