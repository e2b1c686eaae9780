"""What `status` and reports say lies before the side whose player-turn comes."""

from __future__ import annotations

from typing import Any

from adjudicator.games.invasion_america import InvasionAmericaRules
from tests.games.invasion_america.playing import opened


def unit(nation: str, unit_type: str, at: str, **more: object) -> dict[str, object]:
    return {"nation": nation, "type": unit_type, "in": at, **more}


def told(**start: Any) -> tuple[str, ...]:
    """Returns what `status` says of a position."""
    rules: InvasionAmericaRules = opened(start, garrison=False)
    return rules.standings(rules.start)


def test_what_comes_back_is_told_as_far_as_it_lies_in_the_boxes() -> None:
    us = told(side="us", units=[unit("us", "infantry", "s2437")], destroyed={})
    (line,) = (text for text in us if text.startswith("Replacements"))
    assert line.startswith("Replacements that may come: ")
    assert "units of choice" in line
    sau = told(side="sau", units=[unit("sau", "infantry", "s0649")])
    assert any(text.startswith("Replacements that may come: ") for text in sau)


def test_a_ship_that_must_assault_and_who_is_out_of_supply() -> None:
    units = [
        unit("esc", "amphibious", "s2233", carrying={"infantry": 1}),
        unit("esc", "infantry", "s2832"),
        unit("us", "infantry", "s2334"),
    ]
    rules = opened({"side": "esc", "units": units}, garrison=False)
    state = rules.start
    assert not any("must assault" in text for text in rules.standings(state))
    there = {
        name: one.model_copy(update={"at": "s2334"})
        for name, one in state.units.items()
        if one.at == "s2233"
    }
    state = state.model_copy(update={"units": state.units | there})
    lines = rules.standings(state)
    assert "esc-amphibious-01 must assault s2334, or leave it now." in lines
    later = rules.standings(state.model_copy(update={"phase": "combat"}))
    assert "esc-amphibious-01 must assault s2334." in later
    (out,) = (text for text in lines if text.startswith("Out of supply as things stand: "))
    assert "esc-infantry-02" in out


def test_who_sets_up_is_told_the_order_of_battle() -> None:
    rules = opened({})
    lines = rules.standings(rules.start)
    (line,) = (text for text in lines if text.startswith("The order of battle of the S.A.U.: "))
    assert "8 S.A.U. armour units, 12 S.A.U. mechanised infantry units" in line
    report = rules.report(rules.start, (), rules.start)
    assert line in report.summary


def test_examples_name_units_of_the_seat() -> None:
    rules = opened("three-pronged-invasion")
    for seat, nations in (("aggressors", ("sau-", "esc-", "pal-")), ("us", ("us-", "canada-"))):
        for topic in ("combat", "exchange", "advance", "retreat", "displace"):
            (order,) = rules.order_examples(rules.start, seat, topic)
            assert (
                not list(rules.check_static(rules.start, topic, order, seat=seat)) or seat == "us"
            )
            for order_units in (getattr(order, "units", ()),):
                assert all(name.startswith(nations) for name in order_units)
    assert not rules.order_examples(opened({}).start, "us", "exchange")


def test_replacements_have_an_example_where_some_may_come() -> None:
    """What `status` says may come, `template` shows; also of the forces that play later. (8.2)"""
    rules = opened("three-pronged-invasion")
    for seat in rules.seats:
        (order,) = rules.order_examples(rules.start, seat, "replacements")
        assert order.order == "replace"
        assert (
            not list(rules.check_static(rules.start, "replacements", order, seat=seat))
            or seat == "us"
        )
    assert not rules.order_examples(opened({}).start, "us", "replacements")


def test_set_up_areas_are_told_and_drawn() -> None:
    rules = opened("early-assault-set-up")
    assert any(line.startswith("Set up in Cuba: ") for line in rules.standings(rules.start))
    text = rules.picture(rules.start, ())
    assert "Set-up area" in text
    assert 'id="zone-esc"' in text
    later = rules.start.model_copy(update={"setting_up": ("us",), "side": "us"})
    text = rules.picture(later, ())
    assert 'id="zone-us"' in text
    assert 'id="zone-esc"' not in text
    assert "Set-up area" not in opened("early-assault").picture(opened("early-assault").start, ())
