"""What a match keeps of each seat between openings: its chain, and how it stands with the clock.

Players' own chains (TFD1 3.2, 3.9): by seat, the value that was opened last.

A chain begins with the anchor in its seat's join. Each opened pledge takes its place; a new join
for the seat (a `seat` line) begins another chain, whose anchor counts as the value of the last
opening. An opening that is annulled takes nothing back: its pledges are public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field as Limits

from adjudicator.audit import log, tfd1
from adjudicator.audit.genesis import Days, Leave, Minute
from adjudicator.core.values import MAX_INTEGER, FrozenMap, Hex32, Id, Value

__all__ = [
    "NO_CHAINS",
    "NO_STANDINGS",
    "Chain",
    "Chains",
    "ClockStanding",
    "Standings",
    "chains_after",
    "first_chains",
    "next_chains",
    "replaced_chains",
]


class Chain(Value):
    """The value of a seat's chain that was opened last; at first, its anchor."""

    match: log.Field
    """The name of the match, which is part of every value."""
    links: log.Number
    """How many values the chain has."""
    n: Annotated[int, Limits(ge=0, le=MAX_INTEGER)]
    """The number of the value."""
    value: Hex32
    """The value opened last."""

    def holds(self, seat: str, value: str, n: int) -> bool:
        """Says whether a value is number `n` of this chain, later than the one opened last."""
        if not self.n < n <= self.links:
            return False
        return tfd1.chain_value(self.match, seat, value, links=n, n=self.n) == self.value


Chains = FrozenMap[Id, Chain]
"""By seat; a seat without a chain of its own is not among them."""
NO_CHAINS: Chains = FrozenMap()


def first_chains(genesis: log.Genesis) -> Chains:
    """Returns the chains with which the seats joined."""
    offer = genesis.offer
    return FrozenMap(
        {
            join.player: Chain(match=offer.game, links=offer.links, n=0, value=join.anchor)
            for join in genesis.joins
            if join.anchor is not None
        }
    )


def next_chains(chains: Chains, n: int, pledges: Mapping[str, str | None]) -> Chains:
    """Returns the chains after an opening with these pledges."""
    moved = {
        seat: chains[seat].model_copy(update={"n": n, "value": pledge})
        for seat, pledge in pledges.items()
        if pledge is not None and seat in chains
    }
    return chains | moved if moved else chains


def replaced_chains(chains: Chains, offer: log.Offer, line: log.Seat) -> Chains:
    """Returns the chains after a `seat` line; the new join may be one without a chain (3.9)."""
    join = line.join
    if join.anchor is None:
        return chains.without(join.player)
    new = Chain(match=offer.game, links=offer.links, n=line.n, value=join.anchor)
    return chains | {join.player: new}


def chains_after(chains: Chains, offer: log.Offer, lines: Iterable[log.Line]) -> Chains:
    """Returns the chains after some more lines of a log."""
    for line in lines:
        if isinstance(line.payload, log.Open):
            chains = next_chains(chains, line.payload.n, line.payload.pledges)
        elif isinstance(line.payload, log.Seat):
            chains = replaced_chains(chains, offer, line.payload)
    return chains


# -- how a seat stands with the clock (post, 7) --------------------------------------------------


class ClockStanding(Value):
    """How a seat stands with the clock after an opening."""

    misses: Days
    """How often in a row it sent no sheet in time."""
    bank: Days
    """The days left in its bank."""
    leave: Days
    """The days of leave left to it."""
    leaves: tuple[Leave, ...] = ()
    """The leaves that were taken, in their order."""
    step: Literal["wait", "bank", "default", "built-in", "replaced"] | None = None
    """What was done about it in the newest opening; None: it was in time, or not asked."""
    latest: Minute | None = None
    """When its last sheet came, of those that notes tell of."""


Standings: TypeAlias = FrozenMap[Id, ClockStanding]
"""By seat; empty in a match without a clock."""
NO_STANDINGS: Standings = FrozenMap()
