"""Which piece of the rulebook comes next. (4.2)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from adjudicator.core.game import Event, Step, Table
from adjudicator.games.invasion_america.combat_orders import ASKED
from adjudicator.games.invasion_america.events import TurnBegun
from adjudicator.games.invasion_america.rules.combat import combat_phase
from adjudicator.games.invasion_america.rules.movement import mechanised_phase, movement_phase
from adjudicator.games.invasion_america.rules.naval import naval_phase
from adjudicator.games.invasion_america.rules.rail import rail_phase
from adjudicator.games.invasion_america.rules.replacements import replacements
from adjudicator.games.invasion_america.rules.set_up import set_up
from adjudicator.games.invasion_america.rules.supply import primary_supply, second_supply
from adjudicator.games.invasion_america.rules.turns import next_turn
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, Phase, State

__all__ = ["next_step"]

Procedure: TypeAlias = Callable[[Ruleset, Table[State]], None]

_PROCEDURES: Mapping[Phase, Procedure] = {
    "naval": naval_phase,
    "replacement": replacements,
    "supply": primary_supply,
    "rail": rail_phase,
    "movement": movement_phase,
    "combat": combat_phase,
    "second-supply": second_supply,
    "mechanised": mechanised_phase,
}
_TOPICS: Mapping[bool, tuple[str, ...]] = {
    False: ("naval", "replacements", "movement", "combat", *ASKED, "mechanised"),
    True: ("replacements", "rail", "movement", "combat", *ASKED, "mechanised"),
}
"""What a sheet may hold, by whether it is that of the U.S., in the order of play."""


def next_step(book: Ruleset, state: State) -> Step[State] | None:
    """Returns the next step; None: the match is over."""
    if state.result is not None:
        return None
    if state.phase == "set-up":
        seat = state.setting_up[0]
        return Step(f"set-up/{seat}", f"set-up-{seat}", (seat,), ("setup",), partial(set_up, book))
    side = state.side
    topics = _TOPICS[side == US]
    if side == US and book.facts.partisans_below is not None:
        topics = ("partisans", *topics)
    return Step(
        f"turn-{state.turn}/{side}/{state.phase}",
        f"turn-{state.turn}-{side}",
        (book.seat_of(side),),
        topics,
        partial(_PROCEDURES[state.phase], book),
        ASKED,
        follows=partial(_follows, book),
    )


def _follows(book: Ruleset, state: State) -> Sequence[Event]:
    """Returns what leads to the next player-turn, if the same seat plays it in this game-turn.

    (4.1)
    """
    following = next_turn(book, state)
    if following is None or following[0] != state.turn:
        return ()
    turn, side = following
    if book.seat_of(side) != book.seat_of(state.side):
        return ()
    return (TurnBegun(turn=turn, side=side),)
