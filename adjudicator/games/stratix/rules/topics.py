"""What `template` says of each topic: what a turn may hold, and why something has no place now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import joined
from adjudicator.games.stratix.rules.card_play import plays
from adjudicator.games.stratix.rules.deck import cards_of
from adjudicator.games.stratix.rules.places import moves_of, red_pieces
from adjudicator.games.stratix.rules.recon_obligations import due_of, on_recon_spaces
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.words import squares_text

__all__ = ["topic_notes", "why_not_now"]


def topic_notes(book: Ruleset, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    match topic:
        case "move" if due := due_of(book, view, seat):
            yield f"one of your pieces has to leave its recon space now: {squares_text(due)}"
        case "play" if held := cards_of(view, seat):
            yield f"you keep {joined(list(held))}: one may be played in a turn"
        case "card" if not why_not_now(book, view, seat, topic):
            yield "asked if the card that you draw leaves a choice; then orders as these answer it"
        case "automatic":
            yield "asked before later turns: is a reply, or the only legal move, played by itself?"


def why_not_now(book: Ruleset, view: State, seat: str, topic: str) -> str:
    """Returns why an order of a topic has no place now; empty: there may be one.

    All of it can be seen on the board: whether a duty was breached is pointed out by nothing.
    (Ruling 21)
    """
    match topic:
        case "catch":
            return _nobody_to_catch(book, view, seat)
        case "play":
            held = cards_of(view, seat)
            if not held:
                return "you keep no card"
            return "" if any(plays(book, view, seat)) else "no card that you keep can be played now"
        case "move":
            return "" if moves_of(book, view, seat) else "none of your pieces can move"
        case "lose":
            if moves_of(book, view, seat):
                return "you can move: only who cannot loses a piece on a red square"
            return "" if red_pieces(book, view, seat) else "no piece of yours is on a red square"
        case "card":
            return _no_card_to_draw(book, view, seat)
        case _:
            return ""


def _nobody_to_catch(book: Ruleset, view: State, seat: str) -> str:
    if book.options.catch == "strict":
        return "in this match a breach is refused, so nobody is caught"
    if view.assault:
        return "in the final assault no piece has to leave a recon space"
    if not on_recon_spaces(book, view, seat):
        return "no piece of another army stands on a recon space"
    return ""


def _no_card_to_draw(book: Ruleset, view: State, seat: str) -> str:
    if view.assault or not view.pile:
        return "no more cards are drawn"
    may_reach = any(book.is_recon(target) for _, target in moves_of(book, view, seat))
    if not (may_reach or cards_of(view, seat)):
        return "no move of yours ends on a recon space, where a card is drawn"
    return ""
