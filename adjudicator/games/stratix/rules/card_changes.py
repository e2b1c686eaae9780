"""What the events of cards change in the state; `evolve` asks here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.decks import Deck
from adjudicator.core.game import Event
from adjudicator.core.values import FrozenMap, shifted
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.state import Ceasefire, Going, Piece, State

__all__ = ["card_changes"]


def card_changes(state: State, event: Event) -> Mapping[str, Any] | None:
    """Returns what an event of the cards changes; None: it is none of them."""
    match event:
        case e.DeckShuffled():
            gone = (*event.removed, *(place for hand in event.hands.values() for place in hand))
            pile = tuple(place for place in range(len(event.deck)) if place not in gone)
            hands, removed = state.hands | event.hands, event.removed
            return {
                "decks": (event.deck,),
                "pile": pile,
                "hands": hands,
                "removed": removed,
                "to_deal": None,
                "phase": "begin",
            }
        case e.CardDrawn():
            # What comes behind says where it goes: it is turned up or kept at once.
            return {**_drawn(state, event.position), "is_loud": True}
        case e.CardKept():
            hand = (*state.hands[event.side], event.position)
            return {"hands": state.hands | {event.side: hand}}
        case e.CardShown():
            decks = state.decks if event.is_known else _unsealed(state, event.position)
            return {"decks": decks, "removed": (*state.removed, event.position)}
        case e.CardPlayed() | e.CardDiscarded():
            hand = tuple(place for place in state.hands[event.side] if place != event.position)
            return {
                "decks": _unsealed(state, event.position),
                "hands": state.hands | {event.side: hand},
                "removed": (*state.removed, event.position),
                "is_loud": True,
            }
        case e.CardReturnedToBottom():
            removed = tuple(place for place in state.removed if place != event.position)
            return {"removed": removed, "pile": (*state.pile, event.position)}
        case e.CardDiscardedUnread():
            removed = (*state.removed, event.position)
            return {**_drawn(state, event.position), "removed": removed, "is_loud": True}
        case e.DeckLookedAt():
            return {"looked": state.looked | {event.side: event.positions}}
        case e.DeckArranged():
            rest = tuple(place for place in state.pile if place not in event.positions)
            return {"pile": (*event.positions, *rest)}
    return _on_the_board(state, event)


def _on_the_board(state: State, event: Event) -> Mapping[str, Any] | None:
    match event:
        case e.PieceRecovered():
            lost = shifted(state.captured[event.side], event.kind, -1)
            piece = Piece(side=event.side, kind=event.kind)
            return {
                "pieces": state.pieces | {event.square: piece},
                "captured": state.captured | {event.side: lost},
            }
        case e.PieceReturned():
            piece = state.pieces[event.origin]
            moved = state.pieces.without(event.origin) | {event.target: piece}
            *others, last = state.made
            if last.side == event.side:
                going = Going(origin=event.origin, target=event.target)
                last = last.model_copy(update={"moves": (*last.moves, going)})
            return {"pieces": moved, "made": (*others, last)}
        case e.CeasefireBegun():
            return {"ceasefire": Ceasefire(side=event.side, quadrant=event.quadrant)}
        case e.TurnCancelled():
            return {"misses": tuple(dict.fromkeys((*state.misses, event.side)))}
        case e.Entrenched():
            return {"due": tuple(square for square in state.due if square != event.square)}
        case e.CardHadNoEffect():
            return {}
    return None


def _drawn(state: State, position: int) -> dict[str, Any]:
    """What changes when a position leaves the deck."""
    looked = {
        side: left
        for side, places in state.looked.items()
        if (left := tuple(place for place in places if place != position))
    }
    return {
        "pile": tuple(place for place in state.pile if place != position),
        "looked": FrozenMap(looked),
    }


def _unsealed(state: State, position: int) -> tuple[Deck, ...]:
    (deck,) = state.decks
    return (deck.unsealed(position),)
