"""What the player attacks and enters: declarations, the first movement, who fights where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.player.assessment import FAR, Assessment
from adjudicator.games.fortress_america.player.estimate import estimated
from adjudicator.games.fortress_america.player.ledger import Candidate, Ledger
from adjudicator.games.fortress_america.rules.declare import combat_position
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    CLASSES,
    USA,
    State,
    UnitClass,
    UnitKind,
    total_of,
)

__all__ = ["planned_attacks", "planned_declarations", "planned_maneuvers"]

WELL_WON = 800
"""Thousandths of a chance at which no more units are sent."""
RISKED = 14
"""The most that a helicopter's landing among enemies may cost."""
LOSSES_COUNT = 800
"""Thousandths of their worth at which an invader's losses count."""
USA_LOSSES_COUNT = 500
"""The same for the USA, whose units come back by card."""
USA_GAINS_COUNT = 1400
"""Thousandths of their worth at which invaders count that the USA destroys: they never return."""


class _Assault(NamedTuple):
    """An attack that could be made."""

    score: int
    target: str
    chosen: tuple[Candidate, ...]


def planned_declarations(book: Ruleset, state: State) -> list[o.Declare]:
    """Returns what to declare: what is attacked, and all empty enemy land beside own units."""
    ledger = _planned(book, state)
    assessment = ledger.assessment
    beside = ledger.beside()
    empty = [
        area for area in assessment.open_targets() if area in beside or area in ledger.standing
    ]
    return [o.Declare(order="declare", area=area) for area in (*ledger.attacks, *empty)]


def planned_maneuvers(book: Ruleset, state: State) -> list[o.Move]:
    """Returns the moves before the battles."""
    return _planned(book, state).move_orders()


def planned_attacks(book: Ruleset, state: State) -> list[o.Attack]:
    """Returns who attacks what; everybody in position takes part somewhere."""
    assessment = Assessment(book, state, state.side)
    targets = [area for area in state.declared if assessment.enemies_in(area)]
    ledger = Ledger.of(assessment)
    free: dict[str, dict[UnitKind, int]] = {}
    for target in targets:
        for space, counts in combat_position(book, state, target).items():
            if space != target:
                free[space] = dict(counts)
    ledger.free = free
    over = {target: state.bombing.get(target, 0) for target in targets}
    ledger.attacks = {
        target: {target: {"bomber": count}} for target, count in over.items() if count
    }
    for target in sorted(targets, key=lambda area: (-assessment.prize(area), area)):
        _join(ledger, target)
    _join_the_rest(ledger, targets)
    return [
        o.Attack.model_validate({"order": "attack", "area": target, "with": force})
        for target in sorted(ledger.attacks, key=lambda area: (-assessment.prize(area), area))
        if (force := _without_zeros(ledger.attacks[target]))
    ]


def _without_zeros(
    force: dict[str, dict[UnitKind, int]],
) -> dict[str, dict[UnitKind, int]]:
    return {space: counts for space, counts in force.items() if any(counts.values())}


def _join(ledger: Ledger, target: str) -> None:
    """Adds units in place to an attack until it is likely to succeed."""
    assessment = ledger.assessment
    enemies = assessment.enemies_in(target)
    for candidate in _ranked(assessment, target, _in_place(ledger, target)):
        counts = _counts(ledger.attacks.get(target, {}))
        if counts and estimated(assessment.book, target, counts, enemies).won >= WELL_WON:
            return
        ledger.commit(target, [candidate])


def _join_the_rest(ledger: Ledger, targets: Sequence[str]) -> None:
    """Gives every unit that is still free to the attack that gains most by it: more attackers
    lose no more."""
    assessment = ledger.assessment
    for kind, space in list(ledger.free_units()):
        best: tuple[int, str] | None = None
        for target in targets:
            if assessment.book.map.are_adjacent(space, target):
                counts = _counts(ledger.attacks.get(target, {}))
                enemies = assessment.enemies_in(target)
                more = counts | {kind: counts.get(kind, 0) + 1}
                before = estimated(assessment.book, target, counts, enemies).won if counts else 0
                gain = estimated(assessment.book, target, more, enemies).won - before
                if best is None or gain > best[0]:
                    best = gain, target
        if best is not None:
            ledger.commit(best[1], [Candidate(kind, space, space)])


def _in_place(ledger: Ledger, target: str) -> list[Candidate]:
    neighbours = ledger.assessment.book.map.neighbours(target)
    return [
        Candidate(kind, space, space) for kind, space in ledger.free_units() if space in neighbours
    ]


def _counts(force: dict[str, dict[UnitKind, int]]) -> dict[UnitKind, int]:
    counts: dict[UnitKind, int] = {}
    for group in force.values():
        for kind, count in group.items():
            counts[kind] = counts.get(kind, 0) + count
    return counts


# -- the plan of a player-turn --------------------------------------------------------------------


def _planned(book: Ruleset, state: State) -> Ledger:
    """Plans attacks, the best first, while one pays; then moves who is free up to the front."""
    assessment = Assessment(book, state, state.side)
    ledger = Ledger.of(assessment)
    waiting = [_best_assault(ledger, target) for target in assessment.held_targets()]
    while waiting:
        waiting.sort(key=lambda assault: (-assault.score, assault.target))
        first = waiting.pop(0)
        if first.score <= 0:
            break
        # Since it was found, others may have taken its units.
        again = _best_assault(ledger, first.target)
        if waiting and again.score < waiting[0].score:
            waiting.append(again)
        elif again.score > 0:
            ledger.commit(again.target, list(again.chosen))
    _land(ledger)
    _move_up(ledger)
    return ledger


def _best_assault(ledger: Ledger, target: str) -> _Assault:
    """Returns the attack on a space with which most is won; a score of 0: none pays."""
    assessment = ledger.assessment
    enemies, prize = assessment.enemies_in(target), assessment.prize(target)
    ranked = _ranked(assessment, target, ledger.candidates(target))
    usa = assessment.side == USA
    losses, gains = (USA_LOSSES_COUNT, USA_GAINS_COUNT) if usa else (LOSSES_COUNT, 1000)
    best = _Assault(0, target, ())
    counts: dict[UnitKind, int] = {}
    for place, candidate in enumerate(ranked, start=1):
        counts[candidate.kind] = counts.get(candidate.kind, 0) + 1
        if place < total_of(enemies):
            continue
        odds = estimated(assessment.book, target, counts, enemies)
        score = (
            odds.won * prize // 1000
            + odds.gained * gains // 1000
            - odds.lost * losses // 1000
            - sum(one.start != one.post for one in ranked[:place])
        )
        if score > best.score and _is_sound(assessment, target, ranked[:place]):
            best = _Assault(score, target, tuple(ranked[:place]))
        if odds.won >= WELL_WON:
            break
    return best


def _is_sound(assessment: Assessment, target: str, chosen: Iterable[Candidate]) -> bool:
    """At most five bombers over a space."""
    over = sum(one.post == target for one in chosen)
    return over <= assessment.book.edition.bombers_over


def _ranked(
    assessment: Assessment, target: str, candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Returns the candidates in the order in which they are sent.

    A city or mountain wants one of each class in turn; other land the strongest first. Those in
    place come before those that must move.
    """
    book = assessment.book

    def strength(one: Candidate) -> tuple[bool, int]:
        return one.start != one.post, -book.facts(one.kind).die

    ordered = sorted(candidates, key=strength)
    if not book.is_hard(target):
        return ordered
    by_class = {
        name: [one for one in ordered if book.facts(one.kind).unit_class == name]
        for name in CLASSES
    }
    turns: tuple[UnitClass, ...] = ("mechanized", "foot", "air")
    dealt: list[Candidate] = []
    while any(by_class.values()):
        names = [name for name in turns if by_class[name]]
        dealt += [by_class[name].pop(0) for name in names]
    return dealt


# -- moving up ------------------------------------------------------------------------------------


def _move_up(ledger: Ledger) -> None:
    """Moves tanks, mobile units and aircraft that are free nearer to what is to be taken."""
    assessment = ledger.assessment
    goals = assessment.goals()
    for kind, start in list(ledger.free_units()):
        facts = assessment.book.facts(kind)
        if not facts.first_move or ledger.spare(start) <= 0:
            continue
        end = ledger.nearer_end(kind, start, facts.first_move, goals)
        if end is not None:
            ledger.move(kind, start, end)
            ledger.ride(kind, start, end)


def _land(ledger: Ledger) -> None:
    """Lands free helicopters in empty enemy land that nobody else can enter, if that pays."""
    assessment = ledger.assessment
    beside = ledger.beside()
    wanted = sorted(
        (area for area in assessment.open_targets() if area not in beside),
        key=lambda area: (-assessment.prize(area), area),
    )
    for area in wanted:
        risk = min(assessment.threat_to(area), RISKED)
        if assessment.book.is_city(area) or assessment.prize(area) <= risk:
            continue
        for kind, start in list(ledger.free_units()):
            facts = assessment.book.facts(kind)
            is_near = assessment.ways(kind, start).get(area, FAR) <= facts.first_move
            if facts.lands and is_near and ledger.spare(start) > 0:
                ledger.move(kind, start, area)
                break
