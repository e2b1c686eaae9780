"""Letters leave the office: from mail/out/new by its way of sending into mail/out/sent.

Only here a letter can be doubled: if a run is killed between the server's answer and the rename,
the next one sends it again, with the same Message-ID and the same bytes. None is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from adjudicator.api.problems import Problem, Refused, TryAgain
from adjudicator.post.office.folder import Office
from adjudicator.post.office.journal import Journal
from adjudicator.post.office.outbox import without_envelope

__all__ = ["Carrier", "Outcome", "send_all"]

_TOO_BIG = ("552", "5.3.4", "5.2.3", "attachment", "banned", "content", "5.7.1 message")
"""What a server says that refuses a letter for what it carries, and not for its reader."""


_IN_A_ROW = 3
"""After so many faults of the way itself no further letter is tried in this run."""


class Carrier(Protocol):
    """A way to send letters, as `post.transport.sender_of` gives it."""

    def send(self, raw: bytes, *, sender: str, recipients: Sequence[str]) -> Any:
        """Sends one letter; see `post.transport.sending.Sender`."""


class Outcome(NamedTuple):
    """What became of the letters that waited."""

    sent: int
    """How many left."""
    later: tuple[Problem, ...]
    """Why some wait still."""
    failed: tuple[str, ...]
    """Files of those that were refused for good."""


def send_all(
    office: Office,
    journal: Journal,
    carrier: Carrier | None,
    at: datetime,
) -> Outcome:
    """Sends all letters that wait, in the order in which they were written.

    Args:
        carrier: the way; None: letters stay where they are, for somebody else to send.
        at: the moment of the run.
    """
    sent, in_a_row, later, failed = 0, 0, [], []
    for file, entry in list(journal.book.files.items()):
        raw = office.letter(file)
        if raw is None:
            journal.write(at, {"kind": "sent", "file": file})  # A run was killed behind its rename.
            continue
        if carrier is None:
            continue
        sender, recipient, letter = without_envelope(raw)
        try:
            carrier.send(letter, sender=sender, recipients=[recipient])
        except TryAgain as error:
            later.append(error.problem)
            is_for_one = any(name == "recipient" for name, _ in error.problem.facts)
            in_a_row = 0 if is_for_one else in_a_row + 1
            if in_a_row >= _IN_A_ROW:
                break  # No other letter will leave either.
            continue
        except Refused as error:
            office.letter_left(file, "failed")
            journal.write(at, {"kind": "failed", "file": file, **_why(entry, error)})
            failed.append(file)
            continue
        in_a_row = 0
        office.letter_left(file, "sent")
        journal.write(at, {"kind": "sent", "file": file})
        sent += 1
    return Outcome(sent, tuple(later), tuple(failed))


def _why(entry: Any, error: Refused) -> dict[str, Any]:
    """Returns whether a letter is to be written again with nothing attached.

    What the server said stays out of the journal: it may hold the address.
    """
    said = " ".join(problem.message for problem in error.problems).lower()
    is_for_its_files = any(word in said for word in _TOO_BIG)
    is_plain = str(entry["file"]).endswith(".plain.eml")
    return {"plain": True} if entry["as"] == "turn" and is_for_its_files and not is_plain else {}
