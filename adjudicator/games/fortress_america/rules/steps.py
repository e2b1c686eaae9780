"""Which piece of the rulebook comes next. (Sequence of actions)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from adjudicator.core.game import Event, Part, Step, Table
from adjudicator.games.fortress_america.events import ActionBegun, TurnEnded
from adjudicator.games.fortress_america.rules.together import seats_still_to_move
from adjudicator.games.fortress_america.rules.turns import next_turn
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, USA, Side, State

__all__ = ["next_step"]

Procedure: TypeAlias = Callable[[Ruleset, Table[State]], None]

_ANSWERS = ("targets", "disengage", "retreat")
_PLANS = ("reinforcements", "declare", "maneuvers", "attacks", "battles")
_INVADER_TOPICS = (*_PLANS, "invasion", *_ANSWERS)
_USA_TOPICS = (
    "reinforcements",
    "cards",
    "declare",
    "maneuvers",
    "attacks",
    "battles",
    "lasers",
    "invasion",
    *_ANSWERS,
)


def next_step(book: Ruleset, state: State) -> Step[State] | None:
    """Returns the next step; None: the match is over."""
    if state.result is not None:
        return None
    if state.action == "setup-usa":
        seats: tuple[str, ...] = (book.seat_of(USA),)
        from adjudicator.games.fortress_america.rules.setup import setup_usa

        run = partial(setup_usa, book)
        topics = ("setup", "reinforcements") if book.options.lasers_at_start else ("setup",)
        return Step("setup/usa", "setup-usa", seats, topics, run)
    if state.action == "setup-invaders":
        seats = tuple(
            seat for seat, facts in book.seats.items() if any(s in facts.sides for s in INVADERS)
        )
        from adjudicator.games.fortress_america.rules.setup import setup_invaders

        run = partial(setup_invaders, book)
        return Step("setup/invaders", "setup-invaders", seats, ("setup",), run)
    if state.action == "deal":
        from adjudicator.games.fortress_america.rules.invader_cards import deal

        return Step("deal", "deal", tuple(book.seats), (), partial(deal, book))
    side = state.side
    label = f"turn-{state.turn}/{side}/{state.action}"
    if state.action == "combat":
        label = f"turn-{state.turn}/{side}/battle/{state.battles[0]}"
    run = partial(_procedure_of(state), book)
    if book.is_together(state.side):
        part = Part(
            f"turn-{state.turn}/{side}",
            book.seat_of(side),
            sealed=_PLANS,
            queues=(*_PLANS, "invasion"),
            assumed_outcome=_next_part,
        )
        seats = seats_still_to_move(book, state)
        turn = f"turn-{state.turn}-invaders"
        return Step(label, turn, seats, _INVADER_TOPICS, run, asks_all=_ANSWERS, part=part)
    return Step(
        label,
        f"turn-{state.turn}-{side}",
        (book.seat_of(side),),
        _topics(book, side),
        run,
        asks_all=_ANSWERS,
        without_default=("cards",) if book.options.cards == "one-at-a-time" else (),
        follows=partial(_follows, book),
    )


def _procedure_of(state: State) -> Procedure:
    """Returns what carries out the action of a state; it is loaded when it comes."""
    match state.action:
        case "reinforcements" if state.side == USA:
            from adjudicator.games.fortress_america.rules.reinforcements import laser_placement

            return laser_placement
        case "reinforcements":
            from adjudicator.games.fortress_america.rules.reinforcements import (
                invader_reinforcements,
            )

            return invader_reinforcements
        case "cards":
            from adjudicator.games.fortress_america.rules.cards import partisan_cards

            return partisan_cards
        case "declare":
            from adjudicator.games.fortress_america.rules.declare import declaration

            return declaration
        case "maneuvers":
            from adjudicator.games.fortress_america.rules.maneuvers import maneuvers

            return maneuvers
        case "attacks":
            from adjudicator.games.fortress_america.rules.attacks import assignment

            return assignment
        case "lasers":
            from adjudicator.games.fortress_america.rules.lasers import laser_fire

            return laser_fire
        case "combat":
            from adjudicator.games.fortress_america.rules.combat import battle

            return battle
        case "invasion":
            from adjudicator.games.fortress_america.rules.invasion import invasion

            return invasion
        case "supply":
            from adjudicator.games.fortress_america.rules.supply import supply_check

            return supply_check
        case "capture":
            from adjudicator.games.fortress_america.rules.capture import capture

            return capture
    raise AssertionError(f"no turn has the action {state.action}")


def _topics(book: Ruleset, side: Side) -> tuple[str, ...]:
    """Returns what a sheet of a side may hold."""
    if side == USA:
        return _USA_TOPICS
    if not book.invader_cards:
        return _INVADER_TOPICS
    return ("reinforcements", "cards", *_INVADER_TOPICS[1:], "play")


def _follows(book: Ruleset, state: State) -> Sequence[Event]:
    """Returns what leads to the next invader's player-turn, if the same seat leads it. (Order of
    play)"""
    side, _ = next_turn(state)
    if state.side == USA or book.seat_of(side) != book.seat_of(state.side):
        return ()
    return _next_part(state)


def _next_part(state: State) -> Sequence[Event]:
    """Returns what leads to the next invader's part of a turn at the same time. (Ruling 70)"""
    side, turn = next_turn(state)
    if side == USA or turn != state.turn:
        return ()
    return (TurnEnded(side=side, turn=turn), ActionBegun(action="reinforcements"))
