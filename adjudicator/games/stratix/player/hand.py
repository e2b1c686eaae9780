"""When the built-in player plays a card that it keeps."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.geometry import NOWHERE
from adjudicator.games.stratix.player.moves import made_now, scored
from adjudicator.games.stratix.player.worth import LATE, Evaluation, value_of
from adjudicator.games.stratix.rules.cards_kept import uses_of, why_void
from adjudicator.games.stratix.rules.deck import cards_of, facts_of
from adjudicator.games.stratix.rules.generate import EMPTY
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["best_use", "plays"]

_CLEARLY = 20
"""How much better another move must be before a card is spent on it."""


def plays(book: Ruleset, view: State, seat: str) -> Sequence[o.Play]:
    """Returns the card that is played in this turn, if any: at most one. (Turn)

    What was loud in the turn before its first move was a card, or a piece that was caught.
    """
    if view.is_loud or made_now(view, seat):
        return ()
    evaluation = Evaluation(book, view, seat)
    for card in cards_of(view, seat):
        if why_void(book, view, seat, card) is None and _is_time(evaluation, card):
            use = best_use(evaluation, card)
            return () if use is None else (use,)
    return ()


def _is_time(evaluation: Evaluation, card: str) -> bool:
    """Whether a card should be played now: before it has to be, and where it helps."""
    effect = facts_of(evaluation.book, card).effect
    due, is_late = evaluation.view.due, len(evaluation.view.pile) <= LATE
    match effect:
        case c.Recall():
            return True
        case c.DigIn():
            return len(due) == 1 and _is_better_to_stay(evaluation)
        case c.Airlift() | c.BridgeDash():
            return is_late and not due and not _has_strike(evaluation)
        case _:
            return False


def _is_better_to_stay(evaluation: Evaluation) -> bool:
    """Whether another piece has a clearly better move than the one that has to leave."""
    leaving = scored(evaluation)
    view = evaluation.view.model_copy(update={"due": ()})
    other = scored(Evaluation(evaluation.book, view, evaluation.seat), barred=evaluation.view.due)
    return leaving is not None and other is not None and other[0] >= leaving[0] + _CLEARLY


def _has_strike(evaluation: Evaluation) -> bool:
    """Whether the best move strikes somebody: then no card is played instead of it."""
    found = scored(evaluation)
    return found is not None and evaluation.position.board[found[1][1]] != EMPTY


def best_use(evaluation: Evaluation, card: str) -> o.Play | None:
    """Returns the best way to play a card; None: there is none."""
    uses = list(uses_of(evaluation.book, evaluation.view, evaluation.seat, card))
    return max(
        uses,
        key=lambda use: (_worth(evaluation, use), *evaluation.seen_at(use.from_, use.to)),
        default=None,
    )


def _worth(evaluation: Evaluation, use: o.Play) -> int:
    """Returns how good one way to play a card is."""
    numbers = evaluation.geometry.grid.numbers
    score = 0 if use.kind is None else value_of(use.kind)
    if use.to is not None:
        target = numbers[use.to]
        score -= 5 * evaluation.threatened[target]
        if evaluation.zone_at(target) == evaluation.goal:
            score += 20
    if use.from_ is not None:
        origin = numbers[use.from_]
        score += 5 * evaluation.threatened[origin]
        if evaluation.zone_at(origin) in (NOWHERE, evaluation.goal):
            score -= 10
    return score
