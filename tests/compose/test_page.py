"""The pen in a real browser: the first turn by mouse, keys and touch, saved and adjudicated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

import adjudicator
from adjudicator.compose.pen import pens_of
from tests.compose.pages import Hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOW: tuple[Literal["mouse", "keys", "touch"], ...] = ("mouse", "keys", "touch")


@pytest.fixture
def fields(tmp_path: Path) -> Path:
    """A match of Nine Fields before its first turn."""
    adjudicator.new_match(tmp_path / "m", "nine-fields", "standard", play=["east"])
    return tmp_path / "m"


@pytest.mark.parametrize("how", HOW)
def test_a_first_turn_is_made_and_taken(
    fields: Path, browser: Browser, how: Literal["mouse", "keys", "touch"], tmp_path: Path
) -> None:
    hand = Hand(browser, fields / "now/report.html", how=how)
    hand.begin("West")
    hand.place("brook")
    assert hand.status == "From Brook: click one of Alder, Croft, Elm, Fold."
    hand.place("elm")
    assert hand.status == "4 companies: Brook to Elm"
    assert hand.is_ready
    with hand.page.expect_download() as saving:
        hand.page.get_by_role("button", name="Download").click()
    path = tmp_path / saving.value.suggested_filename
    saving.value.save_as(path)
    hand.close()
    assert path.name == "west-1.json"
    with adjudicator.open_match(fields) as match:
        assert match.check(path).problems == ()
        assert match.submit(path).accepted
        match.adjudicate()
        assert match.n == 1


def test_the_line_and_the_file_are_one_sheet(fields: Path, browser: Browser) -> None:
    hand = Hand(browser, fields / "now/report.html")
    hand.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand.begin("West")
    hand.place("brook")
    hand.place("fold")
    hand.page.get_by_role("button", name="Copy as one line").click()
    hand.page.locator(".pen-status", has_text="Copied").wait_for()
    line = hand.page.evaluate("() => navigator.clipboard.readText()")
    text = hand.page.evaluate("() => pen.sheet.text()")
    hand.page.context.clear_permissions()
    hand.close()
    assert line.startswith("sheet:")
    with adjudicator.open_match(fields, read_only=True) as match:
        assert match.check(line.encode()).hash == match.check(text.encode()).hash


def test_undo_redo_remove_and_a_draft_that_stays(fields: Path, browser: Browser) -> None:
    hand = Hand(browser, fields / "now/report.html")
    hand.begin("West")
    hand.place("brook")
    hand.place("elm")
    made = hand.sheet["orders"]
    hand.page.get_by_role("button", name="Undo").click()
    assert hand.sheet["orders"] == {"march": []}
    hand.page.get_by_role("button", name="Redo").click()
    assert hand.sheet["orders"] == made
    blind = hand.sheet["blind"]
    hand.page.reload()
    hand.begin("West")
    assert (hand.sheet["orders"], hand.sheet["blind"]) == (made, blind)
    hand.page.get_by_role("button", name="Remove: 4 companies: Brook to Elm").click()
    assert hand.sheet["orders"] == {"march": []}
    hand.close()


def test_a_pasted_sheet_becomes_lines(fields: Path, browser: Browser) -> None:
    hand = Hand(browser, fields / "now/report.html")
    hand.begin("West")
    pasted = hand.sheet
    pasted["orders"] = {"march": [{"order": "march", "count": 3, "from": "brook", "to": "croft"}]}
    pasted["standing"] = [{"standing": "fall-back", "first": ["brook"]}]
    hand.page.locator(".pen-json summary").click()
    hand.page.locator(".pen-json textarea").fill(json.dumps(pasted))
    hand.page.get_by_role("button", name="Read this text").click()
    assert hand.status == "Read."
    assert hand.lines == ["3 companies: Brook to Croft"]
    assert hand.sheet == pasted
    hand.place("brook")
    hand.place("elm")
    assert hand.lines == ["3 companies: Brook to Croft", "1 company: Brook to Elm"]
    hand.close()


@pytest.mark.parametrize(
    ("reply", "to"),
    [(None, ""), ("play.by-mail+m1@example.org", "play.by-mail%2Bm1@example.org")],
)
def test_the_mail_goes_to_the_address_of_the_page(
    fields: Path, browser: Browser, reply: str | None, to: str
) -> None:
    hand = Hand(browser, _page_with_reply(fields, reply))
    hand.begin("West")
    hand.place("brook")
    hand.place("elm")
    hand.page.get_by_role("button", name="Mail it").click()
    asked: list[str] = []
    for _ in range(50):
        asked = [one for one in hand.faults if one.startswith("asked for ")]
        if asked:
            break
        hand.page.wait_for_timeout(100)
    (link,) = (one.removeprefix("asked for ") for one in asked)
    hand.page.close()
    # Sooner or later the browser says, too, that it knows no program for mails.
    assert [one for one in hand.faults if "mailto:" not in one] == []
    assert link.startswith(f"mailto:{to}?subject=")
    assert "%0A%0Asheet%3A" in link
    assert link.count("?") == 1
    assert link.count("&") == 1


def _page_with_reply(folder: Path, reply: str | None) -> Path:
    """Writes the report of a match anew with an address in it."""
    with adjudicator.open_match(folder, read_only=True) as match:
        (pen,) = pens_of(match.rules, match.saved, seat="west", title="A match", reply=reply)
    assert json.loads(pen.data).get("reply") == reply
    html = (folder / "now/report.html").read_text()
    old = html.index('id="pen-data">') + len('id="pen-data">')
    path = folder / "now/with-reply.html"
    path.write_text(html[:old] + pen.data + html[html.index("</script>", old) :])
    return path


@pytest.mark.parametrize(
    "reply",
    [
        "", "a", "@b.org", "a@", "a@b@c.org", "a b@c.org", "a@b.org\n", "a@b.org\nBcc: e@b.org",
        "a@b.org\r\n", "a@b.org,e@b.org", "a@b.org;e@b.org", "a@b.org?bcc=e@b.org", "a@b.org&x=y",
        "a@b.org%0D%0ABcc:e@b.org", "a%40e.org@b.org", '"a b"@c.org', "A <a@b.org>", "a@b.org#x",
        "a..b@c.org", ".a@c.org", "a@.org", "a\x00@b.org", "a\u202e@b.org", "ä@b.org",
        "a@" + "b" * 253,
    ],
)  # fmt: skip
def test_what_is_not_one_plain_address_stands_in_no_page(fields: Path, reply: str) -> None:
    with (
        adjudicator.open_match(fields, read_only=True) as match,
        pytest.raises(ValueError, match="not one plain address"),
    ):
        next(pens_of(match.rules, match.saved, seat="west", title="A match", reply=reply))
