"""What `check` says of a good sheet: the mails it may still cost, and what the dice may bring."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.cli.shell import Viewed
from adjudicator.core.game import Paragraph
from adjudicator.core.values import JSONValue
from adjudicator.files.match import Match
from adjudicator.files.sheets import CheckedSheet

__all__ = ["by_form_lines", "mail_lines", "mails_as_json", "outlook_of"]

_WHY = {
    "hold": "held by its sheet",
    "option": "asked every time by an option of this match",
    "standing": 'asked every time by its standing order "ask"',
    "no-default": "a question without a default, if the sheet does not answer it",
}


def outlook_of(checked: CheckedSheet, subject: Match | Viewed) -> Sequence[Paragraph]:
    """Returns what the game says of the part of the player-turn behind the first dice."""
    dry, seat = checked.dry, checked.sheet.seat
    if dry is None or not checked.is_acceptable:
        return ()
    return tuple(
        paragraph
        for state in dry.stops
        for paragraph in subject.rules.outlook(
            subject.rules.view(state, seat), seat, dry.intentions
        )
    )


def by_form_lines(subject: Match | Viewed) -> list[str]:
    """Returns why the rules were not run on a sheet that is good as far as it can be judged."""
    if isinstance(subject, Viewed):
        return [
            "    judged by its form alone: the player-turn has begun, and a state.json does",
            "    not hold its sheets; the referee's program will run the rules on it",
        ]
    return [
        "    judged by its form alone: the step goes on in a position of which each seat",
        "    knows a part, and a check must not tell more",
    ]


def mail_lines(checked: CheckedSheet, subject: Match | Viewed) -> list[str]:
    """Returns which decisions of the player-turn could still ask for another mail, of whom."""
    dry = checked.dry
    assert dry is not None
    stops: dict[tuple[str, str], list[str]] = {}
    for stop in dry.mails:
        stops.setdefault((stop.seat, stop.why), []).append(stop.topic)
    # What others hold back or leave standing is not in a state.json, and secret where cards are.
    is_known = not isinstance(subject, Viewed) and not subject.rules.is_hidden
    others = "" if is_known else ", unless another seat wants to be asked"
    if not stops:
        return [f"    mails: this one is enough{others}"]
    lines = ["    mails: this one, and one more for each question that comes up of"]
    for (seat, why), topics in stops.items():
        lines.append(f"        {seat}: {', '.join(topics)} ({_WHY[why]})")
    if others:
        lines.append("        and of other seats that want to be asked")
    return lines


def mails_as_json(checked: CheckedSheet) -> list[JSONValue]:
    """Returns what could still ask for another mail."""
    stops = () if checked.dry is None else checked.dry.mails
    return [{"seat": stop.seat, "topic": stop.topic, "why": stop.why} for stop in stops]
