"""The log of a match by the verifier: the job of a worker, which loads nothing of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.log_facts import LogFacts
from adjudicator.api.problems import Located
from adjudicator.api.verifying import Verified, verify
from adjudicator.tournament.audited import AuditedMatch, AuditVerdict

__all__ = [
    "LONGEST",
    "NOT_BEGUN",
    "OTHER_RULES",
    "LogAudit",
    "audited_log",
    "audited_match",
    "told",
    "unaudited",
]

NOT_BEGUN = "not-begun"
"""The code of a match that awaits joins."""
OTHER_RULES = "other-rules"
"""The code of a match whose rules are not those of this program."""
LONGEST = 300
"""The most characters of what is said of one thing."""


class LogAudit(NamedTuple):
    """What a worker found of the log of a match; it can be pickled."""

    verdict: AuditVerdict
    code: str
    says: str
    openings: int
    rolls: int
    corrections: int
    withheld: Mapping[str, int]
    facts: LogFacts | None
    """None: line 0 is damaged."""
    is_over: bool | None
    """None: not all of it could be run again."""
    ended: Mapping[str, Any] | None


def audited_log(folder: Path) -> LogAudit:
    """Verifies the log of a match folder: the job of a worker.

    Raises:
        RefusedFile, UnusableFile: as `api.verifying.verify`.
    """
    found = verify(folder)
    verdict, code, says = _verdict(found)
    dice = found.dice
    return LogAudit(
        verdict=verdict, code=code, says=says, openings=dice.openings, rolls=dice.rolls,
        corrections=len(dice.corrections),
        withheld={seat: count for seat, count in sorted(dice.withheld_pledges.items()) if count},
        facts=found.facts, is_over=found.again.is_over, ended=found.again.ended,
    )  # fmt: skip


def _verdict(found: Verified) -> tuple[AuditVerdict, str, str]:
    wrong = (*found.located, *found.false)
    if wrong:
        return "refuted", wrong[0].problem.code, told(wrong)
    if not found.again.is_comparable:
        return "not-proven", OTHER_RULES, found.again.told
    if not found.is_sound:
        return "not-proven", found.why or "lacking", found.doubt or found.again.told
    return "sound", "", ""


def told(located: Sequence[Located]) -> str:
    """Returns the first of some problems in words, with its line."""
    if not located:
        return ""
    first = located[0]
    where = f"line {first.line}: " if first.line else ""
    return f"{where}{first.problem.message}"[:LONGEST]


def audited_match(match: str, found: LogAudit) -> AuditedMatch:
    """Returns what is published of the log of a match."""
    facts = found.facts
    return AuditedMatch(
        match=match, verdict=found.verdict, code=found.code, says=found.says,
        openings=found.openings, rolls=found.rolls, corrections=found.corrections,
        withheld=found.withheld, rewinds=0 if facts is None else facts.rewinds,
        late={} if facts is None else facts.late, head="" if facts is None else facts.head,
    )  # fmt: skip


def unaudited(match: str, verdict: AuditVerdict, code: str, says: str) -> AuditedMatch:
    """Returns what is published of a match whose log could not be verified."""
    return AuditedMatch(match=match, verdict=verdict, code=code, says=says, withheld={}, late={})
