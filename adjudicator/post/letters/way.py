"""The way of a letter: whom it goes to, from whom, by when an answer is wanted, and its names.

Nothing of it is trusted to be harmless: names come from files and people, and stand in headers.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from adjudicator.api.texts import visible
from adjudicator.post.transport.addresses import check_address as check_sendable
from adjudicator.post.transport.addresses import not_an_address

__all__ = ["Kind", "Letters", "Way", "check_address", "dotted", "in_header", "message_id"]

Letters: TypeAlias = Literal["full", "light", "plain"]
"""What goes with a letter: all; neither picture nor page, and only new lines of the log; the
picture alone, and the position as one packed line."""
Kind: TypeAlias = Literal["turn", "lock", "end", "invitation"]
"""What a letter is about."""

_LONGEST = 78
"""Letters of a name in a header."""
_LONGEST_PART = 24
"""Letters of a part of a Message-ID: with five of them it fits into a line, as a rule."""
_NOT_IN_ATOMS = re.compile(r"[^A-Za-z0-9_-]+")


class Way(NamedTuple):
    """What a letter needs besides the match."""

    to: str
    """The address of whoever reads it; empty: of a draft, it is not known."""
    date: datetime
    """What Date says, with a zone; nothing here reads a clock."""
    name: str = ""
    """The name of whoever reads it."""
    sender: str = ""
    """The address of From; empty: of a draft, in which the mail program puts its own."""
    sender_name: str = ""
    """The name beside it."""
    reply_to: str = ""
    """The address for answers, with the seat's token; empty: that of From."""
    domain: str = ""
    """What Message-IDs end with; empty: there are none, the mail program makes its own."""
    tag: str = ""
    """What stands in brackets before the subject; empty: the name of the match."""
    letters: Letters = "full"
    """What goes with it."""
    pen: str = ""
    """The address of the page judge.html, on which sheets are made; empty: there is none."""
    due: datetime | None = None
    """When an answer is wanted, with a zone; None: nobody said it."""
    zone: str = "UTC"
    """The zone in which people are told times, as "Europe/Berlin"."""
    due_was: datetime | None = None
    """The deadline that an earlier letter named, if it moved."""
    moves: int = 0
    """How often the deadline of this opening moved."""
    is_first: bool = False
    """Whether it is the first letter to whoever sits on the seat: it says what this is."""
    ask: str = ""
    """Whom to ask: an address or a name; empty: whoever sent it."""
    again: int = 0
    """How often this letter was written before: after it came back, or was refused."""
    foot: str = ""
    """What stands below all else: how the reader's other matches stand."""
    references: tuple[str, ...] = ()
    """Message-IDs of earlier letters: the first, and the one before."""
    language: str = "en"
    """The language of letters that are of no match that has begun."""
    players: tuple[tuple[str, str], ...] = ()
    """Each seat whose player's name is told, with the name; none: seats alone are told."""
    is_draft: bool = False
    """Whether a mail program opens it for somebody who then sends it. Only a draft may lack an
    address."""

    def told(self, time: datetime) -> datetime:
        """Returns a time in the zone in which people are told it."""
        return time.astimezone(UTC if self.zone == "UTC" else ZoneInfo(self.zone))


def check_address(address: str) -> str:
    """Returns an address that may stand in a header and on a command line.

    Raises:
        Refused: it is not one plain address of ASCII letters.
    """
    if not address.isascii():
        raise not_an_address(address)
    check_sendable(address)
    return address


def in_header(text: str) -> str:
    """Returns a text for a header: in one line, nothing unseen, no longer than a line.

    It holds no encoded word (RFC 2047): Python would read it, and write the line ends in it.
    """
    told = " ".join(visible(" ".join(text.split())).split()).replace("=?", "= ?")
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"


def message_id(way: Way, *parts: str | int) -> str:
    """Returns a Message-ID made of what a letter is: the same letter has the same again.

    Args:
        parts: the match, the opening, the seat, the kind and so on.

    >>> from datetime import UTC, datetime
    >>> way = Way("a@b.c", datetime(2026, 11, 29, tzinfo=UTC), domain="host")
    >>> message_id(way, "spring", 7, "western", "turn")
    '<spring.7.western.turn@host>'
    """
    return f"<{dotted(*parts)}@{way.domain}>"


def dotted(*parts: str | int) -> str:
    """Returns parts as RFC 5322 allows them before an @ (dot-atom), dots between them."""
    atoms = (_NOT_IN_ATOMS.sub("-", str(part))[:_LONGEST_PART] for part in parts)
    return ".".join(filter(None, atoms))
