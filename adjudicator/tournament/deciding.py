"""Results: taken from the heads of matches, or laid down by a referee (tournaments.md 1, 2, 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.api.log_facts import amended_since
from adjudicator.api.match import is_offered, open_match
from adjudicator.api.playouts import play_out
from adjudicator.api.problems import AdjudicatorError, Problem, Refused, TryAgain
from adjudicator.api.texts import visible
from adjudicator.tournament.entering import known_player
from adjudicator.tournament.folder import OpenEvent, held, open_event
from adjudicator.tournament.referees import (
    check_impartial,
    known_referee,
    may_decide,
    parties,
)
from adjudicator.tournament.results import (
    Advice,
    Appeal,
    AppealDecided,
    ByHead,
    ByRuling,
    Claim,
    Kind,
    Result,
    Scored,
)

__all__ = [
    "Decision",
    "Gathered",
    "advise",
    "appeal",
    "claim",
    "decide_appeal",
    "gather_results",
    "known_match",
    "ranked",
    "rule",
]


_NOT_TOLD = "not-told"
"""A match that is over, whose game does not say who has won."""
_KINDS: Mapping[str | None, Kind] = {"conceded": "conceded", "draw": "agreed"}
"""By how a match ended: other ends were played out."""


# -- from the heads of matches ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Gathered:
    """What the logs of open matches said."""

    results: tuple[Result, ...]
    """Those that are new."""
    open: tuple[str, ...]
    """The matches that are not over."""
    unread: Mapping[str, str]
    """By match, why it could not be read."""


def gather_results(folder: Path, *, now: datetime) -> Gathered:
    """Takes the results of all matches that are over and have none yet.

    That of a match that was taken back behind its result is taken anew, once it is over again.

    Raises:
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        found: list[Result] = []
        still: list[str] = []
        unread: dict[str, str] = {}
        for match, old in _to_read(event, unread):
            try:
                n = len(event.lines) + len(found) + 1
                result = _by_head(event, match, n, now=now, old=old)
            except AdjudicatorError as error:
                unread[match] = _told(error)
                continue
            if result is None and old is not None:
                unread[match] = f"it was taken back after its result of line {old.n}: play it on"
            elif result is None:
                still.append(match)
            elif isinstance(result, str):
                unread[match] = "the game does not say who has won: a referee does"
            else:
                found.append(result)
        if found:
            event.write_lines(found)
        return Gathered(results=tuple(found), open=tuple(still), unread=unread)


def _to_read(event: OpenEvent, unread: dict[str, str]) -> Iterator[tuple[str, Result | None]]:
    """Yields matches whose logs are to be read, with the result that does not hold any more."""
    for match in event.open_matches:
        yield match, None
    for match, result in event.results.items():
        if isinstance(result.source, ByHead):
            try:
                if amended_since(event.match_folder(match), result.source.head):
                    yield match, result
            except AdjudicatorError as error:
                unread[match] = _told(error)


def _told(error: AdjudicatorError) -> str:
    if isinstance(error, TryAgain):
        return error.problem.message
    if isinstance(error, Refused):
        return "; ".join(problem.message for problem in error.problems)
    return str(error)


def _by_head(
    event: OpenEvent, match: str, n: int, *, now: datetime, old: Result | None
) -> Result | str | None:
    """Returns what the log of a match says; None: it is not over, or has not begun.

    Args:
        old: the result whose place it takes.
    """
    folder = event.match_folder(match)
    if is_offered(folder):
        return None
    with open_match(folder, read_only=True) as opened:
        ended, head, last = opened.result, opened.head, opened.n
    if ended is None:
        return None
    if ended["how"] is None:
        return _NOT_TOLD
    kind = _KINDS.get(ended["how"], "played")
    points = {seat: Fraction(value) for seat, value in ended["points"].items()}
    places = ranked(event.seats_of(match), ended["winners"], points)
    return Result(
        n=n, at=now, match=match, kind=kind, source=ByHead(head=head, opening=last),
        players=_scored(event, match, places, points), corrects=None if old is None else old.n,
    )  # fmt: skip


def ranked(
    seats: Sequence[str], winners: Iterable[str], points: Mapping[str, Fraction]
) -> dict[str, int]:
    """Returns by seat its place: winners share the first, the others go by points.

    Who share a place have the same, and the next is as if they did not. Where nobody has won, all
    share the first place.
    """
    first = [*winners] or [*seats]
    places = dict.fromkeys(first, 1)
    others = [seat for seat in seats if seat not in places]
    for seat in others:
        better = sum(points.get(one, 0) > points.get(seat, 0) for one in others)
        places[seat] = len(first) + 1 + better
    return places


def _scored(
    event: OpenEvent,
    match: str,
    places: Mapping[str, int],
    points: Mapping[str, Fraction],
    **more: Mapping[str, Any],
) -> list[Scored]:
    """Returns what a match came to, in the order of seats.

    Args:
        more: by field, its values by seat (`forfeits`, `awarded`).
    """
    found = []
    now_there, began = event.seated(match), event.matches[match].seats
    uncounted = event.matches[match].uncounted
    for seat in event.seats_of(match):
        player = now_there[seat]
        taken_over = began[seat] != player
        if taken_over and event.event.replaced == "former":
            player = began[seat]
        told = {name: values[seat] for name, values in more.items() if seat in values}
        found.append(
            Scored(
                player=player,
                seat=seat,
                place=places.get(seat, 1),
                points=str(points.get(seat, Fraction(0))),
                scores=player not in uncounted,
                rated=not taken_over,
                **told,
            )
        )  # fmt: skip
    return found


# -- by a referee -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a referee lays down for a match."""

    kind: Kind
    """`agreed`, `adjudicated`, `forfeited`, `double-forfeit` or `void`."""
    winners: tuple[str, ...] = ()
    """Players who share the first place; none: all do, unless places or points say otherwise."""
    places: Mapping[str, int] | None = None
    """By player, their place; None: it follows."""
    points: Mapping[str, Fraction] | None = None
    """By player, the rulebook's points; None: none are told."""
    forfeits: tuple[str, ...] = ()
    """Players who were not there."""
    awarded: Mapping[str, Fraction] | None = None
    """By player, points in the event, in place of the scoring; None: the scoring says."""
    by: str = ""
    """The referee; empty: the only one."""
    reason: str = ""
    """Why."""
    corrects: int | None = None
    """The line in force whose place it takes; None: there is none."""
    advice: Advice | None = None
    """What built-in players made of the position."""


def rule(folder: Path, match: str, decision: Decision, *, now: datetime) -> Result:
    """Writes down what a referee decides of a match.

    Raises:
        Refused: the referee plays there, the event's rules do not have it so, it is too early, a
            player is named who does not sit there, or a result is in force that is not named.
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        known_match(event, match)
        referee = known_referee(event, decision.by)
        who = {*event.matches[match].seats.values(), *event.seated(match).values()}
        check_impartial(event, referee, sorted(who), match)
        _check_kind(event, match, decision, now.date())
        _check_line(event, match, decision)
        seats = {player: seat for seat, player in event.seated(match).items()}
        _check_named(decision, seats, match)
        claims = [one.n for one in event.lines if isinstance(one, Claim) and one.match == match]
        source = ByRuling(
            referee=referee.id, reason=decision.reason, head=_head(event, match), claims=claims,
            advice=decision.advice,
        )  # fmt: skip
        result = Result(
            n=len(event.lines) + 1, at=now, match=match, kind=decision.kind, source=source,
            players=_decided(event, match, decision, seats), corrects=decision.corrects,
        )  # fmt: skip
        event.write_lines([result])
        return result


def known_match(event: OpenEvent, match: str) -> None:
    """Refuses a match that there is not (`no-such-match`)."""
    if match not in event.matches:
        raise _refused(
            "no-such-match", f"this event has no match {visible(match[:40])}",
            f"Matches: {', '.join([*event.matches][:12]) or 'none yet'}.",
        )  # fmt: skip


def _check_kind(event: OpenEvent, match: str, decision: Decision, today: date) -> None:
    ways = event.event.unfinished
    if decision.kind == "agreed" and "agreed" not in ways:
        raise _refused("kind-not-foreseen", "this event does not let players agree",
                       f"Its rules have: {', '.join(ways)}.")  # fmt: skip
    if decision.kind != "adjudicated" or decision.corrects is not None:
        return
    if not {"adjudicated", "rulebook"} & {*ways}:
        raise _refused("kind-not-foreseen", "this event adjudicates nothing",
                       f"Its rules have: {', '.join(ways)}.")  # fmt: skip
    number = int(match[:2])
    dates = event.event.dates
    ends = dates[number - 1].ends if number <= len(dates) else None
    left = [
        player
        for player in (*event.matches[match].seats.values(), *event.seated(match).values())
        if not known_player(event, player).is_there
    ]
    if ends is not None and today <= ends and not left:
        raise _refused("too-early", f"round {number} is played until {ends}",
                       "A match is adjudicated after that day, or when a player left.")  # fmt: skip


def _check_line(event: OpenEvent, match: str, decision: Decision) -> None:
    old = event.results.get(match)
    if old is not None and decision.corrects is None:
        raise _refused("result-there", f"{match} has a result: line {old.n}",
                       f"Correct it: --corrects {old.n}.")  # fmt: skip
    if decision.corrects is not None and (old is None or old.n != decision.corrects):
        there = f"Line {old.n} is." if old is not None else "It has none: leave --corrects out."
        raise _refused("not-in-force", f"line {decision.corrects} is not in force for {match}",
                       there)  # fmt: skip


def _check_named(decision: Decision, seats: Mapping[str, str], match: str) -> None:
    named = [*decision.winners, *decision.forfeits]
    for told in (decision.places, decision.points, decision.awarded):
        named += [*told] if told else []
    for player in named:
        if player not in seats:
            raise _refused(
                "not-in-match", f"{visible(player[:40])} does not sit in {match}",
                f"There sit {', '.join(seats)}.",
            )  # fmt: skip
    count = len({*decision.forfeits})
    wanted = {"forfeited": 0 < count < len(seats), "double-forfeit": count in (0, len(seats))}
    if not wanted.get(decision.kind, not count):
        raise _refused("forfeits-unclear", f"{count} of {len(seats)} players forfeit",
                       "forfeited: name who was not there; double-forfeit: nobody was; other"
                       " kinds: name nobody.")  # fmt: skip


def _decided(
    event: OpenEvent, match: str, decision: Decision, seats: Mapping[str, str]
) -> list[Scored]:
    points = {seats[one]: value for one, value in (decision.points or {}).items()}
    winners = [seats[one] for one in decision.winners]
    if not winners and points:
        winners = [seat for seat in seats.values() if points.get(seat, 0) == max(points.values())]
    gone = {*seats} if decision.kind == "double-forfeit" else {*decision.forfeits}
    if decision.kind in ("forfeited", "double-forfeit"):
        winners = [seat for player, seat in seats.items() if player not in gone]
    places = ranked(event.seats_of(match), winners, points)
    if decision.places is not None and winners:
        first = {seats[one] for one, place in decision.places.items() if place == 1}
        if first != {*winners}:
            raise _refused("places-contradict", "the first place is not whom the winners name",
                           "Name places, or winners.")  # fmt: skip
    if decision.places is not None:
        lacking = [player for player in seats if player not in decision.places]
        if lacking:
            raise _refused("not-in-match", f"{', '.join(lacking)} have no place",
                           "Give all players of the match a place.")  # fmt: skip
        places = {seats[one]: place for one, place in decision.places.items()}
    awarded = {seats[one]: str(value) for one, value in (decision.awarded or {}).items()}
    forfeits = {seats[one]: True for one in sorted(gone)}
    return _scored(event, match, places, points, awarded=awarded, forfeits=forfeits)


def _head(event: OpenEvent, match: str) -> str | None:
    """Returns the head of a match's log; None: it has not begun, or cannot be read."""
    folder = event.match_folder(match)
    try:
        if is_offered(folder):
            return None
        with open_match(folder, read_only=True) as opened:
            return opened.head
    except AdjudicatorError:
        return None


# -- claims, advice, appeals --------------------------------------------------------------------


def claim(folder: Path, match: str, player: str, text: str, *, now: datetime) -> Claim:
    """Writes down what a player says of an unfinished match; its judge reads all claims.

    Raises:
        Refused: there is no such match, or the player does not sit there.
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        known_match(event, match)
        _check_sits(event, match, player)
        line = Claim(n=len(event.lines) + 1, at=now, match=match, player=player, text=text)
        event.write_lines([line])
        return line


def _check_sits(event: OpenEvent, match: str, player: str) -> None:
    sitting = event.seated(match).values()
    if player not in sitting:
        raise _refused("not-in-match", f"{visible(player[:40])} does not sit in {match}",
                       f"There sit {', '.join(sitting)}.")  # fmt: skip


def advise(folder: Path, match: str, *, playouts: int, seed: str) -> Advice:
    """Returns what built-in players make of a match as it stands; changes nothing.

    Shares are of wins alone, each with one standard error, to three decimals.

    Raises:
        ValueError: the seed or the number cannot be one.
        Refused: there is no such match, it hides something, or it has no built-in player.
        UnusableFile: it has not begun.
    """
    event = open_event(folder)
    known_match(event, match)
    with open_match(event.match_folder(match), read_only=True) as opened:
        found = play_out(opened, count=playouts, seed=seed)
    return Advice(
        playouts=playouts, seed=seed, head=found.head, wins=dict(found.wins),
        unfinished=found.unfinished,
        share={seat: f"{won / playouts:.3f}" for seat, won in found.wins.items()},
        error={seat: _error(won, playouts) for seat, won in found.wins.items()},
    )  # fmt: skip


def _error(won: int, played: int) -> str:
    """Returns a standard error of a share (Agresti and Coull): none of a few is not never."""
    share = (won + 2) / (played + 4)
    return f"{(share * (1 - share) / (played + 4)) ** 0.5:.3f}"


def appeal(folder: Path, match: str, player: str, reason: str, *, now: datetime) -> Appeal:
    """Writes down that a player asks for another referee's word on a result.

    Raises:
        Refused: the match has no result, the player does not sit there, or an appeal of theirs
            against this line waits (`appeal-waits`).
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        known_match(event, match)
        result = event.results.get(match)
        if result is None:
            raise _refused("not-in-force", f"{match} has no result",
                           "An appeal is against a result.")  # fmt: skip
        there = {one.player for one in result.players} | {*event.seated(match).values()}
        if player not in there:
            _check_sits(event, match, player)
        decided = {one.appeal for one in event.lines if isinstance(one, AppealDecided)}
        for one in event.lines:
            if isinstance(one, Appeal) and (one.against, one.player) == (result.n, player):
                was = "was decided" if one.n in decided else "waits"
                raise _refused("appeal-there", f"an appeal of {player} against line {result.n}"
                               f" {was}: line {one.n}",
                               "A result is appealed against once.")  # fmt: skip
        line = Appeal(n=len(event.lines) + 1, at=now, against=result.n, player=player,
                      reason=reason)  # fmt: skip
        event.write_lines([line])
        return line


def decide_appeal(
    folder: Path, number: int, *, by: str, upheld: bool, reason: str, now: datetime
) -> AppealDecided:
    """Writes down what another referee says of an appeal; a changed result is a correction.

    Raises:
        Refused: there is no such appeal, it was decided, or the referee plays there or laid down
            what is appealed against (`own-ruling`).
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder, now=now) as event:
        line = next((one for one in event.lines if one.n == number), None)
        if not isinstance(line, Appeal):
            raise _refused("no-such-appeal", f"line {number} is no appeal",
                           "`tournament result EVENT` lists the appeals that wait.")  # fmt: skip
        if any(isinstance(one, AppealDecided) and one.appeal == number for one in event.lines):
            raise _refused("no-such-appeal", f"the appeal of line {number} was decided",
                           "A decision is final.")  # fmt: skip
        referee = known_referee(event, by)
        against = next(
            one for one in event.lines if isinstance(one, Result) and one.n == line.against
        )
        check_impartial(event, referee, sorted(parties(event, against)), against.match)
        if isinstance(against.source, ByRuling) and against.source.referee == referee.id:
            others = may_decide(event, line)
            raise _refused("own-ruling", f"{referee.id} laid down what is appealed against",
                           f"Another referee decides: {', '.join(others)}." if others else
                           "Name an assistant: a referee more, by an amendment.")  # fmt: skip
        decided = AppealDecided(n=len(event.lines) + 1, at=now, appeal=number, referee=referee.id,
                                upheld=upheld, reason=reason)  # fmt: skip
        event.write_lines([decided])
        return decided


def _refused(code: str, message: str, hint: str) -> Refused:
    return Refused([Problem(code, message, (), "event", hint=hint, kind="invalid")])
