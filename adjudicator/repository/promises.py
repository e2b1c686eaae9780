"""Hashes before sheets: where several owe one at once and nobody could keep it sealed (section 5).

In mutual mode there is no referee for whom a sheet could be sealed, and whoever sees another's
sheet first has an advantage. So each pushes the hash of theirs, `n0012.sha256`, which its blind
keeps from being guessed; the sheet follows when all hashes are there. From the first sheet on no
hash may be changed: another sheet than the promised one does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from adjudicator.api.begun import BegunMatch
from adjudicator.api.problems import Problem
from adjudicator.repository.git import Git
from adjudicator.repository.inbox import InboxFile, inbox_entries, inbox_path
from adjudicator.repository.settings import RepositorySettings

__all__ = ["broken_promise", "owing_at_once", "promised", "promised_at"]

_HASH = re.compile(rb"([0-9a-f]{64})\n?")


def owing_at_once(match: BegunMatch, settings: RepositorySettings) -> tuple[str, ...]:
    """Returns the seats that owe sheets at once and promise them first; empty: nobody need."""
    if match.mode != "mutual" or settings.sheets != "open" or match.is_locked:
        return ()
    owing = [one.seat for one in match.awaited if one.what == "sheet" and one.seat is not None]
    owing = [seat for seat in dict.fromkeys(owing) if seat not in match.plays]
    return tuple(owing) if len(owing) > 1 else ()


def promised_at(git: Git, commit: str, n: int, seats: Iterable[str]) -> dict[str, str]:
    """Returns by seat the hash that lies in its inbox at a commit for an opening."""
    entries = inbox_entries(git, commit)
    found: dict[str, str] = {}
    for seat in seats:
        entry = entries.get(InboxFile(seat, n, "hash"))
        if entry is not None and entry.size <= 65:
            said = _HASH.fullmatch(git.contents([entry.id])[0])
            if said is not None:
                found[seat] = said[1].decode()
    return found


def promised(git: Git, commit: str, n: int, seats: Iterable[str]) -> Mapping[str, str]:
    """Returns by seat the hash of the sheet that it has promised, and that alone counts.

    That is the one that lay there when the first sheet was shown. Who shows theirs before the
    others have promised has nobody else to blame: those are held to what they promise later.
    """
    seats = tuple(seats)
    there = promised_at(git, commit, n, seats)
    paths = [inbox_path(seat, n, "sheet") for seat in seats]
    words = ("rev-list", "--full-history", "--topo-order", "--reverse", commit, "--", *paths)
    shown = git.run(*words).text.split("\n")[0] if seats else ""
    return {**there, **promised_at(git, shown, n, seats)} if shown else there


def broken_promise(seat: str, said: str, hash_: str) -> Problem:
    """Returns the problem of a sheet that is another one than its seat has promised."""
    message = f"this is another sheet than {seat} has promised before the others were shown"
    hint = f"Promised: {said}\nThis one: {hash_}\nSend the one that was promised, as it was."
    return Problem("sheet-not-promised", message, rule="repository 5", hint=hint, kind="stale")
