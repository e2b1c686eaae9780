"""What is said of a verified log: its exit code, and why it is not proven."""

from __future__ import annotations

from adjudicator.api.verifying import NOT_PROVEN, Verified
from adjudicator.cli.common import Exit

__all__ = ["WHY", "exit_of", "verdict_code"]

WHY = {
    "not-yet": ", for it cannot be yet",
    "lacking": ", for something is lacking: ask the referee for it",
}
"""Why a log is not proven, in words behind the verdict."""


def verdict_code(found: Verified) -> Exit:
    """Returns the exit code of what was found of a log."""
    return exit_of(
        is_refuted=bool(found.located or found.false),
        is_comparable=found.again.is_comparable, is_proven=found.verdict != NOT_PROVEN,
    )  # fmt: skip


def exit_of(*, is_refuted: bool, is_comparable: bool, is_proven: bool) -> Exit:
    """Returns the exit code of an audit: of one log, or of a whole event."""
    if is_refuted:
        return Exit.NO
    if not is_comparable:
        return Exit.UNUSABLE
    return Exit.DONE if is_proven else Exit.AWAITED
