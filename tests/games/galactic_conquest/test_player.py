"""The built-in player: what he reckons with, and what his plans are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.core.values import canonical
from adjudicator.games.galactic_conquest.orders import Invade
from adjudicator.games.galactic_conquest.player.campaign import (
    best_campaign,
    chance_of_route,
    troops_wanted,
)
from adjudicator.games.galactic_conquest.player.worth import (
    MOST_EXACT,
    Evaluation,
    chance_of,
    losses_to_take,
)
from adjudicator.games.galactic_conquest.rules.chances import battles_of, chance_to_capture
from adjudicator.games.galactic_conquest.state import State
from adjudicator.odds.battles import EXACT, ends
from tests.games.galactic_conquest.playing import THREE, TWO, deck, opened, planets, play

STRAIT = "gauntlet amber 1; lastlight amber 1; needle amber 3; threshold azure 1"
"""The Strait but for one planet of azure's, with nobody strong beside it."""


def planned(text: str, topic: str, others: str = "neutral 3", **fields: Any) -> list[Any]:
    """Returns what amber orders in a position, as written in a start."""
    seats = THREE if "crimson" in text else TWO
    rules = opened(planets(text, others, **fields), seats)
    view = rules.view(rules.start, "amber")
    return [order.to_json() for order in rules.bot_orders(view, "amber", topic)]


def dealt(hand: str, text: str, others: str = "azure 5", **options: Any) -> list[list[str]]:
    """Returns the sets that amber turns in with these cards in his hand."""
    cards = hand.split()
    rules = opened(planets(text, others, cards={"amber": len(cards)}), **options)
    sheets: dict[str, Any] = {seat: {"orders": {}} for seat in TWO}
    save = play(rules, sheets, {}, decks={"deck-1": deck(*cards)}).save
    state = State.model_validate_json(canonical(save.position))
    view = rules.view(state, "amber")
    return [order.to_json()["cards"] for order in rules.bot_orders(view, "amber", "trade")]


def routes(orders: list[Any]) -> list[list[str]]:
    """Returns the planets that each invasion is to take, one after another."""
    found = []
    for order in orders:
        route, follows = [], [order]
        while follows:
            route.append(follows[0]["to"])
            follows = follows[0]["then"]
        found.append(route)
    return found


# -- what he reckons with -----------------------------------------------------------------------


def test_losses_are_those_of_an_army_that_does_not_run_out() -> None:
    """Of a large army the exact ends of a battle say the same."""
    for defenders in (1, 2, 3, 8):
        order = {"order": "invade", "from": "beryl", "to": "crown", "until": {"captured": True}}
        (battle,) = battles_of(Invade.model_validate(order), {"crown": defenders})
        found = ends(60, battle, EXACT)
        left = Fraction(sum(own * weight for (own, _), weight in found.weights.items()))
        assert abs((60 - left / found.total) * 1000 - losses_to_take(defenders)) < 2


def test_chances_are_cut_to_thousandths() -> None:
    assert chance_of(11, 10) == int(chance_to_capture(11, 10) * 1000) == 567
    assert chance_of(1, 1) == 0
    assert chance_of(MOST_EXACT, 40) == int(chance_to_capture(MOST_EXACT, 40) * 1000)


def test_of_large_armies_the_proportion_decides() -> None:
    """Near enough to the exact chance, and without its long numbers."""
    for troops, defenders in ((100, 90), (90, 100), (130, 120), (200, 10), (10, 200)):
        exact = chance_to_capture(troops, defenders)
        assert abs(Fraction(chance_of(troops, defenders), 1000) - exact) < Fraction(1, 10)
    assert losses_to_take(2 * MOST_EXACT) == 2 * losses_to_take(MOST_EXACT)


def test_a_campaign_is_judged_by_the_exact_chance_of_the_whole_chain() -> None:
    rules = opened(planets("needle amber 9; aldine azure 1", "neutral 2"))
    evaluation = Evaluation(rules.book, rules.start, "amber")
    one = chance_of_route(evaluation, 9, ["threshold"])
    assert one == chance_to_capture(9, 2)
    both = chance_of_route(evaluation, 9, ["threshold", "zephyr"])
    assert Fraction(1, 2) < both < one
    assert chance_of_route(evaluation, 1, ["threshold"]) == 0


def test_chains_of_large_armies_are_judged_battle_by_battle() -> None:
    rules = opened(planets("needle amber 9; threshold neutral 20; aldine azure 1", "neutral 14"))
    evaluation = Evaluation(rules.book, rules.start, "amber")
    route = ["threshold", "zephyr"]
    exact, near = chance_of_route(evaluation, 40, route), chance_of_route(evaluation, 41, route)
    assert abs(near - exact) < Fraction(1, 5)


def test_a_campaign_gets_the_fewest_troops_that_do() -> None:
    rules = opened(planets("needle amber 1; aldine azure 1", "neutral 2"))
    evaluation = Evaluation(rules.book, rules.start, "amber")
    campaign = best_campaign(evaluation, 9)
    assert campaign is not None
    wanted = troops_wanted(evaluation, campaign, 9, Fraction(4, 5))
    chance = chance_of_route(evaluation, 1 + wanted, campaign.route)
    assert wanted == 9 or chance >= Fraction(4, 5)
    assert chance_of_route(evaluation, wanted, campaign.route) < Fraction(4, 5)


# -- cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("f1 b1 c1", [["f1", "b1", "c1"]]),
        ("f1 f2 b1", []),
        ("c1 c2 c3", [["c1", "c2", "c3"]]),
        ("f1 f2 f3 b1 c1", [["f1", "b1", "c1"]]),
        ("f1 f2 f3 b1 b2 b3 c1 c2", [["f1", "b1", "c1"], ["f2", "b2", "c2"]]),
    ],
)
def test_sets_are_turned_in_when_waiting_does_not_pay(hand: str, sets: list[list[str]]) -> None:
    assert dealt(hand, "aldine amber 1; beryl amber 1") == sets


def test_rising_sets_are_kept_until_they_decide_something() -> None:
    """Three troops do not reach all planets of the Strait; with four more they do."""
    rising = {"set_values": "rising"}
    assert dealt("f1 b1 c1", "aldine amber 1; beryl amber 1", **rising) == []
    text = "gauntlet amber 1; lastlight amber 1; needle amber 1; threshold azure 6; aldine azure 9"
    assert dealt("f1 b1 c1", text, "neutral 6", **rising) == [["f1", "b1", "c1"]]


# -- placing ------------------------------------------------------------------------------------


def test_troops_go_where_they_complete_a_region() -> None:
    (place,) = planned(STRAIT + "; aldine amber 1", "place", "azure 6")
    assert place["in"] == "needle"
    assert place["count"] == 3


def test_troops_go_where_they_keep_a_region() -> None:
    """The Strait is whole, and a large army of azure's stands beside Threshold."""
    text = (
        "gauntlet amber 1; lastlight amber 4; needle amber 4; threshold amber 3; "
        "zephyr azure 6; umber azure 9; ashfall azure 9"
    )
    placed = {order["in"]: order["count"] for order in planned(text, "place", "neutral 9")}
    assert placed.get("threshold", 0) >= 2
    assert sum(placed.values()) == 5


# -- invading -----------------------------------------------------------------------------------


def test_he_takes_the_last_planet_of_a_region_first() -> None:
    first, *_ = routes(planned(STRAIT, "invade", "azure 6"))
    assert first == ["threshold"]


def test_a_weak_seat_is_eliminated_by_one_chain() -> None:
    text = "aldine amber 15; beryl crimson 1; crown crimson 1; jasper crimson 1; quill azure 9"
    (chain, *_) = planned(text, "invade", "neutral 4")
    (route, *_) = routes([chain])
    assert route[:3] == ["beryl", "crown", "jasper"]
    assert chain["until"]["chance"] == "2/5", "what decides is fought for longer"
    assert chain["move"] == "all"


def test_nobody_attacks_against_the_odds() -> None:
    assert planned("aldine amber 4", "invade", "azure 6") == []


def test_other_armies_set_out_elsewhere() -> None:
    text = "aldine amber 8; outermark amber 8; quill azure 1"
    orders = planned(text, "invade", "neutral 2")
    starts = [order["from"] for order in orders]
    assert sorted(starts) == ["aldine", "outermark"]
    taken = [planet for route in routes(orders) for planet in route]
    assert len(taken) == len({*taken})


def test_an_army_stays_where_the_enemy_is() -> None:
    """Behind Wayless there is nobody: no more move in than must."""
    text = (
        "outermark amber 9; hollow amber 1; driftgate amber 1; quarry azure 9; tarn azure 9; "
        "wayless azure 1"
    )
    orders = planned(text, "invade", "azure 12")
    (order,) = [one for one in orders if one["to"] == "wayless"]
    assert order["move"] is None


# -- fortifying ---------------------------------------------------------------------------------


def test_idle_troops_go_to_the_front() -> None:
    text = "wayless amber 7; hollow amber 1; driftgate amber 2; outermark amber 2"
    (order,) = planned(text, "fortify", "azure 4")
    assert (order["from"], order["count"]) == ("wayless", "all")
    assert order["to"] in ("driftgate", "outermark")


def test_without_idle_troops_there_is_nothing_to_move() -> None:
    assert planned("aldine amber 4", "fortify", "azure 4") == []


# -- hidden hands -------------------------------------------------------------------------------


def test_he_plans_the_same_whatever_others_hold() -> None:
    """Two deals that differ in azure's cards alone look alike to amber."""
    plans = []
    for hidden in ("c1 c2 c3", "f9 b9 c9"):
        rules = opened(planets(STRAIT, "azure 2", cards={"amber": 2, "azure": 3}))
        sheets: dict[str, Any] = {seat: {"orders": {}} for seat in TWO}
        top = deck("f1", "b1", *hidden.split())
        save = play(rules, sheets, {}, decks={"deck-1": top}).save
        view = rules.view(State.model_validate_json(canonical(save.position)), "amber")
        topics = ("trade", "place", "invade", "fortify")
        plans.append([[*rules.bot_orders(view, "amber", topic)] for topic in topics])
    assert plans[0] == plans[1]
