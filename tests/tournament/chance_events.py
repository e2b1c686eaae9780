"""Events by chance, from a seed: players, rounds and results of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random  # noqa: TID251 - events by chance, from a seed
from typing import NamedTuple

from adjudicator.tournament.standings.values import (
    Event,
    Kind,
    Pairing,
    Player,
    Result,
    Round,
    Seated,
)

__all__ = ["Played", "by_chance"]

_MET: tuple[Kind, ...] = ("played", "played", "played", "conceded", "agreed", "adjudicated")


class Played(NamedTuple):
    """All that standings are made from."""

    event: Event
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    results: tuple[Result, ...]


def by_chance(
    event: Event,
    chance: Random,
    *,
    players: Sequence[Player],
    odd: float = 0.3,
    kinds: Sequence[Kind] = ("forfeited", "double-forfeit", "void"),
    still_open: float = 0.0,
    corrected: float = 0.0,
    again: bool = False,
) -> Played:
    """Plays an event: tables drawn anew each round, whoever is left gets a bye.

    Args:
        odd: how often somebody is absent or asks for a bye, and how often nobody meets.
        kinds: what comes of matches in which nobody meets.
        still_open: how many matches have no result.
        corrected: how many results were another before.
        again: whether players meet again as if they had not met.
    """
    rounds, results = [], []
    line, day = 0, date(2026, 1, 1)
    seats = ("usa", "west", "east", "asia", "mars")[: event.seats]
    met: set[frozenset[str]] = set()
    gone = {one.id for one in players if chance.random() < odd / 4}
    for number in range(1, event.rounds + 1):
        left = [one.id for one in players]
        chance.shuffle(left)
        byes: list[tuple[str, Kind]] = []
        for id_ in [*left]:
            if (id_ in gone and number > event.rounds // 2) or chance.random() < odd / 4:
                left.remove(id_)
                if chance.random() < 0.6:
                    byes.append((id_, "bye-asked"))
        tables: list[tuple[str, ...]] = []
        while len(left) >= event.seats:
            table: tuple[str, ...] = (left.pop(),)
            while len(table) < event.seats:
                fresh = [
                    one for one in left if all(frozenset({one, had}) not in met for had in table)
                ]
                table = (*table, (fresh or left)[0])
                left.remove(table[-1])
            if not again:
                met |= {frozenset({one, other}) for one in table for other in table if one != other}
            tables.append(table)
        byes += [(id_, "bye-given") for id_ in left]
        pairings = tuple(
            Pairing(match=f"{number:02}-{place:02}", players=table)
            for place, table in enumerate(tables, start=1)
        )
        rounds.append(Round(number=number, pairings=pairings))
        for pairing in pairings:
            if chance.random() < still_open:
                continue
            day += timedelta(days=chance.choice([0, 0, 1, 9]))
            kind = chance.choice(list(kinds)) if kinds and chance.random() < odd / 2 else None
            old = None
            if chance.random() < corrected:
                line += 1
                old = line
                results.append(_result(pairing, number, None, chance, seats, line=line, day=day))
            line += 1
            result = _result(pairing, number, kind, chance, seats, line=line, day=day)
            results.append(replace(result, corrects=old))
        for id_, bye in byes:
            line += 1
            seat = (Seated(player=id_),)
            name = f"{number:02}-bye-{id_}"
            results.append(
                Result(line=line, match=name, round=number, kind=bye, seats=seat, day=day)
            )
    return Played(event, tuple(players), tuple(rounds), tuple(results))


def _result(
    pairing: Pairing,
    number: int,
    kind: Kind | None,
    chance: Random,
    seats: Sequence[str],
    *,
    line: int,
    day: date,
) -> Result:
    points = [Fraction(chance.randrange(0, 7)) for _ in pairing.players]
    away = chance.choice(pairing.players)
    return Result(
        line=line,
        match=pairing.match,
        round=number,
        kind=chance.choice(_MET) if kind is None else kind,
        day=day,
        began=day - timedelta(days=chance.randrange(0, 40)),
        seats=tuple(
            Seated(
                player=id_,
                seat=seat,
                place=1 + sum(other > own for other in points),
                points=own,
                forfeits=kind == "forfeited" and id_ == away,
            )
            for id_, seat, own in zip(pairing.players, seats, points, strict=True)
        ),
    )
