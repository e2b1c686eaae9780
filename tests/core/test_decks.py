"""Decks as a file may hold them: what no shuffle can have made is told."""

from __future__ import annotations

import pytest

from adjudicator.audit.chance import HiddenKey
from adjudicator.core.decks import Card, Deck

DECK = HiddenKey.opened("5e" * 32, "1d" * 32, 1, "7e" * 32).deck("deck", ("c1", "c2", "c3"))
STRANGE = Card(value="c9", salt="00" * 32)


def test_what_was_shuffled_is_whole_also_as_somebody_sees_it() -> None:
    assert not list(DECK.broken())
    assert not list(DECK.shown([1]).broken())
    assert not list(DECK.unsealed(2).shown([]).broken())


@pytest.mark.parametrize(
    "changed",
    [
        {"order": DECK.order[:2]},
        {"order": (STRANGE, *DECK.order[1:])},
        {"order": (DECK.order[0], DECK.order[0], None)},
        {"public": (3,)},
        {"public": (-1,)},
        {"public": (0,), "order": (None, *DECK.order[1:])},
    ],
)
def test_what_cannot_be_is_told(changed: dict[str, object]) -> None:
    assert len(list(Deck.model_copy(DECK, update=changed).broken())) == 1
