"""Ships that enter a hex with enemies to assault it. (5.23, 15.0)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america.rules.attack_checks import is_assaulted
from adjudicator.games.invasion_america.rules.line_up import is_land
from adjudicator.games.invasion_america.rules.positions import cargo_of
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, side_of, type_of
from adjudicator.games.invasion_america.words import place, units_text

__all__ = ["check_entry"]


def check_entry(book: Ruleset, state: State, ships: Sequence[str], to: str) -> Iterator[Problem]:
    """Yields why ships may not enter a coastal hex with enemies; nothing: to assault it they may.

    One amphibious unit with land combat units aboard, and no supply unit, enters an amphibious hex
    where no other does. (5.23, 7.22, 15.0, 15.11)
    """
    if book.hexes[to] not in book.charts.amphibious:
        yield _barred(book, to, "it is no amphibious hex", "5.23, 15.0")
        return
    if not is_assaulted(book, state, side_of(ships[0]), book.hexes[to]):
        yield _barred(book, to, "ships alone are not assaulted", "5.23, 7.4, ruling 99")
        return
    others = [name for name in ships if type_of(name) != "amphibious"]
    if others:
        yield _barred(book, to, f"{units_text(others)} cannot assault it", "5.23, 15.0")
        return
    there = [
        name
        for name, unit in state.units.items()
        if unit.at == to and type_of(name) == "amphibious" and side_of(name) == state.side
    ]
    if len(ships) + len(there) > 1:
        yield _barred(book, to, "one amphibious unit assaults a hex, not several", "15.11")
        return
    aboard = cargo_of(state, ships[0])
    if any(type_of(name) == "supply" for name in aboard):
        yield _barred(book, to, f"{ships[0]} carries a supply unit and cannot assault it", "7.22")
    elif not any(is_land(book, name) for name in aboard):
        yield _barred(book, to, f"{ships[0]} carries no land units to assault it", "15.0")


def _barred(book: Ruleset, to: str, why: str, rule: str) -> Problem:
    path: Path = ("to",)
    return Problem(
        "enemy-there",
        f"enemy units hold {place(book, to)}, and {why}",
        path,
        rule,
        hint="Name another coastal hex, or one at sea.",
    )
