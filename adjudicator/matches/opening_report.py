"""The report of one opening: what the game tells of it, and what is awaited next from whom.

It is a function of the match at that opening, so that a past one can be told again, byte by byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from adjudicator.audit.automatic import header_for, topics_open
from adjudicator.audit.opening import SavedMatch
from adjudicator.compose.pen import pens_of
from adjudicator.core.capabilities import Part, ShowsParts
from adjudicator.core.game import Event, Pending, Rules
from adjudicator.core.redaction import asked, is_unread, redacted
from adjudicator.core.report import Figure, Line, Paragraph, Pen, Report, Style
from adjudicator.core.save import state_of
from adjudicator.matches.amendments import with_amendments
from adjudicator.matches.fallbacks import (
    OnFault,
    fault_of,
    picture_or_plain,
    report_or_plain,
    told_or_nothing,
)
from adjudicator.narrate.languages import narrator_of
from adjudicator.narrate.narrator import Narrator

__all__ = ["draw_text", "next_paragraph", "opening_report", "question_text"]

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
    on_fault: OnFault,
    caption: tuple[str, ...] = (),
    pictures: bool = True,
    full: bool = False,
) -> Report:
    """Returns the report of the opening that led to `saved`, as one seat or everybody may read it.

    Args:
        before: the position before the opening.
        state: the position that it reached.
        on_fault: takes what the program fails to tell or to draw; something plain stands in for it.
        caption: what people call the match, and who plays.
        pictures: whether it is to have them, the usual one among them; only a page needs them.
        full: with all that is true, for a tournament director; no seat may read it.
    """
    told = redacted(rules, events, seat)
    views = (rules.view(before, seat), rules.view(state, seat))
    if full:
        told, views = tuple(events), (before, state)
    n = saved.reached
    narrator = narrator_of(rules)
    report = report_or_plain(rules, views[0], told, views[1], n=n, on_fault=on_fault)
    report = with_amendments(report, saved, narrator)
    figures: tuple[Figure, ...] = ()
    if pictures:
        drawn = partial(picture_or_plain, rules, n=n, on_fault=on_fault)
        parts = _parts(rules, views[1], told, n=n, on_fault=on_fault)
        figures = tuple(
            _figures(drawn, views, told, narrator=narrator, caption=caption, parts=parts)
        )
    paragraphs = (
        *report.paragraphs,
        *_of_the_clock(saved, narrator),
        next_paragraph(rules, saved, seat, view=views[1], on_fault=on_fault),
    )
    pens: tuple[Pen, ...] = ()
    if pictures and not full:
        title = caption[0] if caption else rules.game.title
        make_pens = partial(pens_of, rules, saved, seat=seat, title=title)
        pens = told_or_nothing(make_pens, "pen", n=n, on_fault=on_fault)
    summary = (*((f"{'. '.join(caption)}.",) if caption else ()), *report.summary)
    return report._replace(
        summary=summary,
        paragraphs=paragraphs,
        figures=figures,
        language=narrator.language.code,
        pen=next(iter(pens), None),
    )


def _of_the_clock(saved: SavedMatch, narrator: Narrator) -> Iterator[Paragraph]:
    """Yields who sent nothing in time, and what was done about it (post, 7)."""
    lines = []
    for seat, standing in saved.clock.items():
        named = narrator.seat(seat)
        if standing.step == "default":
            lines.append(narrator.line("clock-default", seat=named, count=standing.misses))
        elif standing.step == "built-in":
            lines.append(narrator.line("clock-built-in", seat=named, count=standing.misses))
        elif standing.step == "bank":
            lines.append(narrator.line("clock-bank", seat=named, days=standing.bank))
        elif standing.step == "wait":
            lines.append(narrator.line("clock-wait", seat=named))
    if lines:
        yield narrator.paragraph("clock", lines)


def _figures(
    drawn: Callable[..., str],
    views: tuple[Any, Any],
    events: Sequence[Event],
    *,
    narrator: Narrator,
    caption: tuple[str, ...],
    parts: Sequence[Part],
) -> Iterator[Figure]:
    """Yields the map as screens and paper show it, its parts, and the one before.

    Of rules that show parts the first part stands for the map, the others are pages of paper as
    well, and the whole is folded.
    """
    before, after = views
    first = parts[0] if parts else Part(narrator.say("map"), Style())

    def styled(style: Style, beside: str = "", **more: Any) -> Style:
        return style.model_copy(update={"caption": caption, "beside": beside, **more})

    # The whole map, wherever it stands, is drawn as everywhere else.
    is_whole = first.style == Style()
    ids = "" if is_whole else "theatre-"
    svg = drawn(after, events, style=styled(first.style, ids))
    yield Figure(first.caption, svg, screen="wide", is_usual=is_whole)
    phone = drawn(after, events, style=styled(first.style, "phone-", layout="phone"))
    yield Figure(first.caption, phone, screen="narrow")
    paper = drawn(after, events, style=styled(first.style, "print-", layout="print"))
    yield Figure(first.caption, paper, screen="print")
    for place, part in enumerate(parts[1:], start=1):
        svg = drawn(after, events, style=styled(part.style, f"part-{place}-"))
        screen: Literal["wide", "print"] = "print" if part.on_paper_only else "wide"
        yield Figure(part.caption, svg, screen=screen, is_part=True)
    if not is_whole:
        whole = drawn(after, events, style=styled(Style()))
        yield Figure(narrator.say("map-whole"), whole, folded=True, is_usual=True)
    if before != after:
        past = drawn(before, (), style=styled(first.style, "before-", shares=ids))
        say = narrator.say
        told = say("part-before", part=first.caption) if parts else say("map-before")
        yield Figure(told, past, folded=True)


def _parts(
    rules: Rules[Any], view: Any, events: Sequence[Event], *, n: int, on_fault: OnFault
) -> Sequence[Part]:
    """Returns the parts of the map that a report shows; none where the rules show it whole."""
    if not isinstance(rules, ShowsParts):
        return ()
    return told_or_nothing(lambda: tuple(rules.parts(view, events)), "map", n=n, on_fault=on_fault)


def next_paragraph(
    rules: Rules[Any], saved: SavedMatch, seat: str | None = None, *, view: Any, on_fault: OnFault
) -> Paragraph:
    """Returns what is awaited, from whom, and how an answer begins, as one seat may read it.

    Args:
        view: the position reached, as the seat knows it.
        on_fault: takes what the program fails to tell of a question.
    """
    narrator = narrator_of(rules)
    if saved.is_over:
        return narrator.paragraph("next", [narrator.line("next-nothing")])
    pending = asked(rules, saved.pending, seat)
    lines = [_awaited(rules, saved, one, view, on_fault=on_fault) for one in pending]
    offered = draw_text(rules, saved)
    if offered:
        lines.append(Line(text=offered))
    seats = list(dict.fromkeys(p.seat for p in saved.pending if p.seat is not None))
    if seats:
        lines.append(_header(narrator, saved, seats))
    return narrator.paragraph("next", lines)


def draw_text(rules: Rules[Any], saved: SavedMatch) -> str:
    """Returns who offers a draw and who may accept it; empty: nobody does."""
    state = state_of(rules.game, saved.position)
    if saved.is_over or not state.draw_offers:
        return ""
    needed = [s for s in rules.seats if s not in (*state.draw_offers, *state.consent_not_needed)]
    return narrator_of(rules).say("draw-offer", seats=state.draw_offers, others=needed)


def _awaited(
    rules: Rules[Any], saved: SavedMatch, pending: Pending, view: Any, *, on_fault: OnFault
) -> Line:
    narrator, seat = narrator_of(rules), pending.seat
    if pending.topic == "rolls":
        label = Line(text=pending.label, verbatim=True)
        return narrator.line("next-roll", what=pending.prompt, lines=[label])
    assert seat is not None, f"{pending.label} is asked of nobody"
    if pending.topic == "orders":
        topics = topics_open(rules, saved, seat)
        if not topics:
            return narrator.line("next-sheet-empty", seat=seat, turn=saved.turn)
        return narrator.line("next-sheet", seat=seat, turn=saved.turn, topics=topics)
    if is_unread(pending):
        return narrator.line("next-unread", seat=seat)
    question = question_text(rules, saved, pending, view, on_fault=on_fault)
    if pending.options is None:
        return narrator.line("next-orders", seat=seat, topic=pending.topic, question=question)
    lines = _answers(narrator, pending)
    return narrator.line("next-question", seat=seat, question=question, lines=lines)


def question_text(
    rules: Rules[Any], saved: SavedMatch, pending: Pending, view: Any, *, on_fault: OnFault
) -> str:
    """Returns a question in the words of the narrator, with the rule behind it."""
    narrator = narrator_of(rules)
    try:
        return narrator.question(pending, view)
    except Exception as error:  # The rules' own words stand in for it.
        on_fault(fault_of(error, "report", saved.reached))
        return Narrator.question(narrator, pending, view)


def _answers(narrator: Narrator, pending: Pending) -> Iterator[Line]:
    options = pending.options or ()
    if len(options) > _MANY:
        yield narrator.line("answers-many", count=len(options))
        options = options[:1]
    else:
        yield narrator.line("answers")
    yield Line(text=f'"{pending.label}":', verbatim=True)
    for option in options:
        # A save holds options sorted by key: told in one way, whether new or loaded.
        ordered = {"order": option["order"], **dict(sorted(option.items()))}
        yield Line(text=f"  {json.dumps(ordered)}", verbatim=True)


def _header(narrator: Narrator, saved: SavedMatch, seats: Sequence[str]) -> Line:
    """Returns the header block, in lines that a mail does not break.

    Not where a seat has a chain: only a key file gives its pledge.
    """
    own = [seat for seat in seats if seat in saved.chains]
    if own:
        return narrator.line("header-of-a-chain", seats=own)
    header: Mapping[str, Any] = header_for(saved, seats[0])
    short = ("t", "n", "pledge") if len(seats) > 1 else ("t", "n", "player", "pledge")
    texts = [", ".join(f'"{key}": {json.dumps(header[key])}' for key in short) + ","]
    for key in ("game", "head"):
        texts += [f'"{key}":', f'  "{header[key]}",']
    if len(seats) > 1:
        texts.append('"player": "SEAT",')
    lines = [Line(text=text, verbatim=True) for text in texts]
    if len(seats) > 1:
        return narrator.line("header-of-many", seats=seats, lines=lines)
    return narrator.line("header", lines=lines)
