"""Commands that only look leave every byte of a match as it is, and say where a mend is due."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from adjudicator.cli.common import Exit
from tests.cli.calls import call
from tests.core.toy import SEATS
from tests.programs import needed
from tests.reliability import operations
from tests.reliability.looks import LOOKS, everything, look, looked
from tests.reliability.operations import command, laboratory

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
CHECKED_OUT = sorted(path.name for path in EXAMPLES.glob("*-match"))
SLOW = ("fortress-america-2012-match", "invasion-america-match")
QUICK = ("galactic-conquest-match", "stratix-match")
"""The others are looked at in one way; all of them take minutes."""
NOBODY = 65534


def given(words: str) -> tuple[int, str]:
    """Gives a command as the others do; an exception that nobody meant is none of its ends."""
    done = call(*words.split())
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    known = contextlib.nullcontext() if "real" in request.fixturenames else laboratory()
    with known, contextlib.chdir(tmp_path):
        yield


@pytest.fixture
def real() -> None:
    """The games are those that are shipped."""


def over() -> None:
    """Blue has conceded, and the match is over."""
    operations.to_end()
    assert command("adjudicate m blue.json").code == Exit.DONE


def rewound() -> None:
    """The march was taken back."""
    operations.marched()
    assert command("rewind m --to 1 --reason again").code == Exit.DONE


def in_mode(mode: str) -> Callable[[], None]:
    """Returns what makes a match of a mode that asks for nothing before its first sheets."""

    def make() -> None:
        operations.bids(operations.new_toy(mode=mode))  # type: ignore[arg-type] # one of them

    return make


PREPARED: dict[str, Callable[[], None]] = {
    "referee": operations.fresh,
    "public": in_mode("public"),
    "external": in_mode("external"),
    "beacon": in_mode("beacon"),
    "a sheet waits": operations.fresh_waiting,
    "an older folder": operations.old_folder,
    "in mid-match": operations.to_march,
    "suspended": operations.suspended,
    "over": over,
    "joins are awaited": operations.offered,
    "sealed": operations.begun,
    "locked": operations.locked,
    "a round is fixed": operations.to_fix,
    "locked by the beacon": operations.to_open,
    "rewound": rewound,
    "no save": operations.without_save,
    "no views": operations.without_views,
    "a torn log": operations.torn,
}


@pytest.mark.parametrize("name", PREPARED)
def test_whoever_looks_changes_nothing(name: str) -> None:
    PREPARED[name]()
    is_there = Path("m/log.jsonl").exists()
    look(given, "m", SEATS, LOOKS if is_there else LOOKS[:2])


@pytest.mark.parametrize("name", ["no save", "no views", "a torn log", "lost line feed", "unended"])
def test_what_is_due_is_said_and_told_as_it_will_be(name: str) -> None:
    if name in PREPARED:
        PREPARED[name]()
    else:
        over()
        log = Path("m/log.jsonl")
        whole = log.read_bytes()
        end = len(whole) - 1 if name == "lost line feed" else whole.rindex(b"\n", 0, -1) + 1
        log.write_bytes(whole[:end])
    before = everything(Path("m"))
    said = call("status", "m")
    assert said.exit_code == Exit.DONE, said.output
    assert "notice: m is not whole: " in said.stderr
    assert "To mend it: adjudicator mend m\n" in said.stderr
    told = looked(look(given, "m", SEATS))
    mended = call("mend", "m")
    assert mended.exit_code == Exit.DONE, mended.output
    assert mended.stdout.startswith("m: toy-2026 is whole, ")
    assert everything(Path("m")) != before
    assert "not whole" not in call("status", "m").stderr
    assert looked(look(given, "m", SEATS)) == told
    again = everything(Path("m"))
    assert call("mend", "m").exit_code == Exit.DONE
    again.pop(".")  # the lock was there for a moment
    now = everything(Path("m"))
    assert {name: now[name] for name in again if name != ".lock"} == {
        name: found for name, found in again.items() if name != ".lock"
    }


@pytest.mark.parametrize("name", ["in mid-match", "suspended", "no save", "a torn log", "over"])
def test_beside_a_run_that_holds_the_match(name: str) -> None:
    PREPARED[name]()
    with FileLock("m/.lock"):
        look(given, "m", SEATS)
        busy = call("mend", "m")
        assert busy.exit_code == Exit.TRY_AGAIN, busy.output


@contextlib.contextmanager
def somebody_else(folder: Path) -> Iterator[None]:
    """Whoever looks meanwhile may read a match but for its folder referee/, and write nowhere."""
    ways = [path for path in (Path.cwd(), *Path.cwd().parents) if not path.stat().st_mode & 0o001]
    for path in ways:
        path.chmod(0o711 if path != Path.cwd() else 0o755)
    modes = {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}
    for path, mode in modes.items():
        path.chmod(mode & 0o555 | (0o555 if path.is_dir() else 0o444))
    (folder / "referee").chmod(0o000 if os.geteuid() else 0o700)
    try:
        if not os.geteuid():
            os.seteuid(NOBODY)
        yield
    finally:
        os.seteuid(os.getuid())
        for path, mode in modes.items():
            path.chmod(mode)
        for path in ways:
            path.chmod(0o700)


@pytest.mark.parametrize("name", ["referee", "in mid-match", "suspended", "over", "locked"])
def test_whom_the_folder_of_the_referee_is_closed_to_sees_a_clone(name: str) -> None:
    PREPARED[name]()
    look(given, "m", SEATS)  # What is imported then, nobody else need read.
    with somebody_else(Path("m")):
        before = everything(Path("m/now"))
        for words in LOOKS:
            for seat in SEATS if "{seat}" in words else SEATS[:1]:
                done = call(*words.format(m="m", seat=seat).split())
                ends = (Exit.DONE, Exit.NO, Exit.USAGE, Exit.AWAITED)
                assert done.exit_code in ends, (words, done.output)
        assert everything(Path("m/now")) == before
        assert call("status", "m").exit_code == Exit.DONE


def test_a_folder_that_nobody_may_write_to_is_looked_at() -> None:
    operations.without_views()
    for path in (Path("m"), *Path("m").rglob("*")):
        path.chmod(path.stat().st_mode & 0o577)
    look(given, "m", SEATS)
    for path in Path("m").rglob("*"):
        path.chmod(path.stat().st_mode | 0o200)


def git_clone(example: str) -> None:
    """Clones an example as it is checked in, into the folder m: no files but those of git."""
    listed = subprocess.run(
        [needed("git"), "ls-files", "-z", f"examples/{example}"],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    for name in listed.stdout.decode().split("\0")[:-1]:
        target = Path("m") / Path(name).relative_to(f"examples/{example}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)


@pytest.mark.usefixtures("real", "examples_made_again_once")
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(one, marks=[pytest.mark.exhaustive] if one in SLOW else [])
        for one in CHECKED_OUT
    ],
)
def test_a_checked_out_example_is_looked_at(example: str) -> None:
    """Where git keeps no more of a finished match than its log, sheets and some views."""
    git_clone(example)
    is_quick = example in QUICK
    brief = ("status {m}", "report {m}", "map {m} --n 3", "verify {m}", "luck {m}", "dispute {m}")
    look(given, "m", (), brief if is_quick else brief[1:2])
    Path("m/referee").mkdir(mode=0o700)
    look(given, "m", (), brief if is_quick else brief[:1])


@pytest.mark.usefixtures("real")
def test_a_mend_leaves_what_git_tracks() -> None:
    git_clone("galactic-conquest-match")
    before = everything(Path("m"))
    assert call("mend", "m").exit_code == Exit.DONE
    now = everything(Path("m"))
    assert len(now) > len(before)
    for name, found in before.items():
        assert now[name].content == found.content, name
        if name.startswith("orders/") and name.endswith(".json"):
            assert now[name].changed == found.changed, name
