"""Hidden hands: views and what is heard say nothing of another seat's cards."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.redaction import redacted
from adjudicator.core.values import canonical
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.state import State
from tests.games.galactic_conquest.playing import (
    THREE,
    checked,
    deck,
    invade,
    opened,
    place,
    planets,
    play,
)

SEATS = ("amber", "azure")
START = planets(
    "aldine amber 9; umber amber 1; beryl azure 1; driftgate azure 1",
    cards={"amber": 5, "azure": 4},
)


def _dealt(*top: str) -> tuple[GalacticConquestRules, State]:
    """Deals: the first five cards are amber's, the next four azure's."""
    rules = opened(START)
    done = play(rules, {seat: {} for seat in SEATS}, {}, decks={"deck-1": deck(*top)})
    return rules, done.state


MINE = ("f1", "f2", "b1", "b2", "c1")


def test_a_view_does_not_tell_the_hand_of_another_seat() -> None:
    """Two states that differ only in azure's cards give amber, and everybody, the same view."""
    rules, one = _dealt(*MINE, "f3", "f4", "f5", "f6")
    _, other = _dealt(*MINE, "c3", "c4", "c5", "c6")
    assert one != other
    for seat in ("amber", None):
        views = [canonical(rules.view(state, seat).to_json()) for state in (one, other)]
        assert views[0] == views[1]
        steps = [rules.next_step(rules.view(state, seat)) for state in (one, other)]
        assert steps[0] is not None
        assert [step.label for step in steps if step] == [steps[0].label] * 2
    assert rules.view(one, "azure") != rules.view(other, "azure")


def test_a_view_of_a_view_is_that_view() -> None:
    """Looking twice shows no more."""
    rules, state = _dealt(*MINE)
    for seat in (*SEATS, None):
        view = rules.view(state, seat)
        assert rules.view(view, seat) == view


def test_a_view_of_another_seat_hides_its_dry_run() -> None:
    """Azure's sheet of answers is examined in amber's turn: amber's forced set stops it."""
    rules, _ = _dealt(*MINE)
    save = play(rules, {seat: {} for seat in SEATS}, {}, decks={"deck-1": deck(*MINE)}).save
    found = checked(rules, "azure", {"defend": [{"order": "defend", "dice": 1}]}, save)
    assert not found.problems
    assert [(question.seat, question.topic) for question in found.pending] == [("amber", "trade")]


def test_nobody_hears_what_was_drawn_or_how_a_deck_lies() -> None:
    """Decks that lie otherwise sound the same to all."""
    told = []
    for top in (("f7", "f8"), ("c7", "c8")):
        rules = opened(planets("aldine amber 9; umber amber 1; beryl azure 1; driftgate azure 1"))
        label = "turn-1/amber/invade-1/battle-1"
        done = play(
            rules,
            {"amber": {"place": [place(3, "umber")], "invade": [invade("aldine", "beryl")]}},
            {f"{label}/attacker": [6, 5, 4], f"{label}/defender": [1]},
            decks={"deck-1": deck(*top)},
        )
        told.append([redacted(rules, done.events, seat) for seat in ("azure", None)])
    assert told[0] == told[1]


GUARDS: dict[str, dict[str, Any]] = {
    "one battle": {},
    "own troops": {"until": {"own": 8}},
    "a chance": {"until": {"chance": "1/3"}},
    "a chain": {"until": {"own": 8}, "then": [invade("beryl", "crown")]},
}


@pytest.mark.parametrize("seat", ["azure", None])
def test_what_an_invasion_was_to_stop_for_is_heard_by_its_seat_alone(seat: str | None) -> None:
    """Whatever the order says: two troops fell, and it was called off. (Ruling 37)"""
    told, own = [], []
    label = "turn-1/amber/invade-1/battle-1"
    for guard in GUARDS.values():
        rules = opened(planets("aldine amber 9; umber amber 1; beryl azure 9; crown azure 1"))
        orders = {"place": [place(3, "umber")], "invade": [invade("aldine", "beryl", **guard)]}
        rolls = {f"{label}/attacker": [1, 1, 1], f"{label}/defender": [6, 6]}
        done = play(rules, {"amber": orders}, rolls)
        told.append(redacted(rules, done.events, seat))
        own.append(redacted(rules, done.events, "amber"))
    assert all(one == told[0] for one in told[1:])
    assert len({str(one) for one in own}) == 3


@pytest.mark.parametrize("seat", ["azure", None])
def test_an_attack_that_was_planned_and_not_fought_is_heard_by_its_seat_alone(
    seat: str | None,
) -> None:
    """From which planet to which one it was to go is said to nobody else. (Ruling 37)"""
    told = []
    for target, other in (("beryl", "dovane"), ("dovane", "beryl")):
        rules = opened(planets("aldine amber 9; umber amber 1; beryl azure 9; dovane azure 9"))
        held_back = {"until": {"own": 9}}
        attack = invade("aldine", target, **held_back, else_=[invade("aldine", other, **held_back)])
        orders = {"place": [place(3, "umber")], "invade": [attack]}
        done = play(rules, {"amber": orders}, {})
        told.append([redacted(rules, done.events, seat), rules.view(done.state, seat)])
    assert told[0] == told[1]


def test_who_holds_its_set_up_back_does_not_see_that_of_the_others() -> None:
    """Amber's troops are not on the map while azure, who has read the deal, is awaited."""
    rules = opened("three")
    dice: dict[str, list[int]] = {f"deal/first-1/{seat}": [6 - at] for at, seat in enumerate(THREE)}
    dice |= {f"deal/planet-{number}": [1] for number in range(1, 42)}
    dealt = play(rules, {seat: {} for seat in THREE}, dice)
    before = dealt.state
    first, second, third = (planets_of(before, seat)[0] for seat in THREE)
    sheets = {
        "amber": {"setup": [place(21, first)]},
        "azure": {"orders": {}, "hold": ["setup"]},
        "crimson": {"setup": [place(21, third)]},
    }
    held = play(rules, sheets, {}, dealt.save, 2)
    assert [(question.seat, question.topic) for question in held.save.pending] == [
        ("azure", "setup")
    ]
    assert held.state.troops == before.troops
    assert held.state.to_place == before.to_place
    assert not redacted(rules, held.events, "azure")
    done = play(rules, {"azure": {"setup": [place(21, second)]}}, {}, held.save, 3)
    assert [done.state.troops[planet] for planet in (first, second, third)] == [22, 22, 22]


def test_at_the_end_all_is_known() -> None:
    """When the match is over the hands lie open."""
    rules, state = _dealt(*MINE)
    over = rules.evolve(state, rules.draw_agreed(state)[0])
    assert rules.view(over, None) == over
