"""The sequence of play: game-turns, player-turns, phases. (Chapter 4)"""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.invasion_america.events import PhaseBegun, TurnBegun
from adjudicator.games.invasion_america.rules.ends import evaluated
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import NATIONS_OF, US, Phase, Side, State

__all__ = ["end_of_phase", "first_turn", "next_turn", "phases_of", "plays"]

_AGGRESSOR: tuple[Phase, ...] = (
    "naval", "replacement", "supply", "movement", "combat", "second-supply", "mechanised",
)  # fmt: skip
_US: tuple[Phase, ...] = (
    "replacement", "supply", "rail", "movement", "combat", "second-supply", "mechanised",
)  # fmt: skip


def phases_of(side: Side) -> tuple[Phase, ...]:
    """Returns the seven phases of a side's player-turn. (4.2)"""
    return _US if side == US else _AGGRESSOR


def plays(book: Ruleset, state: State, side: Side, turn: int) -> bool:
    """Whether a side has a player-turn in a game-turn.

    A side that takes no part has none, nor has one that does not function; in Scenario VI the
    aggressors have none in the first. (4.1, 19.35, 19.65, ruling 31)
    """
    if side != US and turn in book.facts.idle_turns:
        return False
    return any(nation not in state.frozen for nation in NATIONS_OF[side])


def next_turn(book: Ruleset, state: State) -> tuple[int, Side] | None:
    """Returns whose player-turn comes next, and in which game-turn; None: the match is over."""
    turn, sides = state.turn, book.facts.sides
    later = sides[sides.index(state.side) + 1 :]
    for side in later:
        if plays(book, state, side, turn):
            return turn, side
    if turn == book.facts.turns:
        return None
    return first_turn(book, state, turn + 1)


def first_turn(book: Ruleset, state: State, turn: int) -> tuple[int, Side]:
    """Returns whose player-turn is the first of a game-turn."""
    return turn, next(side for side in book.facts.sides if plays(book, state, side, turn))


def end_of_phase(book: Ruleset, table: Table[State]) -> None:
    """The next phase begins, or the next player-turn; behind the last one points are counted.

    (4.2, 4.3)
    """
    state = table.state
    phases = phases_of(state.side)
    place = phases.index(state.phase) + 1
    if place < len(phases):
        table.record(PhaseBegun(phase=phases[place]))
        return
    following = next_turn(book, state)
    if following is None:
        table.record(evaluated(book, state))
    else:
        table.record(TurnBegun(turn=following[0], side=following[1]))
