"""A match with hidden hands: openings are added one by one, and nothing hidden is in any page."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import adjudicator
from adjudicator.matches.match import Match
from adjudicator.site.earlier import read_page
from adjudicator.site.page import Before, Site, site_of
from tests.make_match import WHOLE_MATCHES, _awaited, _sheet, made
from tests.site.pages import NOW

OPENINGS = 4
GAMES = ["galactic-conquest", pytest.param("stratix", marks=pytest.mark.exhaustive)]
PUBLIC = ("log.jsonl", "match.json", "now")
"""What a clone has."""


class Played(NamedTuple):
    """A match in progress, the pages that a clone gave opening by opening, and the referee's."""

    match: Match
    pages: list[Site]
    referees: Site


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("hidden")
    (whole,) = (one for one in WHOLE_MATCHES if one.game == request.param)
    match, pages = made(whole, folder / "match"), list[Site]()
    assert match.rules.is_hidden
    for n in range(OPENINGS + 1):
        if n:
            match.adjudicate([(seat, _sheet(whole, match, seat, n)) for seat in _awaited(match)])
        clone = folder / f"clone-{n}"
        clone.mkdir()
        for name in PUBLIC:
            source = match.folder / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, clone / name)
        before = None if not pages else Before(pages[-1].files["index.html"], "before")
        pages.append(site_of(clone, now=NOW, before=before))
    return Played(match, pages, site_of(match.folder, now=NOW))


def test_a_clone_shows_the_start_and_the_newest_opening(played: Played) -> None:
    folder = played.match.folder.parent / f"clone-{OPENINGS}"
    alone = site_of(folder, now=NOW)
    assert [one.n for one in alone.facts.openings] == [0, OPENINGS]
    assert alone.missing == tuple(range(1, OPENINGS))
    assert b"Not here: 1, 2, 3." in alone.files["index.html"]


def test_from_the_page_before_all_openings_stay(played: Played) -> None:
    last = played.pages[-1]
    assert [one.n for one in last.facts.openings] == list(range(OPENINGS + 1))
    assert last.made == (OPENINGS,)
    assert last.missing == ()
    log = adjudicator.open_log(played.match.folder)
    maps = read_page(last.files["index.html"], "page").maps
    assert [maps[n] for n in range(OPENINGS + 1)] == [log.map(n=n) for n in range(OPENINGS + 1)]


def test_the_referees_page_has_the_same_maps(played: Played) -> None:
    own = read_page(played.referees.files["index.html"], "page")
    clones = read_page(played.pages[-1].files["index.html"], "page")
    assert own.maps == clones.maps
    assert [(one.title, one.headline) for one in own.facts.openings] == [
        (one.title, one.headline) for one in clones.facts.openings
    ]


SQUARE = re.compile("[a-s](1[0-9]|[1-9])")
"""Some cards of Stratix are called as squares are, which stand in every report."""


def secrets(folder: Path) -> Iterator[str]:
    """Yields what nobody but the referee, or one seat, may know: by value."""
    shown = [folder / "log.jsonl", folder / "match.json"]
    shown += sorted((folder / "now").iterdir())
    public = "\n".join(path.read_text(encoding="utf-8") for path in shown)
    for path in sorted((folder / "referee").rglob("*")):
        if path.is_file():
            for value in re.findall(r"[0-9a-f]{64}", path.read_text(encoding="utf-8")):
                if value not in public:
                    yield value
    everybodys = json.loads((folder / "now" / "state.json").read_text(encoding="utf-8"))
    for path in sorted((folder / "referee" / "now").glob("*/state.json")):
        own = json.loads(path.read_text(encoding="utf-8"))
        for deck, open_deck in zip(
            own["state"]["decks"], everybodys["state"]["decks"], strict=True
        ):
            for card, seen in zip(deck["order"], open_deck["order"], strict=True):
                if card is not None and seen is None:
                    yield card["salt"]
                    if not SQUARE.fullmatch(card["value"]):
                        yield card["value"]


def words(raw: bytes) -> set[str]:
    return set(re.findall(r"[0-9A-Za-z-]+", raw.decode()))


def test_no_secret_is_in_any_file(played: Played) -> None:
    found = {*secrets(played.match.folder)}
    values = {one for one in found if len(one) == 64}
    assert len(values) > 10
    assert found - values, "hands are among them"
    for site in (*played.pages, played.referees):
        for name, raw in site.files.items():
            # The log lists the names of all cards before it shuffles them.
            hidden = values if name == "log.jsonl" else found
            assert sorted(hidden & words(raw)) == [], name


def test_a_leak_would_be_found(played: Played) -> None:
    value = next(iter(secrets(played.match.folder)))
    assert words(f"<p>{value}</p>".encode()) & {*secrets(played.match.folder)}


def test_at_the_end_all_is_made_from_the_log(tmp_path: Path) -> None:
    from tests.site.pages import match_of

    shutil.copy(match_of("galactic-conquest") / "log.jsonl", tmp_path / "log.jsonl")
    made_from: Any = site_of(tmp_path / "log.jsonl", now=NOW)
    assert made_from.missing == ()
    assert len(made_from.made) == 25
