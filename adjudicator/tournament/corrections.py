"""What a corrected result touches: places in a knock-out that has gone on (tournaments.md 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.api.problems import Refused
from adjudicator.tournament.event import Groups
from adjudicator.tournament.facts import heirs_in, winners_in
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.pairing.values import BYE
from adjudicator.tournament.proposing import asked_now
from adjudicator.tournament.results import Line, Replacement, Result
from adjudicator.tournament.rounds import RoundPairing

__all__ = ["Touched", "touched_by"]


@dataclass(frozen=True, kw_only=True)
class Touched:
    """A place in the next round, which has started: somebody else would have it now."""

    round: int
    """The round."""
    match: str
    """The match; empty: a bye."""
    plays: str
    """Who has the place; empty: nobody."""
    instead: str
    """Who would have it by the corrected result; empty: nobody."""
    is_open: bool
    """Whether the match has no result, so that its seat may change hands."""


def touched_by(event: OpenEvent, line: Line) -> tuple[Touched, ...]:
    """Returns whose places in a round that has started do not follow from a correction.

    No bracket changes for it: what was paired stands. Of groups those are told who would play in
    the final now, and by whom they were kept out.

    Args:
        event: as it is with the line.
        line: the last one of its match; others than corrections touch nothing.
    """
    if not isinstance(line, Result) or line.corrects is None:
        return ()
    number = int(line.match[:2])
    if number >= len(event.started):
        return ()
    if event.started[number - 1].bracket:
        return _in_bracket(event, line.match, number)
    rule = event.event.format
    if number == 1 and isinstance(rule, Groups) and rule.final:
        return _in_final(event, line)
    return ()


def _in_bracket(event: OpenEvent, match: str, number: int) -> tuple[Touched, ...]:
    before, following = event.started[number - 1], event.started[number]
    seats = {*event.matches[match].seats.values()} if match in event.matches else set()
    place, slot = next(
        ((place, slot) for place, slot in enumerate(before.bracket) if {*slot} == seats), (0, None)
    )
    if slot is None:
        return ()
    heirs = heirs_in(event, before)
    winner = winners_in(event, before).get(slot, BYE)
    wins = heirs.get(winner, winner)
    playing = _playing(event, following)
    there = [one for one in (heirs.get(name, name) for name in slot) if one in playing]
    if wins in playing or (wins == BYE and not there):
        return ()
    if there:
        return (_touched(event, following, there[0], wins),)
    # Nobody went on: who should meet them has a bye, or a match of a later part of the bracket.
    other = following.bracket[place * len(following.bracket) // len(before.bracket)]
    match_there = following.of(max(other))
    return (
        Touched(
            round=following.round, match="" if match_there is None else match_there.match,
            plays="", instead=wins, is_open=False,
        ),
    )  # fmt: skip


def _playing(event: OpenEvent, paired: RoundPairing) -> set[str]:
    heirs = heirs_in(event, paired)
    return {heirs.get(one, one) for slot in paired.bracket for one in slot if one != BYE}


def _in_final(event: OpenEvent, line: Result) -> tuple[Touched, ...]:
    """Returns who would be in the final by a correction, and was not by what stood there."""
    following = event.started[1]
    was, now = _finalists(event, line.n), _finalists(event)
    playing = _playing(event, following)
    out = [one for one in was if one not in now and one in playing]
    new = [one for one in now if one not in was and one not in playing]
    new += [BYE] * (len(out) - len(new))
    return tuple(
        _touched(event, following, one, instead) for one, instead in zip(out, new, strict=False)
    )


def _finalists(event: OpenEvent, without: int = 0) -> tuple[str, ...]:
    """Returns who would play on behind the groups, of a line that there is not: `without`."""
    lines = tuple(
        one for one in event.lines
        if isinstance(one, Result | Replacement) and one.match.startswith("01-")
        and one.n != without
    )  # fmt: skip
    groups = replace(event, lines=lines, rounds=event.rounds[:1])
    try:
        return asked_now(groups, 2, absent_as_entries=False).here
    except Refused:  # too few of them are there now
        return ()


def _touched(event: OpenEvent, following: RoundPairing, plays: str, instead: str) -> Touched:
    match = next(
        (one.match for one in following.matches if plays in event.seated(one.match).values()), ""
    )
    return Touched(
        round=following.round, match=match, plays=plays, instead=instead,
        is_open=match in event.open_matches,
    )  # fmt: skip
