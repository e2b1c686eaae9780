"""What a gateway meets: others at work, killed runs, sheets of anybody, keys as people have them.

Each was found by somebody who wrote one from the documents alone.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core.game import Ask
from adjudicator.games.nine_fields import rules
from tests.api.folders import bytes_of, play_opening
from tests.cli.calls import call
from tests.keys import make_key, sign

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def match(tmp_path: Path) -> adjudicator.Match:
    """A match of Galactic Conquest, in which seats know different things."""
    return adjudicator.new_match(tmp_path / "m", "galactic-conquest", "two")


def test_all_is_in_when_it_is(match: adjudicator.Match) -> None:
    assert not match.is_ready
    assert match.submit(match.template("amber")).accepted
    assert not match.is_ready
    assert match.submit(match.template("azure")).accepted
    assert match.is_ready
    assert match.adjudicate().n == 1
    assert not match.is_ready


def test_an_answer_that_waits_is_in(tmp_path: Path) -> None:
    match = adjudicator.new_match(
        tmp_path / "m", "nine-fields", "standard", options={"ask": ["fall-back"]}
    )
    while not any(one.what == "answer" for one in match.awaited):
        play_opening(match)
    (asked,) = match.awaited
    assert asked.seat is not None
    assert not asked.is_in
    (question,) = match.asked_of(asked.seat)
    assert question.options
    sheet = match.template(asked.seat) | {"answers": {asked.label: question.options[0]}}
    assert match.submit(sheet).accepted
    assert [one.is_in for one in match.awaited] == [True]
    assert match.is_ready
    assert match.adjudicate().n == match.n


def test_nothing_need_come_of_seats_that_the_offer_plays(tmp_path: Path) -> None:
    match = adjudicator.new_match(tmp_path / "m", "galactic-conquest", "two", play=["azure"])
    assert match.plays == ("azure",)
    assert match.submit(match.template("amber")).accepted
    assert match.is_ready
    assert match.adjudicate().n == 1


def test_what_others_did_is_taken_in_before_a_sheet_is_judged(match: adjudicator.Match) -> None:
    other = adjudicator.open_match(match.folder)
    assert play_opening(other).n == 1
    assert (match.n, match.is_current, other.is_current) == (0, False, True)
    sheet = other.template("amber", play=True)
    assert match.check(sheet).is_acceptable
    assert (match.n, match.is_current) == (1, True)
    assert play_opening(other).n == 2
    seat = other.awaited[0].seat
    assert seat is not None
    assert match.submit(other.template(seat, play=True)).accepted
    assert play_opening(other).n == 3
    assert match.adjudicate(play="all").n == 4
    assert other.refresh()
    assert not other.refresh()
    assert other.n == 4
    assert match.verify().verdict == "sound"


def test_letters_after_a_killed_run_are_none_or_whole(match: adjudicator.Match) -> None:
    play_opening(match)
    shutil.copytree(match.folder, match.folder.parent / "older")
    play_opening(match)
    # As a run leaves it that was killed between log and views.
    for name in ("now", "referee/now"):
        shutil.rmtree(match.folder / name)
        shutil.copytree(match.folder.parent / "older" / name, match.folder / name)
    before = bytes_of(match.folder)
    looked = adjudicator.open_match(match.folder, read_only=True)
    assert looked.due
    with pytest.raises(adjudicator.UnusableFile, match="of opening 2 are not there"):
        looked.letters()
    assert bytes_of(match.folder) == before
    whole = adjudicator.open_match(match.folder)
    assert "after opening 2" in whole.letters()[0].subject
    assert whole.report().text.split("Next")[0] in whole.letters()[0].text


@pytest.mark.parametrize(
    ("name", "file"),
    [("../a/b:c", "-a-b-c"), ("..", "match"), ("spring-2026", "spring-2026"), (".x", "x")],
)
def test_a_name_is_no_path(tmp_path: Path, name: str, file: str) -> None:
    match = adjudicator.new_match(tmp_path / "m", "nine-fields", "standard", name=name)
    assert match.name == name
    assert match.file_name == file


def test_each_seat_has_one_letter(match: adjudicator.Match) -> None:
    play_opening(match)
    assert [match.letter_to(seat).seat for seat in match.seats] == ["amber", "azure"]


def test_the_sheet_of_another_is_refused_before_it_is_judged(match: adjudicator.Match) -> None:
    play_opening(match)
    sheet = match.template("amber") | {"orders": {"setup": [{"order": "conquer"}]}}
    receipt = match.submit(sheet, seat="azure")
    assert [one.problem.code for one in receipt.problems] == ["other-seat"]
    assert receipt.problems[0].line > 1
    assert receipt[1:4] == (2, None, None)
    assert "conquer" not in repr(receipt)
    assert match.submit(match.template("amber", play=True), seat="amber").accepted
    assert not match.submit(b"{", seat="amber").accepted


def test_a_sheet_that_takes_the_place_of_another_says_so(match: adjudicator.Match) -> None:
    assert not match.submit(match.template("amber")).replaces
    assert match.submit(match.template("amber")).replaces


def test_a_sheet_is_taken_from_its_path(match: adjudicator.Match, tmp_path: Path) -> None:
    path = tmp_path / "amber.json"
    path.write_bytes(adjudicator.sheet_file(match.files_to_mail().body).raw)
    receipt = match.submit(path)
    assert receipt.problems[0].source == str(path)
    with pytest.raises(adjudicator.UnusableFile, match=r"absent\.json"):
        match.submit(tmp_path / "absent.json")


def test_keys_are_taken_as_their_files_say_them(tmp_path: Path) -> None:
    public = make_key(tmp_path / "west")
    for text in ("garbage", "", (tmp_path / "west").read_text()):
        for given in ({"seat_keys": {"west": text}}, {"public_key": text}):
            with pytest.raises(adjudicator.RefusedFile, match="no public key"):
                adjudicator.new_match(tmp_path / "m", "nine-fields", **given)
        assert not (tmp_path / "m").exists()
    match = adjudicator.new_match(
        tmp_path / "m", "nine-fields", seat_keys={"west": public.read_text()}
    )
    file = tmp_path / "sheet.json"
    file.write_text("{}")
    assert not match.submit(match.template("west")).accepted
    from adjudicator.api.named_files import pretty

    file.write_bytes(pretty(match.template("west", play=True)))
    sign(file, tmp_path / "west", "tfd1-sheet")
    assert match.submit(file).accepted


def test_what_came_says_where_it_belongs(match: adjudicator.Match) -> None:
    sheet = match.template("amber")
    assert adjudicator.addressed(sheet) == ("orders", match.id, 1, "amber")
    own = match.letters()[0]
    state = next(one.raw for one in own.attachments if one.name == "state.json")
    assert adjudicator.addressed(state) == ("view", match.id, 1, None)
    for raw in (b"", b"{", b"[]", b'{"t": 3, "n": true, "player": []}', b"\xff", b"{}"):
        assert adjudicator.addressed(raw) == (None, None, None, None)
    assert adjudicator.addressed({"t": "join", "offer": "ab", "player": "x"})[:2] == ("join", "ab")
    seat = {"t": "seat", "join": {"offer": "ab", "player": "x"}}
    assert adjudicator.addressed(seat) == ("seat", "ab", None, "x")


@pytest.mark.parametrize("match", ["fortress-america-1986-match", "galactic-conquest-match"])
def test_a_mailed_state_says_nothing_of_what_happened(match: str) -> None:
    state = adjudicator.read_state(EXAMPLES / match / "now" / "state.json")
    told = state.report(pictures=False).text
    assert "Told from a mailed state.json" in told
    assert "Losses" not in told
    assert "No battle" not in told


def test_a_mailed_state_shows_nobody_elses_view(match: adjudicator.Match) -> None:
    play_opening(match)
    letter = match.letter_to("azure")
    state = adjudicator.read_state(
        next(one.raw for one in letter.attachments if one.name == "state.json")
    )
    assert state.map() == state.map(seat="azure")
    for show in (state.map, state.report):
        with pytest.raises(ValueError, match="not amber's view"):
            show(seat="amber")


def test_a_hand_that_is_not_known_is_not_told_as_empty(match: adjudicator.Match) -> None:
    while not any(match.store.position().hands.values()):
        match.adjudicate(play="all")
    files = {one.name: one.raw for one in match.letters()[0].attachments}
    state = adjudicator.read_state(files["state.json"])
    for seat, hand in match.store.position().hands.items():
        assert bool(hand) == ("hold 0 cards" not in repr(state.forms(seat)))


def test_an_error_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(adjudicator.UnusableFile) as found:
        adjudicator.read_state(tmp_path / "absent.json")
    assert "absent.json" in str(found.value)


def test_a_question_without_listed_answers_is_shown_with_its_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlisted(*words: Any, **said: Any) -> Ask[Any]:
        return Ask(*words, **{**said, "options": None})

    match = adjudicator.new_match(
        tmp_path / "m", "nine-fields", "standard", options={"ask": ["fall-back"]}
    )
    monkeypatch.setattr(rules, "Ask", unlisted)
    while not any(one.what == "answer" for one in match.awaited):
        play_opening(match)
    (asked,) = match.awaited
    assert asked.seat is not None
    assert "answers" not in match.template(asked.seat)
    *_, shown = match.forms(asked.seat)
    form: Any = {asked.label: {"order": "fall-back", "to": "dale"}}
    assert (shown.topic, shown.forms) == ("answers", (form,))
    assert shown.notes == (asked.prompt,)
    told = call("template", str(match.folder), asked.seat, "--out", str(tmp_path / "x.json"))
    assert "is asked, and the sheet holds no answer yet" in told.stderr
    assert json.dumps(form) in told.stderr
    assert match.submit(match.template(asked.seat) | {"answers": form}).problems
