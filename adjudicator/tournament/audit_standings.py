"""Scores read a second time, straight from results.jsonl, and held against the standings.

Second are the score of every result, which of them count, and their sum. Places and tie-breaks are
those of the one function: they follow from scores, and the tests hold them against another reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.tournament.audited import AuditFinding
from adjudicator.tournament.event import (
    DrawSize,
    Event,
    Places,
    RulebookPoints,
    SumOfSquares,
    WinDrawLoss,
    amount,
)
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.results import RESULTS, Result, Scored

__all__ = ["audit_standings", "scores_again"]


def audit_standings(event: OpenEvent) -> Iterator[AuditFinding]:
    """Yields whose score is another when it is read a second time."""
    try:
        rows = standings_of(event).rows
    except ValueError as error:
        yield AuditFinding(code="standings-impossible", path=RESULTS, says=str(error)[:300])
        return
    again = scores_again(event)
    for row in rows:
        if again[row.player] != row.score:
            says = f"{row.player} has {again[row.player]} points by results.jsonl, not {row.score}"
            yield AuditFinding(code="standings-differ", path=RESULTS, says=says)


def scores_again(event: OpenEvent) -> dict[str, Fraction]:
    """Returns by id the score of each player: the sum of the results that count, the handicap."""
    had: dict[str, list[Fraction]] = {one.id: [] for one in event.players.players}
    for result in event.results.values():
        for one in result.players:
            if one.scores and result.kind != "void":
                had[one.player].append(_worth(event.event, result, one))
    best = event.event.best
    return {
        one.id: sum(sorted(had[one.id], reverse=True)[:best], amount(one.handicap))
        for one in event.players.players
    }


def _worth(event: Event, result: Result, one: Scored) -> Fraction:
    """Returns what a seat, or a bye, gives in the event."""
    if one.awarded is not None:
        return amount(one.awarded)
    fixed = {
        "bye-asked": event.unplayed.bye_asked, "bye-given": event.unplayed.bye_given,
        "double-forfeit": event.unplayed.forfeit_loss,
        "forfeited": event.unplayed.forfeit_loss if one.forfeits else event.unplayed.forfeit_win,
    }  # fmt: skip
    if result.kind in fixed:
        return amount(fixed[result.kind])
    return _played(event, result, one)


def _played(event: Event, result: Result, one: Scored) -> Fraction:
    rule, places = event.scoring, [other.place for other in result.players]
    ahead = sum(place < one.place for place in places)
    beside = places.count(one.place)
    match rule:
        case WinDrawLoss():
            first = rule.win if beside == 1 else rule.draw
            return amount(rule.loss if ahead else first)
        case RulebookPoints():
            return amount(one.points)
        case Places():
            shared = [*map(amount, rule.points)][ahead : ahead + beside]
            return sum(shared, Fraction(0)) / beside
        case DrawSize():
            return Fraction(0) if ahead else amount(rule.total) / beside
        case SumOfSquares():
            squares = [amount(other.points) ** 2 for other in result.players]
            if not sum(squares):
                return amount(rule.total) / len(places)
            return amount(rule.total) * amount(one.points) ** 2 / sum(squares)
