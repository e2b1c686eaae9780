"""Rewinds: openings are taken back, and the match goes on from an earlier position (TFD1 3.4).

What was annulled stays in the log for everybody to see; its numbers are never used again, so that
the same sheets get new dice. Sheets of annulled openings that the log withheld stay withheld
until the match is over: the plans in them may be played again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from adjudicator.audit import log
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.save import Rewound

__all__ = ["Rewinding", "rewind_lines", "rewinding_at", "rewound", "standing_openings"]


class Rewinding(NamedTuple):
    """A rewind as it stands in a log: its lines, from the first annul line to the note."""

    lines: tuple[log.Line, ...]
    before: str
    """The head of the log before it."""

    @property
    def annulled(self) -> tuple[int, ...]:
        """The openings taken back, as the lines name them."""
        return tuple(line.payload.n for line in self.lines if isinstance(line.payload, log.Annul))

    @property
    def reason(self) -> str:
        """Why."""
        payload = self.lines[0].payload
        return payload.reason if isinstance(payload, log.Annul) else ""

    @property
    def to(self) -> int:
        """The opening from which the match goes on."""
        payload = self.lines[-1].payload
        assert isinstance(payload, log.Rewind)
        return payload.to

    @property
    def head(self) -> log.Head:
        """The head of the log after it."""
        return self.lines[-1].head


def standing_openings(saved: SavedMatch) -> tuple[int, ...]:
    """Returns the openings of a match that are not annulled, in order."""
    annulled = frozenset(saved.annulled)
    return tuple(n for n in range(1, saved.n + 1) if n not in annulled)


def rewind_lines(saved: SavedMatch, to: int, reason: str) -> tuple[log.Payload, ...]:
    """Returns the lines that take back every opening after `to`, newest first.

    Raises:
        Refused: there is no such opening, it is annulled itself, or none is after it.
    """
    standing = standing_openings(saved)
    back = tuple(n for n in reversed(standing) if n > to)
    problem = None
    if not 0 <= to <= saved.n:
        message = f"there is no opening {to}"
        hint = f"Name one from 0, the start, to {saved.n}."
        problem = Problem("no-such-opening", message, hint=hint)
    elif to in saved.annulled:
        message = f"opening {to} is annulled already"
        hint = f"Standing: {', '.join(str(n) for n in (0, *standing))}; 0 is the start."
        problem = Problem("opening-annulled", message, hint=hint)
    elif not back:
        message = f"the match stands at opening {to}: there is nothing to take back"
        problem = Problem("nothing-to-rewind", message, hint="Name an earlier opening.")
    if problem is not None:
        raise Refused([problem])
    return (*(log.Annul(n=n, reason=reason) for n in back), log.Rewind(to=to))


def rewound(
    target: SavedMatch, last: SavedMatch, rewinding: Rewinding, *, n: int, shown: Collection[int]
) -> SavedMatch:
    """Returns the match after a rewind: everything is that of the opening to which it goes back.

    Args:
        target: the match after that opening.
        last: the match before the rewind.
        n: the last number used.
        shown: openings whose sheets the log shows.
    """
    mend = Rewound(
        n=n,
        to=rewinding.to,
        annulled=rewinding.annulled,
        reason=rewinding.reason,
        before=rewinding.before,
    )
    kept = (
        entry
        for entry in (*last.sheets, *last.to_come)
        if entry.n in rewinding.annulled and entry.n in last.withheld and entry.n not in shown
    )
    return target.model_copy(
        update={
            "n": n,
            "k": rewinding.head.k,
            "head": rewinding.head.hash,
            "chains": last.chains,
            "fixed": last.fixed,
            "withheld": tuple(number for number in target.withheld if number not in shown),
            "rewinds": (*last.rewinds, mend),
            "kept": (*(entry for entry in last.kept if entry.n not in shown), *kept),
        }
    )


def rewinding_at(lines: Sequence[log.Line], place: int) -> Rewinding | None:
    """Returns the rewind whose first annul line stands at a place of a log; None: it is torn."""
    end = place
    while end < len(lines) and isinstance(lines[end].payload, log.Annul):
        end += 1
    if end == len(lines) or not isinstance(lines[end].payload, log.Rewind):
        return None
    return Rewinding(tuple(lines[place : end + 1]), lines[place - 1].hash)
