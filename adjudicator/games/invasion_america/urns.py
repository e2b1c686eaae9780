"""Urns: strengths that nobody knows before they are revealed. (18.32 to 18.35)

An urn is a bag of chits. The first urn of a nation and type is its counter mix; every untried unit
and every untried counter in the Destroyed Units Box is a draw from an urn. When counters are taken
out of a box that mixes different chits, the box becomes a new urn, and what was taken and what
stays are draws from it. A reveal draws a chit, and where that stands for a draw from an earlier
urn, draws on. So it is exactly the physical game, and nobody can peek.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.state import Bag, Urns

__all__ = [
    "Chit",
    "Taken",
    "boxed",
    "chit_at",
    "chits_of",
    "drawn",
    "full_mix",
    "mixed",
    "references",
    "size_of",
    "taken",
]


class Chit(NamedTuple):
    """What is drawn from an urn: a strength, or one draw from an earlier urn."""

    strength: int | None
    urn: int | None


class Taken(NamedTuple):
    """Counters that were taken out of a box to come back into play."""

    urns: Urns
    """The urns and the box afterwards."""
    chit: Chit
    """What each of the counters is: of known strength, or a draw from an urn."""


def full_mix(counters: Mapping[int, int], *, boxed: int = 0) -> Urns:
    """Returns the urns of a nation and type when the match begins. (18.33, 18.36)

    Args:
        counters: by strength, how many counters there are.
        boxed: how many of them lie in the Destroyed Units Box, untried.
    """
    mix = Bag(strengths=FrozenMap({str(strength): count for strength, count in counters.items()}))
    return Urns(urns=FrozenMap({"1": mix}), box=_with(Bag(), Chit(None, 1), boxed))


def size_of(bag: Bag) -> int:
    """Returns how many chits a bag has."""
    return sum(bag.strengths.values()) + sum(bag.draws.values())


def chits_of(bag: Bag) -> tuple[tuple[Chit, int], ...]:
    """Returns the chits of a bag, each with how many there are, in their stated order.

    Strengths ascend, then come draws by the number of their urn.
    """
    strengths = sorted((int(name), count) for name, count in bag.strengths.items())
    draws = sorted((int(name), count) for name, count in bag.draws.items())
    return (
        *((Chit(strength, None), count) for strength, count in strengths),
        *((Chit(None, urn), count) for urn, count in draws),
    )


def chit_at(bag: Bag, place: int) -> Chit:
    """Returns the chit at a place of a bag in its stated order, counted from 1."""
    for chit, count in chits_of(bag):
        if place <= count:
            return chit
        place -= count
    raise AssertionError("a place beyond the bag")


def boxed(urns: Urns, chit: Chit, count: int = 1) -> Urns:
    """Returns the urns with counters put into the box: what is known of them stays known. (8.12)"""
    return urns.model_copy(update={"box": _with(urns.box, chit, count)})


def taken(urns: Urns, count: int) -> Taken:
    """Takes so many counters out of the box, unseen. (8.2, 18.35)

    Where its chits differ the box becomes a new urn; what stays in it are draws from that.
    """
    size = size_of(urns.box)
    assert 0 < count <= size, "the box holds fewer counters"
    kinds = chits_of(urns.box)
    if len(kinds) == 1:
        chit = kinds[0][0]
        box = _with(Bag(), chit, size - count)
        return Taken(urns.model_copy(update={"box": box}), chit)
    number = 1 + max((int(name) for name in urns.urns), default=0)
    chit = Chit(None, number)
    mixed_urns = urns.urns | {str(number): urns.box}
    return Taken(Urns(urns=mixed_urns, box=_with(Bag(), chit, size - count)), chit)


def drawn(urns: Urns, passed: Sequence[tuple[int, Chit]]) -> Urns:
    """Returns the urns after a reveal: each chit that was drawn leaves its urn for good.

    Args:
        passed: the urns through which the reveal went, each with the chit drawn from it.
    """
    left = urns.urns
    for number, chit in passed:
        bag = _with(left[str(number)], chit, -1)
        left = left | {str(number): bag} if size_of(bag) else left.without(str(number))
    return urns.model_copy(update={"urns": left})


def mixed(bag: Bag) -> bool:
    """Whether a bag has chits of different kinds, so that it matters which one is drawn."""
    return len(bag.strengths) + len(bag.draws) > 1


def references(urns: Urns, in_play: Sequence[int]) -> dict[int, int]:
    """Returns by urn how many draws from it are outstanding: of units, of the box, of other urns.

    Args:
        in_play: the urns of the untried units in play.
    """
    found: dict[int, int] = {}
    for number in in_play:
        found[number] = found.get(number, 0) + 1
    for bag in (urns.box, *urns.urns.values()):
        for name, count in bag.draws.items():
            found[int(name)] = found.get(int(name), 0) + count
    return found


def _with(bag: Bag, chit: Chit, count: int) -> Bag:
    """Returns a bag with more or fewer chits of a kind."""
    if not count:
        return bag
    is_draw = chit.strength is None
    name = str(chit.urn if is_draw else chit.strength)
    chits = bag.draws if is_draw else bag.strengths
    left = chits.get(name, 0) + count
    changed = chits.put(name, left)
    return bag.model_copy(update={"draws" if is_draw else "strengths": changed})
