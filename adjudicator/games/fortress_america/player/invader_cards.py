"""The player's invader cards: when he draws one, and which he plays. (2012 variants)"""

from __future__ import annotations

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.state import State, total_of

__all__ = ["draws", "planned_draw", "planned_plays"]


def planned_draw(book: Book, view: State) -> list[o.Draw]:
    """Returns the draw of a card, if one is to be drawn."""
    return [o.Draw(order="draw")] if draws(book, view) else []


def draws(book: Book, view: State) -> bool:
    """Says whether the invader draws a card: if it costs no unit, or if he holds none."""
    if not book.invader_cards:
        return False
    from adjudicator.games.fortress_america.rules.invader_cards import may_draw

    held = view.invader_decks.get(view.side)
    if held is None or not may_draw(book, view):
        return False
    reserve = total_of(view.reserves.get(view.side, {}))
    fewer = book.edition.reinforcements_with_card
    return min(reserve, book.options.reinforcements) <= fewer or not held.hand


def planned_plays(book: Book, view: State) -> list[o.Play]:
    """Returns a play of every card in the hand for which the side holds what it asks for."""
    if not book.invader_cards:
        return []
    from adjudicator.games.fortress_america.rules.invader_play import (
        InvaderPlay,
        hand_of,
        lacking,
    )

    plays = []
    for card in hand_of(view, view.side):
        play = InvaderPlay(book, view, card)
        is_late = play.facts.when not in ("reinforcements", "declare", "maneuvers")
        if not lacking(book, view, card) and (is_late or not any(play.check(play.usual()))):
            plays.append(play.usual())
    return plays
