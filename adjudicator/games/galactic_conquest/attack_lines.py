"""One attack of a report while it is being written: where from, where to, every die, how it ended.

An attack is what is fought from one planet against one other until the planet is captured or the
attack stops. (Step 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.report import Die, Line
from adjudicator.games.galactic_conquest.events import BattleFought, InvasionStopped, PlanetTaken
from adjudicator.games.galactic_conquest.narrator import StarNarrator

__all__ = ["Attack"]


class Attack:
    """One attack: who, from where, against whom, and its battles so far."""

    def __init__(
        self,
        narrator: StarNarrator,
        owners: Mapping[str, str],
        troops: Mapping[str, int],
        way: tuple[str, str],
    ) -> None:
        self._narrator, self.way = narrator, way
        self._troops = [troops[planet] for planet in way]
        self._begun = tuple(self._troops)
        self._names = tuple(narrator.name(owners[planet]) for planet in way)
        self._lost = [0, 0]
        self._battles = 0
        self._dice: list[Line] = []
        self._ended = ""

    def fight(self, event: BattleFought) -> None:
        """Tells a battle: the dice of both, who won which pair."""
        self._battles += 1
        narrator = self._narrator
        attack, defence = self._results(event.attack, event.defence)
        here, there = self._troops
        seat, defender = self._names
        self._dice.append(
            narrator.line("battle", dice=attack, label=f"{event.label}/attacker",
                          number=self._battles, here=here, there=there, seat=seat)
        )  # fmt: skip
        self._dice.append(
            narrator.line("battle-defender", dice=defence, label=f"{event.label}/defender",
                          seat=defender)
        )  # fmt: skip
        for side, lost in enumerate((event.attackers_lost, event.defenders_lost)):
            self._lost[side] += lost
            self._troops[side] -= lost

    def capture(self, event: PlanetTaken) -> None:
        """Tells how many moved in."""
        say, moved = self._narrator.say, event.moved
        self._ended = say("captured", count=moved)
        if event.wanted is not None:
            why = say("captured-all-fought")
            if moved < event.wanted:
                why = say("captured-one-stays", place=self._narrator.place(event.origin))
            self._ended = say("captured-otherwise", count=moved, wanted=event.wanted, why=why)

    def stop(self, event: InvasionStopped) -> None:
        """Tells why it stopped."""
        say, reason = self._narrator.say, event.reason
        if not self._battles:
            self._ended = say("no-battle", why=say(f"not-begun-{reason}"))
        elif reason == "one-battle":
            self._ended = say("stopped-one-battle")
        elif reason == "conceded":
            self._ended = say("stopped-conceded", seat=self._names[0])
        else:
            troops, place = self._troops[0], self._narrator.place(event.origin)
            left = say("troops-left", troops=self._narrator.troops(troops), place=place)
            self._ended = say(f"stopped-with-{reason}", left=left)

    def line(self) -> Line:
        """Returns the attack in a sentence or two, its dice folded under it."""
        narrator = self._narrator
        origin, target = (narrator.place(planet) for planet in self.way)
        here, there = map(narrator.troops, self._begun)
        seat, defender = self._names
        what = narrator.say("attack", seat=seat, target=target, defender=defender, there=there,
                            origin=origin, here=here)  # fmt: skip
        ended = self._ended or narrator.say("attack-goes-on")
        if not self._battles:
            return narrator.line("attack-ended", what=what, ended=ended)
        lost, fell = (number or narrator.say("none") for number in self._lost)
        dice = narrator.line("the-dice", lines=self._dice)._replace(folded=True)
        return narrator.line("attack-fought", lines=(dice,), what=what, count=self._battles,
                             seat=seat, lost=lost, defender=defender, fell=fell,
                             ended=ended)  # fmt: skip

    def _results(
        self, attack: Sequence[int], defence: Sequence[int]
    ) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
        """Returns the dice of both as they fell, each that was compared with what came of it.

        Highest against highest, second against second; ties cost the attacker. (Step 4, ruling 1)
        """
        results: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
        for mine, yours in zip(_ranked(attack), _ranked(defence), strict=False):
            won = attack[mine] > defence[yours]
            results[0][mine], results[1][yours] = won, not won
        return self._told(attack, results[0]), self._told(defence, results[1])

    def _told(self, dice: Sequence[int], results: Mapping[int, bool]) -> tuple[Die, ...]:
        say = self._narrator.say
        words = {True: say("die-wins"), False: say("die-loses"), None: ""}
        return tuple(
            Die(value=value, result=words[results.get(at)], counts=results.get(at, False))
            for at, value in enumerate(dice)
        )


def _ranked(dice: Sequence[int]) -> list[int]:
    """Returns the places of dice, the highest first."""
    return sorted(range(len(dice)), key=lambda at: -dice[at])
