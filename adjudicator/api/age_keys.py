"""Keys of age: whose recipient stands in a log, and what a key file reads by (repository.md, 5).

Sheets are sealed to the referee, the view of a seat to that seat. Nobody keeps a key for it besides
the key file that they have: an identity of age follows from the master in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.named_files import MAX_SIZE, read_bytes
from adjudicator.api.problems import RefusedFile, UnusableFile
from adjudicator.audit import log, tfd1
from adjudicator.core.strict_json import strict_json
from adjudicator.documents.json_input import read_json
from adjudicator.documents.keys.age_keys import identity_of, recipient_fault, recipients_in
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.signatures import REFEREE
from adjudicator.documents.schemas import understood

__all__ = [
    "REFEREE",
    "AgeKey",
    "age_key",
    "age_key_in",
    "held_secrets",
    "recipient_fault",
    "recipients_of",
]


class AgeKey(NamedTuple):
    """What a key file reads by, and what is sealed to it."""

    who: str
    """The seat whose key file it is, or "referee"."""
    match: str
    """The name of the match that it serves."""
    identity: str
    """The private half, `AGE-SECRET-KEY-1...`: it goes into no file, log line or message."""
    recipient: str
    """The public half, `age1...`."""

    def __repr__(self) -> str:
        """Returns whose it is; never the identity, which a trace would show."""
        return f"AgeKey({self.who!r}, {self.match!r}, {self.recipient!r})"


def age_key(path: Path) -> AgeKey:
    """Returns what a key file reads by: that of a seat, or referee/secret.json.

    Raises:
        UnusableFile: it is not there, or no key file.
        Unusable: the library pyrage is not installed.
    """
    return age_key_in(read_bytes(path, limit=MAX_SIZE), str(path))


def age_key_in(raw: bytes, source: str) -> AgeKey:
    """Returns what a key file reads by, from its bytes.

    Args:
        source: what problems call it.

    Raises:
        UnusableFile: it is no key file.
        Unusable: the library pyrage is not installed.
    """
    from adjudicator.matches.recipients import recipient_of

    try:
        key = understood(Secret, read_json(raw, source=source))
    except RefusedFile as error:
        raise UnusableFile(error.located) from None
    return AgeKey(key.who, key.match, identity_of(key), recipient_of(key))


def held_secrets(folders: Sequence[Path]) -> list[tuple[str, str]]:
    """Returns the secrets of key files in some folders and their referee/, each with whose it is.

    What follows from a master is among them: nobody may find it where others read.
    """
    found: list[tuple[str, str]] = []
    for folder in folders:
        for path in (*sorted(folder.glob("key-*.json")), folder / REFEREE / "secret.json"):
            try:
                raw = read_bytes(path, limit=MAX_SIZE)
                key = understood(Secret, read_json(raw, source=str(path)))
            except RefusedFile:
                continue  # Another file with such a name, or none.
            found += [
                (f"the secret of {key.who}", key.master),
                (f"the age identity of {key.who}", identity_of(key)),
                (f"the chain of {key.who}", tfd1.seed_chain(key.match, key.master)),
                (f"the blinds of {key.who}", tfd1.seed_blind(key.match, key.master)),
            ]
    return found


def recipients_of(raw: bytes) -> dict[str, str]:
    """Returns by seat, and by "referee", the recipients that a log names last.

    A seat that joined without one is not among them, nor is one whose new join has none. Only the
    lines of joins are read, and the log is not audited: `verify` does that.

    Raises:
        Unusable: it does not begin as a log.
    """
    first, *others = raw.split(b"\n")
    read = log.parse_log(first + b"\n")
    if not read.lines:
        return {}
    # A sheet may hold the same bytes further in: what the line itself says counts.
    joins = (_join_in(piece) for piece in others if b'"t":"seat"' in piece)
    return recipients_in(read.genesis, filter(None, joins))


def _join_in(piece: bytes) -> log.Join | None:
    """Returns the join in a line of a log that replaces one; None: it is another line."""
    try:
        said = strict_json(piece.decode(), depth=log.MAX_DEPTH)
        return log.Join.model_validate(said["join"]) if said["t"] == "seat" else None
    except (ValueError, KeyError, TypeError):
        return None
