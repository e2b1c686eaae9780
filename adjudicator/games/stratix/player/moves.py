"""The move that the built-in player likes best."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.book import Book
from adjudicator.games.stratix.player.worth import Prospect
from adjudicator.games.stratix.rules.generate import Move, moves
from adjudicator.games.stratix.state import Going, State

__all__ = ["best_move", "made_now", "rank", "scored"]

_REPEATED = 4
"""What it costs to go back where the piece came from in the army's last turn."""


def best_move(book: Book, view: State, seat: str) -> o.Move | None:
    """Returns the best move; None: there is none that the player may make, or one was made.

    A piece that has to leave its recon space does. (Recon spaces, ruling 22)
    """
    if made_now(view, seat):
        return None
    prospect = Prospect(book, view, seat)
    found = _best_of(prospect, _allowed(prospect))
    return None if found is None else _ordered(book, found[1])


def made_now(view: State, seat: str) -> tuple[Going, ...]:
    """Returns the moves that an army has made in this turn."""
    return view.made[-1].moves if view.made and view.made[-1].side == seat else ()


def scored(prospect: Prospect, *, barred: tuple[str, ...] = ()) -> tuple[int, Move] | None:
    """Returns the best move with what it is worth, were some pieces to stay."""
    numbers = prospect.book.geometry.grid.numbers
    stay = {numbers[square] for square in barred}
    return _best_of(prospect, [one for one in _allowed(prospect) if one[0] not in stay])


def _allowed(prospect: Prospect) -> list[Move]:
    """Returns the moves among which the player chooses."""
    view, geometry = prospect.view, prospect.geometry
    numbers = geometry.grid.numbers
    found = moves(geometry, prospect.position, prospect.side)
    due = {numbers[square] for square in view.due}
    leaving = [move for move in found if move[0] in due]
    if leaving:
        return leaving
    # Who stands on a recon space and does not have to leave it has dug in.
    dug_in = [] if view.assault else [square for square in geometry.recon if square not in due]
    return [move for move in found if move[0] not in dug_in]


def _best_of(prospect: Prospect, found: Iterable[Move]) -> tuple[int, Move] | None:
    """Returns the best of some moves with its worth; None: there are none."""
    ranked = [(rank(prospect, move), move) for move in sorted(found)]
    return max(ranked, key=lambda one: one[0], default=None)


def rank(prospect: Prospect, move: Move) -> int:
    """Returns how good a move is, a little different each round: so nobody goes to and fro."""
    origin, target = move
    names = prospect.geometry.grid.names
    last = next((made for made in prospect.view.made if made.side == prospect.seat), None)
    score = prospect.score(move)
    if last is not None:
        back = (names[target], names[origin])
        score -= _REPEATED * sum((one.origin, one.target) == back for one in last.moves)
    return score + (prospect.view.turn * 7 + origin * 5 + target * 3) % 4


def _ordered(book: Book, move: Move) -> o.Move:
    """Returns a move as an order."""
    origin, target = map(book.name, move)
    return o.Move.model_validate({"order": "move", "from": origin, "to": target})
