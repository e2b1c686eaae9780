"""The command line with the toy game: what is printed, where, and the exit codes."""

from __future__ import annotations

import errno
import json
import shutil
import signal
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator import __version__, registry
from adjudicator.cli import app as cli
from adjudicator.cli.app import app
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986
from tests.cli.calls import call
from tests.cli.toy_commands import new, opened, sheet
from tests.core.toy import ToyRules, toy_scenario
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS
from tests.registered import registered

pytestmark = pytest.mark.usefixtures("interrupts_restored", "toy_registered")


@pytest.mark.parametrize("title", ["a\x1b[31mb", "a\nb", "\udcff", "\u202eab"])
def test_a_title_that_match_json_could_not_hold_is_refused(title: str) -> None:
    done = call("new", "toy", "m", "--title", title)
    assert done.exit_code == 2, done.output
    assert not Path("m").exists()


def test_a_match_from_new_to_verify() -> None:
    new("--title", "A duel")
    opened()
    assert call("check", "m", sheet("blue", {"orders": MARCH})).exit_code == 0
    done = call("adjudicate", "m", "blue.json")
    assert done.exit_code == 0, done.output
    assert "map: m/now/map.svg" in done.stdout
    assert "due: the order sheet of red" in done.stdout
    status = call("status", "m")
    assert '"n": 3' in status.stdout
    assert "m/log.jsonl" in status.stdout
    verified = call("verify", "m")
    assert verified.exit_code == 0, verified.output
    assert "give 2 openings exactly, byte by byte" in verified.stdout
    for command in ("map", "report"):
        for options in ([], ["--n", "0"], ["--n", "1"], ["--seat", "red"]):
            assert call(command, "m", *options).exit_code == 0
        assert call(command, "m", "--n", "7").exit_code == 2
        assert call(command, "m", "--seat", "green").exit_code == 2
        assert call(command, "m", "--out", "written").exit_code == 0


def test_status_tells_a_newcomer_what_is_awaited_and_what_to_mail() -> None:
    new()
    start = call("status", "m").stdout
    assert "Due for opening 1 (turn-1-bids):\n  blue: its order sheet\n" in start
    assert "  adjudicator template m red --out red-1.json\n" in start
    assert '"player": "SEAT"' in start
    assert "  body      m/now/report.txt\n" in start
    assert "  attached  m/now/state.json\n" in start
    assert "events.json" not in start
    call("adjudicate", "m", sheet("blue", {"orders": BIDS}))
    one = call("status", "m").stdout
    assert "  blue: its sheet is in and waits\n  red: its order sheet\n" in one
    assert "template m blue" not in one
    assert '"player": "red"' in one
    as_data = json.loads(call("status", "m", "--json").stdout)
    assert as_data["waiting"] == ["blue"]
    assert as_data["body"] == "m/now/report.txt"
    assert as_data["own"] == {}


def test_the_mail_names_those_to_whom_it_goes() -> None:
    new()
    assert "  to " not in call("status", "m").stdout
    people = json.loads(Path("m/match.json").read_text())
    people["seats"]["blue"] = {"name": "Anna", "address": "anna@example.org"}
    Path("m/match.json").write_text(json.dumps(people))
    assert "  to        Anna <anna@example.org> (blue)\n" in call("status", "m").stdout
    assert json.loads(call("status", "m", "--json").stdout)["people"]["blue"]["name"] == "Anna"
    Path("m/match.json").write_text("[]")
    assert call("status", "m").exit_code == 1
    Path("m/match.json").unlink()
    assert call("status", "m").exit_code == 0


def test_a_player_asks_a_mailed_state_who_is_awaited() -> None:
    new()
    state = "m/now/state.json"
    told = call("status", state)
    assert told.exit_code == 0, told.output
    assert "  red: its order sheet\n" in told.stdout
    assert f"  adjudicator template {state} red --out red-1.json\n" in told.stdout
    assert "mail" not in told.stdout
    assert json.loads(call("status", state, "--json").stdout)["opening"] == 0


def test_what_is_in_is_not_called_awaited() -> None:
    new()
    waits = call("adjudicate", "m", sheet("blue", {"orders": BIDS}))
    assert "due: the order sheet of red\nin: the order sheet of blue\n" in waits.stdout


def test_a_template_for_a_seat_that_is_not_awaited_says_so() -> None:
    new()
    assert "Nothing is awaited" not in call("template", "m", "red").stderr
    opened()
    assert "Nothing is due from red now" in call("template", "m", "red").stderr
    good = call("check", "m", sheet("red", {}))
    assert "    orders: none\n" in good.stdout


def test_a_draw_is_offered_shown_and_accepted() -> None:
    new()
    assert '  match     {"order": "concede"}\n' in call("template", "m", "red").stderr
    assert "accept-draw" not in call("template", "m", "red").stderr
    offer = sheet("red", {"orders": {"match": [{"order": "offer-draw"}]}})
    checked = call("check", "m", offer)
    assert "    orders: match 1\n    checked by the rules up to what is still due" in checked.stdout
    played = call("adjudicate", "m", offer)
    assert played.exit_code == 0
    assert "opening 1: turn-1-bids; no dice rolled\n" in played.stdout
    told = 'red offers a draw. It needs blue: a sheet accepts it with {"order": "accept-draw"}'
    assert told in played.stdout
    assert f"  {told}" in call("status", "m").stdout
    state = "m/now/state.json"
    assert f"  {told}" in call("status", state).stdout
    assert json.loads(call("status", "m", "--json").stdout)["draw"].startswith("red offers")
    assert told.split(": a sheet")[0] in call("report", "m").stdout
    assert '{"order": "accept-draw"}' in call("template", "m", "blue").stderr
    accept = sheet("blue", {"orders": {"match": [{"order": "accept-draw"}]}}, state)
    assert "to the end; no dice are rolled" in call("check", state, accept).stdout
    over = call("adjudicate", "m", accept)
    assert over.exit_code == 0
    assert "The match is over." in over.stdout
    assert call("verify", "m").exit_code == 0
    assert json.loads(call("status", "m", "--json").stdout)["draw"] == ""


def test_whoever_conceded_has_only_standing_orders_to_give(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ToyRules, "ends_by_concession", False)
    new()
    call("adjudicate", "m", sheet("red", {"orders": {"match": [{"order": "concede"}]}}))
    shown = call("template", "m", "red").stderr
    assert "only standing orders fit in" in shown
    assert "concede" not in shown
    assert "blue: its order sheet" in call("status", "m").stdout
    assert "red: its order sheet" not in call("status", "m").stdout


def test_games_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(FORTRESS_AMERICA_1986))
    assert "  standard-2\n" in call("games").stdout
    [game] = json.loads(call("games", "--json").stdout)
    assert game["scenarios"][0]["scenario"] == "ready"


def test_help_shows_no_types_of_python() -> None:
    for name in ("games", "new", "template", "check", "adjudicate", "status", "map", "report",
                 "luck", "verify", "head", "dispute", "case", "schemas"):  # fmt: skip
        for option in ("--help", "-h"):
            shown = call(name, option)
            assert shown.exit_code == 0
            assert "list[" not in shown.stdout
            assert "<" not in shown.stdout
    assert "..." not in call("--help").stdout.partition("Commands of a player:")[2]


def test_past_reports_are_told_again_byte_by_byte() -> None:
    new("--mode", "external")
    shutil.copytree("m/now", "0")
    opened()
    shutil.copytree("m/now", "1")
    call("adjudicate", "m", sheet("blue", {"orders": MARCH}))
    shutil.copytree("m/now", "2")
    Path("rolls.json").write_text('{"turn-1/weather/soldier-2": [2]}')
    assert call("adjudicate", "m", "--rolls", "rolls.json").exit_code == 3
    shutil.copytree("m/now", "3")
    Path("rolls.json").write_text('{"turn-1/fight/attacker": [1, 1]}')
    assert call("adjudicate", "m", "--rolls", "rolls.json").exit_code == 0
    folders = [*(Path(str(n)) for n in range(4)), Path("m/now")]
    asked = (folders[3] / "report.txt").read_text()
    assert "Roll 2d6 and give the result under this label:\n  turn-1/fight/attacker\n" in asked
    for n, folder in enumerate(folders):
        assert call("report", "m", "--n", str(n)).stdout == (folder / "report.txt").read_text()
        page = call("report", "m", "--n", str(n), "--html").stdout
        assert page == (folder / "report.html").read_text()


def test_one_changed_byte_is_refuted() -> None:
    new()
    opened()
    call("adjudicate", "m", sheet("blue", {"orders": MARCH}))
    raw = Path("m/log.jsonl").read_bytes()
    for place in range(0, len(raw), 211):
        broken = bytearray(raw)
        broken[place] ^= 1
        Path("broken.jsonl").write_bytes(bytes(broken))
        assert call("verify", "broken.jsonl").exit_code == 1, place
    digit = raw.index(b'"values":[') + len(b'"values":[')
    broken = bytearray(raw)
    broken[digit] = ord("6") if raw[digit] != ord("6") else ord("5")
    Path("broken.jsonl").write_bytes(bytes(broken))
    refuted = call("verify", "broken.jsonl")
    assert refuted.exit_code == 1
    assert "refuted" in refuted.stdout


def test_the_page_that_verifies_logs_is_written_without_a_match() -> None:
    written = call("verify", "--page", "verify.html")
    assert (written.exit_code, written.stdout) == (
        0,
        "wrote verify.html\n"
        "next: open it in a browser, with or without a network; drop a log on it\n",
    )
    assert Path("verify.html").read_text().startswith("<!DOCTYPE html>")
    refused = call("verify", "--page", "no/such/folder/verify.html")
    assert refused.exit_code == 4
    assert "the page was not written" in refused.stderr


def test_what_is_awaited_in_mid_turn_ends_with_3() -> None:
    new("--mode", "external")
    opened()
    waiting = call("adjudicate", "m", sheet("blue", {"orders": MARCH}))
    assert waiting.exit_code == 3
    assert "due: roll 1d6 as turn-1/weather/soldier-2" in waiting.stdout
    Path("rolls.json").write_text('{"turn-1/weather/soldier-2": [9]}')
    wrong = call("adjudicate", "m", "--rolls", "rolls.json")
    assert wrong.exit_code == 1
    assert "no-such-face" in wrong.stderr
    Path("rolls.json").write_text(
        '{"turn-1/weather/soldier-2": [2], "turn-1/fight/attacker": [1, 1]}'
    )
    done = call("adjudicate", "m", "--rolls", "rolls.json")
    assert done.exit_code == 0, done.output
    verified = call("verify", "m", "--json")
    assert json.loads(verified.stdout)["mode"] == "external"


def test_questions_are_printed_with_their_options() -> None:
    new("--mode", "external", ask=("losses",))
    opened()
    result = call("adjudicate", "m", sheet("blue", {"orders": MARCH, "hold": ["march"]}))
    assert result.exit_code == 3  # a held topic is awaited
    assert "No opening" not in result.stdout
    status = call("status", "m").stdout
    assert "  blue: its sheet is in and waits\n" in status
    assert "a sheet holds a topic back" in status


def test_refused_sheets_change_nothing_and_exit_with_1() -> None:
    new()
    opened()
    bad = sheet("blue", {"orders": {"march": [{"order": "march", "unit": "dragon", "count": 1}]}})
    before = sorted(str(path) for path in Path("m").rglob("*"))
    for command in ("check", "adjudicate"):
        refused = call(command, "m", bad)
        assert refused.exit_code == 1
        assert "illegal unknown-unit: there is no dragon" in refused.stderr
        as_data = call(command, "m", bad, "--json")
        assert as_data.exit_code == 1
        assert json.loads(as_data.stdout)
    assert sorted(str(path) for path in Path("m").rglob("*")) == before


def test_a_player_needs_only_the_mailed_state() -> None:
    new()
    opened()
    state = "m/now/state.json"
    mine = sheet("blue", {"orders": MARCH}, where=state)
    good = call("check", state, mine)
    assert good.exit_code == 0, good.output
    assert "good for blue, opening 2" in good.stdout
    assert "checked by the rules up to the first dice" in good.stdout
    assert json.loads(call("check", state, mine, "--json").stdout)[0]["acceptable"]
    assert call("map", state).exit_code == 0
    assert call("map", state, "--n", "1").exit_code == 2
    assert call("map", state, "--layout", "phone", "--theme", "grey").exit_code == 0
    assert call("map", state, "--layout", "print", "--arrows", "moves").exit_code == 0
    assert call("map", state, "--layout", "poster").exit_code == 2
    assert call("adjudicate", "m", mine).exit_code == 0


def test_supply_is_shown_of_sides_that_play() -> None:
    new()
    state = "m/now/state.json"
    for subject in ("m", state):
        assert call("map", subject, "--supply", "all").exit_code == 0
        assert call("map", subject, "--supply", "red", "--supply", "blue").exit_code == 0
        refused = call("map", subject, "--supply", "purple")
        assert refused.exit_code == 2
        assert "sides are" in refused.stderr


def test_out_leaves_the_original_alone() -> None:
    new()
    blue, red = sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS})
    before = {path: path.read_bytes() for path in Path("m").rglob("*") if path.is_file()}
    done = call("adjudicate", "m", blue, red, "--out", "copy", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["opening"] == 1
    assert {path: path.read_bytes() for path in Path("m").rglob("*") if path.is_file()} == before
    assert call("adjudicate", "m", blue, red, "--out", "copy").exit_code == 4
    Path("bad.json").write_text("{")
    assert call("adjudicate", "m", "bad.json", "--out", "other").exit_code == 1
    assert not Path("other").exists()


def test_usage_is_checked() -> None:
    new("--mode", "public")
    for words in (
        ["new", "chess", "x"],
        ["new", "toy", "x", "--mode", "loud", "--scenario", "duel.json"],
        ["new", "toy", "x", "--name", "a b", "--scenario", "duel.json"],
        ["new", "toy", "x", "--option", "ask", "--scenario", "duel.json"],
        ["template", "m", "green"],
        ["template", "m", "blue", "red"],
        ["check", "m"],
        ["schemas", "nothing"],
    ):
        assert call(*words).exit_code == 2, words
    for words in (
        ["status", "nowhere"],
        ["verify", "nowhere"],
        ["new", "toy", "x"],
        ["new", "toy", "m", "--scenario", "duel.json"],
        ["adjudicate", "m", "--rolls", "duel.json"],
        ["adjudicate", "m", "nothing.json"],
    ):
        assert call(*words).exit_code in (1, 4), words
    assert (
        "WARNING" in call("new", "toy", "p", "--mode", "public", "--scenario", "duel.json").stderr
    )


def test_schemas_are_listed_printed_and_written() -> None:
    assert "toy/sheet.json" in call("schemas").stdout
    schema = json.loads(call("schemas", "toy/sheet").stdout)
    assert schema["$id"] == "urn:adjudicator:toy:sheet"
    assert call("schemas", "--out", "s").exit_code == 0
    assert json.loads(Path("s/toy/sheet.json").read_text()) == schema


def test_cases_hold_or_differ() -> None:
    good = {
        "case": "bids", "why": "the higher bid moves", "rule": "toy 1", "game": "toy",
        "start": {"map": "none", "seats": toy_scenario().to_json()["seats"], "start": {}},
        "orders": {"blue": {"orders": BIDS}, "red": {"orders": NO_BIDS}},
        "events": [{"event": "bids-opened", "mover": "blue"}],
        "state": {"mover": "blue"}, "pending": [{"seat": "blue"}],
    }  # fmt: skip
    Path("case.json").write_text(json.dumps(good))
    holds = call("case", "case.json")
    assert holds.exit_code == 0, holds.output
    assert holds.stdout.startswith("holds  bids")
    for change, told in (
        ({"dice": {"turn-1/tie": [1]}}, "never rolled"),
        ({"events": [{"event": "fell"}]}, "missing event"),
        ({"never": [{"event": "bids-opened"}]}, "unwanted event"),
        ({"state": {"mover": "red"}}, 'state.mover is "blue"'),
        ({"pending": []}, "pending is"),
        ({"problems": [{"code": "too-much-gold"}]}, "was not found"),
        ({"orders": {"blue": {"orders": {"march": []}}}}, "topic-not-now"),
    ):
        Path("case.json").write_text(json.dumps(good | change))
        differs = call("case", "case.json")
        assert differs.exit_code == 1
        assert told in differs.stdout
    Path("case.json").write_text("{}")
    assert call("case", "case.json").exit_code == 1
    Path("cases").mkdir()
    for name, text in (
        ("a", "{"),
        ("b", json.dumps(good)),
        ("c", json.dumps(good | {"pending": []})),
    ):
        Path(f"cases/{name}.json").write_text(text)
    every = call("case", "cases")
    assert every.exit_code == 1
    assert "cases/a.json was not run" in every.stderr
    assert every.stdout.endswith("\n1 hold, 1 differ, 1 could not be read\n")
    assert call("case", "cases", "none.json").exit_code == 4
    Path("cases/a.json").unlink()
    assert call("case", "cases").stdout.endswith("\n1 hold, 1 differ\n")


def test_a_full_disk_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cli, "app", full)
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 75


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "app", lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 130


def test_a_bug_keeps_its_trace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken() -> None:
        raise ZeroDivisionError("ouch")

    monkeypatch.setattr(cli, "app", broken)
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 70
    (trace,) = tmp_path.glob("adjudicator-trace-*")
    assert "ouch" in trace.read_text()


def test_version_and_help() -> None:
    assert call("--version").stdout == f"adjudicator {__version__}\n"
    assert metadata.version("wargame-adjudicator") == __version__
    for name in cli.COMMANDS:
        assert call(name, "--help").exit_code == 0
    assert call("games").exit_code == 0


def test_the_list_of_commands_tells_what_each_tells() -> None:
    listed = call("--help").stdout
    for name, (_, line) in cli.COMMANDS.items():
        assert f"  {name} " in listed
        assert call(name, "--help").stdout.split("\n\n")[1].strip() == line


@pytest.mark.parametrize(
    ("words", "found"), [("adjudicator ver", "verify"), ("adjudicator verify --d", "--dice-only")]
)
def test_a_shell_completes_commands_and_their_options(words: str, found: str) -> None:
    asked = {
        "_ADJUDICATOR_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    assert CliRunner().invoke(app, env=asked, prog_name="adjudicator").stdout.split() == [found]


def loaded_by(*words: str) -> set[str]:
    """Returns the names of the packages and modules that a command has loaded at its end."""
    code = (
        "import atexit, sys; from adjudicator.__main__ import main;"
        "atexit.register(lambda: sys.stderr.write(' '.join(sys.modules))); main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    return set(ran.stderr.split())


def test_a_short_question_loads_little() -> None:
    assert "typer" not in loaded_by("--version")
    assert not {"pydantic", "jsonschema", "adjudicator.registry"} & loaded_by("--help")


def test_a_good_sheet_is_checked_without_schemas_and_pictures() -> None:
    example = Path(__file__).resolve().parents[2] / "examples" / "fortress-america-1986"
    loaded = loaded_by("check", str(example / "before"), str(example / "western.json"))
    assert "adjudicator.core.referee" in loaded
    assert not {"jsonschema", "svgwrite", "filelock", "html", "adjudicator.audit.replay"} & loaded
    unused = {
        "audit.chance", "audit.lock_first", "audit.log_lines", "audit.mode_words", "core.trials",
        "core.sheet_writer", "documents.answers", "documents.keys.match_notes",
        "documents.keys.pledges", "documents.keys.referee_secret", "documents.keys.seat_keys",
        "documents.later_turns", "documents.legible", "documents.match_orders", "documents.views",
        "games.fortress_america.rules.cards", "games.fortress_america.rules.casualties",
        "games.fortress_america.rules.setup", "matches.checkpoints", "matches.people",
        "matches.played_seats", "matches.upkeep",
    }  # fmt: skip
    assert not {f"adjudicator.{name}" for name in unused} & loaded
    ours = [name for name in loaded if name.split(".")[0] == "adjudicator"]
    assert len(ours) <= 121, "what only another command needs is loaded where it needs it"
