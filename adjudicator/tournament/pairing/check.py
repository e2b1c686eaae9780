"""Our own check of a round of a Swiss, whichever engine paired it (tournaments.md 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from adjudicator.api.problems import Problem
from adjudicator.tournament.pairing.colours import Standing, first_of, histories
from adjudicator.tournament.pairing.trf import Swiss, scores_of, seeded
from adjudicator.tournament.pairing.values import BYE, MET_KINDS, Apart, Game, Pair

__all__ = [
    "check_pairs",
    "had_bye",
    "in_order_of_boards",
    "key_of",
    "met",
    "standings_of",
    "topscorers",
]

_RULE = "tournaments 3"
_HINT = "Pair the round again, by another engine if need be; nothing was kept."


def key_of(one: str, two: str) -> Apart:
    """Returns a pair whoever of the two is named first."""
    return (one, two) if one < two else (two, one)


def met(games: Iterable[Game]) -> dict[Apart, int]:
    """Returns how often two met, open matches and those that do not count for one included."""
    found: dict[Apart, int] = {}
    for game in games:
        if game.second != BYE and game.kind in MET_KINDS:
            pair = key_of(game.first, game.second)
            found[pair] = found.get(pair, 0) + 1
    return found


def had_bye(swiss: Swiss) -> dict[str, str]:
    """Returns who may get no bye any more, and why: one was given, or a win without playing.

    A win against somebody who played twice stands in the engine's file as such a bye, and counts.
    """
    found: dict[str, str] = {}
    for game in swiss.games:
        if game.kind == "bye-given":
            found[game.first] = f"had one in round {game.round}"
        elif game.uncounted and game.winner not in (BYE, game.uncounted):
            if game.kind not in ("void", "double-forfeit"):
                found[game.winner] = f"won in its place in round {game.round}"
        elif game.kind == "forfeited" and game.winner and not game.uncounted:
            found[game.winner] = f"won round {game.round} without playing"
        elif game.kind == "bye-asked" and game.worth >= swiss.points.win:
            found[game.first] = f"got a win's points for a bye in round {game.round}"
    return found


def standings_of(swiss: Swiss) -> dict[str, Standing]:
    """Returns where everybody stands when colours are given.

    Who was never paired and is absent now does not count in the numbers of the seeding.
    """
    scores, colours = scores_of(swiss), histories(swiss.games)
    counted = {
        player
        for game in swiss.games
        if game.second != BYE or game.kind == "bye-given"
        for player in (game.first, game.second)
    }
    found, number = {}, 0
    for one in seeded(swiss.entrants):
        number += not one.absent or one.id in counted
        found[one.id] = Standing(number, scores[one.id], colours.get(one.id, ()))
    return found


def in_order_of_boards(swiss: Swiss, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Returns pairs as they are numbered: by the better score, both scores, the better seed.

    The bye is last. So the numbers of matches do not depend on the engine.
    """
    scores = scores_of(swiss)
    numbers = {one.id: number for number, one in enumerate(seeded(swiss.entrants))}

    def place(pair: Pair) -> tuple[bool, Fraction, Fraction, int]:
        both = [scores.get(player, Fraction(0)) for player in pair.players]
        seeds = [numbers.get(player, len(numbers)) for player in pair.players]
        return pair.second == BYE, -max(both), -sum(both, Fraction(0)), min(seeds)

    return tuple(sorted(pairs, key=place))


def topscorers(swiss: Swiss) -> frozenset[str]:
    """Returns who has more than half of all points when the last round is paired."""
    if swiss.round < swiss.rounds:
        return frozenset()
    half = swiss.points.win * (swiss.round - 1) * Fraction(1, 2)
    return frozenset(player for player, score in scores_of(swiss).items() if score > half)


def check_pairs(
    swiss: Swiss, pairs: Sequence[Pair], *, again: Iterable[Apart] = ()
) -> tuple[Problem, ...]:
    """Returns all that is wrong with the pairs of a round; nothing: they stand.

    Everybody who is there once and nobody else; nobody whom they met or are kept apart from; at
    most one bye, and no second one; each the side that is due to them.

    Args:
        again: pairs that the referee lets meet again, with the other side.
    """
    return (
        *_check_everybody(swiss, pairs),
        *_check_met(swiss, pairs, {key_of(*pair) for pair in again}),
        *_check_byes(swiss, pairs),
        *_check_sides(swiss, pairs, {key_of(*pair) for pair in again}),
    )


def _problem(code: str, message: str) -> Problem:
    return Problem(code, message, rule=_RULE, hint=_HINT)


def _check_everybody(swiss: Swiss, pairs: Sequence[Pair]) -> Iterator[Problem]:
    paired = [player for pair in pairs for player in pair.players]
    here = {one.id for one in swiss.entrants if not one.absent}
    for player in sorted({player for player in paired if paired.count(player) > 1}):
        yield _problem("paired-twice", f"{player} is paired twice")
    for player in sorted(here.difference(paired)):
        yield _problem("not-paired", f"{player} is not paired")
    for player in sorted({*paired} - here):
        yield _problem("not-to-be-paired", f"{player} is paired, and is absent or not entered")


def _check_met(
    swiss: Swiss, pairs: Sequence[Pair], again: frozenset[Apart] | set[Apart]
) -> Iterator[Problem]:
    before = met(swiss.games)
    apart = {key_of(*pair) for pair in swiss.apart}
    for pair in pairs:
        key = key_of(pair.first, pair.second)
        if key in before and key not in again:
            yield _problem("met-before", f"{pair.first} and {pair.second} met before")
        if key in apart:
            yield _problem("kept-apart", f"{pair.first} and {pair.second} are kept apart")


def _check_byes(swiss: Swiss, pairs: Sequence[Pair]) -> Iterator[Problem]:
    byes = [pair.first for pair in pairs if pair.second == BYE]
    here = sum(not one.absent for one in swiss.entrants)
    if len(byes) != here % 2:
        yield _problem("wrong-byes", f"{len(byes)} byes among {here} players")
    before = had_bye(swiss)
    for player in byes:
        if player in before:
            yield _problem("second-bye", f"{player} gets a bye and {before[player]}")


def _check_sides(swiss: Swiss, pairs: Sequence[Pair], again: set[Apart]) -> Iterator[Problem]:
    standings, top = standings_of(swiss), topscorers(swiss)
    last = {
        key_of(game.first, game.second): game.first
        for game in sorted(swiss.games, key=lambda game: game.round)
        if game.second != BYE and game.kind in MET_KINDS
    }
    for pair in pairs:
        if pair.second == BYE or not standings.keys() >= {*pair.players}:
            continue
        one, two = (standings[player].preference for player in pair.players)
        key = key_of(pair.first, pair.second)
        if key in again and key in last:
            if pair.first == last[key]:
                said = f"{pair.first} and {pair.second} meet again with the same sides"
                yield _problem("wrong-sides", said)
        elif one[0] == 3 and one == two and not top.intersection(pair.players):
            said = f"{pair.first} and {pair.second} must both have the same side"
            yield _problem("wrong-sides", said)
        elif pair.first != first_of(pair.first, pair.second, standings, top=swiss.top):
            said = f"{pair.second} is due the first side against {pair.first}"
            yield _problem("wrong-sides", said)
