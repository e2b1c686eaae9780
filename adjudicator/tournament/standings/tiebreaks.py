"""What parts players of equal score: FIDE's tie-breaks for two seats, and ours (tournaments.md 5).

FIDE Handbook C.07, the regulations of March 2026: article 6 (direct encounter), 7 (wins,
progressive scores), 8 and 9 (Buchholz, Sonneborn-Berger), 14 (cuts) and 16 (unplayed rounds).
All of them go by what matches gave, without handicaps and with all matches of a player, also where
only the best of them count for the score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from adjudicator.tournament.standings.records import Entry, Records
from adjudicator.tournament.standings.scoring import draw_worth
from adjudicator.tournament.standings.values import (
    DrawSize,
    Event,
    Places,
    Player,
    RulebookPoints,
    SumOfSquares,
    TieBreak,
    WinDrawLoss,
)

__all__ = ["FOR_TWO_SEATS", "LOWER_IS_BETTER", "parted", "tie_break_values"]

FOR_TWO_SEATS: tuple[TieBreak, ...] = (
    "direct-encounter",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-cut-2",
    "buchholz-median-1",
    "sonneborn-berger",
    "sonneborn-berger-cut-1",
    "progressive",
)
"""Those of FIDE: they are for matches of two seats."""
LOWER_IS_BETTER: tuple[TieBreak, ...] = ("direct-encounter", "lot")
"""Those whose smaller value is the better one."""

_CUTS: Mapping[TieBreak, tuple[int, int]] = {
    "buchholz": (0, 0),
    "buchholz-cut-1": (1, 0),
    "buchholz-cut-2": (2, 0),
    "buchholz-median-1": (1, 1),
    "sonneborn-berger": (0, 0),
    "sonneborn-berger-cut-1": (1, 0),
}
"""How many of the lowest and of the highest contributions are left out."""


class _Part(NamedTuple):
    """What one round adds to a Buchholz or Sonneborn-Berger."""

    voluntary: bool
    strength: Fraction
    """The opponent's adjusted score, or what stands for it."""
    value: Fraction


def tie_break_values(
    name: TieBreak, event: Event, players: Mapping[str, Player], records: Records
) -> dict[str, Fraction]:
    """Returns each player's value by id. The direct encounter is no such value: see `parted`."""
    entries = records.by_player
    match name:
        case "wins":
            return {id_: Fraction(sum(one.won for one in had)) for id_, had in entries.items()}
        case "weaker-wins":
            return {
                id_: Fraction(sum(one.won and one.seated.seat in event.weaker for one in had))
                for id_, had in entries.items()
            }
        case "points":
            return {
                id_: sum((one.seated.points for one in had if one.met), Fraction(0))
                for id_, had in entries.items()
            }
        case "opponents":
            totals = {id_: records.total(id_) for id_ in entries}
            return {
                id_: sum((totals[x] for one in had if one.met for x in one.opponents), Fraction(0))
                for id_, had in entries.items()
            }
        case "lot":
            return {id_: Fraction(one.lot) for id_, one in players.items()}
        case "progressive":
            last = max((one.round for had in entries.values() for one in had), default=0)
            return {id_: _progressive(had, last) for id_, had in entries.items()}
        case "direct-encounter":
            raise ValueError("the direct encounter goes by who are equal")
        case _:
            return _by_opponents(name, event, records)


def _progressive(had: Sequence[Entry], last: int) -> Fraction:
    """Returns the sum of the scores after each round up to the last: C.07, article 7.5."""
    return sum((one.score * (last + 1 - one.round) for one in had), Fraction(0))


def _by_opponents(name: TieBreak, event: Event, records: Records) -> dict[str, Fraction]:
    draw = draw_worth(event.scoring, event.seats)
    adjusted = {id_: _adjusted(had, event, draw) for id_, had in records.by_player.items()}
    squares = name.startswith("sonneborn")
    low, high = _CUTS[name]
    found = {}
    for id_, had in records.by_player.items():
        parts = []
        for one in had:
            strength = _strength(one, event, records, adjusted)
            if strength is not None:
                stays = one.voluntary and not _as_played(one, event)
                value = strength * one.score if squares else strength
                parts.append(_Part(stays, strength, value))
        found[id_] = sum((part.value for part in _cut(parts, low, high)), Fraction(0))
    return found


def _adjusted(had: Sequence[Entry], event: Event, draw: Fraction | None) -> Fraction:
    """Returns a player's score as their opponents' tie-breaks take it: C.07, 16.3.

    A round without an opponent behind the last one for which the player was there counts as a draw;
    in groups as nothing.
    """
    there = max((one.round for one in had if not one.voluntary), default=0)
    behind = Fraction(0) if event.paired_beforehand else draw
    total = Fraction(0)
    for one in had:
        is_gone = one.round > there and not one.opponents
        total += one.score if behind is None or not is_gone else behind
    return total


def _as_played(one: Entry, event: Event) -> bool:
    """Returns whether an entry counts with its opponent's own score."""
    forfeited = one.kind in ("forfeited", "double-forfeit")
    return bool(one.opponents) and (one.met or (forfeited and event.paired_beforehand))


def _strength(
    one: Entry, event: Event, records: Records, adjusted: Mapping[str, Fraction]
) -> Fraction | None:
    """Returns the strength of an opponent, or of the dummy of an unplayed round: C.07, 16.4.

    The dummy has the player's own score, but not more than the opponent who was forfeited, or than
    a draw in every round. None: it adds nothing.
    """
    if one.kind == "open":
        return None
    if _as_played(one, event):
        return adjusted[one.opponents[0]]
    if event.paired_beforehand:
        return None
    own = records.total(one.seated.player)
    if one.opponents:
        return min(own, adjusted[one.opponents[0]])
    draw = draw_worth(event.scoring, event.seats)
    return own if draw is None else min(own, draw * records.length)


def _cut(parts: Sequence[_Part], low: int, high: int) -> list[_Part]:
    """Leaves out the lowest and then the highest contributions: C.07, article 14.

    The lowest that comes from a voluntarily unplayed round goes first (16.5), unless the one of
    the weakest opponent is worth more.
    """
    left = sorted(parts, key=lambda part: (part.strength, part.value))
    for _ in range(min(low, len(left))):
        own = [part for part in left if part.voluntary]
        least = min(own, key=lambda part: (part.value, part.strength), default=None)
        left.remove(left[0] if least is None or left[0].value > least.value else least)
    return left[: max(0, len(left) - high)]


def parted(group: Sequence[str], event: Event, records: Records) -> list[list[str]]:
    """Returns who are equal, parted by the matches among them: C.07, article 6.

    Where all met each other, by the sum of what they made of each other, of several matches of two
    their average. Where not all met, whoever is ahead of all behind them whatever these had made of
    the matches that they did not play. Then again among those who are still equal.
    """
    pieces = _once(group, event, records)
    if len(pieces) == 1:
        return pieces
    return [
        smaller
        for piece in pieces
        for smaller in (parted(piece, event, records) if len(piece) > 1 else [piece])
    ]


def _once(group: Sequence[str], event: Event, records: Records) -> list[list[str]]:
    made = {id_: _among(id_, group, event, records) for id_ in group}
    sums = {id_: sum(one.values(), Fraction(0)) for id_, one in made.items()}
    order = sorted(group, key=lambda id_: -sums[id_])
    missing = {id_: len(group) - 1 - len(made[id_]) for id_ in group}
    is_whole = event.paired_beforehand and _all_paired(group, records)
    if is_whole or not any(missing.values()):
        return [[*same] for _, same in groupby(order, key=lambda id_: sums[id_])]
    best = _most(event)
    if best is None:
        return [[*group]]
    most = {id_: sums[id_] + missing[id_] * best for id_ in group}
    order.sort(key=lambda id_: (-sums[id_], -most[id_]))
    ahead = 0
    while ahead + 1 < len(order) and sums[order[ahead]] > max(
        most[id_] for id_ in order[ahead + 1 :]
    ):
        ahead += 1
    return [*([id_] for id_ in order[:ahead]), order[ahead:]]


def _all_paired(group: Sequence[str], records: Records) -> bool:
    """Returns whether all were paired with each other: who are of two groups never are."""
    return all(
        {*group} - {id_} <= {other for one in records.by_player[id_] for other in one.opponents}
        for id_ in group
    )


def _among(id_: str, group: Sequence[str], event: Event, records: Records) -> dict[str, Fraction]:
    """Returns what somebody made on average of each of a group whom they met."""
    scores: dict[str, list[Fraction]] = {}
    for one in records.by_player[id_]:
        if _as_played(one, event) and one.opponents[0] in group:
            scores.setdefault(one.opponents[0], []).append(one.score)
    return {other: sum(had, Fraction(0)) / len(had) for other, had in scores.items()}


def _most(event: Event) -> Fraction | None:
    """Returns the most that a match gives; None: the scoring does not say."""
    match event.scoring:
        case WinDrawLoss():
            return max(event.scoring.win, event.scoring.draw, event.scoring.loss)
        case Places():
            return event.scoring.points[0] if event.scoring.points else Fraction(0)
        case SumOfSquares() | DrawSize():
            return event.scoring.total
        case RulebookPoints():
            return None
