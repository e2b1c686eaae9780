"""Random clicks: every sheet that the pen calls ready is good for the rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

import adjudicator
from adjudicator.compose.pen import choices_of
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.sheets import check_sheet, header_for, read_order_sheet
from tests.compose.recorded import Position, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

COUNTS = {"invasion-america-match": 48}
"""Of games whose walks take long, how many are walked as a rule."""
MATCHES = ("nine-fields-match", "galactic-conquest-match", "invasion-america-match")


@pytest.mark.parametrize("match", MATCHES)
def test_what_is_ready_is_good(match: str, reasoning: Page, request: pytest.FixtureRequest) -> None:
    count = 2000 if request.config.getoption("--exhaustive") else COUNTS.get(match, 200)
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


@pytest.mark.parametrize("scenario", ["three-pronged-invasion", "scenario-five", "partisan-revolt"])
def test_a_set_up_is_changed_and_good(scenario: str, reasoning: Page, tmp_path: Path) -> None:
    """From the draft, some units are taken up and set up again elsewhere."""
    adjudicator.new_match(tmp_path / "match", "invasion-america", f"{scenario}-set-up")
    ready = 0
    with adjudicator.open_match(tmp_path / "match", read_only=True) as match:
        seat = next(one.seat for one in match.saved.pending if one.seat)
        choices = choices_of(match.rules, match.saved, seat)
        position = Position(match.rules, match.saved, seat, choices, None)
        drafted = {one["topic"]: one.get("draft", []) for one in choices["topics"]}
        assert problems(position, drafted) == []
        assert reasoning.evaluate(
            "([c, o]) => misread(c, 'invasion-america', o)", [choices, drafted]
        ) == []  # fmt: skip
        for seed in range(6):
            walked = reasoning.evaluate(
                "([c, s, o]) => walk(c, 'invasion-america', s, o)", [choices, seed, drafted]
            )
            assert walked["orders"] != drafted
            if walked["ready"]:
                ready += 1
                assert problems(position, walked["orders"]) == [], seed
    assert ready >= 2


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
