"""The odds of battles as the command `odds` asks for them, against the projection of `check`."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from adjudicator.core.problem import Refused
from adjudicator.documents.maps import shipped_map_files
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from adjudicator.games.fortress_america.rules import chances
from adjudicator.games.fortress_america.rules.chances import (
    Preferences,
    battle_projection,
    sampled,
    survivors,
)
from adjudicator.odds.result import Odds, Question
from adjudicator.odds.sampling import SeededDice, standard_error
from tests.games.fortress_america.playing import opened, start
from tests.games.fortress_america.test_chances import counts

BOOK = opened(start("w2 western infantry 1")).book
ATTACKERS = counts(bomber=1, hovertank=2, infantry=2)
DEFENDERS = counts(helicopter=1, infantry=2, partisan=1)
BOMBERS_FIRST = Preferences(attacker_hits=("infantry",), defender_hits=("infantry", "bomber"))


def asked(*forces: str, **said: Any) -> Odds:
    return GAME.odds(Question(forces, map_files=lambda: shipped_map_files(GAME), **said))


def chances_of(odds: Odds) -> dict[str, Fraction | float]:
    return {one.name: one.value for one in odds.outcomes}


@pytest.mark.parametrize("area", ["portland", "iowa"])
@pytest.mark.parametrize("wishes", [Preferences(), BOMBERS_FIRST])
def test_the_survivors_are_those_of_the_battle_projection(area: str, wishes: Preferences) -> None:
    known = battle_projection(BOOK, area, ATTACKERS, defenders=DEFENDERS, wishes=wishes)
    found = survivors(BOOK, area, ATTACKERS, defenders=DEFENDERS, wishes=wishes)
    assert found.projection == known
    assert sum(found.weights.values()) == found.total
    in_action = sum(sum(here) * weight for (here, _), weight in found.weights.items())
    assert Fraction(in_action, found.total) == 5 - known.attackers_destroyed - (
        known.attackers_disengaged
    )
    left = sum(sum(there) * weight for (_, there), weight in found.weights.items())
    assert Fraction(left, found.total) == 4 - known.defenders_destroyed - (
        known.defenders_driven_out
    )


@pytest.mark.parametrize("wishes", [Preferences(), BOMBERS_FIRST])
def test_a_sample_is_within_its_error(wishes: Preferences) -> None:
    plays = 4000
    exact = survivors(BOOK, "portland", ATTACKERS, defenders=DEFENDERS, wishes=wishes)
    found = sampled(
        BOOK, "portland", (ATTACKERS, DEFENDERS),
        wishes=wishes, plays=plays, die=SeededDice("sample"),
    )  # fmt: skip
    assert found.total == plays
    assert found.weights.keys() <= exact.weights.keys()
    for name in ("won", "bombers_alone", "held"):
        chance: Fraction = getattr(exact.projection, name)
        error = standard_error(chance, plays)
        assert abs(getattr(found.projection, name) - chance) <= 4 * error
    for name in ("attackers_destroyed", "attackers_disengaged", "defenders_destroyed",
                 "defenders_driven_out"):  # fmt: skip
        # At most a few units of 5 are lost, so that no average deviates by more than 2 a play.
        found_average: Fraction = getattr(found.projection, name)
        assert abs(found_average - getattr(exact.projection, name)) <= Fraction(8 / sqrt(plays))


def test_forces_in_words() -> None:
    known = battle_projection(
        BOOK, "iowa", counts(mobile=2, infantry=3), defenders=counts(partisan=2)
    )
    for words in ("3 infantry 2 mobile units", "2 mobile-units, 3 infantry",
                  "1 infantry and 2 infantry and 2 mobile-unit"):  # fmt: skip
        odds = asked(words, "2 partisans")
        assert chances_of(odds) == {"won": known.won, "held": known.held}
    assert odds.notes[0] == "In open country: the attacker uses column 2."
    losses = [one.value for one in odds.losses]
    assert losses == [known.attackers_destroyed, known.attackers_disengaged,
                      known.defenders_destroyed, known.defenders_driven_out]  # fmt: skip
    whole = [spread for spread in odds.spreads if not spread.is_beside]
    assert sum(chance for spread in whole for _, chance in spread.left) == 1


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("portland", "In Portland: the attacker uses column 1 without combined arms."),
        ("city", "In city: the attacker uses column 1 without combined arms."),
        ("iowa", "In Iowa: the attacker uses column 2."),
    ],
)
def test_where_it_is_fought(place: str, told: str) -> None:
    area = "portland" if place == "city" else place
    known = battle_projection(BOOK, area, counts(infantry=3), defenders=counts(infantry=1))
    odds = asked("3 infantry", "1 infantry", place=place)
    assert odds.notes[0] == told
    assert chances_of(odds)["won"] == known.won


def test_standing_orders_in_force() -> None:
    standing = (
        {"standing": "targets", "first": ["infantry"], "as": "attacker"},
        {"standing": "targets", "first": ["infantry", "bomber"], "as": "defender"},
    )
    words = ("1 bomber 2 hovertanks 2 infantry", "1 helicopter 2 infantry 1 partisan")
    odds = asked(*words, standing=standing)
    known = battle_projection(BOOK, "iowa", ATTACKERS, defenders=DEFENDERS, wishes=BOMBERS_FIRST)
    assert chances_of(odds)["won"] == known.won
    assert odds.notes[1] == "Targets by the standing orders given, then by the published defaults."
    assert chances_of(asked(*words))["won"] != known.won


def test_a_battle_too_large_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = asked("3 infantry", "2 infantry")
    monkeypatch.setattr(chances, "MOST_FOLLOWED", 5)
    monkeypatch.setattr("adjudicator.games.fortress_america.odds.MOST_FOLLOWED", 5)
    odds = asked("3 infantry", "2 infantry", plays=2000)
    assert odds == asked("3 infantry", "2 infantry", plays=2000), "seeded"
    assert odds.notes[-1] == (
        "Sampled, for it is too large to follow: 2000 plays, seed adjudicator-odds."
    )
    for one, known in zip(odds.outcomes, exact.outcomes, strict=True):
        assert one.error is not None
        assert abs(float(one.value) - float(known.value)) <= 4 * one.error


@pytest.mark.parametrize(
    ("forces", "said"),
    [
        (("3 infantry",), {}),
        (("3 infantry", "2 infantry", "1 infantry"), {}),
        (("infantry", "2 infantry"), {}),
        (("3 infantry 0 bombers", "2 infantry"), {}),
        (("3 infantry", "2 tanks"), {}),
        (("3 infantry", "2 infantry"), {"until": ("own=1",)}),
        (("3 infantry", "2 infantry"), {"place": "western"}),
        (("3 infantry", "2 infantry"), {"place": "atlantis"}),
        (("3 infantry", "2 infantry"), {"standing": ({"standing": "targets", "first": []},)}),
        (("3 infantry", "2 infantry"), {"standing": ("targets",)}),
        (
            ("3 infantry", "2 infantry"),
            {"standing": ({"standing": "disengage", "first": ["bomber"], "in": ["atlantis"]},)},
        ),
    ],
)
def test_what_is_not_understood_is_refused(forces: tuple[str, ...], said: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        asked(*forces, **said)
