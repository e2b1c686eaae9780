"""One match is looked after: openings are made, letters written, deadlines kept.

Every step is named by match, stage, seat and kind. Done again it gives the same file, and what the
journal names is not done again; so a run may be killed anywhere, and the next one goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from adjudicator.api.beginning import LATE_PLEDGES, offered_in
from adjudicator.api.match import Match, open_match
from adjudicator.api.named_files import SheetFile, pretty
from adjudicator.api.once import OpeningJob, OpeningMade, opening_job
from adjudicator.api.position import Pending
from adjudicator.api.problems import Refused
from adjudicator.api.routing import addressed
from adjudicator.api.sheet_text import said_hash
from adjudicator.api.texts import joined
from adjudicator.clock.situation import Ruling
from adjudicator.post.letters.others import Invitation
from adjudicator.post.office.book import Arrival, MatchBook, Words
from adjudicator.post.office.folder import Office
from adjudicator.post.office.journal import Journal
from adjudicator.post.office.moments import second
from adjudicator.post.office.outbox import Note, way_to, with_envelope, written
from adjudicator.post.office.people import Card, People
from adjudicator.post.office.standing import due_words, foot_of
from adjudicator.post.office.timing import due_if_sent, facts, is_settled, ruling
from adjudicator.post.office.tokens import address_with
from adjudicator.post.office.turn_letters import LettersJob, WantedLetter
from adjudicator.post.reading.intake import read_mail
from adjudicator.post.reading.mail import Passage

__all__ = ["Looked", "Rounds", "is_idle"]

_VOID = """\
Your sheet for opening {n} of {match} is void: something was entered in the log after it (a seat got
another player, or the public round was put off), and every sheet must cite that. Your time starts
again. Here are your orders under the new header; send them back, as they are or changed:

{sheet}
"""
_UNANSWERED = """\
Your sheet for opening {n} of {match} is set aside: it leaves open what is asked of you next, so the
turn cannot go on. Nothing of it stands.

You are asked:{asked}

The newest letter of the match says how to answer. `sheet` brings a blank sheet for it. A topic
under `hold` is not carried out: take it out there. Send the whole sheet again.
"""
_MOST_OPENINGS = 1000
"""In one run: built-in players alone may play a match to its end."""


@dataclass
class Looked:
    """A match that is looked after, as far as this run got with it."""

    name: str
    card: Card | None
    """None: its folder cannot be used."""
    match: Match | None
    wanted: tuple[str, ...] = ()
    """Why the referee is wanted already."""
    rules: Ruling | None = None
    """What the clock said of the opening that is due."""
    openings: int = 0
    """How many openings were made."""
    refused: tuple[str, str] | None = None
    """Why an opening was not made for which a person is needed: a word for it, and what to tell."""
    stopped: tuple[Pending, ...] | None = None
    """What a run stopped at again."""
    unwritten: Sequence[Mapping[str, Any]] = ()
    """The lines of letters that cannot be written."""
    book: MatchBook = field(default_factory=MatchBook)

    @property
    def there(self) -> tuple[Card, Match, MatchBook]:
        """The match with what is known of it; it is one that can be used."""
        assert self.card is not None
        assert self.match is not None
        return self.card, self.match, self.book


def is_idle(office: Office, name: str, book: MatchBook, now: datetime) -> bool:
    """Whether nothing happened in a match since it was looked after, and nothing is due.

    Journal and the size of its log alone are looked at: 200 idle matches take no time.
    """
    try:
        size = (office.match_folder(name) / "log.jsonl").stat().st_size
    except OSError:
        return False
    return size == book.size and (book.until is None or now < book.until)


class Rounds:
    """Looks after matches, one after another."""

    def __init__(self, office: Office, journal: Journal, people: People, now: datetime) -> None:
        self.office, self.journal, self.people, self.now = office, journal, people, now

    def begin(self, name: str) -> Looked | None:
        """Looks at one match before its openings; None: there is nothing more to do in this run.

        Raises:
            TryAgain: another run holds it, or the disk is full.
        """
        card = self.people.card(name)
        if card is None:
            return Looked(
                name, None, None, self._call(name, "unusable", "its folder cannot be used")
            )
        if card.is_offered:
            self._invite(card)
            return None
        book = self.journal.book.match(name)
        match = open_match(card.folder)
        if not book.id:
            self.journal.write(self.now, {"kind": "began", "match": name, "id": match.id})
        self._agree(card, match, book)
        return Looked(name, card, match, book=book)

    # -- openings -------------------------------------------------------------------------------

    def due(self, seen: Looked) -> OpeningJob | None:
        """Returns the opening that is due, as all that it needs is there, or the clock says so."""
        card, match, book = seen.there
        if seen.openings == _MOST_OPENINGS or match.is_over:
            return None
        if any(one.seat is None for one in match.awaited):
            return None
        seen.rules = rules = ruling(match, book, self.journal.book, self.now)
        opens = match.is_ready if rules is None else rules.opens and is_settled(match, book)
        if not opens:
            return None
        said = None if rules is None else facts(match, book, self.journal.book, rules)
        if said is not None and match.mode in LATE_PLEDGES and not match.is_locked:
            # The opening of the lock is told the same, also if this run is killed behind it.
            self.journal.write(self.now, {
                "kind": "locks", "match": card.name, "n": match.n + 1, "facts": said.to_json(),
            })  # fmt: skip
        return opening_job(match, said)

    def opened(self, seen: Looked, job: OpeningJob, made: OpeningMade) -> bool:
        """Notes what came of an opening that was due; returns whether another may be.

        Nothing here depends on any other match: it may be called while those are at work.
        """
        if not made.n and not made.is_locked:
            seen.stopped = made.asked
            return False
        entries = list(self._missed(seen.name, seen.rules, job.head))
        kind = "locked" if made.is_locked else "opened"
        entries.append({"kind": kind, "match": seen.name, "n": job.n})
        self.journal.write(self.now, *entries)
        seen.openings += 1
        return True

    def killed(self, name: str) -> tuple[str, ...]:
        """Calls the referee to a match that ended its worker twice."""
        return self._call(name, "killed", "an opening, or its letters, ended its worker twice")

    def refreshed(self, seen: Looked) -> None:
        """Takes in what a worker did to a match, and forgets what was known of it."""
        _, match, _ = seen.there
        match.refresh()
        self.people.forget(seen.name)

    def _set_aside(
        self, card: Card, match: Match, book: MatchBook, pending: Sequence[Pending]
    ) -> None:
        """Sets sheets aside at which a run stopped again: they leave open what is asked next.

        Their seats owe a sheet as before, so that a clock runs for them; each is told why.
        """
        stopped = [one.seat for one in pending]
        for seat in (one for one in match.waiting if one in stopped):
            came = book.stood.get(seat)
            own = {one.label: match.question(one) for one in match.asked_of(seat)}
            asked = [
                own.get(one.label, one.prompt) for one in pending if one.seat == seat
            ]  # fmt: skip
            text = _UNANSWERED.format(
                n=match.n + 1, match=card.name, asked="".join(f"\n  {one}" for one in asked)
            )
            note = Note(
                "notice", card.addresses.get(seat, ""), "your sheet leaves open what is asked",
                text, card.name, seat, match.head, match.n + 1,
                cause="unanswered" + (f".{came.no}" if came else ""),
            )  # fmt: skip
            entry = {
                "kind": "unanswered", "match": card.name, "seat": seat, "stage": match.head,
            }  # fmt: skip
            self.journal.write(self.now, *written(self.people, [note], self.now), entry)
            match.withdraw(seat)

    def _missed(self, name: str, rules: Ruling | None, stage: str) -> Iterator[dict[str, Any]]:
        for seat, missed in sorted(rules.steps.items()) if rules is not None else ():
            yield {
                "kind": "missed", "match": name, "seat": seat, "stage": stage,
                "step": missed.step, "count": missed.count,
            }  # fmt: skip

    # -- letters --------------------------------------------------------------------------------

    def letters(self, seen: Looked) -> LettersJob | None:
        """Tells what became of openings, and returns the letters of a stage that are not written.

        They go to all seats whose address is known. None: all are there.
        """
        card, match, book = seen.there
        if seen.refused is not None:
            self._call(card.name, *seen.refused)
        if seen.stopped is not None:
            self._set_aside(card, match, book, seen.stopped)
        stage = match.head
        seats = [
            seat
            for seat in card.seats
            if card.addresses.get(seat) and (stage, seat, "turn") not in book.written
        ]
        if not seats:
            return None
        passing = book.press if stage != book.stage else book.passing
        passages = tuple(self._passages(passing))
        wanted = [self._letter(card, match, seat, book=book) for seat in seats]
        seen.unwritten = [
            {"kind": "unwritten", "match": card.name, "seat": seat, "stage": stage}
            for seat, one in zip(seats, wanted, strict=True)
            if one is None
        ]
        found = tuple(one for one in wanted if one is not None)
        return LettersJob(card.folder, card.name, stage, found, passages)

    def lettered(self, seen: Looked, entries: Sequence[Mapping[str, Any]]) -> None:
        """Notes the letters that were written."""
        self.journal.write(self.now, *seen.unwritten, *entries)

    def _letter(
        self, card: Card, match: Match, seat: str, *, book: MatchBook
    ) -> WantedLetter | None:
        """Returns what a letter needs besides its match; None: its address is none."""
        try:
            way = way_to(self.people, card, seat, to=card.addresses[seat], at=self.now)
        except Refused:
            return None
        first, last, n = book.threads.get(seat, ("", "", 0))
        due = self._due(match, book, seat)
        way = way._replace(
            due=due,
            zone=match.clock.zone if match.clock is not None else "UTC",
            is_first=seat not in book.welcomed or first == "",
            again=book.copies.get((match.head, seat), 0),
            references=tuple(dict.fromkeys(filter(None, (first, last)))),
            foot=foot_of(self.people, card.addresses[seat], self.now),
        )
        again = f".{way.again}" if way.again else ""
        file = f"{card.name}.{seat}.turn.{match.head[:16]}{again}.{way.letters}.eml"
        path = self.office.letter_path(file)
        return WantedLetter(seat, way, n, path, self._bounces_to(card, seat))

    def end(self, seen: Looked) -> tuple[str, ...]:
        """Does what is left when the letters are written; returns why the referee is wanted."""
        if seen.card is None:
            return seen.wanted
        card, match, book = seen.there
        self._voided(card, match, book)
        rules = ruling(match, book, self.journal.book, self.now)
        wanted = (*self._wanted(card, match, book), *self._timed(card, match, book, rules))
        self._waits(card, match, book, rules)
        return (*seen.wanted, *wanted)

    def _voided(self, card: Card, match: Match, book: MatchBook) -> None:
        """Tells seats whose sheets became void without an opening, with their orders as a draft.

        A seat got another player, or a round was put off: all sheets must cite the newer line
        (TFD1 3.10 [A4]). The orders of whoever does not sit there any more go to nobody.
        """
        notes = []
        for seat, came in sorted(book.stood.items()):
            once = ("void", match.head, seat)
            is_void = came.n == match.n + 1 and came.stage != match.head and once not in book.told
            if match.is_locked or not is_void or not match.is_asked(seat) or seat in match.waiting:
                continue
            earlier = self._sheet_in(card, seat, came)
            if earlier is None:
                continue
            sheet = dict(match.template(seat, earlier=earlier))
            sheet.pop("blind", None)
            raw = pretty(sheet)
            text = _VOID.format(n=came.n, match=card.name, sheet=raw.decode())
            notes.append(Note(
                "notice", card.addresses[seat], "your sheet must be sent again", text, card.name,
                seat, match.head, came.n, attached=((f"{seat}.json", raw),), once=once,
                cause="void", template=said_hash(sheet),
            ))  # fmt: skip
        if notes:
            self.journal.write(self.now, *written(self.people, notes, self.now))

    def _sheet_in(self, card: Card, seat: str, came: Arrival) -> bytes | None:
        """Returns the sheet that stood for a seat, if who sent it sits there still."""
        raw = self.office.done_mail(came.no)
        mail = None if raw is None else read_mail(raw)
        sender = None if mail is None else self.people.sender(mail)
        if mail is None or sender is None or card.addresses.get(seat, "").lower() != sender.address:
            return None
        for found in mail.found:
            said = addressed(SheetFile(found.source, found.raw))
            if said.kind == "orders" and said.seat == seat and said.n == came.n:
                return found.raw
        return None

    def _due(self, match: Match, book: MatchBook, seat: str) -> datetime | None:
        """Returns when an answer is wanted, if the letter leaves now."""
        if match.clock is None or match.is_over:
            return None
        return due_if_sent(match, book, self.journal.book, seat=seat, now=self.now)

    def _passages(self, passing: Sequence[Words]) -> Iterator[tuple[str, Passage]]:
        """Yields the words that players want passed on, each behind the seat that wrote them."""
        for no, seat in dict.fromkeys(passing):
            raw = self.office.done_mail(no)
            for passage in () if raw is None else read_mail(raw).passages:
                yield seat, passage

    def _invite(self, card: Card) -> None:
        """Mails the offer to every seat whose join is awaited, once."""
        offered = offered_in(card.folder)
        book = self.journal.book.match(card.name)
        entries: list[dict[str, Any]] = []
        for seat in offered.awaited:
            address = card.addresses.get(seat, "")
            if not address or (card.offer, seat, "offer") in book.written:
                continue
            try:
                way = way_to(self.people, card, seat, to=address, at=self.now)
            except Refused:
                entries.append({"kind": "unwritten", "match": card.name, "seat": seat})
                continue
            file = f"{card.name}.{seat}.offer.{card.offer[:16]}.eml"
            raw = Invitation(offered, seat, way).to_bytes()
            self.office.write_letter(file, with_envelope(raw, self._bounces_to(card, seat)))
            entries.append({
                "kind": "letter", "as": "offer", "file": file, "match": card.name, "seat": seat,
                "stage": card.offer,
            })  # fmt: skip
        if entries:
            self.journal.write(self.now, *entries)

    def _bounces_to(self, card: Card, seat: str) -> str:
        """Returns the sender of a letter's envelope: what comes back there is a bounce."""
        tag = self.people.tag(card, seat, "bounce")
        address = self.office.settings.address
        if tag is None or not self.office.settings.plus:
            return address
        return address_with(address, tag)

    # -- time -----------------------------------------------------------------------------------

    def _timed(
        self, card: Card, match: Match, book: MatchBook, rules: Ruling | None
    ) -> tuple[str, ...]:
        """Writes what the clock wants told: reminders, leaves, extensions, the brake."""
        if rules is None or match.clock is None:
            return ()
        notes = [
            *self._reminders(card, match, book, rules),
            *self._told_to_all(card, match, book, rules),
        ]
        if notes:
            self.journal.write(self.now, *written(self.people, notes, self.now))
        wanted: tuple[str, ...] = ()
        if rules.brake:
            wanted += self._call(
                card.name, "brake", "too many seats are silent: nothing is automatic"
            )
        for seat, missed in sorted(rules.steps.items()):
            if missed.step == "wait":
                wanted += self._call(
                    card.name, f"wait {seat}", f"{seat} is silent; the match waits"
                )
            if missed.step == "replaced":
                wanted += self._call(
                    card.name, f"replaced {seat}", f"{seat} is silent: the seat may be replaced"
                )
        return wanted

    def _reminders(
        self, card: Card, match: Match, book: MatchBook, rules: Ruling
    ) -> Iterator[Note]:
        assert match.clock is not None
        newest: dict[str, datetime] = {}
        for seat, at in rules.remind:
            if at <= self.now:
                newest[seat] = max(at, newest.get(seat, at))
        for seat, at in sorted(newest.items()):
            once = ("reminder", match.head, seat, second(at))
            if once in book.told or not card.addresses.get(seat):
                continue
            due = due_words(rules.due[seat], match.clock.zone)
            text = (
                f"Your sheet for opening {match.n + 1} of {card.name} is due {due}.\n"
                "Answer this mail, or the letter of the turn, with the sheet. `sheet` brings a "
                "blank one, `leave 5` says that you are away.\n"
            )
            yield Note(
                "reminder", card.addresses[seat], f"your sheet is due {due}", text, card.name, seat,
                match.head, match.n + 1, once=once, cause=at.strftime("%Y%m%dT%H%MZ"),
            )  # fmt: skip

    def _told_to_all(
        self, card: Card, match: Match, book: MatchBook, rules: Ruling
    ) -> Iterator[Note]:
        assert match.clock is not None
        told: list[tuple[str, str, str]] = []
        for seat, taken in sorted(book.leaves.items()):
            for one in taken:
                text = (
                    f"{seat} is on leave for {one.days} days from "
                    f"{due_words(one.begins, match.clock.zone)}."
                )
                cause = f"leave.{seat}.{one.begins:%Y%m%dT%H%MZ}"
                told.append((cause, f"{seat} is on leave", text))
        for number, moved in enumerate(book.extended):
            if moved.stage == match.head:
                text = f"The deadline of opening {match.n + 1} has moved by {moved.hours} hours."
                told.append((f"extended.{number}", "the deadline has moved", text))
        if rules.brake:
            silent = joined(sorted(rules.steps))
            told.append(
                (f"brake.{match.head[:8]}", "the clock stands still",
                 f"{silent} are silent in one opening, so nothing is done automatically. The "
                 "referee is asked.")
            )  # fmt: skip
        for cause, subject, text in told:
            if ("notice", cause) in book.told:
                continue
            due = "".join(
                f"\n{seat}: due {due_words(at, match.clock.zone)}"
                for seat, at in sorted(rules.due.items())
            )
            for seat, address in sorted(card.addresses.items()):
                yield Note(
                    "notice", address, subject, f"{text}\n{due}\n", card.name, seat, match.head,
                    match.n + 1, once=("notice", cause), cause=cause,
                )  # fmt: skip

    def _waits(self, card: Card, match: Match, book: MatchBook, rules: Ruling | None) -> None:
        """Notes until when nothing happens by itself."""
        size = (card.folder / "log.jsonl").stat().st_size
        until = None if rules is None else rules.next_at
        if (size, until) != (book.size, book.until):
            self.journal.write(self.now, {
                "kind": "waits", "match": card.name, "size": size,
                "until": None if until is None else second(until),
            })  # fmt: skip

    # -- the referee ----------------------------------------------------------------------------

    def _wanted(self, card: Card, match: Match, book: MatchBook) -> tuple[str, ...]:
        """Calls the referee where only a person can go on."""
        wanted: tuple[str, ...] = ()
        owing = {one.seat for one in match.awaited if not one.is_in}
        for seat in card.seats:
            # Whom no letter reaches and who is awaited holds the match up already at the first.
            is_lost = seat in owing and book.is_unreachable(seat, match.head)
            if seat not in card.addresses and seat not in card.played and not match.is_over:
                if not self.office.settings.matches[card.name].is_open:
                    wanted += self._call(card.name, f"address {seat}", f"{seat} has no address")
            elif is_lost or len(book.bounces.get(seat, ())) > 1:
                wanted += self._call(card.name, f"bounces {seat}", f"letters to {seat} come back")
        for one in match.awaited:
            if one.seat is None:
                wanted += self._call(card.name, one.what, one.prompt)
        return wanted

    def _call(self, name: str, why: str, words: str) -> tuple[str, ...]:
        """Calls the referee, once a stage and reason; returns the words for who runs the office."""
        book = self.journal.book.match(name)
        stage = book.stage
        if (stage, why) not in book.called:
            note = Note(
                "call", self.office.settings.referee, f"{name} needs you",
                f"{name}: {words}.\n\n`adjudicator office status` tells more.\n",
                cause=f"{name}.{len(book.called)}",
            )  # fmt: skip
            self.journal.write(
                self.now,
                *written(self.people, [note], self.now),
                {"kind": "called", "match": name, "stage": stage, "why": why},
            )
        return (f"{name}: {words}",)

    def _agree(self, card: Card, match: Match, book: MatchBook) -> None:
        """Moves the deadlines of an opening if all who play on agree."""
        asked = {seat: one for seat, one in book.requests.items() if one.stage == match.head}
        if not asked:
            return
        others = {*card.seats} & {*card.addresses} - {*card.played, *match.seats_out}
        if others and others <= asked.keys():
            hours = min(one.hours for one in asked.values())
            self.journal.write(self.now, {
                "kind": "extended", "match": card.name, "stage": book.stage, "hours": hours,
                "by": "all",
            })  # fmt: skip
