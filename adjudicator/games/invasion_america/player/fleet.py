"""The player's ships: where they land troops and supply units, and where they fetch more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adjudicator.boards.hexes import NOWHERE, Hex, flood
from adjudicator.core.game import Order
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.player.assessment import Assessment, defence_of
from adjudicator.games.invasion_america.rules.attack_checks import is_assaulted
from adjudicator.games.invasion_america.rules.harbours import unloading_points
from adjudicator.games.invasion_america.rules.positions import (
    ashore,
    cargo_of,
    fleet_at,
    other_force_at,
    stack_at,
)
from adjudicator.games.invasion_america.rules.supply import unsupplied
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, State, type_of

__all__ = ["planned_sailing"]

_AROUND = 8
"""Hexes about a landing in which prizes count."""
_OVERSEAS = 30
"""From goals farther off over land than so many points ships fetch what waits."""
_UNSUPPLIED = 120
"""How much worse a landing is where the ship would have to stay to supply it."""


def planned_sailing(book: Ruleset, state: State) -> list[Order]:
    """Returns the orders of the naval movement phase: supply units first, then ships."""
    return _Fleet(Assessment(book, state, state.side)).orders()


@dataclass(eq=False)
class _Fleet:
    """What is planned so far."""

    assessment: Assessment
    busy: set[str] = field(default_factory=set)
    """Ships that stay for the phase."""
    berths: dict[Hex, int] = field(default_factory=dict)
    """How many ships more, or less, lie in a hex than when the phase began."""
    landings: dict[Hex, int] = field(default_factory=dict)
    """Where troops land in this phase, and how many units."""
    bases: list[Hex] = field(default_factory=list)
    """Where ships with supply units go."""
    gone: set[str] = field(default_factory=set)
    """Ships that sail in this phase."""

    def orders(self) -> list[Order]:
        """Plans all and returns it."""
        unloading = self._unloading()
        loading = self._loading()
        ships = [ship for ship in self._ships() if ship not in self.busy]
        rank = {"amphibious": 0, "transport": 1, "carrier": 2}
        ships.sort(key=lambda ship: (rank[type_of(ship)], self._with_supply(ship), ship))
        sailing = [order for ship in ships for order in self._sail(ship)]
        return [*loading, *unloading, *sailing]

    def _ships(self) -> list[str]:
        return self.assessment.of_type("amphibious", "transport", "carrier")

    def _cargo(self, ship: str) -> list[str]:
        return self._cargoes.get(ship, [])

    @cached_property
    def _cargoes(self) -> Mapping[str, list[str]]:
        return {ship: cargo_of(self.assessment.state, ship) for ship in self._ships()}

    def _with_supply(self, ship: str) -> bool:
        return any(type_of(name) == "supply" for name in self._cargo(ship))

    def _is_home(self, hex_: Hex) -> bool:
        """Whether ships in a hex are where troops wait for them."""
        return hex_ == NOWHERE or self.assessment.field[hex_] > _OVERSEAS

    # -- supply units ---------------------------------------------------------------------------

    def _unloading(self) -> list[o.Unload]:
        """Supply units go ashore where their ship lies before a coast that is to be held."""
        assessment, found = self.assessment, list[o.Unload]()
        rooms: dict[str, int] = {}
        for ship in assessment.of_type("amphibious"):
            hex_, at = assessment.own[ship], assessment.state.units[ship].at
            if self._is_home(hex_) or hex_ in assessment.ground.closed:
                continue
            if other_force_at(assessment.book, assessment.state, assessment.side, hex_):
                continue
            if (
                unloading_points(
                    assessment.book, assessment.state, assessment.side, "amphibious", at=at
                )
                is None
            ):
                continue
            limit = assessment.book.charts.tables.limits.stack
            room = rooms.setdefault(
                at, limit - len(stack_at(assessment.book, assessment.state, hex_, assessment.side))
            )
            for unit in self._cargo(ship):
                if type_of(unit) == "supply" and rooms[at] > 0 and room:
                    rooms[at] -= 1
                    self.busy.add(ship)
                    found.append(o.Unload(order="unload", unit=unit))
        return found

    def _loading(self) -> list[o.Load]:
        """A supply unit at home goes aboard of an amphibious unit, if no other one is abroad."""
        assessment, found = self.assessment, list[o.Load]()
        abroad = [
            unit
            for unit in assessment.of_type("supply")
            if assessment.state.units[unit].aboard is not None
            or not self._is_home(assessment.own[unit])
        ]
        if abroad:
            return found
        waiting = [
            unit
            for unit in assessment.of_type("supply")
            if assessment.state.units[unit].aboard is None and self._is_home(assessment.own[unit])
        ]
        most = assessment.book.charts.tables.limits.cargo
        for ship in assessment.of_type("amphibious"):
            at = assessment.state.units[ship].at
            if ship in self.busy or self._with_supply(ship) or len(self._cargo(ship)) >= most:
                continue
            unit = next((one for one in waiting if assessment.state.units[one].at == at), None)
            if unit is not None:
                self.busy.add(ship)
                return [o.Load(order="load", unit=unit, ship=ship)]
        return found

    # -- where ships go -------------------------------------------------------------------------

    def _sail(self, ship: str) -> list[o.Sail]:
        assessment = self.assessment
        here = assessment.own[ship]
        cargo = self._cargo(ship)
        kind = type_of(ship)
        if self._sustains(ship):
            return []
        if kind == "carrier":
            goal = self._station(ship)
        elif not cargo:
            goal = self._fetching(ship)
        elif kind == "amphibious":
            goal = self._landing(ship)
        else:
            goal = self._harbour(ship)
        if goal is None or goal == here:
            return []
        self.gone.add(ship)
        self.berths[goal] = self.berths.get(goal, 0) + 1
        self.berths[here] = self.berths.get(here, 0) - 1
        to = HOLDING_BOX if goal == NOWHERE else assessment.book.number_of(goal)
        return [o.Sail(order="sail", units=(ship,), to=to)]

    def _sustains(self, ship: str) -> bool:
        """Whether own units ashore would be out of supply if an amphibious unit left. (9.12)"""
        assessment = self.assessment
        here = assessment.own[ship]
        if here not in assessment.book.charts.amphibious or self._is_home(here):
            return False
        if type_of(ship) != "amphibious":
            return False
        distance, most = assessment.book.charts.grid.distance, self._lifeline
        near = [
            unit for unit in assessment.fighters if distance(here, assessment.own[unit]) <= most
        ]
        if not near:
            return False
        left = unsupplied(assessment.book, self._without({*self.gone, ship}), near)
        return bool(left - unsupplied(assessment.book, self._without(self.gone), near))

    @property
    def _lifeline(self) -> int:
        """Returns how far amphibious units supply others. (9.12)"""
        return self.assessment.book.charts.tables.limits.amphibious_supply

    def _without(self, ships: set[str]) -> State:
        """Returns the position without some ships."""
        state = self.assessment.state
        if not ships:
            return state
        units = {name: unit for name, unit in state.units.items() if name not in ships}
        return state.model_copy(update={"units": FrozenMap(units)})

    def _reached(self, ship: str) -> frozenset[Hex]:
        """Returns the hexes that a ship reaches; NOWHERE: the holding box."""
        assessment = self.assessment
        sea = assessment.book.charts.sea
        unit = assessment.state.units[ship]
        start = sea.box
        if unit.at != HOLDING_BOX:
            start = sea.waters[assessment.own[ship]][unit.water or 0]
        return self._flooded(start)

    @cached_property
    def _floods(self) -> dict[int, frozenset[Hex]]:
        return {}

    def _flooded(self, start: int) -> frozenset[Hex]:
        if start not in self._floods:
            assessment = self.assessment
            sea = assessment.book.charts.sea
            shut = {
                water
                for hex_ in assessment.ground.closed & assessment.book.charts.coast
                for water in sea.waters[hex_]
            }
            if assessment.side != "pal":
                shut.add(sea.box)
            found = flood(sea.links, (start,), closed=shut)
            beside = {
                sea.hexes[there]
                for water in found
                for there in sea.links[water]
                if there in shut and there != sea.box
            }
            self._floods[start] = frozenset(sea.hexes[water] for water in found) | frozenset(
                hex_ for hex_ in beside if hex_ in assessment.book.charts.amphibious
            )
        return self._floods[start]

    def _has_berth(self, ship: str, hex_: Hex) -> bool:
        assessment = self.assessment
        if hex_ in (NOWHERE, assessment.own[ship]):
            return True
        there = len(fleet_at(assessment.book, assessment.state, hex_)) + self.berths.get(hex_, 0)
        return there < assessment.book.charts.tables.limits.fleet

    # -- landings -------------------------------------------------------------------------------

    def _landing(self, ship: str) -> Hex | None:
        """Returns where an amphibious unit lands what it carries, or assaults."""
        assessment = self.assessment
        sites = [
            hex_
            for hex_ in sorted(assessment.book.charts.amphibious)
            if hex_ in self._reached(ship) and self._has_berth(ship, hex_)
        ]
        worth = {hex_: value for hex_ in sites if (value := self._site(ship, hex_)) > 0}
        if not worth:
            return self._harbour(ship)
        lone = {hex_ for hex_ in worth if not self._is_supplied(ship, hex_)}
        best = max(worth, key=lambda hex_: (worth[hex_] - _UNSUPPLIED * (hex_ in lone), -hex_))
        if self._with_supply(ship):
            self.bases.append(best)
        self.landings[best] = self.landings.get(best, 0) + len(self._cargo(ship))
        return best

    def _site(self, ship: str, hex_: Hex) -> int:
        """Returns how good a hex is to land in; 0 or less: not at all."""
        assessment = self.assessment
        distance = assessment.book.charts.grid.distance
        value = 10 * self._prize_about.get(hex_, 0)
        if hex_ in assessment.enemies:
            if not is_assaulted(
                assessment.book, assessment.state, assessment.side, hex_
            ):  # ships alone (7.4)
                return 0
            if self._with_supply(ship) or not self._wins(ship, hex_):
                return 0
            if self.landings.get(hex_):
                return 0
            value += 40 * assessment.prizes.get(hex_, 0) + 40
        else:
            if other_force_at(assessment.book, assessment.state, assessment.side, hex_):
                return 0
            crowd = len(stack_at(assessment.book, assessment.state, hex_, assessment.side))
            if crowd + self.landings.get(hex_, 0) > 3:
                return 0
            cost = assessment.book.charts.amphibious[hex_].cost
            value += 60 * assessment.prizes.get(hex_, 0) - 20 * cost
            value -= 4 * self._danger.get(hex_, 0)
            if hex_ in assessment.book.charts.ports:
                value += 60
        friends = [*self.landings, *self.bases, *self._beachheads]
        if friends:
            near = min(distance(hex_, there) for there in friends)
            value -= 12 * min(near, 15)
        return value

    def _is_supplied(self, ship: str, hex_: Hex) -> bool:
        """Whether what lands in a hex is in supply once the ship sails on. (9.0)"""
        assessment = self.assessment
        distance, most = assessment.book.charts.grid.distance, self._lifeline
        if self._with_supply(ship) or hex_ in assessment.book.charts.ports:
            return True
        if any(distance(hex_, base) <= most for base in self.bases):
            return True
        return assessment.is_supplied_at(self._cargo(ship)[0], hex_)

    @cached_property
    def _beachheads(self) -> list[Hex]:
        """Returns where own land units stand that are not at home."""
        assessment = self.assessment
        return sorted(
            {
                assessment.own[unit]
                for unit in assessment.fighters
                if assessment.is_land(unit) and not self._is_home(assessment.own[unit])
            }
        )

    @cached_property
    def _prize_about(self) -> Mapping[Hex, int]:
        """Returns for each landing what prizes about it are worth, nearer ones more."""
        assessment = self.assessment
        distance = assessment.book.charts.grid.distance
        return {
            hex_: sum(
                points * (_AROUND - away)
                for prize, points in assessment.prizes.items()
                if (away := distance(hex_, prize)) < _AROUND
            )
            // _AROUND
            for hex_ in assessment.book.charts.amphibious
        }

    @cached_property
    def _danger(self) -> Mapping[Hex, int]:
        assessment = self.assessment
        return {hex_: assessment.threat(hex_) for hex_ in assessment.book.charts.amphibious}

    def _wins(self, ship: str, hex_: Hex) -> bool:
        """Whether an assault has good odds."""
        assessment = self.assessment
        troops = [name for name in self._cargo(ship) if assessment.is_land(name)]
        if not troops:
            return False
        multiple = assessment.book.charts.amphibious[hex_].defence
        attack = assessment.back(ship) + sum(map(assessment.back, troops))
        return attack >= 2 * defence_of(assessment, hex_, (), landing=multiple)

    def _harbour(self, ship: str) -> Hex | None:
        """Returns where a transport sets its troops ashore: a port held, or about to be held."""
        assessment = self.assessment
        reached = self._reached(ship)
        held = [
            hex_
            for hex_ in sorted(assessment.book.charts.coast)
            if hex_ in reached
            and hex_ not in assessment.ground.closed
            and not self._is_home(hex_)
            and self._has_berth(ship, hex_)
            and (self._opens(hex_) or self._is_about_to_open(hex_))
        ]
        best = min(held, key=self._harbour_rank, default=None)
        if best is not None:
            self.landings[best] = self.landings.get(best, 0) + len(self._cargo(ship))
        return best

    def _harbour_rank(self, hex_: Hex) -> tuple[int, int, int]:
        assessment = self.assessment
        return (
            assessment.field[hex_] + 3 * self.landings.get(hex_, 0),
            -self._prize_about.get(hex_, 0),
            hex_,
        )

    def _opens(self, hex_: Hex) -> bool:
        """Whether transports unload in a hex as things stand, with what lands in this phase."""
        assessment = self.assessment
        own = [
            name
            for name in ashore(assessment.book, assessment.state, hex_)
            if name in assessment.own
        ]
        if hex_ in assessment.book.charts.ports and own:
            return True
        return any(type_of(name) == "supply" for name in own)

    def _is_about_to_open(self, hex_: Hex) -> bool:
        """Whether a port is empty in which amphibious units land troops in this phase."""
        assessment = self.assessment
        is_empty = hex_ in assessment.book.charts.ports and hex_ not in assessment.enemies
        return is_empty and hex_ in self.landings

    def _fetching(self, ship: str) -> Hex | None:
        """Returns where an empty ship finds troops that wait; None: nobody waits."""
        assessment = self.assessment
        best: Hex | None = None
        most = 0
        for hex_, count in sorted(self._waiting.items()):
            is_near = hex_ == NOWHERE or hex_ in self._reached(ship)
            if assessment.side == "pal" and hex_ == NOWHERE:
                is_near = NOWHERE in self._reached(ship)
            if not is_near or not self._has_berth(ship, hex_):
                continue
            left = count - 3 * self.berths.get(hex_, 0)
            if left > most:
                best, most = hex_, left
        return best

    @cached_property
    def _waiting(self) -> Mapping[Hex, int]:
        """Returns the harbours at home with how many units wait in or near them."""
        assessment = self.assessment
        found: dict[Hex, int] = {}
        ports = [
            hex_
            for hex_ in assessment.book.charts.ports
            if assessment.book.home_of(assessment.book.number_of(hex_)) == assessment.side
            or self._opens(hex_)
        ]
        ports = [
            hex_ for hex_ in ports if self._is_home(hex_) and hex_ not in assessment.ground.closed
        ]
        distance = assessment.book.charts.grid.distance
        for unit, hex_ in assessment.own.items():
            if assessment.state.units[unit].aboard is not None:
                continue
            if assessment.book.of(unit).unit_class not in ("land", "air", "supply"):
                continue
            if hex_ == NOWHERE:
                found[NOWHERE] = found.get(NOWHERE, 0) + 1
            elif self._is_home(hex_) and ports:
                port = min(ports, key=lambda one: (distance(one, hex_), one))
                found[port] = found.get(port, 0) + 1
        return found

    # -- carriers -------------------------------------------------------------------------------

    def _station(self, ship: str) -> Hex | None:
        """Returns where a carrier supports the landings: at sea, two hexes off."""
        assessment = self.assessment
        troops: Iterable[Hex] = self.landings or self._beachheads
        points = [*troops]
        if not points:
            return None
        distance = assessment.book.charts.grid.distance
        water = assessment.book.charts.open_water
        able = [
            hex_
            for hex_ in sorted(self._reached(ship))
            if hex_ in water and self._has_berth(ship, hex_)
        ]
        goal = min(points, key=lambda hex_: (assessment.field[hex_], hex_))

        def rank(hex_: Hex) -> tuple[int, int]:
            return abs(distance(hex_, goal) - 2), hex_

        best = min(able, key=rank, default=None)
        if best is None or assessment.own[ship] == NOWHERE:
            return best
        return best if rank(best)[0] < rank(assessment.own[ship])[0] else None
