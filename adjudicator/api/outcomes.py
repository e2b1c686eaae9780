"""What came of a call: a sheet that was taken in or refused, an opening that was made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.api.position import Pending
from adjudicator.api.problems import Located
from adjudicator.core.game import Rules, event_name
from adjudicator.core.redaction import asked, redacted
from adjudicator.matches.opened import Played

__all__ = ["Opened", "Receipt", "Rolled"]


class Receipt(NamedTuple):
    """What became of a sheet, or a pledge, that was submitted."""

    accepted: bool
    """Whether it waits for the next opening now, in place of any earlier one of its seat."""
    n: int
    """The opening that it is for."""
    seat: str | None
    """Whose it is; None: it cannot be read."""
    hash: str | None
    """The SHA-256 of its canonical JSON, by which the log will name it; None: it cannot be read."""
    problems: tuple[Located, ...] = ()
    """Why it was refused; of an accepted one, warnings."""
    sheet: Mapping[str, Any] | None = None
    """What it says, as it was understood: orders, answers, standing orders."""
    replaces: bool = False
    """Whether an earlier sheet of the seat waited, whose place it took."""


class Rolled(NamedTuple):
    """One roll of an opening."""

    label: str
    """The name of the throw: what was rolled, where, for whom."""
    sides: int
    """How many sides each die had."""
    values: tuple[int, ...]
    """What the dice showed, in the order rolled."""


class Opened:
    """What one run of `adjudicate` did."""

    def __init__(self, rules: Rules[Any], played: Played) -> None:
        self._rules, self._played = rules, played
        self.failure = played.failure
        """Why map, report or save were not written, though the opening stands in the log."""
        self.notices = played.notices
        """What else is to be told."""
        self.written = played.written
        """The files that were written."""
        self.has_fixed = played.has_fixed
        """Whether it fixed the round of the beacon for the next opening, and nothing else."""
        self.is_locked = played.saved.locked is not None
        """Whether the sheets are locked now, and pledges or a beacon are awaited."""
        self.is_over = played.saved.is_over
        """Whether the match has ended."""
        self.head = played.saved.head
        """The hash of the log's last line."""

    @property
    def n(self) -> int | None:
        """The number of the opening that was made; None: none could be made yet."""
        return None if self._played.opening is None else self._played.opening.n

    @property
    def turns(self) -> tuple[str, ...]:
        """The player-turns in which something happened."""
        return () if self._played.opening is None else self._played.opening.run.turns

    @property
    def dice(self) -> tuple[Rolled, ...]:
        """All rolls of the opening, in order; anybody can derive them from the log."""
        if self._played.opening is None:
            return ()
        rolls = self._played.opening.run.rolls
        return tuple(Rolled(one.label, one.sides, one.values) for one in rolls)

    @cached_property
    def events(self) -> tuple[dict[str, Any], ...]:
        """What happened, as everybody may know it: each with its name under `event`."""
        if self._played.opening is None:
            return ()
        told = redacted(self._rules, self._played.opening.run.events, None)
        return tuple({"event": event_name(event), **event.to_json()} for event in told)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What is awaited now, or what stopped a run of which nothing came."""
        found = self._played.asked
        if self.n is not None or not found:
            found = self._played.saved.pending
        return asked(self._rules, found, None)

    @property
    def stops_in_mid_turn(self) -> bool:
        """Whether something else than whole sheets is awaited: answers, pledges, a beacon."""
        saved = self._played.saved
        is_held = any(pending.topic != "orders" for pending in self._played.asked)
        return ((saved.begun or is_held) and not saved.is_over) or self.is_locked
