"""What no dice can make legal of the orders behind them. (Rulings 100 to 102)

A sheet is judged by the rules up to its first die. The orders behind it are judged here against
what the dice could bring at best: each order by itself, for what is best differs. Who loses nobody
has most units to move, who loses some has room for others; an order that fails leaves its units to
a later one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.core.capabilities import Hopeless
from adjudicator.core.english import amount
from adjudicator.core.game import SubmittedOrders
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import Purpose
from adjudicator.games.fortress_america.in_force import firing_lasers
from adjudicator.games.fortress_america.invader_card_facts import DestroyUsUnits
from adjudicator.games.fortress_america.rules.invasion import second_movement
from adjudicator.games.fortress_america.rules.movement import Plan, check_move, overflow_problem
from adjudicator.games.fortress_america.rules.together import concerned
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    USA,
    Counts,
    Side,
    State,
    UnitKind,
    groups_of,
    total_of,
)
from adjudicator.games.fortress_america.words import units

__all__ = ["check_projected", "most_struck"]

_BATTLES_AHEAD = ("lasers", "combat", "invasion")
"""Actions at which it is fixed who attacks where, and the second movement is still to come."""


def check_projected(
    book: Ruleset, state: State, seat: str, said: SubmittedOrders
) -> Iterator[Hopeless]:
    """Yields why orders behind the first die of a player-turn can never be carried out.

    Args:
        state: the position before that die.
        said: all that the seat has said for the player-turn.
    """
    if state.result is not None or book.seat_of(state.side) != seat:
        return
    if state.action in _BATTLES_AHEAD:
        yield from _Ahead.of(book, state, said).problems()
        if book.invader_cards and state.side != USA:
            from adjudicator.games.fortress_america.rules.projection_checks_plays import (
                check_projected_plays,
            )

            yield from check_projected_plays(book, state, said)
    elif state.action == "cards":
        from adjudicator.games.fortress_america.rules.projection_checks_cards import (
            check_projected_cards,
        )

        yield from check_projected_cards(book, state, said)


class _Going(NamedTuple):
    """An order of the second movement that could be carried out."""

    order: o.Move
    depends_on: frozenset[str]
    """Spaces whose battles must be won for it."""

    @property
    def group(self) -> tuple[str, UnitKind]:
        """The units that it moves: where they stand, and their kind."""
        return self.order.path[0], self.order.unit


class _Ahead(NamedTuple):
    """The second movement as it could be at best."""

    book: Ruleset
    state: State
    said: SubmittedOrders
    plan: Plan
    """The movement before anybody has moved, were every battle won that can be."""
    to_come: frozenset[str]
    """Spaces whose battles can still be won."""

    @staticmethod
    def of(book: Ruleset, state: State, said: SubmittedOrders) -> _Ahead:
        """Returns what could come of a position; nobody is lost, what can be won is."""
        held = [area for area in state.declared if state.enemy_in(area, state.side) is not None]
        to_come = frozenset(
            area for area in held if any(_ways_to_open(book, state, said, area)[:1])
        )
        units = {
            area: FrozenMap({side: c for side, c in sides.items() if side == state.side})
            if area in to_come
            else sides
            for area, sides in state.units.items()
        }
        hoped = state.model_copy(
            update={"units": FrozenMap({area: sides for area, sides in units.items() if sides})}
        )
        now = second_movement(book, state)
        plan = second_movement(book, hoped)._replace(movable=now.movable)
        return _Ahead(book, state, said, plan, to_come)

    def problems(self) -> Iterator[Hopeless]:
        """Yields why orders of the second movement can never be carried out."""
        going: list[_Going] = []
        for index, order in concerned(self.book, self.state, self.said, "invasion"):
            assert isinstance(order, o.Move)
            wanted = frozenset(
                area for area in (order.path[-1], order.if_won) if area in self.to_come
            )
            one = _Going(order, wanted)
            found = list(self._check(going, one))
            yield from (Hopeless("invasion", index, problem) for problem in found)
            if not found:
                going.append(one)
        limit = self.book.edition.stack_limit
        for area in sorted({one.order.path[-1] for one in going}):
            if self._most_in(area, going) > limit and (
                (count := self._fewest_in(area, going)) > limit
            ):
                yield Hopeless("invasion", None, overflow_problem(self.book, area, count))

    # -- one order --------------------------------------------------------------------------

    def _check(self, before: Sequence[_Going], one: _Going) -> Iterator[Problem]:
        start = one.order.path[0]
        most = {
            kind: left
            for kind in self.plan.movable(start)
            if (left := self._most_left(before, one, kind))
        }
        counts: Counts = FrozenMap(most)
        plan = self.plan._replace(
            movable=lambda _: counts, destination=partial(self._destination, self.plan)
        )
        yield from check_move(plan, one.order)

    def _most_left(self, before: Sequence[_Going], one: _Going, kind: UnitKind) -> int:
        """Returns how many units can be left for an order at most.

        Earlier orders take theirs first, unless the battle on which they hang is lost, or too few
        are left for them. (Rulings 25 and 64)
        """
        start = one.order.path[0]
        there = self.plan.movable(start).get(kind, 0)
        earlier = [
            other.order
            for other in before
            if other.group == (start, kind) and other.depends_on <= one.depends_on
        ]
        most = 0
        for lost in range(self._at_stake(start, kind) + 1):
            left = there - lost
            for order in earlier:
                if left >= (order.at_least or 1):
                    left -= min(left, order.count)
            most = max(most, left)
        return most

    def _at_stake(self, space: str, kind: UnitKind) -> int:
        """Returns how many units of a kind in a space fight: these can be lost."""
        fighting = sum(
            groups[space].get(kind, 0) for groups in self.state.attacks.values() if space in groups
        )
        return min(fighting, self.plan.movable(space).get(kind, 0))

    def _destination(self, plan: Plan, kind: UnitKind, area: str) -> Purpose | Problem:
        """Says why a space that the enemy holds can never be entered."""
        found = plan.destination(kind, area)
        state = self.state
        enemy = state.enemy_in(area, state.side)
        if (
            not isinstance(found, Problem)
            or found.warning
            or enemy is None
            or area not in state.battles
            or self.book.is_closed(state, area)
        ):
            return found
        attackers = groups_of(state.attacks.get(area, FrozenMap()))
        defenders = state.units_in(area, enemy)
        if not attackers:
            why = f"{area} is held by the enemy, and nobody attacks it"
        elif total_of(attackers) < total_of(defenders):
            why = (
                f"{area} cannot be won: {units(attackers)} "
                f"{'hits' if total_of(attackers) == 1 else 'hit'} "
                f"{amount(total_of(attackers), 'unit')} at most, {units(defenders)} "
                f"{'holds' if total_of(defenders) == 1 else 'hold'} it"
            )
        else:
            why = f"{area} is attacked by bombers alone: nobody enters what they win"
        rule = self.book.cite("action 6, ruling 101")
        return Problem("not-open", why, (), rule, hint=f"Attack {area} with more, or stay out.")

    # -- room -------------------------------------------------------------------------------

    def _most_in(self, area: str, going: Sequence[_Going]) -> int:
        """Returns how many units a space would hold if nobody left it and all came."""
        coming = sum(one.order.count for one in going if one.order.path[-1] == area)
        return coming + total_of(self.state.units_in(area, self.state.side))

    def _fewest_in(self, area: str, going: Sequence[_Going]) -> int:
        """Returns how many units will be in a space that is open, whatever else the dice bring.

        Each unit of the enemy destroys one attacker at most, or puts it out of action.
        """
        kinds = dict.fromkeys(one.group for one in going if self._enters(one, area))
        count = sum(self._fewest_entering(area, group, going) for group in kinds)
        side = self.state.side
        for kind, there in self.state.units_in(area, side).items():
            left = sum(one.order.count for one in going if one.group == (area, kind))
            count += max(0, there - left)
        spaces = {area, *(start for start, _ in kinds)}
        for battle, groups in self.state.attacks.items():
            fighting = sum(total_of(groups[space]) for space in spaces if space in groups)
            count -= min(fighting, self._shots(battle, fighting))
        return count

    def _shots(self, battle: str, fighting: int) -> int:
        """Returns how many attackers can be lost in a battle."""
        enemy = self.state.enemy_in(battle, self.state.side)
        if enemy is None:
            return 0
        if _others_before(self.book, self.state):
            return fighting
        return total_of(self.state.units_in(battle, enemy))

    def _enters(self, one: _Going, area: str) -> bool:
        """Says whether an order goes into a space, and always does if that is open."""
        return one.order.path[-1] == area and one.depends_on <= {area}

    def _fewest_entering(
        self, area: str, group: tuple[str, UnitKind], going: Sequence[_Going]
    ) -> int:
        """Returns how many units of a group go into a space at least, if none of them is lost."""
        start, kind = group
        there = self.plan.movable(start).get(kind, 0)
        orders = [one for one in going if one.group == group]
        is_whole = not self._at_stake(start, kind) and there >= sum(
            one.order.count for one in orders
        )
        entering = [
            one.order.count
            for one in orders
            if self._enters(one, area) and (is_whole or (one.order.at_least or 1) == 1)
        ]
        others = sum(one.order.count for one in orders) - sum(entering)
        return min(sum(entering), max(0, there - others))


# -- which battles can be won -------------------------------------------------------------------


def _ways_to_open(book: Ruleset, state: State, said: SubmittedOrders, area: str) -> tuple[str, ...]:
    """Returns in which ways a declared space that an enemy holds could come to be open.

    Each attacker destroys one defender at most, or drives it away; bombers alone open nothing,
    but where no defender is left before the battle there is none. (Actions 5 and 6, rulings 5, 6,
    94 and 101)
    """
    if area not in state.battles or book.is_closed(state, area):
        return ()
    if _others_before(book, state):
        return ("others",)
    enemy = state.enemy_in(area, state.side)
    assert enemy is not None
    attackers = groups_of(state.attacks.get(area, FrozenMap()))
    left = total_of(state.units_in(area, enemy)) - _may_be_hit(book, state, said, area)
    if left <= 0:
        return ("laser",)
    if not attackers:
        return ()
    left -= _may_be_struck(book, state, area)
    if left <= 0:
        return ("card",)
    if left > total_of(attackers) or set(attackers) == {"bomber"}:
        return ()
    return ("battle",)


def _others_before(book: Ruleset, state: State) -> bool:
    """Says whether an invader plays before the side to play in the same opening: what they leave of
    the defenders, nobody knows. (Rulings 70 and 73)"""
    if not book.is_together(state.side):
        return False
    earlier = INVADERS[: INVADERS.index(state.side)]
    return any(state.has_units(side) for side in earlier)


def _may_be_hit(book: Ruleset, state: State, said: SubmittedOrders, area: str) -> int:
    """Returns how many units in a space the lasers can still destroy: one if one may fire at it."""
    if state.side != USA or state.action != "lasers" or area in state.fired_on:
        return 0
    fired = len(state.fired_on)
    left = len(firing_lasers(book, state)) - fired
    aims = [order for order in said.orders.get("lasers", ()) if isinstance(order, o.Fire)][fired:]
    return int(left > len(aims) or any(aim.at == area for aim in aims[: max(0, left)]))


def _may_be_struck(book: Ruleset, state: State, area: str) -> int:
    """Returns how many defenders cards of the attacker could destroy before the battle, were they
    all in their hand. (2012 variants)"""
    sources = book.sources_of(state, state.side) if book.invader_cards else ()
    if not any(there in sources for there in book.map.neighbours(area)):
        return 0
    return most_struck(book, state.side)


def most_struck(book: Ruleset, side: Side) -> int:
    """Returns how many defenders all cards of an attacker together destroy before battles."""
    effects = [
        card.effect_as(DestroyUsUnits)
        for card in book.invader_cards.values()
        if card.side == side and card.when == "battle"
    ]
    return sum(effect.amount for effect in effects if effect is not None)
