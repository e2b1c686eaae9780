"""An event as pure functions take it: who met whom, and what every match came to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date
from fractions import Fraction

from adjudicator.tournament import event as files
from adjudicator.tournament.event import amount
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.lots import lots_of
from adjudicator.tournament.pairing.values import BYE, Entrant, Game, Points
from adjudicator.tournament.results import Result
from adjudicator.tournament.rounds import PairedMatch
from adjudicator.tournament.standings import values
from adjudicator.tournament.standings.balance import Balance, balance
from adjudicator.tournament.standings.ratings import Rating, RatingRules, rated_of, ratings
from adjudicator.tournament.standings.table import Standings, standings

__all__ = [
    "balance_of",
    "entrants_of",
    "games_of",
    "names_of",
    "points_of",
    "ratings_of",
    "rules_of",
    "standings_of",
    "winner_of",
]


# -- for pairing --------------------------------------------------------------------------------


def winner_of(result: Result) -> str:
    """Returns the player who is first alone, or who alone was there; empty: nobody."""
    if result.kind in ("double-forfeit", "void", "bye-asked", "bye-given"):
        return ""
    if result.kind == "forfeited":
        there = [one.player for one in result.players if not one.forfeits]
    else:
        there = [one.player for one in result.players if one.place == 1]
    return there[0] if len(there) == 1 else ""


def games_of(event: OpenEvent, before: int) -> tuple[Game, ...]:
    """Returns the matches of two seats and the byes of the rounds before one.

    A match without a result is open: for the pairing it counts as a draw (tournaments.md 3).
    """
    return tuple(_games(event, before))


def _games(event: OpenEvent, before: int) -> Iterator[Game]:
    results = event.results
    worth = {"bye-asked": amount(event.event.unplayed.bye_asked),
             "bye-given": amount(event.event.unplayed.bye_given)}  # fmt: skip
    for paired in event.started:
        if paired.round >= before:
            continue
        for one in paired.matches:
            result = results.get(one.match)
            if result is not None and result.kind in ("bye-asked", "bye-given"):
                yield Game(round=paired.round, first=result.players[0].player, kind=result.kind,
                           worth=worth[result.kind])  # fmt: skip
                continue
            first, second = _both(event, one)
            yield Game(
                round=paired.round, first=first, second=second,
                kind="open" if result is None else result.kind,
                winner="" if result is None else winner_of(result),
                uncounted=one.uncounted[0] if one.uncounted else BYE,
            )  # fmt: skip
        for bye in paired.byes:
            yield Game(round=paired.round, first=bye.player, kind=bye.kind, worth=worth[bye.kind])


def _both(event: OpenEvent, one: PairedMatch) -> tuple[str, str]:
    seats = event.seated(one.match)
    first, second = (seats[seat] for seat in event.event.seats)
    return first, second


def points_of(event: OpenEvent) -> Points:
    """Returns what a match of two seats is worth where it is paired."""
    given = amount(event.event.unplayed.bye_given)
    scoring = event.event.scoring
    if not isinstance(scoring, files.WinDrawLoss):
        return Points(bye_given=given)
    return Points(win=amount(scoring.win), draw=amount(scoring.draw), loss=amount(scoring.loss),
                  bye_given=given)  # fmt: skip


def entrants_of(event: OpenEvent, number: int) -> tuple[Entrant, ...]:
    """Returns all who are or were entered, as the pairing of a round sees them.

    Their lots are those of the first round's draw, whose value must be known.
    """
    rule = event.event
    ids = [one.id for one in event.players.players]
    lots = lots_of(rule.id, event.draws[1], ids)
    rows = standings_of(event, after=number - 1).rows if number > 1 else ()
    scores = {row.player: row.score for row in rows}
    had = _had(event, number)
    found = []
    for one in event.players.players:
        fills = one.role != "player"
        found.append(
            Entrant(
                id=one.id,
                rating=one.rating or 0,
                lot=lots[one.id],
                absent=not one.is_there or number in one.absent or (fills and one.role != rule.odd),
                fills=fills,
                twice=one.twice and rule.odd == "twice",
                score=scores.get(one.id, Fraction(0)),
                wishes=tuple(one.wishes),
                had=tuple(had.get(one.id, ())),
            )
        )  # fmt: skip
    return tuple(found)


def _had(event: OpenEvent, before: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for paired in event.started:
        if paired.round < before:
            for one in paired.matches:
                for seat, player in event.seated(one.match).items():
                    found.setdefault(player, []).append(seat)
    return found


# -- for standings ------------------------------------------------------------------------------


def standings_of(
    event: OpenEvent, *, after: int | None = None, group: int | None = None
) -> Standings:
    """Returns the standings of an event: a function of its files, stored nowhere.

    Args:
        after: the last round that counts; None: all.
        group: of one group alone; None: of all players.
    """
    matches = {match for match, one in event.matches.items() if group is None or one.group == group}
    known = (
        None if group is None
        else {player for match in matches for player in event.matches[match].seats.values()}
    )  # fmt: skip
    results = [
        _result(event, one) for one in event.results.values()
        if known is None or one.match in matches
    ]  # fmt: skip
    return standings(
        rules_of(event), [one for one in _players(event) if known is None or one.id in known],
        [_round(event, number, matches) for number in range(1, len(event.started) + 1)],
        results, after=after,
    )  # fmt: skip


def rules_of(event: OpenEvent) -> values.Event:
    """Returns what an event says of scores.

    In groups who meets whom is known beforehand: what was forfeited counts as played there, and a
    round without an opponent is none (FIDE C.07).
    """
    rule = event.event
    unplayed = rule.unplayed
    rounds = rule.rounds or max(len(event.started), 1)
    return values.Event(
        seats=len(rule.seats), rounds=max(rounds, len(event.started)),
        scoring=_scoring(rule.scoring),
        unplayed=values.Unplayed(
            forfeit_win=amount(unplayed.forfeit_win), forfeit_loss=amount(unplayed.forfeit_loss),
            bye_asked=amount(unplayed.bye_asked), bye_given=amount(unplayed.bye_given),
        ),
        tie_breaks=tuple(rule.tie_breaks), best=rule.best, team_best=rule.team_best,
        weaker=tuple(rule.weaker), top_board=rule.top_board,
        paired_beforehand=isinstance(rule.format, files.Groups),
    )  # fmt: skip


def _scoring(rule: files.Scoring) -> values.Scoring:
    if isinstance(rule, files.WinDrawLoss):
        return values.WinDrawLoss(
            win=amount(rule.win), draw=amount(rule.draw), loss=amount(rule.loss)
        )
    if isinstance(rule, files.Places):
        return values.Places(points=tuple(map(amount, rule.points)))
    if isinstance(rule, files.SumOfSquares):
        return values.SumOfSquares(total=amount(rule.total))
    if isinstance(rule, files.DrawSize):
        return values.DrawSize(total=amount(rule.total))
    return values.RulebookPoints()


def _players(event: OpenEvent) -> Iterator[values.Player]:
    draw = event.draws.get(1)
    ids = [one.id for one in event.players.players]
    lots = lots_of(event.event.id, draw, ids) if draw is not None and draw.value is not None else {}
    for one in event.players.players:
        yield values.Player(
            id=one.id, scores=one.role != "eliminator", built_in=one.built_in,
            handicap=amount(one.handicap), team=one.team or "", lot=lots.get(one.id, 0),
        )  # fmt: skip


def _round(event: OpenEvent, number: int, matches: set[str]) -> values.Round:
    paired = event.started[number - 1]
    return values.Round(
        number=number,
        pairings=tuple(
            values.Pairing(match=one.match, players=tuple(event.seated(one.match).values()))
            for one in paired.matches
            if one.match in matches
        ),
    )


def _result(event: OpenEvent, one: Result) -> values.Result:
    return values.Result(
        line=one.n, match=one.match, round=int(one.match[:2]), kind=one.kind,
        seats=tuple(
            values.Seated(
                player=scored.player, seat=scored.seat or "", place=scored.place,
                points=amount(scored.points), forfeits=scored.forfeits,
                awarded=None if scored.awarded is None else amount(scored.awarded),
                scores=scored.scores, rated=scored.rated,
            )
            for scored in one.players
        ),
        day=one.at.astimezone(UTC).date(), began=event.started[int(one.match[:2]) - 1].started,
    )  # fmt: skip


# -- ratings, the balance of sides --------------------------------------------------------------


def ratings_of(
    event: OpenEvent, *, today: date, rules: RatingRules | None = None
) -> tuple[Rating, ...]:
    """Returns the ratings of an event's players after all its results (`standings.ratings`).

    Who plays a match that is still open is not idle.

    Raises:
        Unusable: `openskill` is not installed (the extra `tournament`).
    """
    playing: dict[str, date] = {}
    for match in event.open_matches:
        began = event.started[int(match[:2]) - 1].started or today
        for player in event.seated(match).values():
            playing[player] = min(began, playing.get(player, began))
    sides = f"{event.event.game}/{event.event.scenario}"
    rated = rated_of([_result(event, one) for one in event.results.values()], sides=sides)
    return ratings(rated, today=today, rules=rules, playing=playing)


def balance_of(event: OpenEvent) -> Balance:
    """Returns how often each side wins in an event; matches with the built-in player apart."""
    built_in = {one.id for one in event.players.players if one.built_in}
    return balance([_result(event, one) for one in event.results.values()], built_in)


def names_of(event: OpenEvent) -> dict[str, str]:
    """Returns what is shown of players, by their ids."""
    return {one.id: one.name for one in event.players.players}
