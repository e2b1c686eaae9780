"""What a seat says about the match, and what it may still say when it has left it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ending import MATCH, NO_OFFER, AcceptDraw, Concede, other_offers
from adjudicator.core.game import State
from adjudicator.core.problem import Problem
from adjudicator.core.sheet import Sheet

__all__ = ["conceded_problems", "eliminated_problems", "match_problems"]


def conceded_problems(sheet: Sheet) -> Iterator[Problem]:
    """Whoever has conceded orders nothing more; standing orders still answer for it."""
    for topic, orders in sheet.orders.items():
        if orders:
            yield Problem(
                "has-conceded",
                f"{sheet.seat} has conceded: nothing more that it orders is carried out",
                ("orders", topic),
                hint="Standing orders are still taken.",
            )
    for turn in sheet.then:
        yield Problem(
            "has-conceded",
            f"{sheet.seat} has conceded: it plays no later player-turn",
            ("then", turn),
            hint="Standing orders are still taken.",
        )
    for label in sheet.answers:
        yield Problem(
            "has-conceded",
            f"{sheet.seat} has conceded: it is asked no more",
            ("answers", label),
            hint="Standing orders are still taken.",
        )


def eliminated_problems(sheet: Sheet) -> Iterator[Problem]:
    """Who is out of the match has nothing to order, to answer or to give up."""
    said = [("orders", topic) for topic, orders in sheet.orders.items() if orders]
    said += [("then", turn) for turn in sheet.then]
    for path in (*said, *(("answers", label) for label in sheet.answers)):
        yield Problem(
            "out-of-match",
            f"{sheet.seat} is out of the match: nothing is asked of it any more",
            path,
            hint="Send no more sheets; you will still get every report.",
        )


def match_problems(reached: State, sheet: Sheet) -> Iterator[Problem]:
    """What a seat says about the match: one thing, and what can be said now."""
    orders = sheet.orders.get(MATCH, ())
    path = ("orders", MATCH)
    if len(orders) > 1:
        yield Problem(
            "match-ordered-twice",
            f"{MATCH} takes one order, not {len(orders)}",
            (*path, 1),
            hint="Give the one that counts.",
        )
    for index, order in enumerate(orders[:1]):
        topics = (topic for topic, listed in sheet.orders.items() if listed and topic != MATCH)
        given: list[tuple[str, ...]] = [("orders", topic) for topic in topics]
        given += [("answers",)] if sheet.answers else []
        given += [("then",)] if sheet.then else []
        if isinstance(order, Concede) and given:
            yield Problem(
                "orders-beside-concede",
                f"{sheet.seat} concedes: what else it orders would not be carried out",
                given[0],
                hint='Leave all but "match" out; standing orders may stay.',
            )
        if isinstance(order, AcceptDraw) and not other_offers(reached, sheet.seat):
            yield Problem(
                "no-draw-offer",
                NO_OFFER,
                (*path, index),
                hint='To offer one, give {"order": "offer-draw"}.',
            )
