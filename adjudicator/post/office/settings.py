"""office.json: what the referee decides of an office. It holds no secret."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from adjudicator.post.office.journal import KINDS
from adjudicator.post.transport.settings import ImapSettings, SendmailSettings, SendSettings

__all__ = [
    "Address",
    "Limits",
    "MatchEntry",
    "Mode",
    "Notice",
    "OfficeSettings",
    "Seat",
    "first_settings",
    "is_address",
    "is_match_name",
]

_LONGEST = 120
_ADDRESS = r"^[A-Za-z0-9.!#$%&'*/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$"
Address = Annotated[str, StringConstraints(pattern=_ADDRESS, max_length=_LONGEST)]
"""One plain address, without a name and without what stands behind a plus."""
Mode = Literal["full", "light", "plain"]
"""What a letter carries: everything; no picture and only new log lines; nothing attached."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?")
Seat = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Limits(_Settings):
    """How much is answered; more is kept, filed, and answered once a day."""

    seat_hour: Annotated[int, Field(ge=1, le=1000)] = 20
    """Answers an hour and seat."""
    day: Annotated[int, Field(ge=1, le=100_000)] = 200
    """Answers a day, of the whole office."""


def _known_kind(kind: str) -> str:
    """Returns a kind of lines of the journal; ValueError: there is none such."""
    if kind not in KINDS:
        raise ValueError(f"no kind of lines; kinds: {', '.join(sorted(KINDS))}")
    return kind


class Notice(_Settings):
    """A command that is run for chosen lines of the journal."""

    kinds: list[Annotated[str, AfterValidator(_known_kind)]]
    """The kinds: "opened", "due", "missed" and others of `journal.KINDS`."""
    command: Annotated[list[str], Field(min_length=1)]
    """The command and its arguments; it gets one line of JSON on its standard input."""


class MatchEntry(_Settings):
    """A match of the office."""

    folder: str
    """Where it lies, from the folder of the office on."""
    letters: dict[Seat, Mode] = {}
    """By seat, what its letters carry; "full" where nothing is said."""
    press: bool = True
    """Whether players' words are passed on."""
    is_open: bool = False
    """Whether free seats may be taken by mail."""


class OfficeSettings(_Settings):
    """All that office.json says."""

    format: Literal[1] = 1
    """The format of the file."""
    address: Address
    """Where players write to; letters say Reply-To: name+match.seat.token@domain."""
    name: Annotated[str, StringConstraints(max_length=80)] = "adjudicator"
    """What stands before the address in letters."""
    referee: Address
    """Whom the office calls when it needs a person."""
    plus: bool = True
    """Whether the host delivers addresses with a plus; else tokens stand in the subject."""
    sending: SendSettings | None = None
    """How letters are sent; null: they wait in mail/out/new for somebody else to send them."""
    fetching: ImapSettings | None = None
    """The mailbox that `fetch` empties; null: mails come by `receive`."""
    limits: Limits = Limits()
    """How much is answered."""
    trusts: str = ""
    """The name of the mail server whose Authentication-Results are believed; empty: of none."""
    pen: str = ""
    """The address of a judge.html: letters begin with a link that opens the position there."""
    key: str = ""
    """The file of an SSH key that signs receipts; empty: they are not signed."""
    notify: list[Notice] = []
    """Commands that are told what happens."""
    matches: dict[str, MatchEntry] = {}
    """By name, the matches."""


def is_address(text: str) -> bool:
    """Whether a text is one plain address, as office.json takes it."""
    return len(text) <= _LONGEST and re.fullmatch(_ADDRESS, text) is not None


def first_settings(address: str, referee: str, *, sendmail: bool, plus: bool) -> OfficeSettings:
    """Returns the settings of a new office; both addresses are ones that `is_address` takes.

    Args:
        sendmail: whether letters leave by /usr/sbin/sendmail; else they wait.
        plus: whether the host delivers addresses with a plus.
    """
    sending = SendmailSettings() if sendmail else None
    return OfficeSettings(address=address, referee=referee, sending=sending, plus=plus)


def is_match_name(name: str) -> bool:
    """Whether a match may have a name here: it stands in addresses of at most 64 characters."""
    return bool(_NAME.fullmatch(name))
