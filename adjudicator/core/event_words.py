"""What the core records, in a sentence: for games that have no words of their own for it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.english import nth
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed

__all__ = ["words_of"]


def words_of(event: Event, named: Callable[[str], str]) -> str | None:
    """Returns an event of the core's in a sentence; None: there is nothing to tell.

    Args:
        named: gives a seat's name as players read it.
    """
    match event:
        case SeatConceded():
            return f"{named(event.seat)} concedes."
        case DrawOffered():
            return f"{named(event.seat)} offers a draw."
        case DrawAccepted():
            return f"{named(event.seat)} accepts the draw."
        case DrawOfferLapsed():
            return f"{named(event.seat)} no longer offers or accepts a draw."
        case OrderFailed():
            which = f"{named(event.seat)}, {nth(event.index + 1)} {event.topic} order"
            return f"{which}: not carried out, for {event.message}."
        case OrderCut():
            which = f"{named(event.seat)}, {nth(event.index + 1)} {event.topic} order"
            return f"{which}: carried out in part."
        case AnswerUnused():
            return f"{named(event.seat)}, answer to {event.label}: {event.message}."
    return None
