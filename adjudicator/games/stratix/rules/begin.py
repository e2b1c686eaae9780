"""Before an army is asked for a sheet: the lot, the deck, and what its turn needs no sheet for."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Ask, StandingOrder, Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.events import (
    LotDrawn,
    RepliesEnded,
    RepliesKept,
    ReplyFailed,
    ReplyPlayed,
    TurnBegun,
    TurnMissed,
)
from adjudicator.games.stratix.rules.assault import eliminations
from adjudicator.games.stratix.rules.deck import deal
from adjudicator.games.stratix.rules.moving import ANY, Limits, check_move, legal_moves
from adjudicator.games.stratix.rules.places import in_turn_of, red_pieces
from adjudicator.games.stratix.rules.recon_obligations import catch, due_of, must_move
from adjudicator.games.stratix.rules.replies import fits
from adjudicator.games.stratix.rules.turn import blocked, end_turn, label_of, landed_move
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["beginning", "dealing", "lot"]


def lot(book: Ruleset, table: Table[State]) -> None:
    """Each army draws a card; the highest number moves first, and the cards go back.

    They are drawn openly, so each is one roll of as many sides as there are cards left.
    ("The player with the highest number makes the first move"; ruling 9)
    """
    pile = list(book.cards.in_order)
    numbers: dict[str, int] = {}
    for side in table.state.order:
        card = table.draw(f"lot/{side}", pile)
        pile.remove(card)
        numbers[side] = book.cards.cards[card].number
    first = max(numbers, key=numbers.__getitem__)
    table.record(LotDrawn(numbers=FrozenMap(numbers), side=first))
    if table.state.phase == "deal":
        deal(book, table)


def dealing(book: Ruleset, table: Table[State]) -> None:
    """The deck is shuffled where a written position says who moves first."""
    deal(book, table)


def beginning(book: Ruleset, table: Table[State]) -> None:
    """A turn begins: replies are played; so is what leaves no choice. Else a sheet is awaited.

    Nothing in it may depend on the hidden hand: that a sheet is awaited, everybody sees.
    """
    state, side, label = table.state, table.state.side, label_of(table.state)
    if side in state.misses:
        table.record(TurnMissed(side=side))
        end_turn(book, table, state.order, side, is_missed=True)
        return
    state = in_turn_of(state, side)
    waiting = state.replies.get(side, ())
    plays_replies = bool(waiting) and table.ask(_may_reply(side, label)).play
    only = _only_move(book, state, side)
    plays_only = only is not None and table.ask(_may_move(side, label)).play
    table.record(TurnBegun(side=side, due=due_of(book, state, side)))
    if waiting and _replies(book, table, side, waiting, plays=plays_replies):
        return
    if only is not None and plays_only:
        landed_move(book, table, side, only)
    elif _leaves_no_choice(book, state, side):
        blocked(book, table, side, label)
    else:
        return
    if table.state.result is None:
        end_turn(book, table, state.order, side)


def _replies(
    book: Ruleset, table: Table[State], side: str, waiting: Sequence[Reply], *, plays: bool
) -> bool:
    """Plays the first reply whose condition holds; returns whether the turn is over with it."""
    cycle = table.state.order
    reply = next((one for one in waiting if fits(one, table.state, side)), None)
    if not plays or reply is None:
        table.record(RepliesEnded(side=side, reason="none-fits" if plays else "taken-back"))
        return False
    if reply.catch is not None and catch(table, side, reply.catch):
        eliminations(book, table, side)
        if table.state.result is not None:
            return True
    limits = Limits(due=must_move(book, table.state, moves_left=1))
    problem = next(check_move(book, table.state, reply.move, side, limits=limits), None)
    if problem is not None:
        table.record(
            ReplyFailed(side=side, reply=reply, code=problem.code, message=problem.message)
        )
        table.record(RepliesEnded(side=side, reason="failed"))
        return False
    table.record(ReplyPlayed(side=side))
    if reply.then:
        table.record(RepliesKept(side=side, replies=reply.then))
    landed_move(book, table, side, reply.move)
    if table.state.result is None:
        end_turn(book, table, cycle, side)
    return True


def _only_move(book: Ruleset, state: State, side: str) -> o.Move | None:
    """Returns the only legal move of an army that can do nothing else; None: there is a choice.

    Whoever keeps a card or may catch somebody has one. (Ruling 49)
    """
    if _can_do_more(state, side):
        return None
    found = legal_moves(book, state, side, ANY)
    if len(found) != 1:
        return None
    ((origin, target),) = found
    return o.Move.model_construct(order="move", from_=origin, to=target, path=None)


def _leaves_no_choice(book: Ruleset, state: State, side: str) -> bool:
    """Whether an army can neither move nor choose what it loses."""
    if _can_do_more(state, side) or len(red_pieces(book, state, side)) > 1:
        return False
    return not legal_moves(book, state, side, ANY)


def _can_do_more(state: State, side: str) -> bool:
    return bool(state.hands[side]) or (state.breach is not None and state.breach.side != side)


def _may_reply(side: str, label: str) -> Ask[o.Automatic]:
    prompt = "Say whether your replies are played."
    return _by_itself(side, f"{label}/replies", o.StandingReplies, prompt, usual=True)


def _may_move(side: str, label: str) -> Ask[o.Automatic]:
    prompt = "You have one legal move: say whether it is played at once."
    return _by_itself(side, f"{label}/single", o.StandingSingle, prompt, usual=False)


def _by_itself(
    side: str,
    label: str,
    wish: type[o.StandingReplies | o.StandingSingle],
    prompt: str,
    *,
    usual: bool,
) -> Ask[o.Automatic]:
    """Asks whether something is played without a sheet; a standing order mostly says it.

    (Rulings 48 and 49)
    """

    def by_standing(standing: Sequence[StandingOrder]) -> o.Automatic | None:
        wishes = [one.play for one in standing if isinstance(one, wish)]
        return _automatic(play=wishes[0]) if wishes else None

    return Ask(
        label=label,
        topic="automatic",
        seat=side,
        expects=o.Automatic,
        prompt=prompt,
        rule="rulings 48 and 49",
        check=lambda order: (),
        options=lambda: (_automatic(play=usual), _automatic(play=not usual)),
        by_standing=by_standing,
        default=lambda: _automatic(play=usual),
    )


def _automatic(*, play: bool) -> o.Automatic:
    return o.Automatic(order="automatic", play=play)
