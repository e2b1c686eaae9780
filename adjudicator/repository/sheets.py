"""The match of a commit with the sheets of its inbox: what counts, and what is awaited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.api.fetched import put_back_secret
from adjudicator.api.match import Match, open_match
from adjudicator.api.named_files import SheetFile
from adjudicator.api.problems import Located, Problem, Refused, RefusedFile, Unusable
from adjudicator.api.routing import of_another
from adjudicator.repository.git import Git
from adjudicator.repository.inbox import (
    InboxFile,
    SeatFiles,
    inbox_entries,
    inbox_files,
    inbox_path,
)
from adjudicator.repository.origin import LOCKS, log_at
from adjudicator.repository.promises import broken_promise, owing_at_once, promised
from adjudicator.repository.settings import settings_of
from adjudicator.repository.throwaway import (
    keep_made,
    laid_out,
    put_back,
    take_made,
    throw_away_folder,
)

if TYPE_CHECKING:  # of sealed sheets alone
    from adjudicator.api.age_keys import AgeKey

__all__ = ["Given", "LaidOut", "given_pledges", "given_sheets", "match_at", "still_awaited"]


class Given(NamedTuple):
    """What of an inbox counts for an opening."""

    files: Mapping[str, SheetFile]
    """By seat, what is good."""
    refused: Mapping[str, tuple[Located, ...]]
    """By seat, why what it has committed does not count."""


class LaidOut(NamedTuple):
    """The match of a commit, opened in a folder that is thrown away."""

    match: Match
    """The match."""
    inbox: Mapping[str, SeatFiles]
    """What lies in its inbox for the opening that is awaited, by seat."""
    key: AgeKey | None
    """What unseals sheets; None: the secret is not here, or nothing is sealed."""
    promised: Mapping[str, str]
    """By seat, the hash of the only sheet that counts, where hashes come first."""


@contextmanager
def match_at(git: Git, commit: str, *, secret: bytes | None, sealed: bool) -> Iterator[LaidOut]:
    """Opens the match of a commit to go on with it; it is thrown away at the end.

    Args:
        secret: the referee's, as `put_back_secret` takes it; None: there is none.
        sealed: whether sheets are sealed for the referee.

    Raises:
        Unusable: there is no match; the secret, or a sheet that its log names, is not here.
    """
    raw = log_at(git, commit)
    with throw_away_folder(git) as folder:
        take_made(git, folder)
        laid_out(git, commit, folder)
        (folder / "referee").mkdir(mode=0o700, exist_ok=True)
        key = None
        if secret is not None:
            put_back_secret(folder, secret)
            key = _age_key(folder) if sealed else None
        found = _Found(git, commit, key)
        lacking = put_back(folder, raw, found)
        try:
            match = open_match(folder)
        except Unusable as error:
            raise _blamed(error, lacking) from None
        try:
            with match:
                n = match.n + 1
                inbox = inbox_files(git, commit, n, seats=match.seats)
                owing = owing_at_once(match, settings_of(git, commit))
                yield LaidOut(match, inbox, key, promised(git, commit, n, owing) if owing else {})
        finally:
            keep_made(git, folder)


def _blamed(error: Unusable, lacking: Sequence[str]) -> Unusable:
    """Returns why a match cannot be made again, in words of a repository."""
    codes = {one.code for one in error.problems}
    if not lacking or "sheets-missing" not in codes:
        return error
    message = f"sheets that the log names are in no inbox: {', '.join(lacking[:5])}"
    hint = (
        "A full clone has them: `git fetch --unshallow --tags`. Sealed ones need the referee's "
        "secret."
    )
    return Unusable([Problem("sheets-missing", message, hint=hint, kind="unusable")])


class _Found:
    """Finds the sheets of openings that were made: at the tip, or where they were locked."""

    def __init__(self, git: Git, commit: str, key: AgeKey | None) -> None:
        self._git, self._key = git, key
        self._commit = commit
        self._locks: dict[str, str] | None = None
        self._entries: dict[str, Mapping[InboxFile, str]] = {}

    def __call__(self, n: int, seat: str) -> Iterator[SheetFile]:
        """Yields files that may be the sheet of a seat for an opening."""
        for commit in (self._commit, *self._locked_at(n)):
            yield from self._in(commit, n, seat)

    def _locked_at(self, n: int) -> Iterator[str]:
        if self._locks is None:
            self._locks = self._git.refs(LOCKS.rstrip("/"))
        for name in sorted(self._locks):
            if name.removeprefix(LOCKS).partition(".")[0] == f"n{n:04d}":
                commit = self._git.commit_named(name)
                if commit is not None:
                    yield commit

    def _in(self, commit: str, n: int, seat: str) -> Iterator[SheetFile]:
        if commit not in self._entries:
            entries = inbox_entries(self._git, commit)
            self._entries[commit] = {file: one.id for file, one in entries.items()}
        entries_there = self._entries[commit]
        for kind in ("sheet", "sealed"):
            file = InboxFile(seat, n, kind)
            if file in entries_there:
                (raw,) = self._git.contents([entries_there[file]])
                with _passed_over():
                    found = SeatFiles(**{kind: raw})
                    sheet = _sheet_of(found, seat, n, self._key)
                    if sheet is not None:
                        yield sheet


@contextmanager
def _passed_over() -> Iterator[None]:
    """Passes over what cannot be unsealed: the log knows the one that counts by its hash."""
    try:
        yield
    except Refused:
        return


def _sheet_of(found: SeatFiles, seat: str, n: int, key: AgeKey | None) -> SheetFile | None:
    """Returns the sheet of a seat, unsealed where it is sealed; None: there is none.

    Raises:
        Refused: it cannot be unsealed.
    """
    if found.sealed is not None:
        if key is None:
            return None
        from adjudicator.repository.sealing import unseal_sheet

        raw, signature = unseal_sheet(found.sealed, [key.identity])
        return SheetFile(inbox_path(seat, n, "sealed"), raw, signature)
    if found.sheet is not None:
        return SheetFile(inbox_path(seat, n, "sheet"), found.sheet, found.signature)
    return None


def given_sheets(laid: LaidOut) -> Given:
    """Returns the sheets of an inbox that `adjudicate` will take, and why others do not count."""
    files: dict[str, SheetFile] = {}
    refused: dict[str, tuple[Located, ...]] = {}
    n = laid.match.n + 1
    for seat, found in laid.inbox.items():
        try:
            file = _sheet_of(found, seat, n, laid.key)
        except Refused as error:
            source = inbox_path(seat, n, "sealed")
            refused[seat] = tuple(Located(one, source) for one in error.problems)
            continue
        if file is None:
            continue
        wrong = of_another(file, seat) or _judged(laid, seat, file)
        if wrong and found.sealed is not None:  # what it says is for nobody who reads along
            refused[seat] = (Located(_refused_unread(seat), file.source),)
        elif wrong:
            refused[seat] = wrong
        else:
            files[seat] = file
    return Given(files, refused)


def _refused_unread(seat: str) -> Problem:
    """Returns the problem of a sealed sheet, without a word of what it says."""
    message = f"the sealed sheet of {seat} does not count"
    hint = "Its player checks it at home, with `adjudicator check`, and submits a better one."
    return Problem("sealed-refused", message, rule="repository 5", hint=hint, kind="invalid")


def _judged(laid: LaidOut, seat: str, file: SheetFile) -> tuple[Located, ...]:
    """Returns why a sheet does not count; empty: it does."""
    checked = laid.match.check(file)
    if not checked.is_acceptable:
        return checked.problems
    said = laid.promised.get(seat)
    if said is None or said == checked.hash:
        return ()
    return (Located(broken_promise(seat, said, checked.hash), file.source),)


def given_pledges(laid: LaidOut) -> Given:
    """Returns the pledges of an inbox that open what is locked, and why others do not count."""
    files: dict[str, SheetFile] = {}
    refused: dict[str, tuple[Located, ...]] = {}
    n = laid.match.n + 1
    for seat, found in laid.inbox.items():
        if found.pledge is None:
            continue
        file = SheetFile(inbox_path(seat, n, "pledge"), found.pledge)
        wrong = of_another(file, seat)
        try:
            if not wrong:
                laid.match.accept([file])
        except RefusedFile as error:
            wrong = tuple(error.located)
        if wrong:
            refused[seat] = wrong
        else:
            files[seat] = file
    return Given(files, refused)


def _age_key(folder: Path) -> AgeKey:
    from adjudicator.api.age_keys import age_key

    return age_key(folder / "referee" / "secret.json")


def still_awaited(match: Match, given: Iterable[str], played: Iterable[str]) -> tuple[str, ...]:
    """Returns who still owes something for the next opening, in words; empty: it can be made.

    Args:
        given: the seats whose sheets, or pledges, are there.
        played: the seats for which the built-in player writes.
    """
    there = {*given, *played}
    return tuple(
        f"{one.seat or 'whoever holds the match'}: {one.prompt or one.what}"
        for one in match.awaited
        if not one.is_in and one.seat not in there
    )
