"""How the strength of untried units becomes known. (18.34, Untried strengths)"""

from __future__ import annotations

from adjudicator.core.game import Table
from adjudicator.games.invasion_america.events import UnitRevealed
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, mix_of
from adjudicator.games.invasion_america.urns import chit_at, drawn, size_of

__all__ = ["reveal"]


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
