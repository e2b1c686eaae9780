"""A match as its log shows it, and any of its openings made again: what has been, not what is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from adjudicator.audit import log
from adjudicator.audit.opening import SavedMatch, first_match
from adjudicator.audit.replay import Replayed, moments_of, replay, replay_after
from adjudicator.audit.rewind import Rewinding
from adjudicator.core.game import Event, Game, Rules
from adjudicator.core.limits import MAX_LOG, MAX_SIZE
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.save import state_of
from adjudicator.documents.keys.referee_secret import hidden_of
from adjudicator.documents.kinds import begins_as_log
from adjudicator.documents.maps import places_in, places_near
from adjudicator.documents.offers import rules_of
from adjudicator.documents.problems import RefusedFile, UnusableFile, in_log, unusable_file
from adjudicator.documents.storage import read_bytes
from adjudicator.matches.amendments import annulled_of, annulled_saying
from adjudicator.matches.checkpoints import checkpoint_before
from adjudicator.matches.newest_views import restore_layout
from adjudicator.matches.saves import shown_log
from adjudicator.matches.stored_sheets import stored_sheets
from adjudicator.narrate.narrator import Saying

__all__ = ["Logged", "Past", "SheetOf", "is_log", "read_log", "read_whole", "withheld"]

SheetOf: TypeAlias = Callable[[int, str, str], Mapping[str, Any] | None]
"""Gives a withheld sheet by opening, seat and hash, where it is at hand."""


class Past(NamedTuple):
    """One opening as it was when it was made."""

    saved: SavedMatch
    before: Any
    state: Any
    events: tuple[Event, ...]
    annulled: Saying | None = None
    """What to say first: that the opening was taken back."""


class Logged(NamedTuple):
    """A log, the rules that it names, and the folder of the match if there is one."""

    path: Path
    raw: bytes
    read: log.Log
    rules: Rules[Any]
    folder: Path | None
    """None: the log alone."""

    @classmethod
    def open(cls, path: Path, games: Mapping[str, Game], places: Sequence[Path] = ()) -> Logged:
        """Opens the folder of a match, or a log.jsonl alone.

        Args:
            places: where files of the map lie that are not shipped; none: near the log.

        Raises:
            RefusedFile: lines of the log are damaged.
            Unusable: it is no log, or its game or map cannot be used.
        """
        folder = path if path.is_dir() else None
        path = path / "log.jsonl" if folder else path
        if folder and not path.exists():
            from adjudicator.matches.match_folder import no_match

            raise no_match(folder)
        raw, read = read_whole(path, folder)
        if read.problems:
            raise RefusedFile(in_log(problem, str(path)) for problem in read.problems)
        genesis = read.lines[0].payload
        assert isinstance(genesis, log.Genesis)
        try:
            near = places_in(folder) if folder else places_near(path)
            rules = rules_of(genesis, games, places or near)
        except UnusableFile:
            raise
        except Unusable as error:
            raise UnusableFile(in_log(problem, str(path)) for problem in error.problems) from None
        if folder:
            restore_layout(folder, rules)
        return cls(path, raw, read, rules, folder)

    @property
    def genesis(self) -> log.Genesis:
        """Line 0."""
        return self.read.genesis

    @property
    def sheet_of(self) -> SheetOf:
        """How a withheld sheet is found: among those received, where the folder is here."""
        return stored_sheets(self.folder) if self.folder else lambda n, seat, hash_: None

    @property
    def hidden(self) -> str | None:
        """The hidden-draw secret, where the folder of the match is here; the log's end shows it."""
        return hidden_of(self.folder, self.rules, self.genesis) if self.folder else None

    @property
    def last(self) -> int:
        """The number of the newest opening; 0 before the first."""
        reached = [
            line.payload.n for line in self.read.lines if isinstance(line.payload, log.StateReached)
        ]
        return max(reached, default=0)

    def past(self, n: int | None) -> Past:
        """Returns an opening, made again from the log; 0 is the start, None where it stands now.

        Raises:
            RefusedFile: the rules, run again, do not give what the log says.
            UnusableFile: sheets that it needs are withheld and not here.
        """
        if n == 0 and self.last:
            return self._start()
        if (found := self._from_checkpoint(n)) is not None:
            return found
        return self.past_in(self.replayed(), n)

    def _start(self) -> Past:
        """Returns the position in which the match began."""
        start = self.rules.start
        saved = first_match(self.rules, self.genesis, self.read.lines[0].head)
        return Past(saved, start, start, ())

    def replayed(self) -> Replayed[Any]:
        """Returns all openings, made again from the log: for whoever asks for many of them."""
        return replay(self.rules, self.read, self.sheet_of, hidden=self.hidden)

    def past_in(self, replayed: Replayed[Any], n: int | None) -> Past:
        """Returns an opening as `past` does, out of all that were made again."""
        if n == 0 and self.last:
            return self._start()
        stands = replayed.saved
        if n is None and stands.reached != stands.n and not replayed.problems:
            state = state_of(self.rules.game, stands.position)
            return Past(stands, state, state, ())
        n = self.last if n is None else n
        if n == 0 and not replayed.problems:
            return Past(replayed.saved, self.rules.start, self.rules.start, ())
        for opening in replayed.openings:
            if opening.n == n:
                done = opening.run
                # The head to answer, as the report tells it, moves when a seat is replaced.
                is_last = n == self.last == stands.reached and not replayed.waiting_for
                saved = stands if is_last else opening.saved
                annulled = annulled_of(stands.rewinds, n)
                return Past(saved, done.before, done.state, done.events, annulled)
        if replayed.problems:
            raise RefusedFile(in_log(problem, str(self.path)) for problem in replayed.problems)
        if replayed.needs_secret:
            raise unusable_file(self.path, "secret-missing", *_SECRET_MISSING)
        left = n if n in replayed.left_out else replayed.waiting_for[0]
        raise UnusableFile([in_log(withheld(left), str(self.path))])

    def _from_checkpoint(self, n: int | None) -> Past | None:
        """Returns an opening made again from the newest checkpoint before it, as `past` does.

        None: it must be told from the whole log. So where the match stands at a rewind, and where
        one lies between.
        """
        wanted = self.last if n is None else n
        moments = list(moments_of(self.read.lines))
        if not wanted or (n is None and isinstance(moments[-1], Rewinding)):
            return None
        start = self.folder and checkpoint_before(self.folder, self.rules, self.read, wanted)
        start = start or first_match(self.rules, self.genesis, self.read.lines[0].head)
        replayed = replay_after(
            self.rules, self.read, start, n=wanted, sheet_of=self.sheet_of, hidden=self.hidden
        )
        if replayed is None:
            return None
        opening = replayed.openings[-1]
        done, back = opening.run, [one for one in moments if isinstance(one, Rewinding)]
        annulled = next(
            (annulled_saying(wanted, one.to, one.reason) for one in back if wanted in one.annulled),
            None,
        )
        return Past(replayed.saved, done.before, done.state, done.events, annulled)


_SECRET_MISSING = (
    "the match has hidden information: until it is over, nobody but the referee can tell again "
    "what happened",
    "Name the folder of the match, with the referee's secret in it.",
)


def withheld(n: int) -> Problem:
    """Returns the problem of an opening whose sheets are not at hand."""
    return Problem(
        "sheets-missing",
        f"the sheets of opening {n} are withheld until its player-turn is over, and are not here",
        hint="Ask for a log that is one player-turn longer; the referee's folder has the sheets.",
        kind="unusable",
    )


def is_log(path: Path) -> bool:
    """Whether a file is a log and not a mailed state.json."""
    if not path.is_file():
        return False
    return path.suffix == ".jsonl" or begins_as_log(read_bytes(path, limit=MAX_SIZE))


def read_whole(path: Path, folder: Path | None) -> tuple[bytes, log.Log]:
    """Returns a log, of a match folder without the opening that a killed run left unfinished."""
    if folder is not None:
        with contextlib.suppress(UnusableFile):  # what is wrong with it is said below
            found = shown_log(folder)
            return found.counting, found.log
    raw = read_bytes(path, limit=MAX_LOG)
    return raw, read_log(path, raw)


def read_log(path: Path, raw: bytes) -> log.Log:
    """Returns a log with what is wrong with its lines; raises if it is no log."""
    try:
        return log.parse_log(raw)
    except Unusable as error:
        located = [in_log(problem, str(path)) for problem in error.problems]
        is_damaged = any(problem.code == "log-damaged" for problem in error.problems)
        raise (RefusedFile if is_damaged else UnusableFile)(located) from None
