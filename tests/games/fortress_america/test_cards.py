"""Action 1: the partisan cards."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.fortress_america.events import AreaTaken, CardPlayed, UnitsPlaced
from tests.games.fortress_america.playing import of_type, opened, play, problems, start

LASER = [{"order": "laser", "in": "boston"}]
RESERVE_OUT = "w1 western infantry 1"


def card(name: str, *placed: str) -> dict[str, Any]:
    """Reads "infantry 2 iowa" as units that the card places."""
    parts = [one.split() for one in placed]
    return {
        "order": "card", "card": name,
        "place": [{"unit": u, "count": int(n), "in": area} for u, n, area in parts],
    }  # fmt: skip


def refused(
    hand: list[str], cards: list[Any], position: str = RESERVE_OUT, **fields: Any
) -> list[str]:
    rules = opened(start(position, side="usa", hand=hand, **fields))
    found = problems(rules, "usa", reinforcements=LASER, cards=cards)
    found_codes = list(dict.fromkeys(problem.code for problem in found))
    # A card whose order is refused is not played either; that is told in one test.
    return [code for code in found_codes if code != "card-not-played" or len(found_codes) == 1]


REGION = ["p86-22"]  # 4 partisans, southern sector
MANY = ["p86-01"]  # 3 partisans, 3 infantry, plains sector, separate where possible
CITY = ["p86-18"]  # hovertank, mobile unit, helicopter in Chicago
NEXT = ["p86-02"]  # 4 infantry beside St. Louis
ONE = ["p86-20"]  # 2 partisans, helicopter, mobile unit in one western area
TWO = ["p86-23"]  # 2 partisans, helicopter in one or two western areas
EACH = ["p86-30"]  # 4 partisans, one each in agricultural areas
SECTORS = ["p86-17"]  # 5 infantry, one in each sector
HILLS = ["p86-07"]  # 3 partisans, hovertank in one eastern mountain area
ALL_PLACED = ("partisan 1 chicago", "partisan 1 cleveland", "partisan 1 detroit",
              "infantry 1 indianapolis", "infantry 1 kansas-city", "infantry 1 iowa")  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "cards", "expected"),
    [
        pytest.param(REGION, [card("p86-22", "partisan 4 dallas")], [], id="a-region"),
        pytest.param(REGION, [card("p86-22", "partisan 1 dallas", "partisan 3 kansas")],
                     ["not-on-card"], id="another-region"),
        pytest.param(REGION, [card("p86-22", "partisan 3 dallas")], ["card-not-fully-played"],
                     id="not-all"),
        pytest.param(REGION, [card("p86-22", "partisan 5 dallas")], ["too-many-units"],
                     id="too-many"),
        pytest.param(REGION, [card("p86-22", "partisan 3 dallas", "infantry 1 houston")],
                     ["too-many-units"], id="another-kind"),
        pytest.param(REGION, [card("p86-22", "partisan 4 s3")], ["card-in-zone"], id="zone"),
        pytest.param(REGION, [], ["card-not-played"], id="not-played"),
        pytest.param(REGION, [card("p86-31", "partisan 4 dallas")],
                     ["unknown-card"], id="not-in-the-deck"),
        pytest.param(REGION, [card("p86-30", "partisan 1 iowa")],
                     ["card-not-in-hand"], id="not-in-the-hand"),
        pytest.param(REGION, [card("p86-22", "partisan 4 dallas")] * 2, ["card-not-in-hand"],
                     id="twice"),
        pytest.param(REGION, [card("p86-22", "partisan 4 dallas") | {"to": "dallas"}],
                     ["not-what-it-does"], id="only-places"),
        pytest.param(MANY, [card("p86-01", *ALL_PLACED)], [], id="separately"),
        pytest.param(MANY, [card("p86-01", "partisan 3 chicago", "infantry 3 iowa")],
                     ["card-spread"], id="not-separately"),
        pytest.param(CITY, [card("p86-18", "hovertank 1 chicago", "mobile-unit 1 chicago",
                                 "helicopter 1 chicago")], [], id="a-city"),
        pytest.param(CITY, [card("p86-18", "hovertank 1 detroit", "mobile-unit 1 chicago",
                                 "helicopter 1 chicago")], ["not-on-card"], id="another-city"),
        pytest.param(NEXT, [card("p86-02", "infantry 4 iowa")], [], id="adjacent"),
        pytest.param(NEXT, [card("p86-02", "infantry 4 st-louis")], ["not-on-card"],
                     id="not-itself"),
        pytest.param(ONE, [card("p86-20", "partisan 2 seattle", "helicopter 1 seattle",
                                "mobile-unit 1 seattle")], [], id="one-area"),
        pytest.param(ONE, [card("p86-20", "partisan 2 seattle", "helicopter 1 portland",
                                "mobile-unit 1 seattle")], ["card-spread"], id="not-two-areas"),
        pytest.param(TWO, [card("p86-23", "partisan 2 seattle", "helicopter 1 portland")], [],
                     id="two-areas"),
        pytest.param(TWO, [card("p86-23", "partisan 1 seattle", "partisan 1 western-idaho",
                                "helicopter 1 portland")], ["card-spread"],
                     id="not-three-areas"),
        pytest.param(EACH, [card("p86-30", "partisan 1 iowa", "partisan 1 kansas",
                                 "partisan 1 nebraska", "partisan 1 oklahoma")], [],
                     id="one-each"),
        pytest.param(EACH, [card("p86-30", "partisan 2 iowa", "partisan 1 kansas",
                                 "partisan 1 nebraska")], ["card-spread"], id="two-in-one"),
        pytest.param(SECTORS, [card("p86-17", "infantry 1 seattle", "infantry 1 denver",
                                    "infantry 1 dallas", "infantry 1 iowa",
                                    "infantry 1 boston")], [], id="each-sector"),
        pytest.param(SECTORS, [card("p86-17", "infantry 1 seattle", "infantry 1 portland",
                                    "infantry 1 dallas", "infantry 1 iowa",
                                    "infantry 1 boston")], ["card-spread"],
                     id="two-in-a-sector"),
        pytest.param(HILLS, [card("p86-07", "partisan 3 maine", "hovertank 1 maine")], [],
                     id="mountain-of-a-region"),
        pytest.param(HILLS, [card("p86-07", "partisan 3 boston", "hovertank 1 boston")],
                     ["not-on-card"], id="no-mountain"),
        pytest.param(["p86-22", "p86-30"],
                     [card("p86-30", "partisan 1 iowa", "partisan 1 kansas",
                           "partisan 1 nebraska", "partisan 1 oklahoma"),
                      card("p86-22", "partisan 4 dallas")],
                     ["card-out-of-order"], id="out-of-order"),
    ],
)  # fmt: skip
def test_what_a_card_allows(hand: list[str], cards: list[Any], expected: list[str]) -> None:
    assert refused(hand, cards) == expected


def test_units_come_into_empty_enemy_land_and_take_it_at_once() -> None:
    """(Ruling 8)"""
    rules = opened(start(RESERVE_OUT, side="usa", hand=REGION, control={"north-texas": "southern"}))
    done = play(
        rules,
        {"usa": {"reinforcements": LASER, "cards": [card("p86-22", "partisan 4 north-texas")]}},
        {"turn-1/usa/laser/boston": [1]},
    )
    (taken,) = of_type(done, AreaTaken)
    assert (taken.area, taken.was, taken.city) == ("north-texas", "southern", False)
    assert not done.state.control
    assert done.state.discards == ("p86-22",)
    assert done.state.bonus_cards == 0


@pytest.mark.parametrize(
    ("position", "control", "placed", "expected"),
    [
        pytest.param("north-texas southern infantry 1", {}, ["partisan 4 north-texas"],
                     ["enemy-occupied"], id="occupied"),
        pytest.param("", {"dallas": "southern"}, ["partisan 4 dallas"], ["enemy-city"],
                     id="empty-enemy-city"),
        pytest.param("dallas usa infantry 2", {}, ["partisan 4 dallas"],
                     ["stack-limit"], id="six-in-an-area"),
    ],
)  # fmt: skip
def test_where_cards_put_no_units(
    position: str, control: dict[str, str], placed: list[str], expected: list[str]
) -> None:
    cards = [card("p86-22", *placed)]
    assert refused(REGION, cards, f"{RESERVE_OUT};{position}", control=control) == expected


def test_a_card_is_played_as_far_as_the_reserve_goes() -> None:
    """The rulebook's example: no helicopter is in reserve. (Ruling 11)"""
    position = RESERVE_OUT + "; denver usa helicopter 5; dallas usa helicopter 4"
    full = card("p86-18", "hovertank 1 chicago", "mobile-unit 1 chicago", "helicopter 1 chicago")
    assert refused(CITY, [full], position) == ["too-many-units"]
    part = card("p86-18", "hovertank 1 chicago", "mobile-unit 1 chicago")
    assert refused(CITY, [part], position) == []


def test_infantry_may_stand_in_for_partisans_that_ran_out() -> None:
    full = "".join(
        f"; {area} usa partisan {n}"
        for area, n in (("maine", 5), ("vermont", 5), ("boston", 5), ("buffalo", 5), ("iowa", 2))
    )
    position = RESERVE_OUT + full
    both = card("p86-22", "partisan 2 dallas", "infantry 2 dallas")
    assert refused(REGION, [both], position) == []
    few = card("p86-22", "partisan 2 dallas")
    assert refused(REGION, [few], position) == []
    much = card("p86-22", "partisan 2 dallas", "infantry 3 houston")
    assert refused(REGION, [much], position) == ["too-many-units"]
    # While partisans are left, infantry does not stand in.
    early = card("p86-22", "partisan 2 dallas", "infantry 2 dallas")
    assert refused(REGION, [early]) == ["too-many-units"]


def test_a_card_that_leaves_no_choice_plays_itself() -> None:
    """The rulebook's examples: Chicago, and a card that cannot be played at all."""
    beside = ("boston-mountains", "iowa", "kansas", "oklahoma", "southern-missouri")
    occupied = "".join(f"; {area} southern infantry 1" for area in beside)
    position = "s1 southern infantry 1" + occupied
    rules = opened(start(position, side="usa", hand=["p86-02", "p86-18"]))
    done = play(rules, {"usa": {"reinforcements": LASER}}, {"turn-1/usa/laser/boston": [1]})
    assert [e.card for e in of_type(done, CardPlayed)] == ["p86-02", "p86-18"]
    (placed,) = of_type(done, UnitsPlaced)
    assert {one.area for one in placed.placed} == {"chicago"}
    assert done.state.discards == ("p86-02", "p86-18")


def test_a_card_after_one_that_plays_itself_needs_no_more_than_its_own_order() -> None:
    orders = [card("p86-22", "partisan 4 dallas")]
    assert refused(["p86-18", "p86-22"], orders) == []
    # What the first card placed counts for the second.
    twice = [card("p86-22", "partisan 4 dallas"), card("p86-25", "partisan 2 denver",
                                                       "hovertank 1 denver")]  # fmt: skip
    assert refused(["p86-22", "p86-25"], twice, "denver usa infantry 3; w1 western infantry 1") == [
        "stack-limit"
    ]


def test_when_units_outnumber_the_areas_some_share() -> None:
    """Six units, two areas with room: both are used, then freely."""
    plains = sorted(opened("ready").book.map.areas_in("plains"))
    taken = "; ".join(f"{area} western infantry 1" for area in plains[2:])
    position = f"{taken}; w1 western infantry 1"
    one = card("p86-01", f"partisan 3 {plains[0]}", f"infantry 2 {plains[0]}",
               f"infantry 1 {plains[1]}")  # fmt: skip
    assert refused(MANY, [one], position) == []
    alone = card("p86-01", f"partisan 3 {plains[0]}", f"infantry 2 {plains[0]}")
    assert refused(MANY, [alone], position) == ["card-not-fully-played", "card-spread"]


def test_one_area_with_room_for_most_must_be_chosen() -> None:
    """As many instructions as possible are followed."""
    cards = [card("p86-20", "partisan 1 seattle")]
    position = "w1 western infantry 1; seattle usa infantry 4"
    assert refused(ONE, cards, position) == ["card-not-fully-played"]


def test_the_deck_holds_all_cards_of_the_edition() -> None:
    assert len(opened("ready").book.cards) == 30
