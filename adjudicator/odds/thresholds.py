"""How many attackers make a capture likely enough: exactly, and for armies of any size.

The chance grows with every attacker. So for each number of defenders there is a fewest number of
attackers from which on it is at least what is asked for. Chances are held between two whole
numbers, one rounded down and one rounded up; where what is asked for lies between them, it is
counted exactly. Of each row only the part is kept in which the chance is neither near nought nor
near one: the work grows little faster than the number of defenders.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import TypeAlias

from adjudicator.odds.battles import EXACT, Battle, ends
from adjudicator.odds.rolls import RollTable

__all__ = ["MOST_DEFENDERS", "MOST_LIKELY", "Fewest"]

_ONE = 1 << 96
"""What is certain."""
_SLIVER = 1 << 40
"""What is too little to be kept. A row ends where no more than one for each defender is lacking."""
MOST_DEFENDERS = 1 << 20
"""Fewer than this may be asked about."""
MOST_LIKELY = 1 - Fraction(_SLIVER * MOST_DEFENDERS, _ONE)
"""What may be asked for at most."""


class _Row:
    """The chances against so many defenders: at least `low`, at most `high`.

    The first of them are for `begin` attackers; fewer have next to no chance.
    """

    def __init__(self, begin: int) -> None:
        self.begin = begin
        self.low: list[int] = []
        self.high: list[int] = []

    def at(self, own: int) -> tuple[int, int]:
        """Returns the bounds for any number of attackers."""
        place = own - self.begin
        if place < 0:
            return 0, _SLIVER if own else 0
        if place >= len(self.low):
            return self.low[-1], _ONE
        return self.low[place], self.high[place]


_Sources: TypeAlias = list[tuple[_Row, int, int]]
"""Where a roll leads to: the row of those left to defend, the attackers lost, and its ways."""


class Fewest:
    """The fewest attackers by which a chance to capture is to be had, if all is fought out.

    What was asked once is kept: larger armies are followed from there.
    """

    def __init__(self, table: RollTable, chance: Fraction) -> None:
        """Asks for a chance above 0 and of at most `MOST_LIKELY`."""
        assert 0 < chance <= MOST_LIKELY, chance
        self._table, self._chance = table, chance
        self._rows = _rows(table)
        self._found = [0]

    def against(self, enemy: int) -> int:
        """Returns from how many attackers on; `enemy`, the defenders, under `MOST_DEFENDERS`."""
        assert enemy < MOST_DEFENDERS, enemy
        while len(self._found) <= enemy:
            self._found.append(self._fewest(next(self._rows), len(self._found)))
        return self._found[enemy]

    def _fewest(self, row: _Row, enemy: int) -> int:
        # The last number lies beyond the row: there the chance is almost one.
        numbers = range(row.begin, row.begin + len(row.low) + 1)
        # Against more defenders no fewer will do.
        first = min(max(self._found[-1] - row.begin, 0), len(row.low))
        maybe = next(n for n in numbers[first:] if self._reaches(row.at(n)[1]))
        surely = next(n for n in numbers[maybe - row.begin :] if self._reaches(row.at(n)[0]))
        between = (n for n in range(maybe, surely) if self._exactly(n, enemy) >= self._chance)
        return next(between, surely)

    def _reaches(self, weight: int) -> bool:
        return weight * self._chance.denominator >= self._chance.numerator * _ONE

    def _exactly(self, own: int, enemy: int) -> Fraction:
        found = ends(own, Battle(self._table, enemy), EXACT)
        captured = sum(weight for (_, left), weight in found.weights.items() if not left)
        return Fraction(captured, found.total)


def _rows(table: RollTable) -> Iterator[_Row]:
    """Yields the rows of chances against 1, 2, 3, ... defenders."""
    certain = _Row(0)  # nobody is left to defend
    certain.low, certain.high = [_ONE], [_ONE]
    earlier = [certain]
    for there in count(1):
        row = _Row(max(1, earlier[0].begin))
        rows = [row, *earlier]
        rolls = [table.at(own, there) for own in range(1, table.most_own + 1)]
        led = [[(rows[fallen], lost, by) for lost, fallen, by in roll.outcomes] for roll in rolls]
        own = row.begin
        while not row.low or row.low[-1] < _ONE - _SLIVER * there:
            fighting = min(own, table.most_own) - 1
            low, high = _weighed(own, led[fighting], rolls[fighting].ways)
            if not row.low and high <= _SLIVER:
                row.begin += 1
            else:
                row.low.append(low)
                row.high.append(high)
            own += 1
        earlier = rows[: table.most_enemy]
        yield row


def _weighed(own: int, sources: _Sources, ways: int) -> tuple[int, int]:
    """Returns the bounds of one chance by those that a roll may lead to."""
    low = high = 0
    for row, lost, by in sources:
        place = own - lost - row.begin
        if 0 <= place < len(row.low):
            low += row.low[place] * by
            high += row.high[place] * by
        else:
            at_least, at_most = row.at(own - lost)
            low += at_least * by
            high += at_most * by
    return low // ways, -(-high // ways)
