"""Actions 7 and 8: the supply check, the capture of areas."""

from __future__ import annotations

import pytest

from adjudicator.games.fortress_america.events import ClaimDropped, UnitDestroyed
from tests.games.fortress_america.playing import declare, move, of_type, opened, play, start


@pytest.mark.parametrize(
    ("position", "control", "cut_off"),
    [
        pytest.param("w2 western infantry 1", {}, [], id="in-a-zone"),
        pytest.param("portland western infantry 1", {}, [], id="beside-an-empty-zone"),
        pytest.param("eastern-oregon western infantry 1", {}, ["eastern-oregon"], id="alone"),
        pytest.param("eastern-oregon western infantry 1", {"portland": "western"}, [],
                     id="through-own-empty-land"),
        pytest.param("eastern-oregon western infantry 1; portland southern infantry 1", {},
                     ["eastern-oregon"], id="not-through-another-invader"),
        pytest.param("san-diego western infantry 1", {}, ["san-diego"],
                     id="not-to-another-invaders-zone"),
        pytest.param("seattle western infantry 1", {"eastern-oregon": "western"}, ["seattle"],
                     id="a-gap"),
        pytest.param("phoenix western infantry 1", {"los-angeles": "western"}, ["phoenix"],
                     id="point-contact"),
    ],
)  # fmt: skip
def test_supply(position: str, control: dict[str, str], cut_off: list[str]) -> None:
    done = play(opened(start(position, control=control)), {"western": {}}, {})
    lost = of_type(done, UnitDestroyed)
    assert [e.area for e in lost] == cut_off
    assert all(e.reason == "supply" for e in lost)
    # The land itself stays the invader's.
    assert all(done.state.control[area] == "western" for area in cut_off)


def test_only_the_side_to_play_checks_its_supply() -> None:
    position = "w2 western infantry 1; denver southern infantry 1; chicago usa infantry 1"
    done = play(opened(start(position)), {"western": {}}, {})
    assert dict(done.state.units_in("denver", "southern")) == {"infantry": 1}


def test_supply_leads_through_open_declared_areas_that_hold_a_unit() -> None:
    """A helicopter lands beyond; it lives if the area between is entered, else not."""
    orders = {
        "declare": declare("northwest-california", "northeast-california"),
        "maneuvers": [move("helicopter", 1, "w3", "northwest-california", "northeast-california")],
    }
    enters = {"invasion": [move("infantry", 1, "w3", "northwest-california")]}
    position = "w3 western helicopter 1 infantry 1"
    done = play(opened(start(position)), {"western": {**orders, **enters}}, {})
    assert sorted(done.state.control) == ["northeast-california", "northwest-california"]
    done = play(opened(start(position)), {"western": orders}, {})
    assert [e.unit for e in of_type(done, UnitDestroyed)] == ["helicopter"]
    assert [e.area for e in of_type(done, ClaimDropped)] == [
        "northwest-california", "northeast-california",
    ]  # fmt: skip
    assert not done.state.control


def test_a_helicopter_beyond_a_held_area_is_cut_off() -> None:
    battle = "turn-1/western/battle/portland"
    done = play(
        opened(start("w2 western helicopter 1 infantry 1; portland usa infantry 1")),
        {"western": {"declare": declare("portland", "eastern-oregon"),
                     "maneuvers": [move("helicopter", 1, "w2", "portland", "eastern-oregon")]}},
        {f"{battle}/defender/foot/infantry": [2], f"{battle}/attacker/foot/infantry": [2]},
    )  # fmt: skip
    assert [(e.unit, e.area) for e in of_type(done, UnitDestroyed)] == [
        ("helicopter", "eastern-oregon")
    ]


def test_an_open_area_that_nobody_enters_stays_with_its_holder() -> None:
    done = play(
        opened(start("w2 western infantry 1")), {"western": {"declare": declare("portland")}}, {}
    )
    assert not done.state.control
    assert not done.state.declared


def test_an_invader_takes_an_empty_area_of_another() -> None:
    done = play(
        opened(start("w6 western infantry 1", control={"los-angeles": "southern"})),
        {"western": {"declare": declare("los-angeles"),
                     "invasion": [move("infantry", 1, "w6", "los-angeles")]}},
        {},
    )  # fmt: skip
    assert dict(done.state.control) == {"los-angeles": "western"}
