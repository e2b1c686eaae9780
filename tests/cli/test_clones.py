"""A clone of a match, without the referee's folder: looked at in mid-turn, and never written to.

What lies with the referee (withheld sheets, the secret of hidden hands) is not needed to say how a
match stands, to make a sheet and to check it, to draw the map or to read the report.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from adjudicator import registry
from adjudicator.audit import tfd1
from tests.cli.calls import call
from tests.cli.toy_commands import new, sheet
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import SEATS, TOY
from tests.core.toy_orders import BIDS, NO_BIDS
from tests.registered import registered

BOTH = {"march": [{"order": "march", "unit": unit, "count": 1} for unit in ("soldier", "champion")]}
HELD = {"orders": {**BOTH, "losses": [{"order": "lose", "unit": "soldier"}]}, "hold": ["losses"]}
READS = ("status c", "status c --json", "template c {seat}", "map c", "report c", "report c --html")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(TOY, HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)


def cloned() -> Path:
    """A clone of the match m, as git makes it, in the folder c."""
    shutil.rmtree("c", ignore_errors=True)
    own = [f"*-{seat}.*" for seat in SEATS]
    shutil.copytree("m", "c", ignore=shutil.ignore_patterns("referee", ".lock", *own))
    return Path("c")


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def looked(words: str) -> Result:
    """How a command that only looks ends in a clone: well, and nothing in it has changed."""
    before = content(Path("c"))
    done = call(*words.split())
    assert done.exit_code == 0, (words, done.output)
    assert content(Path("c")) == before, words
    return done


def held() -> None:
    """Red has marched and holds back what it loses; its sheet is withheld."""
    new("--mode", "external")
    for first, second, mover in ((BIDS, NO_BIDS, "blue"), (NO_BIDS, BIDS, "red")):
        shutil.copy("m/now/state.json", "earlier.json")
        bids = sheet("blue", {"orders": first}), sheet("red", {"orders": second})
        assert call("adjudicate", "m", *bids).exit_code == 0
        turn = 1 if mover == "blue" else 2
        weather = f"turn-{turn}/weather"
        rolls = {f"{weather}/soldier-1": [2], f"{weather}/champion-2": [2]}
        rolls |= {f"turn-{turn}/fight/attacker": [1, 1], "turn-2/fight/defender": [6, 1]}
        Path("rolls.json").write_text(json.dumps(rolls))
        march = sheet(mover, HELD if mover == "red" else {"orders": BOTH})
        done = call("adjudicate", "m", march, "--rolls", "rolls.json")
    assert done.exit_code == 3, done.output
    assert json.loads(Path("m/referee/save.json").read_bytes())["withheld"] == [4]


def dealt(*options: str) -> None:
    """Hands are dealt, and both seats are to promise."""
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": 2}).to_json()))
    call("new", "hand", "m", "--scenario", "hands.json", *options)
    done = call("adjudicate", "m", "--play", "all")
    assert done.exit_code == 0, done.output


def sealed() -> None:
    """Sheets of a hidden match are locked; its first opening was made."""
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": 2}).to_json()))
    call("new", "hand", "m", "--scenario", "hands.json", "--mode", "sealed", "--joins")
    joins = []
    for seat in SEATS:
        joins.append(f"{seat}-join.json")
        key = ("--key", f"key-{seat}.json")
        assert call("join", "m/offer.json", seat, "--out", joins[-1], *key).exit_code == 0
    assert call("begin", "m", *joins).exit_code == 0
    for opens in (True, False):
        sheets = [f"{seat}.json" for seat in SEATS]
        for seat in SEATS:
            made = call("template", "m", seat, "--key", f"key-{seat}.json", "--out", f"{seat}.json")
            assert made.exit_code == 0, made.output
        assert call("adjudicate", "m", *sheets).exit_code == 3
        for seat in SEATS if opens else ():
            words = ("--sheet", f"{seat}.json", "--key", f"key-{seat}.json", "--out", f"{seat}-p")
            assert call("pledge", "m", seat, *words).exit_code == 0
        if opens:
            assert call("adjudicate", "m", "blue-p", "red-p").exit_code in (0, 3)


def without_blind(made: Result) -> dict[str, Any]:
    """A sheet as it was printed, without what is new in each."""
    sheet: dict[str, Any] = json.loads(made.stdout)
    return {key: value for key, value in sheet.items() if key != "blind"}


def test_a_clone_after_hold_is_looked_at_as_the_match_is() -> None:
    held()
    cloned()
    for words in READS:
        assert "notice: this is a clone" in looked(words.format(seat="red")).stderr
    told = looked("status c").stdout
    assert "turn-2/fight/defender/loss-1" in told
    assert "Due for opening 5" in told
    made = looked("template c red")
    mailed = Path("m/now") / "state.json"
    assert without_blind(made) == without_blind(call("template", mailed, "red"))
    report = Path("m/now") / "report.txt"
    assert looked("report c").stdout == report.read_text()
    assert looked("report c --n 4").stdout == report.read_text()
    assert looked("report c --html").stdout == report.with_suffix(".html").read_text()
    assert looked("report c --n 1").stdout == call("report", "m", "--n", "1").stdout
    assert looked("map c --n 1").stdout == call("map", "m", "--n", "1").stdout
    asked = json.loads(looked("status c --json").stdout)
    assert asked["pending"] == json.loads(call("status", "m", "--json").stdout)["pending"]
    (question,) = asked["pending"]
    Path("answer.json").write_text(
        json.dumps(
            {**json.loads(made.stdout), "answers": {question["label"]: question["options"][0]}}
        )
    )
    assert "judged by its form alone" in looked("check c answer.json").stdout
    # What was made with the clone is what the referee takes.
    assert call("adjudicate", "m", "answer.json").exit_code in (0, 3)
    assert not Path("c/referee").exists()


@pytest.mark.parametrize("openings", [0, 1, 2])
def test_a_clone_of_hidden_hands_is_looked_at(openings: int) -> None:
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": 4}).to_json()))
    call("new", "hand", "m", "--scenario", "hands.json")
    for _ in range(openings):
        assert call("adjudicate", "m", "--play", "all").exit_code == 0
    cloned()
    for words in READS:
        looked(words.format(seat="red"))
    looked("template c red --out red.json")
    assert looked("check c red.json").stdout.startswith("red.json: good for red")
    assert call("adjudicate", "m", "red.json").exit_code == 0
    for words in ("map c --seat red", "report c --seat red"):
        refused = call(*words.split())
        assert refused.exit_code == 2
        assert "what everybody may know" in refused.output


def test_a_clone_with_a_lock_tells_whose_pledges_are_awaited() -> None:
    sealed()
    cloned()
    told = looked("status c").stdout
    assert "Opening 2 is locked." in told
    assert "due: the pledge of blue: adjudicator pledge log.jsonl blue" in told
    locked = json.loads(looked("status c --json").stdout)["locked"]
    assert locked == json.loads(call("status", "m", "--json").stdout)["locked"]
    for words in ("map c", "report c"):
        looked(words)
    assert "opening-locked" in call("template", "c", "blue").stderr


def test_after_a_rewind_a_clone_shows_where_the_match_stands() -> None:
    held()
    assert call("rewind", "m", "--to", "3", "--reason", "again").exit_code == 0
    cloned()
    told = looked("status c").stdout
    assert "red: its order sheet" in told
    header = json.loads(looked("template c red").stdout)
    assert header["n"] == 5
    assert header["head"] == json.loads(call("status", "m", "--json").stdout)["head"]


def test_a_clone_between_two_turns_is_not_written_to_by_looking() -> None:
    new()
    call("adjudicate", "m", sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS}))
    cloned()
    for words in READS:
        assert "clone" not in looked(words.format(seat="blue")).stderr
    assert not Path("c/referee").exists()


WRITES = (
    "adjudicate c blue.json", "adjudicate c", "rewind c --to 0 --reason again",
    "correct c patch.json --reason again", "seat c join.json",
)  # fmt: skip


@pytest.mark.parametrize("words", WRITES)
@pytest.mark.parametrize("start", [held, dealt])
def test_a_clone_is_not_adjudicated_in(words: str, start: Any) -> None:
    start()
    cloned()
    made = call("template", "c", "blue", "--out", "blue.json")
    assert made.exit_code == 0, made.output
    Path("patch.json").write_text('[{"op": "replace", "path": "/turn", "value": 2}]')
    Path("join.json").write_text("{}")
    before = content(Path("c"))
    refused = call(*words.split())
    assert refused.exit_code == 4, refused.output
    assert "referee-missing: this is a clone of the match" in refused.stderr
    assert "mailed to the referee, who adjudicates" in refused.stderr.replace("\n    ", " ")
    assert content(Path("c")) == before


def test_a_player_who_can_play_on_in_a_clone_does() -> None:
    """Two friends without a referee: nothing is needed but the log and the sheets."""
    new("--mode", "public")
    cloned()
    looked("status c")
    blue, red = sheet("blue", {"orders": BIDS}, "c"), sheet("red", {"orders": NO_BIDS}, "c")
    assert call("adjudicate", "c", blue, red).exit_code == 0
    assert call("adjudicate", "m", blue, red).exit_code == 0
    assert Path("c/log.jsonl").read_bytes() == Path("m/log.jsonl").read_bytes()


def test_verify_works_in_a_clone_as_before() -> None:
    held()
    cloned()
    before = content(Path("c"))
    folder, alone = call("verify", "c"), call("verify", "c/log.jsonl")
    assert (folder.exit_code, folder.stdout.splitlines()[:-1]) == (
        alone.exit_code, alone.stdout.splitlines()[:-1],
    )  # fmt: skip
    assert content(Path("c")) == before


# -- forgeries ---------------------------------------------------------------------------------


def newest() -> Path:
    return Path("c/now") / "state.json"


def forged(**parts: Any) -> None:
    """Changes what the clone's newest state.json says."""
    document = json.loads(newest().read_bytes())
    for name, value in parts.items():
        document[name] = document[name] | value if isinstance(value, dict) else value
    newest().write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"state": {"turn": 3}}, "its state does not have the hash"),
        ({"header": {"head": "00" * 32}}, "its header names another opening"),
        ({"header": {"n": 4}}, "its header names another opening"),
        ({"header": {"game": "00" * 32}}, "its header names another opening"),
        ({"seat": "blue"}, "it is that of blue"),
    ],
)
def test_a_forged_state_in_a_clone_is_noticed(parts: dict[str, Any], why: str) -> None:
    held()
    cloned()
    forged(**parts)
    for words in READS:
        refused = call(*words.format(seat="blue").split())
        assert refused.exit_code == 4, words
        assert "view-false" in refused.output
        assert f"does not belong to the end of log.jsonl: {why}" in refused.output


def test_a_forged_log_in_a_clone_is_noticed() -> None:
    held()
    cloned()
    path = Path("c/log.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"values":[2]', b'"values":[3]', 1))
    assert call("status", "c").exit_code == 4
    assert "view-false" not in call("status", "c").stderr


def test_a_state_of_an_earlier_opening_is_not_taken_for_the_newest() -> None:
    held()
    cloned()
    newest().write_bytes(Path("earlier.json").read_bytes())
    assert "view-false" in call("status", "c").stderr
    shutil.rmtree("c/now")
    refused = call("status", "c")
    assert refused.exit_code == 4
    assert "referee-missing" in refused.stderr


def test_a_broken_state_in_a_clone_is_named_with_its_place() -> None:
    held()
    cloned()
    newest().write_text("{")
    refused = call("status", "c")
    assert refused.exit_code == 1
    assert str(newest()) in refused.stderr


def test_escapes_in_a_clones_report_do_not_reach_the_terminal() -> None:
    held()
    cloned()
    newest().with_name("report.txt").write_text("A report\n\x1b[2J\u202egnirts\n")
    assert looked("report c").stdout == "A report\n\\u001b[2J\\u202egnirts\n"


def test_a_referee_who_lost_the_sheets_still_sees_how_the_match_stands() -> None:
    held()
    shutil.rmtree("m/referee/orders")
    Path("m/referee/save.json").unlink()
    done = call("status", "m")
    assert done.exit_code == 0, done.output
    assert "the sheets of opening 4 are not here; told from m/now/state.json" in done.stderr
    assert "sheets-missing" in call("adjudicate", "m").stderr
