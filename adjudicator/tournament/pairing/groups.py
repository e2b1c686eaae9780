"""Groups in which everybody meets everybody, all matches at once (tournaments.md 3).

For fewer than 12 players, and before a final.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.tournament.pairing.check import key_of
from adjudicator.tournament.pairing.values import BYE, Apart, Entrant, Pair

__all__ = ["Groups", "berger", "berger_round", "finalists", "groups_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Who is in which group."""

    members: tuple[tuple[str, ...], ...]
    """Ids by group, in the order of the seeding."""
    together: tuple[Apart, ...] = ()
    """Who is kept apart and in one group all the same: there was no place elsewhere."""


def berger(players: Sequence[str], *, both_sides: bool = False) -> tuple[tuple[Pair, ...], ...]:
    """Returns all matches of a group, by round, as FIDE's Berger tables have them.

    With an odd number one sits out in each round, and nothing stands there for it.

    Args:
        both_sides: everybody meets everybody twice, the second time with the other side; in rounds
            of their own after the others.
    """
    order = [*players, BYE] if len(players) % 2 else [*players]
    size = len(order)
    if size < 2:
        return ()
    half, rest = size // 2, size - 1
    rounds = []
    for number in range(size - 1):
        # The last stays; the others walk on by half a circle each round.
        start = number * half % rest
        circle = [order[(start + place) % rest] for place in range(rest)]
        with_last = (circle[0], order[-1])
        pairs = [with_last if number % 2 == 0 else with_last[::-1]]
        pairs += [(circle[place], circle[rest - place]) for place in range(1, half)]
        rounds.append(
            tuple(Pair(first=one, second=two) for one, two in pairs if BYE not in (one, two))
        )
    if both_sides:
        rounds += [
            tuple(Pair(first=pair.second, second=pair.first) for pair in pairs) for pairs in rounds
        ]
    return tuple(rounds)


def berger_round(place: int, players: int) -> int:
    """Returns the round of the tables in which a match of a group stands, from 1.

    Args:
        place: of the match among all of its group, from 0, in the order of `berger`.
        players: how many are in the group.
    """
    return place // (players // 2) + 1


def groups_of(entrants: Sequence[Entrant], count: int, *, apart: Iterable[Apart] = ()) -> Groups:
    """Returns groups of nearly equal size and strength, filled there and back by the seeding.

    Who are kept apart come into different groups where the seeding leaves room: of each row one
    goes to each group, and within a row players change places.

    Args:
        entrants: those who play, in the order of the seeding.
        count: how many groups.

    Raises:
        ValueError: there are fewer than two players for a group.
    """
    if count < 1 or len(entrants) < 2 * count:
        raise ValueError(f"{len(entrants)} players are too few for {count} groups")
    kept = {key_of(*pair) for pair in apart}
    members: list[list[str]] = [[] for _ in range(count)]
    for row in range(0, len(entrants), count):
        players = [one.id for one in entrants[row : row + count]]
        there_and_back = row // count % 2
        wanted = [count - 1 - place if there_and_back else place for place in range(count)]
        for group, player in _placed(players, wanted, members, kept).items():
            members[group].append(player)
    together = tuple(
        key_of(one, two)
        for group in members
        for place, one in enumerate(group)
        for two in group[place + 1 :]
        if key_of(one, two) in kept
    )
    return Groups(members=tuple(map(tuple, members)), together=together)


def _placed(
    players: list[str], wanted: list[int], members: list[list[str]], kept: set[Apart]
) -> dict[int, str]:
    """Returns who of a row goes to which group: each to their own, else as near as it can be.

    Augmenting paths (Kuhn), so that nobody stands with whom they are kept apart from if the row
    can be placed at all; who cannot takes what is left.
    """
    taken: dict[int, str] = {}

    def seat(player: str, turn: int, seen: set[int]) -> bool:
        own = wanted[turn]
        for group in sorted(wanted[: len(players)], key=lambda group: (abs(group - own), group)):
            if group in seen or any(key_of(player, one) in kept for one in members[group]):
                continue
            seen.add(group)
            other = taken.get(group)
            if other is None or seat(other, players.index(other), seen):
                taken[group] = player
                return True
        return False

    left = [player for turn, player in enumerate(players) if not seat(player, turn, set())]
    free = [group for group in wanted[: len(players)] if group not in taken]
    return taken | dict(zip(free, left, strict=True))


def finalists(places: Sequence[Sequence[str]], each: int) -> tuple[str, ...]:
    """Returns the seeding of a final: all winners of groups, then all seconds, and so on.

    So where two of an even number of groups go on to a knock-out, the winner of a group meets the
    second of another.

    Args:
        places: of each group the final standings, best first.
        each: how many of each group go on; a group that has fewer sends all.
    """
    return tuple(group[place] for place in range(each) for group in places if place < len(group))
