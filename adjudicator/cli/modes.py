"""The ways to make dice, at the terminal.

What each proves and leaves possible, for `new` and `status`; what `adjudicate` is told in the modes
that lock first, and what it tells.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.api.dice import (
    ADVICE,
    DRAND_GENESIS,
    DRAND_ROUNDS,
    about_dice,
    round_at,
    round_time,
)
from adjudicator.api.named_files import MAX_SIZE, command, read_bytes
from adjudicator.api.texts import amount, joined, visible

if TYPE_CHECKING:  # loaded by whoever has one
    from adjudicator.api.begun import BegunMatch
    from adjudicator.api.clock import ClockPolicy
    from adjudicator.api.match import LockOptions, Match

__all__ = [
    "clock_line",
    "clock_lines",
    "dice_lines",
    "fixes_round",
    "lock_options_of",
    "locked_lines",
    "mode_lines",
    "offered_lines",
    "print_withheld",
    "round_lines",
    "told_of_beacon",
]

_WIDTH = 80


def offered_lines(match: BegunMatch) -> Iterator[str]:
    """Yields what else an offer says that players want to remember."""
    if said := match.penalty:
        yield f"  The offer says of a pledge withheld after a lock: {said!r}"
    if plays := match.plays:
        yield f"  The built-in player plays {joined(plays)}: no sheet is mailed for it."


def dice_lines(match: BegunMatch) -> Iterator[str]:
    """Yields what the dice of a match prove, and what not."""
    return _about_dice(match.about_dice)


def mode_lines(mode: str, without: Sequence[str], *, advises: bool = False) -> Iterator[str]:
    """Yields what a way to make dice proves, in lines of a terminal.

    Args:
        without: the seats that have no chain of their own.
        advises: whether something else could still be chosen.
    """
    from adjudicator.api.games import MODES

    advice = (ADVICE,) if mode == "referee" and without and advises else ()
    return _about_dice((*about_dice(MODES[mode], tuple(without)), *advice))


def _about_dice(sentences: Sequence[str]) -> Iterator[str]:
    yield "About the dice:"
    for sentence in sentences:
        yield from textwrap.wrap(
            sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
        )


LAST_ROUND = 10**10
"""Later rounds have no date that a program could write."""


def lock_options_of(
    match: Match,
    *,
    withheld: Sequence[str] | None,
    number: int | None,
    deadline: str | None,
    beacon: str | None,
) -> LockOptions:
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
    told = None if beacon is None else told_of_beacon(beacon)
    return match.lock_options(withheld=withheld or (), beacon_round=number, beacon=told)


def told_of_beacon(beacon: str) -> tuple[str, str | None]:
    """Returns a value of the beacon with its signature, from a file; or the value as it is given.

    Raises:
        RefusedFile: the file is malformed or invalid.
    """
    from adjudicator.api.signing import is_beacon_value, read_beacon

    if is_beacon_value(beacon):
        return beacon, None
    if beacon == "-":
        return read_beacon(sys.stdin.buffer.read(MAX_SIZE + 1), beacon)
    return read_beacon(read_bytes(Path(beacon), limit=MAX_SIZE), beacon)


def fixes_round(match: Match, lock_options: LockOptions) -> bool:
    """Whether a run fixes the round of the beacon, before any sheet, and does nothing else."""
    return not match.is_locked and match.fixes_round_first and lock_options.round is not None


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


def _said(number: int) -> str:
    return f"{round_time(number):%Y-%m-%dT%H:%M:%SZ}"


def round_lines(match: BegunMatch, where: Path | str) -> Iterator[str]:
    """Yields which round is fixed for the next opening, and what is to be done now."""
    n, number = match.n + 1, match.round
    again = f"{command('adjudicate', where)} --deadline TIME"
    if match.awaits_round:
        yield f"No round of the beacon is fixed for opening {n}, and its sheets must cite it."
        yield f"next, to fix it: {again}"
        yield "  Then mail the new state.json."
    elif number is not None and not match.is_locked:
        yield f"Round {number} of the beacon is fixed for opening {n}; it comes at {_said(number)}."
        yield "  Mail the newest state.json to all: its header cites this. Sheets written before"
        yield "  it are void."
        yield f"next, to lock them before the round comes: {command('adjudicate', where)} SHEET..."
        yield f"  To postpone it, all sheets being sent anew then: {again}"


def clock_line(policy: ClockPolicy) -> str:
    """Returns what a clock gives, in a line."""
    steps, at = ", ".join(policy.missed), f"{policy.at} {visible(policy.zone)}"
    return (
        f"clock: {policy.turn} for a turn, {policy.answer} for an answer; due at {at}; who sends "
        f"none: {steps}"
    )


def clock_lines(match: BegunMatch) -> Iterator[str]:
    """Yields the clock of a match and how each seat stands with it; nothing without one."""
    policy = match.clock
    if policy is None:
        return
    yield clock_line(policy)
    for seat, one in match.clock_standing.items():
        said = [
            *([f"{amount(one.misses, 'miss', 'misses')} in a row"] if one.misses else []),
            *([f"{one.bank} of {policy.bank_days} bank days left"] if policy.bank_days else []),
            *([f"{one.leave} of {policy.leave_days} leave days left"] if policy.leave_days else []),
        ]
        newest = f"; in the newest opening: {one.step}" if one.step else ""
        if said or newest:
            yield f"  {seat}: {', '.join(said) or 'late'}{newest}"


def locked_lines(match: BegunMatch, where: Path | str) -> Iterator[str]:
    """Yields what is locked, what to mail, and what is awaited; nothing where nothing is."""
    locked = match.locked
    if locked is None:
        return
    n, awaited = match.n + 1, match.pledges_awaited
    yield f"Opening {n} is locked. Nothing is answered yet, and its dice do not exist."
    yield f"  lock: {match.head}"
    for seat, sheet in locked.orders.items():
        yield f"  {seat}: {sheet or 'no sheet'}"
    yield f"mail to everybody: {match.folder / 'log.jsonl'}"
    yield "  Each player checks that the hash of their sheet stands in its last line."
    if locked.round is not None:
        yield f"due: round {locked.round} of the beacon, which comes at {_said(locked.round)}"
        yield "then:"
        yield f"  curl -s {DRAND_ROUNDS}{locked.round} -o round.json"
        yield f"  {command('adjudicate', where, '--beacon', 'round.json')}"
        return
    for seat in awaited:
        has_sheet = locked.orders.get(seat) is not None
        own = ("--sheet", f"{seat}-{n}.json") if has_sheet else ()
        yield f"due: the pledge of {seat}: {command('pledge', 'log.jsonl', seat, *own)}"
    if not awaited:
        yield f"next, to open it: {command('adjudicate', where)}"
        return
    yield f"next: {command('adjudicate', where)} PLEDGE..."
    yield f"  A pledge that never comes: --withheld SEAT. {_penalty(match)}"


def _penalty(match: BegunMatch) -> str:
    said = match.penalty
    return f"The offer says: {said!r}" if said else "The offer names no penalty for it."


def print_withheld(match: Match, seats: Sequence[str]) -> None:
    """Says loudly whose pledges an opening was made without."""
    for seat in seats:
        typer.echo(
            f"WITHHELD: opening {match.n} was made without the pledge of {seat}, and the log "
            f"says so to all. {_penalty(match)}",
            err=True,
        )
