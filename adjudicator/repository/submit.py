"""`git submit`: a sheet is checked, signed, sealed, and pushed on the newest tip (repository 2).

It is committed by plumbing, without index or work tree, and pushed; if somebody else was faster, on
their commit again. A sheet that could not be sent waits in `.git/adjudicator/outbox` and goes with
the next one.
"""

from __future__ import annotations

import contextlib
import os
import time  # noqa: TID251 - between two tries of a push
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.checking import Checked
from adjudicator.api.fetched import next_opening, seats_that_sign
from adjudicator.api.folders import PRIVATE, make_folder
from adjudicator.api.mailed import Clone, MailedState
from adjudicator.api.match import Match, open_folder
from adjudicator.api.named_files import (
    MAX_SIZE,
    SheetFile,
    read_bytes,
    sheet_file,
    write_atomically,
)
from adjudicator.api.own_keys import own_key
from adjudicator.api.problems import Located, Problem, Refused, RefusedFile, TryAgain
from adjudicator.api.routing import addressed
from adjudicator.api.signing import SHEET, signed_text
from adjudicator.repository.git import Git, Person
from adjudicator.repository.inbox import INBOX, inbox_entries, inbox_file, inbox_path
from adjudicator.repository.origin import LOG, Fetched, Origin, origin_of
from adjudicator.repository.promises import broken_promise, owing_at_once, promised
from adjudicator.repository.throwaway import laid_out, throw_away_folder
from adjudicator.repository.views import seen_by

__all__ = ["RACES", "Key", "Sent", "pushed_files", "submit"]

RACES = 20
"""So often somebody else may be faster; then the sheet waits."""
_PATIENT = 4
"""Who has lost so many races gives way to nobody any more, and who has lost fewer does."""
_STATE = "now/state.json"
_OUTBOX = "outbox"
_SSH_KEY = "adjudicator.sshKey"
"""The setting of git that names the SSH key of this clone."""


class Key(NamedTuple):
    """What a player signs and remembers with."""

    seat: Path | None = None
    """The seat's key file; None: it is looked for in the clone, and where the command runs."""
    ssh: Path | None = None
    """The SSH key that the join named; None: `adjudicator.sshKey`, or what git signs with."""


class Sent(NamedTuple):
    """What became of sheets, or of a pledge."""

    checked: tuple[Checked, ...]
    """What the rules say of each sheet."""
    paths: tuple[str, ...]
    """The files that were pushed; empty: all of it was there already."""
    commit: str
    """The commit that holds them."""
    tries: int
    """How often it was pushed, since others were faster."""
    told: tuple[str, ...]
    """What the other side said: the receipt of a hook."""
    notices: tuple[str, ...] = ()
    """What else is to be told."""


def submit(git: Git, sheets: Sequence[Path], *, key: Key, now: datetime) -> Sent:
    """Checks sheets and pushes them; none is pushed if one is refused.

    Args:
        sheets: order sheets; none: those that lie in the inbox of the work tree and are new.
        now: the date of the commit.

    Raises:
        RefusedFile: a sheet has problems; nothing was pushed.
        Refused: `no-sheet-here`, `nothing-to-send`; `push-refused`, the other side does not want
            it: its words say why.
        TryAgain: `no-network`, `raced`: the sheets wait in the outbox.
        Unusable: `two-logs` and others of `Origin.fetch`.
    """
    origin = origin_of(git)
    try:
        fetched = origin.fetch()
    except TryAgain:
        _keep_unsent(git, [sheet_file(path) for path in sheets or _lying(git, None)])
        raise
    n = next_opening(fetched.log).n
    if origin.lock_of(fetched, n) is not None:
        raise Refused([_locked(n)])
    notices = list(_stale_removed(git, n))
    named = [sheet_file(path) for path in sheets or _lying(git, fetched)]
    files = _with_outbox(git, n, named)
    if not files:
        raise Refused([_no_sheet(git, fetched, n)])
    signed = [_signed(git, one, fetched, key) for one in files]
    with throw_away_folder(git) as folder:
        laid_out(git, fetched.tip, folder, views=(_STATE,))
        subject = open_folder(folder)
        near = (git.top, Path(), *(path.parent for path in sheets))

        def seen(seat: str) -> MailedState | None:
            return seen_by(git, fetched.tip, seat, key=key.seat, near=near, log=fetched.log,
                           places=(folder / "map",))  # fmt: skip

        checked = _checked(subject, signed, seen)
        for one in checked:
            notices += _remembered(subject, one, key, near)
        first = owing_at_once(subject, fetched.settings)
    seats = tuple(dict.fromkeys(one.seat for one in checked))
    there = promised(git, fetched.tip, n, first)
    lacking = _promises_lacking(there, first, checked)
    wanted: dict[str, bytes | None] = {}
    if first:
        wanted |= {inbox_path(one.seat, n, "hash"): f"{one.hash}\n".encode() for one in checked}
    if not lacking:
        for one, file in zip(checked, signed, strict=True):
            wanted |= _as_committed(one.seat, n, file, fetched)
    what = "Hash of the sheet" if lacking else "Sheet"
    message = f"{what} of {', '.join(seats)} for opening {n}\n"
    try:
        sent = pushed_files(origin, fetched, wanted, message=message, seat=seats[0], now=now)
    except TryAgain:
        _keep_unsent(git, signed)
        raise
    _clear_outbox(git)
    if lacking:
        _keep_unsent(git, signed)
        notices.append(
            "the hash went out, and the sheet waits: `adjudicator git submit` sends it when the "
            f"hashes of {', '.join(lacking)} are there"
        )
    notices += _told_to_git(git, wanted)
    if fetched.settings.sheets == "sealed":
        _exclude(git, [inbox_path(seat, n, "sheet") for seat in seats])
    return sent._replace(checked=tuple(checked), notices=tuple(notices))


# -- which sheets -------------------------------------------------------------------------------


def _lying(git: Git, fetched: Fetched | None) -> list[Path]:
    """Returns the sheets that lie in the inbox of the work tree and are not at the tip as they are.

    Args:
        fetched: the newest tip; None: it could not be fetched.
    """
    if git.is_bare:
        return []
    tip = None if fetched is None else fetched.tip
    awaited = None if fetched is None else next_opening(fetched.log).n
    there = {} if tip is None else inbox_entries(git, tip)
    found = []
    for path in sorted((git.top / INBOX).glob("*/n*.json")):
        file = inbox_file(path.relative_to(git.top).as_posix())
        if file is None or file.kind != "sheet" or awaited not in (None, file.n):
            continue
        entry = there.get(file)
        if entry is None or git.contents([entry.id])[0] != read_bytes(path, limit=MAX_SIZE):
            found.append(path)
    return found if tip is not None else found[-1:]


def _no_sheet(git: Git, fetched: Fetched, n: int) -> Problem:
    there = sorted(
        file.seat
        for file in inbox_entries(git, fetched.tip)
        if file.n == n and file.kind in ("sheet", "sealed")
    )
    if there and not git.is_bare:
        message = f"there is nothing new to send for opening {n}"
        hint = f"Its sheets of {', '.join(there)} are there. Change yours, or name another one."
        return Problem("nothing-to-send", message, hint=hint, kind="invalid")
    message = f"no sheet for opening {n} lies in this clone"
    hint = (
        f"Begin one: `adjudicator template . SEAT --out {INBOX}/SEAT/n{n:04d}.json`\n"
        "Then `adjudicator git submit`, or name the sheet: `adjudicator git submit SHEET`."
    )
    return Problem("no-sheet-here", message, hint=hint, kind="invalid")


# -- what is sent -------------------------------------------------------------------------------


def _signed(git: Git, file: SheetFile, fetched: Fetched, key: Key) -> SheetFile:
    """Returns a sheet with its signature, if its seat has a key in the log."""
    seat = addressed(file).seat
    if seat is None or seat not in seats_that_sign(fetched.log):
        return file._replace(signature=None)
    if file.signature is not None:
        return file
    ssh = key.ssh or _configured_key(git)
    if ssh is None:
        message = f"the sheets of {seat} must be signed, and no SSH key is named"
        hint = (
            f"Name the one of your join, once: `git config {_SSH_KEY} FILE`\n"
            "or with this sheet: `adjudicator git submit --ssh-key FILE`."
        )
        raise Refused([Problem("no-ssh-key", message, rule="repository 4", hint=hint)])
    return file._replace(signature=signed_text(ssh, file.raw, SHEET))


def _configured_key(git: Git) -> Path | None:
    named = git.config(_SSH_KEY)
    if named is None and git.config("gpg.format") == "ssh":
        named = git.config("user.signingKey")
    return None if named is None or named.startswith("key::") else Path(named).expanduser()


def _checked(
    subject: Match | Clone,
    files: Sequence[SheetFile],
    seen: Callable[[str], MailedState | None],
) -> list[Checked]:
    """Returns what the rules say of sheets, all of which are good.

    Args:
        seen: gives the match as a seat alone may see it; None: it sees what everybody does.

    Raises:
        RefusedFile: one is not.
    """
    subject.check_unlocked()
    found = []
    for file in files:
        seat = addressed(file).seat
        by = (None if seat is None or seat not in subject.seats else seen(seat)) or subject
        # What shows a position alone knows no keys, and would only say that it ignores them.
        bare = isinstance(by, MailedState)
        found.append(by.check(file._replace(signature=None) if bare else file))
    for one in found:
        one.check_read()
    if not all(one.is_acceptable for one in found):
        raise RefusedFile(place for one in found for place in one.problems)
    seats = [one.seat for one in found]
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            problem = Problem("second-sheet", f"this is a second sheet of {seat}", ("player",),
                              hint="Send one of them.", kind="invalid")  # fmt: skip
            raise RefusedFile([Located(problem, found[place].source)])
    return found


def _remembered(
    subject: Match | Clone, one: Checked, key: Key, near: Sequence[Path]
) -> tuple[str, ...]:
    """Has the key of a seat that is at hand remember a good sheet, as `check` does."""
    own = own_key(subject, one.seat, key=key.seat, near=tuple(near))
    if own is None:
        return ()
    return (*own.notices, *own.remember(one.document).notices)


def _promises_lacking(
    there: Mapping[str, str], owing: Sequence[str], checked: Sequence[Checked]
) -> list[str]:
    """Returns whose hashes are awaited before sheets are shown; empty: sheets may be pushed.

    Args:
        there: by seat, the hash that it has promised.
        owing: the seats that promise.

    Raises:
        RefusedFile: all hashes are there, and a sheet is another one than its seat has promised.
    """
    own = {one.seat: one for one in checked}
    lacking = [seat for seat in owing if seat not in there and seat not in own]
    for seat, one in own.items():
        if not lacking and there.get(seat, one.hash) != one.hash:
            raise RefusedFile([Located(broken_promise(seat, there[seat], one.hash), one.source)])
    return lacking


def _as_committed(seat: str, n: int, file: SheetFile, fetched: Fetched) -> dict[str, bytes | None]:
    """Returns the files of a sheet as they are committed; None: it is taken out."""
    sheet, signature, sealed = (
        inbox_path(seat, n, kind) for kind in ("sheet", "signature", "sealed")
    )
    if fetched.settings.sheets == "open":
        return {sheet: file.raw, signature: file.signature}
    from adjudicator.repository.sealing import recipients_in_force, seal_sheet

    recipients = recipients_in_force(fetched.log, fetched.settings)
    if "referee" not in recipients:
        message = "sheets are sealed here, and nothing says for whom: the referee has no recipient"
        hint = "The referee writes it into repository.json, under recipients."
        raise Refused([Problem("no-recipient", message, rule="repository 5", hint=hint)])
    content = seal_sheet(file.raw, file.signature, [recipients["referee"]])
    return {sheet: None, signature: None, sealed: content}


# -- pushing ------------------------------------------------------------------------------------


def pushed_files(
    origin: Origin,
    fetched: Fetched,
    files: Mapping[str, bytes | None],
    *,
    message: str,
    seat: str,
    now: datetime,
) -> Sent:
    """Commits files on the newest tip and pushes them, again as long as others are faster.

    Args:
        files: by path, the content; None: it is taken out if it is there.
        seat: for whom it is committed.

    Raises:
        Refused: `push-refused`; `match-went-on`, an opening was made, or locked, meanwhile.
        TryAgain: `no-network`; `raced`, others were faster 20 times.
    """
    git = origin.git
    signs = git.run("config", "--type=bool", "--get", "commit.gpgSign", ok=(0, 1)).text == "true"
    kept = git.all_kept(files)
    logs: dict[str, str] = {}
    for tries in range(1, RACES + 1):
        began = time.monotonic()
        tip = fetched.tip if tries == 1 else origin.fetch_tip()
        there = {one.path: one.id for one in git.tree(tip, LOG, f"{INBOX}/")}
        if there.setdefault(LOG, "") != logs.setdefault(LOG, there[LOG]):
            raise Refused([_went_on()])
        changed = {path: id_ for path, id_ in kept.items() if there.get(path) != id_}
        if not changed:
            return Sent((), (), tip, tries, ())
        tree = git.tree_with(tip, changed)
        commit = git.commit_tree(
            tree, [tip], message, person=Person.of_seat(seat), seconds=int(now.timestamp()),
            signs=signs,
        )  # fmt: skip
        pushed = origin.push({origin.ref: commit}, onto=tip)
        if pushed.outcome == "taken":
            origin.remember(fetched.log)
            paths = tuple(path for path, id_ in changed.items() if id_ is not None)
            return Sent((), paths, commit, tries, pushed.told)
        if pushed.outcome == "refused":
            raise Refused([_push_refused(pushed.told)])
        lasted = time.monotonic() - began
        time.sleep(lasted * max(0, _PATIENT - tries) * (os.getpid() % 4 + 1) / 4)
    raise TryAgain(
        Problem(
            "raced", f"others were faster {RACES} times: it waits", hint="Say the same again.",
            kind="unusable",
        )
    )  # fmt: skip


def _push_refused(told: Sequence[str]) -> Problem:
    said = "\n".join(told[-10:]) or "It does not say why."
    message = "the repository does not take it"
    hint = f"{said}\nMend what it says, then submit again."
    return Problem("push-refused", message, rule="repository 4", hint=hint, kind="invalid")


def _locked(n: int) -> Problem:
    message = f"opening {n} is locked: a sheet that comes now is late, and does not count"
    hint = (
        "If its turn does not come by itself, `adjudicator git turn` makes it; "
        "`adjudicator git pledge` sends a pledge, where one is due."
    )
    return Problem("opening-locked", message, rule="repository 3", hint=hint, kind="stale")


def _went_on() -> Problem:
    message = "the match went on while this was sent: an opening was made or locked"
    hint = "`git pull`, look at what is due now, then submit again."
    return Problem("match-went-on", message, hint=hint, kind="stale")


# -- the outbox, and the work tree --------------------------------------------------------------


def _keep_unsent(git: Git, files: Sequence[SheetFile]) -> None:
    """Keeps sheets that could not be sent, for the next `submit`."""
    for file in files:
        said = addressed(file)
        place = None if said.seat is None or said.n is None else inbox_file(
            inbox_path(said.seat, said.n, "sheet")
        )  # fmt: skip
        if place is None:
            continue  # It names no seat: it stays where it lies.
        git.own_folder.mkdir(mode=0o700, exist_ok=True)
        folder = make_folder(git.own_folder, _OUTBOX)
        name = f"{place.seat}-n{place.n:04d}.json"
        if file.signature is not None:
            write_atomically(folder / f"{name}.sig", file.signature, mode=PRIVATE)
        write_atomically(folder / name, file.raw, mode=PRIVATE)


def _with_outbox(git: Git, n: int, named: Sequence[SheetFile]) -> list[SheetFile]:
    """Returns sheets with those that wait for the same opening, of other seats."""
    seats = {addressed(one).seat for one in named}
    waiting = (sheet_file(path) for path in (git.own_folder / _OUTBOX).glob(f"*-n{n:04d}.json"))
    return [*named, *(one for one in waiting if addressed(one).seat not in seats)]


def _stale_removed(git: Git, n: int) -> Iterator[str]:
    for path in (git.own_folder / _OUTBOX).glob("*.json"):
        if not path.name.endswith(f"-n{n:04d}.json"):
            _unlink(path)
            yield f"the sheet {path.stem} waited in the outbox and is too late: it was taken away"


def _clear_outbox(git: Git) -> None:
    for path in (git.own_folder / _OUTBOX).glob("*.json"):
        _unlink(path)


def _unlink(path: Path) -> None:
    for one in (path, Path(f"{path}.sig")):
        with contextlib.suppress(OSError):
            one.unlink()


_MARK = "# adjudicator: sheets that were sealed; nobody else may read them"


def _told_to_git(git: Git, files: Mapping[str, bytes | None]) -> Iterator[str]:
    """Notes in the index the files that were pushed, where they lie in the work tree as they went.

    Else `git pull` would stop before them: it finds a file there that it does not know. What is
    changed in one afterwards stays, as any change of a file that git knows.
    """
    if git.is_bare:
        return
    words = []
    for path, content in files.items():
        there = git.top / path
        if content is not None and there.is_file() and there.read_bytes() == content:
            words += ["--cacheinfo", f"100644,{git.kept(content)},{path}"]
    if words and git.run("update-index", "--add", *words, ok=(0, 128)).code:
        yield "another git is at work here: `git pull` may stop before the sheet; move it away then"


def _exclude(git: Git, paths: Sequence[str]) -> None:
    """Has git look away from sheets that went out sealed: nobody commits them as they are."""
    if git.is_bare:
        return
    path = git.git_folder / "info" / "exclude"
    with contextlib.suppress(RefusedFile):
        old = read_bytes(path, limit=MAX_SIZE).decode(errors="surrogateescape")
        kept = old.partition(f"{_MARK}\n")[0]
        lines = "".join(f"/{one}\n/{one}.sig\n" for one in paths)
        new = f"{kept}{_MARK}\n{lines}".encode(errors="surrogateescape")
        if new != old.encode(errors="surrogateescape"):
            write_atomically(path, new)
