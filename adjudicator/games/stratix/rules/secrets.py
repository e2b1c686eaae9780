"""Who knows what: kept cards, the deck, and replies. (Ruling 29)"""

from __future__ import annotations

from adjudicator.core.game import Event
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.state import State

__all__ = ["heard", "shown"]


def shown(state: State, seat: str | None) -> State:
    """Returns what one seat (None: everybody) may know of a state; at the end all of it."""
    if state.result is not None:
        return state
    hand = state.hands.get(seat, ()) if seat is not None else ()
    seen = state.looked.get(seat, ()) if seat is not None else ()
    decks = tuple(deck.shown((*hand, *seen)) for deck in state.decks)
    others = [side for side in state.replies if side != seat]
    replies = state.replies.without(*others)
    return state.model_copy(update={"decks": decks, "replies": replies})


def heard(event: Event, seat: str | None) -> Event | None:
    """Returns what one seat (None: everybody) hears of an event."""
    match event:
        case e.DeckShuffled():
            return event.model_copy(update={"deck": event.deck.shown(())})
        case e.RepliesKept() | e.RepliesEnded() | e.ReplyFailed() if event.side != seat:
            return None
    return event
