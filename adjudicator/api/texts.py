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
    "in_json",
    "joined",
    "paragraphs_text",
    "render_report",
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


def paragraphs_text(paragraphs: tuple[Paragraph, ...]) -> str:
    """Returns paragraphs as plain text, an empty line before each."""
    from adjudicator.narrate.text import paragraphs_text

    return paragraphs_text(paragraphs)
