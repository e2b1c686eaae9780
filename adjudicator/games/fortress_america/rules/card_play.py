"""One partisan card in one state: what an order for it may say. (Action 1, appendix 1)"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.game import Choose
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import (
    Airlift,
    CardFacts,
    DestroyUnits,
    DriveAway,
    PlaceUnits,
)
from adjudicator.games.fortress_america.events import UnitDestroyed
from adjudicator.games.fortress_america.rules.card_airlift import Airlifting
from adjudicator.games.fortress_america.rules.card_placing import Placing, Rank
from adjudicator.games.fortress_america.rules.card_strikes import Destroying, Driving
from adjudicator.games.fortress_america.rules.evolve import evolve
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, State

__all__ = ["CardPlay", "Prefer"]

Prefer: TypeAlias = Rank | Sequence[str]
"""Areas preferred: a function that ranks them (smaller first), or a list, the best one first."""


class CardPlay(NamedTuple):
    """One card in one state."""

    book: Ruleset
    state: State
    card: str
    facts: CardFacts

    @staticmethod
    def of(book: Ruleset, state: State, card: str) -> CardPlay:
        """Returns the play of `card` in `state`."""
        return CardPlay(book=book, state=state, card=card, facts=book.cards[card])

    # -- the parts of the card, each after those before it ------------------------------------

    def destroying(self) -> Destroying | None:
        """Returns what the card may destroy; None: it destroys nothing."""
        effect = self.facts.effect(DestroyUnits)
        if effect is None:
            return None
        return Destroying.of(self.book, self.state, self.card, effect)

    def driving(self, order: o.Card) -> Driving | None:
        """Returns what the card may clear after what an order destroys."""
        effect = self.facts.effect(DriveAway)
        if effect is None:
            return None
        state, targets = self._after_destroying(order), _targets(order)
        return Driving.of(self.book, state, self.card, effect, targets=targets)

    def placing(self, order: o.Card) -> Placing | None:
        """Returns what the card may place after what an order destroys and clears."""
        if self.facts.effect(PlaceUnits) is None:
            return None
        state, driving = self._after_destroying(order), self.driving(order)
        cleared = () if driving is None else driving.cleared(order)
        return Placing.of(
            self.book,
            state.model_copy(update={"units": state.units.without(*cleared)}),
            self.card,
            targets=_targets(order),
            cleared=cleared,
        )

    def airlifting(self) -> Airlifting | None:
        """Returns what the card may carry; None: it carries nothing."""
        if self.facts.effect(Airlift) is None:
            return None
        return Airlifting.of(self.book, self.state, self.card)

    def cleared(self, order: o.Card) -> tuple[str, ...]:
        """Returns the areas out of which an order drives the invaders."""
        driving = self.driving(order)
        return () if driving is None else driving.cleared(order)

    def _after_destroying(self, order: o.Card) -> State:
        state = self.state
        for event in self.destroyed(order):
            state = evolve(state, event)
        return state

    def destroyed(self, order: o.Card) -> tuple[UnitDestroyed, ...]:
        """Returns what an order destroys."""
        return tuple(
            UnitDestroyed(side=side, unit=one.unit, area=one.in_, count=one.count, reason="card")
            for one in order.destroy
            if (side := self.state.enemy_in(one.in_, USA)) is not None
        )

    # -- answers ------------------------------------------------------------------------------

    def is_forced(self) -> bool:
        """Says whether the card leaves no choice. (Ruling 22)"""
        airlifting, destroying = self.airlifting(), self.destroying()
        if airlifting is not None:
            return airlifting.is_forced()
        if destroying is not None and not destroying.is_forced():
            return False
        order = self.default_order()
        driving, placing = self.driving(order), self.placing(order)
        if driving is not None and not driving.is_forced():
            return False
        return placing is None or placing.is_forced()

    def default_order(self, prefer: Prefer = ()) -> o.Card:
        """Returns an order that plays the card in full and prefers areas.

        Of equal areas it takes those with the strongest enemies to destroy, then by id.
        """
        rank = _ranking(prefer)
        return self._made(
            destroyed=lambda part: part.default(rank),
            cleared=lambda part: part.default(rank),
            placed=lambda part: part.default(rank),
            carried=lambda part: part.default(rank),
        )

    def sample(self, choose: Choose) -> o.Card:
        """Returns a random legal order."""
        return self._made(
            destroyed=lambda part: part.sample(choose),
            cleared=lambda part: part.sample(choose),
            placed=lambda part: part.sample(choose),
            carried=lambda part: part.sample(choose),
        )

    def _made(
        self,
        *,
        destroyed: Callable[[Destroying], list[dict[str, object]]],
        cleared: Callable[[Driving], list[str]],
        placed: Callable[[Placing], list[dict[str, object]]],
        carried: Callable[[Airlifting], Mapping[str, str]],
    ) -> o.Card:
        """Returns an order made part by part, each for the state that those before it leave."""
        document: dict[str, object] = {"order": "card", "card": self.card}
        airlifting, destroying = self.airlifting(), self.destroying()
        if airlifting is not None:
            document |= carried(airlifting)
        if destroying is not None:
            document["destroy"] = destroyed(destroying)
        driving = self.driving(_card(document))
        if driving is not None and not driving.is_forced():
            document["retreat"] = cleared(driving)
        placing = self.placing(_card(document))
        if placing is not None:
            document["place"] = placed(placing)
        return _card(document)

    # -- checks -------------------------------------------------------------------------------

    def check(self, order: o.Card) -> Iterator[Problem]:
        """Yields the problems of an order; a part is judged if those before it are legal."""
        problems = list(check_static(self.book, self.state, "cards", order))
        if not problems and (destroying := self.destroying()) is not None:
            problems = list(destroying.check(order))
        if not problems and (airlifting := self.airlifting()) is not None:
            problems = list(airlifting.check(order))
        if not problems and (driving := self.driving(order)) is not None:
            problems = list(driving.check(order))
        if not problems and (placing := self.placing(order)) is not None:
            problems = list(placing.check(order))
        yield from problems


def _targets(order: o.Card) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.in_ for one in order.destroy))


def _card(document: dict[str, object]) -> o.Card:
    return o.Card.model_validate_json(json.dumps(document))


def _ranking(prefer: Prefer) -> Rank:
    if callable(prefer):
        return prefer
    places = {area: place for place, area in enumerate(prefer)}
    return lambda area: places.get(area, len(places))
