"""The order of play: what follows a player-turn, the draw of cards, the end of the match."""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    CardDrawn,
    GameEnded,
    LastRoundBegun,
    TurnEnded,
)
from adjudicator.games.fortress_america.state import INVADERS, SIDES, USA, Result, Side, State

__all__ = ["end_of_turn", "next_turn"]


def end_of_turn(book: Book, table: Table[State]) -> None:
    """Ends the player-turn: has anyone won, and who plays next? (Order of play, chapter 3)"""
    state = table.state
    if not state.last_round and not any(state.has_units(side) for side in INVADERS):
        result = Result(winner=book.seat_of(USA), reason="invaders-destroyed")
        table.record(GameEnded(result=result))
        return
    if state.side == USA and book.captured_cities(state) >= book.edition.cities_to_win:
        seats = _invader_seats(book)
        if len(seats) == 1:
            result = Result(winner=seats[0], reason="cities-taken")
            table.record(GameEnded(result=result))
            return
        table.record(LastRoundBegun(cities=book.captured_cities(state)))
    side, turn = next_turn(table.state)
    if side == USA and table.state.last_round:
        table.record(GameEnded(result=_best_invader(book, table.state)))
        return
    table.record(TurnEnded(side=side, turn=turn))
    table.record(ActionBegun(action="reinforcements"))
    if side == USA:
        _draw_cards(book, table)


def _invader_seats(book: Book) -> tuple[str, ...]:
    """Returns the seats that lead invaders, in the order of play."""
    return tuple(dict.fromkeys(book.seat_of(side) for side in INVADERS))


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


def _draw_cards(book: Book, table: Table[State]) -> None:
    """Draws the cards of the coming US turn: the regular ones, then one for each retaken city.
    An empty deck is renewed from the discards. (Action 1, ruling 9)"""
    bonus = table.state.bonus_cards
    for k in range(1, book.edition.cards_per_turn + bonus + 1):
        state = table.state
        renewed = not state.deck
        pile = tuple(sorted(state.discards)) if renewed else state.deck
        if not pile:
            return
        label = f"turn-{state.turn}/usa/cards/{k}"
        card = table.draw(label, pile)
        table.record(
            CardDrawn(
                label=label,
                card=card,
                bonus=k > book.edition.cards_per_turn,
                renewed=renewed,
            )
        )


def _best_invader(book: Book, state: State) -> Result:
    """Returns the winner of the last round: the seat with most points.

    Of equal ones it is the earlier in the order of play; a seat with two invaders adds their
    points. (Chapter 3, ruling 10)
    """
    points = {side: book.points(state, side) for side in INVADERS}
    totals = {
        seat: sum(points[side] for side in INVADERS if book.seat_of(side) == seat)
        for seat in _invader_seats(book)
    }
    winner = max(totals, key=lambda seat: totals[seat])
    return Result(winner=winner, reason="last-round", points=FrozenMap(points))
