"""Which piece of the rulebook comes next."""

from __future__ import annotations

from functools import partial

from adjudicator.core.game import Step
from adjudicator.games.stratix.rules.begin import beginning, dealing, lot
from adjudicator.games.stratix.rules.ends import to_withdraw, withdrawal
from adjudicator.games.stratix.rules.turn import turn
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["next_step"]

_TOPICS = ("catch", "play", "move", "lose", "card", "replies", "automatic")
_ASKS_ALL = ("catch", "lose", "card", "automatic")
_WITHOUT_DEFAULT = ("move", "card")


def next_step(book: Ruleset, state: State) -> Step[State] | None:
    """Returns the next step; None: the match is over.

    What belongs to the beginning of a turn is played in the opening of the turn before: it awaits
    nobody. So replies, and what happens by itself, cost no mail.
    """
    if state.result is not None:
        return None
    leaving = to_withdraw(state)
    if state.phase in ("lot", "deal"):
        return _before_turns(book, state, leaving)
    label = f"turn-{state.turn}/{state.side}"
    begins = state.phase == "begin"
    player_turn = state.ended if begins else f"turn-{state.turn}-{state.side}"
    if leaving is not None:
        leave, left = partial(withdrawal, book, leaving), f"{label}/withdrawal/{leaving}"
        return Step(left, player_turn, (), _TOPICS, leave, _ASKS_ALL)
    if begins:
        begin = partial(beginning, book)
        return Step(f"{label}/beginning", player_turn, (), _TOPICS, begin, _ASKS_ALL)
    return Step(
        f"{label}/move", player_turn, (state.side,), _TOPICS,
        partial(turn, book), _ASKS_ALL, _WITHOUT_DEFAULT,
    )  # fmt: skip


def _before_turns(book: Ruleset, state: State, leaving: str | None) -> Step[State]:
    """Returns the lot, or the shuffling of the deck where the first mover is known.

    All seats send a sheet for it, so that nobody can choose it.
    """
    if leaving is not None:
        leave = partial(withdrawal, book, leaving)
        return Step(f"lot/withdrawal/{leaving}", "lot", state.order, (), leave)
    run = partial(lot if state.phase == "lot" else dealing, book)
    return Step("lot", "lot", state.order, (), run)
