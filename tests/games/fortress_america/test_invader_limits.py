"""Every limit of an invader's turn before its first die, as tables: what a sheet is refused for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fortress_america.playing import (
    attack,
    codes,
    declare,
    move,
    opened,
    place,
    problems,
    start,
)


def refused(position: str, orders: dict[str, Any], **fields: Any) -> list[str]:
    return codes(opened(start(position, **fields)), "western", **orders)


@pytest.mark.parametrize(
    ("position", "areas", "expected"),
    [
        pytest.param("w2 western infantry 1", ["portland"], [], id="beside"),
        pytest.param(
            "portland western infantry 1", ["portland"],
            ["friendly-declared"], id="friendly",
        ),
        pytest.param(
            "w2 western infantry 1; portland southern infantry 1", ["portland"], [],
            id="another-invader",
        ),
        pytest.param("w2 western infantry 1", ["w3"], ["zone-declared"], id="own-zone"),
        pytest.param(
            "san-diego western infantry 1", ["s1"], ["zone-declared"], id="another-zone"
        ),
        pytest.param(
            "w2 western infantry 1", ["portland", "portland"], ["declared-twice"], id="twice"
        ),
        pytest.param("w2 western infantry 1", ["portlant"], ["unknown-area"], id="unknown"),
        pytest.param("w2 western infantry 1", ["chicago"], ["no-combat-position"], id="far"),
        pytest.param(
            "w2 western infantry 1", ["western-washington"], ["no-combat-position"],
            id="point-contact",
        ),
    ],
)  # fmt: skip
def test_declaration(position: str, areas: list[str], expected: list[str]) -> None:
    """(Action 2)"""
    assert refused(position, {"declare": declare(*areas)}) == expected


def test_an_unknown_area_comes_with_near_ones() -> None:
    (problem,) = problems(
        opened(start("w2 western infantry 1")), "western", declare=declare("portlant")
    )
    assert problem.hint == "Did you mean portland or atlanta?"
    assert problem.path == ("orders", "declare", 0, "area")


@pytest.mark.parametrize(
    ("position", "areas", "moves", "expected"),
    [
        pytest.param(
            "w1 western mobile-unit 1; portland usa infantry 1", ["portland"],
            [move("mobile-unit", 1, "w1", "w2")], [], id="moves-into-position",
        ),
        pytest.param(
            "w2 western mobile-unit 1", ["portland"], [move("mobile-unit", 1, "w2", "w1")],
            ["no-combat-position"], id="moves-out-of-position",
        ),
        pytest.param(
            "w2 western helicopter 1", ["eastern-oregon", "seattle"],
            [move("helicopter", 1, "w2", "portland", "eastern-oregon")],
            ["no-combat-position"], id="a-landed-helicopter-is-in-position-there-alone",
        ),
        pytest.param(
            "w2 western bomber 1; portland usa infantry 1", ["portland", "eastern-oregon"],
            [move("bomber", 1, "w2", "portland")], ["no-combat-position"],
            id="a-bomber-over-its-target-is-in-position-there-alone",
        ),
        pytest.param(
            "w2 western infantry 1", [], [move("infantry", 1, "w2", "w1")], ["does-not-move"],
            id="infantry",
        ),
        pytest.param(
            "w2 western infantry 1", [],
            [move("partisan", 1, "w2", "w1")], ["foreign-unit", "does-not-move"],
            id="partisans-are-the-usas",
        ),
        pytest.param(
            "w2 western hovertank 1", [], [move("hovertank", 1, "w2", "w3", "w4")], ["too-far"],
            id="hovertank-two-spaces",
        ),
        pytest.param(
            "w2 western mobile-unit 1", [], [move("mobile-unit", 1, "w2", "w4")],
            ["not-adjacent"], id="not-adjacent",
        ),
        pytest.param(
            "w2 western hovertank 1", ["portland"], [move("hovertank", 1, "w2", "portland")],
            ["not-friendly"], id="hovertank-into-declared-land",
        ),
        pytest.param(
            "w2 western hovertank 1; portland western infantry 1", [],
            [move("hovertank", 1, "w2", "portland")], [], id="hovertank-into-friendly-land",
        ),
        pytest.param(
            "w2 western hovertank 1; portland southern infantry 1", [],
            [move("hovertank", 1, "w2", "portland")], ["not-friendly"],
            id="another-invaders-land-is-enemy-land",
        ),
        pytest.param(
            "w6 western helicopter 1", ["southern-nevada"],
            [move("helicopter", 1, "w6", "los-angeles", "southern-california",
                  "southern-nevada")],
            ["too-far", "no-combat-position"], id="helicopter-three-spaces",
        ),
        pytest.param(
            "w2 western helicopter 1", ["portland"], [move("helicopter", 1, "w2", "portland")],
            ["not-friendly"], id="helicopter-into-an-empty-enemy-city",
        ),
        pytest.param(
            "w3 western helicopter 1", [],
            [move("helicopter", 1, "w3", "northwest-california")], ["not-friendly"],
            id="helicopter-into-undeclared-land",
        ),
        pytest.param(
            "w3 western helicopter 1; northwest-california usa infantry 1",
            ["northwest-california"], [move("helicopter", 1, "w3", "northwest-california")],
            ["not-friendly"], id="helicopter-into-occupied-land",
        ),
        pytest.param(
            "w3 western helicopter 1", ["northwest-california"],
            [move("helicopter", 1, "w3", "northwest-california")], [], id="helicopter-lands",
        ),
        pytest.param(
            "w2 western helicopter 1; portland usa infantry 5", [],
            [move("helicopter", 1, "w2", "w1", "w2")], ["goes-nowhere"], id="goes-nowhere",
        ),
        pytest.param(
            "w1 western bomber 1; chicago usa infantry 1", ["western-montana"],
            [move("bomber", 1, "w1", "western-washington", "seattle", "northern-idaho",
                  "western-montana")],
            ["not-friendly", "no-combat-position"], id="bomber-into-empty-declared-land",
        ),
        pytest.param(
            "w1 western bomber 1; western-montana usa infantry 1", ["western-montana"],
            [move("bomber", 1, "w1", "western-washington", "seattle", "northern-idaho",
                  "western-montana")],
            [], id="bomber-four-spaces",
        ),
        pytest.param(
            "w1 western bomber 1; central-montana usa infantry 1", ["central-montana"],
            [move("bomber", 1, "w1", "western-washington", "seattle", "northern-idaho",
                  "western-montana", "central-montana")],
            ["too-far", "no-combat-position"], id="bomber-five-spaces",
        ),
        pytest.param(
            "w2 western bomber 1; portland usa infantry 1", [],
            [move("bomber", 1, "w2", "portland")], ["not-friendly"],
            id="bomber-over-undeclared-land",
        ),
        pytest.param(
            "w1 western bomber 3; w2 western bomber 3; portland usa infantry 5", ["portland"],
            [move("bomber", 3, "w1", "w2", "portland"), move("bomber", 3, "w2", "portland")],
            ["too-many-bombers"], id="six-bombers-over-one-area",
        ),
        pytest.param(
            "w1 western bomber 3; w2 western bomber 2; portland usa infantry 5", ["portland"],
            [move("bomber", 3, "w1", "w2", "portland"), move("bomber", 2, "w2", "portland")],
            [], id="five-bombers-over-five-defenders",
        ),
        pytest.param(
            "san-diego western bomber 1; los-angeles western infantry 1", [],
            [move("bomber", 1, "san-diego", "s1", "san-diego", "los-angeles")],
            ["foreign-zone"], id="never-over-a-foreign-zone",
        ),
        pytest.param(
            "san-diego western helicopter 1", [], [move("helicopter", 1, "san-diego", "s1")],
            ["foreign-zone"], id="never-into-a-foreign-zone",
        ),
        pytest.param(
            "w1 western mobile-unit 1; w2 western infantry 1", [],
            [move("mobile-unit", 1, "w1", "w2"), move("mobile-unit", 1, "w2", "w3")],
            ["too-many-units"], id="each-unit-moves-once",
        ),
        pytest.param(
            "w1 western mobile-unit 1", [], [move("mobile-unit", 2, "w1", "w2")],
            ["too-many-units"], id="more-than-there-are",
        ),
        pytest.param(
            "w1 western hovertank 2; w2 western infantry 4", [],
            [move("hovertank", 2, "w1", "w2")], ["stack-limit"], id="six-in-a-zone",
        ),
        pytest.param(
            "w1 western hovertank 5; w2 western hovertank 2 infantry 3", [],
            [move("hovertank", 2, "w1", "w2"), move("hovertank", 2, "w2", "w3")], [],
            id="more-than-five-for-a-moment",
        ),
        pytest.param(
            "w1 western helicopter 3; w3 western helicopter 3", ["northwest-california"],
            [move("helicopter", 3, "w3", "northwest-california"),
             move("helicopter", 3, "w1", "w2", "w3")],
            [], id="three-land",
        ),
        pytest.param(
            "w3 western helicopter 5; w4 western helicopter 4", ["northwest-california"],
            [move("helicopter", 5, "w3", "northwest-california"),
             move("helicopter", 4, "w4", "w3", "northwest-california")],
            ["stack-limit"], id="nine-land",
        ),
        pytest.param(
            "w1 western mobile-unit 1 infantry 1", [],
            [{**move("mobile-unit", 1, "w1", "w2"), "with": "infantry"}], ["no-transport"],
            id="nobody-rides-along",
        ),
    ],
)  # fmt: skip
def test_first_movement(
    position: str, areas: list[str], moves: list[Any], expected: list[str]
) -> None:
    """(Action 3, rulings 1 and 4)"""
    assert refused(position, {"declare": declare(*areas), "maneuvers": moves}) == expected


LANDING = move("helicopter", 1, "w3", "northwest-california")
BOMBING = move("bomber", 1, "w2", "portland")


@pytest.mark.parametrize(
    ("areas", "moves", "attacks", "expected"),
    [
        pytest.param(
            ["portland"], [], [attack("portland", w2={"infantry": 2})], [], id="some-stay-out"
        ),
        pytest.param(
            ["portland"], [], [attack("seattle", w1={"infantry": 1})],
            ["not-adjacent"], id="not-adjacent-space",
        ),
        pytest.param(
            [], [], [attack("portland", w2={"infantry": 1})], ["not-declared"],
            id="not-declared",
        ),
        pytest.param(
            ["northwest-california"], [],
            [attack("northwest-california", w3={"helicopter": 1})], ["no-battle"],
            id="empty-area",
        ),
        pytest.param(
            ["portland"], [],
            [attack("portland", w2={"infantry": 1}), attack("portland", w2={"infantry": 1})],
            ["attacked-twice"], id="twice",
        ),
        pytest.param(
            ["portland"], [], [attack("portland", w2={"infantry": 4})], ["not-in-position"],
            id="more-than-there-are",
        ),
        pytest.param(
            ["san-francisco", "coastal-california"], [],
            [attack("san-francisco", w5={"hovertank": 1}),
             attack("coastal-california", w5={"hovertank": 1})],
            ["not-in-position"], id="one-unit-one-battle",
        ),
        pytest.param(
            ["san-francisco", "coastal-california"], [],
            [attack("san-francisco", w5={"hovertank": 1}),
             attack("coastal-california", w5={"infantry": 1})],
            [], id="one-zone-two-battles",
        ),
        pytest.param(
            ["portland", "northwest-california"], [LANDING],
            [attack("portland", northwest_california={"helicopter": 1})], ["not-in-position"],
            id="landed-helicopter",
        ),
        pytest.param(
            ["portland"], [BOMBING], [attack("portland", w2={"infantry": 1})],
            ["bombers-must-attack"], id="bombers-must-attack",
        ),
        pytest.param(
            ["portland"], [BOMBING],
            [attack("portland", w2={"infantry": 1}, portland={"bomber": 1})], [],
            id="bombers-attack",
        ),
        pytest.param(
            ["portland"], [], [attack("portland", portland={"hovertank": 1})],
            ["not-in-position"], id="only-bombers-from-above",
        ),
        pytest.param(
            ["portland"], [], [attack("portland")], ["nobody-attacks"], id="nobody"
        ),
    ],
)  # fmt: skip
def test_attacks(
    areas: list[str], moves: list[Any], attacks: list[Any], expected: list[str]
) -> None:
    """(Action 5, ruling 15)"""
    position = (
        "w1 western infantry 1; w2 western infantry 3 bomber 1; w3 western helicopter 1;"
        "w5 western hovertank 1 infantry 1; portland usa infantry 1;"
        "san-francisco usa infantry 1; coastal-california usa infantry 1"
    )
    orders = {"declare": declare(*areas), "maneuvers": moves, "attacks": attacks}
    assert refused(position, orders) == expected


@pytest.mark.parametrize(
    ("position", "fields", "placed", "expected"),
    [
        pytest.param("w1 western infantry 1", {"turn": 1}, [place("infantry", 1, "w1")],
                     ["no-reinforcements-yet"], id="none-in-turn-1"),
        pytest.param("w1 western infantry 1", {"turn": 1}, [], [], id="nothing-due-in-turn-1"),
        pytest.param("w1 western infantry 1", {"turn": 2},
                     [place("infantry", 4, "w1"), place("bomber", 4, "w2")], [], id="eight"),
        pytest.param("w1 western infantry 1", {"turn": 2}, [place("infantry", 4, "w1")],
                     ["too-few-reinforcements"], id="four"),
        pytest.param("w1 western infantry 1", {"turn": 2}, [], ["too-few-reinforcements"],
                     id="none"),
        pytest.param("w1 western infantry 1", {"turn": 2},
                     [place("infantry", 4, "w1"), place("infantry", 5, "w2")],
                     ["too-many-reinforcements", "too-few-reinforcements"], id="nine"),
        pytest.param("w1 western infantry 4", {"turn": 2},
                     [place("infantry", 2, "w1"), place("bomber", 5, "w2"),
                      place("infantry", 3, "w3")], ["stack-limit"], id="six-in-a-zone"),
        pytest.param("w1 western infantry 1", {"turn": 2},
                     [place("infantry", 4, "w1"), place("infantry", 4, "s1")],
                     ["not-own-zone", "too-few-reinforcements"], id="foreign-zone"),
        pytest.param("portland western infantry 1", {"turn": 2},
                     [place("infantry", 4, "w1"), place("infantry", 4, "portland")],
                     ["not-own-zone", "too-few-reinforcements"], id="not-in-land"),
        pytest.param("w1 western infantry 1", {"turn": 2},
                     [place("partisan", 4, "w1"), place("infantry", 4, "w2")],
                     ["foreign-unit", "too-few-reinforcements"], id="partisans"),
        pytest.param("w1 western infantry 1", {"turn": 2},
                     [place("bomber", 4, "w1"), place("bomber", 4, "w2")],
                     ["too-many-units", "too-few-reinforcements"], id="seven-bombers"),
        pytest.param("w1 western infantry 5; w2 western hovertank 5; w3 western mobile-unit 5;"
                     "w4 western helicopter 5; w5 western infantry 5; w6 western infantry 2",
                     {"turn": 2}, [place("infantry", 3, "w6")], [], id="room-for-three"),
        pytest.param("w1 western infantry 1",
                     {"turn": 7, "destroyed": {"western": {
                         "infantry": 22, "hovertank": 12, "mobile-unit": 9, "helicopter": 9,
                         "bomber": 5}}},
                     [place("infantry", 1, "w1"), place("bomber", 1, "w1")], [],
                     id="two-left-in-reserve"),
        pytest.param("w1 western infantry 1", {"turn": 2},
                     [{"order": "laser", "in": "portland"}, place("infantry", 4, "w1"),
                      place("bomber", 4, "w2")], ["no-lasers-here"], id="a-laser"),
    ],
)  # fmt: skip
def test_reinforcements(
    position: str, fields: dict[str, Any], placed: list[Any], expected: list[str]
) -> None:
    """(Action 1, ruling 3)"""
    assert refused(position, {"reinforcements": placed}, **fields) == expected


def test_a_second_movement_before_any_die_is_judged_on_the_sheet() -> None:
    """Without a battle no die is rolled, so an overfull space refuses the sheet. (Ruling 4)"""
    position = "w2 western infantry 4; w3 western infantry 2; portland western infantry 1"
    orders = {"invasion": [move("infantry", 4, "w2", "portland"), move("infantry", 1, "w2", "w1")]}
    assert refused(position, orders) == ["too-many-units"]
    assert refused(
        "w2 western infantry 5; portland western infantry 1",
        {"invasion": [move("infantry", 5, "w2", "portland")]},
    ) == ["stack-limit"]


@pytest.mark.parametrize(
    ("position", "areas", "moves", "expected"),
    [
        pytest.param("w2 western infantry 1", ["portland"],
                     [move("infantry", 1, "w2", "portland")], [], id="open-city"),
        pytest.param("w2 western infantry 1", [], [move("infantry", 1, "w2", "portland")],
                     ["not-open"], id="not-declared"),
        pytest.param("w2 western infantry 1", [],
                     [move("infantry", 1, "w2", "w1"), move("infantry", 1, "w1", "w2")],
                     ["too-many-units"], id="each-unit-moves-once"),
        pytest.param("w2 western infantry 1", [], [move("infantry", 1, "w2", "w3", "w4")],
                     ["too-far"], id="infantry-two-spaces"),
        pytest.param("w2 western helicopter 1", ["eastern-oregon"],
                     [move("helicopter", 1, "w2", "portland", "eastern-oregon")],
                     ["no-combat-position"], id="second-movement-gives-no-position"),
        pytest.param("san-diego western infantry 1", [],
                     [move("infantry", 1, "san-diego", "s1")], ["foreign-zone"],
                     id="foreign-zone"),
        pytest.param("w2 western bomber 1; seattle southern infantry 1", [],
                     [move("bomber", 1, "w2", "w1", "western-washington", "seattle")],
                     ["not-open"], id="over-enemies-nobody-ends"),
        pytest.param("w2 western bomber 1", ["portland"],
                     [move("bomber", 1, "w2", "portland")], [], id="bomber-into-open-area"),
    ],
)  # fmt: skip
def test_second_movement(
    position: str, areas: list[str], moves: list[Any], expected: list[str]
) -> None:
    """(Action 6)"""
    assert refused(position, {"declare": declare(*areas), "invasion": moves}) == expected


def test_a_landed_helicopter_stays_in_the_second_movement() -> None:
    orders = {
        "declare": declare("northwest-california"),
        "maneuvers": [move("helicopter", 1, "w3", "northwest-california")],
        "invasion": [move("helicopter", 1, "northwest-california", "w3")],
    }
    assert refused("w3 western helicopter 1", orders) == ["too-many-units"]
