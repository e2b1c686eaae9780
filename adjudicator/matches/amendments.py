"""What reports and `status` say of openings taken back and of corrections."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.audit.opening import SavedMatch
from adjudicator.core.amendments import Corrected, Rewound
from adjudicator.core.report import Line, Paragraph, Report

__all__ = [
    "annulled_text",
    "annulled_words",
    "corrected_text",
    "mend_lines",
    "rewound_text",
    "with_mends",
]


def annulled_text(rewinds: Iterable[Rewound], n: int) -> str:
    """Returns what to say of an opening that was taken back; nothing of one that stands."""
    for rewound in rewinds:
        if n in rewound.annulled:
            return annulled_words(n, rewound.to, rewound.reason)
    return ""


def annulled_words(n: int, to: int, reason: str) -> str:
    """Returns what to say of an opening that a rewind took back."""
    return f"Opening {n} is annulled: the match was rewound to {_place(to)}. Reason: {reason}"


def rewound_text(rewound: Rewound) -> str:
    """Returns what a rewind took back, and why."""
    back = sorted(rewound.annulled)
    *most, last = (str(n) for n in back)
    if len(back) > 2 and len(back) == back[-1] - back[0] + 1:
        numbers = f"s {back[0]} to {last}"
    else:
        numbers = f"s {', '.join(most)} and {last}" if most else f" {last}"
    verb = "are" if len(back) > 1 else "is"
    return (
        f"Opening{numbers} {verb} annulled; the match goes on from {_place(rewound.to)}. "
        f"Reason: {rewound.reason}"
    )


def corrected_text(corrected: Corrected) -> str:
    """Returns in one line what was mended, and why."""
    places = ", ".join(str(operation.get("path")) for operation in corrected.patch)
    return f"In opening {corrected.n} the referee corrected {places}. Reason: {corrected.reason}"


def mend_lines(saved: SavedMatch) -> list[str]:
    """Returns all that was taken back or mended, in lines for `status`."""
    told = [rewound_text(rewound) for rewound in saved.rewinds]
    return told + [corrected_text(corrected) for corrected in saved.corrections]


def with_mends(report: Report, saved: SavedMatch) -> Report:
    """Returns the report of the opening that led to `saved` with what was mended up to it.

    First what the referee did in place of an opening, and last, in a line each, earlier
    corrections that stand.
    """
    back = [rewound for rewound in saved.rewinds if rewound.n == saved.n]
    now = [corrected for corrected in saved.corrections if corrected.n == saved.n and not back]
    earlier = [corrected for corrected in saved.corrections if corrected not in now]
    first = [*_back_paragraphs(saved, back), *(_correction(corrected) for corrected in now)]
    last = []
    if earlier:
        lines = tuple(Line(text=corrected_text(corrected)) for corrected in earlier)
        last.append(Paragraph(heading="Corrections by the referee", lines=lines))
    said = (*(rewound_text(rewound) for rewound in back[-1:]),
            *(f"The referee corrected the position: {one.reason}" for one in now))  # fmt: skip
    return report._replace(
        summary=(*said, *report.summary), paragraphs=(*first, *report.paragraphs, *last)
    )


def _back_paragraphs(saved: SavedMatch, back: Sequence[Rewound]) -> Iterator[Paragraph]:
    if not back:
        return
    after = (
        "What happened in it counts no more, but stays in the log. Its number is not used again: "
        f"the next opening is {saved.n + 1}, and has dice of its own.",
        "Sheets that were sent before this are stale: send them again with the header below. "
        "They may be the same or others.",
    )
    told = [*(rewound_text(rewound) for rewound in back), *after]
    yield Paragraph(heading="Taken back", lines=tuple(Line(text=text) for text in told))


def _correction(corrected: Corrected) -> Paragraph:
    patch = tuple(
        Line(text=json.dumps(dict(operation), ensure_ascii=False, sort_keys=True), verbatim=True)
        for operation in corrected.patch
    )
    return Paragraph(
        heading="Correction by the referee",
        lines=(
            Line(text=f"Reason: {corrected.reason}"),
            Line(text="No sheet was carried out and no dice were rolled. Mended in the state:",
                 lines=patch),
            Line(text="Sheets that were sent before this are stale: send them again with the "
                 "header below."),
        ),
    )  # fmt: skip


def _place(to: int) -> str:
    return f"opening {to}" if to else "the start"
