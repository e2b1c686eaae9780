"""TRF26, FIDE's file of a tournament: what an engine is given, and the pairs that it answers.

A file holds pairing numbers, ids, results, and nothing that a player may choose (tournaments.md 3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.tournament.pairing.colours import FIRST, Colour
from adjudicator.tournament.pairing.values import (
    BYE,
    MET_KINDS,
    USUAL,
    Apart,
    Entrant,
    Game,
    Points,
)

__all__ = [
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "Swiss",
    "forbidden",
    "read_pairs",
    "scores_of",
    "seeded",
    "written",
]

MAX_PLAYERS = 9999
"""The most players: a pairing number has four columns."""
MAX_ROUNDS = 99
"""The most rounds."""

_ID = re.compile(r"[a-z0-9-]{1,33}", re.ASCII)
_PAIR = re.compile(r"([0-9]{1,4})[ \t]+([0-9]{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss:
    """A round of a Swiss that is to be paired."""

    round: int
    """Its number, from 1."""
    rounds: int
    """How many rounds the event has."""
    entrants: tuple[Entrant, ...]
    """All who are or were entered."""
    games: tuple[Game, ...] = ()
    """All of the rounds before."""
    apart: tuple[Apart, ...] = ()
    """Who never meet."""
    top: Colour = FIRST
    """The side that the first of the seeding gets in round 1, by the draw."""
    points: Points = USUAL


def seeded(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Returns entrants in the order of the seeding: by rating, then by the draw; fillers last.

    Their places, from 1, are the pairing numbers.
    """
    return tuple(sorted(entrants, key=lambda one: (one.fills, -one.rating, one.lot, one.id)))


def scores_of(swiss: Swiss) -> dict[str, Fraction]:
    """Returns everybody's points as the pairing counts them: an open match is a draw.

    A bye that was asked for counts as a win, a draw or nothing: the most that its worth covers.
    """
    scores = {one.id: Fraction(0) for one in swiss.entrants}
    for game in swiss.games:
        for player in (game.first, game.second):
            if player not in (BYE, game.uncounted):
                scores[player] += _points(game, player, swiss.points)
    return scores


def _points(game: Game, player: str, points: Points) -> Fraction:
    if game.second == BYE:
        if game.kind == "bye-given":
            return points.bye_given
        return next(
            (one for one in (points.win, points.draw) if 0 < one <= game.worth), Fraction(0)
        )
    if game.kind in ("void", "double-forfeit"):
        return points.loss
    if game.kind == "open" or not game.winner:
        return points.draw
    return points.win if game.winner == player else points.loss


def written(
    swiss: Swiss, *, absent: bool = False, title: str = "event", order: Sequence[str] = ()
) -> str:
    """Returns the file of a round that is to be paired.

    Args:
        title: what the event is called, in one line; an engine needs none.
        order: ids as they stand in the event, the best first; all others are ranked behind them, by
            score, then by number.
        absent: whether who is absent has an entry (`Z`) in the round to be paired; else the engine
            is told by an option.

    Raises:
        ValueError: an id, a number or points cannot be written: too long, in no column, twice.
    """
    _check(swiss)
    seeds = seeded(swiss.entrants)
    numbers = {one.id: number for number, one in enumerate(seeds, start=1)}
    scores = scores_of(swiss)
    places = {one: place for place, one in enumerate(order)}
    behind = len(places)
    ranked = sorted(seeds, key=lambda one: (places.get(one.id, behind), -scores[one.id],
                                            numbers[one.id]))  # fmt: skip
    ranks = {one.id: rank for rank, one in enumerate(ranked, start=1)}
    entries = {
        (player, game.round): _entry(game, player, numbers, swiss.points)
        for game in swiss.games
        for player in (game.first, game.second)
        if player not in (BYE, game.uncounted)
    }
    lines = [f"012 {title}"]
    for one in seeds:
        rounds = [entries.get((one.id, number), "0000 - Z") for number in range(1, swiss.round)] + [
            "0000 - Z"
        ] * (absent and one.absent)
        rating = str(one.rating) if 0 < one.rating <= 9999 else ""
        lines.append(
            f"001 {numbers[one.id]:4d}      {one.id:<33} {rating:>4}{'':28}"
            f"{_tenths(scores[one.id]):>4} {ranks[one.id]:4d}"
            + "".join(f"  {entry}" for entry in rounds)
        )
    lines += [f"142 {swiss.rounds}", f"152 {swiss.top.upper()}"]
    if swiss.points != USUAL:
        lines.append(_scoring(swiss.points))
    for one_id, two_id in forbidden(swiss):
        pair = sorted((numbers[one_id], numbers[two_id]))
        lines.append(f"260   1  {MAX_ROUNDS} {pair[0]:4d} {pair[1]:4d}")
    return "\n".join(lines) + "\n"


def forbidden(swiss: Swiss) -> tuple[Apart, ...]:
    """Returns the pairs that the file must name: kept apart, or met where no entry can say so."""
    uncounted = [
        (game.first, game.second)
        for game in swiss.games
        if game.uncounted and game.kind in MET_KINDS
    ]
    found = {(min(pair), max(pair)) for pair in (*swiss.apart, *uncounted) if pair[0] != pair[1]}
    here = {one.id for one in swiss.entrants}
    return tuple(sorted(pair for pair in found if here.issuperset(pair)))


def _entry(game: Game, player: str, numbers: dict[str, int], points: Points) -> str:
    """Returns eight columns: opponent, colour, result."""
    if game.second == BYE or game.uncounted:
        return f"0000 - {_bye_letter(game, player, points)}"
    if game.kind == "void":
        return "0000 - Z"
    is_first = player == game.first
    opponent = numbers[game.second if is_first else game.first]
    if game.kind == "double-forfeit":
        result = "-"
    elif game.kind == "forfeited":
        result = "+" if game.winner == player else "-"
    elif game.kind == "open" or not game.winner:
        result = "="
    else:
        result = "1" if game.winner == player else "0"
    return f"{opponent:4d} {'w' if is_first else 'b'} {result}"


def _bye_letter(game: Game, player: str, points: Points) -> str:
    """Returns the letter of what was got without an opponent whom an entry could name."""
    if game.kind == "bye-given":
        return "U"
    worth = _points(game, player, points)
    return "F" if worth == points.win else "H" if worth == points.draw else "Z"


def _scoring(points: Points) -> str:
    """Returns the line of a scoring other than 1, 1/2, 0."""
    given = (("W", points.win), ("D", points.draw), ("L", points.loss), ("P", points.bye_given))
    return "162 " + "".join(f" {letter}{_tenths(worth):>4}   " for letter, worth in given).rstrip()


def _tenths(points: Fraction) -> str:
    whole, rest = divmod(points * 10, 1)
    if rest or not 0 <= whole <= 999:
        raise ValueError(f"the engine counts in tenths from 0 to 99.9, not {points}")
    return f"{whole // 10}.{whole % 10}"


def _check(swiss: Swiss) -> None:
    ids = [one.id for one in swiss.entrants]
    wrong = [name for name in ids if not _ID.fullmatch(name)]
    if wrong:
        raise ValueError(f"no id of a player: {wrong[0]!r}")
    if len(ids) > MAX_PLAYERS or len(set(ids)) != len(ids):
        raise ValueError(f"at most {MAX_PLAYERS} players, each once")
    if not 1 <= swiss.round <= swiss.rounds <= MAX_ROUNDS:
        raise ValueError(f"round {swiss.round} of {swiss.rounds}; at most {MAX_ROUNDS}")
    entries = [
        (player, game.round)
        for game in swiss.games
        for player in (game.first, game.second)
        if player not in (BYE, game.uncounted)
    ]
    if len(set(entries)) != len(entries):
        raise ValueError("a player has two entries in one round")
    if any(not 1 <= number < swiss.round for _, number in entries):
        raise ValueError(f"a match is of no round before {swiss.round}")


def read_pairs(text: str, players: int) -> tuple[tuple[int, int], ...]:
    """Returns the pairs in an engine's answer: how many, then White and Black a line; Black 0: bye.

    Raises:
        ValueError: it is anything else.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or not re.fullmatch(r"[0-9]{1,4}", lines[0], re.ASCII):
        raise ValueError("the answer does not begin with the number of pairs")
    found = []
    for line in lines[1:]:
        match = _PAIR.fullmatch(line)
        if match is None or not 1 <= int(match[1]) <= players or int(match[2]) > players:
            raise ValueError(f"no pair of numbers: {line[:40]!r}")
        found.append((int(match[1]), int(match[2])))
    if len(found) != int(lines[0]):
        raise ValueError(f"{lines[0]} pairs were announced, {len(found)} came")
    return tuple(found)
