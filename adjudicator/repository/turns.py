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
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

from adjudicator import __version__
from adjudicator.api.fetched import log_head, named_sheets, next_opening
from adjudicator.api.named_files import MAX_LOG, read_bytes
from adjudicator.api.outcomes import Opened
from adjudicator.api.problems import Located, Problem, Refused, TryAgain, Unusable
from adjudicator.repository.git import ADJUDICATOR, Git
from adjudicator.repository.inbox import InboxFile, inbox_entries
from adjudicator.repository.origin import (
    LOG,
    TURNS,
    Fetched,
    Origin,
    origin_of,
)
from adjudicator.repository.page import README, match_page
from adjudicator.repository.sealing import recipients_in_force
from adjudicator.repository.settings import settings_of
from adjudicator.repository.sheets import (
    Given,
    LaidOut,
    given_pledges,
    given_sheets,
    match_at,
    still_awaited,
)
from adjudicator.repository.throwaway import VIEWS
from adjudicator.repository.views import NO_VIEWS, sealed_views

__all__ = ["RACES", "Step", "Told", "TurnsTaken", "take_turns"]

RACES = 20
"""So often somebody else may be faster; then the same may work later."""
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
        if isinstance(made, TurnsTaken):
            return made._replace(steps=tuple(steps))
        steps.append(made)
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


class _Run:
    """One run of `turn`."""

    def __init__(self, git: Git, told: Told, now: datetime) -> None:
        self.git, self.told, self.now = git, told, now
        self.origin: Origin = origin_of(git)

    def next_step(self) -> Step | TurnsTaken:
        """Makes the next thing that is due; if nothing is, says who is awaited."""
        for _ in range(RACES):
            fetched = self.origin.fetch()
            awaited = next_opening(fetched.log)
            lock = self.origin.lock_of(fetched, awaited.n)
            base = fetched.tip if awaited.is_locked or lock is None else lock
            with self._match_at(fetched, base) as laid:
                given = given_pledges(laid) if laid.match.is_locked else given_sheets(laid)
                idle = self._not_due(laid, given)
                if idle is not None:
                    if base != fetched.tip:
                        raise Unusable([_tag_false(awaited.n, base, idle)])
                    self.origin.remember(fetched.log)
                    return idle
                laid.match.check_secret()  # Nobody locks who could not go on.
                if lock is None and not awaited.is_locked and not laid.match.awaits_round:
                    lock = self._made_lock(fetched, awaited.n)
                    if lock is None:
                        continue  # Another run was first: its commit counts.
                made = self._adjudicated(laid, given, lock or base)
            return self._pushed(made, fetched)
        raise TryAgain(_raced(f"others were faster {RACES} times"))

    def _match_at(self, fetched: Fetched, commit: str) -> AbstractContextManager[LaidOut]:
        sealed = fetched.settings.sheets == "sealed"
        return match_at(self.git, commit, secret=self.told.secret, sealed=sealed)

    # -- what is due ----------------------------------------------------------------------------

    def _not_due(self, laid: LaidOut, given: Given) -> TurnsTaken | None:
        """Returns who is awaited, if nothing can be made; None: something is due."""
        match = laid.match
        if match.is_over:
            return TurnsTaken((), (), given.refused, True, match.n)
        if match.awaits_round:
            is_due = self.told.round is not None
        elif match.is_locked and match.locked is not None and match.locked.round is not None:
            is_due = self.told.beacon is not None
        else:
            there = (*given.files, *self.told.withheld)
            is_due = not still_awaited(match, there, match.seats_played())
        if is_due:
            return None
        awaited = still_awaited(match, given.files, match.seats_played())
        return TurnsTaken((), awaited, given.refused, False, match.n)

    # -- the lock -------------------------------------------------------------------------------

    def _made_lock(self, fetched: Fetched, n: int) -> str | None:
        """Locks the sheets at the tip; None: another run was first."""
        name = self.origin.free_lock(n)
        said = {"t": "lock", "n": n, "head": log_head(fetched.log)}
        tag = self.git.tag_object(
            name.removeprefix("refs/tags/"), fetched.tip, json.dumps(said, sort_keys=True),
            person=ADJUDICATOR, seconds=int(self.now.timestamp()),
        )  # fmt: skip
        pushed = self.origin.push({name: tag}, onto=fetched.tip)
        if pushed.outcome == "refused":
            raise Refused([_push_refused(pushed.told)])
        return fetched.tip if pushed.outcome == "taken" else None

    # -- making ---------------------------------------------------------------------------------

    def _adjudicated(self, laid: LaidOut, given: Given, locked: str) -> _Made:
        match, told = laid.match, self.told
        options = match.lock_options(
            withheld=told.withheld, beacon_round=told.round, beacon=told.beacon
        )
        files = [] if match.awaits_round else list(given.files.values())
        n, played = match.n + 1, match.seats_played()
        opened = match.adjudicate(files, play=played, lock_options=options)
        if opened.failure is not None:
            raise opened.failure
        did = _what(opened)
        if did is None:
            raise Unusable([_tag_false(n, locked, None)])
        log = read_bytes(match.folder / LOG, limit=MAX_LOG)
        settings = settings_of(self.git, locked)
        files_made: dict[str, bytes | None] = dict(_files_made(match.folder))
        files_made[README] = match_page(match, settings)
        views = NO_VIEWS  # A lock changes nothing that a seat may see.
        if did != "locked":
            views = sealed_views(match, lambda: recipients_in_force(log, settings))
        return _Made(
            did, n, opened.turns, log, {**files_made, **views.files}, locked, views.lacking
        )

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
        files: dict[str, str | None] = {
            path: None if content is None else self.git.kept(content)
            for path, content in made.files.items()
            if path in there or content is not None
            if not path.startswith("orders/") or path not in there
        }
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


def _tag_false(n: int, commit: str, idle: TurnsTaken | None) -> Problem:
    why = "; ".join(idle.awaited) if idle is not None else "nothing comes of its sheets"
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
