"""Views: what a seat alone may see, sealed to it in the repository, and read by it in a clone.

`turn` writes `views/SEAT.age` after each opening, for the last one only. The player decrypts it
into `decrypted/SEAT/`, where the usual commands take it: `map`, `report`, `template` and `check`.
Git ignores that folder by a file in it, for .gitignore at the top comes from the server; and where
git has files in it already, nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.age_keys import REFEREE, AgeKey, age_key
from adjudicator.api.folders import PRIVATE, make_folder
from adjudicator.api.mailed import MailedState, read_state
from adjudicator.api.match import Match
from adjudicator.api.named_files import MAX_LOG, write_atomically
from adjudicator.api.own_views import own_views, view_fault
from adjudicator.api.problems import Problem, Refused, Unusable, UnusableFile
from adjudicator.api.texts import visible
from adjudicator.repository.git import Git
from adjudicator.repository.sealing import MAX_SEALED, VIEW_MEMBERS, seal, unseal

__all__ = [
    "DECRYPTED",
    "NO_VIEWS",
    "Opened",
    "SealedViews",
    "keys_near",
    "open_views",
    "sealed_views",
    "seen_by",
    "unsealed_view",
    "view_path",
]

DECRYPTED = "decrypted"
"""The folder of a clone into which views are decrypted; git ignores it."""
_SEAT = re.compile(r"[a-z0-9-]{1,40}")
_LOG = "log.jsonl"


class SealedViews(NamedTuple):
    """The views of the newest opening, as a turn commits them."""

    files: Mapping[str, bytes | None]
    """By path, the sealed file; None: nothing of its own is to be seen, so none stands there."""
    lacking: tuple[str, ...]
    """Seats with something of their own to see, and no recipient to which it could be sealed."""


NO_VIEWS = SealedViews({}, ())
"""Nothing to be committed."""


class Opened(NamedTuple):
    """A view that was decrypted."""

    seat: str
    """Whose it is."""
    files: tuple[Path, ...]
    """What was written: state.json, and report.txt where it differs from everybody's."""


def view_path(seat: str) -> str:
    """Returns where the view of a seat lies, from the top on: `views/amber.age`.

    Raises:
        ValueError: no seat is called so.
    """
    if not _SEAT.fullmatch(seat):
        raise ValueError(f"no seat: {seat!r}")
    return f"views/{seat}.age"


# -- whoever runs a turn --------------------------------------------------------------------------


def sealed_views(match: Match, recipients_of: Callable[[], Mapping[str, str]]) -> SealedViews:
    """Returns what a turn commits for its seats, after the newest opening.

    Each call gives other bytes: age encrypts with a new key each time. Two runs of one turn are
    compared by what `unsealed_view` gives, which the referee reads too.

    Args:
        match: the match, whose views are written.
        recipients_of: gives by seat, and by "referee", to whom is sealed, where there is something
            to seal: see `sealing.recipients_in_force`.

    Raises:
        UnusableFile: the views of the opening are not there.
        Unusable: the library pyrage is not installed.
    """
    own = own_views(match)
    files: dict[str, bytes | None] = {view_path(seat): None for seat in match.seats}
    lacking: list[str] = []
    recipients = recipients_of() if own else {}
    for seat, named in own.items():
        if seat not in recipients:
            lacking += [] if seat in match.plays else [seat]
            continue
        to = [recipients[who] for who in (seat, REFEREE) if who in recipients]
        files[view_path(seat)] = seal(named, VIEW_MEMBERS, to, is_packed=True)
    return SealedViews(files, tuple(lacking))


def unsealed_view(sealed: bytes, identities: Sequence[str]) -> dict[str, bytes]:
    """Returns the files of a view by name.

    Raises:
        Refused: it is not sealed to these, or holds what no view holds.
        Unusable: the library pyrage is not installed.
    """
    return unseal(sealed, VIEW_MEMBERS, identities, is_packed=True)


# -- a player -------------------------------------------------------------------------------------


def keys_near(named: Path | None, near: Sequence[Path]) -> tuple[AgeKey, ...]:
    """Returns the keys of seats at hand: that which is named, else those in some folders.

    Raises:
        UnusableFile: the named one is not there, or no key of a seat; or none is near.
        Unusable: the library pyrage is not installed.
    """
    if named is not None:
        key = age_key(named)
        if key.who == REFEREE:
            message = f"{named} is the key of the referee, who has no view of their own"
            raise Unusable([_problem("no-key", message)])
        return (key,)
    found: dict[AgeKey, None] = {}
    for folder in near:
        for path in sorted(folder.glob("key-*.json")):
            try:
                found[age_key(path)] = None
            except UnusableFile:
                continue  # Another file with such a name.
    seats = tuple(key for key in found if key.who != REFEREE)
    if not seats:
        raise Unusable([_problem("no-key", "there is no key file here by which to read")])
    return seats


def seen_by(
    git: Git, commit: str, seat: str, *, key: Path | None, near: Sequence[Path], log: bytes,
    places: Sequence[Path] = (),
) -> MailedState | None:  # fmt: skip
    """Returns the match as a seat may see it in a commit; None: it sees what everybody does.

    A sheet is judged by it: by everybody's view, each card that it plays would be wrong.

    Args:
        key: the key file, as named; None: it is looked for.
        near: the folders in which it is looked for.
        log: the whole log of that commit.
        places: where files of the map may lie that are not shipped.

    Raises:
        Refused: `sealed-unreadable`, `view-false`, what lies there is not what the seat may see.
        Unusable: `no-key`, its key is not at hand; the library pyrage is not installed.
    """
    sealed = git.file(commit, view_path(seat), limit=MAX_SEALED)
    if sealed is None:
        return None
    keys = [one for one in keys_near(key, near) if one.who == seat]
    if not keys:
        message = f"the key of {seat} is not at hand, by whose view its sheet is judged"
        raise Unusable([_problem("no-key", message)])
    files = unsealed_view(sealed, [one.identity for one in keys])
    if fault := view_fault(files["state.json"], seat, log):
        raise Refused([_false(seat, fault)])
    return read_state(files["state.json"], places=places)


def open_views(git: Git, commit: str, keys: Sequence[AgeKey]) -> tuple[Opened, ...]:
    """Decrypts the views of a commit that keys read; returns what was written.

    Args:
        commit: the id of a commit, such as that of HEAD.
        keys: see `keys_near`.

    Raises:
        Refused: `no-view`, none of them has one there; `sealed-unreadable`, `view-false`, what lies
            there is not what the seat may see at the end of this log; nothing was written.
        Unusable: `no-work-tree`, `decrypted-tracked`, there is no place for it.
    """
    log = git.file(commit, _LOG, limit=MAX_LOG) or b""
    found: dict[str, dict[str, bytes]] = {}
    unread: list[Problem] = []
    for seat in dict.fromkeys(key.who for key in keys):
        sealed = git.file(commit, view_path(seat), limit=MAX_SEALED)
        if sealed is None:
            continue
        try:  # Of several keys of a seat one reads: older ones lie beside it.
            files = unsealed_view(sealed, [key.identity for key in keys if key.who == seat])
        except Unusable:
            raise
        except Refused as error:
            unread += error.problems
            continue
        if fault := view_fault(files["state.json"], seat, log):
            raise Refused([_false(seat, fault)])
        found[seat] = files
    if not found:
        raise Refused(unread or [_no_view(keys)])
    place = _place(git)
    return tuple(_written(place, seat, files) for seat, files in found.items())


def _place(git: Git) -> Path:
    """Returns the folder for what is decrypted, which git does not take and others do not read."""
    if git.is_bare:
        message = "this is a bare repository: nobody looks at a match in it"
        hint = "Go into a clone: `git clone ADDRESS`."
        raise Unusable([Problem("no-work-tree", message, hint=hint, kind="unusable")])
    place = git.top / DECRYPTED
    tracked = git.run("ls-files", "-z", "--", f":(top){DECRYPTED}").out
    links = [path for path in (place, *place.glob("*")) if path.is_symlink()]
    if tracked or links or (place.exists() and not place.is_dir()):
        message = (
            f"{DECRYPTED}/ is not ours alone: git has files in it, or a link leads elsewhere; what "
            "you alone may see would be published"
        )
        hint = f"Whoever committed it had no reason to: look at `git log -- {DECRYPTED}`. Then "
        hint += f"`git rm -r --cached {DECRYPTED}`, and move it away."
        raise Unusable([Problem("decrypted-tracked", message, hint=hint, kind="unusable")])
    make_folder(git.top, DECRYPTED, lasting=False)
    place.chmod(0o700)
    write_atomically(place / ".gitignore", b"*\n", mode=PRIVATE, lasting=False)
    return place


def _written(place: Path, seat: str, files: Mapping[str, bytes]) -> Opened:
    folder = make_folder(place, seat, lasting=False)
    written = []
    for name in VIEW_MEMBERS:
        if name in files:
            raw = files[name]
            if name.endswith(".txt"):  # Somebody reads it at a terminal, and who wrote it?
                raw = visible(raw.decode(errors="replace"), keep="\n").encode()
            write_atomically(folder / name, raw, mode=PRIVATE, lasting=False)
            written.append(folder / name)
        else:
            (folder / name).unlink(missing_ok=True)
    return Opened(seat, tuple(written))


def _false(seat: str, fault: str) -> Problem:
    message = f"{view_path(seat)} is not what {seat} may see at the end of log.jsonl: {fault}"
    hint = "Fetch the match anew; if it stays so, ask the referee, or compare with another clone."
    return Problem("view-false", message, hint=hint)


def _no_view(keys: Sequence[AgeKey]) -> Problem:
    seats = ", ".join(dict.fromkeys(key.who for key in keys))
    message = f"there is nothing here that only {seats} could read"
    hint = "`now/` shows what everybody sees. Where hands are hidden, `git pull` brings the newest "
    hint += "view; another key file is named with --key."
    return Problem("no-view", message, hint=hint)


def _problem(code: str, message: str) -> Problem:
    hint = "Name the key file that `join` or `template --make-key` wrote: --key FILE."
    return Problem(code, message, hint=hint, kind="unusable")
