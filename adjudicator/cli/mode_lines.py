"""What a match's way to make dice proves, and what it leaves possible, for `new` and `status`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from adjudicator.api.begun import BegunMatch
from adjudicator.api.dice import ADVICE, about_dice
from adjudicator.api.games import MODES
from adjudicator.api.texts import joined

__all__ = ["dice_lines", "mode_lines", "offered_lines"]

_WIDTH = 80


def offered_lines(match: BegunMatch) -> Iterator[str]:
    """Yields what an offer says besides, that players want to remember."""
    if said := match.penalty:
        yield f"  The offer says of a pledge withheld after a lock: {said!r}"
    if plays := match.plays:
        yield f"  The built-in player plays {joined(plays)}: no sheet is mailed for it."


def dice_lines(match: BegunMatch) -> Iterator[str]:
    """Yields what the dice of a match prove, and what not."""
    return _told(match.about_dice)


def mode_lines(mode: str, without: Sequence[str], *, advises: bool = False) -> Iterator[str]:
    """Yields what a way to make dice proves, in lines of a terminal.

    Args:
        without: the seats that have no chain of their own.
        advises: whether something else could still be chosen.
    """
    advice = (ADVICE,) if mode == "referee" and without and advises else ()
    return _told((*about_dice(MODES[mode], tuple(without)), *advice))


def _told(sentences: Sequence[str]) -> Iterator[str]:
    yield "About the dice:"
    for sentence in sentences:
        yield from textwrap.wrap(
            sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
        )
