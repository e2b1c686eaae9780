"""The report of one opening: what the game tells of it, and what is awaited next from whom.

It is a function of the match at that opening, so that a past one can be told again, byte by byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from adjudicator.core.automatic import topics_open
from adjudicator.core.capabilities import Part, ShowsParts
from adjudicator.core.game import Event, Pending, Rules
from adjudicator.core.hearing import asked, heard, is_unread
from adjudicator.core.opening import SavedMatch
from adjudicator.core.report import Figure, Line, Paragraph, Report, Style
from adjudicator.core.save import state_of
from adjudicator.files.matches.mend_words import with_mends
from adjudicator.files.matches.stand_ins import (
    Meet,
    picture_or_plain,
    report_or_plain,
    told_or_nothing,
)
from adjudicator.files.written.sheets import header_for

__all__ = ["draw_text", "next_paragraph", "opening_report"]

_WHOLE = Part("The map", Style())
_MANY = 12
"""More legal answers than these are not listed, but counted."""


def opening_report(
    rules: Rules[Any],
    saved: SavedMatch,
    *,
    before: Any,
    events: Sequence[Event],
    state: Any,
    seat: str | None = None,
    meet: Meet,
    caption: tuple[str, ...] = (),
    pictures: bool = True,
    full: bool = False,
) -> Report:
    """Returns the report of the opening that led to `saved`, as one seat or everybody may read it.

    Args:
        before: the position before the opening.
        state: the position that it reached.
        meet: takes what the program fails to tell or to draw; something plain stands in for it.
        caption: what people call the match, and who plays.
        pictures: whether it is to have them, the usual one among them; only a page needs them.
        full: with all that is true, for a tournament director; no seat may read it.
    """
    told = heard(rules, events, seat)
    views = (rules.view(before, seat), rules.view(state, seat))
    if full:
        told, views = tuple(events), (before, state)
    n = saved.reached
    report = with_mends(report_or_plain(rules, views[0], told, views[1], n=n, meet=meet), saved)
    figures: tuple[Figure, ...] = ()
    if pictures:
        drawn = partial(picture_or_plain, rules, n=n, meet=meet)
        parts = _parts(rules, views[1], told, n=n, meet=meet)
        figures = tuple(_figures(drawn, views, told, caption=caption, parts=parts))
    paragraphs = (*report.paragraphs, next_paragraph(rules, saved, seat))
    summary = (*((f"{'. '.join(caption)}.",) if caption else ()), *report.summary)
    return report._replace(summary=summary, paragraphs=paragraphs, figures=figures)


def _figures(
    drawn: Callable[..., str],
    views: tuple[Any, Any],
    events: Sequence[Event],
    *,
    caption: tuple[str, ...],
    parts: Sequence[Part],
) -> Iterator[Figure]:
    """Yields the map as a wide and as a narrow screen shows it, its parts, and the one before.

    Of rules that show parts the first part stands for the map, and the whole is folded.
    """
    before, after = views
    first = parts[0] if parts else _WHOLE

    def styled(style: Style, beside: str = "", **more: Any) -> Style:
        return style.model_copy(update={"caption": caption, "beside": beside, **more})

    # The whole map, wherever it stands, is drawn as everywhere else.
    is_whole = first.style == _WHOLE.style
    ids = "" if is_whole else "theatre-"
    svg = drawn(after, events, style=styled(first.style, ids))
    yield Figure(first.caption, svg, screen="wide", is_usual=is_whole)
    phone = drawn(after, events, style=styled(first.style, "phone-", layout="phone"))
    yield Figure(first.caption, phone, screen="narrow")
    for place, part in enumerate(parts[1:], start=1):
        svg = drawn(after, events, style=styled(part.style, f"part-{place}-"))
        screen: Literal["wide", "none"] = "none" if part.on_paper_only else "wide"
        yield Figure(part.caption, svg, screen=screen, is_part=True)
    if not is_whole:
        whole = drawn(after, events, style=styled(_WHOLE.style))
        yield Figure("The whole map", whole, folded=True, is_usual=True)
    if before != after:
        past = drawn(before, (), style=styled(first.style, "before-", shares=ids))
        yield Figure(f"{first.caption} before", past, folded=True)


def _parts(
    rules: Rules[Any], view: Any, events: Sequence[Event], *, n: int, meet: Meet
) -> Sequence[Part]:
    """Returns the parts of the map that a report shows; none where the rules show it whole."""
    if not isinstance(rules, ShowsParts):
        return ()
    return told_or_nothing(lambda: tuple(rules.parts(view, events)), "map", n=n, meet=meet)


def next_paragraph(rules: Rules[Any], saved: SavedMatch, seat: str | None = None) -> Paragraph:
    """Returns what is awaited, from whom, and how an answer begins, as one seat may read it."""
    if saved.is_over:
        return Paragraph(heading="Next", lines=(Line(text="Nothing: the match is over."),))
    lines = [_awaited(rules, saved, one) for one in asked(rules, saved.pending, seat)]
    offered = draw_text(rules, saved)
    if offered:
        lines.append(Line(text=offered))
    seats = list(dict.fromkeys(p.seat for p in saved.pending if p.seat is not None))
    if seats:
        lines.append(_header(saved, seats))
    return Paragraph(heading="Next", lines=tuple(lines))


def draw_text(rules: Rules[Any], saved: SavedMatch) -> str:
    """Returns who offers a draw and who may accept it; nothing where nobody does."""
    state = state_of(rules.game, saved.position)
    if saved.is_over or not state.draw_offers:
        return ""
    needed = [s for s in rules.seats if s not in (*state.draw_offers, *state.silent)]
    offer = "offers" if len(state.draw_offers) == 1 else "offer"
    return (
        f"{', '.join(state.draw_offers)} {offer} a draw. It needs {', '.join(needed)}: "
        'a sheet accepts it with {"order": "accept-draw"} under "match".'
    )


def _awaited(rules: Rules[Any], saved: SavedMatch, pending: Pending) -> Line:
    rule = f" ({pending.rule})" if pending.rule else ""
    if pending.topic == "rolls":
        return Line(
            text=f"Roll {pending.prompt} and give the result by this label:",
            lines=(Line(text=pending.label, verbatim=True),),
        )
    assert pending.seat is not None, f"{pending.label} is asked of nobody"
    if pending.topic == "orders":
        topics = ", ".join(topics_open(rules, saved, pending.seat))
        said = f"Its topics: {topics}" if topics else "It gives no orders"
        return Line(text=f"From {pending.seat}: the order sheet for {saved.turn}. {said}.")
    if is_unread(pending):
        return Line(text=pending.prompt)
    if pending.options is None:
        return Line(
            text=f"{pending.seat} is asked for orders under {pending.topic}: {pending.prompt}{rule}"
        )
    return Line(
        text=f"{pending.seat} is asked: {pending.prompt}{rule}", lines=tuple(_answers(pending))
    )


def _answers(pending: Pending) -> Iterator[Line]:
    options = pending.options or ()
    if len(options) > _MANY:
        yield Line(
            text=f"There are {len(options)} legal answers; all are in state.json. "
            'Answer under "answers" by this label, such as:'
        )
        options = options[:1]
    else:
        yield Line(text='Answer under "answers" by this label with one of these:')
    yield Line(text=f'"{pending.label}":', verbatim=True)
    for option in options:
        # A save holds options sorted by key: told in one way, whether new or loaded.
        ordered = {"order": option["order"], **dict(sorted(option.items()))}
        yield Line(text=f"  {json.dumps(ordered)}", verbatim=True)


def _header(saved: SavedMatch, seats: Sequence[str]) -> Line:
    """Returns the header block, in lines that a mail does not break.

    Not where a seat has a chain: only a key file gives its pledge.
    """
    own = [seat for seat in seats if seat in saved.chains]
    if own:
        return Line(
            text=f"`adjudicator template` begins a sheet for this opening, with the pledge of "
            f"{', '.join(own)} out of the key file."
        )
    header: Mapping[str, Any] = header_for(saved, seats[0])
    names = ", ".join(seats)
    whose = f' Put in the seat as "player": {names}.' if len(seats) > 1 else ""
    short = ("t", "n", "pledge") if len(seats) > 1 else ("t", "n", "player", "pledge")
    texts = [", ".join(f'"{key}": {json.dumps(header[key])}' for key in short) + ","]
    for key in ("game", "head"):
        texts += [f'"{key}":', f'  "{header[key]}",']
    if len(seats) > 1:
        texts.append('"player": "SEAT",')
    return Line(
        text="A sheet for this opening begins with these lines (`adjudicator template` writes "
        f"them, with a blind and the topics).{whose}",
        lines=tuple(Line(text=text, verbatim=True) for text in texts),
    )
