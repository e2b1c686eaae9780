"""Who may write what: the commits of a push, or of a request, and the sheets in them.

Players commit below `inbox/SEAT/` and nowhere else. Path, `player` in the sheet, the account that
pushed (where a server tells) and the signer (where the log has a key) must agree. All is judged by
what stands on the branch already; nothing of a push is believed (repository.md, section 4).

Where a commit writes, and in whose name, is judged commit by commit: what the next one undoes stays
in everybody's history. The sheets themselves are judged as they stand at the end.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.api.fetched import withheld_sheets
from adjudicator.api.named_files import SheetFile, as_sheet_file
from adjudicator.api.problems import Located, Problem, Refused, RefusedFile, shortened
from adjudicator.api.routing import of_another
from adjudicator.repository.git import Git, is_id, is_ref
from adjudicator.repository.history import Change, history_of, sizes_of
from adjudicator.repository.inbox import (
    LIMITS,
    InboxFile,
    SeatFiles,
    inbox_file,
    inbox_files,
    inbox_path,
)
from adjudicator.repository.origin import LOCKS, LOG, log_at
from adjudicator.repository.promises import broken_promise, owing_at_once, promised
from adjudicator.repository.settings import RepositorySettings, settings_of
from adjudicator.repository.throwaway import VIEWS, laid_out, share_made

if TYPE_CHECKING:
    from adjudicator.api.mailed import Clone
    from adjudicator.api.match import Match

__all__ = [
    "GoodSheet",
    "Judged",
    "RefUpdate",
    "judge_commits",
    "judge_push",
    "match_of",
    "range_of",
]

MOST_PROBLEMS = 100
"""How many problems are told of a range."""
SEALED_START = b"age-encryption.org/v1\n"
"""How a file of age begins (age-encryption.org/v1)."""

_IN_THE_WAY = frozenset({"foreign-path", "bad-file-mode", "file-too-large"})
"""Problems of a tree that is not walked into any further."""
_NAMING = ("sheet", "pledge")
"""Kinds of files that name their seat."""
_HASH = re.compile(rb"[0-9a-f]{64}\n?")


class GoodSheet(NamedTuple):
    """A sheet that would be adjudicated."""

    path: str
    """Where it lies."""
    seat: str
    """Whose it is."""
    n: int
    """For which opening."""
    hash: str
    """The hash under which the log will name it; empty: it is sealed, and nobody has looked."""


class Judged(NamedTuple):
    """What is said of a push, or of a range of commits."""

    problems: tuple[Located, ...]
    """All that is wrong, and warnings."""
    good: tuple[GoodSheet, ...]
    """The sheets that are good; none where anything is wrong."""

    @property
    def is_good(self) -> bool:
        """Whether it may stand: there is nothing but warnings."""
        return all(one.problem.warning for one in self.problems)


class RefUpdate(NamedTuple):
    """What a push asks of one ref (githooks, pre-receive)."""

    old: str
    """The object that it names now; zeros: it is to be made."""
    new: str
    """The object that it is to name; zeros: it is to be taken away."""
    ref: str
    """Its full name, as the pusher wrote it."""

    @classmethod
    def of_line(cls, line: str) -> RefUpdate:
        """Returns what a line of a hook's input says; ValueError: it says nothing."""
        words = line.rstrip("\n").split(" ")
        if len(words) != 3 or not (is_id(words[0]) and is_id(words[1])):
            raise ValueError(f"no update of a ref: {line!r}")
        return cls(*words)


def judge_push(
    git: Git,
    updates: Sequence[RefUpdate],
    *,
    accounts: Sequence[str] = (),
    identity: str | None = None,
) -> Judged:
    """Judges what a push asks for, in the hook that may refuse it.

    Args:
        git: the server's repository, which sees what was pushed.
        updates: what the hook was told.
        accounts, identity: as for `judge_commits`.

    Raises:
        Refused: there is no match here, or it cannot be read.
    """
    branch = _branch(git)
    problems = [Located(one, "") for update in updates for one in _of_refs(git, update, branch)]
    judged = [
        judge_commits(git, one.old, one.new, accounts=accounts, identity=identity)
        for one in updates
        if not problems
    ]
    found = (*problems, *(one for each in judged for one in each.problems))
    good = tuple(one for each in judged for one in each.good)
    return Judged(found, good if all(one.problem.warning for one in found) else ())


def judge_commits(
    git: Git,
    since: str,
    until: str,
    *,
    accounts: Sequence[str] = (),
    identity: str | None = None,
) -> Judged:
    """Judges the commits up to one, without those up to another.

    Args:
        since: the id of a commit that is trusted, the newest of the branch: it has the log, the
            keys and the settings by which is judged.
        until: the id of a commit that anybody may have made.
        accounts: the names by which the server knows who pushed, each from another place; none:
            nobody tells.
        identity: the age key that opens sealed sheets, where the secret is at hand; None: they are
            judged as far as can be seen from outside.

    Raises:
        Refused: there is no match in `since`, or it cannot be read.
    """
    history = history_of(git, since, until)
    if not history.commits:
        return Judged(history.problems, ())
    settings = settings_of(git, since)
    with match_of(git, since) as match:
        court = _Court(git, match, settings, since=since, accounts=accounts, identity=identity)
        found = [*history.problems, *court.of_changes(history.changes)]
        good: list[GoodSheet] = []
        if not any(one.problem.code in _IN_THE_WAY for one in found):
            touched = court.touched(history.changes)
            found += court.of_names(history.changes)
            found += court.of_late(touched)
            own = court.own_sealed(history.changes, found)
            for seat, files in inbox_files(git, until, court.n, seats=touched).items():
                told = tuple(court.of_seat(until, seat, files, is_own=seat in own))
                found += [one for one in told if isinstance(one, Located)]
                good += [one for one in told if isinstance(one, GoodSheet)]
    known = tuple(dict.fromkeys(found))[:MOST_PROBLEMS]
    judged = Judged(known, tuple(good))
    return judged if judged.is_good else judged._replace(good=())


def range_of(git: Git, text: str | None) -> tuple[str, str]:
    """Returns the ids of the two commits that a range such as `origin/main..HEAD` names.

    Args:
        text: the range; None: from what origin has of the branch to what HEAD has.

    Raises:
        Refused: `bad-range`, it is none, or one of the commits is not here.
    """
    if text is None:
        return _commit_of(git, f"origin/{_branch(git)[11:]}"), _commit_of(git, "HEAD")
    older, dots, newer = text.partition("..")
    if not dots or newer.startswith("."):
        raise Refused([_bad_range(f"{shortened(text)} is no range of commits")])
    return _commit_of(git, older), _commit_of(git, newer or "HEAD")


def _commit_of(git: Git, name: str) -> str:
    """Returns the id of a commit, by its id, a ref, a branch, here or of origin, or a tag."""
    places = ("", "refs/remotes/", "refs/heads/", "refs/tags/")
    for full in (f"{place}{name}" for place in places):
        if (is_id(full) or is_ref(full) or full == "HEAD") and (found := git.commit_named(full)):
            return found
    raise Refused([_bad_range(f"there is no commit {shortened(name)} here")])


def _bad_range(message: str) -> Problem:
    hint = "Name two commits by branch or full id: `adjudicator git check origin/main..HEAD`."
    return Problem("bad-range", message, hint=hint, kind="invalid")


@contextmanager
def match_of(git: Git, commit: str) -> Iterator[Match | Clone]:
    """Gives the match of a commit, to be looked at as everybody may.

    Raises:
        Refused: there is none, or it cannot be read.
    """
    from adjudicator.api.match import open_folder

    with tempfile.TemporaryDirectory(prefix="adjudicator-match-") as made:
        folder = Path(made) / "match"
        folder.mkdir()
        if not withheld_sheets(log_at(git, commit)):  # in mid-turn a save alone judges nothing
            share_made(git, folder)
        laid_out(git, commit, folder, views=VIEWS)
        yield open_folder(folder)


class _Court:
    """Judges changes and sheets by what stands on the branch."""

    def __init__(
        self,
        git: Git,
        match: Match | Clone,
        settings: RepositorySettings,
        *,
        since: str,
        accounts: Sequence[str],
        identity: str | None,
    ) -> None:
        self.git, self.match, self.settings = git, match, settings
        self.since, self.accounts, self.identity = since, accounts, identity
        self.n = match.n + 1

    # -- where a commit writes --------------------------------------------------------------------

    def of_changes(self, changes: Sequence[Change]) -> Iterator[Located]:
        """Yields what is wrong with where commits write, and for whom."""
        ids = {one.new.id for one in changes if one.new is not None and _is_plain(one)}
        sizes = sizes_of(self.git, sorted(ids))
        for change in changes:
            size = sizes.get(change.new.id) if change.new is not None else None
            yield from (Located(one, change.path) for one in self._of_change(change, size))

    def _of_change(self, change: Change, size: int | None) -> Iterator[Problem]:
        file, commit = inbox_file(change.path), change.commit[:10]
        if file is None or file.seat not in self.match.seats:
            yield Problem(
                "foreign-path",
                f"commit {commit} writes what is not for players to write",
                hint=f"Take it out of the commit. A sheet lies at inbox/SEAT/n{self.n:04d}.json.",
                kind="invalid",
            )
            return
        yield from self._of_account(file)
        if file.n != self.n:
            yield Problem(
                "other-opening",
                f"commit {commit} writes for opening {file.n}; opening {self.n} is due",
                hint="Fetch the newest state; a sheet for it has another name and header.",
                kind="stale",
            )
        if change.new is None:
            if not self._is_known(file.seat):
                yield _taken_away(file, commit)
        elif not _is_plain(change) or size is None:
            yield Problem(
                "bad-file-mode",
                f"commit {commit} makes this no ordinary file: a link, a program or a repository",
                hint="Commit the file itself, with mode 100644.",
                kind="invalid",
            )
        elif size > LIMITS[file.kind]:
            message = f"commit {commit} writes {size} bytes; at most {LIMITS[file.kind]} are read"
            hint = "Commit a smaller file instead, not on top."
            yield Problem("file-too-large", message, hint=hint, kind="malformed")
        elif self.settings.sheets == "sealed" and file.kind in ("sheet", "signature"):
            yield Problem(
                "sheet-open",
                f"commit {commit} shows a sheet to everybody: in this match they are sealed",
                hint="`adjudicator git submit` seals it. Once pushed, take it for known.",
                kind="invalid",
            )

    def _of_account(self, file: InboxFile) -> Iterator[Problem]:
        """Yields that who pushed may not push for a seat."""
        allowed = self.settings.accounts.get(file.seat)
        for account in self.accounts:
            if allowed is not None and account not in allowed:
                yield Problem(
                    "other-account",
                    f"this is the folder of {file.seat}, and it was pushed by {shortened(account)}",
                    hint=f"Push as {' or '.join(allowed) or 'nobody'}: so says repository.json.",
                    kind="invalid",
                )

    def _is_known(self, seat: str) -> bool:
        """Whether a server tells who pushed, and that they may for a seat, as far as is judged."""
        return bool(self.accounts) and self.settings.accounts.get(seat) is not None

    def of_names(self, changes: Sequence[Change]) -> Iterator[Located]:
        """Yields where a file, be it replaced by now, names another seat than its folder's."""
        written = {
            (one.new.id, one.path): file
            for one in changes
            if one.new is not None and (file := inbox_file(one.path)) and file.kind in _NAMING
        }
        contents = self.git.contents([id_ for id_, _ in written])
        for ((_, path), file), raw in zip(written.items(), contents, strict=True):
            with suppress(RefusedFile):  # what cannot be read names nobody
                yield from of_another(as_sheet_file(SheetFile(path, raw)), file.seat)

    # -- what stands at the end -------------------------------------------------------------------

    def touched(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Returns the seats of which something for the next opening was changed."""
        files = (inbox_file(one.path) for one in changes)
        return tuple(sorted({one.seat for one in files if one is not None and one.n == self.n}))

    def own_sealed(self, changes: Sequence[Change], found: Sequence[Located]) -> frozenset[str]:
        """Returns the seats whose sealed sheets come with these commits, as their own players'.

        Of no other is anything told: whoever may push could ask what another's sheet says, by a
        file beside it, or by bringing back one that lay there before.
        """
        foreign = {
            file.seat
            for one in found
            if one.problem.code == "other-account" and (file := inbox_file(one.source))
        }
        own = set()
        for change in changes:
            file = inbox_file(change.path)
            if file is None or change.new is None or (file.kind, file.n) != ("sealed", self.n):
                continue
            words = ("log", "-1", "-m", "--format=%H", f"--find-object={change.new.id}")
            if file.seat not in foreign and not self.git.run(*words, self.since, "--").text:
                own.add(file.seat)
        return frozenset(own)

    def of_late(self, touched: Sequence[str]) -> Iterator[Located]:
        """Yields that the sheets of this opening are fixed already."""
        if touched and self._is_fixed():
            message = f"the sheets of opening {self.n} are fixed: this one comes late"
            hint = "The turn is made without it, and says so."
            problem = Problem("late-sheet", message, hint=hint, kind="stale", warning=True)
            yield from (Located(problem, inbox_path(seat, self.n, "sheet")) for seat in touched)

    def _is_fixed(self) -> bool:
        """Whether a tag locks the sheets of this opening, in the log as it stands."""
        tags = [
            id_
            for name, id_ in self.git.refs(LOCKS.rstrip("/")).items()
            if name.removeprefix(LOCKS).partition(".")[0] == f"n{self.n:04d}"
        ]
        logs = [self.git.tree(one, LOG) for one in (self.since, *tags)]
        return any(one[0].id == logs[0][0].id for one in logs[1:] if one)

    def of_seat(
        self, until: str, seat: str, files: SeatFiles, *, is_own: bool
    ) -> Iterator[Located | GoodSheet]:
        """Yields what is said of the files of a seat for the next opening."""
        paths = {kind: inbox_path(seat, self.n, kind) for kind in LIMITS}
        if files.sheet is not None and files.sealed is not None:
            message = f"{seat} has an open sheet and a sealed one for opening {self.n}"
            hint = "Take one of them away: nobody can say which is meant."
            yield Located(
                Problem("two-sheets", message, hint=hint, kind="invalid"), paths["sealed"]
            )
        elif files.sheet is not None:
            sheet = SheetFile(paths["sheet"], files.sheet, files.signature)
            yield from self._of_replayed(until, seat, paths["sheet"])
            for told in self._of_sheet(seat, sheet):
                yield from self._of_promise(until, told)
                yield told
        elif files.signature is not None:
            message = "there is no sheet beside this signature"
            hint = "Commit the sheet with it, or take it away."
            problem = Problem("signature-alone", message, hint=hint, kind="invalid")
            yield Located(problem, paths["signature"])
        elif files.sealed is not None:
            yield from self._of_replayed(until, seat, paths["sealed"])
            identity = self.identity if is_own else None
            yield from self._of_sealed(seat, paths["sealed"], files.sealed, identity=identity)
        if files.pledge is not None:
            pledge = SheetFile(paths["pledge"], files.pledge)
            yield from of_another(pledge, seat) or self.match.check_pledge(pledge)
        if files.hash is not None and not _HASH.fullmatch(files.hash):
            message = "this is no hash: 64 hexadecimal digits, in small letters, on one line"
            hint = "`adjudicator check` prints the hash of a sheet."
            yield Located(
                Problem("bad-hash-file", message, hint=hint, kind="malformed"), paths["hash"]
            )

    def _of_sheet(self, seat: str, sheet: SheetFile) -> Iterator[Located | GoodSheet]:
        """Yields what the rules say of a sheet, if it is its own seat's."""
        try:
            file = as_sheet_file(sheet)
        except RefusedFile as error:
            yield from error.located
            return
        if wrong := of_another(file, seat):
            yield from wrong
            return
        checked = self.match.check(file)
        yield from checked.problems
        if checked.is_acceptable:
            yield GoodSheet(sheet.source, seat, self.n, checked.hash)

    def _of_promise(self, until: str, told: Located | GoodSheet) -> Iterator[Located]:
        """Yields that a good sheet is another one than its seat has promised."""
        owing = owing_at_once(self.match, self.settings)
        if isinstance(told, GoodSheet) and told.seat in owing:
            said = promised(self.git, until, self.n, owing).get(told.seat)
            if said not in (None, told.hash):
                yield Located(broken_promise(told.seat, str(said), told.hash), told.path)

    def _of_sealed(
        self, seat: str, path: str, raw: bytes, *, identity: str | None
    ) -> Iterator[Located | GoodSheet]:
        """Yields what is said of a sealed sheet; where it is not to be opened, of its outside."""
        if not raw.startswith(SEALED_START):
            message = "this is no file of age, the program that seals"
            hint = "`adjudicator git submit SHEET` makes it."
            yield Located(Problem("not-sealed", message, hint=hint, kind="malformed"), path)
            return
        if identity is None:
            yield GoodSheet(path, seat, self.n, "")
            return
        from adjudicator.repository.sealing import unseal_sheet

        try:
            sheet, signature = unseal_sheet(raw, [identity])
        except Refused as error:
            yield from (Located(one, path) for one in error.problems)
            return
        yield from self._of_sheet(seat, SheetFile(path, sheet, signature))

    def _of_replayed(self, until: str, seat: str, path: str) -> Iterator[Located]:
        """Yields that a sheet was replaced or taken away before, and now stands there again.

        Its signature is good for ever, so anybody could bring it back; where a server tells that
        its own player did, it may stand.
        """
        if self._is_known(seat):
            return
        words = ("--format=", "--raw", "--no-abbrev", "--full-history", "-m", "-z")
        said = self.git.run("log", *words, until, "--", path).out
        entries = [one.split()[2:4] for one in said.split(b"\0") if one.startswith(b":")]
        (entry,) = self.git.tree(until, path)
        now = entry.id.encode()
        if any(old == now != new for old, new in entries):
            message = "this very sheet was replaced or taken away before"
            hint = "Write it anew: `adjudicator template` gives it a new blind; then sign that."
            yield Located(Problem("sheet-replayed", message, hint=hint, kind="stale"), path)


def _is_plain(change: Change) -> bool:
    return change.new is not None and change.new.mode == "100644"


def _taken_away(file: InboxFile, commit: str) -> Problem:
    return Problem(
        "file-taken-away",
        f"commit {commit} takes a file of {file.seat} away, and nobody can tell whether it is them",
        hint="Put another sheet in its place: it is signed, and counts instead.",
        kind="invalid",
    )


def _branch(git: Git) -> str:
    """Returns the full name of the branch on which the match is played."""
    head = git.commit_named("HEAD")
    if head is None:
        raise Refused([_no_branch()])
    return f"refs/heads/{settings_of(git, head).branch}"


def _no_branch() -> Problem:
    return Problem(
        "no-settings",
        "there is no commit here: no match is played in this repository",
        hint="`adjudicator git init MATCH` makes a repository of a match.",
        kind="unusable",
    )


def _of_refs(git: Git, update: RefUpdate, branch: str) -> Iterator[Problem]:
    """Yields what is wrong with the refs that a push moves."""
    is_made_or_gone = not (set(update.old) - {"0"} and set(update.new) - {"0"})
    if update.ref != branch or is_made_or_gone:
        yield Problem(
            "foreign-ref",
            f"{shortened(update.ref)} is not for players to make, move or take away in this way",
            hint=f"Push to {branch.removeprefix('refs/heads/')}: "
            f"`git push origin HEAD:{branch.removeprefix('refs/heads/')}`.",
            kind="invalid",
        )
    elif not git.is_ancestor(update.old, update.new):
        yield Problem(
            "history-rewritten",
            "this push takes commits back that others have seen",
            hint="`git fetch`, then put your sheet on the newest state: `git rebase`.",
            kind="invalid",
        )
