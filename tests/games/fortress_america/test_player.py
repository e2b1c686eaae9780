"""The built-in player: what he reckons with, and what his plans are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.player.estimate import estimated
from adjudicator.games.fortress_america.rules.chances import forecast
from adjudicator.games.fortress_america.state import Counts, UnitKind
from tests.games.fortress_america.matches import plain

LISTED: tuple[dict[UnitKind, int], ...] = (
    {"infantry": 1},
    {"infantry": 3},
    {"hovertank": 2, "infantry": 2},
    {"bomber": 1, "hovertank": 1, "infantry": 1},
    {"bomber": 2, "helicopter": 1, "hovertank": 2, "infantry": 3, "mobile-unit": 1},
)
FORCES: tuple[Counts, ...] = tuple(FrozenMap(counts) for counts in LISTED)


@pytest.mark.parametrize("area", ["houston", "iowa"])
@pytest.mark.parametrize("attackers", FORCES[1:], ids=str)
@pytest.mark.parametrize("defenders", FORCES[:-1], ids=str)
def test_an_estimate_is_near_the_exact_chances(
    area: str, attackers: Counts, defenders: Counts
) -> None:
    """The player tries thousands of battles a turn; what he takes for them is off by little."""
    book = plain("ready").book
    exact = forecast(book, area, attackers, defenders=defenders)
    rough = estimated(book, area, attackers, defenders)
    assert abs(Fraction(rough.won, 1000) - exact.won) <= Fraction(6, 100)
    assert rough.lost >= 0
    assert rough.gained > 0
