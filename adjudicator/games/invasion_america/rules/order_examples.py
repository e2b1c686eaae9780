"""Examples of orders with a seat's own units, where nothing in the position is legal as it stands.

Attacks, retreats, exchanges and advances depend on moves and dice. The hexes and units are those of
the position, so that they may be copied and changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.boards.hexes import Hex
from adjudicator.core.game import Order
from adjudicator.games.invasion_america import combat_orders as c
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.rules.line_up import is_land
from adjudicator.games.invasion_america.rules.positions import enemy_hexes, is_barred
from adjudicator.games.invasion_america.rules.replacements import (
    allowance_of,
    check_replace,
    in_box,
    replacement_hexes,
)
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, Side, State

__all__ = ["order_example"]


def order_example(book: Ruleset, state: State, seat: str, topic: str) -> Iterator[Order]:
    """Yields an order of a topic of the combat phase, with a seat's own units and hexes.

    None, where the seat has no land combat unit ashore; of replacements, where none may come.
    (8.2, 13.0, 13.42, 13.5, 13.7)
    """
    if topic == "replacements":
        if state.phase == "set-up":
            return
        yield from _replacement(book, state, seat)
        return
    found = _foremost(book, state, seat)
    if found is None:
        return
    unit, hex_, enemies = found
    here = book.number_of(hex_)
    side = book.of(unit).side
    beside = _open_beside(book, state, side, hex_)
    match topic:
        case "combat":
            if enemies is not None:
                yield c.Attack(
                    order="attack",
                    units=(unit,),
                    hexes=(book.number_of(enemies),),
                    at_least="2-1",
                    advance=(c.AdvanceTo(units=(unit,), to="end"),),
                )
        case "retreat":
            if beside:
                yield c.Retreat.model_validate(
                    {"order": "retreat", "from": here, "path": (beside,)}
                )
        case "displace":
            if beside:
                yield c.Displace.model_validate({"order": "displace", "from": here, "to": beside})
        case "exchange":
            yield c.Exchange(order="exchange", units=(unit,))
        case "advance":
            yield c.Advance(order="advance", moves=(c.AdvanceTo(units=(unit,), to="end"),))


def _replacement(book: Ruleset, state: State, seat: str) -> Iterator[o.Replace]:
    """Yields an order for one unit that may come back, the first that is legal. (8.21, 8.23)"""
    for side in sorted(book.sides_of(seat), key=lambda side: side != state.side):
        ahead = state.model_copy(update={"side": side, "phase": "replacement"})
        left = allowance_of(book, ahead, side)
        places = replacement_hexes(book, ahead, side)
        for mix, counters in book.counters.items():
            if counters.side != side or not in_box(book, ahead, mix):
                continue
            for place in places:
                order = o.Replace.model_validate(
                    {
                        "order": "replace",
                        "nation": counters.nation,
                        "type": counters.type,
                        "in": place,
                    }
                )
                if not any(check_replace(book, ahead, left, order)):
                    yield order
                    return


def _foremost(book: Ruleset, state: State, seat: str) -> tuple[str, Hex, Hex | None] | None:
    """Returns the land combat unit ashore that stands nearest to enemies, its hex, and theirs.

    Of the side whose player-turn it is, if the seat leads it; else of the first that has any.
    """
    grid = book.charts.grid
    for side in sorted(book.sides_of(seat), key=lambda side: side != state.side):
        held = sorted(enemy_hexes(book, state, side))
        own = [
            (name, book.hexes[unit.at])
            for name, unit in state.units.items()
            if book.of(name).side == side
            and unit.aboard is None
            and unit.at != HOLDING_BOX
            and is_land(book, name)
        ]
        pairs = [
            (grid.distance(here, there), name, here, there) for name, here in own for there in held
        ]
        if pairs:
            _, name, here, there = min(pairs)
            return name, here, there
        if own:
            return (*own[0], None)
    return None


def _open_beside(book: Ruleset, state: State, side: Side, hex_: Hex) -> str | None:
    """Returns a hex beside another one to which units can retreat."""
    for there in book.charts.trace[hex_]:
        if there in book.charts.open_land and not is_barred(book, state, side, there):
            return book.number_of(there)
    return None
