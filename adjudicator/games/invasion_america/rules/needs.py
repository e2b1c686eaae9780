"""What a scenario needs of the map and the counters: they may be somebody's own. (18.2, 18.31)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.english import amount, joined
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america.charts import Charts
from adjudicator.games.invasion_america.counter_mix import TYPE_NAMES, CounterMix, Nation, UnitType
from adjudicator.games.invasion_america.scenario_facts import Facts, NearSupply
from adjudicator.games.invasion_america.state import NATIONS_OF
from adjudicator.games.invasion_america.words import NATION_WORDS

__all__ = ["check_counters_suffice", "check_map_suffices"]


def check_counters_suffice(mix: CounterMix, facts: Facts) -> Iterator[Problem]:
    """Yields counters of a scenario that there are not.

    Every nation that takes part has some, enough for its order of battle, and one at least of each
    type that comes as a replacement. (18.2, 8.28)
    """
    nations = [nation for side in facts.sides for nation in NATIONS_OF[side]]
    absent = [nation for nation in nations if nation not in mix.nations]
    for nation in absent:
        yield _problem(
            "nation-without-counters",
            f"{nation} takes part in this scenario and has no counters",
            "counters.json",
        )
    if absent:
        return
    for nation in nations:
        for unit_type, needed in _needed(facts, nation).items():
            there = _there(mix, nation, unit_type)
            if nation == "us" and unit_type == "rail":  # Canada lends its own (ruling 45)
                lent = _there(mix, "canada", "rail") - _needed(facts, "canada").get("rail", 0)
                there += max(lent, 0) if there else 0
            if there < needed:
                yield _problem(
                    "too-few-counters",
                    f"this scenario needs "
                    f"{amount(needed, f'{NATION_WORDS[nation]} {TYPE_NAMES[unit_type]} counter')}, "
                    f"not {there}",
                    "counters.json",
                )


def check_map_suffices(charts: Charts, facts: Facts) -> Iterator[Problem]:
    """Yields countries and hexes of the deployment that the map does not have. (18.31)"""
    countries: dict[str, None] = {}
    hexes: dict[str, None] = {}
    for area in facts.areas.values():
        if isinstance(area, NearSupply):
            countries |= dict.fromkeys(area.harbour)
            hexes |= dict.fromkeys(area.hexes)
        elif area is not None:
            countries |= dict.fromkeys(area.countries)
    for country in countries:
        if country not in charts.map.countries:
            yield _problem(
                "unknown-country",
                f'the map has no country "{country}", where units of this scenario are set up',
                "map.json",
            )
    absent = [number for number in hexes if number not in charts.grid.numbers]
    if absent:
        yield _problem(
            "unknown-hex",
            f"units of this scenario are set up about {joined(absent)}, which this map does not "
            "have",
            "map.json",
        )


def _needed(facts: Facts, nation: Nation) -> Mapping[UnitType, int]:
    """Returns how many counters of each type a nation needs."""
    needed: dict[UnitType, int] = dict.fromkeys(facts.constant.get(nation, {}), 1)
    total: dict[UnitType, int] = {}
    for forces in (facts.forces, *facts.set_up_by.values()):
        for unit_type, count in forces.get(nation, {}).items():
            total[unit_type] = total.get(unit_type, 0) + count
    return needed | total


def _there(mix: CounterMix, nation: Nation, unit_type: UnitType) -> int:
    facts = mix.facts(nation, unit_type)
    return facts.count if facts is not None else 0


def _problem(code: str, message: str, name: str) -> Problem:
    return Problem(
        code,
        message,
        ("options", "scenario"),
        "18.3",
        hint=f"Choose another scenario, or another {name}.",
        kind="invalid",
    )
