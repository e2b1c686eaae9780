"""Sheets that no player wrote, in the dice audit: they leave nobody a free bit (TFD1 3.10 [A8]).

The built-in player's sheets, and those written for silent seats, are functions of what their seat
may see. The dice audit judges header and blind; the full audit writes the whole sheet again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.audit import tfd1
from adjudicator.audit.audited_opening import AuditedOpening
from adjudicator.audit.log import Clock, Genesis, Note

__all__ = ["AutomaticAudit"]


class AutomaticAudit:
    """Who is played by whom, as offer and clock notes say; nobody without the amended rules."""

    def __init__(self, genesis: Genesis | None = None, gid: str = "") -> None:
        self.is_amended = genesis is not None and genesis.offer.amended is not None
        self.gid = gid
        self.players = () if genesis is None else tuple(join.player for join in genesis.joins)
        self.plays: frozenset[str] = frozenset()
        """The seats of the built-in player."""
        self.has_clock = genesis is not None and genesis.offer.has_clock
        self.written: Counter[str] = Counter()
        """By seat, how many sheets no player wrote."""

    def begin(self, genesis: Genesis) -> Iterator[str]:
        """Takes the seats of the built-in player out of the offer; yields what is wrong."""
        said: Any = genesis.offer.to_json().get("plays", [])
        if not self.is_amended:
            return
        named = tuple(
            player for player in self.players if isinstance(said, list) and player in said
        )
        if said != list(named):
            yield "plays must list seats of this match, each once, in byte order"
        else:
            self.plays = frozenset(named)

    def clock_faults(
        self, note: Clock | Note, opening: AuditedOpening | None, *, n: int, follows_open: bool
    ) -> Iterator[str]:
        """Yields what is wrong with a clock note; a wrong one has no effect.

        Args:
            opening: the one that is open; None: the note stands between two.
            n: its number.
            follows_open: whether the note is the very next line after the open line.
        """
        if not isinstance(note, Clock):
            yield "this is no clock note: its fields are not those of one"
            return
        if opening is None or not follows_open:
            yield "a clock note is the line right after the open line"
        if note.n != n:
            yield f"this is opening {n}, not {note.n}"
        withheld = note.withheld or ()
        named = (note.due, note.received, note.missed, note.bank, note.leave, withheld)
        for player in sorted({player for field in named for player in field} - {*self.players}):
            yield f"{player} is no player of this match"
        pledges = {} if opening is None or opening.pledges is None else opening.pledges
        for player in withheld:
            if pledges.get(player) is not None:
                yield f"the pledge of {player} is called withheld, and is opened"

    def by_hand(self, openings: Iterable[AuditedOpening]) -> tuple[int, ...]:
        """Returns the openings in which the clock of the match had no part; empty without one."""
        if not self.has_clock:
            return ()
        from adjudicator.audit.clock import is_by_hand

        played = (one for one in openings if one.pledges is not None and one.sent - self.plays)
        return tuple(one.n for one in played if one.clock is None or is_by_hand(one.clock))

    def seats(self, opening: AuditedOpening) -> frozenset[str]:
        """Returns the seats whose sheets in an opening no player wrote."""
        silent = () if opening.clock is None else opening.clock.written_for
        return self.plays | frozenset(silent)

    def sheet_faults(
        self, opening: AuditedOpening, player: str, *, hidden: str | None
    ) -> Iterator[str]:
        """Yields what is wrong with a shown sheet that no player wrote, or that pretends to be one.

        While an opening has no state line, the clock's note may still be awaited.

        Args:
            hidden: the hidden-draw secret, where the log shows it.
        """
        if not self.is_amended or opening.is_veiled is None:
            return
        n, sheet = opening.n, opening.shown[player]
        plain = tfd1.clock_blind(self.gid, n, player)
        veiled = None if hidden is None else tfd1.clock_blind(self.gid, n, player, hidden=hidden)
        if player not in self.seats(opening):
            if sheet.blind in (plain, veiled):
                yield f"the sheet of {player} pretends that no player wrote it: nothing names it so"
            return
        if not sheet.is_bare:
            yield f"the sheet of {player} was written by no player, and holds more than it may"
        if not sheet.is_newest:
            yield f"the sheet of {player} must answer line {opening.since + 1}, the newest for it"
        if opening.is_veiled and veiled is None:
            return
        if sheet.blind != (veiled if opening.is_veiled else plain):
            yield f"the blind of {player} is not the one that follows for a sheet of no player"
