"""What the soak found, each for itself: words and letters that must reach their readers."""

from __future__ import annotations

import json
from pathlib import Path

import adjudicator
from adjudicator.api.clock import ClockPolicy
from adjudicator.api.match import open_match
from adjudicator.post.office.folder import keep_mail
from tests.post.test_office import bounce_of
from tests.post.town import Town, sheet_for, state_in


def _begun(tmp_path: Path) -> Town:
    town = Town(tmp_path)
    town.add("spring", "galactic-conquest", "two", letters={"amber": "plain", "azure": "plain"})
    town.tick()
    return town


def test_words_are_passed_on_though_their_writer_has_a_new_token(tmp_path: Path) -> None:
    """The journal says whose words they are, not the token of that day."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    town.answer(letter, "--- to azure\nHello there.\n---\n")
    town.answer(letter, "renew\n")
    town.tick()
    new = town.newest("amber@spring.test")
    sheet = json.dumps(sheet_for(letter)).encode()
    town.answer(new, files=[("sheet.json", sheet)])
    town.play("azure@spring.test")
    town.tick()
    assert "Hello there." in town.turn_letter("azure@spring.test").text


def test_who_writes_after_their_letter_came_back_gets_it_again(tmp_path: Path) -> None:
    """The referee is called at once, as the match waits for that seat; then the letter is sent."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    keep_mail(town.folder, bounce_of(letter, letter.sender), town.now)
    assert town.tick().wanted == ("spring: letters to amber come back",)
    town.send("amber@spring.test", "judge@play.test", text="status\n")
    town.tick()
    assert len([one for one in town.box("amber@spring.test") if state_in(one)]) == 2
    assert not town.tick().wanted


def test_who_answers_though_their_letter_came_back_does_not_stop_the_opening(
    tmp_path: Path,
) -> None:
    """Their clock is counted from their sheet: no letter reached them before it."""
    town = Town(tmp_path)
    policy = ClockPolicy(turn="P2D", answer="P1D", pledge="P1D", missed=("default",))
    folder = town.add("spring", "nine-fields", clock=policy)
    town.tick()
    letter = town.turn_letter("west@spring.test")
    keep_mail(town.folder, bounce_of(letter, letter.sender), town.now)
    town.tick()
    town.play("west@spring.test")
    done = town.tick()
    assert not done.wanted
    assert open_match(folder, read_only=True).n == 1
    assert adjudicator.verify(folder).verdict != "refuted"
