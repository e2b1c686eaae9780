"""What `template` says of topics: what a turn may hold, and why something has no place now."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.log import START
from adjudicator.audit.opening import saved_match
from adjudicator.audit.tfd1 import ZERO
from adjudicator.documents.templates import TopicForms, forms_for
from adjudicator.games.stratix import StratixRules
from tests.games.stratix.playing import begun, board, opened


def forms(start: Any, **options: Any) -> tuple[StratixRules, dict[str, TopicForms]]:
    """Returns what is told of each topic to the army in the south-west, which is to move."""
    rules = opened(start, **options)
    saved = saved_match(begun(rules), rules, ZERO, START, n=1)
    return rules, {one.topic: one for one in forms_for(rules, saved, "south-west")}


QUIET = "A: I d7, T e7; C: I p17, T p16"


def test_what_has_no_place_in_a_quiet_turn_is_told_with_its_reason() -> None:
    _, found = forms(board(QUIET))
    assert found["catch"].because == "no piece of another army stands on a recon space"
    assert found["play"].because == "you keep no card"
    assert found["lose"].because.startswith("you can move: only an army that cannot loses a piece")
    assert not found["move"].because
    assert not found["card"].because
    assert (
        found["card"].notes[0].startswith("you are asked if the card that you draw leaves a choice")
    )


def test_who_stands_on_a_recon_space_may_be_caught_and_must_leave() -> None:
    _, found = forms(board("A: I f6, T e7; C: I f14, T p16"))
    assert not found["catch"].because
    assert found["move"].notes == ("one of your pieces has to leave its recon space now: f6",)
    _, strict = forms(board("A: I f6, T e7; C: I f14, T p16"), catch="strict")
    assert strict["catch"].because == "in this match a breach is refused, so nobody is caught"


def test_a_blocked_army_is_told_what_it_loses_and_that_it_does_not_move() -> None:
    text = "A: I d3, I a6; C: I d4, I e3, I e4, I a7, I b6, I b7, T m13"
    _, found = forms(board(text))
    assert found["move"].because == "none of your pieces can move"
    assert not found["lose"].because
    assert found["card"].because == "no move of yours ends on a recon space, where a card is drawn"
