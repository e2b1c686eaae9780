"""A page has up to seven pictures, which take most of the time of a whole match.

Tests of matches that look at no page draw the usual map alone, which every view has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.core.game import Event, Rules
from adjudicator.core.report import Style
from adjudicator.matches import fallbacks, opening_report
from adjudicator.matches.fallbacks import OnFault

__all__ = ["draw_usual_maps"]


def draw_usual_maps(
    patch: pytest.MonkeyPatch, *, but_in: Callable[[int], bool] = lambda n: False
) -> None:
    """Has a plain sheet stand for every picture of a page but the usual map.

    Args:
        but_in: says of which openings all pictures are drawn.
    """
    drawn = fallbacks.picture_or_plain

    def usual(
        rules: Rules[Any], view: Any, events: tuple[Event, ...], *, n: int, on_fault: OnFault,
        style: Style,
    ) -> str:  # fmt: skip
        is_usual = style.layout == "board" and not style.beside
        if is_usual or but_in(n):
            return drawn(rules, view, events, n=n, on_fault=on_fault, style=style)
        return fallbacks._plain_picture(rules, n, style)

    patch.setattr(opening_report, "picture_or_plain", usual)
