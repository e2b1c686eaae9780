"""What a partisan card may put where, and the checks of it. (Action 1, rulings 4, 8, 11, 21, 23)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.english import joined
from adjudicator.core.game import Choose
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import CardFacts, Where
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    USA,
    Counts,
    State,
    UnitKind,
    total_of,
)
from adjudicator.games.fortress_america.words import units_text

__all__ = ["Placing", "Rank", "named_areas", "shuffled"]

Rank: TypeAlias = Callable[[str], int]
"""How much an area is preferred: smaller numbers first."""


class Placing(NamedTuple):
    """The units of one card in one state: what it may put where."""

    book: Ruleset
    state: State
    """What is left after the card has destroyed and driven away."""
    card: str
    facts: CardFacts
    where: Where
    named: tuple[str, ...]
    """The areas that the card names, by id."""
    cleared: tuple[str, ...]
    """Areas that it has cleared of invaders; they count among those that it may name."""
    units: Counts
    """Units that it puts on the board, as far as the reserve has them."""
    rooms: FrozenMap[str, int]
    """The areas that may take units, and how many."""

    @staticmethod
    def of(
        book: Ruleset,
        state: State,
        card: str,
        *,
        targets: Sequence[str] = (),
        cleared: Sequence[str] = (),
    ) -> Placing:
        """Returns what `card` may put where in `state`.

        Args:
            targets: areas in which the card has destroyed units.
            cleared: areas out of which it has driven the invaders.
        """
        facts = book.cards[card]
        assert facts.where is not None, card
        reserve = state.reserves.get(USA, FrozenMap())
        units = {kind: min(count, reserve.get(kind, 0)) for kind, count in facts.units.items()}
        named = named_areas(book, facts.where, targets)
        rooms = {
            area: room
            for area in named
            if _may_place(book, state, area) and (room := _room(book, state, area))
        }
        return Placing(
            book=book,
            state=state,
            card=card,
            facts=facts,
            where=facts.where,
            named=named,
            cleared=tuple(cleared),
            units=FrozenMap({kind: count for kind, count in units.items() if count}),
            rooms=FrozenMap(rooms),
        )

    def stand_ins(self) -> dict[UnitKind, int]:
        """Returns how many more of a kind may be placed for another that ran out. (Action 1)"""
        reserve = self.state.reserves.get(USA, FrozenMap())
        more: dict[UnitKind, int] = {}
        for kind, other in self.book.edition.substitutes.items():
            short = self.facts.units.get(kind, 0) - self.units.get(kind, 0)
            spare = reserve.get(other, 0) - self.units.get(other, 0)
            if short and spare:
                more[other] = min(short, spare)
        return more

    def groups(self) -> dict[str, list[str]]:
        """Returns the areas in groups, of which each takes one unit on a card of "one each"."""
        groups: dict[str, list[str]] = {}
        for area in self.rooms:
            by_region = self.where.kind == "each-region"
            group = self.book.map.region_of(area) if by_region else area
            groups.setdefault(group or area, []).append(area)
        return groups

    def beyond(self) -> int:
        """Returns how many areas it may name beside those that it has cleared. (Ruling 42)"""
        if self.where.max_areas is None:
            return len(self.rooms)
        return self.where.max_areas - len(self.cleared)

    def most(self) -> int:
        """Returns how many units can be placed: so many must be. (Action 1, ruling 11)"""
        return self._room_for(total_of(self.units))

    def _room_for(self, count: int) -> int:
        """Returns how many of `count` units find room as the card spreads them."""
        rooms = sorted(self.rooms.values(), reverse=True)
        match self.facts.placement:
            case "one-area":
                return min(count, *rooms[:1]) if rooms else 0
            case "one-or-two-areas":
                return min(count, sum(rooms[:2]))
            case "one-each":
                groups = self.groups()
                others = sum(1 for group in groups if group not in self.cleared)
                return min(count, len(groups) - max(0, others - self.beyond()))
            case _:
                return min(count, sum(rooms))

    def is_forced(self) -> bool:
        """Says whether the placing leaves no choice. (Ruling 22)

        Nothing can be placed; or everything in one area; or units of a single kind as one fills
        all areas that are left.
        """
        most, count = self.most(), total_of(self.units)
        if self._room_for(count + sum(self.stand_ins().values())) > most:
            return False
        if not most:
            return True
        if len(self.rooms) == 1:
            return len(self.units) == 1 or most == count
        if len(self.units) > 1:
            return False
        match self.facts.placement:
            case "one-each":
                groups = self.groups()
                if not self.beyond():
                    groups = {area: group for area, group in groups.items() if area in self.cleared}
                return most == len(groups) == sum(len(areas) for areas in groups.values())
            case "separate-where-possible":
                return most == len(self.rooms) or most == sum(self.rooms.values())
            case _:
                return most == sum(self.rooms.values())

    # -- orders -----------------------------------------------------------------------------

    def default(self, rank: Rank) -> list[dict[str, object]]:
        """Returns where all units that may come go, substitutes too: areas by rank, then by id."""
        return self._placed(sorted(self.rooms, key=lambda area: (rank(area), area)), most=None)

    def sample(self, choose: Choose) -> list[dict[str, object]]:
        """Returns a random full placing, with or without stand-ins."""
        most = self.most()
        return self._placed(shuffled(tuple(self.rooms), choose), most=choose((None, most)))

    def _placed(self, areas: list[str], *, most: int | None) -> list[dict[str, object]]:
        """Returns a placing that fills earlier areas first: as many units as it can, or `most`."""
        units = [kind for kind in KINDS for _ in range(self.units.get(kind, 0))]
        units += [kind for kind, count in self.stand_ins().items() for _ in range(count)]
        placed: dict[tuple[UnitKind, str], int] = {}
        count = self._room_for(len(units)) if most is None else most
        slots = self._slots(areas, min(count, len(units)))
        for kind, area in zip(units[:count], slots, strict=False):
            placed[kind, area] = placed.get((kind, area), 0) + 1
        return [
            {"unit": kind, "count": number, "in": area} for (kind, area), number in placed.items()
        ]

    def _slots(self, areas: list[str], count: int) -> list[str]:
        """Returns an area for each unit in turn; `areas`: the preferred one first."""
        by_room = sorted(areas, key=lambda area: -min(count, self.rooms[area]))
        match self.facts.placement:
            case "one-area":
                areas = by_room[:1]
            case "one-or-two-areas":
                areas = by_room[:2]
            case "one-each":
                return self._one_each(areas)
            case "separate-where-possible":
                rounds = range(self.book.edition.stack_limit)
                return [area for k in rounds for area in areas if self.rooms[area] > k]
            case _:
                pass
        return [area for area in areas for _ in range(self.rooms[area])]

    def _one_each(self, areas: list[str]) -> list[str]:
        """Returns the first area of each group; of those not cleared no more than it may name."""
        ranks = {area: place for place, area in enumerate(areas)}
        firsts = sorted(
            (min(group, key=lambda area: ranks[area]) for group in self.groups().values()),
            key=lambda area: ranks[area],
        )
        others = [area for area in firsts if area not in self.cleared][: self.beyond()]
        return [area for area in firsts if area in self.cleared or area in others]

    # -- checks -----------------------------------------------------------------------------

    def check(self, order: o.Card) -> Iterator[Problem]:
        """Yields the problems of what an order places."""
        rule = self.book.cite("action 1")
        yield from self._check_areas(order, rule)
        yield from self._check_kinds(order, rule)
        yield from self._check_spread(order, rule)

    def _check_areas(self, order: o.Card, rule: str) -> Iterator[Problem]:
        totals: dict[str, int] = {}
        for index, one in enumerate(order.place):
            path = ("place", index, "in")
            totals[one.in_] = totals.get(one.in_, 0) + one.count
            if one.in_ not in self.named:
                yield Problem(
                    "not-on-card",
                    f"{order.card} does not name {one.in_}",
                    path,
                    rule,
                    hint=f"It names {joined(self.named)}.",
                )
            elif not _may_place(self.book, self.state, one.in_):
                occupied = self.state.enemy_in(one.in_, USA) is not None
                yield Problem(
                    "enemy-occupied" if occupied else "enemy-city",
                    f"{one.in_} is {'occupied by the enemy' if occupied else 'an enemy city'}: "
                    "no unit is placed there",
                    path,
                    rule,
                    hint="Cards put units into friendly areas and into empty enemy land.",
                )
            elif totals[one.in_] > self.rooms.get(one.in_, 0):
                yield Problem(
                    "stack-limit",
                    f"{one.in_} takes {self.rooms.get(one.in_, 0)} more, not {totals[one.in_]}",
                    ("place", index, "count"),
                    f"{rule}, ruling 4",
                    hint=f"{self.book.edition.stack_limit} units of a side may stand in one space.",
                )

    def _check_kinds(self, order: o.Card, rule: str) -> Iterator[Problem]:
        stand_ins = self.stand_ins()
        totals: dict[UnitKind, int] = {}
        for index, one in enumerate(order.place):
            totals[one.unit] = totals.get(one.unit, 0) + one.count
            may = self.units.get(one.unit, 0) + stand_ins.get(one.unit, 0)
            if totals[one.unit] > may:
                yield Problem(
                    "too-many-units",
                    f"{order.card} places {units_text(may, one.unit)}, not {totals[one.unit]}",
                    ("place", index, "count"),
                    rule,
                    hint="A card places the units that it shows, as far as the reserve has them.",
                )
        for kind, other in self.book.edition.substitutes.items():
            left = self.units.get(kind, 0) - totals.get(kind, 0)
            stand_in = totals.get(other, 0) - self.units.get(other, 0)
            if left > 0 and 0 < stand_in <= stand_ins.get(other, 0):
                yield Problem(
                    "not-run-out",
                    f"{units_text(left, kind)} can still come: {other} stands in only for those "
                    "that the reserve lacks",
                    ("place",),
                    rule,
                )

    def _check_spread(self, order: o.Card, rule: str) -> Iterator[Problem]:
        """The card is carried out as fully as possible and spread as it says. (Ruling 11)"""
        totals: dict[str, int] = {}
        for one in order.place:
            totals[one.in_] = totals.get(one.in_, 0) + one.count
        count = sum(totals.values())
        if count < self.most():
            yield Problem(
                "card-not-fully-played",
                f"{order.card} can place {units_text(self.most())}, not only {count}",
                ("place",),
                f"{rule}, ruling 11",
                hint="A card is carried out as fully as possible.",
            )
        text = self._misspread(totals, count)
        if text is not None:
            yield Problem("card-spread", f"{order.card} {text}", ("place",), rule)

    def _misspread(self, totals: dict[str, int], count: int) -> str | None:
        """Returns how the card spreads its units, if an order does otherwise."""
        match self.facts.placement:
            case "one-area" if len(totals) > 1:
                return "puts all its units into one area"
            case "one-or-two-areas" if len(totals) > 2:
                return "puts its units into one or two areas"
            case "one-each":
                groups = self.groups()
                if any(sum(totals.get(a, 0) for a in group) > 1 for group in groups.values()):
                    return f"puts one unit into each {'sector' if self.where.regions else 'area'}"
                if sum(1 for area in totals if area not in self.cleared) > self.beyond():
                    return (
                        f"names {self.where.max_areas} areas, those that it clears "
                        f"({joined(self.cleared)}) among them"
                    )
            case "separate-where-possible" if len(totals) < min(count, len(self.rooms)):
                return "puts its units into separate areas where possible"
            case _:
                pass
        return None


def named_areas(book: Ruleset, where: Where, targets: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the land that a card names, by id; `targets`: where it has destroyed units."""
    area_map = book.map
    match where.kind:
        case "area":
            areas = set(where.areas)
        case "adjacent-to":
            areas = {there for area in where.areas for there in area_map.neighbours(area)}
        case "target":
            areas = set(targets)
        case "target-or-adjacent":
            beside = {there for area in targets for there in area_map.neighbours(area)}
            areas = beside | set(targets)
        case "region":
            areas = set(area_map.areas_in(where.region or ""))
        case "each-region":
            areas = {area for region in where.regions for area in area_map.areas_in(region)}
        case "mountain-in-region" | "mountain" | "city-enemy-occupied" | "resource":
            trait = where.resource or (
                "city" if where.kind == "city-enemy-occupied" else "mountain"
            )
            areas = set(area_map.areas_with(trait))
            if where.region is not None:
                areas &= set(area_map.areas_in(where.region))
        case "not-city":
            areas = set(area_map.areas) - set(area_map.areas_with("city"))
        case "any-one-area" | "not-enemy-occupied":
            areas = set(area_map.areas)
    return tuple(sorted(area for area in areas if not book.is_zone(area)))


def shuffled(areas: Sequence[str], choose: Choose) -> list[str]:
    """Returns the areas in random order."""
    left, found = list(areas), list[str]()
    while left:
        found.append(choose(left))
        left.remove(found[-1])
    return found


def _may_place(book: Ruleset, state: State, area: str) -> bool:
    """Says whether a card may put units into an area.

    It may into a friendly one, or an empty one that an invader controls and that is no city.
    (Action 1, rulings 7 and 8)
    """
    if state.enemy_in(area, USA) is not None:
        return False
    return book.owner(state, area) == USA or not book.is_city(area)


def _room(book: Ruleset, state: State, area: str) -> int:
    return book.edition.stack_limit - total_of(state.units_in(area, USA))
