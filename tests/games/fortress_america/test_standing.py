"""Standing orders and examples: all are legal; the defaults written out change nothing."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from adjudicator.core.dry_run import dry_run
from adjudicator.core.examples import example_orders
from adjudicator.core.game import QuestionAnswered
from adjudicator.core.referee import Save, first_save
from adjudicator.core.sheet import as_written, tag_of
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.orders import STANDING, TOPICS
from adjudicator.games.fortress_america.state import State
from tests.core.no_decks import NoDecks
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import SEATS, TWO, opened, play, sheet, start


class LabelDice(NoDecks):
    """Dice that depend on their label and a seed alone."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        found = (sha256(f"{self._seed}/{label}/{k}".encode()).digest() for k in range(count))
        return tuple(int.from_bytes(one[:8], "big") % sides + 1 for one in found)


def save_at(state: State) -> Save:
    """Returns the save of a match that stands at the beginning of a player-turn."""
    return Save(checkpoint=state.to_json(), turn=None, begun=False, position=state.to_json())


def random_positions(rules: FortressAmericaRules, seed: str, turns: int) -> list[State]:
    """Returns the states in which player-turns of a random match begin."""
    found, state, choose, turn = list[State](), rules.start, Chance(seed), None
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        if step.turn != turn:
            turn = step.turn
            found.append(state)
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state
    return found


@pytest.mark.parametrize("seats", [SEATS, TWO], ids=["four", "two"])
@pytest.mark.parametrize("seed", range(2))
def test_every_example_is_legal_in_its_position(seats: Any, seed: int) -> None:
    rules = opened({"units": {}}, seats)
    topics: set[str] = set()
    for state in random_positions(rules, f"examples {seed}", 4):
        step = rules.next_step(state)
        assert step is not None
        for seat in step.seats:
            orders = {
                topic: [as_written(order) for order in listed]
                for topic, listed in example_orders(rules, state, seat).items()
            }
            topics |= {topic for topic, listed in orders.items() if listed}
            standing = [as_written(order) for order in rules.standing_examples(state, seat)]
            one = sheet(seat, orders=orders, standing=standing)
            # Under a standing guard of theirs the battles may be called off: then orders only warn.
            problems = dry_run(rules, save_at(state), {seat: one}, 1, seat=seat).problems
            assert [problem for problem in problems if not problem.warning] == []
    # Nobody is asked what his ones disengage in his own player-turn.
    assert topics >= set(TOPICS) - {"disengage"}


def test_a_seat_has_an_example_of_every_standing_order_that_it_may_give() -> None:
    rules = opened("ready")
    tags = {tag_of(model) for model in STANDING}
    for seat in rules.seats:
        shown = {one.standing for one in rules.standing_examples(rules.start, seat)}
        assert shown == (tags if seat == "usa" else tags - {"lasers"})
        assert {one.standing for one in rules.standing_defaults(seat)} == shown
        for one in (*rules.standing_examples(rules.start, seat), *rules.standing_defaults(seat)):
            assert not list(rules.check_standing(seat, one))


@pytest.mark.parametrize("seed", range(4))
def test_the_defaults_written_out_change_nothing(seed: int) -> None:
    rules = opened("ready")
    for state in random_positions(rules, f"defaults {seed}", 2):
        step = rules.next_step(state)
        assert step is not None
        (seat,) = step.seats
        orders = {
            topic: [as_written(order) for order in listed]
            for topic, listed in example_orders(rules, state, seat).items()
            if topic not in ("targets", "disengage", "retreat", "battles", "lasers")
        }
        runs = []
        for standing in (None, True):
            sheets: dict[str, Any] = {
                one: {"orders": orders if one == seat else {}} for one in rules.seats
            }
            for one in rules.seats if standing else ():
                sheets[one]["standing"] = [as_written(o) for o in rules.standing_defaults(one)]
            done = play(rules, sheets, LabelDice(f"{seed}"), save_at(state))
            runs.append(
                (done.state, [e for e in done.events if not isinstance(e, QuestionAnswered)])
            )
        assert runs[0] == runs[1]


def test_who_may_still_be_asked() -> None:
    rules = opened(start("w2 western infantry 1; portland usa infantry 1"))
    declare = {"declare": [{"order": "declare", "area": "portland"}]}
    ask = [{"standing": "ask", "topics": ["targets", "invasion", "attacks"]}]

    def mails(one: Any, other: Any = None) -> list[tuple[str, str, str]]:
        sheets = {"western": one} | ({} if other is None else {"usa": other})
        found = dry_run(rules, first_save(rules), sheets, 1, seat="western").mails
        return [(stop.seat, stop.topic, stop.why) for stop in found]

    assert mails(sheet("western", orders=declare)) == []
    assert mails(sheet("western", orders=declare, hold=["invasion"])) == [
        ("western", "invasion", "hold")
    ]
    # `attacks` is given; who does not play the turn is asked in answers alone.
    given = declare | {"attacks": []}
    assert mails(sheet("western", orders=given, standing=ask), sheet("usa", standing=ask)) == [
        ("usa", "targets", "standing"),
        ("western", "invasion", "standing"),
        ("western", "targets", "standing"),
    ]
    asking = opened(start("w2 western infantry 1; portland usa infantry 1"), ask=["retreat"])
    one = sheet("western", orders=declare)
    found = dry_run(asking, first_save(asking), {"western": one}, 1, seat="western").mails
    assert {(stop.seat, stop.topic, stop.why) for stop in found} == {
        (seat, "retreat", "option") for seat in rules.seats
    }


PLACES = ("city", "mountain", "oil", "resource", "zone", "western", "plains", "portland", "w5")
KINDS = ("bomber", "helicopter", "hovertank", "mobile-unit", "infantry", "partisan")


def any_standing(choose: Chance, seat: str) -> list[dict[str, Any]]:
    """Returns standing orders of every kind at random."""

    def some(words: tuple[str, ...], least: int = 0) -> list[str]:
        return [choose(words) for _ in range(choose(range(least, 4)))]

    found: list[dict[str, Any]] = []
    for _ in range(2):
        part: dict[str, Any] = choose(
            ({}, {"as": "attacker"}, {"as": "defender"}, {"in": some(PLACES)})
        )
        guard: dict[str, Any] = choose((
            {}, {"at_least": {"chance": "1/3"}}, {"at_least": {"ratio": "3/2"}},
            {"until": {"lost": 1}}, {"until": {"won": 1}},
            {"at_least": {"units": 3, "infantry": 1}},
        ))  # fmt: skip
        aims = [{"in": choose(PLACES)}, {"near": choose(PLACES)}, {"unit": choose(KINDS)}]
        found += [
            {"standing": "targets", "first": some(KINDS, 1), "from": some(PLACES), **part},
            {"standing": "disengage", "first": some(KINDS, 1), "from": some(PLACES), **part},
            {"standing": "retreat", "prefer": some(PLACES), "never": some(PLACES),
             "first": some(KINDS), **part},
            {"standing": "battles", "first": some(PLACES), "in": some(PLACES), **guard},
        ]  # fmt: skip
        if seat == "usa":
            found.append({"standing": "lasers", "at": [choose(aims), choose(aims)]})
    return found


@pytest.mark.parametrize("seed", range(3))
def test_any_standing_orders_lead_to_the_end_of_the_player_turn(seed: int) -> None:
    rules = opened("ready")
    choose = Chance(f"standing {seed}")
    for state in random_positions(rules, f"any {seed}", 3):
        step = rules.next_step(state)
        assert step is not None
        (seat,) = step.seats
        examples = example_orders(rules, state, seat)
        orders = {
            topic: [as_written(order) for order in examples.get(topic, ())]
            for topic in ("reinforcements", "cards", "declare", "maneuvers", "invasion")
        }
        sheets = {
            one: {"orders": orders if one == seat else {}, "standing": any_standing(choose, one)}
            for one in rules.seats
        }
        done = play(rules, sheets, LabelDice(f"{seed}"), save_at(state))
        assert [pending.topic for pending in done.save.pending] in (["orders"], [])
