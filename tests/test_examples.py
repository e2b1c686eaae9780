"""The examples are what the program makes of them, and every auditor accepts them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "fortress-america-1986"
LOG = EXAMPLE / "after" / "log.jsonl"


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def adjudicate(out: Path) -> None:
    words = [
        "adjudicate", str(EXAMPLE / "before"), str(EXAMPLE / "western.json"),
        "--rolls", str(EXAMPLE / "rolls.json"), "--out", str(out),
    ]  # fmt: skip
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output


def test_the_example_turn_gives_the_checked_in_files(tmp_path: Path) -> None:
    before = files(EXAMPLE / "before")
    adjudicate(tmp_path / "out")
    assert files(EXAMPLE / "before") == before
    made, checked_in = files(tmp_path / "out"), files(EXAMPLE / "after")
    assert made.keys() == checked_in.keys()
    for name, raw in made.items():
        assert raw == checked_in[name], name


def test_past_maps_and_reports_are_made_again_exactly(tmp_path: Path) -> None:
    for n, folder in (("0", EXAMPLE / "before" / "now"), ("1", EXAMPLE / "after" / "now")):
        for words, name in (
            (["map"], "map.svg"), (["report"], "report.txt"), (["report", "--html"], "report.html"),
        ):  # fmt: skip
            out = tmp_path / name
            done = CliRunner().invoke(
                app, [*words, str(EXAMPLE / "after"), "--n", n, "--out", str(out), "--force"]
            )
            assert done.exit_code == 0, done.output
            assert out.read_bytes() == (folder / name).read_bytes()


def test_the_example_is_sound_for_everybody() -> None:
    verified = CliRunner().invoke(app, ["verify", str(EXAMPLE / "after"), "--json"])
    assert verified.exit_code == 0
    result = json.loads(verified.stdout)
    assert result["sound"]
    assert "byte by byte" in result["rules"]
    assert not verify_log.verify(LOG.read_bytes()).failures


def test_a_copy_with_one_byte_changed_is_refuted(tmp_path: Path) -> None:
    """Every byte matters, in each line; the full audit notices even the uncited tail."""
    raw = LOG.read_bytes()
    places = {raw.index(line) + len(line) // 2 for line in raw.splitlines()}
    places |= set(range(0, len(raw), 997))
    for place in sorted(places):
        changed = bytearray(raw)
        changed[place] ^= 1
        path = tmp_path / "log.jsonl"
        path.write_bytes(bytes(changed))
        verified = CliRunner().invoke(app, ["verify", str(path)])
        assert verified.exit_code == 1, f"byte {place} may be changed unnoticed"


@pytest.mark.parametrize("command", ["check", "map", "template"])
def test_a_mailed_state_is_enough(command: str, tmp_path: Path) -> None:
    state = str(EXAMPLE / "before" / "now" / "state.json")
    words = {
        "check": [state, str(EXAMPLE / "western.json")],
        "map": [state, "--out", str(tmp_path / "map.svg")],
        "template": [state, "western"],
    }[command]
    done = CliRunner().invoke(app, [command, *words])
    assert done.exit_code == 0, done.output
    if command == "map":
        shutil.copytree(EXAMPLE / "before", tmp_path / "unnamed")
        (tmp_path / "unnamed" / "match.json").unlink()  # a state.json does not hold its title
        folder = CliRunner().invoke(app, ["map", str(tmp_path / "unnamed")])
        assert (tmp_path / "map.svg").read_bytes() == folder.stdout_bytes


def test_the_sheet_in_the_guide_is_good(tmp_path: Path) -> None:
    """The player's guide: its sheet passes on the example match, once it has its header."""
    text = (EXAMPLE.parents[1] / "examples/guides/player.md").read_text(encoding="utf-8")
    block = text.partition("## The order sheet by example")[2].partition("```json")[2]
    shown = json.loads(block.partition("```")[0])
    right = json.loads((EXAMPLE / "western.json").read_bytes())
    for name in ("game", "n", "head", "player", "pledge", "t"):
        told = shown[name]
        assert (
            str(right[name]).startswith(told[:-1])
            if name in ("game", "head")
            else (right[name] == told)
        )
    shown |= {name: right[name] for name in ("game", "head", "blind")}
    (tmp_path / "sheet.json").write_text(json.dumps(shown))
    words = ["check", str(EXAMPLE / "before"), str(tmp_path / "sheet.json")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output


def test_the_problem_in_the_guide_is_what_is_shown(tmp_path: Path) -> None:
    """The guide's problem is what `check` prints of that mistake, but for line and column."""
    text = (EXAMPLE.parents[1] / "examples/guides/player.md").read_text(encoding="utf-8")
    shown = text.partition("Problems are shown all at once")[2].split("```")[1].strip("\n")
    sheet = json.loads((EXAMPLE / "western.json").read_bytes())
    wrong = {"order": "move", "unit": "hovertank", "count": 1, "path": ["w3", "portland"]}
    sheet["orders"]["maneuvers"].insert(0, wrong)
    (tmp_path / "western.json").write_text(json.dumps(sheet))
    words = ["check", str(EXAMPLE / "before"), str(tmp_path / "western.json")]
    told = CliRunner().invoke(app, words).stderr
    for line in shown.splitlines():
        assert line.partition(": ")[2] in told if "western.json" in line else line in told
