"""By which way an office's mail goes and comes, as it stands in a file; never a password."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

__all__ = ["ImapSettings", "SendFile", "SendSettings", "SendmailSettings", "SmtpSettings", "Tls"]

Tls: TypeAlias = Literal["tls", "starttls", "none"]
"""tls: from the first byte on (RFC 8314); starttls: asked for, and nothing is said without it;
none: to this machine alone."""

Host: TypeAlias = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9:]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$")
]
"""A name of ASCII letters, or an address; a name of other letters as xn--..."""
Argument: TypeAlias = Annotated[str, Field(pattern=r"^[^\x00]*$", max_length=1000)]
Word: TypeAlias = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$", max_length=254)]
"""Text without control characters: it cannot end a line of a protocol."""


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class _Server(_Settings):
    host: Host
    """The server's name, as its certificate has it."""
    port: Annotated[int, Field(ge=1, le=65535)]
    """587 or 465 for sending, 993 for fetching, nearly everywhere."""
    tls: Tls = "tls"
    """How what is said is kept from others."""

    @model_validator(mode="after")
    def _open_on_loopback_only(self) -> _Server:
        if self.tls == "none" and not _is_loopback(self.host):
            raise ValueError(
                f'"tls": "none" is for this machine alone, not for {self.host}: password and'
                ' letters would go in the open; write "tls" or "starttls"'
            )
        return self


class SendmailSettings(_Settings):
    """Letters are handed to a command that takes what sendmail takes."""

    by: Literal["sendmail"] = "sendmail"
    """Which way it is."""
    command: Annotated[tuple[Argument, ...], Field(strict=False, min_length=1, max_length=40)] = (
        "/usr/sbin/sendmail",
    )
    """The program and its first arguments: no shell reads them. `-i -f SENDER -- RECIPIENT` is
    put behind them."""

    @model_validator(mode="after")
    def _named(self) -> SendmailSettings:
        if not self.command[0] or self.command[0].startswith("-"):
            raise ValueError("the command begins with the name of a program")
        return self


class SmtpSettings(_Server):
    """Letters are handed to a mail server by SMTP (RFC 6409)."""

    by: Literal["smtp"] = "smtp"
    """Which way it is."""
    user: Word = ""
    """Who logs in; empty: nobody. The password stands elsewhere (`passwords`)."""


class ImapSettings(_Server):
    """Mails are fetched from a mailbox by IMAP (RFC 3501)."""

    user: Annotated[Word, Field(min_length=1)]
    """Who logs in. The password stands elsewhere (`passwords`)."""
    folder: Annotated[Word, Field(min_length=1)] = "INBOX"
    """Where mails come in."""
    done: Annotated[Word, Field(min_length=1)] = "Done"
    """Where they are moved once they are kept; made where it is lacking."""

    @model_validator(mode="after")
    def _fits(self) -> ImapSettings:
        if self.tls == "starttls" and self.port == 993:
            raise ValueError('port 993 speaks TLS from the first byte on: write "tls": "tls"')
        if self.folder == self.done or (self.folder.upper() == self.done.upper() == "INBOX"):
            raise ValueError("`folder` and `done` are two folders")
        return self


SendSettings: TypeAlias = Annotated[SendmailSettings | SmtpSettings, Field(discriminator="by")]
"""How letters are sent."""


class SendFile(RootModel[SendSettings]):
    """The file that says how letters are sent: what stands under `sending` in office.json."""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
