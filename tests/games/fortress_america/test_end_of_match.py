"""Chapter 3: who wins, and when."""

from __future__ import annotations

from typing import Any

from adjudicator.games.fortress_america.events import GameEnded, LastRoundBegun
from tests.games.fortress_america.playing import TWO, declare, move, of_type, opened, play, start

LASER = {"reinforcements": [{"order": "laser", "in": "boston"}]}
CITIES = (
    "los-angeles", "portland", "salt-lake-city", "san-diego", "san-francisco", "seattle",
    "denver", "dallas", "houston", "memphis", "new-orleans", "phoenix", "san-antonio",
    "chicago", "cleveland", "detroit", "indianapolis", "kansas-city",
)  # fmt: skip
THREE = {
    "invaders-west-east": {"sides": ["western", "eastern"]},
    "southern": {"sides": ["southern"]},
    "usa": {"sides": ["usa"]},
}


def held(count: int, side: str = "western") -> dict[str, str]:
    return dict.fromkeys(CITIES[:count], side)


def us_turn(seats: Any, count: int, **fields: Any) -> Any:
    rules = opened(
        start("w1 western infantry 1; new-york usa infantry 1", side="usa", control=held(count),
              **fields),
        seats,
    )  # fmt: skip
    return play(rules, {"usa": LASER}, {"turn-1/usa/laser/boston": [1]})


def test_eighteen_cities_at_the_end_of_the_us_turn_win() -> None:
    done = us_turn(TWO, 18)
    assert done.state.result is not None
    assert (done.state.result.winner, done.state.result.reason) == ("invaders", "cities-taken")
    assert done.save.is_over
    assert us_turn(TWO, 17).state.result is None


def test_eighteen_cities_at_the_end_of_an_invaders_turn_do_not_win() -> None:
    rules = opened(
        start("los-angeles western infantry 1; w1 western infantry 1", control=held(18)), TWO
    )
    done = play(rules, {"invaders": {}}, {})
    assert done.state.result is None


def test_the_usa_wins_when_every_invading_unit_is_destroyed() -> None:
    gone = {"infantry": 24, "hovertank": 12, "mobile-unit": 9, "helicopter": 9, "bomber": 6}
    destroyed = {"southern": gone, "eastern": gone}
    destroyed["western"] = gone | {"infantry": 23}
    rules = opened(start("w1 western infantry 1", side="usa", destroyed=destroyed))
    done = play(rules, {"usa": LASER}, {"turn-1/usa/laser/boston": [5]})
    assert done.state.result is not None
    assert (done.state.result.winner, done.state.result.reason) == ("usa", "invaders-destroyed")
    # Cities do not help who has no units left.
    rules = opened(
        start("w1 western infantry 1", side="usa", destroyed=destroyed, control=held(18)), TWO
    )
    done = play(rules, {"usa": LASER}, {"turn-1/usa/laser/boston": [5]})
    assert [e.result.winner for e in of_type(done, GameEnded)] == ["usa"]
    # Units in reserve are units.
    destroyed["western"] = gone | {"infantry": 22}
    rules = opened(start("w1 western infantry 1", side="usa", destroyed=destroyed))
    done = play(rules, {"usa": LASER}, {"turn-1/usa/laser/boston": [5]})
    assert done.state.result is None


def test_the_last_unit_may_starve_in_its_own_turn() -> None:
    gone = {"infantry": 24, "hovertank": 12, "mobile-unit": 9, "helicopter": 9, "bomber": 6}
    destroyed = {"southern": gone, "eastern": gone}
    destroyed["western"] = gone | {"infantry": 23}
    rules = opened(start("denver western infantry 1", destroyed=destroyed))
    done = play(rules, {"western": {}}, {})
    assert done.state.result is not None
    assert done.state.result.winner == "usa"


def eight(*zones: str) -> list[dict[str, Any]]:
    return [{"order": "place", "unit": "infantry", "count": 4, "in": zone} for zone in zones]


def test_with_several_invader_seats_a_last_round_decides() -> None:
    """10 a city, 5 a laser, 3 a resource area; the USA has no turn more. (Ruling 10)"""
    control = held(15) | dict.fromkeys(CITIES[15:], "southern") | {
        "kansas": "southern", "west-texas": "southern", "central-virginia": "eastern",
    }  # fmt: skip
    rules = opened(
        start("w1 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1",
              side="usa", control=control,
              lasers_destroyed={"southern": 1, "eastern": 2}),
    )  # fmt: skip
    done = play(rules, {"usa": LASER}, {"turn-1/usa/laser/boston": [1]})
    assert of_type(done, LastRoundBegun)
    assert done.state.result is None
    assert (done.state.side, done.state.turn) == ("western", 2)
    save = done.save
    for n, (seat, zones) in enumerate(
        (("western", ("w2", "w3")), ("southern", ("s2", "s3")), ("eastern", ("e2", "e3"))), start=2
    ):
        done = play(rules, {seat: {"reinforcements": eight(*zones)}}, {}, save, n)
        save = done.save
    result = done.state.result
    assert result is not None
    assert dict(result.points) == {"western": 150, "southern": 30 + 5 + 6, "eastern": 10 + 3}
    assert (result.winner, result.reason) == ("western", "last-round")
    assert save.is_over
    assert not done.state.hand


def test_a_seat_with_two_invaders_adds_their_points_and_ties_go_to_the_earlier() -> None:
    def winner(control: dict[str, str], seats: Any) -> str | None:
        rules = opened(
            start("e1 eastern infantry 1; new-york usa infantry 1", side="eastern", turn=1,
                  control=control, last_round=True),
            seats,
        )  # fmt: skip
        seat = "invaders-west-east" if seats else "eastern"
        done = play(rules, {seat: {}}, {})
        assert done.state.result is not None
        return done.state.result.winner

    two = {"portland": "western", "boston": "eastern", "dallas": "southern"}
    assert winner(two, THREE) == "invaders-west-east"
    more = two | {"houston": "southern"}
    assert winner(more, THREE) == "invaders-west-east"
    assert winner(more | {"memphis": "southern"}, THREE) == "southern"
    assert winner(two, None) == "western"
    assert winner(more, None) == "southern"


def test_in_the_last_round_invaders_may_take_from_each_other() -> None:
    rules = opened(
        start("w6 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1",
              control={"los-angeles": "southern"}, last_round=True),
    )  # fmt: skip
    done = play(
        rules,
        {"western": {"declare": declare("los-angeles"),
                     "invasion": [move("infantry", 1, "w6", "los-angeles")]}},
        {},
    )  # fmt: skip
    assert dict(done.state.control) == {"los-angeles": "western"}
