"""Reports as text for a mail's body and as HTML for its attachment.

Labels of rolls stand once, numbered, at the end: out of the reader's way, but every die can be
looked up and checked.
"""

from __future__ import annotations

import base64
import hashlib
import textwrap
from collections.abc import Iterable, Iterator

from adjudicator.core.report import Attachment, Die, Figure, Line, Listing, Paragraph, Report
from adjudicator.core.visible import visible

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
        lines += [f"[{number}] {visible(label)}" for label, number in numbers.items()]
    for attached in report.attachments:
        lines += ["", *_heading(attached.name, "-"), *_wrapped(attached.note, "", "")]
        lines += _between(attached)
    return "\n".join(lines) + "\n"


def _between(attached: Attachment) -> list[str]:
    """Returns a file between two lines by which `sed` finds it."""
    inside = attached.content.removesuffix("\n")
    return [f"=== {attached.name} ===", inside, f"=== end of {attached.name} ==="]


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
        yield f"{indent}{visible(line.text)}"
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
        visible(text, keep="\n\t"),
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

_STYLE = """\
:root{color-scheme:light dark;--paper:#fdfbf5;--ink:#24211b;--soft:#5f584b;--head:#6b4d12;
--rule:#e0d5b9;--strong:#9a8658;--card:#fff;--tint:#f3ecda;--hit:#7a1c12;--hitbg:#fbe9e4;
--hitrule:#b4473a;--link:#1d4f91}
@media screen and (prefers-color-scheme:dark){:root{--paper:#191815;--ink:#ece7db;--soft:#b8b09e;
--head:#e3c67f;--rule:#4a4536;--strong:#a8935f;--card:#23211c;--tint:#2a271f;--hit:#ffb9ab;
--hitbg:#45211b;--hitrule:#d97a6a;--link:#9dc1f2}}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1em}
*{box-sizing:border-box}
body{font:17px/1.5 Georgia,'Times New Roman','DejaVu Serif',serif;margin:0 auto;max-width:88em;
padding:1.2em 1em 3em;color:var(--ink);background:var(--paper)}
header,section,nav,details,footer{max-width:42em;margin-left:auto;margin-right:auto}
h1{font-size:1.7em;line-height:1.2;margin:0 0 .6em;padding-bottom:.35em;
border-bottom:3px double var(--strong)}
h2{font-size:1.15em;line-height:1.3;margin:1.8em 0 .5em;padding-bottom:.15em;color:var(--head);
border-bottom:1px solid var(--rule)}
p{margin:.3em 0}
a{color:var(--link)}
.skip{position:absolute;left:-99em}
.skip:focus{position:static}
.summary{background:var(--tint);border-left:4px solid var(--strong);padding:.6em .9em;
border-radius:0 6px 6px 0}
nav ul{list-style:none;margin:1em 0 0;padding:0;display:flex;flex-wrap:wrap;gap:0 1.1em;
font:.88em/1.9 system-ui,'DejaVu Sans',sans-serif}
figure{margin:1.4em 0 0}
figure svg{display:block;width:100%;height:auto;background:#fff;border-radius:4px}
figcaption{color:var(--soft);font-size:.88em;text-align:center;margin-top:.4em}
.part{display:inline-block;width:49.4%;vertical-align:top}
.narrow,.none{display:none}
@media screen and (max-width:48em){
.wide{position:absolute;width:0;height:0;margin:0;overflow:hidden}
.narrow{display:block;margin:1em -.6em 0}
.map figure{overflow-x:auto}
.map svg{width:62em}
body{padding:1em .9em 3em}}
.block{margin:.8em 0;padding:.6em .8em .7em;border:1px solid var(--rule);border-radius:8px;
background:var(--card);break-inside:avoid}
.block>p:first-child{font-weight:bold;margin-top:0}
.under{margin-left:.9em}
.under .under{border-left:2px solid var(--rule);padding-left:.7em}
.die{display:inline-block;white-space:nowrap;border:1px solid var(--rule);border-radius:5px;
padding:0 .45em;margin:.05em .1em;font:.88em/1.55 system-ui,'DejaVu Sans',sans-serif;
color:var(--soft);background:var(--card)}
.die b{font-size:1.1em}
.counts{color:var(--hit);background:var(--hitbg);border:2px solid var(--hitrule)}
sup{font:.68em system-ui,sans-serif;color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font:.88em/1.4 system-ui,'DejaVu Sans',sans-serif;
font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding-bottom:.5em}
th,td{text-align:left;vertical-align:top;padding:.3em .6em .3em 0;
border-bottom:1px solid var(--rule)}
thead th{border-bottom:2px solid var(--strong)}
tbody th{font-weight:600}
.figure{text-align:right}
details.map{margin-top:1.6em}
summary{cursor:pointer;font-weight:bold;color:var(--head)}
details.map{max-width:none}
details.map summary{max-width:42em;margin:0 auto}
pre,code{font:.78em/1.5 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}
pre{white-space:pre-wrap;word-break:break-all;background:var(--tint);border:1px solid var(--rule);
border-radius:6px;padding:.6em .8em;margin:.5em 0}
.rolls{color:var(--soft);font-size:.9em}
.rolls ol{padding-left:2.2em;margin:.4em 0}
.rolls code{word-break:break-all}
@page{size:A4;margin:14mm}
@media print{
:root{--paper:#fff;--ink:#000;--soft:#333;--head:#000;--rule:#bbb;--strong:#555;--card:#fff;
--tint:#fff;--hit:#000;--hitbg:#fff;--hitrule:#000}
body{font-size:10.5pt;max-width:none;padding:0}
header,section,details,footer{max-width:none}
nav,.skip,details:not([open]),section:has(>h2+details:not([open])){display:none}
h2{break-after:avoid}
tr,figure{break-inside:avoid}
.part{display:block;width:100%;break-before:page}
.part svg,figure svg{max-height:240mm}
}
"""
_STYLE_WITH_FILES = """\
p,summary,.files code{overflow-wrap:anywhere}
pre{word-break:normal;overflow-wrap:anywhere}
.files ul{padding-left:1.2em}
section details{margin:.3em 0}
@media print{
section details:not([open]){display:block}
section details::details-content{content-visibility:visible}
}
"""
"""Of a page that brings files, to be read to the letter: long hashes wrap, paper shows it all."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def report_html(report: Report) -> str:
    """Returns a report as one HTML page without scripts or links to anywhere.

    First the pictures and what changed, then what happened; long tables are folded.
    """
    numbers = _numbers(report.paragraphs)
    title = _escaped(report.title)
    first = [*filter(None, (report.changes,)), *(t for t in report.tables if not t.folded)]
    sections = [
        *((table.caption, _table(table)) for table in first),
        *((told.heading, _html_lines(told.lines, 0, numbers)) for told in report.paragraphs),
        *((table.caption, _table(table)) for table in report.tables if table.folded),
    ]
    headings = [(f"part-{place}", heading) for place, (heading, _) in enumerate(sections, start=1)]
    style = _STYLE + (_STYLE_WITH_FILES if report.attachments else "")
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"/>',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{title}</title><style>{style}</style></head><body>",
        '<a class="skip" href="#told">Skip the map</a>',
        f"<header><h1>{title}</h1>",
    ]
    if report.summary:
        told = "".join(f"<p>{_escaped(text)}</p>" for text in report.summary)
        parts.append(f'<div class="summary">{told}</div>')
    parts.append("</header>")
    parts += _contents([*headings, *([("files", "Files")] if report.attachments else [])])
    parts.append("<main>")
    parts += map(_figure, report.figures)
    parts.append('<div id="told">')
    for (name, heading), (_, inner) in zip(headings, sections, strict=True):
        title = f'<h2 id="{name}">{_escaped(heading)}</h2>'
        parts += [f'<section aria-labelledby="{name}">{title}', *inner, "</section>"]
    parts.append("</div></main>")
    parts += _rolls(numbers)
    parts += _attachments(report.attachments)
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    """Returns text as it is written in a page: no markup, and nothing that is not seen."""
    return _without_markup(visible(text))


def _without_markup(text: str) -> str:
    import html  # it loads the names of all entities, and text for a terminal has none

    return html.escape(text)


def _contents(headings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yields links to all parts of the page."""
    links = [f'<li><a href="#{name}">{_escaped(heading)}</a></li>' for name, heading in headings]
    if links:
        yield f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>'


def _figure(figure: Figure) -> str:
    """Returns a picture as part of the page: what was drawn, without the head of a file."""
    drawn = figure.svg[figure.svg.index("<svg") :].strip()
    caption = _escaped(figure.caption)
    if figure.folded:
        # It can be wider than the screen: the keyboard must be able to move it.
        shown = f'<figure tabindex="0">{drawn}</figure>'
        return f'<details class="map"><summary>{caption}</summary>{shown}</details>'
    classes = [figure.screen] * (figure.screen != "any") + ["part"] * figure.is_part
    shown = f' class="{" ".join(classes)}"' if classes else ""
    return f"<figure{shown}>{drawn}<figcaption>{caption}</figcaption></figure>"


def _table(table: Listing) -> Iterator[str]:
    """Yields a table with its rows headed by their first cell."""
    first = len(table.columns) - table.numbers

    def cells(texts: Iterable[str], scope: str) -> Iterator[str]:
        for place, text in enumerate(texts):
            shown = ' class="figure"' if place >= first else ""
            if scope == "col" or place == 0:
                yield f'<th scope="{scope}"{shown}>{_escaped(text)}</th>'
            else:
                yield f"<td{shown}>{_escaped(text)}</td>"

    if table.folded:
        told = f"<p>{_escaped(table.note)}</p>" if table.note else ""
        yield f"{told}<details><summary>Show all {len(table.rows)}</summary>"
    caption = _escaped(table.note or table.caption)
    yield f'<div class="scroll"><table><caption>{caption}</caption>'
    yield f"<thead><tr>{''.join(cells(table.columns, 'col'))}</tr></thead><tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(cells(row, 'row'))}</tr>"
    yield "</tbody></table></div>" + ("</details>" if table.folded else "")


def _rolls(numbers: dict[str, int]) -> Iterator[str]:
    if numbers:
        yield f'<footer class="rolls"><h2>{_NOTES}</h2><p>{_HOW}</p><ol>'
        yield from (f"<li><code>{_escaped(label)}</code></li>" for label in numbers)
        yield "</ol></footer>"


def _attachments(attached: Iterable[Attachment]) -> Iterator[str]:
    """Yields links that save the files in the page; no network is needed."""
    links = []
    for one in attached:
        raw = one.content.encode()
        href = f"data:application/octet-stream;base64,{base64.b64encode(raw).decode()}"
        name = _without_markup(one.name)
        hashed = hashlib.sha256(raw).hexdigest()
        links.append(
            f'<li><a download="{name}" href="{href}">Save {name}</a>: {_without_markup(one.note)} '
            f"{len(raw)} bytes, SHA-256 <code>{hashed}</code></li>"
        )
    if links:
        yield f'<footer class="files" id="files"><h2>Files</h2><ul>{"".join(links)}</ul></footer>'


def _html_lines(lines: tuple[Line, ...], depth: int, numbers: dict[str, int]) -> Iterator[str]:
    copied: list[str] = []
    for line in lines:
        if line.verbatim:
            copied.append(_escaped(line.text))
            continue
        if copied:
            yield _pre(copied)
            copied = []
        number = "" if line.label is None else f"<sup>[{numbers[line.label]}]</sup>"
        text = f"<p>{_escaped(line.text)}{_dice_html(line.dice)}{number}</p>"
        if not line.lines:
            yield text
            continue
        if line.folded:
            yield f"<details><summary>{_without_markup(line.text)}</summary>"
            yield from _html_lines(line.lines, depth + 1, numbers)
            yield "</details>"
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
        f"{f' {_escaped(die.result)}' if die.result else ''}</span>"
        for die in dice
    )
    return f": {chips}"
