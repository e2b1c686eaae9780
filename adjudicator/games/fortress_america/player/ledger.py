"""The player's ledger of one player-turn: who goes where, who attacks what, who is still free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.player.assessment import FAR, Assessment
from adjudicator.games.fortress_america.rules.ways import shortest_path
from adjudicator.games.fortress_america.state import KINDS, UnitKind

__all__ = ["Candidate", "Ledger", "move_order"]


class Candidate(NamedTuple):
    """One unit that could attack a space, and where it would stand then."""

    kind: UnitKind
    start: str
    post: str
    """The space beside the target, or for a bomber the target itself."""


@dataclass(slots=True)
class Ledger:
    """What is planned so far."""

    assessment: Assessment
    standing: dict[str, dict[UnitKind, int]]
    """The side's units by where they stand after the planned moves."""
    free: dict[str, dict[UnitKind, int]]
    """Its units that neither move nor attack, by space."""
    moves: dict[tuple[UnitKind, str, str], int] = field(default_factory=dict)
    """Planned moves by kind, start and end."""
    riders: dict[tuple[UnitKind, str, str], dict[UnitKind, int]] = field(default_factory=dict)
    """By planned move, the kinds that ride along."""
    attacks: dict[str, dict[str, dict[UnitKind, int]]] = field(default_factory=dict)
    """Planned attacks by target, space and kind."""

    @classmethod
    def of(cls, assessment: Assessment) -> Ledger:
        """Returns a ledger in which nothing is planned."""
        spaces = dict(assessment.state.spaces_of(assessment.side))
        return cls(
            assessment,
            {space: dict(counts) for space, counts in spaces.items()},
            {space: dict(counts) for space, counts in spaces.items()},
        )

    def room(self, area: str) -> int:
        """Returns how many more units may stand in a space."""
        return self.assessment.book.edition.stack_limit - sum(self.standing.get(area, {}).values())

    def spare(self, area: str) -> int:
        """Returns how many units may leave a space, so that its garrison stays."""
        return sum(self.standing.get(area, {}).values()) - self.assessment.garrison(area)

    def candidates(self, target: str) -> list[Candidate]:
        """Returns the free units that could attack a space, each once.

        Those in place come first, then those that must move.
        """
        assessment = self.assessment
        posts = assessment.book.map.neighbours(target)
        found = [
            Candidate(kind, post, post)
            for post in posts
            for kind in KINDS
            for _ in range(self.free.get(post, {}).get(kind, 0))
        ]
        rooms = {post: self.room(post) for post in posts if assessment.is_mine(post)}
        for start, counts in self.free.items():
            if start in posts:
                continue
            spare = self.spare(start)
            for kind in ("bomber", "helicopter", "hovertank", "mobile-unit"):
                for _ in range(min(counts.get(kind, 0), spare)):
                    post = self._post_for(kind, start, target, rooms)
                    if post is None:
                        break
                    spare -= 1
                    if post != target:
                        rooms[post] -= 1
                    found.append(Candidate(kind, start, post))
        return found

    def _post_for(
        self, kind: UnitKind, start: str, target: str, rooms: dict[str, int]
    ) -> str | None:
        """Returns from where a unit that must move would attack; None: it cannot."""
        assessment = self.assessment
        facts = assessment.book.facts(kind)
        far = assessment.ways(kind, start)
        if facts.bombs:
            side, book = assessment.side, assessment.book
            may = book.may_fly_over(side, target) or not book.is_foreign_zone(side, target)
            return target if may and far.get(target, FAR) <= facts.first_move else None
        open_posts = [
            post
            for post, room in rooms.items()
            if room > 0 and far.get(post, FAR) <= facts.first_move
        ]
        return min(open_posts, key=lambda post: (far[post], post), default=None)

    def commit(self, target: str, chosen: list[Candidate]) -> None:
        """Plans an attack and the moves that it takes."""
        force = self.attacks.setdefault(target, {})
        for kind, start, post in chosen:
            self.free[start][kind] -= 1
            if start != post:
                self._shift(kind, start, post)
            group = force.setdefault(post, {})
            group[kind] = group.get(kind, 0) + 1

    def move(self, kind: UnitKind, start: str, end: str) -> None:
        """Plans the move of one free unit."""
        self.free[start][kind] -= 1
        self._shift(kind, start, end)

    def ride(self, carrier: UnitKind, start: str, end: str) -> None:
        """Plans that a free unit rides along with one that moves, if one can be spared."""
        carried = self.assessment.book.facts(carrier).carries
        rider = next((kind for kind in carried if self.free[start].get(kind)), None)
        if rider is None or self.spare(start) <= 0 or self.room(end) <= 0:
            return
        self.free[start][rider] -= 1
        self._put(rider, start, end)
        riders = self.riders.setdefault((carrier, start, end), {})
        riders[rider] = riders.get(rider, 0) + 1

    def _shift(self, kind: UnitKind, start: str, end: str) -> None:
        self._put(kind, start, end)
        key = (kind, start, end)
        self.moves[key] = self.moves.get(key, 0) + 1

    def _put(self, kind: UnitKind, start: str, end: str) -> None:
        self.standing[start][kind] -= 1
        there = self.standing.setdefault(end, {})
        there[kind] = there.get(kind, 0) + 1

    def beside(self) -> frozenset[str]:
        """Returns the spaces beside units that could attack or enter them."""
        return frozenset(
            there
            for space, counts in self.standing.items()
            if any(counts.values()) and self.assessment.is_mine(space)
            for there in self.assessment.book.map.neighbours(space)
        )

    def nearer_end(
        self, kind: UnitKind, start: str, reach: int, goals: Mapping[str, int]
    ) -> str | None:
        """Returns the friendly space in reach, with room, that is nearest to the goals.

        Bombers reach far: they stay where little threatens them. None: it is best to stay.
        """
        assessment = self.assessment

        def rank(area: str) -> tuple[int, int, str]:
            if not assessment.book.facts(kind).bombs:
                return 0, goals[area], area
            return max(goals[area], 3), assessment.threat_to(area), area

        ends = [
            end
            for end, steps in assessment.ways(kind, start).items()
            if 0 < steps <= reach and assessment.is_mine(end) and self.room(end) > 0
        ]
        end = min(ends, key=rank, default=start)
        return end if rank(end)[:2] < rank(start)[:2] else None

    def free_units(self) -> Iterator[tuple[UnitKind, str]]:
        """Yields every free unit with its space; look before you plan, the ledger may change."""
        for start in sorted(self.free):
            for kind in KINDS:
                for _ in range(self.free[start].get(kind, 0)):
                    yield kind, start

    def move_orders(self) -> list[o.Move]:
        """Returns the planned moves as orders."""
        orders = []
        for key, count in self.moves.items():
            riders = self.riders.get(key, {})
            for rider, riding in riders.items():
                order = move_order(self.assessment, key, riding)
                orders.append(order.model_copy(update={"with_": rider}))
            alone = count - sum(riders.values())
            if alone:
                orders.append(move_order(self.assessment, key, alone))
        return orders


def move_order(assessment: Assessment, move: tuple[UnitKind, str, str], count: int) -> o.Move:
    """Returns the order to move units of a kind from one space to another by a shortest way."""
    kind, start, end = move
    path = shortest_path(
        assessment.book, assessment.state, assessment.side, (start, end), kind=kind
    )
    return o.Move.model_validate({"order": "move", "unit": kind, "count": count, "path": path})
