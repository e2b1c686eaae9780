"""`report --since`: by place, in 25 lines, with standing orders, and nothing that is secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core.game import Event
from adjudicator.games.nine_fields.state import RoundFought
from adjudicator.matches.published.since import MOST_LINES, since_lines
from tests.cli.calls import call
from tests.make_match import WHOLE_MATCHES, WholeMatch

MATCH = Path("examples/nine-fields-match")
each = pytest.mark.parametrize("whole", WHOLE_MATCHES, ids=[whole.game for whole in WHOLE_MATCHES])


@pytest.mark.usefixtures("examples_made_again_once")
@each
def test_all_that_ever_happened_fits(whole: WholeMatch) -> None:
    log = adjudicator.open_log(whole.path / "log.jsonl")
    for n in (0, log.last // 2, log.last - 1, log.last):
        for seat in (None, log.seats[-1]):
            lines = log.since(n, seat=seat).splitlines()
            assert 3 <= len(lines) <= MOST_LINES
            assert max(map(len, lines)) <= 72
            assert "Nothing has happened since." in lines or n < log.last
            assert not any(line.endswith("..") and "..." not in line for line in lines)
    told = log.since(0)
    assert "more places" in told or log.last < 30


def test_what_happened_by_place() -> None:
    """The newest place first; of a place what happened in order, the oldest left out."""
    log = adjudicator.open_log(MATCH / "log.jsonl")
    assert log.since(18).splitlines() == [
        "Since opening 18",
        "================",
        "Grove: East attacks; East takes it.",
    ]
    assert "Grove: ...; Ost nimmt es; West nimmt es; Ost greift an; Ost nimmt es." in (
        log.since(0, language="de")
    )
    last = log.since(seat="west").splitlines()
    assert last[0] == "Since opening 19, the last one with a sheet of west"
    assert last[2:] == [
        "Grove: East attacks; East takes it.", "", "No standing orders of west are in force.",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="name an opening, or the seat"):
        log.since()
    with pytest.raises(ValueError, match="openings are 0 to 20"):
        log.since(21)


def test_standing_orders_of_the_seat_and_of_nobody_else(tmp_path: Path) -> None:
    match = adjudicator.new_match(tmp_path / "m", game="nine-fields", scenario="standard")
    sheet: Any = match.template("west", standing=True)
    order = {"standing": "fall-back", "first": ["brook", "dale"]}
    sheet["standing"] = [order] * 9
    assert match.submit(sheet).accepted
    match.adjudicate()
    told = match.since(seat="west").splitlines()
    assert told[3:6] == [
        "", "Standing orders of west in force:",
        '  {"standing": "fall-back", "first": ["brook", "dale"]}',
    ]  # fmt: skip
    assert told[-1] == "  3 more"
    for other in (match.since(0, seat="east"), match.since(0)):
        assert "dale" not in other
    assert "No standing orders of east" in match.since(0, seat="east")


def test_nothing_is_told_but_what_a_seat_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    log = adjudicator.open_log(MATCH / "log.jsonl")
    rules, now = log.rules, log._past(None).saved
    pasts = [log._past(n) for n in range(1, log.last + 1)]

    def redact(event: Event, seat: str | None) -> Event | None:
        return None if isinstance(event, RoundFought) and seat != "west" else event

    monkeypatch.setattr(rules, "redact", redact)
    told = {
        seat: "\n".join(since_lines(rules, pasts, now, since=0, seat=seat, is_last_turn=False))
        for seat in ("west", "east", None)
    }
    assert "attacks" in told["west"]
    assert "attacks" not in told["east"]
    assert "attacks" not in told[None]


def test_the_command(tmp_path: Path) -> None:
    told = call("report", MATCH, "--since", "18")
    assert told.stdout == adjudicator.open_log(MATCH / "log.jsonl").since(18)
    out = tmp_path / "since.txt"
    call("report", MATCH, "--since", "last", "--seat", "west", "--out", out)
    assert out.read_text().startswith("Since opening 19")
    for words, wrong in (
        (["--since", "21"], "openings are 0 to 20"),
        (["--since", "last"], "say whose: --seat"),
        (["--since", "3", "--language", "fr"], "Nine Fields is told in en, de"),
    ):
        refused = call("report", MATCH, *words)
        assert refused.exit_code == 2
        assert wrong in " ".join(refused.stderr.split())


def test_languages_and_templates_of_the_command(tmp_path: Path) -> None:
    german = call("report", MATCH, "--n", "7", "--language", "de").stdout
    assert "Was geschah" in german
    own = tmp_path / "own.html.j2"
    call("report", "--template-out", own)
    assert own.read_text() == adjudicator.standard_template()
    own.write_text("<title>{{ page.headline }}</title>")
    page = call("report", MATCH, "--n", "3", "--html", "--template", own).stdout
    assert page == "<title>West takes Fold and Grove</title>"
    refused = call("report", MATCH, "--template", own)
    assert refused.exit_code == 2
    assert "say --html" in refused.stderr
    assert call("report", Path("examples/stratix-match"), "--language", "de").exit_code == 2


def test_a_match_whose_people_read_german(tmp_path: Path) -> None:
    """What match.json says; log, state and save are those of any other match."""
    match = adjudicator.new_match(tmp_path / "m", game="nine-fields", scenario="standard")
    notes = tmp_path / "m" / "match.json"
    notes.write_text(notes.read_text().replace('"title"', '"language": "de",\n  "title"'))
    match.adjudicate(play=["all"])
    (every, *_) = match.letters()
    assert every.subject == "m: nach Öffnung 1"
    assert "Wie es weitergeht" in every.text
    assert '<html lang="de">' in every.html
    state = next(one.raw for one in every.attachments if one.name == "state.json")
    assert b"Runde" not in state
    assert b"Runde" not in (tmp_path / "m" / "log.jsonl").read_bytes()
    assert "What happened" in match.report(language="en").text
