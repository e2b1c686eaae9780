"""Which piece of the rulebook comes next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from adjudicator.core.game import Step, Table
from adjudicator.games.galactic_conquest.rules.cards import card_and_end
from adjudicator.games.galactic_conquest.rules.ends import to_withdraw, withdrawal
from adjudicator.games.galactic_conquest.rules.fortify import fortification
from adjudicator.games.galactic_conquest.rules.invade import invasion
from adjudicator.games.galactic_conquest.rules.place import placing
from adjudicator.games.galactic_conquest.rules.setup import claiming, deal, deal_cards, set_up
from adjudicator.games.galactic_conquest.rules.trade import card_trade
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import State

__all__ = ["next_step"]

_TOPICS = ("trade", "place", "invade", "fortify", "defend")
_ASKS_ALL = ("defend",)


def next_step(book: Ruleset, state: State) -> Step[State] | None:
    """Returns the next step; None: the match is over."""
    if state.result is not None:
        return None
    if state.phase in ("deal", "set-up"):
        return _setup_step(book, state)
    turn, seat = f"turn-{state.turn}-{state.seat}", (state.seat,)
    leaving = to_withdraw(state)
    if leaving is not None:
        leave = partial(withdrawal, book, leaving)
        return Step(f"{turn}/withdrawal/{leaving}", turn, seat, _TOPICS, leave, _ASKS_ALL)
    label = f"turn-{state.turn}/{state.seat}"
    run: Callable[[Table[State]], None]
    match state.phase:
        case "trade":
            run = partial(card_trade, book)
        case "place":
            run = partial(placing, book)
        case "invade":
            run = partial(invasion, book)
            invade = f"{label}/invade-{state.invasion + 1}"
            return Step(invade, turn, seat, _TOPICS, run, _ASKS_ALL)
        case "fortify":
            run = partial(fortification, book)
        case _:
            run = partial(card_and_end, book)
    return Step(f"{label}/{state.phase}", turn, seat, _TOPICS, run, _ASKS_ALL)


def _setup_step(book: Ruleset, state: State) -> Step[State]:
    """Returns the next piece of the set-up. All seats send a sheet for the deal, so that nobody
    can choose it."""
    leaving = to_withdraw(state)
    run: Callable[[Table[State]], None]
    if state.phase == "deal":
        turn = "deal"
        # A position that was written down has owners, if those who were to get cards have left too.
        run = partial(deal_cards, book) if state.owners else partial(deal, book)
    else:
        turn = "setup"
        run = partial(set_up if book.options.set_up == "dealt" else claiming, book)
    topics = ("setup",) if turn == "setup" else ()
    if leaving is not None:
        run = partial(withdrawal, book, leaving)
        return Step(f"{turn}/withdrawal/{leaving}", turn, state.order, topics, run)
    return Step(turn, turn, state.order, topics, run)
