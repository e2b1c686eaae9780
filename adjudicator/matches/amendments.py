"""What reports and `status` say of openings taken back and of corrections."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.audit.opening import SavedMatch
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.core.save import Corrected, Rewound
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.narrator import Narrator, Saying

__all__ = [
    "amendment_lines",
    "annulled_of",
    "annulled_saying",
    "corrected_text",
    "rewound_text",
    "with_amendments",
]

_ENGLISH = Narrator(ENGLISH)


def annulled_of(rewinds: Iterable[Rewound], n: int) -> Saying | None:
    """Returns what to say of an opening that was taken back; None: it stands."""
    for rewound in rewinds:
        if n in rewound.annulled:
            return annulled_saying(n, rewound.to, rewound.reason)
    return None


def annulled_saying(n: int, to: int, reason: str) -> Saying:
    """Returns what to say of an opening that a rewind took back."""
    return Saying("annulled", {"n": n, "to": to, "reason": reason})


def rewound_text(rewound: Rewound, narrator: Narrator = _ENGLISH) -> str:
    """Returns what a rewind took back, and why."""
    numbers = sorted(rewound.annulled)
    return narrator.say("rewound", numbers=numbers, to=rewound.to, reason=rewound.reason)


def corrected_text(corrected: Corrected, narrator: Narrator = _ENGLISH) -> str:
    """Returns in one line what was corrected, and why."""
    places = [str(operation.get("path")) for operation in corrected.patch]
    return narrator.say("corrected", n=corrected.n, places=places, reason=corrected.reason)


def amendment_lines(saved: SavedMatch, narrator: Narrator) -> list[str]:
    """Returns all that was taken back or corrected, in lines for `status`."""
    told = [rewound_text(rewound, narrator) for rewound in saved.rewinds]
    return told + [corrected_text(corrected, narrator) for corrected in saved.corrections]


def with_amendments(report: Report, saved: SavedMatch, narrator: Narrator) -> Report:
    """Returns the report of the opening that led to `saved`, with what was amended up to it.

    First what the referee did in place of an opening, and last, in a line each, earlier
    corrections that stand.
    """
    back = [rewound for rewound in saved.rewinds if rewound.n == saved.n]
    now = [corrected for corrected in saved.corrections if corrected.n == saved.n and not back]
    earlier = [corrected for corrected in saved.corrections if corrected not in now]
    first = [
        *_back_paragraphs(saved, back, narrator),
        *(_correction(corrected, narrator) for corrected in now),
    ]
    last = []
    if earlier:
        lines = [Line(text=corrected_text(corrected, narrator)) for corrected in earlier]
        last.append(narrator.paragraph("corrections", lines))
    said = (
        *(rewound_text(rewound, narrator) for rewound in back[-1:]),
        *(narrator.say("corrected-now", reason=one.reason) for one in now),
    )
    return report._replace(
        summary=(*said, *report.summary), paragraphs=(*first, *report.paragraphs, *last)
    )


def _back_paragraphs(
    saved: SavedMatch, back: Sequence[Rewound], narrator: Narrator
) -> Iterator[Paragraph]:
    if back:
        lines = [Line(text=rewound_text(rewound, narrator)) for rewound in back]
        counts = narrator.line("taken-back-counts", n=saved.n + 1)
        lines += [counts, narrator.line("taken-back-stale")]
        yield narrator.paragraph("taken-back", lines)


def _correction(corrected: Corrected, narrator: Narrator) -> Paragraph:
    patch = [
        Line(text=json.dumps(dict(operation), ensure_ascii=False, sort_keys=True), verbatim=True)
        for operation in corrected.patch
    ]
    lines = (
        narrator.line("correction-reason", reason=corrected.reason),
        narrator.line("correction-changes", lines=patch),
        narrator.line("correction-stale"),
    )
    return narrator.paragraph("correction", lines)
