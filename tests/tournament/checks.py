"""What holds of every event's standings; `tests.tournament.mutants` runs it on damaged programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random  # noqa: TID251 - events by chance, from a seed

from adjudicator.tournament.standings.scoring import match_scores
from adjudicator.tournament.standings.table import standings, standings_by_round
from adjudicator.tournament.standings.values import (
    MET,
    DrawSize,
    Event,
    Places,
    Player,
    RulebookPoints,
    Scoring,
    SumOfSquares,
    TieBreak,
    WinDrawLoss,
    in_force,
)
from tests.tournament.chance_events import Played, by_chance
from tests.tournament.plain import match_points, plain_standings, plain_teams

__all__ = ["OURS", "check_again", "check_all", "check_properties", "event_of", "renamed"]

OURS: tuple[TieBreak, ...] = ("wins", "weaker-wins", "points", "opponents", "lot")
_SCORINGS: tuple[Scoring, ...] = (
    WinDrawLoss(),
    WinDrawLoss(win=Fraction(3), draw=Fraction(1)),
    RulebookPoints(),
    Places(points=(Fraction(10), Fraction(4), Fraction(1))),
    SumOfSquares(),
    DrawSize(),
)


def event_of(seed: int) -> Played:
    """An event by chance, with all that an event may say."""
    chance = Random(seed)
    seats, rounds = chance.randrange(2, 6), chance.randrange(1, 6)
    order = [*OURS]
    chance.shuffle(order)
    event = Event(
        seats=seats,
        rounds=rounds,
        scoring=_SCORINGS[seed % len(_SCORINGS)],
        tie_breaks=tuple(order[: chance.randrange(0, 6)]),
        best=chance.choice([None, None, 1, 2, 3]),
        team_best=chance.choice([None, 2]),
        weaker=("usa", "east"),
        top_board=f"{rounds:02}-01" if chance.random() < 0.3 else "",
    )
    players = [
        Player(
            id=f"p{n:03}",
            scores=chance.random() > 0.1,
            built_in=chance.random() < 0.1,
            handicap=chance.choice([Fraction(0), Fraction(0), Fraction(-1, 2), Fraction(1)]),
            team=chance.choice(["", "red", "blue"]),
            lot=n * 7 % 31,
        )
        for n in range(1, chance.randrange(seats + 2, 22))
    ]
    played = by_chance(event, chance, players=players, still_open=0.1, corrected=0.2)
    return played._replace(
        results=tuple(
            replace(
                one,
                seats=tuple(
                    replace(
                        seat,
                        scores=chance.random() > 0.05,
                        awarded=Fraction(1, 3) if chance.random() < 0.05 else None,
                    )
                    for seat in one.seats
                ),
            )
            for one in played.results
        )
    )


def check_again(played: Played) -> None:
    """Every row and team is what the second reading says."""
    ours = standings(*played)
    plain = plain_standings(played)
    rows = {one.player: (one.place, one.score, one.tie_breaks) for one in ours.rows}
    assert rows == plain
    assert [one.place for one in ours.rows] == sorted(one.place for one in ours.rows)
    teams = {one.team: one.score for one in ours.teams}
    assert teams == plain_teams(played.players, plain, played.event.team_best)
    for one in ours.teams:
        assert one.place == 1 + sum(score > one.score for score in teams.values())
    assert {*ours.eliminators} == {one.id for one in played.players if not one.scores}


def check_properties(played: Played, chance: Random) -> None:
    """Points are conserved, names say nothing, order says nothing, a correction replaces."""
    event = played.event
    ours = standings(*played)
    for one in in_force(played.results):
        given = match_scores(event.scoring, event.unplayed, one)
        assert dict(zip((s.player for s in one.seats), given, strict=True)) == match_points(
            event, one
        )
        if one.kind in MET and all(seat.awarded is None for seat in one.seats):
            whole = _whole(event.scoring, len(one.seats))
            assert whole is None or sum(given) == whole
    stands = tuple(replace(one, corrects=None) for one in in_force(played.results))
    assert standings(*played._replace(results=stands)) == ours
    new = [one.id for one in played.players]
    chance.shuffle(new)
    names = dict(zip((one.id for one in played.players), new, strict=True))
    again = standings(*renamed(played, names, chance))
    assert _shape(again.rows) == _shape(
        tuple(replace(r, player=names[r.player]) for r in ours.rows)
    )
    by_round = standings_by_round(*played)
    assert [one.after for one in by_round] == [*range(1, ours.after + 1)]
    for then in by_round:
        until = played._replace(
            rounds=tuple(r for r in played.rounds if r.number <= then.after),
            results=tuple(r for r in played.results if r.round <= then.after),
        )
        assert standings(*until) == then
    for row in ours.rows:
        every = [given for given in row.by_round if given is not None]
        if event.best is None:
            handicap = next(p.handicap for p in played.players if p.id == row.player)
            assert sum(every, handicap) == row.score
        assert row.won <= row.met


def _whole(scoring: Scoring, seats: int) -> Fraction | None:
    """What a match gives in all, where that is always the same."""
    match scoring:
        case Places():
            return sum(scoring.points[:seats], Fraction(0))
        case SumOfSquares() | DrawSize():
            return scoring.total
        case WinDrawLoss() if seats == 2 and scoring.win == 2 * scoring.draw:
            return scoring.win
        case _:
            return None


def _shape(rows: object) -> list[object]:
    assert isinstance(rows, tuple)
    return sorted(rows, key=lambda row: (row.place, row.player))


def renamed(played: Played, names: dict[str, str], chance: Random) -> Played:
    """The same event with other ids, everything in another order."""
    players = [replace(one, id=names[one.id]) for one in played.players]
    rounds = [
        replace(
            one,
            pairings=tuple(
                replace(pairing, players=tuple(names[id_] for id_ in pairing.players))
                for pairing in reversed(one.pairings)
            ),
        )
        for one in played.rounds
    ]
    results = [
        replace(one, seats=tuple(replace(s, player=names[s.player]) for s in reversed(one.seats)))
        for one in played.results
    ]
    for these in (players, rounds, results):
        chance.shuffle(these)
    return Played(played.event, tuple(players), tuple(rounds), tuple(results))


def check_all(count: int) -> Iterator[int]:
    """Checks events by chance; yields each seed when it is done."""
    for seed in range(count):
        played = event_of(seed)
        check_again(played)
        check_properties(played, Random(seed))
        yield seed
