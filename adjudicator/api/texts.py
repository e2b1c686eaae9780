"""Words and reports as text: what a front end needs to print them as the program does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.english import amount, joined
from adjudicator.core.limits import MAX_NAME
from adjudicator.core.visible import in_json, visible

if TYPE_CHECKING:  # printing a problem needs no reports
    from adjudicator.core.report import Paragraph, Report

__all__ = [
    "MAX_NAME",
    "amount",
    "in_json",
    "joined",
    "paragraphs_text",
    "render_report",
    "visible",
]


def render_report(report: Report) -> tuple[str, str]:
    """Returns a report as text and as HTML."""
    from adjudicator.render.report import report_html, report_text

    return report_text(report), report_html(report)


def paragraphs_text(paragraphs: tuple[Paragraph, ...]) -> str:
    """Returns paragraphs as plain text, an empty line before each."""
    from adjudicator.render.report import paragraphs_text

    return paragraphs_text(paragraphs)
