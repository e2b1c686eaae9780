"""What the sides throw dice for: hits and ones in battles, hits of lasers. (Actions 4 and 5)

A hit counts as a hit also where no enemy was left to take it: the die was as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.core.trials import Chances, Trial
from adjudicator.games.fortress_america.editions import FireResult
from adjudicator.games.fortress_america.events import (
    InvaderCardPlayed,
    LaserFired,
    LaserThresholdSet,
    TurnEnded,
    UnitsFired,
)
from adjudicator.games.fortress_america.in_force import laser_least
from adjudicator.games.fortress_america.rules.evolve import evolve
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, State

__all__ = ["trials"]


def trials(book: Ruleset, before: State, events: Sequence[Event]) -> Iterator[Trial]:
    """Yields every throw of an opening."""
    threshold = laser_least(book, before)
    state = before
    for event in events:
        match event:
            case UnitsFired():
                yield _fire(book, event, "hit")
                yield _fire(book, event, "back")
            case LaserThresholdSet() | TurnEnded() | InvaderCardPlayed():
                state = evolve(state, event)
                threshold = laser_least(book, state)
            case LaserFired():
                yield _laser(book, event, threshold)


def _fire(book: Ruleset, event: UnitsFired, result: FireResult) -> Trial:
    """Returns the dice of one kind of unit, counted for one result. (Action 5)"""
    results = book.edition.results(event.die, event.column)
    numbered = book.edition.dice_file is None
    arms = " in column 1" if numbered else " without combined arms"
    against = arms if event.column == 1 else ""
    return Trial(
        label=event.label,
        side=event.side,
        role="attacking" if event.role == "attacker" else "defending",
        kind=f"{event.unit}, d{event.die}{against}",
        counts="hits" if result == "hit" else book.edition.words.ones,
        wants="more",
        chances=_chances(results.count(result), event.die),
        came=tuple(int(results[value - 1] == result) for value in event.values),
    )


def _laser(book: Ruleset, event: LaserFired, threshold: int) -> Trial:
    """Returns the die of a laser; a card may have made it hit more easily. (Actions 1 and 4)"""
    die = book.edition.laser_die
    return Trial(
        label=event.label,
        side=USA,
        role="lasers",
        kind=f"laser, {threshold} or more of d{die}",
        counts="hits",
        wants="more",
        chances=_chances(die - threshold + 1, die),
        came=(int(event.hit),),
    )


def _chances(good: int, sides: int) -> Chances:
    return ((0, sides - good), (1, good))
