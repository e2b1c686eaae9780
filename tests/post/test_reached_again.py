"""What the soak found, each for itself: words and letters that must reach their readers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import adjudicator
from adjudicator.api.clock import ClockPolicy
from adjudicator.api.match import open_match
from adjudicator.post.office.folder import keep_mail
from tests.post.test_joined_matches import sealed_match
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


def test_whoever_lost_their_letter_gets_the_position_with_a_blank_sheet(tmp_path: Path) -> None:
    """It is what the letter brought; a sheet made of it counts."""
    town = Town(tmp_path)
    folder = town.add("spring", "nine-fields")
    town.tick()
    brought = town.turn_letter("west@spring.test")
    town.answer(brought, "sheet\n")
    town.tick()
    letter = town.newest("west@spring.test")
    assert set(letter.files()) == {"west.json", "state.json"}
    assert letter.files()["state.json"] == state_in(brought)
    town.answer(letter, files=[("sheet.json", json.dumps(sheet_for(letter)).encode())])
    town.tick()
    assert open_match(folder, read_only=True).n == 1


def test_a_blank_sheet_is_sent_though_a_run_was_killed_before_the_views(tmp_path: Path) -> None:
    """The position of the newest opening is made first, and comes along."""
    town = _begun(tmp_path)
    letter = town.turn_letter("amber@spring.test")
    for seat in ("amber", "azure"):
        town.play(f"{seat}@spring.test")
    town.tick()
    folder = town.folder / "matches" / "spring"
    kept = state_in(town.turn_letter("amber@spring.test"))
    shutil.rmtree(folder / "now")
    shutil.rmtree(folder / "referee" / "now")
    town.answer(letter, "sheet\n")
    town.tick()
    assert town.newest("amber@spring.test").files()["state.json"] == kept


@pytest.mark.usefixtures("usual_maps")
def test_whoever_lost_the_letter_of_a_lock_gets_the_log_and_is_told_to_pledge(
    tmp_path: Path,
) -> None:
    """A pledge made of it opens what is locked; before a lock the position comes along."""
    town, folder, players = sealed_match(tmp_path)
    for player in players:
        player.answer()
    town.tick()
    west = next(one for one in players if one.seat == "west")
    town.answer(town.newest(west.address), "sheet\n")
    town.tick()
    asked = town.newest(west.address)
    assert "needs a pledge of your key" in asked.text
    assert set(asked.files()) == {"state.json"}
    while not open_match(folder, read_only=True).is_locked:
        for player in players:
            player.answer()
        town.tick()
    lost = town.newest(west.address)
    town.answer(lost, "sheet\n")
    town.tick()
    letter = town.newest(west.address)
    assert "adjudicator pledge log.jsonl west" in letter.text
    assert set(letter.files()) == {"log.jsonl"}
    n = open_match(folder, read_only=True).n
    west.seen = len(town.box(west.address)) - 1  # They see this letter alone.
    for player in players:
        player.answer()
    town.tick()
    assert open_match(folder, read_only=True).n == n + 1


@pytest.mark.usefixtures("usual_maps")
def test_whoever_lost_the_letter_of_an_offer_gets_it_again(tmp_path: Path) -> None:
    """A join made of it counts; whose join is in is told that the others are awaited."""
    town, folder, (west, east) = sealed_match(tmp_path)
    lost = town.newest(west.address)
    town.answer(lost, "sheet\n")
    town.tick()
    assert "adjudicator join offer.json west" in town.newest(west.address).text
    west.seen = len(town.box(west.address)) - 1  # They see this letter alone.
    west.answer()
    town.tick()
    town.answer(lost, "sheet\n")
    town.tick()
    assert "joins are awaited" in town.newest(west.address).text
    assert not town.newest(west.address).files()
    east.answer()
    town.tick()
    assert not adjudicator.is_offered(folder)
