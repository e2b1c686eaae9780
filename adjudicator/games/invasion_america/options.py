"""The options of a match of Invasion: America: which scenario, and what players agree on."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.values import Value
from adjudicator.games.invasion_america.scenario_facts import (
    GARRISON,
    SCENARIOS,
    Facts,
    ScenarioName,
    in_campaign,
)

__all__ = ["Options", "Question"]

Question: TypeAlias = Literal["retreat", "displace", "exchange", "advance"]
"""Topics in which seats are asked in mid-phase."""


class Options(Value):
    """What may be changed about the game."""

    scenario: ScenarioName = "one"
    """Chapter 19: the scenario whose order of battle, deployment, replacements, special rules and
    victory conditions are in force."""
    campaign: bool = False
    """19.8: whether an invasion scenario (I to III) is played as a campaign of 60 game-turns."""
    turns: Annotated[int, Field(ge=1, le=60)] | None = None
    """4.3: after how many game-turns the match ends; null: as the scenario says."""
    points: Annotated[int, Field(ge=1, le=999)] | None = None
    """19.16: how many victory points the U.S. and Canada must keep, or, in Scenario VI, the
    aggressors must win; null: as the scenario says."""
    garrison: bool | None = None
    """17.1: whether the Central American Annexation must be garrisoned; null: as the scenario
    says."""
    partisans: bool | None = None
    """17.2: whether all militia are partisans; null: as the scenario says."""
    weather: bool | None = None
    """17.3: whether November to February are weather game-turns; null: as the scenario says."""

    ask: tuple[Question, ...] = ()
    """Ruling 75: topics in which every seat is asked, without standing orders and defaults."""

    @property
    def facts(self) -> Facts:
        """Returns the facts in force."""
        facts = SCENARIOS[self.scenario]
        if self.campaign:
            facts = in_campaign(facts)
        if self.turns is not None:
            facts = facts._replace(turns=self.turns)
        if self.points is not None:
            facts = facts._replace(victory=facts.victory.at(self.points))
        if self.garrison is not None:
            facts = facts._replace(garrison=GARRISON if self.garrison else None)
        if self.partisans is not None:
            facts = facts._replace(partisans=self.partisans)
        if self.weather is not None:
            facts = facts._replace(weather=self.weather)
        return facts
