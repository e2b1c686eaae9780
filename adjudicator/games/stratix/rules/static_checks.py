"""What of an order no card and no move can change: the square exists, the army plays."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import Order
from adjudicator.core.problem import Path, Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.rules.places import (
    unknown_army,
    unknown_kind,
    unknown_square,
)
from adjudicator.games.stratix.ruleset import Ruleset

__all__ = ["check_static"]


def check_static(book: Ruleset, order: Order) -> Iterator[Problem]:
    """Yields what is wrong with an order in every position of the match."""
    match order:
        case o.Catch():
            if order.side != o.NOBODY:
                yield from unknown_army(book, order.side, ("side",))
        case o.Move():
            yield from _squares(book, order.from_, order.to, order.path or ())
        case o.Lose() | o.Target():
            yield from unknown_square(book, order.at, ("at",))
        case o.Return() | o.Relay():
            yield from unknown_square(book, order.to, ("to",))
        case o.Recover():
            yield from unknown_kind(order.kind, ("kind",), "pieces")
            yield from unknown_square(book, order.to, ("to",))
        case o.Lift():
            yield from _optional_squares(book, order.from_, order.to)
        case o.Play():
            yield from _unknown_card(book, order.card, ("card",))
            yield from _optional_squares(book, order.from_, order.to)
            if order.kind is not None:
                yield from unknown_kind(order.kind, ("kind",), "pieces")
        case o.Arrange():
            for place, card in enumerate(order.cards):
                yield from _unknown_card(book, card, ("cards", place))
        case Reply():
            yield from _reply(book, order)


def _squares(book: Ruleset, origin: str, target: str, path: tuple[str, ...]) -> Iterator[Problem]:
    named: list[tuple[str, Path]] = [(origin, ("from",)), (target, ("to",))]
    named += [(square, ("path", place)) for place, square in enumerate(path)]
    for square, where in named:
        yield from unknown_square(book, square, where)


def _optional_squares(book: Ruleset, origin: str | None, target: str | None) -> Iterator[Problem]:
    for name, square in (("from", origin), ("to", target)):
        if square is not None:
            yield from unknown_square(book, square, (name,))


def _unknown_card(book: Ruleset, card: str, path: Path) -> Iterator[Problem]:
    if card not in book.cards.cards:
        first, *_, last = book.cards.in_order
        yield Problem(
            "unknown-card",
            f'there is no card "{card}"',
            path,
            "cards",
            hint=f"Cards are {first} to {last}.",
        )


def _reply(book: Ruleset, reply: Reply) -> Iterator[Problem]:
    for place, when in enumerate(reply.if_ if reply.if_ != "any" else ()):
        if when.side is not None:
            yield from unknown_army(book, when.side, ("if", place, "side"))
        for name, square in (("from", when.from_), ("to", when.to)):
            if square is not None:
                yield from unknown_square(book, square, ("if", place, name))
    if reply.catch is not None:
        yield from unknown_army(book, reply.catch, ("catch",))
    way = reply.move
    for problem in _squares(book, way.from_, way.to, way.path or ()):
        yield problem.under("move")
    for place, inner in enumerate(reply.then):
        for problem in _reply(book, inner):
            yield problem.under("then", place)
