"""What the pen offers in Invasion: America is what its rules allow: ships, rail, moves, attacks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.core.sheet import tag_of, topics_of
from adjudicator.games.invasion_america import InvasionAmericaRules
from tests.compose.allowed import question_of
from tests.compose.recorded import Position, positions
from tests.compose.test_offers import earlier

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCH = "invasion-america-match"
TRIED = (1, 3, 12, 23)
"""Which positions are tried: two with many ships, two of the U.S., one by rail, one without attacks
before mechanised movement."""
REACH = 7
"""Places so far away are tried, further ones now and then."""


def test_offers_are_what_the_rules_allow(reasoning: Page, request: pytest.FixtureRequest) -> None:
    found = positions(MATCH)
    is_exhaustive = request.config.getoption("--exhaustive")
    tried, offered = Counter[str](), Counter[str]()
    wrong = []
    for position in found if is_exhaustive else [found[index] for index in TRIED]:
        for topic in [one["topic"] for one in position.choices["topics"]]:
            for order, is_offered, is_allowed in compared(position, topic, reasoning):
                tried[topic] += 1
                offered[topic] += is_offered
                if is_offered != is_allowed:
                    wrong.append((position.saved.n, topic, order, is_offered))
    assert wrong == []
    for topic in ("naval", "replacements", "rail", "movement", "combat", "mechanised"):
        assert 20 <= offered[topic] < tried[topic], topic


@pytest.mark.parametrize("fault", ["zones", "points", "sea"])
def test_a_planted_fault_is_found(fault: str, reasoning: Page) -> None:
    """No zones of control, a movement point too many, a hex of land where ships come."""
    position = positions(MATCH)[5]
    choices = json.loads(json.dumps(position.choices))
    match fault:
        case "zones":
            choices["sets"]["zones"] = []
        case "points":
            for facts in choices["facts"]["units"].values():
                facts[1] += 1
        case "sea":
            choices["sets"]["sea-1"].append("s3423")
    faulty = position._replace(choices=choices)
    assert any(
        is_offered != is_allowed
        for topic in ("naval", "movement")
        for _, is_offered, is_allowed in compared(faulty, topic, reasoning, "s3423")
    )


def compared(
    position: Position, topic: str, reasoning: Page, *more: str
) -> Iterator[tuple[dict[str, Any], bool, bool]]:
    """Yields orders of a topic, each with whether the pen offers it as the first one, and whether
    the rules take it; none where dice come before the topic."""
    sent = earlier(position, topic)
    models = {tag_of(one): one for one in topics_of(position.rules.game)[topic]}
    asked = {tag: question_of(position, topic, sent, model) for tag, model in models.items()}
    if not any(asked.values()):
        return
    assert isinstance(position.rules, InvasionAmericaRules)
    near = _near(position.rules, position, more)
    for order, is_offered in reasoning.evaluate(
        "([c, g, o, t, n]) => offers(c, g, o, t, 1, n)",
        [position.choices, position.rules.game.name, sent, topic, near],
    ):
        question = asked[order["order"]]
        if question is not None:
            read = models[order["order"]].model_validate_json(json.dumps(order))
            yield order, is_offered, all(problem.warning for problem in question.check(read))


def _near(
    rules: InvasionAmericaRules, position: Position, more: tuple[str, ...]
) -> dict[str, list[str]]:
    """Returns by place the hexes around it, and some far ones."""
    grid = rules.book.charts.grid
    places = [*position.choices["stock"], *position.choices["facts"].get("foes", {})]
    found = {}
    for place in places[::2]:
        if (hex_ := rules.book.hexes.get(place)) is not None:
            around = grid.within(hex_, REACH)[::2]
            far = range(position.saved.n, grid.size, 397)
            hexes = dict.fromkeys((*grid.neighbours[hex_], *around, *far))
            found[place] = [*map(grid.number_of, hexes), *more]
    return found
