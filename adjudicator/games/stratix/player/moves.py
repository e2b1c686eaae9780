"""The move that the built-in player likes best."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.player.exchange import risk
from adjudicator.games.stratix.player.worth import Evaluation
from adjudicator.games.stratix.rules.generate import Move, moves
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Going, State

__all__ = ["best_move", "made_now", "rank", "scored"]

_LOOKED_AT = 20
"""Of so many moves that look best the player thinks further; of fewer where enemies are many."""
_LEAST = 6
_REPEATED = 4
"""What it costs to go back where the piece came from in the army's last turn."""


def best_move(book: Ruleset, view: State, seat: str) -> o.Move | None:
    """Returns the best move; None: there is none that the player may make, or one was made.

    A piece that has to leave its recon space does. (Recon spaces, ruling 22)
    """
    if made_now(view, seat):
        return None
    evaluation = Evaluation(book, view, seat)
    found = _best_of(evaluation, _allowed(evaluation))
    return None if found is None else _ordered(book, found[1])


def made_now(view: State, seat: str) -> tuple[Going, ...]:
    """Returns the moves that an army has made in this turn."""
    return view.made[-1].moves if view.made and view.made[-1].side == seat else ()


def scored(evaluation: Evaluation, *, barred: tuple[str, ...] = ()) -> tuple[int, Move] | None:
    """Returns the best move and its score, if some pieces had to stay."""
    numbers = evaluation.book.geometry.grid.numbers
    stay = {numbers[square] for square in barred}
    return _best_of(evaluation, [one for one in _allowed(evaluation) if one[0] not in stay])


def _allowed(evaluation: Evaluation) -> list[Move]:
    """Returns the moves among which the player chooses."""
    view, geometry = evaluation.view, evaluation.geometry
    numbers = geometry.grid.numbers
    found = moves(geometry, evaluation.position, evaluation.side)
    due = {numbers[square] for square in view.due}
    leaving = [move for move in found if move[0] in due]
    if leaving:
        return leaving
    # Who stands on a recon space and does not have to leave it has dug in.
    dug_in = [] if view.assault else [square for square in geometry.recon if square not in due]
    return [move for move in found if move[0] not in dug_in]


def _best_of(evaluation: Evaluation, found: Iterable[Move]) -> tuple[int, Move] | None:
    """Returns the best of some moves with its worth; None: there are none.

    Those that look best are looked at again, with what the enemies would do.
    """
    frame = evaluation.frame
    ordered = sorted(found, key=lambda move: (frame[move[0]], frame[move[1]]))
    ranked = [(rank(evaluation, move), move) for move in ordered]
    ranked.sort(key=itemgetter(0), reverse=True)
    count = max(_LEAST, _LOOKED_AT // len(evaluation.enemies))
    best: tuple[int, Move] | None = None
    for _, move in ranked[:count]:
        hope = evaluation.aim(move) + _change(evaluation, move)
        if best is None or hope > best[0]:
            worth = hope - risk(evaluation, move)
            if best is None or worth > best[0]:
                best = (worth, move)
    return best


def rank(evaluation: Evaluation, move: Move) -> int:
    """Returns how good a move looks at first."""
    return evaluation.score(move) + _change(evaluation, move)


def _change(evaluation: Evaluation, move: Move) -> int:
    """Returns a little that differs each round, and what it costs to go back: nobody goes to and
    fro."""
    origin, target = move
    names, frame = evaluation.geometry.grid.names, evaluation.frame
    change = (evaluation.view.turn * 7 + frame[origin] * 5 + frame[target] * 3) % 4
    if evaluation.last is None:
        return change
    back = (names[target], names[origin])
    return change - _REPEATED * sum(
        (one.origin, one.target) == back for one in evaluation.last.moves
    )


def _ordered(book: Ruleset, move: Move) -> o.Move:
    """Returns a move as an order."""
    origin, target = map(book.name, move)
    return o.Move.model_validate({"order": "move", "from": origin, "to": target})
