"""What `template` shows is legal, what `check` tells is there: with the game, on real files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from tests.cli.calls import call

STATE = "m/now/state.json"


@pytest.fixture(autouse=True)
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = call("new", "fortress-america-1986", "m", "--scenario", "ready", "--name", "checked")
    assert made.exit_code == 0, made.output


def template(*words: str) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """Returns the sheet and the examples that `template` shows, by topic."""
    done = call("template", *words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout), list(shown(done.stderr))


def shown(text: str) -> Iterator[tuple[str, Any]]:
    legal = text.partition("Examples, by topic:\n")[2].partition("Not now, by topic:\n")[0]
    for line in legal.splitlines():
        topic, _, form = line.strip().partition(" ")
        yield topic, json.loads(form)


def check(sheet: dict[str, Any], *words: str, where: str = "m") -> Result:
    Path("sheet.json").write_text(json.dumps(sheet))
    return call("check", where, "sheet.json", *words)


def test_every_example_that_is_shown_is_legal_when_it_is_sent() -> None:
    sheet, examples = template("m", "western")
    for topic, form in examples:
        if topic != "standing":
            sheet["orders"][topic] = [form]
    sheet["standing"] = [form for topic, form in examples if topic == "standing"]
    topics = {topic for topic, _ in examples}
    assert topics == set(sheet["orders"]) - {"reinforcements"} | {"standing"}
    done = check(sheet)
    assert done.exit_code == 0, done.output


def test_each_example_of_a_standing_order_is_legal_from_every_seat() -> None:
    for seat in ("western", "southern", "eastern", "usa"):
        sheet, examples = template(STATE, seat)
        for topic, form in examples:
            if topic == "standing":
                done = check({**sheet, "standing": [form]}, where=STATE)
                assert done.exit_code == 0, done.output


def test_a_template_leaves_standing_orders_alone_unless_asked_for() -> None:
    sheet, _ = template("m", "usa")
    assert "standing" not in sheet
    sheet, _ = template("m", "usa", "--standing")
    tags = [one["standing"] for one in sheet["standing"]]
    assert tags == ["targets", "disengage", "retreat", "lasers", "battles"]
    assert sheet["standing"][2]["never"] == []
    assert check(sheet).exit_code == 0


def test_a_template_writes_the_standing_orders_that_the_seat_has() -> None:
    own = [{"standing": "retreat", "prefer": ["city"]}]
    other = [{"standing": "targets", "first": ["bomber"]}]
    for seat, standing in (("western", own), ("usa", other)):
        sheet, _ = template("m", seat)
        Path(f"{seat}.json").write_text(json.dumps({**sheet, "standing": standing}))
    done = call("adjudicate", "m", "western.json", "usa.json")
    assert done.exit_code == 0, done.output
    assert template("m", "western", "--standing")[0]["standing"] == own
    assert template("m", "usa", "--standing")[0]["standing"] == other
    # A view that is everybody's shows none: the defaults are written.
    state = Path("m/now/state.json")
    assert template(str(state), "usa", "--standing")[0]["standing"][0]["from"] == []


def plan(**parts: Any) -> dict[str, Any]:
    """Returns a sheet of the western invader that attacks San Francisco."""
    sheet, _ = template("m", "western")
    sheet["orders"]["declare"] = [{"order": "declare", "area": "san-francisco"}]
    return sheet | parts


def test_check_tells_chances_and_that_one_mail_is_enough() -> None:
    done = check(plan())
    assert done.exit_code == 0, done.output
    assert "    mails: this one is enough\n" in done.stdout
    assert "\nBattles ahead\n-------------\nSan Francisco: " in done.stdout
    assert "  Won: " in done.stdout
    assert all(len(line) <= 90 for line in done.stdout.splitlines())
    assert "mails: this one is enough, unless" in check(plan(), where=STATE).stdout


def test_check_tells_who_may_be_asked() -> None:
    sheet = plan(hold=["invasion"], standing=[{"standing": "ask", "topics": ["targets"]}])
    done = check(sheet)
    assert (
        "    mails: this one, and one more for each question that comes up of\n"
        "        western: invasion (held by its sheet)\n"
        '        western: targets (asked every time by its standing order "ask")\n'
    ) in done.stdout
    assert "        and of other seats that want to be asked\n" in check(sheet, where=STATE).stdout
    [found] = json.loads(check(sheet, "--json").stdout)
    assert found["mails"] == [
        {"seat": "western", "topic": "invasion", "why": "hold"},
        {"seat": "western", "topic": "targets", "why": "standing"},
    ]
    assert found["outlook"][0]["heading"] == "Battles ahead"


def test_a_refused_sheet_has_no_outlook() -> None:
    sheet = plan()
    sheet["orders"]["declare"].append({"order": "declare", "area": "w1"})
    [found] = json.loads(check(sheet, "--json").stdout)
    assert (found["acceptable"], found["outlook"]) == (False, [])


def test_a_called_off_battle_is_told() -> None:
    sheet = plan(standing=[{"standing": "battles", "at_least": {"chance": "99/100"}}])
    sheet["orders"]["invasion"] = [
        {"order": "move", "unit": "infantry", "count": 1, "path": ["w5", "san-francisco"]}
    ]
    done = check(sheet)
    assert done.exit_code == 0, done.output
    assert "its battle was called off" in done.stderr
    assert "San Francisco: the chance of winning is " in done.stdout
    assert "99/100 is wanted. The battle is called off: " in " ".join(done.stdout.split())


def begun_turn() -> dict[str, Any]:
    """Begins the western turn of a match that waits for rolls; returns the next sheet, empty."""
    words = ("--scenario", "ready", "--name", "mailed", "--mode", "external")
    assert call("new", "fortress-america-1986", "x", *words).exit_code == 0
    sheet, examples = template("x", "western")
    for topic in ("declare", "attacks"):
        sheet["orders"][topic] = [form for name, form in examples if name == topic][:1]
    assert check(sheet, where="x").exit_code == 0
    assert call("adjudicate", "x", "sheet.json").exit_code == 3
    return template("x", "western")[0]


def test_a_mailed_state_judges_the_form_alone_once_the_turn_has_begun() -> None:
    sheet = begun_turn()
    state = Path("x/now/state.json")
    sheet["standing"] = [{"standing": "battles", "first": ["city"]}]
    sheet["answers"] = {
        "turn-1/western/battle/portland/defender/foot/target-1": {
            "order": "target",
            "unit": "infantry",
        }
    }
    done = check(sheet, where=str(state))
    assert done.exit_code == 0, done.output
    assert "judged by its form alone" in done.output
    assert call("check", "x", "sheet.json").exit_code == 0
    sheet["orders"]["invasion"] = [
        {"order": "move", "unit": "infantry", "count": 1, "path": ["w1", "chicago"]}
    ]
    for where in (str(state), "x"):
        done = check(sheet, where=where)
        assert done.exit_code == 1, done.output
        assert "not-adjacent" in done.output
    sheet["orders"] = {"match": [{"order": "concede"}]}
    del sheet["answers"]
    done = check(sheet, where=str(state))
    assert done.exit_code == 0, done.output
    done = call("template", str(state), "western", "--play")
    assert done.exit_code == 2
    assert "name the match folder" in " ".join(done.output.replace("│", " ").split())


def test_an_answer_to_a_mailed_question_is_judged_by_its_form() -> None:
    sheet = begun_turn()
    state = Path("x/now/state.json")
    view = json.loads(state.read_text())
    label = "turn-1/western/battle/portland/target-1"
    order = {"order": "target", "unit": "infantry"}
    view["pending"] = [
        {"label": label, "topic": "targets", "seat": "western", "prompt": "Name the unit.",
         "rule": "1986 action 5", "options": [order, order | {"unit": "partisan"}]}
    ]  # fmt: skip
    state.write_text(json.dumps(view))
    for given, code in (
        (order, ""),
        ({"order": "retreat", "unit": "infantry"}, "wrong-order"),
        (order | {"from": "atlantis"}, "unknown-area"),
    ):
        sheet["answers"] = {label: given}
        done = check(sheet, where=str(state))
        assert (done.exit_code, code in done.output) == (1 if code else 0, True), done.output
