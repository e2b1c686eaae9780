"""Addresses that go to a server or a command: nothing in them is an option, a line or a program."""

from __future__ import annotations

import re

from adjudicator.api.problems import Problem, Refused, shortened

__all__ = ["check_address", "check_envelope", "not_an_address"]

MAX_ADDRESS = 254
"""Octets (RFC 5321 4.5.3.1.3, without its brackets)."""
MAX_LOCAL = 64
"""Octets before the @ (RFC 5321 4.5.3.1.1)."""

_LETTER = r"[A-Za-z0-9]|[^\x00-\xa0\u2000-\u206f\ufeff\ufff9-\uffff]"
_ATOM = rf"(?:{_LETTER}|[!#$%&'*+/=?^_`{{|}}~-])"
_LABEL = rf"(?:{_LETTER})(?:(?:{_LETTER}|-)*(?:{_LETTER}))?"
_ADDRESS = re.compile(
    rf"(?![-|/!:])(?P<local>{_ATOM}+(?:\.{_ATOM}+)*)@(?P<domain>{_LABEL}(?:\.{_LABEL})*)"
)


def check_address(address: str) -> None:
    """Refuses what is no plain address: `local@domain` of RFC 5321 without quotes and comments.

    A quoted local part, an address literal, a route, and one that begins like an option (`-`),
    a program (`|`) or a file (`/`) are refused too, though some of them are addresses: no player
    has one, and commands read more out of them than a mailbox. Letters beyond ASCII are allowed
    (RFC 6531).

    Raises:
        Refused: not-an-address.
    """
    found = _ADDRESS.fullmatch(address)
    if (
        found is None
        or not address.isprintable()
        or len(_octets(address)) > MAX_ADDRESS
        or len(_octets(found["local"])) > MAX_LOCAL
    ):
        raise not_an_address(address)


def not_an_address(address: str) -> Refused:
    """Returns what is wrong with an address that is none, to be raised."""
    message = f'"{shortened(address)}" is no address to which mail can be sent'
    hint = "Write it as name@example.org: no blanks, quotes or brackets, at most 254 bytes."
    return Refused([Problem("not-an-address", message, hint=hint, kind="invalid")])


def check_envelope(sender: str, recipients: tuple[str, ...]) -> None:
    """Refuses an envelope with an address that is none; the empty sender is allowed.

    Raises:
        Refused: not-an-address.
        ValueError: there is no recipient.
    """
    if not recipients:
        raise ValueError("a mail needs a recipient")
    for address in (sender, *recipients):
        if address or address is not sender:
            check_address(address)


def _octets(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
