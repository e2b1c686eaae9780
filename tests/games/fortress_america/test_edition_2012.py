"""What is new in 2012: its facts, its words, its dice and cards, and what its map shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.core.game import AnswerUnused, OrderCut
from adjudicator.core.problem import Problem
from adjudicator.core.report import USUAL_STYLE
from adjudicator.core.values import canonical
from adjudicator.documents.edition_table import differences_of
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america.card_facts import CardFile
from adjudicator.games.fortress_america.dice_facts import DiceFile, check_dice
from adjudicator.games.fortress_america.editions import Edition
from adjudicator.games.fortress_america.event_digest import happened
from adjudicator.games.fortress_america.events import CardDrawn, UnitsFired, UnitsMoved
from adjudicator.games.fortress_america.state import State
from adjudicator.games.fortress_america.words import order_text
from adjudicator.odds.result import Odds, Question
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import (
    MAP_FILES,
    declare,
    move,
    of_type,
    opened,
    play,
    scenario,
    start,
)

FIRST, SECOND = FORTRESS_AMERICA_1986.edition, FORTRESS_AMERICA_2012.edition
DICE: dict[str, Any] = json.loads(MAP_FILES["dice-2012.json"])


def playing(position: str, **parts: Any) -> FortressAmericaRules:
    return opened(start(position, **parts), game=FORTRESS_AMERICA_2012)


def riding(count: int) -> dict[str, Any]:
    return {**move("mobile-unit", count, "w1", "w2"), "with": "infantry"}


@pytest.mark.parametrize("edition", [FIRST, SECOND])
def test_an_edition_is_what_its_model_says(edition: Edition) -> None:
    """Editions are taken as they are written: no start checks them."""
    assert Edition.model_validate_json(edition.model_dump_json()) == edition


def test_the_second_edition_is_a_list_of_differences() -> None:
    differ = {
        name for name in Edition.model_fields if getattr(FIRST, name) != getattr(SECOND, name)
    }
    assert differ == {
        "name", "title", "cite", "paragraphs", "words", "cards", "partisan_cards", "card_file",
        "dice_file", "units", "combat", "flies_over_foreign_zones", "substitutes", "lasers",
        "last_turn", "last_round", "lasers_score", "invader_card_file", "invader_cards",
        "reinforcements_with_card",
    }  # fmt: skip
    assert (SECOND.lasers, SECOND.last_turn, SECOND.partisan_cards) == (11, 10, 31)
    for kind, facts in SECOND.units.items():
        carries = ("infantry", "partisan") if kind == "mobile-unit" else ()
        assert facts == FIRST.units[kind].model_copy(update={"carries": carries})


def test_the_table_of_editions_is_read_from_the_values() -> None:
    rows = {row.fact: row for row in differences_of([FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012])}
    assert rows["lasers"].values == (12, 11)
    assert rows["last_turn"].texts == ("none", "10")
    assert rows["units.mobile-unit.carries"].texts == ("none", "infantry, partisan")
    assert rows["options.bombers"].texts == ("over-the-target, from-beside", "-")
    assert rows["options.lasers_at_start"].texts == ("0 (0 to 12)", "0 (0 to 11)")
    assert rows["last_round"].texts == ("yes", "no")
    assert rows["options.invader_victory"].values[0] is None
    assert rows["lasers"].says == "Lasers of the USA (action 1)."
    assert not {"name", "title", "stack_limit", "options.cities_to_win"} & rows.keys()
    assert differences_of([FORTRESS_AMERICA_1986, FORTRESS_AMERICA_1986]) == ()


def test_the_faces_give_the_results_of_1986() -> None:
    """(Ruling 80)"""
    edition = playing("w2 western infantry 1").book.edition
    assert edition.combat == FIRST.combat


def own_dice(position: str, colour: str, face: int, printed: str) -> FortressAmericaRules:
    """Returns a match with a face of a die of its own."""
    mine = json.loads(json.dumps(DICE))
    mine["dice"][colour]["faces"][face - 1] = printed
    given = scenario(start(position), game=FORTRESS_AMERICA_2012)
    return FORTRESS_AMERICA_2012.open(given, MAP_FILES | {"dice-2012.json": canonical(mine)})


def test_a_match_is_fought_with_its_own_dice() -> None:
    """(Ruling 80)"""
    position = "w3 western infantry 2; northwest-california usa infantry 1"
    label = "turn-1/western/battle/northwest-california"
    defends, attacks = f"{label}/defender/foot/infantry", f"{label}/attacker/foot/infantry"
    orders = {"western": {"declare": declare("northwest-california")}}
    rules = own_dice(position, "red", 2, "hit")
    done = play(rules, orders, {defends: [2], attacks: [3]})
    assert [fired.hits for fired in of_type(done, UnitsFired)] == [1, 0]
    done = play(playing(position), orders, {defends: [2], attacks: [3, 3]})
    assert [fired.hits for fired in of_type(done, UnitsFired)] == [0, 0]


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"red": {"sides": 6, "faces": ["hit"] * 5}}, ["die-faces"]),
        ({"blue": {"sides": 8, "faces": ["hit"] * 8}}, ["die-twice", "die-missing"]),
        ({"black": {"sides": 12, "faces": ["hit"] * 12}}, []),
    ],
    ids=["a face lacks", "two alike", "one more"],
)
def test_dice_that_do_not_fit_are_refused(change: Any, codes: list[str]) -> None:
    dice = canonical(DICE | {"dice": DICE["dice"] | change})
    found: list[Problem] = list(check_dice(SECOND, DiceFile.model_validate_json(dice)))
    assert [problem.code for problem in found] == codes


def test_the_deck_of_2012() -> None:
    """(Ruling 87)"""
    cards = CardFile.model_validate_json(MAP_FILES["cards-2012.json"]).cards
    old = CardFile.model_validate_json(MAP_FILES["cards.json"]).cards
    assert list(cards) == [f"p12-{number:02}" for number in range(1, 32)]
    assert sum(bool(card.units) for card in cards.values()) == 24
    same = {"units", "where", "placement", "effects", "title", "not_in_cities"}
    for name, card in cards.items():
        assert (card.edition, card.deck, card.count) == ("2012", "partisan", 1)
        assert set(card.source.values()) <= {"rulebook", "reconstructed"}
        if name == "p12-31":
            assert "stand-in" in card.title
            assert card.note.startswith("Invented")
        else:
            first = old[name.replace("p12", "p86")]
            assert all(getattr(card, field) == getattr(first, field) for field in same)


def test_the_end_is_told_after_what_was_taken() -> None:
    """The picture of a match that is over shows nothing as declared. (Ruling 83)"""
    rules = playing(
        "boston usa infantry 1; w1 western infantry 1", side="usa", turn=10,
        control={"new-york": "eastern", "maine": "eastern", "chicago": "western"},
    )  # fmt: skip
    orders = {
        "reinforcements": [{"order": "laser", "in": "boston"}],
        "declare": declare("new-york", "maine"),
        "invasion": [move("infantry", 1, "boston", "new-york")],
    }
    done = play(rules, {"usa": orders}, {"turn-10/usa/laser/boston": [1]})
    told = rules.report(rules.start, done.events, done.state)
    why = "the last turn is over, and the invaders hold too few cities"
    end = f"The match is over, won by the USA: {why}."
    assert told.summary[0] == end
    assert "The invaders hold 1 city (Chicago); 18 were needed to win." in told.summary
    (capture,) = [one for one in told.paragraphs if one.heading == "Capture"]
    assert [line.text for line in capture.lines] == [
        "The USA retakes the city of New York from the eastern invader.",
        "Not taken: Maine.",
        end,
    ]
    drawn = rules.picture(done.state, done.events)
    assert "Won by the USA" in drawn
    assert ">Declared<" not in drawn


def test_the_report_speaks_as_the_edition_does() -> None:
    rules = playing("w1 western mobile-unit 2 infantry 2; w3 western helicopter 1; "
                    "sacramento-valley western infantry 1; northwest-california usa infantry 1; "
                    "seattle western bomber 1 infantry 1 mobile-unit 1")  # fmt: skip
    scout = move("helicopter", 1, "w3", "northwest-california", "northeast-california")
    orders = {
        "declare": declare("northeast-california", "eastern-oregon"),
        "maneuvers": [riding(2), scout],
        "invasion": [move("infantry", 1, "seattle", "eastern-oregon")],
    }
    done = play(rules, {"western": orders}, {})
    told = rules.report(rules.start, done.events, done.state)
    text = " ".join(line.text for paragraph in told.paragraphs for line in paragraph.lines)
    assert "2 infantry ride along from W1 to W2." in text
    assert "A helicopter moves from W3 to scout Northeast California." in text
    headings = [paragraph.heading for paragraph in told.paragraphs]
    assert "Maneuvers" in headings
    assert "Invasion" in headings
    assert any("18 win, or the USA does after turn 10." in line for line in told.summary)
    (arrow,) = [one for one in happened(rules.narrator, done.state, done.events, USUAL_STYLE).arrows
                if one.riders]  # fmt: skip
    assert (arrow.count, arrow.riders) == (2, 2)
    assert arrow.words.endswith("maneuvers: 2 mobile units and 2 infantry, W1 to W2")
    drawn = rules.picture(done.state, done.events)
    for words in (
        ">2+2</text>",
        "With riders",
        ">Maneuvers<",
        ">Invasion<",
        "the USA wins after turn 10",
    ):
        assert words in drawn, words
    moved = of_type(done, UnitsMoved)[0]
    assert [one.purpose for one in moved.moves] == ["move", "ride", "land"]


def test_the_dice_of_a_report_are_faces() -> None:
    rules = playing("seattle usa infantry 1; western-washington western infantry 3")
    label = "turn-1/western/battle/seattle"
    orders = {"western": {"declare": declare("seattle")}}
    done = play(rules, orders, {f"{label}/defender/foot/infantry": [5],
                                f"{label}/attacker/foot/infantry": [5, 2]})  # fmt: skip
    told = rules.report(rules.start, done.events, done.state)
    text = json.dumps([paragraph.to_json() for paragraph in told.paragraphs])
    assert "combined arms hit, a miss here" in text
    assert "The western invader fires at a city and mountain without combined arms:" in text
    assert "column" not in text


def test_scouting_helicopters_are_shown() -> None:
    rules = playing("portland usa infantry 1; w2 western helicopter 2 infantry 1")
    document = rules.start.to_json() | {
        "action": "combat", "declared": ["northwest-california"],
        "units": {"northwest-california": {"western": {"helicopter": 1}}},
        "landed": {"northwest-california": 1},
    }  # fmt: skip
    state = State.model_validate_json(canonical(document))
    drawn = rules.picture(state, ())
    assert ">Scouting<" in drawn
    assert drawn.count(": 1 helicopter (scouting)") == 2  # of the area and of the counter
    assert "landed)" not in drawn
    assert "Landed" not in drawn


def test_a_bomber_alone_over_an_empty_zone_leaves() -> None:
    """A zone that lasers emptied is no place to stay. (Rulings 1 and 6)"""
    position = "w2 western infantry 1; w1 western infantry 1; portland usa bomber 1 infantry 1"
    rules = playing(position, side="usa", lasers=["denver"], lasers_destroyed={"western": 10})
    orders = {
        "declare": declare("w2"), "maneuvers": [move("bomber", 1, "portland", "w2")],
        "lasers": [{"order": "fire", "at": "w2", "unit": "infantry"}],
    }  # fmt: skip
    dice = {"turn-1/usa/laser/denver": [9]}
    done = play(rules, {"usa": orders}, dice)
    assert "w2" not in done.state.units
    assert dict(done.state.units_in("portland", "usa")) == {"bomber": 1, "infantry": 1}


def at_maneuvers(rules: FortressAmericaRules, seat: str) -> list[Any]:
    """Returns what the built-in player orders under maneuvers, after its declarations."""
    state = rules.start.model_copy(update={"action": "declare"})
    declared = [order.to_json()["area"] for order in rules.bot_orders(state, seat, "declare")]
    state = state.model_copy(update={"action": "maneuvers", "declared": tuple(declared)})
    return [order.to_json() for order in rules.bot_orders(state, seat, "maneuvers")]


def test_the_built_in_player_takes_infantry_along() -> None:
    position = "w1 western mobile-unit 1 infantry 4; san-francisco usa infantry 3"
    (order,) = at_maneuvers(playing(position), "western")
    assert (order["unit"], order["with"]) == ("mobile-unit", "infantry")
    assert order["path"] == ["w1", "w2"]
    (alone,) = at_maneuvers(opened(start(position)), "western")
    assert alone == order | {"with": None}


def test_the_built_in_player_bombs_zones() -> None:
    position = (
        "w2 western bomber 1 hovertank 1; portland usa infantry 2; seattle usa bomber 4 infantry 1"
    )
    orders = at_maneuvers(playing(position, side="usa", lasers_destroyed={"western": 11}), "usa")
    assert [order["path"][-1] for order in orders if order["unit"] == "bomber"] == ["w2"]
    old = opened(start(position, side="usa", lasers_destroyed={"western": 12}))
    assert "w2" not in [order["path"][-1] for order in at_maneuvers(old, "usa")]


def test_odds_are_those_of_the_faces() -> None:
    """The same chances as in 1986, told in the words of 2012. (Ruling 80)"""

    def asked(game: FortressAmerica) -> Odds:
        forces = ("1 bomber 2 hovertank 2 infantry", "1 helicopter 1 partisan")
        return game.odds(Question(forces, place="mountain", map_files=lambda: MAP_FILES))

    first, second = asked(FORTRESS_AMERICA_1986), asked(FORTRESS_AMERICA_2012)
    assert (second.outcomes, second.losses) == (first.outcomes, first.losses)
    assert second.notes[0] == (
        "In mountain: the attacker's combined arms hits count only with combined arms."
    )
    assert "column" not in " ".join(second.notes)


def test_an_order_is_told_with_its_riders() -> None:
    book = playing("w1 western mobile-unit 2 infantry 2").book
    assert order_text(book, riding(2)) == "2 mobile units with 2 infantry from W1 to W2"
    assert order_text(book, move("mobile-unit", 1, "w1", "w2")) == "a mobile unit from W1 to W2"


def test_chance_sends_nobody_into_an_empty_zone() -> None:
    """What is sampled is legal: a table of chance holds it to the check. (Ruling 1)"""
    position = "w1 western infantry 1; portland usa helicopter 3"
    rules = playing(position, side="usa", lasers_destroyed={"western": 11})
    zones = set()
    for seed in range(30):
        table = RandomTable(rules, rules.start, Chance(f"zones-{seed}")).play_turn()
        zones |= {order["area"] for order in table.orders_of("usa").get("declare", ())}
        assert "w2" not in table.state.units
    assert {"w2"} <= zones, "it was declared"


def test_an_action_that_goes_on_tells_nothing_twice() -> None:
    """What is read back of an answer is of another type than the sheet's order: nothing is cut."""
    rules = opened(
        start("w1 western infantry 1", side="usa", lasers_destroyed={"western": 11}),
        game=FORTRESS_AMERICA_2012, cards="one-at-a-time",
    )  # fmt: skip

    def answer(k: int, card: str, area: str) -> Any:
        units = [{"unit": "partisan", "count": 4, "in": area}]
        order = {"order": "card", "card": card, "place": units}
        return {"usa": {"orders": {}, "answers": {f"turn-1/usa/cards/{k}/play": order}}}

    first = play(rules, {"usa": {}}, {"turn-1/usa/cards/1": [13]})
    second = play(rules, answer(1, "p12-13", "boston"), {"turn-1/usa/cards/2": [21]}, first.save, 2)
    third = play(rules, answer(2, "p12-22", "dallas"), {}, second.save, 3)
    told = [event for done in (first, second, third) for event in done.events]
    drawn = [event.card for event in told if isinstance(event, CardDrawn)]
    assert drawn == ["p12-13", "p12-22"]
    assert not [event for event in told if isinstance(event, AnswerUnused | OrderCut)]
