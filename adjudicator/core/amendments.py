"""What a referee takes back or mends, as the save of a match keeps it for reports and audits."""

from collections.abc import Mapping
from typing import Any

from adjudicator.core.problem import Problem, Refused
from adjudicator.core.values import FrozenMap, Hex32, Value

__all__ = ["MAX_REASON", "Corrected", "Rewound", "check_reason", "without_empty"]

MAX_REASON = 200
"""The most characters of a reason; it stands in the log and in reports."""


class Corrected(Value):
    """A mistake that the referee mended in an opening of its own."""

    n: int
    """The number of that opening."""
    reason: str
    """Why."""
    patch: tuple[FrozenMap[str, Any], ...]
    """The JSON patch against the state."""


class Rewound(Value):
    """Openings that were taken back, and the opening from which the match goes on."""

    n: int
    """The last number used when the match was rewound."""
    to: int
    """The opening from which the match goes on; 0 is the start."""
    annulled: tuple[int, ...]
    """The openings taken back, newest first."""
    reason: str
    """Why."""
    before: Hex32
    """The head of the log before it was rewound: a sheet that cites it is stale."""


def check_reason(reason: str) -> None:
    """A reason is told to everybody: one printable line.

    Raises:
        Refused: it is not.
    """
    if reason.strip() and len(reason) <= MAX_REASON and reason.isprintable():
        return
    what = f"has {len(reason)}" if reason.isprintable() else "cannot be printed"
    problem = Problem(
        "reason-unfit",
        f"a reason is one line of 1 to {MAX_REASON} characters: this one {what}",
        hint="Everybody will read it: say in a few words why.",
        kind="invalid",
    )
    raise Refused([problem])


def without_empty(document: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Returns a document without those of the named fields that are empty."""
    return {key: value for key, value in document.items() if value or key not in names}
