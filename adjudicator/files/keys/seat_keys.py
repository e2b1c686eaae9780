"""Key files: what a seat keeps to itself, and what its pledges come out of.

A key file is one line for a backup. `join` makes it; `template` finds it beside the state.json or
in the current folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.core import tfd1
from adjudicator.core.chains import Chain
from adjudicator.core.problem import Problem, Unusable
from adjudicator.files.json_input import MAX_SIZE, read_json
from adjudicator.files.keys.match_notes import Secret
from adjudicator.files.problems import RefusedFile, UnusableFile
from adjudicator.files.schemas import understood
from adjudicator.files.storage import read_bytes

__all__ = ["find_key", "is_key_of", "pledge_of", "read_key"]


def read_key(path: Path) -> Secret:
    """Returns what a key file says: a seat's, or the referee's secret.

    Raises:
        UnusableFile: it is not there, or no key file.
    """
    try:
        return understood(Secret, read_json(read_bytes(path, limit=MAX_SIZE), source=str(path)))
    except RefusedFile as error:
        raise UnusableFile(error.located) from None


def pledge_of(key: Secret, n: int) -> str:
    """Returns value `n` of the chain that a key makes: the pledge for opening `n`; 0 is the anchor.

    Raises:
        Unusable: the chain is at its end.
    """
    if n > key.links:
        problem = Problem(
            "chain-at-its-end",
            f"the chain of {key.who} ends with opening {key.links}: none is left for {n}",
            hint="Begin a new match with a scenario that starts where this one stands.",
            kind="unusable",
        )
        raise Unusable([problem])
    last = tfd1.seed_chain(key.match, key.master)
    return tfd1.chain_value(key.match, key.who, last, links=key.links, n=n)


def find_key(
    match_name: str, seat: str, near: Sequence[Path], *, chain: Chain | None = None
) -> Path | None:
    """Returns the first key file of a seat in some folders; None: there is none.

    Args:
        chain: the seat's chain in the match. Keys of other chains, such as one that was replaced,
            are passed over.
    """
    for folder in near:
        for path in sorted(folder.glob("key-*.json")):
            try:
                key = read_key(path)
            except UnusableFile:
                continue
            if (key.match, key.who) != (match_name, seat):
                continue
            if chain is None or is_key_of(key, chain):
                return path
    return None


def is_key_of(key: Secret, chain: Chain) -> bool:
    """Says whether a key makes a seat's chain, as far as that was opened."""
    return (
        (key.match, key.links) == (chain.match, chain.links)
        and chain.n <= key.links
        and pledge_of(key, chain.n) == chain.value
    )
