"""Action 2: the declaration of battles, and who is in combat position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import ActionBegun, AreasDeclared
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.rules.together import (
    concerns,
    judged,
    signed,
)
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    USA,
    Counts,
    Groups,
    Side,
    State,
    shifted,
)

__all__ = ["combat_position", "declaration", "holds_position"]


def declaration(book: Ruleset, table: Table[State]) -> None:
    """The side to play names every space that it means to attack or enter. (Action 2)"""
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import play_cards

        play_cards(book, table, ("declare",))
    state = table.state
    areas: tuple[str, ...] = ()
    while True:
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/{state.side}/declare",
                topic="declare",
                seat=book.seat_of(state.side),
                expects=o.Declare,
                prompt="Declare the spaces that you mean to attack or enter.",
                rule=book.cite("action 2"),
                check=judged(book, state, "declare", partial(_check_declare, book, state, areas)),
                sample=partial(_sample, book, state, areas),
                matches=concerns(book, state),
            )
        )
        if order is None:
            break
        areas = (*areas, order.area)
    if areas:
        table.record(AreasDeclared(side=state.side, areas=areas))
    table.record(ActionBegun(action="maneuvers"))


def _check_declare(
    book: Ruleset, state: State, declared: tuple[str, ...], order: o.Declare
) -> Iterator[Problem]:
    shape = list(check_static(book, state, "declare", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 2")
    if book.owner(state, order.area) == state.side:
        yield Problem(
            "friendly-declared",
            f"{order.area} is friendly: only enemy spaces are declared",
            ("area",),
            rule,
            hint="Leave the order out: friendly spaces are entered without it.",
        )
    else:
        yield from _check_against(book, state, order)
    if order.area in declared:
        yield Problem(
            "declared-twice",
            f"{order.area} is declared already",
            ("area",),
            rule,
            hint="Declare each space once.",
        )


def _check_against(book: Ruleset, state: State, order: o.Declare) -> Iterator[Problem]:
    """A declaration is against the holder that it means: where invaders play at the same time,
    another may have taken the space before. (Ruling 72)"""
    holder = book.owner(state, order.area)
    rule = book.cite("action 2, ruling 72")
    if order.against not in (None, holder):
        yield Problem(
            "other-holder",
            f"{order.area} belongs to {holder}, not to {order.against}",
            ("against",),
            rule,
            hint=f'Write "against": "{holder}".',
        )
    elif order.against is None and holder != USA and book.is_together(state.side):
        yield Problem(
            "against-whom",
            f"{order.area} belongs to {holder}: invaders who play at the same time declare each "
            "other's land by name",
            (),
            rule,
            hint=f'Add "against": "{holder}".',
        )


def _sample(
    book: Ruleset, state: State, declared: tuple[str, ...], choose: Choose
) -> o.Declare | None:
    spaces = [space for space, _ in state.spaces_of(state.side)]
    beside = {there for space in spaces for there in book.map.neighbours(space)}
    areas = [
        area
        for area in sorted(beside)
        if area not in declared
        and book.owner(state, area) != state.side
        and not (book.is_closed(state, area) and state.side != USA)
        and holds_position(book, state, area)
    ]
    area = choose([None, *areas])
    if area is None:
        return None
    against = book.owner(state, area) if book.is_together(state.side) else None
    return signed(book, state, o.Declare(order="declare", area=area, against=against))


# -- combat position -------------------------------------------------------------------------


def holds_position(book: Ruleset, state: State, area: str) -> bool:
    """Says whether the side to play has a unit in combat position to a declared space.

    That is one that can attack it, or a helicopter that landed in it. (Actions 2 and 3)
    """
    return bool(combat_position(book, state, area)) or area in state.landed


def combat_position(book: Ruleset, state: State, area: str) -> Groups:
    """Returns the units of the side to play that can attack a space, by where they stand.

    These are all beside it, and bombers over it; but not landed helicopters and bombers over
    another space. (Actions 2 and 3)
    """
    groups: dict[str, Counts] = {}
    over = state.bombing.get(area, 0)
    if over:
        groups[area] = shifted(FrozenMap(), "bomber", over)
    for space in book.map.neighbours(area):
        counts = _free_to_attack(state, state.side, space)
        if counts:
            groups[space] = counts
    return FrozenMap(groups)


def _free_to_attack(state: State, side: Side, space: str) -> Counts:
    counts = state.units_in(space, side)
    if space in state.landed:
        counts = shifted(counts, "helicopter", -state.landed[space])
    if space in state.bombing:
        counts = shifted(counts, "bomber", -state.bombing[space])
    return counts
