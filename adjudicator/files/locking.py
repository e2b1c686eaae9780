"""What `adjudicate` takes while an opening is locked: pledges, a beacon's value, and no sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.core import log
from adjudicator.core.game import Game
from adjudicator.core.lock_first import Pledge, awaited_pledges, check_beacon
from adjudicator.core.opening import LockMeans, SavedMatch
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.tfd1 import json_hash
from adjudicator.files.late_pledges import is_pledge, read_pledge, stored_pledges
from adjudicator.files.problems import Located, RefusedFile, unusable_file
from adjudicator.files.sheets import opening_locked, read_order_sheet
from adjudicator.files.stored_sheets import orders_folder, stored_sheets

__all__ = [
    "TakenWhileLocked",
    "check_means",
    "locked_sheets",
    "not_locked",
    "take_while_locked",
]


class TakenWhileLocked(NamedTuple):
    """Files that were judged while an opening is locked."""

    sheets: tuple[tuple[str, bytes], ...]
    """By seat, sheets that are locked already, as received once more."""
    pledges: tuple[tuple[Pledge, bytes], ...]


def check_means(genesis: log.Genesis, saved: SavedMatch, means: LockMeans) -> Iterator[Problem]:
    """Yields what a run was told that does not fit the mode, or the lock."""
    n, locked, mode = saved.n + 1, saved.locked, genesis.offer.mode
    if mode != "beacon" and (means.round is not None or means.beacon is not None):
        yield Problem(
            "no-beacon",
            f"this match is played in {mode} mode: no beacon has a part in its dice",
            rule="TFD1 3.8",
            hint="Leave --round, --deadline and --beacon out.",
        )
        return
    if locked is None:
        if means.withheld or means.beacon is not None:
            yield not_locked(n)
        return
    if means.round is not None and means.round != locked.round:
        yield Problem(
            "opening-locked",
            f"round {locked.round} was fixed for opening {n}, not {means.round}",
            rule="TFD1 3.8",
            hint="The log says so before the lock; nobody can change it.",
        )
    for seat in means.withheld:
        if seat not in awaited_pledges(genesis, saved):
            yield Problem(
                "not-withheld",
                f'"{seat}" withholds nothing: no pledge of it is awaited',
                rule="TFD1 3.8",
                hint=f"Awaited: {', '.join(awaited_pledges(genesis, saved)) or 'no pledge'}.",
            )
    if means.beacon is not None:
        yield from check_beacon(means.beacon, locked.round)


def not_locked(n: int) -> Problem:
    """Returns the problem of what only a locked opening takes."""
    return Problem(
        "not-locked",
        f"opening {n} is not locked: no pledge and no value of a beacon is awaited",
        rule="TFD1 3.8",
        hint="In the modes sealed, mutual and beacon `adjudicate` locks an opening when its "
        "sheets are in.",
    )


def take_while_locked(
    folder: Path,
    game: Game,
    genesis: log.Genesis,
    saved: SavedMatch,
    *,
    files: Sequence[tuple[str, bytes]],
    means: LockMeans,
) -> TakenWhileLocked:
    """Returns the files judged, if none is refused; nothing is written.

    Raises:
        RefusedFile: a sheet that is not the locked one, a pledge with problems; all of them.
        Refused: what was told besides does not fit.
        UnusableFile: a pledge that is kept here was changed.
    """
    sheets: list[tuple[str, bytes]] = []
    pledges: list[tuple[Pledge, bytes]] = []
    refused: list[Located] = []
    for source, raw in files:
        try:
            if is_pledge(raw, source):
                pledges.append((read_pledge(raw, source, genesis, saved)[1], raw))
            else:
                document, sheet = read_order_sheet(game, raw, source)
                if not _is_locked(saved, sheet):
                    raise RefusedFile([document.located(opening_locked(saved.n + 1))])
                sheets.append((sheet.seat, raw))
        except RefusedFile as error:
            refused.extend(error.located)
    problems = list(check_means(genesis, saved, means))
    there = {pledge.player for pledge, _ in pledges} | set(stored_pledges(folder, genesis, saved))
    problems += [_is_here(seat) for seat in means.withheld if seat in there]
    if refused:
        raise RefusedFile([*refused, *(Located(problem, "") for problem in problems)])
    if problems:
        raise Refused(problems)
    return TakenWhileLocked(tuple(sheets), tuple(pledges))


def _is_locked(saved: SavedMatch, sheet: Sheet) -> bool:
    assert saved.locked is not None
    return json_hash(sheet.document) == saved.locked.orders.get(sheet.seat)


def _is_here(seat: str) -> Problem:
    return Problem(
        "not-withheld",
        f"the pledge of {seat} is here: it is not withheld",
        rule="TFD1 3.8",
        hint=f"Leave --withheld {seat} out.",
    )


def locked_sheets(folder: Path, game: Game, saved: SavedMatch) -> Mapping[str, Sheet]:
    """Returns the sheets of the locked opening, exactly as they were locked.

    Raises:
        UnusableFile: one of them is not here, or was changed.
    """
    assert saved.locked is not None
    n, find = saved.n + 1, stored_sheets(folder)
    sheets = {}
    for seat, hash_ in saved.locked.orders.items():
        if hash_ is None:
            continue
        document = find(n, seat, hash_)
        sheet = read_sheet(game, document)[0] if document is not None else None
        if sheet is None:
            raise unusable_file(
                orders_folder(folder, n) / f"{seat}.json",
                "sheet-changed",
                f"the sheet of {seat} that is locked for opening {n} is not here as it was "
                f"received: its hash is {hash_}",
                "Give that very file to `adjudicate` once more; no other one can take its place.",
            )
        sheets[seat] = sheet
    return sheets
