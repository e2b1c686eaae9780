"""Commands that take many matches: one table, or a line of JSON for each; and Ctrl-C."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time  # noqa: TID251 - it waits for a process
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.cli import verify_many
from adjudicator.cli.many import subjects_of
from adjudicator.workers.outcomes import Outcome
from tests.cli.calls import call
from tests.workers.machines import ROOT

NINE = ROOT / "examples" / "nine-fields-match"


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches and a log: one at its start, one over."""
    monkeypatch.chdir(tmp_path)
    adjudicator.new_match("begun", "nine-fields")
    shutil.copytree(NINE, "over", ignore=shutil.ignore_patterns("reports", "maps"))


def lines(*words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in call(*words, "--json").stdout.splitlines()]


def test_one_match_is_told_as_ever() -> None:
    for command in ("verify", "status", "luck"):
        whole = call(command, "over").stdout
        assert len(whole.splitlines()) > 4
        assert "1 matches" not in whole
        json.loads(call(command, "over", "--json").stdout)


def test_verify_tells_all_and_ends_with_the_gravest_code() -> None:
    done = call("verify", "over", "begun", "over/log.jsonl")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        "match           verdict  dice     what is wrong",
        "over            sound    referee",
        "begun           sound    referee",
        "over/log.jsonl  sound    referee",
        "3 matches: 3 done, 0 refused, 0 failed, 0 late",
    ]
    log = Path("over/log.jsonl")
    log.write_bytes(log.read_bytes().replace(b'"values":[', b'"values":[6,', 1))
    assert call("verify", "over", "nowhere", "begun").exit_code == 1
    assert call("verify", "nowhere", "begun").exit_code == 4
    found = lines("verify", "over", "nowhere", "begun", "--workers", "2")
    assert [one["item"] for one in found] == ["over", "nowhere", "begun"]
    assert [one["outcome"] for one in found] == ["done", "refused", "done"]
    assert found[0]["verified"]["problems"]
    assert str(Path().absolute()) not in json.dumps(found)


def test_status_and_luck_of_several() -> None:
    shown = call("status", "over", "begun").stdout.splitlines()
    assert shown[1:3] == [
        "over   after opening 20  over",
        "begun  at the start      running  west",
    ]
    told = [one["status"] for one in lines("status", "over", "begun")]
    assert told == [json.loads(call("status", one, "--json").stdout) for one in ("over", "begun")]
    rows = [one["luck"] for one in lines("luck", "over", "begun", "--workers", "2")]
    assert rows == [json.loads(call("luck", one, "--json").stdout) for one in ("over", "begun")]
    table = call("luck", "over", "begun").stdout
    assert table.splitlines()[0].split()[:4] == ["match", "side", "counts", "throws"]
    assert "begun  " in table


@pytest.mark.parametrize(
    "words",
    [
        "verify over begun --state begun/now/state.json", "verify over begun --after over",
        "verify over --send", "verify over begun --engine dask",
        "verify over begun --scheduler tcp://1", "verify over begun --engine other",
        "luck over begun --side west", "luck over begun --n 3", "luck over begun --plot a.svg",
        "verify over begun --workers 0",
    ],
)  # fmt: skip
def test_what_is_for_one_match_is_refused(words: str) -> None:
    done = call(*words.split())
    assert done.exit_code == 2, done.output


def test_an_answer_about_another_archive_is_refused() -> None:
    subjects = subjects_of([Path("over"), Path("begun")])
    sending = verify_many._Sending(subjects, dice_only=True)
    sent = [sending[0], sending[1]]
    answers = [verify_many._verified_there(one) for one in sent]
    found = [sending.judged(Outcome(place, "done", answers[place ^ 1])) for place in (0, 1)]
    assert [one.kind for one in found] == ["refused", "refused"]
    assert found[0].problems[0].code == "archive-changed"
    right = sending.judged(Outcome(0, "done", answers[0]))
    assert right.done.verdict == "sound"
    assert right.done.path == Path("over/log.jsonl")


def test_ctrl_c_waits_for_what_runs_and_begins_nothing_more(tmp_path: Path) -> None:
    """The whole group of a terminal is interrupted, workers too: what they do is done."""
    words = [*(["over"] * 60), "--json", "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "adjudicator", "verify", *words], bufsize=0, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:  # fmt: skip
        assert running.stdout is not None
        first = running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        began = time.monotonic()
        rest, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors.decode()
    assert time.monotonic() - began < 30
    found = [json.loads(line) for line in (first + rest).splitlines()]
    assert len(found) == 60
    kinds = [one["outcome"] for one in found]
    done = kinds.count("done")
    assert 1 <= done < 60
    assert kinds == ["done"] * done + ["late"] * (60 - done)
    assert found[-1]["problems"][0]["code"] == "interrupted"
    assert b"Traceback" not in errors
