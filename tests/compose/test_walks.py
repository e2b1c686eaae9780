"""Random clicks: every sheet that the pen calls ready is good for the rules."""

from __future__ import annotations

import json
from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

import pytest

from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.sheets import check_sheet, header_for, read_order_sheet
from tests.compose.recorded import Position, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES = ("nine-fields-match", "galactic-conquest-match", "invasion-america-match")


@pytest.mark.parametrize("match", MATCHES)
def test_what_is_ready_is_good(match: str, reasoning: Page, request: pytest.FixtureRequest) -> None:
    count = 2000 if request.config.getoption("--exhaustive") else 200
    found = positions(match)
    ready, sizes, refused = 0, list[int](), list[str]()
    for seed in range(count):
        position = found[seed % len(found)]
        game = position.rules.game.name
        walked = reasoning.evaluate("([c, g, s]) => walk(c, g, s)", [position.choices, game, seed])
        if walked["ready"]:
            ready += 1
            sizes.append(sum(map(len, walked["orders"].values())))
            refused += [f"seed {seed}: {one}" for one in problems(position, walked["orders"])]
    assert refused == []
    assert ready >= count * 3 // 4
    sent = [sum(map(len, one.sheet["orders"].values())) for one in found if one.sheet]
    assert median(sizes) >= median(sent) / 2, Counter(sizes)


def problems(position: Position, orders: object) -> list[str]:
    """What `check` says against a sheet."""
    header = header_for(position.saved, position.seat)
    raw = json.dumps({**header, "blind": "0" * 64, "orders": orders}).encode()
    try:
        document, sheet = read_order_sheet(position.rules.game, raw, "sheet")
        checked = check_sheet(position.rules, position.saved, document, sheet)
    except RefusedFile as error:
        return [one.problem.message for one in error.located]
    return [one.problem.message for one in checked.located if not one.problem.warning]
