"""A round of a Swiss: the file for the engine, its pairs, our check; what to relax where none are.

Nothing is relaxed unless the referee says so (tournaments.md 3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.api.problems import Problem, Refused
from adjudicator.tournament.pairing.check import check_pairs, in_order_of_boards, key_of
from adjudicator.tournament.pairing.engine import Engine, EngineFailed, Impossible, failure
from adjudicator.tournament.pairing.relaxing import Relaxation, relaxation_of
from adjudicator.tournament.pairing.trf import Swiss, read_pairs, seeded, written
from adjudicator.tournament.pairing.values import BYE, Pair

__all__ = ["FEWEST", "Paired", "Unpairable", "pair_swiss"]

FEWEST = 12
"""From so many players on a Swiss is better than groups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A round that was paired."""

    pairs: tuple[Pair, ...]
    """In the order of boards (`in_order_of_boards`); a bye is last."""
    trf: str
    """What the engine got."""
    engine: str
    """Its name and version; `adjudicator` where players meet again."""
    relaxed: Relaxation | None = None
    """What the referee let go."""


class Unpairable(Refused):
    """A round has no pairing that keeps the rules."""

    def __init__(self, problem: Problem, relaxation: Relaxation | None) -> None:
        super().__init__([problem])
        self.relaxation = relaxation
        """What the referee may let go, and no more is needed; None: nothing helps."""


def pair_swiss(swiss: Swiss, engine: Engine, *, relax: Relaxation | None = None) -> Paired:
    """Returns the pairs of a round.

    Args:
        relax: what the referee lets go, as `Unpairable.relaxation` offered it.

    Raises:
        ValueError: what an engine's file cannot hold (`written`).
        EngineFailed: the engine is not there, failed, or its pairs break a rule.
        Unpairable: there is no pairing.
    """
    if relax is not None:
        given_up = {key_of(*pair) for pair in relax.apart}
        left = tuple(pair for pair in swiss.apart if key_of(*pair) not in given_up)
        swiss = replace(swiss, apart=left)
    trf = written(swiss, absent=engine.absent_as_entries)
    if relax is not None and relax.again:
        problems = check_pairs(swiss, relax.pairs, again=relax.again)
        if problems:
            raise Refused(problems)
        return Paired(pairs=relax.pairs, trf=trf, engine="adjudicator", relaxed=relax)
    order = [one.id for one in seeded(swiss.entrants)]
    if all(one.absent for one in swiss.entrants):
        return Paired(pairs=(), trf=trf, engine=engine.version(), relaxed=relax)
    absent = [number for number, one in enumerate(seeded(swiss.entrants), 1) if one.absent]
    try:
        answer = engine.pair(trf, round_number=swiss.round, absent=absent)
    except Impossible as error:
        raise _unpairable(swiss) from error
    pairs = _named(answer, order)
    problems = check_pairs(swiss, pairs)
    if problems:
        raise EngineFailed(problems)
    boards = in_order_of_boards(swiss, pairs)
    return Paired(pairs=boards, trf=trf, engine=engine.version(), relaxed=relax)


def _named(answer: str, order: list[str]) -> tuple[Pair, ...]:
    try:
        numbers = read_pairs(answer, len(order))
    except ValueError as error:
        hint = "Name another engine by --engine, or leave it out."
        raise failure(
            "engine-failed", f"the engine's pairs cannot be read: {error}", hint
        ) from error
    return tuple(
        Pair(first=order[white - 1], second=order[black - 1] if black else BYE)
        for white, black in numbers
    )


def _unpairable(swiss: Swiss) -> Exception:
    found = relaxation_of(swiss)
    said = f"round {swiss.round} has no pairing that keeps the rules"
    if found is None:
        hint = "Let somebody sit out, or let somebody else play, and pair again."
        return Unpairable(Problem("no-pairing", said, rule="tournaments 3", hint=hint), None)
    if not found.apart and not found.again:
        hint = "Name another engine by --engine."
        return failure("engine-failed", "the engine finds no pairing, and there is one", hint)
    return Unpairable(
        Problem("no-pairing", said, rule="tournaments 3", hint=found.in_words()), found
    )
