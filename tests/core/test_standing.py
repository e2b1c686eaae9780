"""What seats have said: holds and new sheets in a player-turn in parts."""

from __future__ import annotations

from typing import Any

from adjudicator.core.sheet import Sheet
from adjudicator.core.standing import Answers, Marks
from adjudicator.core.values import FrozenMap
from tests.core.toy_referee import sheet

MARCH = {"order": "march", "unit": "soldier", "count": 1}


def answers(*sheets: Sheet, **marks: Any) -> Answers:
    return Answers(sheets, {}, (), Marks(**marks))


def test_a_new_sheet_gives_a_topic_anew_unless_it_has_begun() -> None:
    used = FrozenMap({"red": FrozenMap({"march": (0,)})})
    new = sheet("red", 2, orders={"march": [MARCH]})
    fresh = answers(new, used=used)
    assert not list(fresh.unused("red", "march"))
    fresh.renew(new)
    assert [taken.index for taken in fresh.unused("red", "march")] == [0]
    begun = answers(new, used=used, begun=FrozenMap({"red": ("march",)}))
    begun.renew(new)
    assert not list(begun.unused("red", "march"))


def test_a_hold_is_lifted_for_the_part_in_which_the_orders_come() -> None:
    held = sheet("red", 1, orders={"march": [MARCH]}, hold=["march"])
    lifting = sheet("red", 2, orders={"march": []})
    said = answers(held, lifting)
    assert not said.is_held("red", "march")
    said.begin("red", "march")
    said.begin_part()
    assert said.is_held("red", "march")
    assert not said.is_begun("red", "march")
    assert said.marks().sheets_before == 2
    free = sheet("red", 3, orders={}, hold=[])
    for_all = answers(held, lifting, free, sheets_before=3)
    assert not for_all.is_held("red", "march")


def test_orders_that_nothing_took() -> None:
    said = answers(sheet("red", orders={"march": [MARCH, MARCH], "losses": []}))
    said.use("red", "march", 0)
    left = said.unused_orders(("march", "losses"))
    assert [(seat, topic, taken.index) for seat, topic, taken in left] == [("red", "march", 1)]
