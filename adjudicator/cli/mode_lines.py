"""What a match's way to make dice proves, and what it leaves possible, for `new` and `status`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from adjudicator.core.log import Mode
from adjudicator.core.mode_words import ADVICE, leaves, proves

__all__ = ["mode_lines"]

_WIDTH = 80


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
