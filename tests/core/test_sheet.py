"""Order sheets as documents: what is understood, and every problem of what is not.

A sheet in a log was judged by nobody else: this reader alone keeps the full audit from falling over
what a referee may have written there.
"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.problem import Path
from adjudicator.core.sheet import AskAgain, read_sheet, sheet_schema_id
from tests.core.toy import TOY, Bid, Lose, LoseFirst

HEADER: dict[str, Any] = {
    "t": "orders", "game": "ab" * 32, "n": 1, "head": "cd" * 32, "player": "blue", "pledge": None,
    "orders": {},
}  # fmt: skip


def test_a_whole_sheet() -> None:
    document = HEADER | {
        "$schema": sheet_schema_id(TOY),
        "orders": {"bids": [{"order": "bid", "gold": 2}], "march": []},
        "answers": {"turn-1/loss": {"order": "lose", "unit": "soldier"}},
        "standing": [
            {"standing": "losses", "first": ["champion"]},
            {"standing": "ask", "topics": ["march"]},
        ],
        "hold": ["march"],
    }
    sheet, problems = read_sheet(TOY, document)
    assert sheet is not None
    assert not problems
    assert sheet.document is document
    assert (sheet.n, sheet.seat, sheet.hold) == (1, "blue", ("march",))
    assert sheet.orders == {"bids": (Bid(order="bid", gold=2),), "march": ()}
    assert sheet.answers == {"turn-1/loss": Lose(order="lose", unit="soldier")}
    assert sheet.standing == (
        LoseFirst(standing="losses", first=("champion",)),
        AskAgain(standing="ask", topics=("march",)),
    )


def test_what_is_absent_is_not_empty() -> None:
    sheet, _ = read_sheet(TOY, HEADER)
    assert sheet is not None
    assert (sheet.orders, sheet.answers, sheet.standing, sheet.hold) == ({}, {}, None, None)
    replaced, _ = read_sheet(TOY, HEADER | {"standing": [], "hold": []})
    assert replaced is not None
    assert (replaced.standing, replaced.hold) == ((), ())


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"n": "1"}, "not-understood", ("n",)),
        ({"orders": []}, "not-understood", ("orders",)),
        ({"$schema": "urn:other"}, "other-schema", ("$schema",)),
        ({"orders": {"sing": []}}, "unknown-topic", ("orders", "sing")),
        ({"orders": {"bids": [{}]}}, "unknown-order", ("orders", "bids", 0)),
        ({"orders": {"bids": [{"order": 1}]}}, "unknown-order", ("orders", "bids", 0, "order")),
        (
            {"orders": {"bids": [{"order": "lose", "unit": "soldier"}]}},
            "unknown-order",
            ("orders", "bids", 0, "order"),
        ),
        (
            {"orders": {"bids": [{"order": "bid", "gold": -1}]}},
            "not-understood",
            ("orders", "bids", 0, "gold"),
        ),
        ({"answers": {"a/b": {"order": "x"}}}, "unknown-order", ("answers", "a/b", "order")),
        ({"standing": [{"standing": "x"}]}, "unknown-standing", ("standing", 0, "standing")),
    ],
)
def test_a_sheet_that_is_not_understood(change: dict[str, Any], code: str, path: Path) -> None:
    sheet, problems = read_sheet(TOY, HEADER | change)
    assert sheet is None
    assert [(p.code, p.path, p.kind) for p in problems] == [(code, path, "invalid")]


def test_all_problems_are_told_at_once() -> None:
    change = {"orders": {"sing": [], "bids": [{}, {}]}, "standing": [{}], "answers": {"a": {}}}
    _, problems = read_sheet(TOY, HEADER | change)
    assert [problem.code for problem in problems] == [
        "unknown-topic", "unknown-order", "unknown-order", "unknown-order", "unknown-standing",
    ]  # fmt: skip
