"""What `check` tells of the later player-turns that a sheet is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.cli.shell import Viewed
from adjudicator.core.capabilities import Projects
from adjudicator.core.hearing import heard
from adjudicator.core.later_turns import Foreseen
from adjudicator.core.report import Paragraph
from adjudicator.draw.report import paragraphs_text
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.stand_ins import (
    Meet,
    report_or_plain,
    standings_or_plain,
    told_or_nothing,
)
from adjudicator.files.written.sheets import CheckedSheet

__all__ = ["foreseen_json", "foreseen_text", "said_lines"]


def said_lines(checked: CheckedSheet) -> Iterator[str]:
    """Yields how many orders a sheet gives, for the present player-turn and for later ones."""
    yield f"    orders: {_counted(checked.sheet.orders)}"
    for turn, part in checked.sheet.then.items():
        yield f"    then {turn}: {_counted(part.orders)}"


def _counted(orders: Mapping[str, Sequence[Any]]) -> str:
    given = (f"{topic} {len(listed)}" for topic, listed in orders.items() if listed)
    return ", ".join(given) or "none"


def foreseen_text(checked: CheckedSheet, subject: Match | Viewed, meet: Meet) -> str:
    """Returns what a sheet does in later player-turns, if nothing more happens before each."""
    if checked.dry is None or not checked.is_acceptable:
        return ""
    return "".join(
        _headed(f"{one.turn}, if nothing more happens before it")
        + paragraphs_text(
            (*_told(one, subject, checked, meet), *_outlook(one, subject, checked, meet))
        )
        for one in checked.dry.foreseen
    )


def _headed(heading: str) -> str:
    return f"\n{heading}\n{'=' * len(heading)}\n"


def foreseen_json(
    checked: CheckedSheet, subject: Match | Viewed, meet: Meet
) -> list[dict[str, Any]]:
    """Returns the same for programs."""
    if checked.dry is None or not checked.is_acceptable:
        return []
    return [
        {"turn": one.turn, "outlook": [p.to_json() for p in _outlook(one, subject, checked, meet)]}
        for one in checked.dry.foreseen
    ]


def _told(
    one: Foreseen[Any], subject: Match | Viewed, checked: CheckedSheet, meet: Meet
) -> Iterator[Paragraph]:
    rules, seat, n = subject.rules, checked.sheet.seat, subject.saved.n + 1
    before, reached = rules.view(one.before, seat), rules.view(one.state, seat)
    told = heard(rules, one.events, seat)
    known = standings_or_plain(rules, reached, n=n, meet=meet)
    for paragraph in report_or_plain(rules, before, told, reached, n=n, meet=meet).paragraphs:
        if any(line.text not in known for line in paragraph.lines):
            yield paragraph


def _outlook(
    one: Foreseen[Any], subject: Match | Viewed, checked: CheckedSheet, meet: Meet
) -> tuple[Paragraph, ...]:
    rules, seat = subject.rules, checked.sheet.seat
    if not isinstance(rules, Projects):
        return ()
    return told_or_nothing(
        lambda: (
            paragraph
            for state in one.stops
            for paragraph in rules.outlook(rules.view(state, seat), seat, one.intentions)
        ),
        "outlook",
        n=subject.saved.n + 1,
        meet=meet,
    )
