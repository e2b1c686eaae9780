"""Maps and counters of somebody's own: they suffice for the scenario, or it is told what lacks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adjudicator.core.problem import Refused
from adjudicator.core.values import canonical
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.counter_checks import check_counters
from adjudicator.games.invasion_america.counter_mix import CounterMix
from tests.games.invasion_america.maps import Document, shipped, small
from tests.games.invasion_america.playing import GAME, MAP_FILES, scenario, seats_of, units


def opened(
    start: Mapping[str, Any], scenario_name: str, **documents: Document
) -> InvasionAmericaRules:
    """Opens a scenario on files of somebody's own, each by its name without the ending."""
    files = MAP_FILES | {f"{name}.json": canonical(one) for name, one in documents.items()}
    seats = seats_of(scenario_name, 2)
    return GAME.open(scenario(start, seats, scenario=scenario_name), files)


def refused(scenario_name: str, **documents: Document) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        opened({}, scenario_name, **documents)
    assert all(one.path == ("options", "scenario") for one in caught.value.problems)
    return [(one.code, one.message) for one in caught.value.problems]


def test_a_map_without_the_places_of_the_set_up() -> None:
    """Its deployment names countries and hexes; once all crashed that looked for them. (Ruling 114)"""
    found = refused("one", map=small())
    assert {code for code, _ in found} == {"unknown-country"}
    assert len(found) == 5
    assert {code for code, _ in refused("four", map=small())} == {"unknown-country", "unknown-hex"}


def test_a_written_start_needs_no_deployment() -> None:
    """Then the map may be any."""
    start = {"units": units("us infantry a0303; esc infantry a0304"), "side": "esc"}
    rules = opened(start, "four", map=small())
    assert list(rules.check_state(rules.start)) == []


def test_too_few_counters() -> None:
    """Initial units, those that come as replacements, and every nation. (Ruling 114)"""
    mix = shipped("counters.json")
    mix["nations"]["us"]["units"]["lrb"]["counters"] = [[10, 3]]
    mix["nations"]["esc"]["units"].pop("hovercraft")
    assert refused("two", counters=mix) == [
        ("too-few-counters", "this scenario needs 3 E.S.C. hovercraft counters, not 0"),
        ("too-few-counters", "this scenario needs 8 U.S. long-range bomber counters, not 3"),
    ]
    mix = shipped("counters.json")
    mix["nations"]["canada"]["units"].pop("militia")
    assert refused("two", counters=mix) == [
        ("too-few-counters", "this scenario needs 1 Canadian militia counter, not 0"),
    ]
    for nation in ("pal", "sau"):
        mix["nations"].pop(nation)
    assert refused("two", counters=mix) == [
        ("nation-without-counters", f"{nation} takes part in this scenario and has no counters")
        for nation in ("sau", "pal")
    ]


def test_rail_units_are_lent() -> None:
    """Scenario III has six of the U.S., two of them Canada's; Scenario VI has none. (Ruling 45)"""
    mix = shipped("counters.json")
    mix["nations"]["canada"]["units"]["rail"]["counters"] = [[0, 1]]
    assert refused("three", counters=mix) == [
        ("too-few-counters", "this scenario needs 6 U.S. rail unit counters, not 5")
    ]
    for nation in ("us", "canada"):
        mix["nations"][nation]["units"].pop("rail")
    assert opened({}, "six", counters=mix).book.counters.keys() >= {"us-militia"}


def _changed() -> Iterator[tuple[str, Document, str]]:
    mix = shipped("counters.json")
    mix["nations"]["sau"]["force"] = "esc"
    yield "a nation in another force", mix, "sau belongs to the force sau, not esc"
    mix = shipped("counters.json")
    mix["nations"]["us"]["units"]["armour"]["counters"] = [[8, 60], [6, 40]]
    yield "three digits", mix, "100 armour counters are more than 99"


@pytest.mark.parametrize(("what", "mix", "message"), [*_changed()])
def test_counters_that_do_not_do(what: str, mix: Document, message: str) -> None:
    """Names of units end in two digits, and each nation belongs to one force."""
    found = list(check_counters(CounterMix.model_validate_json(json.dumps(mix))))
    assert [one.message for one in found] == [message], what
