"""How messages and reports of every game put words together: counts, lists, capitals."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["amount", "either", "joined", "nth", "possessive", "sentence"]


def sentence(text: str) -> str:
    """Returns the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def joined(words: Sequence[str], none: str = "nothing") -> str:
    """Returns "a, b and c"."""
    return _listed(words, "and", none)


def either(words: Sequence[str], none: str = "nothing") -> str:
    """Returns "a, b or c"."""
    return _listed(words, "or", none)


def _listed(words: Sequence[str], before_last: str, none: str) -> str:
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} {before_last} {words[-1]}"


def amount(count: int, one: str, more: str = "") -> str:
    """Returns "1 city" or "7 cities"."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"


def nth(number: int) -> str:
    """Returns "1st", "2nd", "11th"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def possessive(name: str) -> str:
    """Returns "Amber's", "the rebels'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
