"""Cards in hands, and which of them make sets. (Step 2)

A hand is positions of sealed decks; whoever sees a state knows the cards that are open to them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from adjudicator.core.game import Table
from adjudicator.games.galactic_conquest.events import CardDrawn, DeckShuffled
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import CARDS, Held, State

__all__ = [
    "CARDS_OF_A_SET",
    "MOST_CARDS",
    "NUMBERS",
    "best_set",
    "cards_of",
    "draw_card",
    "sets_of",
]

CARDS_OF_A_SET = 3
MOST_CARDS = 4
"""With more cards than these sets must be turned in. (Steps 2 and 5, ruling 8)"""
NUMBERS: Mapping[str, int] = {card: number for number, card in enumerate(CARDS)}
"""The place of each card in the stated order. (Ruling 19)"""


def cards_of(state: State, seat: str) -> dict[str, Held]:
    """Returns the cards of a hand in their stated order, as far as they are known here."""
    found = {}
    for held in state.hands[seat]:
        card = state.decks[held.deck].card(held.position)
        if card is not None:
            found[card] = held
    return {card: found[card] for card in sorted(found, key=NUMBERS.__getitem__)}


def sets_of(
    book: Ruleset, state: State, cards: Collection[str], *, keep: Collection[str] = ()
) -> list[tuple[str, str, str]]:
    """Returns the sets among cards in their stated order, the best first.

    The best is that with the fewest cards to keep; of these the one that brings most; of these
    the one with the lowest card numbers. (Rulings 11 and 25)
    """
    ranked = [
        (sum(card in keep for card in three), -value, three)
        for three in combinations(cards, 3)
        if (value := book.value_of(three, state.sets_traded))
    ]
    # Combinations come in the order of the cards, and sorting keeps equal ones in it.
    ranked.sort(key=lambda entry: entry[:2])
    return [three for _, _, three in ranked]


def best_set(
    book: Ruleset, state: State, seat: str, *, keep: Sequence[str] = ()
) -> tuple[str, str, str] | None:
    """Returns the set of a hand that is turned in without an order; None: none is known here."""
    return next(iter(sets_of(book, state, cards_of(state, seat), keep=keep)), None)


def draw_card(table: Table[State], seat: str) -> None:
    """A seat draws the next card of the sealed deck.

    A used-up deck makes place for the discards in card order; where there are none either, no
    card is drawn. (Step 7, rulings 24 and 26)
    """
    state = table.state
    if not state.decks or state.drawn == len(state.decks[-1]):
        cards = sorted(state.discards, key=NUMBERS.__getitem__) if state.decks else CARDS
        if not cards:
            return
        deck = table.deck(f"deck-{len(state.decks) + 1}", cards)
        table.record(DeckShuffled(deck=deck))
        state = table.state
    held = Held(deck=len(state.decks) - 1, position=state.drawn)
    table.record(CardDrawn(seat=seat, held=held))
