"""Logs as the dice audit judges them, with the stand-alone verifier beside it."""

from __future__ import annotations

from typing import Any

from adjudicator.audit import tfd1
from adjudicator.audit.dice_audit import DiceAudit
from adjudicator.audit.log import parse_log
from tests.audit.demo_logs import DemoMatch
from tests.audit.log_changes import audited, chained, stand_alone_says

__all__ = ["audits", "failing", "offered"]


def audits(raw: bytes) -> DiceAudit:
    """The audit of a log, on whose soundness the stand-alone verifier agrees."""
    audit = audited(parse_log(raw), raw)
    assert stand_alone_says(raw) == audit.verdict
    return audit


def failing(match: DemoMatch) -> list[tuple[str, tuple[str | int, ...]]]:
    """Code and place of each failure."""
    return [(problem.code, problem.path) for problem in audits(match.raw).failures]


def offered(genesis: dict[str, Any], **fields: Any) -> bytes:
    """A log of one line whose offer has other fields, joins and gid made right."""
    offer = {**genesis["offer"], **fields}
    offer = {key: value for key, value in offer.items() if value is not None or key != "mode"}
    joins = [{**join, "offer": tfd1.json_hash(offer)} for join in genesis["joins"]]
    gid = tfd1.gid(offer, joins)
    return chained([{**genesis, "offer": offer, "joins": joins, "gid": gid}])
