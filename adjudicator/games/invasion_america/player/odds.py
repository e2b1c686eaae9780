"""How strong attackers and defenders are, for the player: as on the backs of the counters."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.boards.hexes import Hex
from adjudicator.games.invasion_america.player.assessment import Assessment
from adjudicator.games.invasion_america.results_table import halved

__all__ = ["defence_of", "river_at"]


def river_at(look: Assessment, post: Hex, target: Hex) -> int | None:
    """Returns by what the hexside from a post to a target multiplies; None: nobody attacks so."""
    links = look.book.charts.attacks[post]
    return next((multiple for there, multiple in links if there == target), None)


def defence_of(
    look: Assessment, target: Hex, rivers: Iterable[int], *, from_air: bool = False,
    by_land: bool = True, landing: int = 0,
) -> int:  # fmt: skip
    """Returns what the defenders of a hex count for. (13.3, 14.16, 14.43, 15.13)

    Args:
        rivers: by what the hexside of each land attacker multiplies.
        from_air: whether air units attack too: then terrain does not help.
        by_land: whether land units attack: they count lone air units half.
        landing: in an assault what is printed for it; else 0.
    """
    charts = look.book.charts
    terrain = charts.terrain_of(target).defence if target in charts.open_land else 1
    multiple = landing or (1 if from_air else max(terrain, min(rivers, default=1)))
    names = look.enemies.get(target, ())
    alone = by_land and not any(look.is_land(name) for name in names)
    total = 0
    for name in names:
        strength = look.worth(name)
        if look.is_air(name):
            total += halved(strength, 1) if alone else strength
        else:
            total += strength * multiple
    return total
