"""A match folder that was opened: where the match stands, its sheets, and its save."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import (
    Opening,
    SavedMatch,
)
from adjudicator.core.game import Pending, Rules
from adjudicator.core.limits import MAX_LOG_LINE
from adjudicator.core.problem import Problem, TryAgain, Unusable
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet
from adjudicator.documents.json_input import MAX_SIZE, Document
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile
from adjudicator.documents.sheets import (
    CheckedSheet,
    check_sheet,
    other_seat,
    read_order_sheet,
    refused_in_full,
    second_sheet,
)
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    is_blank,
    is_referees,
    make_folder,
    match_lock,
    read_bytes,
    read_ends,
    write_atomically,
)
from adjudicator.matches.match_folder import blame_stale_save, is_whole
from adjudicator.matches.opening_files import START_VIEWS, OpeningFiles, Render
from adjudicator.matches.saves import save_bytes, sheet_keys
from adjudicator.matches.stored_sheets import (
    Signing,
    orders_folder,
    store_sheets,
    withdraw_sheet,
)

if TYPE_CHECKING:
    from adjudicator.audit.automatic import Automatic
    from adjudicator.documents.keys.match_notes import SeatNotes

__all__ = ["OpenedMatch", "Played"]


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


class OpenedMatch:
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
            from adjudicator.audit.automatic import Automatic

            hidden = None
            if self.rules.is_hidden:
                from adjudicator.documents.keys.referee_secret import hidden_secret

                hidden = hidden_secret(self.folder, self.genesis.offer)
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
        return _judged(self.genesis, self.automatic(), document, sheet, waits=waits)

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

    def waiting_hashes(self) -> dict[str, str]:
        """Returns by seat the hashes by which a log would name the sheets that wait, sorted."""
        if self.saved.locked is not None:
            return {}
        sheets = self.waiting()
        return {seat: tfd1.json_hash(sheets[seat][1].document) for seat in self.waiting_seats()}

    def store(
        self, files: Sequence[tuple[str, bytes]], checked: Sequence[CheckedSheet]
    ) -> tuple[Path, ...]:
        """Stores sheets that were judged for the next opening; they wait. The match is held."""
        return self._store(files, checked, None)

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

    def withdraw(self, seat: str) -> bool:
        """Takes back the sheet of a seat that waits; returns whether one waited.

        Raises:
            TryAgain: another run holds the match, or has gone on with it.
        """
        with self.held():
            if seat not in self.waiting_seats():
                return False
            withdraw_sheet(self.folder, self.saved.n + 1, seat)
            return True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the lock of the match, as it was when it was opened.

        What an older folder lacks is done first.

        Raises:
            TryAgain: another run holds it, or has gone on with it.
        """
        with match_lock(self.folder), blame_stale_save(self.folder, self.rules, self.saved):
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

    def write_save(self) -> None:
        """Puts referee/save.json in place; a match that was cloned has no folder for it yet."""
        size = (self.folder / "log.jsonl").stat().st_size
        content = save_bytes(self.saved, log_size=size, views=self.views, keys=self.signing.keys)
        path = make_folder(self.folder, REFEREE) / "save.json"
        # Where its name is lost, the one before stands there: it vouches for the log up to then.
        write_atomically(path, content, mode=PRIVATE, named=False)

    def write_derived(
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


def _judged(
    genesis: log.Genesis,
    automatic: Automatic[Any],
    document: Document,
    sheet: Sheet,
    *,
    waits: bool,
) -> CheckedSheet:
    """Judges a sheet that somebody gave against the match as it stands.

    Args:
        waits: whether it was taken in earlier; then it may be an automatic one.
    """
    found = _problem(genesis, automatic, sheet, waits=waits)
    amended = bool(genesis.offer.amended)
    is_automatic = amended and found is None and automatic.has_derived_blind(sheet.document)
    checked = check_sheet(
        automatic.rules, automatic.saved, document, sheet, is_automatic=is_automatic
    )
    if found is None:
        return checked
    return checked._replace(located=(document.located(found), *checked.located))


def _problem(
    genesis: log.Genesis, automatic: Automatic[Any], sheet: Sheet, *, waits: bool
) -> Problem | None:
    """Returns why the audit would refute a sheet that somebody gave; None: it would not."""
    if not genesis.offer.amended:
        return None
    if sheet.seat in genesis.offer.plays:
        return Problem(
            "seat-played",
            f"the offer gives {sheet.seat} to the built-in player: another sheet would be refuted",
            ("player",),
            "TFD1 3.10 [A8]",
            hint="Leave it out: `adjudicate` writes the sheets of this seat.",
        )
    if not automatic.has_derived_blind(sheet.document):
        return None
    if waits and automatic.writer_of(sheet.document) is not None:
        return None
    return Problem(
        "blind-derived",
        f"this blind marks a sheet of {sheet.seat} that no player wrote: it would be refuted",
        ("blind",),
        "TFD1 3.10 [A8]",
        hint="Start from `adjudicator template`, which writes a blind of your own.",
    )
