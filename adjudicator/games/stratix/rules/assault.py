"""The final assault: who is outnumbered at home; armies that fall; the dead end; the end."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Table
from adjudicator.games.stratix.events import (
    ArmyFallen,
    CardDiscardedUnread,
    FinalAssaultBegun,
    GameEnded,
)
from adjudicator.games.stratix.rules.cards_last import use_held_cards
from adjudicator.games.stratix.ruleset import ROUNDS_OF_DEAD_END, Ruleset, balance
from adjudicator.games.stratix.state import Result, State

__all__ = ["dead_end", "eliminations", "last_card_drawn", "test_order"]


def last_card_drawn(book: Ruleset, table: Table[State], side: str, last: int | None) -> None:
    """When the last card has been drawn and obeyed, all kept cards are used, and it begins.

    ("The last card must be used at this time"; ruling 26)

    Args:
        last: the position of the card drawn last, if it is kept.
    """
    state = table.state
    if state.assault or state.pile or not state.decks or state.result is not None:
        return
    use_held_cards(book, table, side, last)
    table.record(FinalAssaultBegun())


def test_order(cycle: Sequence[str], mover: str) -> tuple[str, ...]:
    """Returns the armies in the order in which they are tested: clockwise, the mover last."""
    place = cycle.index(mover)
    return (*cycle[place + 1 :], *cycle[: place + 1])


def eliminations(book: Ruleset, table: Table[State], mover: str) -> None:
    """Armies fall, one after the other; what falls no longer counts against the next.

    Without pieces at any time; outnumbered at home in the final assault. One army always remains.
    (Final assault; ruling 25)
    """
    for side in test_order(table.state.order, mover):
        state = table.state
        if len(state.order) == 1:
            break
        has_pieces = any(piece.side == side for piece in state.pieces.values())
        own, foreign = at_home = balance(book, state, side)
        if not has_pieces:
            table.record(ArmyFallen(side=side, reason="no-pieces", own=own, foreign=foreign))
        elif state.assault and at_home.is_outnumbered:
            table.record(ArmyFallen(side=side, reason="outnumbered", own=own, foreign=foreign))
    if len(table.state.order) == 1 and table.state.result is None:
        (winner,) = table.state.order
        table.record(GameEnded(result=Result(winner=winner, reason="last-army")))


def dead_end(book: Ruleset, table: Table[State], side: str) -> None:
    """After twenty full rounds without event the top card is put away unread.

    In the final assault the army with most pieces in enemy battle zones has won. (Ruling 27)
    """
    state = table.state
    if state.is_loud or state.quiet + 1 < ROUNDS_OF_DEAD_END * len(state.order):
        return
    if state.assault:
        table.record(GameEnded(result=_decided(book, state)))
        return
    table.record(CardDiscardedUnread(position=state.pile[0]))
    last_card_drawn(book, table, side, None)
    if table.state.assault:
        eliminations(book, table, side)


def _decided(book: Ruleset, state: State) -> Result:
    """Returns who has most pieces in battle zones of living opponents; of several a draw."""
    counts = dict.fromkeys(state.order, 0)
    for square, piece in state.pieces.items():
        zone = book.zone_of(square)
        if zone in counts and zone != piece.side:
            counts[piece.side] += 1
    most = max(counts.values())
    best = [side for side in state.order if counts[side] == most]
    return Result(winner=best[0] if len(best) == 1 else None, reason="dead-end")
