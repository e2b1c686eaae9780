"""What players are told of cards: in hands, questions, drafts and reports."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.referee import first_save
from adjudicator.documents.templates import template_for
from adjudicator.games.fortress_america.card_words import card_text
from adjudicator.narrate.text import report_text
from tests.games.fortress_america.playing import opened, play, problems, start

WEST = "w1 western infantry 1"
NO_LASERS = {"western": 12}


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("p86-01", "3 infantry and 3 partisans in the Plains, in separate areas where possible"),
        ("p86-02", "4 infantry beside St. Louis"),
        ("p86-03", "lasers hit with 3 or more this turn"),
        ("p86-05", "destroys all mobile units and hovertanks of the western invader in one area"),
        ("p86-07", "a hovertank and 3 partisans in mountains of the East, in one area"),
        ("p86-10", "destroys one invading unit in the West; then a hovertank and 2 partisans there "
                   "or in one area beside it, not in an enemy city"),
        ("p86-11", "destroys up to 2 infantry of an invader in one area"),
        ("p86-12", "destroys one invading unit in each of 2 cities"),
        ("p86-14", "carries all US units of one area into any other without enemy units, also an "
                   "enemy city, at most 5 in all"),
        ("p86-15", "drives all invaders out of 4 mineral areas or destroys them; then 4 partisans "
                   "there, one in each"),
        ("p86-16", "destroys one invading unit in each of 2 oil areas of the South"),
        ("p86-17", "5 infantry in the West, Rocky Mountains, South, Plains and East, one in each"),
        ("p86-18", "a helicopter, a hovertank and a mobile unit in Chicago"),
        ("p86-21", "destroys one invading unit in the South; then 3 partisans there or in one area "
                   "beside it, not in an enemy city"),
        ("p86-23", "a helicopter and 2 partisans in the West, in one or two areas"),
        ("p86-27", "destroys 2 invading units in one mountain area; then drives the others out of "
                   "that area or destroys them; then 2 partisans there, not in an enemy city"),
        ("p86-28", "drives all invaders out of Boston Mountains or destroys them; then a hovertank "
                   "and 2 partisans there"),
        ("p86-30", "4 partisans in agricultural areas, one in each"),
    ],
)  # fmt: skip
def test_a_card_in_words(card: str, text: str) -> None:
    book = opened("ready").book
    assert card_text(book, card) == f"{book.cards[card].title} ({card}): {text}"


def test_the_question_for_the_hand_tells_every_card() -> None:
    rules = opened(start(WEST, side="usa", hand=["p86-02", "p86-11"], lasers_destroyed=NO_LASERS))
    done = play(rules, {"usa": {"orders": {}, "hold": ["cards"]}}, {})
    (pending,) = done.save.pending
    assert pending.prompt == (
        "Play Veterans near St. Louis (p86-02): 4 infantry beside St. Louis; "
        "then Night raid on barracks (p86-11): destroys up to 2 infantry of an invader in one area."
    )


def test_the_question_for_one_card_names_an_order_that_is_legal() -> None:
    rules = opened(start(WEST, side="usa", lasers_destroyed=NO_LASERS), cards="one-at-a-time")
    done = play(rules, {"usa": {}}, {"turn-1/usa/cards/1": [22]})
    (pending,) = done.save.pending
    question, _, order = pending.prompt.partition(" For instance ")
    assert question == "How do you play Texas volunteers (p86-22): 4 partisans in the South?"
    answered: dict[str, Any] = {"orders": {}, "answers": {pending.label: json.loads(order)}}
    done = play(rules, {"usa": answered}, {"turn-1/usa/cards/2": [3]}, done.save, 2)
    assert done.state.discards == ("p86-22", "p86-03")


def test_template_drafts_the_cards_in_the_hand_and_the_card_that_is_asked() -> None:
    rules = opened(start("iowa western infantry 2; kansas southern infantry 1", side="usa",
                         hand=["p86-06", "p86-11", "p86-22"],
                         lasers_destroyed=NO_LASERS))  # fmt: skip
    saved = saved_match(first_save(rules), rules, ZERO, START, n=0)
    drafted = template_for(rules, saved, "usa", ZERO)["orders"]
    assert isinstance(drafted, dict)
    assert drafted["cards"] == [
        {"order": "card", "card": "p86-11",
         "destroy": [{"unit": "infantry", "count": 2, "in": "iowa"}]},
        {"order": "card", "card": "p86-22",
         "place": [{"unit": "partisan", "count": 4, "in": "boston-mountains"}]},
    ]  # fmt: skip
    assert not problems(rules, "usa", cards=drafted["cards"])
    rules = opened(start(WEST, side="usa", lasers_destroyed=NO_LASERS), cards="one-at-a-time")
    done = play(rules, {"usa": {}}, {"turn-1/usa/cards/1": [22]})
    saved = saved_match(done.save, rules, ZERO, START, n=1)
    sheet = template_for(rules, saved, "usa", ZERO)
    assert sheet["orders"] == {}
    assert sheet["answers"] == {"turn-1/usa/cards/1/play": drafted["cards"][1]}


def test_a_report_tells_what_each_card_did() -> None:
    position = (
        "iowa western hovertank 2; central-montana eastern bomber 1 infantry 2; "
        "denver southern infantry 3; chicago usa infantry 2; seattle eastern bomber 1"
    )
    hand = ["p86-14", "p86-15", "p86-27", "p86-05", "p86-16"]
    rules = opened(start(position, side="usa", hand=hand, lasers_destroyed=NO_LASERS,
                         control={"portland": "western"}))  # fmt: skip
    mines = ("central-montana", "central-colorado", "northern-colorado", "southern-virginia")
    placed = [{"unit": "partisan", "count": 1, "in": area} for area in mines]
    cards = [
        {"order": "card", "card": "p86-14", "from": "chicago", "to": "portland"},
        {"order": "card", "card": "p86-15", "place": placed},
        {"order": "card", "card": "p86-27",
         "destroy": [{"unit": "infantry", "count": 2, "in": "denver"}]},
    ]  # fmt: skip
    done = play(rules, {"usa": {"cards": cards}}, {})
    text = report_text(rules.report(done.before, done.events, done.state))
    told = text.partition("Partisan cards\n--------------\n")[2].partition("\n\nHow the")[0]
    assert told == TOLD.rstrip("\n")


TOLD = """\
The USA plays Major airlift (p86-14): carries all US units of one area
into any other without enemy units, also an enemy city, at most 5 in
all.
  The USA retakes the city of Portland from the western invader.
  2 infantry fly from Chicago to Portland.

The USA plays Miners' revolt (p86-15): drives all invaders out of 4
mineral areas or destroys them; then 4 partisans there, one in each.
  A bomber of the eastern invader in Central Montana retreats to
    Seattle.
  2 infantry of the eastern invader in Central Montana have no way to
    retreat and are destroyed.
  The USA retakes Central Montana from the eastern invader.
  Central Montana 1 partisan; Central Colorado 1 partisan; Northern
    Colorado 1 partisan; Southern Virginia 1 partisan.

The USA plays Mountain convoy strike (p86-27): destroys 2 invading units
in one mountain area; then drives the others out of that area or
destroys them; then 2 partisans there, not in an enemy city.
  2 infantry of the southern invader in Denver are destroyed.
  An infantry unit of the southern invader in Denver has no way to
    retreat and is destroyed.

The USA plays Desert convoy ambush (p86-05): destroys all mobile units
and hovertanks of the western invader in one area.
  2 hovertanks of the western invader in Iowa are destroyed.

The USA plays Raiders in the oilfields (p86-16): destroys one invading
unit in each of 2 oil areas of the South.
  Nothing of it can be done.
"""
