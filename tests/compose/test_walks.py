"""Random clicks: every sheet that the pen calls ready is good for the rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

import adjudicator
from adjudicator.audit.automatic import header_for
from adjudicator.compose.pen import choices_of
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.sheets import check_sheet, read_order_sheet
from tests.compose.recorded import Position, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES = {
    "nine-fields-match": (40, 7),
    "galactic-conquest-match": (28, 7),
    "stratix-match": (32, 7),
    "fortress-america-1986-match": (6, 12),
    "fortress-america-2012-match": (5, 12),
    "invasion-america-match": (3, 20),
}
"""By match how many sheets are filled (300 exhaustively), below how many orders a topic takes."""


@pytest.mark.parametrize("match", MATCHES)
def test_what_is_ready_is_good(match: str, reasoning: Page, request: pytest.FixtureRequest) -> None:
    """Two of three sheets are filled from nothing, the third goes on from one that was sent."""
    count, most = MATCHES[match]
    is_exhaustive = bool(request.config.getoption("--exhaustive"))
    if is_exhaustive:
        count = 300
    found = positions(match)
    sizes, refused, used = list[int](), list[str](), Counter[str]()
    for seed in range(count):
        # Every position comes in its turn; a step beside the order of play mixes seats and turns.
        position = found[seed * 7 % len(found)]
        game = position.rules.game.name
        begun = position.sheet["orders"] if position.sheet and seed % 3 == 2 else None
        walked = reasoning.evaluate(
            "([c, g, s, m, b]) => walk(c, g, s, m, b)",
            [position.choices, game, seed, most, begun],
        )
        used.update(walked["used"])
        if walked["ready"]:
            sizes.append(sum(map(len, walked["orders"].values())))
            refused += [f"seed {seed}: {one}" for one in problems(position, walked["orders"])]
    sent = [sum(map(len, one.sheet["orders"].values())) for one in found if one.sheet]
    print(f"\n{match}: {len(sizes)} of {count} ready, {len(refused)} refused, orders in the median "
          f"{median(sizes)} (sent: {median(sent)}); {dict(sorted(used.items()))}")  # fmt: skip
    assert refused == []
    assert len(sizes) >= count * 2 // 3
    assert median(sizes) >= median(sent) / 2, Counter(sizes)


@pytest.mark.parametrize(
    "scenario",
    [
        "three-pronged-invasion",
        pytest.param("scenario-five", marks=pytest.mark.exhaustive),
        pytest.param("partisan-revolt", marks=pytest.mark.exhaustive),
    ],
)
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
                "([c, s, o]) => walk(c, 'invasion-america', s, 40, o, 600)",
                [choices, seed, drafted],
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
