"""Each check of the recon cards refuses its own mutation; the shipped deck is that of the book."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudicator.games.stratix.cards import CardFile
from adjudicator.games.stratix.rules.card_checks import check_cards

Document = dict[str, Any]
Found = list[tuple[str, tuple[str | int, ...]]]

FILE = Path(__file__).parents[3] / "maps/four-fronts/cards.json"


@cache
def text() -> str:
    return FILE.read_text()


def shipped() -> CardFile:
    return CardFile.model_validate_json(text())


def found(document: Document) -> Found:
    file = CardFile.model_validate_json(json.dumps(document))
    return [(problem.code, problem.path) for problem in check_cards(file)]


def test_the_shipped_cards_are_sound() -> None:
    assert found(json.loads(text())) == []


def test_the_deck_is_that_of_the_book() -> None:
    """36 cards: 26 obeyed at once, 10 kept; the counts of each effect as the rules give them.

    (Ruling 33)
    """
    cards = shipped().cards
    assert list(shipped().in_order) == [f"r{number:02}" for number in range(1, 37)]
    assert [cards[card].number for card in shipped().in_order] == list(range(1, 37))
    assert sum(facts.is_kept for facts in cards.values()) == 10
    assert sum(facts.is_instead_of_move for facts in cards.values()) == 6
    assert Counter(facts.effect.op for facts in cards.values()) == {
        "airborne-assault": 1, "airlift": 3, "ambush": 2, "bridge-dash": 2, "ceasefire": 1,
        "dig-in": 2, "draw": 1, "evacuation": 1, "fall-back": 2, "further-move": 2, "look": 1,
        "miss-turn": 1, "night-march": 1, "nothing": 3, "recall": 1, "recover": 6, "refit": 1,
        "relay": 3, "sabotage": 2,
    }  # fmt: skip


def _change(card: str, **fields: Any) -> Callable[[Document], None]:
    return lambda document: document["cards"][card].update(fields)


@pytest.mark.parametrize(
    ("mutate", "expected"),
    [
        (lambda document: document["cards"].pop("r12"), ("deck-size", ("cards",))),
        (_change("r12", number=11), ("number-twice", ("cards", "r12", "number"))),
        (
            _change("r12", effect={"op": "ceasefire"}),
            ("effect-twice", ("cards", "r28", "effect")),
        ),
        (
            _change("r12", effect={"op": "look", "count": 2}),
            ("effect-twice", ("cards", "r12", "effect")),
        ),
        (
            _change("r12", effect={"op": "nothing", "under_deck_from": 9}),
            ("effect-twice", ("cards", "r12", "effect", "under_deck_from")),
        ),
        (
            _change("r12", effect={"op": "sabotage", "kinds": ["tank", "jet", "tank"]}),
            ("kind-twice", ("cards", "r12", "effect", "kinds", 2)),
        ),
    ],
)
def test_each_check_refuses_its_mutation(
    mutate: Callable[[Document], object], expected: tuple[str, tuple[str | int, ...]]
) -> None:
    document = json.loads(text())
    mutate(document)
    assert found(document) == [expected]


@pytest.mark.parametrize(
    "effect",
    [
        {"op": "shuffle"},
        {"op": "look", "count": 1},
        {"op": "look", "count": True},
        {"op": "recover", "kinds": []},
        {"op": "recover", "kinds": ["general"]},
        {"op": "nothing", "under_deck_from": 0},
        {"op": "ambush", "kinds": ["tank"]},
        {},
        None,
        7,
    ],
)
def test_an_effect_that_is_not_on_the_list_is_refused(effect: Any) -> None:
    document = json.loads(text())
    document["cards"]["r12"]["effect"] = effect
    with pytest.raises(ValidationError):
        CardFile.model_validate_json(json.dumps(document))


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(nonsense=NONSENSE, card=st.integers(1, 36), field=st.sampled_from(
    ["number", "title", "text", "effect", "source", "colour"]
))  # fmt: skip
def test_nonsense_is_refused_or_found(nonsense: Any, card: int, field: str) -> None:
    """No value anywhere crashes the reader or the checks."""
    document = json.loads(text())
    document["cards"][f"r{card:02}"][field] = nonsense
    try:
        file = CardFile.model_validate_json(json.dumps(document))
    except ValidationError:
        return
    assert field != "colour"
    list(check_cards(file))
