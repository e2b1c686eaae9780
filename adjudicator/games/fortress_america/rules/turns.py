"""The order of play: what follows a player-turn, the draw of cards, the end of the match."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.game import Reason, Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    GameEnded,
    LastRoundBegun,
    TurnEnded,
)
from adjudicator.games.fortress_america.in_force import cancelled_cards, fewer_cards
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, SIDES, USA, Result, Side, State

__all__ = ["conceded", "end_of_turn", "ended", "next_turn"]


def end_of_turn(book: Ruleset, table: Table[State]) -> None:
    """Ends the player-turn: has anyone won, and who plays next? (Order of play, chapter 3)"""
    state = table.state
    if not state.last_round and not any(_has_units(book, state, side) for side in INVADERS):
        result = Result(winner=book.seat_of(USA), reason="invaders-destroyed")
        table.record(GameEnded(result=result))
        return
    if state.side == USA and book.captured_cities(state) >= book.options.cities_to_win:
        seats = _invader_seats(book, state)
        if len(seats) == 1 or not book.edition.last_round:
            table.record(GameEnded(result=_won_by(seats, "cities-taken")))
            return
        table.record(_last_round(book, state))
    elif state.side == USA and state.turn == book.edition.last_turn:
        result = Result(winner=book.seat_of(USA), reason="turns-over")
        table.record(GameEnded(result=result))
        return
    side, turn = next_turn(table.state)
    if side == USA and table.state.last_round:
        table.record(GameEnded(result=_best_invader(book, table.state, "last-round")))
        return
    table.record(TurnEnded(side=side, turn=turn))
    table.record(ActionBegun(action="reinforcements"))
    if side == USA and book.options.cards == "all-at-once":
        _draw_cards(book, table)


def conceded(book: Ruleset, state: State) -> tuple[GameEnded, ...]:
    """Returns the end of the match, if those who conceded decide it. (Chapter 3, ruling 50)"""
    usa = book.seat_of(USA)
    seats = _invader_seats(book, state)
    if not seats:
        if usa in state.conceded:
            return (ended(None, "draw"),)
        return (ended(usa, "conceded"),)
    if usa not in state.conceded or state.last_round:
        return ()
    if len(seats) == 1 or not book.edition.last_round:
        return (GameEnded(result=_won_by(seats, "conceded")),)
    return (GameEnded(result=_best_invader(book, state, "conceded")),)


def _won_by(seats: tuple[str, ...], reason: Literal["cities-taken", "conceded"]) -> Result:
    """Returns the victory of the invaders: of one seat, or of several together. (Chapter 3)"""
    if len(seats) == 1:
        return Result(winner=seats[0], reason=reason)
    return Result(winner=None, winners=seats, reason=reason)


def _last_round(book: Ruleset, state: State) -> LastRoundBegun:
    """Returns the beginning of the last round; in some editions only the lasers that are destroyed
    in it count. (Chapter 3)"""
    cities = book.captured_cities(state)
    if book.edition.lasers_score == "match":
        return LastRoundBegun(cities=cities)
    return LastRoundBegun(cities=cities, uncounted=state.lasers_destroyed)


def ended(winner: str | None, reason: Reason) -> GameEnded:
    """Returns the end of the match that the seats agree on. (Chapter 3, rulings 50 and 52)"""
    return GameEnded(result=Result(winner=winner, reason=reason))


def _invader_seats(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns the seats that lead invaders and have not conceded, in the order of play."""
    seats = dict.fromkeys(book.seat_of(side) for side in INVADERS)
    return tuple(seat for seat in seats if seat not in state.conceded)


def _has_units(book: Ruleset, state: State, side: Side) -> bool:
    """Says whether an invader has units on the board or to come; none come to a seat that has
    conceded. (Chapter 3, ruling 51)"""
    if book.seat_of(side) in state.conceded:
        return any(True for _ in state.spaces_of(side))
    return state.has_units(side)


def next_turn(state: State) -> tuple[Side, int]:
    """Returns the side that plays next and its turn.

    An invader without a unit on the board or in reserve has nothing to do and is passed over.
    """
    place = SIDES.index(state.side)
    turn = state.turn
    while True:
        place += 1
        if place == len(SIDES):
            place, turn = 0, turn + 1
        side = SIDES[place]
        if side == USA or state.has_units(side):
            return side, turn


def _draw_cards(book: Ruleset, table: Table[State]) -> None:
    """Draws the cards of the coming US turn: the regular ones, then one for each retaken city.
    (Action 1, ruling 9)"""
    from adjudicator.games.fortress_america.rules.card_draw import cancel_card, draw_card

    bonus = table.state.bonus_cards * book.edition.bonus_cards
    cancelling = list(cancelled_cards(book, table.state))
    for k in range(1 + fewer_cards(book, table.state), book.edition.cards_per_turn + bonus + 1):
        if not draw_card(book, table, k):
            return
        if cancelling:
            cancel_card(table, cancelling.pop(0))


def _best_invader(book: Ruleset, state: State, reason: Literal["last-round", "conceded"]) -> Result:
    """Returns the winner among the invaders that have not conceded: the seat with most points.

    Of equal ones it is the earlier in the order of play; a seat with two invaders adds their
    points. (Chapter 3, rulings 10, 50 and 51)
    """
    points = {side: book.points(state, side) for side in INVADERS}
    totals = {
        seat: sum(points[side] for side in INVADERS if book.seat_of(side) == seat)
        for seat in _invader_seats(book, state)
    }
    winner = max(totals, key=lambda seat: totals[seat])
    return Result(winner=winner, reason=reason, points=FrozenMap(points))
