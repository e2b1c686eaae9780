"""The USA's turn: its laser, its cards, its declarations, its lasers' fire, retaken areas."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.referee import Run
from adjudicator.games.fortress_america.events import (
    AreaTaken,
    BattleEnded,
    CardDrawn,
    ClaimDropped,
    LaserFired,
    UnitDestroyed,
    UnitRetreated,
)
from adjudicator.games.fortress_america.state import State
from tests.games.fortress_america.playing import (
    attack,
    checked,
    codes,
    declare,
    move,
    of_type,
    opened,
    play,
    start,
)

LASER = {"reinforcements": [{"order": "laser", "in": "chicago"}]}


def fire(at: str, unit: str) -> dict[str, str]:
    return {"order": "fire", "at": at, "unit": unit}


def usa(position: str, **fields: Any) -> dict[str, Any]:
    return start(position, side="usa", **fields)


def turn(
    position: str, dice: dict[str, list[int]], fields: dict[str, Any] | None = None, **orders: Any
) -> Run[State]:
    """Plays turn 1 of the USA; dice without "turn-1/usa" before them."""
    written = {f"turn-1/usa/{label}": rolls for label, rolls in dice.items()}
    return play(opened(usa(position, **(fields or {}))), {"usa": {**LASER, **orders}}, written)


# -- the laser ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "lasers", "expected"),
    [
        pytest.param({}, ["chicago"], [], id="one"),
        pytest.param({}, [], ["laser-not-placed"], id="none"),
        pytest.param({}, ["chicago", "detroit"], ["one-laser"], id="two"),
        pytest.param({"lasers": ["chicago"]}, ["chicago"], ["laser-there", "laser-not-placed"],
                     id="there-is-one"),
        pytest.param({"control": {"chicago": "western"}}, ["chicago"],
                     ["not-friendly", "laser-not-placed"], id="enemy-city"),
        pytest.param({}, ["iowa"], ["not-a-city", "laser-not-placed"], id="no-city"),
        pytest.param({"lasers_destroyed": {"western": 12}}, [], [], id="all-destroyed"),
        pytest.param({"lasers_destroyed": {"western": 12}}, ["chicago"], ["no-laser-left"],
                     id="none-left"),
    ],
)  # fmt: skip
def test_the_laser_of_the_turn(
    fields: dict[str, Any], lasers: list[str], expected: list[str]
) -> None:
    """(Action 1)"""
    orders = {"reinforcements": [{"order": "laser", "in": city} for city in lasers]}
    position = "w1 western infantry 1"
    assert codes(opened(usa(position, **fields)), "usa", **orders) == expected


def test_the_usa_places_no_units_without_cards() -> None:
    orders = {
        "reinforcements": [{"order": "place", "unit": "infantry", "count": 1, "in": "denver"}]
    }
    assert codes(opened(usa("w1 western infantry 1")), "usa", **orders) == [
        "no-units-here", "laser-not-placed",
    ]  # fmt: skip


# -- firing lasers ---------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "hit"), [(4, False), (5, True), (10, True)])
def test_a_laser_hits_with_five_or_more(value: int, hit: bool) -> None:
    done = turn(
        "w1 western infantry 1 bomber 1", {"laser/chicago": [value]}, lasers=[fire("w1", "bomber")]
    )
    (shot,) = of_type(done, LaserFired)
    assert (shot.laser, shot.at, shot.unit, shot.hit) == ("chicago", "w1", "bomber", hit)
    assert [(e.unit, e.reason) for e in of_type(done, UnitDestroyed)] == (
        [("bomber", "laser")] if hit else []
    )


def test_lasers_fire_one_after_another_in_the_order_of_their_cities() -> None:
    done = turn(
        "w1 western infantry 2; w2 western infantry 2; s1 southern hovertank 1",
        {"laser/boston": [1], "laser/chicago": [1], "laser/denver": [1]},
        {"lasers": ["denver", "boston"]},
        lasers=[fire("w2", "infantry"), fire("w1", "infantry")],
    )
    shots = [(e.laser, e.at) for e in of_type(done, LaserFired)]
    # Those beyond the orders fire by default at the largest die.
    assert shots == [("boston", "w2"), ("chicago", "w1"), ("denver", "s1")]


def test_no_space_is_fired_at_twice() -> None:
    assert codes(
        opened(usa("w1 western infantry 2")), "usa", **LASER, lasers=[fire("w2", "infantry")]
    ) == ["no-target"]
    done = turn(
        "w1 western infantry 2; w2 western infantry 1",
        {"laser/chicago": [1], "laser/denver": [1]},
        {"lasers": ["denver"]},
        lasers=[fire("w1", "infantry"), fire("w1", "infantry")],
    )
    assert [e.at for e in of_type(done, LaserFired)] == ["w1", "w2"]
    done = turn("w1 western infantry 2", {"laser/chicago": [1]}, {"lasers": ["denver"]})
    assert len(of_type(done, LaserFired)) == 1


@pytest.mark.parametrize(
    ("position", "target"),
    [
        pytest.param("w1 western infantry 1; w2 western hovertank 1; w3 western bomber 1",
                     ("w3", "bomber"), id="largest-die"),
        pytest.param("w1 western hovertank 1; w2 western hovertank 1", ("w2", "hovertank"),
                     id="then-beside-an-own-city"),
        pytest.param("w3 western hovertank 1; w1 western helicopter 1", ("w1", "helicopter"),
                     id="then-by-id"),
        pytest.param("w1 western hovertank 1 helicopter 1", ("w1", "helicopter"),
                     id="then-by-kind"),
    ],
)  # fmt: skip
def test_the_default_target_of_a_laser(position: str, target: tuple[str, str]) -> None:
    """(Ruling 14)"""
    done = turn(position, {"laser/chicago": [1]})
    assert [(e.at, e.unit) for e in of_type(done, LaserFired)] == [target]


def test_a_laser_placed_this_turn_fires_and_without_a_target_none_does() -> None:
    done = turn("w1 western infantry 1", {"laser/chicago": [2]})
    assert len(of_type(done, LaserFired)) == 1
    done = turn("chicago usa infantry 1", {})
    assert not of_type(done, LaserFired)


def test_lasers_may_empty_a_declared_area_before_its_battle() -> None:
    """Then there is no battle, and bombers there may stay. (Ruling 6)"""
    done = turn(
        "mississippi western infantry 1; memphis usa bomber 1; w1 western infantry 1",
        {"laser/chicago": [5]},
        declare=declare("mississippi"),
        maneuvers=[move("bomber", 1, "memphis", "mississippi")],
        lasers=[fire("mississippi", "infantry")],
    )
    assert [e.outcome for e in of_type(done, BattleEnded)] == ["emptied"]
    assert [e.area for e in of_type(done, AreaTaken)] == ["mississippi"]
    assert dict(done.state.units_in("mississippi", "usa")) == {"bomber": 1}


# -- zones -----------------------------------------------------------------------------------


def test_the_usa_attacks_a_zone_and_never_enters_it() -> None:
    position = (
        "w2 western infantry 1 helicopter 1; portland usa infantry 1 bomber 1;w6 western infantry 1"
    )
    orders = {"declare": declare("w2")}
    assert codes(
        opened(usa(position)), "usa", **LASER, **orders,
        maneuvers=[move("bomber", 1, "portland", "w2")],
    ) == ["foreign-zone"]  # fmt: skip
    done = turn(
        position,
        {"laser/chicago": [1], "battle/w2/defender/air/helicopter": [2],
         "battle/w2/defender/foot/infantry": [2], "battle/w2/attacker/air/bomber": [9],
         "battle/w2/attacker/foot/infantry": [5]},
        lasers=[fire("w6", "infantry")],
        declare=declare("w2"),
        invasion=[move("infantry", 1, "portland", "w2")],
    )  # fmt: skip
    # Column 2: a zone is neither city nor mountain. Both defenders fall, nobody enters.
    assert len(of_type(done, UnitDestroyed)) == 2
    assert [e.area for e in of_type(done, ClaimDropped)] == ["w2"]
    assert dict(done.state.units_in("portland", "usa")) == {"bomber": 1, "infantry": 1}


def test_an_invader_in_a_zone_retreats_to_a_zone_beside_it_that_is_not_declared() -> None:
    done = turn(
        "w2 western infantry 1; portland usa infantry 1; western-washington usa infantry 1",
        {"battle/w2/defender/foot/infantry": [2], "battle/w2/attacker/foot/infantry": [1],
         "laser/chicago": [1]},
        declare=declare("w2", "w1"),
    )  # fmt: skip
    assert [e.to for e in of_type(done, UnitRetreated)] == ["w3"]


def test_a_zone_needs_a_unit_in_combat_position() -> None:
    assert codes(
        opened(usa("w2 western infantry 1; portland usa infantry 1")), "usa",
        **LASER, declare=declare("w1"),
    ) == ["no-combat-position"]  # fmt: skip


# -- retaken areas and bonus cards -------------------------------------------------------------


def test_a_retaken_city_gives_a_bonus_card_and_other_land_none() -> None:
    done = turn(
        "memphis usa infantry 1; new-orleans usa infantry 2; w1 western infantry 1",
        {"laser/chicago": [1]},
        {"control": {"mississippi": "southern", "dallas": "southern", "houston": "southern"}},
        declare=declare("mississippi", "dallas", "houston"),
        invasion=[move("infantry", 1, "memphis", "mississippi"),
                  move("infantry", 1, "new-orleans", "dallas"),
                  move("infantry", 1, "new-orleans", "houston")],
    )  # fmt: skip
    assert done.state.bonus_cards == 2
    assert not done.state.control


def test_cards_are_drawn_at_the_end_of_the_last_invaders_turn() -> None:
    """Two regular ones and the bonus cards, each from those left, by id. (Ruling 9)"""
    rules = opened(start("w1 western infantry 1; e1 eastern infantry 1", side="eastern", turn=3,
                         bonus_cards=1,
                         destroyed={"eastern": {}}))  # fmt: skip
    eight = [{"order": "place", "unit": "infantry", "count": 4, "in": zone}
             for zone in ("e2", "e3")]  # fmt: skip
    done = play(
        rules, {"eastern": {"reinforcements": eight}},
        {"turn-3/usa/cards/1": [1], "turn-3/usa/cards/2": [1], "turn-3/usa/cards/3": [28]},
    )  # fmt: skip
    drawn = of_type(done, CardDrawn)
    assert [e.card for e in drawn] == ["p86-01", "p86-02", "p86-30"]
    assert [e.bonus for e in drawn] == [False, False, True]
    state = done.state
    assert (state.side, state.turn, state.bonus_cards) == ("usa", 3, 0)
    assert state.hand == ("p86-01", "p86-02", "p86-30")
    assert len(state.deck) == 27


def test_an_empty_deck_is_renewed_from_the_discards() -> None:
    deck = list(opened("ready").book.cards)
    rules = opened(start("e1 eastern infantry 1", side="eastern", discards=deck[:29]))
    done = play(rules, {"eastern": {}}, {"turn-1/usa/cards/1": [1], "turn-1/usa/cards/2": [29]})
    assert [(e.card, e.renewed) for e in of_type(done, CardDrawn)] == [
        (deck[29], False), (deck[28], True),
    ]  # fmt: skip
    assert done.state.discards == ()


def test_a_side_without_units_is_passed_over() -> None:
    nobody = {"infantry": 24, "hovertank": 12, "mobile-unit": 9, "helicopter": 9, "bomber": 6}
    position = "w1 western infantry 1; chicago usa infantry 1"
    rules = opened(start(position, destroyed={"southern": nobody, "eastern": nobody}))
    done = play(rules, {"western": {}}, {"turn-1/usa/cards/1": [1], "turn-1/usa/cards/2": [1]})
    assert done.state.side == "usa"
    assert len(done.state.hand) == 2


def test_the_usas_second_movement_and_partisans() -> None:
    problems = checked(
        opened(usa("memphis usa partisan 1; w1 western infantry 1")), "usa",
        {**LASER, "maneuvers": [move("partisan", 1, "memphis", "kentucky")]},
    ).problems  # fmt: skip
    assert [problem.code for problem in problems] == ["does-not-move"]
    done = turn(
        "memphis usa partisan 1; chicago usa infantry 1", {},
        invasion=[move("partisan", 1, "memphis", "kentucky")],
    )  # fmt: skip
    assert dict(done.state.units_in("kentucky", "usa")) == {"partisan": 1}


def test_the_usa_fights_a_mountain_in_column_1() -> None:
    position = "denver usa infantry 1; northern-colorado western infantry 1; w1 western infantry 1"
    done = turn(
        position,
        {"laser/chicago": [1], "battle/northern-colorado/defender/foot/infantry": [2],
         "battle/northern-colorado/attacker/foot/infantry": [5]},
        lasers=[fire("w1", "infantry")],
        declare=declare("northern-colorado"),
        attacks=[attack("northern-colorado", denver={"infantry": 1})],
    )  # fmt: skip
    assert [e.outcome for e in of_type(done, BattleEnded)] == ["held"]
