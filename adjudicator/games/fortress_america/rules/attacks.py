"""Who attacks where, fixed before the first die of the turn. (Actions 2 and 5, ruling 15)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import ActionBegun, AttacksSet
from adjudicator.games.fortress_america.rules.battle_order import ask_battles
from adjudicator.games.fortress_america.rules.declare import combat_position
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.rules.together import concerns, judged, signed
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, Counts, Groups, State, UnitKind, shifted
from adjudicator.games.fortress_america.words import units_text

__all__ = ["assignment"]


def assignment(book: Ruleset, table: Table[State]) -> None:
    """The side to play says which units attack where; each takes part in one battle at most.

    Units may stay out. For a declared, occupied space without an `attack`, all units in combat
    position take part that no other names. (Ruling 15)
    """
    state = table.state
    orders: tuple[o.Attack, ...] = ()
    while True:
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/{state.side}/attacks",
                topic="attacks",
                seat=book.seat_of(state.side),
                expects=o.Attack,
                prompt="Say who attacks where, in the order of the battles.",
                rule=book.cite("action 5, ruling 15"),
                check=judged(book, state, "attacks", partial(_check_attack, book, state, orders)),
                sample=partial(_sample, book, state, orders),
                clamped=partial(_clamped, book, state, orders),
                matches=concerns(book, state),
            )
        )
        if order is None:
            break
        orders = (*orders, order)
    attacks = {order.area: order.with_ for order in orders}
    for area in state.declared:
        if area not in attacks and state.enemy_in(area, state.side):
            attacks[area] = _remaining(book, state, area, attacks)
    if attacks:
        plan = ask_battles(book, table, orders, tuple(attacks))
        table.record(
            AttacksSet(
                side=state.side,
                attacks=FrozenMap(attacks),
                battles=plan.areas,
                guards=plan.guards or FrozenMap(),
            )
        )
    _after_attacks(table)


def _after_attacks(table: Table[State]) -> None:
    """The USA fires its lasers next, an invader fights. (Sequence of actions)"""
    state = table.state
    if state.side == USA:
        table.record(ActionBegun(action="lasers"))
    else:
        table.record(ActionBegun(action="combat" if state.battles else "invasion"))


def _remaining(book: Ruleset, state: State, area: str, attacks: dict[str, Groups]) -> Groups:
    """Returns the units in combat position to `area` that no attack has taken."""
    groups: dict[str, Counts] = {}
    for space, in_position in combat_position(book, state, area).items():
        left = in_position
        for taken in attacks.values():
            for kind, count in taken.get(space, FrozenMap()).items():
                # Bombers over another target were never in position here.
                left = shifted(left, kind, -min(count, left.get(kind, 0)))
        if left:
            groups[space] = left
    return FrozenMap(groups)


def _check_attack(
    book: Ruleset, state: State, before: tuple[o.Attack, ...], order: o.Attack
) -> Iterator[Problem]:
    shape = list(check_static(book, state, "attacks", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 5, ruling 15")
    if order.area not in state.declared:
        yield Problem(
            "not-declared",
            f"{order.area} was not declared",
            ("area",),
            rule,
            hint=f'Add {{"order": "declare", "area": "{order.area}"}} under "declare".',
        )
        return
    if state.enemy_in(order.area, state.side) is None:
        yield Problem(
            "no-battle",
            f"{order.area} is empty: there is no battle",
            ("area",),
            rule,
            hint=f'Enter it in the {book.edition.words.invasion}, under "invasion".',
        )
        return
    if any(order.area == other.area for other in before):
        yield Problem(
            "attacked-twice",
            f"{order.area} has an attack already",
            ("area",),
            rule,
            hint="Name all its attackers in one order.",
        )
        return
    free = _remaining(book, state, order.area, {other.area: other.with_ for other in before})
    for space, counts in order.with_.items():
        for kind, count in counts.items():
            here = free.get(space, FrozenMap()).get(kind, 0)
            if count > here:
                yield Problem(
                    "not-in-position",
                    f"{space} has {units_text(here, kind)} that can attack {order.area}, "
                    f"not {count}",
                    ("with", space, kind),
                    rule,
                    hint=f"Each unit attacks once; {book.edition.words.landed} helicopters do not "
                    "attack.",
                )
    over = state.bombing.get(order.area, 0)
    if order.with_.get(order.area, FrozenMap()).get("bomber", 0) < over:
        yield Problem(
            "bombers-must-attack",
            f"{units_text(over, 'bomber')} over {order.area} must attack it",
            ("with",),
            book.cite("action 3"),
            hint=f'Add "{order.area}": {{"bomber": {over}}}.',
        )


def _clamped(
    book: Ruleset, state: State, before: tuple[o.Attack, ...], order: o.Attack
) -> o.Attack | None:
    """Returns the attack with the units that are left for it, if any are. (Ruling 73)"""
    if order.area not in state.declared:
        return None
    free = _remaining(book, state, order.area, {other.area: other.with_ for other in before})
    groups: dict[str, Counts] = {}
    for space, counts in order.with_.items():
        here = free.get(space, FrozenMap())
        left = {kind: min(count, here.get(kind, 0)) for kind, count in counts.items()}
        if any(left.values()):
            groups[space] = FrozenMap({kind: count for kind, count in left.items() if count})
    return order.model_copy(update={"with_": FrozenMap(groups)}) if groups else None


def _sample(
    book: Ruleset, state: State, before: tuple[o.Attack, ...], choose: Choose
) -> o.Attack | None:
    taken = {order.area: order.with_ for order in before}
    areas = [
        area
        for area in state.declared
        if area not in taken
        and state.enemy_in(area, state.side)
        and _remaining(book, state, area, taken)
    ]
    area = choose([None, *areas])
    if area is None:
        return None
    chosen: dict[str, dict[UnitKind, int]] = {}
    for space, counts in _remaining(book, state, area, taken).items():
        group = {
            kind: count if space == area else choose(range(count + 1))
            for kind, count in counts.items()
        }
        group = {kind: count for kind, count in group.items() if count}
        if group:
            chosen[space] = group
    if not chosen:
        return None
    order = o.Attack.model_validate({"order": "attack", "area": area, "with": chosen})
    return signed(book, state, order)
