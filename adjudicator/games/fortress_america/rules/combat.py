"""Action 5: battles. The defender fires first, then the attacker; air, mechanized, foot."""

from __future__ import annotations

from typing import Literal, NamedTuple

from adjudicator.core.game import Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.editions import Column
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    BattleBegun,
    BattleEnded,
    BattleOutcome,
    UnitDestroyed,
    UnitDisengaged,
    UnitsFired,
)
from adjudicator.games.fortress_america.in_force import has_combined_arms, rerolled_kinds
from adjudicator.games.fortress_america.orders import Role
from adjudicator.games.fortress_america.rules.battle_order import called_off
from adjudicator.games.fortress_america.rules.retreat import Retreating, retreat
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    CLASSES,
    Counts,
    Groups,
    Side,
    State,
    UnitClass,
    UnitKind,
    groups_of,
    total_of,
)

__all__ = ["Battle", "battle"]


class Battle(NamedTuple):
    """One battle: where it is fought, between whom."""

    area: str
    attacker: Side
    defender: Side
    label: str

    def side(self, role: Role) -> Side:
        """Returns the side that has a role."""
        return self.attacker if role == "attacker" else self.defender

    def groups(self, state: State, role: Role) -> Groups:
        """Returns the units of a role that take part, by the space in which they stand."""
        if role == "attacker":
            return state.attacks.get(self.area, FrozenMap())
        counts = state.units_in(self.area, self.defender)
        return FrozenMap({self.area: counts}) if counts else FrozenMap()


class _Volley(NamedTuple):
    """What one class has rolled."""

    role: Role
    unit_class: UnitClass
    label: str
    hits: int
    ones: int


def battle(book: Ruleset, table: Table[State]) -> None:
    """Fights the next battle. (Action 5)"""
    state = table.state
    area = state.battles[0]
    defender = state.enemy_in(area, state.side)
    assert defender is not None, f"{area} has no defender"
    label = f"turn-{state.turn}/{state.side}/battle/{area}"
    fought = Battle(area, state.side, defender, label)
    off = called_off(book, state, area, defender)
    if off is not None:
        table.record(off)
    attackers = fought.groups(table.state, "attacker")
    if attackers and book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import play_cards

        play_cards(book, table, ("battle",), battle=area)
    if not attackers:
        outcome: BattleOutcome = "not-fought" if off is None else "called-off"
    elif not fought.groups(table.state, "defender"):
        outcome = "emptied"  # by a card: no battle took place (rulings 6 and 94)
    else:
        outcome = _fought_out(book, table, fought, attackers)
    table.record(
        BattleEnded(
            area=area,
            attacker=state.side,
            outcome=outcome,
            attackers=groups_of(fought.groups(table.state, "attacker")),
            defenders=table.state.units_in(area, defender),
        )
    )
    if not table.state.battles:
        table.record(ActionBegun(action="invasion"))


def _fought_out(
    book: Ruleset, table: Table[State], fought: Battle, attackers: Groups
) -> Literal["won", "held", "bombers-alone"]:
    """The defender fires, then the attacker; returns what came of it. (Action 5)"""
    table.record(
        BattleBegun(
            area=fought.area,
            attacker=fought.attacker,
            defender=fought.defender,
            attackers=attackers,
            defenders=table.state.units_in(fought.area, fought.defender),
        )
    )
    _fire(book, table, fought, "defender")
    if fought.groups(table.state, "attacker"):
        _fire(book, table, fought, "attacker")
    return _outcome(fought, table.state)


def _outcome(fought: Battle, state: State) -> Literal["won", "held", "bombers-alone"]:
    """The area is open if no defender is left; but bombers that alone are left in action win
    nothing. (Actions 5 and 6, ruling 5)"""
    if fought.groups(state, "defender"):
        return "held"
    kinds = groups_of(fought.groups(state, "attacker"))
    return "bombers-alone" if set(kinds) == {"bomber"} else "won"


def _fire(book: Ruleset, table: Table[State], fought: Battle, role: Role) -> None:
    """One side fires, class by class, until it has fired or no enemy is left."""
    enemy: Role = "defender" if role == "attacker" else "attacker"
    for unit_class in CLASSES:
        if not fought.groups(table.state, enemy):
            return
        if any(kind in book.kinds_of(unit_class) for kind in _firing(fought, table.state, role)):
            _fire_class(book, table, fought, (role, unit_class))


def _fire_class(
    book: Ruleset, table: Table[State], fought: Battle, rolling: tuple[Role, UnitClass]
) -> None:
    """All units of a class roll at once; then all its hits, then all its ones are carried out."""
    role, unit_class = rolling
    counts = _firing(fought, table.state, role)
    column = _column(book, fought, table.state, role)
    again = rerolled_kinds(book, table.state, fought.area) if role == "attacker" else ()
    label = f"{fought.label}/{role}/{unit_class}"
    hits = ones = 0
    for kind in book.kinds_of(unit_class):
        if kind not in counts:
            continue
        die = _die_of(book, counts, kind)
        meant = book.edition.results(die, column)
        firing = counts[kind]
        for roll in (f"{label}/{kind}", *([f"{label}/{kind}/again"] if kind in again else [])):
            values = table.roll(roll, count=firing, sides=die)
            results = [meant[value - 1] for value in values]
            table.record(
                UnitsFired(
                    label=roll,
                    area=fought.area,
                    side=fought.side(role),
                    role=role,
                    unit=kind,
                    unit_class=unit_class,
                    die=die,
                    values=values,
                    column=column,
                    hits=results.count("hit"),
                    ones=results.count("back"),
                )
            )
            hits += results.count("hit")
            ones += results.count("back")
            firing = results.count("miss")
            if not firing:
                break
    _casualties(book, table, fought, _Volley(role, unit_class, label, hits, ones))


def _casualties(book: Ruleset, table: Table[State], fought: Battle, volley: _Volley) -> None:
    """The side that fired chooses what its hits destroy, then what its ones drive out.

    It does so as far as enemies are left. (Action 5)
    """
    from adjudicator.games.fortress_america.rules.casualties import (  # no dry run comes here
        Choice,
        ask_disengaged,
        ask_retreating,
        ask_target,
    )

    seat = book.seat_of(fought.side(volley.role))
    battle = (fought.area, volley.role)
    tiers = book.edition.casualties[volley.unit_class]
    enemy: Role = "defender" if volley.role == "attacker" else "attacker"
    side = fought.side(enemy)
    for k in range(1, volley.hits + 1):
        groups = fought.groups(table.state, enemy)
        if not groups:
            return
        choice = Choice(book, f"{volley.label}/target-{k}", seat, groups, tiers, battle=battle)
        unit, space = ask_target(table, choice)
        table.record(
            UnitDestroyed(side=side, unit=unit, area=space, battle=fought.area, reason="combat")
        )
    for k in range(1, volley.ones + 1):
        groups = fought.groups(table.state, enemy)
        if not groups:
            return
        if enemy == "attacker":
            choice = Choice(
                book, f"{volley.label}/disengage-{k}", seat, groups, tiers, battle=battle
            )
            unit, space = ask_disengaged(table, choice)
            table.record(UnitDisengaged(side=side, unit=unit, area=space, battle=fought.area))
        else:
            choice = Choice(book, f"{volley.label}/retreat-{k}", seat, groups, tiers, battle=battle)
            unit = ask_retreating(table, choice)
            retreat(book, table, Retreating(side, unit, fought.area), f"{choice.label}/to")


def _die_of(book: Ruleset, firing: Counts, kind: UnitKind) -> int:
    """Returns the die of a kind; a lone partisan has a larger one. (Action 5)"""
    facts = book.facts(kind)
    return facts.die_alone if total_of(firing) == 1 else facts.die


def _firing(fought: Battle, state: State, role: Role) -> Counts:
    return groups_of(fought.groups(state, role))


def _column(book: Ruleset, fought: Battle, state: State, role: Role) -> Column:
    """The defender always fires in column 2; so does the attacker, but not at a city or mountain
    unless units of all three classes still fire. (Action 5)"""
    if role == "defender" or not book.is_hard(fought.area):
        return 2
    if has_combined_arms(book, state, fought.area):
        return 2
    classes = {book.facts(kind).unit_class for kind in _firing(fought, state, role)}
    return 2 if len(classes) == len(CLASSES) else 1
