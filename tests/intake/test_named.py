"""Names of every length that a schema allows, in every alphabet, for all that an author may name.

No command that shows a match ends with a trace, no picture has a size of nought or less, and what
lies on the map of a chart stays inside it.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adjudicator.documents.library import map_folder
from adjudicator.documents.scenarios import shipped_scenarios
from adjudicator.registry import by_name
from tests.cli.calls import call
from tests.intake.named import ALPHABETS, Text, renamed, texts_in, unlimited
from tests.render.test_sizes import has_sound_numbers

SCENARIOS = {
    "fortress-america-1986": "ready",
    "fortress-america-2012": "ready",
    "galactic-conquest": "three",
    "invasion-america": "scenario-five",
    "nine-fields": "standard",
    "stratix": "two",
}
SHIPPED = by_name().keys()
"""The registered games, before any test registers others."""
LENGTHS = (13, 30, 40)
"""A name that fits, one that ended `new` with a trace once, the longest of most schemas."""
NOT_SHOWN = ("edition", "source")
"""What names an edition, or a page of a book, and no thing on the map."""


def test_every_game_is_tried() -> None:
    assert SCENARIOS.keys() == SHIPPED


@pytest.mark.parametrize("game", SCENARIOS)
def test_every_text_has_a_limit(game: str) -> None:
    for name, model in by_name()[game].files.items():
        assert not list(unlimited(model)), f"{name}: how long may these be?"


def word(letters: str, length: int) -> Any:
    """Returns what makes names: a number, then letters up to a length."""

    def named(number: int, text: Text) -> str:
        most = length if text.most is None else min(length, text.most)
        return f"{number:x} {letters * length}"[:most].replace("  ", " ").strip()

    return named


def make(game: str, letters: str, length: int) -> None:
    """Writes the files of a game's map into own/, with other names."""
    Path("own").mkdir()
    entry = by_name()[game]
    for name, model in entry.files.items():
        document = json.loads((map_folder(entry.maps[0]) / name).read_bytes())
        texts = [
            text
            for text in dict.fromkeys(texts_in(model, document))
            if not {*NOT_SHOWN} & {*text.path}
        ]
        changed = renamed(document, texts, word(letters, length))
        Path("own", name).write_text(json.dumps(changed, ensure_ascii=False), encoding="utf-8")


def make_scenario(game: str, letters: str, length: int) -> None:
    """Writes a scenario with a title and seats as long as they may be into own.json."""
    entry = by_name()[game]
    document = json.loads(shipped_scenarios(entry)[SCENARIOS[game]].read_bytes())
    document["title"] = f"T {letters * 200}"[:200].strip()
    named = {seat: f"{seat}-{'m' * 200}"[:length] for seat in document["seats"]}
    itself = game == "galactic-conquest"  # There a seat leads itself.
    if game in ("nine-fields", "stratix"):
        named = {seat: seat for seat in document["seats"]}  # There it is named after its side.
    document["seats"] = {
        named[seat]: {"sides": [named[seat]]} if itself else led
        for seat, led in document["seats"].items()
    }
    Path("own.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")


def tried(game: str, seed: int) -> tuple[str, int]:
    """Returns an alphabet and a length: others for each game, and at last all of them."""
    number, names = [*SCENARIOS].index(game), [*ALPHABETS]
    return names[(7 * number + 4 + seed) % len(names)], LENGTHS[(number + seed) % len(LENGTHS)]


@pytest.mark.parametrize("game", SCENARIOS)
def test_names_of_any_length(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """A usual run tries another alphabet with each game, `--inputs 1200` all with every length."""
    rounds = max(1, pytestconfig.getoption("--inputs") // 40)
    for seed in range(min(rounds, len(ALPHABETS) * len(LENGTHS))):
        alphabet, length = tried(game, seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        monkeypatch.chdir(folder)
        make(game, ALPHABETS[alphabet], length)
        told = f"{game}, {alphabet}, {length}"
        _check_shown(told, "new", game, "m", "--map", "own", "--scenario", SCENARIOS[game])


LONGEST_SEAT = 40
"""So long an id may be."""


@pytest.mark.parametrize("game", SCENARIOS)
def test_titles_and_seats_of_any_length(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """The title of a scenario, its seats, the name of the match and those of its players."""
    rounds = max(1, pytestconfig.getoption("--inputs") // 40)
    for seed in range(min(rounds, len(ALPHABETS))):
        alphabet, _ = tried(game, seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        monkeypatch.chdir(folder)
        make_scenario(game, ALPHABETS[alphabet], LONGEST_SEAT)
        words = ("new", game, "m", "--scenario", "own.json", "--name", "n" * 200)
        _check_shown(f"{game}, {alphabet}", *words, more=(("adjudicate", "m", "--play", "all"),))


def _check_shown(told: str, *words: str, more: tuple[tuple[str, ...], ...] = ()) -> None:
    new = call(*words)
    assert new.exit_code == 0, (told, new.output, new.exception)
    notes = json.loads(Path("m/match.json").read_bytes())
    seat = next(iter(notes["seats"]))
    for one in notes["seats"].values():
        one["name"] = notes["title"]
    Path("m/match.json").write_text(json.dumps(notes, ensure_ascii=False), encoding="utf-8")
    for words in (
        ("map", "m", "--layout", "phone", "--out", "phone.svg"),
        ("map", "m", "--layout", "print", "--out", "print.svg"),
        ("report", "m"), ("report", "m", "--html", "--out", "page.html"), ("status", "m"),
        ("template", "m", seat), *more,
    ):  # fmt: skip
        done = call(*words)
        assert done.exit_code in (0, 3), (told, words, done.output, done.exception)
    for path in (*Path().glob("*.svg"), *Path().glob("m/now/map.svg")):
        has_sound_numbers(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("length", [13, 30, 40])
def test_names_stay_on_the_chart(length: int) -> None:
    """The names of planets and regions lie on the map, whatever letters they have."""
    from adjudicator.boards.area import Point
    from adjudicator.core.values import FrozenMap
    from adjudicator.render.stars.board import BOARD, PHONE, sky_of
    from adjudicator.render.stars.picture import LaneEntry, PlanetEntry, RegionEntry, StarPicture

    named = word("WM", length)
    at: list[Point] = [(150 * (number % 4), 150 * (number // 4)) for number in range(12)]
    planets = {
        f"p{number:02}": PlanetEntry(
            name=named(number, Text((), 40)), region=f"r{number % 2}", at=place, seat=None, troops=1
        )
        for number, place in enumerate(at)
    }
    ids = [*planets]
    picture = StarPicture(
        map="ring", title=("Ring",), description="", seats=(), planets=FrozenMap(planets),
        regions=FrozenMap(
            {f"r{one}": RegionEntry(name=named(one, Text((), 40)), bonus=2) for one in (0, 1)}
        ),
        lanes=tuple(
            LaneEntry(between=(one, other), hyper=False)
            for one, other in pairwise(ids)
        ),
    )  # fmt: skip
    for scale in (BOARD, PHONE):
        sky = sky_of(picture, scale)
        edge = sky.places.frame.box
        for name in (*sky.places.names.values(), *(one.name for one in sky.regions.values())):
            box = name.box
            assert edge.x <= box.x, name
            assert box.x + box.width <= edge.x + edge.width, name
            assert edge.y <= box.y, name
            assert box.y + box.height <= edge.y + edge.height, name
