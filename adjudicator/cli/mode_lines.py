"""What a match's way to make dice proves, and what it leaves possible, for `new` and `status`."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterator, Sequence

from adjudicator.core.english import joined
from adjudicator.core.log import Genesis, Mode, Offer
from adjudicator.core.mode_words import ADVICE, leaves, proves

__all__ = ["dice_lines", "mode_lines", "offered_lines"]

_WIDTH = 80


def offered_lines(offer: Offer) -> Iterator[str]:
    """Yields what an offer says besides, that players want to remember."""
    if said := offer.penalty:
        yield f"  The offer says of a pledge withheld after a lock: {said!r}"
    if plays := offer.plays:
        yield f"  The built-in player plays {joined(plays)}: no sheet is mailed for it."


def dice_lines(genesis: Genesis, chains: Container[str]) -> Iterator[str]:
    """Yields what the dice of a match prove, and what not.

    Args:
        chains: the seats that have chains of their own.
    """
    seats = [join.player for join in genesis.joins]
    without = [seat for seat in seats if seat not in chains]
    return mode_lines(genesis.offer.mode or "referee", without)


def mode_lines(mode: Mode, without: Sequence[str], *, advises: bool = False) -> Iterator[str]:
    """Yields it in lines of a terminal.

    Args:
        without: the seats that have no chain of their own.
        advises: whether something else could still be chosen.
    """
    yield "About the dice:"
    advice = (ADVICE,) if mode == "referee" and without and advises else ()
    for sentence in (proves(mode), *leaves(mode, without), *advice):
        yield from textwrap.wrap(
            sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
        )
