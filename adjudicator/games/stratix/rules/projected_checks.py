"""What a sheet orders for later in the player-turn, where nothing can make it legal any more.

Such an order stands behind a card that nobody has seen, or behind a question that never comes. It
is judged by what could ever be asked: what could work on any cards passes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.core.game import Order
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.rules.card_play import plays
from adjudicator.games.stratix.rules.moving import legal_moves
from adjudicator.games.stratix.rules.places import red_pieces
from adjudicator.games.stratix.rules.projected import Projected
from adjudicator.games.stratix.rules.recon_obligations import one_too_many
from adjudicator.games.stratix.rules.replies import check_said, check_way_at_all
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["check_projected"]

_RULE = "cards"
_OF_OTHERS = (o.Return, o.Play, o.Move)
"""What cards ask of armies whose turn it is not: an evacuation, and the last cards."""


def check_projected(
    book: Ruleset, state: State, topic: str, order: Order, *, seat: str
) -> Iterator[Problem]:
    """Yields why nothing that can still happen makes an order legal.

    Args:
        state: where the turn begins, is interrupted, or, in phase "begin", has just ended.
    """
    match order:
        case Reply():
            unknown = Projected(state, is_exact=False, are_own_known=False, next=seat)
            yield from check_said(book, unknown, seat, order, before=())
        case o.Lose():
            yield from _check_lose(book, state, order, seat)
        case o.Automatic() if _is_own(state, seat) or _is_over(state, seat):
            yield Problem(
                "automatic-in-own-turn",
                "whether something is played without a sheet is asked before your turn begins",
                (),
                "rulings 48 and 49",
                hint="Leave it out; a standing order says it for all turns.",
            )
        case o.Move() if topic == "move":
            yield from check_way_at_all(book, seat, order)
        case o.Play() if not book.cards.cards[order.card].is_kept:
            yield _not_for_card("card", order.card)
        case _ if topic == "card":
            yield from _check_card(book, state, order, seat)


def _is_own(state: State, seat: str) -> bool:
    return state.phase == "move" and state.side == seat


def _is_over(state: State, seat: str) -> bool:
    """Whether the army's own turn has just ended, and the next one's has not begun."""
    return state.phase == "begin" and state.ended.endswith(f"-{seat}")


# -- the piece that is lost -----------------------------------------------------------------------


def _check_lose(book: Ruleset, state: State, order: o.Lose, seat: str) -> Iterator[Problem]:
    """A piece is lost where the army cannot move, and it is one on a red square. (Ruling 23)"""
    red = red_pieces(book, state, seat)
    made = state.made[-1].moves if state.made and state.made[-1].side == seat else ()
    moves = _is_own(state, seat) and (
        bool(legal_moves(book, state, seat)) or any(plays(book, state, seat))
    )
    if not _is_red(book, order.at, seat):
        yield _not_blocked(order.at)
    elif made or moves:
        yield Problem(
            "army-not-blocked",
            "your army can move: no piece of yours is lost",
            (),
            "red squares, ruling 6",
            hint="Leave it out.",
        )
    elif _is_over(state, seat):
        yield one_too_many("one piece is lost where none can move")
    elif _is_own(state, seat) and order.at not in red:
        yield _not_blocked(order.at)


def _not_blocked(square: str) -> Problem:
    return Problem(
        "not-a-blocked-piece",
        f"no piece of yours is blocked on {square}",
        ("at",),
        "red squares, ruling 23",
        hint="Name a piece of yours that stands on a red square.",
    )


def _is_red(book: Ruleset, square: str, side: str) -> bool:
    return any(square in line for line in book.board.quadrants[side].lines)


# -- what cards ask -------------------------------------------------------------------------------


def _check_card(book: Ruleset, state: State, order: Order, seat: str) -> Iterator[Problem]:
    """Whether a card can still ask for an answer, and whether any could be answered so."""
    if state.assault or (_is_over(state, seat) and not isinstance(order, _OF_OTHERS)):
        yield Problem(
            "card-not-drawn",
            f'no card asks for "{order.order}" in this turn',
            (),
            _RULE,
            hint="Leave it out: what a card asks is answered when it has been drawn.",
        )
        return
    match order:
        case o.Relay():
            yield from _one_of(_recon(book), "to", order.to)
        case o.Return() | o.Recover():
            lines = book.board.quadrants[seat].lines
            yield from _one_of([square for line in lines for square in line], "to", order.to)
        case o.Target():
            if order.at not in _open(book) or not _may_be_enemy(state, order.at, seat):
                yield _not_for_card("at", order.at)
        case o.Lift():
            yield from _check_lift(book, order)
        case o.Arrange():
            yield from _check_arranged(book, order)
        case o.Move():
            yield from check_way_at_all(book, seat, order)


def _recon(book: Ruleset) -> list[str]:
    return [square for one in book.board.quadrants.values() for square in one.recon]


def _open(book: Ruleset) -> list[str]:
    """Returns the squares of the battle zones that are no recon spaces."""
    zones = (square for one in book.board.quadrants.values() for square in one.zone)
    return [square for square in zones if not book.is_recon(square)]


def _may_be_enemy(state: State, square: str, seat: str) -> bool:
    """Whether an enemy can stand on a square: in the army's own turn none comes. (Ruling 36)"""
    piece = state.pieces.get(square)
    return not _is_own(state, seat) or (piece is not None and piece.side != seat)


def _check_lift(book: Ruleset, order: o.Lift) -> Iterator[Problem]:
    if order.to is not None:
        yield from _one_of(_open(book), "to", order.to)
    if (order.from_ is None) != (order.to is None):
        name = "to" if order.to is None else "from"
        yield Problem(
            "field-needed-by-card",
            f'"{name}" is needed where a piece is lifted',
            (),
            _RULE,
            hint="Give both squares, or neither.",
        )
    elif order.from_ is not None and (book.line_of(order.from_) or order.from_ in book.board.water):
        yield _not_for_card("from", order.from_)


def _check_arranged(book: Ruleset, order: o.Arrange) -> Iterator[Problem]:
    counts = [
        card.effect.count for card in book.cards.cards.values() if isinstance(card.effect, c.Look)
    ]
    if len({*order.cards}) < len(order.cards) or len(order.cards) > max(counts, default=0):
        yield _not_for_card("cards", ", ".join(order.cards))


def _one_of(allowed: Collection[str], name: str, square: str) -> Iterator[Problem]:
    if square not in allowed:
        yield _not_for_card(name, square)


def _not_for_card(name: str, value: str) -> Problem:
    return Problem(
        "not-for-this-card",
        f'no card takes {value} as "{name}" of this order',
        (name,),
        _RULE,
        hint="Leave it out: what a card asks is answered when it has been drawn.",
    )
