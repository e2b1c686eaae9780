"""The registry: every game under its own name, imported when it is asked for."""

from __future__ import annotations

import subprocess
import sys

from adjudicator import registry
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST
from adjudicator.games.invasion_america import INVASION_AMERICA
from adjudicator.games.nine_fields import NINE_FIELDS
from adjudicator.games.stratix import STRATIX
from adjudicator.registry import by_name
from tests.registered import registered


def test_every_game_has_its_full_name() -> None:
    games = by_name()
    assert dict(games) == registered(
        FORTRESS_AMERICA_1986,
        FORTRESS_AMERICA_2012,
        GALACTIC_CONQUEST,
        INVASION_AMERICA,
        NINE_FIELDS,
        STRATIX,
    )
    assert len(games) == 6
    assert "chess" not in games


def test_a_game_is_imported_when_it_is_asked_for() -> None:
    script = (
        "import sys; from adjudicator.registry import by_name; games = by_name(); list(games); "
        "'galactic-conquest' in games; games['galactic-conquest']; "
        "print([name for name in sys.modules if name.count('.') == 2 and '.games.' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "['adjudicator.games.galactic_conquest']"


def test_what_lists_say_of_a_game_is_what_it_says() -> None:
    """Titles and maps stand beside the name, so that a list need not load the game."""
    for one in registry.listed():
        game = registry.GAMES[one.name]
        assert (one.title, one.maps) == (game.title, tuple(game.maps))
        assert one.game is None
        assert not one.fault


def test_a_list_loads_no_game() -> None:
    code = (
        "import sys, adjudicator; adjudicator.list_games(); "
        "print([m for m in sys.modules if m.startswith('adjudicator.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
