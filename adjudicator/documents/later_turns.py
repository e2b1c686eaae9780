"""What a sheet says for later player-turns of its seat: has it a place there?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.audit.opening import SavedMatch
from adjudicator.core.ending import MATCH
from adjudicator.core.game import Rules, Step
from adjudicator.core.later_turns import TurnAhead, static_problems, turns_ahead, under_turn
from adjudicator.core.problem import Problem
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet

__all__ = ["ahead_of", "later_forms", "later_places", "ordered_ahead", "without_later"]


def ahead_of(rules: Rules[Any], saved: SavedMatch, seat: str) -> tuple[TurnAhead[Any], ...]:
    """Returns the later player-turns for which a sheet of a seat may be that is sent now.

    Their positions are as if nothing more happened before.
    """
    view = rules.view(state_of(rules.game, saved.checkpoint), seat)
    step = rules.next_step(view)
    if step is None or seat not in step.seats:
        return ()
    return tuple(turns_ahead(rules, view))


def ordered_ahead(saved: SavedMatch, seat: str) -> tuple[str, ...]:
    """Returns the later player-turns for which a sheet of a seat stands already, as far as known.

    A mailed state does not hold sheets.
    """
    ordered = (entry.turn for entry in saved.to_come if entry.seat == seat)
    return tuple(dict.fromkeys(turn for turn in ordered if turn is not None))


def later_places(rules: Rules[Any], saved: SavedMatch, sheet: Sheet) -> Iterator[Problem]:
    """Yields what a sheet says for later player-turns where it has no place."""
    ahead = {turn.name: turn for turn in ahead_of(rules, saved, sheet.seat)}
    expected = [name for name in ahead if name in sheet.then]
    for turn in sheet.then:
        if turn not in ahead:
            yield _not_ahead(turn, [*ahead])
    for name in [*ahead][: len(expected)]:
        if name not in sheet.then:
            yield Problem(
                "turn-left-out",
                f"{expected[-1]} is given without {name}, which comes before it",
                ("then", expected[-1]),
                hint=f"Give {name} too; one without orders is"
                f' "{name}": {{"orders": {{}}}}. Or leave {expected[-1]} for a later sheet.',
            )
    for name in expected:
        for problem in _in_turn(sheet.then[name], ahead[name].step):
            yield under_turn(problem, name)


def _not_ahead(turn: str, ahead: list[str]) -> Problem:
    hint = "No player-turn of this seat does: each needs a sheet of its own."
    if ahead:
        hint = f"Besides the present player-turn, a sheet may now be for {', '.join(ahead)}."
    message = f"{turn} does not follow the present player-turn directly"
    return Problem("turn-not-ahead", message, ("then", turn), hint=hint)


def _in_turn(part: Sheet, step: Step[Any]) -> Iterator[Problem]:
    for topic in part.orders:
        if topic == MATCH:
            yield Problem(
                "match-later",
                f"{MATCH} belongs to this player-turn, not to a later one",
                ("orders", topic),
                hint="Move it under the orders of the sheet itself.",
            )
        elif topic not in step.topics:
            yield Problem(
                "topic-not-now",
                f"{topic} has no place in {step.turn}",
                ("orders", topic),
                hint=f"Its topics are {', '.join(step.topics)}.",
            )


def later_forms(rules: Rules[Any], saved: SavedMatch, sheet: Sheet) -> Iterator[Problem]:
    """Yields what no die can change of what a sheet orders for later player-turns."""
    for turn in ahead_of(rules, saved, sheet.seat):
        if turn.name in sheet.then:
            for problem in static_problems(rules, turn.state, sheet.then[turn.name]):
                yield under_turn(problem, turn.name)


def without_later(sheet: Sheet) -> Sheet:
    """Returns a sheet for the present player-turn alone."""
    document = {key: value for key, value in sheet.document.items() if key != "then"}
    return sheet._replace(then={}, document=document)
