"""The exact chances of a battle against all its dice, and against the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.events import BattleEnded
from adjudicator.games.fortress_america.rules.chances import Preferences, battle_projection
from adjudicator.games.fortress_america.state import Counts, UnitKind
from tests.core.no_decks import NoDecks
from tests.games.fortress_america.playing import declare, of_type, opened, play, start


def counts(**kinds: int) -> Counts:
    return FrozenMap({_kind(name): count for name, count in kinds.items()})


def _kind(name: str) -> UnitKind:
    names: dict[str, UnitKind] = {
        "infantry": "infantry", "partisan": "partisan", "hovertank": "hovertank",
        "helicopter": "helicopter", "bomber": "bomber", "mobile": "mobile-unit",
    }  # fmt: skip
    return names[name]


class EveryRoll(NoDecks):
    """Dice that follow a script by the order of the rolls, and tell what they would need next."""

    def __init__(self, script: tuple[tuple[int, ...], ...]) -> None:
        self._script = list(script)
        self.weight = Fraction(1)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        self.weight *= Fraction(1, sides**count)
        if not self._script:
            raise NeedsRoll(count, sides)
        return self._script.pop(0)


class NeedsRoll(Exception):
    def __init__(self, count: int, sides: int) -> None:
        super().__init__()
        self.rolls = tuple(product(range(1, sides + 1), repeat=count))


def enumerated(position: str, area: str) -> dict[str, Fraction]:
    """Plays a battle with every possible sequence of dice; returns the chance of each outcome."""
    rules = opened(start(position))
    chances: dict[str, Fraction] = {}
    open_scripts: list[tuple[tuple[int, ...], ...]] = [()]
    while open_scripts:
        script = open_scripts.pop()
        dice = EveryRoll(script)
        orders: Any = {"declare": declare(area)}
        try:
            done = play(rules, {"western": orders}, dice)
        except NeedsRoll as need:
            open_scripts.extend((*script, roll) for roll in need.rolls)
            continue
        (ended,) = of_type(done, BattleEnded)
        chances[ended.outcome] = chances.get(ended.outcome, Fraction(0)) + dice.weight
    return chances


@pytest.mark.parametrize(
    ("position", "area", "attackers", "defenders"),
    [
        ("w2 western infantry 1; portland usa infantry 1", "portland",
         counts(infantry=1), counts(infantry=1)),
        ("w2 western infantry 2; portland usa partisan 1", "portland",
         counts(infantry=2), counts(partisan=1)),
        ("w1 western infantry 1 mobile-unit 1; western-washington usa infantry 1",
         "western-washington", counts(infantry=1, mobile=1), counts(infantry=1)),
        ("w2 western bomber 1; portland usa infantry 1", "portland",
         counts(bomber=1), counts(infantry=1)),
    ],
)  # fmt: skip
def test_projection_equals_all_dice_played_through_the_rules(
    position: str, area: str, attackers: Counts, defenders: Counts
) -> None:
    rules = opened(start(position))
    told = battle_projection(rules.book, area, attackers, defenders=defenders)
    played = enumerated(position, area)
    assert told.won == played.get("won", 0)
    assert told.bombers_alone == played.get("bombers-alone", 0)
    assert told.held == played.get("held", 0)


def test_one_infantry_against_one_worked_by_hand() -> None:
    book = opened(start("w2 western infantry 1; portland usa infantry 1")).book
    # The defender needs 5 or 6 to destroy and 1 to disengage; else the attacker fires in column 1,
    # where 6 destroys and 1 drives away.
    told = battle_projection(book, "portland", counts(infantry=1), defenders=counts(infantry=1))
    assert told.won == Fraction(1, 2) * Fraction(2, 6)
    assert told.attackers_destroyed == Fraction(2, 6)
    assert told.attackers_disengaged == Fraction(1, 6)
    assert told.defenders_destroyed == Fraction(1, 2) * Fraction(1, 6)
    assert told.defenders_driven_out == Fraction(1, 2) * Fraction(1, 6)


def test_combined_arms_raise_the_chance_against_a_city_only() -> None:
    book = opened("western-first-turn").book
    combined = counts(infantry=1, mobile=1, helicopter=1)
    alike = counts(mobile=2, helicopter=1)
    two = counts(infantry=2)
    city, plain = "portland", "western-washington"
    assert (
        battle_projection(book, city, combined, defenders=two).won
        > battle_projection(book, city, alike, defenders=two).won
    )
    assert (
        battle_projection(book, plain, alike, defenders=two).won
        == battle_projection(book, plain, combined, defenders=two).won
    )


def test_wishes_change_what_is_destroyed() -> None:
    book = opened("western-first-turn").book
    attackers, defenders = counts(helicopter=3), counts(helicopter=1, infantry=2)
    usual = battle_projection(book, "kansas", attackers, defenders=defenders)
    spared = battle_projection(
        book, "kansas", attackers, defenders=defenders,
        wishes=Preferences(attacker_hits=("infantry",)),
    )  # fmt: skip
    assert usual.defenders_destroyed == spared.defenders_destroyed
    wasted = Preferences(defender_hits=("bomber",))
    assert battle_projection(book, "kansas", attackers, defenders=defenders, wishes=wasted) == usual
