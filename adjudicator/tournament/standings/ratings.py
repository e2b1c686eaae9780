"""Ratings by Plackett-Luce, of matches of two seats and of many (tournaments.md 5).

`openskill` does the update of one match; what is ours is the order, the months without play, and
when a side counts as a handicap. Floats go in and out of it, so what is published and compared are
three decimals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.api.problems import Problem, Unusable
from adjudicator.tournament.standings.values import MET, Result, in_force

if TYPE_CHECKING:  # an extra; it takes a moment to load
    from openskill.models import PlackettLuce

__all__ = ["MONTH", "Rated", "RatedSeat", "Rating", "RatingRules", "rated_of", "ratings"]

MONTH = 30
"""The days of a month without play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRules:
    """What ratings are made with; an event or a ladder states them once."""

    mu: float = 25.0
    """The rating of who has played nothing."""
    sigma: float = 25 / 3
    """How little is known of them; nobody's sigma grows above it."""
    beta: float = 25 / 6
    """How much chance a match holds."""
    tau: float = 25 / 300
    """How much skill moves from match to match."""
    c: float = 0.5
    """What a month without play adds: sigma² grows by c². With 1/2, who was at 6 is at 7 after 52
    months."""
    ranked_below: float = 7.0
    """Only whose sigma is below this has a rank: after some 7 matches of two seats, 9 of four."""
    handicap_from: int = 200
    """After so many matches with the same sides the side counts as a handicap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSeat:
    """A seat of a match that is rated."""

    player: str
    seat: str
    """The side, named as the game names it."""
    place: int
    """1 for the first; equal ones share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A match that is rated."""

    day: date
    """The day of the result."""
    match: str
    """Its name: of several events, the event's before it. Results of one day go by it."""
    seats: tuple[RatedSeat, ...]
    began: date | None = None
    """The day on which it began; None: taken for the day of the result."""
    sides: str = ""
    """What must be equal for its sides to be compared: the game and the scenario."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What is published of a player: three decimals."""

    rank: int | None
    """From 1 by mu; None: not yet known well enough. Equal ones share it."""
    player: str
    """The id."""
    mu: float
    sigma: float
    matches: int
    """How many were rated."""
    last: date
    """The day of the last result."""

    @property
    def between(self) -> tuple[float, float]:
        """Between these the skill lies: mu - 2 sigma and mu + 2 sigma."""
        return round(self.mu - 2 * self.sigma, 3), round(self.mu + 2 * self.sigma, 3)


class _Gap(NamedTuple):
    """Whole months without play."""

    end: date
    months: int


@dataclass(slots=True)
class _Known:
    """What is known of a player at a moment."""

    mu: float
    sigma: float
    gaps: list[_Gap]
    """Their times without play that are still to come, the earliest first."""
    matches: int = 0
    last: date = date.min


@dataclass(slots=True)
class _Sides:
    """How often each side of matches with the same sides won so far."""

    matches: int = 0
    wins: dict[str, Fraction] = field(default_factory=dict)


def rated_of(results: Sequence[Result], *, event: str = "", sides: str = "") -> tuple[Rated, ...]:
    """Returns the matches of an event that are rated: players met, and two seats at least count.

    Args:
        results: all lines, corrected ones too.
        event: what stands before the names of matches, where several events are rated together.
        sides: the game and the scenario.

    Raises:
        ValueError: results contradict each other (`in_force`).
    """
    found = []
    for one in in_force(tuple(results)):
        seats = tuple(
            RatedSeat(player=seated.player, seat=seated.seat, place=seated.place)
            for seated in one.seats
            if seated.rated
        )
        if one.kind in MET and len(seats) > 1:
            name = f"{event}/{one.match}" if event else one.match
            found.append(Rated(day=one.day, match=name, seats=seats, began=one.began, sides=sides))
    return tuple(found)


def ratings(
    matches: Sequence[Rated],
    *,
    today: date,
    rules: RatingRules | None = None,
    playing: Mapping[str, date] | None = None,
) -> tuple[Rating, ...]:
    """Returns the ratings after matches: who have a rank, the best first; then the others by id.

    The order of `matches` says nothing: they go by the day of the result, then by name. Another
    order gives other ratings, so the order is fixed.

    Args:
        today: the day for which they are; later results are left out.
        playing: by id, since when somebody plays a match that is still open: they are not idle.

    Raises:
        Unusable: `openskill` is not installed (the extra `tournament`).
        ValueError: two matches have the same name, or somebody sits twice in one.
    """
    rules = rules or RatingRules()
    if len({one.match for one in matches}) != len(matches):
        raise ValueError("two matches have the same name")
    model = _model(rules)
    ordered = [
        one for one in sorted(matches, key=lambda one: (one.day, one.match)) if one.day <= today
    ]
    known = {
        id_: _Known(mu=rules.mu, sigma=rules.sigma, gaps=gaps)
        for id_, gaps in _gaps(ordered, today, playing or {}).items()
    }
    sides: dict[tuple[str, frozenset[str]], _Sides] = {}
    for one in ordered:
        seats = frozenset(seat.seat for seat in one.seats)
        for seat in one.seats:
            _idle(known[seat.player], one.day, rules)
        side = sides.setdefault((one.sides, seats), _Sides())
        _rate(one, known, side, model=model, rules=rules)
    for player in known.values():
        _idle(player, today, rules)
    return _ranked(known, rules)


def _model(rules: RatingRules) -> PlackettLuce:
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        hint = 'Install the extra: pip install "wargame-adjudicator[tournament]".'
        problem = Problem("no-engine", "openskill is not installed", hint=hint, kind="unusable")
        raise Unusable([problem]) from error
    return PlackettLuce(mu=rules.mu, sigma=rules.sigma, beta=rules.beta, tau=rules.tau)


def _gaps(
    matches: Sequence[Rated], today: date, playing: Mapping[str, date]
) -> dict[str, list[_Gap]]:
    """Returns when each player had no match, from the end of their first on, by whole months."""
    busy: dict[str, list[tuple[date, date]]] = {}
    for one in matches:
        for seat in one.seats:
            began = min(one.began or one.day, one.day)
            busy.setdefault(seat.player, []).append((began, one.day))
    found: dict[str, list[_Gap]] = {}
    for id_, spans in busy.items():
        now = min(playing.get(id_, today), today)
        gaps = []
        ordered = sorted(spans)
        until = ordered[0][1]
        for began, end in [*ordered, (now, today)]:
            months = (began - until).days // MONTH
            if months > 0:
                gaps.append(_Gap(began, months))
            until = max(until, end)
        found[id_] = gaps
    return found


def _idle(player: _Known, day: date, rules: RatingRules) -> None:
    """Makes a player less known by the months without play up to a day; their mu stays."""
    while player.gaps and player.gaps[0].end <= day:
        grown = sqrt(player.sigma**2 + player.gaps.pop(0).months * rules.c**2)
        player.sigma = max(player.sigma, min(grown, rules.sigma))


def _rate(
    one: Rated,
    known: Mapping[str, _Known],
    sides: _Sides,
    *,
    model: PlackettLuce,
    rules: RatingRules,
) -> None:
    """Makes known what a match tells of its players, and counts it for its sides."""
    if len({seat.player for seat in one.seats}) != len(one.seats):
        raise ValueError(f"{one.match}: somebody sits there twice")
    players = [(seat, known[seat.player]) for seat in sorted(one.seats, key=lambda seat: seat.seat)]
    ahead = _handicaps(players, sides, rules)
    before = [
        [model.rating(mu=player.mu + given, sigma=player.sigma)]
        for (_, player), given in zip(players, ahead, strict=True)
    ]
    ranks = [float(seat.place) for seat, _ in players]
    after = model.rate(before, ranks=ranks)
    for (_, player), (found,), given in zip(players, after, ahead, strict=True):
        player.mu, player.sigma = found.mu - given, found.sigma
        player.matches += 1
        player.last = one.day
    _count(one, sides)


def _handicaps(
    players: Sequence[tuple[RatedSeat, _Known]], sides: _Sides, rules: RatingRules
) -> list[float]:
    """Returns what each side is worth in mu; 0 until there were matches enough.

    As far as one side wins more often than another among players who are equal, by the model's own
    formula: chances go as exp(mu / c), c² the sum of all sigma² + beta².
    """
    if sides.matches < rules.handicap_from:
        return [0.0] * len(players)
    width = sqrt(sum(player.sigma**2 + rules.beta**2 for _, player in players))
    logs = [log(float(sides.wins.get(seat.seat, 0)) + 0.5) for seat, _ in players]
    middle = sum(logs) / len(logs)
    return [width * (one - middle) for one in logs]


def _count(one: Rated, sides: _Sides) -> None:
    first = min(seat.place for seat in one.seats)
    winners = [seat.seat for seat in one.seats if seat.place == first]
    sides.matches += 1
    for seat in winners:
        sides.wins[seat] = sides.wins.get(seat, Fraction(0)) + Fraction(1, len(winners))


def _ranked(known: Mapping[str, _Known], rules: RatingRules) -> tuple[Rating, ...]:
    shown = {id_: (round(one.mu, 3), round(one.sigma, 3)) for id_, one in known.items()}
    order = sorted(
        known,
        key=lambda id_: (
            shown[id_][1] >= rules.ranked_below,
            -shown[id_][0] if shown[id_][1] < rules.ranked_below else 0.0,
            id_,
        ),
    )
    mus = [mu for mu, sigma in shown.values() if sigma < rules.ranked_below]
    return tuple(
        Rating(
            rank=1 + sum(mu > shown[id_][0] for mu in mus)
            if shown[id_][1] < rules.ranked_below
            else None,
            player=id_,
            mu=shown[id_][0],
            sigma=shown[id_][1],
            matches=known[id_].matches,
            last=known[id_].last,
        )
        for id_ in order
    )
