"""What a letter is made of, from top to bottom, and how that stands in text and in HTML.

The HTML is what mail programs have in common: paragraphs, headings, one picture. It sets no colour
of text or ground, so that light and dark are the program's own; nothing is loaded from anywhere.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from adjudicator.api.texts import visible

__all__ = [
    "Block",
    "Heading",
    "Link",
    "Paragraph",
    "Picture",
    "Quote",
    "Report",
    "Steps",
    "Verbatim",
    "as_html",
    "as_text",
]

_WIDTH = 72


class Heading(NamedTuple):
    """The heading of what follows."""

    text: str


class Paragraph(NamedTuple):
    """A sentence or more."""

    text: str
    is_strong: bool = False
    """Whether it is what the letter is about."""
    is_text_only: bool = False
    """Whether HTML says it otherwise."""


class Steps(NamedTuple):
    """What is done one after another."""

    items: tuple[str, ...]


class Quote(NamedTuple):
    """Somebody's own words, line by line."""

    who: str
    text: str


class Report(NamedTuple):
    """A report as text, as `report_text` writes it: at most 72 columns, headings underlined."""

    text: str


class Verbatim(NamedTuple):
    """Lines to be copied."""

    text: str


class Link(NamedTuple):
    """A link on which people press; in text, the address in a line of its own."""

    address: str
    words: str
    is_html_only: bool = False
    is_text_only: bool = False


class Picture(NamedTuple):
    """A picture that comes along in the mail (RFC 2392); text does without."""

    content_id: str
    words: str
    """What whoever does not see it is told."""


Block: TypeAlias = Heading | Paragraph | Steps | Quote | Report | Verbatim | Link | Picture


# -- text -----------------------------------------------------------------------------------------


def as_text(blocks: Sequence[Block]) -> str:
    """Returns blocks as text: no line is longer than 72 columns, unless it is to be copied."""
    told = ["\n".join(lines) for block in blocks if (lines := [*_text_lines(block)])]
    return "\n\n".join(told) + "\n"


def _text_lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            wrapped = _wrapped(text)
            yield from (*wrapped, "-" * max(map(len, wrapped), default=0))
        case Paragraph(text):
            yield from _wrapped(text)
        case Steps(items):
            for number, item in enumerate(items, start=1):
                yield from _wrapped(f"{number}. {item}", "   ")
        case Quote(who, text):
            yield from _wrapped(who)
            for line in text.splitlines():
                inside = textwrap.wrap(line, _WIDTH - 2, break_on_hyphens=False)
                yield from (f"| {one}" for one in inside or ("",))
        case Report(text) | Verbatim(text):
            yield from visible(text, keep="\n").strip("\n").splitlines()
        case Link(address, is_html_only=False):
            yield address
        case _:
            return


def _wrapped(text: str, hanging: str = "") -> list[str]:
    return textwrap.wrap(
        visible(text),
        _WIDTH,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


# -- HTML -----------------------------------------------------------------------------------------

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; supported-color-schemes: light dark; }}
</style>
</head>
<body style="margin:0;padding:12px 16px;font-family:Georgia,'Times New Roman',serif;\
font-size:16px;line-height:1.45">
<div style="max-width:800px">
{body}
</div>
</body>
</html>
"""
_SANS = "font-family:Verdana,Arial,sans-serif"
_MONO = "font-family:Menlo,Consolas,'Courier New',monospace;font-size:13px"
_PRE = f"{_MONO};line-height:1.35;white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word"
_BUTTON = (
    f"{_SANS};display:inline-block;padding:10px 16px;font-size:15px;font-weight:bold;"
    "background:#1d4e89;color:#ffffff;text-decoration:none;border-radius:4px"
)


def as_html(blocks: Sequence[Block], *, language: str, title: str) -> str:
    """Returns blocks as a page of a mail."""
    body = "\n".join(line for block in blocks for line in _html_lines(block))
    return _PAGE.format(language=_shown(language), title=_shown(title), body=body)


def _html_lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield _heading(text, 2)
        case Paragraph(text, is_strong, is_text_only=False):
            style = "margin:0.6em 0"
            if is_strong:
                style += f";{_SANS};border-left:4px solid #b5651d;padding:2px 0 2px 12px"
            yield f'<p style="{style}">{_shown(text)}</p>'
        case Steps(items):
            yield '<ol style="margin:0.4em 0;padding-left:1.6em">'
            yield from (f"<li>{_shown(item)}</li>" for item in items)
            yield "</ol>"
        case Quote(who, text):
            yield f'<p style="margin:0.8em 0 0.2em"><b>{_shown(who)}</b></p>'
            yield (
                '<blockquote style="margin:0;padding:2px 0 2px 12px;border-left:3px solid #888888;'
                f'white-space:pre-wrap;overflow-wrap:anywhere">{_shown(text)}</blockquote>'
            )
        case Report(text):
            yield from _report_lines(text.splitlines())
        case Verbatim(text):
            yield f'<pre style="{_PRE}">{_shown(text)}</pre>'
        case Link(address, words, is_text_only=False):
            yield f'<p style="margin:0.6em 0"><a href="{escape(address)}" style="{_BUTTON}">'
            yield f"{_shown(words)}</a></p>"
        case Picture(content_id, words):
            yield (
                f'<p style="margin:0.8em 0"><img src="cid:{escape(content_id)}" '
                f'alt="{_shown(words)}" width="800" style="width:100%;max-width:800px;'
                'height:auto;border:1px solid #888888"></p>'
            )
        case _:
            return


def _heading(text: str, level: int) -> str:
    size = "21px" if level == 1 else "17px"
    style = f"{_SANS};font-size:{size};line-height:1.3;margin:1.3em 0 0.4em"
    return f'<h{level} style="{style}">{_shown(text)}</h{level}>'


def _report_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yields a report's text as paragraphs: what was broken at 72 columns is one line again."""
    group: list[str] = []
    for line in (*lines, ""):
        if group and line and not line.strip("=-") and len(line) == max(map(len, group)):
            yield _heading(" ".join(group), 1 if line[0] == "=" else 2)
            group = []
        elif line.strip():
            group.append(line)
        else:
            yield from _items(group)
            group = []


def _items(group: Sequence[str]) -> Iterator[str]:
    """Yields the lines of a paragraph, each with what was broken off it; lines to copy as such."""
    items: list[str] = []
    last = ""
    for line in group:
        first = line.split()[0]
        is_rest = bool(last) and len(last) + 1 + len(first) > _WIDTH and not _is_verbatim(line)
        deeper = _indent(line) - _indent(items[-1]) if items else 0
        # Under a heading of its own no line is indented further: there a full stop ends it.
        if is_rest and (deeper > 0 or (deeper == 0 and not last.endswith("."))):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
        last = "" if _is_verbatim(line) else line
    copied: list[str] = []
    for place, item in enumerate(items):
        if _is_verbatim(item):
            copied.append(item)
            continue
        yield from _copied(copied)
        copied = []
        indent, above = 1 + _indent(item) // 2, "0.25em" if place else "0.7em"
        # The first line of an item stands out, as in text.
        style = f"margin:{above} 0 0.25em {indent}em;text-indent:-1em"
        yield f'<p style="{style}">{_shown(item.strip())}</p>'
    yield from _copied(copied)


def _copied(lines: Sequence[str]) -> Iterator[str]:
    if lines:
        text = textwrap.dedent("\n".join(lines))
        yield f'<pre style="{_PRE};margin:0.4em 0 0.4em 1em">{_shown(text)}</pre>'


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_verbatim(line: str) -> bool:
    """Whether a line of a report is to be copied: it is JSON."""
    return line.lstrip()[:1] in ('"', "{", "}")


def _shown(text: str) -> str:
    return escape(visible(text, keep="\n"))
