"""A fault in a game's picture, report or standings is a notice: the match goes on without them."""

from __future__ import annotations

import json
import re
import secrets
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.stratix import StratixRules
from tests.cli.calls import call

pytestmark = pytest.mark.usefixtures("interrupts_restored", "desk", "faults_told")

GAMES: dict[str, tuple[type[Any], str]] = {
    "fortress-america-1986": (FortressAmericaRules, "ready"),
    "galactic-conquest": (GalacticConquestRules, "two"),
    "invasion-america": (InvasionAmericaRules, "early-assault"),
    "stratix": (StratixRules, "two"),
}
WHATS = {
    "picture": ("stratix", "fortress-america-1986"),
    "report": ("galactic-conquest", "fortress-america-1986"),
    "standings": ("stratix", "fortress-america-1986"),
}
"""What stands in is no game's: each fault is met with hidden hands and without, and in every game
with `--exhaustive`."""
NEVER_HASHED = re.compile(r"^(map|report|stamp)|faults")
PATH = re.compile(r"the trace is in (\S+):")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pairs faults with games."""
    if "in_game" in metafunc.fixturenames:
        everywhere = metafunc.config.getoption("--exhaustive")
        pairs = [(what, game) for what in WHATS for game in (GAMES if everywhere else WHATS[what])]
        metafunc.parametrize(("what", "in_game"), pairs)


class Planted(RuntimeError):
    """The fault that is planted."""


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty present folder; traces of reading commands are taken away."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))


def plant(patch: pytest.MonkeyPatch, rules: type[Any], *names: str) -> None:
    def fails(*args: object, **more: object) -> None:
        raise Planted("a fault \x1b[2J of the tests")

    for name in names:
        patch.setattr(rules, name, fails)


def files(folder: str, *, all_: bool = False) -> dict[str, bytes]:
    """All files of a match but those that only show it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
        and (all_ or (not NEVER_HASHED.search(path.name) and "faults" not in path.parts))
    }


def told(*words: str, code: int | tuple[int, ...] = 0) -> str:
    """Calls a command that may meet a fault; returns what it says of it."""
    done = call(*words)
    codes = code if isinstance(code, tuple) else (code,)
    assert done.exit_code in codes, (words, done.output, done.exception)
    assert "\x1b" not in done.output
    return " ".join(done.stderr.split())


def test_a_match_goes_on(what: str, in_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, scenario = GAMES[in_game]
    assert call("new", in_game, "m", "--scenario", scenario, "--name", "same").exit_code == 0
    shutil.copytree("m", "sound")
    told("adjudicate", "sound", "--play", "all", code=(0, 3))
    with monkeypatch.context() as patch:
        plant(patch, rules, what)
        said = told("adjudicate", "m", "--play", "all", code=(0, 3))
        assert files("m") == files("sound"), "log, save, states, sheets, events"
        assert {*files("m", all_=True)} >= {*files("sound", all_=True)}
        newest = Path("m/now")
        if what != "standings":
            word = {"picture": "map", "report": "report"}[what]
            assert f"the {word} of opening 1 could not be" in said
            assert said.count("notice: the") == 1, "told once, not for each seat"
            kept = Path(f"m/referee/faults/n0001-{word}.txt")
            assert PATH.findall(said) == [str(kept)]
            assert "Planted" in kept.read_text()
            assert kept.stat().st_mode & 0o077 == 0, "it may name what is hidden"
            shown = newest / {"picture": "map.svg", "report": "report.txt"}[what]
            assert "fault of the program" in " ".join(shown.read_text().split())
            assert "Planted" not in shown.read_text()
        _check_reading(what)
        told("adjudicate", "m", "--play", "all", code=(0, 3))
        told("verify", "m")
        told("rewind", "m", "--to", "1", "--reason", "again", code=(0, 3))
        told("new", in_game, "other", "--scenario", scenario, "--name", "other")
    assert "fault of the program" not in call("report", "m", "--n", "1").output
    assert "fault of the program" not in call("map", "m", "--n", "1").output
    assert call("map", "m", "--n", "1").output == call("map", "sound", "--n", "1").output


def _check_reading(what: str) -> None:
    """Commands that look write nothing into the match, and keep the trace elsewhere."""
    before = files("m", all_=True)
    state = str(Path("m/now") / "state.json")
    for words in (
        ("map", "m"), ("map", "m", "--layout", "phone"), ("map", "m/log.jsonl", "--n", "0"),
        ("map", state), ("report", "m"), ("report", "m", "--html"), ("report", state),
        ("status", "m"), ("status", state), ("dispute", "m", "--n", "1"),
    ):  # fmt: skip
        done = call(*words)
        hidden = done.exit_code == 4 and "secret-missing" in done.stderr
        assert done.exit_code == 0 or hidden, (words, done.output, done.exception)
        said = " ".join(done.stderr.split())
        for path in PATH.findall(said):
            assert "Planted" in Path(path).read_text()
        shown = {"map": "picture", "status": "standings"}.get(words[0], "")
        if (shown == what or what in words) and not hidden:
            assert PATH.findall(said), words
            traced = call(*words, "--traceback")
            assert "Planted: a fault \\u001b[2J of the tests" in traced.stderr
            assert not PATH.findall(" ".join(traced.stderr.split()))
    seat = next(iter(Path("m/match.json").read_text().split('"seats": {')[1].split('"')[1:]))
    template = call("template", "m", seat, "--out", "sheet.json")
    assert template.exit_code == 0, template.output
    assert call("check", "m", "sheet.json").exit_code in (0, 1)
    Path("sheet.json").unlink()
    assert files("m", all_=True) == before


@pytest.mark.parametrize("game", [
    pytest.param(one, marks=[pytest.mark.exhaustive] if one == "invasion-america" else [])
    for one in GAMES
])  # fmt: skip
def test_what_is_told_beside_is_left_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances, examples and what rolls were for: the sheet is judged, the luck told, all the same.

    An empty sheet has no chances in some games; what is asked of the game is what counts.
    """
    rules, scenario = GAMES[game]
    monkeypatch.setattr(secrets, "token_hex", lambda size: "5e" * size)  # A strike in opening 4.
    assert call("new", game, "m", "--scenario", scenario, "--name", "same").exit_code == 0
    for _ in range(3):
        told("adjudicate", "m", "--play", "all", code=(0, 3))
    seat = json.loads(call("status", "m", "--json").stdout)["pending"][0]["seat"]
    assert call("template", "m", seat, "--play", "--out", "sheet.json").exit_code == 0
    usual = call("check", "m", "sheet.json")
    plant(monkeypatch, rules, "projection", "trials", "standing_examples")
    said = told("template", "m", seat)
    assert "examples of orders for opening 4 could not be made" in said
    assert "Planted" in Path(PATH.findall(said)[0]).read_text()
    _check_traced("template", "m", seat)
    done = call("check", "m", "sheet.json")
    assert done.exit_code == usual.exit_code == 0
    assert done.stdout.splitlines()[:3] == usual.stdout.splitlines()[:3]
    assert "the chances of the orders for opening 4 could not be told" in " ".join(
        done.stderr.split()
    )
    assert call("check", "m", "sheet.json", "--json").exit_code == 0
    assert call("odds", "m", "sheet.json").exit_code == 0
    _check_traced("odds", "m", "sheet.json")
    if not rules.__name__.startswith("Stratix"):  # Its match is told again only when it is over.
        said = told("luck", "m")
        assert "what the rolls of opening 1 were for could not be told" in said
        _check_traced("luck", "m")


def _check_traced(*words: str) -> None:
    """With --traceback the trace is printed, and kept in no file."""
    done = call(*words, "--traceback")
    assert done.exit_code == 0, done.output
    assert "Planted: a fault" in done.stderr
    assert not PATH.findall(" ".join(done.stderr.split()))


def test_a_page_makes_no_sheets_where_what_may_be_ordered_is_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch, StratixRules, "choices")
    said = told("new", "stratix", "m", "--scenario", "two")
    assert "what may be ordered after the start could not be told" in said
    assert "the page makes no sheets" in said
    page = Path("m/now/report.html").read_text()
    assert "<svg" in page
    assert "pen-data" not in page


def test_a_fault_of_the_rules_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no notice: nothing is written."""
    assert call("new", "stratix", "m", "--scenario", "two").exit_code == 0
    before = files("m", all_=True)
    plant(monkeypatch, StratixRules, "evolve")
    done = call("adjudicate", "m", "--play", "all")
    assert isinstance(done.exception, Planted)
    assert {name: raw for name, raw in files("m", all_=True).items() if name in before} == before
    assert not [name for name in files("m", all_=True) if name not in before]


def test_a_correction_is_not_refused_for_a_fault_of_the_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert call("new", "fortress-america-1986", "m", "--scenario", "ready").exit_code == 0
    Path("patch.json").write_text('[{"op": "replace", "path": "/turn", "value": 2}]')
    plant(monkeypatch, FortressAmericaRules, "picture")
    said = told("correct", "m", "patch.json", "--reason", "a slip", code=(0, 3))
    assert "the map of opening 1 could not be drawn" in said


def test_what_is_named_wrongly_is_no_fault() -> None:
    """A part around a hex that the map does not have is refused as before."""
    assert call("new", "invasion-america", "m", "--scenario", "early-assault").exit_code == 0
    done = call("map", "m", "--around", "z9999")
    assert done.exit_code == 1, done.output
    assert "unknown-hex" in done.output
