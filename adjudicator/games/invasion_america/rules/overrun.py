"""Rail units without company perish where enemies come near. (16.43)"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.boards.hexes import Hex
from adjudicator.core.game import Table
from adjudicator.games.invasion_america.events import UnitEliminated
from adjudicator.games.invasion_america.rules.positions import closing_enemies
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of, type_of

__all__ = ["overrun"]


def overrun(book: Ruleset, table: Table[State], unit: str, entered: Iterable[str]) -> None:
    """Lone rail units are eliminated in and beside the hexes that an enemy unit enters. (16.43)

    Beside: where the unit could attack. (Ruling 61)
    """
    state, side = table.state, side_of(unit)
    rails = _enemy_rails(book, state, side)
    if not rails:
        return
    reach = book.charts.attacks
    if type_of(unit) == "hovercraft":
        reach = book.charts.hovercraft_attacks
    perished: dict[str, Hex] = {}
    for number in entered:
        here = book.hexes[number]
        for hex_ in (here, *(there for there, _ in reach[here])):
            if hex_ in rails and not closing_enemies(book, state, side, hex_):
                perished |= dict.fromkeys(rails[hex_], hex_)
    for name, hex_ in perished.items():
        table.record(UnitEliminated(unit=name, at=book.number_of(hex_), reason="overrun"))


def _enemy_rails(book: Ruleset, state: State, side: Side) -> dict[Hex, list[str]]:
    """Returns the rail units of a side's enemies, by hex."""
    enemies = book.enemies[side]
    found: dict[Hex, list[str]] = {}
    for name, unit in state.units.items():
        if type_of(name) == "rail" and side_of(name) in enemies:
            found.setdefault(book.hexes[unit.at], []).append(name)
    return found
