"""Action 3: the first movement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Ask, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import ActionBegun, Purpose
from adjudicator.games.fortress_america.rules.declare import holds_position
from adjudicator.games.fortress_america.rules.movement import (
    Plan,
    check_move,
    check_stacks,
    clamped_move,
    clamped_plan,
    sample_move,
)
from adjudicator.games.fortress_america.rules.together import concerns, judged
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import Counts, State, UnitKind
from adjudicator.games.fortress_america.words import article

__all__ = ["maneuvers"]


def maneuvers(book: Ruleset, table: Table[State]) -> None:
    """Units move into combat position or from one friendly space to another. (Action 3)"""
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import play_cards

        play_cards(book, table, ("maneuvers",))
    state = table.state
    plan = Plan(
        book=book,
        state=state,
        action="maneuvers",
        movable=partial(_movable, state),
        destination=partial(_destination, book, state),
        rule=book.cite("action 3"),
    )
    while True:
        order = table.next(_question(plan))
        if order is None:
            break
        plan = plan.with_move(order)
    plan = clamped_plan(table, plan)
    if plan.moves:
        table.record(plan.event())
    table.record(ActionBegun(action="attacks"))


def _question(plan: Plan) -> Ask[o.Move]:
    state = plan.state
    return Ask(
        label=f"turn-{state.turn}/{state.side}/maneuvers",
        topic="maneuvers",
        seat=plan.book.seat_of(state.side),
        expects=o.Move,
        prompt="Move units before the battles.",
        rule=plan.rule,
        check=judged(plan.book, state, "maneuvers", partial(check_move, plan)),
        sample=partial(sample_move, plan, _is_sound),
        clamped=partial(clamped_move, plan),
        matches=concerns(plan.book, state),
        check_complete=partial(_check_end, plan),
    )


def _movable(state: State, area: str) -> Counts:
    """Every unit may move as far as its kind does; foot units do not, but may ride along."""
    return state.units_in(area, state.side)


def _destination(book: Ruleset, state: State, kind: UnitKind, area: str) -> Purpose | Problem:
    """A unit ends in a friendly space; a helicopter may land in declared empty enemy land that is
    no city, a bomber may stay over a declared occupied enemy space."""
    side, facts, words = state.side, book.facts(kind), book.edition.words
    if book.is_friendly(state, side, area):
        return "move"
    rule = book.cite("action 3")
    occupied = state.enemy_in(area, side) is not None
    barred = book.is_city(area) or book.is_zone(area)
    if facts.lands and not occupied and area in state.declared and not barred:
        return "land"
    if facts.bombs and occupied and area in state.declared:
        return "bomb"
    hint = "End beside it, in a friendly space, and attack from there."
    if facts.lands and occupied:
        text = f"{area} is occupied by the enemy: helicopters {words.land} empty land only"
    elif facts.lands and book.is_city(area):
        text = f"{area} is a city: helicopters do not {words.land} enemy cities"
        hint = "End in a friendly space."
    elif facts.bombs and not occupied:
        text = f"{area} is empty enemy land: bombers do not land there"
        hint = "End over a declared space with enemy units, or in a friendly space."
    elif facts.lands or facts.bombs:
        text = f"{area} is enemy land that was not declared"
        hint = f'Declare it, with {{"order": "declare", "area": "{area}"}} under "declare".'
    else:
        text = (
            f"{area} is not friendly: in the {words.maneuvers} {article(kind)} enters no such space"
        )
        hint = f'It is entered in the {words.invasion}, under "invasion".'
    return Problem("not-friendly", text, (), rule, hint=hint)


def _check_end(plan: Plan) -> Iterator[Problem]:
    """Judges the action as a whole: five units a space, five bombers over one area, and a unit in
    combat position for each declared space. (Actions 1, 2 and 3)"""
    yield from check_stacks(plan)
    after, book = plan.after(), plan.book
    limit = book.edition.bombers_over
    for area, over in after.bombing.items():
        if over > limit:
            yield Problem(
                "too-many-bombers",
                f"{over} bombers would be over {area}, {limit} may be",
                (),
                plan.rule,
                hint=f"Send {over - limit} fewer.",
                facts=(("area", area), ("extra", over - limit)),
            )
    for area in after.declared:
        if not holds_position(book, after, area):
            yield Problem(
                "no-combat-position",
                f"no unit of {after.side} is in combat position for {area}",
                (),
                f"{book.cite('action 2')}, action 3",
                hint=f"Move one beside {area}, or do not declare it.",
                facts=(("area", area),),
            )


def _is_sound(plan: Plan) -> bool:
    return not any(_check_end(plan))
