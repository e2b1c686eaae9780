"""What tables cost at the least: the scores alone, as if nobody had met (tournaments.md 4).

Without meetings the best tables are contiguous in the order of scores. Take two tables of p and q
players, p = q or p = q + 1, and change x of the first for y of the second: the cost rises by
(y - x)((p - q - 2) y + (p - q + 2) x - c), where c is twice the difference of the tables' sums. In
a best division that is never below 0. If a y < x < y' stood on both sides of x, then
(p - q - 2) y' >= (p - q - 2) y, which cannot be, for p - q - 2 is negative; and likewise for a y
between two x. So each two tables are apart, and with them all. Which of them are the small ones is
left, and that dynamic programming tries.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

__all__ = ["least_cost"]


def least_cost(scores: Sequence[int], sizes: Sequence[int]) -> int:
    """Returns the least sum of squared score differences over all pairs at a table.

    Args:
        scores: whole numbers.
        sizes: of the tables, at most two of them that differ by one; they add up to the scores.

    Raises:
        ValueError: the sizes are other ones.
    """
    if sum(sizes) != len(scores) or max(sizes) - min(sizes) > 1:
        raise ValueError(f"sizes {sorted(set(sizes))} do not divide {len(scores)} players so")
    ordered = sorted(scores)
    sums = [0, *accumulate(ordered)]
    squares = [0, *accumulate(score * score for score in ordered)]

    def cost(begin: int, end: int) -> int:
        return (end - begin) * (squares[end] - squares[begin]) - (sums[end] - sums[begin]) ** 2

    full = max(sizes)
    small = len(sizes) - sizes.count(full)
    # best[s]: of t tables, s of them small, in the order of scores.
    best: list[int | None] = [0]
    for tables in range(1, len(sizes) + 1):
        row: list[int | None] = []
        for smalls in range(min(tables, small) + 1):
            end = tables * full - smalls
            found = []
            if smalls < len(best) and tables - smalls <= len(sizes) - small:
                before = best[smalls]
                if before is not None:
                    found.append(before + cost(end - full, end))
            if smalls:
                before = best[smalls - 1]
                if before is not None:
                    found.append(before + cost(end - full + 1, end))
            row.append(min(found, default=None))
        best = row
    least = best[small]
    assert least is not None
    return least
