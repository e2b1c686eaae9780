"""What `template` says of topics, and what `check` says of a set that must be turned in."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.core.referee import Save, first_save
from adjudicator.documents.templates import TopicForms, forms_for
from adjudicator.games.galactic_conquest import GalacticConquestRules
from tests.games.galactic_conquest.playing import checked, deck, opened, place, planets, play

FIVE = planets(
    "aldine amber 4; umber amber 1; beryl azure 1; driftgate azure 1", cards={"amber": 5}
)


def forms(rules: GalacticConquestRules, save: Save, n: int, seat: str = "amber") -> Any:
    saved = saved_match(save, rules, ZERO, START, n=n)
    return {one.topic: one for one in forms_for(rules, saved, seat)}


def with_five_cards() -> tuple[GalacticConquestRules, Save]:
    rules = opened(FIVE)
    top = deck("f1", "f2", "f3", "b1", "c1")
    return rules, play(rules, {"amber": {}, "azure": {}}, {}, decks={"deck-1": top}).save


def test_a_forced_set_is_told_with_its_troops() -> None:
    rules, save = with_five_cards()
    found = forms(rules, save, 1)
    assert found["trade"].notes == (
        "you hold 5 cards and must turn in sets; the best are f1, b1 and c1 for 7 troops",
        "their troops are placed with the others",
    )
    assert found["place"].notes == (
        "10 troops to place on aldine (4), umber (1); 7 of them come from the sets that you must "
        "turn in",
    )
    assert not found["trade"].because


def test_check_warns_of_a_forced_set_that_is_not_ordered() -> None:
    rules, save = with_five_cards()
    (one,) = checked(rules, "amber", {"place": [place(10, "aldine")]}, save).problems
    assert (one.code, one.warning) == ("set-forced", True)
    assert "f1, b1 and c1 for 7 troops" in one.message
    ordered = {"trade": [{"order": "trade", "cards": ["f1", "f2", "f3"]}]}
    rest = {"place": [place(7, "aldine")]}
    assert checked(rules, "amber", {**ordered, **rest}, save).problems == ()


def test_only_what_is_legal_now_is_shown_as_legal() -> None:
    rules = opened(planets("aldine amber 4; umber amber 1; beryl azure 1; driftgate azure 1"))
    found: dict[str, TopicForms] = forms(rules, first_save(rules), 0)
    assert {topic for topic, one in found.items() if not one.because} == {
        "place", "invade", "match", "standing",
    }  # fmt: skip
    assert found["trade"].because == "you hold 0 cards, and a set has 3"
    assert found["fortify"].because == "no planets of yours are connected"
    assert found["defend"].because == "only a seat that is attacked is asked that"


def test_the_planets_of_the_set_up_are_listed() -> None:
    rules = opened("three")
    dice = {
        f"deal/first-1/{seat}": [face] for seat, face in zip(rules.seats, (6, 2, 3), strict=True)
    }
    left = len(rules.book.planets)
    dice |= {f"deal/planet-{n}": [1] for n in range(1, left)}
    save = play(rules, {seat: {} for seat in rules.seats}, dice).save
    (note,) = forms(rules, save, 1)["setup"].notes
    own = [planet for planet in rules.book.planets if f"{planet} (1)" in note]
    assert note.startswith("21 troops to place on ")
    assert len(own) == left // 3
