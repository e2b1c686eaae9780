"""Who gets which side where no engine has said it: evened out, by bid, both, by wish.

Sides are the first and the second of the game; which of them is the strong one the event says
(tournaments.md 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.tournament.pairing.check import key_of
from adjudicator.tournament.pairing.colours import FIRST, Colour, histories, other
from adjudicator.tournament.pairing.values import BYE, MET_KINDS, Bid, Entrant, Game, Pair

__all__ = ["BidPair", "Lots", "both_sides", "by_bid", "by_wish", "even_first"]

Lots = Mapping[str, tuple[int, str]]
"""Everybody's place in the draw, and their id."""


def even_first(one: str, two: str, games: Sequence[Game], lots: Lots) -> str:
    """Returns who of two gets the first side: who had it less; who did not have it last; the draw.

    Where they met before, the sides of that match are changed before all else.
    """
    meetings = [
        game
        for game in sorted(games, key=lambda game: game.round)
        if game.kind in MET_KINDS
        and game.second != BYE
        and key_of(game.first, game.second) == key_of(one, two)
    ]
    if meetings:
        return meetings[-1].second
    had = histories(games)

    def due(player: str) -> tuple[int, bool, tuple[int, str]]:
        colours = had.get(player, ())
        more = 2 * colours.count(FIRST) - len(colours)
        return more, colours[-1:] == (FIRST,), lots[player]

    return min((one, two), key=due)


@dataclass(frozen=True, slots=True, kw_only=True)
class BidPair:
    """A match whose sides were bid for."""

    pair: Pair
    paid: int | None
    """What the holder of the strong side bid; None: nobody bid."""


def by_bid(pair: Pair, bids: Iterable[Bid], lots: Lots, *, strong: Colour = FIRST) -> BidPair:
    """Returns a pair with the sides that were bid for: the lowest bid takes the strong side.

    Who does not bid leaves it to the other; equal bids, and none, are decided by the draw.

    Args:
        bids: those of the two; others are passed over.
        strong: which side is the strong one.

    Raises:
        ValueError: somebody bids twice.
    """
    mine = [bid for bid in bids if bid.player in pair.players]
    amounts = {bid.player: bid.amount for bid in mine}
    if len(amounts) < len(mine):
        raise ValueError("a player bids twice")
    if pair.second == BYE:
        return BidPair(pair=pair, paid=None)

    def due(player: str) -> tuple[bool, int, tuple[int, str]]:
        return player not in amounts, amounts.get(player, 0), lots[player]

    takes = min(pair.players, key=due)
    gives = pair.second if takes == pair.first else pair.first
    first, second = (takes, gives) if strong == FIRST else (gives, takes)
    return BidPair(pair=replace(pair, first=first, second=second), paid=amounts.get(takes))


def both_sides(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Returns two matches for each pair, the second with the other sides; a bye stays one."""
    found: list[Pair] = []
    for pair in pairs:
        found.append(pair)
        if pair.second != BYE:
            found.append(replace(pair, first=pair.second, second=pair.first))
    return tuple(found)


def by_wish(
    pair: Pair, entrants: Mapping[str, Entrant], games: Sequence[Game], *, names: tuple[str, str]
) -> Pair:
    """Returns a pair with the sides that both wish, where they wish different ones.

    Nobody gets a side a third time in a row, nor three times more often than the other side.

    Args:
        names: the names of the first and the second side, as wishes have them.
    """
    if pair.second == BYE:
        return pair
    wanted = {player: _wished(entrants[player], names) for player in pair.players}
    one, two = wanted[pair.first], wanted[pair.second]
    if one == two or (one is None and two is None):
        return pair
    first_wants = one if one is not None else other(two or FIRST)
    first, second = pair.players if first_wants == FIRST else pair.players[::-1]
    had = histories(games)
    given = ((first, FIRST), (second, other(FIRST)))
    if any(not _may_have(had.get(player, ()), side) for player, side in given):
        return pair
    return replace(pair, first=first, second=second)


def _wished(one: Entrant, names: tuple[str, str]) -> Colour | None:
    for wish in one.wishes:
        if wish in names:
            return FIRST if wish == names[0] else other(FIRST)
    return None


def _may_have(colours: tuple[Colour, ...], side: Colour) -> bool:
    after = (*colours, side)
    return after[-3:] != (side,) * 3 and abs(2 * after.count(side) - len(after)) < 3
