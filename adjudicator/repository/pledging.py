"""`git pledge`: a lock that was pushed is answered with the seat's pledge (repository 2).

The log, the lock and the sheet in it are judged first, against what the seat's key file remembers:
a referee, or a friend, who shows a second lock of the same opening gets no second pledge.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.fetched import next_opening
from adjudicator.api.match import open_folder
from adjudicator.api.named_files import pretty, write_atomically
from adjudicator.api.own_keys import key_owner
from adjudicator.api.problems import AdjudicatorError, Problem, Refused
from adjudicator.api.signing import PledgeMade, make_pledge
from adjudicator.repository.git import Git
from adjudicator.repository.inbox import inbox_path
from adjudicator.repository.origin import LOG, Fetched, origin_of
from adjudicator.repository.submit import Sent, pushed_files
from adjudicator.repository.throwaway import laid_out, throw_away_folder

__all__ = ["Pledged", "pledge"]


class Pledged(NamedTuple):
    """What became of pledges."""

    made: dict[str, PledgeMade]
    """By seat, its pledge, and what is to be told of it."""
    sent: Sent
    """What was pushed."""


def pledge(
    git: Git, seat: str | None, *, sheet: Path | None, key: Path | None, now: datetime
) -> Pledged:
    """Answers the lock at the tip with the pledge of a seat, and pushes it.

    Args:
        seat: whose; None: of all whose key files lie in the clone, or where the command runs.
        sheet: the seat's own sheet, where its key does not remember it.
        key: its key file; None: it is looked for.
        now: the date of the commit.

    Raises:
        RefusedFile: the log is refuted; another sheet is locked, or another log than before.
        Refused: `no-lock`, nothing is locked; `no-key-here`; `push-refused`.
        UnusableFile: the key is not there, or another's.
        TryAgain: `no-network`, `raced`.
    """
    origin = origin_of(git)
    fetched = origin.fetch()
    awaited = next_opening(fetched.log)
    near = (git.top, Path())
    if not awaited.is_locked:
        raise Refused([_no_lock(awaited.n)])
    seats = [seat] if seat is not None else _seats_here(git, fetched, key, near)
    with throw_away_folder(git) as folder:
        write_atomically(folder / LOG, fetched.log, lasting=False)
        made = {
            one: make_pledge(folder / LOG, one, sheet=sheet, key=key, near=near) for one in seats
        }
    files: dict[str, bytes | None] = {
        inbox_path(one, awaited.n, "pledge"): pretty(found.pledge) for one, found in made.items()
    }
    message = f"Pledge of {', '.join(made)} for opening {awaited.n}\n"
    sent = pushed_files(origin, fetched, files, message=message, seat=seats[0], now=now)
    return Pledged(made, sent)


def _seats_here(git: Git, fetched: Fetched, key: Path | None, near: Sequence[Path]) -> list[str]:
    """Returns the seats that owe a pledge and whose key files are here."""
    keys = [key] if key is not None else sorted({p for one in near for p in one.glob("key-*.json")})
    owners = {owner for path in keys if (owner := _owner(path, is_named=key is not None))}
    with throw_away_folder(git) as folder:
        laid_out(git, fetched.tip, folder, views=("now/state.json",))
        awaited = open_folder(folder).awaited
    owing = [one.seat for one in awaited if one.what == "pledge" and one.seat is not None]
    found = [seat for seat in owing if seat in owners]
    if not found:
        message = "no key file of a seat that owes a pledge is here"
        hint = (
            f"Owed by: {', '.join(owing) or 'nobody'}. Name yours: "
            "`adjudicator git pledge SEAT --key FILE`, the file that `join` wrote."
        )
        raise Refused([Problem("no-key-here", message, rule="TFD1 3.8", hint=hint)])
    return found


def _owner(path: Path, *, is_named: bool) -> str | None:
    """Returns whose a key file is; None: it is no key file, and nobody has named it."""
    try:
        return key_owner(path)
    except AdjudicatorError:
        if is_named:
            raise
        return None


def _no_lock(n: int) -> Problem:
    message = f"opening {n} is not locked, so no pledge is due"
    hint = "When its sheets are there, `adjudicator git turn` locks it."
    return Problem("not-locked", message, rule="TFD1 3.8", hint=hint)
