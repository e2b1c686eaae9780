"""A match as a folder: the log is its truth, everything else can be made again.

    log.jsonl                        the log (TFD1)
    match.json                       names and addresses; nothing that is hashed
    openings/n0007-turn-2-western/   map, report, state, events
    orders/n0007/<seat>.json         sheets, when the log publishes them
    referee/                         secret.json, save.json, sheets as received, states

Commit order: sheets stored; the lines of the opening added to the log; the save put in place;
pictures and reports. Killed between any two of these, the match is as before or as after.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core import log, tfd1
from adjudicator.core.dice import ExternalDice
from adjudicator.core.game import Game, Pending, Rules
from adjudicator.core.opening import Opening, SavedMatch, Secrets, first_match, open_next
from adjudicator.core.problem import Problem, TryAgain, Unusable
from adjudicator.core.referee import Run
from adjudicator.core.sheet import Sheet
from adjudicator.files.json_input import MAX_SIZE, Document, read_json
from adjudicator.files.log_file import (
    WholeLog,
    log_end,
    settle_log,
    unusable_log,
    whole_log,
)
from adjudicator.files.match_notes import MatchNotes, SeatNotes
from adjudicator.files.offers import rules_of
from adjudicator.files.opening_files import (
    START_VIEWS,
    OpeningFiles,
    Render,
    rewound_views,
    views_key,
    views_of,
)
from adjudicator.files.problems import Located, RefusedFile, UnusableFile, unusable_file
from adjudicator.files.referee_secret import chain_value
from adjudicator.files.saves import load_save, save_bytes
from adjudicator.files.schemas import understood
from adjudicator.files.sheets import (
    CheckedSheet,
    check_sheet,
    other_seat,
    read_order_sheet,
    second_sheet,
    state_of,
)
from adjudicator.files.storage import (
    append_durably,
    copy_folder,
    has_unfinished,
    is_unfinished,
    make_folder,
    match_lock,
    new_folder,
    read_bytes,
    read_ends,
    remove_unfinished,
    write_atomically,
)
from adjudicator.files.stored_sheets import orders_folder, store_sheet, stored_sheets

if TYPE_CHECKING:  # loaded only where a match is played again
    from adjudicator.core.replay import Replayed

__all__ = ["Match", "Played", "SeatReplaced"]


class Played(NamedTuple):
    """What one run of `adjudicate` did."""

    opening: Opening[Any] | None
    """None: nothing was answered or rolled, and nothing written but the sheets."""
    saved: SavedMatch
    written: tuple[Path, ...]
    notices: tuple[str, ...]
    failure: TryAgain | Unusable | None = None
    """Why the save, map or report was not written though the opening stands in the log."""


class SeatReplaced(NamedTuple):
    """What a new join of a seat brought about."""

    line: log.Seat
    set_aside: tuple[str, ...]
    """The seats whose sheets waited and answer an older log."""


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
        self.files = OpeningFiles(folder, rules, genesis, render)
        """Writes what is made from openings."""
        self.notices = tuple(notices)
        """What had to be mended when the folder was opened."""
        self.views = views if saved.n else START_VIEWS
        """The folder of the last opening's map and report, in openings/; None: not known."""

    @classmethod
    def open(cls, folder: Path, games: Mapping[str, Game], render: Render) -> Match:
        """Opens a match folder; a torn log is cut, a lost or old save is made again.

        Raises:
            Unusable: there is no match here, or its log, game or map cannot be used.
        """
        if is_unfinished(folder) or not (folder / "log.jsonl").exists():
            raise unusable_file(folder, "no-match", *_why_no_match(folder))
        match = cls._by_its_save(folder, games, render)
        if match is not None:
            return match
        found = whole_log(folder)
        read, genesis = found.log, found.end.genesis
        rules = _rules(folder, genesis, games)
        loaded = load_save(folder / "referee" / "save.json", rules, found.end)
        mended = ""
        if loaded is not None:
            saved, views = loaded.saved, loaded.views
        else:
            from adjudicator.core.replay import replay

            replayed = replay(rules, read, stored_sheets(folder))
            if replayed.problems:
                raise unusable_log(folder, replayed.problems)
            if replayed.waiting_for:
                raise _sheets_missing(folder, "the save is lost or was changed", replayed)
            mended = "referee/save.json was made again from the log and the sheets"
            saved = replayed.saved
            views = _views_after(replayed)
        match = cls(folder, rules, genesis, saved, render=render, views=views)
        match._mend(found, mended)
        return match

    @classmethod
    def _by_its_save(cls, folder: Path, games: Mapping[str, Game], render: Render) -> Match | None:
        """Opens a match of whose log the ends alone are read, however long it is.

        None: the save does not fit them, or something is to be mended.
        """
        end = log_end(folder)
        if end is None:
            return None
        rules = _rules(folder, end.genesis, games)
        loaded = load_save(folder / "referee" / "save.json", rules, end)
        if loaded is None or loaded.log_size != end.size:
            return None
        match = cls(folder, rules, end.genesis, loaded.saved, render=render, views=loaded.views)
        return match if match._is_whole() else None

    @property
    def mode(self) -> str:
        """How the dice are made: "referee", "public" or "external"."""
        return str(self.genesis.offer.mode)

    def notes(self) -> Mapping[str, SeatNotes]:
        """Returns who sits where, by seat; nobody where match.json is absent.

        Raises:
            RefusedFile: match.json is malformed or invalid.
        """
        path = self.folder / "match.json"
        if not path.exists():
            return {}
        return understood(MatchNotes, read_json(read_bytes(path), source=str(path))).seats

    # -- sheets -------------------------------------------------------------------------------

    def check(self, raw: bytes, source: str) -> CheckedSheet:
        """Judges one sheet against the match as it stands; nothing is written.

        Raises:
            RefusedFile: it is malformed or invalid.
        """
        document, sheet = read_order_sheet(self.rules.game, raw, source)
        return self._checked(document, sheet)

    def accept(self, files: Sequence[tuple[str, bytes]]) -> list[CheckedSheet]:
        """Returns the sheets judged, if none is refused; nothing is written.

        The sheets that wait are judged again: somebody may have changed a file.

        Raises:
            RefusedFile: a sheet has problems.
            UnusableFile: a sheet that waits has.
        """
        given: dict[str, tuple[Document, Sheet]] = {}
        refused: list[Located] = []
        for source, raw in files:
            try:
                document, sheet = read_order_sheet(self.rules.game, raw, source)
            except RefusedFile as error:
                refused.extend(error.located)
                continue
            if sheet.seat in given:
                first = given[sheet.seat][0].source
                refused.append(document.located(second_sheet(sheet.seat, first)))
            given.setdefault(sheet.seat, (document, sheet))
        if refused:
            raise RefusedFile(refused)
        waiting = self._waiting(besides=given)
        checked = [self._checked(document, sheet) for document, sheet in given.values()]
        again = [self._checked(document, sheet) for document, sheet in waiting.values()]
        if not all(one.is_acceptable for one in checked):
            raise RefusedFile(place for one in checked for place in one.located)
        if not all(one.is_acceptable for one in again):
            raise UnusableFile(place for one in again for place in one.located)
        return checked

    def _checked(self, document: Document, sheet: Sheet) -> CheckedSheet:
        """Judges a sheet against the match as it stands."""
        return check_sheet(self.rules, self.saved, document, sheet)

    def _waiting(self, besides: Container[str] = ()) -> dict[str, tuple[Document, Sheet]]:
        """Returns the sheets stored for the next opening, by seat, but for some seats.

        Those that came before a rewind are stale: they count no more, and wait no more.
        """
        waiting = {}
        stale = {rewound.before for rewound in self.saved.rewinds}
        for path in sorted(orders_folder(self.folder, self.saved.n + 1).glob("*.json")):
            if path.stem in besides:
                continue
            try:
                document, sheet = read_order_sheet(
                    self.rules.game, read_bytes(path, limit=MAX_SIZE), str(path)
                )
            except RefusedFile as error:
                raise UnusableFile(error.located) from None
            if sheet.document["head"] in stale:
                continue
            if sheet.seat != path.stem:
                raise UnusableFile([document.located(other_seat(sheet.seat, path.stem))])
            waiting[sheet.seat] = document, sheet
        return waiting

    def waiting_seats(self) -> tuple[str, ...]:
        """Returns the seats whose sheets wait for the next opening, sorted."""
        return tuple(sorted(self._waiting()))

    # -- adjudicate ---------------------------------------------------------------------------

    def adjudicate(
        self,
        files: Sequence[tuple[str, bytes]],
        rolls: Mapping[str, Sequence[int]] | None = None,
    ) -> Played:
        """Takes sheets in, and adjudicates as far as sheets and rolls go.

        Args:
            files: sheets as names and bytes, besides those that wait already.
            rolls: in external mode, dice rolled elsewhere, by label.

        Raises:
            RefusedFile: a sheet has problems; nothing was changed.
            Refused: a roll has problems; nothing was adjudicated.
            TryAgain: another run holds the match, or the disk is full.
        """
        if rolls is not None:
            self._check_external()
        with match_lock(self.folder):
            self._check_unmoved()
            if not self._is_whole():
                raise self._went_on()
            checked = self.accept(files)
            external = None if self.mode != "external" else ExternalDice(rolls or {})
            result = self._open_next(checked, external)
            written = [
                store_sheet(self.folder, self.saved.n + 1, entry.sheet.seat, raw)
                for entry, (_, raw) in zip(checked, files, strict=True)
            ]
            if not isinstance(result, Opening):
                return Played(None, self.saved, tuple(written), _never_rolled(external))
            append_durably(self.folder / "log.jsonl", result.lines)
            self.saved, self.views = result.saved, views_of(result)
            failure = None
            try:
                self.write_save()
                written += self.files.write_opening(result)
            except (TryAgain, Unusable) as error:
                failure = error
        return Played(result, self.saved, tuple(written), _never_rolled(external), failure)

    def rolls_awaited(
        self, files: Sequence[tuple[str, bytes]], rolls: Mapping[str, Sequence[int]]
    ) -> tuple[Pending, ...]:
        """Returns the rolls for which `adjudicate` would stop with these sheets and rolls.

        Nothing is written.

        Raises:
            RefusedFile: a sheet has problems.
            Refused: a roll has problems.
        """
        self._check_external()
        result = self._open_next(self.accept(files), ExternalDice(rolls))
        pending = (result.saved if isinstance(result, Opening) else result.save).pending
        return tuple(question for question in pending if question.topic == "rolls")

    def _open_next(
        self, checked: Sequence[CheckedSheet], external: ExternalDice | None
    ) -> Opening[Any] | Run[Any]:
        """Runs the rules with sheets that were judged and those that wait."""
        given = {entry.sheet.seat: entry.sheet for entry in checked}
        waiting = self._waiting(besides=given)
        sheets = {seat: sheet for seat, (_, sheet) in waiting.items()} | given
        return open_next(
            self.rules, self.genesis, self.saved, sheets,
            secrets=Secrets(chain_value(self.folder, self.genesis.offer, self.saved.n + 1)),
            external=external,
        )  # fmt: skip

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the lock of the match, as it was when it was opened.

        Raises:
            TryAgain: another run holds it, or has gone on with it.
        """
        with match_lock(self.folder):
            self._check_unmoved()
            if not self._is_whole():
                raise self._went_on()
            yield

    def _check_external(self) -> None:
        """Only a match of mode external takes rolls."""
        if self.mode != "external":
            raise unusable_file(
                self.folder,
                "rolls-not-external",
                f"this match is played in {self.mode} mode: its dice come from the log",
                "Rolls are taken only in a match made with `new --mode external`.",
            )

    def _check_unmoved(self) -> None:
        """Another run may have made an opening since this match was opened."""
        ends = read_ends(self.folder / "log.jsonl")
        if ends is None or tfd1.digest(ends.last) != self.saved.head:
            raise self._went_on()

    def _went_on(self) -> TryAgain:
        message = f"the match {self.folder} went on while this command was starting"
        hint = "Look at its status, then run the same command."
        return TryAgain(Problem("match-went-on", message, hint=hint, kind="unusable"))

    def _is_whole(self) -> bool:
        """Whether the last opening's views are there, and nothing that was not finished."""
        folder = self.folder / "openings"
        if self.views is not None:
            there = (folder / self.views / "events.json").exists()
        else:
            there = any(folder.glob(f"{views_key(self.saved, self.saved.n)}-*/events.json"))
        return there and not has_unfinished(orders_folder(self.folder, self.saved.n + 1))

    # -- writing ------------------------------------------------------------------------------

    def write_save(self) -> None:
        """Puts referee/save.json in place; a match that was cloned has no folder for it yet."""
        size = (self.folder / "log.jsonl").stat().st_size
        content = save_bytes(self.saved, log_size=size, views=self.views)
        write_atomically(make_folder(self.folder, "referee") / "save.json", content)

    def _mend(self, found: WholeLog, mended: str) -> None:
        """Writes again what is lost or was not done when a run was killed.

        If another run has the match, or has gone on with it, then that run writes it.

        Args:
            mended: what to tell of a save that has to be written; empty if there is one.
        """
        there = {
            path.parent.name.partition("-")[0]
            for path in self.folder.glob("openings/*/events.json")
        }
        keys = [f"n{n:04d}" for n in range(self.saved.n + 1)]
        keys += [
            views_key(self.saved.model_copy(update={"rewinds": self.saved.rewinds[:number]}), one.n)
            for number, one in enumerate(self.saved.rewinds, start=1)
        ]
        missing = [key for key in keys if key not in there]
        if not (found.notice or mended or missing) and self._is_whole():
            return
        try:
            with match_lock(self.folder):
                if not settle_log(self.folder, found):
                    return
                remove_unfinished(self.folder)
                self.notices += tuple(filter(None, (found.notice, mended)))
                if mended:
                    if isinstance(found.log.lines[-1].payload, log.Seat):
                        self._after_seat(self._replayed(found.log))
                    self.write_save()
                if missing:
                    self._write_again(missing, found.log)
        except TryAgain as error:
            if error.problem.code == "disk-full":
                raise

    def _write_again(self, missing: Container[str], read: log.Log) -> None:
        from adjudicator.core.replay import replay

        replayed = replay(self.rules, read, stored_sheets(self.folder))
        made = []
        if "n0000" in missing:
            head = log.Head(read.lines[0].k, read.lines[0].hash)
            first = first_match(self.rules, self.genesis, head)
            self.files.write_start(first if self.saved.n else self.saved)
            made.append("0")
        for opening in replayed.openings:
            if f"n{opening.n:04d}" in missing:
                newest = opening.n == self.saved.n == self.saved.reached
                # Its views tell the head to answer, which a new join of a seat has moved.
                self.files.write_opening(opening._replace(saved=self.saved) if newest else opening)
                made.append(str(opening.n))
        for saved in replayed.rewinds:
            if views_key(saved, saved.n) in missing:
                newest = saved.rewinds == self.saved.rewinds and saved.n == self.saved.n
                self.files.write_rewound(self.saved if newest else saved)
                made.append(f"{saved.n} (rewound to {saved.reached})")
        if made:
            plural = "" if len(made) == 1 else "s"
            self.notices += (
                f"map and report of opening{plural} {', '.join(made)} were made again",
            )

    def position(self) -> Any:
        """Returns the state reached."""
        return state_of(self.rules.game, self.saved.position)

    # -- seats --------------------------------------------------------------------------------

    def replace_seat(self, raw: bytes, source: str) -> SeatReplaced:
        """Takes in a join that replaces that of its seat (TFD1 3.9).

        The head of the log changes: what was mailed of the newest opening is written again, and
        sheets that wait are set aside. Whoever sends his anew has seen the new join.

        Raises:
            RefusedFile: the join has problems; nothing was changed.
            Unusable: the match is over, or the sheets of an opening are lost.
            TryAgain: another run holds the match, or the disk is full.
        """
        from adjudicator.files.joins import read_replacement

        with match_lock(self.folder):
            self._check_unmoved()
            if not self._is_whole():
                raise self._went_on()
            if self.saved.is_over:
                raise unusable_file(
                    self.folder, "match-over", "the match is over", "No seat needs a chain."
                )
            line = read_replacement(self.genesis, self.saved.n, raw, source)
            self._waiting()  # What cannot be read is refused before anything is written.
            added, _ = log.append(log.Head(self.saved.k, self.saved.head), line)
            path = self.folder / "log.jsonl"
            read = log.parse_log(read_bytes(path) + added)
            replayed = self._replayed(read)
            append_durably(path, added)
            self.saved = replayed.saved
            set_aside = self._after_seat(replayed)
            self.write_save()
        return SeatReplaced(line, set_aside)

    def _replayed(self, read: log.Log) -> Replayed[Any]:
        """Makes all openings of the log again.

        Raises:
            UnusableFile: the log is wrong, or withheld sheets are lost.
        """
        from adjudicator.core.replay import replay

        replayed = replay(self.rules, read, stored_sheets(self.folder))
        if replayed.problems:
            raise unusable_log(self.folder, replayed.problems)
        if replayed.waiting_for:
            raise _sheets_missing(self.folder, "the match is to be played again", replayed)
        return replayed

    def _after_seat(self, replayed: Replayed[Any]) -> tuple[str, ...]:
        """Writes the views of the newest opening under the new head; sets stale sheets aside.

        Returns the seats whose sheets answered an older log.
        """
        stale = []
        folder = orders_folder(self.folder, self.saved.n + 1)
        for seat, (_, sheet) in self._waiting().items():
            if sheet.document["head"] != self.saved.head:
                stale.append(seat)
                aside = folder.parent / f"stale-{self.saved.k:04d}"
                aside.mkdir(exist_ok=True)
                (folder / f"{seat}.json").replace(aside / f"{seat}.json")
        if self.saved.reached != self.saved.n:
            self.files.write_rewound(self.saved)
        elif not replayed.openings:
            self.files.write_start(self.saved)
        else:
            newest = replayed.openings[-1]
            done = newest.run
            self.files.write_views(
                newest.n, done.turns[0], self.saved,
                before=done.before, state=done.state, events=done.events,
            )  # fmt: skip
        return tuple(stale)

    def copy_to(self, folder: Path) -> Match:
        """Copies the match into a new folder and returns it opened there."""
        names = [path.name for path in self.folder.iterdir()]
        with new_folder(folder, names):
            copy_folder(self.folder, folder)
            copy = Match(
                folder, self.rules, self.genesis, self.saved,
                render=self.files.render, notices=self.notices, views=self.views,
            )  # fmt: skip
            copy._check_unmoved()
        return copy


def _rules(folder: Path, genesis: log.Genesis, games: Mapping[str, Game]) -> Rules[Any]:
    try:
        return rules_of(genesis, games)
    except Unusable as error:
        raise unusable_log(folder, error.problems) from None


def _views_after(replayed: Replayed[Any]) -> str | None:
    """Returns the folder of the views of where a match stands; None: it has no opening."""
    saved = replayed.saved
    if saved.reached != saved.n:
        return rewound_views(saved)
    return views_of(replayed.openings[-1]) if replayed.openings else None


def _sheets_missing(folder: Path, why: str, replayed: Replayed[Any]) -> UnusableFile:
    return unusable_file(
        folder / "referee" / "orders",
        "sheets-missing",
        f"{why}, and the sheets of opening {replayed.waiting_for[0]} are not here",
        "Put the sheets back there as they were received.",
    )


def _never_rolled(external: ExternalDice | None) -> tuple[str, ...]:
    labels = external.unused if external is not None else ()
    return tuple(f"{label} was given, but never rolled" for label in labels)


def _why_no_match(folder: Path) -> tuple[str, str]:
    """Returns why there is no match in what was named as its folder, and what to name."""
    hint = "Name the folder that `adjudicator new` made; to a player, the mailed state.json does."
    if (folder / "offer.json").exists():
        hint = f"`adjudicator begin {folder} JOIN...` takes the joins in."
        return "this match has not begun: it awaits joins", hint
    if folder.is_file():
        return "this is a file, not the folder of a match", hint
    if not folder.exists():
        return "there is no such folder", hint
    if is_unfinished(folder):
        return "the making of this match was broken off", "Run the command again that made it."
    return "this folder holds no match: log.jsonl is not there", hint
