"""The modes that lock first, at the terminal: what `adjudicate` is told, and what it tells."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from adjudicator.core.lock_first import (
    DRAND_GENESIS,
    DRAND_PERIOD,
    DRAND_ROUNDS,
    is_beacon_value,
    round_at,
)
from adjudicator.core.opening import LockMeans, SavedMatch, fixes_round_first
from adjudicator.core.problem import Problem, Refused
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.matches.match import Match
from adjudicator.files.printed_command import command
from adjudicator.files.storage import read_bytes

if TYPE_CHECKING:  # loaded only where a clone is looked at
    from adjudicator.files.matches.shown import ShownMatch

__all__ = [
    "awaits_round",
    "beacon_as_json",
    "fixes_round",
    "locked_as_json",
    "locked_lines",
    "means_of",
    "print_withheld",
    "round_lines",
]

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
        Refused: the round to fix, or the one by which sheets would be locked, has come already.
        RefusedFile: the beacon's answer is malformed or invalid.
    """
    if deadline is not None:
        if number is not None:
            raise typer.BadParameter("give it or --round, not both", param_hint="--deadline")
        number = round_at(max(_seconds(deadline), DRAND_GENESIS))
    if number is not None and not 1 <= number <= LAST_ROUND:
        raise typer.BadParameter(f"rounds are 1 to {LAST_ROUND}", param_hint="--round")
    value, signature = (None, None) if beacon is None else _told_of_beacon(beacon)
    means = LockMeans(tuple(dict.fromkeys(withheld or ())), number, value, signature)
    if match.saved.locked is None:
        to_lock = match.saved.round_in_force
        if number is not None:
            _check_future(number, "Name a round that is to come, late enough for the mail with the "
                          "lock.")  # fmt: skip
        elif to_lock is not None and value is None:
            _check_future(to_lock, "Sheets that are locked now would be locked by whoever knows "
                          "their dice. --deadline postpones the round; then all sheets are void "
                          "and are sent anew.")  # fmt: skip
    return means


def _told_of_beacon(beacon: str) -> tuple[str, str | None]:
    """Returns a value of the beacon with its signature, from a file; or the value as it is given.

    Raises:
        RefusedFile: the file is malformed or invalid.
    """
    if is_beacon_value(beacon):
        return beacon, None
    from adjudicator.files.keys.beacon_signature import read_beacon

    if beacon == "-":
        return read_beacon(sys.stdin.buffer.read(MAX_SIZE + 1), beacon)
    return read_beacon(read_bytes(Path(beacon), limit=MAX_SIZE), beacon)


def fixes_round(match: Match, means: LockMeans) -> bool:
    """Whether a run fixes the round of the beacon, before any sheet, and does nothing else."""
    is_before = match.saved.locked is None and fixes_round_first(match.genesis)
    return is_before and means.round is not None


def awaits_round(match: Match | ShownMatch) -> bool:
    """Whether the round of the beacon must be fixed before sheets are written."""
    saved = match.saved
    is_before = fixes_round_first(match.genesis) and saved.locked is None and not saved.is_over
    return is_before and saved.round_in_force is None


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


def _check_future(number: int, hint: str) -> None:
    """A round that has come is known: whoever locks by it knows the dice."""
    if _time_of(number) <= datetime.now(UTC):
        raise Refused(
            [
                Problem(
                    "round-past",
                    f"round {number} of the beacon came at {_said(number)}: its value is known",
                    rule="TFD1 3.8",
                    hint=hint,
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


def beacon_as_json(match: Match | ShownMatch) -> dict[str, Any]:
    """Returns which round is fixed for the next opening, where rounds are fixed before sheets."""
    if not fixes_round_first(match.genesis):
        return {}
    number = match.saved.round_in_force
    if number is None:
        return {"beacon": None}
    comes = _said(number)
    return {"beacon": {"opening": match.saved.n + 1, "round": number, "comes": comes}}


def round_lines(match: Match | ShownMatch, where: Path | str) -> Iterator[str]:
    """Yields which round is fixed for the next opening, and what is to be done now."""
    n, number = match.saved.n + 1, match.saved.round_in_force
    again = f"{command('adjudicate', where)} --deadline TIME"
    if awaits_round(match):
        yield f"No round of the beacon is fixed for opening {n}, and its sheets must cite it."
        yield f"next, to fix it: {again}"
        yield "  Then mail the new state.json."
    elif number is not None and match.saved.locked is None:
        yield f"Round {number} of the beacon is fixed for opening {n}; it comes at {_said(number)}."
        yield "  Mail the newest state.json to all: its header cites this. Sheets written before"
        yield "  it are void."
        yield f"next, to lock them before the round comes: {command('adjudicate', where)} SHEET..."
        yield f"  To postpone it, all sheets being sent anew then: {again}"


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
        yield "then:"
        yield f"  curl -s {DRAND_ROUNDS}{locked.round} -o round.json"
        yield f"  {command('adjudicate', where, '--beacon', 'round.json')}"
        return
    for seat in awaited:
        has_sheet = locked.orders.get(seat) is not None
        own = ("--sheet", f"{seat}-{n}.json") if has_sheet else ()
        yield f"awaited: the pledge of {seat}: {command('pledge', 'log.jsonl', seat, *own)}"
    if not awaited:
        yield f"next, to open it: {command('adjudicate', where)}"
        return
    yield f"next: {command('adjudicate', where)} PLEDGE..."
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
