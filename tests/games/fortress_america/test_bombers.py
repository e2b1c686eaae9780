"""Bombers over their targets, and the second movement after the dice. (Action 6, rulings 5, 6)"""

from __future__ import annotations

from typing import Any

from adjudicator.core.game import OrderCut, OrderFailed
from adjudicator.core.referee import Run
from adjudicator.games.fortress_america.events import (
    AreaTaken,
    BattleEnded,
    LaserDestroyed,
    MoveUndone,
    UnitDestroyed,
    UnitDisengaged,
)
from adjudicator.games.fortress_america.state import State
from tests.games.fortress_america.playing import declare, move, of_type, opened, play, start

AREA = "northwest-california"
BATTLE = f"turn-1/western/battle/{AREA}"
OVER = [move("bomber", 1, "w3", AREA)]


def raid(position: str, dice: dict[str, list[int]], **orders: Any) -> Run[State]:
    """Western bombs northwest-california."""
    written = {f"{BATTLE}/{label}": rolls for label, rolls in dice.items()}
    sheet = {"declare": declare(AREA), "maneuvers": OVER, **orders}
    return play(opened(start(position)), {"western": sheet}, written)


def where(done: Run[State], kind: str = "bomber") -> dict[str, int]:
    return {
        area: counts[kind]  # type: ignore[index]  # the kind comes from the test's text
        for area, counts in done.state.spaces_of("western")
        if kind in counts
    }


def test_a_bomber_leaves_where_the_defender_holds() -> None:
    done = raid(
        f"w3 western bomber 1; {AREA} usa infantry 1",
        {"defender/foot/infantry": [2], "attacker/air/bomber": [2]},
        invasion=[move("bomber", 1, AREA, "w3")],
    )
    assert where(done) == {"w3": 1}
    # Without an order it goes to the nearest legal space, then by id.
    done = raid(
        f"w3 western bomber 1; {AREA} usa infantry 1",
        {"defender/foot/infantry": [2], "attacker/air/bomber": [2]},
    )
    assert where(done) == {"w3": 1}


def test_a_disengaged_bomber_leaves_all_the_same() -> None:
    done = raid(
        f"w3 western bomber 1; {AREA} usa infantry 1",
        {"defender/foot/infantry": [1]},
        invasion=[move("bomber", 1, AREA, "w3", "w4")],
    )
    assert of_type(done, UnitDisengaged)
    assert where(done) == {"w4": 1}


def test_bombers_alone_take_nothing_and_nobody_enters() -> None:
    done = raid(
        f"w3 western bomber 1 mobile-unit 1; {AREA} usa infantry 1",
        {"defender/foot/infantry": [5], "attacker/air/bomber": [5]},
        invasion=[move("bomber", 1, AREA, "w3", "w4")],
    )
    # The rulebook's example: the mobile unit falls, the bomber then clears the area.
    assert [e.outcome for e in of_type(done, BattleEnded)] == ["bombers-alone"]
    assert where(done) == {"w4": 1}
    assert AREA not in done.state.control


def test_nobody_enters_what_bombers_alone_won() -> None:
    done = raid(
        f"w3 western bomber 1; w4 western infantry 1; coastal-california western infantry 1;"
        f"{AREA} usa infantry 1",
        {"defender/foot/infantry": [2], "attacker/air/bomber": [6]},
        attacks=[{"order": "attack", "area": AREA, "with": {AREA: {"bomber": 1}}}],
        invasion=[move("infantry", 1, "coastal-california", AREA),
                  move("bomber", 1, AREA, "w3")],
    )  # fmt: skip
    (failed,) = of_type(done, OrderFailed)
    assert failed.code == "not-open"
    assert AREA not in done.state.control
    assert where(done) == {"w3": 1}


def test_a_disengaged_companion_is_no_survivor() -> None:
    done = raid(
        f"w3 western bomber 1 mobile-unit 1; {AREA} usa infantry 1",
        {"defender/foot/infantry": [1], "attacker/air/bomber": [6]},
    )
    assert [e.unit for e in of_type(done, UnitDisengaged)] == ["mobile-unit"]
    assert [e.outcome for e in of_type(done, BattleEnded)] == ["bombers-alone"]
    assert AREA not in done.state.control


def test_a_bomber_may_stay_where_others_survived_and_holds_the_area() -> None:
    done = raid(
        f"w3 western bomber 1 infantry 1; {AREA} usa infantry 1",
        {"defender/foot/infantry": [2], "attacker/air/bomber": [6]},
    )
    assert [e.outcome for e in of_type(done, BattleEnded)] == ["won"]
    assert where(done) == {AREA: 1}
    assert done.state.control[AREA] == "western"


def test_a_disengaged_bomber_stays_where_others_won() -> None:
    done = raid(
        f"w3 western bomber 1 infantry 2; {AREA} usa helicopter 1",
        {"defender/air/helicopter": [1], "attacker/foot/infantry": [6, 2]},
        invasion=[move("bomber", 1, AREA, "w3")],
    )
    assert where(done) == {AREA: 1}
    assert [e.code for e in of_type(done, OrderFailed)] == ["too-many-units"]


def test_a_bomber_without_a_landing_place_is_lost() -> None:
    far = "w1 western bomber 1; western-montana usa infantry 1;" + "".join(
        f"w{k} western infantry 5;" for k in (2, 3)
    )
    position = far + "w1 western bomber 1 infantry 4"
    done = play(
        opened(start(position)),
        {"western": {
            "declare": declare("western-montana"),
            "maneuvers": [move("bomber", 1, "w1", "western-washington", "seattle",
                               "northern-idaho", "western-montana")],
            "invasion": [move("infantry", 1, "w2", "w1")]}},
        {"turn-1/western/battle/western-montana/defender/foot/infantry": [2],
         "turn-1/western/battle/western-montana/attacker/air/bomber": [2]},
    )  # fmt: skip
    (gone,) = of_type(done, UnitDestroyed)
    assert (gone.unit, gone.area, gone.reason) == ("bomber", "western-montana", "no-landing")


def test_a_bomber_may_end_in_an_open_area() -> None:
    done = play(
        opened(start("w3 western bomber 1")),
        {"western": {"declare": declare(AREA), "invasion": [move("bomber", 1, "w3", AREA)]}},
        {},
    )
    assert done.state.control[AREA] == "western"


def test_an_overfull_space_after_the_dice_takes_back_the_latest_moves() -> None:
    """What lost battles leave behind may not fit; the sheet cannot be refused then. (Ruling 4)"""
    position = (
        f"w3 western infantry 5; w4 western infantry 5; {AREA} usa infantry 1;"
        "coastal-california western hovertank 1"
    )
    done = play(
        opened(start(position)),
        {"western": {
            "declare": declare(AREA),
            "attacks": [{"order": "attack", "area": AREA,
                         "with": {"coastal-california": {"hovertank": 1}}}],
            "invasion": [move("infantry", 3, "w3", AREA), move("infantry", 2, "w3", "w4"),
                         move("infantry", 1, "w4", "coastal-california")]}},
        {f"{BATTLE}/defender/foot/infantry": [2],
         f"{BATTLE}/attacker/mechanized/hovertank": [2]},
    )  # fmt: skip
    assert [e.code for e in of_type(done, OrderFailed)] == ["not-open"]
    (undone,) = of_type(done, MoveUndone)
    assert (undone.path, undone.count) == (("w3", "w4"), 1)
    assert dict(done.state.units_in("w3", "western")) == {"infantry": 4}
    assert dict(done.state.units_in("w4", "western")) == {"infantry": 5}


def test_an_order_for_more_units_than_are_left_moves_those_that_are() -> None:
    done = play(
        opened(start(f"w3 western infantry 3; {AREA} usa infantry 1")),
        {"western": {"declare": declare(AREA), "invasion": [move("infantry", 3, "w3", "w4")]}},
        {f"{BATTLE}/defender/foot/infantry": [6], f"{BATTLE}/attacker/foot/infantry": [2, 2]},
    )
    assert dict(done.state.units_in("w4", "western")) == {"infantry": 2}
    assert of_type(done, OrderCut)


# -- lasers in open cities -------------------------------------------------------------------


def test_entering_an_open_city_destroys_its_laser_even_if_supply_fails() -> None:
    """The rulebook's chapter 5: Chicago and Indianapolis."""
    position = "southern-illinois southern hovertank 2; w1 western infantry 1"
    rules = opened(start(position, side="southern", lasers=["chicago", "indianapolis"]))
    done = play(
        rules,
        {"southern": {
            "declare": declare("chicago", "indianapolis"),
            "invasion": [move("hovertank", 1, "southern-illinois", "chicago"),
                         move("hovertank", 1, "southern-illinois", "indianapolis")]}},
        {},
    )  # fmt: skip
    assert [e.area for e in of_type(done, LaserDestroyed)] == ["chicago", "indianapolis"]
    assert sum(e.count for e in of_type(done, UnitDestroyed)) == 2
    assert dict(done.state.lasers_destroyed) == {"southern": 2}
    assert dict(done.state.control) == {"southern-illinois": "southern"}
    assert done.state.lasers_left == 10


def test_a_bombing_bomber_destroys_no_laser_but_the_capture_does() -> None:
    """It did not enter in the second movement; the laser falls with the city. (Action 1)"""
    battle = "turn-1/western/battle/portland"
    done = play(
        opened(start("w2 western bomber 1 infantry 1; portland usa infantry 1",
                     lasers=["portland"])),
        {"western": {"declare": declare("portland"),
                     "maneuvers": [move("bomber", 1, "w2", "portland")]}},
        {f"{battle}/defender/foot/infantry": [2], f"{battle}/attacker/air/bomber": [6]},
    )  # fmt: skip
    order = [type(e) for e in done.events if isinstance(e, LaserDestroyed | AreaTaken)]
    assert order == [LaserDestroyed, AreaTaken]
    assert done.state.lasers == ()
