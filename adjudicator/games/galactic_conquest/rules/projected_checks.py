"""Orders behind the first dice: what no dice can make legal. (Steps 4 to 6)

What may come about is followed as bounds, not case by case: which planets may be the seat's by
then, which may still be another's, and how many troops stand on each at most. Nobody is lost and
every attack is won where that allows most; what follows in `then` knows that the planet was taken,
what follows in `else` that it was not. So whatever any dice can make legal passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.core.capabilities import Hopeless
from adjudicator.core.game import SubmittedOrders
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.rules.chances import MOST_DEFENDING, is_under
from adjudicator.games.galactic_conquest.rules.fortify import path_between
from adjudicator.games.galactic_conquest.rules.hands import MOST_CARDS
from adjudicator.games.galactic_conquest.rules.invade import LEAST_TO_INVADE
from adjudicator.games.galactic_conquest.rules.planets import not_yours, planets_of
from adjudicator.games.galactic_conquest.rules.static_checks import check_static
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import MOST_TROOPS, State
from adjudicator.games.galactic_conquest.words import troops_text

__all__ = ["ProjectedBounds", "check_projected"]

_BEST = "That is so even if every attack ordered before is won without a loss."


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Bounds of all positions that dice may lead to."""

    most: Mapping[str, int]
    """By planet that may be the seat's, the most troops on it."""
    fewest: Mapping[str, int]
    """By planet that is the seat's for certain, the fewest troops on it."""
    against: Mapping[str, int]
    """By planet that may be another's, the fewest troops that defend it."""
    has_traded: bool = False
    """Whether a set may have been turned in on the way: its troops may stand anywhere. (Step 5)"""

    def troops(self, planet: str) -> int:
        """Returns the most troops of the seat on a planet; 0: it cannot be the seat's."""
        found = self.most.get(planet, 0)
        return MOST_TROOPS if found and self.has_traded else found

    def or_else(self, other: _Bounds) -> _Bounds:
        """Returns the bounds of what either allows."""
        return _Bounds(
            most={
                planet: max(self.most.get(planet, 0), other.most.get(planet, 0))
                for planet in (*self.most, *other.most)
            },
            fewest={
                planet: min(count, other.fewest[planet])
                for planet, count in self.fewest.items()
                if planet in other.fewest
            },
            against={
                planet: min(
                    self.against.get(planet, MOST_TROOPS), other.against.get(planet, MOST_TROOPS)
                )
                for planet in (*self.against, *other.against)
            },
            has_traded=self.has_traded or other.has_traded,
        )


def check_projected(
    book: Ruleset, state: State, seat: str, said: SubmittedOrders
) -> Iterator[Hopeless]:
    """Yields what is wrong with orders whatever the dice before them say.

    Before the first die no planet changes hands and nobody is lost: so all orders to invade are
    followed from where the sheet has come, those that were taken up already too.
    """
    if state.seat != seat or state.phase != "invade" or "invade" in said.held:
        return
    walk = ProjectedBounds(book, state)
    for index, order in enumerate(said.orders.get("invade", ())):
        if isinstance(order, o.Invade) and not any(check_static(book, order)):
            for problem in walk.invade(order):
                yield Hopeless("invade", index, problem, is_sure=True)
    moves = () if "fortify" in said.held else said.orders.get("fortify", ())
    for index, order in enumerate(moves):
        if isinstance(order, o.Fortify) and not any(check_static(book, order)):
            for problem in walk.fortify(order):
                yield Hopeless("fortify", index, problem, is_sure=True)


class ProjectedBounds:
    """Follows the orders of the seat whose turn it is from one position."""

    def __init__(self, book: Ruleset, state: State) -> None:
        self._book, self._state, self._seat = book, state, state.seat
        troops, owners = state.troops, state.owners
        own = {planet: troops[planet] for planet in planets_of(state, state.seat)}
        others = {planet: troops[planet] for planet in owners if planet not in own}
        self._bounds = _Bounds(most=own, fewest=own, against=others)
        self._has_moved = False

    @property
    def planets(self) -> tuple[str, ...]:
        """Returns the planets that may be the seat's by now."""
        return tuple(planet for planet in self._book.planets if planet in self._bounds.most)

    # -- step 4 -------------------------------------------------------------------------------

    def invade(self, order: o.Invade) -> list[Problem]:
        """Follows an order to invade; returns what is wrong with it and with what follows."""
        problems: list[Problem] = []
        self._bounds = self._invaded(self._bounds, order, (), problems)
        return problems

    def _invaded(
        self, before: _Bounds, order: o.Invade, path: Path, problems: list[Problem]
    ) -> _Bounds:
        found = [problem.under(*path) for problem in self._impossible(before, order)]
        if found:
            problems += found
            return before
        held = self._held(before, order)
        for index, follows in enumerate(order.else_):
            held = self._invaded(held, follows, (*path, "else", index), problems)
        after = held
        if self._can_be_won(before, order):
            taken = self._taken(before, order)
            for index, follows in enumerate(order.then):
                taken = self._invaded(taken, follows, (*path, "then", index), problems)
            after = held.or_else(taken)
        is_tried = (
            before.fewest.get(order.from_, 0) >= LEAST_TO_INVADE and order.to not in before.most
        )
        return after if is_tried else after.or_else(before)

    def _impossible(self, bounds: _Bounds, order: o.Invade) -> Iterator[Problem]:
        """Yields why an order can begin in no position within the bounds."""
        origin, target, troops = order.from_, order.to, bounds.troops(order.from_)
        if not troops:
            foreign = not_yours(self._state, self._seat, origin, ("from",), rule="step 4")
            yield from (one._replace(hint=f"No order before this one can take it. {_BEST}")
                        for one in foreign)  # fmt: skip
        elif troops < LEAST_TO_INVADE:
            yield Problem(
                "too-few-troops",
                f"{origin} holds 1 troop by then: whoever attacks leaves one behind",
                ("from",),
                "step 4",
                hint=_BEST,
            )
        if target not in bounds.against:
            yield Problem(
                "your-planet",
                f"{target} is yours by then",
                ("to",),
                "step 4",
                hint="Attack a planet of another seat or of the neutral army.",
            )

    def _begins(self, bounds: _Bounds, order: o.Invade) -> bool:
        """Whether there may be a battle at all. (Ruling 36)"""
        until, troops = order.until, bounds.troops(order.from_)
        if until is None or troops == MOST_TROOPS:
            return True
        if until.own is not None and troops <= until.own:
            return False
        against = bounds.against[order.to]
        return until.chance is None or not is_under(troops, against, until.chance, dice=order.dice)

    def _can_be_won(self, bounds: _Bounds, order: o.Invade) -> bool:
        """Whether an order may capture its planet; one battle fells two troops at most."""
        against = bounds.against[order.to]
        felled = self._felled_at_once(bounds, order) if order.until is None else against
        return self._begins(bounds, order) and felled >= against

    def _felled_at_once(self, bounds: _Bounds, order: o.Invade) -> int:
        return min(order.dice, bounds.troops(order.from_) - 1, MOST_DEFENDING)

    def _taken(self, bounds: _Bounds, order: o.Invade) -> _Bounds:
        """Returns how things stand after a capture: as many as possible moved in, or stayed."""
        troops = bounds.troops(order.from_)
        if order.move == "all":
            moved, left = troops - 1, 1
        else:
            wanted = max(order.dice, order.move or 0)
            moved, left = min(wanted, troops - 1), max(troops - wanted, 1)
        most = {**bounds.most, order.from_: left, order.to: moved}
        against = {of: count for of, count in bounds.against.items() if of != order.to}
        fewest = {**bounds.fewest, order.to: 1, order.from_: 1}
        return _Bounds(most, fewest, against, bounds.has_traded or self._can_trade(most))

    def _can_trade(self, most: Mapping[str, int]) -> bool:
        """Whether seats that may be eliminated have cards enough for a set. (Step 5)"""
        state = self._state
        alive = {state.owners[planet] for planet in state.owners if planet not in most}
        fallen = [seat for seat in state.order if seat != self._seat and seat not in alive]
        cards = sum(len(state.hands[seat]) for seat in fallen)
        return cards + len(state.hands[self._seat]) > MOST_CARDS

    def _held(self, bounds: _Bounds, order: o.Invade) -> _Bounds:
        """Returns how things stand where an order ended without a capture."""
        origin, target, until = order.from_, order.to, order.until
        if not self._begins(bounds, order):
            return bounds
        troops, against = bounds.troops(origin), 1
        if until is None:
            against = max(bounds.against[target] - self._felled_at_once(bounds, order), 1)
        elif until.chance is None:
            troops = min(troops, until.own or 1)
        fewest = {**bounds.fewest, origin: 1} if origin in bounds.fewest else bounds.fewest
        return _Bounds(
            {**bounds.most, origin: troops},
            fewest,
            {**bounds.against, target: against},
            bounds.has_traded,
        )

    # -- step 6 -------------------------------------------------------------------------------

    def fortify(self, order: o.Fortify) -> list[Problem]:
        """Follows the move at the end; returns what is wrong with it."""
        if self._has_moved:
            return [
                Problem(
                    "moved-already",
                    "there is one such move a turn",
                    ("order",),
                    "step 6",
                    hint="Leave the order out.",
                )
            ]
        found = list(self._impossible_move(order))
        fewest = self._bounds.fewest
        if not found and fewest.get(order.from_, 0) > 1 and order.to in fewest:
            self._has_moved = bool(path_between(self._book, self._state, order.from_, order.to))
        return found

    def _impossible_move(self, order: o.Fortify) -> Iterator[Problem]:
        bounds, state = self._bounds, self._state
        foreign = [
            problem._replace(hint=f"No invasion can take it. {_BEST}")
            for planet, name in ((order.from_, "from"), (order.to, "to"))
            if not bounds.troops(planet)
            for problem in not_yours(state, self._seat, planet, (name,), rule="step 6")
        ]
        yield from foreign
        if foreign:
            return
        owners = {**state.owners, **dict.fromkeys(bounds.most, self._seat)}
        best = state.model_copy(update={"owners": FrozenMap(owners)})
        if not path_between(self._book, best, order.from_, order.to):
            yield Problem(
                "no-path",
                f"no path of planets of yours leads from {order.from_} to {order.to}",
                ("to",),
                "step 6, ruling 6",
                hint=_BEST,
            )
        troops = bounds.troops(order.from_)
        if troops == 1:
            yield Problem(
                "too-few-troops",
                f"the only troop on {order.from_} stays there",
                ("from",),
                "step 6",
                hint=_BEST,
            )
        elif order.count != "all" and order.count > troops - 1:
            yield Problem(
                "too-many-troops",
                f"{troops_text(troops - 1)} may leave {order.from_} at most, not {order.count}",
                ("count",),
                "step 6",
                hint=_BEST,
            )
