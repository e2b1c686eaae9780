"""Where two rules meet: concessions in mid-turn and in the set-up, decks used up, odd charts."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.game import Event
from adjudicator.core.referee import Run, first_save, run
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.state import NEUTRAL, Held, Result, State
from tests.games.galactic_conquest.playing import (
    THREE,
    deck,
    invade,
    of_type,
    opened,
    place,
    planets,
    play,
    sheet,
)

CONCEDE = {"match": [{"order": "concede"}]}
FIVE = ("amber", "azure", "crimson", "jade", "violet")
BATTLE = "turn-1/amber/invade-1/battle-1"


def _conceding(leaving: str) -> Run[State]:
    """Amber attacks azure's last planet; while azure is asked, a seat concedes."""
    rules = opened(
        planets("aldine amber 6; umber amber 1; beryl azure 2; driftgate crimson 2"),
        THREE, ask=["defend"],
    )  # fmt: skip
    orders = {"place": [place(3, "umber")], "invade": [invade("aldine", "beryl")]}
    first = play(rules, {"amber": orders}, {})
    answer = {f"{BATTLE}/defend": {"order": "defend", "dice": 2}}
    sheets: dict[str, Any] = {"azure": sheet("azure", 2, answers=answer)}
    sheets[leaving] = sheet(leaving, 2, orders=CONCEDE)
    dice = ScriptedDice({f"{BATTLE}/attacker": [6, 6, 1], f"{BATTLE}/defender": [5, 5]})
    return run(rules, first.save, sheets, 2, dice=dice)


@pytest.mark.parametrize(("leaving", "winner"), [("crimson", "amber"), ("amber", "crimson")])
def test_the_last_two_fall_in_one_step(leaving: str, winner: str) -> None:
    """One concedes and one is eliminated: the seat that is left has won. (Rulings 18 and 31)"""
    done = _conceding(leaving)
    assert of_type(done, e.SeatEliminated)
    assert done.state.result is not None
    assert done.state.result.winner == winner
    assert not of_type(done, e.SeatWithdrawn)


def test_claims_of_few_seats_with_few_troops() -> None:
    """Three of five concede before they claim: each planet is claimed all the same."""
    rules = opened({}, FIVE, set_up="claimed", troops=9)
    rolls = {f"deal/first-1/{seat}": [6 - place] for place, seat in enumerate(FIVE)}
    save = play(rules, {seat: {} for seat in FIVE}, rolls).save
    save = play(rules, dict.fromkeys(FIVE[2:], CONCEDE), {}, save, 2).save
    done = play(rules, {seat: {} for seat in FIVE[:2]}, {}, save, 3)
    assert len(of_type(done, e.PlanetClaimed)) == 42
    assert {*done.state.troops.values()} == {1}
    assert dict(done.state.to_place) == {"amber": 7}


def test_the_next_seat_follows_who_concedes_before_the_cards_are_dealt() -> None:
    """A written position begins with crimson, who leaves: jade is next, not the first seat."""
    start = planets(
        "aldine amber 4; beryl azure 3; driftgate crimson 2; umber jade 2",
        seat="crimson", turn=3, cards={"amber": 2},
    )  # fmt: skip
    rules = opened(start, FIVE[:4])
    save = play(rules, {"crimson": CONCEDE}, {}).save
    sheets: dict[str, Any] = {seat: {} for seat in ("amber", "azure", "jade")}
    done = play(rules, sheets, {}, save, 2, decks={"deck-1": deck()})
    assert (done.state.seat, done.state.turn) == ("jade", 3)
    assert dict(done.state.to_place) == {"jade": 3}


@pytest.mark.parametrize("neutral_army", [True, False])
def test_a_sheet_can_be_drafted_where_planets_are_claimed(neutral_army: bool) -> None:
    """Nobody holds a planet yet: there is nothing to draft; the built-in player wants them all."""
    seats = FIVE[:2] if neutral_army else FIVE[:3]
    rules = opened({}, seats, set_up="claimed", neutral_army=neutral_army)
    state, dealt = rules.start, rules.book.planets[:14] if neutral_army else ()
    events: list[Event] = [
        e.PlanetsDealt(
            owners=FrozenMap(dict.fromkeys(dealt, NEUTRAL)),
            troops=FrozenMap(dict.fromkeys(dealt, 2)),
            to_place=FrozenMap(dict.fromkeys(seats, 40)),
        ),
        e.PhaseBegun(phase="set-up"),
    ]
    for event in events:
        state = rules.evolve(state, event)
    assert list(rules.draft(state, "amber", "setup")) == []
    planned = rules.bot_orders(state, "amber", "setup")
    assert {order.model_dump()["planet"] for order in planned} == {*rules.book.planets} - {*dealt}
    assert first_save(rules).position


def test_a_written_position_is_not_dealt_anew() -> None:
    """The only seat that was to get cards leaves before the deal: planets stay what they are."""
    rules = opened(
        planets("aldine amber 4; beryl azure 3; umber crimson 2", cards={"crimson": 2}), THREE
    )
    done = play(rules, {"crimson": CONCEDE}, {})
    assert not of_type(done, e.PlanetsDealt)
    assert (done.state.phase, done.state.troops["aldine"]) == ("trade", 4)
    assert dict(done.state.to_place) == {"amber": 3}


def test_states_that_no_match_leads_to() -> None:
    """A file may hold any of these: each is told, none is played on."""
    two, claimed = opened("two"), opened({}, set_up="claimed")
    for rules, changes in (
        (two, {"phase": "set-up"}),
        (claimed, {"phase": "set-up"}),
        (two, {"conceded": ("azure",)}),
    ):
        assert list(rules.check_state(rules.start.model_copy(update=changes)))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seat": "crimson"}, 'there is no "crimson"'),
        ({"discards": ("x1",)}, 'there is no "x1"'),
        ({"troops": {"aldine": 0}}, "0 troops on aldine"),
        ({"troops": {"aldine": 99_999}}, "more than 99999 troops"),
        ({"troops": {"mars": 1}}, 'there is no "mars"'),
        ({"owners": {"aldine": "neutral"}}, "amber plays without planets"),
        ({"order": ("amber",)}, "seats in play and fallen ones are not the seats"),
        ({"hands": FrozenMap({"amber": ()})}, "hands are not those of the seats"),
        ({"fallen": ("azure",), "order": ("amber",)}, "azure has fallen and holds planets"),
        ({"result": Result(winner="amber", reason="conceded")}, "the match is over"),
        ({"phase": "fortify"}, "troops were not placed"),
        ({"has_captured": True}, "a planet was captured before the invasions began"),
        ({"to_place": FrozenMap({"azure": 3})}, "azure has troops to place in another's turn"),
        ({"to_deal": FrozenMap({"amber": 1})}, "cards were not dealt"),
        ({"drawn": 1}, "cards without a deck"),
        ({"hands": FrozenMap({"amber": (Held(deck=0, position=0),), "azure": ()})}, "no deck has"),
    ],
)
def test_what_a_broken_state_breaks(changes: dict[str, Any], told: str) -> None:
    rules = opened(planets("aldine amber 4; beryl azure 3"))
    state = rules.start
    for name in ("troops", "owners"):
        if name in changes:
            changes = {**changes, name: getattr(state, name) | changes[name]}
    assert list(rules.check_state(state)) == []
    assert told in "; ".join(rules.check_state(state.model_copy(update=changes)))
