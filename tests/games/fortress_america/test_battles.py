"""Action 5: battles, with scripted dice. Every roll that happens must be listed."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.game import AnswerUnused
from adjudicator.core.referee import Run
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.events import (
    BattleBegun,
    BattleEnded,
    UnitDestroyed,
    UnitDisengaged,
    UnitRetreated,
    UnitsFired,
)
from adjudicator.games.fortress_america.state import State
from tests.games.fortress_america.playing import (
    attack,
    declare,
    move,
    of_type,
    opened,
    play,
    start,
)

PORTLAND = "turn-1/western/battle/portland"
COAST = "turn-1/western/battle/northwest-california"


def fight(
    position: str,
    dice: dict[str, list[int]],
    area: str = "portland",
    sheets: dict[str, Any] | None = None,
    **orders: Any,
) -> Run[State]:
    """Western attacks one area; dice without the battle's label before them."""
    written = {f"turn-1/western/battle/{area}/{label}": rolls for label, rolls in dice.items()}
    western = {"orders": {"declare": declare(area), **orders}}
    return play(opened(start(position)), {"western": western} | (sheets or {}), written)


def lost(done: Run[State]) -> list[tuple[str, str, str]]:
    return [(e.side, e.unit, e.area) for e in of_type(done, UnitDestroyed)]


def outcomes(done: Run[State]) -> list[tuple[str, str]]:
    return [(e.area, e.outcome) for e in of_type(done, BattleEnded)]


def test_the_defender_fires_first_and_the_destroyed_do_not_fire() -> None:
    done = fight(
        "w2 western infantry 2; portland usa infantry 1",
        {"defender/foot/infantry": [6], "attacker/foot/infantry": [2]},
    )
    assert lost(done) == [("western", "infantry", "w2")]
    assert outcomes(done) == [("portland", "held")]


def test_the_battle_ends_when_no_attacker_is_left() -> None:
    done = fight(
        "w2 western infantry 1; portland usa helicopter 1 hovertank 2 infantry 1",
        {"defender/air/helicopter": [8]},
    )
    assert outcomes(done) == [("portland", "held")]


def test_the_battle_ends_when_no_attacker_is_in_action() -> None:
    done = fight(
        "w2 western infantry 1; portland usa hovertank 1 infantry 1",
        {"defender/mechanized/hovertank": [1]},
    )
    assert [e.unit for e in of_type(done, UnitDisengaged)] == ["infantry"]
    assert outcomes(done) == [("portland", "held")]
    assert dict(done.state.units_in("w2", "western")) == {"infantry": 1}


def test_the_battle_ends_when_no_defender_is_left() -> None:
    done = fight(
        "w3 western bomber 1 hovertank 2 infantry 1; northwest-california usa infantry 1",
        {"defender/foot/infantry": [2], "attacker/air/bomber": [5]},
        area="northwest-california",
    )
    assert outcomes(done) == [("northwest-california", "won")]


def test_classes_fire_air_mechanized_foot_and_kinds_in_order() -> None:
    done = fight(
        "w2 western bomber 1 helicopter 1 hovertank 1 mobile-unit 1 infantry 1;"
        "portland usa bomber 1 helicopter 1 hovertank 1 mobile-unit 1 infantry 1",
        {
            "defender/air/bomber": [2], "defender/air/helicopter": [2],
            "defender/mechanized/hovertank": [2], "defender/mechanized/mobile-unit": [2],
            "defender/foot/infantry": [2],
            "attacker/air/bomber": [2], "attacker/air/helicopter": [2],
            "attacker/mechanized/hovertank": [2], "attacker/mechanized/mobile-unit": [2],
            "attacker/foot/infantry": [2],
        },
    )  # fmt: skip
    fired = [(e.role, e.unit, e.die) for e in of_type(done, UnitsFired)]
    dice = [("bomber", 10), ("helicopter", 8), ("hovertank", 8), ("mobile-unit", 6),
            ("infantry", 6)]  # fmt: skip
    assert fired == [(role, *one) for role in ("defender", "attacker") for one in dice]


@pytest.mark.parametrize(
    ("position", "area", "value", "hits", "column"),
    [
        pytest.param("w2 western infantry 1; portland usa infantry 1", "portland", 5, 0, 1,
                     id="city-without-combined-arms"),
        pytest.param("w2 western infantry 1; portland usa infantry 1", "portland", 6, 1, 1,
                     id="six-always-hits"),
        pytest.param("w3 western infantry 1; northwest-california usa infantry 1",
                     "northwest-california", 5, 1, 2, id="neither-city-nor-mountain"),
        pytest.param("w3 western infantry 1; northwest-california usa infantry 1",
                     "northwest-california", 4, 0, 2, id="four-misses"),
        pytest.param("portland western infantry 1; eastern-oregon usa infantry 1",
                     "eastern-oregon", 5, 0, 1, id="mountain"),
    ],
)  # fmt: skip
def test_columns(position: str, area: str, value: int, hits: int, column: int) -> None:
    done = fight(
        position, {"defender/foot/infantry": [2], "attacker/foot/infantry": [value]}, area=area
    )
    fired = of_type(done, UnitsFired)[-1]
    assert (fired.hits, fired.column) == (hits, column)


def test_the_defender_fires_in_column_2_in_a_city() -> None:
    done = fight("w2 western infantry 1; portland usa infantry 1", {"defender/foot/infantry": [5]})
    assert lost(done) == [("western", "infantry", "w2")]


ARMS = "w2 western helicopter 1 hovertank 1 infantry 1; portland usa hovertank 1 infantry 4"


@pytest.mark.parametrize(
    ("defence", "column", "attack_dice"),
    [
        pytest.param({"mechanized/hovertank": [2], "foot/infantry": [2, 2, 2, 2]}, 2,
                     ["air/helicopter", "mechanized/hovertank", "foot/infantry"],
                     id="all-three-classes"),
        pytest.param({"mechanized/hovertank": [5], "foot/infantry": [2, 2, 2, 2]}, 1,
                     ["air/helicopter", "foot/infantry"], id="one-class-destroyed"),
        pytest.param({"mechanized/hovertank": [1], "foot/infantry": [2, 2, 2, 2]}, 1,
                     ["air/helicopter", "foot/infantry"], id="one-class-disengaged"),
    ],
)  # fmt: skip
def test_combined_arms_count_when_the_attacker_rolls(
    defence: dict[str, list[int]], column: int, attack_dice: list[str]
) -> None:
    dice = {f"defender/{label}": rolls for label, rolls in defence.items()}
    dice |= {f"attacker/{label}": [5] for label in attack_dice}
    done = fight(ARMS, dice)
    attackers = [e for e in of_type(done, UnitsFired) if e.role == "attacker"]
    assert {e.column for e in attackers} == {column}
    assert sum(e.hits for e in attackers) == (3 if column == 2 else 0)


def test_a_landed_helicopter_gives_no_combined_arms() -> None:
    done = fight(
        "w3 western hovertank 1 infantry 1 helicopter 1; w2 western hovertank 1 infantry 1;"
        "portland usa infantry 1",
        {"defender/foot/infantry": [2], "attacker/mechanized/hovertank": [5],
         "attacker/foot/infantry": [5]},
        declare=declare("portland", "northwest-california"),
        maneuvers=[move("helicopter", 1, "w3", "northwest-california")],
    )  # fmt: skip
    assert {e.column for e in of_type(done, UnitsFired) if e.role == "attacker"} == {1}


USA_TURN = {"side": "usa"}


def us_fight(position: str, dice: dict[str, list[int]], area: str, **orders: Any) -> Run[State]:
    written = {f"turn-1/usa/battle/{area}/{label}": rolls for label, rolls in dice.items()}
    sheet = {"reinforcements": [{"order": "laser", "in": "chicago"}],
             "lasers": [{"order": "fire", "at": "w6", "unit": "infantry"}],
             "declare": declare(area), **orders}  # fmt: skip
    written["turn-1/usa/laser/chicago"] = [1]
    rules = opened(start(f"w6 western infantry 1; {position}", **USA_TURN))
    return play(rules, {"usa": sheet}, written)


@pytest.mark.parametrize(
    ("position", "dice", "dies"),
    [
        pytest.param("memphis usa partisan 1; mississippi western infantry 1",
                     {"defender/foot/infantry": [2], "attacker/foot/partisan": [8]}, [8],
                     id="attacks-alone"),
        pytest.param("memphis usa partisan 2; mississippi western infantry 1",
                     {"defender/foot/infantry": [2], "attacker/foot/partisan": [2, 2]}, [6],
                     id="two-are-not-alone"),
        pytest.param("memphis usa partisan 2; mississippi western infantry 1",
                     {"defender/foot/infantry": [6], "attacker/foot/partisan": [8]}, [8],
                     id="the-last-attacker-left"),
        pytest.param("memphis usa partisan 1 infantry 1; mississippi western infantry 1",
                     {"defender/foot/infantry": [1], "attacker/foot/partisan": [8]}, [8],
                     id="the-other-one-disengaged"),
        pytest.param("memphis usa partisan 1 infantry 1; mississippi western infantry 1",
                     {"defender/foot/infantry": [2], "attacker/foot/infantry": [2],
                      "attacker/foot/partisan": [2]}, [6], id="with-infantry"),
    ],
)  # fmt: skip
def test_the_partisans_die_when_it_attacks(
    position: str, dice: dict[str, list[int]], dies: list[int]
) -> None:
    done = us_fight(position, dice, "mississippi")
    assert [e.die for e in of_type(done, UnitsFired) if e.unit == "partisan"] == dies


@pytest.mark.parametrize(
    ("count", "dice", "die"), [(1, [8], 8), (2, [2, 2], 6)], ids=["alone", "two"]
)
def test_the_partisans_die_when_it_defends(count: int, dice: list[int], die: int) -> None:
    rest = {} if count == 1 else {"attacker/foot/infantry": [2]}
    done = fight(
        f"w2 western infantry 1; portland usa partisan {count}",
        {"defender/foot/partisan": dice, **rest},
    )
    assert of_type(done, UnitsFired)[0].die == die


def test_a_lone_partisan_keeps_its_die_when_other_defenders_have_fled() -> None:
    """The defender fires first, so only the units at the beginning count for him."""
    done = fight(
        "w2 western infantry 1; portland usa infantry 1 partisan 1",
        {"defender/foot/infantry": [2], "defender/foot/partisan": [3],
         "attacker/foot/infantry": [2]},
    )  # fmt: skip
    assert [e.die for e in of_type(done, UnitsFired)] == [6, 6, 6]


@pytest.mark.parametrize(
    ("attackers", "shot", "victim"),
    [
        pytest.param("helicopter 1 hovertank 1 infantry 1", "foot/infantry", "infantry",
                     id="foot-hits-foot"),
        pytest.param("helicopter 1 hovertank 1", "foot/infantry", "hovertank",
                     id="foot-hits-mechanized-next"),
        pytest.param("helicopter 1 bomber 1", "foot/infantry", "bomber", id="foot-hits-air-last"),
        pytest.param("helicopter 1 mobile-unit 1 infantry 1", "mechanized/hovertank",
                     "mobile-unit", id="mechanized-hits-foot-or-mechanized"),
        pytest.param("helicopter 1 hovertank 1 infantry 1", "air/bomber", "helicopter",
                     id="air-hits-anything"),
    ],
)  # fmt: skip
def test_order_of_casualties(attackers: str, shot: str, victim: str) -> None:
    """The default takes the largest die, of equal ones the earlier kind. (Ruling 14)"""
    kind = shot.split("/")[1]
    dice = {f"defender/{shot}": [6]}
    left = {"helicopter": "air", "bomber": "air", "hovertank": "mechanized",
            "mobile-unit": "mechanized", "infantry": "foot"}  # fmt: skip
    names = attackers.split()[::2]
    dice |= {f"attacker/{left[name]}/{name}": [2] for name in names if name != victim}
    done = fight(f"w2 western {attackers}; portland usa {kind} 1", dice)
    assert lost(done) == [("western", victim, "w2")]


def answered(order: str, **fields: str) -> dict[str, str]:
    return {"order": order, **fields}


def test_an_illegal_target_falls_to_the_default_and_is_told() -> None:
    done = fight(
        "w2 western hovertank 1 infantry 1; portland usa infantry 1",
        {"defender/foot/infantry": [6], "attacker/mechanized/hovertank": [2]},
        sheets={"usa": {"orders": {}, "answers": {
            f"{PORTLAND}/defender/foot/target-1": answered("target", unit="hovertank")}}},
    )  # fmt: skip
    assert lost(done) == [("western", "infantry", "w2")]
    (unused,) = of_type(done, AnswerUnused)
    assert unused.message == "a hovertank cannot be chosen while an infantry unit can"


def test_targets_by_topic_by_standing_order_and_from_a_space() -> None:
    position = (
        "w1 western helicopter 1; w2 western hovertank 1 mobile-unit 1 infantry 2;"
        "western-washington western infantry 1; portland usa hovertank 1"
    )

    def victim(kinds: list[str], **parts: Any) -> tuple[str, str, str]:
        dice = {"defender/mechanized/hovertank": [6]}
        counts = {"hovertank": 1, "mobile-unit": 1, "infantry": 3}
        for kind in kinds:
            counts[kind] -= 1
        classes = {"hovertank": "mechanized", "mobile-unit": "mechanized", "infantry": "foot"}
        dice |= {f"attacker/{classes[k]}/{k}": [2] * n for k, n in counts.items() if n}
        done = fight(position, dice, sheets={"usa": {"orders": {}, **parts}})
        (one,) = lost(done)
        return one

    assert victim(["hovertank"]) == ("western", "hovertank", "w2")
    topic = {"targets": [answered("target", unit="mobile-unit")]}
    assert victim(["mobile-unit"], orders=topic) == ("western", "mobile-unit", "w2")
    standing = [{"standing": "targets", "first": ["bomber", "infantry"]}]
    assert victim(["infantry"], standing=standing) == ("western", "infantry", "w2")
    label = f"{PORTLAND}/defender/mechanized/target-1"
    there = {label: {"order": "target", "unit": "infantry", "from": "western-washington"}}
    assert victim(["infantry"], answers=there) == ("western", "infantry", "western-washington")
    nowhere = {label: {"order": "target", "unit": "infantry", "from": "w1"}}
    assert victim(["hovertank"], answers=nowhere) == ("western", "hovertank", "w2")


def test_all_hits_of_a_class_come_before_its_ones() -> None:
    """Bomber and helicopter fire together: the helicopter's hit comes before the bomber's one."""
    done = fight(
        "w2 western infantry 1 mobile-unit 1; portland usa bomber 1 helicopter 1",
        {"defender/air/bomber": [1], "defender/air/helicopter": [8]},
    )
    order = [type(e) for e in done.events if isinstance(e, UnitDestroyed | UnitDisengaged)]
    assert order == [UnitDestroyed, UnitDisengaged]
    assert outcomes(done) == [("portland", "held")]


def test_hits_beyond_the_last_target_are_lost() -> None:
    done = fight(
        "w2 western infantry 1; portland usa infantry 3",
        {"defender/foot/infantry": [6, 6, 1]},
    )
    assert lost(done) == [("western", "infantry", "w2")]
    assert not of_type(done, UnitDisengaged)


def test_a_disengaged_unit_is_no_target_and_does_not_move() -> None:
    done = fight(
        "w2 western infantry 2; portland usa hovertank 1 infantry 1",
        {"defender/mechanized/hovertank": [1], "defender/foot/infantry": [6]},
        invasion=[move("infantry", 2, "w2", "w1")],
    )
    # One is out of action, the other destroyed; none is left to move.
    assert dict(done.state.units_in("w2", "western")) == {"infantry": 1}
    assert not done.state.disengaged


def test_a_unit_that_did_not_attack_may_move_beside_a_disengaged_one() -> None:
    done = fight(
        "w2 western infantry 2; portland usa infantry 1",
        {"defender/foot/infantry": [1]},
        attacks=[attack("portland", w2={"infantry": 1})],
        invasion=[move("infantry", 2, "w2", "w1")],
    )
    assert dict(done.state.units_in("w2", "western")) == {"infantry": 1}
    assert dict(done.state.units_in("w1", "western")) == {"infantry": 1}


# -- retreats -----------------------------------------------------------------------------------


def retreats(
    position: str, kind: str, area: str = "portland", sheets: Any = None, **orders: Any
) -> tuple[list[tuple[str, str]], list[tuple[str, str, str]]]:
    classes = {"bomber": "air", "helicopter": "air", "infantry": "foot", "hovertank": "mechanized",
               "mobile-unit": "mechanized"}  # fmt: skip
    done = fight(
        position,
        {f"defender/{classes[kind]}/{kind}": [2], "attacker/foot/infantry": [1]},
        area=area,
        sheets=sheets,
        **orders,
    )
    return [(e.unit, e.to) for e in of_type(done, UnitRetreated)], lost(done)


def test_a_retreat_goes_to_the_nearest_space_then_a_city_then_most_units() -> None:
    base = "san-diego western infantry 1; phoenix usa infantry 1"
    assert retreats(base, "infantry", "phoenix")[0] == [("infantry", "northern-arizona")]
    city = "san-diego western infantry 1; los-angeles usa infantry 1"
    assert retreats(city, "infantry", "los-angeles")[0] == [("infantry", "san-francisco")]
    more = f"{base}; southwest-new-mexico usa infantry 1"
    assert retreats(more, "infantry", "phoenix")[0] == [("infantry", "southwest-new-mexico")]


def test_a_retreat_avoids_declared_and_full_areas() -> None:
    position = (
        "w2 western infantry 1; w1 western infantry 1; portland usa infantry 1;"
        "northwest-california usa infantry 5"
    )
    orders: dict[str, Any] = {
        "declare": declare("portland", "western-washington"),
        "attacks": [attack("portland", w2={"infantry": 1})],
    }
    moved, destroyed = retreats(position, "infantry", **orders)
    assert (moved, destroyed) == ([("infantry", "eastern-oregon")], [])
    blocked = f"{position}; eastern-oregon southern infantry 1"
    moved, destroyed = retreats(blocked, "infantry", **orders)
    assert (moved, destroyed) == ([], [("usa", "infantry", "portland")])


def test_the_usa_never_retreats_into_a_zone() -> None:
    position = (
        "los-angeles western infantry 1; san-diego usa infantry 1; phoenix southern infantry 1"
    )
    assert retreats(position, "infantry", "san-diego") == ([], [("usa", "infantry", "san-diego")])


def test_an_invader_retreats_into_his_own_zone() -> None:
    position = "los-angeles western infantry 1; san-diego southern infantry 1"
    moved, _ = retreats(position, "infantry", "san-diego")
    assert moved == [("infantry", "s1")]


def test_aircraft_fly_over_others_when_they_retreat() -> None:
    ring = (
        "w2 western infantry 1; portland usa helicopter 1; western-washington southern infantry 1;"
        "northwest-california southern infantry 1; eastern-oregon southern infantry 1"
    )
    assert retreats(ring, "helicopter")[0] == [("helicopter", "seattle")]
    # A hovertank moves one space and passes nobody.
    assert retreats(ring.replace("helicopter", "hovertank"), "hovertank")[0] == []


def test_the_defender_chooses_where_and_the_attacker_whom() -> None:
    position = "w2 western infantry 1; portland usa hovertank 1 mobile-unit 1"
    done = fight(
        position,
        {"defender/mechanized/hovertank": [2], "defender/mechanized/mobile-unit": [2],
         "attacker/foot/infantry": [1]},
        retreat=[answered("retreat", unit="mobile-unit")],
        sheets={"usa": {"orders": {}, "answers": {
            f"{PORTLAND}/attacker/foot/retreat-1/to":
                answered("retreat", unit="mobile-unit", to="northwest-california")}}},
    )  # fmt: skip
    assert [(e.unit, e.to) for e in of_type(done, UnitRetreated)] == [
        ("mobile-unit", "northwest-california")
    ]


def test_a_standing_order_says_where_units_retreat() -> None:
    position = "w2 western infantry 1; portland usa infantry 1"
    standing = [{"standing": "retreat", "prefer": ["seattle", "western-washington", "city"]}]
    moved, _ = retreats(position, "infantry", sheets={"usa": {"orders": {}, "standing": standing}})
    assert moved == [("infantry", "western-washington")]
    standing = [{"standing": "retreat", "prefer": ["city"]}]
    moved, _ = retreats(
        "san-diego western infantry 1; phoenix western infantry 1; los-angeles usa infantry 1;"
        "southern-california usa infantry 4",
        "infantry", "los-angeles",
        sheets={"usa": {"orders": {}, "standing": standing}},
        attacks=[attack("los-angeles", san_diego={"infantry": 1})],
    )  # fmt: skip
    assert moved == [("infantry", "san-francisco")]


# -- which battles, and who -------------------------------------------------------------------


TWO = (
    "w3 western infantry 1; w4 western infantry 1; northwest-california usa infantry 1;"
    "coastal-california usa infantry 1"
)


@pytest.mark.parametrize(
    ("attacks", "order"),
    [
        pytest.param([], ["coastal-california", "northwest-california"], id="as-declared"),
        pytest.param([attack("northwest-california", w3={"infantry": 1})],
                     ["northwest-california", "coastal-california"], id="attacks-first"),
    ],
)  # fmt: skip
def test_the_order_of_battles(attacks: list[Any], order: list[str]) -> None:
    dice = {
        f"turn-1/western/battle/{area}/{role}/foot/infantry": [2]
        for area in order
        for role in ("defender", "attacker")
    }
    done = play(
        opened(start(TWO)),
        {"western": {"declare": declare("coastal-california", "northwest-california"),
                     "attacks": attacks}},
        dice,
    )  # fmt: skip
    assert [e.area for e in of_type(done, BattleBegun)] == order


def test_without_an_attack_order_a_unit_joins_the_first_declared() -> None:
    position = (
        "w5 western infantry 2; san-francisco usa infantry 1; coastal-california usa infantry 1"
    )
    battle = "turn-1/western/battle/san-francisco"
    done = play(
        opened(start(position)),
        {"western": {"declare": declare("san-francisco", "coastal-california")}},
        {f"{battle}/defender/foot/infantry": [2], f"{battle}/attacker/foot/infantry": [2, 2]},
    )
    assert outcomes(done) == [("san-francisco", "held"), ("coastal-california", "not-fought")]


def test_an_invader_attacks_another_and_takes_his_area() -> None:
    done = fight(
        "los-angeles western infantry 1; san-diego southern infantry 1",
        {"defender/foot/infantry": [2], "attacker/foot/infantry": [6]},
        area="san-diego",
        invasion=[move("infantry", 1, "los-angeles", "san-diego")],
    )
    assert dict(done.state.control) == {"los-angeles": "western", "san-diego": "western"}
    assert dict(done.state.destroyed) == {"southern": FrozenMap({"infantry": 1})}


def test_a_standing_order_says_whom_to_put_out_of_action_and_to_drive_away() -> None:
    done = fight(
        "w2 western hovertank 1 infantry 1; portland usa hovertank 1 mobile-unit 1",
        {"defender/mechanized/hovertank": [1], "defender/mechanized/mobile-unit": [2],
         "attacker/mechanized/hovertank": [1]},
        sheets={"usa": {"orders": {}, "standing": [
            {"standing": "targets", "first": ["bomber"]},
            {"standing": "disengage", "first": ["bomber", "infantry"]}]}},
    )  # fmt: skip
    assert [e.unit for e in of_type(done, UnitDisengaged)] == ["infantry"]
    assert [e.unit for e in of_type(done, UnitRetreated)] == ["hovertank"]
    written = {f"{PORTLAND}/defender/mechanized/hovertank": [2],
               f"{PORTLAND}/defender/mechanized/mobile-unit": [2],
               f"{PORTLAND}/attacker/mechanized/hovertank": [1]}  # fmt: skip
    standing = [{"standing": "retreat", "first": ["bomber", "mobile-unit"], "prefer": ["boston"]}]
    western = {"orders": {"declare": declare("portland")}, "standing": standing}
    position = "w2 western hovertank 1; portland usa hovertank 1 mobile-unit 1"
    done = play(opened(start(position)), {"western": western}, written)
    assert [e.unit for e in of_type(done, UnitRetreated)] == ["mobile-unit"]


def test_answers_that_do_not_fit_fall_to_the_default() -> None:
    label = f"{PORTLAND}/attacker/foot/retreat-1"
    position = "w2 western infantry 1; portland usa hovertank 1 mobile-unit 1"
    dice = {"defender/mechanized/hovertank": [2], "defender/mechanized/mobile-unit": [2],
            "attacker/foot/infantry": [1]}  # fmt: skip
    written = {f"{PORTLAND}/{one}": rolls for one, rolls in dice.items()}
    for answer, code in (
        (answered("retreat", unit="mobile-unit", to="seattle"), "the attacker chooses the unit"),
        (answered("retreat"), "the attacker says which unit retreats"),
    ):
        western = {"orders": {"declare": declare("portland")}, "answers": {label: answer}}
        usa = {"orders": {}, "answers": {
            f"{label}/to": answered("retreat", unit="mobile-unit", to="boston")}}  # fmt: skip
        done = play(opened(start(position)), {"western": western, "usa": usa}, written)
        first, second = of_type(done, AnswerUnused)
        assert first.message.startswith(code)
        assert second.message == "the question is where a hovertank goes, not a mobile unit"
        assert [(e.unit, e.to) for e in of_type(done, UnitRetreated)] == [
            ("hovertank", "eastern-oregon")
        ]
