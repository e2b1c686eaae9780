"""The page on which sheets are made, alone and as an app for messengers; choices as a command."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import adjudicator
from adjudicator.compose.app import app_of
from adjudicator.render.png import png
from tests.cli.calls import call
from tests.compose.pages import Hand
from tests.messenger import messenger

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog

ROOT = Path(__file__).parents[2]
ICONS = [ROOT / "adjudicator" / room / "icon" for room in ("compose", "judge")]


@pytest.fixture
def fields(tmp_path: Path) -> Path:
    """A match of Nine Fields before its first turn."""
    adjudicator.new_match(tmp_path / "m", "nine-fields", "standard", name="m", play=["east"])
    return tmp_path / "m"


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """A match of Galactic Conquest, in which each seat knows its own cards alone."""
    adjudicator.new_match(tmp_path / "g", "galactic-conquest", "two", name="g")
    with adjudicator.open_match(tmp_path / "g") as match:
        for seat in match.seats:
            assert match.submit(match.template(seat)).accepted
        match.adjudicate()
    return tmp_path / "g"


# -- the page ------------------------------------------------------------------------------------


def test_a_page_from_a_mailed_state_opens_by_itself_and_makes_a_sheet(
    fields: Path, browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "compose.html"
    done = call("compose", str(fields / "now/state.json"), "--seat", "west", "--out", str(page))
    assert done.exit_code == 0, done.output
    hand = Hand(browser, page)
    hand.place("brook")
    hand.place("elm")
    assert hand.is_ready
    sheet = hand.sheet
    hand.page.get_by_role("button", name="Close").click()
    hand.begin("West")
    assert hand.sheet == sheet
    hand.close()
    with adjudicator.open_match(fields, read_only=True) as match:
        assert match.check(sheet).is_acceptable


def test_a_page_has_the_map_of_the_report_and_nothing_that_it_tells(fields: Path) -> None:
    with adjudicator.open_match(fields, read_only=True) as match:
        page, again, report = (
            match.compose("west"),
            match.compose("west"),
            match.report(seat="west"),
        )
        svg = match.map(seat="west")
        choices = match.choices("west")
    drawn = svg[svg.index("<svg") :].strip()
    assert page == again
    assert page.count(drawn) == 1
    assert report.html.count(drawn) == 1
    assert page.count("<svg") == 1
    assert "<h2" not in page
    assert "<h2" in report.html
    assert json.dumps(choices["places"], separators=(",", ":")) in page
    assert len(page) < len(report.html)


def test_of_a_hidden_match_a_page_is_for_one_seat_and_from_what_it_knows(hidden: Path) -> None:
    with adjudicator.open_match(hidden) as match:
        seat = next(one.seat for one in match.awaited if one.seat)
        own = hidden / f"referee/now/{seat}/state.json"
        whole = match.compose(seat)
        choices = match.choices(seat)
        with pytest.raises(adjudicator.Refused, match="a page is for one seat"):
            match.compose()
    mailed = adjudicator.read_state(own)
    assert mailed.choices(seat) == choices
    assert mailed.compose() == mailed.compose(seat)
    assert _block(mailed.compose()) == _block(whole)
    public = adjudicator.read_state(hidden / "now/state.json")
    with pytest.raises(adjudicator.Refused, match="a page is for one seat"):
        public.compose()
    for ask in (public.compose, public.choices):
        with pytest.raises(adjudicator.Refused, match="this is not its own view"):
            ask(seat)


def _block(page: str) -> str:
    """The data of a page."""
    begin = page.index('id="pen-data">')
    found = json.loads(page[begin + len('id="pen-data">') : page.index("</script>", begin)])
    return str({key: one for key, one in found.items() if key != "title"})


def test_nothing_is_made_where_nothing_is_due(fields: Path) -> None:
    over = adjudicator.open_match(ROOT / "examples/nine-fields-match", read_only=True)
    with adjudicator.open_match(fields) as match:
        for ask in (match.choices, match.compose):
            with pytest.raises(adjudicator.Refused, match="nothing is due from east now"):
                ask("east")
        with pytest.raises(ValueError, match="no seat 'north'"):
            match.compose("north")
        for call_ in (over.compose, match.compose_app):
            seat = None if call_ == over.compose else "east"
            with pytest.raises(adjudicator.Refused, match="nothing is due"):
                call_(seat)


# -- commands ------------------------------------------------------------------------------------


def test_choices_as_a_command_prints_them(fields: Path, tmp_path: Path) -> None:
    printed = call("template", str(fields), "west", "--choices")
    assert printed.exit_code == 0, printed.output
    with adjudicator.open_match(fields, read_only=True) as match:
        assert json.loads(printed.stdout) == match.choices("west")
    path = tmp_path / "choices.json"
    call("template", str(fields / "now/state.json"), "west", "--choices", "--out", str(path))
    assert path.read_text() == printed.stdout
    for more in ("--play", "--standing", "--run", "--make-key", "--send-as-is"):
        assert call("template", str(fields), "west", "--choices", more).exit_code == 2
    assert call("template", str(fields), "east", "--choices").exit_code == 1


def test_names_of_files_say_what_is_in_them(
    fields: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "wrote compose.html" in call("compose", "m").stdout
    assert "wrote compose.xdc" in call("compose", "m", "--xdc").stdout
    assert "wrote a.xdc" in call("compose", "m", "--out", "a.xdc").stdout
    assert Path("a.xdc").read_bytes() == Path("compose.xdc").read_bytes()
    assert call("compose", "m", "--xdc", "--out", "a.html").exit_code == 2
    assert call("compose", "m", "--seat", "wset").exit_code == 2
    assert not Path("a.html").exists()


# -- the app -------------------------------------------------------------------------------------


def test_an_app_holds_the_page_its_name_and_an_icon(fields: Path) -> None:
    with adjudicator.open_match(fields, read_only=True) as match:
        raw, page = match.compose_app("west"), match.compose("west")
        assert raw == match.compose_app("west")
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["index.html", "manifest.toml", "icon.png"]
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        index, manifest, icon = (archive.read(name) for name in archive.namelist())
    assert tomllib.loads(manifest.decode()) == {"name": "Ten turns"}
    assert icon.startswith(b"\x89PNG")
    html = index.decode()
    policy = html[html.index("default-src") : html.index('"/>', html.index("default-src"))]
    own = page[page.index("default-src") : page.index('"/>', page.index("default-src"))]
    assert policy.startswith("default-src 'none'; connect-src 'self'; ")
    assert policy.count("script-src 'self' 'sha256-") == 1
    assert own == policy.replace("connect-src 'self'; ", "").replace("'self' ", "")
    first = html.index("<script")
    assert html.startswith('<script src="webxdc.js"></script>', first)
    assert html[: first - 10].count("<script") == 0
    assert "sendUpdate" not in html


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.parent.name)
def test_an_icon_is_drawn_from_its_picture(icon: Path) -> None:
    assert png(icon.with_suffix(".svg").read_text(), 256) == icon.with_suffix(".png").read_bytes()


def test_a_name_stands_in_the_manifest_whatever_it_is() -> None:
    page = "<meta content=\"default-src 'none'; script-src x\"/><script></script>"
    for name in ('a "b" \\ c', "ä€😀", "a\nb = 1", "a\x7f\x00"):
        with zipfile.ZipFile(io.BytesIO(app_of(page, name))) as archive:
            found = tomllib.loads(archive.read("manifest.toml").decode())
        assert [*found] == ["name"]
    with pytest.raises(AssertionError):
        app_of("<p></p>", "x")


def test_a_messenger_gets_the_sheet_as_a_file(
    fields: Path, browser: Browser, tmp_path: Path
) -> None:
    app = tmp_path / "m.xdc"
    with adjudicator.open_match(fields) as match:
        app.write_bytes(match.compose_app("west"))
    with messenger(app) as address:
        hand = Hand(browser, address, how="touch")
        hand.place("brook")
        hand.place("elm")
        asked: list[str] = []

        def answered(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.accept()

        hand.page.on("dialog", answered)
        assert hand.page.get_by_role("button", name="Mail it").count() == 0
        with hand.page.expect_download() as saving:
            hand.page.get_by_role("button", name="Send to a chat").tap()
        path = tmp_path / saving.value.suggested_filename
        saving.value.save_as(path)
        sheet = hand.sheet
        assert (
            hand.status == "Choose the chat with the referee: west-1.json waits there as a draft."
        )
        hand.page.reload()
        assert hand.sheet["orders"] == sheet["orders"]
        hand.close()
    assert path.name == "west-1.json"
    assert json.loads(path.read_bytes()) == sheet
    assert len(asked) == 1
    assert 'Text: "Ten turns, opening 1: sheet of West"' in asked[0]
    with adjudicator.open_match(fields) as match:
        assert match.submit(path).accepted
