"""What `template` says of topics: what is due, where it may go, and why nothing is possible now."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.referee import first_save
from adjudicator.documents.templates import TopicForms, forms_for
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012, FortressAmericaRules
from tests.games.fortress_america.playing import opened


def forms(rules: FortressAmericaRules, seat: str) -> dict[str, TopicForms]:
    """Returns what is told of each topic as a match begins."""
    saved = saved_match(first_save(rules), rules, ZERO, START, n=0)
    return {one.topic: one for one in forms_for(rules, saved, seat)}


def start(side: str, turn: int = 2, **more: Any) -> dict[str, Any]:
    units = {"w1": {"western": {"infantry": 2}}, "denver": {"usa": {"infantry": 2}}}
    return {"side": side, "turn": turn, "units": units, **more}


def tags(one: TopicForms) -> list[Any]:
    return [form["order"] for form in one.forms if isinstance(form, dict)]


def test_the_set_up_of_the_usa_is_told_with_its_cities() -> None:
    rules = opened("standard-2", lasers_at_start=2)
    found = forms(rules, "usa")
    rule, cities = found["setup"].notes
    assert rule == (
        "2 units of any kind in each of your 30 cities, of 6 bombers, 9 helicopters, "
        "12 hovertanks, 9 mobile units, 24 infantry"
    )
    assert cities.startswith("cities: atlanta, boston, ")
    assert found["reinforcements"].notes == ("2 lasers to place, each in a city of its own",)


def test_the_set_up_of_invaders_is_told_by_side_and_zone() -> None:
    rules = opened("standard-2")
    state = rules.start.model_copy(update={"action": "setup-invaders", "side": "western"})
    notes = tuple(rules.topic_notes(state, "invaders", "setup"))
    assert [note.partition(":")[0] for note in notes] == [
        "the western invader", "the southern invader", "the eastern invader",
    ]  # fmt: skip
    assert notes[1].endswith("; all of them in s1, s2, s3, s4, s5, s6, 5 in a zone at most")


def test_reinforcements_are_told_with_the_room_of_each_zone() -> None:
    found = forms(opened(start("western")), "western")["reinforcements"]
    (note,) = found.notes
    assert note.startswith("the western invader: 8 units to place in w1 (3 more), w2 (5 more), ")
    assert tags(found) == ["place"]
    assert not found.because


def test_no_reinforcements_come_in_the_first_turn_or_out_of_an_empty_reserve() -> None:
    first = forms(opened(start("western", turn=1)), "western")["reinforcements"]
    assert first.because == "units come from turn 2 on: in turn 1 the set-up counts"
    assert tags(first) == ["place"]
    rules = opened(start("western"))
    without = rules.start.model_copy(update={"reserves": rules.start.reserves.without("western")})
    assert rules.why_not_now(without, "western", "reinforcements") == "the reserve is empty"


def test_the_usa_is_told_of_its_laser_its_cards_and_its_fire() -> None:
    rules = opened(start("usa", hand=["p86-17"], lasers=["denver"]))
    found = forms(rules, "usa")
    (laser,) = found["reinforcements"].notes
    assert laser.startswith("1 laser to place in a city of yours without one: ")
    assert "denver" not in laser
    card, how = found["cards"].notes
    assert "(p86-17): " in card
    assert how == "all of them are played, in the order that you give"
    assert found["lasers"].notes == ("1 laser to fire, in denver; each at another space",)
    assert tags(found["reinforcements"]) == ["laser"]


def test_why_the_usa_orders_nothing_of_cards_and_lasers() -> None:
    rules = opened(start("usa"))
    assert forms(rules, "usa")["cards"].because == "you hold no card"
    assert rules.why_not_now(rules.start, "usa", "lasers") == "you have no laser that fires"
    none_left = rules.start.model_copy(update={"lasers_left": 0})
    assert rules.why_not_now(none_left, "usa", "reinforcements") == "all lasers have been placed"
    later = opened(start("usa"), cards="one-at-a-time")
    (told,) = forms(later, "usa")["cards"].notes
    assert told == "cards are drawn in the turn: you are asked about each when it is drawn"


def test_who_can_attack_nothing_is_told_so() -> None:
    rules = opened(start("usa", units={"denver": {"usa": {"infantry": 2}}}))
    found = forms(rules, "usa")
    assert found["declare"].because == "no enemy space that you could enter is beside your units"
    assert found["attacks"].because.startswith("no battle comes of the other examples")
    armed = opened(start("usa", units={"denver": {"usa": {"infantry": 2}}}, lasers=["denver"]))
    assert forms(armed, "usa")["lasers"].because == "no invader stands on the board"


def test_an_invader_card_that_is_held_is_told_to_its_owner_alone() -> None:
    cards = {"western": 1}
    rules = opened(
        start("western", invader_cards=cards), game=FORTRESS_AMERICA_2012, invader_cards=True
    )
    own = rules.start.model_copy(update={"action": "reinforcements"})
    assert rules.why_not_now(own, "western", "cards") == "you hold no card"
    brings = tuple(rules.topic_notes(own, "western", "reinforcements"))
    assert brings[-1] == "an invader that draws a card brings 5 units at most"
