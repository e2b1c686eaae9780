"""The invader card variant beside its cases: the file of cards, the player, words, whole matches.

(Rulings 90 to 99)
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.examples import example_orders
from adjudicator.core.game import SubmittedOrders
from adjudicator.core.report import USUAL_STYLE
from adjudicator.core.sheet import read_sheet
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from adjudicator.games.fortress_america.card_words import invader_card_text
from adjudicator.games.fortress_america.event_digest import happened
from adjudicator.games.fortress_america.events import InvaderCardDrawn, InvaderCardPlayed
from adjudicator.games.fortress_america.invader_card_facts import Foothold, InvaderCardFile
from adjudicator.games.fortress_america.orders import Place, StandingCards
from adjudicator.games.fortress_america.player import planned
from adjudicator.games.fortress_america.player.assessment import Assessment
from adjudicator.games.fortress_america.rules.invader_board import check_invader_cards
from adjudicator.games.fortress_america.rules.invader_play import lacking
from adjudicator.games.fortress_america.state import INVADERS, InForce, total_of
from tests.games.fortress_america.matches import plain, played
from tests.games.fortress_america.playing import (
    GID,
    MAP_FILES,
    SEATS,
    declare,
    move,
    of_type,
    opened,
    place,
    play,
    start,
)
from tests.games.fortress_america.test_hidden import GAME, dealt, decks

FILE: dict[str, Any] = json.loads(MAP_FILES["invader-cards-2012.json"])
ALL_VARIANTS: dict[str, Any] = {
    "invader_cards": True, "invader_victory": "individual", "cities_to_win": 14,
    "partisans": "d6", "bonus_cards": False, "lasers_at_start": 1, "reinforcements": 5,
}  # fmt: skip


def cards_of(changes: Any) -> InvaderCardFile:
    cards = {card: facts | changes.get(card, {}) for card, facts in FILE["cards"].items()}
    return InvaderCardFile.model_validate_json(canonical(FILE | {"cards": cards}))


def test_what_is_not_found_says_that_it_is_a_stand_in() -> None:
    """Known are the number of the cards and the footholds. (Ruling 99)"""
    cards = cards_of({}).cards
    assert Counter(card.side for card in cards.values()) == dict.fromkeys(INVADERS, 8)
    footholds = {
        card.effect.area: card.effect.can_be_captured
        for card in cards.values()
        if isinstance(card.effect, Foothold)
    }
    assert footholds == {"seattle": True, "san-antonio": False, "atlanta": True}
    for name, card in cards.items():
        assert card.stand_in == (not isinstance(card.effect, Foothold)), name
        assert card.remains == isinstance(card.effect, Foothold), name
        assert (card.source["effect"] == "reconstructed") == card.stand_in, name


def test_every_card_is_told_with_all_that_it_says() -> None:
    book = opened(start("w1 western infantry 1"), game=GAME, invader_cards=True).book
    texts = {card: invader_card_text(book, card) for card in book.invader_cards}
    assert len(set(texts.values())) == 24
    for card, text in texts.items():
        assert ("a stand-in" in text) == book.invader_cards[card].stand_in
    assert texts["i12-s5"] == (
        "Oil for the air arm (i12-s5), before the maneuvers, needs 2 oil areas: helicopters go "
        "1 space farther in the maneuvers; a stand-in"
    )


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"i12-w4": {"side": "eastern"}}, ["deck-size", "deck-size"]),
        ({"i12-w1": {"requires": [{"kind": "area", "area": "atlantis"}]}}, ["unknown-area"]),
        ({"i12-w1": {"requires": [{"kind": "oil", "area": "iowa"}]}}, ["requirement-unclear"]),
        ({"i12-w1": {"requires": [{"kind": "area"}]}}, ["requirement-unclear"]),
        ({"i12-w4": {"when": "declare"}}, ["card-moment"]),
        ({"i12-w3": {"when": "battle"}}, ["card-moment"]),
        ({"i12-w3": {"when": "supply"}}, []),
        ({"i12-w2": {"remains": True}, "i12-w4": {"remains": True}}, []),
        ({"i12-w3": {"remains": True}, "i12-w8": {"remains": True}}, ["card-remains"] * 2),
        ({"i12-e1": {"effect": {"op": "foothold", "area": "iowa", "can_be_captured": True}}},
         ["foothold-no-city"]),
        ({"i12-e1": {"effect": {"op": "foothold", "area": "e1", "can_be_captured": True}}},
         ["unknown-area"]),
    ],
)  # fmt: skip
def test_cards_of_ones_own_are_judged(changes: Any, codes: list[str]) -> None:
    book = opened(start("w1 western infantry 1"), game=GAME).book
    found = check_invader_cards(book.edition, book.map, cards_of(changes))
    assert [problem.code for problem in found] == codes


def test_a_match_is_played_with_cards_of_its_own() -> None:
    """A card that remains in play goes on taking effect, turn by turn. (Ruling 95)"""
    mine = json.loads(json.dumps(FILE))
    mine["cards"]["i12-w5"] |= {"remains": True, "requires": []}
    rules = opened(start("w1 western infantry 1", invader_cards={"western": 1}), game=GAME,
                   invader_cards=True)  # fmt: skip
    cards = InvaderCardFile.model_validate_json(canonical(mine)).cards
    rules.book = rules.book._replace(invader_cards=cards)
    lying = ScriptedDice({}, decks(rules, western=["i12-w5"]))
    first = play(rules, {seat: {} for seat in SEATS}, lying)
    done = play(
        rules, {"western": {"cards": [{"order": "play", "card": "i12-w5"}]}}, {}, first.save, 2
    )
    assert [one.until for one in done.state.in_force] == [None]
    assert done.state.side == "southern"


def test_two_cards_keep_units_of_one_space_on_the_board() -> None:
    """Where a deck of one's own has several cards for the supply check they add up. (Ruling 95)"""
    mine = json.loads(json.dumps(FILE))
    for card in ("i12-w7", "i12-w8"):
        mine["cards"][card] |= FILE["cards"]["i12-w8"] | {"requires": []}
    given = start("w1 western infantry 1; iowa western infantry 4 hovertank 1",
                  invader_cards={"western": 2})  # fmt: skip
    rules = opened(given, game=GAME, invader_cards=True)
    cards = InvaderCardFile.model_validate_json(canonical(mine)).cards
    rules.book = rules.book._replace(invader_cards=cards)
    lying = ScriptedDice({}, decks(rules, western=["i12-w7", "i12-w8"]))
    first = play(rules, {seat: {} for seat in SEATS}, lying)
    plays = [{"order": "play", "card": card} for card in ("i12-w7", "i12-w8")]
    done = play(rules, {"western": {"cards": plays}}, {}, first.save, 2)
    kept = [one.in_force for one in of_type(done, InvaderCardPlayed)]
    assert [total_of(one.spared["iowa"]) for one in kept if one is not None] == [3, 2]
    assert dict(done.state.units_in("iowa", "western")) == {"infantry": 4, "hovertank": 1}


def test_a_standing_order_names_cards_of_its_own_seat() -> None:
    rules = opened(start("w1 western infantry 1"), game=GAME, invader_cards=True)
    order = StandingCards(standing="cards", play=("all", "i12-w1", "i12-s1", "i12-x1"))
    told = {
        seat: [problem.path[-1] for problem in rules.check_standing(seat, order)]
        for seat in ("western", "usa")
    }
    assert told == {"western": [2, 3], "usa": [1, 2, 3]}


def test_without_the_option_there_are_neither_topics_nor_decks() -> None:
    rules = opened(start("w1 western infantry 1"), game=GAME)
    step = rules.next_step(rules.start)
    assert step is not None
    assert not {"cards", "play"} & {*step.topics}
    assert not rules.book.invader_cards


def test_a_foothold_to_come_is_no_zone_in_the_set_up() -> None:
    rules = opened("standard", game=GAME, invader_cards=True)
    ahead = rules.start.model_copy(update={"action": "setup-invaders", "side": "western"})
    order = Place.model_validate(place("infantry", 1, "seattle"))
    found = [one.code for one in rules.check_static(ahead, "setup", order, seat="western")]
    assert found == ["not-own-zone"]


def test_the_first_edition_has_no_such_orders() -> None:
    assert "play" not in FORTRESS_AMERICA_1986.topics
    for game in (FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012):
        document = {
            "t": "orders", "game": GID, "n": 1, "head": GID, "player": "western", "pledge": None,
            "orders": {"cards": [{"order": "play", "card": "i12-w5"}]},
        }  # fmt: skip
        sheet, problems = read_sheet(game, document)
        assert (sheet is not None) == (game is FORTRESS_AMERICA_2012), problems


def test_the_projection_names_what_is_still_to_be_played() -> None:
    position = "w2 western infantry 3; portland usa infantry 1"
    rules = opened(start(position, invader_cards={"western": 2}), game=GAME, invader_cards=True)
    state = dealt(rules, western=["i12-w4", "i12-w6"])
    sheet = {
        "cards": [{"order": "play", "card": "i12-w4", "in": "portland"},
                  {"order": "play", "card": "i12-w6"}],
    }  # fmt: skip
    read, problems = read_sheet(
        GAME, {"t": "orders", "game": GID, "n": 2, "head": GID, "player": "western",
               "pledge": None, "orders": sheet},
    )  # fmt: skip
    assert read is not None, problems
    ahead = state.model_copy(update={"action": "combat", "battles": ("portland",)})
    told = rules.projection(ahead, "western", SubmittedOrders(read.orders, ()))
    text = " ".join(line.text for paragraph in told for line in paragraph.lines)
    assert "To be played in Portland: Coordinated assault (i12-w4)" in text
    assert "Not as things stand: it needs 4 cities (it holds 0)." in text
    assert "The chances of the battles are those without the cards." in text


def test_dice_that_were_rolled_again_are_gambles_too() -> None:
    position = "e5 eastern infantry 2; tampa usa infantry 1"
    held = {"los-angeles": "eastern", "portland": "eastern"}
    given = start(position, side="eastern", control=held, invader_cards={"eastern": 1})
    rules = opened(given, game=GAME, invader_cards=True)
    first = play(rules, {s: {} for s in SEATS}, ScriptedDice({}, decks(rules, eastern=["i12-e7"])))
    label = "turn-1/eastern/battle/tampa"
    orders = {"cards": [{"order": "play", "card": "i12-e7"}], "declare": declare("tampa")}
    dice = {
        f"{label}/defender/foot/infantry": [3],
        f"{label}/attacker/foot/infantry": [3, 1],
        f"{label}/attacker/foot/infantry/again": [6],
        "turn-1/usa/cards/1": [1],
        "turn-1/usa/cards/2": [1],
    }
    done = play(rules, {"eastern": orders}, dice, first.save, 2)
    told = [one for one in rules.trials(first.state, done.events) if one.role == "attacking"]
    assert [one.came for one in told] == [(0, 0), (0, 1), (1,), (0,)], "hits, then retreats"


def test_infantry_that_marches_by_a_card_is_no_rider_on_the_map() -> None:
    land = {"iowa": "western"}
    given = start("w1 western infantry 2", control=land, invader_cards={"western": 1})
    rules = opened(given, game=GAME, invader_cards=True)
    first = play(rules, {s: {} for s in SEATS}, ScriptedDice({}, decks(rules, western=["i12-w5"])))
    orders = {
        "cards": [{"order": "play", "card": "i12-w5"}],
        "maneuvers": [move("infantry", 2, "w1", "w2")],
    }
    done = play(rules, {"western": orders}, {}, first.save, 2)
    (arrow,) = happened(rules.narrator, done.state, done.events, USUAL_STYLE).arrows
    assert (arrow.count, arrow.riders) == (2, 0)


@pytest.mark.parametrize("card", ["i12-s1", "i12-w1"])
def test_the_built_in_player_knows_footholds(card: str) -> None:
    """Its reinforcements come there, and the USA does not mean to enter one that stays closed."""
    side, city = ("southern", "san-antonio") if card == "i12-s1" else ("western", "seattle")
    given = start(f"w1 western infantry 1; s1 southern infantry 1; {city} {side} infantry 1; "
                  "central-texas usa infantry 5; eastern-oregon usa infantry 5", side=side, turn=2,
                  control={city: side}, invader_cards={side: 1})  # fmt: skip
    rules = opened(given, game=GAME, invader_cards=True)
    first = play(rules, {s: {} for s in SEATS}, ScriptedDice({}, decks(rules, **{side: [card]})))
    one = InForce(card=card, side="southern" if side == "southern" else "western", areas=(city,))
    mine = first.state.model_copy(update={"in_force": (one,)})
    coming = {order.in_ for order in planned(rules.book, mine, side, "reinforcements")
              if isinstance(order, Place)}  # fmt: skip
    assert city in coming
    usa = mine.model_copy(update={"side": "usa"})
    assessment = Assessment(rules.book, usa, "usa")
    assert bool(assessment.prize(city)) == (card == "i12-w1")


@pytest.mark.parametrize("scenario", ["standard", "standard-2"])
def test_the_built_in_player_plays_with_all_variants(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Draws and plays cards, one mail a player-turn, to the end."""
    rules = plain(scenario, game=GAME, **ALL_VARIANTS)
    seen: Counter[str] = Counter()
    evolve = rules.evolve

    def counted(state: Any, event: Any) -> Any:
        seen[type(event).__name__] += 1
        if isinstance(event, InvaderCardPlayed):
            card = event.card
            assert not lacking(rules.book, state, card), card
        return evolve(state, event)

    monkeypatch.setattr(rules, "evolve", counted)
    match = played(rules, "all variants", 12)
    assert match.state.result is not None
    assert set(match.mails.values()) == {1}
    assert seen[InvaderCardDrawn.__name__] > seen[InvaderCardPlayed.__name__] > 0
    assert rules.view(match.state, None) == match.state


def test_examples_show_that_a_card_may_be_drawn() -> None:
    """The units drafted beside it are those of a turn with a card. (Ruling 91)"""
    rules = opened(start("w2 western infantry 3", turn=2), game=GAME, invader_cards=True)
    found = example_orders(rules, dealt(rules), "western")["reinforcements"]
    assert [one.order for one in found[:2]] == ["draw", "place"]
    assert sum(one.count for one in found if isinstance(one, Place)) == 5
