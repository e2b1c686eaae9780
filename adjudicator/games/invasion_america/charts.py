"""What rules look up on the map: graphs of movement, supply and zones, made once for each map.

Hexes are integers here (`boards.hexes`); `grid.hex_of` and `grid.number_of` lead in and out. A
graph says what never changes; which hexes enemies close or where a zone ends a move is passed to
`costs_from`, `cheapest_way` and `flood`. `charts_of` keeps what it made for the bytes of two files.

    charts = charts_of(map_files["map.json"], map_files["tables.json"])
    found = costs_from(charts.land, here, at_most=8, closed=enemies, ends=zones)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from adjudicator.boards.hexes import NOWHERE, Graph, Grid, Hex, Hexside, Links, opposite
from adjudicator.games.invasion_america.board import DIRECTIONS, HexFacts, HexMap, Line, Pair
from adjudicator.games.invasion_america.tables import Effect, Tables, TerrainEffect

__all__ = ["Charts", "Sea", "Water", "charts_of"]

Water = int
"""A place for ships: the number of a hex, or one beyond all hexes where a hex has two waters or
more, or for the holding box."""


@dataclass(frozen=True, eq=False)
class Sea:
    """Where ships can go: places, and between which of them they pass. (5.2, rulings 6, 39, 40)

    A hex whose water is not cut by land is one place, with the number of the hex. One that is cut
    has a place for each of its waters, the first with the number of the hex: a ship that enters by
    one of its sides is in that water, and leaves by its sides alone.
    """

    links: Links
    """For each place those to which a ship can pass; () for land."""
    waters: Mapping[Hex, tuple[Water, ...]]
    """The places of each hex that ships can be in."""
    hexes: tuple[Hex, ...]
    """The hex of each place; NOWHERE for the holding box."""
    box: Water
    """The P.A.L. holding box. (Ruling 30)"""

    def water_towards(self, here: Hex, there: Hex) -> Water | None:
        """Returns in which water of a hex a ship is that came from, or may pass to, a neighbour."""
        others = self.waters.get(there, ())
        for water in self.waters.get(here, ()):
            if any(other in self.links[water] for other in others):
                return water
        return None


@dataclass(frozen=True, eq=False)
class Charts:
    """A map with its tables, in the form that rules look things up in."""

    map: HexMap
    tables: Tables

    @property
    def grid(self) -> Grid:
        """Returns the grid of the map."""
        return self.map.grid

    @cached_property
    def facts(self) -> tuple[HexFacts | None, ...]:
        """Returns for each hex what is printed in it; None: it is all sea."""
        found: list[HexFacts | None] = [None] * self.grid.size
        for number, facts in self.map.hexes.items():
            found[self.grid.hex_of(number)] = facts
        return tuple(found)

    # -- what lies between hexes ------------------------------------------------------------------

    def _hexsides(self, pairs: Iterable[Pair]) -> frozenset[Hexside]:
        hex_of = self.grid.hex_of
        found = (self.grid.hexside(hex_of(here), hex_of(there)) for here, there in pairs)
        return frozenset(side for side in found if side is not None)

    @cached_property
    def blocked(self) -> frozenset[Hexside]:
        """Returns the blocked hexsides."""
        return self._hexsides(self.map.sides.blocked)

    @cached_property
    def lake_sides(self) -> frozenset[Hexside]:
        """Returns the lake hexsides."""
        return self._hexsides(self.map.sides.lake)

    @cached_property
    def sea_sides(self) -> frozenset[Hexside]:
        """Returns the hexsides that are all sea between two hexes with land."""
        return self._hexsides(self.map.sides.sea)

    @cached_property
    def all_land(self) -> frozenset[Hexside]:
        """Returns the hexsides between coastal hexes that no ship may cross. (5.21)"""
        return self._hexsides(self.map.sides.all_land)

    @cached_property
    def rivers(self) -> Mapping[Hexside, Effect]:
        """Returns the hexsides with a river or a great river, and what it does. (13.8)"""
        found: dict[Hexside, Effect] = {}
        # Where both are listed the great river counts.
        for great, effect in ((False, self.tables.river), (True, self.tables.great_river)):
            for river in self.map.rivers.values():
                if river.great is great:
                    found.update(dict.fromkeys(sorted(self._hexsides(river.sides)), effect))
        return found

    @cached_property
    def great_rivers(self) -> frozenset[Hexside]:
        """Returns the hexsides with a great river, over which no zone of control extends."""
        great = (river for river in self.map.rivers.values() if river.great)
        return frozenset(side for river in great for side in self._hexsides(river.sides))

    def is_border(self, hexside: Hexside) -> bool:
        """Whether a hexside lies between two countries, on land or in the water."""
        here, there = (self.facts[hex_] for hex_ in self.grid.sides_of(hexside))
        return here is not None and there is not None and here.country != there.country

    @cached_property
    def _crossings(self) -> tuple[tuple[tuple[Hex, Hexside], ...], ...]:
        """Returns for each hex its neighbours with what lies between, from the east."""
        return tuple(
            tuple(
                (there, 3 * here + direction if direction < 3 else 3 * there + direction - 3)
                for direction, there in enumerate(around)
                if there != NOWHERE
            )
            for here, around in enumerate(self.grid.around)
        )

    # -- kinds of hexes ---------------------------------------------------------------------------

    def _such(self, test: Callable[[HexFacts], bool]) -> frozenset[Hex]:
        facts = enumerate(self.facts)
        return frozenset(hex_ for hex_, one in facts if one is not None and test(one))

    @cached_property
    def open_land(self) -> frozenset[Hex]:
        """Returns the hexes for land and air units: no sea, no lake, not prohibited. (10.22)"""
        return self._such(lambda facts: facts.kind != "lake" and not facts.prohibited)

    @cached_property
    def coast(self) -> frozenset[Hex]:
        """Returns the coastal hexes."""
        return self._such(lambda facts: facts.kind == "coast")

    @cached_property
    def open_water(self) -> frozenset[Hex]:
        """Returns the all-sea and lake hexes: hovercraft may not stop there. (16.23, ruling 22)"""
        lakes = self._such(lambda facts: facts.kind == "lake")
        return lakes | {hex_ for hex_, facts in enumerate(self.facts) if facts is None}

    @cached_property
    def ports(self) -> frozenset[Hex]:
        """Returns the ports: printed ones, and coastal urban and supply hexes. (9.62)"""
        return self._such(
            lambda facts: (
                facts.kind == "coast" and (facts.port or facts.terrain in ("urban", "supply"))
            )
        )

    @cached_property
    def amphibious(self) -> Mapping[Hex, Effect]:
        """Returns the amphibious hexes: the cost of landing, the multiple of an assault. (15.0)"""
        return {
            hex_: self.tables.amphibious[facts.amphibious]
            for hex_, facts in enumerate(self.facts)
            if facts is not None and facts.amphibious is not None
        }

    @cached_property
    def supply_hexes(self) -> frozenset[Hex]:
        """Returns the supply hexes."""
        return self._such(lambda facts: facts.terrain == "supply")

    @cached_property
    def points(self) -> Mapping[Hex, int]:
        """Returns what each hex is worth that is worth victory points. (18.4)"""
        found: dict[Hex, int] = {}
        for hex_ in sorted(self.open_land):
            facts = self.facts[hex_]
            if facts is None or facts.terrain is None:
                continue
            points = self.tables.terrain[facts.terrain].points
            points += self.tables.resource_points if facts.resource is not None else 0
            if points:
                found[hex_] = points
        return found

    def country_of(self, hex_: Hex) -> str | None:
        """Returns in which country a hex lies; None: in none, or in the sea."""
        facts = self.facts[hex_]
        return facts.country if facts is not None else None

    def is_north_of(self, hex_: Hex, line: Line) -> bool:
        """Whether a hex lies north of a line; all-sea and lake hexes do not. (Ruling 42)"""
        facts = self.facts[hex_]
        return facts is not None and line in facts.north_of

    @cached_property
    def holding_box(self) -> tuple[Hex, ...]:
        """Returns the hexes from which ships reach the P.A.L. holding box. (Ruling 30)"""
        return tuple(self.grid.hex_of(number) for number in self.map.holding_box)

    # -- land -------------------------------------------------------------------------------------

    def _passages(
        self, shut: frozenset[Hexside], rooms: frozenset[Hex]
    ) -> tuple[tuple[tuple[Hex, Hexside], ...], ...]:
        """Returns what is joined to what among some hexes, over all hexsides but some."""
        return tuple(
            tuple((there, side) for there, side in others if there in rooms and side not in shut)
            if here in rooms
            else ()
            for here, others in enumerate(self._crossings)
        )

    def _links(self, shut: frozenset[Hexside], rooms: frozenset[Hex]) -> Links:
        return tuple(tuple(there for there, _ in others) for others in self._passages(shut, rooms))

    @cached_property
    def _closed(self) -> frozenset[Hexside]:
        """Returns the hexsides that no land unit crosses, but for hovercraft. (13.8)"""
        return self.blocked | self.lake_sides | self.sea_sides

    @cached_property
    def trace(self) -> Links:
        """Returns over which hexsides lines of supply run, and retreats. (9.4, 13.52, ruling 43)"""
        return self._links(self._closed, self.open_land)

    @cached_property
    def land(self) -> Graph:
        """Returns where land and air units go, hovercraft and rail units apart. (10.2, 13.8)"""
        costs = {hex_: self.terrain_of(hex_).cost for hex_ in self.open_land}
        rivers = {side: effect.cost for side, effect in self.rivers.items()}
        return tuple(
            tuple((there, costs[there] + rivers.get(side, 0)) for there, side in others)
            for others in self._passages(self._closed, self.open_land)
        )

    @cached_property
    def hovercraft(self) -> Graph:
        """Returns where hovercraft go: over water and blocked sides too. (16.2, ruling 22)

        They may not stop in `open_water`.
        """
        terrain = {hex_ for hex_ in self.open_land if self.terrain_of(hex_).hovercraft}
        cost = self.tables.costs.hovercraft
        return tuple(
            tuple((there, cost) for there in others)
            for others in self._links(frozenset(), self.open_water | terrain)
        )

    @cached_property
    def rail(self) -> Graph:
        """Returns where rail units go: within the rail net. (16.42)"""
        net = self.open_land - self._such(lambda facts: "rail-net" in facts.north_of)
        cost = self.tables.costs.rail
        return tuple(
            tuple((there, cost) for there in others if there in net) if here in net else ()
            for here, others in enumerate(self.trace)
        )

    @cached_property
    def zones(self) -> Links:
        """Returns into which hexes the zone of control of a unit in each hex extends. (11.16)

        Not over great rivers, blocked, lake or sea hexsides. (Ruling 13)
        """
        return self._links(self._closed | self.great_rivers, self.open_land)

    @cached_property
    def attacks(self) -> Graph:
        """Returns which hexes a unit in each hex can attack, and what its side multiplies by.

        The multiple is that of the hexside alone: 1 without a river. (13.31, 13.8)
        """
        return self._attacks(self._closed)

    @cached_property
    def hovercraft_attacks(self) -> Graph:
        """Returns what `attacks` does for hovercraft: over blocked sides too. (16.24, ruling 22)"""
        return self._attacks(self.lake_sides | self.sea_sides)

    def _attacks(self, shut: frozenset[Hexside]) -> Graph:
        rivers = {side: effect.defence for side, effect in self.rivers.items()}
        return tuple(
            tuple((there, rivers.get(side, 1)) for there, side in others)
            for others in self._passages(shut, self.open_land)
        )

    def terrain_of(self, hex_: Hex) -> TerrainEffect:
        """Returns what the terrain of a hex does that is neither sea nor lake. (13.8)"""
        facts = self.facts[hex_]
        assert facts is not None
        assert facts.terrain is not None
        return self.tables.terrain[facts.terrain]

    # -- sea --------------------------------------------------------------------------------------

    @cached_property
    def sea(self) -> Sea:
        """Returns where ships can go. (5.2)"""
        afloat = [hex_ for hex_, facts in enumerate(self.facts) if facts is None]
        waters: dict[Hex, tuple[Water, ...]] = {}
        hexes = [*range(self.grid.size)]
        doors: dict[tuple[Hex, int], Water] = {}
        for hex_ in sorted((*afloat, *self.coast)):
            facts = self.facts[hex_]
            groups = facts.waters if facts is not None else ()
            if not groups:
                waters[hex_] = (hex_,)
                doors.update({(hex_, direction): hex_ for direction in range(6)})
                continue
            places = [hex_]
            for _ in groups[1:]:
                places.append(len(hexes))
                hexes.append(hex_)
            waters[hex_] = tuple(places)
            for place, group in zip(places, groups, strict=True):
                doors.update({(hex_, DIRECTIONS.index(side)): place for side in group})
        box = len(hexes)
        links: list[list[Water]] = [[] for _ in range(box + 1)]
        shut = self.all_land | self.lake_sides
        for hex_ in waters:
            for there, side in self._crossings[hex_]:
                direction = self.grid.around[hex_].index(there)
                door, other = doors.get((hex_, direction)), doors.get((there, opposite(direction)))
                if door is not None and other is not None and side not in shut:
                    links[door].append(other)
        for hex_ in self.holding_box:
            links[hex_].append(box)
            links[box].append(hex_)
        return Sea(tuple(map(tuple, links)), waters, (*hexes, NOWHERE), box)


@lru_cache(maxsize=4)
def charts_of(raw_map: bytes, raw_tables: bytes) -> Charts:
    """Returns the charts of a map's files, which were checked when the match was made."""
    return Charts(HexMap.model_validate_json(raw_map), Tables.model_validate_json(raw_tables))
