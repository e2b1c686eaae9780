"""What an audit of an event finds: plain frozen values (tournaments.md 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["AuditFinding", "AuditVerdict", "AuditedMatch", "EventAudit"]

AuditVerdict: TypeAlias = Literal["sound", "not-proven", "refuted"]
"""Best first: all was proved, something is not known yet, something was changed."""


@dataclass(frozen=True, kw_only=True)
class AuditedMatch:
    """What the verifier says of the log of a match."""

    match: str
    """Its id: `01-03`."""
    verdict: AuditVerdict
    """What became of its log; a match without one is not proven."""
    code: str = ""
    """The verifier's code: why it is refuted, or what is not proven; empty: it is sound."""
    says: str = ""
    """The same in words, with the line of the log; empty: it is sound."""
    openings: int = 0
    """How many openings the log has."""
    rolls: int = 0
    """How many dice rolls were checked."""
    rewinds: int = 0
    """How many times the match was taken back."""
    corrections: int = 0
    """How many corrections and rulings the log records."""
    withheld: Mapping[str, int]
    """By seat, the pledges that it withheld after a lock; who withheld none is not in it."""
    late: Mapping[str, int]
    """By seat, the times that the log's clock notes it as late; who never was is not in it."""
    head: str = ""
    """The hash of the log's last line; empty: there is no log, or it cannot be read."""


@dataclass(frozen=True, kw_only=True)
class AuditFinding:
    """Something of the event that does not follow from its inputs, or that cannot be shown."""

    verdict: AuditVerdict = "refuted"
    """`refuted`, or `not-proven`."""
    code: str
    """What it is, for programs: `pairing-differs`."""
    path: str
    """The file within the event's folder, with the place in it: `rounds/02/pairing.json`."""
    says: str
    """The same in words."""


@dataclass(frozen=True, kw_only=True)
class EventAudit:
    """What an audit of a whole event found."""

    verdict: AuditVerdict
    """The worst of all."""
    matches: tuple[AuditedMatch, ...]
    """All matches that have started, in the order of their ids."""
    findings: tuple[AuditFinding, ...]
    """What else was found, by file."""
    tournament: str
    """The SHA-256 of tournament.json as it stands, in hexadecimal."""
    head: str = ""
    """The hash of the last line of results.jsonl, in hexadecimal: whoever keeps it can hold the
    event to all that stood there by now. Empty: its files contradict each other."""
