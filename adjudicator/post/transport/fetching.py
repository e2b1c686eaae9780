"""Mails are fetched from a mailbox by IMAP: each is kept first, then moved away.

Killed anywhere, nothing is lost: a mail leaves its folder only after it was kept. What was kept and
not yet moved is known by UIDVALIDITY and UID (RFC 3501 2.3.1.1), never by the flag that it was
read, which any mail program sets. A mail may be kept twice (after a kill, or a new UIDVALIDITY), so
whoever keeps it knows it again by what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSet
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.named_files import write_atomically
from adjudicator.api.problems import Problem, Unusable, shortened
from adjudicator.post.transport.settings import ImapSettings

__all__ = ["MAX_FETCHED", "Fetched", "fetch", "seen_in"]

MAX_FETCHED = (1 << 20) + 1
"""Bytes that are fetched of a mail: one more than the intake reads, so that it says why."""


class Fetched(NamedTuple):
    """What a run did with a mailbox."""

    kept: int
    """Mails that were kept in this run."""
    moved: int
    """Mails that were moved, those among them that an earlier run kept."""
    problems: tuple[Problem, ...]
    """What the server refused, a mail at a time; the next run tries again: `mailbox-refuses`."""


def fetch(
    settings: ImapSettings, keep: Callable[[bytes], None], *, seen: MutableSet[str]
) -> Fetched:
    """Fetches all mails of a folder, in the order in which they came.

    Of a mail of more than `MAX_FETCHED` bytes only so many are kept; it stays whole in `done`.
    Nothing is marked as read, and what others have marked as deleted is not expunged.

    Args:
        keep: is given the bytes of a mail as they came, and returns once they are stored
            durably. What it raises ends the run; that mail stays where it is.
        seen: what was kept and may still lie in the folder, each as "UIDVALIDITY.UID", such as
            "1732730000.17". It is not fetched again, only moved. `fetch` keeps the set up.

    Raises:
        TryAgain: nothing could be fetched now: `mailbox-unreached` (the server is not reached,
            breaks off, or refuses the folder), `mail-login`, `mail-unsafe` or `no-password`.
        Unusable: `no-imap-tools`: the library is not installed.
    """
    try:
        from adjudicator.post.transport.mailbox import opened
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "imap_tools":
            raise
        message = "mails are fetched by the library imap-tools, which is not installed"
        hint = "Say `pip install 'wargame-adjudicator[post]'`."
        raise Unusable([Problem("no-imap-tools", message, hint=hint, kind="unusable")]) from None
    kept = moved = 0
    problems = []
    with opened(settings, MAX_FETCHED) as folder:
        validity, uids = folder.contents()
        for uid in uids:
            place = f"{validity}.{uid}"
            if place not in seen:
                raw = folder.raw(uid)
                if isinstance(raw, str):
                    problems.append(_refused(settings, f"mail {uid} cannot be read: {raw}"))
                    continue
                if raw is None:
                    continue  # another program took it away
                keep(raw)
                seen.add(place)
                kept += 1
            if refusal := folder.move(uid):
                problems.append(_refused(settings, f"mail {uid} cannot be moved: {refusal}"))
                continue
            seen.discard(place)
            moved += 1
        there = {f"{validity}.{uid}" for uid in uids}
        for place in sorted(seen):
            if place not in there:
                seen.discard(place)
    return Fetched(kept, moved, tuple(problems))


@contextmanager
def seen_in(path: Path) -> Iterator[MutableSet[str]]:
    """Gives the set of `fetch` out of a file, a place a line, and writes it there in the end.

    If a run is killed, or somebody takes the file away, mails are kept twice and none is lost.
    """
    try:
        before = set(path.read_text("ascii").split())
    except (FileNotFoundError, UnicodeDecodeError):
        before = set()
    seen = set(before)
    try:
        yield seen
    finally:
        if seen != before:
            write_atomically(path, "".join(f"{place}\n" for place in sorted(seen)).encode())


def _refused(settings: ImapSettings, message: str) -> Problem:
    where = f"{settings.user} at {settings.host}"
    hint = f"Look into the mailbox; `done` ({settings.done}) must be a folder that can be written."
    return Problem(
        "mailbox-refuses", shortened(f"{where}: {message}", 400), hint=hint, kind="unusable"
    )
