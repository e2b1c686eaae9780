"""Examples of orders, asked of the toy game's rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.core.examples import MOST, example_orders
from adjudicator.core.game import Ask, Choose, Order, Step, Table
from adjudicator.core.problem import Problem
from tests.core.toy import (
    TOY,
    Bid,
    March,
    MarchEnded,
    Toy,
    ToyOptions,
    ToyRules,
    ToyStart,
)


class Marching(ToyRules):
    """The toy with one step of its own: both seats march, and red may be asked something."""

    def __init__(self, *, wanted: int = 2, drafted: int = 0, asks: bool = False) -> None:
        super().__init__(TOY, ToyStart(), ToyOptions())
        self.wanted, self.drafted, self.asks = wanted, drafted, asks
        self.marched: list[March] = []

    def next_step(self, state: Toy) -> Step[Toy] | None:
        if state.phase != "bid":
            return None
        return Step("turn-1/march", "turn-1", ("blue", "red"), ("march", "bids"), self.go)

    def go(self, table: Table[Toy]) -> None:
        assert table.draw("turn-1/first", ("blue", "red")) == "blue"
        for seat in ("blue", "red"):
            self.marched = []
            while (order := table.next(self.question(seat))) is not None:
                self.marched.append(order)
        if self.asks:
            table.ask(Ask(label="bid", topic="bids", seat="red", expects=Bid, prompt="", rule="",
                          check=lambda order: ()))  # fmt: skip
        table.record(MarchEnded())

    def question(self, seat: str) -> Ask[March]:
        """So many orders are wanted; no champion may march."""

        def check(order: March) -> Iterable[Problem]:
            if order.unit == "champion":
                yield Problem("no-champion", "no champion marches")

        def close() -> Iterable[Problem]:
            if len(self.marched) < self.wanted:
                yield Problem("too-few-marched", "more must march")

        def sample(choose: Choose) -> March | None:
            unit = choose((None, "champion", "soldier"))
            return None if unit is None else march(unit, choose(range(1, 4)))

        return Ask(label="march", topic="march", seat=seat, expects=March, prompt="", rule="",
                   check=check, sample=sample, check_complete=close)  # fmt: skip

    def draft(self, view: Toy, seat: str, topic: str) -> tuple[Order, ...]:
        return (march("soldier", 1),) * self.drafted


def march(unit: str, count: int) -> March:
    return March(order="march", unit=unit, count=count)


def found(rules: ToyRules, seat: str = "blue") -> dict[str, tuple[Order, ...]]:
    return example_orders(rules, rules.start, seat)


def test_a_topic_has_as_many_orders_as_it_needs() -> None:
    """All rather than a part, something rather than nothing, and nothing illegal."""
    assert found(Marching()) == {"march": (march("soldier", 3),) * 2}
    assert found(Marching(wanted=0)) == {"march": (march("soldier", 3),)}
    assert found(Marching(), "nobody") == {}


def test_a_topic_that_cannot_be_whole_ends() -> None:
    assert len(found(Marching(wanted=MOST + 1))["march"]) == MOST


def test_a_draft_is_the_example() -> None:
    assert found(Marching(drafted=3)) == {"march": (march("soldier", 1),) * 3}


def test_the_examples_end_where_the_seat_alone_can_answer() -> None:
    assert found(Marching(asks=True)) == {"march": (march("soldier", 3),) * 2}


def test_answers_are_examples_too() -> None:
    """Bids are asked of both at once; nobody can be made to march without a sample."""
    rules: Any = ToyRules(TOY, ToyStart(), ToyOptions())
    assert found(rules) == {"bids": (Bid(order="bid", gold=0),)}
    over = rules.start.model_copy(update={"phase": "over"})
    assert example_orders(rules, over, "blue") == {}
