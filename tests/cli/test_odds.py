"""`adjudicator odds`: what a battle will bring, as players ask for it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as FORTRESS
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST as GALACTIC
from adjudicator.games.galactic_conquest import odds as galactic
from adjudicator.games.galactic_conquest.rules.chances import chance_to_capture
from tests.cli.calls import call
from tests.core.toy import TOY
from tests.registered import registered


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(FORTRESS, GALACTIC, TOY))


def asked(*words: str) -> list[str]:
    shown = call("odds", *words)
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert max(map(len, lines)) <= 95 or "--json" in words
    return lines


def test_a_battle() -> None:
    lines = asked("galactic-conquest", "4", "2")
    assert lines == [
        "Galactic Conquest: 4 against 2",
        "4 on the planet that attacks: one stays behind, 3 may fight; at most 3 dice against 2.",
        "",
        "captured   65.6 %",
        "held       34.4 %",
        "",
        "Losses on average:",
        "attacker     1.41",
        "defender     1.44",
        "",
        "Rolls on average: 1.8",
        "",
        "captured: attackers left, with the one behind:",
        "     4   37.2 %  ##############################",
        "     3   19.4 %  ################",
        "     2    9.0 %  #######",
        "",
        "held: defenders left:",
        "     2   21.8 %  ##################",
        "     1   12.6 %  ##########",
    ]


def test_conditions_and_dice() -> None:
    lines = asked("galactic-conquest", "10", "5", "--until", "own=3", "--until", "chance=1/2")
    assert lines[2:4] == [
        "Broken off when at most 3 are left on the planet that attacks.",
        "Broken off when the exact chance of going on falls below 1/2.",
    ]
    assert "held: attackers left, with the one behind:" in lines
    lines = asked("galactic-conquest", "6", "4", "--dice", "2", "--defence", "1", "--digits", "9")
    exact = chance_to_capture(6, 4, dice=2, defence=1)
    assert lines[3] == f"captured  {float(exact):.9f}"


def test_a_chain() -> None:
    lines = asked("galactic-conquest", "12", "4", "3", "2")
    told = {line[:25].strip(): line[25:].strip() for line in lines[4:8]}
    assert told == {
        "all captured": "61.4 %",
        "held at the third planet": "20.7 %",
        "held at the second planet": "15.1 %",
        "held at the first planet": "2.8 %",
    }
    assert lines[2] == "After each capture all move in but 1."
    rounded = asked("galactic-conquest", "12", "4", "3", "2", "--float")
    assert rounded == lines


def test_how_many_stay_behind() -> None:
    lines = asked("galactic-conquest", "12", "4", "3", "--behind", "4")
    assert lines[2] == "After each capture all move in but 4."


def test_one_roll() -> None:
    assert asked("galactic-conquest", "9", "1", "--roll")[2:] == [
        "3 v 1: attacker loses 0, defender 1   66.0 %  (95/144)",
        "3 v 1: attacker loses 1, defender 0   34.0 %  (49/144)",
    ]
    assert len(asked("galactic-conquest", "--roll")) == 2 + 14


def test_what_is_rare_is_cut_and_counted() -> None:
    lines = asked("galactic-conquest", "30", "20")
    (cut, *_) = [line.strip() for line in lines if "not shown" in line]
    assert cut == "not shown: 30 to 28, each under 0.1 %, together 0.13 %"


def test_as_json() -> None:
    found = json.loads("\n".join(asked("galactic-conquest", "3", "1", "--json")))
    exact = chance_to_capture(3, 1)
    assert found["outcomes"][0] == {
        "name": "captured", "decimal": f"{float(exact):.12f}", "exact": str(exact),
    }  # fmt: skip
    chances = [one["exact"] for spread in found["left"] for one in spread["numbers"]]
    assert sum(map(Fraction, chances)) == 1
    rounded = json.loads("\n".join(asked("galactic-conquest", "3", "1", "--json", "--float")))
    assert "exact" not in rounded["outcomes"][0]
    assert rounded["outcomes"][0]["decimal"] == found["outcomes"][0]["decimal"]


def test_fortress_america(tmp_path: Path) -> None:
    words = ("fortress-america-1986", "3 infantry 1 bomber", "2 infantry 1 partisan")
    lines = asked(*words, "--in", "city")
    assert lines[0] == (
        "Fortress America: a bomber and 3 infantry against 2 infantry and a partisan"
    )
    assert lines[4] == "won                       4.6 %  (5/108)"
    sheet = tmp_path / "sheet.json"
    standing = [{"standing": "targets", "first": ["infantry"], "as": "defender"}]
    sheet.write_text(json.dumps({"standing": standing}))
    changed = asked(*words, "--in", "city", "--standing", str(sheet))
    assert changed[2].startswith("Targets by the standing orders given")
    sheet.write_text(json.dumps(standing))
    assert asked(*words, "--in", "city", "--standing", str(sheet)) == changed


def test_a_large_battle_tells_its_error() -> None:
    words = ("fortress-america-1986", "40 infantry", "40 infantry", "--plays", "200")
    lines = asked(*words)
    assert "Sampled, for it is too large to follow: 200 plays, seed adjudicator-odds." in lines
    assert any("95 % sure: " in line for line in lines)
    told = json.loads("\n".join(asked(*words, "--json")))
    for one in told["outcomes"]:
        low, high = map(float, one["interval"])
        assert low <= float(one["decimal"]) <= high
        assert "standard_error" in one


@pytest.mark.parametrize(
    ("words", "how"),
    [
        (("440", "440"), "Counted in floats, "),
        (("5000", "50"), "Counted in floats, "),
        (("700", "500", "--until", "chance=1/2"), "Counted in floats, "),
        (("1000", "1000"), "Sampled, "),
        (("9999", "9999", "9999"), "Sampled, "),
        (("200", "100"), ""),
    ],
)
def test_what_would_take_over_a_second_is_not_followed(words: tuple[str, ...], how: str) -> None:
    lines = asked("galactic-conquest", *words)
    notes = lines[1 : lines.index("")]
    assert notes[-1].startswith(how)
    is_sampled = how.startswith("Sampled")
    assert any("95 % sure" in line for line in lines) == is_sampled
    assert any(line.startswith("Rolls on average: ") for line in lines)


def test_a_sample_agrees_with_what_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("galactic-conquest", "20", "8", "6", "--json")
    exact = json.loads("\n".join(asked(*words)))
    monkeypatch.setattr(galactic, "MOST_STATES", 10)
    sampled = json.loads("\n".join(asked(*words)))
    for one, known in zip(sampled["outcomes"], exact["outcomes"], strict=True):
        off = abs(float(one["decimal"]) - float(known["decimal"]))
        assert off <= 4 * float(one["standard_error"]), one
    for one, known in zip(sampled["losses"], exact["losses"], strict=True):
        assert abs(float(one["decimal"]) - float(known["decimal"])) < 0.2
    rolls = [float(told["rolls"]["decimal"]) for told in (sampled, exact)]
    assert rolls[0] == pytest.approx(rolls[1], rel=0.02)


def test_the_rolls_of_a_small_battle() -> None:
    """One against one: each roll takes a troop from one of them, so there is one roll."""
    told = json.loads("\n".join(asked("galactic-conquest", "2", "1", "--json")))
    assert float(told["rolls"]["decimal"]) == 1
    fort = json.loads(
        "\n".join(asked("fortress-america-1986", "1 infantry", "1 infantry", "--json"))
    )
    lost = sum(float(one["decimal"]) for one in fort["losses"][:2])
    assert float(fort["rolls"]["decimal"]) == pytest.approx(2 - lost)


def test_a_chart(tmp_path: Path) -> None:
    path = tmp_path / "odds.svg"
    lines = asked("galactic-conquest", "10", "5", "--until", "own=3", "--plot", str(path))
    assert lines[-1] == f"wrote {path}"
    told = json.loads(call("odds", "galactic-conquest", "3", "1", "--plot", path, "--json").stdout)
    assert told["wrote"] == str(path)
    asked("galactic-conquest", "10", "5", "--until", "own=3", "--plot", str(path))
    text = path.read_text()
    shares = [line.split()[-2] for line in lines if line.startswith(("captured ", "held "))]
    assert f">attacker {shares[0]} %<" in text
    assert f">defender {shares[1]} %<" in text


def test_games_that_are_not_known_or_tell_nothing() -> None:
    assert call("odds", "chess", "1", "2").exit_code == 2
    refused = call("odds", "toy", "1", "2")
    assert refused.exit_code == 1
    assert "no-odds" in refused.stderr
    assert json.loads(call("odds", "toy", "1", "2", "--json").stdout)["problems"]


@pytest.mark.parametrize(
    "words",
    [
        ("galactic-conquest",),
        ("galactic-conquest", "10"),
        ("galactic-conquest", "10", "0"),
        ("galactic-conquest", "10", "5", "--behind", "0"),
        ("galactic-conquest", "10", "5", "--defence", "3"),
        ("galactic-conquest", "10", "5", "--until", "chance=0/1"),
        ("fortress-america-1986", "1 infantry", "1 infantry", "--float"),
        ("fortress-america-1986", "1 infantry", "1 infantry", "--roll"),
    ],
)
def test_what_says_nothing_is_refused(words: tuple[str, ...]) -> None:
    refused = call("odds", *words)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "odds-" in refused.stderr


@pytest.fixture
def sheet(tmp_path: Path) -> tuple[Path, Path]:
    """A match of two in its first turn, and what the built-in player orders in it."""
    folder = tmp_path / "duel"
    assert call("new", "galactic-conquest", folder, "--scenario", "two").exit_code == 0
    for _ in range(2):
        assert call("adjudicate", folder, "--play", "all").exit_code == 0
    seat = json.loads(call("status", folder, "--json").stdout)["pending"][0]["seat"]
    written = tmp_path / "sheet.json"
    assert call("template", folder, seat, "--play", "--out", written).exit_code == 0
    return folder, written


def test_a_sheet(sheet: tuple[Path, Path]) -> None:
    folder, written = sheet
    seat = json.loads(written.read_bytes())["player"]
    shown = call("odds", folder, written)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.startswith(f"{written}: {seat}\n\nInvasions ahead\n")
    assert shown.stdout.split("\n", 1)[1] in call("check", folder, written).stdout
    (told,) = json.loads(call("odds", folder, written, "--json").stdout)
    (checked,) = json.loads(call("check", folder, written, "--json").stdout)
    assert told == {
        "source": str(written), "seat": seat, "acceptable": True, "problems": [],
        "outlook": checked["outlook"],
    }  # fmt: skip
    mailed = folder / "referee/now" / seat / "state.json"
    assert call("odds", mailed, written).stdout == shown.stdout


def test_a_sheet_without_battles_and_one_that_is_refused(sheet: tuple[Path, Path]) -> None:
    folder, written = sheet
    document = json.loads(written.read_bytes())
    orders = document["orders"]
    document["orders"] = {"place": orders["place"]}
    written.write_text(json.dumps(document))
    shown = call("odds", folder, written)
    assert shown.exit_code == 0
    assert "Invasions ahead" not in shown.stdout
    document["orders"] = {"place": []}
    written.write_text(json.dumps(document))
    refused = call("odds", folder, written)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "troops-not-placed" in refused.stderr
    (told,) = json.loads(call("odds", folder, written, "--json").stdout)
    assert (told["acceptable"], told["outlook"]) == (False, [])


def test_a_sheet_takes_no_options(sheet: tuple[Path, Path]) -> None:
    folder, written = sheet
    assert call("odds", folder).exit_code == 2
    assert call("odds", folder, written, "--dice", "2").exit_code == 2
