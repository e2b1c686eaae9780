"""One sheet for all that a seat plays one after another, in the games that have such seats."""

from __future__ import annotations

import pytest

from adjudicator.documents.maps import map_files_of
from adjudicator.documents.scenarios import find_scenario
from adjudicator.registry import by_name
from tests.games.mails import played


@pytest.mark.parametrize(
    ("game", "scenario", "openings"),
    [
        ("invasion-america", "three-pronged-invasion", 2),
        ("fortress-america-1986", "standard-2", 4),
        ("fortress-america-2012", "standard-2", 4),
    ],
)
def test_a_mail_of_each_of_two_seats_is_enough_for_a_game_turn(
    game: str, scenario: str, openings: int
) -> None:
    entry = by_name()[game]
    given = find_scenario(entry, scenario).scenario
    rules = entry.open(given, map_files_of(entry, given))
    done = played(rules, "one-sheet", runs=True, openings=openings)
    assert done.openings == openings
    assert done.mails == openings
