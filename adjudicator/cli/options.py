"""The options of `new` and `adjudicate`; what reads the rarer ones is imported when needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, get_args

import typer

from adjudicator.core.opening import LATE_PLEDGES, NO_MEANS, LockMeans, PlayedMode
from adjudicator.files.match import Match

__all__ = [
    "LAST_ROUND",
    "MODES",
    "WITHOUT_SECRET",
    "Beacon",
    "Deadline",
    "GameOption",
    "Joins",
    "ModeName",
    "Name",
    "Penalty",
    "Play",
    "PublicKey",
    "Rolls",
    "Round",
    "Scenario",
    "SeatKeys",
    "Title",
    "Until",
    "Withheld",
    "check_penalty",
    "lock_means",
]

MODES: Mapping[str, PlayedMode] = {mode: mode for mode in get_args(PlayedMode)}
WITHOUT_SECRET = ("public", "mutual")
"""Modes in which the referee has no secret."""
LAST_ROUND = 10**10
"""Later rounds have no date that a program could write."""

# --- new ---

Scenario = Annotated[
    str,
    typer.Option(metavar="NAME|FILE", help="A shipped scenario by name, or a scenario file."),
]

Name = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="The match's name, new for each match.  [default: the folder's]",
        show_default=False,
    ),
]

Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.", show_default=False)]

PublicKey = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The referee's SSH public key, to sign heads with."),
]

SeatKeys = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT=FILE",
        help="The SSH public key of a seat, which then must sign its sheets; may be repeated.",
    ),
]

GameOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated. See `adjudicator schemas GAME/options`.",
    ),
]

Joins = Annotated[
    bool,
    typer.Option("--joins", help="Let the seats join, with chains of their own: see `begin`."),
]

ModeName = Annotated[
    str, typer.Option(metavar="MODE", help="How dice are made: " + ", ".join(MODES) + ".")
]

# --- adjudicate ---

Rolls = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Dice rolled elsewhere, by label (external mode); - asks for them one by one.",
    ),
]

Until = Annotated[
    str,
    typer.Option(
        metavar="SEAT|over",
        help="Go on, opening after opening, while only played seats are awaited: until that "
        "seat is, or the match is over.",
        show_default=False,
    ),
]

Play = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT|all", help="A seat that the built-in player plays; may be repeated."
    ),
]

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
        "--round", metavar="N",
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
        help="drand-quicknet:ROUND:RANDOMNESS, the value that opens (beacon mode). It stands "
        "at api.drand.sh/v2/beacons/quicknet/rounds/ROUND; anybody may compare it there, or "
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


def check_penalty(text: str, mode: str) -> None:
    """Refuses a penalty that nobody could read, or in a mode in which no pledge follows a lock."""
    if text and mode not in LATE_PLEDGES:
        raise typer.BadParameter(
            f"only in the modes {' and '.join(LATE_PLEDGES)}", param_hint="--penalty"
        )
    if len(text) > 500 or not text.isprintable():
        raise typer.BadParameter(
            "at most 500 visible characters and blanks", param_hint="--penalty"
        )


def lock_means(
    match: Match,
    withheld: Sequence[str] | None,
    number: int | None,
    deadline: str | None,
    *,
    beacon: str | None,
) -> LockMeans:
    """Returns what the options say of a lock or its opening.

    Raises:
        Refused: the round has come already.
    """
    if not withheld and number is None and deadline is None and beacon is None:
        return NO_MEANS
    from adjudicator.cli.lock_first import means_of

    return means_of(match, withheld=withheld, number=number, deadline=deadline, beacon=beacon)
