"""The book: what the rules of one match read and never change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.boards.area import AreaMap
from adjudicator.core.game import Seat
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.fortress_america.card_facts import CardFacts
from adjudicator.games.fortress_america.editions import Edition, UnitFacts
from adjudicator.games.fortress_america.invader_card_facts import Foothold, InvaderCard
from adjudicator.games.fortress_america.options import Options
from adjudicator.games.fortress_america.state import (
    INVADERS,
    KINDS,
    USA,
    Counts,
    InForce,
    Side,
    State,
    UnitClass,
    UnitKind,
)

__all__ = ["Ruleset", "Supply"]

_INVADERS: Mapping[str, Side] = {side: side for side in INVADERS}


class Supply(NamedTuple):
    """How the units of one side are joined to its zones. (Action 7)"""

    ways: tuple[tuple[str, str], ...]
    """Each space on the way of a unit, with the next one towards a zone."""
    cut_off: tuple[str, ...]
    """Spaces whose units are joined to no zone."""


class Ruleset(NamedTuple):
    """What the rules of one match read."""

    edition: Edition
    options: Options
    map: AreaMap
    outlines: bytes
    """How the map is drawn: `outlines.json`, read when the first picture is made."""
    cards: FrozenMap[Id, CardFacts]
    """The partisan deck of the edition."""
    seats: FrozenMap[Id, Seat]
    invader_cards: FrozenMap[Id, InvaderCard] = FrozenMap()
    """The invaders' cards; none where the match is played without them."""

    # -- seats and sides --------------------------------------------------------------------

    def seat_of(self, side: Side) -> str:
        """Returns the seat that leads `side`."""
        return next(seat for seat, facts in self.seats.items() if side in facts.sides)

    def is_together(self, side: Side) -> bool:
        """Says whether a side plays at the same time as others. (Order of play, ruling 70)"""
        return self.edition.invaders_together and side != USA

    def cite(self, paragraph: str) -> str:
        """Returns how a paragraph of the rulebook is cited: "1986 action 3".

        It is named as in the rulebook of 1986.
        """
        names = self.edition.paragraphs
        places = ", ".join(names.get(place, place) for place in paragraph.split(", "))
        return f"{self.edition.cite} {places}"

    # -- units ------------------------------------------------------------------------------

    def facts(self, kind: UnitKind) -> UnitFacts:
        """Returns what a kind of unit can do."""
        return self.edition.units[kind]

    def units_of(self, side: Side) -> Counts:
        """Returns all units that `side` has for the whole match."""
        return FrozenMap(
            {
                kind: count
                for kind, facts in self.edition.units.items()
                if (count := facts.usa_units if side == USA else facts.invader_units)
            }
        )

    def kinds_of(self, unit_class: UnitClass) -> tuple[UnitKind, ...]:
        """Returns the kinds of a class in the order in which they are rolled."""
        return tuple(
            kind
            for kind in KINDS
            if kind in self.edition.units and self.facts(kind).unit_class == unit_class
        )

    def bombs_from_above(self) -> bool:
        """Says whether any unit may attack from above its target. (Action 3, chapter 4)"""
        return any(facts.bombs for facts in self.edition.units.values())

    # -- the map ----------------------------------------------------------------------------

    def is_zone(self, area: str) -> bool:
        """Says whether a space is an invasion zone."""
        return self.map.areas[area].kind == "zone"

    def zone_side(self, area: str) -> Side | None:
        """Returns the invader whose zone a space is, if it is one."""
        facts = self.map.areas[area]
        return _INVADERS.get(facts.side or "") if facts.kind == "zone" else None

    def zones_of(self, side: Side) -> tuple[str, ...]:
        """Returns the invasion zones of `side`."""
        return tuple(
            area for area in self.map.areas_of_kind("zone") if self.zone_side(area) == side
        )

    def sources_of(self, state: State, side: Side) -> tuple[str, ...]:
        """Returns the zones and footholds of `side`: where its units come and supply begins."""
        held = (area for one in state.in_force if one.side == side for area in self._foothold(one))
        return (*self.zones_of(side), *held)

    def _foothold(self, one: InForce) -> tuple[str, ...]:
        return one.areas if self.invader_cards[one.card].effect_as(Foothold) is not None else ()

    def foothold_in(self, state: State, area: str) -> InForce | None:
        """Returns the card that makes land a foothold, if it is one. (2012 variants)"""
        return next((one for one in state.in_force if area in self._foothold(one)), None)

    def is_closed(self, state: State, area: str) -> bool:
        """Says whether nobody takes a space from its holder: a zone, or a foothold like one."""
        if self.is_zone(area):
            return True
        one = self.foothold_in(state, area) if state.in_force else None
        foothold = None if one is None else self.invader_cards[one.card].effect_as(Foothold)
        return foothold is not None and not foothold.can_be_captured

    def is_city(self, area: str) -> bool:
        """Says whether a space is a city."""
        return self.map.has_trait(area, "city")

    def is_hard(self, area: str) -> bool:
        """Says whether an area is attacked in column 1 without combined arms."""
        return any(self.map.has_trait(area, trait) for trait in self.edition.hard_traits)

    def name(self, area: str) -> str:
        """Returns the name of a space as players read it."""
        return self.map.areas[area].name

    # -- who holds what ---------------------------------------------------------------------

    def owner(self, state: State, area: str) -> Side:
        """Returns who controls a space: a zone's invader, an area's invader, else the USA."""
        return self.zone_side(area) or state.control.get(area, USA)

    def is_friendly(self, state: State, side: Side, area: str) -> bool:
        """Says whether `side` controls a space and no other side has units in it. (Action 1)"""
        return self.owner(state, area) == side and state.enemy_in(area, side) is None

    def is_foreign_zone(self, side: Side, area: str) -> bool:
        """Says whether a space is another side's invasion zone."""
        return self.zone_side(area) not in (None, side)

    def may_fly_over(self, side: Side, area: str) -> bool:
        """Says whether aircraft of `side` may pass a space. (Action 3, ruling 1)"""
        return self.edition.flies_over_foreign_zones or not self.is_foreign_zone(side, area)

    def is_open(self, state: State, side: Side, area: str) -> bool:
        """Says whether declared land is without enemies, so that `side` may enter it.

        That counts after the battles, and not if bombers alone won. (Actions 5 and 6, ruling 5)
        """
        return (
            area in state.declared
            and not self.is_closed(state, area)
            and state.enemy_in(area, side) is None
            and area not in state.bombers_alone
        )

    def captured_cities(self, state: State) -> int:
        """Returns how many cities the invaders together control. (Chapter 3)"""
        return sum(1 for area in state.control if self.is_city(area))

    def points(self, state: State, side: Side) -> int:
        """Returns an invader's points. (Chapter 3)"""
        held = [area for area, owner in state.control.items() if owner == side]
        resources = sum(
            any(self.map.has_trait(area, trait) for trait in self.edition.resources)
            for area in held
        )
        lasers = state.lasers_destroyed.get(side, 0) - state.lasers_uncounted.get(side, 0)
        if self.edition.lasers_score == "last-round" and not state.last_round:
            lasers = 0
        return (
            self.edition.points_city * sum(1 for area in held if self.is_city(area))
            + self.edition.points_laser * lasers
            + self.edition.points_resource * resources
        )
