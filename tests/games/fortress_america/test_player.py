"""The built-in player: what he reckons with, and what his plans are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.decks import RefusingDice
from adjudicator.core.referee import first_save, run
from adjudicator.core.sheet_writer import written_sheet
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.player.estimate import estimated
from adjudicator.games.fortress_america.rules.chances import battle_projection
from adjudicator.games.fortress_america.state import Counts, UnitKind
from tests.games.fortress_america.matches import plain
from tests.games.fortress_america.playing import attack, declare, opened, play, sheet, start

LISTED: tuple[dict[UnitKind, int], ...] = (
    {"infantry": 1},
    {"infantry": 3},
    {"hovertank": 2, "infantry": 2},
    {"bomber": 1, "hovertank": 1, "infantry": 1},
    {"bomber": 2, "helicopter": 1, "hovertank": 2, "infantry": 3, "mobile-unit": 1},
)
FORCES: tuple[Counts, ...] = tuple(FrozenMap(counts) for counts in LISTED)


@pytest.mark.parametrize("area", ["houston", "iowa"])
@pytest.mark.parametrize("attackers", FORCES[1:], ids=str)
@pytest.mark.parametrize("defenders", FORCES[:-1], ids=str)
def test_an_estimate_is_near_the_exact_chances(
    area: str, attackers: Counts, defenders: Counts
) -> None:
    """The player tries thousands of battles a turn; what he takes for them is off by little."""
    book = plain("ready").book
    exact = battle_projection(book, area, attackers, defenders=defenders)
    rough = estimated(book, area, attackers, defenders)
    assert abs(Fraction(rough.won, 1000) - exact.won) <= Fraction(6, 100)
    assert rough.lost >= 0
    assert rough.gained > 0


def orders(text: str, topic: str, **fields: Any) -> list[dict[str, Any]]:
    """Returns what the player orders in a position, as written in a start."""
    rules = opened(start(text, **fields))
    seat = rules.book.seat_of(rules.start.side)
    return [order.to_json() for order in rules.bot_orders(rules.start, seat, topic)]


def declared(text: str, **fields: Any) -> list[str]:
    return [order["area"] for order in orders(text, "declare", **fields)]


STRONG = "w2 western hovertank 2 infantry 2 helicopter 1; portland usa infantry 1"
TRIO = (
    "w2 western bomber 5; w6 western infantry 2; portland usa hovertank 1 infantry 2; "
    "s1 southern infantry 1; e1 eastern infantry 1"
)
WEAK = "w2 western infantry 1; portland usa infantry 3 hovertank 2"


def test_it_attacks_where_the_odds_are_good_and_not_where_they_are_bad() -> None:
    assert declared(STRONG) == ["portland"]
    assert declared(WEAK) == []


def test_one_sheet_holds_the_whole_turn_and_all_three_classes_attack() -> None:
    rules = opened(start(STRONG))
    save = run(rules, first_save(rules), {}, 1, dice=RefusingDice()).save
    written = written_sheet(rules, save, sheet("western").document)
    planned = written.document["orders"]
    assert not written.left_out
    assert list(planned) == ["declare", "attacks", "invasion"]
    (attack,) = planned["attacks"]
    assert attack["with"] == {"w2": {"helicopter": 1, "hovertank": 2, "infantry": 2}}
    assert {move["path"][-1] for move in planned["invasion"]} == {"portland"}


def test_it_enters_empty_land() -> None:
    assert declared("w3 western infantry 1; chicago usa infantry 1") == ["northwest-california"]


def test_the_usa_cuts_the_line_of_supply() -> None:
    """Northwest California joins Portland's stack to W3, and nobody stands in it."""
    cut = declared(
        "portland western hovertank 3 infantry 2; sacramento-valley usa infantry 2",
        side="usa", control={"northwest-california": "western"},
    )  # fmt: skip
    assert "northwest-california" in cut


def test_a_laser_stands_far_from_the_enemy() -> None:
    text = "portland western infantry 1; seattle usa infantry 2; new-york usa infantry 1"
    (laser,) = orders(text, "reinforcements", side="usa")
    assert laser["in"] not in ("seattle", "san-francisco", "salt-lake-city")


def test_lasers_fire_at_the_unit_of_most_worth() -> None:
    (fire,) = orders("w5 western infantry 3 bomber 1; denver usa infantry 1", "lasers",
                     side="usa", lasers=["denver"])  # fmt: skip
    assert fire == {"order": "fire", "at": "w5", "unit": "bomber"}


def test_a_garrison_stays_in_a_threatened_city() -> None:
    moves = orders(
        "denver usa mobile-unit 2 infantry 1; nebraska western hovertank 3; chicago usa infantry 2",
        "maneuvers", side="usa", control={"nebraska": "western"},
    )  # fmt: skip
    assert sum(move["count"] for move in moves if move["path"][0] == "denver") < 3


def test_it_says_so_where_it_is_asked_and_orders_nothing() -> None:
    """Without the topic in its sheet the match would wait for ever."""
    position = start("w2 western infantry 1", side="usa", lasers_destroyed={"western": 12})
    rules = opened(position, ask=("invasion",))
    save = run(rules, first_save(rules), {}, 1, dice=RefusingDice()).save
    written = written_sheet(rules, save, sheet("usa", orders={}).document)
    assert written.document["orders"] == {"invasion": []}
    done = play(rules, {"usa": written.document["orders"]}, OpenedDice("1" * 64), save)
    assert done.save.turn == "turn-2-western"


def test_it_answers_where_a_draw_was_offered_in_the_same_break() -> None:
    """What was said about the match while the step waited is heard before it goes on."""
    rules = opened(start(WEAK))
    orders = {"declare": declare("portland"), "attacks": [attack("portland", w2={"infantry": 1})]}
    dice = OpenedDice("1" * 64)
    save = play(rules, {"western": {"orders": orders, "hold": ["battles"]}}, dice).save
    assert [asked.topic for asked in save.pending] == ["battles"]
    save = play(rules, {"usa": {"match": [{"order": "offer-draw"}]}}, dice, save, 2).save
    written = written_sheet(rules, save, sheet("western", 3, orders={}).document)
    assert not written.left_out
    assert written.document["orders"]["battles"] == []
    done = play(rules, {"western": written.document["orders"]}, dice, save, 3)
    assert done.save.turn == "turn-1-southern"


def test_in_opened_sheets_it_orders_only_what_is_asked() -> None:
    """Sheets that were opened together stand: what one left out, nobody adds."""
    rules = opened(start(TRIO), invader_turns="simultaneous", ask=("targets",))
    western = {
        "declare": declare("portland", "los-angeles"),
        "attacks": [attack("portland", w2={"bomber": 5})],
    }
    sheets = {"western": western, "southern": {}, "eastern": {}}
    for seed in "123456789":
        save = play(rules, sheets, OpenedDice(seed * 64)).save
        if [asked.topic for asked in save.pending] == ["targets"]:
            break
    else:
        pytest.fail("no target was asked for")
    written = written_sheet(rules, save, sheet("western", 2, orders={}).document)
    assert written.document["orders"] == {}
    assert len(written.document["answers"]) == 1
