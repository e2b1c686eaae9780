"""The modes that lock first, at the terminal: what `adjudicate` is told, and what it tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from adjudicator.core.lock_first import DRAND_GENESIS, DRAND_PERIOD, round_at
from adjudicator.core.opening import LockMeans, SavedMatch
from adjudicator.core.problem import Problem, Refused
from adjudicator.files.matches.match import Match

if TYPE_CHECKING:  # loaded only where a clone is looked at
    from adjudicator.files.matches.shown import ShownMatch

__all__ = ["locked_as_json", "locked_lines", "means_of", "print_withheld"]

LAST_ROUND = 10**10
"""Later rounds have no date that a program could write."""


def means_of(
    match: Match,
    *,
    withheld: Sequence[str] | None,
    number: int | None,
    deadline: str | None,
    beacon: str | None,
) -> LockMeans:
    """Returns what the options say of a lock or its opening.

    Raises:
        Refused: the round has come already.
    """
    if deadline is not None:
        if number is not None:
            raise typer.BadParameter("give it or --round, not both", param_hint="--deadline")
        number = round_at(max(_seconds(deadline), DRAND_GENESIS))
    if number is not None and not 1 <= number <= LAST_ROUND:
        raise typer.BadParameter(f"rounds are 1 to {LAST_ROUND}", param_hint="--round")
    if number is not None and match.saved.locked is None:
        _check_future(number)
    return LockMeans(tuple(dict.fromkeys(withheld or ())), number, beacon)


def _seconds(text: str) -> int:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or time.microsecond:
        raise typer.BadParameter(
            f"{text!r} is no time such as 2026-11-20T20:00:00Z", param_hint="--deadline"
        )
    return int(time.timestamp())


def _time_of(number: int) -> datetime:
    return datetime.fromtimestamp(DRAND_GENESIS + (number - 1) * DRAND_PERIOD, UTC)


def _check_future(number: int) -> None:
    """A round that has come is known: whoever locks by it knows the dice."""
    if _time_of(number) <= datetime.now(UTC):
        raise Refused(
            [
                Problem(
                    "round-past",
                    f"round {number} of the beacon came at {_said(number)}: its value is known",
                    rule="TFD1 3.8",
                    hint="Name a round that is to come, late enough for the mail with the lock.",
                )
            ]
        )


def _said(number: int) -> str:
    return f"{_time_of(number):%Y-%m-%dT%H:%M:%SZ}"


def locked_as_json(saved: SavedMatch, awaited: Sequence[str]) -> dict[str, Any] | None:
    """Returns what is locked as JSON; None: nothing."""
    if saved.locked is None:
        return None
    return {
        "opening": saved.n + 1,
        "lock": saved.head,
        **saved.locked.to_json(),
        "awaited": list(awaited),
    }


def locked_lines(match: Match | ShownMatch, where: Path | str) -> Iterator[str]:
    """Yields what is locked, what to mail, and what is awaited; nothing where nothing is."""
    saved, locked = match.saved, match.saved.locked
    if locked is None:
        return
    n, awaited = saved.n + 1, match.awaited()
    yield f"Opening {n} is locked. Nothing is answered yet, and its dice do not exist."
    yield f"  lock: {saved.head}"
    for seat, sheet in locked.orders.items():
        yield f"  {seat}: {sheet or 'no sheet'}"
    yield f"mail to everybody: {match.folder / 'log.jsonl'}"
    yield "  Each player looks whether the hash of his sheet stands in its last line."
    if locked.round is not None:
        yield f"awaited: round {locked.round} of the beacon, which comes at {_said(locked.round)}"
        yield f"  Its value: https://api.drand.sh/v2/beacons/quicknet/rounds/{locked.round}"
        yield (
            f"next: adjudicator adjudicate {where} "
            f"--beacon drand-quicknet:{locked.round}:<randomness>"
        )
        return
    for seat in awaited:
        has_sheet = locked.orders.get(seat) is not None
        command = f"adjudicator pledge log.jsonl {seat}{f' --sheet {seat}.json' * has_sheet}"
        yield f"awaited: the pledge of {seat}: {command}"
    if not awaited:
        yield f"next: adjudicator adjudicate {where} opens it"
        return
    yield f"next: adjudicator adjudicate {where} PLEDGE..."
    yield f"  A pledge that never comes: --withheld SEAT. {_penalty(match)}"


def _penalty(match: Match | ShownMatch) -> str:
    said = match.genesis.offer.penalty
    return f"The offer says: {said!r}" if said else "The offer names no penalty for it."


def print_withheld(match: Match, seats: Sequence[str]) -> None:
    """Says loudly whose pledges an opening was made without."""
    for seat in seats:
        typer.echo(
            f"WITHHELD: opening {match.saved.n} was made without the pledge of {seat}, and the log "
            f"says so to all. {_penalty(match)}",
            err=True,
        )
