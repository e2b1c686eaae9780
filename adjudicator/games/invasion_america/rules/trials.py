"""What the sides threw dice for: the die of each attack, and the strengths of untried units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm

from adjudicator.core.game import Event
from adjudicator.core.trials import Trial
from adjudicator.games.invasion_america.combat_events import AttackMade, AttackResolved
from adjudicator.games.invasion_america.events import UnitRevealed
from adjudicator.games.invasion_america.rules.attack_projection import strength_chances
from adjudicator.games.invasion_america.rules.evolve import evolve
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, mix_of, side_of
from adjudicator.games.invasion_america.tables import DIE

__all__ = ["trials"]


def trials(book: Ruleset, before: State, events: Sequence[Event]) -> Iterator[Trial]:
    """Yields the die of each attack twice, for both sides, and each reveal for its owner.

    In every column a low die is good for the attacker. (13.9) A reveal has the chances that the
    urns gave it then.
    """
    state, label = before, ""
    for event in events:
        match event:
            case AttackMade():
                label = event.label
            case AttackResolved():
                yield from _die(event)
            case UnitRevealed():
                yield _reveal(state, event, f"{label}/reveal/{event.unit}/1")
        state = evolve(book, state, event)


def _die(event: AttackResolved) -> Iterator[Trial]:
    whole = Trial(
        label=f"{event.label}/die",
        side=event.side,
        role="attacking",
        kind=event.odds.replace("-", " to "),
        counts="pips of the die",
        wants="fewer",
        chances=tuple((face, 1) for face in range(1, len(DIE) + 1)),
        came=(event.die,),
    )
    yield whole
    for side in dict.fromkeys(side_of(name) for name in event.defenders):
        yield whole._replace(side=side, role="defending", wants="more")


def _reveal(state: State, event: UnitRevealed, label: str) -> Trial:
    """A reveal that passes several urns is several rolls; it is named by the first."""
    mix = mix_of(event.unit)
    urn = state.units[event.unit].urn
    assert urn is not None, "only untried units are revealed"
    chances = strength_chances(state.urns[mix], urn)
    scale = lcm(*(chance.denominator for chance in chances.values()))
    return Trial(
        label=label,
        side=side_of(event.unit),
        role="revealing",
        kind=mix,
        counts="strength points",
        wants="more",
        chances=tuple((strength, int(chance * scale)) for strength, chance in chances.items()),
        came=(event.strength,),
    )
