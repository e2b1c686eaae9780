"""Games that packages bring: found by their entry point, played by the command line, with no change
of this tree; and what is said where a package is missing or broken."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.registry import GROUP
from tests.installed import ROOT, Ran, install, install_lines, run

SOURCE = Path(__file__).parent / "packages" / "two-banks"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the package is installed."""
    target = tmp_path_factory.mktemp("site")
    install(SOURCE, target)
    return target


def test_it_is_listed_with_title_and_scenarios(path: Path, tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", cwd=tmp_path, path=path).out)
    assert [one["game"] for one in listed][-2:] == ["stratix", "two-banks"]
    (scenario,) = listed[-1]["scenarios"]
    assert (listed[-1]["title"], scenario["title"]) == ("Two Banks", "Four turns")
    assert "two-banks" not in run("games", cwd=tmp_path).out


def test_a_match_is_played_from_files_to_its_end(path: Path, tmp_path: Path) -> None:
    def said(*words: object) -> Ran:
        return run(*words, cwd=tmp_path, path=path)

    said("new", "two-banks", "m")
    offer = json.loads((tmp_path / "m/log.jsonl").read_text().splitlines()[0])["offer"]
    assert offer["package"] == "two-banks==1.2.0"
    blank = said("template", "m", "west", "--out", "west.json")
    assert '{"order": "march"' in blank.told
    sheet = json.loads((tmp_path / "west.json").read_bytes())
    march = {"order": "march", "count": 3, "from": "brook", "to": "elm"}
    sheet["orders"]["march"] = [march]
    (tmp_path / "west.json").write_text(json.dumps(sheet))
    assert "West marches from Brook to Bridge with 3." in said("check", "m", "west.json").out
    said("adjudicate", "m", "west.json")
    said("adjudicate", "m", "--play", "all", "--until", "over")
    assert "The match is over" in said("status", "m").out
    assert "from Brook to Bridge" in said("report", "m", "--n", "1").out
    said("map", "m", "--layout", "phone", "--out", "map.svg")
    assert "Bridge" in (tmp_path / "map.svg").read_text()
    assert "sound" in said("verify", "m").out
    state = tmp_path / "m/now/state.json"
    said("map", state, "--out", "mailed.svg")
    assert "Bridge" in (tmp_path / "mailed.svg").read_text()


def test_seven_seats_are_drawn_in_every_layout_and_theme(tmp_path: Path) -> None:
    """A second package names no looks, tints and places; nothing in draw/ knows it."""
    target = tmp_path / "site"
    install(SOURCE.parent / "seven-shires", target)

    def said(*words: object) -> Ran:
        return run(*words, cwd=tmp_path, path=target)

    said("new", "seven-shires", "m")
    said("adjudicate", "m", "--play", "all", "--until", "over")
    assert "The match is over" in said("status", "m").out
    assert "sound" in said("verify", "m").out
    for layout in ("board", "phone", "print"):
        for theme in ("colour", "grey"):
            name = f"{layout}-{theme}.svg"
            said("map", "m", "--layout", layout, "--theme", theme, "--out", name)
            drawn = (tmp_path / name).read_text()
            assert "could not be drawn" not in drawn
            assert "Kettleshulme" in drawn
            assert "Shire of Yew" in drawn


def test_its_cases_and_schemas_are_like_any_others(path: Path, tmp_path: Path) -> None:
    assert "1 hold, 0 differ" in run("case", SOURCE / "cases", cwd=tmp_path, path=path).out
    shown = run("schemas", "two-banks/sheet", cwd=tmp_path, path=path).out
    assert json.loads(shown)["$id"] == "urn:adjudicator:two-banks:sheet"


def test_a_log_whose_game_is_missing_names_the_package(path: Path, tmp_path: Path) -> None:
    run("new", "two-banks", "m", cwd=tmp_path, path=path)
    told = run("status", "m", cwd=tmp_path, code=4).told
    assert 'unknown-game: this program knows no game "two-banks"' in told
    assert "The match was made with the package two-banks==1.2.0." in " ".join(told.split())
    assert "pip install 'two-banks==1.2.0'" in told


def test_what_an_offer_says_is_no_command(path: Path, tmp_path: Path) -> None:
    """A log may come from anybody: what is no name of a package is not repeated."""
    run("new", "two-banks", "m", cwd=tmp_path, path=path)
    log = tmp_path / "m/log.jsonl"
    log.write_text(log.read_text().replace("two-banks==1.2.0", "x==1; rm -r ~"))
    assert "rm -r" not in run("status", "m", cwd=tmp_path, code=None).told


def test_our_names_win_and_a_broken_package_is_named(tmp_path: Path) -> None:
    target = tmp_path / "site"
    (target / "no_game").mkdir(parents=True)
    (target / "no_game/__init__.py").write_text("GAME = 1\nSTRATIX = 1\n")
    lines = ["stratix = no_game:STRATIX", "no-game = no_game:GAME", "gone = no_game.gone:GAME"]
    install_lines(target, ("no-game", "0.1"), (GROUP, lines))
    run("new", "stratix", "ours", "--scenario", "skirmish", cwd=tmp_path, path=target)
    for name, why in (("no-game", "no_game:GAME is no game"), ("gone", "ModuleNotFoundError")):
        told = run("new", name, "m", cwd=tmp_path, path=target, code=4).told
        assert "broken-package: the package no-game" in told
        assert why in told
    (target / "no_game/gone.py").write_text("raise SystemExit('it ends whoever loads it')\n")
    listed = run("games", cwd=tmp_path, path=target)
    assert "stratix: Four Fronts" in listed.out
    for name in ("no-game", "gone"):
        assert name not in listed.out
        assert f"notice: {name} is left out: the package no-game" in listed.told
    for words in (("schemas",), ("editions", "fortress-america"), ("odds", "stratix", "1", "1")):
        assert "broken-package" not in run(*words, cwd=tmp_path, path=target, code=None).told


def test_nothing_of_a_package_is_loaded_for_another_game(tmp_path: Path) -> None:
    target = tmp_path / "site"
    (target / "loud").mkdir(parents=True)
    (target / "loud/__init__.py").write_text("raise SystemExit('it was loaded')\n")
    install_lines(target, ("loud", "0.1"), (GROUP, ["loud = loud:GAME"]))
    run("new", "nine-fields", "m", cwd=tmp_path, path=target)
    run("status", "m", cwd=tmp_path, path=target)
    script = (
        "from adjudicator.registry import GAMES, _installed\n"
        "GAMES['nine-fields'], 'stratix' in GAMES\n"
        "assert not _installed.cache_info().misses\n"
        "assert 'loud' in list(GAMES)"
    )
    where = {"PYTHONPATH": f"{target}:{ROOT}", "PATH": "/usr/bin:/bin"}
    subprocess.run([sys.executable, "-c", script], env=where, check=True)


def changed(path: Path, folder: Path, line: str) -> Path:
    """Returns a copy of the installed package with one line more in its game's class."""
    shutil.copytree(path, folder)
    entry = folder / "two_banks" / "__init__.py"
    text, marked = entry.read_text(), "    name, title, maps ="
    assert marked in text
    entry.write_text(text.replace(marked, f"    {line}\n{marked}"))
    return folder


def test_a_fault_in_its_code_is_the_package_s(path: Path, tmp_path: Path) -> None:
    broken = changed(path, tmp_path / "broken", "check_files = lambda self, files: [1 / 0]")
    told = run("new", "two-banks", "m", cwd=tmp_path, path=broken, code=70).told
    assert "A bug in the package two-banks==1.2.0: ZeroDivisionError" in told
    assert "report it to its author" in told


def test_a_version_of_its_rules_is_one_of_the_package(path: Path, tmp_path: Path) -> None:
    run("new", "two-banks", "m", cwd=tmp_path, path=path)
    newer = changed(path, tmp_path / "newer", "rules_version = 2")
    told = " ".join(run("status", "m", cwd=tmp_path, path=newer, code=4).told.split())
    assert "Its rules come with the package two-banks, here two-banks==1.2.0." in told
    assert "pip install --upgrade wargame-adjudicator" not in told
