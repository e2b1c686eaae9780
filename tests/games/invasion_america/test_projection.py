"""What `check` tells of a sheet: moves behind the die for the garrison, supply, enemy zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.report import Paragraph
from adjudicator.games.invasion_america import InvasionAmericaRules
from tests.games.invasion_america.playing import checked, opened, units


def _move(unit: str, *path: str) -> Mapping[str, Any]:
    return {"order": "move", "units": [unit], "path": [*path]}


def _projection(rules: InvasionAmericaRules, seat: str, **orders: Any) -> dict[str, list[str]]:
    """Returns the lines of each heading."""
    dry = checked(rules, seat, orders)
    assert not dry.problems
    told: list[Paragraph] = []
    for state in dry.stops:
        told += rules.projection(rules.view(state, seat), seat, dry.submitted)
    return {one.heading: [line.text for line in one.lines] for one in told}


GARRISON = (
    "us 3 infantry s2023; us armour s1923; us rail s2629; us infantry s2629; esc infantry s1744"
)


def test_both_ways_of_the_garrison_are_told() -> None:
    """(17.1) With four units it holds on three faces of six."""
    rules = opened({"side": "us", "units": units(GARRISON)}, scenario="one")
    told = _projection(
        rules,
        "us",
        rail=[
            {"order": "rail", "unit": "us-rail-01", "carry": "us-infantry-04", "path": ["s2630"]}
        ],
        movement=[_move("us-infantry-01", "s1827"), _move("us-armour-01", "s2023")],
    )
    assert told == {
        "Moves if the garrison of Central America holds (3 of 6)": [
            "2 units move in the land movement phase.",
            "Points left: us-infantry-01 1 and us-armour-01 7.",
        ],
        "Moves if it does not (3 of 6)": [
            "Movement, 1st order: this costs us-infantry-01 7 movement points, and it has 4.",
            "1 unit moves in the land movement phase.",
            "Points left: us-armour-01 3.",
            "No room for us-armour-01.",
            "Out of supply as things stand: us-armour-01, us-infantry-01, us-infantry-02 and "
            "us-infantry-03.",
        ],
    }


def test_attacks_behind_the_die_are_told() -> None:
    """(17.1, 9.32) Who is cut off attacks at half."""
    attack = {"order": "attack", "units": ["us-infantry-01"], "hexes": ["s2024"]}
    rules = opened(
        {"side": "us", "units": units(f"{GARRISON}; esc infantry s2024")}, scenario="one"
    )
    told = _projection(rules, "us", combat=[attack])
    ahead = [lines[0].split(": ", 2)[2] for lines in told.values()]
    assert [*told] == [
        "Attacks ahead if the garrison of Central America holds (3 of 6)",
        "Attacks ahead if it does not (3 of 6)",
    ]
    assert ahead == ["3 to 6, 1 to 2.", "2 to 6, 1 to 3."]


def test_orders_that_the_die_cuts() -> None:
    """(17.1) A group goes with those that can; what it takes is told."""
    there = units("us infantry s1925; us militia s1925; esc infantry s1744")
    rules = opened({"units": there, "side": "us", "control": {"s2025": "esc"}}, scenario="one")
    move = {"order": "move", "units": ["us-infantry-01", "us-militia-01"]}
    told = _projection(rules, "us", movement=[move | {"path": ["s2025", "s2026"]}])
    assert told == {
        "Moves if the garrison of Central America holds (1 of 6)": [
            "2 units move in the land movement phase.",
            "Points left: us-infantry-01 5 and us-militia-01 1.",
            "Control gained: s2025.",
        ],
        "Moves if it does not (5 of 6)": [
            "Movement, 1st order: this costs us-militia-01 3 movement points, and it has 2.",
            "1 unit moves in the land movement phase.",
            "Points left: us-infantry-01 1.",
            "Control gained: s2025.",
            "Out of supply as things stand: us-infantry-01 and us-militia-01.",
        ],
    }


def test_one_unit_never_holds_it() -> None:
    """(17.1) Then only one of the two ways is told."""
    rules = opened(
        {"side": "us", "units": units("us infantry s2023; esc infantry s1744")}, scenario="one"
    )
    told = _projection(rules, "us", movement=[_move("us-infantry-01", "s1923")])
    assert [*told] == ["Moves if it does not (6 of 6)"]
    assert _projection(rules, "us") == {}


def test_supply_and_zones_behind_the_moves() -> None:
    """(9.3, 11.0) For the side that has moved, as it stands then."""
    position = units("us infantry s2630; esc armour s2728; esc infantry s2727; sau infantry s0649")
    rules = opened({"side": "esc", "units": position}, scenario="four")
    told = _projection(rules, "aggressors", movement=[_move("esc-armour-01", "s2629")])
    assert told == {
        "The E.S.C. after these moves": [
            "Out of supply as things stand: esc-armour-01 and esc-infantry-01.",
            "In enemy zones of control: esc-armour-01.",
        ]
    }
    rules = opened({"side": "us", "units": position}, scenario="four")
    assert _projection(rules, "us", movement=[_move("us-infantry-01", "s2531")]) == {}


def test_the_side_before_one_that_does_not_function() -> None:
    """(19.35) The E.S.C. follows the U.S. as long as the S.A.U. has no player-turn."""
    position = units("us infantry s3817; esc infantry s3819; esc infantry s1744")
    seats = {"aggressors": ("sau", "esc"), "us": ("us",)}
    start = {"side": "us", "units": position}
    rules = opened(start, seats, scenario="three", garrison=False)
    told = _projection(rules, "us", movement=[_move("us-infantry-01", "s3818")])
    assert told == {
        "The U.S. and Canada after these moves": ["In enemy zones of control: us-infantry-01."]
    }


def test_nothing_before_anybody_moved() -> None:
    """Nor in the set-up, nor for others."""
    rules = opened("three-pronged-invasion")
    dry = checked(rules, "aggressors", {})
    start = rules.start
    assert rules.projection(start, "aggressors", dry.submitted) == ()
    rules = opened("three-pronged-invasion-set-up")
    assert rules.projection(rules.start, "aggressors", dry.submitted) == ()
