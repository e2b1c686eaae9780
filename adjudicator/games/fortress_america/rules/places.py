"""The words for spaces in standing orders: an area, or what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from adjudicator.core.english import either
from adjudicator.core.problem import Path, Problem
from adjudicator.games.fortress_america.ruleset import Ruleset

__all__ = ["check_place", "fits", "fits_any", "rank_of"]


def fits(book: Ruleset, word: str, area: str) -> bool:
    """Says whether a word stands for a space.

    A word is the space itself, its region, what is printed in it, `resource` for any resource,
    or `zone` for any invasion zone.
    """
    facts = book.map.areas[area]
    return (
        word in (area, facts.region)
        or word in facts.traits
        or (word == "zone" and facts.kind == "zone")
        or (word == "resource" and any(one in book.edition.resources for one in facts.traits))
    )


def fits_any(book: Ruleset, words: Iterable[str], area: str) -> bool:
    """Says whether one of the words stands for a space."""
    return any(fits(book, word, area) for word in words)


def rank_of(book: Ruleset, words: Sequence[str], area: str) -> int:
    """Returns the place of the first word that stands for a space; behind all if none does."""
    return next((i for i, word in enumerate(words) if fits(book, word, area)), len(words))


def check_place(book: Ruleset, word: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if a word stands for no space."""
    if any(fits(book, word, area) for area in book.map.areas):
        return
    kinds = _kinds(book)
    near = get_close_matches(word, [*book.map.areas, *kinds])
    yield Problem(
        "unknown-place",
        f'no space is called "{word}", and none is of that kind',
        path,
        book.cite("map"),
        hint=f"{f'Did you mean {either(near)}? ' if near else ''}Kinds: {', '.join(kinds)}.",
    )


def _kinds(book: Ruleset) -> tuple[str, ...]:
    traits = {trait for facts in book.map.areas.values() for trait in facts.traits}
    return (*sorted(traits), "resource", "zone", *book.map.regions)
