"""What an area picture calls things, if a game does not call them otherwise (`terms`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["TERMS", "headed", "letters_of", "plain", "word"]

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "first": "first movement",
        "second": "second movement",
        "retreat": "retreat",
        "airlift": "airlift",
        "riders": "with riders",
        "won": "battle won",
        "held": "area held",
        "air-only": "won from the air",
        "called-off": "not fought",
        "goes-on": "battle goes on",
        "losses": "losses",
        "declared": "declared",
        "shot-hit": "shot hits",
        "shot-missed": "shot misses",
        "taken": "newly taken",
        "set-up": "set-up here",
        "supply": "way of supply",
        "nobody": "held by nobody",
        "region-border": "region border",
        "no-passage": "no passage",
        "river": "river",
        "lake": "lake",
        "city": "city",
        "control": "control",
        "regions": "regions",
        "units": "units",
        "board": "board",
        "this-turn": "this turn",
        "reserves": "reserves",
        "lost": "lost",
        "in-orders": "in orders",
        "controlled-by": "controlled by",
        "since-this-turn": "since this turn",
        "sets-up": "sets up units here now",
        "declared-by": "declared by",
        "against": "against",
        "and": "and",
        "flight": "flight",
        "none": "none",
        "part": "part",
        "of-parts": "of",
    }
)
"""By what a game may call them: movements, outcomes, marks of the legend, headings, titles.

Besides these, `terms` may name the kinds and marks of units that the picture shows, the traits of
its map and its kinds of borders.
"""


def plain(kind: str) -> str:
    """Returns a kind or a mark as players read it."""
    return kind.replace("-", " ")


def word(terms: Mapping[str, str], key: str) -> str:
    """Returns what something is called."""
    return terms.get(key) or TERMS.get(key) or plain(key)


def headed(terms: Mapping[str, str], key: str) -> str:
    """Returns what something is called, with a capital."""
    found = word(terms, key)
    return f"{found[:1].upper()}{found[1:]}"


def letters_of(kinds: Mapping[str, str]) -> dict[str, str]:
    """Returns two letters for each kind, by what it is called; they differ where they can.

    >>> letters_of({"legion": "legion", "siege": "siege engine", "levy": "levy"})
    {'legion': 'Le', 'siege': 'SE', 'levy': 'Lv'}
    """
    found: dict[str, str] = {}
    for kind, name in kinds.items():
        first, *others = name.split() or [kind]
        initials = [(first[0] + others[0][0]).upper()] if others else []
        pairs = [first[0].upper() + letter.lower() for letter in first[1:]]
        choices = [*initials, *pairs, first[0].upper()]
        free = (choice for choice in choices if choice not in found.values())
        found[kind] = next(free, choices[0])
    return found
