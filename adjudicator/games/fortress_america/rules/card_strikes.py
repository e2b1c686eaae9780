"""Which invading units a card may destroy and drive away. (Action 1, rulings 37 to 42)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.english import amount, either, joined
from adjudicator.core.game import Choose
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import DestroyUnits, DriveAway
from adjudicator.games.fortress_america.rules.card_placing import Rank, named_areas, shuffled
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    USA,
    Counts,
    State,
    UnitKind,
    total_of,
)
from adjudicator.games.fortress_america.words import side_name, unit_name, units, units_text

__all__ = ["Destroying", "Driving"]


class Destroying(NamedTuple):
    """What one card may destroy in one state."""

    book: Ruleset
    state: State
    card: str
    effect: DestroyUnits
    named: tuple[str, ...]
    """The areas that the card names, by id."""
    targets: FrozenMap[str, Counts]
    """The units that it may destroy, by area."""

    @staticmethod
    def of(book: Ruleset, state: State, card: str, effect: DestroyUnits) -> Destroying:
        """Returns what `card` may destroy in `state`; never in an invasion zone. (Ruling 37)"""
        named = named_areas(book, effect.in_)
        targets: dict[str, Counts] = {}
        for area in named:
            side = state.enemy_in(area, USA)
            if side is None or effect.owner not in ("any-invader", side):
                continue
            counts = {
                kind: count
                for kind, count in state.units_in(area, side).items()
                if effect.kinds == "any" or kind in effect.kinds
            }
            if counts:
                targets[area] = FrozenMap(counts)
        return Destroying(
            book=book,
            state=state,
            card=card,
            effect=effect,
            named=named,
            targets=FrozenMap(targets),
        )

    def in_area(self, area: str) -> int:
        """Returns how many units it can destroy in one of the targets."""
        there = total_of(self.targets[area])
        return there if self.effect.amount == "all" else min(self.effect.amount, there)

    def choosable(self) -> tuple[str, ...]:
        """Returns the areas of which the USA may choose.

        Where the card gives a number for one area, those in which most of them can be destroyed.
        (Ruling 38)
        """
        if self.effect.amount == "all" or self.effect.per_area or self.effect.up_to:
            return tuple(self.targets)
        most = max((self.in_area(area) for area in self.targets), default=0)
        return tuple(area for area in self.targets if self.in_area(area) == most)

    def areas_due(self) -> int:
        """Returns in how many areas it must destroy units."""
        return min(self.effect.area_count, len(self.targets))

    def is_forced(self) -> bool:
        """Says whether nothing, or just one thing, can be destroyed. (Ruling 22)"""
        areas = self.choosable()
        if not areas:
            return True
        if self.effect.up_to or len(areas) > self.effect.area_count:
            return False
        return all(
            len(self.targets[area]) == 1 or self.in_area(area) == total_of(self.targets[area])
            for area in areas
        )

    # -- orders -----------------------------------------------------------------------------

    def default(self, rank: Rank) -> list[dict[str, object]]:
        """Returns the destruction of the strongest units in the areas that rank prefers."""

        def key(area: str) -> tuple[int, int, str]:
            dice = sum(self.book.facts(kind).die for kind in self._strongest(area))
            return rank(area), -dice, area

        areas = sorted(self.choosable(), key=key)[: self.effect.area_count]
        return _listed([(kind, area) for area in areas for kind in self._strongest(area)])

    def _strongest(self, area: str) -> list[UnitKind]:
        """Returns the units with the largest dice, as many as it can destroy."""
        return sorted(
            _one_by_one(self.targets[area]),
            key=lambda kind: (-self.book.facts(kind).die, KINDS.index(kind)),
        )[: self.in_area(area)]

    def sample(self, choose: Choose) -> list[dict[str, object]]:
        """Returns a random legal destruction."""
        chosen: list[tuple[UnitKind, str]] = []
        for area in shuffled(self.choosable(), choose)[: self.effect.area_count]:
            left = _one_by_one(self.targets[area])
            count = self.in_area(area)
            if self.effect.up_to:
                count = choose(range(count + 1))
            for _ in range(count):
                kind = choose(left)
                left.remove(kind)
                chosen.append((kind, area))
        return _listed(chosen)

    # -- checks -----------------------------------------------------------------------------

    def check(self, order: o.Card) -> Iterator[Problem]:
        """Yields the problems of what an order destroys."""
        rule = self.book.cite("action 1")
        totals: dict[str, int] = {}
        wrong = False
        for index, one in enumerate(order.destroy):
            totals[one.in_] = totals.get(one.in_, 0) + one.count
            for problem in self._check_units(one, rule):
                wrong = True
                yield problem.under("destroy", index)
        if not wrong:
            yield from self._check_doubled(order, rule)
            yield from self._check_areas(totals, rule)

    def _check_units(self, one: o.CardUnits, rule: str) -> Iterator[Problem]:
        if one.in_ not in self.named:
            hint = f"It names {joined(self.named)}."
            yield Problem(
                "not-on-card", f"{self.card} does not name {one.in_}", ("in",), rule, hint
            )
            return
        side = self.state.enemy_in(one.in_, USA)
        if side is None:
            yield Problem(
                "no-target",
                f"no invader stands in {one.in_}",
                ("in",),
                rule,
                hint=f"It finds units in {joined(list(self.targets))}.",
            )
        elif self.effect.owner not in ("any-invader", side):
            yield Problem(
                "not-on-card",
                f"{self.card} destroys no units of {side_name(side)}",
                ("in",),
                rule,
                hint=f"It finds units in {joined(list(self.targets))}.",
            )
        elif self.effect.kinds != "any" and one.unit not in self.effect.kinds:
            kinds = joined([unit_name(kind, 2) for kind in self.effect.kinds])
            yield Problem(
                "not-on-card",
                f"{self.card} destroys {kinds}, no {unit_name(one.unit, 2)}",
                ("unit",),
                rule,
                hint=f"It finds units in {joined(list(self.targets))}.",
            )
        elif one.count > self.targets.get(one.in_, FrozenMap()).get(one.unit, 0):
            there = self.state.units_in(one.in_, side)
            yield Problem(
                "no-target",
                f"{one.in_} holds {units_text(there.get(one.unit, 0), one.unit)}, not {one.count}",
                ("count",),
                rule,
                hint=f"There: {units(there)}.",
            )

    def _check_doubled(self, order: o.Card, rule: str) -> Iterator[Problem]:
        totals: dict[tuple[str, UnitKind], int] = {}
        for index, one in enumerate(order.destroy):
            count = totals[one.in_, one.unit] = totals.get((one.in_, one.unit), 0) + one.count
            there = self.targets[one.in_][one.unit]
            if count > there:
                yield Problem(
                    "no-target",
                    f"{one.in_} holds {units_text(there, one.unit)}, not {count}",
                    ("destroy", index, "count"),
                    rule,
                    hint=f"There: {units(self.targets[one.in_])}.",
                )

    def _check_areas(self, totals: dict[str, int], rule: str) -> Iterator[Problem]:
        """As many as the card says, in as many areas. (Rulings 11 and 38)"""
        effect, path = self.effect, ("destroy",)
        if len(totals) > effect.area_count:
            areas = "one area" if effect.area_count == 1 else f"{effect.area_count} areas"
            yield Problem(
                "card-spread",
                f"{self.card} destroys units in {areas} only",
                path,
                rule,
                hint=f"Name {areas}, not {len(totals)}.",
            )
            return
        for count in totals.values():
            if effect.amount != "all" and count > effect.amount:
                each = " in each area" if effect.per_area else ""
                yield Problem(
                    "too-many-units",
                    f"{self.card} destroys {units_text(effect.amount)}{each}, not {count}",
                    path,
                    rule,
                    hint=f"Leave {units_text(count - effect.amount)} out.",
                )
        fully = f"{rule}, ruling 38"
        if effect.up_to:
            return
        if len(totals) < self.areas_due():
            where = either(self.choosable()) if self.areas_due() == 1 else joined(self.choosable())
            yield Problem(
                "card-not-fully-played",
                f"{self.card} can destroy units in {amount(self.areas_due(), 'area')}, "
                f"not only in {len(totals)}",
                path,
                fully,
                hint=f"It finds them in {where}.",
            )
        for area, count in totals.items():
            if area not in self.choosable():
                yield Problem(
                    "card-not-fully-played",
                    f"{self.card} can destroy more units elsewhere than the {count} in {area}",
                    path,
                    fully,
                    hint=f"Choose {either(self.choosable())}.",
                )
            elif count < self.in_area(area):
                yield Problem(
                    "card-not-fully-played",
                    f"{self.card} can destroy {units_text(self.in_area(area))} in {area}, "
                    f"not only {count}",
                    path,
                    fully,
                    hint=f"There: {units(self.targets[area])}.",
                )


class Driving(NamedTuple):
    """Out of which areas one card may drive the invaders in one state."""

    book: Ruleset
    state: State
    """What is left after the card has destroyed."""
    card: str
    effect: DriveAway
    named: tuple[str, ...]
    """The areas that the card names, by id."""
    occupied: tuple[str, ...]
    """Those of them in which invaders stand."""

    @staticmethod
    def of(
        book: Ruleset, state: State, card: str, effect: DriveAway, *, targets: Sequence[str]
    ) -> Driving:
        """Returns what `card` may clear in `state`; `targets`: where it has destroyed units."""
        named = named_areas(book, effect.in_, targets)
        occupied = tuple(area for area in named if state.enemy_in(area, USA) is not None)
        return Driving(
            book=book, state=state, card=card, effect=effect, named=named, occupied=occupied
        )

    def most(self) -> int:
        """Returns how many areas it can clear: so many it must. (Rulings 11 and 42)"""
        return min(self.effect.area_count, len(self.occupied))

    def takes_all(self) -> bool:
        """Says whether it clears all areas with invaders, so that none needs be named."""
        return len(self.occupied) <= self.effect.area_count

    def is_forced(self) -> bool:
        """Says whether there is no choice, of areas or of their order. (Rulings 22 and 40)"""
        return len(self.occupied) <= 1

    def cleared(self, order: o.Card) -> tuple[str, ...]:
        """Returns the areas that an order clears, in its order.

        If it does not say, they are all that there are if it may clear so many, by id, and else
        those into which it puts units.
        """
        if order.retreat:
            return order.retreat
        if self.takes_all():
            return self.occupied
        placed = dict.fromkeys(one.in_ for one in order.place)
        return tuple(area for area in placed if area in self.occupied)

    def default(self, rank: Rank) -> list[str]:
        """Returns the areas that rank prefers, then those with most units."""

        def key(area: str) -> tuple[int, int, str]:
            side = self.state.enemy_in(area, USA)
            assert side is not None
            return rank(area), -total_of(self.state.units_in(area, side)), area

        return sorted(self.occupied, key=key)[: self.most()]

    def sample(self, choose: Choose) -> list[str]:
        """Returns random areas, as many as it can clear."""
        return shuffled(self.occupied, choose)[: self.most()]

    def check(self, order: o.Card) -> Iterator[Problem]:
        """Yields the problems of the areas that an order clears."""
        rule = self.book.cite("action 1")
        for index, area in enumerate(order.retreat):
            path = ("retreat", index)
            if area not in self.named:
                hint = f"It names {joined(self.named)}."
                yield Problem("not-on-card", f"{self.card} does not name {area}", path, rule, hint)
            elif area not in self.occupied:
                yield Problem(
                    "no-target",
                    f"no invader stands in {area}",
                    path,
                    rule,
                    hint=f"It finds units in {joined(self.occupied)}.",
                )
            elif area in order.retreat[:index]:
                yield Problem(
                    "card-spread", f"{area} is named twice", path, rule, hint="Name it once."
                )
        count = len(self.cleared(order))
        if count > self.effect.area_count:
            yield Problem(
                "card-spread",
                f"{self.card} clears {amount(self.effect.area_count, 'area')}, not {count}",
                ("retreat",),
                rule,
                hint=f"Leave {amount(count - self.effect.area_count, 'area')} out.",
            )
        elif count < self.most():
            yield Problem(
                "card-not-fully-played",
                f"{self.card} can clear {amount(self.most(), 'area')} of invaders, "
                f"not only {count}",
                ("retreat",),
                f"{rule}, ruling 42",
                hint=f"Invaders stand in {joined(self.occupied)}: "
                'name the areas to clear under "retreat".',
            )


def _one_by_one(counts: Counts) -> list[UnitKind]:
    return [kind for kind in KINDS for _ in range(counts.get(kind, 0))]


def _listed(chosen: Sequence[tuple[UnitKind, str]]) -> list[dict[str, object]]:
    """Returns units as an order lists them: each kind in an area once."""
    totals: dict[tuple[str, UnitKind], int] = {}
    for kind, area in chosen:
        totals[area, kind] = totals.get((area, kind), 0) + 1
    return [{"unit": kind, "count": count, "in": area} for (area, kind), count in totals.items()]
