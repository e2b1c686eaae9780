"""Who may rule what: nobody in their own match (tournaments.md 1)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from adjudicator.api.problems import Problem, Refused
from adjudicator.api.texts import visible
from adjudicator.tournament.entering import known_player
from adjudicator.tournament.event import Referee
from adjudicator.tournament.folder import OpenEvent, held
from adjudicator.tournament.results import Appeal, ByRuling, Result

__all__ = [
    "check_impartial",
    "check_may_enter",
    "known_referee",
    "may_decide",
    "parties",
    "play_as",
    "with_referee",
]


def known_referee(event: OpenEvent, named: str = "") -> Referee:
    """Returns the referee who is named; the only one, where nobody is.

    Raises:
        Refused: `no-such-referee`, there is none of this id, or several and none is named.
    """
    there = event.event.referees
    if not named and len(there) == 1:
        return there[0]
    found = event.event.referee(named)
    if found is None:
        message = (
            f"there is no referee {visible(named[:40])}" if named else "there are several referees"
        )
        hint = f"Name one by --by: {', '.join(one.id for one in there)}."
        raise Refused([Problem("no-such-referee", message, (), "event", hint=hint, kind="invalid")])
    return found


def check_impartial(event: OpenEvent, referee: Referee, players: Iterable[str], what: str) -> None:
    """Refuses a referee who plays in what they are to rule.

    Args:
        players: the ids of all who have a part in it, former players of a seat too.
        what: what is ruled, as it is to be told: `01-03`.

    Raises:
        Refused: `own-match`, they play there.
    """
    if referee.player is None or referee.player not in {*players}:
        return
    others = [one.id for one in event.event.referees if one.player not in {*players}]
    hint = (
        f"Another referee rules: {', '.join(others)}." if others
        else "Name an assistant: a referee more, by an amendment of tournament.json."
    )  # fmt: skip
    message = f"{referee.id} is {referee.player}, who plays in {what}: nobody rules there themself"
    raise Refused([Problem("own-match", message, (), "tournaments 1", hint=hint, kind="invalid")])


def parties(event: OpenEvent, result: Result) -> set[str]:
    """Returns the ids of all who had a part in a match with a result, former players too."""
    who = {one.player for one in result.players}
    if result.match in event.matches:
        who |= {*event.matches[result.match].seats.values()}
    return who


def may_decide(event: OpenEvent, appeal: Appeal) -> tuple[str, ...]:
    """Returns the ids of the referees who may decide an appeal.

    Neither who plays there does, nor who laid down what it is against.
    """
    against = next(
        one for one in event.lines if isinstance(one, Result) and one.n == appeal.against
    )
    who = parties(event, against)
    laid = against.source.referee if isinstance(against.source, ByRuling) else ""
    return tuple(one.id for one in event.event.referees if one.id != laid and one.player not in who)


def with_referee(event: OpenEvent, *, day: date) -> str:
    """Returns the amendment by which an event has a referee more, as JSON to be written by hand.

    NAME and REASON stand in it for what a person says.
    """
    there = event.event.referees
    number = 1 + max(int(one.id[1:]) for one in there)
    told = [one.model_dump(mode="json", exclude_none=True) for one in there]
    return json.dumps({
        "n": len(event.event.amendments) + 1, "day": day.isoformat(),
        "by": event.written.referees[0].id, "reason": "REASON",
        "changes": {"referees": [*told, {"id": f"r{number}", "name": "NAME"}]},
    }, ensure_ascii=False)  # fmt: skip


# -- referees who play --------------------------------------------------------------------------


def check_may_enter(event: OpenEvent, referee: str) -> Referee:
    """Returns the referee who is to enter as a player.

    Raises:
        Refused: there is no such referee, they play as somebody already, or the first round has
            started: then an amendment says so (`rules-fixed`).
    """
    found = known_referee(event, referee)
    if event.started:
        raise Refused([Problem(
            "rules-fixed", "the first round has started: referees change by an amendment alone",
            (), "event", kind="invalid",
            hint="Enter them without --referee; then write an amendment of tournament.json whose"
            f' changes name all referees, {found.id} with "player" and the new id.',
        )])  # fmt: skip
    if found.player is not None:
        raise Refused([Problem(
            "rules-fixed", f"{found.id} plays as {found.player} already", (), "event",
            hint="`referees` in tournament.json says who is who.", kind="invalid",
        )])  # fmt: skip
    return found


def play_as(folder: Path, referee: str, player: str) -> None:
    """Writes into tournament.json which player a referee is: they rule in no match of their own.

    Raises:
        Refused: as `check_may_enter`; or there is no such player.
        TryAgain: another run holds the event, or the disk is full.
    """
    with held(folder) as event:
        found = check_may_enter(event, referee)
        known_player(event, player)
        new = [one.model_copy(update={"player": player}) if one.id == found.id else one
               for one in event.written.referees]  # fmt: skip
        event.write_event(event.written.model_copy(update={"referees": new}))
