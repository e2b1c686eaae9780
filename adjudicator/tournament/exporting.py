"""An event for other programs and for its report: TRF26, CSV, the final report of a BPA event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from adjudicator.api.problems import Problem, Refused
from adjudicator.api.texts import amount, visible
from adjudicator.tournament.event import Event
from adjudicator.tournament.facts import (
    entrants_of,
    games_of,
    points_of,
    ratings_of,
    standings_of,
)
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.lots import draw_key
from adjudicator.tournament.pairing.colours import FIRST, other
from adjudicator.tournament.pairing.groups import berger_round
from adjudicator.tournament.pairing.trf import Swiss, scores_of, written
from adjudicator.tournament.results import AppealDecided, ByRuling, Result
from adjudicator.tournament.rounds import PairedMatch, bye_id
from adjudicator.tournament.spreadsheet import Cell, csv_bytes, result_rows, standing_rows
from adjudicator.tournament.standings.tables import Words

__all__ = ["csv_files", "report_of", "report_text", "rounds_over", "rounds_there", "trf_of"]

_FIRST = 6
"""How many places a BPA event publishes."""


def trf_of(event: OpenEvent) -> str:
    """Returns the rounds that are over as TRF26, FIDE's file of a tournament.

    It has the title of the event; players stand in it by their ids, and no name of one is in it.
    The form has nothing for a match without a result: a round with one is left out, and so are
    those behind it. All matches of a group are one round of the event; here each round of Berger's
    tables is one, of all groups at once, and a final comes behind them. Ranks are the places of the
    event after these rounds; who has none (an eliminator) is ranked behind all who have.

    Raises:
        Refused: `no-trf`, matches have more than two seats, or the draw is not known yet, or the
            file has no column for something.
    """
    if len(event.event.seats) != 2:
        raise _no_trf("it holds matches of two seats alone")
    if event.draws[1].value is None:
        raise _no_trf("the draw of round 1 is not known yet, by which numbers are given")
    last, numbers, ahead = rounds_over(event), _numbers(event), len(event.started) + 1
    key = draw_key(event.event.id, event.draws[1])
    games = games_of(event, ahead, rounds=numbers)
    swiss = Swiss(
        round=last + 1, rounds=max(event.event.rounds or 0, last + 1),
        entrants=entrants_of(event, ahead),
        games=tuple(one for one in games if one.round <= last),
        apart=tuple((one, two) for one, two in event.event.apart),
        top=FIRST if int(key[0], 16) % 2 == 0 else other(FIRST), points=points_of(event),
    )  # fmt: skip
    try:
        text = written(swiss, title=visible(event.event.title), order=_order(event, swiss))
    except ValueError as error:
        raise _no_trf(str(error)) from None
    rounds = event.event.rounds or max(last, 1)
    return text.replace(f"\n142 {swiss.rounds}\n", f"\n142 {max(rounds, last)}\n", 1)


def rounds_there(event: OpenEvent) -> int:
    """Returns how many rounds a TRF has when all that were started are over."""
    return max(_numbers(event).values(), default=0)


def rounds_over(event: OpenEvent) -> int:
    """Returns how many rounds of a TRF are over, before the first with a match without a result."""
    numbers = _numbers(event)
    is_open = {numbers[match] for match in event.open_matches}
    return min(is_open, default=rounds_there(event) + 1) - 1


def _numbers(event: OpenEvent) -> dict[str, int]:
    """Returns by match and bye the round of a TRF: in groups each of Berger's rounds is one."""
    groups: dict[int, list[PairedMatch]] = {}
    for one in event.matches.values():
        if one.group is not None:
            groups.setdefault(one.group, []).append(one)
    found: dict[str, int] = {}
    for matches in groups.values():
        players = {player for one in matches for player in one.seats.values()}
        for place, one in enumerate(matches):
            found[one.match] = berger_round(place, len(players))
    longest = max(found.values(), default=1)
    for paired in event.started:
        number = 1 if paired.round == 1 else paired.round + longest - 1
        for one in paired.matches:
            found.setdefault(one.match, number)
        found |= {bye_id(paired.round, bye.player): number for bye in paired.byes}
    return found


def _order(event: OpenEvent, swiss: Swiss) -> list[str]:
    """Returns all who have a place after the rounds of a TRF, the best first.

    Within the rounds of groups, of which the event has one table alone, they go by their points.
    """
    numbers, last = _numbers(event), swiss.round - 1
    ends = [
        max((numbers[one.match] for one in paired.matches), default=0) for paired in event.started
    ]
    over = sum(end <= last for end in ends)
    found = [row.player for row in standings_of(event, after=over).rows]
    if over == len(ends) or last <= max(ends[:over], default=0):
        return found
    scores = scores_of(swiss)
    found = [row.player for row in standings_of(event, after=over + 1).rows]
    return sorted(found, key=lambda player: -scores[player])


def _no_trf(why: str) -> Refused:
    problem = Problem(
        "no-trf", f"this event cannot be written as TRF: {visible(why)}", (), "tournaments 3",
        hint="`tournament export --csv` writes every event.", kind="invalid",
    )  # fmt: skip
    return Refused([problem])


# -- spreadsheets -------------------------------------------------------------------------------


def csv_files(event: OpenEvent, *, today: date, delimiter: str = ",") -> dict[str, bytes]:
    """Returns entries, pairings, results, standings and ratings as CSV, by file name.

    Addresses are not among them. No cell is a formula.

    Args:
        today: the day of which ratings are.
        delimiter: what parts cells; with semicolons numbers have decimal commas.
    """
    rows: dict[str, Iterator[Sequence[Cell]]] = {
        "entries.csv": _entry_rows(event),
        "pairings.csv": _pairing_rows(event),
        "results.csv": result_rows(event),
        "standings.csv": standing_rows(event, standings_of(event)),
        "ratings.csv": _rating_rows(event, today),
    }
    return {name: csv_bytes(given, delimiter=delimiter) for name, given in rows.items()}


def _name(event: OpenEvent, player: str) -> str:
    known = event.players.named(player)
    return "" if known is None else known.name


def _entry_rows(event: OpenEvent) -> Iterator[Sequence[Cell]]:
    paired = event.paired  # A bid is shown once it has bought something.
    yield ["id", "name", "rating", "team", "wishes", "bid", "handicap", "role", "built-in",
           "absent", "entered", "withdrawn"]  # fmt: skip
    for one in event.players.players:
        bid = one.bid if one.id in paired else None
        yield [
            one.id, one.name, "" if one.rating is None else str(one.rating), one.team or "",
            " ".join(one.wishes), "" if bid is None else Fraction(bid),
            Fraction(one.handicap), one.role, "yes" if one.built_in else "",
            " ".join(map(str, one.absent)), one.entered.isoformat(),
            "" if one.withdrawn is None else one.withdrawn.day.isoformat(),
        ]  # fmt: skip


def _pairing_rows(event: OpenEvent) -> Iterator[Sequence[str]]:
    yield ["round", "match", "group", "seat", "id", "name", "counts", "started"]
    for paired in event.started:
        day = "" if paired.started is None else paired.started.isoformat()
        for one in paired.matches:
            group = "" if one.group is None else str(one.group)
            for seat, player in event.seated(one.match).items():
                counts = "" if player in one.uncounted else "yes"
                yield [str(paired.round), one.match, group, seat, player, _name(event, player),
                       counts, day]  # fmt: skip
        for bye in paired.byes:
            yield [str(paired.round), bye.kind, "", "", bye.player, _name(event, bye.player), "",
                   day]  # fmt: skip


def _rating_rows(event: OpenEvent, today: date) -> Iterator[Sequence[Cell]]:
    yield ["id", "name", "mu", "sigma", "matches", "last"]
    for one in ratings_of(event, today=today) if event.results else ():
        yield [one.player, _name(event, one.player), _three(one.mu), _three(one.sigma),
               str(one.matches), "" if one.last is None else one.last.isoformat()]  # fmt: skip


def _three(value: float) -> Decimal:
    """Returns a number with three decimals, as ratings are shown everywhere."""
    return Decimal(f"{value:.3f}")


# -- the final report ---------------------------------------------------------------------------


def report_of(event: OpenEvent) -> dict[str, Any]:
    """Returns what the final report of a BPA event says (tournaments.md 1), as data.

    `players` are all who ever entered, `paired` those of them who had a seat in a match, `starts`
    counts a player once for each match. `kinds` is how the matches came out that have a result: one
    that became a bye, as somebody had left, is a match. `byes` are those of the pairings, who had
    no match. Besides the first six, attendance by round, who directed, rulings, and the length from
    the first day to the last result of a match.
    """
    rule: Event = event.event
    found = standings_of(event)
    rounds = [_attendance(event, number) for number in range(1, len(event.started) + 1)]
    results = [one for match, one in event.results.items() if match in event.matches]
    byes = Counter(bye.kind for paired in event.started for bye in paired.byes)
    seated = {player for match, one in event.matches.items()
              for player in (*one.seats.values(), *event.seated(match).values())}  # fmt: skip
    ruled = [
        one for one in event.lines
        if isinstance(one, AppealDecided)
        or (isinstance(one, Result) and isinstance(one.source, ByRuling))
    ]  # fmt: skip
    began = event.started[0].started if event.started else None
    ended = max((one.at.date() for one in results), default=None)
    return {
        "event": rule.id,
        "title": rule.title,
        "game": rule.game,
        "format": rule.format.kind,
        "players": len(event.players.players),
        "paired": len(seated),
        "left": sum(not one.is_there for one in event.players.players),
        "matches": len(event.matches),
        "open": len(event.open_matches),
        "starts": sum(one["starts"] for one in rounds),
        "kinds": dict(sorted(Counter(one.kind for one in results).items())),
        "byes": dict(sorted(byes.items())),
        "first": [
            {"place": row.place, "player": row.player, "name": _name(event, row.player),
             "score": str(row.score)}
            for row in found.rows if row.place <= _FIRST and event.started
        ],
        "rounds": rounds,
        "referees": [{"id": one.id, "name": one.name} for one in rule.referees],
        "rulings": {"event": len(rule.rulings), "matches": len(ruled),
                    "amendments": len(rule.amendments)},
        "began": None if began is None else began.isoformat(),
        "ended": None if ended is None else ended.isoformat(),
        "days": None if began is None or ended is None else (ended - began).days + 1,
    }  # fmt: skip


def _attendance(event: OpenEvent, number: int) -> dict[str, Any]:
    paired, starts = event.started[number - 1], _starts(event, number)
    return {"round": number, "matches": len(paired.matches), "players": len({*starts}),
            "starts": len(starts), "byes": len(paired.byes)}  # fmt: skip


def _starts(event: OpenEvent, number: int) -> list[str]:
    """Returns who sits in the matches of a round, once for each."""
    return [player for one in event.started[number - 1].matches
            for player in event.seated(one.match).values()]  # fmt: skip


def report_text(told: dict[str, Any]) -> str:
    """Returns the final report in plain text.

    Args:
        told: as `report_of` gives it.
    """
    lines = [
        f"{told['title']} ({told['event']})",
        f"game: {told['game']}; format: {told['format']}",
        f"players: {told['players']} entered, {told['paired']} of them had a match,"
        f" {told['left']} left",
        f"matches: {told['matches']}, open: {told['open']};"
        f" starts, a player in a match: {told['starts']}",
        f"results of matches: {_listed(told['kinds'])}",
        f"byes, rounds without a match: {_listed(told['byes'])}",
        f"played: {told['began'] or 'not yet'} to {told['ended'] or 'not yet'}"
        + (f", {amount(told['days'], 'day')}" if told["days"] is not None else ""),
        "referees: " + ", ".join(f"{one['name']} ({one['id']})" for one in told["referees"]),
        f"rulings: {told['rulings']['event']} for the event, {told['rulings']['matches']} in"
        f" matches; changes of its rules: {told['rulings']['amendments']}",
    ]
    lines += [
        f"round {one['round']}: {amount(one['players'], 'player')} in"
        f" {amount(one['matches'], 'match', 'matches')},"
        f" {amount(one['starts'], 'start')}, {amount(one['byes'], 'bye')}"
        for one in told["rounds"]
    ]
    lines += [
        f"{one['place']}. {one['name']} ({one['player']}), {Words().number(Fraction(one['score']))}"
        for one in told["first"]
    ]
    return "".join(f"{visible(line)}\n" for line in lines)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counts.items()) or "none"
