"""What a picture shows of an opening: how units moved, and every attack with what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.boards.hexes import NOWHERE, Hex, flood, way_from
from adjudicator.core.game import Event
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.state import HOLDING_BOX, NATIONS_OF, Side, nation_of
from adjudicator.games.invasion_america.tables import Odds
from adjudicator.render.hexes.picture import Fight, Manner, March

__all__ = ["fights", "marches"]


# -- moves -----------------------------------------------------------------------------------------


def marches(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[March]:
    """Yields how units moved; those that went the same way together as one."""
    book = narrator.book
    found: dict[tuple[str, tuple[str, ...], Manner], list[str]] = {}
    for event in events:
        match event:
            case e.UnitMoved():
                manner: Manner = "air" if book.of(event.unit).unit_class == "air" else "land"
                key = (book.of(event.unit).nation, event.path, manner)
                found.setdefault(key, []).append(event.unit)
            case e.RailUsed():
                key = (book.of(event.unit).nation, event.path, "rail")
                found.setdefault(key, []).append(event.carried or event.unit)
            case e.ShipsSailed():
                key = (book.of(event.units[0]).nation, (event.origin, event.to), "sea")
                found.setdefault(key, []).extend(event.units)
            case c.UnitsRetreated():
                key = (book.of(event.units[0]).nation, event.path, "retreat")
                found.setdefault(key, []).extend(event.units)
            case c.UnitsDisplaced():
                key = (book.of(event.units[0]).nation, (event.origin, event.to), "retreat")
                found.setdefault(key, []).extend(event.units)
            case c.UnitsAdvanced():
                key = (book.of(event.units[0]).nation, event.path, "advance")
                found.setdefault(key, []).extend(event.units)
    for (nation, path, manner), names in found.items():
        shown: tuple[str, ...] = tuple(number for number in path if number in book.hexes)
        if manner == "sea":
            shown = _course(book.charts, path[0], path[1])
        if len(shown) > 1:
            start, end = narrator.place(path[0]), narrator.place(path[-1])
            words = narrator.say("march", units=names, start=start, to=end)
            yield March(force=nation, path=shown, manner=manner, count=len(names), words=words)


@lru_cache(maxsize=256)
def _course(charts: Charts, origin: str, to: str) -> tuple[str, ...]:
    """Returns a way over the sea as a picture shows it: the hexes in which it bends.

    Ships go any distance (5.12), so how they went is not told; the shortest way is drawn, which
    does not heed where enemies stand.
    """
    sea, grid = charts.sea, charts.grid

    def places(number: str) -> tuple[int, ...]:
        return (sea.box,) if number == HOLDING_BOX else sea.waters.get(grid.hex_of(number), ())

    flooded = flood(sea.links, places(to))
    start = next((water for water in places(origin) if water in flooded), None)
    if start is None:
        return ()
    way = [hex_ for water in way_from(flooded, start) if (hex_ := sea.hexes[water]) != NOWHERE]
    bends, here = way[:1], 0
    while here < len(way) - 1:
        ahead = len(way) - 1
        while ahead > here + 1 and not _is_open(charts, way[here], way[ahead]):
            ahead -= 1
        bends.append(way[ahead])
        here = ahead
    return tuple(map(grid.number_of, bends))


def _is_open(charts: Charts, here: Hex, there: Hex) -> bool:
    """Whether a straight line between two hexes leads over all-sea hexes."""
    grid, steps = charts.grid, 2 * charts.grid.distance(here, there)
    (row, column), (other_row, other_column) = grid.place_of(here), grid.place_of(there)
    left, other_left = 2 * column + row % 2, 2 * other_column + other_row % 2
    for step in range(1, steps):
        y = (row * (steps - step) + other_row * step + steps // 2) // steps
        x = (left * (steps - step) + other_left * step) // steps
        crossed = grid.at(y, min((x + 1 - y % 2) // 2, grid.columns - 1))
        if crossed not in (here, there) and charts.facts[crossed] is not None:
            return False
    return True


# -- attacks ---------------------------------------------------------------------------------------


@dataclass
class _Attack:
    """An attack as its events tell it."""

    number: int
    side: Side
    hexes: tuple[str, ...]
    origins: tuple[str, ...]
    """From where it was made."""
    odds: Odds
    """The column; the expected one where no die was rolled."""
    resolved: c.AttackResolved | None = None
    lost: dict[Nation, int] = field(default_factory=dict)
    is_open: bool = True
    """Whether what follows comes in a later opening."""


def fights(narrator: ContinentNarrator, events: Sequence[Event]) -> Iterator[Fight]:
    """Yields the attacks of an opening in their order."""
    for attack in _attacks(events):
        resolved, number = attack.resolved, attack.number
        where = narrator.places(attack.hexes)
        if resolved is None:
            result = ""
            told = narrator.say("fight-open" if attack.is_open else "fight-unrolled", hexes=where)
            words = narrator.say("attack-undecided", number=number, told=told)
        else:
            result, die = resolved.result.capitalize(), resolved.die
            told = narrator.say("fight", hexes=where, odds=attack.odds, die=die, result=result)
            words = narrator.say(
                "attack-decided",
                number=number,
                hexes=where,
                column=narrator.column(attack.odds),
                die=die,
                result=narrator.result(resolved.result),
            )
        if attack.lost:
            lost = [
                narrator.say(f"lost-of-{nation}", count=count)
                for nation, count in attack.lost.items()
            ]
            told = narrator.say("fight-lost", told=told, lost=lost)
        yield Fight(
            at=attack.hexes,
            number=number,
            force=NATIONS_OF[attack.side][0],
            origins=attack.origins,
            odds=attack.odds,
            result=result,
            words=words,
            told=told,
        )


def _attacks(events: Sequence[Event]) -> list[_Attack]:
    """Returns the attacks that were made or resolved, each with its losses."""
    found: list[_Attack] = []
    present: _Attack | None = None
    for event in events:
        if present is not None and isinstance(event, c.AttackMade | e.PhaseBegun | e.TurnBegun):
            present.is_open, present = False, None
        match event:
            case c.AttackMade():
                origins = tuple(dict.fromkeys(event.units.values()))
                present = _Attack(event.number, event.side, event.hexes, origins, event.expected)
                found.append(present)
            case c.AttackResolved():
                if present is None:  # it was made in an earlier opening
                    origins = tuple(dict.fromkeys(one.at for one in event.attackers.values()))
                    present = _Attack(event.number, event.side, event.hexes, origins, event.odds)
                    found.append(present)
                present.odds, present.resolved = event.odds, event
            case e.UnitEliminated() if present is not None:
                nation = nation_of(event.unit)
                present.lost[nation] = present.lost.get(nation, 0) + 1
    return found
