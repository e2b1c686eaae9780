"""The clock of a match: its policy, and what an office must say to the log of each opening.

The policy is fixed by the offer (`new --clock`). Whoever keeps the clock (`adjudicator.clock`)
reads `Match.clock` and `Match.clock_standing`, and gives `ClockFacts` to `Match.adjudicate`.
"""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from adjudicator.api.problems import Problem, Refused
from adjudicator.audit.chains import ClockStanding, Standings
from adjudicator.audit.clock import (
    DAY,
    ClockFacts,
    ClockPolicy,
    Ruled,
    Step,
    days_covered,
    fresh_standing,
    lateness,
    minute_number,
    minutes_in,
    read_policy,
    ruled,
)
from adjudicator.audit.genesis import Leave
from adjudicator.audit.log_lines import Missed, Moved
from adjudicator.core.values import FrozenMap

__all__ = [
    "CLOCKS",
    "DAY",
    "ClockFacts",
    "ClockPolicy",
    "ClockStanding",
    "FrozenMap",
    "Leave",
    "Missed",
    "Moved",
    "Ruled",
    "Standings",
    "Step",
    "checked_zone",
    "clock_named",
    "days_covered",
    "fresh_standing",
    "lateness",
    "minute_number",
    "minutes_in",
    "read_clock",
    "read_policy",
    "ruled",
]

CLOCKS: FrozenMap[str, ClockPolicy] = FrozenMap(
    {
        "fast": ClockPolicy(
            turn="P2D", answer="P1D", pledge="P1D", grace="PT6H", remind=("PT12H",), bank="P5D",
            leave="P14D", missed=("bank", "default", "built-in"), replace_after=3, brake=2,
        ),
        "iccf": ClockPolicy(
            turn="P1D", answer="P1D", remind=(), bank="P50D", leave="P45D",
            missed=("bank", "replaced"), count="iccf",
        ),
        "relaxed": ClockPolicy(
            turn="P14D", answer="P7D", pledge="P5D", grace="P2D", remind=("P5D", "P1D"),
            leave="P60D", missed=("wait",),
        ),
        "week": ClockPolicy(
            turn="P7D", answer="P3D", pledge="P2D", grace="PT24H", remind=("P2D", "PT12H"),
            bank="P14D", leave="P28D", missed=("bank", "default", "built-in"), replace_after=3,
            brake=2,
        ),
    }
)  # fmt: skip
"""The clocks that come with the program, in UTC."""


def checked_zone(policy: ClockPolicy) -> ZoneInfo:
    """Returns the time zone of a policy.

    Raises:
        Refused: the tables of zones here do not know it.
    """
    try:
        return ZoneInfo(policy.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(
            [
                Problem(
                    "zone-unknown",
                    f"no time zone is called {policy.zone!r} here",
                    ("zone",),
                    "post 7",
                    hint="Take a name of the IANA database, such as Europe/Berlin or UTC. If the "
                    "name is right, install the package `tzdata`.",
                    kind="invalid",
                )
            ]
        ) from None


def clock_named(name: str) -> ClockPolicy:
    """Returns a clock that comes with the program, as `week` or `week@Europe/Berlin`.

    Raises:
        ValueError: there is none of this name.
        Refused: its time zone is not known.
    """
    short, _, zone = name.partition("@")
    if short not in CLOCKS:
        raise ValueError(f"no clock {short!r}; clocks: {', '.join(CLOCKS)}")
    if not zone:
        return CLOCKS[short]
    policy = read_policy({**CLOCKS[short].to_json(), "zone": zone})
    checked_zone(policy)
    return policy


def read_clock(path: Path) -> ClockPolicy:
    """Returns the clock in a JSON file.

    Raises:
        RefusedFile: it is no clock, contradicts itself, or its time zone is not known; all
            problems, each with its place in the file.
        UnusableFile: there is no such file.
    """
    from adjudicator.documents.json_input import MAX_SIZE, read_json
    from adjudicator.documents.problems import RefusedFile
    from adjudicator.documents.storage import read_bytes

    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
    try:
        policy = read_policy(document.data)
        checked_zone(policy)
    except Refused as error:
        raise RefusedFile(document.located(problem) for problem in error.problems) from None
    return policy
