"""Examples of orders that `template` shows in a turn."""

from __future__ import annotations

from adjudicator.core.examples import example_orders
from tests.games.galactic_conquest.playing import opened, planets


def test_examples_of_a_turn_come_to_an_end() -> None:
    """Every step takes one order to invade, and one that stops at once changes nothing: of the
    topic one example is enough. (Step 4)"""
    rules = opened(
        planets("aldine amber 27; coldharbor amber 3; beryl azure 27; driftgate azure 3")
    )
    found = example_orders(rules, rules.start, "amber")
    assert [len(found[topic]) for topic in ("trade", "invade")] == [0, 1]
    assert found["place"]
