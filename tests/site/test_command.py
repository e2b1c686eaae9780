"""The command: what it writes, over what, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import adjudicator
from adjudicator.cli.app import app
from adjudicator.site.earlier import facts_in
from adjudicator.site.page import site_of
from tests.make_match import WHOLE_MATCHES, _awaited, _sheet, made
from tests.site.pages import NOW, match_of

FILES = ["feed.xml", "index.html", "log.jsonl", "verify.html"]


def run(*words: str | Path) -> tuple[int, str]:
    """Returns the exit code of a command and all that it said."""
    found = CliRunner().invoke(app, ["site", *map(str, words)])
    return found.exit_code, found.output


def test_a_folder_is_written_and_written_again(tmp_path: Path) -> None:
    match, out = match_of("nine-fields"), tmp_path / "web" / "match"
    code, told = run(match, "--out", out)
    assert code == 0
    assert "21 openings, 21 of them made now" in told
    assert sorted(path.name for path in out.iterdir()) == FILES
    assert (out / "log.jsonl").read_bytes() == (match / "log.jsonl").read_bytes()
    assert (out / "verify.html").read_bytes() == adjudicator.verifier_page()
    page = (out / "index.html").read_bytes()
    code, told = run(match, "--out", out, "--from", out)
    assert code == 0
    assert "0 of them made now" in told
    assert (out / "index.html").read_bytes() == page  # Its moments stay.
    code, _ = run(match, "--out", out)
    assert code == 0
    assert (out / "index.html").read_bytes() == page


def test_what_is_not_ours_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>My own page.</p>")
    code, told = run(match_of("nine-fields"), "--out", tmp_path)
    assert code != 0
    assert (tmp_path / "index.html").read_text() == "<p>My own page.</p>"
    assert "index.html" in told
    code, _ = run(match_of("nine-fields"), "--out", tmp_path, "--force")
    assert code == 0


def test_an_address_is_one(tmp_path: Path) -> None:
    code, told = run(match_of("nine-fields"), "--out", tmp_path, "--url", "javascript:x")
    assert code == 2
    assert "https://" in told


def test_a_log_alone_is_enough(tmp_path: Path) -> None:
    shutil.copy(match_of("nine-fields") / "log.jsonl", tmp_path)
    code, _ = run(tmp_path / "log.jsonl", "--out", tmp_path / "web")
    assert code == 0
    facts = facts_in((tmp_path / "web" / "index.html").read_bytes(), "page")
    assert facts.title == "Nine Fields"  # What people call it stands in match.json.


@pytest.fixture
def match(tmp_path: Path) -> adjudicator.Match:
    (whole,) = (one for one in WHOLE_MATCHES if one.game == "nine-fields")
    store = made(whole, tmp_path / "match")
    for n in (1, 2, 3):
        store.adjudicate([(seat, _sheet(whole, store, seat, n)) for seat in _awaited(store)])
    return adjudicator.open_match(tmp_path / "match")


def test_what_was_taken_back_is_marked_and_moves_nothing(match: adjudicator.Match) -> None:
    first = site_of(match.folder, now=NOW)
    adjudicator.rewind(match, 2, "a wrong sheet")
    made_again = site_of(match.folder, now=NOW)
    facts = made_again.facts
    assert (facts.annulled, facts.stands, facts.shown) == ((3,), 2, 2)
    assert [one.n for one in facts.openings] == [0, 1, 2, 3]
    page = made_again.files["index.html"].decode()
    assert 'id="n3" data-back="Taken back: it does not count."' in page
    assert (
        "data-back"
        not in first.files["index.html"]
        .decode()
        .partition("<body>")[2]
        .partition('<script type="application/json"')[0]
    )


def test_whose_turn_it_is(match: adjudicator.Match) -> None:
    page = site_of(match.folder, now=NOW).files["index.html"].decode()
    assert re.search(r'<p class="state">To play: East</p>', page)


def test_a_match_in_german_has_a_page_in_german(match: adjudicator.Match) -> None:
    path = match.folder / "match.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"language": "de"}))
    page = site_of(match.folder, now=NOW).files["index.html"].decode()
    assert '<html lang="de">' in page
    assert ">Am Zug: Ost</p>" in page
    assert ">Verlorene Kompanien</th>" in page


def test_names_are_text_and_nothing_else(match: adjudicator.Match) -> None:
    """Who plays, and what people call the match, may hold anything."""
    path = match.folder / "match.json"
    notes = json.loads(path.read_text())
    odd = "<script>alert(1)</script>\u202e</title></script><!--"
    notes["title"] = odd
    path.write_text(json.dumps(notes))
    made_now = site_of(match.folder, now=NOW)
    page = made_now.files["index.html"].decode()
    assert "<script>alert" not in page
    assert page.count("<script") == page.count("</script>") == 5
    assert "\u202e" not in page
    facts = facts_in(made_now.files["index.html"], "page")
    assert facts.title.startswith("<script>alert(1)</script>")


def test_words_of_both_languages_are_the_same() -> None:
    from adjudicator.site import english, german

    assert english.WORDS.keys() == german.WORDS.keys()
    places = re.compile(r"\{\w+\}")
    for key, text in english.WORDS.items():
        assert sorted(places.findall(text)) == sorted(places.findall(german.WORDS[key])), key
