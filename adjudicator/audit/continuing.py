"""Matches that go on from another one, under a new secret: the old one was lost (TFD1 3.9).

The new offer holds the last position of the old match, and names the head of its log. Past dice
stay proved by the old log, which gets no more openings; the new ones come out of a new secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from adjudicator.audit import log, tfd1
from adjudicator.audit.correction import check_between_steps, tried
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.decks import RefusingDice
from adjudicator.core.game import Rules
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.pydantic_errors import not_understood
from adjudicator.core.referee import first_save, run
from adjudicator.core.values import Hex32, Value, canonical

__all__ = ["Continuation", "Continues", "begin_at", "check_continued", "continuation_of"]


class Continues(Value):
    """Which log a match goes on from."""

    gid: Hex32
    """The id of the old match."""
    k: int
    """The number of the last line of its log."""
    head: Hex32
    """The hash of that line."""
    n: int
    """The opening that reached the position; 0 is the start."""


class Continuation(NamedTuple):
    """What an offer holds beside the usual, if its match goes on from another one."""

    position: Mapping[str, Any]
    continues: Continues

    def fields(self) -> dict[str, Any]:
        """Returns it as it stands in an offer."""
        return {"position": self.position, "continues": self.continues.to_json()}


def continuation_of(rules: Rules[Any], saved: SavedMatch) -> Continuation:
    """Returns how a match can go on from where another one stands.

    Sheets and standing orders are not taken over: they were written for the old match.

    Raises:
        Unusable: it stands in the middle of a step, is over, or holds what not everybody knows.
    """
    check_between_steps(saved)
    if saved.is_over:
        message = "the match is over: there is nothing to go on with"
        raise Unusable([Problem("match-over", message, kind="unusable")])
    state = type(rules.start).model_validate_json(canonical(saved.position))
    if rules.view(state, None) != state:
        problem = Problem(
            "position-hidden",
            "the position holds what not everybody may know, and an offer is public",
            hint="A match with hidden information needs its secret: restore it with `escrow`.",
            kind="unusable",
        )
        raise Unusable([problem])
    continues = Continues(gid=saved.gid, k=saved.k, head=saved.head, n=saved.reached)
    return Continuation(state.to_json(), continues)


def begin_at(rules: Rules[Any], position: Any) -> None:
    """Lets rules that were just bound to a match begin at a position.

    Raises:
        Unusable: the game does not understand it, or no such position can be.
    """
    try:
        start = type(rules.start).model_validate_json(canonical(position))
    except ValidationError as error:
        raise Unusable(not_understood(error)) from None
    rules.start = start
    broken = tried(lambda: list(rules.check_state(start)))
    if broken:
        raise Unusable(
            Problem("position-impossible", f"such a position cannot be: {why}") for why in broken
        )
    tried(lambda: run(rules, first_save(rules), {}, 1, dice=RefusingDice()))


def check_continued(new: log.Genesis, old: log.Log) -> Iterator[Problem]:
    """Yields what a match that goes on says otherwise than the log that it goes on from."""
    offer, before = new.offer.to_json(), old.genesis
    if "continues" not in offer:
        yield _not_continued("it does not say that it goes on from another one")
        return
    standing = [(0, before.offer.start)]
    for line in old.lines:
        if isinstance(line.payload, log.StateReached):
            standing.append((line.payload.n, line.payload.sha256))
        elif isinstance(line.payload, log.Annul):
            standing.pop()
    n, start = standing[-1]
    true = Continues(gid=before.gid, k=old.head.k, head=old.head.hash, n=n).to_json()
    for name, value in true.items():
        given = offer["continues"]
        if not isinstance(given, dict) or given.get(name) != value:
            yield _not_continued(f"it must name {name} {value} of that log", "continues")
    if new.offer.start != start:
        yield _not_continued(f"it must start at the state {start} of opening {n}", "start")
    if tfd1.json_hash(new.offer.rules.to_json()) != tfd1.json_hash(before.offer.rules.to_json()):
        yield _not_continued("it is played by other rules", "rules")


def _not_continued(why: str, *path: str) -> Problem:
    return Problem(
        "not-continued",
        f"this match does not go on from that log: {why}",
        (0, "offer", *path),
        "TFD1 3.9",
        facts=(("line", 1),),
    )
