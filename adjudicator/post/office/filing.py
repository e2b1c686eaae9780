"""One mail that came: who sent it, what it brings, what becomes of it, what is answered.

Nothing is lost: every mail is kept as it came, and one line of the journal says what became of it.
Done twice, it is done once: that line names the mail's identity, and is written last.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from adjudicator.api.beginning import begin_match
from adjudicator.api.match import open_match
from adjudicator.api.named_files import SheetFile
from adjudicator.api.problems import RefusedFile, TryAgain, Unusable, render
from adjudicator.api.routing import addressed
from adjudicator.api.sheet_text import value_of
from adjudicator.post.office import receipts
from adjudicator.post.office.answers import answered
from adjudicator.post.office.desk import Done
from adjudicator.post.office.folder import MOST_MAIL, Came, Office
from adjudicator.post.office.journal import Journal
from adjudicator.post.office.moments import second, time_of
from adjudicator.post.office.outbox import Note, written
from adjudicator.post.office.people import ADDRESS, TOKEN, Card, People, Sender
from adjudicator.post.office.timing import takes
from adjudicator.post.office.tokens import is_token, tags_in
from adjudicator.post.reading.intake import read_mail
from adjudicator.post.reading.mail import Found, Mail

__all__ = ["Arrived", "Filing", "Place"]


class Arrived(NamedTuple):
    """A mail that came, read, with who sent it."""

    came: Came
    """When, and under which number."""
    mail: Mail
    """What it says."""
    sender: Sender | None
    """Who sent it; None: nobody whom the office knows."""


class Place(NamedTuple):
    """A seat of a match."""

    card: Card
    """The match."""
    seat: str
    """The seat."""


class Filing:
    """Files mails, one after another, in the order in which they came."""

    def __init__(self, office: Office, journal: Journal, people: People, now: datetime) -> None:
        self.office, self.journal, self.people, self.now = office, journal, people, now

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
            arrived = Arrived(came, mail, sender)
            done = self._with_problems(arrived, list(self._things(arrived, len(raw))))
            self._note(came, mail, sender, done)
        is_stranger = sender is None and not mail.automatic and mail.bounce is None
        self.office.is_done(came, is_stranger=is_stranger and mail.identity in book.mails)

    def _with_problems(self, arrived: Arrived, done: list[Done]) -> list[Done]:
        """Adds to the first answer what in the mail could not be read beside what was found."""
        mail, sender = arrived.mail, arrived.sender
        if sender is None or not mail.problems or not (mail.found or mail.command or mail.passages):
            return done
        told = receipts.also_unread(mail.problems)
        for place, one in enumerate(done):
            if one.notes and one.notes[0].to.lower() == sender.address:
                first, *others = one.notes
                notes = (first._replace(text=f"{first.text.rstrip()}\n\n{told}"), *others)
                return [*done[:place], one._replace(notes=notes), *done[place + 1 :]]
        return [*done, self._answer(arrived, "not all could be read", told, "unread")]

    def _note(self, came: Came, mail: Mail, sender: Sender | None, done: list[Done]) -> None:
        """Writes the answers, then the line of the journal."""
        notes = [note for one in done for note in one.notes]
        notes = self._within_limits(notes, sender, came)
        entries = written(self.people, notes, self.now)
        date = {} if mail.date is None else {"date": second(mail.date)}
        line = {
            "kind": "mail", "no": came.no, "id": mail.identity, "came": second(came.at), **date,
            "did": [one.did for one in done],
        }  # fmt: skip
        self.journal.write(self.now, *entries, line)

    def _within_limits(self, notes: list[Note], sender: Sender | None, came: Came) -> list[Note]:
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

        return failed_dmarc(mail.authenticated, trusts)

    # -- bounces --------------------------------------------------------------------------------

    def _bounced(self, mail: Mail) -> Iterator[Done]:
        """A server could not deliver a letter: which seat's, its own address tells."""
        assert mail.bounce is not None
        for tag in tags_in(mail.recipients, ""):
            card = self.people.card(tag.match)
            right = None if card is None else self.people.tag(card, tag.seat, "bounce")
            if card is None or right is None or not is_token(tag.token, right.token):
                continue
            if mail.bounce.action != "failed":
                yield Done({"what": "delayed", "match": card.name, "seat": tag.seat})
                return
            book = self.journal.book.match(card.name)
            newest = book.threads.get(tag.seat, ("", "", 0))[1]
            if mail.bounce.message_id and newest and mail.bounce.message_id != newest:
                # An older letter: of the newest it says nothing.
                yield Done({"what": "bounce", "match": card.name, "seat": tag.seat, "old": True})
                return
            stage = book.stage
            self.journal.write(
                self.now, {"kind": "bounced", "match": card.name, "seat": tag.seat, "stage": stage}
            )
            yield Done({"what": "bounce", "match": card.name, "seat": tag.seat})
            return
        yield Done({"what": "bounce"})

    # -- what a mail brings ---------------------------------------------------------------------

    def _things(self, arrived: Arrived, size: int) -> Iterator[Done]:
        came, mail, sender = arrived
        if size >= MOST_MAIL:
            yield self._answer(arrived, "too large", receipts.TOO_LARGE)
            return
        is_check = mail.command is not None and mail.command.word == "check"
        for found in mail.found:
            yield self._found(arrived, found, is_check=is_check)
        if mail.command is not None and not (mail.found and is_check):
            if sender is None:
                yield from self._strangers(came, mail)
            else:
                for did, notes in answered(self, came, mail, sender):
                    yield Done(did, notes)
        for passage in mail.passages if sender is not None and sender.right == TOKEN else ():
            yield self._passage(sender, passage.to)
        if not mail.found and mail.command is None and not mail.passages:
            yield self._nothing(arrived)

    def _nothing(self, arrived: Arrived) -> Done:
        """Nothing was found: a person that the office knows is told what it can read."""
        words = receipts.nothing_found(arrived.mail.problems)
        return self._answer(arrived, "nothing that could be read", words, "nothing")

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

    def _found(self, arrived: Arrived, found: Found, *, is_check: bool) -> Done:
        """Files one sheet, pledge or join."""
        sender = arrived.sender
        said = addressed(_file(found))
        kind = said.kind or found.kind
        if kind == "join":
            card = self.people.of_offer(said.match)
        else:
            card = self.people.of_id(said.match)
            if card is None and sender is not None and sender.match:
                card = self.people.card(sender.match)  # What is wrong with it, its match says.
        seat = said.seat if card is not None and said.seat in card.seats else None
        if card is None or seat is None:
            words = receipts.other_match(said)
            return self._answer(arrived, "a sheet of no match here", words, "other")
        place = Place(card, seat)
        if refused := self._not_theirs(arrived, place, found):
            return refused
        if kind == "seat":
            return self._of_the_referee(arrived, place)
        if is_check:
            return self._checked(arrived, place, found)
        if kind == "join":
            return self._join(arrived, place, found)
        return self._submitted(arrived, place, found)

    def _not_theirs(self, arrived: Arrived, place: Place, found: Found) -> Done | None:
        """Returns what becomes of a sheet whose sender may not send it; None: they may.

        A sheet that its seat must sign shows by its signature whose it is, whoever mailed it.
        """
        card, seat = place
        if seat in card.keys and found.signature is not None:
            return None
        sender = arrived.sender
        if sender is None:
            return Done({"what": "stranger"})
        if card.addresses.get(seat, "").lower() != sender.address:
            words = receipts.not_yours(card.name, seat)
            return self._answer(arrived, "not your seat", words, "not-yours")
        if sender.right == TOKEN:
            return None
        return self._held(arrived, place, found)

    def _held(self, arrived: Arrived, place: Place, found: Found) -> Done:
        """Holds a sheet that came without the secret part of the address, and asks its seat."""
        words = receipts.did_you(place.card.name, place.seat)
        done = self._to_seat(arrived, place, ("did you send this?", words, "held"))
        stage = self.journal.book.match(place.card.name).stage
        did = {**done.did, "stage": stage, "hash": sha256(found.raw).hexdigest()}
        return Done(did, tuple(note._replace(kind="ask") for note in done.notes))

    def confirmed(self, card: Card, seat: str) -> Done | None:
        """Files what was held for a seat, now that it was confirmed; None: nothing was."""
        held = self.journal.book.match(card.name).held.get(seat)
        raw = None if held is None else self.office.done_mail(held.no)
        if held is None or raw is None:
            return None
        mail, place = read_mail(raw), Place(card, seat)
        arrived = Arrived(Came(held.no, held.at, self.office.folder), mail, None)
        for found in mail.found:
            if sha256(found.raw).hexdigest() == held.hash:
                takes_it = self._join if found.kind == "join" else self._submitted
                return takes_it(arrived, place, found)
        return None

    def _submitted(self, arrived: Arrived, place: Place, found: Found) -> Done:
        """Submits a sheet, or a pledge, to its match."""
        (card, seat), at, file = place, arrived.came.at, _file(found)
        if card.is_offered:
            return self._not_begun(arrived, place)
        whole = self.journal.book
        with open_match(card.folder) as match:
            stage, n = match.head, match.n + 1
            if not takes(match, whole, card.name, seat=seat, at=at):
                words = receipts.too_late(card.name, n)
                return self._to_seat(arrived, place, ("too late", words, "late"), n=n)
            checked = None if match.is_locked else match.check(file)
            receipt = match.submit(file, seat=seat)
            before = whole.match(card.name).stood.get(seat)
            crossed = _crossed(before, arrived.mail, stage) if receipt.accepted else ""
            words = receipts.of_sheet(match, receipt, checked, found=found, crossed=crossed)
        if receipt.hash is None or not receipt.accepted:
            return self._to_seat(arrived, place, (f"NOT taken, opening {n}", words, "refused"), n=n)
        kind = "pledge" if found.kind == "pledge" else "sheet"
        done = self._to_seat(arrived, place, (f"your {kind} is in", words, "filed"), n=n)
        signed = receipts.signed(
            self.office.settings.key, gid=match.id, n=n, seat=seat, hash_=receipt.hash, at=at
        )
        did = {**done.did, "n": n, "stage": stage, "hash": receipt.hash, "as": kind}
        return Done(did, tuple(note._replace(attached=signed) for note in done.notes))

    def _checked(self, arrived: Arrived, place: Place, found: Found) -> Done:
        """Judges a sheet and files nothing."""
        if place.card.is_offered:
            return self._not_begun(arrived, place)
        match = open_match(place.card.folder, read_only=True)
        words = receipts.of_check(match, match.check(_file(found)), place.seat)
        return self._to_seat(arrived, place, ("checked, not filed", words, "checked"))

    def _join(self, arrived: Arrived, place: Place, found: Found) -> Done:
        """Takes a join in; the last one begins the match."""
        card, seat = place
        if not card.is_offered:
            joins = open_match(card.folder, read_only=True).genesis.joins
            if value_of(found.raw) in [join.to_json() for join in joins]:
                # It began the match, and the run was killed behind that; or it came once more.
                words = receipts.of_join(card.name, seat, ())
                return self._to_seat(arrived, place, ("your join is in", words, "joined"))
            words = receipts.begun_already(card.name)
            return self._to_seat(arrived, place, ("begun already", words, "refused"))
        try:
            begun = begin_match(card.folder, [(found.source, found.raw)])
        except (TryAgain, Unusable):
            raise
        except RefusedFile as error:
            words = receipts.refused_join([render(one) for one in error.located])
            return self._to_seat(arrived, place, ("your join is refused", words, "refused"))
        self.people.forget(card.name)
        if begun.match is not None:
            entry = {"kind": "began", "match": card.name, "id": begun.match.id}
            self.journal.write(self.now, entry)
        words = receipts.of_join(card.name, seat, begun.awaited)
        return self._to_seat(arrived, place, ("your join is in", words, "joined"))

    def _of_the_referee(self, arrived: Arrived, place: Place) -> Done:
        """A new join for a match under way: the referee alone replaces a seat."""
        name = place.card.name
        stage = self.journal.book.match(name).stage
        entry = {"kind": "called", "match": name, "why": "seat", "stage": stage}
        self.journal.write(self.now, {**entry, "mail": arrived.came.no})
        words = receipts.for_the_referee(name)
        return self._to_seat(arrived, place, ("the referee is asked", words, "called"))

    # -- answers --------------------------------------------------------------------------------

    def _not_begun(self, arrived: Arrived, place: Place) -> Done:
        words = receipts.not_begun(place.card.name)
        return self._to_seat(arrived, place, ("not begun yet", words, "refused"))

    def _to_seat(
        self, arrived: Arrived, place: Place, told: tuple[str, str, str], *, n: int = 0
    ) -> Done:
        """Returns an answer to a seat's registered address, and what was done.

        Args:
            told: the subject, the words, and what was done.
        """
        (card, seat), (subject, text, what) = place, told
        stage = self.journal.book.match(card.name).stage
        note = Note(
            "receipt", card.addresses.get(seat, ""), subject, text, card.name, seat, stage, n,
            answers=arrived.mail, no=arrived.came.no,
        )  # fmt: skip
        return Done({"what": what, "match": card.name, "seat": seat}, (note,))

    def _answer(self, arrived: Arrived, subject: str, text: str, what: str = "refused") -> Done:
        """Returns an answer to a person that the office knows; to nobody else."""
        sender = arrived.sender
        if sender is None:
            return Done({"what": "stranger"})
        note = Note(
            "answer", sender.address, subject, text, sender.match, sender.seat,
            answers=arrived.mail, no=arrived.came.no,
        )  # fmt: skip
        return Done({"what": what}, (note,))


def _file(found: Found) -> SheetFile:
    return SheetFile(found.source, found.raw, found.signature)


def _crossed(before: Any, mail: Mail, stage: str) -> str:
    """Returns the Date of the sheet that this one replaces, if it is over a minute later."""
    if before is None or before.stage != stage or not before.date or mail.date is None:
        return ""
    earlier = time_of(before.date)
    return before.date if mail.date < earlier - timedelta(minutes=1) else ""
