"""Tokens: what shows that a mail answers a letter of its seat (post.md 3).

A token stands in the address to which a letter is answered, `judge+spring.western.k7q2...@host`, or
where a host has no such addresses in the subject, `[spring/western k7q2...]`. It is made from the
key of the office, the offer of the match, the seat, the address that is registered for it and how
often it was renewed: another player on the seat has another token. Nothing in it can be chosen by
somebody who knows the rest, as only the office has the key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "Purpose",
    "Tag",
    "address_with",
    "is_token",
    "proof",
    "subject_mark",
    "tags_in",
    "token_of",
]

_LETTERS = 16
_TAG = r"(?P<match>[a-z0-9-]{1,20})[./](?P<seat>[a-z0-9-]{1,40})[. ](?P<token>[a-z2-7]{16})"
_IN_ADDRESS = re.compile(rf"[^@+]*\+{_TAG}@[^@]+", re.IGNORECASE)
_IN_SUBJECT = re.compile(rf"\[{_TAG}\]", re.IGNORECASE)


Purpose: TypeAlias = Literal["answer", "bounce"]


class Tag(NamedTuple):
    """A match, a seat and a token, as a mail brings them; nothing of it is proven."""

    match: str
    """The name of the match in the office."""
    seat: str
    """The seat."""
    token: str
    """The token, in small letters."""


def token_of(
    key: bytes, *, purpose: Purpose, offer: str, seat: str, address: str, generation: int
) -> str:
    """Returns the token of a seat: 16 letters of base32, 80 bits.

    Args:
        key: the 32 bytes of office.key.
        purpose: what it is for: what comes back to a letter's envelope sender may say that it could
            not be delivered, and nothing else.
        offer: the hash of the match's offer, in hex.
        address: the registered address of the seat; its letters' case does not matter.
        generation: how often the token was renewed.
    """
    made = proof(key, purpose, offer, seat, address.lower(), str(generation))
    return base64.b32encode(made).decode()[:_LETTERS].lower()


def proof(key: bytes, *fields: str) -> bytes:
    """Returns what only who has the key can make of some texts; where one ends is part of it."""
    message = b"".join(
        f"{len(field)}:{field}\n".encode() for field in ("adjudicator post", *fields)
    )
    return hmac.new(key, message, hashlib.sha256).digest()


def is_token(given: str, right: str) -> bool:
    """Whether a token is the right one, in a time that does not depend on where they differ."""
    return hmac.compare_digest(given.lower().encode(), right.encode())


def address_with(address: str, tag: Tag) -> str:
    """Returns the address to which a letter is answered."""
    name, _, host = address.rpartition("@")
    return f"{name}+{tag.match}.{tag.seat}.{tag.token}@{host}"


def subject_mark(tag: Tag) -> str:
    """Returns what stands in the subject where the host has no addresses with a plus."""
    return f"[{tag.match}/{tag.seat} {tag.token}]"


def tags_in(addresses: Iterable[str], subject: str) -> Iterator[Tag]:
    """Yields the tags of a mail, those of its addresses first."""
    for text in addresses:
        if found := _IN_ADDRESS.fullmatch(text):
            yield _tag(found)
    for found in _IN_SUBJECT.finditer(subject):
        yield _tag(found)


def _tag(found: re.Match[str]) -> Tag:
    return Tag(found["match"].lower(), found["seat"].lower(), found["token"].lower())
