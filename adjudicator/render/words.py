"""What pictures letter of their own, if a game does not call it otherwise (`terms`).

By geometry, what a game may call otherwise: headings, entries of the legend, captions of panels. In
some stands `#` for a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["HEXES", "SQUARES", "STARS", "called"]

HEXES: Mapping[str, str] = MappingProxyType(
    {
        # -- ground and hexsides
        "clear": "Clear", "forest": "Forest", "wilderness": "Wilderness", "broken": "Broken",
        "rough": "Rough", "tundra": "Tundra", "urban": "Urban (3)",
        "supply": "Supply (5)", "lake": "Lake", "port": "Port",
        "landing": "Amphibious hex: cost, multiple", "resource": "Resource (5)",
        "river": "River", "great-river": "Great river", "lake-side": "Lake or sea hexside",
        "border": "Border", "rail-net": "Rail net boundary", "weather-line": "Weather line",
        "blocked": "Blocked hexside",
        # -- units
        "out-of-supply": "Out of supply", "new": "Replacement",
        "untried": "Untried: about 6, moves 8; tried: 6-8", "partisan": "partisan",
        # -- what happened
        "supply-line": "Line of supply", "land": "Move", "rail": "By rail", "sea": "By sea",
        "air": "By air", "retreat": "Retreat", "advance": "Advance",
        "attack": "Attack: its number in the list",
        # -- the head
        "points": "Victory points", "points-of": "# victory points", "enough": "Enough: #",
        "to": "to", "turns": "Game-turns", "part": "The part of the map that is shown",
    }
)  # fmt: skip
SQUARES: Mapping[str, str] = MappingProxyType(
    {
        # -- ground
        "battle": "Battle zone", "recon": "Recon space", "dmz": "DMZ line",
        "staging": "Staging area", "bridge": "Bridge", "water": "Water",
        "safe": "Safe from strikes", "due": "Must leave this turn", "cease-fire": "Cease-fire",
        # -- what happened
        "ground": "Move", "flight": "Flight", "card": "Moved by a card",
        "stood": "Where it stood", "recovered": "Recovered", "strike": "Strike", "blast": "Blast",
        "lost": "Lost",
        # -- panels
        "nobody": "No army is at home here.", "open": "All but its red squares",
        "open-to-all": "is open to all.", "out": "out", "to-move": "to move",
        "captured": "# captured", "removed": "# removed when it was out",
        "no-cards": "no kept cards", "one-card": "1 kept card", "cards": "# kept cards",
        "home": "Home zone", "own-pieces": "own pieces",
        "other-pieces": "others\N{RIGHT SINGLE QUOTATION MARK} pieces",
    }
)  # fmt: skip
STARS: Mapping[str, str] = MappingProxyType(
    {
        # -- lanes and regions
        "border": "Border", "border-front": "Border, front", "hyperlane": "Hyperlane",
        "hyperlane-front": "Hyperlane, front", "region-held": "Region held whole",
        # -- what happened
        "attack-captured": "Attack: captured", "attack-held": "Attack: held",
        "losses": "Losses: attacker, defender", "taken": "Newly captured",
        "placed": "Troops placed", "fortification": "Fortification",
        # -- panels
        "planets-held": "Planets held", "no-region": "no region", "fallen": "fallen",
        "to-play": "to play", "to-place": "# to place", "planet": "planet", "planets": "planets",
        "troop": "troop", "troops": "troops", "next-count": "next count", "no-cards": "no cards",
        "one-card": "1 card", "cards": "# cards",
    }
)  # fmt: skip


def called(
    terms: Mapping[str, str], usual: Mapping[str, str], key: str, number: int | None = None
) -> str:
    """Returns what something is called.

    Args:
        terms: what the game calls it.
        usual: what it is called otherwise.
        number: what stands for `#`.
    """
    text = terms.get(key) or usual[key]
    return text if number is None else text.replace("#", str(number))
