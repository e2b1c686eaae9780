"""Reports as pages: a template that people can restyle, in a sandbox.

First the pictures and what changed, then what happened; long tables are folded. A template gets
values, makes text of them, and can do no more than Jinja's sandbox permits: it sees no file, no
program, and none of our objects but those of the page.
"""

from __future__ import annotations

import base64
import hashlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, Template, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.report import Attachment, Die, Figure, Line, Listing, Report
from adjudicator.core.visible import visible
from adjudicator.narrate.languages import shared_language
from adjudicator.narrate.text import numbered

__all__ = [
    "colours",
    "lean_page",
    "page_html",
    "report_html",
    "script_hash",
    "shared_macros",
    "standard_template",
]

_WINDOW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
"""Width and height of what a picture shows."""
_FIGURES = re.compile(r'<details class="map">.*?</details>|<figure.*?</figure>', re.DOTALL)
"""The pictures of a page of the standard template."""
_COLOURS = re.compile(r":root\{color-scheme.*?\n(?=html\{)", re.DOTALL)
"""The colours of the standard template, light and dark."""


class _Part(NamedTuple):
    """A line of a report as a page shows it, with what belongs under it."""

    kind: str
    """`line`, `copied` (as it is), `folded`, `block` (in a frame) or `under`."""
    text: str
    dice: tuple[Die, ...] = ()
    number: int = 0
    """The number of its roll; 0: none."""
    parts: tuple[_Part, ...] = ()


class _Table(NamedTuple):
    """A table; the first cell of a row is its heading."""

    caption: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first_number: int
    """The place of the first column that holds figures."""
    folded: bool


class _Section(NamedTuple):
    """A part of the page under a heading: a table, or lines."""

    name: str
    heading: str
    table: _Table | None = None
    parts: tuple[_Part, ...] = ()


class _File(NamedTuple):
    """A file that the page brings along."""

    name: str
    note: str
    href: str
    size: int
    hash: str


class _Picture(NamedTuple):
    """A picture of the page."""

    svg: Markup
    caption: str
    folded: bool
    classes: str
    """On which screens it is shown, and how paper lies for it: "wide", "print sheet upright"."""
    is_sheet: bool
    """Whether it is a page of paper, and the first of all."""
    is_usual: bool
    """Whether it is the whole map, drawn as usual."""


class _Script(NamedTuple):
    """A script of the page; its policy admits no other."""

    text: Markup
    sha256: str
    """The hash of its bytes in base64, as the policy of the page names it."""


class _Page(NamedTuple):
    """All that a template may show."""

    language: str
    title: str
    headline: str
    summary: tuple[str, ...]
    contents: tuple[_Section, ...]
    figures: tuple[_Picture, ...]
    sections: tuple[_Section, ...]
    rolls: tuple[str, ...]
    files: tuple[_File, ...]
    scripts: tuple[_Script, ...]
    data: Markup
    style: Markup


def standard_template() -> str:
    """Returns the template of every page, to be copied and changed."""
    raw = pkgutil.get_data("adjudicator.narrate", "report.html.j2")
    assert raw is not None, "the package brings its template along"
    return raw.decode()


def shared_macros() -> str:
    """Returns what the standard template defines before its page: `parts`, `table`, `told`, `die`.

    Another template that begins with it tells sections as every page does.
    """
    head, found, _ = standard_template().partition("<html ")
    assert found, "the standard template begins with its macros"
    return head[head.index("{% macro") :]


def colours() -> str:
    """Returns the colours of every page, light and dark, as the standard template has them."""
    found = _COLOURS.search(standard_template())
    assert found is not None, "the standard template begins its style with colours"
    return found[0]


def page_html(template: str, language: str, **values: Any) -> str:
    """Returns a page of a template of ours, in the sandbox of reports.

    Args:
        language: the code of the one in which `say` speaks.
        values: what the template may show; strings are escaped.
    """
    return _environment().from_string(template).render(say=shared_language(language).say, **values)


def report_html(report: Report, template: str | None = None) -> str:
    """Returns a report as one HTML page.

    Args:
        template: somebody's own template; None: the standard one.

    Raises:
        Unusable: somebody's own template cannot be read, or fails.
    """
    say = shared_language(report.language).say
    try:
        made = _standard() if template is None else _environment().from_string(template)
        return made.render(page=_page(report), say=say)
    except Exception as error:  # Whatever somebody's template does wrong is no fault of ours.
        if template is None:
            raise
        raise Unusable([_broken(error)]) from error


def lean_page(page: str) -> str:
    """Returns a page of the standard template with the map alone, as it is drawn usually.

    It lacks the column for phones, the pages of paper, the parts of the map, and the map as it was
    before: about half of the bytes of a page, and more of one with parts.
    """
    if "data-usual" not in page:
        return page

    def kept(found: re.Match[str]) -> str:
        head, svg, picture = found[0].partition("<svg")
        if "data-usual" not in head:
            return ""
        shown = head.replace(' class="wide"', "").replace("<details", "<details open")
        return f"{shown}{svg}{picture}"

    return _FIGURES.sub(kept, page)


def _broken(error: Exception) -> Problem:
    """Returns what is wrong with a template, and in which line."""
    line = error.lineno if isinstance(error, TemplateSyntaxError) else _line_of(error)
    where = "the template" if line is None else f"line {line} of the template"
    message = f"{where} cannot be used: {visible(str(error)) or type(error).__name__}"
    hint = "`adjudicator report --template-out FILE` writes the standard one, which works."
    return Problem("template-unusable", message.rstrip("."), hint=hint, kind="unusable")


@cache
def _environment() -> ImmutableSandboxedEnvironment:
    return ImmutableSandboxedEnvironment(
        autoescape=True,
        finalize=_shown,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )


@cache
def _standard() -> Template:
    return _environment().from_string(standard_template())


def _shown(value: Any) -> Any:
    """Returns a value as it stands in the page: nothing in it that is not seen."""
    if hasattr(value, "__html__") or not isinstance(value, str):
        return value
    return visible(value, keep="\n\t")


def _line_of(error: BaseException) -> int | None:
    """Returns the line of the template in which something failed."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


# -- a report as a template gets it ---------------------------------------------------------------


def _page(report: Report) -> _Page:
    numbers = numbered(report.paragraphs)
    sections = tuple(
        one._replace(name=f"part-{place}")
        for place, one in enumerate(_sections(report, numbers), start=1)
    )
    files = tuple(map(_file, report.attachments))
    say = shared_language(report.language).say
    contents = (*sections, *([_Section("files", say("files"))] if files else []))
    return _Page(
        language=report.language,
        title=report.title,
        headline=report.headline,
        summary=report.summary,
        contents=contents,
        figures=tuple(_figure(one) for one in report.figures),
        sections=sections,
        rolls=tuple(numbers),
        files=files,
        scripts=() if report.pen is None else tuple(map(_script, report.pen.scripts)),
        data=Markup("" if report.pen is None else report.pen.data),
        style=Markup("" if report.pen is None else report.pen.style),
    )


def _script(text: str) -> _Script:
    """Returns a script of ours with its hash."""
    return _Script(Markup(text), script_hash(text))


def script_hash(text: str) -> str:
    """Returns the hash of a script, or a style, in base64, as a page's policy names it."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _sections(report: Report, numbers: dict[str, int]) -> Iterator[_Section]:
    first = [*filter(None, (report.changes,)), *(t for t in report.tables if not t.folded)]
    for table in first:
        yield _Section("", table.caption, _table(table))
    for told in report.paragraphs:
        yield _Section("", told.heading, None, tuple(_parts(told.lines, 0, numbers)))
    for table in report.tables:
        if table.folded:
            yield _Section("", table.caption, _table(table))


def _table(of: Listing) -> _Table:
    first = len(of.columns) - of.numbers
    return _Table(of.caption, of.note, of.columns, of.rows, first, of.folded)


def _figure(figure: Figure) -> _Picture:
    """Returns a picture with what was drawn, without the head of a file."""
    drawn = Markup(figure.svg[figure.svg.index("<svg") :].strip())
    is_sheet = figure.screen == "print" and not figure.is_part
    classes = [figure.screen] * (figure.screen != "any") + ["part"] * figure.is_part
    if is_sheet:
        measured = _WINDOW.search(figure.svg)
        is_upright = measured is not None and float(measured[1]) < float(measured[2])
        classes += ["sheet", "upright"] if is_upright else ["sheet"]
    return _Picture(
        drawn, figure.caption, figure.folded, " ".join(classes), is_sheet, figure.is_usual
    )


def _file(attached: Attachment) -> _File:
    """Returns a file as a link that saves it; no network is needed."""
    raw = attached.content.encode()
    href = f"data:application/octet-stream;base64,{base64.b64encode(raw).decode()}"
    hashed = hashlib.sha256(raw).hexdigest()
    return _File(attached.name, attached.note, href, len(raw), hashed)


def _parts(lines: tuple[Line, ...], depth: int, numbers: dict[str, int]) -> Iterator[_Part]:
    copied: list[str] = []
    for line in lines:
        if line.verbatim:
            copied.append(visible(line.text))
            continue
        if copied:
            yield _Part("copied", "\n".join(copied))
            copied = []
        number = 0 if line.label is None else numbers[line.label]
        inner = tuple(_parts(line.lines, depth + 1, numbers))
        is_block = depth == 0 and not all(one.verbatim for one in line.lines)
        kind = "folded" if line.folded else "block" if is_block else "under"
        yield _Part(kind if inner else "line", line.text, line.dice, number, inner)
    if copied:
        yield _Part("copied", "\n".join(copied))
