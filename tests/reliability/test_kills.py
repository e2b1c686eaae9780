"""A command killed at some of all points goes on where it was; all of them with `--exhaustive`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability.failures import TROUBLES, try_failures
from tests.reliability.kills import try_kills
from tests.reliability.operations import OPERATIONS

STRIDE = 67
"""How many points are passed over; a prime, so that it is not always the same kind of call."""


@pytest.mark.parametrize("number", range(len(OPERATIONS)), ids=lambda n: OPERATIONS[n].name)
def test_killed_at_any_point_nothing_is_lost(
    number: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """As a rule each operation is killed at other points than the one before it."""
    everywhere = request.config.getoption("--exhaustive")
    operation = OPERATIONS[number]
    every = 1 if everywhere else STRIDE * (4 if operation.is_slow else 1)
    first = 1 + 5 * number % every
    kills = try_kills(
        operation, tmp_path / "kills", every=every, first=first, both_sides=everywhere
    )
    assert kills.points > 0
    assert kills.points == kills.before + kills.after


@pytest.mark.parametrize("lasts", [False, True], ids=["once", "from-then-on"])
@pytest.mark.parametrize("number", range(len(OPERATIONS)), ids=lambda n: OPERATIONS[n].name)
def test_whatever_the_disk_refuses_nothing_is_lost(
    number: int, tmp_path: Path, request: pytest.FixtureRequest, lasts: bool
) -> None:
    everywhere = request.config.getoption("--exhaustive")
    operation = OPERATIONS[number]
    every = 1 if everywhere else 3 * STRIDE * (4 if operation.is_slow else 1)
    chosen = TROUBLES if everywhere else [TROUBLES[(number + lasts) % len(TROUBLES)]]
    for trouble in chosen:
        folder = tmp_path / trouble.name
        assert try_failures(operation, folder, trouble, lasts=lasts, every=every) > 0
