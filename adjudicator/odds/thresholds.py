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

from adjudicator.odds.battles import EXACT, Battle, ends
from adjudicator.odds.rolls import RollTable

__all__ = ["MOST_DEFENDERS", "MOST_LIKELY", "fewest_own"]

_ONE = 1 << 96
"""What is certain."""
_SLIVER = 1 << 40
"""What is too little to be kept. A row ends where no more than one for each defender is lacking."""
MOST_DEFENDERS = 1 << 20
"""Fewer than this may be asked about."""
MOST_LIKELY = 1 - Fraction(_SLIVER * MOST_DEFENDERS, _ONE)
"""What may be asked for at most."""


class _Row:
    """The chances against so many defenders, by attackers: at least `low`, at most `high`."""

    def __init__(self, begin: int) -> None:
        self.begin = begin
        self.low: list[int] = []
        self.high: list[int] = []

    def at(self, own: int) -> tuple[int, int]:
        place = own - self.begin
        if place < 0:
            return 0, _SLIVER if own else 0
        if place >= len(self.low):
            return self.low[-1], _ONE
        return self.low[place], self.high[place]


def fewest_own(table: RollTable, enemy: int, chance: Fraction) -> tuple[int, ...]:
    """Returns the fewest attackers of which a chance to capture is to be had, by defenders.

    From so many that may fight on, for each number of defenders from 0 to `enemy`, the chance to
    capture, if all is fought out, is at least `chance`.

    `chance` is above 0 and at most `MOST_LIKELY`, `enemy` under `MOST_DEFENDERS`.
    """
    assert 0 < chance <= MOST_LIKELY, chance
    assert enemy < MOST_DEFENDERS, enemy
    wanted = [0]
    for there, row in enumerate(_rows(table, enemy), start=1):
        maybe = next(n for n in _numbers(row) if _reaches(row.at(n)[1], chance))
        surely = next(n for n in _numbers(row, maybe) if _reaches(row.at(n)[0], chance))
        between = (n for n in range(maybe, surely) if _exactly(table, n, there) >= chance)
        wanted.append(next(between, surely))
    return tuple(wanted)


def _numbers(row: _Row, begin: int | None = None) -> Iterator[int]:
    """Yields numbers of attackers, the last one beyond the row: there the chance is almost one."""
    return iter(range(row.begin if begin is None else begin, row.begin + len(row.low) + 1))


def _reaches(weight: int, chance: Fraction) -> bool:
    return weight * chance.denominator >= chance.numerator * _ONE


def _exactly(table: RollTable, own: int, enemy: int) -> Fraction:
    found = ends(own, Battle(table, enemy), EXACT)
    captured = sum(weight for (_, left), weight in found.weights.items() if not left)
    return Fraction(captured, found.total)


def _rows(table: RollTable, enemy: int) -> Iterator[_Row]:
    """Yields the rows of chances against 1 to `enemy` defenders."""
    taken = _Row(0)  # nobody is left to defend: certain
    taken.low, taken.high = [_ONE], [_ONE]
    earlier = [taken]
    for there in range(1, enemy + 1):
        row = _Row(max(1, earlier[-1].begin))
        while not row.low or row.low[-1] < _ONE - _SLIVER * there:
            own = row.begin + len(row.low)
            low, high = _weighed(table, own, there, [row, *earlier[::-1]])
            if not row.low and high <= _SLIVER:
                row.begin += 1
            else:
                row.low.append(low)
                row.high.append(high)
        earlier = [*earlier[1 - table.most_enemy :], row] if table.most_enemy > 1 else [row]
        yield row


def _weighed(table: RollTable, own: int, enemy: int, rows: list[_Row]) -> tuple[int, int]:
    """Returns the bounds of one chance; `rows` are those of so many and of fewer defenders."""
    outcomes, ways = table.at(own, enemy)
    low = high = 0
    for lost, fallen, count in outcomes:
        at_least, at_most = rows[fallen].at(own - lost)
        low += at_least * count
        high += at_most * count
    return low // ways, -(-high // ways)
