"""Key files: what a seat keeps to itself, and what its pledges come out of.

A key file is one line for a backup. `join` makes it with a chain, `template --make-key` without
one; it is found beside the state.json or log, or in the current folder. Beside it lies the record
of what it has answered (`seen.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import tfd1
from adjudicator.audit.chains import Chain
from adjudicator.core.problem import Problem, Unusable
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.problems import RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import read_bytes

__all__ = [
    "Played",
    "blind_of",
    "find_key",
    "is_key_of",
    "keys_for",
    "made_key",
    "named_key",
    "pledge_of",
    "read_key",
]


class Played(NamedTuple):
    """The match for which a key is asked, as far as a log or a state.json says it."""

    gid: str
    """The id of the match."""
    name: str | None
    """None: an older state.json, which does not say it."""
    offer: str | None = None
    """The hash of the offer; None: a state.json."""

    def is_named_by(self, key: Secret) -> bool:
        """Says whether a key names this match."""
        return key.game == self.gid or key.match == self.name

    def is_served_by(self, key: Secret) -> bool:
        """Says whether a key that calls itself one of this match can be one, by what it binds to.

        One key serves one offer (3.10 [A9]): in a second match of the same name its chain would
        be known.
        """
        offers = {key.offer, self.offer} - {None}
        return len(offers) < 2 and key.game in (None, self.gid)


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
    if n > key.links or not key.links:
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


def keys_for(played: Played, near: Sequence[Path]) -> Iterator[tuple[Path, Secret]]:
    """Yields all key files in some folders that call themselves keys of a match."""
    for folder in dict.fromkeys(folder.resolve() for folder in near):
        for path in sorted(folder.glob("key-*.json")):
            try:
                key = read_key(path)
            except UnusableFile:
                continue
            if played.is_named_by(key):
                yield _shown(path, near), key


def _shown(path: Path, near: Sequence[Path]) -> Path:
    """Returns a path as its folder was named: nobody wants to read where their home lies."""
    return next(folder / path.name for folder in near if folder.resolve() == path.parent)


def named_key(path: Path, played: Played, seats: Sequence[str]) -> Secret:
    """Returns the key in a file that was named for one of some seats.

    Raises:
        UnusableFile: it is not there, no key file, or another's.
    """
    key = read_key(path)
    if key.who in seats and played.is_named_by(key):
        return key
    wanted = f"{' or '.join(seats)} in {played.name or played.gid}"
    raise unusable_file(
        path,
        "other-key",
        f"this is the key of {key.who} in {key.match}, not of {wanted}",
        "Name the key file that `join` or `template --make-key` wrote for it.",
    )


def made_key(
    played: Played, seat: str, *, make_secret: Callable[[], str] = tfd1.make_secret
) -> Secret:
    """Returns a new key without a chain: it makes the seat's blinds, and it remembers."""
    return Secret(
        match=played.name or played.gid,
        who=seat,
        links=0,
        master=make_secret(),
        offer=played.offer,
        game=played.gid,
    )


def blind_of(key: Secret, gid: str, n: int) -> str:
    """Returns the blind of the seat's sheets for an opening (3.10 [A9])."""
    return tfd1.own_blind(tfd1.seed_blind(key.match, key.master), gid, n)


def is_key_of(key: Secret, chain: Chain) -> bool:
    """Says whether a key makes a seat's chain, as far as that was opened."""
    return (
        (key.match, key.links) == (chain.match, chain.links)
        and chain.n <= key.links
        and pledge_of(key, chain.n) == chain.value
    )
