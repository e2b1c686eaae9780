"""Which languages there are, and in which one somebody's rules speak."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.core.game import Rules
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.language import Language
from adjudicator.narrate.narrator import Narrates, Narrator

__all__ = ["CODES", "in_language", "languages_of", "narrator_of", "shared_language"]

CODES = ("en", "de")
"""The languages in which the sentences that all games share are there; the usual one first."""
_USUAL = Narrator(ENGLISH)


@cache
def shared_language(language: str) -> Language:
    """Returns the shared sentences of a language.

    Raises:
        ValueError: there is no such language.
    """
    if language == ENGLISH.code:
        return ENGLISH
    if language == "de":
        from adjudicator.narrate.german import GERMAN

        return GERMAN
    raise ValueError(f"no language {language!r}; there are {', '.join(CODES)}")


def narrator_of(rules: Rules[Any]) -> Narrator:
    """Returns the narrator of a game; where it has none, one for what all games share."""
    return rules.narrator if isinstance(rules, Narrates) else _USUAL


def languages_of(rules: Rules[Any]) -> tuple[str, ...]:
    """Returns the languages in which a game can be told."""
    return rules.languages() if isinstance(rules, Narrates) else (ENGLISH.code,)


def in_language(rules: Rules[Any], language: str) -> Rules[Any]:
    """Returns rules that tell and draw in a language; nothing else of them is other.

    Raises:
        ValueError: the game does not speak it.
    """
    if language not in (codes := languages_of(rules)):
        told = f"{rules.game.title} is told in {', '.join(codes)}"
        raise ValueError(f"no language {language!r}: {told}")
    if not isinstance(rules, Narrates) or language == rules.narrator.language.code:
        return rules
    return rules.in_language(language)
