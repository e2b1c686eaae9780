"""Who may rule what: nobody in their own match (tournaments.md 1)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.api.problems import Problem, Refused
from adjudicator.api.texts import visible
from adjudicator.tournament.event import Referee
from adjudicator.tournament.folder import OpenEvent

__all__ = ["check_impartial", "known_referee"]


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
