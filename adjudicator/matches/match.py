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

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.audit.opening import (
    NO_LOCK_OPTIONS,
    LockOptions,
    Opening,
    Secrets,
    fixes_round_first,
    is_locked_first,
    open_next,
)
from adjudicator.core.game import Game, Pending
from adjudicator.core.problem import AdjudicatorError
from adjudicator.core.referee import Run
from adjudicator.core.sheet import Sheet
from adjudicator.core.values import FrozenMap
from adjudicator.documents.problems import unusable_file
from adjudicator.documents.sheets import (
    CheckedSheet,
)
from adjudicator.documents.storage import (
    append_durably,
    copy_folder,
    empty_folder,
    new_folder,
)
from adjudicator.matches.match_folder import blame_stale_save, find_match
from adjudicator.matches.opened import OpenedMatch, Played
from adjudicator.matches.opening_files import Render, views_of
from adjudicator.matches.stored_sheets import all_sheets, ignored_signatures

if TYPE_CHECKING:  # of an opening alone, which says when it needs them
    from adjudicator.audit.automatic import WrittenBy
    from adjudicator.audit.chance import ExternalDice
    from adjudicator.audit.clock import ClockFacts
    from adjudicator.matches.played_seats import WrittenSheet

__all__ = ["Match"]

NOBODY: Mapping[str, WrittenBy] = FrozenMap()
"""No seat is played beside those of the offer."""


class Match(OpenedMatch):
    """A match folder that can be adjudicated."""

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

    def take_in(self, files: Sequence[tuple[str, bytes]]) -> tuple[Path, ...]:
        """Stores sheets for the next opening, or pledges for a locked one; no opening is made.

        Args:
            files: names and bytes.

        Raises:
            RefusedFile: one of them has problems; nothing was changed.
            UnusableFile: a sheet that waits has.
            Refused: the round of the beacon is to be fixed first.
            TryAgain: another run holds the match, or the disk is full.
        """
        with self.held():
            if self.saved.locked is not None:
                from adjudicator.matches.locked_opening import take_while_locked

                return take_while_locked(
                    self.folder, self.rules, self.genesis, self.saved, files=files
                )
            if fixes_round_first(self.genesis):
                from adjudicator.matches.fixed_round import before_lock

                before_lock(self, files, NO_LOCK_OPTIONS)
            return self.store(files, self.accept(files))

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
        from adjudicator.matches.played_seats import seats_to_play

        there = (*besides, *self.waiting(besides))
        return seats_to_play(self.genesis, self.automatic(), played, there)

    def _with_written(
        self, checked: Sequence[CheckedSheet], played: Mapping[str, WrittenBy]
    ) -> list[WrittenSheet]:
        """Returns the automatic sheets of an opening, beside those that were given."""
        seats = self.to_play(played, [one.sheet.seat for one in checked])
        from adjudicator.matches.played_seats import written_sheets

        return written_sheets(self.folder, self.genesis, self.automatic(), seats)

    def adjudicate(
        self,
        files: Sequence[tuple[str, bytes]],
        rolls: Mapping[str, Sequence[int]] | None = None,
        *,
        lock_options: LockOptions = NO_LOCK_OPTIONS,
        played: Mapping[str, WrittenBy] = NOBODY,
        clock: ClockFacts | None = None,
        only: Mapping[str, str] | None = None,
    ) -> Played:
        """Takes sheets in, and adjudicates as far as sheets and rolls go.

        In the modes that lock first, one run makes the lock and a later one opens it.

        Args:
            files: sheets as names and bytes, besides those that wait already; or, while an opening
                is locked, pledges.
            rolls: in external mode, dice rolled elsewhere, by label.
            lock_options: what the run is told of the lock or of its opening.
            played: seats for which sheets are written if none is there, and who writes them;
                those that the offer gives to the built-in player are written in any case.
            clock: what the clock of the match says of the opening; None: no clock has a part in it.
            only: by seat, the hashes of the sheets that must wait, and no others; None: whichever.

        Raises:
            RefusedFile: a sheet has problems; nothing was changed.
            Refused: a roll has problems, or the policy does not give what the clock says; nothing
                was adjudicated.
            TryAgain: another run holds the match, or has changed what waits; the disk is full.
        """
        if rolls is not None:
            self._check_external()
        with self.held(), blame_stale_save(self.folder, self.rules, self.saved):
            if only is not None and only != self.waiting_hashes():
                raise self._went_on()
            if self.saved.locked is not None:
                return self._open_locked(files, lock_options, clock)
            if lock_options != NO_LOCK_OPTIONS:
                from adjudicator.matches.locked_opening import refuse_lock_options

                refuse_lock_options(self.genesis, self.saved, lock_options)
            if fixes_round_first(self.genesis) and (files or lock_options.round is not None):
                from adjudicator.matches.fixed_round import before_lock

                if fixed := before_lock(self, files, lock_options):
                    return fixed
            checked = self.accept(files)
            if clock is not None:
                played = {**played, **clock.writers}
            written_now = self._with_written(checked, played)
            files = (*files, *((one.name, one.raw) for one in written_now))
            checked += [one.checked for one in written_now]
            if is_locked_first(self.genesis):
                return self._lock(files, checked, lock_options, clock)
            external = self._external(rolls or {}) if self.mode == "external" else None
            result = self._open_next(checked, external, clock)
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
        made, failure = self.write_derived(lambda: self.files.write_opening(opening))
        notices += self.files.taken_notices()
        return Played(opening, self.saved, (*written, *made), notices, failure)

    def _lock(
        self,
        files: Sequence[tuple[str, bytes]],
        checked: Sequence[CheckedSheet],
        lock_options: LockOptions,
        clock: ClockFacts | None,
    ) -> Played:
        """Locks the next opening if its sheets are in: the lock line, and nothing else."""
        from adjudicator.audit.automatic import told_note
        from adjudicator.audit.lock_first import lock_next

        self._chain_value()  # Nothing is locked that could not be opened.
        sheets, number = self._sheets(checked), lock_options.round
        made = lock_next(self.rules, self.genesis, self.saved, sheets, beacon_round=number)
        if made is not None and clock is not None:
            told_note(self.genesis, self.automatic(), sheets, clock)  # refuses false facts
        written = self._store(files, checked, made)
        notices = tuple(ignored_signatures(checked))
        if made is None:
            return Played(None, self.saved, written, notices)
        append_durably(self.folder / "log.jsonl", made.lines)
        self.saved = made.saved
        _, failure = self.write_derived()
        return Played(None, self.saved, written, notices, failure)

    def _open_locked(
        self,
        files: Sequence[tuple[str, bytes]],
        lock_options: LockOptions,
        clock: ClockFacts | None,
    ) -> Played:
        """Takes pledges in; opens what is locked when nothing is awaited any more."""
        from adjudicator.matches.locked_opening import opened_if_complete, unchecked

        opening, written = opened_if_complete(
            self.folder,
            self.rules,
            self.genesis,
            self.saved,
            files=files,
            lock_options=lock_options,
            clock=clock,
        )
        if opening is None:
            return Played(None, self.saved, written, ())
        return self.commit(opening, written, unchecked(lock_options))

    def awaited(self) -> tuple[str, ...]:
        """Returns what a locked opening awaits: seats for their pledges, or "the beacon"."""
        from adjudicator.matches.locked_opening import still_awaited

        return still_awaited(self.folder, self.genesis, self.saved, NO_LOCK_OPTIONS)

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
        result = self._open_next(checked, self._external(rolls))
        pending = (result.saved if isinstance(result, Opening) else result.save).pending
        return tuple(question for question in pending if question.topic == "rolls")

    @staticmethod
    def _external(rolls: Mapping[str, Sequence[int]]) -> ExternalDice:
        """Returns dice that were rolled elsewhere."""
        from adjudicator.audit.chance import ExternalDice

        return ExternalDice(rolls)

    def _open_next(
        self,
        checked: Sequence[CheckedSheet],
        external: ExternalDice | None,
        clock: ClockFacts | None = None,
    ) -> Opening[Any] | Run[Any]:
        """Runs the rules with sheets that were judged and those that wait."""
        from adjudicator.audit.automatic import told_note

        sheets, automatic = self._sheets(checked), self.automatic()
        return open_next(
            self.rules, self.genesis, self.saved, sheets,
            secrets=Secrets(self._chain_value(), hidden=automatic.hidden),
            external=external, earlier=partial(all_sheets, self.folder),
            clock=told_note(self.genesis, automatic, sheets, clock),
        )  # fmt: skip

    def _sheets(self, checked: Sequence[CheckedSheet]) -> dict[str, Sheet]:
        """Returns the sheets that were judged and those that wait."""
        given = {entry.sheet.seat: entry.sheet for entry in checked}
        waiting = self.waiting(besides=given)
        return {seat: sheet for seat, (_, sheet) in waiting.items()} | given

    def _chain_value(self) -> str | None:
        """Returns the referee's chain value of the next opening."""
        from adjudicator.documents.keys.referee_secret import chain_value

        return chain_value(self.folder, self.genesis.offer, self.saved.n + 1)

    def check_secret(self) -> None:
        """Raises UnusableFile where the secret that makes the next opening's dice is not here."""
        self._chain_value()

    def _check_external(self) -> None:
        """Only a match of mode external takes rolls."""
        if self.mode != "external":
            raise unusable_file(
                self.folder,
                "rolls-not-external",
                f"this match is played in {self.mode} mode: its dice come from the log",
                "Rolls are taken only in a match made with `new --mode external`.",
            )

    @contextmanager
    def copied_to(self, folder: Path) -> Iterator[Match]:
        """Copies the match into a new folder; takes the copy away if the block refuses."""
        was_there = folder.exists()
        copy = self.copy_to(folder)
        try:
            yield copy
        except AdjudicatorError:
            if copy.saved == self.saved:
                empty_folder(folder)
                if not was_there:
                    folder.rmdir()
            raise

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
