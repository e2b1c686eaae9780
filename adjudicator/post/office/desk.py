"""What carrying out a mail has at hand, and what comes of it: for all that takes part in filing."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple, Protocol

from adjudicator.post.office.folder import Office
from adjudicator.post.office.journal import Journal
from adjudicator.post.office.outbox import Note
from adjudicator.post.office.people import Card, People

__all__ = ["Desk", "Done"]


class Done(NamedTuple):
    """What one thing in a mail led to."""

    did: dict[str, Any]
    """For the journal."""
    notes: tuple[Note, ...] = ()
    """What is answered."""


class Desk(Protocol):
    """The office with its journal, as it is while mails are filed."""

    office: Office
    journal: Journal
    people: People
    now: datetime

    def confirmed(self, card: Card, seat: str) -> Done | None:
        """Files what was held for a seat, now that it was confirmed; None: nothing was."""
