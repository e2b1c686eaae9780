"""The western invader's first turn in the rulebook: orders, dice and what the USA chose."""

from __future__ import annotations

from tests.games.fortress_america.playing import declare, move

__all__ = ["DECLARED", "DICE", "ORDERS", "USA"]

DECLARED = (
    "western-washington", "portland", "northwest-california", "coastal-california",
    "san-francisco", "eastern-oregon", "northeast-california", "sacramento-valley",
)  # fmt: skip
ORDERS = {
    "declare": declare(*DECLARED),
    "maneuvers": [
        move("bomber", 1, "w5", "san-francisco"),
        move("bomber", 1, "w1", "w2", "portland"),
        move("helicopter", 1, "w2", "portland", "eastern-oregon"),
        move("helicopter", 1, "w3", "northwest-california", "northeast-california"),
        move("helicopter", 1, "w4", "coastal-california", "sacramento-valley"),
        move("mobile-unit", 1, "w1", "w2"),
    ],
    "invasion": [
        move("hovertank", 1, "w1", "western-washington"),
        move("mobile-unit", 1, "w2", "portland"),
        move("infantry", 2, "w2", "portland"),
        move("mobile-unit", 1, "w3", "northwest-california"),
        move("infantry", 2, "w3", "northwest-california"),
        move("hovertank", 1, "w4", "coastal-california"),
        move("infantry", 1, "w4", "coastal-california"),
        move("bomber", 1, "portland", "eastern-oregon", "northeast-california"),
        move("bomber", 1, "san-francisco", "sacramento-valley", "northeast-california"),
    ],
}
PORTLAND = "turn-1/western/battle/portland"
SAN_FRANCISCO = "turn-1/western/battle/san-francisco"
DICE = {
    f"{PORTLAND}/defender/mechanized/hovertank": [7],
    f"{PORTLAND}/defender/foot/infantry": [3],
    f"{PORTLAND}/attacker/air/bomber": [10],
    f"{PORTLAND}/attacker/mechanized/mobile-unit": [1],
    f"{SAN_FRANCISCO}/defender/mechanized/hovertank": [8],
    f"{SAN_FRANCISCO}/defender/mechanized/mobile-unit": [1],
    f"{SAN_FRANCISCO}/attacker/air/bomber": [6],
    f"{SAN_FRANCISCO}/attacker/foot/infantry": [2, 5],
}
USA = {
    f"{PORTLAND}/defender/mechanized/target-1": {
        "order": "target", "unit": "hovertank", "from": "w2",
    },
}  # fmt: skip
