"""The options of the modes that lock first; what reads them is imported where one is given."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["LAST_ROUND", "Beacon", "Deadline", "Penalty", "Round", "Withheld"]

LAST_ROUND = 10**10
"""Later rounds have no date that a program could write."""

Withheld = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT",
        help="Open what is locked without the pledge of this seat, which never came; may be "
        "repeated.",
    ),
]
Round = Annotated[
    int | None,
    typer.Option(
        "--round", metavar="N", min=1, max=LAST_ROUND,
        help="The round of drand quicknet that a lock fixes (beacon mode).",
    ),
]  # fmt: skip
Deadline = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="The same by its time, such as 2026-11-20T20:00:00Z: the round then."
    ),
]
Beacon = Annotated[
    str | None,
    typer.Option(
        metavar="VALUE",
        help="drand-quicknet:<round>:<randomness>, the value that opens (beacon mode). It stands "
        "at api.drand.sh/v2/beacons/quicknet/rounds/<round>; anybody may compare it there, or "
        "check it: it is the SHA-256 of the round's signature, which a drand client verifies.",
    ),
]


Penalty = Annotated[
    str,
    typer.Option(
        metavar="TEXT",
        help="What a pledge costs that is withheld after a lock; the offer fixes it.",
        show_default=False,
    ),
]
