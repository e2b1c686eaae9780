"""What the built-in player thinks of a position: pieces, threats, and who is outnumbered where.

All in whole numbers; the value of an infantry piece is twenty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from adjudicator.games.stratix.board import ARMIES, KINDS, grid
from adjudicator.games.stratix.geometry import NOWHERE, Geometry
from adjudicator.games.stratix.rules.generate import (
    EMPTY,
    Move,
    Position,
    after,
    is_attackable,
    kind_at,
    moves,
    side_at,
)
from adjudicator.games.stratix.rules.places import position_of
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Made, State

__all__ = ["VALUES", "Counts", "Evaluation", "frame_of", "value_of"]

VALUES = (20, 22, 36, 40, 60, 90)
"""What a piece is worth, by kind."""
LATE = 12
"""With so many cards left or fewer the player prepares for the final assault."""
PATIENCE = 3
"""After so many rounds without event the player risks more."""
FELLED = 400
"""What it is worth that an enemy army falls."""
LOST = -100_000

Counts = list[list[int]]
"""How many pieces each army has in each battle zone: by zone, then by army."""


def value_of(kind: str) -> int:
    """Returns what a piece of a kind is worth."""
    return VALUES[KINDS.index(kind)]


@cache
def frame_of(army: int) -> tuple[int, ...]:
    """Returns the number of each square as an army sees the board: its own corner is the first.

    So all armies choose alike among equal moves, wherever they sit.
    """
    squares = grid()
    frame: Sequence[int] = range(len(squares))
    for _ in range(-army % len(ARMIES)):
        frame = [squares.turned(square) for square in frame]
    return tuple(frame)


class Evaluation:
    """A view as one army sees it, with what it looks up more than once."""

    def __init__(self, book: Ruleset, view: State, seat: str) -> None:
        self.book, self.view, self.seat = book, view, seat
        self.side = ARMIES.index(seat)
        self.geometry: Geometry = book.geometry
        self.position: Position = position_of(book, view)
        self.enemies: tuple[int, ...] = tuple(
            army for army in self.position.alive if army != self.side
        )
        self.frame: tuple[int, ...] = frame_of(self.side)
        self.last: Made | None = next((made for made in view.made if made.side == seat), None)
        self._shifts: dict[tuple[int, int], int] = {}

    def seen_at(self, *squares: str | None) -> tuple[int, ...]:
        """Returns numbers by which equal choices of squares are put in order; the highest first."""
        numbers = self.geometry.grid.numbers
        return tuple(-self.frame[numbers[square]] for square in squares if square is not None)

    @cached_property
    def threatened(self) -> bytes:
        """Returns 1 for each square on which an enemy can end that may strike."""
        return self.struck_from(self.position)

    def struck_from(self, position: Position) -> bytes:
        """Returns 1 for each square on which an enemy can end in a position."""
        red = self.geometry.line
        return self.geometry.marked(
            target
            for enemy in self.enemies
            for origin, target in moves(self.geometry, position, enemy)
            if not red[origin]
        )

    @cached_property
    def urgency(self) -> int:
        """Returns how much counts who is outnumbered: from 0 early on to 12 in the assault."""
        if self.view.assault:
            return 12
        return max(0, LATE - len(self.view.pile)) // 2

    @cached_property
    def boldness(self) -> int:
        """Returns how long nothing has happened, from 0 to 2: somebody has to begin."""
        return min(2, self.view.quiet // (PATIENCE * len(self.view.order)))

    @cached_property
    def fear(self) -> int:
        """Returns how much a piece at risk counts, in quarters of its worth.

        All of it in the final assault: no card brings one back.
        """
        return 4 if self.view.assault else 3 - self.boldness

    @cached_property
    def counts(self) -> Counts:
        """Returns who has how many pieces where."""
        return self.counts_in(self.position)

    def counts_in(self, position: Position) -> Counts:
        """Returns who has how many pieces where in a position."""
        counts = [[0] * len(ARMIES) for _ in ARMIES]
        for army, squares in enumerate(position.squares):
            for square in squares:
                zone = self.zone_at(square)
                if zone != NOWHERE:
                    counts[zone][army] += 1
        return counts

    def zone_at(self, square: int) -> int:
        """Returns in whose battle zone a square lies; `NOWHERE`: in nobody's."""
        return NOWHERE if self.geometry.line[square] else self.geometry.quadrant[square]

    @cached_property
    def goal(self) -> int:
        """Returns the enemy whose zone is nearest to being outnumbered."""
        return min(self.enemies, key=lambda enemy: (self.needed(self.counts, enemy), enemy))

    def needed(self, counts: Counts, army: int) -> int:
        """Returns how many more enemies in its zone an army falls with."""
        own = counts[army][army]
        return own + 1 - (sum(counts[army][other] for other in self.position.alive) - own)

    # -- a move ---------------------------------------------------------------------------------

    def score(self, move: Move) -> int:
        """Returns how good a move is: what it strikes, what it risks, where it leads.

        Of the own pieces only the one that moves is looked at; `exchange.py` looks at all.
        """
        origin, target = move
        worth = VALUES[kind_at(self.position, origin)]
        score, at_risk = self.aim(move), self.threatened[target]
        if at_risk and is_attackable(self.geometry, self.position, target):
            score -= worth * self.fear // 4
        if self.threatened[origin] and is_attackable(self.geometry, self.position, origin):
            score += worth * self.fear // 4
        return score

    def aim(self, move: Move) -> int:
        """Scores a move by what it strikes, where it leads, and the balance of pieces after it."""
        origin, target = move
        if self.position.board[target] == EMPTY:
            return self._place(move) + self._shifted(self.zone_at(origin), self.zone_at(target))
        gain, counts = 0, [list(row) for row in self.counts]
        self._leave(counts, origin, self.side)
        behind = after(self.geometry, self.position, move)
        for square, piece in enumerate(self.position.board):
            if piece != EMPTY and square != origin and behind.board[square] != piece:
                owner = side_at(self.position, square)
                value = VALUES[kind_at(self.position, square)]
                gain += value if owner != self.side else -value
                self._leave(counts, square, owner)
        zone = self.zone_at(target)
        if zone != NOWHERE:
            counts[zone][self.side] += 1
        return gain + self._place(move) + self.balance(counts, self.side)

    def _shifted(self, here: int, there: int) -> int:
        """Returns what the balance is worth when a piece goes from one zone to another."""
        found = self._shifts.get((here, there))
        if found is None:
            counts = [list(row) for row in self.counts]
            if here != NOWHERE:
                counts[here][self.side] -= 1
            if there != NOWHERE:
                counts[there][self.side] += 1
            found = self._shifts[here, there] = self.balance(counts, self.side)
        return found

    def _leave(self, counts: Counts, square: int, army: int) -> None:
        zone = self.zone_at(square)
        if zone != NOWHERE:
            counts[zone][army] -= 1

    def _place(self, move: Move) -> int:
        """Returns what a move is worth for where it leads: out, to a card, towards the enemy."""
        origin, target = move
        score = 6 if self.geometry.line[origin] else 0
        if not self.view.assault and self.geometry.is_recon[target]:
            others = sum(self.geometry.is_recon[own] for own in self.position.squares[self.side])
            score += 14 if not others else 8
        nearer = max(-3, min(3, self._far[origin] - self._far[target]))
        return score + nearer * (3 if self.view.assault else 1)

    @cached_property
    def _far(self) -> list[int]:
        """Returns how many steps away each square is from where pieces are wanted.

        That is a free recon space; in the final assault the zone of the weakest enemy.
        """
        goals: Sequence[int] = self.geometry.zones[self.goal]
        if not self.view.assault:
            free = [one for one in self.geometry.recon if self.position.board[one] == EMPTY]
            goals = free or goals
        far = dict.fromkeys(goals, 0)
        frontier = list(goals)
        for here in frontier:
            for there in self.geometry.grid.near[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    frontier.append(there)
        return [far[square] for square in range(len(self.geometry.grid))]

    def balance(self, counts: Counts, mover: int) -> int:
        """Scores who would be outnumbered at home after a move of an army."""
        if not self.urgency:
            return 0
        alive, score = list(self.position.alive), 0
        if self.view.assault:
            place = alive.index(mover)
            for army in (*alive[place + 1 :], *alive[: place + 1]):
                if len(alive) > 1 and self._falls(counts, army, alive):
                    alive.remove(army)
                    score += LOST if army == self.side else FELLED
        enemies = [army for army in alive if army != self.side]
        if self.side not in alive or not enemies:
            return score
        own = counts[self.side][self.side]
        foreign = sum(counts[self.side][army] for army in enemies)
        # No more can come than there are, and not all of them at once.
        others = sum(len(self.position.squares[army]) for army in enemies) - foreign
        lacking = max(0, min(2 * len(enemies) + 1, others) - (own - foreign))
        missing = [self.needed(counts, army) for army in enemies]
        behind = (2 - self.boldness) * lacking + (2 + self.boldness) * min(missing)
        return score - self.urgency * (behind + sum(missing) // 4)

    def _falls(self, counts: Counts, army: int, alive: Sequence[int]) -> bool:
        own = counts[army][army]
        return sum(counts[army][other] for other in alive) - own > own
