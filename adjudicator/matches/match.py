"""A match as a folder: the log is its truth, everything else can be made again.

    log.jsonl                        the log (TFD1)
    match.json                       names; nothing that is hashed
    now/                             map, report, state, events of the newest opening
    orders/n0007/<seat>.json         sheets, when the log publishes them
    referee/                         secret.json, save.json, people.json (addresses), sheets as
                                     received, what single seats see; its owner's alone

Commit order: sheets stored; the lines of the opening added to the log; the save put in place;
pictures and reports. Killed between any two of these, the match is as before or as after.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.automatic import Automatic, WrittenBy, clock_note
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.opening import (
    NO_MEANS,
    LockMeans,
    Opening,
    SavedMatch,
    Secrets,
    fixes_round_first,
    is_locked_first,
    open_next,
)
from adjudicator.core.game import Game, Pending, Rules
from adjudicator.core.limits import MAX_LOG_LINE
from adjudicator.core.problem import Problem, TryAgain, Unusable
from adjudicator.core.referee import Run
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet
from adjudicator.core.values import FrozenMap
from adjudicator.documents.json_input import MAX_SIZE, Document
from adjudicator.documents.keys.referee_secret import chain_value, hidden_of
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.sheets import (
    CheckedSheet,
    other_seat,
    read_order_sheet,
    refused_in_full,
    second_sheet,
)
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    append_durably,
    copy_folder,
    is_blank,
    is_referees,
    make_folder,
    match_lock,
    new_folder,
    read_bytes,
    read_ends,
    write_atomically,
)
from adjudicator.matches.match_folder import find_match, is_whole
from adjudicator.matches.opening_files import START_VIEWS, OpeningFiles, Render, views_of
from adjudicator.matches.played_seats import (
    WrittenSheet,
    judged_sheet,
    seats_to_play,
    written_sheets,
)
from adjudicator.matches.saves import doubted, save_bytes, sheet_keys
from adjudicator.matches.signed_sheets import Signing, ignored_signatures
from adjudicator.matches.stored_sheets import all_sheets, orders_folder, store_sheets

if TYPE_CHECKING:
    from adjudicator.documents.keys.match_notes import SeatNotes

__all__ = ["Match", "Played"]

NOBODY: Mapping[str, WrittenBy] = FrozenMap()
"""No seat is played beside those of the offer."""


class Played(NamedTuple):
    """What one run of `adjudicate` did."""

    opening: Opening[Any] | None
    """None: nothing was answered or rolled, and nothing written but the sheets."""
    saved: SavedMatch
    written: tuple[Path, ...]
    notices: tuple[str, ...]
    failure: TryAgain | Unusable | None = None
    """Why the save, map or report was not written though the opening stands in the log."""
    asked: tuple[Pending, ...] = ()
    """What stopped a run of which nothing came."""
    has_fixed: bool = False
    """Whether it fixed the round of the beacon for the next opening, and nothing else."""


class Match:
    """A match folder that was opened: the rules bound to it, and where it stands."""

    def __init__(
        self,
        folder: Path,
        rules: Rules[Any],
        genesis: log.Genesis,
        saved: SavedMatch,
        *,
        render: Render,
        notices: Sequence[str] = (),
        views: str | None = None,
    ) -> None:
        self.folder, self.rules = folder, rules
        self.genesis, self.saved = genesis, saved
        self.signing = Signing(sheet_keys((log.Line(0, "", genesis),)))
        self.files = OpeningFiles(folder, rules, genesis, render, [])
        """Writes what is made from openings."""
        self.notices = tuple(notices)
        """What had to be mended when the folder was opened."""
        self.due: tuple[str, ...] = ()
        """What would have to be, where it was opened to be looked at."""
        self.views = views if saved.n else START_VIEWS
        """The name of the last opening's views; None: not known."""
        self._automatic: Automatic[Any] | None = None

    @classmethod
    def open(
        cls, folder: Path, games: Mapping[str, Game], render: Render, *, reads: bool = False
    ) -> Match:
        """Opens a match folder; a torn log is cut, a lost or old save is made again.

        Args:
            reads: whether it is opened to be looked at: then nothing is written, and `due` says
                what would be.

        Raises:
            NotHere: only what lies with the referee would make it again (`shown.py` shows it).
            Unusable: there is no match here, or its log, game or map cannot be used.
        """
        found = find_match(folder, games)
        match = cls(
            folder, found.rules, found.genesis, found.saved, render=render, views=found.views
        )
        match.signing.keys = found.keys
        if found.whole is not None:
            from adjudicator.matches.recovery import due, mend

            if reads:
                match.due = due(match, found.whole, found.mended)
            else:
                mend(match, found.whole, found.mended)
        return match

    @property
    def mode(self) -> str:
        """How the dice are made: "referee", "public" or another mode of the protocol."""
        return str(self.genesis.offer.mode)

    def notes(self) -> Mapping[str, SeatNotes]:
        """Returns who sits where, by seat; nobody where match.json is absent.

        Raises:
            RefusedFile: match.json or referee/people.json is malformed or invalid.
        """
        from adjudicator.matches.people import seats_noted

        return seats_noted(self.folder)

    # -- sheets -------------------------------------------------------------------------------

    def check(self, raw: bytes, source: str) -> CheckedSheet:
        """Judges one sheet against the match as it stands; nothing is written.

        Raises:
            RefusedFile: it is malformed or invalid.
        """
        try:
            document, sheet = read_order_sheet(self.rules.game, raw, source)
        except RefusedFile as error:
            raise refused_in_full(self.rules, self.saved, raw, error) from None
        return self.signing.judged(self._checked(document, sheet), raw)

    def automatic(self) -> Automatic[Any]:
        """Returns the sheets that no player writes, for the next opening."""
        if self._automatic is None or self._automatic.saved is not self.saved:
            hidden = hidden_of(self.folder, self.rules, self.genesis)
            self._automatic = Automatic(self.rules, self.saved, hidden)
        return self._automatic

    def accept(self, files: Sequence[tuple[str, bytes]]) -> list[CheckedSheet]:
        """Returns the sheets judged, if none is refused; nothing is written.

        The sheets that wait are judged again: somebody may have changed a file. While an opening is
        locked, pledges are judged, and no sheets are to be had.

        Raises:
            RefusedFile: a sheet has problems.
            UnusableFile: a sheet that waits has.
        """
        if self.saved.locked is not None:
            from adjudicator.matches.locked_opening import judge_while_locked

            judge_while_locked(self.folder, self.rules, self.genesis, self.saved, files=files)
            return []
        given: dict[str, tuple[Document, Sheet]] = {}
        refused: list[Located] = []
        for source, raw in files:
            try:
                document, sheet = read_order_sheet(self.rules.game, raw, source)
            except RefusedFile as error:
                from adjudicator.documents.keys.late_pledges import misplaced_pledge

                misplaced = misplaced_pledge(self.saved.n + 1, source, raw)
                whole = refused_in_full(self.rules, self.saved, raw, error)
                refused.extend(misplaced or whole.located)
                continue
            if sheet.seat in given:
                first = given[sheet.seat][0].source
                refused.append(document.located(second_sheet(sheet.seat, first)))
            given.setdefault(sheet.seat, (document, sheet))
        if refused:
            raise RefusedFile(refused)
        waiting = self.waiting(besides=given)
        raw_of, judged = dict(files), self.signing.judged
        checked = [judged(self._checked(d, sheet), raw_of[d.source]) for d, sheet in given.values()]
        again = [
            self.signing.judged_again(
                self.folder, self.saved.n + 1, self._checked(*one, waits=True)
            )
            for one in waiting.values()
        ]
        if not all(one.is_acceptable for one in checked):
            raise RefusedFile(place for one in checked for place in one.located)
        if not all(one.is_acceptable for one in again):
            raise UnusableFile(place for one in again for place in one.located)
        return checked

    def _checked(self, document: Document, sheet: Sheet, *, waits: bool = False) -> CheckedSheet:
        """Judges a sheet against the match as it stands."""
        return judged_sheet(self.genesis, self.automatic(), document, sheet, waits=waits)

    def to_play(
        self, played: Mapping[str, WrittenBy], besides: Sequence[str]
    ) -> dict[str, WrittenBy]:
        """Returns the seats for which sheets are written now, and who writes them.

        Args:
            played: seats that are played in this run, beside those of the offer.
            besides: seats whose sheets were given.
        """
        if self.saved.locked is not None or not (played or self.genesis.offer.plays):
            return {}
        there = (*besides, *self.waiting(besides))
        return seats_to_play(self.genesis, self.automatic(), played, there)

    def _with_written(
        self, checked: Sequence[CheckedSheet], played: Mapping[str, WrittenBy]
    ) -> list[WrittenSheet]:
        """Returns the automatic sheets of an opening, beside those that were given."""
        seats = self.to_play(played, [one.sheet.seat for one in checked])
        return written_sheets(self.folder, self.genesis, self.automatic(), seats)

    def waiting(self, besides: Container[str] = ()) -> dict[str, tuple[Document, Sheet]]:
        """Returns the sheets stored for the next opening, by seat, but for some seats.

        Those that came before a rewind are stale: they count no more, and wait no more. Nor do
        those of the built-in player's own seats, which are written anew.
        """
        waiting: dict[str, tuple[Document, Sheet]] = {}
        if not is_referees(self.folder):
            return waiting
        plays = self.genesis.offer.plays
        stale = {rewound.before for rewound in self.saved.rewinds}
        for path in sorted(orders_folder(self.folder, self.saved.n + 1).glob("*.json")):
            if path.stem in besides or path.stem in plays:
                continue
            try:
                raw = read_bytes(path, limit=MAX_SIZE)
                if is_blank(raw):
                    continue  # It is awaited again.
                document, sheet = read_order_sheet(self.rules.game, raw, str(path))
            except RefusedFile as error:
                raise UnusableFile(error.located) from None
            if sheet.document["head"] in stale:
                continue
            if sheet.seat != path.stem:
                raise UnusableFile([document.located(other_seat(sheet.seat, path.stem))])
            waiting[sheet.seat] = document, sheet
        return waiting

    def waiting_seats(self) -> tuple[str, ...]:
        """Returns the seats whose sheets wait for an opening that is not locked, sorted."""
        if self.saved.locked is not None:
            return ()
        # A killed run may have left a sheet that answers an older line: `mend` sets it aside.
        sheets, head = self.waiting(), self.saved.head
        return tuple(sorted(seat for seat in sheets if sheets[seat][1].document["head"] == head))

    def store(
        self, files: Sequence[tuple[str, bytes]], checked: Sequence[CheckedSheet]
    ) -> tuple[Path, ...]:
        """Stores sheets that were judged for the next opening; they wait. The match is held."""
        return self._store(files, checked, None)

    # -- adjudicate ---------------------------------------------------------------------------

    def adjudicate(
        self,
        files: Sequence[tuple[str, bytes]],
        rolls: Mapping[str, Sequence[int]] | None = None,
        *,
        means: LockMeans = NO_MEANS,
        played: Mapping[str, WrittenBy] = NOBODY,
    ) -> Played:
        """Takes sheets in, and adjudicates as far as sheets and rolls go.

        In the modes that lock first, one run makes the lock and a later one opens it.

        Args:
            files: sheets as names and bytes, besides those that wait already; or, while an opening
                is locked, pledges.
            rolls: in external mode, dice rolled elsewhere, by label.
            means: what the run is told of the lock or of its opening.
            played: seats for which sheets are written if none is there, and who writes them;
                those that the offer gives to the built-in player are written in any case.

        Raises:
            RefusedFile: a sheet has problems; nothing was changed.
            Refused: a roll has problems; nothing was adjudicated.
            TryAgain: another run holds the match, or the disk is full.
        """
        if rolls is not None:
            self._check_external()
        with self.held(), doubted(self.folder, self.rules, self.saved):
            if self.saved.locked is not None:
                return self._open_locked(files, means)
            if means != NO_MEANS:
                from adjudicator.matches.locked_opening import refuse_means

                refuse_means(self.genesis, self.saved, means)
            if fixes_round_first(self.genesis) and (files or means.round is not None):
                from adjudicator.matches.fixed_round import before_lock

                if fixed := before_lock(self, files, means):
                    return fixed
            checked = self.accept(files)
            written_now = self._with_written(checked, played)
            files = (*files, *((one.name, one.raw) for one in written_now))
            checked += [one.checked for one in written_now]
            if is_locked_first(self.genesis):
                return self._lock(files, checked, means)
            external = None if self.mode != "external" else ExternalDice(rolls or {})
            result = self._open_next(checked, external)
            opening = result if isinstance(result, Opening) else None
            written = self._store(files, checked, opening)
            notices = (*_never_rolled(external), *ignored_signatures(checked))
            if not isinstance(result, Opening):
                pending = result.save.pending
                return Played(None, self.saved, written, notices, asked=pending)
            return self.commit(result, written, notices)

    def commit(
        self, opening: Opening[Any], written: Sequence[Path] = (), notices: tuple[str, ...] = ()
    ) -> Played:
        """Adds an opening to the log; then writes what is made from it. The match is held."""
        append_durably(self.folder / "log.jsonl", opening.lines)
        self.saved, self.views = opening.saved, views_of(opening)
        made, failure = self.settled(lambda: self.files.write_opening(opening))
        notices += self.files.taken_notices()
        return Played(opening, self.saved, (*written, *made), notices, failure)

    # -- the modes that lock first --------------------------------------------------------------

    def _lock(
        self,
        files: Sequence[tuple[str, bytes]],
        checked: Sequence[CheckedSheet],
        means: LockMeans,
    ) -> Played:
        """Locks the next opening if its sheets are in: the lock line, and nothing else."""
        from adjudicator.audit.lock_first import lock_next

        self._chain_value()  # Nothing is locked that could not be opened.
        made = lock_next(
            self.rules, self.genesis, self.saved, self._sheets(checked), beacon_round=means.round
        )
        written = self._store(files, checked, made)
        notices = tuple(ignored_signatures(checked))
        if made is None:
            return Played(None, self.saved, written, notices)
        append_durably(self.folder / "log.jsonl", made.lines)
        self.saved = made.saved
        _, failure = self.settled()
        return Played(None, self.saved, written, notices, failure)

    def _open_locked(self, files: Sequence[tuple[str, bytes]], means: LockMeans) -> Played:
        """Takes pledges in; opens what is locked when nothing is awaited any more."""
        from adjudicator.matches.locked_opening import opened_if_complete, unchecked

        opening, written = opened_if_complete(
            self.folder, self.rules, self.genesis, self.saved, files=files, means=means
        )
        if opening is None:
            return Played(None, self.saved, written, ())
        return self.commit(opening, written, unchecked(means))

    def awaited(self) -> tuple[str, ...]:
        """Returns what a locked opening awaits: seats for their pledges, or "the beacon"."""
        from adjudicator.matches.locked_opening import still_awaited

        return still_awaited(self.folder, self.genesis, self.saved, NO_MEANS)

    def rolls_awaited(
        self,
        files: Sequence[tuple[str, bytes]],
        rolls: Mapping[str, Sequence[int]],
        played: Mapping[str, WrittenBy] = NOBODY,
    ) -> tuple[Pending, ...]:
        """Returns the rolls for which `adjudicate` would stop with these sheets and rolls.

        Nothing is written.

        Raises:
            RefusedFile: a sheet has problems.
            Refused: a roll has problems.
        """
        self._check_external()
        checked = self.accept(files)
        checked += [one.checked for one in self._with_written(checked, played)]
        result = self._open_next(checked, ExternalDice(rolls))
        pending = (result.saved if isinstance(result, Opening) else result.save).pending
        return tuple(question for question in pending if question.topic == "rolls")

    def _open_next(
        self, checked: Sequence[CheckedSheet], external: ExternalDice | None
    ) -> Opening[Any] | Run[Any]:
        """Runs the rules with sheets that were judged and those that wait."""
        sheets, automatic = self._sheets(checked), self.automatic()
        return open_next(
            self.rules, self.genesis, self.saved, sheets,
            secrets=Secrets(self._chain_value(), hidden=automatic.hidden),
            external=external, earlier=partial(all_sheets, self.folder),
            clock=clock_note(self.genesis, automatic, sheets.values()),
        )  # fmt: skip

    def _sheets(self, checked: Sequence[CheckedSheet]) -> dict[str, Sheet]:
        """Returns the sheets that were judged and those that wait."""
        given = {entry.sheet.seat: entry.sheet for entry in checked}
        waiting = self.waiting(besides=given)
        return {seat: sheet for seat, (_, sheet) in waiting.items()} | given

    def _store(
        self,
        files: Sequence[tuple[str, bytes]],
        checked: Sequence[CheckedSheet],
        made: object | None,
    ) -> tuple[Path, ...]:
        """Stores sheets; `made` is the opening or lock that names them next, else they wait."""
        n, given = self.saved.n + 1, self.signing.received(files, checked)
        shown = made.published.get(n, {}) if isinstance(made, Opening) else ()
        return store_sheets(self.folder, n, given, shown=shown, at_once=made is not None)

    def _chain_value(self) -> str | None:
        """Returns the referee's chain value of the next opening."""
        return chain_value(self.folder, self.genesis.offer, self.saved.n + 1)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the lock of the match, as it was when it was opened.

        What an older folder lacks is done first.

        Raises:
            TryAgain: another run holds it, or has gone on with it.
        """
        with match_lock(self.folder), doubted(self.folder, self.rules, self.saved):
            self._check_unmoved()
            if not self._is_whole():
                raise self._went_on()
            self._keep_up()
            yield

    def keep_up(self) -> None:
        """Does what an older folder lacks, and adds what is to be told of it to the notices.

        Raises:
            TryAgain: another run holds the match, or the disk is full.
        """
        with match_lock(self.folder):
            self._keep_up()

    def _keep_up(self) -> None:
        from adjudicator.matches.upkeep import keep_up

        self.notices += keep_up(self.folder)

    def _check_external(self) -> None:
        """Only a match of mode external takes rolls."""
        if self.mode != "external":
            raise unusable_file(
                self.folder,
                "rolls-not-external",
                f"this match is played in {self.mode} mode: its dice come from the log",
                "Rolls are taken only in a match made with `new --mode external`.",
            )

    def is_current(self) -> bool:
        """Whether the log still ends where it did when this match was opened."""
        ends = read_ends(self.folder / "log.jsonl", limit=MAX_LOG_LINE)
        return ends is not None and tfd1.digest(ends.last) == self.saved.head

    def _check_unmoved(self) -> None:
        """Another run may have made an opening since this match was opened."""
        if not self.is_current():
            raise self._went_on()

    def _went_on(self) -> TryAgain:
        message = f"the match {self.folder} went on while this command was starting"
        hint = "Look at its status, then run the same command."
        return TryAgain(Problem("match-went-on", message, hint=hint, kind="unusable"))

    def _is_whole(self) -> bool:
        """Whether the last opening's views are there, and nothing that was not finished."""
        return is_whole(self.folder, self.saved, self.views)

    # -- writing ------------------------------------------------------------------------------

    def write_save(self) -> None:
        """Puts referee/save.json in place; a match that was cloned has no folder for it yet."""
        size = (self.folder / "log.jsonl").stat().st_size
        content = save_bytes(self.saved, log_size=size, views=self.views, keys=self.signing.keys)
        path = make_folder(self.folder, REFEREE) / "save.json"
        # Where its name is lost, the one before stands there: it vouches for the log up to then.
        write_atomically(path, content, mode=PRIVATE, named=False)

    def settled(
        self, write: Callable[[], Sequence[Path]] = tuple
    ) -> tuple[tuple[Path, ...], TryAgain | Unusable | None]:
        """Writes the save, and what else is made from lines that stand in the log already.

        Returns what was made, and why not all of it was.
        """
        try:
            self.write_save()
            return tuple(write()), None
        except (TryAgain, Unusable) as error:
            return (), error

    def position(self) -> Any:
        """Returns the state reached."""
        return state_of(self.rules.game, self.saved.position)

    def copy_to(self, folder: Path) -> Match:
        """Copies the match into a new folder and returns it opened there."""
        from adjudicator.matches.upkeep import keep_up

        if folder.resolve().is_relative_to(self.folder.resolve()):
            why = "this folder lies in the one of the match itself"
            raise unusable_file(folder, "inside-itself", why, "Name a folder beside it.")
        names = [path.name for path in self.folder.iterdir()]
        with new_folder(folder, names):
            copy_folder(self.folder, folder)
            notices = (*self.notices, *keep_up(folder))
            copy = Match(
                folder, self.rules, self.genesis, self.saved, render=self.files.render,
                notices=notices, views=self.views,
            )  # fmt: skip
            if not self.due:
                copy._check_unmoved()
        if self.due:  # The copy alone is mended.
            games = {self.rules.game.name: self.rules.game}
            copy = Match.open(folder, games, self.files.render)
            if copy.saved != self.saved:
                raise self._went_on()
            copy.notices = (*notices, *copy.notices)
        copy.signing = self.signing
        return copy


def _never_rolled(external: ExternalDice | None) -> tuple[str, ...]:
    labels = external.unused if external is not None else ()
    return tuple(f"{label} was given, but never rolled" for label in labels)
