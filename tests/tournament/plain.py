"""Standings read a second time, plainly: one pass over the results, places by counting.

It shares nothing with `tournament/standings` but the values. FIDE's tie-breaks have another second
reading, gacrux (`tests.tournament.tiebreaks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from adjudicator.tournament.standings.values import (
    DrawSize,
    Event,
    Places,
    Player,
    Result,
    RulebookPoints,
    SumOfSquares,
    WinDrawLoss,
)
from tests.tournament.chance_events import Played

__all__ = ["PlainRow", "match_points", "plain_standings", "plain_teams"]


class PlainRow(NamedTuple):
    """Place, score and tie-breaks of a player."""

    place: int
    score: Fraction
    tie_breaks: tuple[Fraction, ...]


def match_points(event: Event, result: Result) -> dict[str, Fraction]:
    """What a result gives to each of its players."""
    given = event.unplayed
    found: dict[str, Fraction] = {}
    for one in result.seats:
        places = [other.place for other in result.seats]
        ahead = sum(place < one.place for place in places)
        beside = sum(place == one.place for place in places)
        if one.awarded is not None:
            points = one.awarded
        elif result.kind == "void":
            points = Fraction(0)
        elif result.kind == "bye-asked":
            points = given.bye_asked
        elif result.kind == "bye-given":
            points = given.bye_given
        elif result.kind == "double-forfeit" or (result.kind == "forfeited" and one.forfeits):
            points = given.forfeit_loss
        elif result.kind == "forfeited":
            points = given.forfeit_win
        elif isinstance(event.scoring, WinDrawLoss):
            points = event.scoring.loss
            if ahead == 0:
                points = event.scoring.draw if beside > 1 else event.scoring.win
        elif isinstance(event.scoring, RulebookPoints):
            points = one.points
        elif isinstance(event.scoring, Places):
            points = Fraction(0)
            for place in range(ahead, ahead + beside):
                if place < len(event.scoring.points):
                    points += event.scoring.points[place] / beside
        elif isinstance(event.scoring, SumOfSquares):
            squares = sum(other.points * other.points for other in result.seats)
            points = event.scoring.total / len(places)
            if squares:
                points = event.scoring.total * one.points * one.points / squares
        else:
            assert isinstance(event.scoring, DrawSize)
            points = event.scoring.total / beside if ahead == 0 else Fraction(0)
        found[one.player] = points
    return found


def _in_force(results: Sequence[Result]) -> list[Result]:
    replaced = {one.corrects for one in results}
    return [one for one in results if one.line not in replaced]


def plain_standings(played: Played) -> dict[str, PlainRow]:
    """Rows by player, for tie-breaks that are not FIDE's."""
    event = played.event
    results = _in_force(played.results)
    scores: dict[str, list[Fraction]] = {one.id: [] for one in played.players}
    wins = dict.fromkeys(scores, 0)
    weak = dict.fromkeys(scores, 0)
    points = dict.fromkeys(scores, Fraction(0))
    tables: dict[str, list[str]] = {id_: [] for id_ in scores}
    top: dict[str, int] = {}
    for result in results:
        given = match_points(event, result)
        for one in result.seats:
            if result.match == event.top_board and result.kind != "void":
                top[one.player] = one.place
            if not one.scores or result.kind == "void":
                continue
            scores[one.player].append(given[one.player])
            if result.kind in ("played", "conceded", "agreed", "adjudicated"):
                points[one.player] += one.points
                others = [other for other in result.seats if other is not one]
                tables[one.player] += [other.player for other in others]
                if all(other.place > one.place for other in others):
                    wins[one.player] += 1
                    weak[one.player] += one.seat in event.weaker
    whole = {id_: sum(had, Fraction(0)) for id_, had in scores.items()}
    lots = {one.id: one.lot for one in played.players}
    handicaps = {one.id: one.handicap for one in played.players}
    rows: dict[str, tuple[Fraction, tuple[Fraction, ...]]] = {}
    for player in played.players:
        if player.scores:
            id_ = player.id
            best = sorted(scores[id_], reverse=True)[: event.best]
            made = {
                "wins": Fraction(wins[id_]),
                "weaker-wins": Fraction(weak[id_]),
                "points": points[id_],
                "opponents": sum((whole[other] for other in tables[id_]), Fraction(0)),
                "lot": Fraction(lots[id_]),
            }
            values = tuple(made[name] for name in event.tie_breaks)
            rows[id_] = (sum(best, Fraction(0)) + handicaps[id_], values)

    def worth(id_: str) -> tuple[Fraction, ...]:
        score, values = rows[id_]
        turned = [
            -value if name == "lot" else value
            for name, value in zip(event.tie_breaks, values, strict=True)
        ]
        return (Fraction(-top.get(id_, 1000)), score, *turned)

    return {
        id_: PlainRow(1 + sum(worth(other) > worth(id_) for other in rows), *rows[id_])
        for id_ in rows
    }


def plain_teams(
    players: Sequence[Player], rows: dict[str, PlainRow], best: int | None
) -> dict[str, Fraction]:
    """What each team has."""
    found: dict[str, Fraction] = {}
    for team in {one.team for one in players if one.team and one.scores}:
        had = sorted(rows[one.id].score for one in players if one.team == team and one.scores)
        found[team] = sum(had[-best:] if best else had, Fraction(0))
    return found
