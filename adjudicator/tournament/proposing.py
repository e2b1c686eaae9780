"""Who meets whom in the next round: a proposal by the event's format (tournaments.md 3, 4)."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from adjudicator.api.problems import Problem, Refused
from adjudicator.tournament.chain import event_hash
from adjudicator.tournament.event import Groups, KnockOut, Rolling, Swiss, Tables
from adjudicator.tournament.facts import (
    entrants_of,
    games_of,
    heirs_in,
    points_of,
    slots_after,
    standings_of,
    strong_seat,
    winners_in,
)
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.lots import draw_key
from adjudicator.tournament.pairing.check import met
from adjudicator.tournament.pairing.colours import FIRST, other
from adjudicator.tournament.pairing.engine import Engine as PairingEngine
from adjudicator.tournament.pairing.groups import berger, finalists, groups_of
from adjudicator.tournament.pairing.knockout import bracket
from adjudicator.tournament.pairing.matching import networkx_used
from adjudicator.tournament.pairing.odd import filled, play_twice
from adjudicator.tournament.pairing.rolling import pair_waiting
from adjudicator.tournament.pairing.sides import by_bid, by_wish, even_first
from adjudicator.tournament.pairing.swiss import Unpairable, pair_swiss
from adjudicator.tournament.pairing.trf import Swiss as SwissRound
from adjudicator.tournament.pairing.trf import seeded, written
from adjudicator.tournament.pairing.values import BYE, Apart, Bid, Entrant, Pair
from adjudicator.tournament.rounds import Bye, Engine, PairedMatch, RoundPairing, match_id
from adjudicator.tournament.tables.bound import least_cost
from adjudicator.tournament.tables.costs import costs_of
from adjudicator.tournament.tables.seating import TableRound, seat_round
from adjudicator.tournament.tables.sizes import sizes_of

__all__ = ["Asked", "Proposal", "asked_now", "cost_of", "propose"]

_OURS = "adjudicator"


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A round that was paired, and what it was paired from."""

    pairing: RoundPairing
    """What pairing.json is to say."""
    given: str
    """What the engine got: a TRF, or JSON."""
    is_trf: bool
    """Which of them."""


def propose(
    event: OpenEvent, number: int, engine: PairingEngine, *, relax: bool = False
) -> Proposal:
    """Returns the pairing of a round that has not started; the same for everybody who asks.

    Args:
        event: with the values of its draws.
        number: the round.
        engine: who pairs a Swiss.
        relax: whether the least may be given up that lets the round be paired.

    Raises:
        Refused: there is nobody to pair, or no pairing: what to do instead.
    """
    rule = event.event.format
    if isinstance(rule, Swiss):
        found = _swiss(event, number, engine, relax=relax)
    elif isinstance(rule, Tables):
        found = _tables(event, number, rule)
    elif isinstance(rule, Groups):
        found = _groups(event, number, rule)
    elif isinstance(rule, KnockOut):
        found = _knock_out(event, number)
    else:
        found = _rolling(event, number, rule)
    if not found.pairing.matches:
        raise Refused([Problem("nobody-to-pair", f"nobody can be paired in round {number}", (),
                               "tournaments 3", hint="`tournament add` enters players.",
                               kind="invalid")])  # fmt: skip
    return found


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a pairing would be made from now."""

    given: str
    """What the engine would get."""
    here: tuple[str, ...]
    """Who would have a match or a bye; where some wait on, who waits."""
    pairing: RoundPairing | None = None
    """The pairing, where no engine searches for it: groups, and knock-out."""


def asked_now(event: OpenEvent, number: int, *, absent_as_entries: bool) -> Asked:
    """Returns what a round would be paired from now; no engine is asked, no tables are sought.

    Args:
        absent_as_entries: as the engine of a Swiss has it.

    Raises:
        Refused: there is nobody to pair, or nobody goes on.
        ValueError: the file for the engine of a Swiss cannot be written.
    """
    rule = event.event.format
    if isinstance(rule, Swiss):
        asked = _swiss_round(event, number)
        here = tuple(one.id for one in asked.entrants if not one.absent)
        return Asked(given=written(asked, absent=absent_as_entries), here=here)
    if isinstance(rule, Tables):
        tables, out = _table_round(event, number, rule)
        seated = [one.id for one in tables.entrants if not one.absent]
        return Asked(given=_given_tables(tables), here=(*seated, *out))
    if isinstance(rule, Rolling):
        waiting = [one for one in _not_playing(event, number) if not one.absent]
        here = tuple(one.id for one in waiting)
        return Asked(given=_given(waiting, _apart(event)), here=here)
    found = _groups(event, number, rule) if isinstance(rule, Groups) else _knock_out(event, number)
    seats = [player for one in found.pairing.matches for player in one.seats.values()]
    byes = [one.player for one in found.pairing.byes if one.kind == "bye-given"]
    return Asked(given=found.given, here=(*seats, *byes), pairing=found.pairing)


# -- two seats ----------------------------------------------------------------------------------


def _swiss_round(event: OpenEvent, number: int) -> SwissRound:
    key = draw_key(event.event.id, event.draws[1])
    return SwissRound(
        round=number, rounds=event.event.rounds or number,
        entrants=filled(entrants_of(event, number)),
        games=games_of(event, number), apart=_apart(event),
        top=FIRST if int(key[0], 16) % 2 == 0 else other(FIRST), points=points_of(event),
    )  # fmt: skip


def _swiss(event: OpenEvent, number: int, engine: PairingEngine, *, relax: bool) -> Proposal:
    asked = _swiss_round(event, number)
    entrants = asked.entrants
    if sum(not one.absent for one in entrants) < 2:
        return Proposal(pairing=_pairing(event, number, (), _OURS), given="", is_trf=True)
    try:
        paired = pair_swiss(asked, engine)
        relaxed: list[str] = []
    except Unpairable as error:
        if not relax or error.relaxation is None:
            raise
        paired = pair_swiss(asked, engine, relax=error.relaxation)
        relaxed = [
            word
            for word, given_up in (
                ("wishes", error.relaxation.apart),
                ("meetings", error.relaxation.again),
            )
            if given_up
        ]
    pairs = play_twice(asked, paired.pairs)
    pairs = _sided(event, number, pairs, entrants)
    made = _pairing(event, number, pairs, paired.engine)
    cost, bound = cost_of(event, number, made.matches)
    if paired.engine.startswith("gacrux ") or relaxed:
        made = _with_networkx(made)
    made = made.model_copy(update={"relaxed": relaxed, "cost": cost, "bound": bound})
    return Proposal(pairing=made, given=paired.trf, is_trf=True)


def _with_networkx(made: RoundPairing) -> RoundPairing:
    """Returns a pairing whose engine tells the version of the matching behind it."""
    engine = made.engine.model_copy(update={"uses": networkx_used()})
    return made.model_copy(update={"engine": engine})


def _groups(event: OpenEvent, number: int, rule: Groups) -> Proposal:
    if number > 1 and rule.final:
        return _knock_out(event, number, first=2)
    if number > 1:
        raise _over("all matches of groups are played at once, in round 1")
    entrants = [one for one in seeded(filled(entrants_of(event, number))) if not one.absent]
    count = -(-len(entrants) // rule.size)
    if len(entrants) < 2 * count or not count:
        return Proposal(pairing=_pairing(event, number, (), _OURS), given="", is_trf=False)
    found = groups_of(entrants, count, apart=_apart(event))
    matches: list[PairedMatch] = []
    for group, members in enumerate(found.members, 1):
        for pairs in berger(members, both_sides=event.event.sides == "both"):
            sided = pairs if event.event.sides == "both" else _sided(event, number, pairs, entrants)
            matches += [
                _match(event, number, len(matches) + place, one, group=group)
                for place, one in enumerate(sided, 1)
            ]
    made = _round(event, number, matches)
    return Proposal(pairing=made, given=_given(entrants, _apart(event)), is_trf=False)


def _knock_out(event: OpenEvent, number: int, *, first: int = 1) -> Proposal:
    """Returns a round of a knock-out whose own first round is the event's `first`."""
    entrants = entrants_of(event, number)
    if number == first == 1:
        seeds = [one.id for one in seeded(entrants) if not one.absent]
        slots = bracket(seeds, apart=_apart(event))
    elif number == first:
        slots = _finals(event, entrants)
    else:
        slots = _next_slots(event, number)
    games = games_of(event, number)
    lots = {one.id: (one.lot, one.id) for one in entrants}
    pairs = []
    for one, two in slots:
        if BYE in (one, two):
            pairs.append(Pair(first=max(one, two)))
            continue
        white = even_first(one, two, games, lots)
        pairs.append(Pair(first=white, second=two if white == one else one))
    sided = _sided(event, number, [one for one in pairs if one.first != BYE], entrants)
    made = _pairing(event, number, sided, _OURS).model_copy(update={"bracket": list(slots)})
    return Proposal(pairing=made, given=_given(entrants, _apart(event)), is_trf=False)


def _next_slots(event: OpenEvent, number: int) -> tuple[Apart, ...]:
    before = event.started[number - 2]
    winners = winners_in(event, before)
    open_slots = [{*slot} for slot in before.bracket if BYE not in slot and slot not in winners]
    lacking = [one.match for one in before.matches if {*one.seats.values()} in open_slots]
    is_final = len(before.bracket) == 1
    if is_final and not {*lacking} & {*event.open_matches}:
        winner = winners.get(before.bracket[0], BYE)
        champion = heirs_in(event, before).get(winner, winner)
        raise _over(f"the final was played: {champion or 'nobody'} has won")
    slots = slots_after(event, before)
    if slots is None:
        message = f"nobody has won {', '.join(lacking)} yet"
        hint = "`tournament result MATCH` says who goes on; a referee decides a draw."
        raise Refused([Problem("nobody-goes-on", message, (), "tournaments 3", hint=hint,
                               kind="invalid")])  # fmt: skip
    left = [player for slot in slots for player in slot if player != BYE]
    if len(left) < 2:
        raise _over(f"{left[0]} has won: nobody else is left" if left
                    else "nobody has won: nobody is left")  # fmt: skip
    return slots


def _finals(event: OpenEvent, entrants: Sequence[Entrant]) -> tuple[Apart, ...]:
    """Returns the first round behind groups: who were first there meet seconds of other groups.

    Equal ones go by the tie-breaks of the event, then by the lot. Who has left, or sits out, is
    passed over: the next of their group plays. Who took a seat over goes on from the group in which
    they began, or else from that of the seat.
    """
    if waiting := [match for match, one in event.matches.items()
                   if one.group is not None and match in event.open_matches]:  # fmt: skip
        message = f"groups are not over: {', '.join(waiting)}"
        hint = "`tournament result` takes what was played; a referee decides the rest."
        raise Refused([Problem("nobody-goes-on", message, (), "tournaments 3", hint=hint,
                               kind="invalid")])  # fmt: skip
    rule = event.event.format
    assert isinstance(rule, Groups)
    lots = {one.id: one.lot for one in entrants}
    here = {one.id for one in event.players.players if one.is_there and 2 not in one.absent}
    own = {player: one.group for one in event.matches.values() for player in one.seats.values()
           if one.group is not None}  # fmt: skip
    for match, one in event.matches.items():
        if one.group is not None:
            own = dict.fromkeys(event.seated(match).values(), one.group) | own
    places = []
    for group in sorted({*own.values()}):
        rows = standings_of(event, after=1, group=group).rows
        ordered = sorted(rows, key=lambda row: (row.place, lots[row.player]))
        places.append([row.player for row in ordered
                       if row.player in here and own[row.player] == group])  # fmt: skip
    seeds = finalists(places, rule.final)
    if len(seeds) < 2:
        raise _over("there is no final: fewer than two of all groups play on")
    same = [
        (one, two)
        for group in places
        for place, one in enumerate(group[: rule.final])
        for two in group[place + 1 : rule.final]
    ]
    return bracket(seeds, apart=(*_apart(event), *same))


def _rolling(event: OpenEvent, number: int, rule: Rolling) -> Proposal:
    entrants = _not_playing(event, number)
    waiting = [one for one in entrants if not one.absent]
    if len(waiting) < rule.waiting:
        message = f"before any are paired {rule.waiting} must wait; now it is {len(waiting)}"
        hint = "`tournament result` takes the results of matches that are over: who played waits."
        raise Refused([Problem("nobody-to-pair", message, (), "tournaments 3", hint=hint,
                               kind="invalid")])  # fmt: skip
    pairs = pair_waiting(waiting, games_of(event, number), apart=_apart(event), least=rule.waiting)
    made = _pairing(event, number, _sided(event, number, pairs, entrants), _OURS)
    cost, bound = cost_of(event, number, made.matches)
    made = _with_networkx(made).model_copy(update={"cost": cost, "bound": bound})
    return Proposal(pairing=made, given=_given(waiting, _apart(event)), is_trf=False)


def _not_playing(event: OpenEvent, number: int) -> tuple[Entrant, ...]:
    """Returns entrants of whom those are absent, too, who play in a match that is open."""
    playing = {player for match in event.open_matches for player in event.seated(match).values()}
    return tuple(
        replace(one, absent=one.absent or one.id in playing)
        for one in filled(entrants_of(event, number))
    )


def _sided(
    event: OpenEvent, number: int, pairs: Iterable[Pair], entrants: Sequence[Entrant]
) -> tuple[Pair, ...]:
    """Returns pairs with the sides that were bid for, or that both wish."""
    first, second = event.event.seats
    games = games_of(event, number)
    by_id = {one.id: one for one in entrants}
    lots = {one.id: (one.lot, one.id) for one in entrants}
    if event.event.sides != "bid":
        return tuple(by_wish(one, by_id, games, names=(first, second)) for one in pairs)
    bids = [Bid(player=one.id, amount=one.bid) for one in event.players.players
            if one.bid is not None]  # fmt: skip
    strong = FIRST if strong_seat(event.event) == first else other(FIRST)
    return tuple(by_bid(one, bids, lots, strong=strong).pair for one in pairs)


# -- three to five seats ------------------------------------------------------------------------


def _table_round(event: OpenEvent, number: int, rule: Tables) -> tuple[TableRound, tuple[str, ...]]:
    """Returns what the search for tables gets, and who has no seat."""
    sizes = event.event.sizes
    entrants = _seated_ones(entrants_of(event, number), sizes)
    out = _sitting_out(event, number, entrants, sizes) if event.event.odd == "bye" else ()
    entrants = tuple(replace(one, absent=one.absent or one.id in out) for one in entrants)
    asked = TableRound(
        entrants=entrants, seats=sizes,
        met=tuple(tuple(event.seated(match).values()) for match in event.matches),
        apart=_apart(event), meeting=rule.meeting_weight,
    )  # fmt: skip
    return asked, out


def _tables(event: OpenEvent, number: int, rule: Tables) -> Proposal:
    sizes = event.event.sizes
    asked, out = _table_round(event, number, rule)
    if all(one.absent for one in asked.entrants):
        return Proposal(pairing=_round(event, number, ()), given="", is_trf=False)
    found = seat_round(asked, draw_key(event.event.id, event.draws[number]))
    matches = [
        PairedMatch(
            match=match_id(number, place),
            seats=dict(zip(sizes[len(table.players)], table.players, strict=True)),
            uncounted=list(table.uncounted),
        )
        for place, table in enumerate(found.tables, 1)
    ]
    made = _round(event, number, matches, out=out)
    made = made.model_copy(update={"cost": str(found.cost), "bound": str(found.bound)})
    return Proposal(pairing=made, given=_given_tables(asked), is_trf=False)


def _given_tables(asked: TableRound) -> str:
    here = [one for one in asked.entrants if not one.absent]
    return _given(here, asked.apart, met=asked.met)


def _seated_ones(
    entrants: Sequence[Entrant], sizes: Mapping[int, Sequence[str]]
) -> tuple[Entrant, ...]:
    """Returns entrants with as many fillers as are needed: none where tables of two sizes do."""
    here = sum(not one.absent and not one.fills for one in entrants)
    if _divides(here, sizes):
        return tuple(replace(one, absent=one.absent or one.fills) for one in entrants)
    return filled(entrants, parts=max(sizes))


def _divides(players: int, sizes: Mapping[int, Sequence[str]]) -> bool:
    return sizes_of(players, max(sizes), smaller=len(sizes) > 1) is not None


def _sitting_out(
    event: OpenEvent, number: int, entrants: Sequence[Entrant], sizes: Mapping[int, Sequence[str]]
) -> tuple[str, ...]:
    """Returns who has no seat: as few as can be; of the fewest byes before, then of the lowest
    score, then by the draw."""
    here = [one for one in entrants if not one.absent]
    count = next((out for out in range(len(here)) if _divides(len(here) - out, sizes)), 0)
    if here and not _divides(len(here) - count, sizes):
        wanted = " or ".join(map(str, sorted(sizes)))
        raise Refused([Problem(
            "no-tables", f"{len(here)} players are too few for a table of {wanted}", (),
            "tournaments 4", hint="`tournament add` enters players.", kind="invalid",
        )])  # fmt: skip
    had = [bye.player for paired in event.started for bye in paired.byes
           if bye.kind == "bye-given" and paired.round < number]  # fmt: skip
    order = sorted(here, key=lambda one: (had.count(one.id), one.score, -one.lot, one.id))
    return tuple(one.id for one in order[:count])


# -- shared -------------------------------------------------------------------------------------


def _apart(event: OpenEvent) -> tuple[Apart, ...]:
    return tuple(event.event.apart)


def _pairing(event: OpenEvent, number: int, pairs: Iterable[Pair], engine: str) -> RoundPairing:
    listed = [*pairs]
    whole = [one for one in listed if one.second != BYE]
    matches = [_match(event, number, place, one) for place, one in enumerate(whole, 1)]
    out = [one.first for one in listed if one.second == BYE]
    return _round(event, number, matches, out=out, engine=engine)


def _match(
    event: OpenEvent, number: int, place: int, pair: Pair, *, group: int | None = None
) -> PairedMatch:
    return PairedMatch(
        match=match_id(number, place),
        seats=dict(zip(event.event.seats, pair.players, strict=True)),
        uncounted=[pair.uncounted] if pair.uncounted else [], group=group,
    )  # fmt: skip


def _round(
    event: OpenEvent,
    number: int,
    matches: Sequence[PairedMatch],
    *,
    out: Iterable[str] = (),
    engine: str = _OURS,
) -> RoundPairing:
    byes = [Bye(player=one, kind="bye-given") for one in out]
    byes += [
        Bye(player=one.id, kind="bye-asked")
        for one in event.players.players
        if one.is_there and number in one.absent and one.role == "player"
    ]
    name, _, version = engine.partition(" ")
    return RoundPairing(
        round=number, event=event_hash(event.written), engine=Engine(name=name, version=version),
        matches=[*matches], byes=byes,
    )  # fmt: skip


def cost_of(
    event: OpenEvent, number: int, matches: Sequence[PairedMatch]
) -> tuple[str | None, str | None]:
    """Returns what matches of a round cost, and a bound: no others cost less (tournaments.md 4).

    Nothing where a format has no cost: groups, and knock-out.
    """
    rule = event.event.format
    if isinstance(rule, Groups | KnockOut) or not matches:
        return None, None
    here = {player for one in matches for player in one.seats.values()}
    entrants = [one for one in entrants_of(event, number) if one.id in here]
    if isinstance(rule, Tables):
        before: dict[Apart, int] = {}
        for match in event.matches:
            ids = sorted(event.seated(match).values())
            for place, one in enumerate(ids):
                for two in ids[place + 1 :]:
                    before[one, two] = before.get((one, two), 0) + 1
        costs = costs_of(entrants, before, apart=event.event.apart, meeting=rule.meeting_weight)
    else:
        costs = costs_of(entrants, met(games_of(event, number)), apart=event.event.apart)
    places = {player: place for place, player in enumerate(costs.players)}
    cost = costs.total([places[one] for one in match.seats.values()] for match in matches)
    sizes = [len(one.seats) for one in matches]
    bound = least_cost(costs.scores, sizes) if len(places) == sum(sizes) else None
    return (
        str(costs.in_points(cost)), None if bound is None else str(costs.in_points(bound)),
    )  # fmt: skip


def _given(
    entrants: Sequence[Entrant], apart: Sequence[Apart], *, met: Sequence[Sequence[str]] = ()
) -> str:
    told: dict[str, Any] = {
        "entrants": [dataclasses.asdict(one) for one in entrants],
        "apart": [list(pair) for pair in apart],
        "met": [list(one) for one in met],
    }
    return json.dumps(told, indent=1, default=_plain, ensure_ascii=True) + "\n"


def _plain(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(type(value).__name__)


def _over(message: str) -> Refused:
    hint = "The event has all its rounds: `tournament standings` says how it ended."
    return Refused([Problem("event-over", message, (), "event", hint=hint, kind="invalid")])
