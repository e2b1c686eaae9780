"""The airlift: all US units of one area into another. (Action 1, rulings 2, 9, 43)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.core.english import joined
from adjudicator.core.game import Choose
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.rules.card_placing import Rank
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, State, total_of
from adjudicator.games.fortress_america.words import units_text

__all__ = ["Airlifting"]


class Airlifting(NamedTuple):
    """What an airlift may carry where in one state."""

    book: Ruleset
    card: str
    units: FrozenMap[str, int]
    """Areas with US units, and how many."""
    rooms: FrozenMap[str, int]
    """Areas without enemies, an enemy city too, and how many units each takes."""
    enemy_cities: tuple[str, ...]
    """Those of them that are empty cities of invaders."""

    @staticmethod
    def of(book: Ruleset, state: State, card: str) -> Airlifting:
        """Returns what the airlift may do in `state`. Lasers stay and do not count. (Ruling 2)"""
        units = {area: total_of(counts) for area, counts in state.spaces_of(USA)}
        rooms = {
            area: room
            for area in book.map.areas
            if not book.is_closed(state, area)
            and state.enemy_in(area, USA) is None
            and (room := book.edition.stack_limit - units.get(area, 0))
        }
        cities = tuple(a for a in rooms if book.is_city(a) and book.owner(state, a) != USA)
        return Airlifting(
            book=book,
            card=card,
            units=FrozenMap(units),
            rooms=FrozenMap(rooms),
            enemy_cities=cities,
        )

    def starts(self) -> tuple[str, ...]:
        """Returns the areas whose units find room together in another one."""
        return tuple(area for area in self.units if next(self.ends(area), None) is not None)

    def ends(self, start: str) -> Iterator[str]:
        """Yields the areas that can take all units of `start`."""
        for area, room in self.rooms.items():
            if area != start and room >= self.units[start]:
                yield area

    def is_forced(self) -> bool:
        """Says whether no units, or only some in one way, can be carried. (Ruling 22)"""
        return sum(1 for start in self.starts() for _ in self.ends(start)) < 2

    def default(self, rank: Rank) -> dict[str, str]:
        """Returns an airlift from the area that rank prefers least to the one it prefers most.

        Of equal ones it goes to an enemy city, from no city, with fewest units, then by id.
        """
        starts = sorted(
            self.starts(),
            key=lambda a: (-rank(a), self.book.is_city(a), self.units[a], a),
        )
        if not starts:
            return {}
        ends = sorted(self.ends(starts[0]), key=lambda a: (rank(a), a not in self.enemy_cities, a))
        return {"from": starts[0], "to": ends[0]}

    def sample(self, choose: Choose) -> dict[str, str]:
        """Returns a random airlift."""
        starts = self.starts()
        if not starts:
            return {}
        start = choose(starts)
        return {"from": start, "to": choose(tuple(self.ends(start)))}

    def check(self, order: o.Card) -> Iterator[Problem]:
        """Yields the problems of an airlift."""
        rule = self.book.cite("action 1")
        start, end = order.from_, order.to
        if start is None or end is None:
            if self.starts() or start is not None or end is not None:
                yield Problem(
                    "card-not-fully-played",
                    f"{self.card} carries units from one area to another",
                    (),
                    f"{rule}, ruling 43",
                    hint='Write both "from" and "to".',
                )
            return
        if start not in self.units:
            yield Problem(
                "nothing-to-carry",
                f"no US unit stands in {start}",
                ("from",),
                rule,
                hint=f"US units stand in {joined(list(self.units))}.",
            )
            return
        if start == end:
            hint = "Choose another area."
            yield Problem("goes-nowhere", f"{start} is where they are", ("to",), rule, hint)
        elif end not in self.rooms and end not in self.units:
            yield Problem(
                "enemy-occupied",
                f"{end} is occupied by the enemy: no unit is carried there",
                ("to",),
                rule,
                hint="Choose an area without enemy units; it may be an enemy city.",
            )
        elif self.units[start] > self.rooms.get(end, 0):
            yield Problem(
                "stack-limit",
                f"{end} takes {self.rooms.get(end, 0)} more, not {self.units[start]}",
                ("to",),
                f"{rule}, ruling 4",
                hint=f"All {units_text(self.units[start])} of {start} go together.",
            )
