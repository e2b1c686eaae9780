"""A match folder that is open: sheets in; log, letters, map and report out.

A program that serves many turns keeps it open: a warm process adjudicates in a tenth of the time
of a cold one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Unpack

from adjudicator.api.begun import BegunMatch
from adjudicator.api.named_files import SheetFile, SheetLike, as_sheet_file
from adjudicator.api.position import Pending
from adjudicator.api.problems import Located, Refused, RefusedFile, UnusableFile
from adjudicator.api.shown import MapStyle, RenderedReport, ReportStyle
from adjudicator.api.texts import render_report
from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import NO_LOCK_OPTIONS, LockOptions, SavedMatch
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_LOG
from adjudicator.documents.storage import is_referees, read_bytes
from adjudicator.matches.log_file import NotHere
from adjudicator.matches.match import Match as MatchFolder
from adjudicator.matches.match_folder import check_links, is_offered
from adjudicator.registry import by_name

if TYPE_CHECKING:  # loaded where they are asked for
    from adjudicator.api.clock import ClockFacts
    from adjudicator.api.letters import Letter, MailFiles, SeatNotes
    from adjudicator.api.logged import MatchLog
    from adjudicator.api.mailed import Clone, MailedState
    from adjudicator.api.outcomes import Opened, Receipt
    from adjudicator.api.verifying import Verified
    from adjudicator.audit.automatic import WrittenBy
    from adjudicator.documents.sheets import CheckedSheet

__all__ = [
    "NO_LOCK_OPTIONS",
    "LockOptions",
    "Match",
    "NotHere",
    "is_offered",
    "open_folder",
    "open_match",
    "open_subject",
]


class Match(BegunMatch):
    """A match folder that is open. See `open_match`."""

    def __init__(self, store: MatchFolder, *, read_only: bool = False) -> None:
        super().__init__()
        self._is_closed = False
        self.store = store
        """The folder as the program knows it: for tests and tools, its form may change."""
        self.folder = store.folder
        """The folder."""
        self.read_only = read_only
        """Whether it was opened to be looked at: nothing can be written by it."""

    def __enter__(self) -> Match:
        """Returns the match."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends writing: each call has written all that it had to."""
        self._is_closed = True

    @property
    def rules(self) -> Rules[Any]:
        """The rules of the match."""
        return self.store.rules

    @property
    def saved(self) -> SavedMatch:
        """Where the match stands."""
        return self.store.saved

    @property
    def genesis(self) -> log.Genesis:
        """Line 0 of its log."""
        return self.store.genesis

    @property
    def holds_sheets(self) -> bool:
        """Yes: the sheets in force lie with the referee."""
        return True

    @property
    def is_referees(self) -> bool:
        """Whether this is the referee's own folder, and no copy without what is private."""
        return is_referees(self.folder)

    @property
    def due(self) -> tuple[str, ...]:
        """What a killed run left undone, where the folder was opened to be looked at."""
        return self.store.due

    def log_near(self, near: Sequence[Path]) -> log.Log:
        """Returns the match's own log."""
        return log.parse_log(read_bytes(self.folder / "log.jsonl", limit=MAX_LOG))

    def taken_notices(self) -> tuple[str, ...]:
        """Returns the new notices: what was repaired, and what could not be shown."""
        taken = (*self.store.notices, *self.store.files.taken_notices())
        self.store.notices = ()
        return taken

    # -- what others do meanwhile ---------------------------------------------------------------

    @property
    def is_current(self) -> bool:
        """Whether nothing was added to the log since the match was opened, or refreshed."""
        return self.store.is_current()

    def refresh(self) -> bool:
        """Takes in what others did to the match since it was opened; returns whether they did.

        `check`, `submit`, `adjudicate` and `letters` begin with it; all else shows the match as it
        stood when it was last opened or refreshed.

        Raises:
            UnusableFile: the log cannot be used any more.
            TryAgain: another run holds the match, or the disk is full.
        """
        if self.is_current:
            return False
        self.store = _opened(self.folder, reads=self.read_only or self._is_closed)
        return True

    # -- who sits where -------------------------------------------------------------------------

    @property
    def people(self) -> Mapping[str, SeatNotes]:
        """By seat, who sits there: name, address, who plays it; as far as it is known here.

        RefusedFile: match.json or referee/people.json is malformed or invalid.
        """
        return self.store.notes()

    @property
    def seats_with_key(self) -> tuple[str, ...]:
        """The seats that must sign their sheets, as the log says now, sorted."""
        return tuple(sorted(self.store.signing.keys))

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats whose sheets are in and wait, sorted."""
        return self.store.waiting_seats()

    @property
    def pledges_awaited(self) -> tuple[str, ...]:
        """What a locked opening awaits: seats for their pledges, or "the beacon"."""
        return self.store.awaited()

    def seats_played(self, named: Sequence[str] = ()) -> tuple[str, ...]:
        """Returns the seats that the built-in player plays: those named, the offer's, match.json's.

        For the offer's it writes every sheet; for others where none came, and the log says so.

        Args:
            named: seats, or "all".
        """
        for seat in named:
            self.check_seat(None if seat == "all" else seat)
        if "all" in named:
            return self.seats
        notes, given = self.people, {*named, *self.plays}
        return tuple(
            seat
            for seat in self.seats
            if seat in given or (seat in notes and notes[seat].plays is not None)
        )

    def to_play(self, play: Sequence[str], besides: Sequence[str] = ()) -> tuple[str, ...]:
        """Returns for which seats a sheet would be written now, and by whom, in words.

        Args:
            play: as for `adjudicate`.
            besides: seats whose sheets are given.
        """
        from adjudicator.matches.played_seats import name_of

        found = self.store.to_play(self._by_the_built_in(play), besides)
        return tuple(name_of(seat, by) for seat, by in found.items())

    def needs_nobody(self, play: Sequence[str], until: str) -> bool:
        """Whether the next opening needs nothing but sheets of played seats.

        Args:
            play: as for `adjudicate`.
            until: a seat that is not to be played for, or "over".
        """
        asked_of, played = [one.seat for one in self.saved.pending], self._by_the_built_in(play)
        is_theirs = all(seat in played and seat != until for seat in asked_of)
        return bool(until) and not self.is_over and is_theirs and not self.awaits_round

    # -- sheets ---------------------------------------------------------------------------------

    def _judged(self, file: SheetFile) -> CheckedSheet:
        """Returns a sheet judged as `adjudicate` will."""
        self.refresh()
        self._take_signatures([file])
        return self.store.check(file.raw, file.source)

    def _take_signatures(self, files: Sequence[SheetFile]) -> None:
        """Notes the signatures that came with sheets."""
        for file in files:
            if file.signature is not None:
                self.store.signing.signatures[tfd1.digest(file.raw)] = file.signature

    def accept(self, sheets: Sequence[SheetLike]) -> tuple[str, ...]:
        """Judges sheets with those that wait; nothing is written. Returns whose they are.

        Raises:
            RefusedFile: one has problems.
            UnusableFile: one that waits has.
        """
        files = self._files(sheets)
        return tuple(one.sheet.seat for one in self.store.accept(_pairs(files)))

    def submit(
        self, sheet: SheetLike, *, seat: str | None = None, source: str = "sheet"
    ) -> Receipt:
        """Takes in one sheet, or while an opening is locked one pledge: it waits; none is made.

        A later sheet of the same seat takes its place.

        Args:
            sheet: its value, its bytes, its file or its path.
            seat: who sent it, where you know: a sheet of another seat is refused before it is
                judged, for what is said of it tells what its seat knows. None: whoever it names.
            source: what problems call it, where it is no file.

        Returns:
            Whether it was accepted, and what is wrong with it.

        Raises:
            ValueError: the match was opened to be looked at, or is closed; there is no such seat.
            UnusableFile: a sheet that waits is damaged.
            TryAgain: another run holds the match, or the disk is full.
        """
        from adjudicator.api.outcomes import Receipt

        self._check_writes()
        self.check_seat(seat)
        self.refresh()
        file, n = as_sheet_file(sheet, source), self.n + 1
        if seat is not None:
            from adjudicator.api.routing import of_another

            if wrong := of_another(file, seat):
                return Receipt(False, n, None, None, wrong)
        if self.is_locked:
            return self._submit_pledge(file, n)
        checked = self.check(file)
        whose, hash_ = (checked.seat, checked.hash) if checked.is_read else (None, None)
        if not checked.is_acceptable:
            return Receipt(False, n, whose, hash_, checked.problems)
        replaces = whose in self.waiting
        try:
            self.store.take_in(_pairs([file]))
        except UnusableFile:
            raise
        except Refused as error:
            return Receipt(False, n, whose, hash_, _located(error, file.source))
        return Receipt(True, n, whose, hash_, checked.problems, checked.document, replaces)

    def _submit_pledge(self, file: SheetFile, n: int) -> Receipt:
        """Takes in what belongs to a locked opening."""
        from adjudicator.api.outcomes import Receipt
        from adjudicator.documents.json_input import read_json

        try:
            self.store.take_in(_pairs([file]))
        except UnusableFile:
            raise
        except Refused as error:
            return Receipt(False, n, None, None, _located(error, file.source))
        document: Any = read_json(file.raw, source=file.source).data
        return Receipt(True, n, document["player"], tfd1.json_hash(document), (), document)

    def withdraw(self, seat: str) -> bool:
        """Takes back the sheet of a seat that waits; returns whether one waited.

        Raises:
            ValueError: the match was opened to be looked at, or is closed; there is no such seat.
            TryAgain: another run holds the match, or the disk is full.
        """
        self._check_writes()
        self.check_seat(seat)
        self.refresh()
        return self.store.withdraw(seat)

    # -- adjudicate -----------------------------------------------------------------------------

    def lock_options(
        self,
        *,
        withheld: Sequence[str] = (),
        beacon_round: int | None = None,
        beacon: tuple[str, str | None] | None = None,
    ) -> LockOptions:
        """Returns what a run is told of a lock or of its opening, in the modes that lock first.

        Args:
            withheld: seats whose pledges are given up.
            beacon_round: the round of the beacon to fix for the next opening.
            beacon: the beacon's value and its signature, which open.

        Raises:
            Refused: the round to fix, or the one by which sheets would be locked, has come
                already: whoever locks by it knows the dice.
        """
        from adjudicator.api.dice import LATE_ENOUGH, POSTPONE, check_future

        value, signature = beacon or (None, None)
        if not self.is_locked:
            if beacon_round is not None:
                check_future(beacon_round, LATE_ENOUGH)
            elif self.round is not None and value is None:
                check_future(self.round, POSTPONE)
        return LockOptions(tuple(dict.fromkeys(withheld)), beacon_round, value, signature)

    def check_secret(self) -> None:
        """Raises UnusableFile where the referee's secret, if one is needed, could not go on.

        It is not here, is another match's, or its chain is at its end.
        """
        self.store.check_secret()

    def done_already(
        self, sheets: Sequence[SheetLike], lock_options: LockOptions = NO_LOCK_OPTIONS
    ) -> Opened | None:
        """Returns what a run did whose work stands in the log; None: these ask for something new.

        Nothing is adjudicated twice: the same sheets were locked last, or these pledges opened.
        """
        from adjudicator.api.outcomes import Opened
        from adjudicator.matches.done_already import done_already

        done = done_already(self.store, _pairs(self._files(sheets)), lock_options)
        return None if done is None else Opened(self.rules, done)

    def adjudicate(
        self,
        sheets: Sequence[SheetLike] = (),
        *,
        play: Sequence[str] = (),
        rolls: Mapping[str, Sequence[int]] | None = None,
        lock_options: LockOptions = NO_LOCK_OPTIONS,
        clock: ClockFacts | None = None,
    ) -> Opened:
        """Takes sheets in, and adjudicates as far as sheets and dice go.

        In the modes that lock first, one run makes the lock and a later one opens it. A run that is
        repeated makes nothing twice: it tells what the first one did.

        Args:
            sheets: besides those that wait; while an opening is locked, pledges.
            play: seats for which the built-in player writes a sheet if none is there, or "all"; the
                offer's are always played, those of match.json if they are named: `seats_played`.
            rolls: in external mode, dice rolled elsewhere, by label.
            lock_options: what the run is told of a lock or its opening: see `lock_options`.
            clock: what the clock gives for the opening (`clock.ruling`): its note, and for which
                seats a sheet is written; a lock and its opening are told the same. None: no clock
                has a part in it.

        Raises:
            ValueError: the match was opened to be looked at, or is closed; there is no such seat.
            RefusedFile: a sheet has problems; nothing was changed.
            Refused: a roll, or what was told of a lock or by the clock, has problems; nothing was
                changed.
            TryAgain: another run holds the match, or the disk is full.
        """
        from adjudicator.api.outcomes import Opened

        self._check_writes()
        self.refresh()
        files = self._files(sheets)
        if done := self.done_already(files, lock_options):
            return done
        played = self._by_the_built_in(play)
        made = self.store.adjudicate(
            _pairs(files), rolls, lock_options=lock_options, played=played, clock=clock
        )
        return Opened(self.rules, made)

    def rolls_awaited(
        self,
        sheets: Sequence[SheetLike] = (),
        *,
        rolls: Mapping[str, Sequence[int]],
        play: Sequence[str] = (),
    ) -> tuple[Pending, ...]:
        """Returns the rolls for which `adjudicate` would stop, in external mode; writes nothing.

        Raises:
            RefusedFile: a sheet has problems.
            Refused: a roll has problems.
            UnusableFile: the dice of this match come from the log.
        """
        played = self._by_the_built_in(play)
        return self.store.rolls_awaited(_pairs(self._files(sheets)), rolls, played)

    def _by_the_built_in(self, play: Sequence[str]) -> dict[str, WrittenBy]:
        """Returns seats that are named to be played, or "all", each with who writes its sheet."""
        from adjudicator.audit.automatic import BUILT_IN

        named = (play,) if isinstance(play, str) else play
        for seat in named:
            self.check_seat(None if seat == "all" else seat)
        return dict.fromkeys(self.seats if "all" in named else named, BUILT_IN)

    def _files(self, sheets: Sequence[SheetLike]) -> list[SheetFile]:
        """Returns sheets as files, their signatures noted."""
        files = [as_sheet_file(one, f"sheet {place}") for place, one in enumerate(sheets, start=1)]
        self._take_signatures(files)
        return files

    def _check_writes(self) -> None:
        if self._is_closed:
            raise ValueError(f"{self.folder} is closed: its `with` block is over; open it again")
        if self.read_only:
            raise ValueError(f"{self.folder} was opened to be looked at: open it to write")

    @contextmanager
    def copied_to(self, folder: Path) -> Iterator[Match]:
        """Copies the match into a new folder to work on; takes it away where the work is refused.

        Raises:
            UnusableFile: the folder holds something, or lies in the match's own.
        """
        with self.store.copied_to(folder) as copy:
            yield Match(copy)

    # -- what goes out --------------------------------------------------------------------------

    def files_to_mail(self) -> MailFiles:
        """Returns the files to mail of the newest opening, as paths; see `letters`."""
        from adjudicator.matches.newest_views import mail_files

        store = self.store
        return mail_files(self.folder, store.saved, store.genesis.offer, self.seats)

    def letters(self) -> tuple[Letter, ...]:
        """Returns what goes to whom after the newest opening, each redacted for its reader.

        What earlier openings told, `report` and `map` tell again, by their number and seat.

        First the letter for everybody (`seat` None); then, for each seat that may know more, one
        that it gets instead. While an opening is locked there is one letter: what is locked, and
        whose pledges are awaited. See `letter_to`.

        Raises:
            UnusableFile: map and report of the newest opening are not there, since a run was
                killed: open the match to write, and they are made.
        """
        from adjudicator.api.letters import letters

        self.refresh()
        return letters(self)

    def letter_to(self, seat: str) -> Letter:
        """Returns the letter that a seat gets: its own, or else the one for everybody.

        Raises:
            ValueError: there is no such seat.
            UnusableFile: as for `letters`.
        """
        self.check_seat(seat)
        every, *own = self.letters()
        return next((letter for letter in own if letter.seat == seat), every)

    def map(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> str:
        """Returns the map as SVG text; see `Shown.map`."""
        return self._log.map(n=n, seat=seat, **style)

    def map_sheets(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> tuple[str, ...]:
        """Returns the map as the SVG text of each sheet of paper; see `Shown.map_sheets`."""
        return self._log.map_sheets(n=n, seat=seat, **style)

    def report(
        self, *, n: int | None = None, seat: str | None = None, **how: Unpack[ReportStyle]
    ) -> RenderedReport:
        """Returns what happened in an opening; see `Shown.report`."""
        return self._log.report(n=n, seat=seat, **how)

    def since(
        self, n: int | None = None, *, seat: str | None = None, language: str | None = None
    ) -> str:
        """Returns what happened since an opening, in at most 25 lines; see `MatchLog.since`."""
        return self._log.since(n, seat=seat, language=language)

    @property
    def _log(self) -> MatchLog:
        """The log of the match as it stands now, told with the faults of this match."""
        from adjudicator.api.logged import open_log

        found = open_log(self.folder)
        found.faults = self.faults
        return found

    def verify(self) -> Verified:
        """Audits the log: its dice, then its rules; see `adjudicator.verify`."""
        from adjudicator.api.verifying import verify

        return verify(self.folder)


def _pairs(files: Sequence[SheetFile]) -> list[tuple[str, bytes]]:
    return [(file.source, file.raw) for file in files]


def _located(error: Refused, source: str) -> tuple[Located, ...]:
    if isinstance(error, RefusedFile):
        return tuple(error.located)
    return tuple(Located(problem, source) for problem in error.problems)


# -- opening ------------------------------------------------------------------------------------


def open_match(folder: Path | str, *, read_only: bool = False) -> Match:
    """Opens a match folder.

    Args:
        folder: the folder that `new_match` made.
        read_only: whether it is only looked at: then nothing is ever written, and `due` says what
            a killed run left undone. Else that is done first, and `taken_notices` tells of it.

    Raises:
        NotHere: this is a clone: only what lies with the referee would make it again. An
            `UnusableFile`; `open_folder` shows what everybody may know.
        UnusableFile: there is no match here, or its log, game or map cannot be used.
        TryAgain: another run holds the match, or the disk is full.

    >>> match = adjudicator.open_match("examples/stratix-match", read_only=True)
    >>> match.game, match.is_over
    ('stratix', True)
    """
    return Match(_opened(Path(folder), reads=read_only), read_only=read_only)


def _opened(folder: Path, *, reads: bool) -> MatchFolder:
    check_links(folder)
    store = MatchFolder.open(folder, by_name(), render_report, reads=reads)
    if not reads:
        store.keep_up()
    return store


def open_folder(folder: Path | str) -> Match | Clone:
    """Opens a match folder to look at it; of a clone, what everybody may know of it.

    Raises:
        UnusableFile: there is no match here, or its log, game or map cannot be used.
        RefusedFile: a clone's state.json is malformed or invalid.
    """
    try:
        return open_match(folder, read_only=True)
    except NotHere as error:
        from adjudicator.api.mailed import Clone
        from adjudicator.matches.shown import shown_match

        return Clone(shown_match(Path(folder), by_name(), error))


def open_subject(path: Path | str, *, places: Sequence[Path] = ()) -> Match | Clone | MailedState:
    """Opens whatever shows how a match stands: its folder, a clone, or a mailed state.json.

    Args:
        places: where files of the map lie that are not shipped; for a state.json.
    """
    path = Path(path)
    if not path.is_file():
        return open_folder(path)
    from adjudicator.api.mailed import read_state

    return read_state(path, places=places)
