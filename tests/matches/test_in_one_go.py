"""Form and rules of a sheet are told together; what only follows from another problem is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.audit.automatic import header_for
from adjudicator.audit.log import START
from adjudicator.audit.opening import SavedMatch, saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.referee import first_save
from adjudicator.documents.problems import Located, RefusedFile
from adjudicator.documents.sheets import check_sheet, read_order_sheet, refused_in_full
from adjudicator.games.galactic_conquest import GalacticConquestRules
from tests.games.galactic_conquest.playing import invade, opened, place, planets

START_AT = (
    "aldine amber 3; beryl amber 1; crown amber 1; umber amber 1; zephyr amber 1; driftgate azure 2"
)


def judged(orders: dict[str, Any], **parts: Any) -> list[Located]:
    """Returns what is told of a sheet of amber, as `check` tells it."""
    rules = opened(planets(START_AT))
    saved = saved_match(first_save(rules), rules, ZERO, START, n=0)
    header = {**header_for(saved, "amber"), "blind": ZERO}
    raw = json.dumps({**header, "orders": orders, **parts}, indent=1).encode()
    return told(rules, saved, raw)


def told(rules: GalacticConquestRules, saved: SavedMatch, raw: bytes) -> list[Located]:
    try:
        document, sheet = read_order_sheet(rules.game, raw, "a.json")
    except RefusedFile as error:
        return [*refused_in_full(rules, saved, raw, error).located]
    return [*check_sheet(rules, saved, document, sheet).located]


def codes(found: list[Located]) -> list[tuple[str, str]]:
    """Returns the codes with the places of the problems in the sheet."""
    return [(one.problem.code, "/".join(map(str, one.problem.path))) for one in found]


def test_an_order_that_is_not_understood_hides_no_problem_of_another() -> None:
    found = judged(
        {
            "place": [{"order": "place", "count": "many", "in": "crown"}, place(3, "aldine")],
            "invade": [
                {"order": "invede", "from": "umber", "to": "vesper"},
                invade("aldine", "beryl"),
                invade("aldine", "nowhere"),
            ],
            "fortify": [{"order": "fortify", "from": "driftgate", "to": "zephyr", "count": 1}],
        }
    )
    assert sorted(codes(found)) == [
        ("not-your-planet", "orders/fortify/0/from"),
        ("unknown-order", "orders/invade/0/order"),
        ("unknown-planet", "orders/invade/2/to"),
        ("wrong-type", "orders/place/0/count"),
        ("your-planet", "orders/invade/1/to"),
    ]
    assert all(one.line and one.column for one in found)


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("answers", {"turn-1/amber/any": {"order": "defend", "dice": 9}}, "turn-1/amber/any"),
        ("standing", [{"standing": "defend", "dice": 1, "in": ["nowhere"]}, {"no": 1}], "1"),
        ("hold", ["fortify", "nothing"], "1"),
    ],
)
def test_nor_do_answers_standing_orders_and_holds(name: str, value: Any, path: str) -> None:
    found = codes(judged({"invade": [invade("aldine", "beryl")]}, **{name: value}))
    assert any(place.startswith(f"{name}/{path}") for _, place in found)
    assert ("your-planet", "orders/invade/0/to") in found


def test_a_header_that_is_not_understood_is_told_alone() -> None:
    rules = opened(planets(START_AT))
    saved = saved_match(first_save(rules), rules, ZERO, START, n=0)
    header = {**header_for(saved, "amber"), "n": "one"}
    raw = json.dumps({**header, "orders": {"invade": [invade("aldine", "beryl")]}}).encode()
    assert codes(told(rules, saved, raw)) == [("wrong-type", "n")]
    raw = json.dumps({**header, "orders": []}).encode()
    assert {place for _, place in codes(told(rules, saved, raw))} == {"n", "orders"}


def test_what_hangs_on_a_refused_order_is_one_line() -> None:
    """Too many troops: so none stand there to attack, and some are left over."""
    found = judged(
        {
            "place": [place(4, "umber")],
            "invade": [invade("umber", "vesper"), invade("aldine", "beryl")],
        }
    )
    assert codes(found) == [
        ("too-many-troops", "orders/place/0/count"),
        ("your-planet", "orders/invade/1/to"),
        ("hangs-on-refused", "orders/invade/0"),
    ]
    assert [one.problem.warning for one in found] == [False, False, True]
    assert "it depends on orders.place[0]" in found[-1].problem.message


def test_what_hangs_on_an_order_that_is_not_understood_is_one_line() -> None:
    found = judged(
        {
            "place": [{"order": "place", "in": "umber"}],
            "invade": [invade("umber", "vesper"), invade("umber", "crown")],
        }
    )
    assert codes(found) == [
        ("missing-field", "orders/place/0"),
        ("not-adjacent", "orders/invade/1/to"),
        ("hangs-on-refused", "orders/invade/0"),
    ]


def test_troops_of_a_refused_set_are_not_missed() -> None:
    found = judged(
        {
            "trade": [{"order": "trade", "cards": ["f1", "b1", "c1"]}],
            "place": [place(8, "crown")],
        }
    )
    assert [code for code, _ in codes(found)] == [
        *["card-not-in-hand"] * 3, "hangs-on-refused",
    ]  # fmt: skip
