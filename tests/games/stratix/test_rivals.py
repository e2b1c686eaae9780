"""The built-in player against rivals that take the dearest piece in reach: he wins.

`python -m tests.games.stratix.matches two 0 60 rival=chance` plays sixty, likewise for the others.
"""

from __future__ import annotations

import pytest

from tests.games.stratix.matches import duel
from tests.games.stratix.rivals import RIVALS


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("rival", RIVALS)
def test_the_player_wins_against_a_rival(rival: str, number: int) -> None:
    match, seat = duel("two", number, rival)
    assert match.state.result is not None
    assert match.state.result.winner == seat, match.state.result
