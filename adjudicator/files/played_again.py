"""The openings of a match folder, made again from its log with what lies in the folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.core import log
from adjudicator.core.game import Rules
from adjudicator.core.replay import Replayed, replay
from adjudicator.files.problems import unusable_file
from adjudicator.files.referee_secret import hidden_secret
from adjudicator.files.stored_sheets import stored_sheets

__all__ = ["all_sheets", "played_again"]


def played_again(folder: Path, rules: Rules[Any], read: log.Log) -> Replayed[Any]:
    """Returns a match's log made again, with the sheets as received and the hidden-draw secret.

    Raises:
        UnusableFile: the match has hidden information, is not over, and its secret is not here.
    """
    genesis = read.lines[0].payload
    assert isinstance(genesis, log.Genesis)
    hidden = hidden_secret(folder, genesis.offer) if rules.is_hidden else None
    replayed = replay(rules, read, stored_sheets(folder), hidden=hidden)
    if replayed.needs_secret:
        raise unusable_file(
            folder / "referee" / "secret.json",
            "secret-missing",
            "the match has hidden information, and its secret is not here: until the match is "
            "over, its openings can be made again with the secret only",
            "Put the file back that `new` wrote, or its backup.",
        )
    return replayed


def all_sheets(folder: Path, read: log.Log) -> dict[int, dict[str, Mapping[str, Any]]]:
    """Returns the sheets that the log names and does not hold, by opening and seat, as received.

    Raises:
        UnusableFile: one of them is not there.
    """
    find = stored_sheets(folder)
    found: dict[int, dict[str, Mapping[str, Any]]] = {}
    for line in read.lines:
        if not isinstance(line.payload, log.Lock):
            continue
        n = line.payload.n
        for seat, hash_ in line.payload.orders.items():
            document = None if hash_ is None else find(n, seat, hash_)
            if document is not None:
                found.setdefault(n, {})[seat] = document
            elif hash_ is not None:
                raise unusable_file(
                    folder / "referee" / "orders" / f"n{n:04d}" / f"{seat}.json",
                    "sheets-missing",
                    f"the match is over and its log shows all sheets now, but the one of {seat} "
                    f"for opening {n} is not here",
                    "Put it back there as it was received; the player has a copy.",
                )
    return found
