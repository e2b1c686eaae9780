"""Letters that are of no opening: receipts, reminders, calls; and invitations to a match."""

from __future__ import annotations

from adjudicator.post.letters.message import Body, File, mail_of
from adjudicator.post.letters.way import Way, dotted, message_id
from adjudicator.post.reading.mail import Mail

__all__ = ["text_letter"]


def text_letter(
    way: Way,
    *,
    key: tuple[str | int, ...],
    subject: str,
    text: str,
    answers: Mail | None = None,
    files: tuple[File, ...] = (),
) -> bytes:
    """Returns a letter of text alone: a whole mail (RFC 5322), the same bytes every time.

    Args:
        key: what it is, from which its Message-ID is made: match, opening, seat, kind and so on.
        subject: the subject, without the tag; of an answer to a mail, that of the mail stands
            behind it in references alone.
        text: what it says, as it is to stand there.
        answers: the mail that it answers; None: it comes by itself.
        files: what is attached.

    Raises:
        Refused: an address is not one plain address.
    """
    earlier = way.references
    if answers is not None:
        own = (answers.message_id,) if answers.message_id else ()
        earlier = tuple(dict.fromkeys((*answers.references[-8:], *own)))
    is_sent = not way.is_draft
    list_id = f"<{dotted(key[0])}.{way.domain}>" if way.domain and is_sent else ""
    submitted = "auto-generated" if answers is None else "auto-replied"
    headers = {
        "Message-ID": message_id(way, *key) if way.domain else "",
        "References": " ".join(earlier),
        "In-Reply-To": earlier[-1] if earlier else "",
        "List-Id": list_id,
        "Auto-Submitted": submitted if is_sent else "",
        "X-Auto-Response-Suppress": "All" if is_sent else "",
    }
    return mail_of(way, subject, Body(text, files=files), headers)
