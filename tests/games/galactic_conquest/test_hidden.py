"""Hidden hands: views and what is heard say nothing of another seat's cards."""

from __future__ import annotations

from adjudicator.core.hearing import heard
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
        told.append([heard(rules, done.events, seat) for seat in ("azure", None)])
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
    assert not heard(rules, held.events, "azure")
    done = play(rules, {"azure": {"setup": [place(21, second)]}}, {}, held.save, 3)
    assert [done.state.troops[planet] for planet in (first, second, third)] == [22, 22, 22]


def test_at_the_end_all_is_known() -> None:
    """When the match is over the hands lie open."""
    rules, state = _dealt(*MINE)
    over = rules.evolve(state, rules.drawn(state)[0])
    assert rules.view(over, None) == over
