"""Which units stand where, by the names that orders use."""

from __future__ import annotations

from adjudicator.core.report import Listing
from adjudicator.games.invasion_america.combat_words import fighters_text
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, State, side_of
from adjudicator.games.invasion_america.words import SIDE_NAMES, place

__all__ = ["stations"]


def stations(book: Ruleset, state: State) -> Listing:
    """Returns every place with units, force by force, each with its strength.

    The holding box comes last; who is aboard stands behind his ship.
    """
    there: dict[tuple[str, str], list[str]] = {}
    for name, unit in state.units.items():
        there.setdefault((side_of(name), unit.at), []).append(name)
    places = sorted({at for _, at in there}, key=lambda at: (at == HOLDING_BOX, at))
    rows = tuple(
        (place(book, at), SIDE_NAMES[side], ", ".join(_told(book, state, there[side, at])))
        for side in book.facts.sides
        for at in places
        if (side, at) in there
    )
    return Listing(
        caption="All units, by the names that orders use",
        note="With their strengths; untried: as on the backs of the counters.",
        columns=("Place", "Force", "Units"),
        rows=rows,
        folded=True,
    )


def _told(book: Ruleset, state: State, names: list[str]) -> list[str]:
    told: list[str] = []
    for name in names:
        if state.units[name].aboard is None:
            aboard = [other for other in names if state.units[other].aboard == name]
            carried = f" with {fighters_text(book, state, aboard)} aboard" if aboard else ""
            told.append(fighters_text(book, state, [name]) + carried)
    return told
