"""Battles to the end: the chances of all that can come about.

Every roll costs at least one troop. So a state of `own` attackers that may fight against `enemy`
defenders is counted over the unit of the table to the power of the troops lost, or still to be
lost: one denominator for all that ends, and nothing is reduced on the way.
"""

from __future__ import annotations

from adjudicator.odds.rolls import RollTable

__all__ = ["capture_chances"]


def capture_chances(table: RollTable, own: int, enemy: int) -> list[list[int]]:
    """Returns by attackers and defenders, up to these, the chance to capture if all is fought out.

    The number for `n` against `m` counts in parts of `table.unit ** (n + m)`.
    """
    unit = table.unit
    powers = [unit**lost for lost in range(own + enemy + 1)]
    chances = [[0] * (enemy + 1) for _ in range(own + 1)]
    for here in range(own + 1):
        row = chances[here]
        row[0] = powers[here]
        if not here:
            continue
        steps = _steps(table, here)
        for there in range(1, enemy + 1):
            chance = 0
            for lost, fallen, ways in steps[min(there, table.most_enemy)]:
                chance += chances[here - lost][there - fallen] * ways
            row[there] = chance
    return chances


def _steps(table: RollTable, own: int) -> list[tuple[tuple[int, int, int], ...]]:
    """By defenders that fight: losses of a roll, and its ways in parts of the unit per troop."""
    unit = table.unit
    steps: list[tuple[tuple[int, int, int], ...]] = [()]
    for enemy in range(1, table.most_enemy + 1):
        roll = table.at(own, enemy)
        part = unit // roll.ways
        steps.append(
            tuple(
                (lost, fallen, ways * part * unit ** (lost + fallen - 1))
                for lost, fallen, ways in roll.outcomes
            )
        )
    return steps
