"""What no die can change about an order, asked of the rules directly."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.sheet import tag_of
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america.orders import TOPICS
from tests.games.fortress_america.playing import attack, move, opened, place, start

MODELS = {tag_of(model): model for models in TOPICS.values() for model in models}


def shape(side: str, topic: str, order: dict[str, Any]) -> list[tuple[str, tuple[Any, ...]]]:
    rules = opened(start("w1 western infantry 1; chicago usa infantry 1", side=side))
    read = MODELS[order["order"]].model_validate_json(canonical(order))
    return [(p.code, p.path) for p in rules.check_static(rules.start, topic, read, seat=side)]


@pytest.mark.parametrize(
    ("side", "topic", "order", "expected"),
    [
        ("western", "reinforcements", place("infantry", 1, "nowhere"),
         [("unknown-area", ("in",))]),
        ("western", "reinforcements", place("infantry", 1, "portland"),
         [("not-own-zone", ("in",))]),
        ("western", "setup", place("infantry", 1, "portland"), [("not-own-zone", ("in",))]),
        ("western", "setup", place("partisan", 1, "e1"), [("foreign-unit", ("unit",))]),
        ("usa", "setup", place("partisan", 1, "iowa"),
         [("not-in-setup", ("unit",)), ("not-a-city", ("in",))]),
        ("usa", "reinforcements", place("infantry", 1, "denver"), [("no-units-here", ("order",))]),
        ("western", "reinforcements", {"order": "laser", "in": "denver"},
         [("no-lasers-here", ("order",))]),
        ("usa", "reinforcements", {"order": "laser", "in": "nowhere"},
         [("unknown-area", ("in",))]),
        ("usa", "reinforcements", {"order": "laser", "in": "iowa"}, [("not-a-city", ("in",))]),
        ("usa", "cards", {"order": "card", "card": "p86-99",
                          "place": [{"unit": "infantry", "count": 1, "in": "nowhere"}]},
         [("unknown-card", ("card",)), ("unknown-area", ("place", 0, "in"))]),
        ("usa", "cards", {"order": "card", "card": "nothing-like-it"},
         [("unknown-card", ("card",))]),
        ("western", "declare", {"order": "declare", "area": "w3"},
         [("zone-declared", ("area",))]),
        ("usa", "declare", {"order": "declare", "area": "w3"}, []),
        ("western", "invasion", move("infantry", 1, "w1", "nowhere", "w2"),
         [("unknown-area", ("path", 1))]),
        ("western", "invasion", move("bomber", 1, "w1", "w2", "w1", "w2", "w1", "w2"),
         [("too-far", ("path",))]),
        ("western", "invasion", {**move("mobile-unit", 1, "w1", "w2"), "with": "infantry"},
         [("no-transport", ("with",))]),
        ("western", "attacks", attack("nowhere", w1={"infantry": 1}),
         [("unknown-area", ("area",))]),
        ("western", "attacks", attack("portland", nowhere={"infantry": 1}, w2={"partisan": 1}),
         [("unknown-area", ("with", "nowhere")),
          ("foreign-unit", ("with", "w2", "partisan"))]),
        ("usa", "lasers", {"order": "fire", "at": "nowhere", "unit": "partisan"},
         [("unknown-area", ("at",)), ("foreign-unit", ("unit",))]),
        ("western", "targets", {"order": "target", "unit": "infantry", "from": "nowhere"},
         [("unknown-area", ("from",))]),
        ("western", "targets", {"order": "target", "unit": "infantry"}, []),
        ("western", "disengage", {"order": "disengage", "unit": "infantry", "from": "w1"}, []),
        ("western", "retreat", {"order": "retreat", "unit": "infantry", "to": "nowhere"},
         [("unknown-area", ("to",))]),
        ("western", "retreat", {"order": "retreat", "unit": "infantry"}, []),
    ],
)  # fmt: skip
def test_shapes(side: str, topic: str, order: dict[str, Any], expected: list[Any]) -> None:
    assert shape(side, topic, order) == expected
