"""Which units stand where, by the names that orders use."""

from __future__ import annotations

from adjudicator.core.report import Listing
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.state import HOLDING_BOX, State, side_of

__all__ = ["order_of_battle"]


def order_of_battle(narrator: ContinentNarrator, state: State) -> Listing:
    """Returns every place with units, force by force, each with its strength.

    The holding box comes last; who is aboard stands behind their ship.
    """
    there: dict[tuple[str, str], list[str]] = {}
    for name, unit in state.units.items():
        there.setdefault((side_of(name), unit.at), []).append(name)
    places = sorted({at for _, at in there}, key=lambda at: (at == HOLDING_BOX, at))
    rows = tuple(
        (
            narrator.place(at),
            narrator.force(side),
            ", ".join(_told(narrator, state, there[side, at])),
        )
        for side in narrator.book.facts.sides
        for at in places
        if (side, at) in there
    )
    return Listing(
        caption=narrator.say("table-stations"),
        note=narrator.say("table-stations-note"),
        columns=(
            narrator.say("column-place"),
            narrator.say("column-force"),
            narrator.say("column-units"),
        ),
        rows=rows,
        folded=True,
    )


def _told(narrator: ContinentNarrator, state: State, names: list[str]) -> list[str]:
    told: list[str] = []
    for name in names:
        if state.units[name].aboard is None:
            aboard = [other for other in names if state.units[other].aboard == name]
            (unit,) = narrator.fighters(state, [name])
            carried = narrator.fighters(state, aboard)
            told.append(narrator.say("carries", ship=unit, units=carried) if aboard else unit)
    return told
