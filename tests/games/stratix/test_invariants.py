"""What no state of a right program is: each broken invariant is named. And orders by their form."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.game import Order, StandingOrder
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.state import (
    Breach,
    Ceasefire,
    Going,
    Lost,
    Made,
    Piece,
    Result,
    State,
)
from tests.games.stratix.playing import begun, board, opened, play, state_of

RULES = opened(board("A: J d7, T f4; C: T m13, J p13", deck=["r01", "r12", "r23"]))
SOUND = state_of(begun(RULES, ["r01", "r12", "r23"]))
TANK = Piece(side="south-west", kind="tank")
REPLY = Reply.model_validate({"order": "reply", "if": "any", "move": {"from": "d7", "to": "d8"}})


def _broken(**changes: Any) -> list[str]:
    return list(RULES.check_state(SOUND.model_copy(update=changes)))


def test_a_sound_state() -> None:
    assert _broken() == []
    assert list(RULES.check_state(RULES.start)) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"pieces": SOUND.pieces | {"z9": TANK}}, 'there is no "z9"'),
        ({"side": "west"}, 'there is no "west"'),
        ({"breach": Breach(side="east", square="f6")}, 'there is no "east"'),
        ({"ceasefire": Ceasefire(side="south-west", quadrant="x")}, 'there is no "x"'),
        (
            {
                "made": (
                    Made(
                        side="south-west",
                        moves=(Going(origin="a0", target="a1"),),
                        lost=(Lost(side="south-west", kind="tank", square="a1"),),
                    ),
                )
            },
            'there is no "a0"',
        ),
        ({"order": ("south-west",)}, "armies in play and fallen ones are not the armies"),
        ({"captured": FrozenMap()}, "captured are not those of the armies"),
        ({"made": (Made(side="south-west"),) * 2}, "an army made two latest turns"),
        (
            {"fallen": ("north-east",), "replies": FrozenMap({"north-east": (REPLY,)}),
             "order": ("south-west",)},
            "north-east is out, and still replies",
        ),
        ({"pieces": SOUND.pieces | {"j5": TANK}}, "a piece stands on the water of j5"),
        (
            {"pieces": SOUND.pieces | {"s18": TANK}},
            "south-west stands on the red square s18 of another army",
        ),
        (
            {"fallen": ("north-east",), "order": ("south-west",)},
            "north-east is out and has a piece on m13",
        ),
        (
            {"captured": SOUND.captured | {"south-west": FrozenMap({"jet": 2})}},
            "south-west has more of jet than there are",
        ),
        (
            {"result": Result(winner=None, reason="draw")},
            "the match is over without a result, or has one and is not over",
        ),
        (
            {"fallen": ("south-west",), "order": ("north-east",)},
            "it is the turn of south-west, which is out",
        ),
        ({"conceded": ("south-west",)}, "fewer than two armies play"),
        (
            {"pieces": FrozenMap({"d7": TANK})},
            "north-east plays without pieces",
        ),
        ({"phase": "deal", "is_loud": True}, "something happened before the match began"),
        ({"made": ()}, "the turn of south-west has not begun"),
        (
            {"assault": True, "due": ("f6",), "pile": (), "removed": (0, 1, 2)},
            "a piece has to leave a recon space in the final assault",
        ),
        (
            {"phase": "begin", "due": ("f6",)},
            "pieces have to leave recon spaces between two turns",
        ),
        ({"due": ("d7",)}, "d7 is no recon space, and is to be left"),
        (
            {"breach": Breach(side="south-west", square="f6")},
            "nobody stays on f6 against the rules",
        ),
        ({"decks": (*SOUND.decks, *SOUND.decks)}, "there are two decks"),
        ({"pile": (0, 1)}, "the cards of the deck are not each in one place"),
        (
            {"looked": FrozenMap({"south-west": (7,)})},
            "south-west has looked at cards that are not in the deck",
        ),
        (
            {"pile": (), "removed": (0, 1, 2)},
            "the last card is drawn and the final assault has not begun",
        ),
        ({"assault": True}, "cards are left in the final assault"),
        (
            {"decks": tuple(deck.unsealed(0) for deck in SOUND.decks), "pile": (1, 2),
             "hands": SOUND.hands | {"south-west": (0,)}},
            "a kept card is public",
        ),
    ],
)  # fmt: skip
def test_a_broken_state(changes: dict[str, Any], says: str) -> None:
    assert says in _broken(**changes)


def test_armies_play_clockwise() -> None:
    rules = opened("four")
    sides = ("south-west", "north-east", "north-west", "south-east")
    broken = rules.check_state(rules.start.model_copy(update={"order": sides}))
    assert "the armies do not play clockwise" in list(broken)


def test_a_card_twice_in_a_deck() -> None:
    (deck,) = SOUND.decks
    order = (deck.order[0], deck.order[0], deck.order[2])
    twice = deck.model_copy(update={"cards": ("r01", "r01", "r23"), "order": order})
    assert "a deck has a card twice" in _broken(decks=(twice,))


# -- orders by their form, where a step goes on and the rules are not run -------------------------


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (o.Catch(order="catch", side="nobody"), []),
        (o.Catch(order="catch", side="west"), ["unknown-army"]),
        (o.Lose(order="lose", at="t1"), ["unknown-square"]),
        (
            o.Move.model_validate(
                {"order": "move", "from": "t1", "to": "d7", "path": ("d7", "t2")}
            ),
            ["unknown-square", "unknown-square"],
        ),
        (
            Reply.model_validate(
                {
                    "order": "reply",
                    "if": ({"side": "west", "from": "t1", "to": "d7"},),
                    "catch": "east",
                    "move": {"from": "t2", "to": "d8"},
                    "then": (
                        {"order": "reply", "if": "any", "move": {"from": "d8", "to": "t3"}},
                    ),
                }
            ),
            ["unknown-army", "unknown-square", "unknown-army", "unknown-square",
             "unknown-square"],
        ),
    ],
)  # fmt: skip
def test_orders_by_their_form(order: Order, codes: list[str]) -> None:
    found = RULES.check_static(SOUND, "move", order, seat="south-west")
    assert [problem.code for problem in found] == codes


def test_standing_orders() -> None:
    given: list[tuple[StandingOrder, list[str]]] = [
        (o.StandingLose(standing="lose", first=("tank", "bomber")), ["unknown-kind"]),
        (o.StandingSingle(standing="single", play=True), []),
    ]
    for order, codes in given:
        assert [one.code for one in RULES.check_standing("south-west", order)] == codes
    for order in (
        *RULES.standing_defaults("south-west"),
        *RULES.standing_examples(SOUND, "south-west"),
    ):
        assert not list(RULES.check_standing("south-west", order))


# -- turns at their edges -------------------------------------------------------------------------


def _state(done: Any) -> State:
    state = done.state
    assert isinstance(state, State)
    return state


def test_a_catch_may_end_the_match() -> None:
    """The last piece of the only other army is caught: the catcher has won without a move."""
    start = board("A: T d7, T e7; C: T n14", breach={"side": "north-east", "square": "n14"})
    rules = opened({**start, "deck": ["r12", "r23"]})
    save = begun(rules, ["r12", "r23"])
    orders = {
        "catch": [{"order": "catch", "side": "north-east"}],
        "move": [{"order": "move", "from": "d7", "to": "d8"}],
    }
    result = _state(play(rules, {"south-west": orders}, save, n=2)).result
    assert result == Result(winner="south-west", reason="last-army")


def test_a_catch_in_a_reply_may_end_the_match() -> None:
    """The ICBM is used up by its strike, and the piece that should have left is the last one."""
    start = board("A: T d7, J e7, T q13; C: H n14, M q15", deck=["r12", "r23"])
    rules = opened(start, icbm_expended=True)
    save = begun(rules, ["r12", "r23"])
    way = {"from": "d8", "to": "d9"}
    said = {"order": "reply", "if": "any", "catch": "north-east", "move": way, "confirm": 1}
    orders = {"move": [{"order": "move", "from": "d7", "to": "d8"}], "replies": [said]}
    save = play(rules, {"south-west": orders}, save, n=2).save
    strike = {"move": [{"order": "move", "from": "q15", "to": "q13"}]}
    done = play(rules, {"north-east": strike}, save, n=3)
    assert _state(done).result == Result(winner="south-west", reason="last-army")
    assert done.save.is_over


def test_orders_in_words() -> None:
    """As a report tells an order that failed."""
    narrator = opened("two").narrator
    way = {"from": "d7", "to": "d8"}
    given: list[tuple[dict[str, Any], str]] = [
        ({"order": "catch", "side": "north-west"}, "catch North-West"),
        ({"order": "move", **way}, "d7 to d8"),
        ({"order": "play", "card": "r01"}, "play r01"),
        ({"order": "lose", "at": "d3"}, "lose the piece on d3"),
        ({"order": "reply", "move": way}, "reply d7 to d8"),
    ]
    for order, words in given:
        assert narrator.order(order) == words
    assert narrator.order({"order": "automatic"}) == "automatic"
