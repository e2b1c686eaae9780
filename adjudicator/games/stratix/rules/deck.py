"""The sealed recon deck: shuffled, dealt in a written position, put away unread. (Recon deck)"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.decks import Deck
from adjudicator.core.english import amount
from adjudicator.core.game import Table
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix.cards import CardFacts
from adjudicator.games.stratix.events import DeckShuffled
from adjudicator.games.stratix.rules.places import unknown_army
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Dealing, Start, State

__all__ = ["cards_of", "check_deck", "deal", "facts_of", "look_up", "to_deal"]

_RULE = "start, ruling 39"


def deal(book: Ruleset, table: Table[State]) -> None:
    """The recon deck is shuffled and sealed; a written position deals hands from it.

    Each army, clockwise from the one that begins, gets the first cards of the deck that are kept;
    others are passed over and stay where they lie. Then as many are left to draw as the position
    says, and those under them leave the game unseen. (Start, rulings 29 and 39)
    """
    state = table.state
    dealing = state.to_deal or Dealing()
    deck = table.deck("recon-deck", dealing.deck or book.cards.in_order)
    waiting = list(range(len(deck)))
    hands: dict[str, tuple[int, ...]] = {}
    for side in state.order:
        found = [place for place in waiting if _is_kept(book, deck, place)]
        hands[side] = tuple(found[: dealing.kept.get(side, 0)])
        waiting = [place for place in waiting if place not in hands[side]]
    left = len(waiting) if dealing.cards is None else dealing.cards
    removed = tuple(waiting[left:])
    table.record(DeckShuffled(deck=deck, hands=FrozenMap(hands), removed=removed))


def _is_kept(book: Ruleset, deck: Deck, position: int) -> bool:
    card = deck.card(position)
    return card is not None and facts_of(book, card).is_kept


def facts_of(book: Ruleset, card: str) -> CardFacts:
    """Returns what a card of the deck does."""
    return book.cards.cards[card]


def cards_of(state: State, side: str) -> dict[str, int]:
    """Returns by card the positions of a hand, in the order in which they came.

    Of a hand that is not known here there are none.
    """
    found = {_card(state, position): position for position in state.hands[side]}
    return {card: position for card, position in found.items() if card is not None}


def _card(state: State, position: int) -> str | None:
    (deck,) = state.decks
    return deck.card(position)


def look_up(table: Table[State], position: int) -> str:
    """Returns the card at a position, for the seat that may look at it.

    In a dry run for another seat, which does not know it, everything ends here.
    """
    (deck,) = table.state.decks
    return deck.card(position) or table.unseal(deck, position)


# -- written positions ----------------------------------------------------------------------------


def to_deal(start: Start) -> Dealing | None:
    """Returns what a start position says of the deck; None: it is the whole one."""
    dealing = Dealing(deck=start.deck, kept=start.kept, cards=start.cards)
    return None if dealing == Dealing() else dealing


def check_deck(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what is wrong with the cards of a start position. (Ruling 39)"""
    for check in (_check_names, _check_counts, _check_assault):
        problems = list(check(book, start))
        yield from problems
        if problems:
            return


def _check_names(book: Ruleset, start: Start) -> Iterator[Problem]:
    yield from _check_listed(book, start)
    yield from _check_kept(book, start)


def _check_listed(book: Ruleset, start: Start) -> Iterator[Problem]:
    deck = start.deck or ()
    for index, card in enumerate(deck):
        if card not in book.cards.cards:
            yield _invalid(
                "unknown-card", f'there is no card "{card}"', ("deck", index),
                f"Cards are {book.cards.in_order[0]} to {book.cards.in_order[-1]}.",
            )  # fmt: skip
        elif card in deck[:index]:
            yield _invalid(
                "card-twice", f"{card} is named twice", ("deck", index), "Name each card once."
            )
    if start.deck == ():
        yield _invalid(
            "too-few-cards", "a deck has at least one card", ("deck",),
            'Leave "deck" out for all cards, or write "cards": 0 for a deck that is used up.',
        )  # fmt: skip


def _check_kept(book: Ruleset, start: Start) -> Iterator[Problem]:
    for side in start.kept:
        path: Path = ("kept", side)
        problems = list(unknown_army(book, side, path))
        yield from problems
        if not problems and not start.pieces.get(side):
            yield _invalid(
                "army-without-pieces",
                f"{side} has no pieces, is out, and keeps no cards",
                path,
                "Give its cards to an army that has pieces, or leave them out.",
            )


def _check_counts(book: Ruleset, start: Start) -> Iterator[Problem]:
    deck = start.deck or book.cards.in_order
    dealt = sum(start.kept.values())
    there = sum(facts_of(book, card).is_kept for card in deck)
    if dealt > there:
        yield _invalid(
            "too-many-cards",
            f"the deck has {amount(there, 'card')} to keep, not {dealt}",
            ("kept",),
            f"Deal {there} or fewer." if there else "Deal none.",
        )
    elif start.cards is not None and start.cards > len(deck) - dealt:
        yield _invalid(
            "too-many-cards",
            f"there are {len(deck)} cards and {dealt} of them in hands, so {start.cards} cannot be "
            "left",
            ("cards",),
            f"Give {len(deck) - dealt} or fewer.",
        )


def _check_assault(book: Ruleset, start: Start) -> Iterator[Problem]:
    """The final assault begins when the last card is drawn, and no card is kept in it."""
    left = start.cards
    if left is None:
        left = len(start.deck or book.cards.cards) - sum(start.kept.values())
    is_whole = start.deck is None and start.cards is None
    if start.assault and (start.kept or (left > 0 and not is_whole)):
        yield _invalid(
            "cards-in-assault",
            "in the final assault no card is left, in the deck or in a hand",
            ("assault",),
            'Leave "deck", "kept" and "cards" out, or the final assault.',
        )
    if not start.assault and left <= 0 and start.pieces:
        yield _invalid(
            "assault-not-begun",
            "no card is left and the final assault has not begun",
            ("assault",),
            'Write "assault": true, or leave a card in the deck.',
        )


def _invalid(code: str, message: str, path: Path, hint: str) -> Problem:
    return Problem(code, message, path, _RULE, hint=hint, kind="invalid")
