"""`status --json` of a finished match says who has won, how it ended, and the points by seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.registry import by_name
from tests.cli.calls import call

pytestmark = pytest.mark.usefixtures("usual_maps")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
KEYS = ["how", "points", "text", "winner", "winners"]
SCENARIOS = {
    "fortress-america-1986": "standard-2",
    "fortress-america-2012": "standard-2",
    "galactic-conquest": "three",
    "invasion-america": "three-pronged-invasion",
    "nine-fields": "standard",
    "stratix": "skirmish",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def result(where: str | Path) -> Any:
    told = call("status", where, "--json")
    assert told.exit_code == 0, told.output
    return json.loads(told.stdout)["result"]


def seats_of(where: str) -> list[str]:
    genesis = json.loads(Path(where, "log.jsonl").read_text().splitlines()[0])
    return sorted(genesis["offer"]["scenario"]["seats"])


def said(seat: str, word: str) -> Path:
    """A sheet with a word on the match and nothing else."""
    path = Path(f"{seat}.json")
    made = call("template", "m", seat, "--out", path)
    assert made.exit_code == 0, made.output
    orders = {"match": [{"order": word}]}
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"orders": orders}))
    return path


def test_every_game_is_tried() -> None:
    assert SCENARIOS.keys() == by_name().keys()


@pytest.mark.parametrize("game", SCENARIOS)
def test_an_agreed_draw_and_concessions(game: str) -> None:
    for word in ("offer-draw", "concede"):
        made = call("new", game, "m", "--scenario", SCENARIOS[game], "--name", word)
        assert made.exit_code == 0, made.output
        assert result("m") is None
        first, *others = seats_of("m")
        for seat in others if word == "concede" else (first, *others):
            done = call("adjudicate", "m", said(seat, word))
            assert done.exit_code in (0, 3), done.output
        ended = result("m")
        assert sorted(ended) == KEYS
        is_drawn = word == "offer-draw"
        assert ended["how"] == ("draw" if is_drawn else "conceded")
        assert ended["winners"] == ([] if is_drawn else [first])
        assert ended["winner"] == (None if is_drawn else first)
        assert set(ended["points"]) <= {first, *others}
        assert ended["text"].startswith("The match is over")
        state = Path("m/now/state.json")
        assert result(state) == ended
        Path("m").rename(word)


@pytest.mark.parametrize(
    ("example", "how"),
    [("galactic-conquest-match", "last-with-troops"), ("stratix-match", "last-army")],
)
def test_a_victory(example: str, how: str) -> None:
    ended = result(EXAMPLES / example)
    assert ended["how"] == how
    assert [ended["winner"]] == ended["winners"]
    assert ended["winner"] in seats_of(str(EXAMPLES / example))
