"""Combat by chance: sheets in one go or mail by mail, every die and answer of small battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.game import AnswerUnused, Ask, Event, Order, QuestionAnswered
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.values import canonical
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_events import (
    AttackMade,
    AttackResolved,
    UnitsDisplaced,
    UnitsRetreated,
)
from adjudicator.games.invasion_america.events import UnitEliminated, UnitRevealed
from adjudicator.games.invasion_america.results_table import meaning_of
from adjudicator.games.invasion_america.rules.attack_checks import why_not_attackable
from adjudicator.games.invasion_america.rules.positions import in_zone, stack_at
from adjudicator.games.invasion_america.state import State, mix_of, side_of
from adjudicator.games.invasion_america.tables import DIE
from adjudicator.games.invasion_america.urns import size_of
from tests.games.invasion_america.chance import Chance, LeanTable, RandomTable
from tests.games.invasion_america.playing import GAME, opened, sheet, units

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
ASKED = ["retreat", "displace", "exchange", "advance"]

FRONTS = {
    "a line": "esc armour s2624; esc 2 infantry s2725; esc cas s2622; us 2 infantry s2625; "
    "us armour s2726; us militia s2626; us militia s2627; us rail s2625; us cas s2627",
    "crowded": "esc 3 armour s2624; esc 3 mechanised s2725; esc 2 infantry s2525; us 2 infantry "
    "s2625; us infantry s2626; us infantry s2726; us infantry s2526; us infantry s2627; us armour "
    "s2727; us armour s2527; us 2 militia s2628; us mechanised s2728; us mechanised s2528",
    "a coast": "esc amphibious s2233 [infantry 2, hovercraft 1]; esc carrier s2232; esc 2 infantry "
    "s2433; us infantry s2333; us militia s2333; us armour s2432; us cas s2432; esc supply s2230",
    "by the U.S.": "us 2 armour s2432; us cas s2432; us armour s2434; us lrb s2830; us 2 militia "
    "s2433; esc 2 infantry s2333; esc transport s2332 [infantry 2]; esc supply s2332; "
    "esc cas s2334",
}
"""Positions in which the first force fights; in the last one the U.S. does."""


def front(name: str, **options: Any) -> InvasionAmericaRules:
    """Returns rules at the beginning of a player-turn on a front."""
    side = "us" if name == "by the U.S." else "esc"
    return opened({"side": side, "units": units(FRONTS[name])}, garrison=False, **options)


def in_combat(rules: InvasionAmericaRules) -> State:
    """Returns the position when the combat phase begins, if nobody has moved."""
    return rules.start.model_copy(update={"phase": "combat"})


class WritingTable(RandomTable):
    """Writes down orders and answers by seat, and dice by label."""

    def __init__(self, rules: InvasionAmericaRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.given: dict[str, dict[str, Any]] = {}
        self.orders: dict[str, dict[str, list[Any]]] = {}
        self.dice: dict[str, tuple[int, ...]] = {}

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        order = super().ask(question)
        self.given.setdefault(question.seat, {})[question.label] = order.to_json()
        return order

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal attack, or where a ship sails; of other topics none."""
        order = super().next(question) if question.topic in ("combat", "naval") else None
        if order is not None:
            queue = self.orders.setdefault(question.seat, {}).setdefault(question.topic, [])
            queue.append(order.to_json())
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice."""
        self.dice[label] = super().roll(label, count=count, sides=sides)
        return self.dice[label]


def by_chance(rules: InvasionAmericaRules, seed: str) -> WritingTable:
    """Plays one player-turn by chance, in which nobody moves but ships, and units in combat."""
    table, step = WritingTable(rules, rules.start, Chance(seed)), rules.next_step(rules.start)
    turn = None if step is None else step.turn
    while step is not None and step.turn == turn:
        step.run(table)
        step = rules.next_step(table.state)
    return table


def told(events: Sequence[Event]) -> list[Event]:
    """Leaves out by which way the same answer came."""
    return [event for event in events if not isinstance(event, AnswerUnused | QuestionAnswered)]


def sent(
    rules: InvasionAmericaRules, written: WritingTable, *, at_once: bool
) -> tuple[list[Event], int]:
    """Sends a turn to the referee, at once or with one mail for each question."""
    dice = ScriptedDice(written.dice, {})
    save: Save = first_save(rules)
    step = rules.next_step(rules.start)
    assert step is not None
    sheets = {
        seat: sheet(
            seat, 1, orders=written.orders.get(seat, {}),
            answers=written.given.get(seat, {}) if at_once else {},
        )
        for seat in (rules.seats if at_once else step.seats)
    }  # fmt: skip
    events: list[Event] = []
    mails = 0
    while True:
        done = run(rules, save, sheets, 1, dice=dice)
        events += done.events
        save = done.save
        questions = [one for one in save.pending if one.topic in ASKED]
        if not questions:
            assert not dice.unused
            assert canonical(done.state.to_json()) == canonical(written.state.to_json())
            return told(events), mails
        mails += len(questions)
        answers: dict[str, dict[str, Any]] = {}
        for question in questions:
            assert question.seat is not None
            given = written.given[question.seat][question.label]
            answers.setdefault(question.seat, {})[question.label] = given
        sheets = {seat: sheet(seat, 1, answers=labels) for seat, labels in answers.items()}


@pytest.mark.parametrize("name", FRONTS)
def test_the_referee_plays_what_chance_played(name: str) -> None:
    """In one go or stopped at every question, a player-turn goes the same way."""
    mails = 0
    for seed in range(12):
        rules = front(name)
        written = by_chance(rules, f"{name}-{seed}")
        straight, none = sent(rules, written, at_once=True)
        piecemeal, some = sent(front(name, ask=ASKED), written, at_once=False)
        assert none == 0
        assert [one for one in straight if one in piecemeal] == straight
        mails += some
    assert mails > 5, "the questions did stop the match"


# -- all runs of small battles ---------------------------------------------------------------------


class EveryTable(LeanTable):
    """Goes through all dice and all answers of a step, one script at a time."""

    def __init__(self, rules: InvasionAmericaRules, state: State, script: list[int]) -> None:
        super().__init__(rules, state, Chance("unused"))
        self._script, self._place = script, 0
        self.widths: list[int] = []

    def _pick(self, width: int) -> int:
        if self._place == len(self._script):
            self._script.append(0)
        self.widths.append(width)
        self._place += 1
        return self._script[self._place - 1]

    def ask(self, question: Ask[O]) -> O:
        """Returns the answer whose turn it is; where they are not listed, the default."""
        if question.options is None:
            assert question.default is not None
            usual = question.default()
            assert usual is not None
            return usual
        found = list(question.options())
        order = found[self._pick(len(found))]
        assert not any(question.check(order)), question.label
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns the die whose turn it is; of a reveal the lowest, the middle or the highest."""
        if sides == len(DIE):
            return tuple(self._pick(sides) + 1 for _ in range(count))
        return tuple((1, (sides + 1) // 2, sides)[self._pick(3)] for _ in range(count))


class Ordered(EveryTable):
    """The same with orders of one's own."""

    orders: tuple[Order, ...] = ()

    def next(self, question: Ask[O]) -> O | None:
        """Returns the next of the orders."""
        if question.topic != "combat" or not self.orders:
            return None
        order, *rest = self.orders
        self.orders = tuple(rest)
        assert isinstance(order, question.expects)
        problems = list(question.check(order))
        assert not problems, problems
        return order


def all_runs(
    rules: InvasionAmericaRules, orders: tuple[Order, ...], most: int = 3000
) -> Iterator[Ordered]:
    """Yields every run of the combat phase with some attacks, up to so many."""
    script: list[int] = []
    for _ in range(most):
        table = Ordered(rules, in_combat(rules), script)
        table.orders = orders
        step = rules.next_step(table.state)
        assert step is not None
        step.run(table)
        yield table
        while script and script[-1] + 1 == table.widths[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


def attack(units_: Sequence[str], hexes: Sequence[str], **more: Any) -> Order:
    """Returns an attack."""
    document = {"order": "attack", "units": [*units_], "hexes": [*hexes], **more}
    return GAME.topics["combat"][0].model_validate_json(canonical(document))


def written(*rows: tuple[str, str, str, int | None]) -> list[dict[str, Any]]:
    """Returns units of a start position: nation, type, hex, strength."""
    return [
        {"nation": nation, "type": unit_type, "in": hex_}
        | ({} if strength is None else {"strength": strength})
        for nation, unit_type, hex_, strength in rows
    ]


BATTLES: dict[str, tuple[list[dict[str, Any]], list[str], list[str]]] = {
    "even": (
        written(("esc", "armour", "s2624", 8), ("us", "armour", "s2625", 8)),
        ["esc-armour-01"], ["s2625"],
    ),
    "two to one": (
        written(("esc", "armour", "s2624", 8), ("us", "infantry", "s2625", 3),
                ("us", "infantry", "s2626", 3), ("us", "infantry", "s2627", 3)),
        ["esc-armour-01"], ["s2625"],
    ),
    "in a crowd": (
        written(("esc", "armour", "s2624", 8), ("esc", "infantry", "s2825", 2),
                ("esc", "infantry", "s2425", 2), ("us", "infantry", "s2625", 3),
                ("us", "infantry", "s2626", 3), ("us", "infantry", "s2627", 3),
                ("us", "militia", "s2727", 1)),
        ["esc-armour-01"], ["s2625"],
    ),
    "untried": (
        written(("esc", "infantry", "s2624", None), ("us", "militia", "s2625", None),
                ("us", "infantry", "s2625", 2)),
        ["esc-infantry-01"], ["s2625"],
    ),
    "two hexes": (
        written(("esc", "armour", "s2624", 10), ("esc", "infantry", "s2624", 6),
                ("us", "infantry", "s2625", 3), ("us", "infantry", "s2725", 3)),
        ["esc-armour-01", "esc-infantry-01"], ["s2625", "s2725"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BATTLES)
def test_every_run_of_a_small_battle(name: str) -> None:
    """Units are conserved, retreats are as long as they must be and enter no enemy zone."""
    start, attackers, hexes = BATTLES[name]
    rules = opened({"side": "esc", "units": start}, garrison=False)
    results: Counter[str] = Counter()
    runs = 0
    for table in all_runs(rules, (attack(attackers, hexes),)):
        runs += 1
        check_run(rules, table)
        results.update(one.result for one in table.events if isinstance(one, AttackResolved))
    assert runs < 3000, "not all runs were made"
    assert len(results) >= 4


def check_run(rules: InvasionAmericaRules, table: LeanTable) -> None:
    """Checks what holds after any combat phase."""
    conserved(rules, table.state)
    book, state = rules.book, in_combat(rules)
    suffers: bool | None = None
    for event in table.events:
        match event:
            case AttackResolved():
                suffers = meaning_of(event.result).by_attacker
                assert event.attack == sum(one.counted for one in event.attackers.values())
                assert event.defence == sum(one.counted for one in event.defenders.values())
            case UnitsRetreated():
                path = [book.hexes[number] for number in event.path]
                assert len(set(path)) == len(path) > 1
                distances = [book.charts.grid.distance(path[0], hex_) for hex_ in path]
                assert distances == list(range(len(path)))
                assert suffers is None or (event.side == "esc") == suffers
                for hex_ in path[1:]:
                    assert not in_zone(book, state, event.side, hex_)
                if len(path) - 1 == event.obliged:
                    assert not stack_at(book, state, path[-1], event.side), "nobody stacks"
            case UnitsDisplaced():
                ends = book.hexes[event.origin], book.hexes[event.to]
                assert book.charts.grid.distance(*ends) == 1
                assert not stack_at(book, state, ends[1], event.side), "nobody stacks"
        state = rules.evolve(state, event)
    assert not list(rules.check_state(table.state))


def conserved(rules: InvasionAmericaRules, state: State) -> None:
    """Every counter is in play, in the box, or a chit of an urn that a unit or the box awaits."""
    for mix, counters in rules.book.counters.items():
        in_play = sum(mix_of(name) == mix for name in state.units)
        if mix in state.urns:
            in_play += size_of(state.urns[mix].box)
        else:
            in_play += state.destroyed.get(mix, 0)
        assert in_play == counters.made, mix


def test_every_result_of_the_table_comes_about() -> None:
    """By chance, on all fronts; units are conserved and every invariant holds."""
    results: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for name in FRONTS:
        for seed in range(25):
            table = by_chance(front(name), f"all-{name}-{seed}")
            conserved(front(name), table.state)
            results.update(one.result for one in table.events if isinstance(one, AttackResolved))
            reasons.update(one.reason for one in table.events if isinstance(one, UnitEliminated))
    assert len(results) == 10
    assert {"combat", "retreat", "sunk", "no-strength"} <= {*reasons}


def test_all_committed_are_revealed() -> None:
    """18.34: everybody in an attack is known when the die falls, and nobody else becomes so."""
    for name in FRONTS:
        for seed in range(10):
            table = by_chance(front(name), f"known-{name}-{seed}")
            committed: set[str] = set()
            for event in table.events:
                match event:
                    case AttackMade():
                        committed |= {*event.units, *event.defenders}
                    case UnitRevealed():
                        assert event.unit in committed
                    case AttackResolved():
                        fighters = (*event.attackers.values(), *event.defenders.values())
                        assert all(one.printed is not None for one in fighters)


def test_units_that_have_fought_protect_their_hex() -> None:
    """Units in a hex are not attacked separately. (Ruling 77)"""
    rules = opened(
        {"side": "esc", "units": units("esc armour s2624; us 2 infantry s2625")}, garrison=False
    )
    state = in_combat(rules).model_copy(update={"fought": ("us-infantry-02",)})
    found = why_not_attackable(rules.book, state, rules.book.hexes["s2625"], ())
    assert [problem.code for problem in found] == ["attacked-already"]


def test_sides_of_events() -> None:
    """Who attacks is the phasing side, and who defends is not."""
    table = by_chance(front("by the U.S."), "sides")
    made = [event for event in table.events if isinstance(event, AttackMade)]
    assert made
    for event in made:
        assert {side_of(name) for name in event.units} == {"us"}
        assert {side_of(name) for name in event.defenders} == {"esc"}
