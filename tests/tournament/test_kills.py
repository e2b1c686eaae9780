"""A run killed at any moment leaves an event as before or as after; of two at once one waits."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.api.folders import match_lock
from adjudicator.api.problems import Refused, TryAgain
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.changing import change_player
from adjudicator.tournament.deciding import gather_results
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.leaving import withdraw_player
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.starting import pair_round, start_round
from tests.errors.catalogue import _no_pictures
from tests.reliability.calls import KillingCalls
from tests.tournament.audited_events import edit
from tests.tournament.cup import NOW, cup, play, started, whole

Act = Callable[[Path], object]


def _start(folder: Path) -> None:
    start_round(folder, now=NOW, again=True)


def _result(folder: Path) -> None:
    gather_results(folder, now=NOW)


def _leave(folder: Path) -> None:
    """Lets somebody leave; a run that was killed may have done all of it."""
    player = open_event(folder).players.named("p003")
    if player is not None and player.is_there:
        withdraw_player(folder, "p003", by="r1", reason="ill", replacement="p004", now=NOW)
    else:
        start_round(folder, now=NOW, again=True)


def _change(folder: Path) -> None:
    """Puts an entry right, under an amendment that no line notes yet."""
    with suppress(Refused):  # a run that was killed may have written all of it
        told = {"name": "Berta", "address": "b@x.test", "rating": "1700"}
        change_player(folder, "p002", told, now=NOW)


@pytest.fixture
def ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Events before each act; secrets of matches are none, so that what is made is the same."""
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)
    never = SimpleNamespace(token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("adjudicator.audit.tfd1.secrets", never)
    found = {}
    for name in ("start", "result", "leave", "change"):
        folder = found[name] = tmp_path / name / "cup"
        folder.parent.mkdir()
        cup(folder, ["Anna", "Bert", "Cleo"], format={"kind": "groups", "size": 4}, people=True)
    pair_round(found["start"], Gacrux())
    started(found["result"])
    play(found["result"])
    started(found["leave"])
    dora = {"name": "Dora", "address": "d@x.test", "role": "standby"}
    add_players(found["leave"], [Entry(line=1, values=dora)], source="names", now=NOW)
    started(found["change"])
    amendment = {"n": 1, "day": "2027-01-15", "by": "r1", "reason": "so", "changes": {"best": 2}}
    edit(found["change"] / "tournament.json", lambda told: told.update(amendments=[amendment]))
    return found


@pytest.mark.parametrize(
    ("name", "act", "every"),
    [("start", _start, 23), ("result", _result, 1), ("leave", _leave, 4), ("change", _change, 1)],
)
def test_killed_between_any_two_writes(
    ready: dict[str, Path], name: str, act: Act, every: int, request: pytest.FixtureRequest
) -> None:
    """Whatever was begun, the files can be read, and the same run again comes to the same end."""
    start = ready[name]
    end = start.parent / "end"
    shutil.copytree(start, end)
    act(end)
    done = _shown(end)
    assert done != _shown(start)
    every = 1 if request.config.getoption("--exhaustive") else every
    trials = 0
    for point in range(1, 100_000, every):
        trial = start.parent / "trial"
        shutil.copytree(start, trial)
        was_killed = _killed(trial, act, point)
        open_event(trial)
        if was_killed:
            act(trial)
        assert _shown(trial) == done, f"point {point}"
        shutil.rmtree(trial)
        if not was_killed:
            break
        trials += 1
    assert trials >= 5


def _shown(folder: Path) -> dict[str, bytes]:
    """Returns all files of an event, but for what a killed run left unnamed."""
    return {path: raw for path, raw in whole(folder).items() if "/.new-" not in path}


def _killed(folder: Path, act: Act, point: int) -> bool:
    child = os.fork()
    if not child:
        code = 1
        try:
            with pytest.MonkeyPatch.context() as patch:
                KillingCalls(point, both_sides=False).watch(patch)
                act(folder)
            code = 0
        finally:
            os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status == -signal.SIGKILL


def test_two_runs_at_once(ready: dict[str, Path]) -> None:
    """The second gives way, and says so; nothing is changed."""
    before = whole(ready["start"])
    with match_lock(ready["start"]):
        for act in (_start, _result, _leave, _change):
            with pytest.raises(TryAgain) as caught:
                act(ready["start"])
            assert caught.value.problem.code == "event-locked"
    assert whole(ready["start"]) == before
