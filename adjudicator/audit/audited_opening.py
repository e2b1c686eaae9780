"""An opening under audit: what its lines said so far, and what is judged when all are read.

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.audit.log import Clock, Open, Sheet
from adjudicator.core.values import FrozenMap

__all__ = ["AuditedOpening", "ShownSheet"]

_HASH = 64
_NO_SHEETS: FrozenMap[str, Sheet] = FrozenMap()


class ShownSheet(NamedTuple):
    """What the end of an audit needs of a sheet that a log shows, which may be long (3.10 [A8])."""

    k: int
    """The line in which it stands first."""
    is_newest: bool
    """Whether it answers the line that its opening's sheets must have seen at least."""
    blind: str
    """Its blind; empty: it has none that could follow from anything."""
    is_bare: bool
    """Whether it names no schema and pledges nothing."""

    @classmethod
    def of(cls, sheet: Sheet, k: int, since_hash: str) -> ShownSheet:
        """Returns what is needed of a sheet in line `k`."""
        more = sheet.model_extra or {}
        blind = more.get("blind")
        return cls(
            k,
            sheet.head == since_hash,
            blind if isinstance(blind, str) and len(blind) == _HASH else "",
            "$schema" not in more and sheet.pledge is None,
        )


@dataclass(slots=True)
class AuditedOpening:
    """An opening under audit. It is kept as long as the audit runs, so it holds no lines."""

    n: int
    """Its number."""
    k: int
    """The place of its lock."""
    orders: FrozenMap[str, str | None]
    """By player, the hash of the sheet that its lock names."""
    files: FrozenMap[str, Sheet]
    """By player, the sheets in its lock, until it is opened."""
    since: int
    """The place of the line that its sheets must have seen, if not a later one (3.10 [A4])."""
    since_hash: str
    """The hash of that line."""
    stands: bool = True
    """Whether it was not taken back."""
    pledges: FrozenMap[str, str | None] | None = None
    """By player, the pledge that its open line shows; None: it was not opened yet."""
    beacon: str | None = None
    """The value of the beacon that its open line shows."""
    opened_at: int = 0
    """The place of its open line."""
    key: str = ""
    without_pledge: tuple[str, ...] = ()
    """Players with a chain whose pledges are null in the open line."""
    clock: Clock | None = None
    """The note of the clock, if it is valid."""
    is_signed: bool = False
    """Whether the signature of its beacon's value stands in it."""
    is_corrected: bool = False
    """Whether a correction stands in it."""
    draws: int = 0
    """How many lines of rolls, shuffles and seals it has."""
    has_seals: bool = False
    """Whether any of them are seals."""
    unseals: int = 0
    """How many lines make hidden draws public in it."""
    is_veiled: bool | None = None
    """Whether its state line vouches for something hidden; None: it has none."""
    shown: dict[str, ShownSheet] = field(default_factory=dict)
    """By player, its sheet, where the log shows it."""

    def show(self, player: str, sheet: Sheet, k: int) -> None:
        """Notes a sheet that stands in line `k`; the first of a player counts."""
        if player not in self.shown:
            self.shown[player] = ShownSheet.of(sheet, k, self.since_hash)

    def take_open(self, opened: Open, k: int) -> FrozenMap[str, Sheet]:
        """Takes in its open line; returns the sheets in its lock, and lets go of them."""
        self.pledges, self.beacon, self.opened_at = opened.pledges, opened.beacon, k
        files, self.files = self.files, _NO_SHEETS
        return files

    @property
    def sent(self) -> frozenset[str]:
        """The players of whom a sheet is locked."""
        return frozenset(p for p, hash_ in self.orders.items() if hash_ is not None)

    @property
    def pledged(self) -> frozenset[str]:
        """The players of whom a pledge was opened."""
        pledges = {} if self.pledges is None else self.pledges
        return frozenset(p for p, pledge in pledges.items() if pledge is not None)

    @property
    def not_shown(self) -> tuple[str, ...]:
        """The players whose locked sheets are not in the log, sorted."""
        return tuple(sorted(self.sent - self.shown.keys()))

    def hands(self, automatic: frozenset[str]) -> int:
        """Returns how many seats had a part in its dice (3.10 [A12]).

        A sheet that no player wrote gives nobody a part: anyone can write it again.
        """
        return len((self.sent - automatic) | self.pledged)

    def pledge_faults(self) -> Iterator[tuple[str, str]]:
        """Yields player and fault where pledges are not exactly where sheets are (3.10 [A3]).

        Else whoever knows the rest could choose between the key with a pledge and the one without.
        For a seat that the clock's note names as silent, nobody has a pledge.
        """
        silent = () if self.clock is None else self.clock.written_for
        for player in sorted(self.pledged - self.sent):
            yield player, f"the pledge of {player} is opened, and no sheet of {player} is locked"
        for player in self.without_pledge:
            if player in self.sent and player not in silent:
                yield player, f"the sheet of {player} is locked, and its pledge is not opened"

    def correction_faults(self) -> Iterator[str]:
        """Yields what a correction finds in its opening that must not be there (3.10 [A6])."""
        if self.is_corrected:
            yield "this opening holds a correction already"
        if self.sent or self.pledged:
            yield "a correction stands in an opening of its own, without sheets and pledges"
        if self.draws or self.unseals:
            yield "nothing is drawn or unsealed in an opening that holds a correction"
