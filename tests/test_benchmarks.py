"""The benchmarks run; nothing here is a test of time."""

from __future__ import annotations

from tests.benchmarks.__main__ import Size, table
from tests.benchmarks.play import large_turn


def test_the_table_has_a_figure_in_every_row() -> None:
    rows = table(Size(starts=1, turns=1, openings=3, walk=1))
    assert [what for what, _, _ in rows if what.startswith("peak memory")] == [
        f"peak memory: {name}"
        for name in ("check", "adjudicate", "status after 3", "verify of 3", "random play")
    ]
    assert all(any(digit in now for digit in "123456789") for _, now, _ in rows)


def test_the_large_turn_is_large() -> None:
    assert 100 <= large_turn().size <= 150
