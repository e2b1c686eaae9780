"""`submit` and `turn` killed at any moment: `python -m tests.repository.kills [COUNT] [SEED]`.

A run is a process that SIGKILL ends at a moment by chance, with what it began of git or without.
Then the same is said again, perhaps in another clone, until it is done: the tree in the repository
must be the one that a run without kills makes, byte for byte.
"""

from __future__ import annotations

import contextlib
import os
import random  # noqa: TID251 - moments by chance, from a seed
import shutil
import signal
import sys
import tempfile
import time  # noqa: TID251 - it waits before it kills
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from adjudicator.api.problems import TryAgain
from adjudicator.repository.git import open_git
from adjudicator.repository.stale_locks import left_locks, remove_left
from tests.repository.clones import Clone, Hub, call, git, hub_of
from tests.repository.racing import sends, turns

__all__ = ["Killed"]

_LONGEST = 0.6
"""Seconds within which a run is killed; most of them end earlier on an idle machine."""


class Killed:
    """A match whose runs are killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.match = folder / "m"
        assert call("new", "nine-fields", self.match).exit_code == 0
        hub = hub_of(self.match, folder / "begun" / "hub.git")
        first = hub.clone(folder / "begun" / "a")
        hub.clone(folder / "begun" / "b")
        self.sheet = folder / "west.json"
        shutil.move(first.writes("west"), self.sheet)
        self.submitted = folder / "submitted"
        whole = self._copy("whole")
        sends(whole[1].folder, self.sheet)
        shutil.copytree(folder / "whole", self.submitted)
        self.after_submit = _tree(whole[0])
        turns(whole[1].folder, self.match)
        self.after_turn = _tree(whole[0])
        self.commit = whole[0].git("log", "-1", "--format=%H", "main")
        self.seen: Counter[str] = Counter()

    def _copy(self, name: str, of: str = "begun") -> tuple[Hub, Clone, Clone]:
        """Returns a hub and two clones as they were."""
        made = self.folder / name
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(self.folder / of, made)
        for clone in ("a", "b"):
            git(made / clone, "remote", "set-url", "origin", str(made / "hub.git"))
        return Hub(made / "hub.git"), Clone(made / "a"), Clone(made / "b")

    def submit_killed(self) -> None:
        """Kills a `submit`, and says it again in the same clone."""
        hub, a, _ = self._copy("run")
        self._killed(lambda: sends(a.folder, self.sheet), "submit")
        before = _tree(hub)
        self._until_done(lambda: sends(a.folder, self.sheet), hub, a)
        self.seen["submit, pushed before" if before == self.after_submit else "submit, not"] += 1
        assert _tree(hub) == self.after_submit
        assert hub.git("rev-list", "--count", "main").strip() == "2"
        _sound(hub, a)

    def turn_killed(self) -> None:
        """Kills a `turn`, perhaps twice, and says it again there or in another clone."""
        hub, a, b = self._copy("run", "submitted")
        for _ in range(self.random.choice((1, 1, 2))):
            self._killed(lambda: turns(a.folder, self.match), "turn")
        locked = bool(hub.git("tag", "--list", "lock/*"))
        made = _tree(hub) == self.after_turn
        self.seen[f"turn, {'made' if made else 'locked' if locked else 'nothing'} before"] += 1
        other = self.random.choice((a, b))
        self._until_done(lambda: turns(other.folder, self.match), hub, other)
        assert _tree(hub) == self.after_turn
        assert hub.git("log", "-1", "--format=%H", "main") == self.commit
        assert sorted(hub.git("tag").split()) == ["lock/n0001", "turn/n0001"]
        assert not list((other.folder / ".git" / "adjudicator").glob("work-*"))
        _sound(hub, other)

    def _until_done(self, work: Callable[[], object], hub: Hub, clone: Clone) -> None:
        """Says the same again until it is done: git of the killed run may go on for a moment.

        A lock that a killed git has left stays: then `doctor --repair` is asked, as it says.
        """
        for number in range(60):
            try:
                work()
                return
            except TryAgain as error:
                last = error
                time.sleep(0.1)
            if number and number % 10 == 0:
                for folder in (hub.folder, clone.folder):
                    found = open_git(folder)
                    for lock in left_locks(found):
                        assert not lock.doubt, lock
                        assert remove_left(found, lock)
                        self.seen[f"doctor took {lock.path.name} away"] += 1
        raise AssertionError(f"it was never done: {last.problem}")

    def _killed(self, work: Callable[[], object], what: str) -> None:
        """Runs work in a process of its own, and kills it."""
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            code = 1
            try:
                work()
                code = 0
            except TryAgain:
                code = 75
            finally:
                os._exit(code)
        with_git = self.random.random() < 0.5
        time.sleep(self.random.uniform(0, _LONGEST))
        with contextlib.suppress(ProcessLookupError):  # It may have ended.
            os.killpg(child, signal.SIGKILL) if with_git else os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        self.seen[f"{what} {'killed' if os.WIFSIGNALED(status) else 'had ended'}"] += 1


def _tree(hub: Hub) -> str:
    return hub.git("rev-parse", "main^{tree}")


def _sound(hub: Hub, clone: Clone) -> None:
    git(hub.folder, "fsck", "--strict", "--no-dangling")
    git(clone.folder, "fsck", "--strict", "--no-dangling")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as made:
        killed = Killed(Path(made), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
        for number in range(count):
            killed.turn_killed() if number % 2 else killed.submit_killed()
        print("\n".join(f"{times:4}  {what}" for what, times in sorted(killed.seen.items())))
