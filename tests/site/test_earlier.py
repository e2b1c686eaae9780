"""The page before: an opening is added to it, and what does not belong into a page is refused."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import adjudicator
from adjudicator.site.earlier import Earlier, check_map, check_report, facts_in, read_page
from adjudicator.site.page import Before, page_of, site_of
from tests.site.pages import NOW, maps_of, match_of

LATER = NOW.replace(year=2027)


@pytest.fixture
def page(site_in: Callable[[str], Path]) -> str:
    return (site_in("nine-fields") / "index.html").read_text(encoding="utf-8")


def without(earlier: Earlier, number: int) -> bytes:
    """A page as it was some openings ago."""
    kept = earlier.facts.openings[:-number]
    facts = earlier.facts.model_copy(update={"openings": kept, "stands": kept[-1].n})
    return page_of(facts, earlier.maps, earlier.reports)


def test_a_page_read_and_written_is_the_same(page: str) -> None:
    found = read_page(page.encode(), "page")
    assert page_of(*found) == page.encode()


def test_only_new_openings_are_made_and_old_ones_stay(page: str) -> None:
    old = without(read_page(page.encode(), "page"), 2)
    made = site_of(match_of("nine-fields"), now=LATER, before=Before(old, "old"))
    assert made.made == (19, 20)
    stamps = [one.updated for one in made.facts.openings]
    assert stamps == ["2026-11-27T12:00:00Z"] * 19 + ["2027-11-27T12:00:00Z"] * 2
    read = read_page(made.files["index.html"], "new")
    assert tuple(read.maps.values()) == maps_of("nine-fields")[20:] + maps_of("nine-fields")[19::-1]
    again = made.files["index.html"].decode().replace("2027-11", "2026-11")
    assert again == page


def test_nothing_is_made_where_nothing_is_new(page: str) -> None:
    made = site_of(match_of("nine-fields"), now=LATER, before=Before(page.encode(), "old"))
    assert made.made == ()
    assert made.files["index.html"].decode() == page


def test_an_opening_of_another_past_is_made_anew(page: str) -> None:
    """A page that tells another log's opening keeps nothing of it."""
    state = facts_in(page.encode(), "page").openings[20].state
    forged = page.replace(state, "0" * 64).replace(
        "Nine Fields: turn 10 of East", "Won by cheating"
    )
    made = site_of(match_of("nine-fields"), now=NOW, before=Before(forged.encode(), "old"))
    assert made.made == (20,)
    assert made.files["index.html"].decode() == page


def test_the_page_of_another_match_is_refused(site_in: Callable[[str], Path], page: str) -> None:
    other = Before((site_in("galactic-conquest") / "index.html").read_bytes(), "other")
    for before, dated in ((other, None), (None, other)):
        with pytest.raises(adjudicator.UnusableFile) as refused:
            site_of(match_of("nine-fields"), now=NOW, before=before, dated=dated)
        assert refused.value.problems[0].code == "site-of-another"


def facts_with(**changes: object) -> Callable[[str], str]:
    """Gives a page with other facts."""

    def changed(page: str) -> str:
        found = re.search(r'id="facts">([^<]*)<', page)
        assert found is not None
        facts = json.loads(found[1]) | changes
        return page.replace(found[1], json.dumps(facts).replace("<", "\\u003c"))

    return changed


def put(old: str, new: str) -> Callable[[str], str]:
    """Gives a page in which something stands in the place of something else."""

    def changed(page: str) -> str:
        assert old in page
        return page.replace(old, new, 1)

    return changed


FORGED = [
    (lambda page: "", "it has no facts"),
    (lambda page: "\udcff", "it is not UTF-8"),
    (facts_with(id="x"), "its facts are not those"),
    (
        facts_with(sides=[{"id": "a", "name": "b", "colour": "red;background:url(//x)"}]),
        "its facts",
    ),
    (facts_with(language="en' onload='x"), "its facts are not those"),
    (facts_with(more=1), "its facts are not those"),
    (facts_with(sides=[]), "its figures are not those of its sides"),
    (put('<article class="report" id="n3"', '<article class="report" id="n33"'), "its reports"),
    (put('"changes":[[', '"changes":[[-9,0,'), "what is to be copied"),
    (put('"chain":[20,', '"chain":[20,20,'), "not one an opening"),
    (put('"chain":[20,', '"chain":["a",'), "something else than numbers"),
    (put('<noscript id="base"><svg', '<noscript id="base"><svg onload="x"'), "a map has no onload"),
    (lambda page: page.replace("<use ", "<script "), "a map has no script"),
    (put("</header>\n<div class", '</header>\n<img src="x"><div class'), "a report has no img"),
    (
        put("</header>\n<div class", '</header>\n<p onclick="x">a</p><div class'),
        "a report has no onclick",
    ),
    (put("</header>\n<div class", "</header>\n</div><div class"), "closes what it did not open"),
]


@pytest.mark.parametrize(("forge", "told"), FORGED)
def test_what_no_page_of_ours_holds_is_refused(
    forge: Callable[[str], str], told: str, page: str
) -> None:
    forged = forge(page)
    with pytest.raises(adjudicator.UnusableFile) as refused:
        read_page(forged.encode(errors="surrogateescape"), "page")
    assert refused.value.problems[0].code == "no-site-page"
    assert told in refused.value.problems[0].message


@pytest.mark.parametrize(
    "inner",
    [
        "<script>x()</script>", "<foreignObject/>", "<image href='#a'/>", "<a href='#x'/>",
        "<use href='https://example.org/a#b'/>", "<use href='data:image/svg+xml,x'/>",
        "<g onclick='x()'/>", "<g ONCLICK='x()'/>", "<g style='fill:url(https://example.org)'/>",
        "<style>@import 'x'</style>", "<g fill='url( //example.org/a)'/>", "<animate/>",
        r"<g style='fill:u\72l(//x)'/>", r"<style>a{fill:u\72l(//x)}</style>",
        "<!-- a -->", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<g>", "<html:iframe xmlns:html='http://www.w3.org/1999/xhtml'/>",
        "<iframe xmlns='http://www.w3.org/1999/xhtml'/>",
    ],
)  # fmt: skip
def test_a_map_from_anywhere_is_looked_at(inner: str) -> None:
    check_map("<svg xmlns='http://www.w3.org/2000/svg'><use href='#a' fill='url(#b)'/></svg>")
    with pytest.raises(ValueError, match="a map"):
        check_map(f"<svg xmlns='http://www.w3.org/2000/svg'>{inner}</svg>")


@pytest.mark.parametrize(
    "told",
    [
        "<p><script>x()</script></p>", "<a href='x'>a</a>", "<form></form>", "<p style='x'>a</p>",
        "<p id='n1'>a</p>", "<!-- a -->", "<!DOCTYPE html>", "<?x?>", "<p>", "</p>", "<p></b></p>",
        "<p class='a{}'>x</p>", "<svg></svg>", "<article></article>", "<p><b></p></b>",
    ],
)  # fmt: skip
def test_a_report_from_anywhere_is_looked_at(told: str) -> None:
    check_report("<div class='scroll' tabindex='0' role='group'><p>a &lt; b<br>c</p></div>")
    with pytest.raises(ValueError, match="a report"):
        check_report(told)


def test_all_maps_and_reports_of_the_examples_may_stand_there(
    site_in: Callable[[str], Path],
) -> None:
    for game in ("nine-fields", "galactic-conquest"):
        read_page((site_in(game) / "index.html").read_bytes(), game)


def test_a_rewind_marks_what_was_taken_back(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    shutil.copytree(match_of("nine-fields"), folder)
    before = site_of(folder, now=NOW).files["index.html"]
    log = (folder / "log.jsonl").read_bytes().splitlines(keepends=True)
    cut = next(place for place, line in enumerate(log) if json.loads(line).get("n") == 18)
    (folder / "log.jsonl").write_bytes(b"".join(log[:cut]))
    shutil.rmtree(folder / "now")
    made = site_of(folder, now=LATER, before=Before(before, "old"))
    assert made.facts.openings[-1].n == 17  # What the log does not hold is not shown.
    assert made.made == ()
