"""The player's second movement, planned before the dice for what it hopes that they bring."""

from __future__ import annotations

from typing import TypeAlias

from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.player.assessment import FAR, Assessment
from adjudicator.games.fortress_america.player.ledger import Ledger, move_order
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State, UnitKind, groups_of, total_of

__all__ = ["planned_invasion"]

_ENTERING: tuple[UnitKind, ...] = (
    "infantry",
    "partisan",
    "hovertank",
    "mobile-unit",
    "helicopter",
)
"""Who enters land first: those who hold it at the least price."""
_Group: TypeAlias = tuple[UnitKind, str]
"""Units of a kind in a space."""


def planned_invasion(book: Ruleset, state: State) -> list[o.Move]:
    """Returns the moves after the battles.

    Who fought enters what was won; bombers that bombed fly home; empty declared land is entered;
    the others move up.
    """
    assessment = Assessment(book, state, state.side)
    ledger = Ledger.of(assessment)
    for space, count in state.landed.items():
        ledger.free[space]["helicopter"] -= count
    for space, counts in state.disengaged.items():
        for kind, count in counts.items():
            ledger.free[space][kind] -= count
    _bombers_home(ledger)
    targets = sorted(state.attacks, key=lambda area: (-assessment.prize(area), area))
    first = {target: _vanguard(ledger, target) for target in targets}
    then = [order for target in targets for order in _enter_won(ledger, target, first[target])]
    orders = [
        move_order(assessment, (kind, space, target), count)
        for target, named in first.items()
        for (kind, space), count in named.items()
    ]
    _enter_empty(ledger)
    _move_up(ledger)
    return [*orders, *then, *ledger.move_orders()]


def _bombers_home(ledger: Ledger) -> None:
    """Bombers over enemies fly to the friendly space with most own units that has room."""
    assessment = ledger.assessment
    for area, count in assessment.state.bombing.items():
        reach = assessment.book.facts("bomber").second_move
        for _ in range(min(count, ledger.free[area].get("bomber", 0))):
            homes = [
                end
                for end, steps in assessment.ways("bomber", area).items()
                if 0 < steps <= reach and assessment.is_mine(end) and ledger.room(end) > 0
            ]
            if homes:
                home = min(homes, key=lambda end: (_danger(assessment, end), ledger.room(end), end))
                ledger.move("bomber", area, home)


def _danger(assessment: Assessment, area: str) -> int:
    """Returns how much more could attack a space than stands in it, none in steps."""
    return assessment.threat_to(area) // 40


def _vanguard(ledger: Ledger, target: str) -> dict[_Group, int]:
    """Names one unit of each group that may have to enter a city, until one is sure to be left.

    Each defender destroys one attacker at most, or puts it out of action; in a space that attacks
    several targets the others' defenders count, too. Of a group any unit that is left goes.
    """
    assessment = ledger.assessment
    force = assessment.state.attacks[target]
    enemies = total_of(assessment.enemies_in(target))
    if not _can_be_won(assessment, target) or not assessment.book.is_city(target):
        return {}
    groups = [
        (kind, space)
        for kind in _ENTERING
        for space in force
        if space != target and min(force[space].get(kind, 0), ledger.free[space].get(kind, 0)) > 0
    ]
    named: dict[_Group, int] = {}
    sure, shots = 0, {target: enemies}
    for kind, space in sorted(
        groups, key=lambda group: (len(_battles_of(assessment, group)), ledger.spare(group[1]) <= 0)
    ):
        sure += ledger.free[space][kind]
        for battle in _battles_of(assessment, (kind, space)):
            shots[battle] = total_of(assessment.enemies_in(battle))
        ledger.free[space][kind] -= 1
        named[kind, space] = 1
        if sure > sum(shots.values()):
            break
    return named


def _battles_of(assessment: Assessment, group: _Group) -> list[str]:
    """Returns the battles in which units of a group fight."""
    kind, space = group
    return [
        target
        for target, force in assessment.state.attacks.items()
        if force.get(space, FrozenMap()).get(kind)
    ]


def _can_be_won(assessment: Assessment, target: str) -> bool:
    """Says whether dice can open a space, so that somebody enters it."""
    attackers = groups_of(assessment.state.attacks[target])
    is_enough = total_of(attackers) >= total_of(assessment.enemies_in(target))
    is_closed = assessment.book.is_closed(assessment.state, target)
    return is_enough and not is_closed and set(attackers) != {"bomber"}


def _enter_won(ledger: Ledger, target: str, named: dict[_Group, int]) -> list[o.Move]:
    """Those who fight beside a space go in if it is won, foot units first.

    More are named than find room where some may fall; what is too many is taken back.

    Args:
        named: those who are to enter it before all others; where no other target wants units of
            their group, the others go with them.
    """
    assessment = ledger.assessment
    if not _can_be_won(assessment, target):
        return []
    more: list[o.Move] = []
    may_fall = min(2, total_of(assessment.enemies_in(target)))
    limit = assessment.book.edition.stack_limit + may_fall - sum(named.values())
    for kind in _ENTERING:
        for space, counts in assessment.state.attacks[target].items():
            taken = named.get((kind, space), 0)
            count = min(counts.get(kind, 0) - taken, ledger.free[space].get(kind, 0), limit)
            count = min(count, max(0, ledger.spare(space) - taken))
            if space == target or count <= 0:
                continue
            limit -= count
            ledger.free[space][kind] -= count
            if taken and len(_battles_of(assessment, (kind, space))) == 1:
                named[kind, space] += count
            else:
                more.append(move_order(assessment, (kind, space, target), count))
    return more if more or named else _one_entering(ledger, target)


def _one_entering(ledger: Ledger, target: str) -> list[o.Move]:
    """Where garrisons would hold all back, one unit goes in from the post with most of them."""
    assessment = ledger.assessment
    posts = assessment.state.attacks[target]
    fewest = 1 if assessment.state.last_round else 2
    for post in sorted(posts, key=lambda space: (-sum(ledger.standing[space].values()), space)):
        if post == target or sum(ledger.standing[post].values()) < fewest:
            continue
        for kind in _ENTERING:
            if min(posts[post].get(kind, 0), ledger.free[post].get(kind, 0)):
                ledger.free[post][kind] -= 1
                return [move_order(assessment, (kind, post, target), 1)]
    return []


def _enter_empty(ledger: Ledger) -> None:
    """One unit goes into each empty declared area: a free one, else one that fights elsewhere."""
    assessment = ledger.assessment
    empty = [
        area
        for area in assessment.state.declared
        if assessment.book.is_open(assessment.state, assessment.side, area)
    ]
    for area in sorted(empty, key=lambda area: (-assessment.prize(area), area)):
        if area in assessment.state.landed:
            continue
        for kind in _ENTERING:
            starts = [
                space
                for space, counts in ledger.free.items()
                if counts.get(kind)
                and ledger.spare(space) > 0
                and 0
                < assessment.ways(kind, space).get(area, FAR)
                <= assessment.book.facts(kind).second_move
            ]
            if starts:
                start = min(starts, key=lambda space: (_fights(assessment, space), space))
                ledger.move(kind, start, area)
                break


def _fights(assessment: Assessment, space: str) -> bool:
    return any(space in force for force in assessment.state.attacks.values())


def _move_up(ledger: Ledger) -> None:
    """Who is free moves nearer to what is to be taken, as far as there is room."""
    assessment = ledger.assessment
    goals = assessment.goals()
    for kind, start in list(ledger.free_units()):
        if (
            ledger.spare(start) <= 0
            or start in assessment.state.bombing
            or _fights(assessment, start)
        ):
            continue
        end = ledger.nearer_end(kind, start, assessment.book.facts(kind).second_move, goals)
        if end is not None:
            ledger.move(kind, start, end)
