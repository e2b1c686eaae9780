"""Replies: what an army answers to the moves of the others, a tree of conditions. (Ruling 48)

They are judged when they are ordered, on the position that the army's own move leads to: what can
never be true or never be played is refused. What is left is judged again when it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.english import amount
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Path, Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import KINDS
from adjudicator.games.stratix.conditions import (
    DEEPEST,
    MOST_REPLIES,
    Reply,
    Way,
    When,
    count_of,
)
from adjudicator.games.stratix.events import RepliesKept
from adjudicator.games.stratix.rules.moving import check_move, legal_moves
from adjudicator.games.stratix.rules.places import unknown_army, unknown_square
from adjudicator.games.stratix.rules.projected import Projected, ever_reached, moved, projected
from adjudicator.games.stratix.rules.ways import cannot_end
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Made, Piece, State
from adjudicator.games.stratix.words import squares_text, the_kind

__all__ = ["check_reply", "check_said", "check_way_at_all", "fits", "gather_replies"]

_RULE = "replies, ruling 48"
_ANY_LOSS = ("any", "none")


def gather_replies(
    book: Ruleset, table: Table[State], side: str, label: str, *, order: o.Move | None
) -> None:
    """Takes the replies of a sheet: those to the moves that follow the one just ordered."""
    kept: tuple[Reply, ...] = ()
    ahead = projected(book, table.state, side, order)
    while (reply := table.next(_reply_order(book, ahead, side, label, before=kept))) is not None:
        kept = (*kept, reply)
    if kept:
        table.record(RepliesKept(side=side, replies=kept))


def _reply_order(
    book: Ruleset, ahead: Projected, side: str, label: str, *, before: tuple[Reply, ...]
) -> Ask[Reply]:
    def check(order: Reply) -> Iterator[Problem]:
        return check_said(book, ahead, side, order, before=before)

    def sample(choose: Choose) -> Reply | None:
        return _sample(book, ahead, side, choose) if not before else None

    return Ask(
        label=f"{label}/replies-said",
        topic="replies",
        seat=side,
        expects=Reply,
        prompt="Say what you answer to the moves of the others.",
        rule=_RULE,
        check=check,
        sample=sample,
    )


def check_said(
    book: Ruleset, ahead: Projected, side: str, order: Reply, *, before: Sequence[Reply]
) -> Iterator[Problem]:
    """Yields what is wrong with a reply as a sheet holds it: its size, its count, all inside it.

    Args:
        ahead: the position in which the others begin to move.
        before: the replies that stand before it.
    """
    too_large = list(_check_size(order, before))
    if too_large:
        yield from too_large
        return
    if order.confirm is None:
        count = count_of(order)
        yield Problem(
            "reply-unconfirmed",
            f"this is {amount(count, 'reply', 'replies')}, and that is not confirmed",
            (),
            _RULE,
            hint=f'Write "confirm": {count} if you mean all of it.',
        )
    yield from check_reply(book, ahead, side, order, before=before)


def _sample(book: Ruleset, ahead: Projected, side: str, choose: Choose) -> Reply | None:
    """Returns a reply to a move that is possible, with a move that is possible now."""
    theirs = legal_moves(book, ahead.state, ahead.next)
    if not theirs or ahead.next == side:
        return None
    origin, target = choose(theirs)
    own = legal_moves(book, moved(book, ahead, origin, target).state, side)
    if not own:
        return None
    here, there = choose(own)
    return Reply.model_validate(
        {
            "order": "reply",
            "if": ({"side": ahead.next, "from": origin, "to": target},),
            "move": {"from": here, "to": there},
            "confirm": 1,
        }
    )


def _depth_of(reply: Reply) -> int:
    return 1 + max(map(_depth_of, reply.then), default=0)


def _check_size(order: Reply, before: Sequence[Reply]) -> Iterator[Problem]:
    depth = _depth_of(order)
    if depth > DEEPEST:
        yield Problem(
            "replies-too-deep",
            f"replies are nested {depth} deep, {DEEPEST} is the most",
            ("then",),
            _RULE,
            hint="Leave the innermost ones out.",
        )
    count = sum(map(count_of, (*before, order)))
    if count > MOST_REPLIES:
        yield Problem(
            "too-many-replies",
            f"a sheet holds {MOST_REPLIES} replies at most; with this one there are {count}",
            (),
            _RULE,
            hint="Leave out the less likely ones.",
        )


# -- when one is played ---------------------------------------------------------------------


def fits(reply: Reply, state: State, side: str) -> bool:
    """Whether the condition of a reply holds for what the others did since the army's last turn."""
    if reply.if_ == "any":
        return True
    others = [one for one in state.made if one.side != side]
    return all(any(_holds(when, made) for made in others) for when in reply.if_)


def _holds(when: When, made: Made) -> bool:
    if when.side not in (None, made.side):
        return False
    if (when.from_, when.to) != (None, None) and not any(
        when.from_ in (None, one.origin) and when.to in (None, one.target) for one in made.moves
    ):
        return False
    kinds = [lost.kind for lost in made.lost]
    match when.captured:
        case None:
            return True
        case "any":
            return bool(kinds)
        case "none":
            return not kinds
        case kind:
            return kind in kinds


# -- when they are ordered ------------------------------------------------------------------


def check_reply(
    book: Ruleset, ahead: Projected, side: str, reply: Reply, *, before: Sequence[Reply]
) -> Iterator[Problem]:
    """Yields why a reply can never be played, and why those inside it cannot.

    Args:
        ahead: the position in which the others begin to move.
        before: the replies that stand before it: the first that fits is played.
    """
    if any(one.if_ in ("any", reply.if_) for one in before):
        yield Problem(
            "reply-unreachable",
            "an earlier reply applies whenever this one does, so this one is never used",
            ("if",),
            _RULE,
            hint="Put the narrower condition first, or leave one of them out.",
        )
    conditions = list(_check_conditions(book, ahead, side, reply))
    yield from conditions
    if reply.catch is not None:
        yield from _check_army(book, ahead.state, side, reply.catch, path=("catch",))
    if reply.confirm not in (None, count_of(reply)):
        count = count_of(reply)
        yield Problem(
            "reply-miscounted",
            f"this is {amount(count, 'reply', 'replies')}, not {reply.confirm}",
            ("confirm",),
            _RULE,
            hint=f'Look at them again, and write "confirm": {count} if you mean all of it.',
        )
    if conditions:
        return
    behind = _behind(book, ahead, side, reply)
    wrong = [problem.under("move") for problem in _check_way(book, behind, side, reply.move)]
    yield from wrong
    after = _nothing_known(behind) if wrong else _after(book, behind, side, reply.move)
    for place, inner in enumerate(reply.then):
        for problem in check_reply(book, after, side, inner, before=reply.then[:place]):
            yield problem.under("then", place)


def _check_conditions(
    book: Ruleset, ahead: Projected, side: str, reply: Reply
) -> Iterator[Problem]:
    if reply.if_ == "any":
        return
    armies: list[str] = []
    for place, when in enumerate(reply.if_):
        path: Path = ("if", place)
        if when.side is not None:
            yield from _check_army(book, ahead.state, side, when.side, path=(*path, "side"))
            if when.side in armies:
                yield _unclear(
                    f"{when.side} stands in two conditions, and moves once",
                    (*path, "side"),
                    "Say all of it in one of them, or name a sequence of different armies.",
                )
            armies.append(when.side)
        if when == When():
            yield _unclear(
                "a condition that says nothing", path, 'Write "if": "any" if it is always meant.'
            )
        if when.captured is not None and when.captured not in (*_ANY_LOSS, *KINDS):
            yield _unclear(
                f'there is no kind of piece "{when.captured}" to be captured',
                (*path, "captured"),
                f'Write "any", "none" or one of {", ".join(KINDS)}.',
            )
        yield from (problem.under(*path) for problem in _check_squares(book, ahead, side, when))


def _check_army(
    book: Ruleset, state: State, side: str, army: str, *, path: Path
) -> Iterator[Problem]:
    problems = list(unknown_army(book, army, path))
    yield from problems
    if army == side:
        yield _unclear(f"{army} is your own army", path, "Name another one: replies answer others.")
    elif not problems and army not in state.order:
        yield _unclear(f"{army} is out", path, "Name an army that still plays.")


def _check_squares(book: Ruleset, ahead: Projected, side: str, when: When) -> Iterator[Problem]:
    """Yields why no piece can leave the one square or end on the other."""
    named = [("from", when.from_), ("to", when.to)]
    unknown = [
        problem
        for name, square in named
        if square is not None
        for problem in unknown_square(book, square, (name,))
    ]
    yield from unknown
    if unknown:
        return
    if when.to is not None and (reason := cannot_end(book, when.to)) is not None:
        yield _unclear(reason, ("to",), 'Name a square on which a move can end, or leave "to" out.')
        return
    if when.from_ is None or not ahead.is_exact:
        return
    piece = ahead.state.pieces.get(when.from_)
    if piece is None or piece.side == side or when.side not in (None, piece.side):
        whose = when.side if when.side is not None else "another army"
        yield _unclear(
            f"no piece of {whose} stands on {when.from_} when it moves",
            ("from",),
            'Name a square where one stands, or leave "from" out.',
        )
    elif (
        when.to is not None
        and not ahead.state.hands[piece.side]
        and when.to not in (ends := ever_reached(book, piece, when.from_))
    ):
        yield _unclear(
            f"{the_kind(piece.kind)} on {when.from_} can never go to {when.to}",
            ("to",),
            f"On an empty board it can go to {squares_text(ends)}. Where a card that turns up may "
            'take it is no condition: leave "to" out.',
        )


def _unclear(message: str, path: Path, hint: str) -> Problem:
    return Problem("condition-unclear", message, path, _RULE, hint=hint)


def _behind(book: Ruleset, ahead: Projected, side: str, reply: Reply) -> Projected:
    """Returns the position in which a reply is played, as far as its condition says it.

    Exactly only where one army alone moves in between, and how is named. (Ruling 48)
    """
    unknown = ahead._replace(is_exact=False, next=side)
    others = [one for one in ahead.state.order if one != side]
    if reply.if_ == "any" or len(others) != 1 or len(reply.if_) != 1 or not ahead.is_exact:
        return unknown
    (when,) = reply.if_
    if when.from_ is None or when.to is None:
        return unknown
    if (when.from_, when.to) not in legal_moves(book, ahead.state, others[0]):
        return unknown
    return moved(book, ahead, when.from_, when.to)._replace(next=side)


def _check_way(book: Ruleset, behind: Projected, side: str, way: Way) -> Iterator[Problem]:
    """Yields why a reply cannot be played: exactly where the position is known, else roughly."""
    if behind.is_exact:
        yield from check_move(book, behind.state, way, side)
        return
    unknown = [
        *unknown_square(book, way.from_, ("from",)),
        *unknown_square(book, way.to, ("to",)),
    ]
    yield from unknown
    if unknown:
        return
    if not behind.are_own_known:
        yield from check_way_at_all(book, side, way)
        return
    piece = behind.state.pieces.get(way.from_)
    if piece is None or piece.side != side:
        yield Problem(
            "no-piece-there",
            f"no piece of yours will stand on {way.from_}",
            ("from",),
            _RULE,
            hint="Count the moves that come before it in the sheet and in this reply.",
        )
    elif way.to not in (ends := ever_reached(book, piece, way.from_)):
        yield Problem(
            "never-reached",
            f"{way.to} can never be reached by {the_kind(piece.kind)} from {way.from_}",
            ("to",),
            _RULE,
            hint=f"On an empty board it can go to {squares_text(ends)}.",
        )


def check_way_at_all(book: Ruleset, side: str, way: Way | o.Move) -> Iterator[Problem]:
    """Yields why no piece of an army, of whatever kind, can ever make a move."""
    kinds = (Piece(side=side, kind=kind) for kind in KINDS)
    if not any(way.to in ever_reached(book, piece, way.from_) for piece in kinds):
        yield Problem(
            "never-reached",
            f"{way.to} can never be reached by any piece of yours from {way.from_}",
            ("to",),
            _RULE,
            hint="Name another square.",
        )


def _after(book: Ruleset, behind: Projected, side: str, way: Way) -> Projected:
    """Returns the position behind a reply, in which the others move again."""
    state = behind.state
    piece = state.pieces.get(way.from_)
    if piece is None or piece.side != side:
        return _nothing_known(behind)
    if behind.is_exact:
        return moved(book, behind, way.from_, way.to)
    # Who stood on the target is not known: the piece of this army will, if all goes well.
    pieces = state.pieces.without(way.from_) | {way.to: piece}
    draws = book.is_recon(way.to) and not state.assault
    return behind._replace(
        state=state.model_copy(update={"pieces": pieces}),
        are_own_known=behind.are_own_known and not draws,
    )


def _nothing_known(behind: Projected) -> Projected:
    """Returns the position behind a reply of which nobody can say whether it will be played."""
    return behind._replace(is_exact=False, are_own_known=False)
