"""The built-in player: what he orders in small positions, and that he knows the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.audit.chance import OpenedDice
from adjudicator.boards.hexes import NOWHERE
from adjudicator.core.game import Event
from adjudicator.core.referee import first_save, run
from adjudicator.core.sheet_writer import written_sheet
from adjudicator.documents.scenarios import shipped_scenarios
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.combat_events import AttackMade, UnitsAdvanced
from adjudicator.games.invasion_america.player.assessment import Assessment
from adjudicator.games.invasion_america.player.ledger import Ledger
from adjudicator.games.invasion_america.player.reserves import _Railway
from adjudicator.games.invasion_america.rules.ground import Way, way_through
from adjudicator.games.invasion_america.rules.limits import room_in
from adjudicator.games.invasion_america.state import US, side_of
from tests.games.invasion_america.matches import plain
from tests.games.invasion_america.playing import GAME, GID, SEATS, opened, sheet, units

BLANK = {"t": "orders", "game": GID, "n": 1, "head": GID, "pledge": None, "orders": {}}


def position(text: str, side: str = "esc", **more: Any) -> InvasionAmericaRules:
    """Returns rules at the beginning of a player-turn, without a garrison in the south."""
    options = {name: more.pop(name) for name in ("campaign", "scenario") if name in more}
    seats = more.pop("seats", SEATS[2])
    start = {"side": side, "units": units(text), **more}
    return opened(start, seats, garrison=False, **options)


def ordered(rules: InvasionAmericaRules) -> dict[str, list[Any]]:
    """Returns the orders of the sheet that the player writes; none of them is illegal."""
    side = rules.start.side
    blank = {**BLANK, "player": rules.book.seat_of(side)}
    written = written_sheet(rules, first_save(rules), blank)
    assert not written.left_out
    orders: dict[str, list[Any]] = written.document["orders"]
    return orders


def played(rules: InvasionAmericaRules) -> Sequence[Event]:
    """Returns what happens in the player-turn that he plays."""
    seat = rules.book.seat_of(rules.start.side)
    sheets = {seat: sheet(seat, orders=ordered(rules))}
    return run(rules, first_save(rules), sheets, 1, dice=OpenedDice("07" * 32)).events


def taken(rules: InvasionAmericaRules) -> set[str]:
    """Returns the hexes that the player takes in his player-turn."""
    side = rules.start.side
    return {
        number
        for event in played(rules)
        if isinstance(event, e.HexesTaken) and event.side == side
        for number in event.hexes
    }


def conquered(*but: str) -> dict[str, str]:
    """Returns that the E.S.C. controls all that is worth points but some hexes."""
    return dict.fromkeys((number for number in VALUED if number not in but), "esc")


VALUED = opened({"units": []}).book.valued
BEACHHEAD = "esc cas s2436; esc armour s2535; esc mechanised s2535; us infantry n0246"
"""The E.S.C. holds Mobile, and no enemy is near."""


def test_empty_cities_are_taken() -> None:
    """New Orleans in land movement, Atlanta in mechanised movement."""
    assert {"s2335", "s2838"} <= taken(position(BEACHHEAD))


def test_a_port_that_supplies_keeps_its_garrison() -> None:
    moved = [unit for order in ordered(position(BEACHHEAD))["movement"] for unit in order["units"]]
    assert moved
    assert "esc-cas-01" not in moved


def test_units_gather_beside_a_target_and_attack_it_together() -> None:
    """They come from two hexes; alone neither of them has good odds."""
    rules = position(
        "esc cas s2436; esc 2 armour s2535; esc 2 armour s2536; us armour s2738; us cas n0246",
        control=conquered(),
    )
    (attack,) = (one for one in played(rules) if isinstance(one, AttackMade))
    assert len(attack.units) > 1
    assert attack.hexes == ("s2738",)


def test_nobody_attacks_at_bad_odds() -> None:
    rules = position("esc infantry s2436; us 3 armour s2536; us 3 armour s2537; us cas n0246")
    assert "combat" not in ordered(rules)


def test_victors_follow_into_what_they_have_won() -> None:
    rules = position(
        "esc cas s2436; esc 3 armour s2633; esc 2 armour s2733; us militia s2634",
        control=conquered("s2634"),
    )
    events = played(rules)
    assert any(isinstance(event, UnitsAdvanced) for event in events)
    assert "s2634" in taken(rules)


def test_ships_land_where_the_coast_is_empty() -> None:
    rules = position("esc amphibious s1742 by s1741 [infantry 2, mechanised 1]; us infantry n0246")
    events = played(rules)
    assert any(isinstance(event, e.ShipsSailed) for event in events)
    assert sum(isinstance(event, e.UnitMoved) for event in events) >= 3


def test_ships_assault_a_weak_coast() -> None:
    """The Gulf coast is all that is left to win."""
    text = "esc amphibious s1742 by s1741 [armour 2, mechanised 1]; us militia s2334"
    (attack,) = (
        one
        for one in played(position(text, control=conquered("s2334")))
        if isinstance(one, AttackMade)
    )
    assert attack.assault == "esc-amphibious-01"


def test_supply_units_go_ashore_behind_the_troops() -> None:
    text = "esc amphibious s2334 [supply 1]; esc infantry s2334; us infantry n0246"
    assert ordered(position(text))["naval"][0] == {"order": "unload", "unit": "esc-supply-01"}


@pytest.mark.parametrize(("ashore", "sails"), [("esc infantry s2333", False), ("", True)])
def test_a_ship_that_alone_supplies_troops_stays_with_them(ashore: str, sails: bool) -> None:
    """Else it fetches who waits at home. (9.12)"""
    text = f"esc amphibious s2333; {ashore}; esc 3 infantry s1742; us infantry n0246"
    assert ("naval" in ordered(position(text))) is sails


def test_hovercraft_do_not_cross_to_where_nobody_supplies_them() -> None:
    """Florida is a few hexes away."""
    moved = ordered(position("esc 2 hovercraft s1742; esc cas s1742; us militia s2342")).get(
        "movement"
    )
    assert moved is None


def test_troops_at_home_go_aboard() -> None:
    rules = position(
        "esc transport s1742 by s1741; esc 2 infantry s1742; esc cas s1742; us infantry n0246"
    )
    orders = ordered(rules)["movement"]
    assert {order["aboard"] for order in orders} == {"esc-transport-01"}
    assert len(orders) == 2, "one stays in the port"


def test_transports_bring_them_to_a_port_that_is_held() -> None:
    text = "esc transport s1742 by s1741 [infantry 2]; esc cas s2436; us infantry n0246"
    rules = position(text)
    assert ordered(rules)["naval"] == [
        {"order": "sail", "units": ["esc-transport-01"], "to": "s2436"}
    ]
    moved = {event.unit for event in played(rules) if isinstance(event, e.UnitMoved)}
    assert {"esc-infantry-01", "esc-infantry-02"} <= moved


def test_replacements_come_where_they_are_near() -> None:
    """All counters that are not in play lie in the boxes."""
    rules = position("esc cas s2436; esc cas s1742; us infantry s2838")
    assert ordered(rules)["replacements"][0]["in"] == "s2436"


def test_the_us_brings_up_reserves_by_rail() -> None:
    rules = position("us rail s3423; us armour s3423; us armour s3519; esc armour s2436", "us")
    orders = ordered(rules)["rail"]
    assert [order["carry"] for order in orders if order.get("carry")]


def test_the_us_retakes_its_cities() -> None:
    rules = position("us armour s2734; esc cas s2436", "us", control={"s2634": "esc"})
    assert "s2634" in taken(rules)


@pytest.mark.parametrize("invokes", [True, False])
def test_partisans_are_invoked_as_soon_as_they_may_be(invokes: bool) -> None:
    control = conquered() if invokes else {}
    rules = position("us militia s3423; esc cas s2436", "us", control=control, campaign=True)
    assert ("partisans" in ordered(rules)) == invokes


def test_he_plays_no_turn_of_others() -> None:
    rules = position(BEACHHEAD)
    assert rules.bot_orders(rules.start, "us", "movement") == ()
    assert rules.bot_orders(rules.start, "aggressors", "retreat") == ()


def test_the_same_position_gives_the_same_sheet() -> None:
    """Whatever was planned before with the same rules."""
    first, again = position(BEACHHEAD), position(BEACHHEAD)
    expected = ordered(first)
    other = first.start.model_copy(update={"side": "us", "phase": "movement"})
    first.bot_orders(other, "us", "movement")
    assert ordered(first) == expected == ordered(again)


def test_forces_of_other_seats_are_enemies() -> None:
    """Ruling 46: among four seats he does not stack with another aggressor."""
    text = f"{BEACHHEAD}; sau infantry s2634"
    rules = position(text, seats=SEATS[4])
    assert all(side_of(unit) == "esc" for event in played(rules)
               if isinstance(event, e.UnitMoved) for unit in [event.unit])  # fmt: skip
    assert "s2634" not in {order["path"][-1] for order in ordered(rules)["movement"]}


def test_who_goes_ashore_does_so_before_others_leave_the_port() -> None:
    """A port that nobody holds serves nobody (ruling 4), and one of the ports at home is held."""
    text = "sau cas s0649; sau transport s0751 [infantry 2]; sau armour s0751; us infantry n0246"
    control = conquered("s0346", "s0540") | {"s0346": "us", "s0540": "us"}
    rules = position(text, "sau", control=control)
    view = rules.start.model_copy(update={"phase": "movement"})
    moves = [order.to_json()["units"] for order in rules.bot_orders(view, "aggressors", "movement")]
    assert moves == [["sau-infantry-01", "sau-infantry-02"], ["sau-armour-01"]]


# -- room and ways as the rules see them ---------------------------------------------------------


@pytest.mark.parametrize("name", shipped_scenarios(GAME))
def test_the_player_sees_the_room_that_the_rules_see(name: str) -> None:
    """Units that do not function yet, as Canada's before it is at war, take up room. (12.0)"""
    rules = plain(name)
    book, state = rules.book, rules.start.model_copy(update={"side": US})
    assessment = Assessment(book, state, US)
    ledger = Ledger.of(assessment)
    for hex_ in {book.hex_of(unit.at) for unit in state.units.values()} - {NOWHERE}:
        risen = assessment.rising if hex_ in assessment.risings else 0
        assert ledger.room(hex_) == room_in(book, state, US, hex_) - risen, book.number_of(hex_)


def test_rail_units_go_around_a_hexside_without_rails() -> None:
    """From Buffalo to Toronto the way is not across the lake. (16.42, ruling 57)"""
    rules = position("us rail n0141; us infantry n0141; canada infantry n0240", side="us")
    book, state = rules.book, rules.start
    here, goal = book.hexes["n0141"], book.hexes["n0240"]
    assert goal in book.charts.grid.neighbours[here]
    order = _Railway(Assessment(book, state, US))._order("us-rail-01", None, here, goal)
    assert len(order.path) > 1
    assert order.path[-1] == "n0240"
    found = way_through(
        book.charts.rail, here, tuple(book.hexes[number] for number in order.path),
        beside=book.charts.grid.neighbours, closed=frozenset(), ends=frozenset(),
    )  # fmt: skip
    assert isinstance(found, Way)


def test_ships_of_a_rival_alone_are_not_assaulted() -> None:
    """Where aggressors play for themselves a landing keeps away from the other's ships. (7.4)"""
    text = "esc amphibious s2337 [armour 2]; esc cas s2436; us cas n0246; sau transport {}"

    def landing(there: str) -> str:
        orders = ordered(position(text.format(there), seats=SEATS[3]))
        (sails,) = (one for one in orders["naval"] if one["units"] == ["esc-amphibious-01"])
        to: str = sails["to"]
        return to

    at_best = landing("s1120")
    assert landing(at_best) != at_best
