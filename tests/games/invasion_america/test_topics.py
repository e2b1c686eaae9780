"""What `template` says of topics: what is due, where it may go, and why nothing is possible now."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.referee import first_save
from adjudicator.core.values import FrozenMap
from adjudicator.documents.templates import TopicForms, forms_for
from adjudicator.games.invasion_america import InvasionAmericaRules
from tests.games.invasion_america.playing import opened, units


def forms(rules: InvasionAmericaRules, seat: str) -> dict[str, TopicForms]:
    """Returns what is told of each topic as a match begins."""
    saved = saved_match(first_save(rules), rules, ZERO, START, n=0)
    return {one.topic: one for one in forms_for(rules, saved, seat)}


def at(text: str, side: str, **start: Any) -> InvasionAmericaRules:
    return opened({"side": side, "units": units(text), **start}, garrison=False)


def test_the_set_up_is_told_by_side_and_area() -> None:
    found = forms(opened("early-assault-set-up"), "aggressors")["setup"]
    assert [note.partition(":")[0] for note in found.notes] == [
        "the S.A.U., in the S.A.U.", "the E.S.C., in Cuba", "the P.A.L., in the holding box",
    ]  # fmt: skip
    assert "6 armour units, 8 mechanised infantry units, 12 infantry units" in found.notes[0]
    assert not found.because


def test_replacements_are_told_with_the_places_that_have_room() -> None:
    rules = at("us infantry s2437", "us")
    found = forms(rules, "us")["replacements"]
    (note,) = found.notes
    assert note.startswith("Replacements that may come: ")
    assert " They find room in " in note
    assert not found.because
    assert found.forms


def test_where_replacements_find_no_room_it_is_said_and_where_they_come_at_all() -> None:
    full = forms(opened("three-pronged-invasion"), "aggressors")["replacements"]
    assert not full.notes
    assert full.because == "there is no room where they may appear: s0649, s0751 and s0753"
    nowhere = forms(at("esc infantry s2832; us infantry s2437", "esc"), "aggressors")
    assert nowhere["replacements"].because.startswith("they have no place to appear: a port with ")
    state = at("sau infantry s0649", "sau").start
    rules = at("sau infantry s0649", "sau")
    empty = state.model_copy(update={"destroyed": {}, "urns": {}})
    assert rules.why_not_now(empty, "aggressors", "replacements") == (
        "the boxes hold nothing that may come"
    )


def test_the_us_without_a_supply_hex_gets_nothing() -> None:
    rules = at("us armour s2437", "us")
    hexes = [number for number in rules.book.hexes if rules.book.home_of(number) == "us"]
    state = rules.start.model_copy(update={"control": FrozenMap(dict.fromkeys(hexes, "esc"))})
    assert rules.why_not_now(state, "us", "replacements") == (
        "no supply hex is under your control where they could appear"
    )


def test_rail_units_are_told_with_how_far_they_go() -> None:
    found = forms(opened("three-pronged-invasion"), "aggressors")
    assert "rail" not in found
    rules = at("us rail s2629; us infantry s2629", "us")
    assert forms(rules, "us")["rail"].notes == ("us-rail-01 may go 60 hexes in all, each.",)
    without = forms(at("us infantry s2437", "us"), "us")
    assert without["rail"].because == "no rail unit is in play"


def test_why_there_is_no_combat_no_ship_and_no_second_move() -> None:
    found = forms(at("esc infantry s2832; us infantry s2437", "esc"), "aggressors")
    assert found["naval"].because == "the E.S.C. has no ship in play"
    assert found["combat"].because == "no unit of the E.S.C. is beside an enemy"
    assert found["mechanised"].because == (
        "only armour and mechanised infantry move then, and none of yours may"
    )
    near = at("esc infantry s2334; us infantry s2335", "esc")
    assert near.why_not_now(near.start, "aggressors", "combat") == ""


def test_partisans_say_how_many_points_stand_in_the_way() -> None:
    rules = opened("campaign")
    state = rules.start.model_copy(update={"side": "us"})
    told = rules.why_not_now(state, "us", "partisans")
    assert told.startswith("the partisan rules may be invoked with fewer than ")
