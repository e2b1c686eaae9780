"""What `template` says of each topic: what a turn may hold, and why something has no place now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.games.stratix.narrator import ArmyNarrator
from adjudicator.games.stratix.rules.card_play import plays
from adjudicator.games.stratix.rules.deck import cards_of
from adjudicator.games.stratix.rules.places import moves_of, red_pieces
from adjudicator.games.stratix.rules.recon_obligations import due_of, on_recon_spaces
from adjudicator.games.stratix.state import State

__all__ = ["topic_notes", "why_not_now"]


def topic_notes(of: ArmyNarrator, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    match topic:
        case "move" if due := due_of(of.book, view, seat):
            yield of.say("due-move", squares=of.squares(due))
        case "play" if held := cards_of(view, seat):
            yield of.say("due-play", cards=list(held))
        case "card" if not why_not_now(of, view, seat, topic):
            yield of.say("due-card")
        case "automatic":
            yield of.say("due-automatic")


def why_not_now(of: ArmyNarrator, view: State, seat: str, topic: str) -> str:
    """Returns why an order of a topic has no place now; empty: there may be one.

    All of it can be seen on the board: whether a duty was breached is pointed out by nothing.
    (Ruling 21)
    """
    book = of.book
    match topic:
        case "catch":
            return _nobody_to_catch(of, view, seat)
        case "play":
            if not cards_of(view, seat):
                return of.say("none-kept")
            return "" if any(plays(book, view, seat)) else of.say("none-playable")
        case "move":
            return "" if moves_of(book, view, seat) else of.say("none-can-move")
        case "lose":
            if moves_of(book, view, seat):
                return of.say("none-you-can-move")
            return "" if red_pieces(book, view, seat) else of.say("none-on-red")
        case "card":
            return _no_card_to_draw(of, view, seat)
        case _:
            return ""


def _nobody_to_catch(of: ArmyNarrator, view: State, seat: str) -> str:
    if of.book.options.catch == "strict":
        return of.say("none-strict")
    if view.assault:
        return of.say("none-assault")
    if not on_recon_spaces(of.book, view, seat):
        return of.say("none-on-recon")
    return ""


def _no_card_to_draw(of: ArmyNarrator, view: State, seat: str) -> str:
    if view.assault or not view.pile:
        return of.say("none-to-draw")
    may_reach = any(of.book.is_recon(target) for _, target in moves_of(of.book, view, seat))
    if not (may_reach or cards_of(view, seat)):
        return of.say("none-reaches-recon")
    return ""
