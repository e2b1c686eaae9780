"""Reports as text for a mail's body and as HTML for its attachment.

Labels of rolls stand once, numbered, at the end: out of the reader's way, but every die can be
looked up and checked.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Iterator

from adjudicator.core.game import Die, Line, Paragraph, Report

__all__ = ["paragraphs_text", "report_html", "report_text"]

_WIDTH = 72
_INDENT = "  "
_NOTES = "Rolls"
_HOW = (
    "The numbers in brackets are these rolls. Anybody can check one with verify_log.py, the log "
    "and --die LABEL."
)


def report_text(report: Report) -> str:
    """Returns a report as plain text.

    No line is longer than 72 columns, unless it is one word or to be copied.
    """
    numbers = _numbers(report.paragraphs)
    lines = [*_heading(report.title, "="), ""]
    for text in report.summary:
        lines += _wrapped(text, "", "")
    lines += _paragraphs(report.paragraphs, numbers)
    if numbers:
        lines += ["", *_heading(_NOTES, "-"), *_wrapped(_HOW, "", "")]
        lines += [f"[{number}] {label}" for label, number in numbers.items()]
    return "\n".join(lines) + "\n"


def paragraphs_text(paragraphs: Iterable[Paragraph]) -> str:
    """Returns paragraphs alone as plain text, an empty line before each."""
    told = tuple(paragraphs)
    return "".join(f"{line}\n" for line in _paragraphs(told, _numbers(told)))


def _paragraphs(paragraphs: Iterable[Paragraph], numbers: dict[str, int]) -> list[str]:
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += ["", *_heading(paragraph.heading, "-")]
        after_block = False
        for place, line in enumerate(paragraph.lines):
            if place and (line.lines or after_block):
                lines.append("")
            after_block = bool(line.lines)
            lines += _text_lines(line, 0, numbers)
    return lines


def _heading(text: str, under: str) -> list[str]:
    wrapped = _wrapped(text, "", "")
    return [*wrapped, under * max(map(len, wrapped))]


def _text_lines(line: Line, depth: int, numbers: dict[str, int]) -> Iterator[str]:
    indent = _INDENT * depth
    if line.verbatim:
        yield f"{indent}{line.text}"
    else:
        number = "" if line.label is None else f" [{numbers[line.label]}]"
        hanging = indent if line.lines else f"{indent}{_INDENT}"
        yield from _wrapped(f"{line.text}{_dice_text(line.dice)}{number}", indent, hanging)
    for inner in line.lines:
        yield from _text_lines(inner, depth + 1, numbers)


def _dice_text(dice: tuple[Die, ...]) -> str:
    if not dice:
        return ""
    return ": " + ", ".join(f"{die.value} {die.result}".rstrip() for die in dice)


def _wrapped(text: str, indent: str, hanging: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _numbers(paragraphs: Iterable[Paragraph]) -> dict[str, int]:
    """Returns the labels of all rolls with their numbers, in the order told."""

    def inside(lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            if line.label is not None:
                yield line.label
            yield from inside(line.lines)

    labels = [label for paragraph in paragraphs for label in inside(paragraph.lines)]
    return {label: number for number, label in enumerate(labels, start=1)}


# -- HTML -----------------------------------------------------------------------------------------

_STYLE = (
    "html{-webkit-text-size-adjust:100%}"
    "body{font:17px/1.5 Georgia,'Times New Roman',serif;max-width:40em;margin:0 auto;"
    "padding:1.2em 1em 3em;color:#24211b;background:#fdfbf5}"
    "h1{font-size:1.5em;line-height:1.2;margin:0 0 .6em;padding-bottom:.35em;"
    "border-bottom:3px double #9a8658}"
    "h2{font-size:1.08em;margin:1.7em 0 .5em;padding-bottom:.15em;color:#6b4d12;"
    "border-bottom:1px solid #e0d5b9}"
    ".summary{background:#f3ecda;border-left:4px solid #b3975a;padding:.6em .9em;"
    "border-radius:0 6px 6px 0}"
    ".summary p,p{margin:.3em 0}"
    ".block{margin:.8em 0;padding:.6em .8em .7em;border:1px solid #e0d5b9;border-radius:8px;"
    "background:#fff;break-inside:avoid}"
    ".block>p:first-child{font-weight:bold;margin-top:0}"
    ".under{margin-left:.9em}.under .under{border-left:2px solid #eee4cb;padding-left:.7em}"
    ".die{display:inline-block;white-space:nowrap;border:1px solid #c9c1ac;border-radius:5px;"
    "padding:0 .45em;margin:.05em .1em;font:.88em/1.55 system-ui,sans-serif;color:#555047;"
    "background:#f7f5ef}"
    ".die b{font-size:1.1em}"
    ".counts{color:#7a1c12;background:#fbe9e4;border:2px solid #b4473a}"
    "sup{font:.62em system-ui,sans-serif;color:#8b8373}"
    "pre,code{font:.78em/1.5 ui-monospace,Menlo,Consolas,monospace}"
    "pre{white-space:pre-wrap;word-break:break-all;background:#f5f2ea;border:1px solid #e0d5b9;"
    "border-radius:6px;padding:.6em .8em;margin:.5em 0}"
    ".rolls{color:#6c6557;font-size:.86em}.rolls ol{padding-left:2.2em;margin:.4em 0}"
    ".rolls code{word-break:break-all}"
    "@media print{body{background:#fff;font-size:11pt;max-width:none;padding:0}"
    "h2{break-after:avoid}}"
)


def report_html(report: Report) -> str:
    """Returns a report as one HTML page without scripts or links to anywhere."""
    numbers = _numbers(report.paragraphs)
    title = html.escape(report.title)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{title}</h1>",
    ]
    if report.summary:
        told = "".join(f"<p>{html.escape(text)}</p>" for text in report.summary)
        parts.append(f'<div class="summary">{told}</div>')
    for paragraph in report.paragraphs:
        parts.append(f"<h2>{html.escape(paragraph.heading)}</h2>")
        parts += _html_lines(paragraph.lines, 0, numbers)
    if numbers:
        parts.append(f'<div class="rolls"><h2>{_NOTES}</h2><p>{_HOW}</p><ol>')
        parts += [f"<li><code>{html.escape(label)}</code></li>" for label in numbers]
        parts.append("</ol></div>")
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def _html_lines(lines: tuple[Line, ...], depth: int, numbers: dict[str, int]) -> Iterator[str]:
    copied: list[str] = []
    for line in lines:
        if line.verbatim:
            copied.append(html.escape(line.text))
            continue
        if copied:
            yield _pre(copied)
            copied = []
        number = "" if line.label is None else f"<sup>[{numbers[line.label]}]</sup>"
        text = f"<p>{html.escape(line.text)}{_dice_html(line.dice)}{number}</p>"
        if not line.lines:
            yield text
            continue
        is_block = depth == 0 and not all(inner.verbatim for inner in line.lines)
        yield f'<div class="block">{text}' if is_block else text
        yield '<div class="under">'
        yield from _html_lines(line.lines, depth + 1, numbers)
        yield "</div></div>" if is_block else "</div>"
    if copied:
        yield _pre(copied)


def _pre(texts: list[str]) -> str:
    return f"<pre>{chr(10).join(texts)}</pre>"


def _dice_html(dice: tuple[Die, ...]) -> str:
    if not dice:
        return ""
    chips = " ".join(
        f'<span class="die{" counts" if die.counts else ""}"><b>{die.value}</b>'
        f"{f' {html.escape(die.result)}' if die.result else ''}</span>"
        for die in dice
    )
    return f": {chips}"
