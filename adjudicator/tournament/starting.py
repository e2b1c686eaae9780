"""How an event begins and its rounds start: paired, changed by a referee, published, made.

A round starts when its pairing says so; all else follows from it, and a run that was killed leaves
what the next one does (tournaments.md 2).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.api.beginning import (
    OFFER_NAME,
    Prepared,
    addresses_in,
    names_in,
    prepare_match,
    register_address,
)
from adjudicator.api.clock import ClockPolicy, read_policy
from adjudicator.api.folders import is_unfinished
from adjudicator.api.named_files import (
    MAX_SIZE,
    pretty,
    read_bytes,
    read_json,
    read_model_in,
    write_atomically,
)
from adjudicator.api.problems import Problem, Refused
from adjudicator.tournament.entering import known_player
from adjudicator.tournament.event import (
    EVENT,
    DrawSize,
    Event,
    Places,
    Rolling,
    RulebookPoints,
    SumOfSquares,
    Unplayed,
    WinDrawLoss,
    amount,
)
from adjudicator.tournament.folder import OpenEvent, held, make_event, open_event
from adjudicator.tournament.fresh import check_fresh
from adjudicator.tournament.lots import committed, drawn
from adjudicator.tournament.pairing.engine import Engine
from adjudicator.tournament.proposing import cost_of, propose
from adjudicator.tournament.referees import check_impartial, known_referee
from adjudicator.tournament.results import ByRound, Line, Result, Scored
from adjudicator.tournament.rounds import (
    Draw,
    PairedMatch,
    RoundPairing,
    Swap,
    bye_id,
    swapped,
)

__all__ = [
    "StartedRound",
    "new_event",
    "note_seats",
    "pair_round",
    "start_round",
    "swap_players",
]

_NOTES, _LOG = "match.json", "log.jsonl"


def new_event(folder: Path, told: Mapping[str, Any], *, beacon: int | None = None) -> OpenEvent:
    """Makes the folder of an event.

    Args:
        told: what tournament.json is to say; `seats` is that of the scenario, and of `smaller`.
            What byes and forfeits give follows from the scoring, unless it is told.
        beacon: the round of the public beacon from which the first draw starts; None: the referee
            commits themself.

    Raises:
        ValueError: there is no such game.
        RefusedFile: a field cannot hold its value, or the event contradicts itself.
        Refused: the scenario has problems.
        UnusableFile: the folder holds something already.
        TryAgain: another run is making it, or the disk is full.
    """
    prepared = prepare_match(told["game"], told["scenario"], options=told.get("options"))
    whole = {**told, "seats": list(prepared.seats)}
    if smaller := told.get("smaller"):
        fewer = prepare_match(told["game"], smaller["scenario"], options=smaller.get("options"))
        whole["smaller"] = {**smaller, "seats": list(fewer.seats)}
    event = read_model_in(Event, pretty(whole), EVENT)
    if "unplayed" not in told:
        event = event.model_copy(update={"unplayed": _unplayed(event)})
    draw = None if beacon is None else Draw(round=1, beacon=beacon)
    return make_event(folder, event, draw)


def _unplayed(event: Event) -> Unplayed:
    """Returns what is given where nobody met, on the scale of the event's scoring.

    Who was there has won, or shares the first places with the others at the table; a bye that was
    given is a win in two seats, elsewhere the average of a table; one that was asked for is a draw,
    or half of it, and nothing where weeks pass by themselves (rolling).
    """
    rule, count = event.scoring, len(event.seats)
    if isinstance(rule, RulebookPoints):
        return Unplayed()
    if isinstance(rule, WinDrawLoss):
        win, lost, half = amount(rule.win), rule.loss, amount(rule.draw)
        given = win
    else:
        win, lost = _shared(rule, count - 1), "0"
        given = win if count == 2 else _shared(rule, count)
        half = given / 2
    asked = Fraction(0) if isinstance(event.format, Rolling) else half
    return Unplayed(forfeit_win=str(win), forfeit_loss=lost, bye_asked=str(asked),
                    bye_given=str(given))  # fmt: skip


def _shared(rule: Places | SumOfSquares | DrawSize, count: int) -> Fraction:
    """Returns what each gets of so many who share the first places."""
    if isinstance(rule, Places):
        return sum(map(amount, rule.points[:count]), Fraction(0)) / count
    return amount(rule.total) / count


# -- pairing ------------------------------------------------------------------------------------


def pair_round(
    folder: Path,
    engine: Engine,
    *,
    beacon: tuple[bytes, Path] | None = None,
    relax: bool = False,
    again: bool = False,
) -> RoundPairing:
    """Proposes who meets whom in the next round; the same again until something changes.

    Args:
        engine: who pairs a Swiss.
        beacon: what the beacon answered for the draw, and its file; None: nothing is told.
        relax: whether the least may be given up that lets the round be paired.
        again: whether what a referee changed by hand is given up.

    Raises:
        Refused: nobody can be paired, or there is no pairing: what to do instead; or a referee has
            changed the proposal (`round-changed`).
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder) as event:
        event.check_known()
        number = len(event.started) + 1
        if event.event.rounds is not None and number > event.event.rounds:
            raise _refused("event-over", f"all {event.event.rounds} rounds were paired",
                           "`tournament standings` says how the event ended.")  # fmt: skip
        if event.proposal is not None and event.proposal.swaps and not again:
            raise _refused("round-changed", f"a referee has changed the pairing of round {number}",
                           "Start it, or pair anew without these changes: --again.")  # fmt: skip
        draws = dict(event.draws)
        for needed in sorted({1, number}):
            draw = draws.get(needed) or committed(event.event.id, event.draw_key, needed)
            key = "" if draw.value is not None or draw.beacon is not None else event.draw_key
            draws[needed] = drawn(event.event.id, draw, key, beacon)
        ready = _with_draws(event, draws)
        found = propose(ready, number, engine, relax=relax)
        for needed in sorted({1, number}):
            if event.draws.get(needed) != draws[needed]:
                event.write_draw(draws[needed])
        event.write_input(number, found.given, is_trf=found.is_trf)
        event.write_pairing(found.pairing)
        return found.pairing


def _with_draws(event: OpenEvent, draws: Mapping[int, Draw]) -> OpenEvent:
    return replace(event, draws=draws)


def swap_players(folder: Path, one: str, two: str, *, by: str, reason: str) -> RoundPairing:
    """Exchanges two players of a proposal, as a referee says; both costs and the reason are kept.

    Raises:
        Refused: there is no proposal, they are not in it, or the referee plays there.
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder) as event:
        paired = _proposal(event)
        referee = known_referee(event, by)
        touched: set[str] = set()
        for player in (one, two):
            known_player(event, player)
            places = [match for match in paired.matches if player in match.seats.values()]
            if not places and all(bye.player != player for bye in paired.byes):
                raise _refused("not-in-round", f"{player} is not in round {paired.round}",
                               "Name two who are.")  # fmt: skip
            touched |= {player, *(who for match in places for who in match.seats.values())}
        if one == two:
            raise _refused("not-in-round", f"{one} is named twice", "Name two players.")
        check_impartial(event, referee, sorted(touched), f"round {paired.round}")
        new = swapped(paired, {one: two, two: one})
        before, after = (cost_of(event, paired.round, each.matches)[0] for each in (paired, new))
        swap = Swap(players=(one, two), by=referee.id, reason=reason, before=before, after=after)
        new = new.model_copy(update={"swaps": [*paired.swaps, swap], "cost": after})
        event.write_pairing(new)
        return new


def _proposal(event: OpenEvent) -> RoundPairing:
    if event.proposal is None:
        number = len(event.started) + 1
        raise _refused("round-not-paired", f"round {number} is not paired",
                       "`tournament pair` proposes who meets whom.")  # fmt: skip
    return event.proposal


# -- the start ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class StartedRound:
    """A round that has started."""

    number: int
    """Which one."""
    made: tuple[str, ...]
    """The matches that were made now."""
    offered: tuple[str, ...]
    """All its matches that await joins."""
    without_address: Mapping[str, tuple[str, ...]]
    """By match, the seats whose players have no address."""


def start_round(
    folder: Path, *, now: datetime, next_beacon: int | None = None, again: bool = False
) -> StartedRound:
    """Publishes the proposal and makes its matches; again, it does what a killed run left.

    Args:
        next_beacon: the round of the beacon from which the next draw starts; None: the referee's
            commitment.
        again: whether it is right that there may be nothing left to do.

    Raises:
        Refused: there is no proposal, or it does not fit any more (`proposal-stale`).
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        goes_on = event.proposal is None and bool(event.started)
        paired = event.started[-1] if goes_on else _proposal(event)
        if not goes_on:
            check_fresh(event, paired)
        prepared = _prepared(event.event, paired)
        if paired.started is None:
            _rehearse(event, paired, prepared)
            following = paired.round + 1
            if following not in event.draws:
                event.write_draw(
                    committed(event.event.id, event.draw_key, following) if next_beacon is None
                    else Draw(round=following, beacon=next_beacon)
                )  # fmt: skip
            paired = paired.model_copy(update={"started": now.date()})
            event.write_pairing(paired)
            open_event(folder).keep_public()  # it shows the bids of who is paired now
        made = [one.match for one in paired.matches if _make(event, one, prepared)]
        noted = [one.match for one in paired.matches if _note(event, one)]
        lines: list[Line] = [*event.rules_noted(len(event.lines) + 1, now)]
        lines += event.round_noted(paired.round, len(event.lines) + len(lines) + 1, now)
        lines += _byes(event, paired, now, len(event.lines) + len(lines) + 1)
        if lines:
            event.write_lines(lines)
        if goes_on and not (again or made or noted or lines):
            _proposal(event)
        offered = [one.match for one in paired.matches
                   if not (event.match_folder(one.match) / _LOG).exists()]  # fmt: skip
        without = {one.match: seats for one in paired.matches
                   if (seats := _without_address(event, one))}  # fmt: skip
        return StartedRound(
            number=paired.round, made=tuple(made), offered=tuple(offered), without_address=without
        )


def _prepared(rule: Event, paired: RoundPairing) -> dict[int, Prepared]:
    """Returns by number of seats what the matches of a round are made of.

    Refused: a scenario has other seats than tournament.json says.
    """
    found: dict[int, Prepared] = {}
    for count in {len(one.seats): one for one in paired.matches}:
        scenario, options = rule.scenario_for(count)
        found[count] = prepare_match(rule.game, scenario, options=options)
        if (there := found[count].seats) != rule.sizes[count]:
            raise _refused(
                "scenario-unfit", f"{scenario} has the seats {', '.join(there)}, and"
                f" tournament.json says {', '.join(rule.sizes[count])}",
                "Write the seats of the scenario, in its order, before the first round starts.",
            )  # fmt: skip
    return found


def _rehearse(event: OpenEvent, paired: RoundPairing, prepared: Mapping[int, Prepared]) -> None:
    """Makes matches that are thrown away: whatever cannot be made is refused before a start."""
    first = {len(one.seats): one.match for one in reversed(paired.matches)}
    chosen = [
        one
        for one in paired.matches
        if one.match in first.values()
        or any(known_player(event, player).key for player in one.seats.values())
    ]
    with tempfile.TemporaryDirectory() as folder:
        elsewhere = replace(event, folder=Path(folder))
        for one in chosen:
            _make(elsewhere, one, prepared)


def _make(event: OpenEvent, one: PairedMatch, by_size: Mapping[int, Prepared]) -> bool:
    """Makes a match, unless it was made; returns whether it did."""
    prepared = by_size[len(one.seats)]
    folder = event.match_folder(one.match)
    is_there = (folder / OFFER_NAME).exists() or (folder / _LOG).exists()
    if is_there and not is_unfinished(folder):
        return False
    rule = event.event
    players = {seat: known_player(event, player) for seat, player in one.seats.items()}
    plays = sorted(seat for seat, player in players.items() if player.built_in)
    how: dict[str, Any] = {
        "name": f"{rule.id}-{one.match}", "mode": rule.dice.mode, "play": plays,
        "clock": _clock(rule), "age": rule.dice.age,
    }  # fmt: skip
    if rule.dice.joins:
        prepared.offer(folder, penalty=rule.dice.penalty, **how)
        return True
    keys = {seat: player.key for seat, player in players.items() if player.key}
    prepared.make(folder, seat_keys=keys, **how)
    return True


def _note(event: OpenEvent, one: PairedMatch) -> bool:
    """Writes players' ids into match.json, which all may read, and for letters alone where they go
    and what they call players, unless all stands there; returns whether anything was written."""
    folder = event.match_folder(one.match)
    seats = event.seated(one.match) if one.match in event.matches else one.seats
    writes = note_seats(folder, seats, title=f"{event.event.id} {one.match}")
    known, names = addresses_in(folder), names_in(folder)
    for seat, player in sorted(seats.items()):
        sits = known_player(event, player)
        address = sits.address or known.get(seat, "")
        if (known.get(seat, ""), names.get(seat, "")) != (address, sits.name):
            register_address(folder, seat, address, name=sits.name)
            writes = True
    return writes


def _without_address(event: OpenEvent, one: PairedMatch) -> tuple[str, ...]:
    return tuple(
        seat
        for seat, player in one.seats.items()
        if not (known := known_player(event, player)).address and not known.built_in
    )


def note_seats(folder: Path, seats: Mapping[str, str], *, title: str = "") -> bool:
    """Writes who sits where into the match.json of a match, by their ids; names stand nowhere.

    Args:
        seats: by seat, the id of its player; other seats stay as they are.
        title: what the match is called; empty: as before.

    Returns whether it said something else before.
    """
    document = read_json(read_bytes(folder / _NOTES, limit=MAX_SIZE), source=str(folder / _NOTES))
    notes: Any = document.data
    named = {**notes, "title": title or notes["title"]}
    named["seats"] = {
        seat: {**sits, "name": seats.get(seat, sits.get("name", ""))}
        for seat, sits in notes["seats"].items()
    }
    if named == notes:
        return False
    write_atomically(folder / _NOTES, pretty(named))
    return True


def _byes(event: OpenEvent, paired: RoundPairing, now: datetime, n: int) -> Iterator[Line]:
    known = event.results
    lacking = [one for one in paired.byes if bye_id(paired.round, one.player) not in known]
    for number, one in enumerate(lacking, n):
        yield Result(
            n=number, at=now, match=bye_id(paired.round, one.player), kind=one.kind,
            players=[Scored(player=one.player)], source=ByRound(),
        )  # fmt: skip


def _clock(event: Event) -> ClockPolicy | None:
    return None if event.clock is None else read_policy(event.clock)


def _refused(code: str, message: str, hint: str) -> Refused:
    return Refused([Problem(code, message, (), "event", hint=hint, kind="invalid")])
