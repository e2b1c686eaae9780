"""The player's attacks: who attacks what from where everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.player.assessment import Assessment, defence_of, river_at
from adjudicator.games.invasion_america.results_table import column_of
from adjudicator.games.invasion_america.rules.attack_checks import check_plan, disputing
from adjudicator.games.invasion_america.rules.combat import assaults_due
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import US, State
from adjudicator.games.invasion_america.tables import ODDS, Odds

__all__ = ["planned_attacks"]

_GOOD = 3
"""How many times as strong as the defenders it is enough to be."""
_FEWEST: Odds = "2-1"
_FEWEST_FOR_PRIZES: Odds = "1-1"


def planned_attacks(book: Ruleset, state: State) -> list[o.Attack]:
    """Returns the attacks of the phase, in the order in which they are made."""
    return _Attacks(Assessment(book, state, state.side)).made()


@dataclass(eq=False)
class _Attacks:
    """The attacks planned so far."""

    assessment: Assessment
    orders: list[o.Attack] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def made(self) -> list[o.Attack]:
        """Plans all attacks and returns them."""
        assessment = self.assessment
        self._assaults()
        self._strikes()
        targets = [hex_ for hex_ in assessment.enemies if hex_ in assessment.book.charts.open_land]
        for target in sorted(targets, key=self._lure):
            self._attack(target)
        return self.orders

    def _lure(self, target: Hex) -> tuple[int, int]:
        assessment = self.assessment
        there = sum(assessment.back(unit) for unit in assessment.enemies[target])
        return -4 * assessment.prizes.get(target, 0) - there, target

    def _is_attacked(self, hex_: Hex) -> bool:
        number = self.assessment.book.number_of(hex_)
        return any(number in order.hexes for order in self.orders)

    def _add(self, units: Sequence[str], target: Hex, odds: Odds | None) -> bool:
        """Plans an attack, if the rules allow it."""
        assessment = self.assessment
        order = o.Attack(
            order="attack",
            units=tuple(units),
            hexes=(assessment.book.number_of(target),),
            at_least=odds,
            advance=self._advance(units, target),
        )
        if any(check_plan(assessment.book, assessment.state, self.orders, order)):
            return False
        self.orders.append(order)
        self.used |= {*units}
        return True

    def _advance(self, units: Sequence[str], target: Hex) -> tuple[o.AdvanceTo, ...]:
        """Returns who follows the defenders: not all of those who hold a prize."""
        assessment = self.assessment
        able = [
            unit
            for unit in units
            if assessment.is_land(unit) and assessment.state.units[unit].aboard is None
        ]
        able.sort(key=lambda unit: (-assessment.back(unit), unit))
        is_wanted = target in assessment.prizes or assessment.side != US
        if not able or not is_wanted:
            return ()
        count = 2 if target in assessment.prizes else 1
        leaving = [unit for unit in able if not self._is_needed(unit, units)]
        chosen = leaving[:count]
        return (o.AdvanceTo(units=tuple(chosen), to="target"),) if chosen else ()

    def _is_needed(self, unit: str, units: Sequence[str]) -> bool:
        """Whether a unit is the last one in a place that is to be held."""
        assessment = self.assessment
        hex_ = assessment.own[unit]
        if hex_ not in assessment.holdings and hex_ not in assessment.book.charts.ports:
            return False
        there = assessment.book.occupation(assessment.state).units[hex_]
        return not any(
            name != unit and name in assessment.fighters and name not in units for name in there
        )

    # -- kinds of attacks -----------------------------------------------------------------------

    def _assaults(self) -> None:
        """Ships in hexes with enemies assault them. (15.0)"""
        assessment = self.assessment
        for ship in assaults_due(assessment.book, assessment.state, assessment.side):
            target = assessment.own[ship]
            helpers: list[str] = []
            if not disputing(assessment.book, assessment.state, target):
                helpers = [unit for unit in self._air(target) if unit not in self.used]
            beside = [unit for _, unit in self._beside(target) if unit not in self.used]
            if not self._add([ship, *beside, *helpers], target, None):
                self._add([ship], target, None)

    def _strikes(self) -> None:
        """Bombers and carriers that dispute the air are attacked from the air where they are weak.

        Air units help land units only where nobody disputes the air. (14.5)
        """
        assessment = self.assessment
        for target in assessment.enemies:
            names = assessment.enemies[target]
            if not any(assessment.book.of(name).type in ("lrb", "carrier") for name in names):
                continue
            units = self._air(target)
            land = [unit for _, unit in self._beside(target)]
            attack = sum(assessment.worth(unit) for unit in units + land)
            defence = defence_of(assessment, target, (), from_air=True, by_land=bool(land))
            odds = column_of(assessment.book.charts.tables.combat, attack, defence)
            if units and ODDS.index(odds) >= ODDS.index(_FEWEST):
                self._add(units + land, target, None)

    def _attack(self, target: Hex) -> None:
        """Who stands beside a target attacks it, with air units where that makes good odds."""
        assessment = self.assessment
        if self._is_attacked(target):
            return
        if all(
            assessment.book.of(name).unit_class == "naval" for name in assessment.enemies[target]
        ):
            return
        combat = assessment.book.charts.tables.combat
        fewest = _FEWEST_FOR_PRIZES if target in assessment.prizes else _FEWEST
        beside = self._beside(target)
        units = [unit for _, unit in beside]
        if not units:
            return
        rivers = [river for river, _ in beside]
        attack = sum(map(assessment.worth, units))
        defence = defence_of(assessment, target, rivers)
        odds = column_of(combat, attack, defence)
        if ODDS.index(odds) < ODDS.index("4-1") and not self._disputed(target):
            bombers: list[str] = []
            lighter = defence_of(assessment, target, rivers, from_air=True)
            for unit in self._air(target):
                if attack >= 4 * lighter and bombers:
                    break
                bombers.append(unit)
                attack += assessment.worth(unit)
            if bombers:
                units += bombers
                odds = column_of(combat, attack, lighter)
        if ODDS.index(odds) < ODDS.index(fewest):
            return
        guard = ODDS[max(ODDS.index(odds) - 1, ODDS.index(_FEWEST_FOR_PRIZES))]
        self._add(units, target, guard)

    def _disputed(self, target: Hex) -> bool:
        """Whether enemies dispute the air who are not attacked before. (14.5)"""
        assessment = self.assessment
        return any(
            not self._is_attacked(assessment.book.hexes[assessment.state.units[name].at])
            for name in disputing(assessment.book, assessment.state, target)
        )

    # -- who can --------------------------------------------------------------------------------

    def _beside(self, target: Hex) -> list[tuple[int, str]]:
        """Returns the land units that can attack a hex, with what their hexsides multiply by."""
        assessment = self.assessment
        there = assessment.book.occupation(assessment.state).units
        found: list[tuple[int, str]] = []
        for post in assessment.book.charts.grid.neighbours[target]:
            river = river_at(assessment, post, target)
            if river is None:
                continue
            found += [
                (river, unit)
                for unit in there.get(post, ())
                if unit in assessment.own
                and unit not in self.used
                and unit not in assessment.state.fought
                and assessment.is_land(unit)
                and assessment.state.units[unit].aboard is None
            ]
        return found

    def _air(self, target: Hex) -> list[str]:
        """Returns the air units and carriers that reach a hex, the strongest first."""
        assessment = self.assessment
        distance = assessment.book.charts.grid.distance
        found = [
            unit
            for unit, hex_ in assessment.own.items()
            if assessment.is_air(unit)
            and unit not in self.used
            and unit not in assessment.state.fought
            and hex_ != NOWHERE
            and assessment.state.units[unit].aboard is None
            and distance(hex_, target) <= (assessment.book.of(unit).facts.range or 0)
        ]
        return sorted(found, key=lambda unit: (-assessment.worth(unit), unit))
