"""A rehearsal finds what an author of hidden information does wrong, which no log shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

import adjudicator
from adjudicator import registry
from adjudicator.core.decks import Deck, decks_in
from adjudicator.core.game import Event
from tests.core.hand import HAND, Hand, HandRules, Played, PutAsideUnseen, hand_scenario
from tests.registered import registered

SCENARIO = hand_scenario()


@pytest.fixture(autouse=True)
def _hand(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of hidden hands stands in the registry, its scenario in a file."""
    import json

    (tmp_path / "hands.json").write_text(json.dumps(SCENARIO.to_json()))
    monkeypatch.chdir(tmp_path)
    with patch.object(registry, "GAMES", registered(HAND)):
        yield


def faults() -> str:
    return "\n".join(adjudicator.rehearse("hand", "hands.json").faults)


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    played = adjudicator.rehearse("hand", "hands.json")
    assert played.faults == ()
    assert played.is_over
    assert played.openings > 2


def test_a_view_that_shows_every_card() -> None:
    with patch.object(HandRules, "view", lambda self, state, seat: state):
        assert "everybody's view shows cards 0, 1, 2, 3, 4, ... of deal/deck" in faults()


def test_an_event_that_is_heard_whole() -> None:
    with patch.object(HandRules, "redact", lambda self, event, seat: event):
        assert "everybody hears cards 0, 1, 2, 3, 4, ... of deal/deck in shuffled" in faults()


def test_a_card_that_is_called_public_and_never_was_unsealed() -> None:
    evolve = HandRules.evolve

    def shown(self: HandRules, state: Hand, event: Event) -> Hand:
        after = evolve(self, state, event)
        if not isinstance(event, PutAsideUnseen):
            return after
        decks = list(after.decks)
        decks[event.place.deck] = decks[event.place.deck].unsealed(event.place.position)
        return after.model_copy(update={"decks": tuple(decks)})

    nothing_else = patch.object(HandRules, "check_state", lambda self, state: ())
    with nothing_else, patch.object(HandRules, "evolve", shown):
        assert "is public without Table.unseal" in faults()


def test_a_card_that_was_unsealed_and_stays_hidden() -> None:
    evolve = HandRules.evolve

    def hidden(self: HandRules, state: Hand, event: Event) -> Hand:
        after = evolve(self, state, event)
        return (
            after.model_copy(update={"decks": state.decks}) if isinstance(event, Played) else after
        )

    with patch.object(HandRules, "evolve", hidden):
        assert "was unsealed, and the state hides it" in faults()


def test_a_view_of_a_view_that_is_another() -> None:
    view = HandRules.view

    def later(self: HandRules, state: Hand, seat: str | None) -> Hand:
        return view(self, state, seat).model_copy(update={"turn": state.turn + 1})

    with patch.object(HandRules, "view", later):
        found = faults()
    assert "the view of it is another one" in found
    assert "another step comes next" in found


def test_only_decks_are_taken_fordecks_in() -> None:
    deck = Deck(label="d", n=1, cards=("a",), order=(None,))
    assert [*decks_in({"x": [deck.to_json(), {"label": "d", "n": 1}], "y": 3})] == [deck]
