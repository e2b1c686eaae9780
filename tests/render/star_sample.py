"""Charts and positions to draw: the shipped one, a world of continents, a crowd, and a small one.

Everything follows from names by hashing; nothing is played.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest.chart import Chart
from adjudicator.render.stars.picture import (
    Attack,
    CardFace,
    Fortification,
    LaneEntry,
    PlanetEntry,
    RegionEntry,
    SeatEntry,
    StarPicture,
)

__all__ = ["CHARTS", "Plan", "chart", "position"]

MAP = Path(__file__).parents[2] / "maps/galactic-conquest/map.json"
FACES = (
    CardFace(id="f3", kind="fighter"),
    CardFace(id="b27", kind="bomber"),
    CardFace(id="c1", kind="capital"),
)
CHARTS = ("shipped", "world", "crowd", "small")


class Plan(NamedTuple):
    """A chart as the drawing knows it."""

    regions: dict[str, RegionEntry]
    planets: dict[str, PlanetEntry]
    lanes: tuple[LaneEntry, ...]


def _dice(words: str, sides: int) -> int:
    return int.from_bytes(sha256(words.encode()).digest()[:8], "big") % sides


@cache
def chart(name: str) -> Plan:
    """Returns one of the charts."""
    return {"shipped": _shipped, "world": _world, "crowd": _crowd, "small": _small}[name]()


def _shipped() -> Plan:
    found = Chart.model_validate_json(MAP.read_bytes())
    return Plan(
        {
            region: RegionEntry(name=facts.name, bonus=facts.bonus)
            for region, facts in found.regions.items()
        },
        {
            planet: PlanetEntry(name=facts.name, region=facts.region, at=facts.at)
            for planet, facts in found.planets.items()
        },
        tuple(
            LaneEntry(between=lane.between, hyper=lane.kind == "hyperlane") for lane in found.lanes
        ),
    )


_CONTINENTS = {
    # Where its territories lie, in a space of 2000 by 1000, and what they are called.
    "borealis": (
        5,
        ((140, 160), (290, 140), (640, 90), (300, 260), (430, 270), (560, 280), (330, 380),
         (450, 400), (360, 500)),
        "Icegate,Northern Shelf,Whiteland,Timbers,Lakes of Borealis,Saltmark,Westcoast,Eastcoast,"
        "Narrows",
    ),
    "auster": (2, ((460, 600), (450, 720), (570, 690), (480, 850)), "Verda,Altamonte,Silva,Cape"),
    "midland": (
        5,
        ((800, 200), (830, 320), (950, 180), (970, 300), (860, 430), (970, 410), (1080, 270)),
        "Frostholm,Albia,Skerries,Central Duchies,Iberon,Old Republics,Great Steppe",
    ),
    "sundra": (
        3,
        ((900, 580), (1020, 560), (1090, 650), (1010, 720), (1030, 860), (1150, 850)),
        "Dunes,Nileth,Horn,Jungle Basin,Sundra South,Vanilla Isle",
    ),
    "orientis": (
        7,
        ((1200, 240), (1290, 160), (1410, 130), (1530, 120), (1660, 150), (1430, 240), (1450, 330),
         (1690, 330), (1400, 440), (1240, 370), (1180, 480), (1330, 540)),
        "Uralia,Tundra,Yakutan,Far Kamchara,Rim of the World,Irkund,Mongar,Rising Isles,"
        "Middle Kingdom,Afgar,Sands,Monsoon Coast",
    ),
    "islands": (2, ((1480, 640), (1640, 620), (1530, 790), (1680, 780)),
                "Archipelago,New Harbour,Red Desert,Barrier Reef"),
}  # fmt: skip
_SEAWAYS = (
    ("whiteland", "frostholm"), ("narrows", "verda"), ("silva", "dunes"), ("iberon", "dunes"),
    ("old-republics", "nileth"), ("great-steppe", "uralia"), ("great-steppe", "afgar"),
    ("great-steppe", "sands"), ("old-republics", "sands"), ("horn", "sands"),
    ("monsoon-coast", "archipelago"), ("icegate", "rim-of-the-world"),
)  # fmt: skip


def _world() -> Plan:
    """Continents of a classic board, with a seaway around the world."""
    regions: dict[str, RegionEntry] = {}
    planets: dict[str, PlanetEntry] = {}
    lanes: list[LaneEntry] = []
    for region, (bonus, places, words) in _CONTINENTS.items():
        regions[region] = RegionEntry(name=region.title(), bonus=bonus)
        inside = {}
        for at, name in zip(places, words.split(","), strict=True):
            planet = name.lower().replace(" ", "-")
            planets[planet] = PlanetEntry(name=name, region=region, at=at)
            inside[planet] = at
        lanes += _near(inside, 175)
    lanes += [LaneEntry(between=(min(pair), max(pair)), hyper=True) for pair in _SEAWAYS]
    return Plan(regions, planets, tuple(lanes))


def _near(places: dict[str, tuple[int, int]], reach: int) -> list[LaneEntry]:
    return [
        LaneEntry(between=(min(here, there), max(here, there)))
        for here, there in combinations(places, 2)
        if (places[here][0] - places[there][0]) ** 2 + (places[here][1] - places[there][1]) ** 2
        <= reach * reach
    ]


def _crowd() -> Plan:
    """Sixty planets at random places, some of them nearly the same, with long names."""
    regions = {f"r{number}": RegionEntry(name=f"The {number}th Dominion", bonus=number)
               for number in range(8)}  # fmt: skip
    planets = {}
    for number in range(60):
        x, y = _dice(f"x{number}", 900), _dice(f"y{number}", 520)
        region = f"r{x // 226 + 4 * (y // 261)}"
        name = f"Station {number} of Overlong" if number % 7 == 0 else f"Colony {number}"
        planets[f"p{number:02}"] = PlanetEntry(name=name, region=region, at=(x, y))
    order = sorted(planets, key=lambda planet: planets[planet].at)
    lanes = {(min(pair), max(pair)) for pair in pairwise(order)}
    lanes |= {lane.between for lane in _near({p: f.at for p, f in planets.items()}, 70)}
    return Plan(regions, planets, tuple(LaneEntry(between=pair) for pair in sorted(lanes)))


def _small() -> Plan:
    places = {"a": (0, 0), "b": (3, 1), "c": (6, 0), "d": (1, 3), "e": (5, 3), "f": (0, 6),
              "g": (3, 5), "h": (6, 6)}  # fmt: skip
    planets = {
        planet: PlanetEntry(name=planet.upper() * 3, region="up" if at[1] < 3 else "down", at=at)
        for planet, at in places.items()
    }
    lanes = (*_near(places, 4), LaneEntry(between=("a", "h"), hyper=True))
    regions = {"down": RegionEntry(name="Down", bonus=3), "up": RegionEntry(name="Up", bonus=2)}
    return Plan(regions, planets, lanes)


def position(
    name: str, *, seats: int = 5, style: Style = USUAL_STYLE, turn: bool = True
) -> StarPicture:
    """Returns a position on a chart, with the events of a turn of the first seat."""
    plan = chart(name)
    ids = [f"seat-{number}" for number in range(1, seats + 1)]
    owners: dict[str, str | None] = {}
    for planet, facts in plan.planets.items():
        home = sorted(plan.regions).index(facts.region) % seats
        owners[planet] = (
            ids[home] if _dice(planet, 3) else [*ids, None][_dice(f"{planet}?", 6) % (seats + 1)]
        )
    attacks = tuple(_attacks(plan, owners, ids[0])) if turn else ()
    owners |= {attack.end: ids[0] for attack in attacks if attack.captured}
    mine = [
        lane.between for lane in plan.lanes if {owners[end] for end in lane.between} == {ids[0]}
    ]
    planets = {
        planet: facts.model_copy(
            update={
                "seat": owners[planet],
                "troops": 1 + _dice(f"{planet}#", 1 + 10 ** (1 + _dice(planet, 12) // 5)),
                "taken": any(attack.captured and attack.end == planet for attack in attacks),
                "placed": 3
                if turn and owners[planet] == ids[0] and not _dice(f"+{planet}", 4)
                else 0,
            }
        )
        for planet, facts in plan.planets.items()
    }
    return StarPicture(
        map=name,
        title=("Galactic Conquest", "Turn 4: Seat 1 to play"),
        description="A position.",
        regions=FrozenMap(plan.regions),
        planets=FrozenMap(planets),
        lanes=plan.lanes,
        seats=tuple(_seat(seat, number, planets) for number, seat in enumerate(ids)),
        attacks=attacks,
        fortifications=(
            (Fortification(seat=ids[0], path=mine[-1], count=4, words="Seat 1 moves 4"),)
            if turn and mine
            else ()
        ),
        style=style,
    )


def _attacks(plan: Plan, owners: dict[str, str | None], seat: str) -> list[Attack]:
    found = [
        (here, there)
        for lane in plan.lanes
        for here, there in (lane.between, lane.between[::-1])
        if owners[here] == seat and owners[there] != seat
    ]
    attacks: list[Attack] = []
    for number, (here, there) in enumerate(found[:: max(len(found) // 5, 1)][:5]):
        if there not in {attack.end for attack in attacks}:
            attacks.append(
                Attack(
                    seat=seat, start=here, end=there, defender=owners[there],
                    attackers_lost=number, defenders_lost=3 * number % 5,
                    captured=number % 2 == 0, words=f"Seat 1 attacks {there} from {here}",
                )
            )  # fmt: skip
    return attacks


def _seat(seat: str, number: int, planets: dict[str, PlanetEntry]) -> SeatEntry:
    held = [facts for facts in planets.values() if facts.seat == seat]
    faces = FACES if number == 1 else ()
    return SeatEntry(
        id=seat,
        name=seat.replace("-", " ").capitalize(),
        planets=len(held),
        troops=sum(facts.troops for facts in held),
        regions=("Far Reach +5", "Heartworlds +7") if number == 2 else (),
        due=3 + number,
        cards=len(faces) or 2 * number,
        faces=faces,
        plays=number == 0,
        fallen=not held,
    )
