"""What the facts of an edition say, and that rules ask for facts alone."""

from __future__ import annotations

from adjudicator.games.fortress_america.editions import FORTRESS_AMERICA_1986
from adjudicator.games.fortress_america.options import Options1986
from adjudicator.games.fortress_america.state import KINDS, UnitKind
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import (
    codes,
    declare,
    move,
    opened,
    place,
    play,
    problems,
    start,
    with_edition,
)

EDITION = FORTRESS_AMERICA_1986


def test_the_reference_card_of_1986() -> None:
    """(Appendix 3)"""
    table = {
        kind: (f.unit_class, f.die, f.first_move, f.second_move, f.invader_units, f.first_wave)
        for kind, f in EDITION.units.items()
    }
    assert table == {
        "bomber": ("air", 10, 4, 4, 6, 2),
        "helicopter": ("air", 8, 2, 2, 9, 3),
        "hovertank": ("mechanized", 8, 1, 1, 12, 4),
        "mobile-unit": ("mechanized", 6, 1, 1, 9, 3),
        "infantry": ("foot", 6, 0, 1, 24, 8),
        "partisan": ("foot", 6, 0, 1, 0, 0),
    }
    assert [k for k in KINDS if EDITION.units[k].die_alone != EDITION.units[k].die] == ["partisan"]
    assert sum(f.invader_units for f in EDITION.units.values()) == 60
    assert sum(f.first_wave for f in EDITION.units.values()) == 20
    assert sum(f.usa_units for f in EDITION.units.values()) == 60 + 24


def test_the_combat_results_table_of_1986() -> None:
    one, two = EDITION.results(10, 1), EDITION.results(10, 2)
    assert one == ("back", "miss", "miss", "miss", "miss", "hit", "hit", "hit", "hit", "hit")
    assert two == ("back", "miss", "miss", "miss", "hit", "hit", "hit", "hit", "hit", "hit")
    assert all(EDITION.results(die, 1) == one[:die] for die in (6, 8))


def test_units_may_ride_along_where_an_edition_says_so() -> None:
    kinds: tuple[UnitKind, ...] = ("infantry", "partisan")
    mobile = EDITION.units["mobile-unit"].model_copy(update={"carries": kinds})
    rules = with_edition(
        opened(start("w1 western mobile-unit 1 infantry 2; portland usa infantry 1")),
        units=EDITION.units | {"mobile-unit": mobile},
    )
    riding = {**move("mobile-unit", 1, "w1", "w2"), "with": "infantry"}
    done = play(rules, {"western": {"maneuvers": [riding]}}, {})
    assert dict(done.state.units_in("w2", "western")) == {"infantry": 1, "mobile-unit": 1}
    assert dict(done.state.units_in("w1", "western")) == {"infantry": 1}
    alone = {**move("mobile-unit", 1, "w1", "w2"), "with": "hovertank"}
    assert codes(rules, "western", maneuvers=[alone]) == ["no-transport", "too-many-units"][:1]


def test_foreign_zones_may_be_flown_over_where_an_edition_says_so() -> None:
    rules = with_edition(
        opened(start("san-diego western bomber 1; los-angeles western infantry 1")),
        flies_over_foreign_zones=True,
    )
    over = move("bomber", 1, "san-diego", "s1", "san-diego", "los-angeles")
    assert codes(rules, "western", maneuvers=[over]) == []
    into = move("bomber", 1, "san-diego", "s1")
    assert codes(rules, "western", maneuvers=[into]) == ["foreign-zone"]


def test_other_numbers_are_facts_too() -> None:
    rules = with_edition(opened(start("w1 western infantry 1", turn=2)), reinforcements_from=3)
    assert codes(rules, "western", reinforcements=[place("infantry", 1, "w2")])
    rules = with_edition(opened(start("w2 western infantry 1")), stack_limit=1)
    orders = {"declare": declare("portland"), "invasion": [move("infantry", 1, "w2", "portland")]}
    assert codes(rules, "western", **orders) == []


def test_kinds_that_come_by_card_only_are_a_fact_too() -> None:
    bomber = EDITION.units["bomber"].model_copy(update={"only_by_card": True})
    rules = with_edition(opened("standard"), units=EDITION.units | {"bomber": bomber})
    (problem, *_) = problems(rules, "usa", setup=[place("bomber", 1, "portland")])
    assert (problem.code, problem.message) == ("not-in-setup", "bombers are not set up")


def test_a_faster_unit_on_the_ground_passes_friendly_spaces_only() -> None:
    tank = EDITION.units["hovertank"].model_copy(update={"second_move": 2})
    position = "w2 western hovertank 1; portland southern infantry 1; w6 western infantry 1"
    rules = with_edition(opened(start(position)), units=EDITION.units | {"hovertank": tank})
    there = move("hovertank", 1, "w2", "w3", "w4")
    assert codes(rules, "western", invasion=[there]) == []
    through = move("hovertank", 1, "w2", "portland", "northwest-california")
    assert codes(rules, "western", invasion=[through]) == ["not-friendly", "not-open"]


def test_an_edition_is_what_it_is_where_nothing_else_was_agreed() -> None:
    """The defaults of the options are the facts of the edition. (Chapter 4)"""
    assert EDITION.with_options(Options1986()) == EDITION


def test_what_was_agreed_changes_facts() -> None:
    """(Chapter 4)"""
    agreed = EDITION.with_options(
        Options1986(
            bombers="from-beside", partisans="d6", bonus_cards=False, invader_turns="simultaneous"
        )
    )
    assert (agreed.bonus_cards, agreed.invaders_together) == (0, True)
    assert not any(facts.bombs for facts in agreed.units.values())
    assert all(facts.die_alone == facts.die for facts in agreed.units.values())


def test_lasers_of_the_set_up_are_drafted_and_placed_by_chance() -> None:
    """(Chapter 4, ruling 54)"""
    rules = opened(start("", side=None), lasers_at_start=3)
    draft = [order.to_json() for order in rules.draft(rules.start, "usa", "reinforcements")]
    drafted = [order.to_json() for order in rules.draft(rules.start, "usa", "setup")]
    assert codes(rules, "usa", setup=drafted, reinforcements=draft) == []
    assert codes(rules, "usa", setup=drafted) == ["laser-not-placed"]
    step = rules.next_step(rules.start)
    assert step is not None
    table = RandomTable(rules, rules.start, Chance("lasers"))
    step.run(table)
    assert (len(table.state.lasers), table.state.lasers_left) == (3, 9)
