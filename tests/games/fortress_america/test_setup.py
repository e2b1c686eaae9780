"""The set-up, and start positions as they are written down."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import example_of
from adjudicator.core.problem import Refused
from adjudicator.core.referee import first_save
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.fortress_america.orders import STANDING, TOPICS
from tests.games.fortress_america.playing import (
    GAME,
    SEATS,
    TWO,
    codes,
    opened,
    place,
    play,
    sheet,
    start,
)

READY: dict[str, Any] = find_scenario(GAME, "ready").scenario.start["units"]
THREE = {
    "invaders-west-east": {"sides": ["western", "eastern"]},
    "southern": {"sides": ["southern"]},
    "usa": {"sides": ["usa"]},
}


def setup(*sides: str) -> list[dict[str, Any]]:
    """Returns the set-up of the scenario `ready` as orders."""
    return [
        place(kind, count, area)
        for area, here in READY.items()
        for side, counts in here.items()
        if side in sides
        for kind, count in counts.items()
    ]


def changed(orders: list[dict[str, Any]], **places: Any) -> list[dict[str, Any]]:
    """Returns the orders with the first one altered."""
    return [{**orders[0], **places}, *orders[1:]]


def test_the_usa_fills_its_cities() -> None:
    rules = opened("standard")
    orders = setup("usa")
    assert codes(rules, "usa", setup=orders) == []
    assert codes(rules, "usa", setup=orders[1:]) == ["city-not-filled"]
    assert codes(rules, "usa", setup=[*orders, place("infantry", 1, "denver")]) == [
        "too-many-units", "stack-limit",
    ]  # fmt: skip
    assert codes(rules, "usa", setup=changed(orders, **{"in": "iowa"})) == [
        "not-a-city", "city-not-filled",
    ]  # fmt: skip
    assert codes(rules, "usa", setup=changed(orders, unit="partisan")) == [
        "not-in-setup", "city-not-filled",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "sides_of"),
    [
        (SEATS, {seat: (seat,) for seat in SEATS if seat != "usa"}),
        (TWO, {"invaders": ("western", "southern", "eastern")}),
        (THREE, {"invaders-west-east": ("western", "eastern"), "southern": ("southern",)}),
    ],
    ids=["four", "two", "three"],
)
def test_all_invaders_set_up_at_once(seats: Any, sides_of: dict[str, tuple[str, ...]]) -> None:
    rules = opened({"units": {}}, seats)
    usa = play(rules, {"usa": {"setup": setup("usa")}}, {})
    assert {p.seat for p in usa.save.pending} == set(sides_of)
    sheets = {seat: {"setup": setup(*sides)} for seat, sides in sides_of.items()}
    done = play(rules, sheets, {}, usa.save, 2)
    assert done.state.units == opened("ready").start.units
    assert (done.state.side, done.state.turn, done.state.action) == (
        "western", 1, "reinforcements",
    )  # fmt: skip


def test_one_invader_waits_for_the_others() -> None:
    rules = opened("standard")
    usa = play(rules, {"usa": {"setup": setup("usa")}}, {})
    done = play(rules, {"western": {"setup": setup("western")}}, {}, usa.save, 2)
    assert {p.seat for p in done.save.pending} == {"southern", "eastern"}
    assert not any("w1" in area for area in done.state.units)


def invader_codes(orders: list[dict[str, Any]]) -> list[str]:

    rules = opened("standard")
    usa = play(rules, {"usa": {"setup": setup("usa")}}, {})
    one = sheet("western", 2, orders={"setup": orders})
    done = dry_run(rules, usa.save, {"western": one}, 2, seat="western")
    return [problem.code for problem in done.problems]


def test_an_invader_sets_up_a_third_of_each_kind() -> None:
    orders = setup("western")
    assert invader_codes(orders) == []
    assert invader_codes(orders[1:]) == ["units-not-set-up"]
    more = [*orders, place("infantry", 1, "w6")]
    assert invader_codes(more) == ["too-many-units"]
    six = [one if one["in"] != "w6" else {**one, "in": "w5"} for one in orders]
    assert invader_codes(six)[:1] == ["stack-limit"]
    assert invader_codes(changed(orders, **{"in": "s1"}))[:1] == ["not-own-zone"]
    assert invader_codes(changed(orders, **{"in": "portland"}))[:1] == ["not-own-zone"]


def test_a_start_becomes_a_state_with_reserves() -> None:
    state = opened("ready").start
    assert dict(state.reserves["western"]) == {
        "infantry": 16, "hovertank": 8, "mobile-unit": 6, "helicopter": 6, "bomber": 4,
    }  # fmt: skip
    assert dict(state.reserves["usa"]) == {"partisan": 24}
    assert state.lasers_left == 12
    assert first_save(opened("ready")).checkpoint["side"] == "western"


def test_what_holds_nothing_does_not_count() -> None:
    written = {"w1": {"western": {"infantry": 1}}, "portland": {"southern": {}}, "boston": {}}
    rules = opened({"side": "western", "units": written, "destroyed": {"eastern": {}}})
    assert list(rules.start.units) == ["w1"]
    assert not rules.start.control
    assert not rules.start.destroyed


@pytest.mark.parametrize(
    ("position", "fields", "expected"),
    [
        ("portlant western infantry 1", {}, ["unknown-area"]),
        ("portland western infantry 6", {}, ["stack-limit"]),
        ("portland western infantry 1; portland usa infantry 1", {}, ["two-sides"]),
        ("w1 usa infantry 1", {}, ["foreign-zone"]),
        ("w1 southern infantry 1", {}, ["foreign-zone"]),
        ("portland usa infantry 1", {"control": {"portland": "western"}}, ["enemy-land"]),
        ("portland western infantry 1", {"control": {"portland": "eastern"}}, ["enemy-land"]),
        ("w1 western bomber 4; w2 western bomber 3", {}, ["too-many-units"]),
        ("w1 western bomber 4", {"destroyed": {"western": {"bomber": 3}}}, ["too-many-units"]),
        ("w1 western partisan 1", {}, ["too-many-units"]),
        ("w1 western bomber 1", {"destroyed": {"usa": {"bomber": 1}}}, ["usa-destroyed"]),
        ("w1 western bomber 1", {"control": {"w1": "western"}}, ["zone-controlled"]),
        ("w1 western bomber 1", {"control": {"boston": "usa"}}, ["usa-control"]),
        ("w1 western bomber 1", {"lasers": ["iowa"]}, ["not-a-city"]),
        ("w1 western bomber 1", {"lasers": ["denver", "denver"]}, ["laser-there"]),
        ("denver western bomber 1", {"lasers": ["denver"]}, ["enemy-land"]),
        ("w1 western bomber 1", {"lasers_destroyed": {"western": 13}}, ["too-many-lasers"]),
        ("w1 western bomber 1", {"lasers_destroyed": {"usa": 1}}, ["usa-destroyed"]),
        ("w1 western bomber 1", {"hand": ["p86-99"], "side": "usa"}, ["unknown-card"]),
        ("w1 western bomber 1", {"hand": ["p86-01"]}, ["hand-too-early"]),
        ("w1 western bomber 1", {"last_round": True, "side": "usa"}, ["usa-in-last-round"]),
        ("", {"side": None, "turn": 2}, ["setup-not-empty"]),
        ("w1 western bomber 1", {"hand": ["p86-01"], "discards": ["p86-01"], "side": "usa"},
         ["card-twice"]),
        ("w1 western bomber 1", {"side": None}, ["setup-not-empty"]),
        ("w1 western bomber 1", {"side": "northern"}, ["not-understood"]),
        ("portlant western infantry 6; w1 usa infantry 1", {"lasers": ["iowa"]},
         ["unknown-area", "foreign-zone", "not-a-city"]),
    ],
)  # fmt: skip
def test_defects_of_a_start_are_told_at_once(
    position: str, fields: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        opened(start(position, **fields))
    assert [problem.code for problem in refused.value.problems] == expected
    assert all(problem.path[0] == "start" for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ({"a": {"sides": ["western", "southern", "eastern"]}}, ["side-without-seat"]),
        (SEATS | {"b": {"sides": ["usa"]}}, ["side-led-twice"]),
        ({"a": {"sides": ["western", "southern", "eastern", "usa"]}}, ["usa-and-invader"]),
        (SEATS | {"b": {"sides": ["northern"]}}, ["unknown-side"]),
    ],
)
def test_seats(seats: Any, expected: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        opened(start("w1 western infantry 1"), seats)
    assert [problem.code for problem in refused.value.problems] == expected


def test_what_is_saved_is_what_is_loaded() -> None:
    rules = opened("ready")
    text = json.dumps(rules.start.to_json())
    assert type(rules.start).model_validate_json(text) == rules.start


@pytest.mark.parametrize("seats", [SEATS, TWO, THREE], ids=["four", "two", "three"])
def test_the_draft_of_a_set_up_is_legal(seats: Any) -> None:
    rules = opened({"units": {}}, seats)

    def drafted(seat: str, topic: str = "setup") -> list[dict[str, Any]]:
        orders = rules.draft(rules.start, seat, topic)
        return [one.model_dump(mode="json") for one in orders]

    usa = play(rules, {"usa": {"setup": drafted("usa")}}, {})
    for seat in rules.seats:
        if seat != "usa":
            one = sheet(seat, 2, orders={"setup": drafted(seat)})
            assert dry_run(rules, usa.save, {seat: one}, 2, seat=seat).problems == ()
        assert drafted(seat, "declare") == []


def test_every_example_is_an_order() -> None:
    for model in (*{model for listed in TOPICS.values() for model in listed}, *STANDING):
        assert model.model_validate_json(json.dumps(example_of(model)))
