"""Words and reports as text: what a front end needs to print them as the program does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.english import amount, joined
from adjudicator.core.limits import MAX_NAME, MAX_TEMPLATE
from adjudicator.core.visible import in_json, visible

if TYPE_CHECKING:  # printing a problem needs no reports
    from adjudicator.core.report import Paragraph, Report

__all__ = [
    "MAX_NAME",
    "MAX_TEMPLATE",
    "amount",
    "colours",
    "in_json",
    "joined",
    "lean_script",
    "page_html",
    "paragraphs_text",
    "render_report",
    "script_hash",
    "shared_macros",
    "standard_template",
    "visible",
]


def render_report(report: Report, template: str | None = None) -> tuple[str, str]:
    """Returns a report as text and as HTML.

    Args:
        template: the text of a template for the page; None: the standard one.

    Raises:
        Unusable: the template cannot be read, or fails.
    """
    from adjudicator.narrate.html import report_html
    from adjudicator.narrate.text import report_text

    return report_text(report), report_html(report, template)


def standard_template() -> str:
    """Returns the template of every report's page, to be copied and changed.

    >>> "page.headline" in adjudicator.standard_template()
    True
    """
    from adjudicator.narrate.html import standard_template

    return standard_template()


def shared_macros() -> str:
    """Returns the macros with which every page tells sections: `parts`, `table`, `told`, `die`.

    A template that begins with them tells `page.sections` as the standard one does.
    """
    from adjudicator.narrate.html import shared_macros

    return shared_macros()


def colours() -> str:
    """Returns the colours of every page of the program, light and dark, as a style sheet."""
    from adjudicator.narrate.html import colours

    return colours()


def page_html(template: str, language: str, **values: object) -> str:
    """Returns a page made from a template in the sandbox of reports: texts in it are escaped.

    Args:
        template: in Jinja's language; it may say what every game says, as `say("rolls")`.
        language: the code of the language in which it says that.
        values: what the template may show. What has a method `__html__` stands as it is.
    """
    from adjudicator.narrate.html import page_html

    return page_html(template, language, **values)


def lean_script(text: str) -> str:
    """Returns a script as pages hold it: without comments, no room at the beginning of lines."""
    from adjudicator.compose.pen import lean_script

    return lean_script(text)


def script_hash(text: str) -> str:
    """Returns the SHA-256 of a script in base64, as a page's policy names it (`sha256-...`)."""
    from adjudicator.narrate.html import script_hash

    return script_hash(text)


def paragraphs_text(paragraphs: tuple[Paragraph, ...]) -> str:
    """Returns paragraphs as plain text, an empty line before each."""
    from adjudicator.narrate.text import paragraphs_text

    return paragraphs_text(paragraphs)
