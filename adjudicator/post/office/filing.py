"""One mail that came: who sent it, what it brings, what becomes of it, what is answered.

Nothing is lost: every mail is kept as it came, and one line of the journal says what became of it.
Done twice, it is done once: that line names the mail's identity, and is written last.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from adjudicator.api.beginning import begin_match
from adjudicator.api.match import open_match
from adjudicator.api.named_files import SheetFile
from adjudicator.api.problems import RefusedFile, TryAgain, Unusable, render
from adjudicator.api.routing import Addressed, addressed
from adjudicator.post.office import receipts
from adjudicator.post.office.answers import answered
from adjudicator.post.office.folder import MOST_MAIL, Came, Office
from adjudicator.post.office.journal import Journal, second
from adjudicator.post.office.outbox import Note, written
from adjudicator.post.office.people import ADDRESS, TOKEN, Card, People, Sender
from adjudicator.post.office.tokens import tags_in
from adjudicator.post.reading.mail import Found, Mail
from adjudicator.post.reading.read import read_mail

__all__ = ["Filing"]

_AUTHENTICATION_FAILED = "the mail server says that the sender is not who they say"


class Done(NamedTuple):
    """What one thing in a mail led to."""

    did: dict[str, Any]
    """For the journal."""
    notes: tuple[Note, ...] = ()
    """What is answered."""


class Filing:
    """Files mails, one after another, in the order in which they came."""

    def __init__(self, office: Office, journal: Journal, people: People, now: datetime) -> None:
        self.office, self.journal, self.people, self.now = office, journal, people, now
        self.touched: set[str] = set()
        """The matches in which something was changed."""

    def file(self, came: Came) -> None:
        """Files one mail.

        Raises:
            TryAgain: a match is held by another run, or the disk is full; the mail waits.
        """
        raw = came.path.read_bytes()
        mail = read_mail(raw, own=self.journal.book.templates)
        book = self.journal.book
        sender = None
        if came.no in book.done:
            pass  # A run was killed before it moved the file.
        elif mail.identity in book.mails:
            self._note(came, mail, None, [Done({"what": "again"})])
        elif mail.bounce is not None:
            self._note(came, mail, None, list(self._bounced(mail)))
        elif mail.automatic:
            self._note(came, mail, None, [Done({"what": "automatic", "why": mail.automatic})])
        else:
            sender = self._sender(mail)
            done = list(self._things(came, mail, sender, len(raw)))
            self._note(came, mail, sender, done)
        is_stranger = sender is None and not mail.automatic and mail.bounce is None
        self.office.is_done(came, is_stranger=is_stranger and mail.identity in book.mails)

    def _note(self, came: Came, mail: Mail, sender: Sender | None, done: list[Done]) -> None:
        """Writes the answers, then the line of the journal."""
        notes = [note for one in done for note in one.notes]
        notes = self._within_limits(notes, sender, came)
        tags = {
            (note.match, note.seat): self.people.tag(card, note.seat)
            for note in notes
            if (card := self.people.card(note.match)) is not None and note.seat
        }
        entries = written(self.office, notes, self.now, tags)
        date = {} if mail.date is None else {"date": second(mail.date)}
        line = {
            "kind": "mail", "no": came.no, "id": mail.identity, "came": second(came.at), **date,
            "did": [one.did for one in done],
        }  # fmt: skip
        self.journal.write(self.now, *entries, line)

    def _within_limits(
        self, notes: list[Note], sender: Sender | None, came: Came
    ) -> list[Note]:
        """Leaves answers out that are too many; once a day, one says so.

        The one guard against a loop that no header shows.
        """
        if not notes:
            return notes
        book, limits = self.journal.book, self.office.settings.limits
        whom = f"{notes[0].match}/{notes[0].seat}"
        is_over = book.answers_since(came.at, 24) >= limits.day
        if not is_over and book.answers_since(came.at, 1, whom) < limits.seat_hour:
            return notes
        once = ("over-limit", whom, came.at.strftime("%Y-%m-%d"))
        if sender is None or once in book.match(notes[0].match).told:
            return []
        note = notes[0]._replace(
            kind="over-limit", subject="too many mails", text=receipts.over_limit(limits),
            once=once, answers=None, attached=(),
        )  # fmt: skip
        return [note]

    def _sender(self, mail: Mail) -> Sender | None:
        sender = self.people.sender(mail)
        if sender is not None and sender.right == TOKEN and self._is_forged(mail):
            return sender._replace(right=ADDRESS)
        return sender

    def _is_forged(self, mail: Mail) -> bool:
        """Whether the server that the office trusts says that the sender is forged (RFC 8601)."""
        trusts = self.office.settings.trusts
        if not trusts or not mail.authenticated:
            return False
        from adjudicator.post.reading.authenticated import failed_dmarc

        return failed_dmarc(mail.authenticated[0], trusts)

    # -- bounces --------------------------------------------------------------------------------

    def _bounced(self, mail: Mail) -> Iterator[Done]:
        """A server could not deliver a letter: which seat's, its own address tells."""
        assert mail.bounce is not None
        for tag in tags_in(mail.recipients, ""):
            card = self.people.card(tag.match)
            right = None if card is None else self.people.tag(card, tag.seat)
            if card is None or right is None:
                continue
            if mail.bounce.action != "failed":
                yield Done({"what": "delayed", "match": card.name, "seat": tag.seat})
                return
            stage = self.journal.book.match(card.name).stage
            self.journal.write(
                self.now, {"kind": "bounced", "match": card.name, "seat": tag.seat, "stage": stage}
            )
            self.touched.add(card.name)
            yield Done({"what": "bounce", "match": card.name, "seat": tag.seat})
            return
        yield Done({"what": "bounce"})

    # -- what a mail brings ---------------------------------------------------------------------

    def _things(
        self, came: Came, mail: Mail, sender: Sender | None, size: int
    ) -> Iterator[Done]:
        if size >= MOST_MAIL:
            yield self._answer(came, mail, sender, "too large", receipts.TOO_LARGE)
            return
        is_check = mail.command is not None and mail.command.word == "check"
        for found in _by_seat(mail.found):
            yield self._found(came, mail, sender, found, is_check=is_check)
        if mail.command is not None and not (mail.found and is_check):
            if sender is None:
                yield from self._strangers(came, mail)
            else:
                for did, notes in answered(self, came, mail, sender):
                    yield Done(did, notes)
        for passage in mail.passages if sender is not None and sender.right == TOKEN else ():
            yield self._passage(sender, passage.to)
        if not mail.found and mail.command is None and not mail.passages:
            yield self._nothing(came, mail, sender)

    def _nothing(self, came: Came, mail: Mail, sender: Sender | None) -> Done:
        """Nothing was found: a person that the office knows is told what it can read."""
        if sender is None:
            return Done({"what": "stranger"})
        words = receipts.nothing_found(mail.problems)
        return self._answer(came, mail, sender, "nothing that could be read", words, "nothing")

    def _strangers(self, came: Came, mail: Mail) -> Iterator[Done]:
        """A person whom the office does not know may ask for free seats, where some are listed."""
        from adjudicator.post.office.offering import stranger_asks

        did, notes = stranger_asks(self, came, mail)
        yield Done(did, notes)

    def _passage(self, sender: Sender | None, to: str | None) -> Done:
        assert sender is not None
        entry = self.office.settings.matches[sender.match]
        if not entry.press:
            return Done({"what": "no-press"})
        more = {} if to is None else {"to": to}
        return Done({"what": "press", "match": sender.match, "seat": sender.seat, **more})

    def _found(
        self, came: Came, mail: Mail, sender: Sender | None, found: Found, *, is_check: bool
    ) -> Done:
        """Files one sheet, pledge or join."""
        file = SheetFile(found.source, found.raw, found.signature)
        said = addressed(file)
        kind = said.kind or found.kind
        if kind == "join":
            card = self.people.of_offer(said.match)
        else:
            card = self.people.of_id(said.match)
            if card is None and sender is not None and sender.match:
                card = self.people.card(sender.match)  # What is wrong with it, its match says.
        seat = said.seat if card is not None and said.seat in card.seats else None
        if card is None or seat is None:
            if sender is None:
                return Done({"what": "stranger"})
            return self._answer(
                came, mail, sender, "a sheet of no match here", receipts.other_match(said), "other"
            )
        if refused := self._not_theirs(came, mail, sender, card, seat, found):
            return refused
        if kind == "seat":
            return self._of_the_referee(came, mail, card, seat)
        if is_check:
            return self._checked(came, mail, card, seat, file)
        if kind == "join":
            return self._join(came, mail, card, seat, file)
        return self._submitted(came, mail, card, seat, (file, found, said))

    def _not_theirs(
        self,
        came: Came,
        mail: Mail,
        sender: Sender | None,
        card: Card,
        seat: str,
        found: Found,
    ) -> Done | None:
        """Returns what becomes of a sheet whose sender may not send it; None: they may.

        A sheet that its seat must sign shows by its signature whose it is, whoever mailed it.
        """
        if seat in card.keys and found.signature is not None:
            return None
        if sender is None:
            return Done({"what": "stranger"})
        if card.addresses.get(seat, "").lower() != sender.address:
            words = receipts.not_yours(card.name, seat)
            return self._answer(came, mail, sender, "not your seat", words, "not-yours")
        if sender.right == TOKEN:
            return None
        return self._held(came, mail, card, seat, found)

    def _held(self, came: Came, mail: Mail, card: Card, seat: str, found: Found) -> Done:
        """Holds a sheet that came without the secret part of the address, and asks its seat."""
        from hashlib import sha256

        hash_ = sha256(found.raw).hexdigest()
        stage = self.journal.book.match(card.name).stage
        note = Note(
            "ask", card.addresses[seat], "did you send this?", receipts.did_you(card.name, seat),
            card.name, seat, stage, answers=mail, no=came.no,
        )  # fmt: skip
        did = {"what": "held", "match": card.name, "seat": seat, "stage": stage, "hash": hash_}
        return Done(did, (note,))

    def confirmed(self, card: Card, seat: str) -> Done | None:
        """Files what was held for a seat, now that it was confirmed; None: nothing was."""
        from hashlib import sha256

        held = self.journal.book.match(card.name).held.get(seat)
        raw = None if held is None else self.office.done_mail(held.no)
        if held is None or raw is None:
            return None
        mail = read_mail(raw)
        for found in mail.found:
            if sha256(found.raw).hexdigest() == held.hash:
                came = Came(held.no, held.at, self.office.folder)
                file = SheetFile(found.source, found.raw, found.signature)
                said = addressed(file)
                if said.kind == "join":
                    return self._join(came, mail, card, seat, file)
                return self._submitted(came, mail, card, seat, (file, found, said))
        return None

    def _submitted(
        self,
        came: Came,
        mail: Mail,
        card: Card,
        seat: str,
        what: tuple[SheetFile, Found, Addressed],
    ) -> Done:
        """Submits a sheet, or a pledge, to its match."""
        file, found, said = what
        if card.is_offered:
            words = receipts.not_begun(card.name)
            return self._to_seat(came, mail, card, seat, ("not begun yet", words, "refused"))
        with open_match(card.folder) as match:
            checked = None if match.is_locked else match.check(file)
            receipt = match.submit(file, seat=seat)
            stage, n = match.head, match.n + 1
            before = self.journal.book.match(card.name).stood.get(seat)
            crossed = _crossed(before, mail, stage) if receipt.accepted else ""
            words = receipts.of_sheet(match, receipt, checked, found, crossed)
        if not receipt.accepted:
            return self._to_seat(
                came, mail, card, seat, (f"NOT taken, opening {n}", words, "refused"), n=n
            )
        self.touched.add(card.name)
        what_word = "pledge" if said.kind == "pledge" else "sheet"
        assert receipt.hash is not None
        signed = receipts.signed(
            self.office.settings.key, gid=match.id, n=n, seat=seat, hash_=receipt.hash, at=came.at
        )
        note = self._note_to(came, mail, card, seat, (f"your {what_word} is in", words))
        did = {
            "what": "filed", "match": card.name, "seat": seat, "n": n, "stage": stage,
            "hash": receipt.hash, "as": what_word,
        }  # fmt: skip
        return Done(did, (note._replace(n=n, attached=signed),))

    def _checked(self, came: Came, mail: Mail, card: Card, seat: str, file: SheetFile) -> Done:
        """Judges a sheet and files nothing."""
        if card.is_offered:
            words = receipts.not_begun(card.name)
            return self._to_seat(came, mail, card, seat, ("not begun yet", words, "checked"))
        match = open_match(card.folder, read_only=True)
        words = receipts.of_check(match, match.check(file), seat)
        return self._to_seat(came, mail, card, seat, ("checked, not filed", words, "checked"))

    def _join(self, came: Came, mail: Mail, card: Card, seat: str, file: SheetFile) -> Done:
        """Takes a join in; the last one begins the match."""
        if not card.is_offered:
            words = receipts.begun_already(card.name)
            return self._to_seat(came, mail, card, seat, ("begun already", words, "refused"))
        try:
            begun = begin_match(card.folder, [(file.source, file.raw)])
        except (TryAgain, Unusable):
            raise
        except RefusedFile as error:
            words = receipts.refused_join([render(one) for one in error.located])
            return self._to_seat(came, mail, card, seat, ("your join is refused", words, "refused"))
        self.people.forget(card.name)
        self.touched.add(card.name)
        if begun.match is not None:
            entry = {"kind": "began", "match": card.name, "id": begun.match.id}
            self.journal.write(self.now, entry)
        words = receipts.of_join(card.name, seat, begun.awaited)
        did = {"what": "joined", "match": card.name, "seat": seat}
        note = self._note_to(came, mail, card, seat, ("your join is in", words))
        return Done(did, (note,))

    def _of_the_referee(self, came: Came, mail: Mail, card: Card, seat: str) -> Done:
        """A new join for a match under way: the referee alone replaces a seat."""
        words = receipts.for_the_referee(card.name)
        self.journal.write(self.now, {
            "kind": "called", "match": card.name, "why": "seat", "mail": came.no,
            "stage": self.journal.book.match(card.name).stage,
        })  # fmt: skip
        return self._to_seat(came, mail, card, seat, ("the referee is asked", words, "called"))

    # -- answers --------------------------------------------------------------------------------

    def _to_seat(
        self,
        came: Came,
        mail: Mail,
        card: Card,
        seat: str,
        words: tuple[str, str, str],
        *,
        n: int = 0,
    ) -> Done:
        """Returns an answer to a seat's registered address, and what was done."""
        subject, text, what = words
        note = self._note_to(came, mail, card, seat, (subject, text))._replace(n=n)
        return Done({"what": what, "match": card.name, "seat": seat}, (note,))

    def _note_to(
        self, came: Came, mail: Mail, card: Card, seat: str, words: tuple[str, str]
    ) -> Note:
        subject, text = words
        stage = self.journal.book.match(card.name).stage
        return Note(
            "receipt", card.addresses.get(seat, ""), subject, text, card.name, seat, stage,
            answers=mail, no=came.no,
        )  # fmt: skip

    def _answer(
        self,
        came: Came,
        mail: Mail,
        sender: Sender | None,
        subject: str,
        text: str,
        what: str = "refused",
    ) -> Done:
        """Returns an answer to a person that the office knows; to nobody else."""
        if sender is None:
            return Done({"what": "stranger"})
        note = Note(
            "answer", sender.address, subject, text, sender.match, sender.seat,
            answers=mail, no=came.no,
        )  # fmt: skip
        return Done({"what": what}, (note,))


def _by_seat(found: tuple[Found, ...]) -> Iterator[Found]:
    """Yields what a mail brings; two different sheets of one seat are refused by the reading."""
    yield from found


def _crossed(before: Any, mail: Mail, stage: str) -> str:
    """Returns the Date of the sheet that this one replaces, if it is over a minute later."""
    if before is None or before.stage != stage or not before.date or mail.date is None:
        return ""
    from adjudicator.post.office.journal import time_of

    earlier = time_of(before.date)
    return before.date if mail.date < earlier - timedelta(minutes=1) else ""
