"""Rivals of the built-in player: all take the dearest piece in reach in every turn.

They play legally and see what their seat sees; cards that they keep they do not play before they
have to. They differ in what that leaves open: which of several strikes, and where to go when
nothing is in reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.rules.generate import moves
from adjudicator.games.stratix.rules.moving import legal_moves
from adjudicator.games.stratix.rules.places import position_of
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance

__all__ = ["RIVALS", "rival_move"]

Way: TypeAlias = tuple[str, str]
"""From one square to another."""


class Seen(NamedTuple):
    """A turn as a rival sees it."""

    rules: StratixRules
    view: State
    seat: str
    choose: Chance

    def price(self, square: str) -> int:
        """Returns how dear the piece on a square is."""
        return KINDS.index(self.view.pieces[square].kind)

    def steps_left(self, square: str) -> int:
        """Returns how far a square is from the nearest enemy."""
        grid = self.rules.book.geometry.grid
        here = grid.at(grid.numbers[square])
        enemies = (at for at, piece in self.view.pieces.items() if piece.side != self.seat)
        there = (grid.at(grid.numbers[at]) for at in enemies)
        return min(max(abs(here[0] - x), abs(here[1] - y)) for x, y in there)

    def struck(self) -> frozenset[str]:
        """Returns the squares on which enemies could strike now."""
        book, numbers = self.rules.book, self.rules.book.geometry.grid.names
        position = position_of(book, self.view)
        return frozenset(
            numbers[target]
            for army in position.alive
            if ARMIES[army] != self.seat
            for origin, target in moves(book.geometry, position, army)
            if not book.geometry.line[origin]
        )


Quiet: TypeAlias = Callable[[Seen, Sequence[Way]], Way]
"""Chooses a move where nothing is in reach."""


def rival_move(name: str, seen: Seen) -> Way | None:
    """Returns the move of a rival: the dearest strike there is; None: it has no move."""
    found = legal_moves(seen.rules.book, seen.view, seen.seat)
    strikes = [way for way in found if way[1] in seen.view.pieces]
    if not strikes:
        return RIVALS[name](seen, found) if found else None
    best = max(seen.price(target) for _, target in strikes)
    dearest = [way for way in strikes if seen.price(way[1]) == best]
    if name == "cheapest":
        return min(dearest, key=lambda way: seen.price(way[0]))
    return dearest[0] if name == "first" else seen.choose(dearest)


def _by_chance(seen: Seen, found: Sequence[Way]) -> Way:
    return seen.choose(found)


def _first(seen: Seen, found: Sequence[Way]) -> Way:
    return found[0]


def _nearer(seen: Seen, found: Sequence[Way]) -> Way:
    """To an enemy, or on a recon space."""
    return min(found, key=lambda way: 2 * seen.steps_left(way[1]) - _recon(seen, way[1]))


def _into_their_zone(seen: Seen, found: Sequence[Way]) -> Way:
    zone_of = seen.rules.book.zone_of
    enemies = [army for army in seen.view.order if army != seen.seat]
    entering = [a for a in found if zone_of(a[1]) in enemies and zone_of(a[0]) not in enemies]
    nearest = sorted(found, key=lambda way: seen.steps_left(way[1]))[:5]
    return seen.choose(entering or nearest)


def _out_of_danger(seen: Seen, found: Sequence[Way]) -> Way:
    """With a piece that is in reach of enemies, to where none is."""
    struck = seen.struck()
    safe = [way for way in found if way[1] not in struck]
    return seen.choose([way for way in safe if way[0] in struck] or safe or found)


def _recon(seen: Seen, square: str) -> bool:
    return seen.rules.book.is_recon(square) and not seen.view.assault


RIVALS: Mapping[str, Quiet] = {
    "chance": _by_chance,
    "first": _first,
    "cheapest": _nearer,
    "zone": _into_their_zone,
    "careful": _out_of_danger,
}
"""What each does when nothing is in reach. "cheapest" strikes with its cheapest piece, "first" with
the first that it finds, all others with any."""
