"""Letters that are of no opening: receipts, reminders, calls; and invitations to a match."""

from __future__ import annotations

from adjudicator.api.beginning import Offered
from adjudicator.api.named_files import MAX_SIZE, read_bytes
from adjudicator.post.letters.attached import archive
from adjudicator.post.letters.blocks import Block, Heading, Paragraph, as_html, as_text
from adjudicator.post.letters.message import Body, File, automatic, mail_of
from adjudicator.post.letters.passages import told_players
from adjudicator.post.letters.way import Way, dotted, message_id
from adjudicator.post.letters.words import words_of
from adjudicator.post.reading.mail import Mail

__all__ = ["Invitation", "text_letter"]

_DIGITS = 8


def text_letter(
    way: Way,
    *,
    key: tuple[str | int, ...],
    subject: str,
    text: str,
    answers: Mail | None = None,
    files: tuple[File, ...] = (),
) -> bytes:
    """Returns a letter of text, without a page: a whole mail (RFC 5322), the same bytes every time.

    Args:
        key: what it is, from which its Message-ID is made: match, opening, seat, kind and so on.
        subject: the subject, without the tag.
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
    names = {
        "Message-ID": message_id(way, *key) if way.domain else "",
        "References": " ".join(earlier),
        "In-Reply-To": earlier[-1] if earlier else "",
    }
    submitted = "auto-generated" if answers is None else "auto-replied"
    return mail_of(
        way, subject, Body(text, files=files), {**names, **automatic(way, str(key[0]), submitted)}
    )


class Invitation:
    """The letter by which a seat is invited to a match that awaits joins."""

    def __init__(self, offered: Offered, seat: str, way: Way) -> None:
        self.offered, self.seat = offered, seat
        self.way = way if way.tag else way._replace(tag=offered.name)
        self.words = words_of(way.language)

    @property
    def files(self) -> dict[str, bytes]:
        """What its archive holds: the offer, and the files of a map of its own."""
        paths = self.offered.files_to_mail
        return {path.name: read_bytes(path, limit=MAX_SIZE) for path in paths}

    @property
    def archive_name(self) -> str:
        """The name of its archive."""
        return f"{dotted(self.offered.name)}-offer-{self.seat}.zip"

    @property
    def subject(self) -> str:
        """Its subject, without the tag."""
        return self.words.say("subject-invitation", seat=self.seat)

    @property
    def body(self) -> Body:
        """Text, page and files."""
        say, seat, offered = self.words.say, self.seat, self.offered
        files = self.files
        blocks: list[Block] = [
            Paragraph(say("invited", match=offered.name, seat=seat), is_strong=True)
        ]
        if seat in offered.joined:
            blocks.append(Paragraph(say("invited-in")))
        else:
            blocks.append(Paragraph(say("invited-join", seat=seat)))
        if self.way.due is not None:
            by = say("by", due=self.words.when(self.way, self.way.due))
            blocks.append(Paragraph(by, is_strong=True))
        if offered.awaited:
            blocks.append(Paragraph(say("invited-awaited", others=", ".join(offered.awaited))))
        if told := told_players(self.way):
            blocks.append(Paragraph(say("players", players=told)))
        blocks.append(Paragraph(say("welcome-ask", ask=self.way.ask or say("sender"))))
        blocks.append(Heading(say("attached")))
        told = say("attached-archive", archive=self.archive_name, files=", ".join(files))
        blocks.append(Paragraph(told))
        html = as_html(blocks, language=self.words.code, title=self.subject)
        packed = File(self.archive_name, "application/zip", archive(files))
        return Body(as_text(blocks), html, files=(packed,))

    def to_bytes(self) -> bytes:
        """Returns the mail."""
        name, way = self.offered.name, self.way
        key = (name, "offer", self.seat, "invitation", self.offered.offer_hash[:_DIGITS])
        message = {"Message-ID": message_id(way, *key) if way.domain else ""}
        headers = {**message, **automatic(way, name, "auto-generated")}
        return mail_of(way, self.subject, self.body, headers)
