"""What the lines of a journal add up to: where each match of the office stands with its mails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from adjudicator.post.office.moments import time_of

__all__ = ["Arrival", "Away", "Book", "Gap", "MatchBook", "Moved", "Request", "Words"]


_CHANGING = frozenset({"filed", "withdrawn", "leave", "extend", "joined", "seated"})
"""What of a mail a match must be looked after for, though its log is as it was."""


class Arrival(NamedTuple):
    """A sheet, pledge or join that stands, or is held until its seat confirms it."""

    stage: str
    """The stage of the match for which it came."""
    hash: str
    """Its hash."""
    at: datetime
    """When its mail came."""
    no: int
    """The number of its mail."""
    date: str
    """What the mail's own Date says; empty: nothing. It decides nothing."""
    n: int
    """The opening for which it came; 0: a join, or one that is held."""


class Request(NamedTuple):
    """An extension that a seat asks for, or agrees to."""

    stage: str
    hours: int
    at: datetime


class Away(NamedTuple):
    """A leave that a seat took."""

    begins: datetime
    days: int


class Moved(NamedTuple):
    """Deadlines that were moved for all."""

    stage: str
    hours: int
    by: str
    """"all", or "referee"."""
    at: datetime


class Words(NamedTuple):
    """Words that are passed on."""

    no: int
    """The number of the mail that holds them."""
    seat: str
    """Whose they are: the token may have been renewed since."""


class Gap(NamedTuple):
    """A time in which the office did not run."""

    begins: datetime
    ends: datetime


@dataclass
class MatchBook:
    """One match. A stage is the head of its log: between two stages everything waits for mails."""

    id: str = ""
    """The id of the match; empty: it has not begun."""
    stage: str = ""
    """The stage for which letters were written last."""
    size: int = -1
    """How long the log was when the match was looked after; -1: something came since then."""
    until: datetime | None = None
    """Before that moment nothing happens by itself; None: only mails do something."""
    written: dict[tuple[str, str, str], datetime] = field(default_factory=dict)
    """By stage, seat and kind of letter, when it was written."""
    sent: dict[tuple[str, str], datetime] = field(default_factory=dict)
    """By stage and seat, when its letter left."""
    stood: dict[str, Arrival] = field(default_factory=dict)
    """By seat, what came last and was accepted."""
    held: dict[str, Arrival] = field(default_factory=dict)
    """By seat, what waits for its confirmation."""
    leaves: dict[str, list[Away]] = field(default_factory=dict)
    """By seat, its leaves."""
    requests: dict[str, Request] = field(default_factory=dict)
    """By seat, the extension that it asked for or agreed to."""
    extended: list[Moved] = field(default_factory=list)
    """Deadlines that were moved, by agreement or by the referee."""
    facts: Mapping[str, Any] | None = None
    """What the clock said when an opening was locked last, and of which."""
    generations: dict[str, int] = field(default_factory=dict)
    """By seat, how often its token was renewed."""
    bounces: dict[str, list[str]] = field(default_factory=dict)
    """By seat, the stages whose letters came back."""
    plain: set[str] = field(default_factory=set)
    """Seats whose servers take attachments away."""
    copies: dict[tuple[str, str], int] = field(default_factory=dict)
    """By stage and seat, how many letters were written."""
    threads: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """By seat, the Message-IDs of its first and last letter, and the opening of the last one."""
    welcomed: set[str] = field(default_factory=set)
    """Seats that got a letter already."""
    press: list[Words] = field(default_factory=list)
    """Mails with words that are to be passed on with the next letters."""
    passing: tuple[Words, ...] = ()
    """The same for the letters of the present stage."""
    called: set[tuple[str, str]] = field(default_factory=set)
    """By stage and reason, for what the referee was called."""
    told: set[tuple[str, ...]] = field(default_factory=set)
    """What was told once: leaves, moved deadlines, reminders."""

    def is_unreachable(self, seat: str, stage: str) -> bool:
        """Whether the newest letter to a seat came back."""
        return stage in self.bounces.get(seat, ())


class Book:
    """All that the journal says, added up."""

    def __init__(self) -> None:
        self.matches: dict[str, MatchBook] = {}
        self.last_at: datetime | None = None
        """The moment of the last line."""
        self.ran: datetime | None = None
        """When the office last looked after its matches."""
        self.mails: dict[str, int] = {}
        """By identity, the number of each mail whose fate is known."""
        self.done: set[int] = set()
        """The numbers of those mails."""
        self.answers: list[tuple[datetime, str]] = []
        """When an answer was written, and to whom: `match/seat`, or "stranger"."""
        self.templates: set[str] = set()
        """The hashes of sheets that letters held."""
        self.gaps: list[Gap] = []
        self.files: dict[str, Mapping[str, Any]] = {}
        """By file, letters that were written and not sent."""
        self.notified = -1
        """The number of the last line of which commands were told."""

    def match(self, name: str) -> MatchBook:
        """Returns the book of a match, a new one if there is none."""
        return self.matches.setdefault(name, MatchBook())

    def answers_since(self, at: datetime, hours: int, whom: str = "") -> int:
        """Returns how many answers were written in the hours before a moment."""
        begin = at - timedelta(hours=hours)
        return sum(1 for when, to in self.answers if when > begin and whom in ("", to))

    def take(self, entry: Mapping[str, Any], at: datetime) -> None:
        """Adds one line."""
        self.last_at = at
        take = getattr(self, f"_{entry['kind']}", None)
        if take is not None:
            take(entry, at)

    def _added(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.matches[entry["match"]] = MatchBook()

    def _began(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.match(entry["match"]).id = entry["id"]

    def _ran(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.ran = at

    def _gap(self, entry: Mapping[str, Any], at: datetime) -> None:
        begin = time_of(entry["since"])
        self.gaps.append(Gap(begin, at))

    def _letter(self, entry: Mapping[str, Any], at: datetime) -> None:
        if entry.get("template"):
            self.templates.add(entry["template"])
        if entry.get("answers") is not None:
            self.answers.append((at, f"{entry.get('match', '')}/{entry.get('seat', '')}"))
        self.files[entry["file"]] = entry
        if "once" in entry:
            self.match(entry.get("match", "")).told.add(tuple(entry["once"]))
        if "match" not in entry:
            return
        book, seat = self.match(entry["match"]), entry.get("seat", "")
        book.written[entry.get("stage", ""), seat, entry["as"]] = at
        if entry["as"] == "turn":
            place = (entry.get("stage", ""), seat)
            book.copies[place] = book.copies.get(place, 0) + 1
        if "id" in entry:
            first = book.threads.get(seat, (entry["id"],))[0]
            book.threads[seat] = (first, entry["id"], entry["n"])
        if entry["as"] in ("turn", "offer"):
            book.welcomed.add(seat)
            if entry.get("stage", "") != book.stage:
                book.stage = entry.get("stage", "")
                book.passing, book.press = tuple(book.press), []

    def _sent(self, entry: Mapping[str, Any], at: datetime) -> None:
        letter = self.files.pop(entry["file"], {})
        if letter.get("as") == "turn":
            book = self.match(letter["match"])
            book.sent.setdefault((letter["stage"], letter["seat"]), at)
            book.size = -1  # Its clock runs from now: it is looked after once more.

    def _failed(self, entry: Mapping[str, Any], at: datetime) -> None:
        letter = self.files.pop(entry["file"], {})
        if "match" not in letter or "seat" not in letter:
            return
        book, seat, stage = self.match(letter["match"]), letter["seat"], letter.get("stage", "")
        book.size = -1
        if entry.get("plain"):  # It is written again, with nothing attached.
            book.plain.add(seat)
            book.written.pop((stage, seat, letter["as"]), None)
        else:
            self._came_back(letter["match"], seat, stage)

    def _bounced(self, entry: Mapping[str, Any], at: datetime) -> None:
        self._came_back(entry["match"], entry["seat"], entry["stage"])

    def _came_back(self, match: str, seat: str, stage: str) -> None:
        self.match(match).size = -1
        stages = self.match(match).bounces.setdefault(seat, [])
        if stage not in stages:
            stages.append(stage)

    def _reached(self, book: MatchBook, seat: str) -> None:
        """A person writes whom the newest letter did not reach: it is written once more."""
        stages = book.bounces.get(seat, [])
        if book.stage in stages:
            stages.remove(book.stage)
            book.written.pop((book.stage, seat, "turn"), None)
            book.sent.pop((book.stage, seat), None)  # Its clock runs from the new letter.
            book.size = -1

    def _waits(self, entry: Mapping[str, Any], at: datetime) -> None:
        book = self.match(entry["match"])
        book.size = entry["size"]
        until = entry["until"]
        book.until = until and time_of(until)

    def _called(self, entry: Mapping[str, Any], at: datetime) -> None:
        if "match" in entry:
            self.match(entry["match"]).called.add((entry.get("stage", ""), entry["why"]))

    def _extended(self, entry: Mapping[str, Any], at: datetime) -> None:
        book = self.match(entry["match"])
        book.size = -1
        book.extended.append(Moved(entry["stage"], entry["hours"], entry["by"], at))
        book.requests, book.size = {}, -1

    def _unanswered(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.match(entry["match"]).stood.pop(entry["seat"], None)

    def _locks(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.match(entry["match"]).facts = {"opening": entry["n"], "said": entry["facts"]}

    def _notified(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.notified = entry["upto"]

    def _mail(self, entry: Mapping[str, Any], at: datetime) -> None:
        self.mails.setdefault(entry["id"], entry["no"])
        self.done.add(entry["no"])
        for one in entry.get("did", ()):
            self._did(one, entry, at)

    def _did(self, one: Mapping[str, Any], entry: Mapping[str, Any], at: datetime) -> None:
        if "match" not in one or "seat" not in one:
            return
        book, seat, what = self.match(one["match"]), one["seat"], one["what"]
        came = time_of(entry["came"])
        if what in _CHANGING:
            book.size = -1
        if what not in ("bounce", "delayed"):
            self._reached(book, seat)
        if what in ("filed", "held"):
            date, n = entry.get("date", ""), one.get("n", 0)
            arrival = Arrival(one["stage"], one["hash"], came, entry["no"], date, n)
            if what == "filed":
                book.stood[seat] = arrival
                # A seat whose own mail came is reached again by its next letter.
                book.held.pop(seat, None)
            else:
                book.held[seat] = arrival
        elif what == "withdrawn":
            book.stood.pop(seat, None)
        elif what == "leave":
            begins = time_of(one["begins"])
            book.leaves.setdefault(seat, []).append(Away(begins, one["days"]))
        elif what == "extend":
            book.requests[seat] = Request(one["stage"], one["hours"], came)
        elif what == "renewed":
            book.generations[seat] = one["generation"]
        elif what == "press":
            book.press.append(Words(entry["no"], seat))
