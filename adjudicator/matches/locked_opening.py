"""What `adjudicate` takes while an opening is locked: pledges, a beacon's value, and no sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.audit import log
from adjudicator.audit.automatic import Automatic, told_note
from adjudicator.audit.lock_first import (
    DRAND_ROUNDS,
    Pledge,
    awaited_pledges,
    check_beacon,
    open_locked,
)
from adjudicator.audit.opening import (
    LATE_PLEDGES,
    NO_LOCK_OPTIONS,
    LockOptions,
    Opening,
    SavedMatch,
    Secrets,
    fixes_round_first,
)
from adjudicator.audit.tfd1 import json_hash
from adjudicator.core.game import Game, Rules
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.documents.keys.late_pledges import (
    is_pledge,
    not_locked,
    read_pledge,
    store_pledges,
    stored_pledges,
)
from adjudicator.documents.keys.referee_secret import chain_value, hidden_of
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.sheets import opening_locked, read_order_sheet
from adjudicator.matches.stored_sheets import (
    Received,
    all_sheets,
    orders_folder,
    store_sheets,
    stored_sheets,
)

if TYPE_CHECKING:  # of a match with a clock alone
    from adjudicator.audit.clock import ClockFacts

__all__ = [
    "judge_while_locked",
    "locked_seats",
    "opened_if_complete",
    "refuse_lock_options",
    "still_awaited",
    "take_while_locked",
    "unchecked",
]


class _Taken(NamedTuple):
    """Files that were judged while an opening is locked."""

    sheets: tuple[tuple[str, bytes], ...]
    """By seat, sheets that are locked already, as received once more."""
    pledges: tuple[tuple[Pledge, bytes], ...]


def _means_problems(
    genesis: log.Genesis, saved: SavedMatch, lock_options: LockOptions
) -> Iterator[Problem]:
    """Yields what a run was told that does not fit the mode, or the lock."""
    n, locked, mode = saved.n + 1, saved.locked, genesis.offer.mode
    if mode != "beacon" and (lock_options.round is not None or lock_options.beacon is not None):
        yield Problem(
            "no-beacon",
            f"this match is played in {mode} mode: no beacon has a part in its dice",
            rule="TFD1 3.8",
            hint="Leave --round, --deadline and --beacon out.",
        )
        return
    if locked is None:
        if lock_options.withheld or lock_options.beacon is not None:
            yield not_locked(n)
        return
    if lock_options.round is not None and lock_options.round != locked.round:
        yield Problem(
            "opening-locked",
            f"round {locked.round} was fixed for opening {n}, not {lock_options.round}",
            rule="TFD1 3.8",
            hint="The log says so before the lock; nobody can change it.",
        )
    for seat in lock_options.withheld:
        if seat not in awaited_pledges(genesis, saved):
            yield Problem(
                "not-withheld",
                f'"{seat}" withholds nothing: no pledge of it is due',
                rule="TFD1 3.8",
                hint=f"Awaited: {', '.join(awaited_pledges(genesis, saved)) or 'no pledge'}.",
            )
    if lock_options.beacon is not None:
        yield from _beacon_problems(genesis, lock_options, locked.round)


def _beacon_problems(
    genesis: log.Genesis, lock_options: LockOptions, fixed: int | None
) -> Iterator[Problem]:
    """Yields what is wrong with a value of the beacon, or its signature (TFD1 3.10 [A11])."""
    assert lock_options.beacon is not None
    found = list(check_beacon(lock_options.beacon, fixed))
    yield from found
    if lock_options.signature is None and fixes_round_first(genesis):
        yield Problem(
            "beacon-unsigned",
            "this value of the beacon comes without the signature that proves it",
            rule="TFD1 3.10 [A11]",
            hint="Give the beacon's own answer, which holds it:\n"
            f"curl -s {DRAND_ROUNDS}{fixed} -o round.json\nThen --beacon round.json.",
        )
    elif lock_options.signature is not None and not found:
        yield from _signature_problems(lock_options.signature, fixed or 0)


def _signature_problems(signature: str, number: int) -> Iterator[Problem]:
    from adjudicator.documents.keys.beacon_signature import (
        Signed,
        false_ones,
        is_checkable,
        signature_false,
    )

    if is_checkable() and false_ones([Signed(number, signature)]):
        yield signature_false(number)


def unchecked(lock_options: LockOptions) -> tuple[str, ...]:
    """Returns the notice of a signature that nobody could check here."""
    if lock_options.signature is None:
        return ()
    from adjudicator.documents.keys.beacon_signature import NOT_CHECKED, is_checkable

    return () if is_checkable() else (NOT_CHECKED,)


def refuse_lock_options(genesis: log.Genesis, saved: SavedMatch, lock_options: LockOptions) -> None:
    """Raises Refused with what a run was told that does not fit the mode, or the lock."""
    problems = list(_means_problems(genesis, saved, lock_options))
    if problems:
        raise Refused(problems)


def locked_seats(folder: Path, n: int) -> UnusableFile:
    """Returns the problem of replacing a seat in the middle of a locked opening, to be raised."""
    return unusable_file(
        folder,
        "opening-locked",
        f"opening {n} is locked: no seat is replaced meanwhile",
        "Open it first; `adjudicate --withheld SEAT` does without the pledge of a player who is "
        "gone.",
    )


def still_awaited(
    folder: Path, genesis: log.Genesis, saved: SavedMatch, lock_options: LockOptions
) -> tuple[str, ...]:
    """Returns what a locked opening awaits: seats for their pledges, or "the beacon"."""
    if saved.locked is None:
        return ()
    if genesis.offer.mode == "beacon":
        return () if lock_options.beacon else ("the beacon",)
    there = (*stored_pledges(folder, genesis, saved), *lock_options.withheld, *genesis.offer.plays)
    return tuple(seat for seat in awaited_pledges(genesis, saved) if seat not in there)


def opened_if_complete(
    folder: Path,
    rules: Rules[Any],
    genesis: log.Genesis,
    saved: SavedMatch,
    *,
    files: Sequence[tuple[str, bytes]],
    lock_options: LockOptions,
    clock: ClockFacts | None = None,
) -> tuple[Opening[Any] | None, tuple[Path, ...]]:
    """Keeps the pledges that came, and returns the opening if nothing is awaited any more.

    Args:
        clock: what the clock says of the opening; the pledges that it gives up are not awaited.

    Raises:
        RefusedFile, Refused: something has problems; nothing was changed.
        UnusableFile: a locked sheet, a kept pledge or the secret is not as it was.
    """
    if clock is not None and clock.withheld:
        withheld = (*lock_options.withheld, *clock.withheld)
        lock_options = lock_options._replace(withheld=tuple(dict.fromkeys(withheld)))
    taken = _take(folder, rules.game, genesis, saved, files=files, lock_options=lock_options)
    came = {pledge.player for pledge, _ in taken.pledges}
    waits = not came.issuperset(still_awaited(folder, genesis, saved, lock_options))
    n, follow = saved.n + 1, genesis.offer.mode in LATE_PLEDGES
    written = _kept(folder, n, taken, waits=waits)
    if waits:
        return None, written
    pledges = stored_pledges(folder, genesis, saved) if follow else None
    hidden, sheets = hidden_of(folder, rules, genesis), _locked_sheets(folder, rules.game, saved)
    note = told_note(genesis, Automatic(rules, saved, hidden), sheets, clock, pledges=pledges)
    signature = lock_options.signature if fixes_round_first(genesis) else None
    ref = chain_value(folder, genesis.offer, n)
    secrets = Secrets(ref, pledges, lock_options.beacon, hidden, signature)
    earlier = partial(all_sheets, folder)
    opening = open_locked(
        rules, genesis, saved, sheets, secrets=secrets, earlier=earlier, clock=note
    )
    return opening, written


def take_while_locked(
    folder: Path,
    rules: Rules[Any],
    genesis: log.Genesis,
    saved: SavedMatch,
    *,
    files: Sequence[tuple[str, bytes]],
    lock_options: LockOptions = NO_LOCK_OPTIONS,
) -> tuple[Path, ...]:
    """Keeps the pledges that came, and locked sheets as received once more; opens nothing.

    Raises:
        RefusedFile, Refused: something has problems; nothing was changed.
        UnusableFile: a pledge that is kept here was changed.
    """
    taken = _take(folder, rules.game, genesis, saved, files=files, lock_options=lock_options)
    return _kept(folder, saved.n + 1, taken, waits=True)


def _kept(folder: Path, n: int, taken: _Taken, *, waits: bool) -> tuple[Path, ...]:
    """Stores what was taken; pledges that wait for no other one stand in the open line next."""
    sheets = store_sheets(folder, n, [Received(*one) for one in taken.sheets])
    return (*sheets, *store_pledges(folder, taken.pledges, lasting=waits))


def judge_while_locked(
    folder: Path,
    rules: Rules[Any],
    genesis: log.Genesis,
    saved: SavedMatch,
    *,
    files: Sequence[tuple[str, bytes]],
) -> None:
    """Raises what is wrong with files that come while an opening is locked; nothing is written."""
    _take(folder, rules.game, genesis, saved, files=files, lock_options=NO_LOCK_OPTIONS)


def _take(
    folder: Path,
    game: Game,
    genesis: log.Genesis,
    saved: SavedMatch,
    *,
    files: Sequence[tuple[str, bytes]],
    lock_options: LockOptions,
) -> _Taken:
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
    problems = list(_means_problems(genesis, saved, lock_options))
    there = {pledge.player for pledge, _ in pledges} | set(stored_pledges(folder, genesis, saved))
    problems += [_is_here(seat) for seat in lock_options.withheld if seat in there]
    if refused:
        raise RefusedFile([*refused, *(Located(problem, "") for problem in problems)])
    if problems:
        raise Refused(problems)
    return _Taken(tuple(sheets), tuple(pledges))


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


def _locked_sheets(folder: Path, game: Game, saved: SavedMatch) -> Mapping[str, Sheet]:
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
            path = orders_folder(folder, n) / f"{seat}.json"
            is_here = path.exists()
            how = " as it was received" if is_here else ""
            raise unusable_file(
                path,
                "sheet-changed" if is_here else "sheet-lacking",
                f"the sheet of {seat} that is locked for opening {n} is not here{how}: its hash "
                f"is {hash_}",
                "Give that very file to `adjudicate` once more; no other one can take its place.",
            )
        sheets[seat] = sheet
    return sheets
