"""Knock-out: who loses is out (tournaments.md 3).

Byes go to the first seeds, and the first two meet in the final at the earliest. Whoever did not
reach the final is placed by whom they lost to, as the Boardgame Players Association has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.tournament.pairing.check import key_of
from adjudicator.tournament.pairing.values import BYE, Apart

__all__ = ["bracket", "next_matches", "places", "standing"]


def bracket(seeds: Sequence[str], *, apart: Iterable[Apart] = ()) -> tuple[Apart, ...]:
    """Returns the first round: pairs by place in the bracket; the second is empty in a bye.

    Of each two pairs that follow one another the winners meet in the next round. Who are kept
    apart do not meet in the first round if another of those without a bye can stand there instead.

    Args:
        seeds: ids, the strongest first.
    """
    if not seeds:
        return ()
    places = [0]
    while len(places) < len(seeds):
        size = 2 * len(places)
        # Beside each seed its counterpart: 1 and 8, 4 and 5, 2 and 7, 3 and 6.
        places = [place for old in places for place in (old, size - 1 - old)]
    order = _kept_apart(list(seeds), len(places), {key_of(*pair) for pair in apart})
    order += [BYE] * (len(places) - len(order))
    if len(places) == 1:
        return ((order[0], BYE),)
    return tuple(
        (order[places[turn]], order[places[turn + 1]]) for turn in range(0, len(places), 2)
    )


def _kept_apart(order: list[str], size: int, kept: set[Apart]) -> list[str]:
    """Returns the seeds, in which the weaker of a pair that is kept apart changes with a near one.

    Only the lower half, who meet the upper half in the first round, change places.
    """
    half = size // 2

    def clashes(place: int) -> bool:
        return key_of(order[place], order[size - 1 - place]) in kept

    for place in range(half, len(order)):
        if not clashes(place):
            continue
        near = sorted(range(half, len(order)), key=lambda other: (abs(other - place), other))
        for other in near[1:]:
            order[place], order[other] = order[other], order[place]
            if not clashes(place) and not clashes(other):
                break
            order[place], order[other] = order[other], order[place]
    return order


def next_matches(matches: Sequence[Apart], winners: Mapping[Apart, str]) -> tuple[Apart, ...]:
    """Returns the next round: the winners of each two matches that follow one another.

    Where nobody of a match goes on (both left), who should meet them has a bye.

    Args:
        matches: the round before, as `bracket` or this function gave it.
        winners: who won each match; empty: nobody. A bye needs none.

    Raises:
        ValueError: a match has no winner, or one who did not play in it.
    """
    on = [_winner(match, winners) for match in matches]
    pairs = zip(on[::2], on[1::2], strict=True) if len(on) > 1 else ()
    return tuple((one, two) if one != BYE else (two, BYE) for one, two in pairs)


def _winner(match: Apart, winners: Mapping[Apart, str]) -> str:
    if BYE in match:
        return max(match)
    if match not in winners:
        raise ValueError(f"{match[0]} against {match[1]} has no winner")
    winner = winners[match]
    if winner and winner not in match:
        raise ValueError(f"{winner} did not play {match[0]} against {match[1]}")
    return winner


def standing(
    rounds: Sequence[Sequence[Apart]], winners: Sequence[Mapping[Apart, str]]
) -> tuple[tuple[str, ...], ...]:
    """Returns who share each place, the best first, while a knock-out is played or when it is over.

    Who may still win share the first place. Behind them stands, by how far they came, whoever is
    out; of one round they share a place until the final is won, and then go by whom they lost to.

    Args:
        rounds: all rounds with their matches, the first first; the last may be under way.
        winners: for each round who won; a match that is open has no winner.
    """
    last = len(rounds) - 1
    if (
        rounds
        and len(rounds[-1]) == 1
        and all(BYE in match or winners[-1].get(match) for match in rounds[-1])
    ):
        return tuple((one,) for one in places(rounds, winners))
    still = [
        player
        for match in rounds[-1]
        for player in match
        if player != BYE and (BYE in match or winners[-1].get(match, player) == player)
    ] if rounds else []  # fmt: skip
    found = [tuple(still)]
    for number in range(last, -1, -1):
        on = [*still, *(one for later in rounds[number + 1 :] for match in later for one in match)]
        found.append(
            tuple(one for match in rounds[number] for one in match if one not in (*on, BYE))
        )
    return tuple(group for group in found if group)


def places(
    rounds: Sequence[Sequence[Apart]], winners: Sequence[Mapping[Apart, str]]
) -> tuple[str, ...]:
    """Returns everybody by their place, the winner first.

    Then follow, round by round back from the final, those who lost, in the order of the places of
    whom they lost to. Who left together with their opponent comes behind the others of that round.

    Args:
        rounds: all rounds with their matches, the first first.
        winners: for each round who won.

    Raises:
        ValueError: a match has no winner; the last round is no final.
    """
    if not rounds or len(rounds[-1]) != 1:
        raise ValueError("the last round is no final")
    found: list[str] = []
    for matches, won in reversed(list(zip(rounds, winners, strict=True))):
        ahead = {player: place for place, player in enumerate(found)}
        lost: list[tuple[int, str]] = []
        for match in matches:
            winner = _winner(match, won)
            if winner and winner not in ahead:
                found.append(winner)
                ahead[winner] = len(found) - 1
            behind = ahead.get(winner, len(ahead) + len(matches))
            lost += [
                (behind, player) for player in match
                if player not in (BYE, winner) and player not in ahead
            ]  # fmt: skip
        found += [player for _, player in sorted(lost, key=lambda pair: pair[0])]
    return tuple(found)
