"""A turn: all that is due in the repository of a match is made, once, whoever runs it (section 3).

The sheets of an opening are those of the commit to which its tag `lock/n0012` leads, and the tag is
pushed before anything is rolled: of two runs one makes it, and the other takes that commit. From
there on nothing can be chosen. The same commit and the same secret give the same bytes, so a run
may be killed at any moment and the next one goes on; if two make the same opening, both push the
same.

Nothing is returned that dice could be read from before the push was taken.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from adjudicator import __version__
from adjudicator.api.fetched import log_head, named_sheets, next_opening
from adjudicator.api.match import Match
from adjudicator.api.named_files import MAX_LOG, read_bytes
from adjudicator.api.outcomes import Opened
from adjudicator.api.problems import Located, Problem, Refused, TryAgain, Unusable
from adjudicator.repository.git import ADJUDICATOR, Git
from adjudicator.repository.inbox import InboxFile, inbox_entries
from adjudicator.repository.origin import (
    LOG,
    TURNS,
    Fetched,
    Lock,
    Origin,
    origin_of,
)
from adjudicator.repository.page import README, match_page
from adjudicator.repository.settings import RepositorySettings, settings_of
from adjudicator.repository.sheets import (
    Given,
    LaidOut,
    given_pledges,
    given_sheets,
    match_at,
    still_awaited,
)
from adjudicator.repository.throwaway import VIEWS

if TYPE_CHECKING:  # of a match with a clock, or with a page, alone
    from adjudicator.api.clock import ClockFacts
    from adjudicator.repository.publishing import Published

__all__ = ["RACES", "Step", "Told", "TurnsTaken", "take_turns"]

RACES = 20
"""So often somebody else may be faster; then the same may work later."""
_CLOCK, _WITHHELD = "clock", "withheld"
"""Under which names the tag of a lock tells facts of the clock, and seats that are given up."""
_MOST_STEPS = 1000
"""In one run: built-in players alone may play a match to its end."""


class Told(NamedTuple):
    """What a run is told besides what lies in the repository."""

    secret: bytes | None = None
    """The referee's secret: the content of secret.json, or its 64 digits; None: there is none."""
    withheld: tuple[str, ...] = ()
    """Seats whose pledges are given up."""
    round: int | None = None
    """The round of the beacon to fix for the next opening."""
    beacon: tuple[str, str | None] | None = None
    """The value of the beacon and its signature, which open what is locked."""


class Step(NamedTuple):
    """What was made and pushed."""

    did: Literal["opened", "locked", "fixed"]
    """An opening was made; its sheets were locked, and pledges or the beacon are awaited; the round
    of the beacon was fixed."""
    n: int
    """The opening."""
    turns: tuple[str, ...]
    """The player-turns in which something happened."""
    commit: str
    """The commit that holds it."""
    head: str
    """The head of the log."""
    late: tuple[str, ...] = ()
    """Seats whose sheets came, or were changed, after the lock: they do not count."""
    by_another: bool = False
    """Whether another run was faster, and pushed the same."""
    unseen: tuple[str, ...] = ()
    """Seats that may see more than others, and have no recipient to which it could be sealed."""


class TurnsTaken(NamedTuple):
    """What a run did, and what it waits for."""

    steps: tuple[Step, ...]
    """What was made, oldest first."""
    awaited: tuple[str, ...]
    """Who owes something, in words; empty: the match is over."""
    refused: Mapping[str, tuple[Located, ...]]
    """By seat, why what it has committed does not count."""
    is_over: bool
    """Whether the match has ended."""
    n: int
    """The newest opening."""
    deadlines: Mapping[str, str] = MappingProxyType({})
    """By seat, until when it has time, in UTC; empty where no clock runs."""
    page: Published | None = None
    """What became of the page for spectators; None: there is none."""


def take_turns(git: Git, told: Told, now: datetime) -> TurnsTaken:
    """Makes all that is due in the repository of a match, and pushes it.

    Args:
        told: what the run is told besides.
        now: the moment, with a zone: when a lock is made. No result depends on it but by the clock
            of the match.

    Raises:
        TryAgain: `no-network`; `raced`, others were faster 20 times.
        Refused: `push-refused`, the other side does not take it.
        Unusable: `two-logs`, another opening stands in the place of the one that was made;
            `tag-false`, a lock leads to what cannot be adjudicated; the match, its secret or its
            sheets are not here.
    """
    run = _Run(git, told, now)
    steps: list[Step] = []
    while len(steps) < _MOST_STEPS:
        made = run.next_step()
        if isinstance(made, Step):
            steps.append(made)
        if run.then is not None:
            return run.then._replace(steps=tuple(steps), page=run.page())
        run.told = told._replace(withheld=(), round=None, beacon=None)
    raise TryAgain(_raced(f"{_MOST_STEPS} openings were made, and more is due"))


class _Made(NamedTuple):
    """What was made in a throw-away folder, and is to be committed."""

    did: Literal["opened", "locked", "fixed"]
    n: int
    turns: tuple[str, ...]
    log: bytes
    files: Mapping[str, bytes | None]
    locked: str
    """The commit whose sheets it has."""
    unseen: tuple[str, ...]


class _Stage(NamedTuple):
    """What is there for the next opening."""

    given: Given
    idle: TurnsTaken | None
    """Who is awaited, if nothing can be made."""
    facts: ClockFacts | None = None
    """What the clock tells the log."""
    withheld: tuple[str, ...] = ()
    """Seats whose pledges are given up."""
    at: int = 0
    """When it was locked, in seconds since 1970: from then on the next ones have time."""
    is_free: bool = False
    """Whether nothing has to be locked: a round is fixed, or opens what is locked already."""


class _Run:
    """One run of `turn`."""

    def __init__(self, git: Git, told: Told, now: datetime) -> None:
        self.git, self.told, self.now = git, told, now
        self.then: TurnsTaken | None = None
        """Who is awaited, once nothing more is due."""
        self.has_page = False
        """Whether turns publish a page for spectators."""
        self.origin: Origin = origin_of(git)

    def next_step(self) -> Step | None:
        """Makes the next thing that is due; None: nothing is."""
        for _ in range(RACES):
            fetched = self.origin.fetch()
            self.has_page = fetched.settings.page is not None
            awaited = next_opening(fetched.log)
            sheets = self.origin.lock_of(fetched, awaited.n)
            lock = sheets
            if awaited.is_locked:
                lock = self.origin.lock_of(fetched, awaited.n, opens=True)
            base = fetched.tip if lock is None else lock.commit
            with self._match_at(fetched, base) as laid:
                stage = self._stage(fetched, laid, sheets, lock)
                if stage.idle is not None:
                    if lock is not None:
                        why = "; ".join(stage.idle.awaited).rstrip(".")
                        raise Unusable([_tag_false(awaited.n, base, why)])
                    self.origin.remember(fetched.log)
                    self.then = stage.idle
                    return None
                if laid.match.has_secret and self.told.secret is None:
                    raise Unusable([_no_secret(awaited.n)])
                laid.match.check_secret()  # Nobody locks who could not go on.
                if lock is None and not stage.is_free and not self._locks(fetched, laid, stage):
                    continue  # Another run was first: its commit counts.
                try:
                    made = self._adjudicated(laid, stage, sheets.commit if sheets else base)
                except Refused as error:
                    if lock is None or isinstance(error, Unusable):
                        raise
                    why = error.problems[0].message
                    raise Unusable([_tag_false(awaited.n, base, why)]) from None
                then = self._then(fetched, laid.match)
            step = self._pushed(made, fetched)
            self.then = None if step.by_another else then
            return step
        raise TryAgain(_raced(f"others were faster {RACES} times"))

    def page(self) -> Published | None:
        """Publishes the page for spectators of what is in the repository now, if it has one."""
        if not self.has_page:
            return None
        from adjudicator.repository.publishing import publish

        return publish(self.git, self.origin, self.told.secret)

    def _match_at(self, fetched: Fetched, commit: str) -> AbstractContextManager[LaidOut]:
        sealed = fetched.settings.sheets == "sealed"
        return match_at(self.git, commit, secret=self.told.secret, sealed=sealed)

    # -- what is due ----------------------------------------------------------------------------

    def _stage(
        self, fetched: Fetched, laid: LaidOut, sheets: Lock | None, lock: Lock | None
    ) -> _Stage:
        """Returns what is there for the next opening, and whether it can be made."""
        match = laid.match
        given = given_pledges(laid) if match.is_locked else given_sheets(laid)
        played = match.seats_played()
        if match.is_over:
            return _Stage(given, TurnsTaken((), (), given.refused, True, match.n))
        fixes = self._fixes_round(match)
        opens = match.locked is not None and match.locked.round is not None
        clock, facts, withheld = None, None, self.told.withheld
        if fixes or opens:
            is_due = (self.told.round if fixes else self.told.beacon) is not None
        elif lock is not None:
            facts, withheld = _facts_in(lock), _withheld_in(lock)
            is_due = not still_awaited(match, (*given.files, *withheld, *_written(facts)), played)
        else:
            _check_withheld(match, withheld)
            if _keeps_time(fetched.settings, match):
                from adjudicator.repository.timing import asked_since, ruled

                locked = sheets if match.is_locked else None
                since = asked_since(self.origin, fetched, match.n + 1, locked)
                clock = ruled(match, given.files, since, self.now, lock=locked)
            is_due = not still_awaited(match, (*given.files, *withheld), played)
            if clock is not None and clock.ruling.opens:
                facts, withheld, is_due = clock.facts, clock.ruling.withheld, True
            elif clock is not None:  # A referee may still give pledges up by hand.
                is_due = is_due and bool(withheld)
        idle = None
        awaited = still_awaited(match, given.files, played)
        if is_due and lock is None and not (fixes or opens):
            awaited = _held(match, given, played, facts)
            is_due = not awaited
        if not is_due:
            idle = TurnsTaken(
                (), awaited, given.refused, False, match.n, clock.deadlines if clock else {}
            )
        at = int(self.now.timestamp()) if lock is None else lock.seconds
        return _Stage(given, idle, facts, tuple(withheld), at, fixes or opens)

    def _then(self, fetched: Fetched, match: Match) -> TurnsTaken | None:
        """Returns who is awaited after what was made; None: something may be due still.

        Nobody can have answered it yet: every sheet and pledge cites what was just made.
        """
        if match.is_over:
            return TurnsTaken((), (), {}, True, match.n)
        awaited = still_awaited(match, (), match.seats_played())
        runs = _keeps_time(fetched.settings, match)
        return None if runs or not awaited else TurnsTaken((), awaited, {}, False, match.n)

    def _fixes_round(self, match: Match) -> bool:
        """Whether the round of the beacon is to be fixed, or put off: then nothing else is made."""
        puts_off = self.told.round is not None and match.fixes_round_first and not match.is_locked
        return match.awaits_round or puts_off

    # -- the lock -------------------------------------------------------------------------------

    def _locks(self, fetched: Fetched, laid: LaidOut, stage: _Stage) -> bool:
        """Locks what lies at the tip; False: another run was first."""
        n = laid.match.n + 1
        opens = laid.match.is_locked
        name = self.origin.free_lock(n, opens=opens)
        said: dict[str, Any] = {
            "t": "open" if opens else "lock", "n": n, "head": log_head(fetched.log),
        }  # fmt: skip
        if stage.facts is not None:
            said[_CLOCK] = stage.facts.to_json()
        if stage.withheld:
            said[_WITHHELD] = list(stage.withheld)
        tag = self.git.tag_object(
            name.removeprefix("refs/tags/"), fetched.tip, json.dumps(said, sort_keys=True),
            person=ADJUDICATOR, seconds=int(self.now.timestamp()),
        )  # fmt: skip
        pushed = self.origin.push({name: tag}, onto=fetched.tip)
        if pushed.outcome == "refused":
            raise Refused([_push_refused(pushed.told)])
        return pushed.outcome == "taken"

    # -- making ---------------------------------------------------------------------------------

    def _adjudicated(self, laid: LaidOut, stage: _Stage, locked: str) -> _Made:
        match, told = laid.match, self.told
        options = match.lock_options(
            withheld=stage.withheld, beacon_round=told.round, beacon=told.beacon
        )
        files = [] if self._fixes_round(match) else list(stage.given.files.values())
        n, played = match.n + 1, match.seats_played()
        opened = match.adjudicate(files, play=played, lock_options=options, clock=stage.facts)
        if opened.failure is not None:
            raise opened.failure
        did = _what(opened)
        if did is None:
            raise Unusable([_tag_false(n, locked, "nothing comes of its sheets")])
        log = read_bytes(match.folder / LOG, limit=MAX_LOG)
        settings = settings_of(self.git, locked)
        files_made: dict[str, bytes | None] = dict(_files_made(match.folder))
        files_made[README] = match_page(match, settings, _until(match, settings, stage.at))
        unseen: tuple[str, ...] = ()
        if match.is_hidden and did != "locked":  # A lock changes nothing that a seat may see.
            from adjudicator.repository.sealing import recipients_in_force
            from adjudicator.repository.views import sealed_views

            views = sealed_views(match, lambda: recipients_in_force(log, settings))
            files_made |= views.files
            unseen = views.lacking
        return _Made(did, n, opened.turns, log, files_made, locked, unseen)

    # -- pushing --------------------------------------------------------------------------------

    def _pushed(self, made: _Made, fetched: Fetched) -> Step:
        """Commits what was made on the newest tip and pushes it, again if others were faster."""
        before = fetched.log
        for _ in range(RACES):
            late = self._late(made, fetched.tip)
            commit = self._commit(made, fetched.tip, late)
            refs = {self.origin.ref: commit}
            if made.did == "opened":
                refs[f"{TURNS}n{made.n:04d}"] = commit
            pushed = self.origin.push(refs, onto=fetched.tip)
            head = log_head(made.log)
            if pushed.outcome == "taken":
                self.origin.remember(made.log)
                return Step(made.did, made.n, made.turns, commit, head, late, unseen=made.unseen)
            if pushed.outcome == "refused":
                raise Refused([_push_refused(pushed.told)])
            fetched = self.origin.fetch()
            if fetched.log.startswith(made.log):
                self.origin.remember(fetched.log)
                return Step(made.did, made.n, made.turns, fetched.tip, head, late, by_another=True)
            if fetched.log != before:
                raise _two_openings(made.n, head, log_head(fetched.log))
        raise TryAgain(_raced(f"others were faster {RACES} times"))

    def _commit(self, made: _Made, tip: str, late: tuple[str, ...]) -> str:
        there = {one.path for one in self.git.tree(tip)}
        own = f"orders/n{made.n:04d}/"  # Those of earlier openings stand there as they were made.
        new = {
            path: content
            for path, content in made.files.items()
            if path in there or content is not None
            if path not in there or not path.startswith("orders/") or path.startswith(own)
        }
        files = self.git.all_kept(new)
        files |= {
            path: None for path in sorted(there) if path.startswith("now/") and path not in VIEWS
        }
        tree = self.git.tree_with(tip, files)
        seconds = self.git.commit(made.locked).seconds
        message = "".join(f"{line}\n" for line in _message(made, late))
        return self.git.commit_tree(tree, [tip], message, person=ADJUDICATOR, seconds=seconds)

    def _late(self, made: _Made, tip: str) -> tuple[str, ...]:
        """Returns the seats whose sheets are others at the tip than where they were locked."""
        if made.did == "fixed":
            return ()
        then, now = (
            {
                file: one.id
                for file, one in inbox_entries(self.git, commit).items()
                if _is_sheet(file, made.n)
            }
            for commit in (made.locked, tip)
        )
        return tuple(sorted({file.seat for file in now if then.get(file) != now[file]}))


def _is_sheet(file: InboxFile, n: int) -> bool:
    return file.n == n and file.kind in ("sheet", "sealed")


def _held(
    match: Match, given: Given, played: Sequence[str], facts: ClockFacts | None
) -> tuple[str, ...]:
    """Returns what is awaited where sheets hold back so much that nothing can be made of them.

    It is tried in a copy, before anything is locked; where no sheet holds anything back, something
    is made.
    """
    if match.is_locked or not any(b'"hold"' in file.raw for file in given.files.values()):
        return ()
    with match.copied_to(match.folder.with_name("tried")) as copy:
        opened = copy.adjudicate(list(given.files.values()), play=played, clock=facts)
    if _what(opened) is not None:
        return ()
    return tuple(f"{one.seat}: {one.prompt}" for one in opened.pending)


def _check_withheld(match: Match, seats: Sequence[str]) -> None:
    """Raises Refused where pledges are given up that are not owed: it would lock what is false."""
    owed = match.pledges_awaited if match.is_locked else ()
    for seat in seats:
        if seat not in owed:
            message = f'"{seat}" withholds nothing: no pledge of it is due'
            hint = f"Awaited: {', '.join(owed) or 'no pledge'}."
            raise Refused([Problem("not-withheld", message, rule="TFD1 3.8", hint=hint)])


def _withheld_in(lock: Lock) -> tuple[str, ...]:
    """Returns the seats whose pledges a lock gives up; what they are called, the match judges."""
    said = lock.said.get(_WITHHELD)
    return tuple(one for one in said if isinstance(one, str)) if isinstance(said, list) else ()


def _facts_in(lock: Lock) -> ClockFacts | None:
    """Returns what a lock tells of the clock; None: nothing."""
    if _CLOCK not in lock.said:
        return None
    from adjudicator.repository.timing import facts_in

    return facts_in(lock.said[_CLOCK])


def _keeps_time(settings: RepositorySettings, match: Match) -> bool:
    """Whether the clock of a match counts in its repository."""
    return settings.due == "clock" and match.clock is not None


def _until(match: Match, settings: RepositorySettings, at: int) -> Mapping[str, str]:
    """Returns by seat until when it has time after what was locked at a moment, in UTC."""
    if match.is_over or not _keeps_time(settings, match):
        return {}
    from adjudicator.repository.timing import ruled

    since = datetime.fromtimestamp(at, UTC)
    found = ruled(match, (), since, since, lock=None)
    return {} if found is None else found.deadlines


def _written(facts: ClockFacts | None) -> tuple[str, ...]:
    """Returns the seats for which the clock has sheets written."""
    return () if facts is None else tuple(facts.writers)


def _what(opened: Opened) -> Literal["opened", "locked", "fixed"] | None:
    if opened.has_fixed:
        return "fixed"
    if opened.n is not None:
        return "opened"
    return "locked" if opened.is_locked else None


def _files_made(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields what a match folder holds for everybody, and a turn may have changed."""
    for path in (
        folder / LOG,
        *sorted(folder.glob("orders/n*/*.json")),
        *(folder / one for one in VIEWS),
    ):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), read_bytes(path, limit=MAX_LOG)


def _message(made: _Made, late: tuple[str, ...]) -> Iterator[str]:
    """Yields the lines of the message: nothing in it is a stranger's word."""
    yield {
        "opened": f"Opening {made.n}: {', '.join(made.turns)}",
        "locked": f"Opening {made.n} is locked",
        "fixed": f"The round of the beacon for opening {made.n}",
    }[made.did]
    yield ""
    if made.did == "opened":
        yield f"Adjudicated-Opening: {made.n}"
    yield f"Log-Head: {log_head(made.log)}"
    yield f"Locked-Commit: {made.locked}"
    yield from (f"Sheet: {seat} {hash_}" for seat, hash_ in _locked_sheets(made))
    yield from (f"Late: {seat}" for seat in late)
    yield f"Engine: adjudicator {__version__}"


def _locked_sheets(made: _Made) -> list[tuple[str, str]]:
    """Returns the hashes of the sheets of an opening, as its lock in the log names them."""
    return [] if made.did == "fixed" else [*named_sheets(made.log, made.n).items()]


# -- problems -----------------------------------------------------------------------------------


def _two_openings(n: int, made: str, found: str) -> Unusable:
    message = f"another opening {n} stands in the repository than the one that was made here"
    hint = (
        f"Made here: head {made}\nThere: head {found}\nOf one lock and one secret there is one "
        "opening: tell all players both heads, and play on only when you know why."
    )
    return Unusable([Problem("two-logs", message, rule="repository 3", hint=hint, kind="unusable")])


def _no_secret(n: int) -> Problem:
    message = f"opening {n} is due, and the referee's secret, which makes its dice, is not here"
    hint = (
        "Whoever has it makes the turn: `--secret FOLDER`, or its content in the variable "
        "ADJUDICATOR_SECRET. The others wait for them."
    )
    return Problem("secret-missing", message, rule="repository 3", hint=hint, kind="unusable")


def _tag_false(n: int, commit: str, why: str) -> Problem:
    message = f"opening {n} is locked at commit {commit[:12]}, where it cannot be made: {why}"
    hint = f"Whoever may, takes the tag lock/n{n:04d} away; the next `git turn` locks anew."
    return Problem("tag-false", message, rule="repository 3", hint=hint, kind="unusable")


def _push_refused(told: tuple[str, ...]) -> Problem:
    said = "; ".join(told[-3:]) or "it does not say why"
    message = f"the repository does not take it: {said}"
    hint = "Only whoever may push the branch and tags takes a turn; the others wait for them."
    return Problem("push-refused", message, hint=hint, kind="unusable")


def _raced(why: str) -> Problem:
    return Problem("raced", why, hint="Say the same again.", kind="unusable")
