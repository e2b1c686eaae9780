"""A player-turn with attacks from files, in every mode of the dice: asked in mid-combat, verified.

The match is mailed back and forth: each question is answered from the newest state.json, and what
was played is found sound by the package and by the verifier that stands alone.
"""

from __future__ import annotations

import itertools
import json
import secrets
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator.audit import tfd1
from adjudicator.audit.opening import LATE_PLEDGES
from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app
from adjudicator.games.invasion_america import InvasionAmericaRules
from tests import beacon
from tests.beacon import ROUND
from tests.cli.calls import forced
from tests.games.invasion_america.playing import TWO, scenario, units

MODES = ("referee", "public", "external", "sealed", "mutual", "beacon")
POSITION = units(
    "esc armour s2624; esc 2 infantry s2725; esc 2 armour s2225; us 2 infantry s2625; "
    "us armour s2726; us militia s2626; us infantry s2226"
)
ATTACKS = [
    {"order": "attack", "units": ["esc-armour-01", "esc-infantry-01"], "hexes": ["s2625"]},
    {"order": "attack", "units": ["esc-armour-02", "esc-armour-03"], "hexes": ["s2226"]},
]
QUESTIONS = ("retreat", "displace", "exchange", "advance")


def call(*words: str | Path, codes: tuple[int, ...] = (0, 3)) -> Result:
    result = CliRunner().invoke(app, forced([str(word) for word in words]))
    assert result.exit_code in codes, (words, result.output)
    return result


class Desk:
    """A match in the folder m, and the seats that mail their sheets."""

    def __init__(self, mode: str, **options: Any) -> None:
        self.mode, self.asked, self.rounds = mode, Counter[str](), ROUND
        start = {"side": "esc", "units": POSITION}
        given = scenario(start, TWO, garrison=False, ask=[*QUESTIONS], **options)
        Path("s.json").write_text(json.dumps(given.to_json()))
        words = ["new", "invasion-america", "m", "--scenario", "s.json", "--mode", mode]
        if mode not in LATE_PLEDGES:
            call(*words, "--name", f"modes-{mode}")
            return
        call(*words, "--name", f"modes-{mode}", "--joins")
        for seat in TWO:
            made = ("--out", f"{seat}-join.json", "--key", f"{seat}-key.json")
            call("join", "m/offer.json", seat, *made)
        call("begin", "m", *(f"{seat}-join.json" for seat in TWO))

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.mailed().read_bytes())
        return found

    def mailed(self) -> Path:
        return Path("m/now/state.json")

    def send(self, sheets: dict[str, dict[str, Any]]) -> None:
        """Sends a sheet of each seat, and whatever else the mode needs to open it."""
        if self.mode == "beacon":
            self.rounds += 1
            call("adjudicate", "m", "--round", str(self.rounds))
        for seat, parts in sheets.items():
            header = self.view()["header"] | {"player": seat, "blind": "5e" * 32, "orders": {}}
            Path(f"{seat}.json").write_text(json.dumps(header))
            if self.mode == "referee":  # what it writes is sent as it stands, but for the answers
                Path(f"{seat}.json").unlink()
                call("template", self.mailed(), seat, "--out", f"{seat}.json")
            document = json.loads(Path(f"{seat}.json").read_bytes()) | parts
            Path(f"{seat}.json").write_text(json.dumps(document))
            call("check", "m", f"{seat}.json")
        files = [f"{seat}.json" for seat in sheets]
        if self.mode == "beacon":
            call("adjudicate", "m", *files)
            Path("round.json").write_bytes(beacon.answer(self.rounds))
            call("adjudicate", "m", "--beacon", "round.json")
        elif self.mode in LATE_PLEDGES:
            call("adjudicate", "m", *files)
            pledges = [f"{seat}-pledge.json" for seat in TWO]
            for seat in TWO:
                sheet = ("--sheet", f"{seat}.json") if seat in sheets else ()
                made = ("--key", f"{seat}-key.json", "--out", f"{seat}-pledge.json")
                call("pledge", "m/log.jsonl", seat, *sheet, *made)
            call("adjudicate", "m", *pledges)
            for name in pledges:
                Path(name).unlink()
        else:
            call("adjudicate", "m", *files)
        self.roll()

    def roll(self) -> None:
        """In external mode: throws whatever is asked for until nothing is."""
        while rolls := [one for one in self.view()["pending"] if one["topic"] == "rolls"]:
            wanted = {one["label"]: [1 + len(one["label"]) % 6] for one in rolls}
            Path("rolls.json").write_text(json.dumps(wanted))
            call("adjudicate", "m", "--rolls", "rolls.json")

    def answer(self) -> bool:
        """Answers what is asked in mid-combat by the first of the options; whether there was."""
        questions = [one for one in self.view()["pending"] if one["topic"] in QUESTIONS]
        answers: dict[str, dict[str, Any]] = {}
        for one in questions:
            self.asked[one["topic"]] += 1
            answers.setdefault(one["seat"], {})[one["label"]] = _first(one)
        if answers:
            self.send({seat: {"answers": given} for seat, given in answers.items()})
        return bool(answers)

    def attack(self) -> None:
        """Plays the player-turn of the E.S.C. to its end."""
        self.send({"aggressors": {"orders": {"combat": ATTACKS}}})
        while self.answer():
            pass
        state = self.view()["state"]
        assert (state["side"], state["phase"]) == ("pal", "naval"), "the player-turn is over"


def _first(question: dict[str, Any]) -> dict[str, Any]:
    """Returns a legal answer: the first option, or an advance of nobody."""
    options = question.get("options")
    answer: dict[str, Any] = options[0] if options else {"order": "advance", "moves": []}
    return answer


def is_sound() -> str:
    """Both verifiers find the log sound; returns what the package says."""
    raw = Path("m/log.jsonl").read_bytes()
    assert not verify_log.verify(raw).failures
    return " ".join(call("verify", "m", codes=(0,)).output.split())


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, short chains, secrets that are none, and no pictures."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tfd1, "LINKS", 24)
    numbers = itertools.count()
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    beacon.believed(monkeypatch)
    monkeypatch.setattr(InvasionAmericaRules, "picture", lambda *given: "<svg/>")


@pytest.mark.parametrize("mode", MODES)
def test_a_player_turn_with_attacks(mode: str) -> None:
    """Mail by mail; then the save is lost, and the log alone brings the match back."""
    desk = Desk(mode)
    desk.attack()
    assert "exactly, byte by byte" in is_sound()
    assert desk.asked
    labels = [
        line["label"]
        for line in map(json.loads, Path("m/log.jsonl").read_text().splitlines())
        if line["t"] == "roll" or line.get("kind") == "external-roll"
    ]
    for number in (1, 2):
        assert f"turn-1/esc/combat/attack-{number}/die" in labels
    assert any("/reveal/" in label for label in labels)
    before = Path("m/referee/save.json").read_bytes()
    Path("m/referee/save.json").unlink()
    call("mend", "m")
    assert Path("m/referee/save.json").read_bytes() == before


def test_taken_back_corrected_conceded_and_continued_in_mid_combat() -> None:
    """Nothing is erased, every log is sound, and the match goes on from its position."""
    desk = Desk("referee")
    desk.send({"aggressors": {"orders": {"combat": ATTACKS}}})
    asked = desk.view()["pending"]
    assert {one["topic"] for one in asked} <= {*QUESTIONS}, "suspended in mid-combat"
    call("new", "--continue", "m", "next", "--name", "modes-next", codes=(1, 4))
    call("rewind", "m", "--to", "0", "--reason", "the wrong attacks")
    assert desk.view()["pending"][0]["topic"] == "orders"
    desk.send({"aggressors": {"orders": {"combat": ATTACKS[::-1]}}})
    while desk.answer():
        pass
    assert "1 opening annulled" in is_sound()
    patch = [{"op": "add", "path": "/control", "value": {"s2331": "esc"}}]
    Path("patch.json").write_text(json.dumps(patch))
    call("correct", "m", "patch.json", "--reason", "s2331 was taken")
    patch[0]["value"] = {"s2625": "esc"}  # which brings no points
    Path("bad.json").write_text(json.dumps(patch))
    refused = call("correct", "m", "bad.json", "--reason", "a slip", codes=(1,))
    assert "s2625" in refused.output
    is_sound()
    call("new", "--continue", "m", "next", "--name", "modes-next")
    told = call("verify", "next", "--after", "m/log.jsonl", codes=(0,)).output
    assert "goes on from" in " ".join(told.split())
    shutil.copytree("m", "conceded")
    view = desk.view()
    for seat, match in (("us", "conceded"), ("aggressors", "m")):
        orders = {"match": [{"order": "concede"}]}
        header = view["header"] | {"player": seat, "blind": "5e" * 32, "orders": orders}
        Path(f"{seat}.json").write_text(json.dumps(header))
        call("adjudicate", match, f"{seat}.json", codes=(0,))
        result = json.loads(Path(match, "now/state.json").read_bytes())["state"]
        assert result["result"]["winner"] == ({*TWO} - {seat}).pop()
    is_sound()
