"""The topic `match`, of every game: to concede, to offer a draw, to accept one.

A sheet may give it at any time, from any seat, also while a step is suspended. What is said takes
effect at once: between steps in the state; in a suspended step as an entry of its journal, so that
going on hears it in the same place each time; and if it ends the match, the step ends with it.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from adjudicator.core.game import Event, Order, OrderFailed, Rules, State, example
from adjudicator.core.values import Id, Value

__all__ = [
    "MATCH",
    "MATCH_ORDERS",
    "NO_OFFER",
    "AcceptDraw",
    "Concede",
    "DrawAccepted",
    "DrawOfferLapsed",
    "DrawOffered",
    "MatchOrder",
    "MatchOrdersGiven",
    "OfferDraw",
    "SeatConceded",
    "apply_match_orders",
    "evolved",
    "match_orders_of",
    "other_offers",
]

S = TypeVar("S", bound=State)

MATCH = "match"
"""The topic."""
NO_OFFER = "no other seat offers a draw"


class Concede(Order):
    """Gives the match up.

    From then on nothing is due from your seat and nothing that it ordered is carried out; its
    standing orders and the defaults answer for it.
    """

    model_config = example({"order": "concede"})
    order: Literal["concede"]


class OfferDraw(Order):
    """Offers a draw to all other seats.

    It stands until your next sheet; say it again to uphold it. The match is drawn when every seat
    that has not conceded offers or accepts.
    """

    model_config = example({"order": "offer-draw"})
    order: Literal["offer-draw"]


class AcceptDraw(Order):
    """Accepts the draw that another seat offers.

    It stands until your next sheet, as an offer does.
    """

    model_config = example({"order": "accept-draw"})
    order: Literal["accept-draw"]


MATCH_ORDERS: tuple[type[Order], ...] = (Concede, OfferDraw, AcceptDraw)


class SeatConceded(Event):
    """A seat gave the match up."""

    seat: Id


class DrawOffered(Event):
    """A seat offered a draw."""

    seat: Id


class DrawAccepted(Event):
    """A seat accepted the draw that another seat offered."""

    seat: Id


class DrawOfferLapsed(Event):
    """A seat sent a sheet that did not uphold its offer or acceptance of a draw."""

    seat: Id


class MatchOrder(Value):
    """What one seat said about the match, as it took effect."""

    seat: Id
    """The seat."""
    says: Literal["lapse", "concede", "offer-draw", "accept-draw"]
    """What it said; lapse: nothing more of the draw that it offered or accepted."""


class MatchOrdersGiven(Value):
    """A journal entry: what was said about the match while the step was suspended."""

    t: Literal["match"]
    words: tuple[MatchOrder, ...]
    """In the order in which it took effect."""


def other_offers(state: State, seat: str) -> tuple[str, ...]:
    """Returns the other seats that offer a draw or accept one."""
    return tuple(other for other in state.draw_offers if other != seat)


def match_orders_of(
    state: S, given: Mapping[str, Sequence[Order]]
) -> tuple[tuple[MatchOrder, ...], tuple[OrderFailed, ...]]:
    """Returns what the sheets of one opening say about the match, in the order of taking effect.

    Args:
        given: by seat with a new sheet, its orders under `match`.

    Returns:
        The words; and acceptances that failed, for the offer lapsed in the same opening.
    """

    def saying(kind: type[Order]) -> list[str]:
        return [seat for seat in sorted(given) if any(isinstance(o, kind) for o in given[seat])]

    conceding = [seat for seat in saying(Concede) if seat not in state.conceded]
    offering, accepting = (
        [seat for seat in saying(kind) if seat not in (*conceding, *state.conceded)]
        for kind in (OfferDraw, AcceptDraw)
    )
    upheld = (*conceding, *offering, *accepting)
    lapsing = [seat for seat in sorted(given) if seat in state.draw_offers and seat not in upheld]
    standing = [seat for seat in state.draw_offers if seat not in (*conceding, *lapsing)]
    words = [MatchOrder(seat=seat, says="lapse") for seat in lapsing]
    words += [MatchOrder(seat=seat, says="concede") for seat in conceding]
    words += [MatchOrder(seat=seat, says="offer-draw") for seat in offering if seat not in standing]
    standing += [seat for seat in offering if seat not in standing]
    failed: list[OrderFailed] = []
    for seat in accepting:
        if seat in standing:
            continue
        if standing:
            words.append(MatchOrder(seat=seat, says="accept-draw"))
        else:
            order = AcceptDraw(order="accept-draw").to_json()
            failed.append(
                OrderFailed(
                    seat=seat, topic=MATCH, index=0, order=order,
                    code="no-draw-offer", message=NO_OFFER,
                )
            )  # fmt: skip
    return tuple(words), tuple(failed)


def apply_match_orders(
    rules: Rules[S], state: S, words: Sequence[MatchOrder]
) -> tuple[S, tuple[Event, ...]]:
    """Returns the state after what was said, and the events that lead there.

    Among them is the end of the match, if the rules see it decided or every seat that is left
    agrees to a draw.
    """
    events = [_match_event(word) for word in words]
    for event in events:
        state = evolved(rules, state, event)
    ends: Sequence[Event] = ()
    if any(word.says == "concede" for word in words):
        ends = rules.conceded(state)
    if not ends and all(
        seat in (*state.consent_not_needed, *state.draw_offers) for seat in rules.seats
    ):
        ends = rules.draw_agreed(state)
    for event in ends:
        state = evolved(rules, state, event)
    return state, (*events, *ends)


def _match_event(word: MatchOrder) -> Event:
    match word.says:
        case "lapse":
            return DrawOfferLapsed(seat=word.seat)
        case "concede":
            return SeatConceded(seat=word.seat)
        case "offer-draw":
            return DrawOffered(seat=word.seat)
        case "accept-draw":
            return DrawAccepted(seat=word.seat)


def evolved(rules: Rules[S], state: S, event: Event) -> S:
    """Returns the state after an event: one of these, or one of the game's."""
    match event:
        case SeatConceded():
            return state.model_copy(
                update={
                    "conceded": (*state.conceded, event.seat),
                    "draw_offers": other_offers(state, event.seat),
                }
            )
        case DrawOffered() | DrawAccepted():
            return state.model_copy(update={"draw_offers": (*state.draw_offers, event.seat)})
        case DrawOfferLapsed():
            return state.model_copy(update={"draw_offers": other_offers(state, event.seat)})
    return rules.evolve(state, event)
