"""A run of the office: mails are filed, matches looked after, letters sent. Safe at any time.

Run again it does what is left; run twice at once, the second does nothing. Time is what the caller
says that it is, once a run.
"""

from __future__ import annotations

import importlib.util
import traceback
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.named_files import write_atomically
from adjudicator.api.problems import Problem, TryAgain, Unusable
from adjudicator.api.signing import signed_text
from adjudicator.post.office.filing import Filing
from adjudicator.post.office.folder import Came, Office
from adjudicator.post.office.journal import Journal
from adjudicator.post.office.moments import second, time_of
from adjudicator.post.office.notify import notify
from adjudicator.post.office.people import People
from adjudicator.post.office.rounds import Rounds, is_idle
from adjudicator.post.office.sending import Carrier, send_all
from adjudicator.post.office.tending import Tending, Told
from adjudicator.post.reading.intake import read_mail
from adjudicator.workers.driver import Driver, driver_of

__all__ = ["Ticked", "keep_fault", "tick", "would_do"]

_GAP = timedelta(days=1)
"""After so long without a run, deadlines that fell into the gap move (post.md 7)."""
_LONG = timedelta(days=2)
"""After so long a letter that waits is told of."""
_BEAT = timedelta(hours=1)
"""So often a run that does nothing says that it was there."""


class Ticked(NamedTuple):
    """What a run did."""

    mails: int = 0
    """How many mails were filed."""
    openings: int = 0
    """How many openings were made."""
    sent: int = 0
    """How many letters left."""
    wanted: tuple[str, ...] = ()
    """Why the referee is wanted."""
    problems: tuple[Problem, ...] = ()
    """What will be tried again."""
    notices: tuple[str, ...] = ()
    """What else is to be told."""
    is_early: bool = False
    """Whether the clock stands before the last line of the journal: then nothing was done."""
    is_interrupted: bool = False
    """Whether Ctrl-C ended it: what was done is noted, and the next run does the rest."""
    waiting: int = 0
    """How many letters wait still: nothing says how they are sent, or sending failed."""

    def to_json(self) -> dict[str, Any]:
        """Returns all of it as data."""
        return {
            "mails": self.mails, "openings": self.openings, "sent": self.sent,
            "wanted": list(self.wanted), "problems": [
                {"code": one.code, "message": one.message, "hint": one.hint}
                for one in self.problems
            ],
            "notices": list(self.notices), "early": self.is_early,
            "interrupted": self.is_interrupted, "waiting": self.waiting,
        }  # fmt: skip


class _Run(NamedTuple):
    """What all of a run share."""

    now: datetime
    problems: list[Problem]
    fault: Callable[[str], None]
    driver: Driver
    told: Told


def tick(
    office: Office,
    now: datetime,
    *,
    carrier: Carrier | None,
    fault: Callable[[str], None],
    driver: Driver | None = None,
    told: Told = lambda name, what, kind: None,
) -> Ticked:
    """Does all that is due.

    However many workers there are, the same is written, byte for byte and in the same order.

    Args:
        now: the moment, with a zone.
        carrier: the way in which letters leave; None: they wait in mail/out/new.
        fault: is given the trace of a mail or match at which the program failed.
        driver: whose workers make openings and letters; None: this process does.
        told: is given what came of each opening and of the letters of each match.

    Raises:
        TryAgain: another run holds the office, or the disk is full.
        UnusableFile: the journal cannot be used.
    """
    with office.held() as journal:
        now = now.replace(microsecond=0)
        if journal.book.last_at is not None and now < journal.book.last_at:
            return Ticked(is_early=True)
        office.tidy()
        _beat(journal, now)
        people = People(office, journal.book)
        _check_trusts(office)
        assert office.key  # What is wrong with it is said before anything is done.
        run = _Run(now, list(_unsigned(office)), fault, driver or driver_of(1), told)
        mails = _file_all(office, journal, people, run)
        tended = _tend_all(office, journal, people, run)
        if run.driver.is_interrupted:
            return Ticked(mails, tended.openings, problems=(*run.problems,), is_interrupted=True)
        outcome = send_all(office, journal, carrier, now)
        if outcome.failed:  # Those that were refused for what they carry are written anew.
            people = People(office, journal.book)
            _tend_all(office, journal, people, run)
            more = send_all(office, journal, carrier, now)
            outcome = outcome._replace(sent=outcome.sent + more.sent, later=more.later)
        wanted = [*tended.wanted, *(_waiting_long(journal, now) if carrier is not None else ())]
        notices = notify(office, journal, now)
        problems = (*run.problems, *outcome.later)
        waiting = len(journal.book.files)
    return Ticked(mails, tended.openings, outcome.sent, tuple(wanted), problems, notices,
                  waiting=waiting)  # fmt: skip


def _waiting_long(journal: Journal, now: datetime) -> Iterator[str]:
    """Yields that letters wait for days: whoever runs the office must look why."""
    times = [time_of(entry["at"]) for entry in journal.book.files.values()]
    if times and now - min(times) > _LONG:
        yield f"{len(times)} letters wait to be sent, the first since {second(min(times))}"


def _check_trusts(office: Office) -> None:
    """Raises Unusable where nothing can be made of what the trusted server says of mails."""
    if office.settings.trusts and importlib.util.find_spec("authres") is None:
        message = "`trusts` names a server, and nothing here can read its words: authres is missing"
        hint = "Say `pip install 'wargame-adjudicator[post]'`; until then nothing is filed."
        raise Unusable([Problem("no-authres", message, hint=hint, kind="unusable")])


def _unsigned(office: Office) -> Iterator[Problem]:
    """Yields why receipts cannot be signed, though the office has a key for that."""
    if office.settings.key:
        try:
            signed_text(Path(office.settings.key), b"adjudicator\n", "tfd1-receipt")
        except TryAgain as error:
            yield error.problem


def _beat(journal: Journal, now: datetime) -> None:
    """Says that the office runs, and where it did not run for long."""
    last = journal.book.last_at
    if last is not None and now - last > _GAP:
        journal.write(now, {"kind": "gap", "since": second(last)})
    if last is None or now - last > _BEAT:
        journal.write(now, {"kind": "ran"})


def _file_all(office: Office, journal: Journal, people: People, run: _Run) -> int:
    """Files all mails that came; those of a match that is held wait, with all behind them."""
    filing = Filing(office, journal, people, run.now)
    count = 0
    for came in office.new_mails():
        try:
            filing.file(came)
        except TryAgain as error:
            run.problems.append(error.problem)
            break  # Arrival is the order: what came later waits too.
        except Exception:
            run.fault(traceback.format_exc())
            _set_aside(office, journal, came, run.now)
        count += 1
    return count


def _set_aside(office: Office, journal: Journal, came: Came, now: datetime) -> None:
    """Puts a mail aside at which the program failed: those behind it are not kept waiting."""
    raw = came.path.read_bytes()
    try:
        identity = read_mail(raw).identity
    except Exception:
        from hashlib import sha256

        identity = sha256(raw).hexdigest()
    journal.write(
        now,
        {"kind": "mail", "no": came.no, "id": identity, "came": second(came.at),
         "did": [{"what": "fault"}]},
        {"kind": "called", "why": f"fault {came.no}"},
    )  # fmt: skip
    office.is_done(came, is_stranger=False)


def _tend_all(office: Office, journal: Journal, people: People, run: _Run) -> Tending:
    """Looks after all matches in which anything happened, or is due."""
    now = run.now
    tending = Tending(
        Rounds(office, journal, people, now), run.driver, fault=run.fault, told=run.told
    )
    books = journal.book
    tending.tend([
        name
        for name in sorted(office.settings.matches)
        if not is_idle(office, name, books.match(name), now)
    ])  # fmt: skip
    run.problems.extend(tending.problems)
    return tending


def keep_fault(office: Office, trace: str, now: datetime) -> None:
    """Keeps the trace of a fault in the office's folder, for its owner alone."""
    from adjudicator.api.folders import PRIVATE, make_folder

    folder = make_folder(office.folder, "faults")
    count = sum(1 for _ in folder.iterdir())
    name = f"{now:%Y%m%dT%H%M%SZ}-{count}.txt"
    write_atomically(folder / name, trace.encode(), mode=PRIVATE)


def would_do(office: Office, now: datetime) -> dict[str, Any]:
    """Returns what a run would begin with; nothing is changed."""
    journal = office.journal()
    book = journal.book
    return {
        "early": book.last_at is not None and now < book.last_at,
        "mails": len(office.new_mails()),
        "matches": [
            name
            for name in sorted(office.settings.matches)
            if not is_idle(office, name, book.match(name), now)
        ],
        "letters": len(book.files),
    }
