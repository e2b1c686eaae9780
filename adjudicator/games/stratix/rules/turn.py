"""An army's turn: it catches, plays a card, moves; and what comes of it. (Turn)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Ask, Choose, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Way
from adjudicator.games.stratix.events import TurnEnded, TurnPassed
from adjudicator.games.stratix.rules.assault import dead_end, eliminations, last_card_drawn
from adjudicator.games.stratix.rules.card_play import Played, play_card
from adjudicator.games.stratix.rules.cards_drawn import draw_card
from adjudicator.games.stratix.rules.moving import (
    Limits,
    collecting_problems,
    legal_moves,
    lose,
    make_move,
    move_question,
)
from adjudicator.games.stratix.rules.places import following, red_pieces
from adjudicator.games.stratix.rules.recon_obligations import (
    catching,
    catching_by_others,
    left_to_catch,
    must_move,
    one_too_many,
    penalty,
    refuse_more,
)
from adjudicator.games.stratix.rules.replies import gather_replies
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.words import squares_text

__all__ = ["blocked", "end_turn", "label_of", "landed_move", "turn"]


def label_of(state: State) -> str:
    """Returns what the labels of a turn begin with."""
    return f"turn-{state.turn}/{state.side}"


def turn(book: Ruleset, table: Table[State]) -> None:
    """An army catches, plays a kept card if it likes, and moves one piece. (Turn)

    What it answers to the others' moves is taken before its own is carried out: so a sheet is
    judged as a whole before the first card is turned up.
    """
    cycle, side, label = table.state.order, table.state.side, label_of(table.state)
    if catching(book, table, side, label):
        eliminations(book, table, side)
    if table.state.result is not None:
        return
    played = play_card(book, table, side, label)
    barred = played.stays
    for number in range(1, played.moves + 1):
        left = played.moves - number
        limits = _limits(book, table.state, side, barred=barred, left=left)
        order = _move_order(
            book, table, side, f"{label}/move-{number}", limits=limits, needed=not played.is_refused
        )
        if not left:
            _last_words(book, table, side, label, order=order, played=played)
        if number == 1:
            catching_by_others(book, table, side, label)
        if order is None:
            if number == 1 and played.card is None:
                blocked(book, table, side, label)
            elif number == 1:
                table.record(TurnPassed(side=side))
            continue
        before = len(table.state.made[-1].moves)
        landed_move(book, table, side, order)
        barred = (*barred, _whereabouts(table.state, before))
        if table.state.result is not None:
            return
    if not played.moves:
        _last_words(book, table, side, label, order=None, played=played)
        catching_by_others(book, table, side, label)
    end_turn(book, table, cycle, side)


def _last_words(
    book: Ruleset,
    table: Table[State],
    side: str,
    label: str,
    *,
    order: o.Move | None,
    played: Played,
) -> None:
    """Takes what is left of the sheet before its last move is carried out."""
    if order is None and played.moves:
        problem = _nobody_can_move(book, table.state, side, played)
    else:
        why = {
            0: f"{played.card} is played instead of the move",
            1: "one piece moves in a turn",
            2: "two pieces move in a night march",
        }[played.moves]
        problem = one_too_many(why)
    refuse_more(table, side, "move", label=f"{label}/move/more", expects=o.Move, problem=problem)
    gather_replies(book, table, side, label, order=order)


def _nobody_can_move(book: Ruleset, state: State, side: str, played: Played) -> Problem:
    """Returns what is wrong with a move where no piece, or no other one, has a legal move."""
    hint = "Leave the move out."
    if played.card is not None:
        message = f"no piece of yours can move behind {played.card}"
    elif red_pieces(book, state, side):
        message = "none of your pieces can move; one is lost (`lose`)"
        hint = f"{hint} With `lose` you say which one."
    else:
        message = "none of your pieces can move; your turn just ends"
    return Problem("army-blocked", message, (), "red squares, rulings 6 and 24", hint=hint)


def _limits(book: Ruleset, state: State, side: str, *, barred: Sequence[str], left: int) -> Limits:
    """Returns what a move of the turn is bound to: where breaches are refused, by duty too.

    Unless no piece that has to leave can. (Ruling 45)

    Args:
        barred: squares of pieces that may not move.
        left: how many moves are left behind this one.
    """
    due = must_move(book, state, moves_left=left + 1)
    bound = Limits(barred=tuple(barred), due=due)
    is_free = bool(due) and not legal_moves(book, state, side, bound)
    return Limits(barred=tuple(barred)) if is_free else bound


def _move_order(
    book: Ruleset, table: Table[State], side: str, label: str, *, limits: Limits, needed: bool
) -> o.Move | None:
    """Returns the next move; None: there is no legal one.

    Args:
        needed: whether a sheet without one lacks it.
    """
    found = legal_moves(book, table.state, side, limits)
    if not found:
        return None
    refused: list[Problem] = []
    question = collecting_problems(
        move_question(book, table.state, side, label, limits=limits), refused
    )

    def close() -> Iterator[Problem]:
        if len(found) > 1 and needed and not refused:
            yield Problem(
                "move-missing",
                "no move is ordered, and passing is not allowed while there is a legal one",
                (),
                "turn",
                hint="Order a move of one of your pieces.",
            )

    order = table.next(question._replace(check_complete=close))
    return order or table.ask(question._replace(label=f"{label}/must"))


def _whereabouts(state: State, number: int) -> str:
    """Returns the square of the piece that made a move of the turn, if it is still on the board.

    The card that it drew may have taken it further.
    """
    first, *later = state.made[-1].moves[number:]
    square = first.target
    for going in later:
        square = going.target if going.origin == square else square
    return square


def landed_move(book: Ruleset, table: Table[State], side: str, order: o.Move | Way) -> None:
    """A piece moves; on a recon space it draws a card, and the last one begins the assault.

    (Recon spaces)
    """
    make_move(book, table, side, order)
    state = table.state
    if not state.assault and book.is_recon(order.to) and state.pile:
        last_card_drawn(book, table, side, draw_card(book, table, side, order.to))


# -- no legal move --------------------------------------------------------------------------


def blocked(book: Ruleset, table: Table[State], side: str, label: str) -> None:
    """Who has no legal move at all loses a piece on a red square; without one the turn just ends.

    ("If you cannot make a move, and you are blocked from leaving the DMZ, you lose that weapon";
    rulings 6, 23 and 24)
    """
    red = red_pieces(book, table.state, side)
    if not red:
        table.record(TurnPassed(side=side))
        return
    order = table.ask(_lose_question(table.state, side, label, red))
    lose(table, order.at, "blocked", by=side)


def _lose_question(state: State, side: str, label: str, red: Sequence[str]) -> Ask[o.Lose]:
    def check(order: o.Lose) -> Iterator[Problem]:
        if order.at not in red:
            yield Problem(
                "not-a-blocked-piece",
                f"no piece of yours is blocked on {order.at}",
                ("at",),
                "red squares, ruling 23",
                hint=f"Name one of {squares_text(red)}.",
            )

    def options() -> Iterator[o.Lose]:
        return (_lose(square) for square in red)

    def sample(choose: Choose) -> o.Lose:
        return _lose(choose(red))

    def by_standing(standing: Sequence[StandingOrder]) -> o.Lose | None:
        for order in standing:
            if isinstance(order, o.StandingLose):
                ranked = [at for kind in order.first for at in red if state.pieces[at].kind == kind]
                return _lose(ranked[0]) if ranked else None
        return None

    return Ask(
        label=f"{label}/lose",
        topic="lose",
        seat=side,
        expects=o.Lose,
        prompt="No piece of yours can move: say which one on a red square you lose.",
        rule="red squares, ruling 23",
        check=check,
        options=options,
        sample=sample,
        by_standing=by_standing,
        default=lambda: _lose(red[0]),
    )


def _lose(square: str) -> o.Lose:
    return o.Lose(order="lose", at=square)


# -- the end of a turn ----------------------------------------------------------------------


def end_turn(
    book: Ruleset, table: Table[State], cycle: Sequence[str], side: str, *, is_missed: bool = False
) -> None:
    """Duties not kept are paid for, armies fall, and the next one's turn comes.

    Args:
        cycle: the armies that played when the turn began, in their order.
        is_missed: whether the turn was missed because of a card.
    """
    breach = table.state.breach if is_missed else penalty(table, side)
    eliminations(book, table, side)
    if table.state.result is None:
        dead_end(book, table, side)
    if table.state.result is not None:
        return
    state = table.state
    after = following(cycle, side, state.order)
    begins = cycle.index(after) <= cycle.index(side)
    breach = left_to_catch(state, breach, after)
    table.record(TurnEnded(side=side, next=after, turn=state.turn + begins, breach=breach))
