"""A match whose match.json says "de": what players are shown and sent of it is German."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from tests.cli.calls import call

ENGLISH = re.compile(
    r"\b(the|and|turn|is|are|to play|company|companies|holds|attacks?|marches|battle|march|"
    r"held|by|control|units|infantry|city|board|this|part|of|orders|declared)\b",
    re.IGNORECASE,
)
COPIED = re.compile(r'"[^"]*"|`[^`]*`|\{[^}]*\}|[\w.-]+/[\w/.-]+|\S*[A-Z]:\\\S*|turn-\d+-\w+|--\S+')
"""What is copied as it stands: JSON, commands, paths, labels, player-turns."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A match of Nine Fields in German, in which a battle outlasts its first round."""
    start = {"companies": {"brook": {"west": 9}, "elm": {"east": 8}, "heath": {"east": 1}}}
    scenario = tmp_path / "scenario.json"
    scenario.write_text(
        json.dumps(
            {
                "format": 1, "scenario": "two", "game": "nine-fields", "map": "nine-fields",
                "title": "Zwei", "seats": {side: {"sides": [side]} for side in ("west", "east")},
                "options": {"ask": ["fall-back"]}, "start": start,
            }
        )
    )  # fmt: skip
    match = tmp_path / "match"
    adjudicator.new_match(match, game="nine-fields", scenario=str(scenario))
    notes = json.loads((match / "match.json").read_text())
    (match / "match.json").write_text(json.dumps(notes | {"language": "de"}))
    return match


def marching(match: Any) -> dict[str, Any]:
    sheet: dict[str, Any] = match.template("west")
    sheet["orders"]["march"] = [{"order": "march", "count": 9, "from": "brook", "to": "elm"}]
    return sheet


def english_in(text: str) -> list[str]:
    return ENGLISH.findall(COPIED.sub("", text))


def test_check_and_status_tell_the_match_in_german(folder: Path) -> None:
    match = adjudicator.open_match(folder)
    sheet = folder.parent / "west.json"
    sheet.write_text(json.dumps(marching(match)))
    checked = call("check", folder, sheet).stdout
    assert "good for west" in checked, "what the command says of its own"
    told = checked[checked.index("Was geschah") :]
    assert "West marschiert mit 9 von Brook nach Elm." in told
    assert "Bevorstehende Gefechte" in told
    assert not english_in(told)
    assert "Runde 1 von 10: West ist am Zug." in call("status", folder).stdout
    assert match.submit(json.loads(sheet.read_text())).accepted
    match.adjudicate()
    (pending,) = (one for one in match.pending if one.topic == "fall-back")
    assert "zurückweichen nach" in match.question(pending)
    assert "fall back to" in pending.prompt, "what is saved and hashed stays English"
    assert "zurückweichen nach" in call("status", folder).stdout
    assert "is asked" not in match.report(pictures=False).text


def test_maps_and_letters_speak_german_and_any_other_language_that_is_asked_for(
    folder: Path,
) -> None:
    match = adjudicator.open_match(folder)
    for layout in ("board", "phone", "print"):
        words = re.findall(r">([^<>]+)<", match.map(layout=layout))
        assert not [word for word in words if english_in(word)], layout
    assert "Niemandes Feld" in call("map", folder).stdout
    assert "Held by nobody" in call("map", folder, "--language", "en").stdout
    refused = call("map", folder, "--language", "fr")
    assert refused.exit_code == 2
    assert "Nine Fields is told in en, de" in refused.output
    match.submit(marching(match))
    match.adjudicate()
    (letter,) = match.letters()
    assert letter.subject.endswith("nach Öffnung 1")
    assert "Was geschah" in letter.text
    assert not english_in(letter.text)
    state = folder / "now/state.json"
    assert "Niemandes Feld" in call("map", state, "--language", "de").stdout
    assert "Held by nobody" in call("map", state).stdout, "a state.json does not say a language"
