"""Several machines: a scheduler of dask as processes of its own, and one in this process."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.problems import TryAgain
from adjudicator.workers.driver import Driver
from adjudicator.workers.machines import Machines
from tests.cli.calls import call
from tests.workers.jobs import dies, raises, squared
from tests.workers.machines import NEEDS_DASK, ROOT, machines
from tests.workers.test_driver import told_of

pytestmark = NEEDS_DASK
NINE = ROOT / "examples" / "nine-fields-match"


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A scheduler whose workers are threads of this process: the same interface, in a second."""
    from distributed import LocalCluster

    cluster_of: Any = LocalCluster  # It has no types.
    with cluster_of(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as cluster:
        yield str(cluster.scheduler_address)


def test_results_are_those_of_one_process(scheduler: str) -> None:
    with Driver(Machines(scheduler)) as driver:
        assert told_of(driver.run(squared, range(12))) == [number**2 for number in range(12)]
        asked = ["refused", "well", "file", "unusable", "again", "fault"]
        found = driver.run(raises, asked)
    with Driver(Machines(scheduler)) as other:
        assert [one._replace(trace="") for one in other.run(raises, asked)] == [
            one._replace(trace="") for one in found
        ]
    assert told_of(found) == ["refused", "well", "refused", "refused", "late", "failed"]


def test_verify_is_the_same_with_folders_shared_or_sent(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(NINE, "one")
    shutil.copytree(NINE, "two")
    log = Path("two") / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"values":[', b'"values":[6,', 1))
    Path("none").mkdir()
    words = ["verify", "one", "two", "one/log.jsonl", "none"]
    usual = call(*words)
    assert usual.exit_code == 1
    there = ["--engine", "dask", "--scheduler", scheduler]
    for more in (["--workers", "2"], there, [*there, "--send"]):
        assert call(*words, *more).output == usual.output, more
        lines = call(*words, *more, "--json").stdout
        assert lines == call(*words, "--json").stdout, more
    read = [json.loads(line) for line in lines.splitlines()]
    assert [line["item"] for line in read] == words[1:]
    assert [line["outcome"] for line in read] == ["done", "done", "done", "refused"]
    assert [line["verified"]["verdict"] for line in read[:3]] == ["sound", "refuted", "sound"]


@pytest.mark.exhaustive
def test_a_scheduler_and_workers_as_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share nothing but the network, then folders too; killed workers are values."""
    with machines(tmp_path) as (address, begun):
        test_results_are_those_of_one_process(address)
        test_verify_is_the_same_with_folders_shared_or_sent(address, tmp_path, monkeypatch)
        with Driver(Machines(address)) as driver:
            found = driver.run(dies, [11, 12, 13, 14])
            assert told_of(found) == [11, 12, "failed", 14]
            assert found[2].killed
            os.kill(begun[0].pid, signal.SIGKILL)
            after = driver.run(squared, range(4))
    assert {one.kind for one in after} <= {"late", "done"}
    assert after[3].kind == "late"
    assert after[3].problems[0].code == "workers-gone"


@pytest.mark.exhaustive
def test_a_cluster_of_processes_on_this_machine() -> None:
    from distributed import LocalCluster

    cluster_of: Any = LocalCluster  # It has no types.
    with (
        cluster_of(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Driver(Machines(cluster.scheduler_address)) as driver,
    ):
        assert told_of(driver.run(squared, range(6))) == [0, 1, 4, 9, 16, 25]


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.workers.machines._SECONDS", 0.2)
    with pytest.raises(TryAgain) as caught:
        Machines("tcp://127.0.0.1:9")
    assert caught.value.problem.code == "no-scheduler"
    done = call("verify", NINE, "--engine", "dask")
    assert done.exit_code == 2
    assert call("verify", NINE, "--engine", "ray").exit_code == 2
