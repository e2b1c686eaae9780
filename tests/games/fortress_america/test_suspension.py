"""Random turns as sheets: the referee plays what chance played, in one go or asked at every turn.

A turn is first played by chance at a table that writes down every order, answer and die. Sent as
one sheet for each seat, with the same dice, it must lead to the same state; and so it must when
every question stops the match and is answered by a mail of its own.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
)
from adjudicator.games.fortress_america.options import Question
from tests.games.fortress_america.suspended import both_ways, rules_for


@pytest.mark.parametrize(
    ("seed", "game", "options"),
    [
        *((seed, FORTRESS_AMERICA_1986, {}) for seed in range(3)),
        (0, FORTRESS_AMERICA_2012, {}),
        (1, FORTRESS_AMERICA_2012, {"cards": "one-at-a-time"}),
        (1, FORTRESS_AMERICA_2012, {"invader_cards": True}),
    ],
)
def test_the_referee_plays_what_chance_played(
    seed: int, game: FortressAmerica, options: dict[str, Any]
) -> None:
    asking = rules_for(game, ask=list(get_args(Question)), **options)
    mails, _ = both_ways(rules_for(game, **options), asking, f"suspension-{seed}", 8)
    assert mails > 16, "the questions did stop the match"
