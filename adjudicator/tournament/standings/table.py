"""The standings of an event: a pure function of its players, rounds and results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from adjudicator.tournament.standings.records import Entry, Records, records_of
from adjudicator.tournament.standings.tiebreaks import (
    FOR_TWO_SEATS,
    LOWER_IS_BETTER,
    parted,
    tie_break_values,
)
from adjudicator.tournament.standings.values import (
    Event,
    Player,
    Result,
    Round,
    TieBreak,
)

__all__ = ["SideBest", "Standing", "Standings", "TeamStanding", "standings", "standings_by_round"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's row."""

    place: int
    """From 1. Who are equal in everything share it, and the next place is as if they did not."""
    player: str
    """The id."""
    score: Fraction
    """What counts: the best matches, the handicap."""
    tie_breaks: tuple[Fraction, ...]
    """As the event lists them. The direct encounter is the place among those who were equal."""
    met: int
    """How many matches were played against others."""
    won: int
    """How many of them the player won, as the first alone."""
    open: int
    """How many are still being played."""
    by_round: tuple[Fraction | None, ...]
    """What each round gave; None: nothing yet, or the round was none for this player."""
    counted: tuple[str, ...]
    """The matches whose scores count, byes among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """A team's row."""

    place: int
    """From 1; equal scores share it."""
    team: str
    """The team's id."""
    score: Fraction
    """The sum of its best members' scores."""
    members: tuple[str, ...]
    """Those who count, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBest:
    """The best that was made of a seat: by what one match gave, then by the rulebook's points."""

    seat: str
    """Named as the game names it."""
    players: tuple[str, ...]
    """Who made it, by their ids; equal ones share it."""
    score: Fraction
    """What the match gave in the event."""
    points: Fraction
    """The rulebook's points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """How an event stands after a round."""

    after: int
    """The last round that counts; 0: none was paired."""
    rows: tuple[Standing, ...]
    """The best first; who share a place by their ids."""
    teams: tuple[TeamStanding, ...]
    sides: tuple[SideBest, ...]
    """By seat."""
    eliminators: tuple[str, ...]
    """Players who have no place."""
    standbys: tuple[str, ...]
    """Standbys who had no seat in a match so far: they have no place either."""
    open: tuple[str, ...]
    """The matches of these rounds that are still being played."""
    appealed: tuple[str, ...] = ()
    """The matches of these rounds whose result is to be corrected: an appeal was upheld."""


def standings(
    event: Event,
    players: Sequence[Player],
    rounds: Sequence[Round],
    results: Sequence[Result],
    *,
    after: int | None = None,
) -> Standings:
    """Returns the standings of an event (tournaments.md 5).

    Nothing depends on the order of players, rounds or results but what they say themselves.

    Args:
        rounds: those that were paired. Who is neither paired in one nor has a result was absent.
        results: all lines, corrected ones too.
        after: the last round that counts, with results of it however late they came; None: all.

    Raises:
        ValueError: the values contradict each other (`records_of`); an event of other than 2 seats
            has tie-breaks that are for 2; or the best 0 matches or members are to count.
    """
    _check(event)
    players = sorted(players, key=lambda one: one.id)
    last = max([one.number for one in rounds] + [one.round for one in results], default=0)
    after = last if after is None else min(after, last)
    records = records_of(event, players, rounds, results, after=after)
    waiting = _waiting(players, rounds, records, after)
    ranked = {one.id: one for one in players if one.scores and one.id not in waiting}
    counted = {id_: _best(records.by_player[id_], event.best) for id_ in ranked}
    scores = {
        id_: sum((entry.score for entry in counted[id_]), one.handicap)
        for id_, one in ranked.items()
    }
    groups, made = _groups(event, ranked, records, scores)
    rows: list[Standing] = []
    for group in groups:
        place = len(rows) + 1
        for id_ in sorted(group):
            values = tuple(made[name][id_] for name in event.tie_breaks)
            row = _row(id_, records.by_player[id_], after, counted[id_])
            rows.append(replace(row, place=place, score=scores[id_], tie_breaks=values))
    return Standings(
        after=after,
        rows=tuple(rows),
        teams=tuple(_teams(event, ranked, rows)),
        sides=tuple(_sides(ranked, records)),
        eliminators=tuple(one.id for one in players if not one.scores),
        standbys=waiting,
        open=records.open,
    )


def standings_by_round(
    event: Event, players: Sequence[Player], rounds: Sequence[Round], results: Sequence[Result]
) -> tuple[Standings, ...]:
    """Returns the standings after each round, from the first to the last that was paired.

    Raises:
        ValueError: as `standings` does.
    """
    last = standings(event, players, rounds, results)
    before = (
        standings(event, players, rounds, results, after=number) for number in range(1, last.after)
    )
    return (*before, last) if last.after else ()


def _check(event: Event) -> None:
    if not 2 <= event.seats <= 5:
        raise ValueError(f"{event.seats} seats; 2 to 5")
    wrong = [name for name in event.tie_breaks if name in FOR_TWO_SEATS]
    if event.seats != 2 and wrong:
        raise ValueError(f"for 2 seats only: {', '.join(wrong)}")
    if len({*event.tie_breaks}) != len(event.tie_breaks):
        raise ValueError("a tie-break comes twice")
    if 0 in (event.best, event.team_best):
        raise ValueError("the best 0 count; leave it out where all do")


def _waiting(
    players: Sequence[Player], rounds: Sequence[Round], records: Records, after: int
) -> tuple[str, ...]:
    """Returns the standbys who had no seat in a match up to a round."""
    seated = {id_ for one in rounds if one.number <= after
              for pairing in one.pairings for id_ in pairing.players}  # fmt: skip
    seated |= {seat.player for result in records.in_force for seat in result.seats}
    return tuple(one.id for one in players if one.scores and one.stands_by and one.id not in seated)


def _best(had: Sequence[Entry], best: int | None) -> tuple[Entry, ...]:
    """Returns the entries that count: of equal ones the earlier; absences give nothing."""
    matches = [one for one in had if one.kind not in ("open", "absent")]
    chosen = sorted(matches, key=lambda one: -one.score)[:best]
    return tuple(one for one in matches if one in chosen)


def _groups(
    event: Event,
    players: Mapping[str, Player],
    records: Records,
    scores: Mapping[str, Fraction],
) -> tuple[list[list[str]], dict[TieBreak, dict[str, Fraction]]]:
    """Returns who share a place, the best first, and what each tie-break is for each player."""
    top = {
        one.player: one.place
        for result in records.in_force
        if result.match == event.top_board and result.kind != "void"
        for one in result.seats
    }
    behind = 1 + max(top.values(), default=0)
    groups = _split([*players], lambda id_: (top.get(id_, behind), -scores[id_]))
    made: dict[TieBreak, dict[str, Fraction]] = {}
    for name in event.tie_breaks:
        if name == "direct-encounter":
            groups = _met(groups, event, records, made.setdefault(name, {}))
            continue
        values = made[name] = tie_break_values(name, event, players, records)
        sign = 1 if name in LOWER_IS_BETTER else -1
        ordered = {id_: sign * value for id_, value in values.items()}
        groups = [part for group in groups for part in _split(group, ordered.__getitem__)]
    return groups, made


def _met(
    groups: Sequence[Sequence[str]], event: Event, records: Records, made: dict[str, Fraction]
) -> list[list[str]]:
    """Returns groups parted by the direct encounter; notes each player's place in their group."""
    found = []
    for group in groups:
        before = 0
        for part in parted(group, event, records):
            made |= {id_: Fraction(before + 1) for id_ in part}
            before += len(part)
            found.append(part)
    return found


def _split(group: Sequence[str], key: Callable[[str], Any]) -> list[list[str]]:
    return [[*same] for _, same in groupby(sorted(group, key=key), key=key)]


def _row(id_: str, had: Sequence[Entry], after: int, counted: Sequence[Entry]) -> Standing:
    """Returns a row without its place, score and tie-breaks."""
    by_round: list[Fraction | None] = []
    for number in range(1, after + 1):
        given = [one.score for one in had if one.round == number and one.kind != "open"]
        by_round.append(sum(given, Fraction(0)) if given else None)
    return Standing(
        place=0,
        player=id_,
        score=Fraction(0),
        tie_breaks=(),
        met=sum(one.met for one in had),
        won=sum(one.won for one in had),
        open=sum(one.kind == "open" for one in had),
        by_round=tuple(by_round),
        counted=tuple(one.match for one in counted),
    )


def _teams(
    event: Event, players: Mapping[str, Player], rows: Sequence[Standing]
) -> Iterator[TeamStanding]:
    by_team: dict[str, list[Standing]] = {}
    for row in sorted(rows, key=lambda one: (-one.score, one.place, one.player)):
        if players[row.player].team:
            by_team.setdefault(players[row.player].team, []).append(row)
    counted = {team: members[: event.team_best] for team, members in by_team.items()}
    scores = {team: sum((one.score for one in best), Fraction(0)) for team, best in counted.items()}
    for team in sorted(scores, key=lambda one: (-scores[one], one)):
        place = 1 + sum(other > scores[team] for other in scores.values())
        members = tuple(one.player for one in counted[team])
        yield TeamStanding(place=place, team=team, score=scores[team], members=members)


def _sides(players: Mapping[str, Player], records: Records) -> Iterator[SideBest]:
    """Yields the best of each seat that somebody who has a place, and is no program, played."""
    made: dict[str, dict[tuple[Fraction, Fraction], list[str]]] = {}
    for id_, one in players.items():
        for entry in records.by_player[id_]:
            if entry.met and not one.built_in:
                worth = (entry.score, entry.seated.points)
                who = made.setdefault(entry.seated.seat, {}).setdefault(worth, [])
                if id_ not in who:
                    who.append(id_)
    for seat, by_worth in sorted(made.items()):
        best = max(by_worth)
        yield SideBest(seat=seat, players=tuple(by_worth[best]), score=best[0], points=best[1])
