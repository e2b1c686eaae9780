"""The folder of an office: made, opened, locked; mails that come in and letters that go out.

A file stands for a mail; where it lies says how far it got. It is written to a temporary name,
synced and renamed, so a killed run leaves it in one place or in the next, and never half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.api.folders import (
    PRIVATE,
    make_folder,
    match_lock,
    move_file,
    new_folder,
    remove_unfinished,
    sync_names,
    waiting_lock,
)
from adjudicator.api.named_files import pretty, read_bytes, read_model, write_atomically, write_new
from adjudicator.api.problems import TryAgain, UnusableFile, unusable_file

if TYPE_CHECKING:  # a mail is kept by a process of its own, which needs neither
    from adjudicator.post.office.journal import Journal
    from adjudicator.post.office.settings import MatchEntry, OfficeSettings

__all__ = ["MOST_MAIL", "Came", "Office", "is_office", "keep_mail", "new_office", "open_office"]

MOST_MAIL = 1 << 20
"""The longest mail that is read, in bytes; of a longer one the beginning is kept."""
_SETTINGS, _KEY, _JOURNAL, _COUNTER = "office.json", "office.key", "journal.jsonl", "counter"
_FOLDERS = (
    ("mail", "in", "new"), ("mail", "in", "done"), ("mail", "strangers"), ("mail", "out", "new"),
    ("mail", "out", "sent"), ("mail", "out", "failed"), ("matches",),
)  # fmt: skip
_CAME = re.compile(r"(?P<no>[0-9]{9})\.(?P<at>[0-9]{8}T[0-9]{6}Z)\.eml")


class Came(NamedTuple):
    """A mail that came in."""

    no: int
    """Its number: the order in which mails are done."""
    at: datetime
    """When it came."""
    path: Path
    """Where it lies."""


class Office:
    """An office that is open. Whoever changes something in it holds its lock."""

    def __init__(self, folder: Path, settings: OfficeSettings) -> None:
        self.folder, self.settings = folder, settings

    @cached_property
    def key(self) -> bytes:
        """The 32 bytes that make tokens.

        UnusableFile: they are not there.
        """
        raw = read_bytes(self.folder / _KEY, limit=64)
        if len(raw) != 32:
            raise unusable_file(
                self.folder / _KEY, "bad-office-key", "an office's key has 32 bytes",
                "Put the copy of `office backup` back.",
            )  # fmt: skip
        return raw

    @contextmanager
    def held(self) -> Iterator[Journal]:
        """Holds the lock of the office and gives its journal, to be added to.

        Raises:
            TryAgain: another run holds it.
        """
        from adjudicator.post.office.journal import Journal

        try:
            with match_lock(self.folder):
                yield Journal(self.folder / _JOURNAL, cuts=True)
        except TryAgain as error:
            if error.problem.code != "match-locked":
                raise
            message = f"the office {self.folder} is held by another run"
            raise TryAgain(error.problem._replace(code="office-locked", message=message)) from None

    def journal(self) -> Journal:
        """Returns the journal, to be looked at."""
        from adjudicator.post.office.journal import Journal

        return Journal(self.folder / _JOURNAL, cuts=False)

    def place(self, *names: str) -> Path:
        """Returns a folder below the office's own."""
        return self.folder.joinpath(*names)

    def match_folder(self, name: str) -> Path:
        """Returns the folder of a match of the office."""
        return self.folder / self.settings.matches[name].folder

    # -- mails that came ------------------------------------------------------------------------

    def new_mails(self) -> list[Came]:
        """Returns the mails whose fate is not known, in the order in which they came."""
        return list(_listed(self.place("mail", "in", "new")))

    def done_mail(self, no: int) -> bytes | None:
        """Returns a mail whose fate is known; None: it is not there any more."""
        for folder in (("mail", "in", "done"), ("mail", "in", "new"), ("mail", "strangers")):
            for path in self.place(*folder).glob(f"{no:09d}.*.eml"):
                return read_bytes(path, limit=MOST_MAIL)
        return None

    def is_done(self, came: Came, *, is_stranger: bool) -> None:
        """Moves a mail to where its fate is known."""
        folder = ("mail", "strangers") if is_stranger else ("mail", "in", "done")
        move_file(came.path, make_folder(self.folder, *folder))

    # -- letters --------------------------------------------------------------------------------

    def letter_path(self, name: str) -> Path:
        """Returns where a letter waits to be sent."""
        return self.place("mail", "out", "new", name)

    def write_letter(self, name: str, raw: bytes) -> None:
        """Puts a letter where it waits to be sent; the same name again takes its place."""
        write_atomically(self.letter_path(name), raw, mode=PRIVATE)

    def letter(self, name: str) -> bytes | None:
        """Returns a letter that waits; None: it was sent, or was never written."""
        path = self.place("mail", "out", "new", name)
        return read_bytes(path, limit=1 << 26) if path.is_file() else None

    def letter_left(self, name: str, folder: str) -> None:
        """Moves a letter that was sent, or refused, out of the way."""
        move_file(self.place("mail", "out", "new", name), self.place("mail", "out", folder))
        sync_names(self.place("mail", "out", folder))

    # -- settings -------------------------------------------------------------------------------

    def write_settings(self, settings: OfficeSettings) -> None:
        """Puts office.json in place."""
        write_atomically(self.folder / _SETTINGS, pretty(settings.model_dump(mode="json")))
        self.settings = settings

    def with_match(self, name: str, entry: MatchEntry) -> None:
        """Writes a match into office.json."""
        matches = {**self.settings.matches, name: entry}
        self.write_settings(self.settings.model_copy(update={"matches": matches}))

    def tidy(self) -> None:
        """Takes away what killed runs began to write. The caller holds the lock."""
        remove_unfinished(self.place("mail", "out"))


def is_office(folder: Path) -> bool:
    """Whether a folder is an office's."""
    return (folder / _SETTINGS).is_file()


def keep_mail(folder: Path, raw: bytes, at: datetime) -> Came:
    """Keeps a mail that came to an office, as it came; when this returns it is on the disk.

    Its number is the office's own: arrival is the order, whatever a mail says of its date.

    Raises:
        UnusableFile: there is no office here.
        TryAgain: another mail is kept at this moment for too long; the disk is full.
    """
    if not is_office(folder):
        raise _no_office(folder)
    inside = make_folder(folder, "mail", "in")
    make_folder(inside, "new", lasting=False)
    with waiting_lock(inside, seconds=20):
        no = _counted(inside / _COUNTER) + 1
        write_atomically(inside / _COUNTER, b"%d\n" % no, mode=PRIVATE, lasting=False)
        name = f"{no:09d}.{at.astimezone(UTC):%Y%m%dT%H%M%SZ}.eml"
        # One byte more than is read, so that the intake says that it is too large.
        write_atomically(inside / "new" / name, raw[: MOST_MAIL + 1], mode=PRIVATE)
    return Came(no, at, inside / "new" / name)


def new_office(folder: Path, settings: OfficeSettings, *, secret: bytes) -> Office:
    """Makes an office.

    Args:
        secret: 32 random bytes, from which its tokens come.

    Raises:
        UnusableFile: the folder holds something already.
    """
    from adjudicator.post.office.journal import Journal

    assert len(secret) == 32
    with new_folder(folder, [_SETTINGS, _KEY, _JOURNAL, "mail", "matches"]):
        folder.chmod(0o700)
        for names in _FOLDERS:
            make_folder(folder, *names)
        write_new(folder / _KEY, secret, mode=PRIVATE)
        Journal.begin(folder / _JOURNAL)
        office = Office(folder, settings)
        office.write_settings(settings)
    return office


def open_office(folder: Path) -> Office:
    """Opens an office.

    Raises:
        RefusedFile: office.json is malformed or invalid.
        UnusableFile: there is none here.
    """
    if not is_office(folder):
        raise _no_office(folder)
    from adjudicator.post.office.settings import OfficeSettings

    return Office(folder, read_model(OfficeSettings, folder / _SETTINGS))


def _no_office(folder: Path) -> UnusableFile:
    hint = "Make one with `adjudicator office new`, or name its folder."
    return unusable_file(folder, "no-office", "there is no office here: no office.json", hint)


def _listed(folder: Path) -> Iterator[Came]:
    for path in sorted(folder.glob("*.eml")):
        if found := _CAME.fullmatch(path.name):
            at = datetime.strptime(f"{found['at']}+0000", "%Y%m%dT%H%M%SZ%z")
            yield Came(int(found["no"]), at, path)


def _counted(path: Path) -> int:
    """Returns the newest number; where the counter is lost, that of the newest mail."""
    if path.is_file():
        text = read_bytes(path, limit=32).strip()
        if text.isdigit():
            return int(text)
    names = [one.no for place in ("new", "done") for one in _listed(path.parent / place)]
    return max([*names, *(one.no for one in _listed(path.parent.parent / "strangers"))], default=0)
