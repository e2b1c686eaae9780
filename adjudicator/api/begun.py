"""A match whose log is at hand: how its dice are made, what is locked, who plays."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.api.named_files import SheetLike, as_sheet_file
from adjudicator.api.own_keys import played_of
from adjudicator.api.position import Awaited, Position
from adjudicator.api.problems import Located, RefusedFile
from adjudicator.audit import log
from adjudicator.audit.opening import Locked, fixes_round_first

if TYPE_CHECKING:
    from adjudicator.audit.chains import ClockStanding
    from adjudicator.audit.clock import ClockPolicy
    from adjudicator.documents.keys.seat_keys import Played

__all__ = ["BegunMatch", "Locked"]


class BegunMatch(Position):
    """A match with its log: a match folder, or a clone of one."""

    folder: Path
    """Where it lies."""

    @property
    def _home(self) -> Path:
        return self.folder

    @property
    @abstractmethod
    def genesis(self) -> log.Genesis:
        """Line 0 of the log: the offer and the joins."""

    @property
    @abstractmethod
    def pledges_awaited(self) -> tuple[str, ...]:
        """What a locked opening awaits: seats for their pledges, or "the beacon"."""

    @property
    def has_log(self) -> bool:
        """Whether the log itself was opened."""
        return True

    @property
    def name(self) -> str:
        """The name of the match."""
        return self.genesis.offer.game

    @property
    def played(self) -> Played:
        """Which match it is: what a key file serves."""
        return played_of(self.genesis)

    @property
    def mode(self) -> str:
        """How the dice are made: "referee", "public" or another mode of the protocol."""
        return str(self.genesis.offer.mode)

    @property
    def title(self) -> str:
        """The title of the scenario, as the offer has it."""
        return str(self.genesis.offer.to_json()["scenario"]["title"])

    @property
    def has_secret(self) -> bool:
        """Whether the referee has a secret that makes dice."""
        return self.genesis.offer.anchor is not None

    @property
    def plays(self) -> tuple[str, ...]:
        """The seats that the offer gives to the built-in player."""
        return tuple(self.genesis.offer.plays)

    @property
    def penalty(self) -> str:
        """What the offer says of a pledge withheld after a lock."""
        return self.genesis.offer.penalty or ""

    @property
    def clock(self) -> ClockPolicy | None:
        """The policy of the clock, as the offer fixes it; None: the match has no clock."""
        from adjudicator.audit.clock import policy_in

        return policy_in(self.genesis.offer)

    @property
    def clock_standing(self) -> Mapping[str, ClockStanding]:
        """By seat, how it stands with the clock before the next opening.

        The seats of the built-in player are not among them; without a clock nobody is.
        """
        return self.saved.clock

    def clock_json(self) -> dict[str, Any]:
        """Returns the clock and how seats stand with it as data; nothing where there is none."""
        if self.clock is None:
            return {}
        standing = {seat: one.to_json() for seat, one in self.clock_standing.items()}
        return {"clock": {"policy": self.clock.to_json(), "standing": standing}}

    @property
    def caption(self) -> tuple[str, ...]:
        """What people call the match, and who plays, as far as match.json says so."""
        from adjudicator.matches.people import caption_of

        return caption_of(self.folder)

    @property
    def sides_by_seat(self) -> dict[str, tuple[str, ...]]:
        """The sides that each seat leads."""
        from adjudicator.documents.offers import scenario_offered

        seats = scenario_offered(self.genesis.offer).seats
        return {seat: tuple(led.sides) for seat, led in seats.items()}

    @property
    def about_dice(self) -> tuple[str, ...]:
        """What the dice of the match prove, and what they leave possible, in sentences."""
        from adjudicator.api.dice import about_dice

        seats = (join.player for join in self.genesis.joins)
        without = tuple(seat for seat in seats if seat not in self.saved.chains)
        return about_dice(self.genesis.offer.mode or "referee", without)

    @property
    def locked(self) -> Locked | None:
        """What is locked of the next opening: by seat the hash of its sheet, and the round."""
        return self.saved.locked

    @property
    def fixes_round_first(self) -> bool:
        """Whether the round of the beacon is fixed before the sheets of an opening."""
        return fixes_round_first(self.genesis)

    @property
    def round(self) -> int | None:
        """The round of the beacon that is fixed for the next opening; None: none."""
        return self.saved.round_in_force

    @property
    def awaits_round(self) -> bool:
        """Whether the round of the beacon must be fixed before sheets are written."""
        is_before = self.fixes_round_first and not self.is_locked and not self.is_over
        return is_before and self.round is None

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """Who owes what for the next opening; of a locked one, pledges or the beacon's value."""
        if self.locked is None and not self.awaits_round:
            return super().awaited
        from adjudicator.narrate.languages import narrator_of

        opening, say = self.n + 1, narrator_of(self.rules).say
        if self.locked is None:
            return (Awaited(None, "round", opening, prompt=say("round-to-fix")),)
        if self.locked.round is not None:
            prompt = say("round-comes", n=self.locked.round, at=_said(self.locked.round))
            return (Awaited(None, "beacon", opening, prompt=prompt),)
        from adjudicator.audit.lock_first import awaited_pledges

        lacking = self.pledges_awaited
        return tuple(
            Awaited(
                seat, "pledge", opening, prompt=say("pledge-opens", seat=seat),
                is_in=seat not in lacking,
            )
            for seat in awaited_pledges(self.genesis, self.saved)
            if seat not in self.plays
        )  # fmt: skip

    def check_pledge(self, pledge: SheetLike, *, source: str = "pledge") -> tuple[Located, ...]:
        """Returns what is wrong with a pledge for the opening that is locked; nothing is changed.

        Args:
            pledge: its value, its bytes, its file or its path.
            source: what problems call it, where it is no file.
        """
        from adjudicator.documents.keys.late_pledges import not_locked, read_pledge

        file = as_sheet_file(pledge, source)
        if not self.is_locked:
            return (Located(not_locked(self.n + 1), file.source),)
        try:
            read_pledge(file.raw, file.source, self.genesis, self.saved)
        except RefusedFile as error:
            return error.located
        return ()

    def lock_json(self) -> dict[str, Any] | None:
        """Returns what is locked as data; None: nothing."""
        if self.locked is None:
            return None
        return {
            "opening": self.n + 1,
            "lock": self.head,
            **self.locked.to_json(),
            "awaited": list(self.pledges_awaited),
        }

    def beacon_json(self) -> dict[str, Any]:
        """Returns which round is fixed, where rounds are fixed before sheets; else nothing."""
        if not self.fixes_round_first:
            return {}
        if self.round is None:
            return {"beacon": None}
        comes = _said(self.round)
        return {"beacon": {"opening": self.n + 1, "round": self.round, "comes": comes}}


def _said(number: int) -> str:
    from adjudicator.api.dice import round_time

    return f"{round_time(number):%Y-%m-%dT%H:%M:%SZ}"
