"""The built-in player of Invasion: America: what it orders, from a view alone.

It plans a phase at a time, on the position that its orders before have made; behind the first die
it plans for what it hopes. Nothing is hidden, and the same position always gives the same orders.
Questions in mid-phase it leaves to the published defaults, so one mail does for a player-turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.game import Order
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.player.combat import planned_attacks
from adjudicator.games.invasion_america.player.fleet import planned_sailing
from adjudicator.games.invasion_america.player.march import planned_mechanised, planned_moves
from adjudicator.games.invasion_america.player.projection import behind_moves, behind_replacements
from adjudicator.games.invasion_america.player.reserves import (
    planned_rail,
    planned_replacements,
)
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, State

__all__ = ["Player"]

_PLANS: Mapping[str, Callable[[Ruleset, State], Sequence[Order]]] = {
    "naval": planned_sailing,
    "replacements": planned_replacements,
    "rail": planned_rail,
    "movement": planned_moves,
    "combat": planned_attacks,
    "mechanised": planned_mechanised,
}


class _Kept(NamedTuple):
    """What was planned for a topic, and in which position it goes on."""

    state: State
    orders: Sequence[Order]
    """Those that are left."""


class Player:
    """The built-in player of one match.

    It is asked anew after each of its orders; then it goes on with what it planned when the phase
    began.
    """

    def __init__(self, book: Ruleset) -> None:
        self._book = book
        self._kept: dict[str, _Kept] = {}

    def planned(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """Returns what the player orders under a topic; nothing where another seat is to play."""
        if self._book.seat_of(view.side) != seat or view.phase in ("set-up", "over"):
            return ()
        kept = self._kept.get(topic)
        left = None if kept is None else _left(kept, view)
        if left is None:
            left = self._planned(view, topic)
        self._kept[topic] = _Kept(view, left)
        return left

    def _planned(self, view: State, topic: str) -> Sequence[Order]:
        if topic == "partisans":
            return _invocation(self._book, view)
        plan = _PLANS.get(topic)
        return () if plan is None else plan(self._book, self._position(view, topic))

    def _position(self, view: State, topic: str) -> State:
        """Returns the position on which a topic is planned: behind the die for the garrison, the
        one that the orders before it lead to."""
        if view.phase != "replacement" or topic in ("partisans", "replacements"):
            return view
        state = behind_replacements(self._book, view)
        for before in ("rail", "movement"):
            if topic == before:
                break
            orders = {before: _PLANS[before](self._book, state)}
            state = behind_moves(self._book, state, orders)
        return state


def _left(kept: _Kept, view: State) -> Sequence[Order] | None:
    """Returns which of the orders kept are left in a position; None: it is another one.

    It is the one they were planned in, or the first of those left has been carried out.
    """
    before = kept.state
    if (before.turn, before.side, before.phase) != (view.turn, view.side, view.phase):
        return None
    old, new = before.units, view.units
    changed = {name for name, unit in new.items() if old.get(name) is not unit}
    changed = {name for name in changed if old.get(name) != new[name]}
    changed |= {name for name in old if name not in new}
    if not changed:
        return kept.orders if before == view else None
    for index, order in enumerate(kept.orders):
        if _concerns(order, view, changed):
            return kept.orders[index + 1 :]
    return None


def _concerns(order: Order, view: State, changed: set[str]) -> bool:
    """Whether an order names one of the units that have changed."""
    match order:
        case o.Sail() | o.Move():
            return any(unit in changed for unit in order.units)
        case o.Load() | o.Unload():
            return order.unit in changed
        case o.Rail():
            return order.unit in changed
        case o.Replace():
            mix = f"{order.nation}-{order.type}"
            return any(name[:-3] == mix and name in view.units for name in changed)
        case _:
            return False


def _invocation(book: Ruleset, view: State) -> Sequence[Order]:
    """The partisan rules are invoked as soon as they may be. (19.83)"""
    below = book.facts.partisans_below
    if below is None or view.partisans or points_by_side(book, view)[US] >= below:
        return ()
    return (o.Invoke(order="invoke"),)
