"""Several commands at one match at the same time: one goes on, the others say what to do."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator import registry
from adjudicator.api.texts import render_report
from adjudicator.cli.common import Exit
from adjudicator.core.problem import TryAgain
from adjudicator.documents.storage import match_lock
from adjudicator.matches.match import Match
from tests.reliability.operations import (
    OPERATIONS,
    Operation,
    Ran,
    command,
    content,
    fortress,
    fresh,
    laboratory,
    patched,
    to_march,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _laboratory(tmp_path: Path) -> Iterator[None]:
    (tmp_path / "here").mkdir()
    with laboratory(), contextlib.chdir(tmp_path / "here"):
        yield


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """How often commands are given at the same time."""
    return 50 if request.config.getoption("--exhaustive") else 2


def at_once(commands: Sequence[str]) -> list[Ran]:
    """Gives all commands at the same time, each in a process of its own; returns how they ended."""
    gate, opened = os.pipe()
    children = []
    for number, words in enumerate(commands):
        child = os.fork()
        if not child:
            code = 1
            try:
                os.close(opened)
                os.read(gate, 1)
                ran = command(words)
                Path(f"../said-{number}").write_text(ran.text)
                code = ran.code
            finally:
                os._exit(code)
        children.append(child)
    os.close(gate)
    os.close(opened)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    said = [Path(f"../said-{number}") for number in range(len(commands))]
    return [Ran(code, path.read_text()) for code, path in zip(codes, said, strict=True)]


def expected(prepare: Callable[[], None], words: str) -> dict[str, bytes]:
    """Returns what one command leads to that has the match for itself; then all is as before."""
    prepare()
    shutil.copytree(".", "../start")
    assert command(words).code in (Exit.DONE, Exit.AWAITED)
    found = content(Path())
    start_again()
    return found


def start_again() -> None:
    """Puts the folder back as it was made."""
    for path in Path().iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree("../start", ".", dirs_exist_ok=True)


@pytest.mark.parametrize("runs", [2, 10])
def test_one_of_many_makes_the_opening(runs: int, rounds: int) -> None:
    after = expected(to_march, "adjudicate m blue.json")
    for _ in range(rounds):
        ended = at_once(["adjudicate m blue.json"] * runs)
        # Who came when all was over is told that it is done.
        late = [ran for ran in ended if "already adjudicated as opening" in ran.text]
        codes = Counter(ran.code for ran in ended)
        assert codes[Exit.DONE] == 1 + len(late), ended
        for ran in ended:
            if ran.code != Exit.DONE:
                assert ran.code == Exit.TRY_AGAIN
                assert "match-locked" in ran.text or "match-went-on" in ran.text
        assert content(Path()) == after
        assert "sound" in command("verify m").text
        start_again()


def test_sheets_of_two_seats_at_once_are_both_taken_or_sent_again(rounds: int) -> None:
    after = expected(fresh, "adjudicate m blue.json red.json")
    for _ in range(rounds):
        ended = at_once(["adjudicate m blue.json", "adjudicate m red.json"] * 5)
        assert {ran.code for ran in ended} <= {Exit.DONE, Exit.NO, Exit.TRY_AGAIN}, ended
        assert any(ran.code == Exit.DONE for ran in ended)
        command("adjudicate m blue.json red.json")
        assert content(Path()) == after
        assert "sound" in command("verify m").text
        start_again()


def test_looking_while_others_write_harms_nobody(rounds: int) -> None:
    after = expected(to_march, "adjudicate m blue.json")
    looks = ["status m", "report m", "check m blue.json", "verify m"]
    for _ in range(rounds):
        ended = at_once([*looks, "adjudicate m blue.json", *looks])
        for ran, words in zip(ended, [*looks, "", *looks], strict=True):
            if words.startswith(("status", "report")):
                assert ran.code == Exit.DONE, ran
        if ended[4].code == Exit.TRY_AGAIN:  # somebody who looked was mending something
            assert command("adjudicate m blue.json").code == Exit.DONE
        assert content(Path()) == after
        start_again()


MENDING = [
    operation
    for operation in OPERATIONS
    if operation.name.startswith(("rewind", "correct", "seat", "head --add", "escrow --restore"))
]
REPEATED = ("nothing-to-rewind", "correction-empty", "second-join", "match-locked", "match-went-on")
"""With what a command is refused whose work another one has done, or is doing."""


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(
            one,
            id=str(one.name),
            marks=[pytest.mark.exhaustive] if one.name.startswith(("head", "seat")) else [],
        )
        for one in MENDING
    ],
)
def test_one_of_ten_mends(operation: Operation, rounds: int) -> None:
    after = expected(operation.prepare, operation.words)
    for _ in range(rounds):
        ended = at_once([operation.words] * 10)
        done = [ran for ran in ended if ran.code in (Exit.DONE, Exit.AWAITED)]
        assert done, ended
        if not operation.name.startswith(("head", "escrow")):  # these may be done twice
            assert len(done) == 1, ended
        for ran in ended:
            if ran not in done:
                assert ran.code in (Exit.NO, Exit.TRY_AGAIN), ran
                assert any(code in ran.text for code in REPEATED), ran
        assert content(Path()) == after
        assert "sound" in command("verify m").text
        start_again()


def test_what_a_killed_run_left_meanwhile_is_mended_first() -> None:
    """Between opening the folder and taking its lock, another run may have come and been killed."""
    to_march()
    match = Match.open(Path("m"), registry.by_name(), render_report)
    before = content(Path())
    Path("m/referee/orders/n0002").mkdir()
    left = Path("m/referee/orders/n0002/.new-1-0")
    left.write_bytes(b"{")
    with pytest.raises(TryAgain) as refused:
        match.adjudicate([("blue.json", Path("blue.json").read_bytes())])
    assert refused.value.problem.code == "match-went-on"
    assert command("mend m").code == Exit.DONE
    assert not left.exists()
    assert content(Path()) == before


def test_all_that_writes_at_once_leaves_a_sound_match(rounds: int) -> None:
    patched()
    shutil.copytree(".", "../start")
    writers = ["rewind m --to 1 --reason again", "correct m patch.json --reason three",
               "adjudicate m red.json", "adjudicate m --play all --until over"]  # fmt: skip
    for _ in range(rounds):
        ended = at_once([*writers, *writers, "status m", "verify m"])
        done = (Exit.DONE, Exit.AWAITED)
        assert any(ran.code in done for ran in ended[:8]), ended
        for ran in ended:
            assert ran.code in (*done, Exit.NO, Exit.TRY_AGAIN, Exit.UNUSABLE), ran
        assert command("status m").code == Exit.DONE
        assert "sound" in command("verify m").text
        start_again()


def test_looking_needs_no_lock() -> None:
    to_march()
    before = content(Path())
    with match_lock(Path("m")):
        for words in ("status m", "report m", "check m blue.json", "map m --out ../map.svg",
                      "template m blue", "verify m"):  # fmt: skip
            assert command(words).code == Exit.DONE, words
        ran = command("adjudicate m blue.json")
        assert ran.code == Exit.TRY_AGAIN
        assert "match-locked: the match m is locked by another run" in ran.text
    assert content(Path()) == before


def test_the_lock_of_a_killed_run_is_no_lock() -> None:
    to_march()
    gate, told = os.pipe()
    child = os.fork()
    if not child:
        with match_lock(Path("m")):
            os.write(told, b"!")
            signal.pause()
        os._exit(0)
    os.read(gate, 1)
    assert command("adjudicate m blue.json").code == Exit.TRY_AGAIN
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    for end in (gate, told):
        os.close(end)
    assert Path("m/.lock").exists()
    assert command("adjudicate m blue.json").code == Exit.DONE


def test_two_real_processes_make_one_opening() -> None:
    fortress()
    words = [sys.executable, "-m", "adjudicator", "adjudicate", "m", "western.json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [
        subprocess.Popen(
            words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    said = [run.communicate(timeout=600)[1] for run in runs]
    codes = sorted(run.returncode for run in runs)
    assert codes[0] in (Exit.DONE, Exit.NO), said
    assert sum(code in (Exit.DONE, Exit.AWAITED) for code in codes) == 1, (codes, said)
    assert "sound" in command("verify m").text


# -- the disk, as it really is --------------------------------------------------------------------


def test_a_file_may_not_grow(tmp_path: Path) -> None:
    """The system itself stops the log in the middle of an opening, and nothing of it stays."""
    after = expected(to_march, "adjudicate m blue.json")
    before = content(Path())
    size = len(before["m/log.jsonl"]) + 300
    child = os.fork()
    if not child:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            ran = command("adjudicate m blue.json")
            code = ran.code
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == Exit.TRY_AGAIN
    assert Path("m/log.jsonl").read_bytes() == before["m/log.jsonl"]
    assert command("adjudicate m blue.json").code == Exit.DONE
    assert content(Path()) == after


def test_a_folder_that_vanishes_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    to_march()
    real = Match._open_next

    def vanish(*arguments: Any) -> Any:
        result = real(*arguments)
        shutil.rmtree("m")
        return result

    monkeypatch.setattr(Match, "_open_next", vanish)
    ran = command("adjudicate m blue.json")
    assert ran.code == Exit.UNUSABLE
    assert os.strerror(errno.ENOENT).lower() in ran.text
    assert not Path("m").exists()
    assert command("adjudicate m blue.json").code == Exit.UNUSABLE


def test_a_file_that_became_a_folder_or_a_folder_that_became_a_file(
    request: pytest.FixtureRequest,
) -> None:
    after = expected(to_march, "adjudicate m blue.json")
    before = content(Path())
    paths = [path for path in sorted(Path("m").rglob("*")) if path.name != ".lock"]
    for path in paths if request.config.getoption("--exhaustive") else paths[::3]:
        shutil.move(path, "../aside")
        if Path("../aside").is_dir():
            path.write_bytes(b"")
        else:
            path.mkdir()
        for words in ("status m", "adjudicate m blue.json"):
            ran = command(words)
            assert ran.code in (Exit.DONE, Exit.NO, Exit.UNUSABLE, Exit.TRY_AGAIN), (path, ran)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        shutil.move("../aside", path)
        log = Path("m/log.jsonl").read_bytes()
        assert log in (before["m/log.jsonl"], after["m/log.jsonl"])
        command("status m")
        command("adjudicate m blue.json")
        assert content(Path()) == after, path
        start_again()
