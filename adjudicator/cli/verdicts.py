"""What is said of a verified log: its exit code, and why it is not proven."""

from __future__ import annotations

from adjudicator.api.verifying import NOT_PROVEN, Verified
from adjudicator.cli.common import Exit

__all__ = ["WHY", "verdict_code"]

WHY = {
    "not-yet": ", for it cannot be yet",
    "lacking": ", for something is lacking: ask the referee for it",
}
"""Why a log is not proven, in words behind the verdict."""


def verdict_code(found: Verified) -> Exit:
    """Returns the exit code of what was found of a log."""
    if found.located or found.false:
        return Exit.NO
    if not found.again.is_comparable:
        return Exit.UNUSABLE
    return Exit.AWAITED if found.verdict == NOT_PROVEN else Exit.DONE
