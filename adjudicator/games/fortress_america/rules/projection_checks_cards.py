"""What no card that comes can make legal of a US sheet that is written before them. (Ruling 103)

Cards put US units on the board, destroy invaders or drive them away, and carry units. Each order
is judged against what those that can still come may do for it at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.capabilities import Hopeless
from adjudicator.core.game import SubmittedOrders
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import (
    Airlift,
    CardFacts,
    DestroyUnits,
    DriveAway,
    PlaceUnits,
)
from adjudicator.games.fortress_america.in_force import firing_lasers
from adjudicator.games.fortress_america.rules.card_placing import named_areas
from adjudicator.games.fortress_america.rules.movement import overflow_problem
from adjudicator.games.fortress_america.rules.together import concerned
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    USA,
    Counts,
    State,
    UnitKind,
    shifted,
)
from adjudicator.games.fortress_america.words import article, unit_name, units_text

__all__ = ["check_projected_cards"]


def check_projected_cards(book: Ruleset, state: State, said: SubmittedOrders) -> Iterator[Hopeless]:
    """Yields why orders of the USA behind the draw of its cards can never be carried out."""
    coming = _Coming.of(book, state)
    yield from _declarations(coming, said)
    yield from _Maneuvers.of(coming, said).problems()
    yield from _battles(coming, said)
    yield from _aims(coming, said)
    yield from _second_movement(coming, said)


class _Coming(NamedTuple):
    """What the cards that can still be played in a US turn may do at most."""

    book: Ruleset
    state: State
    number: int
    """How many are played at most."""
    reach: FrozenMap[str, tuple[Counts, ...]]
    """By area, the units that each card may put into it, those with most first."""
    destroys: bool
    """Whether one may destroy invaders or drive them away."""
    drives: bool
    """Whether one may drive invaders away, to where others of them stand or none."""
    lifts: bool
    """Whether one may carry the units of any area to any other."""

    @staticmethod
    def of(book: Ruleset, state: State) -> _Coming:
        """Returns what may come: cards in the hand, and those that can be drawn."""
        due = book.edition.cards_per_turn + state.bonus_cards * book.edition.bonus_cards
        cards = list(state.hand)
        renewed = False
        if book.options.cards == "one-at-a-time":
            renewed = len(state.deck) < due
            cards += [*state.deck, *(state.discards if renewed else ())]
        facts = [book.cards[card] for card in dict.fromkeys(cards)]
        # Where the deck is renewed in mid-turn, a card may come twice.
        more = [one for one in facts for _ in range(due - 1)] if renewed else []
        found: dict[str, list[Counts]] = {}
        for one in (*facts, *more):
            if one.effect(PlaceUnits) is not None and one.where is not None:
                for area in _places(book, one):
                    found.setdefault(area, []).append(_brought(book, one))
        effects = [effect for one in facts for effect in one.effects]
        return _Coming(
            book=book,
            state=state,
            number=due + len(state.hand),
            reach=FrozenMap({area: tuple(counts) for area, counts in found.items()}),
            destroys=any(isinstance(effect, DestroyUnits | DriveAway) for effect in effects),
            drives=any(isinstance(effect, DriveAway) for effect in effects),
            lifts=any(isinstance(effect, Airlift) for effect in effects),
        )

    def most(self, area: str, kind: UnitKind) -> int:
        """Returns how many US units of a kind may stand in a space after the cards."""
        limit = self.book.edition.stack_limit
        there = self.state.units_in(area, USA).get(kind, 0)
        if self.lifts and self.may_be_entered(area):
            return limit
        brought = sorted((counts.get(kind, 0) for counts in self.reach.get(area, ())), reverse=True)
        return min(limit, there + sum(brought[: self.number]))

    def units(self, area: str) -> Counts:
        """Returns the most of each kind that may stand in a space after the cards."""
        counts = {kind: most for kind in KINDS if (most := self.most(area, kind))}
        return FrozenMap(counts)

    def may_be_entered(self, area: str) -> bool:
        """Says whether a card may put or carry units into a space: no invader is in the way, or one
        may be driven out; it is no zone."""
        if self.book.is_closed(self.state, area):
            return False
        return self.state.enemy_in(area, USA) is None or self.destroys

    def may_be_friendly(self, area: str) -> bool:
        """Says whether the USA may hold a space after the cards."""
        if self.book.is_friendly(self.state, USA, area):
            return True
        is_named = self.lifts or area in self.reach or self.book.owner(self.state, area) == USA
        return is_named and self.may_be_entered(area)

    def may_be_empty(self, area: str) -> bool:
        """Says whether no invader may stand in a space after the cards."""
        return self.state.enemy_in(area, USA) is None or self.destroys

    def may_be_occupied(self, area: str) -> bool:
        """Says whether invaders may stand in a space after the cards."""
        is_theirs = self.book.owner(self.state, area) != USA
        return self.state.enemy_in(area, USA) is not None or (self.drives and is_theirs)


def _places(book: Ruleset, card: CardFacts) -> tuple[str, ...]:
    """Returns the areas into which a card may put units, wherever it strikes."""
    assert card.where is not None
    strikes = card.effect(DestroyUnits)
    drives = card.effect(DriveAway)
    targets = () if strikes is None else named_areas(book, strikes.in_)
    if drives is not None:
        targets = (*targets, *named_areas(book, drives.in_, targets))
    return named_areas(book, card.where, targets)


def _brought(book: Ruleset, card: CardFacts) -> Counts:
    """Returns the most units of each kind that a card brings, with those that stand in."""
    counts = card.units
    for kind, other in book.edition.substitutes.items():
        counts = shifted(counts, other, card.units.get(kind, 0))
    return counts


# -- declarations -------------------------------------------------------------------------------


def _declarations(coming: _Coming, said: SubmittedOrders) -> Iterator[Hopeless]:
    """No card gives land of the USA away. (Action 2)"""
    book, state = coming.book, coming.state
    rule = book.cite("action 2")
    before: list[str] = []
    for index, order in concerned(book, state, said, "declare"):
        assert isinstance(order, o.Declare)
        if book.owner(state, order.area) == USA:
            text = f"{order.area} is friendly: only enemy spaces are declared"
            hint = "Leave the order out: friendly spaces are entered without it."
            problem = Problem("friendly-declared", text, ("area",), rule, hint)
        elif order.area in before:
            text = f"{order.area} is declared already"
            problem = Problem("declared-twice", text, ("area",), rule, "Declare each space once.")
        else:
            before.append(order.area)
            if _may_be_in_position(coming, said, order.area):
                continue
            text = f"no unit of usa can be in combat position for {order.area}, whatever cards come"
            hint = f"Move one beside {order.area}, or do not declare it."
            problem = Problem("no-combat-position", text, ("area",), rule, hint)
        yield Hopeless("declare", index, problem)


def _may_be_in_position(coming: _Coming, said: SubmittedOrders, area: str) -> bool:
    """Says whether units may come to stand beside a declared space, over it or in it."""
    if "maneuvers" in said.held:
        return True
    ends = {end for end, _ in _Maneuvers.of(coming, said).arrivals()}
    beside = coming.book.map.neighbours(area)
    return area in ends or any(there in ends or coming.units(there) for there in beside)


def _declared(coming: _Coming, said: SubmittedOrders) -> frozenset[str]:
    """Returns the spaces that the sheet declares; all, where it may still change that."""
    if "declare" in said.held:
        return frozenset(coming.book.map.areas)
    orders = concerned(coming.book, coming.state, said, "declare")
    return frozenset(order.area for _, order in orders if isinstance(order, o.Declare))


# -- the first movement -------------------------------------------------------------------------


class _Maneuvers(NamedTuple):
    """The first movement of a sheet, as it could be at best."""

    coming: _Coming
    declared: frozenset[str]
    moves: tuple[tuple[int, o.Move], ...]

    @staticmethod
    def of(coming: _Coming, said: SubmittedOrders) -> _Maneuvers:
        """Returns the moves of a sheet."""
        moves = concerned(coming.book, coming.state, said, "maneuvers")
        return _Maneuvers(
            coming,
            _declared(coming, said),
            tuple((index, order) for index, order in moves if isinstance(order, o.Move)),
        )

    def problems(self) -> Iterator[Hopeless]:
        """Yields why moves, or all of them together, can never be carried out. (Action 3)"""
        taken: dict[tuple[str, UnitKind], int] = {}
        going: list[o.Move] = []
        for index, order in self.moves:
            found = [*self._check_units(order, taken), *self._check_end(order)]
            yield from (Hopeless("maneuvers", index, problem) for problem in found)
            if found:
                continue
            going.append(order)
            if self._is_certain(order):
                for kind in _kinds(order):
                    group = order.path[0], kind
                    taken[group] = taken.get(group, 0) + order.count
        for area in sorted({order.path[-1] for order in going}):
            count = self._fewest_in(area, going)
            if count > self.coming.book.edition.stack_limit:
                yield Hopeless("maneuvers", None, overflow_problem(self.coming.book, area, count))

    def _check_units(
        self, order: o.Move, taken: Mapping[tuple[str, UnitKind], int]
    ) -> Iterator[Problem]:
        start = order.path[0]
        for kind in _kinds(order):
            most = max(0, self.coming.most(start, kind) - taken.get((start, kind), 0))
            if order.count > most:
                yield _too_many(self.coming.book, "action 3", (start, kind), (most, order.count))

    def _check_end(self, order: o.Move) -> Iterator[Problem]:
        coming, end = self.coming, order.path[-1]
        book = coming.book
        if coming.may_be_friendly(end):
            return
        facts = book.facts(order.unit)
        is_declared = end in self.declared
        barred = book.is_city(end) or book.is_zone(end)
        if facts.lands and is_declared and not barred and coming.may_be_empty(end):
            return
        if facts.bombs and is_declared and coming.may_be_occupied(end):
            return
        if (facts.lands or facts.bombs) and not is_declared:
            text = f"{end} is enemy land that the sheet does not declare"
            hint = f'Declare it, with {{"order": "declare", "area": "{end}"}} under "declare".'
        else:
            text = f"{article(order.unit)} cannot end in {end}, whatever cards come"
            hint = "End in a friendly space."
        path = ("path", len(order.path) - 1)
        yield Problem("not-friendly", text, path, book.cite("action 3, ruling 103"), hint)

    def _is_certain(self, order: o.Move) -> bool:
        """Says whether a move is carried out with all units that are left, whatever cards come."""
        book, state = self.coming.book, self.coming.state
        return (
            book.is_friendly(state, USA, order.path[-1])
            and (order.at_least or 1) == 1
            and order.with_ is None
        )

    def _fewest_in(self, area: str, going: Sequence[o.Move]) -> int:
        """Returns how many units will stand in a space at the end of the movement at least.

        Cards bring units, and take none away but by the airlift.
        """
        coming = self.coming
        if coming.lifts or not coming.book.is_friendly(coming.state, USA, area):
            return 0
        count = 0
        for kind, there in coming.state.units_in(area, USA).items():
            left = sum(
                order.count for order in going if order.path[0] == area and kind in _kinds(order)
            )
            count += max(0, there - left)
        groups = dict.fromkeys((one.path[0], one.unit) for one in going if one.path[-1] == area)
        for start, kind in groups:
            there = coming.state.units_in(start, USA).get(kind, 0)
            orders = [one for one in going if one.path[0] == start and kind in _kinds(one)]
            entering = [
                one.count for one in orders if one.path[-1] == area and self._is_certain(one)
            ]
            others = sum(one.count for one in orders) - sum(entering)
            count += min(sum(entering), max(0, there - others))
        return count

    def arrivals(self) -> dict[tuple[str, UnitKind], int]:
        """Returns how many units may come into each space, by kind, and be free to go on."""
        found: dict[tuple[str, UnitKind], int] = {}
        for _, order in self.moves:
            for kind in _kinds(order):
                group = order.path[-1], kind
                found[group] = found.get(group, 0) + order.count
        return found


def _kinds(order: o.Move) -> tuple[UnitKind, ...]:
    return (order.unit,) if order.with_ is None else (order.unit, order.with_)


def _too_many(
    book: Ruleset, rule: str, group: tuple[str, UnitKind], numbers: tuple[int, int]
) -> Problem:
    (area, kind), (most, wanted) = group, numbers
    return Problem(
        "too-many-units",
        f"usa has at most {units_text(most, kind)} left to move in {area} whatever cards come, "
        f"not {wanted}",
        ("count",),
        book.cite(f"{rule}, ruling 103"),
        hint=f"Name {most} at most." if most else "Leave the order out.",
    )


# -- attacks and battles ------------------------------------------------------------------------


def _battles(coming: _Coming, said: SubmittedOrders) -> Iterator[Hopeless]:
    """Only what is declared is attacked, once, by units that can be there. (Action 5)"""
    book, state = coming.book, coming.state
    rule = book.cite("action 5, ruling 15")
    declared = _declared(coming, said)
    arrivals = _Maneuvers.of(coming, said).arrivals()
    is_open = "maneuvers" in said.held
    before: list[str] = []
    for index, order in concerned(book, state, said, "attacks"):
        assert isinstance(order, o.Attack)
        if order.area not in declared:
            text = f"{order.area} was not declared"
            hint = f'Add {{"order": "declare", "area": "{order.area}"}} under "declare".'
            yield Hopeless("attacks", index, Problem("not-declared", text, ("area",), rule, hint))
            continue
        if order.area in before:
            text, hint = (
                f"{order.area} has an attack already",
                "Name all its attackers in one order.",
            )
            yield Hopeless("attacks", index, Problem("attacked-twice", text, ("area",), rule, hint))
            continue
        before.append(order.area)
        for space, counts in order.with_.items():
            for kind, count in counts.items():
                most = coming.most(space, kind) + arrivals.get((space, kind), 0)
                if count > most and not is_open:
                    text = (
                        f"{space} has at most {units_text(most, kind)} that can attack "
                        f"{order.area} whatever cards come, not {count}"
                    )
                    problem = Problem("not-in-position", text, ("with", space, kind), rule)
                    yield Hopeless("attacks", index, problem)
    for index, order in concerned(book, state, said, "battles"):
        assert isinstance(order, o.Battles)
        for place, area in enumerate(order.areas):
            if area not in declared:
                text = f"no battle for {area} is to be fought: it was not declared"
                problem = Problem("no-battle", text, ("areas", place), rule)
                yield Hopeless("battles", index, problem)


# -- lasers -------------------------------------------------------------------------------------


def _aims(coming: _Coming, said: SubmittedOrders) -> Iterator[Hopeless]:
    """Each laser fires once, at a space of its own, at what may stand there. (Action 4)"""
    book, state = coming.book, coming.state
    rule = book.cite("action 4")
    lasers = len(firing_lasers(book, state))
    before: list[str] = []
    for index, order in concerned(book, state, said, "lasers"):
        assert isinstance(order, o.Fire)
        enemy = state.enemy_in(order.at, USA)
        there: Counts = FrozenMap() if enemy is None else state.units_in(order.at, enemy)
        if len(before) == lasers:
            text = f"{lasers} laser{'' if lasers == 1 else 's'} may fire, each once"
            problem = Problem("no-laser-left", text, ("order",), rule, "Leave the order out.")
        elif order.at in before:
            text, hint = f"another laser is aimed at {order.at}", "No space is fired at twice."
            problem = Problem("fired-on-already", text, ("at",), rule, hint)
        elif order.unit not in there and not (coming.drives and coming.may_be_occupied(order.at)):
            text = f"no {unit_name(order.unit)} of an invader is in {order.at}, whatever cards come"
            problem = Problem("no-target", text, ("at",), rule, "Aim at a unit that is there.")
        else:
            before.append(order.at)
            continue
        yield Hopeless("lasers", index, problem)


# -- the second movement ------------------------------------------------------------------------


def _second_movement(coming: _Coming, said: SubmittedOrders) -> Iterator[Hopeless]:
    """Units go into declared or friendly land, as many as can be there. (Action 6)"""
    book, state = coming.book, coming.state
    declared = _declared(coming, said)
    arrivals = _Maneuvers.of(coming, said).arrivals()
    is_open = "maneuvers" in said.held
    rule = book.cite("action 6, ruling 103")
    for index, order in concerned(book, state, said, "invasion"):
        assert isinstance(order, o.Move)
        start, end = order.path[0], order.path[-1]
        most = coming.most(start, order.unit) + arrivals.get((start, order.unit), 0)
        if order.count > most and not is_open:
            problem = _too_many(book, "action 6", (start, order.unit), (most, order.count))
            yield Hopeless("invasion", index, problem)
        if not coming.may_be_friendly(end) and (end not in declared or book.is_closed(state, end)):
            text = f"{end} is not declared: enemy land is entered only when it was"
            path = ("path", len(order.path) - 1)
            yield Hopeless("invasion", index, Problem("not-open", text, path, rule))
        if order.if_won is not None and order.if_won not in declared:
            text = f"{order.if_won} is not declared: nothing is won there"
            hint = "Name a space that you attack."
            yield Hopeless("invasion", index, Problem("not-won", text, ("if_won",), rule, hint))
