"""What `check`, `template` and `odds` tell of Galactic Conquest, in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.core.english import nth
from adjudicator.narrate.language import Sentence

__all__ = ["SHEET_SENTENCES"]


def _title(own: int, enemies: Sequence[str]) -> str:
    return f"Galactic Conquest: {own} against {', then '.join(enemies)}"


def _held_at(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return f"held at the {words[number - 1] if number <= len(words) else nth(number)} planet"


SHEET_SENTENCES: Final[Mapping[str, Sentence]] = {
    # -- chances
    "percent": "{number} percent",
    "percent-most": "over 99.9 percent",
    "percent-least": "under 0.1 percent",
    "chance": "{percent} ({fraction})",
    "decimal": "{whole}.{tenth}",
    # -- the set-up
    "ahead-set-up": "The set-up",
    "you-place": "You place {troops:and}.",
    # -- invasions
    "ahead-invasions": "Invasions ahead",
    "nth-order": "{number:nth} order",
    "if-captured": "if captured",
    "if-not-captured": "if not captured",
    "invasion": "{target} ({owner}, {there}) from {origin}",
    "invasion-own": "{target} ({owner}, {there}) from {origin} ({here})",
    "yours": "yours",
    "ahead-too-many": (
        "{when:begin}, {way}: too much can happen to follow ({count} positions are followed)."
    ),
    "ahead-impossible": "{when:begin}, {way}: not possible.",
    "ahead": (
        "{when:begin}, {way}: captured {captured}; you lose {own} on average, they lose {enemy}."
    ),
    "ahead-tried": (
        "{when:begin}, {way}: tried {tried}, captured {captured}; you lose {own} on average, they "
        "lose {enemy}."
    ),
    "ahead-left": "Left on both then: {numbers:list}.",
    "ahead-left-one": "{count} ({chance})",
    "ahead-left-average": (
        "Left on both then: {average} on average; in nine cases of ten {least} or more."
    ),
    "ahead-defence": (
        "These are the chances in the present position, if seats defend with 2 troops where they "
        "can."
    ),
    "ahead-eliminates": ("If {seat} loses all its planets, you get its {cards:# card|# cards}."),
    "ahead-eliminates-trade": (
        "If {seat} loses all its planets, you get its {cards:# card|# cards}, and turn in sets at "
        "once; their troops are not counted here."
    ),
    # -- what depends on them
    "ahead-depends": "What depends on them",
    "fortify-ahead": "The move from {origin} to {to}: {reasons}.",
    "fortify-only-if": "only if {place} is yours, {chance}",
    "fortify-at-most": "at most what is on {place} by then, but one",
    "card-ahead": "A card for a captured planet: {chance}.",
    # -- borders
    "weak-borders": "Weak borders",
    "weak-border": "{place} ({here}): {seat} from {origin} ({there}) captures it with {chance}.",
    "weak-more": "Likewise more likely than not: {places:and}.",
    # -- what is due under a topic
    "due-claims": "planets to claim: {planets:list}",
    "due-claim-troops": "{troops} for what you claim and for more there",
    "due-troops": "{troops} to place on {planets:list}",
    "due-troops-of-sets": (
        "{troops} to place on {planets:list}; {count} of them come from the sets that you must "
        "turn in"
    ),
    "due-planet": "{planet} ({troops})",
    "due-sets": "you hold {count} cards and must turn in sets; the best are {sets}",
    "due-sets-troops": "their troops are placed with the others",
    "set-for": "{cards:and} for {troops}",
    # -- why a topic has no place now
    "none-few-cards": "you hold {count:# card|# cards}, and a set has {set}",
    "none-no-set": "{cards:and} hold no set",
    "none-invade": "no planet of yours with 2 troops or more is adjacent to another's",
    "none-fortify": "no planets of yours are connected",
    "none-defend": "only a seat that is attacked is asked that",
    # -- the command `odds`
    "odds-title": _title,
    "odds-one-roll": "Galactic Conquest: one roll",
    "odds-roll": "{dice} v {defence}: attacker loses {lost}, defender {fallen}",
    "odds-rolls": "rolls",
    "odds-sampled": "Sampled, for it is too large to follow: {plays} plays, seed {seed}.",
    "odds-rounded": "Counted in floats, for exact numbers would take too long.",
    "odds-forces": (
        "{own} on the planet that attacks: one stays behind, {fighting} may fight; at most {dice} "
        "dice against {against}."
    ),
    "odds-behind": "After each capture all move in but {count}.",
    "odds-until-own": "Broken off when at most {count} are left on the planet that attacks.",
    "odds-until-chance": "Broken off when the exact chance of going on falls below {chance}.",
    "odds-captured": "captured",
    "odds-all-captured": "all captured",
    "odds-held": "held",
    "odds-held-at": _held_at,
    "odds-attacker": "attacker",
    "odds-defender": "defender",
    "odds-attackers-left": "{ended}: attackers left, with the one behind",
    "odds-defenders-left": "{ended}: defenders left",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
