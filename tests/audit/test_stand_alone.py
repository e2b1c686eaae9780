"""The stand-alone verifier as a file: how it runs, what it prints, what it explains."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.audit import tfd1
from adjudicator.audit.log import BeaconRound, parse_log
from adjudicator.audit.verifiers import verify_log
from adjudicator.core.problem import Unusable
from tests.audit.audited import failing
from tests.audit.demo_logs import DEMO_LOGS, DemoMatch, secret
from tests.audit.foreign_log import foreign_log
from tests.audit.log_changes import Judged, package_judges, stand_alone_judges

SCRIPT = Path(verify_log.__file__)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the file as a player would: alone, from another folder, in isolated mode."""
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_file_runs_alone_and_its_exit_code_says_the_result(tmp_path: Path) -> None:
    (tmp_path / "sound.jsonl").write_bytes(DEMO_LOGS["unnamed_mode_match"])
    done = run(tmp_path, "sound.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("SOUND\nLines: 6. Mode: referee.\n")
    (tmp_path / "not-proven.jsonl").write_bytes(DEMO_LOGS["withheld_match"])
    done = run(tmp_path, "not-proven.jsonl")
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.startswith("NOT PROVEN from opening 3 on: its sheet of alice and bob and")


def test_the_file_imports_nothing_of_the_package() -> None:
    assert "adjudicator" not in SCRIPT.read_text().replace("adjudicate", "")


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = verify_log.main(arguments)
    streams = capsys.readouterr()
    return code, streams.out, streams.err


Call = Callable[..., tuple[int, str, str]]


def test_a_refuted_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DEMO_LOGS["unnamed_mode_match"][:-1].rsplit(b"\n", 1)[0] + b"\n")
    code, out, _ = called(capsys, str(log))
    assert code == 1
    assert out.startswith(
        "REFUTED\nline k=4: the log ends within opening 1, without its state line\n"
    )
    code, _, err = called(capsys, str(log), "--die", "turn-1/attackers")
    assert (code, err) == (1, f"{log}: the log is refuted; run without --die\n")


def test_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    assert called(capsys, str(log))[0] == 4
    log.write_bytes(b"no log\n")
    code, _, err = called(capsys, str(log))
    assert (code, err) == (4, f"{log}: a TFD1 log begins with a genesis line\n")
    log.write_bytes(b"")
    assert called(capsys, str(log)) == (4, "", f"{log}: there is no whole line\n")


def test_one_roll_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = DemoMatch()
    match.opens()
    match.roll("battle/Ligny/r1/att", 1)
    match.state()
    log = tmp_path / "log.jsonl"
    log.write_bytes(match.raw)
    code, out, _ = called(capsys, str(log), "--die", "battle/Ligny/r1/att")
    x = int(tfd1.mac(match.key, tfd1.message("draw", "battle/Ligny/r1/att", 1, 6, 0))[:8], 16)
    value = json.loads(match.raw.splitlines()[3])["values"][0]
    assert code == 0
    assert out == (
        "battle/Ligny/r1/att, a roll line of opening 1.\n"
        f"The key of opening 1: K={match.key}\n"
        "Draw 1, 6 sides; numbers from 4294967292 on are drawn again:\n"
        r"  printf 'tfd1:draw\nbattle/Ligny/r1/att\n1\n6\n0\n' | openssl dgst -sha256 -mac HMAC"
        f" -macopt hexkey:{match.key}\n"
        f"  begins with 0x{x:08x} = {x}\n"
        f"  {x} mod 6 + 1 = {value}\n"
        f"  The log says {value}.\n"
    )


def test_a_rejected_draw_is_shown_too() -> None:
    match = DemoMatch()
    match.opens()
    match.roll("reject", 20, 3221225472)
    match.state()
    said = verify_log.explain(verify_log.verify(match.raw), "reject")
    assert "  too large: again" in said


def test_a_shuffle_step_by_step() -> None:
    match = DemoMatch()
    match.opens()
    match.shuffle("deck", ("c1", "c2"))
    match.state()
    said = verify_log.explain(verify_log.verify(match.raw), "deck")
    order = tfd1.shuffle(match.key, "deck", ("c1", "c2"))
    position = tfd1.draw(match.key, "deck", 2, 2)
    assert said[2] == "Before: c1 c2"
    assert said[-2:] == [f"  Swap positions 2 and {position}.", f"After: {' '.join(order)}"]


def test_what_cannot_be_derived_is_said() -> None:
    found = verify_log.verify(DEMO_LOGS["external_match"])
    assert verify_log.explain(found, "turn-1/att") == [
        "turn-1/att, an external-roll line of opening 1.",
        "It was rolled elsewhere and is taken on trust.",
    ]
    found = verify_log.verify(DEMO_LOGS["hidden_match"])
    assert verify_log.explain(found, "scouts")[-1] == (
        "It is sealed: its values follow from the hidden-draw secret."
    )


def test_a_label_that_is_not_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DEMO_LOGS["referee_match"])
    code, _, err = called(capsys, str(log), "--die", "x")
    assert (code, err) == (1, f"{log}: no roll has the label x\n")


def test_the_shell_prints_the_very_message() -> None:
    label = "it's%d\\n"
    message = tfd1.message("draw", label, 1, 6, 0)
    command = verify_log.printf(message)
    shown = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=True)
    assert shown.stdout == message


def test_the_report_names_withheld_and_missing_things() -> None:
    said = verify_log.report(verify_log.verify(DEMO_LOGS["mutual_match"]))
    assert "bob: openings without a sheet: 0; pledges withheld, or said to be: 1." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["hidden_match"]))
    assert "alice: openings without a sheet: 1." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["withheld_match"]))
    assert "Sheet of bob for opening 3: not published." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["hidden_match"]))
    assert "Hidden draws: 7, made public: 2; all checked." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["hidden_match_under_way"]))
    assert "Hidden draws: 3, made public: 1; those still hidden not yet checkable." in said
    assert "No sheet in the log cites a line of it: nothing is countersigned yet." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["public_match"]))
    assert said[-2].startswith("Friendly play: there is no secret at all.")


def test_no_log_at_all_is_unusable() -> None:
    with pytest.raises(Unusable):
        parse_log(b"")


def test_the_round_of_a_beacon_is_fixed_once_and_kept() -> None:
    match = DemoMatch(mode="beacon")
    match.add(BeaconRound(n=2, round=7), BeaconRound(n=1, round=8))
    match.opens(beacon=f"drand-quicknet:7:{secret('round')}")
    match.state()
    assert failing(match) == [
        ("wrong-opening", (1, "n")),
        ("beacon-false", (2, "round")),
        ("beacon-false", (4, "beacon")),
    ]


def test_a_lock_that_waits_is_reported() -> None:
    match = DemoMatch(mode="beacon", chains=True)
    match.add(BeaconRound(n=1, round=3))
    match.locks()
    found = verify_log.verify(match.raw)
    assert found.verdict == "sound"
    assert "Opening 1 is locked and not opened yet." in verify_log.report(found)


def test_what_foreign_logs_may_hold_is_accepted() -> None:
    raw = foreign_log()
    assert package_judges(raw) == stand_alone_judges(raw) == Judged("sound")
