"""Where new troops go: to the campaigns of the turn, and to what must be kept."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.player.campaign import best_campaign, troops_wanted
from adjudicator.games.galactic_conquest.player.worth import TROOP, Evaluation, chance_of
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State

__all__ = ["claims", "places", "troops_to_keep"]

_WANTED = Fraction(4, 5)
"""A campaign gets the troops with which it has this chance; what is left goes to the next one."""
_KEPT = 400
"""In thousandths: a planet is held well enough if its capture is less likely than that."""
_REGION_TURNS = 2


def claims(book: Ruleset, view: State) -> tuple[o.Claim, ...]:
    """Names all free planets: regions that bring much for their borders before the others."""
    chart = book.chart

    def order(planet: str) -> tuple[int, int, str]:
        region = chart.planets[planet].region
        planets = chart.planets_in(region)
        borders = sum(
            any(chart.planets[one].region != region for one in chart.neighbours(inside))
            for inside in planets
        )
        taken = sum(one in view.owners for one in planets)
        per_border = chart.regions[region].bonus * TROOP // (borders + len(planets) + taken)
        inside = sum(chart.planets[one].region == region for one in chart.neighbours(planet))
        return (-per_border, -inside, planet)

    free = [planet for planet in book.planets if planet not in view.owners]
    return tuple(o.Claim(order="claim", planet=planet) for planet in sorted(free, key=order))


def places(book: Ruleset, view: State, seat: str) -> tuple[o.Place, ...]:
    """Returns orders for all new troops of a seat. (Set-up, step 3)"""
    left = view.to_place.get(seat, 0)
    if not left:
        return ()
    evaluation = Evaluation(book, view, seat)
    counts = Counter[str]()
    used: list[str] = []
    best = best_campaign(evaluation, left)
    kept, saved = troops_to_keep(evaluation, left)
    if kept and (best is None or best.worth < saved):
        counts.update(kept)
        left -= sum(kept.values())
    while left and (campaign := best_campaign(evaluation, left, used=used)) is not None:
        wanted = troops_wanted(evaluation, campaign, left, _WANTED)
        counts[campaign.start] += wanted
        left -= wanted
        used += [campaign.start, *campaign.route]
    if left and not kept - counts:
        counts[_rallying_point(evaluation, counts)] += left
    elif left:
        # What the campaigns do not need holds what is threatened.
        for planet, count in (kept - counts).items():
            given = min(left, count)
            counts[planet] += given
            left -= given
        if left:
            counts[_rallying_point(evaluation, counts)] += left
    return tuple(
        o.Place.model_validate({"order": "place", "count": count, "in": planet})
        for planet, count in sorted(counts.items())
        if count
    )


def troops_to_keep(evaluation: Evaluation, left: int) -> tuple[Counter[str], int]:
    """Returns the troops that hold the borders of whole regions, and what that is worth.

    None, if there are not enough for a region.
    """
    counts, saved = Counter[str](), 0
    chart, view = evaluation.book.chart, evaluation.view
    for region, facts in chart.regions.items():
        planets = chart.planets_in(region)
        if any(view.owners.get(planet) != evaluation.seat for planet in planets):
            continue
        wanted = {planet: _wanted_on(evaluation, planet) for planet in planets}
        needed = sum(wanted.values())
        if needed and counts.total() + needed <= left:
            counts.update({planet: count for planet, count in wanted.items() if count})
            saved += facts.bonus * _REGION_TURNS * TROOP
    return counts, saved


def _wanted_on(evaluation: Evaluation, planet: str) -> int:
    """Returns how many troops more hold a planet against the largest army beside it."""
    threat, troops = evaluation.threat(planet), evaluation.view.troops[planet]
    count = troops
    while chance_of(threat, count) >= _KEPT:
        count += 1
    return count - troops


def _rallying_point(evaluation: Evaluation, counts: Counter[str]) -> str:
    """Returns the planet where the army gathers: the largest one with an enemy beside it."""
    view = evaluation.view

    def rank(planet: str) -> tuple[bool, bool, int, str]:
        enemies = evaluation.enemies_of(planet)
        is_rival = any(view.owners.get(one, NEUTRAL) != NEUTRAL for one in enemies)
        return (not enemies, not is_rival, -view.troops[planet] - counts[planet], planet)

    return min(planets_of(view, evaluation.seat), key=rank)
