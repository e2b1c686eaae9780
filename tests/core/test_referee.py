"""The referee, proved with the toy game: asking, suspending, going on, refusing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.audit.chance import ExternalDice, ScriptedDice
from adjudicator.core.capabilities import Hopeless, LooksAhead
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.game import (
    AnswerUnused,
    Event,
    OrderCut,
    OrderFailed,
    QuestionAnswered,
    SubmittedOrders,
)
from adjudicator.core.problem import Problem, Refused, ReplayDivergence
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.sheet import Sheet
from adjudicator.core.table import DiceRolled, WorkingTable
from adjudicator.core.values import FrozenMap, canonical
from tests.core.toy import BidsOpened, Fell, Marched, Toy, ToyRules
from tests.core.toy_orders import MARCH
from tests.core.toy_referee import bids, go, rules, sheet


def fought(r: ToyRules, **parts: Any) -> tuple[Save, Sheet]:
    """Blue has the initiative; red has one soldier and a champion in the field already."""
    save = first_save(r)
    opened = go(r, save, bids(), 1)
    state = opened.state
    field: FrozenMap[str, int] = FrozenMap({"soldier": 1, "champion": 1})
    host = state.hosts["red"].model_copy(update={"field": field})
    staged = state.model_copy(update={"hosts": state.hosts | {"red": host}})
    save = opened.save.model_copy(
        update={"checkpoint": staged.to_json(), "position": staged.to_json()}
    )
    return save, sheet("blue", 2, **{"orders": MARCH, **parts})


def test_a_match_waits_for_whole_sheets_and_nothing_happens_before() -> None:
    r = rules()
    waiting = go(r, first_save(r), {}, 1)
    assert [(p.topic, p.seat) for p in waiting.save.pending] == [
        ("orders", "blue"),
        ("orders", "red"),
    ]
    assert not waiting.grew
    assert not waiting.save.begun
    one = go(r, first_save(r), {"red": bids()["red"]}, 1)
    assert [p.seat for p in one.save.pending] == ["blue"]
    assert not one.grew


def test_sealed_bids_are_opened_together() -> None:
    r = rules()
    opened = go(r, first_save(r), bids(blue=2, red=3), 1)
    assert opened.events == (
        QuestionAnswered(
            seat="blue", topic="bids", label="turn-1/bid/blue", source="topic", index=0
        ),
        QuestionAnswered(seat="red", topic="bids", label="turn-1/bid/red", source="topic", index=0),
        BidsOpened(bids=FrozenMap({"blue": 2, "red": 3}), mover="red"),
    )
    assert [(p.topic, p.seat, p.label) for p in opened.save.pending] == [
        ("orders", "red", "turn-1-red/orders/red")
    ]
    assert not opened.save.begun
    assert opened.grew


def test_nothing_is_journaled_until_all_simultaneous_answers_are_in() -> None:
    r = rules()
    silent = {"blue": sheet("blue"), "red": bids()["red"]}
    waiting = go(r, first_save(r), silent, 1)
    assert [p.label for p in waiting.save.pending] == ["turn-1/bid/blue"]
    assert not waiting.grew
    assert waiting.save.journal == ()


def test_a_tie_is_drawn_by_one_roll() -> None:
    r = rules()
    opened = go(r, first_save(r), bids(1, 1), 1, turn_1__tie=[2])
    assert DiceRolled(label="turn-1/tie", sides=2, values=(2,)) in opened.events
    assert opened.state.mover == "red"


def test_the_chain_of_answers() -> None:
    """By label beats topic beats the only legal one beats standing beats default."""
    dice = {"turn_1__weather__soldier_2": [3], "turn_1__fight__defender": [4, 1],
            "turn_1__fight__attacker": [5, 2]}  # fmt: skip
    loss = "turn-1/fight/attacker/loss-1"

    def fallen(red: dict[str, Any] | None, **options: Any) -> tuple[str, list[str]]:
        r = rules(**options)
        save, blue = fought(r)
        sheets = {"blue": blue} | ({"red": sheet("red", 2, **red)} if red else {})
        done = go(r, save, sheets, 2, **dice)
        pending = [p.label for p in done.save.pending if p.topic != "orders"]
        units = [e.unit for e in done.events if isinstance(e, Fell) and e.seat == "red"]
        return (units or ["nobody"])[0], pending

    champion = {"order": "lose", "unit": "champion"}
    standing = [{"standing": "losses", "first": ["champion"]}]
    assert fallen(None) == ("soldier", [])
    assert fallen({"standing": standing}) == ("champion", [])
    assert fallen({"standing": standing, "answers": {loss: champion | {"unit": "soldier"}}}) == (
        "soldier",
        [],
    )
    assert fallen({"answers": {loss: champion}}) == ("champion", [])
    assert fallen({"orders": {"losses": [champion]}}) == ("champion", [])
    # An illegal answer falls to the next in the chain and is told.
    assert fallen({"answers": {loss: champion | {"unit": "dragon"}}}) == ("soldier", [])
    # Asked again: neither standing order nor default.
    again = [{"standing": "ask", "topics": ["losses"]}]
    assert fallen({"standing": again}) == ("nobody", [loss])
    assert fallen({"standing": [*standing, *again]}) == ("nobody", [loss])
    assert fallen({"standing": again, "answers": {loss: champion}}) == ("champion", [])
    assert fallen({"standing": standing}, ask=("losses",)) == ("nobody", [loss])


def test_the_only_legal_answer_needs_nobody() -> None:
    r = rules(ask=("losses",))
    save, blue = fought(r)
    done = go(r, save, {"blue": blue}, 2, turn_1__weather__soldier_2=[3],
              turn_1__fight__defender=[4, 4], turn_1__fight__attacker=[1, 1])  # fmt: skip
    assert [e.unit for e in done.events if isinstance(e, Fell)] == ["soldier", "soldier"]


def test_a_suspended_step_goes_on_where_it_stopped() -> None:
    r = rules(ask=("losses",))
    dice: dict[str, list[int]] = {
        "turn_1__weather__soldier_2": [3], "turn_1__fight__defender": [1, 1],
        "turn_1__fight__attacker": [4, 5],
    }  # fmt: skip
    save, blue = fought(r)
    first = go(r, save, {"blue": blue}, 2, **dice)
    assert [p.label for p in first.save.pending] == ["turn-1/fight/attacker/loss-1"]
    assert first.save.pending[0].options == (
        {"order": "lose", "unit": "soldier"},
        {"order": "lose", "unit": "champion"},
    )
    assert first.save.begun
    answer = {"turn-1/fight/attacker/loss-1": {"order": "lose", "unit": "champion"}}
    # No dice are listed: all that were rolled are in the journal.
    second = go(r, first.save, {"red": sheet("red", 3, answers=answer)}, 3)
    assert [e for e in second.events if isinstance(e, Fell)] == [
        Fell(seat="red", unit="champion"), Fell(seat="red", unit="soldier"),
    ]  # fmt: skip
    assert second.rolls == ()
    assert not any(isinstance(event, DiceRolled) for event in second.events)


@pytest.mark.parametrize("choices", list(itertools.product(["soldier", "champion"], repeat=2)))
def test_suspending_at_every_question_equals_a_straight_run(choices: tuple[str, str]) -> None:
    dice: dict[str, list[int]] = {
        "turn_1__weather__soldier_2": [1], "turn_1__fight__defender": [6, 6],
        "turn_1__fight__attacker": [4, 5],
    }  # fmt: skip
    answers = {
        f"turn-1/fight/attacker/loss-{k}": {"order": "lose", "unit": unit}
        for k, unit in enumerate(choices, start=1)
    }
    straight_rules = rules()
    save, blue = fought(straight_rules)
    straight = go(straight_rules, save, {"blue": blue, "red": sheet("red", 2, answers=answers)},
                  2, **dice)  # fmt: skip
    asked = rules(ask=("losses",))
    save, blue = fought(asked)
    events: list[Event] = []
    part = go(asked, save, {"blue": blue}, 2, **dice)
    n = 2
    while True:
        events.extend(part.events)
        (pending, *_) = part.save.pending
        if pending.topic == "orders":
            break
        n += 1
        answer = {"answers": {pending.label: answers[pending.label]}}
        part = go(asked, part.save, {"red": sheet("red", n, **answer)}, n, **dice)
    # An answer by label may also be the only legal one, and one never asked for is told.
    sources = (AnswerUnused, QuestionAnswered)
    said = [event for event in straight.events if not isinstance(event, sources)]
    assert [e for e in events if not isinstance(e, sources)] == said
    assert part.state == straight.state
    assert part.save.checkpoint == straight.save.checkpoint


def test_orders_made_impossible_are_skipped_and_too_large_ones_cut() -> None:
    r = rules({"soldiers": 3})
    save, _ = fought(r)
    orders = [
        {"order": "march", "unit": "soldier", "count": 2},
        {"order": "march", "unit": "soldier", "count": 2},
        {"order": "march", "unit": "champion", "count": 1},
    ]
    blue = sheet("blue", 2, orders={"march": orders})
    done = go(r, save, {"blue": blue}, 2, turn_1__weather__soldier_2=[3],
              turn_1__weather__soldier_3=[3], turn_1__fight__defender=[1, 1],
              turn_1__fight__attacker=[1, 1])  # fmt: skip
    assert [e for e in done.events if isinstance(e, OrderCut | OrderFailed | Marched)] == [
        Marched(seat="blue", unit="soldier", count=2),
        OrderCut(seat="blue", topic="march", index=1, order=orders[1],
                 done=orders[1] | {"count": 1}),
        Marched(seat="blue", unit="soldier", count=1),
        OrderFailed(seat="blue", topic="march", index=2, order=orders[2], code="too-many",
                    message="1 are too many"),
    ]  # fmt: skip


def test_passed_over_orders_are_told_once_when_the_step_goes_on() -> None:
    r = rules({"soldiers": 3})
    save, _ = fought(r)
    orders = [
        {"order": "march", "unit": "soldier", "count": 3},
        {"order": "march", "unit": "champion", "count": 1},
    ]
    blue = sheet("blue", 2, orders={"march": orders})
    first = run(r, save, {"blue": blue}, 2, dice=ExternalDice({}))
    assert [p.label for p in first.save.pending] == ["turn-1/weather/soldier-3"]
    assert first.save.pending[0].prompt == "1d6"
    second = go(r, first.save, {}, 3, turn_1__weather__soldier_3=[3],
                turn_1__fight__defender=[1, 1], turn_1__fight__attacker=[1, 1])  # fmt: skip
    assert len([e for e in second.events if isinstance(e, OrderFailed)]) == 1
    assert not any(isinstance(event, Marched) for event in second.events)


def test_a_held_topic_is_awaited_and_lifted_by_the_orders() -> None:
    r = rules()
    save, _ = fought(r)
    blue = sheet("blue", 2, orders=MARCH, hold=["march"])
    held = run(r, save, {"blue": blue}, 2, dice=ExternalDice({}))
    assert [(p.topic, p.seat, p.label) for p in held.save.pending] == [
        ("march", "blue", "turn-1/march")
    ]
    assert not held.grew
    # Nothing was answered, so the same save goes on; now with orders and no hold.
    later = run(r, save, {"blue": sheet("blue", 2, orders=MARCH)}, 2, dice=ExternalDice({}))
    assert [p.topic for p in later.save.pending] == ["rolls"]


def test_orders_that_a_later_sheet_replaced_are_not_left_to_carry_out() -> None:
    r = rules()
    save, blue = fought(r, orders={**MARCH, "losses": [{"order": "lose", "unit": "soldier"}]})
    waiting = run(r, save, {"blue": blue}, 2, dice=ExternalDice({}))
    assert waiting.grew
    assert waiting.done == set(), "the losses are still to be carried out"
    dice = ExternalDice({"turn-1/weather/soldier-2": [2]})
    later = sheet("blue", 3, orders={"losses": []})
    assert run(r, waiting.save, {"blue": later}, 3, dice=dice).done == {2, 3}


def test_an_answer_never_asked_for_is_told() -> None:
    r = rules()
    save, blue = fought(r, answers={"turn-9/nothing": {"order": "lose", "unit": "soldier"}})
    done = go(r, save, {"blue": blue}, 2, turn_1__weather__soldier_2=[3],
              turn_1__fight__defender=[1, 1], turn_1__fight__attacker=[1, 1])  # fmt: skip
    (told,) = [event for event in done.events if isinstance(event, AnswerUnused)]
    assert told.label == "turn-9/nothing"


def test_standing_orders_stay_until_replaced_and_sheets_lapse() -> None:
    r = rules()
    save, blue = fought(r)
    red = sheet("red", 2, standing=[{"standing": "losses", "first": ["champion"]}])
    done = go(r, save, {"blue": blue, "red": red}, 2, turn_1__weather__soldier_2=[3],
              turn_1__fight__defender=[1, 1], turn_1__fight__attacker=[1, 1])  # fmt: skip
    assert done.save.turn == "turn-2-bids"
    assert done.save.sheets == ()
    assert done.save.standing["red"].orders == ({"standing": "losses", "first": ["champion"]},)
    assert done.done == {2}
    replaced = go(r, done.save, {**bids(n=3), "red": sheet("red", 3, standing=[],
                  orders={"bids": [{"order": "bid", "gold": 0}]})}, 3)  # fmt: skip
    assert replaced.save.standing["red"].orders == ()


def test_a_match_ends() -> None:
    r = rules({"turns": 1})
    save, blue = fought(r)
    done = go(r, save, {"blue": blue}, 2, turn_1__weather__soldier_2=[3],
              turn_1__fight__defender=[1, 1], turn_1__fight__attacker=[1, 1])  # fmt: skip
    assert done.save.is_over
    assert done.save.pending == ()
    assert done.save.turn is None


ROLL, FIRST, SECOND = (
    "turn-1/fight/defender",
    "turn-1/fight/defender/loss-1",
    "turn-1/fight/defender/loss-2",
)


def suspended() -> tuple[ToyRules, Save]:
    """Blue marches in two orders, of which the first fails, and stops at the loss of red's."""
    r = rules(ask=("losses",))
    march = [
        {"order": "march", "unit": "champion", "count": 2},
        {"order": "march", "unit": "soldier", "count": 2},
    ]
    save, blue = fought(r, orders={"march": march})
    staged = Toy.model_validate_json(canonical(save.checkpoint))
    none: FrozenMap[str, int] = FrozenMap({"soldier": 3, "champion": 0})
    host = staged.hosts["blue"].model_copy(update={"camp": none})
    staged = staged.model_copy(update={"hosts": staged.hosts | {"blue": host}})
    save = save.model_copy(update={"checkpoint": staged.to_json(), "position": staged.to_json()})
    done = run(r, save, {"blue": blue}, 2, dice=ExternalDice({}))
    assert [p.topic for p in done.save.pending] == ["rolls"]
    return r, done.save


def journal(save: Save) -> list[Any]:
    return [entry.to_json() for entry in save.journal]


def again(r: ToyRules, save: Save, **changes: Any) -> None:
    changed = Save.model_validate_json(canonical(save.to_json() | changes))
    run(r, changed, {}, 3, dice=ExternalDice({}))


def test_replay_refuses_a_march_that_no_longer_fits() -> None:
    r, save = suspended()
    (taken,) = journal(save)
    assert (taken["label"], taken["index"]) == ("turn-1/march", 1)
    again(r, save)
    sheet_in_force = save.sheets[0].to_json()
    document = sheet_in_force["document"]
    march = document["orders"]["march"]
    for changes, message in (
        ({"journal": [taken | {"index": 2}]}, "order 1 would pass now"),
        ({"journal": [taken, taken | {"label": "x"}]}, "is new, but the journal goes on"),
        ({"journal": [taken | {"value": {"order": "march"}}]}, "is not understood"),
        ({"journal": [taken | {"value": None}]}, "was journaled without an answer"),
        (
            {"journal": [taken | {"value": taken["value"] | {"count": 3}, "index": 1}]},
            "led to another position",
        ),
        ({"journal": [taken | {"value": taken["value"] | {"count": 9}}]}, "is illegal now"),
        (
            {"journal": [{"t": "roll", "label": "turn-1/march", "sides": 6, "values": [1]}]},
            "turn-1/march was journaled as a roll",
        ),
        (
            {
                "sheets": [
                    sheet_in_force | {"document": document | {"orders": {"march": march[:1]}}}
                ]
            },
            "the sheet has no order 1",
        ),
        (
            {"sheets": [sheet_in_force | {"document": {}}]},
            "what a seat said is not understood: this field is missing",
        ),
        (
            {"standing": {"red": {"n": 1, "orders": [{"standing": "sit"}]}}},
            "what a seat said is not understood",
        ),
    ):
        with pytest.raises(ReplayDivergence, match=message):
            again(r, save, **changes)


def test_replay_refuses_a_fight_that_no_longer_fits() -> None:
    r = rules(ask=("losses",))
    save, blue = fought(r)
    good = go(r, save, {"blue": blue}, 2, turn_1__weather__soldier_2=[3],
              turn_1__fight__defender=[4, 4], turn_1__fight__attacker=[4, 5]).save  # fmt: skip
    moved = dict(good.position) | {"turn": 2}
    rolled, first, second, rolled_again = journal(good)
    assert [entry["label"] for entry in (rolled, first, second)] == [ROLL, FIRST, SECOND]
    again(r, good)
    for changes, message in (
        ({"position": moved}, "led to another position"),
        ({"checkpoint": moved}, "is new, but the journal goes on"),
        ({"journal": [first, second, rolled_again]}, f"{ROLL} is new, but"),
        (
            {"journal": [rolled | {"sides": 8}, first]},
            f"{ROLL} was journaled otherwise",
        ),
        ({"journal": [rolled, rolled | {"label": FIRST}]}, f"{FIRST} was journaled without an"),
        ({"journal": [rolled, first, second, rolled_again, rolled]}, "is new, but the journal"),
    ):
        with pytest.raises(ReplayDivergence, match=message):
            again(r, good, **changes)


def dry(r: ToyRules, save: Save, given: Sheet) -> DryRun[Toy]:
    return dry_run(r, save, {given.seat: given}, given.n, seat=given.seat)


def test_a_dry_run_gathers_every_problem_before_the_first_die() -> None:
    r = rules()
    refused = dry(r, first_save(r), sheet("red", orders={"bids": [{"order": "bid", "gold": 9}]}))
    assert [(p.code, p.path) for p in refused.problems] == []
    assert refused.why == "awaited"
    save, _ = fought(r)
    orders = {"march": [
        {"order": "march", "unit": "dragon", "count": 1},
        {"order": "march", "unit": "soldier", "count": 4},
        {"order": "march", "unit": "soldier", "count": 1},
        {"order": "march", "unit": "soldier", "count": 9},
    ], "losses": [{"order": "lose", "unit": "dragon"}]}  # fmt: skip
    result = dry(r, save, sheet("blue", 2, orders=orders))
    assert [(p.code, p.path) for p in result.problems] == [
        ("unknown-unit", ("orders", "march", 0, "unit")),
        ("too-many", ("orders", "march", 1, "count")),
        ("unknown-unit", ("orders", "losses", 0, "unit")),
    ]
    assert (result.why, result.stopped_at) == ("dice", "turn-1/weather/soldier-1")
    empty = dry(r, save, sheet("blue", 2))
    assert [(p.code, p.path) for p in empty.problems] == [("nobody-marched", ("orders", "march"))]


def test_a_dry_run_tells_what_rules_that_look_ahead_find_hopeless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of orders that are left behind the die, and of topics that have not begun."""

    def check_ahead(
        self: ToyRules, state: Toy, seat: str, said: SubmittedOrders
    ) -> Iterator[Hopeless]:
        assert (seat, list(said.orders)) == ("blue", ["march", "losses"])
        for topic in ("march", "losses"):
            yield Hopeless(topic, 0, Problem("in-vain", "it never works", ("unit",)))
            yield Hopeless(topic, None, Problem("in-vain-together", "they never work"))

    r = rules()
    assert not isinstance(r, LooksAhead)
    save, _ = fought(r)
    orders = {**MARCH, "losses": [{"order": "lose", "unit": "soldier"}]}
    monkeypatch.setattr(ToyRules, "check_ahead", check_ahead, raising=False)
    found = dry(r, save, sheet("blue", 2, orders=orders))
    assert found.why == "dice"
    assert [(p.code, p.path) for p in found.problems] == [
        ("in-vain", ("orders", "losses", 0, "unit")),
        ("in-vain-together", ("orders", "losses")),
    ]


def test_a_dry_run_does_not_hold_a_sheet_to_what_an_earlier_one_ordered() -> None:
    r = rules(ask=["march"])
    save, _ = fought(r)
    orders = {"march": [{"order": "march", "unit": "soldier", "count": 9}]}
    draft = sheet("blue", 2, orders=orders, hold=["march"])
    held = run(r, save, {"blue": draft}, 2, dice=ScriptedDice({})).save
    assert [pending.topic for pending in held.pending] == ["march"]
    assert dry(r, held, sheet("blue", 3, hold=[])).problems == ()
    again = dry(r, held, sheet("blue", 3, orders=orders, hold=[]))
    assert [(p.code, p.path) for p in again.problems] == [
        ("too-many", ("orders", "march", 0, "count")),
        ("nobody-marched", ("orders", "march")),
    ]


def test_a_dry_run_judges_standing_orders_and_says_what_may_still_ask() -> None:
    r = rules(ask=["losses"])
    save, _ = fought(r)
    ask = {"standing": "ask", "topics": ["march", "losses"]}
    standing = [{"standing": "losses", "first": ["soldier", "dragon"]}, ask]
    found = dry(r, save, sheet("red", 2, standing=standing))
    assert [(p.code, p.path) for p in found.problems] == [
        ("unknown-unit", ("standing", 0, "first", 1))
    ]
    assert [tuple(stop) for stop in found.mails] == [("blue", "losses", "option")]
    held = dry(r, save, sheet("blue", 2, orders=MARCH, hold=["losses"], standing=[ask]))
    assert [tuple(stop) for stop in held.mails] == [("blue", "losses", "hold")]
    assert held.submitted.orders.keys() == {"march"}
    assert [order.standing for order in held.submitted.standing] == ["ask"]


def test_a_dry_run_changes_nothing_and_stops_at_the_end_of_the_player_turn() -> None:
    r = rules()
    save, blue = fought(r)
    before = save.to_json()
    dry(r, save, blue)
    assert save.to_json() == before


def test_dice_typed_in_must_fit() -> None:
    r = rules()
    save, blue = fought(r)
    for wrong in ([1, 2], [7], [0]):
        with pytest.raises(Refused):
            run(r, save, {"blue": blue}, 2, dice=ExternalDice({"turn-1/weather/soldier-2": wrong}))
    with pytest.raises(Refused):
        run(r, save, {"blue": blue}, 2, dice=ScriptedDice({}))


def test_external_dice_name_those_never_rolled() -> None:
    dice = ExternalDice({"a": [1], "b": [1]})
    dice.roll("a", count=1, sides=6)
    assert dice.unused == ("b",)


def asked_for_a_loss() -> tuple[ToyRules, Save, str]:
    """Red is asked what it loses; nothing answers for it."""
    r = rules(ask=("losses",))
    save, blue = fought(r)
    done = go(r, save, {"blue": blue}, 2, turn_1__weather__soldier_2=[3],
              turn_1__fight__defender=[1, 1], turn_1__fight__attacker=[4, 1])  # fmt: skip
    (pending,) = done.save.pending
    assert pending.seat == "red"
    return r, done.save, pending.label


@pytest.mark.parametrize(
    ("answer", "code", "field"),
    [
        ({"order": "bid", "gold": 1}, "wrong-order", "order"),
        ({"order": "march", "unit": "dragon", "count": 1}, "unknown-unit", "unit"),
        ({"order": "lose", "unit": "dragon"}, "not-there", "unit"),
    ],
)
def test_an_answer_is_judged_before_it_is_locked(
    answer: dict[str, Any], code: str, field: str
) -> None:
    r, save, label = asked_for_a_loss()
    judged = dry(r, save, sheet("red", 3, answers={label: answer}))
    assert [(p.code, p.path) for p in judged.problems] == [(code, ("answers", label, field))]
    assert judged.why == "awaited"
    assert not dry(r, save, sheet("red", 3, answers={label: LOSE})).problems


LOSE = {"order": "lose", "unit": "champion"}


def test_a_draft_that_is_held_answers_nothing() -> None:
    r, save, label = asked_for_a_loss()
    held = go(r, save, {"red": sheet("red", 3, orders={"losses": [LOSE]}, hold=["losses"])}, 3)
    assert [p.label for p in held.save.pending] == [label]
    lifted = go(r, save, {"red": sheet("red", 3, orders={"losses": [LOSE]})}, 3)
    assert Fell(seat="red", unit="champion") in lifted.events


def test_replay_refuses_a_step_that_ends_before_its_journal() -> None:
    r, save, label = asked_for_a_loss()
    lost = {"t": "answer", "label": label, "source": "label", "index": None, "value": LOSE}
    with pytest.raises(ReplayDivergence, match="never asked or rolled again: turn-1/x"):
        again(r, save, journal=[*journal(save), lost, lost | {"label": "turn-1/x"}])


@pytest.mark.parametrize("each_step", [True, False])
def test_a_broken_position_never_leaves_a_run(
    monkeypatch: pytest.MonkeyPatch, *, each_step: bool
) -> None:
    """Invariants are looked at after each step in the tests, and at the end of every run."""
    monkeypatch.setattr(WorkingTable, "checks_steps", each_step)
    r = rules()
    go(r, first_save(r), bids(), 1)
    monkeypatch.setattr(ToyRules, "check_state", lambda rules, state: ["planted"])
    with pytest.raises(AssertionError, match="planted"):
        go(r, first_save(r), bids(), 1)
