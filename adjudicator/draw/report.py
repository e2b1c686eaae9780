"""Reports as text for a mail's body and as HTML for its attachment."""

from __future__ import annotations

import html
import textwrap

from adjudicator.core.game import Report

__all__ = ["report_html", "report_text"]

_WIDTH = 72


def report_text(report: Report) -> str:
    """Returns a report as plain text, 72 columns wide, lists hanging under their first line."""
    lines = [report.title, "=" * min(len(report.title), _WIDTH), ""]
    for line in report.summary:
        lines += textwrap.wrap(line, _WIDTH)
    for paragraph in report.paragraphs:
        lines += ["", paragraph.heading, "-" * min(len(paragraph.heading), _WIDTH)]
        for line in paragraph.lines:
            lines += textwrap.wrap(line, _WIDTH, initial_indent="* ", subsequent_indent="  ")
    return "\n".join(lines) + "\n"


_STYLE = (
    "body{font:16px/1.45 Georgia,serif;max-width:42em;margin:1.5em auto;padding:0 1em;"
    "color:#222;background:#fdfcf8}h1{font-size:1.5em;border-bottom:3px double #8a7a55}"
    "h2{font-size:1.1em;margin:1.4em 0 .3em;color:#5a4a25}ul{margin:.2em 0;padding-left:1.2em}"
)


def report_html(report: Report) -> str:
    """Returns a report as one HTML page without scripts or links to anywhere."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{html.escape(report.title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(report.title)}</h1>",
        *(f"<p>{html.escape(line)}</p>" for line in report.summary),
    ]
    for paragraph in report.paragraphs:
        parts.append(f"<h2>{html.escape(paragraph.heading)}</h2><ul>")
        parts += [f"<li>{html.escape(line)}</li>" for line in paragraph.lines]
        parts.append("</ul>")
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"
