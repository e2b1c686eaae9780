"""What stands in for a picture or a report that the program fails to make: the match goes on.

The rules decide a match; pictures and reports only tell of it. A fault in them is a notice with its
trace kept: never a refusal, and nothing in log or save depends on it.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.game import Event, Rules, event_name
from adjudicator.core.problem import Refused, TryAgain
from adjudicator.core.report import USUAL_STYLE, Line, Report, Style

__all__ = [
    "Fault",
    "OnFault",
    "fault_of",
    "fault_words",
    "picture_or_plain",
    "plain_report",
    "rendered_or_plain",
    "report_or_plain",
    "standings_or_plain",
    "told_or_nothing",
]

T = TypeVar("T")

What: TypeAlias = Literal["map", "report", "standings", "outlook", "examples", "luck", "pen"]
_FAILED = {
    "pen": "what may be ordered after {when} could not be told",
    "map": "the map of {when} could not be drawn",
    "report": "the report of {when} could not be written",
    "standings": "how the match stands after {when} could not be told",
    "outlook": "the chances of the orders for {when} could not be told",
    "examples": "examples of orders for {when} could not be made",
    "luck": "what the rolls of {when} were for could not be told",
}
_INSTEAD = {
    "map": "a plain sheet that says so stands in for it",
    "report": "the bare events stand in for it",
    "standings": "a line that says so stands in for it",
    "outlook": "they are left out",
    "examples": "they are left out",
    "luck": "it is left out",
    "pen": "the page makes no sheets",
}


class Fault(NamedTuple):
    """A fault of the program that was met where something is shown."""

    what: What
    """What could not be shown."""
    n: int
    """Of which opening; 0 is the start."""
    error: str
    """The exception in a line; only for who runs the program: it may name what is hidden."""
    trace: str
    """The whole trace; the same holds of it."""


OnFault: TypeAlias = Callable[[Fault], None]
"""Takes a fault, to be told and kept."""


def fault_of(error: Exception, what: What, n: int) -> Fault:
    """Returns an exception as the fault that it is."""
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    return Fault(what, n, said, "".join(traceback.format_exception(error)))


def fault_words(fault: Fault, kept: str) -> str:
    """Returns what to tell of a fault.

    Args:
        kept: where its trace is: "the trace is in m/referee/faults/n0007-map.txt".
    """
    when = f"opening {fault.n}" if fault.n else "the start"
    return (
        f"{_FAILED[fault.what].format(when=when)} ({fault.error}): {_INSTEAD[fault.what]}, and the "
        f"match goes on. It is a bug in adjudicator; {kept}: please report it with your files"
    )


# -- what is shown, or what stands in for it ------------------------------------------------------


def picture_or_plain(
    rules: Rules[Any],
    view: Any,
    events: Sequence[Event],
    *,
    n: int,
    on_fault: OnFault,
    style: Style = USUAL_STYLE,
) -> str:
    """Returns the map as SVG, or a sheet that says that it could not be drawn."""
    try:
        return rules.picture(view, events, style)
    except (Refused, TryAgain):  # The style names what this map does not have.
        raise
    except Exception as error:
        on_fault(fault_of(error, "map", n))
        return _plain_picture(rules, n, style)


def report_or_plain(
    rules: Rules[Any], before: Any, events: Sequence[Event], view: Any, *, n: int, on_fault: OnFault
) -> Report:
    """Returns what the game tells of an opening, or its bare events."""
    try:
        return rules.report(before, events, view)
    except Exception as error:
        on_fault(fault_of(error, "report", n))
        return plain_report(rules, events, n)


def rendered_or_plain(
    render: Callable[[Report], tuple[str, str]],
    report: Report,
    plain: Callable[[], Report],
    *,
    n: int,
    on_fault: OnFault,
) -> tuple[str, str]:
    """Returns a report as text and as HTML; where that fails, one with the bare events."""
    try:
        return render(report)
    except Refused:  # Somebody's own template cannot be used.
        raise
    except Exception as error:
        on_fault(fault_of(error, "report", n))
        return render(plain())


def standings_or_plain(
    rules: Rules[Any], view: Any, *, n: int, on_fault: OnFault
) -> tuple[str, ...]:
    """Returns how the match stands, or a line that says that it could not be told."""
    try:
        return rules.standings(view)
    except Exception as error:
        on_fault(fault_of(error, "standings", n))
        from adjudicator.narrate.languages import narrator_of

        return (narrator_of(rules).say("plain-standings"),)


def told_or_nothing(
    tell: Callable[[], Iterable[T]], what: What, *, n: int, on_fault: OnFault
) -> tuple[T, ...]:
    """Returns what a game tells beside what it must, or nothing.

    Args:
        n: the opening that it is about.
    """
    try:
        return tuple(tell())
    except (Refused, TryAgain):
        raise
    except Exception as error:
        on_fault(fault_of(error, what, n))
        return ()


def plain_report(rules: Rules[Any], events: Sequence[Event], n: int) -> Report:
    """Returns the bare events of an opening, as somebody may know them."""
    from adjudicator.narrate.languages import narrator_of

    narrator = narrator_of(rules)
    game, lines = rules.game.title, [Line(text=_event_text(event)) for event in events]
    return Report(
        title=narrator.say("plain-title", game=game, n=n)
        if n
        else narrator.say("plain-title-start", game=game),
        summary=(narrator.say("plain-summary"),),
        paragraphs=(narrator.paragraph("plain-events", lines or [narrator.line("plain-none")]),),
        language=narrator.language.code,
    )


def _event_text(event: Event) -> str:
    """Returns an event as its name and what it holds, as in events.json."""
    facts = event.to_json()
    told = [f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    return ": ".join(filter(None, (event_name(event), ", ".join(told))))


_SHEET = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="200" viewBox="0 0 640 200" role="img"\
 aria-labelledby="{ids}picture-title">\
<title id="{ids}picture-title">{title}</title>\
<rect width="640" height="200" fill="#fff" stroke="#000" />\
<text x="24" y="60" font-family="sans-serif" font-size="24" font-weight="bold">{title}</text>\
<text x="24" y="100" font-family="sans-serif" font-size="17">{first}</text>\
<text x="24" y="124" font-family="sans-serif" font-size="17">{second}</text></svg>
"""


def _plain_picture(rules: Rules[Any], n: int, style: Style) -> str:
    from adjudicator.narrate.languages import narrator_of

    say = narrator_of(rules).say
    title = say("plain-map", n=n) if n else say("plain-map-start")
    first, second = say("plain-map-fault"), say("plain-map-goes-on")
    return _SHEET.format(ids=style.beside, title=title, first=first, second=second)
