"""Sheets for several player-turns: one mail for all that a seat plays one after another."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import OrderFailed
from adjudicator.core.later_turns import turns_ahead
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet
from adjudicator.core.sheet_writer import written_sheet
from adjudicator.core.values import canonical
from tests.audit.relay import RelayRules, relay
from tests.core.toy import TOY, Marched, Toy
from tests.core.toy_orders import MARCH
from tests.core.toy_referee import bids, sheet

AGAIN = {"march": [{"order": "march", "unit": "soldier", "count": 1}]}
CHAMPION = {"march": [{"order": "march", "unit": "champion", "count": 1}]}
NOBODY = {"march": [{"order": "march", "unit": "ogre", "count": 1}]}


def rolled(values: int = 2) -> ScriptedDice:
    """Dice for two player-turns, all alike."""
    labels = [
        *(f"turn-{t}/weather/{kind}-{k}" for t in (1, 2) for kind in ("soldier", "champion")
          for k in range(1, 9)),
    ]  # fmt: skip
    fights = {f"turn-{t}/fight/attacker": [values] * 2 for t in (1, 2)}
    defend = {f"turn-{t}/fight/defender": [values] for t in (1, 2)}
    return ScriptedDice({label: [values] for label in labels} | fights | defend)


def begun(rules: RelayRules) -> Save:
    """Blue is to move, twice."""
    save = first_save(rules)
    return run(rules, save, bids(), 1, dice=ScriptedDice({})).save


def go(rules: RelayRules, save: Save, sheets: dict[str, Sheet], n: int) -> Run[Toy]:
    done = run(rules, save, sheets, n, dice=rolled())
    assert Save.model_validate_json(canonical(done.save.to_json())) == done.save
    return done


def marched(done: Run[Toy]) -> list[tuple[str, int]]:
    return [(e.unit, e.count) for e in done.events if isinstance(e, Marched)]


def both(**parts: Any) -> Sheet:
    return sheet("blue", 2, orders=MARCH, then={"turn-2-blue": {"orders": AGAIN, **parts}})


def test_the_turns_ahead_are_those_of_the_same_seat_and_no_others() -> None:
    rules = relay()
    state = state_of(TOY, begun(rules).checkpoint)
    assert [turn.name for turn in turns_ahead(rules, state)] == ["turn-2-blue"]
    assert not list(turns_ahead(relay(turns=1), state))


def test_one_sheet_is_carried_out_in_two_player_turns_and_one_opening() -> None:
    rules = relay()
    done = go(rules, begun(rules), {"blue": both()}, 2)
    assert marched(done) == [("soldier", 2), ("soldier", 1)]
    assert done.turns == ("turn-1-blue", "turn-2-blue")
    assert done.save.turn == "turn-3-bids"
    assert done.done == {2}
    assert not done.save.to_come


def test_it_does_what_two_sheets_would_do() -> None:
    rules = relay()
    one = go(rules, begun(rules), {"blue": both()}, 2)
    first = go(rules, begun(rules), {"blue": sheet("blue", 2, orders=MARCH)}, 2)
    assert [asked.label for asked in first.save.pending] == ["turn-2-blue/orders/blue"]
    second = go(rules, first.save, {"blue": sheet("blue", 3, orders=AGAIN)}, 3)
    assert second.state == one.state
    assert (*first.events, *second.events) == one.events


def test_a_turn_that_it_does_not_name_awaits_its_own_sheet() -> None:
    rules = relay()
    done = go(rules, begun(rules), {"blue": sheet("blue", 2, orders=MARCH)}, 2)
    assert [asked.label for asked in done.save.pending] == ["turn-2-blue/orders/blue"]
    assert done.done == {2}


def test_an_empty_part_is_a_sheet_all_the_same() -> None:
    rules = relay()
    empty = sheet("blue", 2, orders=MARCH, then={"turn-2-blue": {"orders": {}}})
    done = go(rules, begun(rules), {"blue": empty}, 2)
    assert done.save.turn == "turn-3-bids"
    assert done.done == {2}


def test_a_hold_in_the_later_turn_asks_there() -> None:
    rules = relay()
    done = go(rules, begun(rules), {"blue": both(hold=["march"])}, 2)
    assert [(a.seat, a.label) for a in done.save.pending] == [("blue", "turn-2/march")]
    assert done.done == frozenset()
    assert [entry.turn for entry in done.save.sheets] == ["turn-2-blue"]
    answered = go(rules, done.save, {"blue": sheet("blue", 3, orders=CHAMPION)}, 3)
    assert marched(answered) == [("champion", 1)]
    assert answered.done == {2, 3}


def test_a_question_in_the_first_turn_keeps_the_later_orders_and_a_new_sheet_replaces_them() -> (
    None
):
    rules = relay(ask=["march"])
    held = sheet("blue", 2, orders={}, hold=["march"], then={"turn-2-blue": {"orders": AGAIN}})
    done = go(rules, begun(rules), {"blue": held}, 2)
    assert [asked.label for asked in done.save.pending] == ["turn-1/march"]
    assert [entry.turn for entry in done.save.to_come] == ["turn-2-blue"]
    assert done.done == frozenset()
    on = go(rules, done.save, {"blue": sheet("blue", 3, orders=MARCH)}, 3)
    assert marched(on) == [("soldier", 2), ("soldier", 1)]
    assert on.done == {2, 3}
    new = sheet("blue", 3, orders=MARCH, then={"turn-2-blue": {"orders": CHAMPION}})
    replaced = go(rules, done.save, {"blue": new}, 3)
    assert marched(replaced) == [("soldier", 2), ("champion", 1)]
    assert replaced.done == {2, 3}


def test_orders_for_a_turn_that_never_came_are_told() -> None:
    rules = relay()
    never = sheet("blue", 2, orders=MARCH, then={"turn-4-blue": {"orders": AGAIN}})
    done = go(rules, begun(rules), {"blue": never}, 2)
    assert [asked.label for asked in done.save.pending] == ["turn-2-blue/orders/blue"]
    failed = [e for e in done.events if isinstance(e, OrderFailed)]
    assert [(e.code, e.index, e.message) for e in failed] == [
        ("turn-never-came", 0, "turn-4-blue did not follow")
    ]
    assert done.done == {2}
    assert not done.save.to_come


def test_a_match_that_ends_before_lets_them_lapse_in_silence() -> None:
    rules = relay(turns=1)
    never = sheet("blue", 2, orders=MARCH, then={"turn-2-blue": {"orders": AGAIN}})
    done = go(rules, begun(rules), {"blue": never}, 2)
    assert done.save.is_over
    assert done.done == {2}
    assert not [e for e in done.events if isinstance(e, OrderFailed)]


def test_what_no_die_can_change_is_a_problem_in_a_later_turn_too() -> None:
    rules = relay()
    wrong = sheet("blue", 2, orders=MARCH, then={"turn-2-blue": {"orders": NOBODY}})
    dry = dry_run(rules, begun(rules), {"blue": wrong}, 2, seat="blue")
    assert [(p.code, p.path, p.warning) for p in dry.problems] == [
        ("unknown-unit", ("then", "turn-2-blue", "orders", "march", 0, "unit"), False)
    ]


def test_what_the_dice_may_still_allow_is_a_warning() -> None:
    """Four soldiers in the field leave no room; those that fall before make some."""
    rules = relay()
    many = {"march": [{"order": "march", "unit": "soldier", "count": 3}]}
    full = sheet("blue", 2, orders=many, then={"turn-2-blue": {"orders": CHAMPION}})
    dry = dry_run(rules, begun(rules), {"blue": full}, 2, seat="blue")
    assert [(p.code, p.path, p.warning) for p in dry.problems] == [
        ("as-things-stand", ("then", "turn-2-blue", "orders", "march", 0), True)
    ]
    (foreseen,) = dry.foreseen
    assert foreseen.turn == "turn-2-blue"
    assert foreseen.before.turn == 2
    assert dry.why == "dice"
    assert dry.state.turn == 1


def test_a_dry_run_tells_what_each_turn_does() -> None:
    rules = relay()
    dry = dry_run(rules, begun(rules), {"blue": both()}, 2, seat="blue")
    assert not dry.problems
    assert [e.count for e in dry.events if isinstance(e, Marched)] == [2]
    (foreseen,) = dry.foreseen
    assert [e.count for e in foreseen.events if isinstance(e, Marched)] == [1]
    assert [*foreseen.submitted.orders] == ["march"]


def test_the_built_in_player_writes_for_all_turns_that_it_is_asked_for() -> None:
    rules = relay()
    save = begun(rules)
    blank = sheet("blue", 2, then={"turn-2-blue": {"orders": {}}}).document
    written = written_sheet(rules, save, blank)
    assert not written.left_out
    assert [*written.document["then"]] == ["turn-2-blue"]
    assert written.document["orders"]["march"]
    assert written.document["then"]["turn-2-blue"]["orders"]["march"]
    alone = written_sheet(rules, save, sheet("blue", 2).document)
    assert "then" not in alone.document
    assert alone.document["orders"] == written.document["orders"]


def test_who_wants_to_say_something_about_the_match_only_says_nothing_for_later() -> None:
    words: dict[str, Any] = {"orders": {"match": [{"order": "offer-draw"}]}}
    assert sheet("blue", 2, **words).is_about_match
    then: dict[str, Any] = {"turn-2-blue": {"orders": {}}}
    assert not sheet("blue", 2, **words, then=then).is_about_match
