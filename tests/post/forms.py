"""Answers as mail programs write them: a sheet attached or pasted, above the letter quoted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from typing import NamedTuple

from adjudicator.api.sheet_text import packed_sheet
from tests.post.town import Posted

__all__ = ["FORMS", "Answer", "composed"]

FORMS = (
    "attached", "octets", "attached-text", "packed", "packed-flowed", "pasted", "pasted-outlook",
    "pasted-html", "pasted-8bit",
)  # fmt: skip
"""How a sheet is sent."""
_MOST_QUOTED = 6000


class Answer(NamedTuple):
    """A mail before it is written."""

    sender: str
    """The address of From."""
    to: str
    """Where it goes."""
    at: datetime
    """What Date says."""
    message_id: str
    """Its Message-ID, in brackets."""
    letter: Posted | None = None
    """What it answers, and quotes."""
    words: str = ""
    """What a person writes above all else: a command, words to pass on."""
    sheet: bytes = b""
    """The sheet; empty: none."""
    form: str = "attached"
    """One of `FORMS`."""
    headers: Mapping[str, str] = {}
    """More headers."""


def composed(answer: Answer) -> bytes:
    """Returns the mail."""
    mail = EmailMessage(policy=SMTP)
    letter = answer.letter
    subject = "a sheet" if letter is None else f"Re: {letter.subject}"
    for key, value in {
        "From": answer.sender, "To": answer.to, "Subject": subject, "Date": answer.at,
        "Message-ID": answer.message_id, **answer.headers,
    }.items():  # fmt: skip
        mail[key] = value
    if letter is not None and letter.mail["Message-ID"] and "In-Reply-To" not in mail:
        mail["In-Reply-To"] = mail["References"] = str(letter.mail["Message-ID"])
    _write(mail, answer)
    return mail.as_bytes()


def _write(mail: EmailMessage, answer: Answer) -> None:
    form, sheet = answer.form, answer.sheet
    own = answer.words
    if sheet and form.startswith("packed"):
        own += f"\n{packed_sheet(sheet)}\n"
    elif sheet and form.startswith("pasted"):
        own += f"\n{sheet.decode()}\n"
    text = f"{own.strip()}\n\n{_quoted(answer)}\n"
    if form == "packed-flowed":
        mail.set_content(text, cte="quoted-printable")
        mail.set_param("format", "flowed")
    elif form == "pasted-8bit":
        mail.set_content(text, cte="base64")
    elif form == "pasted-html":
        mail.set_content(text)
        page = text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>\n")
        mail.add_alternative(f"<html><body>{page}</body></html>", subtype="html")
    else:
        mail.set_content(text)
    if sheet and (form in ("attached", "octets", "attached-text")):
        types = {"attached": "application/json", "octets": "application/octet-stream",
                 "attached-text": "text/plain"}  # fmt: skip
        main, _, sub = types[form].partition("/")
        if main == "text":
            mail.add_attachment(sheet.decode(), filename="sheet.txt")
        else:
            mail.add_attachment(sheet, maintype=main, subtype=sub, filename="sheet.json")


def _quoted(answer: Answer) -> str:
    """Returns the letter as a program quotes it."""
    letter = answer.letter
    if letter is None:
        return ""
    text = letter.text[:_MOST_QUOTED]
    if answer.form == "pasted-outlook":
        return (
            f"-----Original Message-----\nFrom: adjudicator <judge@play.test>\n"
            f"To: {letter.to}\nSubject: {letter.subject}\n\n{text}"
        )
    lines = "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
    return f"On Mon, 1 Mar 2027 at 13:05, adjudicator <judge@play.test> wrote:\n\n{lines}"
