"""What lines of results.jsonl note: the files of rounds, amendments and rulings, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date

from adjudicator.tournament.audited import AuditFinding
from adjudicator.tournament.chain import about_hash, event_hash
from adjudicator.tournament.event import EVENT, Amendment, Ruling
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.past import SLACK
from adjudicator.tournament.results import RESULTS, RoundStarted, RulesNoted
from adjudicator.tournament.rounds import PAIRING, ROUNDS, round_folder

__all__ = ["audit_notes"]

_NOT_NOTED = "no line notes it yet: the next command that changes the event does"


def audit_notes(event: OpenEvent, heads: Sequence[str] = ()) -> Iterator[AuditFinding]:
    """Yields in what rounds, amendments and rulings are not what lines noted of them in their time.

    Args:
        heads: hashes of lines that somebody kept: each must be one of this event.
    """
    yield from _rounds(event)
    yield from _rules(event)
    known = {event_hash(event.written), *event.hashes}
    for head in heads:
        if head not in known:
            says = f"no line of it has the hash {head}, which somebody kept"
            yield AuditFinding(code="head-not-in-event", path=RESULTS, says=says)


def _rounds(event: OpenEvent) -> Iterator[AuditFinding]:
    noted = {one.round: one for one in event.lines if isinstance(one, RoundStarted)}
    for paired in event.started:
        place = f"{ROUNDS}/{round_folder(paired.round)}"
        line = noted.pop(paired.round, None)
        if line is None:
            says = "no line notes that it started: `tournament start` does"
            yield AuditFinding(code="round-not-noted", path=f"{place}/{PAIRING}", says=says,
                               verdict="not-proven")  # fmt: skip
            continue
        here = event.round_files(paired.round)
        for name in sorted({*here, *line.files}):
            if here.get(name) != line.files.get(name):
                says = f"it is not what it was when the round started: see line {line.n}"
                yield AuditFinding(code="round-changed", path=f"{place}/{name}", says=says)
    for number, line in noted.items():
        yield AuditFinding(code="round-not-started", path=f"{RESULTS}:{line.n}",
                           says=f"round {number} has not started")  # fmt: skip


def _rules(event: OpenEvent) -> Iterator[AuditFinding]:
    """Yields what no line noted yet, and what is dated before a line that did not know it."""
    if event.started and event.about_noted not in ("", about_hash(event.event)):
        yield AuditFinding(code="rules-not-noted", path=f"{EVENT}: about", says=_NOT_NOTED,
                           verdict="not-proven")  # fmt: skip
    noted = [one for one in event.lines if isinstance(one, RulesNoted)]
    grown: tuple[tuple[str, Sequence[Amendment | Ruling], list[int]], ...] = (
        ("amendments", event.written.amendments, [one.amendments for one in noted]),
        ("rulings", event.written.rulings, [one.rulings for one in noted]),
    )
    for name, listed, counts in grown:
        for place, one in enumerate(listed):
            path = f"{EVENT}: {name}.{place}"
            by = next((line.n for line, count in zip(noted, counts, strict=True) if count > place),
                      None)  # fmt: skip
            if by is None and event.started:
                yield AuditFinding(code="rules-not-noted", path=path, says=_NOT_NOTED,
                                   verdict="not-proven")  # fmt: skip
            later = [line for line in event.lines
                     if (by is None or line.n < by) and _is_after(line.at.astimezone(UTC).date(),
                                                                  one.day)]  # fmt: skip
            if later:
                says = (f"it says {one.day}; line {later[-1].n}, of"
                        f" {later[-1].at.astimezone(UTC).date()}, did not know it")  # fmt: skip
                yield AuditFinding(code="rules-backdated", path=path, says=says)


def _is_after(day: date, other: date) -> bool:
    """Whether a day comes after another one, whatever the clocks of two referees say."""
    return day > other + SLACK
