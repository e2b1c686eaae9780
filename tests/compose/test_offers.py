"""What the pen offers first in a topic is what the rules allow, no more and no less."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.core.sheet import tag_of, topics_of
from tests.compose.allowed import question_of
from tests.compose.recorded import Position, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES = {
    "nine-fields-match": (1, 1),
    "galactic-conquest-match": (2, 1),
    "fortress-america-1986-match": (5, 97),
    "fortress-america-2012-match": (5, 97),
}
"""By match: every how manieth position is tried, and every how manieth order not offered."""


@pytest.mark.parametrize("match", MATCHES)
def test_offers_are_what_the_rules_allow(
    match: str, reasoning: Page, request: pytest.FixtureRequest
) -> None:
    of_positions, of_orders = MATCHES[match]
    if request.config.getoption("--exhaustive"):
        of_positions = 1
    tried = offered = 0
    for position in positions(match)[::of_positions]:
        for topic in [one["topic"] for one in position.choices["topics"]]:
            for order, is_offered, is_allowed in compared(
                position, topic, position.choices, reasoning, of_orders
            ):
                tried += 1
                offered += is_offered
                assert is_offered == is_allowed, (position.saved.n, position.seat, topic, order)
    assert tried > 1000
    assert offered > 100


@pytest.mark.parametrize("fault", ["links", "sets", "stock"])
def test_a_planted_fault_is_found(fault: str, reasoning: Page) -> None:
    """A lane too many, a planet that is not one's own, a troop that is not there."""
    position = next(one for one in positions("galactic-conquest-match") if one.saved.n == 3)
    choices = json.loads(json.dumps(position.choices))
    match fault:
        case "links":
            strong = next(at for at, held in choices["stock"].items() if held.get("troop", 0) > 1)
            beside = {at for lane in choices["links"]["lanes"] if strong in lane for at in lane}
            far = next(at for at in choices["sets"]["foreign"] if at not in beside)
            choices["links"]["lanes"].append([strong, far])
        case "sets":
            choices["sets"]["own"].append(choices["sets"]["foreign"][0])
        case "stock":
            single = next(at for at, held in choices["stock"].items() if held == {"troop": 1})
            choices["stock"][single]["troop"] = 2
    assert any(
        is_offered != is_allowed
        for topic in [one["topic"] for one in choices["topics"]]
        for _, is_offered, is_allowed in compared(position, topic, choices, reasoning)
    )


def test_helicopters_in_cities_are_found(reasoning: Page) -> None:
    """The rules let them land in declared empty land, but in no city."""
    for position in positions("fortress-america-1986-match"):
        choices = json.loads(json.dumps(position.choices))
        declared = {one["area"] for one in earlier(position, "maneuvers").get("declare", ())}
        empty = (declared & set(choices["sets"]["city"])) - set(choices.get("foes", ()))
        if not empty:
            continue
        choices["sets"]["city"] = []
        if any(x and not y for _, x, y in compared(position, "maneuvers", choices, reasoning, 997)):
            return
    raise AssertionError("the fault was not found")


def compared(
    position: Position, topic: str, choices: dict[str, Any], reasoning: Page, step: int = 1
) -> Iterator[tuple[dict[str, Any], bool, bool]]:
    """Yields orders of a topic, each with whether the pen offers it as the first one, and whether
    the rules take it; none where dice come before the topic.

    Args:
        step: of orders that are not offered, every how manieth is yielded.
    """
    question = question_of(position, topic, earlier(position, topic))
    if question is None:
        return
    game = position.rules.game.name
    models = {tag_of(one): one for one in topics_of(position.rules.game)[topic]}
    orders = earlier(position, topic)
    offers = reasoning.evaluate(
        "([c, g, o, t, s]) => offers(c, g, o, t, s)", [choices, game, orders, topic, step]
    )
    for order, is_offered in offers:
        read = models[order["order"]].model_validate_json(json.dumps(order))
        if isinstance(read, question.expects):
            yield order, is_offered, all(problem.warning for problem in question.check(read))


def earlier(position: Position, topic: str) -> dict[str, Any]:
    """The orders of earlier topics, as they were sent."""
    names = [one["topic"] for one in position.choices["topics"]]
    if topic not in names:
        return {}
    sent = (position.sheet or {"orders": {}})["orders"]
    return {name: sent.get(name, []) for name in names[: names.index(topic)]}
