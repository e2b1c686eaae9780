"""One attack: commitment, strengths revealed, the die, its result, the advance. (Chapter 13)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.boards.hexes import Hex
from adjudicator.core.game import Table
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.combat_events import (
    AttackMade,
    AttackResolved,
    Fighting,
    ZeroMilitiaRemoved,
)
from adjudicator.games.invasion_america.events import UnitRevealed
from adjudicator.games.invasion_america.results_table import meaning_of, result_of
from adjudicator.games.invasion_america.rules.advances import Victory, advance, land
from adjudicator.games.invasion_america.rules.attack_projection import expected
from adjudicator.games.invasion_america.rules.eliminations import eliminate, for_good_in
from adjudicator.games.invasion_america.rules.exchanges import (
    Toll,
    given,
    printed_total,
    stages_of,
)
from adjudicator.games.invasion_america.rules.line_up import (
    Fighter,
    assault_ship,
    defenders_of,
    line_up,
    odds_of,
    totals,
)
from adjudicator.games.invasion_america.rules.retreats import Retreat, retreat
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import SIDES, Side, State, mix_of, side_of, type_of
from adjudicator.games.invasion_america.tables import DIE, Result
from adjudicator.games.invasion_america.urns import chit_at, drawn, size_of

__all__ = ["Committed", "attack", "reveal"]

_ZERO_RETREAT = 2
"""How many hexes units retreat that stood with militia of strength zero. (16.32)"""

Paths: TypeAlias = tuple[tuple[Hex, ...], ...]
Stacks: TypeAlias = Mapping[Hex, tuple[str, ...]]
"""By attacked hex, who defended it when the attack began."""


class Committed(NamedTuple):
    """An attack to which units are committed."""

    order: o.Attack
    units: tuple[str, ...]
    """All attackers, those aboard of an assaulting ship among them."""
    label: str
    number: int
    left_out: tuple[str, ...] = ()
    """Units that the order names and that cannot attack any more."""


class _Fight(NamedTuple):
    """An attack while it is resolved."""

    order: o.Attack
    label: str
    number: int
    side: Side
    """The attacker."""
    for_good: bool
    """Whether what is destroyed leaves the game. (17.31)"""


def attack(book: Ruleset, table: Table[State], of: Committed) -> None:
    """Resolves an attack, and all that follows from it, before the next one. (13.0)"""
    state = table.state
    fight = _Fight(
        of.order, of.label, of.number, state.side, for_good_in(book, state, of.order.hexes)
    )
    hexes = [book.hexes[number] for number in of.order.hexes]
    _commit(book, table, of, hexes)
    attackers = _reveal_attackers(book, table, fight, of.units)
    if not attackers:
        return  # nobody is left to attack (ruling 20)
    stacks = {hex_: tuple(defenders_of(book, table.state, fight.side, hex_)) for hex_ in hexes}
    for names in stacks.values():
        for name in names:
            reveal(book, table, name, f"{fight.label}/reveal/{name}")
    paths, contested = _zero_defenders(book, table, fight, stacks)
    if contested:
        result = _resolved(book, table, fight, (attackers, [*contested]))
        if meaning_of(result).by_attacker:
            _attacker_suffers(book, table, fight, (result, attackers, contested))
            return
        paths += _defender_suffers(book, table, fight, (result, attackers, contested))
    _victorious(book, table, fight, (attackers, paths))


def _commit(book: Ruleset, table: Table[State], of: Committed, hexes: Sequence[Hex]) -> None:
    """All attackers and defenders are specified; nobody can be withdrawn any more. (13.0)"""
    state = table.state
    defenders = [name for hex_ in hexes for name in defenders_of(book, state, state.side, hex_)]
    table.record(
        AttackMade(
            label=of.label,
            number=of.number,
            side=state.side,
            units=_where(state, of.units),
            hexes=of.order.hexes,
            defenders=_where(state, defenders),
            assault=assault_ship(of.units),
            left_out=of.left_out,
            expected=expected(book, state, of.units, hexes),
        )
    )


def _where(state: State, units: Sequence[str]) -> FrozenMap[str, str]:
    return FrozenMap({name: state.units[name].at for name in units})


# -- strengths are revealed ------------------------------------------------------------------------


def _reveal_attackers(
    book: Ruleset, table: Table[State], fight: _Fight, units: Sequence[str]
) -> tuple[str, ...]:
    """All attackers are turned over; militia of strength zero are removed. (18.34, 16.32)

    Their companions attack on. (Ruling 20)
    """
    for name in units:
        reveal(book, table, name, f"{fight.label}/reveal/{name}")
    zero = [name for name in units if _is_zero(table.state, name)]
    if zero:
        table.record(
            ZeroMilitiaRemoved(label=fight.label, units=_where(table.state, zero), defending=False)
        )
        eliminate(table, zero, "no-strength", for_good=fight.for_good)
    return tuple(name for name in units if name not in zero)


def _is_zero(state: State, unit: str) -> bool:
    return type_of(unit) == "militia" and state.units[unit].strength == 0


def _zero_defenders(
    book: Ruleset, table: Table[State], fight: _Fight, stacks: Stacks
) -> tuple[Paths, Stacks]:
    """Militia that turn out to have no strength are removed; what stood with them retreats two
    hexes, and nothing is fought there. (16.32)

    Returns the paths of retreat, and who is still to be fought: nobody who was displaced. (Ruling
    98)
    """
    paths: Paths = ()
    contested: dict[Hex, tuple[str, ...]] = {}
    for hex_, names in stacks.items():
        zero = [name for name in names if _is_zero(table.state, name)]
        if not zero:
            contested[hex_] = names
            continue
        table.record(
            ZeroMilitiaRemoved(label=fight.label, units=_where(table.state, zero), defending=True)
        )
        eliminate(table, zero, "no-strength", for_good=fight.for_good)
        paths += _retreat(book, table, fight, (hex_, names, _ZERO_RETREAT))
    after = table.state.units
    return paths, {
        hex_: names
        for hex_, names in contested.items()
        if all(after[name].at == book.number_of(hex_) for name in names)
    }


# -- the die ---------------------------------------------------------------------------------------


def _resolved(
    book: Ruleset,
    table: Table[State],
    fight: _Fight,
    fighting: tuple[Sequence[str], Sequence[Hex]],
) -> Result:
    """Strengths are totalled and compared, the die is rolled, the table read. (13.0, 13.41)"""
    state, (attackers, hexes) = table.state, fighting
    lined = line_up(book, state, attackers, hexes)

    def printed(unit: str) -> int:
        known = book.strength_of(unit, state.units[unit])
        assert known is not None, f"{unit} was not revealed"
        return known

    def fighting_by_unit(fighters: Sequence[Fighter]) -> FrozenMap[str, Fighting]:
        return FrozenMap(
            {
                one.unit: Fighting(
                    at=state.units[one.unit].at,
                    printed=printed(one.unit),
                    counted=one.counted(printed(one.unit)),
                )
                for one in fighters
            }
        )

    found = totals(lined, printed)
    odds = odds_of(book, found)
    (die,) = table.roll(f"{fight.label}/die", count=1, sides=len(DIE))
    result = result_of(book.charts.tables.combat, odds, die)
    table.record(
        AttackResolved(
            label=fight.label,
            number=fight.number,
            side=fight.side,
            hexes=tuple(map(book.number_of, hexes)),
            attackers=fighting_by_unit(lined.attackers),
            defenders=fighting_by_unit(lined.defenders),
            multiples=FrozenMap(
                {book.number_of(hex_): multiple for hex_, multiple in lined.multiples.items()}
            ),
            attack=found.attack,
            defence=found.defence,
            odds=odds,
            die=die,
            result=result,
        )
    )
    return result


# -- results ---------------------------------------------------------------------------------------


def _defender_suffers(
    book: Ruleset,
    table: Table[State],
    fight: _Fight,
    came: tuple[Result, Sequence[str], Stacks],
) -> Paths:
    """The defenders retreat or are eliminated; in an exchange attackers are lost then. (13.42)

    Returns the paths of retreat.
    """
    result, attackers, stacks = came
    meaning = meaning_of(result)
    if meaning.retreat:
        paths: Paths = ()
        for hex_, names in stacks.items():
            paths += _retreat(book, table, fight, (hex_, names, meaning.retreat))
        return paths
    state = table.state
    defenders = [name for names in stacks.values() for name in names]
    points = printed_total(book, state, defenders)
    eliminate(table, defenders, "combat", for_good=fight.for_good)
    if meaning.exchange:
        order = fight.order
        keep = tuple(name for move in order.advance or () for name in move.units)
        stages = stages_of(state, attackers)
        toll = Toll(fight.side, stages, points, fight.label, order.lose, keep)
        eliminate(table, given(book, table, toll), "combat", for_good=fight.for_good)
    return tuple((hex_,) for hex_ in stacks)


def _attacker_suffers(
    book: Ruleset,
    table: Table[State],
    fight: _Fight,
    came: tuple[Result, Sequence[str], Stacks],
) -> None:
    """The attackers retreat or are eliminated; in an exchange defenders are lost then. (13.42)

    The defenders that took part may advance then, as victorious attackers do. (13.71)
    """
    result, attackers, stacks = came
    meaning = meaning_of(result)
    state = table.state
    # What ships carry goes with them; in an assault it attacks, and still retreats so. (6.25)
    movers = [name for name in attackers if state.units[name].aboard is None]
    by_hex: dict[Hex, list[str]] = {}
    for name in movers:
        by_hex.setdefault(book.hexes[state.units[name].at], []).append(name)
    paths: Paths = ()
    defenders = [name for names in stacks.values() for name in names]
    if meaning.retreat:
        for hex_ in sorted(by_hex):
            units = tuple(by_hex[hex_])
            paths += retreat(
                book, table, Retreat(units, meaning.retreat, fight.label, fight.for_good)
            )
    else:
        points = printed_total(book, state, attackers)
        eliminate(table, attackers, "combat", for_good=fight.for_good)
        if meaning.exchange:
            _defenders_give(book, table, fight, (points, defenders))
        paths = tuple((hex_,) for hex_ in sorted(by_hex))
    for side in dict.fromkeys(map(side_of, defenders)):
        units = tuple(name for name in defenders if side_of(name) == side)
        advance(book, table, Victory(side, units, paths, fight.label))


def _defenders_give(
    book: Ruleset, table: Table[State], fight: _Fight, owed: tuple[int, Sequence[str]]
) -> None:
    """Defenders are lost in exchange for the attackers; their owner chooses. (13.42)

    Where units of several forces defend, the first in the order of play gives first.
    """
    points, defenders = owed
    for side in sorted(dict.fromkeys(map(side_of, defenders)), key=SIDES.index):
        own = tuple(name for name in defenders if side_of(name) == side)
        lost = given(book, table, Toll(side, (own,), points, fight.label))
        points -= printed_total(book, table.state, lost)
        eliminate(table, lost, "combat", for_good=fight.for_good)


def _retreat(
    book: Ruleset, table: Table[State], fight: _Fight, whom: tuple[Hex, tuple[str, ...], int]
) -> Paths:
    """What defended a hex retreats, force by force. (13.42, 13.53)

    Units that were displaced from it before retreat from where they stand now. (Ruling 98)
    """
    hex_, names, hexes = whom
    paths: Paths = ()
    there = [name for name in names if name in table.state.units]
    for side in dict.fromkeys(map(side_of, there)):
        now = table.state.units
        own = [name for name in there if side_of(name) == side]
        for at in dict.fromkeys(now[name].at for name in own):
            units = tuple(name for name in own if now[name].at == at)
            paths += retreat(book, table, Retreat(units, hexes, fight.label, fight.for_good))
    return paths or ((hex_,),)


def _victorious(
    book: Ruleset, table: Table[State], fight: _Fight, won: tuple[Sequence[str], Paths]
) -> None:
    """Assault units land where no enemy is left; then victorious attackers may advance.

    (13.71, 15.16, rulings 18 and 38)
    """
    state, (attackers, paths) = table.state, won
    ship = assault_ship(attackers)
    if ship is not None and ship in state.units:
        here = book.hexes[state.units[ship].at]
        if not defenders_of(book, state, fight.side, here):
            land(book, table, ship, fight.label)
    units = tuple(name for name in attackers if name in table.state.units)
    advance(book, table, Victory(fight.side, units, paths, fight.label, fight.order.advance))


def reveal(book: Ruleset, table: Table[State], unit: str, label: str) -> None:
    """An untried unit is turned over; nothing happens if its strength is known. (18.34)

    Every urn passed is one roll, of as many sides as it has chits: `<label>/1`, `<label>/2`, ...
    A chit that was drawn leaves its urn for good.
    """
    state = table.state
    number = state.units[unit].urn
    if book.strength_of(unit, state.units[unit]) is not None:
        return
    assert number is not None, f"{unit} is no draw from an urn"
    urns = state.urns[mix_of(unit)]
    passed: list[tuple[int, int | None, int | None]] = []
    strength: int | None = None
    while strength is None:
        bag = urns.urns[str(number)]
        (place,) = table.roll(f"{label}/{len(passed) + 1}", count=1, sides=size_of(bag))
        chit = chit_at(bag, place)
        passed.append((number, chit.strength, chit.urn))
        urns = drawn(urns, [(number, chit)])
        strength, number = chit.strength, chit.urn or number
    table.record(UnitRevealed(unit=unit, strength=strength, passed=tuple(passed)))
