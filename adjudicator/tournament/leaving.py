"""Who leaves, and who plays on for them (tournaments.md 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.beginning import register_address
from adjudicator.api.match import is_offered, open_match
from adjudicator.api.problems import AdjudicatorError, Problem, Refused
from adjudicator.tournament.deciding import known_match
from adjudicator.tournament.entering import known_player
from adjudicator.tournament.event import Groups
from adjudicator.tournament.folder import OpenEvent, held
from adjudicator.tournament.players import Players, Withdrawal
from adjudicator.tournament.referees import check_impartial, known_referee
from adjudicator.tournament.results import MET, ByRuling, Kind, Line, Replacement, Result, Scored
from adjudicator.tournament.starting import note_seats

__all__ = ["Left", "replace_player", "withdraw_player"]


class _Ruling(NamedTuple):
    """What every line says that a referee has written."""

    n: int
    at: datetime
    referee: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Left:
    """What came of somebody's leaving."""

    player: str
    """Who left."""
    byes: tuple[str, ...]
    """Matches that had not begun: whoever should have been met has a bye."""
    void: tuple[str, ...]
    """Matches that count for nobody: in a group, less than half had been played."""
    open: tuple[str, ...]
    """Matches under way, which await a replacement or a ruling."""


def withdraw_player(
    folder: Path, player: str, *, by: str, reason: str, replacement: str | None, now: datetime
) -> Left:
    """Writes down that somebody leaves; their id stays theirs.

    Matches of two seats that had not begun become byes. In a group of whose matches less than half
    had been played, all their matches are void; else, and in other formats, results stand.

    Args:
        by: the referee; empty: the only one.
        reason: why, for all to see.
        replacement: the player who takes all their open seats over; None: nobody does.

    Raises:
        Refused: there is no such player, they left before, the replacement sits there already, or
            the referee plays in a match of theirs (`own-match`).
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        known = known_player(event, player)
        referee = known_referee(event, by)
        mine = [match for match in event.open_matches if player in event.seated(match).values()]
        if not known.is_there and not mine:
            raise _refused("left-before", f"{player} left on {_day(event, player)}",
                           "Who comes back enters anew: `tournament add`.")  # fmt: skip
        void = () if replacement else tuple(_void(event, player))
        lines: list[Line] = []
        # Lines first: a run that is killed behind them is done again, and finds what is left.
        byes = [one for one in mine if one not in void and not replacement
                and _is_unplayed(event, one)]  # fmt: skip
        for match in mine if replacement else (*void, *byes):
            check_impartial(event, referee, event.seated(match).values(), match)
            ruling = _Ruling(len(event.lines) + len(lines) + 1, now, referee.id, reason)
            if replacement:
                lines.append(_replacement(event, match, (player, replacement), ruling))
            else:
                kind: Kind = "void" if match in void else "bye-given"
                lines.append(_without(event, match, (player, kind), ruling))
        if lines:
            event.write_lines(lines)
        for (match, seat), heir in _handed_over(event, lines, player).items():
            _readdress(event, match, seat, heir)
        if known.is_there:
            left = Withdrawal(day=now.date(), reason=reason)
            everybody = [
                one.model_copy(update={"withdrawn": left}) if one.id == player else one
                for one in event.players.players
            ]
            event.write_players(Players(players=everybody))
        still = [one for one in mine if one not in void and one not in byes and not replacement]
        return Left(player=player, byes=tuple(byes), void=void, open=tuple(still))


def _handed_over(
    event: OpenEvent, lines: Sequence[Line], player: str
) -> dict[tuple[str, str], str]:
    """Returns who has the seats of open matches now that a player gave up."""
    found: dict[tuple[str, str], str] = {}
    for one in (*event.lines, *lines):
        if isinstance(one, Replacement) and one.match not in event.results:
            place = (one.match, one.seat)
            if one.former == player or place in found:
                found[place] = one.player
    return found


def _day(event: OpenEvent, player: str) -> str:
    left = known_player(event, player).withdrawn
    return str(left.day) if left is not None else ""


def replace_player(
    folder: Path, match: str, former: str, player: str, *, by: str, reason: str, now: datetime
) -> Replacement:
    """Gives the seat of one match to somebody else, who plays on; letters go to them.

    Raises:
        Refused: there is no such match or player, or one of them has no business there.
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        known_match(event, match)
        referee = known_referee(event, by)
        check_impartial(event, referee, event.seated(match).values(), match)
        ruling = _Ruling(len(event.lines) + 1, now, referee.id, reason)
        line = _replacement(event, match, (former, player), ruling)
        event.write_lines([line])
        _readdress(event, match, line.seat, player)
        return line


def _replacement(
    event: OpenEvent, match: str, who: tuple[str, str], ruling: _Ruling
) -> Replacement:
    """Returns the line that says who takes a seat over, and refuses who cannot.

    Args:
        who: whoever had the seat, and whoever takes it.
    """
    former, player = who
    known_player(event, former)
    new = known_player(event, player)
    seats = {one: seat for seat, one in event.seated(match).items()}
    if former not in seats:
        raise _refused("not-in-match", f"{former} does not sit in {match}",
                       f"There sit {', '.join(seats)}.")  # fmt: skip
    if match in event.results:
        raise _refused("result-there", f"{match} has a result",
                       "A seat changes hands while a match is open.")  # fmt: skip
    if player in seats or not new.is_there:
        why = "sits there already" if player in seats else "left the event"
        raise _refused("cannot-replace", f"{player} {why}", "Name somebody else.")
    _check_bracket(event, match, player)
    return Replacement(
        n=ruling.n, at=ruling.at, match=match, seat=seats[former], former=former, player=player,
        referee=ruling.referee, reason=ruling.reason,
    )  # fmt: skip


def _check_bracket(event: OpenEvent, match: str, player: str) -> None:
    """Refuses whoever has a place of their own in that round of a knock-out: with a second one they
    might come to meet themselves."""
    paired = event.started[int(match[:2]) - 1]
    if not paired.bracket:
        return
    seated = {one for other in paired.matches
              for one in (*other.seats.values(), *event.seated(other.match).values())}  # fmt: skip
    if player in seated or any(bye.player == player for bye in paired.byes):
        raise _refused("cannot-replace", f"{player} has a place in round {paired.round} already",
                       "Name somebody who went out before, or a standby.")  # fmt: skip


def _without(event: OpenEvent, match: str, left: tuple[str, Kind], ruling: _Ruling) -> Result:
    """Returns the line of a match that is not played: a bye for the other, or void for both."""
    player, kind = left
    old = event.results.get(match)
    seats = (
        event.seated(match) if old is None else {one.seat or "": one.player for one in old.players}
    )
    who = [
        Scored(player=one, seat=seat or None)
        for seat, one in seats.items()
        if kind == "void" or one != player
    ]
    return Result(
        n=ruling.n, at=ruling.at, match=match, kind=kind, players=who,
        source=ByRuling(referee=ruling.referee, reason=ruling.reason),
        corrects=None if old is None else old.n,
    )  # fmt: skip


def _readdress(event: OpenEvent, match: str, seat: str, player: str) -> None:
    """Sends the letters of a seat to whoever has it now; match.json tells their id."""
    folder = event.match_folder(match)
    new = known_player(event, player)
    register_address(folder, seat, new.address, name=new.name)
    note_seats(folder, {seat: player})


def _void(event: OpenEvent, player: str) -> Iterator[str]:
    """Yields the matches of a group that count for nobody when a player leaves it."""
    if not isinstance(event.event.format, Groups) or len(event.started) > 1:
        return  # Behind a group stands a final, and what was played for it stands.
    results = event.results
    mine = [match for match in event.matches if player in event.seated(match).values()]
    played = [match for match in mine if match in results and results[match].kind in MET]
    if 2 * len(played) < len(mine):
        yield from (one for one in mine if one not in results or results[one].kind != "void")


def _is_unplayed(event: OpenEvent, match: str) -> bool:
    """Whether a match of two seats has no opening."""
    if len(event.event.seats) > 2:
        return False
    folder = event.match_folder(match)
    try:
        if is_offered(folder):
            return True
        with open_match(folder, read_only=True) as opened:
            return opened.n == 0
    except AdjudicatorError:
        return False


def _refused(code: str, message: str, hint: str) -> Refused:
    return Refused([Problem(code, message, (), "event", hint=hint, kind="invalid")])
