"""`git doctor`: what is wrong with a repository, and what of it can be mended.

Each thing is looked at by itself, so that one that is broken hides no other: the objects, the locks
that a killed git left, the log and its whole history, the tags of openings, what this clone saw
before and the server has no more, what was not sent, and what may not be readable by all.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.api.fetched import is_sheet, named_sheets, next_opening
from adjudicator.api.named_files import MAX_LOG, is_closed, word
from adjudicator.api.problems import AdjudicatorError, Problem, Refused, TryAgain, shortened
from adjudicator.api.verifying import verify
from adjudicator.repository.git import Git, is_id
from adjudicator.repository.inbox import inbox_file, inbox_files
from adjudicator.repository.leaks import Held, leaks_in
from adjudicator.repository.origin import LOCKS, LOG, TURNS, Fetched, origin_of
from adjudicator.repository.settings import RepositorySettings, settings_of
from adjudicator.repository.stale_locks import left_locks, remove_left
from adjudicator.repository.throwaway import laid_out, throw_away_folder

__all__ = ["Examined", "Finding", "examined"]

_TAG = re.compile(r"n(?P<n>[0-9]{4,6})(?:\.[0-9]+)?")
_SHOWN = 5
"""So many lines of what git says are told."""
_SERVER = {
    "receive.denyNonFastForwards": "true",
    "receive.denyDeletes": "true",
    "receive.fsckObjects": "true",
}
"""What a server must have set, so that nobody rewrites what others have seen (section 4)."""


class Finding(NamedTuple):
    """Something that is wrong."""

    problem: Problem
    """What it is, and what to do."""
    is_mended: bool = False
    """Whether it was mended."""


class Examined(NamedTuple):
    """What was looked at, and found."""

    findings: tuple[Finding, ...]
    """What is wrong, in the order in which it was looked at."""
    sound: tuple[str, ...]
    """What is as it must be, in words."""

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong that was not mended."""
        return all(one.is_mended for one in self.findings)


def examined(git: Git, held: Sequence[Held] = (), *, repairs: bool = False) -> Examined:
    """Returns what is wrong with a repository.

    Args:
        held: secrets at hand, which may not be found in it.
        repairs: whether locks are taken away that nobody holds. Nothing else is changed by it: what
            else is wrong, a person decides.
    """
    findings = [
        Finding(lock.problem, repairs and remove_left(git, lock)) for lock in left_locks(git)
    ]
    sound = [] if findings else ["no lock of git is left over"]

    def look(told: str, found: Iterator[Problem]) -> None:
        problems = list(_told(found))
        findings.extend(map(Finding, problems))
        sound.extend([told] if not problems else [])

    look("what the program keeps of this repository nobody else reads", _own_folder(git))
    look("all objects are whole", _damaged(git))
    newest: list[Fetched] = []
    look("the log goes on from the one that was seen here last", _fetched(git, newest))
    is_fetched = bool(newest)
    newest += [] if is_fetched else _at_head(git)
    for one in newest:
        look("the log only grew, commit by commit", _history(git, one))
        look("the log is sound", _audited(git, one))
        look("every tag of an opening agrees with the log", _tags(git, one))
        is_sealed = one.settings.sheets == "sealed"
        look("nothing can be read that may not be", leaks_in(git, held, is_sealed=is_sealed))
        if git.is_bare:
            look("nobody can rewrite or delete what was pushed", _settings(git))
        elif is_fetched:
            look("nothing that was seen here is missing on the server", _lacking(git, one))
            look("nothing waits to be sent", _unsent(git, one))
    return Examined(tuple(findings), tuple(sound))


def _fetched(git: Git, newest: list[Fetched]) -> Iterator[Problem]:
    """Fetches the match; what keeps from it is raised."""
    newest.append(origin_of(git).fetch())
    yield from ()


def _at_head(git: Git) -> list[Fetched]:
    """Returns the match as it is here, where it cannot be fetched."""
    head = git.commit_named("HEAD")
    raw = None if head is None else git.file(head, LOG, limit=MAX_LOG)
    if head is None or raw is None:
        return []
    with contextlib.suppress(Refused):
        return [Fetched(head, raw, settings_of(git, head))]
    return [Fetched(head, raw, RepositorySettings())]


def _told(found: Iterator[Problem]) -> Iterator[Problem]:
    """Yields what is found; what keeps from looking is found, too."""
    try:
        yield from found
    except Refused as error:
        yield from error.problems
    except TryAgain as error:
        yield error.problem
    except AdjudicatorError as error:
        yield Problem("log-unreadable", str(error), hint="Clone the match anew.", kind="unusable")


# -- objects and settings -------------------------------------------------------------------------


def _own_folder(git: Git) -> Iterator[Problem]:
    """Yields that others read where a turn keeps its save, and so all hands."""
    own = git.own_folder
    if own.is_dir() and not is_closed(own):
        message = "others on this computer can read what the program keeps here: sheets that wait, "
        message += "and where turns are made, every hand"
        place = own.relative_to(git.top) if own.is_relative_to(git.top) else own
        hint = f"Say `chmod 700 {word(place)}` at the top of the repository."
        yield Problem("own-folder-open", message, hint=hint)


def _damaged(git: Git) -> Iterator[Problem]:
    said = git.run("fsck", "--full", "--no-dangling", "--no-progress", ok=tuple(range(256)))
    if said.code:
        lines = [*said.out.decode(errors="replace").splitlines(), *said.err.splitlines()]
        told = "; ".join(shortened(line, 200) for line in lines[:_SHOWN])
        message = f"objects of this repository are damaged or missing: {told}"
        hint = "Every clone has them: `git fetch` from another one, or clone the match anew."
        yield Problem("objects-damaged", message, hint=hint, kind="unusable")


def _settings(git: Git) -> Iterator[Problem]:
    for name, value in _SERVER.items():
        if git.config(name) != value:
            message = f"this server does not have {name} = {value}: others could rewrite the match"
            hint = f"Say `git config {name} {value}` here."
            yield Problem("server-lax", message, hint=hint)


# -- the log --------------------------------------------------------------------------------------


def _history(git: Git, one: Fetched) -> Iterator[Problem]:
    """Yields commits whose log does not go on from that of the commit before."""
    before: bytes | None = None
    words = ("rev-list", "--first-parent", "--reverse", one.tip, "--", LOG)
    for commit in git.run(*words).text.split():
        raw = git.file(commit, LOG, limit=MAX_LOG)
        if before is not None and (raw is None or not raw.startswith(before)):
            message = f"commit {commit[:12]} changes lines of the log that stood there before"
            hint = f"A log only grows: look at `git show {commit[:12]} -- {LOG}`, and ask "
            hint += "whoever could push it. Your sheets cite the lines that you saw."
            yield Problem("log-rewritten", message, hint=hint, kind="unusable")
        before = raw if raw is not None else before


def _audited(git: Git, one: Fetched) -> Iterator[Problem]:
    """Yields what `verify` finds wrong with the log at the tip."""
    with throw_away_folder(git) as folder:
        laid_out(git, one.tip, folder)
        found = verify(folder)
        yield from (each.problem for each in found.located)


# -- tags -----------------------------------------------------------------------------------------


def _tags(git: Git, one: Fetched) -> Iterator[Problem]:
    """Yields tags of openings that do not agree with the log."""
    awaited = next_opening(one.log)
    made = awaited.n - 1
    for name in git.refs("refs/tags"):
        if not name.startswith((LOCKS, TURNS)):
            continue
        tag = _TAG.fullmatch(name.removeprefix(LOCKS).removeprefix(TURNS))
        most = awaited.n if name.startswith(LOCKS) else made
        if tag is None or not 1 <= int(tag["n"]) <= most:
            yield _tag(name, f"the log has {made} openings")
            continue
        commit = git.commit_named(name)
        if commit is None or not git.is_ancestor(commit, one.tip):
            yield _tag(name, "it leads to no commit of this match")
            continue
        raw = git.file(commit, LOG, limit=MAX_LOG) or b""
        there, n = next_opening(raw), int(tag["n"])
        if not one.log.startswith(raw):
            yield _tag(name, "the log there is another one")
        elif name.startswith(LOCKS) and there.n != n:
            yield _tag(name, f"the log there awaits opening {there.n}")
        elif name.startswith(TURNS) and there.n - 1 != n:
            yield _tag(name, f"the newest opening there is {there.n - 1}")
        elif name.startswith(LOCKS) and n <= made:
            yield from _locked(git, commit, n, one.log)


def _locked(git: Git, commit: str, n: int, log: bytes) -> Iterator[Problem]:
    """Yields sheets of a locked commit in whose place the log has others."""
    named = named_sheets(log, n)
    for seat, files in inbox_files(git, commit, n, seats=named).items():
        if files.sheet is not None and not is_sheet(files.sheet, named[seat]):
            message = f"opening {n} has another sheet of {seat} than the commit that was locked"
            hint = f"Unless that one was refused, and one was written for {seat} as the clock or "
            hint += (
                f"the offer says: `adjudicator check . inbox/{seat}/n{n:04d}.json` at that time."
            )
            yield Problem("sheet-exchanged", message, hint=hint, kind="unusable")


def _tag(name: str, why: str) -> Problem:
    message = f"the tag {name.removeprefix('refs/tags/')} does not agree with the log: {why}"
    hint = "Only `git turn` makes such tags. Compare with another clone, and have it taken away."
    return Problem("tag-false", message, hint=hint, kind="unusable")


# -- what this clone has, and the server not ------------------------------------------------------


def _lacking(git: Git, one: Fetched) -> Iterator[Problem]:
    """Yields what was fetched once and cannot be reached any more: somebody rewrote it."""
    origin = origin_of(git)
    if origin.remote is None:
        return
    ref = f"refs/remotes/{origin.remote}/{origin.branch}"
    said = git.run("reflog", "show", "--format=%H", "--no-show-signature", ref, "--", ok=(0, 128))
    seen = dict.fromkeys(filter(is_id, said.text.split()))
    lost = [id_ for id_ in seen if not git.is_ancestor(id_, one.tip)]
    for id_ in lost:
        message = f"commit {id_[:12]} was the tip of {origin.branch} here once, and the server "
        message += "has it no more: somebody has moved the branch back"
        hint = f"It is safe here: `git branch seen-before {id_[:12]}` keeps it. Show it to "
        hint += "the others, and play on only when you know why."
        yield Problem("history-rewritten", message, hint=hint, kind="unusable")
    there = origin.git.ls_remote(origin.remote, "refs/tags/*")
    for name in git.refs("refs/tags"):
        if name.startswith((LOCKS, TURNS)) and name not in there:
            message = (
                f"the tag {name.removeprefix('refs/tags/')} is here, and on the server no more"
            )
            hint = "A lock is made once. Ask who took it away, before the next `git turn`."
            yield Problem("tag-lost", message, hint=hint, kind="unusable")


def _unsent(git: Git, one: Fetched) -> Iterator[Problem]:
    """Yields sheets that only this clone has: in the outbox, or committed and not pushed."""
    waiting = sorted((git.own_folder / "outbox").glob("*.json"))
    for path in waiting:
        message = f"a sheet waits in the outbox: {path.stem}"
        yield Problem("not-sent", message, hint="`adjudicator git submit` sends it.", kind="stale")
    head = git.commit_named("HEAD")
    ahead = [] if head is None else git.commits(one.tip, head)
    if not ahead or head is None:
        return
    then = {entry.path: entry.id for entry in git.tree(one.tip, "inbox/")}
    for entry in git.tree(head, "inbox/"):
        if inbox_file(entry.path) is not None and then.get(entry.path) != entry.id:
            message = f"{entry.path} is committed here, and not on the server"
            hint = "`git pull --rebase`, then `git push`; or `adjudicator git submit`."
            yield Problem("not-sent", message, hint=hint, kind="stale")
