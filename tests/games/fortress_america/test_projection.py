"""What `check` tells of the part of a player-turn behind the first dice."""

from __future__ import annotations

from typing import Any

from adjudicator.core.report import Line
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.words import percent_text
from tests.games.fortress_america.playing import (
    attack,
    checked,
    declare,
    move,
    opened,
    start,
)


def told(
    rules: FortressAmericaRules, orders: Any, seat: str = "western", **parts: Any
) -> dict[str, list[str]]:
    """Returns the lines of each paragraph of the projection, those under a line behind it."""
    dry = checked(rules, seat, orders, **parts)
    assert not [problem for problem in dry.problems if not problem.warning], dry.problems
    paragraphs = rules.projection(dry.state, seat, dry.submitted)
    return {part.heading: [text for line in part.lines for text in texts(line)]
            for part in paragraphs}  # fmt: skip


def texts(line: Line) -> list[str]:
    return [line.text, *(text for under in line.lines for text in texts(under))]


def test_battles_ahead_with_exact_chances() -> None:
    rules = opened(start("w2 western infantry 2; portland usa infantry 1"))
    found = told(rules, {"declare": declare("portland")})
    # In half of all cases both attackers fire, else one: a half of 5/9 and a half of 1/3.
    assert found["Battles ahead"] == [
        "Portland: 2 infantry from W2 against an infantry unit.",
        "Won: 44 percent (4/9), held: 56 percent (5/9).",
        "On average, of yours 0.3 destroyed and 0.2 out of action; of theirs 0.2 destroyed and "
        "0.2 driven out.",
    ]
    assert found["What the orders leave open"] == [
        "No attack is ordered on Portland: all that can attack there do.",
        "What your hits destroy: the largest die.",
        "What your ones drive away: the largest die.",
        "No second movement is ordered: nobody enters what is won.",
    ]


def test_a_guard_is_told_as_things_stand() -> None:
    rules = opened(start("w2 western infantry 1; portland usa infantry 1"))
    orders = {"declare": declare("portland"),
              "attacks": [{**attack("portland", w2={"infantry": 1}),
                           "at_least": {"chance": "1/8"}, "until": {"lost": 2}}]}  # fmt: skip
    met = told(rules, orders)["Battles ahead"]
    assert met[3] == (
        "Condition: only with a chance of 1/8; not once 2 own units are destroyed; "
        "met as things stand."
    )


def test_a_later_guard_is_told_as_not_met() -> None:
    rules = opened(start("w2 western infantry 1; w3 western infantry 1; portland usa infantry 1; "
                         "northwest-california usa infantry 1"))  # fmt: skip
    orders = {"declare": declare("portland", "northwest-california"),
              "battles": [{"order": "battles", "guards": {
                  "northwest-california": {"at_least": {"chance": "1/2"}}}}]}  # fmt: skip
    found = told(rules, orders)["Battles ahead"]
    assert found[-1] == (
        "Condition: only with a chance of 1/2; not met as things stand, 25 percent (1/4): "
        "the attackers would stay out."
    )


def test_no_way_to_retreat() -> None:
    rules = opened(start("w2 western infantry 1; portland usa infantry 1; "
                         "northwest-california western infantry 1; eastern-oregon western "
                         "infantry 1; western-washington western infantry 1",
                         control={"northwest-california": "western", "eastern-oregon": "western",
                                  "western-washington": "western"}))  # fmt: skip
    found = told(rules, {"declare": declare("portland")})["Battles ahead"]
    assert "No way to retreat for infantry: what is driven out is destroyed." in found


def test_moves_that_hang_on_a_battle() -> None:
    rules = opened(start("w2 western infantry 2 hovertank 1; w1 western infantry 1; "
                         "portland usa infantry 1"))  # fmt: skip
    orders = {"declare": declare("portland"),
              "invasion": [{**move("infantry", 2, "w2", "portland"), "at_least": 2},
                           move("infantry", 1, "w1", "w2")]}  # fmt: skip
    (line,) = told(rules, orders)["Orders that depend on dice"]
    assert line.startswith("1st invasion order, 2 infantry from W2 to Portland: only if the battle")
    assert line.endswith("as many as the battle for Portland leaves in action, at least 2.")


def test_moves_that_hang_on_the_same_are_told_together() -> None:
    rules = opened(start("w2 western infantry 2 hovertank 1; portland usa infantry 1"))
    orders = {"declare": declare("portland"),
              "invasion": [move("infantry", 2, "w2", "portland"),
                           move("hovertank", 1, "w2", "portland")]}  # fmt: skip
    heading, *lines = told(rules, orders)["Orders that depend on dice"]
    assert heading.startswith("Only if the battle for Portland is won, ")
    assert heading.endswith("; as many as the battle for Portland leaves in action:")
    assert lines == [
        "1st invasion order, 2 infantry from W2 to Portland.",
        "2nd invasion order, a hovertank from W2 to Portland.",
    ]


def test_a_chance_and_its_contrary_make_100_percent() -> None:
    assert percent_text(2, 3, to_nearest=True) == "67 percent"
    assert percent_text(1, 3, to_nearest=True) == "33 percent"
    assert percent_text(999, 1000, to_nearest=True) == "99 percent"
    assert percent_text(1, 1000, to_nearest=True) == "less than 1 percent"
    assert percent_text(1, 1, to_nearest=True) == "100 percent"
    assert percent_text(2, 3) == "66 percent"


def test_a_move_that_hangs_on_a_battle_elsewhere() -> None:
    rules = opened(start("w2 western infantry 1; w4 western infantry 1; portland usa infantry 1"))
    orders = {"declare": declare("portland"),
              "invasion": [{**move("infantry", 1, "w4", "w3"), "if_won": "portland"}]}  # fmt: skip
    assert told(rules, orders)["Orders that depend on dice"] == [
        "1st invasion order, an infantry unit from W4 to W3: only if the battle for Portland is "
        "won, 17 percent.",
    ]


def test_bombers_left_alone_by_a_guard() -> None:
    rules = opened(start("w2 western bomber 1 infantry 1; portland usa infantry 2"))
    orders = {"declare": declare("portland"),
              "maneuvers": [move("bomber", 1, "w2", "portland")],
              "invasion": [move("bomber", 1, "portland", "w2")]}  # fmt: skip
    standing = [{"standing": "battles", "at_least": {"units": 3}}]
    found = told(rules, orders, standing=standing)
    assert found["Battles ahead"][0] == "Portland: a bomber over it against 2 infantry."
    assert not any(line.startswith("Condition") for line in found["Battles ahead"])
    assert found["Orders that depend on dice"] == [
        "1st invasion order, a bomber from Portland to W2: as many as the battle for Portland "
        "leaves.",
    ]


def test_units_that_would_be_out_of_supply() -> None:
    rules = opened(start("w2 western infantry 1; eastern-oregon western infantry 1; "
                         "portland usa infantry 1; iowa western infantry 1",
                         control={"eastern-oregon": "western", "iowa": "western"}))  # fmt: skip
    orders = {"declare": declare("portland"),
              "invasion": [move("infantry", 1, "w2", "portland")]}  # fmt: skip
    assert told(rules, orders)["Supply"] == [
        "Out of supply even if every battle is won: an infantry unit in Iowa.",
        "Out of supply if no battle is won: an infantry unit in Eastern Oregon and an infantry "
        "unit in Iowa.",
    ]
    assert told(rules, {"declare": declare("portland"), "attacks": []} | {
        "invasion": []})["Supply"] == [
        "Out of supply whatever the battles bring: an infantry unit in Eastern Oregon and an "
        "infantry unit in Iowa.",
    ]  # fmt: skip


def test_lasers_without_an_order() -> None:
    rules = opened(start("w5 western bomber 1 infantry 1; iowa western infantry 1; "
                         "portland usa infantry 1", side="usa",
                         lasers=["boston", "chicago", "denver"],
                         lasers_destroyed={"southern": 9}))  # fmt: skip
    standing = [{"standing": "lasers", "at": [{"in": "w5", "unit": "infantry"}]}]
    found = told(rules, {}, "usa", standing=standing)
    assert found["What the orders leave open"] == [
        "The laser in Boston has no order: at an infantry unit in W5, by standing order.",
        "The laser in Chicago has no order: at an infantry unit in Iowa, by default.",
        "The laser in Denver has nothing left to fire at.",
    ]
    orders = {"lasers": [{"order": "fire", "at": "iowa", "unit": "infantry"}]}
    assert told(rules, orders, "usa")["What the orders leave open"][0] == (
        "The laser in Chicago has no order: at a bomber in W5, by default."
    )


def test_what_answers_the_dice() -> None:
    rules = opened(start("w2 western infantry 1 bomber 1; portland usa infantry 1 hovertank 1"))
    orders = {"declare": declare("portland"),
              "maneuvers": [move("bomber", 1, "w2", "portland")],
              "targets": [{"order": "target", "unit": "hovertank"}]}  # fmt: skip
    standing = [
        {"standing": "targets", "first": ["infantry", "bomber"], "in": ["city", "w5"]},
        {"standing": "targets", "first": ["partisan"], "as": "defender"},
        {"standing": "retreat", "first": ["hovertank"]},
    ]
    found = told(rules, orders, standing=standing)["What the orders leave open"]
    assert found[1:] == [
        "What your hits destroy: what the sheet says under targets, as it fits, then your "
        "standing order for city or w5, infantry, bomber, then the largest die.",
        "What your ones drive away: your standing order, hovertank, then the largest die.",
        "No second movement is ordered: nobody enters what is won.",
        "Bombers that must leave and have no order land in the nearest space.",
    ]


def test_nothing_is_told_of_a_turn_of_another_or_before_the_attacks() -> None:
    rules = opened(start("w2 western infantry 1; portland usa infantry 1"))
    assert told(rules, {}, "usa") == {}
    assert told(rules, {"declare": declare("portland")}, hold=["attacks"]) == {}


def test_a_battle_that_nobody_fights() -> None:
    rules = opened(start("northwest-california western infantry 1; w2 western infantry 1; "
                         "portland usa infantry 1; sacramento-valley usa infantry 1",
                         control={"northwest-california": "western"}))  # fmt: skip
    orders = {"declare": declare("sacramento-valley", "portland"),
              "attacks": [attack("portland", northwest_california={"infantry": 1})],
              "invasion": [move("infantry", 1, "northwest-california",
                                "sacramento-valley")]}  # fmt: skip
    dry = checked(rules, "western", orders)
    assert [problem.code for problem in dry.problems] == ["not-open"]
    found = rules.projection(dry.state, "western", dry.submitted)
    assert found[0].lines[-1].text == "Sacramento Valley: nobody attacks."
    assert "Orders that depend on dice" not in [part.heading for part in found]


def test_what_is_impossible_has_no_price() -> None:
    """The helicopter that landed never leaves; who enters Portland may do so."""
    rules = opened(start("w2 western infantry 1 helicopter 1; portland usa infantry 1"))
    orders = {"declare": declare("portland", "eastern-oregon"),
              "maneuvers": [move("helicopter", 1, "w2", "portland", "eastern-oregon")],
              "invasion": [move("helicopter", 1, "eastern-oregon", "portland"),
                           move("infantry", 1, "w2", "portland")]}  # fmt: skip
    dry = checked(rules, "western", orders)
    assert [problem.path for problem in dry.problems] == [("orders", "invasion", 0, "count")]
    parts = {part.heading: part for part in rules.projection(dry.state, "western", dry.submitted)}
    (line,) = parts["Orders that depend on dice"].lines
    assert line.text.startswith("2nd invasion order, an infantry unit from W2 to Portland: only if")


def test_a_space_that_only_a_laser_can_open() -> None:
    rules = opened(start("los-angeles usa infantry 1 bomber 1; san-diego western infantry 1; "
                         "denver usa infantry 1", side="usa", lasers=["denver"], hand=["p86-03"],
                         lasers_destroyed={"western": 11}))  # fmt: skip
    orders = {"declare": declare("san-diego"),
              "maneuvers": [move("bomber", 1, "los-angeles", "san-diego")],
              "attacks": [attack("san-diego", san_diego={"bomber": 1})],
              "invasion": [move("infantry", 1, "los-angeles", "san-diego")]}  # fmt: skip
    assert told(rules, orders, "usa")["Orders that depend on dice"] == [
        "1st invasion order, an infantry unit from Los Angeles to San Diego: only if no defender "
        "is left in San Diego before the battle."
    ]
