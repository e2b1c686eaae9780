"""Reports as text for a mail's body.

Labels of rolls stand once, numbered, at the end: out of the reader's way, but every die can be
looked up and checked.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from adjudicator.core.report import Attachment, Die, Line, Paragraph, Report
from adjudicator.core.visible import visible

__all__ = ["numbered", "paragraphs_text", "report_text"]

_WIDTH = 72
_INDENT = "  "
_NUMBER = re.compile(r"([0-9]+)")


def report_text(report: Report) -> str:
    """Returns a report as plain text.

    No line is longer than 72 columns, unless it is one word or to be copied.
    """
    numbers = numbered(report.paragraphs)
    from adjudicator.narrate.languages import shared_language  # `check` tells paragraphs alone

    say = shared_language(report.language).say
    lines = [*_heading(report.title, "="), ""]
    if report.headline:
        lines += [*_wrapped(f"{report.headline.removesuffix('.')}.", "", ""), ""]
    for text in report.summary:
        lines += _wrapped(text, "", "")
    lines += _paragraphs(report.paragraphs, numbers)
    if more := sum(_beyond(paragraph.lines) for paragraph in report.paragraphs):
        lines += ["", *_wrapped(say("page-tells-more", count=more), "", "")]
    if numbers:
        lines += ["", *_heading(say("rolls"), "-"), *_wrapped(say("rolls-how"), "", "")]
        lines += _rolls(numbers, say)
    for attached in report.attachments:
        lines += ["", *_heading(attached.name, "-"), *_wrapped(attached.note, "", "")]
        lines += _between(attached)
    return "\n".join(lines) + "\n"


def _rolls(numbers: dict[str, int], say: Callable[..., str]) -> Iterator[str]:
    """Yields the labels of rolls with their numbers, as many in a line as there is room for.

    Of three and more that differ in one counting number alone stand the first and the last.
    """
    told = ""
    for run in _runs([*numbers]):
        named = [f"[{numbers[label]}] {visible(label)}" for label in run]
        if len(named) > 2:
            named = [say("rolls-run", first=named[0], last=named[-1])]
        for one in named:
            if told and len(told) + len(one) + 1 > _WIDTH:
                yield told
                told = ""
            if len(run) > 2 and len(one) > _WIDTH:
                yield from _wrapped(one, "", _INDENT)
                continue
            told = f"{told} {one}" if told else one
    if told:
        yield told


def _runs(labels: Sequence[str]) -> Iterator[list[str]]:
    """Yields labels in order, those together in which the same number counts on by one."""
    run: list[str] = []
    place = -1
    for label in labels:
        found = _counts_on(run[-1], label) if run else -1
        if run and (found < 0 or (len(run) > 1 and found != place)):
            yield run
            run = []
        place = found
        run.append(label)
    if run:
        yield run


def _counts_on(label: str, following: str) -> int:
    """Returns which number of a label counts on by one in another, all else alike; -1: none."""
    parts, others = _NUMBER.split(label), _NUMBER.split(following)
    if len(parts) != len(others):
        return -1
    differ = [
        place for place, pair in enumerate(zip(parts, others, strict=True)) if len({*pair}) > 1
    ]
    if len(differ) != 1 or differ[0] % 2 == 0:
        return -1
    (place,) = differ
    return place if int(parts[place]) + 1 == int(others[place]) else -1


def _between(attached: Attachment) -> list[str]:
    """Returns a file between two lines by which `sed` finds it."""
    inside = attached.content.removesuffix("\n")
    return [f"=== {attached.name} ===", inside, f"=== end of {attached.name} ==="]


def paragraphs_text(paragraphs: Iterable[Paragraph]) -> str:
    """Returns paragraphs alone as plain text, an empty line before each."""
    told = tuple(paragraphs)
    return "".join(f"{line}\n" for line in _paragraphs(told, numbered(told)))


def _paragraphs(paragraphs: Iterable[Paragraph], numbers: dict[str, int]) -> list[str]:
    lines: list[str] = []
    for paragraph in paragraphs:
        if paragraph.lines and all(line.page_only for line in paragraph.lines):
            continue
        lines += ["", *_heading(paragraph.heading, "-")]
        after_block = False
        for place, line in enumerate(_run_on(paragraph.lines)):
            is_block = _is_block(line)
            if place and (is_block or after_block):
                lines.append("")
            after_block = is_block
            lines += _text_lines(line, 0, numbers)
    return lines


def _run_on(lines: Iterable[Line]) -> Iterator[Line]:
    """Yields lines that text shows, those in one that go on in the line before."""
    last: Line | None = None
    for line in lines:
        if line.page_only:
            continue
        joins = last is not None and line.runs_on and last.runs_on
        if last is not None and joins:
            last = last._replace(text=f"{last.text} {line.text}")
            continue
        if last is not None:
            yield last
        last = line
    if last is not None:
        yield last


def _is_block(line: Line) -> bool:
    """Whether lines stand under a line of text, and not all in one with it."""
    under = [*_run_on(line.lines)]
    return len(under) > 1 or (len(under) == 1 and not under[0].runs_on)


def _beyond(lines: Iterable[Line], *, is_beyond: bool = False) -> int:
    """Returns how many lines a page tells that text does without."""
    count = 0
    for line in lines:
        is_left_out = is_beyond or line.page_only
        count += is_left_out + _beyond(line.lines, is_beyond=is_left_out)
    return count


def _heading(text: str, under: str) -> list[str]:
    wrapped = _wrapped(text, "", "")
    return [*wrapped, under * max(map(len, wrapped))]


def _text_lines(line: Line, depth: int, numbers: dict[str, int]) -> Iterator[str]:
    indent = _INDENT * depth
    under = list(_run_on(line.lines))
    if line.verbatim:
        yield f"{indent}{visible(line.text)}"
    else:
        number = "" if line.label is None else f" [{numbers[line.label]}]"
        text = f"{line.text}{_dice_text(line.dice)}"
        if under and under[0].runs_on:  # its number stands behind the stop, as a note's does
            text = f"{text.removesuffix('.')}.{number.lstrip()} {under.pop(0).text}"
        else:
            text += number
        hanging = indent if under else f"{indent}{_INDENT}"
        yield from _wrapped(text, indent, hanging)
    for inner in under:
        yield from _text_lines(inner, depth + 1, numbers)


def _dice_text(dice: tuple[Die, ...]) -> str:
    if not dice:
        return ""
    return ": " + ", ".join(f"{die.value} {die.result}".rstrip() for die in dice)


def _wrapped(text: str, indent: str, hanging: str) -> list[str]:
    return textwrap.wrap(
        visible(text, keep="\n\t"),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def numbered(paragraphs: Iterable[Paragraph]) -> dict[str, int]:
    """Returns the labels of all rolls with their numbers, in the order told."""

    def inside(lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            if line.label is not None:
                yield line.label
            yield from inside(line.lines)

    labels = [label for paragraph in paragraphs for label in inside(paragraph.lines)]
    return {label: number for number, label in enumerate(labels, start=1)}
