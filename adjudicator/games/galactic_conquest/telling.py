"""One attack of a report while it is being written: where from, where to, every die, how it ended.

An attack is what is fought from one planet against one other until the planet is captured or the
attack stops. (Step 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.english import amount, sentence
from adjudicator.core.report import Die, Line
from adjudicator.games.galactic_conquest.events import (
    BattleFought,
    InvasionStopped,
    PlanetTaken,
    StopReason,
)
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.words import place, seat_name, troops_text

__all__ = ["Attack"]

_NOT_BEGUN: Mapping[StopReason, str] = {
    "one-battle": "no battle was ordered",
    "own": "no more troops are there than were to be left",
    "chance": "the chance to capture it is under the one ordered",
    "too-few-troops": "too few troops are there to attack",
    "conceded": "the seat has conceded",
}
"""Why no battle was fought at all."""


class Attack:
    """One attack: who, from where, against whom, and its battles so far."""

    def __init__(
        self,
        book: Ruleset,
        owners: Mapping[str, str],
        troops: Mapping[str, int],
        way: tuple[str, str],
    ) -> None:
        self._book, self.way = book, way
        self._troops = [troops[planet] for planet in way]
        self._begun = tuple(self._troops)
        self._seats = tuple(owners[planet] for planet in way)
        self._lost = [0, 0]
        self._battles = 0
        self._dice: list[Line] = []
        self._ended = ""

    def fight(self, event: BattleFought) -> None:
        """Tells a battle: the dice of both, who won which pair."""
        self._battles += 1
        attack, defence = _dice(event.attack, event.defence)
        here, there = self._troops
        text = f"Battle {self._battles}, {here} against {there}, {self._name(0)}"
        self._dice.append(Line(text=text, dice=attack, label=f"{event.label}/attacker"))
        self._dice.append(
            Line(
                text=sentence(self._name(1)),
                dice=defence,
                label=f"{event.label}/defender",
            )
        )
        for side, lost in enumerate((event.attackers_lost, event.defenders_lost)):
            self._lost[side] += lost
            self._troops[side] -= lost

    def capture(self, event: PlanetTaken) -> None:
        """Tells how many moved in."""
        verb = "moves" if event.moved == 1 else "move"
        self._ended = f"Captured: {troops_text(event.moved)} {verb} in"
        if event.wanted is not None:
            why = "all that fought must"
            if event.moved < event.wanted:
                why = f"one stays on {place(self._book, event.origin)}"
            self._ended += f" ({event.wanted} ordered; {why})"
        self._ended += "."

    def stop(self, event: InvasionStopped) -> None:
        """Tells why it stopped."""
        if not self._battles:
            self._ended = f"No battle: {_NOT_BEGUN[event.reason]}."
            return
        left = f"{troops_text(self._troops[0])} left on {place(self._book, event.origin)}"
        self._ended = {
            "one-battle": "Stopped after one battle, as ordered.",
            "own": f"Stopped with {left}, as ordered.",
            "chance": f"Stopped with {left}: the chance to capture it fell under the one ordered.",
            "too-few-troops": f"Beaten off: {left}, too few to go on.",
            "conceded": f"Broken off: {self._name(0)} has conceded.",
            "called-off": f"Called off with {left}.",
        }[event.reason]

    def line(self) -> Line:
        """Returns the attack in a sentence or two, its dice folded under it."""
        origin, target = (place(self._book, planet) for planet in self.way)
        here, there = self._begun
        what = (
            f"{self._name(0)} attacks {target} ({self._name(1)}, {troops_text(there)}) "
            f"from {origin} ({troops_text(here)})"
        )
        ended = self._ended or "It goes on."
        if not self._battles:
            return Line(text=f"{what}. {ended}")
        lost, fell = (number or "none" for number in self._lost)
        count = amount(self._battles, "battle")
        return Line(
            text=f"{what}: {count}; {self._name(0)} loses {lost}, {self._name(1)} {fell}. {ended}",
            lines=(Line(text="The dice", lines=tuple(self._dice), folded=True),),
        )

    def _name(self, side: int) -> str:
        return seat_name(self._seats[side])


def _dice(attack: Sequence[int], defence: Sequence[int]) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
    """Returns the dice of both as they fell, each that was compared with what came of it.

    Highest against highest, second against second; ties cost the attacker. (Step 4, ruling 1)
    """
    results: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
    for mine, yours in zip(_ranked(attack), _ranked(defence), strict=False):
        won = attack[mine] > defence[yours]
        results[0][mine], results[1][yours] = won, not won
    return _told(attack, results[0]), _told(defence, results[1])


def _ranked(dice: Sequence[int]) -> list[int]:
    """Returns the places of dice, the highest first."""
    return sorted(range(len(dice)), key=lambda at: -dice[at])


def _told(dice: Sequence[int], results: Mapping[int, bool]) -> tuple[Die, ...]:
    words = {True: "wins", False: "loses", None: ""}
    return tuple(
        Die(value=value, result=words[results.get(at)], counts=results.get(at, False))
        for at, value in enumerate(dice)
    )
