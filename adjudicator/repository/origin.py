"""Where the match is: the repository that this one was cloned from, or, on a server, this one.

A clone fetches and pushes; a bare repository, in a hook, moves its own refs. Both do it all or not
at all, and never by force. The log that was seen last is remembered in `.git/adjudicator`: the log
at a fetched tip must begin with it, byte for byte, or somebody has put another one in its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.api.fetched import log_head, next_opening
from adjudicator.api.folders import PRIVATE
from adjudicator.api.named_files import MAX_LOG, MAX_SIZE, read_bytes, write_atomically
from adjudicator.api.problems import Problem, RefusedFile, Unusable
from adjudicator.repository.git import Git, Pushed, is_ref
from adjudicator.repository.settings import SETTINGS, RepositorySettings, settings_of

__all__ = [
    "LOCKS",
    "LOG",
    "OPENS",
    "TURNS",
    "Fetched",
    "Lock",
    "Origin",
    "log_at",
    "origin_of",
    "two_logs",
]

LOG = "log.jsonl"
"""The log, from the top of the repository."""
LOCKS, OPENS, TURNS = "refs/tags/lock/", "refs/tags/open/", "refs/tags/turn/"
"""Where the tags lie of locked sheets, `refs/tags/lock/n0012`; of the pledges that open them; of
openings that were made."""
_SEEN = "seen.json"


class Fetched(NamedTuple):
    """The newest state of a match."""

    tip: str
    """The id of the commit at the tip of its branch."""
    log: bytes
    """The log there."""
    settings: RepositorySettings
    """What repository.json says there."""


class Lock(NamedTuple):
    """A tag that fixes what an opening is made of."""

    commit: str
    """The commit whose inbox counts."""
    seconds: int
    """When it was made, in seconds since 1970, by the clock of whoever made it."""
    said: Mapping[str, Any]
    """What it says besides: facts of the clock, as whoever made it had them. It is judged where it
    is used; a tag that somebody made by hand says nothing."""


class Origin:
    """The repository of a match, as seen from a clone or from itself."""

    def __init__(self, git: Git, remote: str | None, branch: str) -> None:
        self.git = git
        """The repository at hand."""
        self.remote = remote
        """The name of the other one; None: this is it."""
        self.branch = branch
        """The branch on which the match is played."""

    @property
    def ref(self) -> str:
        """The branch as a full name, where the match is."""
        return f"refs/heads/{self.branch}"

    @property
    def _seen_as(self) -> str:
        """The branch as a full name, here."""
        return self.ref if self.remote is None else f"refs/remotes/{self.remote}/{self.branch}"

    def fetch(self) -> Fetched:
        """Fetches the branch, and the tags of openings; holds the log against the one last seen.

        Raises:
            TryAgain: `no-network`.
            Unusable: `no-settings`, `no-match`; `two-logs`, the log is another one than before;
                `tag-moved`, a tag leads elsewhere than before.
            RefusedFile: repository.json is malformed or invalid.
        """
        tip = self._fetched_tip()
        self.git.files(tip, {LOG: MAX_LOG, SETTINGS: MAX_SIZE})  # Both at once.
        settings = settings_of(self.git, tip)
        if settings.branch != self.branch:
            self.branch = settings.branch
            tip = self._fetched_tip()
            settings = settings_of(self.git, tip)
        raw = log_at(self.git, tip)
        self._check_seen(raw)
        return Fetched(tip, raw, settings)

    def fetch_tip(self) -> str:
        """Fetches the branch alone, again; returns the commit at its tip."""
        return self._fetched_tip(())

    def _fetched_tip(self, tags: Sequence[str] = (LOCKS, OPENS, TURNS)) -> str:
        if self.remote is not None:
            specs = [f"+{self.ref}:{self._seen_as}", *(f"{one}*:{one}*" for one in tags)]
            said = self.git.fetch(self.remote, specs)
            if moved := [line for line in said if "[rejected]" in line]:
                raise Unusable([_tag_moved(moved[0])])
        tip = self.git.commit_named(self._seen_as)
        if tip is None:
            message = f"there is no branch {self.branch} here that anything was committed to"
            hint = "`adjudicator git init MATCH` begins a repository; else clone the right one."
            raise Unusable([Problem("no-branch", message, hint=hint, kind="unusable")])
        return tip

    def push(self, refs: Mapping[str, str], *, onto: str) -> Pushed:
        """Makes refs lead to objects where the match is, all or none: never by force.

        Args:
            refs: by full name, the object; the branch itself, and new tags.
            onto: the tip from which the branch goes on, if it is among them.
        """
        if self.remote is not None:
            return self.git.push(self.remote, refs)
        old = {name: onto if name == self.ref else None for name in refs}
        moved = self.git.set_refs({name: (id_, old[name]) for name, id_ in refs.items()})
        return Pushed("taken" if moved else "raced")

    # -- a branch of one commit -----------------------------------------------------------------

    def fetch_branch(self, branch: str) -> str | None:
        """Fetches another branch than that of the match; returns its commit, None: there is none.

        Raises:
            TryAgain: `no-network`.
        """
        ref = f"refs/heads/{branch}"
        if self.remote is None:
            return self.git.commit_named(ref)
        found = self.git.ls_remote(self.remote, ref).get(ref)
        if found is None:
            return None
        seen_as = f"refs/remotes/{self.remote}/{branch}"
        self.git.fetch(self.remote, [f"+{ref}:{seen_as}"])
        return self.git.commit_named(seen_as)

    def replace_branch(self, branch: str, commit: str, old: str | None) -> Pushed:
        """Puts another commit in the place of the one to which a branch leads; see `fetch_branch`.

        Args:
            old: where it leads now; None: it is not there. Another one by now: somebody was faster.
        """
        ref = f"refs/heads/{branch}"
        assert ref != self.ref, "nothing is taken from the branch of the match"
        if self.remote is not None:
            pushed = self.git.push(self.remote, {ref: commit}, instead_of=old or "")
            forbidden = any("non-fast-forward" in line for line in pushed.told)
            return pushed._replace(outcome="refused") if forbidden else pushed
        return Pushed("taken" if self.git.set_refs({ref: (commit, old)}) else "raced")

    # -- locks ----------------------------------------------------------------------------------

    def lock_of(self, fetched: Fetched, n: int, *, opens: bool = False) -> Lock | None:
        """Returns the lock of an opening; None: it is not locked yet.

        A lock whose log has got lines since (a seat was replaced, a round postponed) is void, for
        all sheets must cite those lines; the next one is called `lock/n0012.1`.

        Args:
            opens: whether the lock of the pledges is meant, by which a locked opening opens.

        Raises:
            Unusable: `tag-false`, it leads to no commit of this match; `two-logs`.
        """
        kind = OPENS if opens else LOCKS
        number = self._locks(kind, n) - 1
        if number < 0:
            return None
        name = _lock_name(kind, n, number)
        commit = self.git.commit_named(name)
        if commit is None or not self.git.is_ancestor(commit, fetched.tip):
            raise Unusable([_lock_astray(name)])
        locked = log_at(self.git, commit)
        if not fetched.log.startswith(locked):
            raise two_logs(log_head(locked), log_head(fetched.log))
        goes_on = not opens and next_opening(fetched.log).is_locked
        return self._read(name, commit) if locked == fetched.log or goes_on else None

    def newest_lock(self, n: int) -> Lock | None:
        """Returns by which lock an opening was made that stands in the log; None: by no tag."""
        for kind in (OPENS, LOCKS):
            if number := self._locks(kind, n):
                name = _lock_name(kind, n, number - 1)
                commit = self.git.commit_named(name)
                return None if commit is None else self._read(name, commit)
        return None

    def free_lock(self, n: int, *, opens: bool = False) -> str:
        """Returns the full name of the tag by which an opening is locked next."""
        kind = OPENS if opens else LOCKS
        return _lock_name(kind, n, self._locks(kind, n))

    def _locks(self, kind: str, n: int) -> int:
        """Returns how many locks of an opening there are: all but the last are void."""
        there, number = self.git.refs(kind.rstrip("/")), 0
        while _lock_name(kind, n, number) in there:
            number += 1
        return number

    def _read(self, name: str, commit: str) -> Lock:
        tag = self.git.tag(self.git.refs(name)[name])
        seconds = self.git.commit(commit).seconds if tag is None else tag.seconds
        said: Any = None
        if tag is not None:
            with contextlib.suppress(ValueError, RecursionError):
                said = json.loads(tag.text)
        return Lock(commit, seconds, said if isinstance(said, dict) else {})

    # -- the log that was seen ------------------------------------------------------------------

    def remember(self, raw: bytes) -> None:
        """Remembers a log that was judged: a later one must begin with it."""
        document = {"format": 1, "size": len(raw), "sha256": _hash(raw), "head": log_head(raw)}
        folder = self.git.own_folder
        folder.mkdir(mode=0o700, exist_ok=True)
        write_atomically(folder / _SEEN, json.dumps(document).encode() + b"\n", mode=PRIVATE)

    def _check_seen(self, raw: bytes) -> None:
        try:
            seen = json.loads(read_bytes(self.git.own_folder / _SEEN, limit=MAX_SIZE))
            size, hash_, head = int(seen["size"]), str(seen["sha256"]), str(seen["head"])
        except (RefusedFile, ValueError, LookupError, TypeError):
            return  # Nothing was seen here yet.
        if _hash(raw[:size]) != hash_ or len(raw) < size:
            raise two_logs(head, log_head(raw))


def origin_of(git: Git) -> Origin:
    """Returns where the match of a repository is.

    Raises:
        Unusable: `no-origin`, this is a work tree that was cloned from nowhere.
    """
    if git.is_bare:
        return Origin(git, None, _branch_of(git, "HEAD") or "main")
    here = _branch_of(git, "HEAD")
    remotes = git.run("remote").text.split("\n")
    named = git.config(f"branch.{here}.remote") if here else None
    remote = named or ("origin" if "origin" in remotes else remotes[0])
    if not remote or remote not in remotes or not is_ref(f"refs/remotes/{remote}/x"):
        message = "this repository was cloned from nowhere, so there is nowhere to push to"
        hint = "`git remote add origin ADDRESS` says where the match is."
        raise Unusable([Problem("no-origin", message, hint=hint, kind="unusable")])
    branch = _branch_of(git, f"refs/remotes/{remote}/HEAD") or here or "main"
    return Origin(git, remote, branch.removeprefix(f"{remote}/"))


def _branch_of(git: Git, name: str) -> str | None:
    said = git.run("symbolic-ref", "--quiet", "--short", name, ok=(0, 1, 128))
    return said.text if said.code == 0 and is_ref(f"refs/heads/{said.text}") else None


def log_at(git: Git, commit: str) -> bytes:
    """Returns the log of a commit.

    Raises:
        Unusable: `no-match`, there is none.
    """
    raw = git.file(commit, LOG, limit=MAX_LOG)
    if raw is None:
        message = f"there is no {LOG} at the tip of this repository: no match has begun in it"
        hint = "`adjudicator git init MATCH` puts a match into a repository."
        raise Unusable([Problem("no-match", message, hint=hint, kind="unusable")])
    return raw


def _lock_name(kind: str, n: int, number: int) -> str:
    return f"{kind}n{n:04d}" + (f".{number}" if number else "")


def _lock_astray(name: str) -> Problem:
    message = f"the tag {name.removeprefix('refs/tags/')} leads to no commit of this match"
    hint = "Whoever may, takes it away; the next `git turn` locks anew."
    return Problem("tag-false", message, rule="repository 3", hint=hint, kind="unusable")


def two_logs(seen: str, found: str) -> Unusable:
    """Returns the problem of a log that does not go on from the one that was seen."""
    message = "the log in the repository does not begin with the one that was seen here before"
    hint = (
        f"Seen: head {seen}\nThere: head {found}\nSend nothing. Ask all players which head they "
        "have: somebody has put another log in its place."
    )
    return Unusable([Problem("two-logs", message, rule="repository 3", hint=hint, kind="unusable")])


def _tag_moved(line: str) -> Problem:
    name = line.rpartition(" -> ")[2].split()[0] if " -> " in line else "of an opening"
    message = f"the tag {name} leads elsewhere than it did before: a lock is made once"
    hint = "Somebody has moved it. Compare with another clone before you go on."
    return Problem("tag-moved", message, rule="repository 3", hint=hint, kind="unusable")


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
