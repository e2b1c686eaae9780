"""What one seat may know of a state and of events.

Hidden are the cards in the deck and in the hands of the others, how an army arranged the cards that
it looked at, and what the others will reply. Everybody sees how many cards each army keeps, and at
which positions of the deck they lay. (Rulings 29, 30 and 34)
"""

from __future__ import annotations

from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.state import State

__all__ = ["redact", "view"]


def view(state: State, seat: str | None) -> State:
    """Returns what a seat (None: everybody) may know; at the end all is known."""
    if state.result is not None:
        return state
    own: tuple[int, ...] = ()
    if seat is not None:
        own = (*state.hands.get(seat, ()), *state.looked.get(seat, ()))
    replies = {side: said for side, said in state.replies.items() if side == seat}
    return state.model_copy(
        update={
            "decks": tuple(deck.shown(own) for deck in state.decks),
            "pile": _pile(state, seat),
            "replies": FrozenMap(replies),
        }
    )


def _pile(state: State, seat: str | None) -> tuple[int, ...]:
    """Returns the positions to be drawn; those that another army arranged in no order of its.

    They stand in the order of the deck, but what everybody knows comes last: so nothing is planned
    on a card whose place is not known. (Ruling 34)
    """
    pile = state.pile
    for side, positions in state.looked.items():
        if side == seat:
            continue
        (deck,) = state.decks
        hidden = sorted(positions, key=lambda position: (position in deck.public, position))
        left = iter([position for position in hidden if position in pile])
        pile = tuple(next(left) if position in positions else position for position in pile)
    return pile


def redact(event: Event, seat: str | None) -> Event | None:
    """Returns what a seat (None: everybody) may know of an event; None: nothing."""
    match event:
        case e.DeckShuffled():
            # Which positions were dealt is public; what lies there, views show.
            return event.model_copy(update={"deck": event.deck.shown(())})
        case e.DeckArranged() if event.side != seat:
            return None
        case e.RepliesKept() | e.ReplyFailed() | e.RepliesEnded() if event.side != seat:
            return None
    return event
