"""The mail itself (RFC 5322): the same parts give the same bytes, boundaries and all."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from typing import NamedTuple

from adjudicator.post.letters.way import Way, check_address, dotted, in_header

__all__ = ["Body", "File", "automatic", "mail_of"]

_POLICY = SMTP.clone(cte_type="7bit")
"""Lines end in CR LF, none is longer than 78; every server takes it, with 8BITMIME or without."""
_FROM = re.compile("^From ", re.MULTILINE)


class File(NamedTuple):
    """A file that goes with a mail."""

    name: str
    """Its name."""
    kind: str
    """Its type, as "application/zip"."""
    raw: bytes
    """Its bytes."""


class Body(NamedTuple):
    """What a mail says."""

    text: str
    """As plain text."""
    html: str = ""
    """As a page; empty: there is text alone."""
    picture: bytes = b""
    """The PNG that the page shows; empty: none."""
    content_id: str = ""
    """Its Content-ID, without brackets."""
    files: tuple[File, ...] = ()
    """What is attached."""


def mail_of(way: Way, subject: str, body: Body, headers: Mapping[str, str]) -> bytes:
    """Returns a mail as bytes, as a server wants them.

    Args:
        subject: the subject, without the tag.
        headers: others by name, in order: such as Message-ID.

    Raises:
        Refused: an address is not one plain address.
    """
    mail = EmailMessage(_POLICY)
    if way.sender or not way.is_draft:
        mail["From"] = _person(way.sender_name, way.sender)
    if way.to or not way.is_draft:
        mail["To"] = _person(way.name, way.to)
    if way.reply_to:
        mail["Reply-To"] = _person("", way.reply_to)
    mail["Subject"] = in_header(f"[{way.tag}] {subject}" if way.tag else subject)
    mail["Date"] = way.date
    for name, value in headers.items():
        if value:
            mail[name] = value
    if way.is_draft:
        mail["X-Unsent"] = "1"
    mail["MIME-Version"] = "1.0"
    whole = _whole(body)
    for name, value in whole.items():
        mail[name] = value
    mail.set_payload(whole.get_payload())
    _set_boundaries(mail)
    return mail.as_bytes()


def automatic(way: Way, match: str, submitted: str) -> Mapping[str, str]:
    """Returns the headers by which other programs do not answer a program (RFC 3834, 2919)."""
    if way.is_draft:
        return {}
    return {
        "List-Id": f"<{dotted(match)}.{way.domain}>" if way.domain else "",
        "Auto-Submitted": submitted,
        "X-Auto-Response-Suppress": "All",
    }


def _person(name: str, address: str) -> Address:
    return Address(in_header(name), addr_spec=check_address(address))


def _whole(body: Body) -> MIMEPart:
    """Returns text and page, the picture in the page, and behind them what is attached."""
    told = _text(body.text, "plain")
    if body.html:
        page = _text(body.html, "html")
        if body.picture:
            shown = _part(File("map.png", "image/png", body.picture), "inline")
            shown["Content-ID"] = f"<{body.content_id}>"
            page = _joined("related", page, shown)
        told = _joined("alternative", told, page)
    if not body.files:
        return told
    return _joined("mixed", told, *(_part(one, "attachment") for one in body.files))


def _text(text: str, kind: str) -> MIMEPart:
    """Returns text as quoted-printable: long lines come whole, and "=_" cannot stand in it.

    A line that begins with "From " is written otherwise: mailboxes would put a > before it.
    """
    part = MIMEPart(_POLICY)
    part.set_content(text, subtype=kind, charset="utf-8", cte="quoted-printable")
    part.set_payload(_FROM.sub("=46rom ", str(part.get_payload())))
    return part


def _part(file: File, disposition: str) -> MIMEPart:
    part = MIMEPart(_POLICY)
    main, _, kind = file.kind.partition("/")
    part.set_content(file.raw, main, kind, disposition=disposition, filename=file.name)
    if main == "text":
        part.set_param("charset", "utf-8")
    return part


def _joined(kind: str, *parts: MIMEPart) -> MIMEPart:
    whole = MIMEPart(_POLICY)
    whole["Content-Type"] = f"multipart/{kind}"
    for part in parts:
        whole.attach(part)
    return whole


def _set_boundaries(mail: EmailMessage) -> None:
    """Sets boundaries that follow from what stands between them; no part can hold "=_"."""
    found = hashlib.sha256()
    several: list[MIMEPart] = []
    parts: Iterable[MIMEPart] = mail.walk()
    for part in parts:
        if part.is_multipart():
            several.append(part)
        else:
            found.update(part.as_bytes())
    for number, part in enumerate(several, start=1):
        part.set_boundary(f"=_{found.hexdigest()[:24]}.{number}")
