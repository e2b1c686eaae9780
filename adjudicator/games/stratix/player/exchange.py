"""What the built-in player can lose behind a move: the enemies' best answer, and its own to that.

An enemy strikes a piece or, as the deck runs out, enters the battle zone at home. What that costs
is the piece, less the one that is struck in return, and what it changes in who is outnumbered.
"""

from __future__ import annotations

from heapq import nlargest

from adjudicator.games.stratix.player.worth import LOST, VALUES, Evaluation
from adjudicator.games.stratix.rules.generate import (
    EMPTY,
    Move,
    Position,
    after,
    kind_at,
    moves,
    side_at,
)

__all__ = ["risk"]


def risk(evaluation: Evaluation, move: Move) -> int:
    """Returns what the enemies' best answer to a move costs, as far as the player fears it.

    A second piece at risk counts a quarter: one of the two can still be saved.
    """
    position = after(evaluation.geometry, evaluation.position, move)
    strikes, entries = _answers(evaluation, position)
    worst = nlargest(2, strikes, key=lambda one: VALUES[kind_at(position, one[1])])
    if not worst and not entries:
        return 0
    before = _value(evaluation, position, evaluation.side)
    costs = [before - _left(evaluation, position, one) for one in (*worst, *entries)]
    first, second, *_ = sorted((*costs, 0, 0), reverse=True)
    return (first + second // 4) * evaluation.fear // 4


def _answers(evaluation: Evaluation, position: Position) -> tuple[list[Move], list[Move]]:
    """Returns what the enemies may do: the strike of the cheapest piece on each square of the own
    pieces; one move into the battle zone at home from each other zone."""
    own, side = position.board, evaluation.side
    strikes: dict[int, Move] = {}
    entries: dict[tuple[int, int], Move] = {}
    watches, zone_at = evaluation.urgency > 0, evaluation.zone_at
    for enemy in evaluation.enemies:
        for move in moves(evaluation.geometry, position, enemy):
            origin, target = move
            if own[target] == EMPTY:
                if watches and zone_at(target) == side and zone_at(origin) != side:
                    entries[enemy, zone_at(origin)] = move
            elif side_at(position, target) == side:
                known = strikes.get(target)
                if known is None or own[origin] % 8 < own[known[0]] % 8:
                    strikes[target] = move
    return list(strikes.values()), list(entries.values())


def _left(evaluation: Evaluation, position: Position, move: Move) -> int:
    """Returns what a position is worth once an enemy has moved and been struck, if it can be."""
    enemy, (_, target) = side_at(position, move[0]), move
    behind = after(evaluation.geometry, position, move)
    worth = _value(evaluation, behind, enemy)
    if position.board[target] == EMPTY or worth < LOST // 2:
        return worth
    answers = (
        one for one in moves(evaluation.geometry, behind, evaluation.side) if one[1] == target
    )
    best = min(answers, key=lambda one: behind.board[one[0]] % 8, default=None)
    if best is None:
        return worth
    struck = after(evaluation.geometry, behind, best)
    return max(worth, _value(evaluation, struck, evaluation.side))


def _value(evaluation: Evaluation, position: Position, mover: int) -> int:
    """Returns what a position is worth behind a move: the pieces, and who is outnumbered."""
    worth = [sum(VALUES[kind_at(position, at)] for at in own) for own in position.squares]
    own = worth[evaluation.side]
    return 2 * own - sum(worth) + evaluation.balance(evaluation.counts_in(position), mover)
