"""Commands of an event are killed: `python -m tests.tournament.kills [KILLS] [MATCHES]`.

`tournament start --office` and `tick --workers 2` run as processes of their own; at moments by
chance one of theirs (the command, its fork server, a worker) is killed with SIGKILL, and the same
command runs again. In the end nothing is lost, and nothing was done twice (tournaments.md 9, 10).
"""

from __future__ import annotations

import json
import os
import random  # noqa: TID251 - moments by chance, from a seed
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from adjudicator.api.match import open_match
from adjudicator.cli.common import Exit
from adjudicator.post.office.folder import new_office, open_office
from adjudicator.post.office.settings import OfficeSettings
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.starting import pair_round
from tests.tournament.cup import NOW, cup
from tests.workers.matches import due

__all__ = ["at_once", "checked", "ready", "send_sheets", "start_words", "tick_words", "trial"]

_WAIT = (0.4, 1.6)
"""Seconds that a command has before one of its processes is killed; most of 0.4 it loads."""
_AGAIN = (0.05, 0.4)
"""Seconds between two kills of one command's workers."""
_OTHERS = 0.9
"""How often a worker or the fork server is killed, where there are some."""
_ENDS = (Exit.DONE, Exit.NO, Exit.AWAITED, Exit.TRY_AGAIN)
"""The last: another run holds what it needs, such as a worker whose command was killed."""


def ready(folder: Path, matches: int) -> tuple[Path, Path]:
    """Makes an event of one group with at least so many matches, paired, and an office.

    Of its people one gets letters: pictures take most of the time.
    """
    players = next(count for count in range(3, 25) if count * (count - 1) // 2 >= matches)
    event, office = folder / "cup", folder / "office"
    cup(event, [], format={"kind": "groups", "size": players}, people=True)
    rows = [
        Entry(line=n, values={"name": f"Player {n}", "address": "p1@x.test" if n == 1 else ""})
        for n in range(1, players + 1)
    ]
    add_players(event, rows, source="rows", now=NOW)
    pair_round(event, Gacrux())
    new_office(
        office, OfficeSettings(address="judge@play.test", referee="gm@play.test"),
        secret=bytes(range(32)),
    )  # fmt: skip
    return event, office


def start_words(event: Path, office: Path) -> list[str]:
    """Returns the command that starts the round, or goes on with what a killed one left."""
    return ["tournament", "start", str(event), "--office", str(office), "--json"]


def tick_words(office: Path) -> list[str]:
    """Returns the command that does what is due."""
    return ["tick", str(office), "--workers", "2", "--json"]


def send_sheets(event: Path) -> None:
    """Sends the sheets of all who are asked: an opening of each match is due."""
    opened = open_event(event)
    for match in opened.matches:
        due(opened.match_folder(match))


def begun(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """Begins a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "adjudicator", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def _family(pid: int) -> list[int]:
    """Returns a process, and behind it all that came of it."""
    found = [pid]
    for one in found:
        for path in Path(f"/proc/{one}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, path.read_text().split())
    return found


def _killed(words: Sequence[str], chance: random.Random, most: int) -> Counter[str]:
    """Runs a command, and kills its workers and in the end itself; returns what was counted."""
    counted: Counter[str] = Counter()
    running = begun(words)
    wait = _WAIT
    while counted.total() < most and running.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            running.wait(timeout=chance.uniform(*wait))
        own, *others = _family(running.pid)
        if running.poll() is None:
            victim = chance.choice(others) if others and chance.random() < _OTHERS else own
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
                counted["commands killed" if victim == own else "workers killed"] += 1
        wait = _AGAIN
    out, error = running.communicate(timeout=600)
    assert running.returncode in (*_ENDS, -signal.SIGKILL), (out, error)
    # Python's own tracker of resources, killed, lets its follower complain.
    assert b"Traceback" not in error or b"/adjudicator/" not in error, error
    counted[f"{words[0]} exit {running.returncode}"] += 1
    return counted


def _until_done(words: Sequence[str], chance: random.Random, kills: int) -> Counter[str]:
    """Runs a command that is killed again and again, as long as it has something to do."""
    counted: Counter[str] = Counter()
    while (left := kills - counted["commands killed"] - counted["workers killed"]) > 0:
        one = _killed(words, chance, left)
        counted += one
        if any(one[f"{words[0]} exit {code}"] for code in (Exit.DONE, Exit.AWAITED)):
            break
    # What a killed worker had in hand may be due yet.
    for _ in range(5):
        running = begun(words)
        out, error = running.communicate(timeout=600)
        if running.returncode in (Exit.DONE, Exit.AWAITED):
            return counted
    raise AssertionError((words, running.returncode, out, error))


def checked(event: Path, office: Path, openings: int) -> None:
    """Holds an event and its office against what must be there after so many openings of each.

    AssertionError: something is lost, or was done twice.
    """
    opened = open_event(event)
    (paired,) = opened.started
    assert sorted(path.name for path in (event / "matches").iterdir()) == sorted(opened.matches)
    kept = open_office(office).settings.matches
    assert sorted(kept) == sorted(f"cup-{match}" for match in opened.matches)
    for match, one in opened.matches.items():
        with open_match(opened.match_folder(match), read_only=True) as found:
            assert found.n == openings, (match, found.n)
            assert found.verify().is_sound
        notes = json.loads((opened.match_folder(match) / "match.json").read_bytes())
        assert {seat: sits["name"] for seat, sits in notes["seats"].items()} == one.seats
    lines = [json.loads(line) for line in (office / "journal.jsonl").read_text().splitlines()]
    letters = Counter(
        (line["match"], line["seat"], line["n"]) for line in lines if line.get("as") == "turn"
    )
    mine = [
        (f"cup-{one.match}", seat, openings)
        for one in paired.matches for seat, player in one.seats.items() if player == "p001"
    ]  # fmt: skip
    assert letters == Counter(mine if openings else []), letters
    if openings:  # What a killed run left in a match goes with the next write.
        assert not [path for path in event.rglob(".new-*") if path.is_file()]


def trial(folder: Path, matches: int, *, kills: int, seed: int) -> Counter[str]:
    """Starts a round and makes an opening of each match, killed so often; says what was counted.

    AssertionError: something is lost, or was done twice.
    """
    chance = random.Random(seed)
    event, office = ready(folder, matches)
    counted = _until_done(start_words(event, office), chance, kills // 4)
    checked(event, office, 0)
    send_sheets(event)
    counted += _until_done(tick_words(office), chance, kills - kills // 4)
    checked(event, office, 1)
    counted["matches"] = len(open_event(event).matches)
    return counted


def at_once(words: Sequence[str]) -> list[int]:
    """Runs a command twice at the same time; returns both exit codes, the smaller first."""
    both = [begun(words) for _ in range(2)]
    said = [one.communicate(timeout=600) for one in both]
    codes = sorted(one.returncode for one in both)
    assert all(b"Traceback" not in error for _, error in said), said
    return codes


def main(kills: int = 100, matches: int = 200, seed: int = 1) -> None:
    """Kills so often, in as many events as it takes, and says what was counted."""
    counted: Counter[str] = Counter()
    while (left := kills - counted["commands killed"] - counted["workers killed"]) > 0:
        with tempfile.TemporaryDirectory() as folder:
            counted += trial(Path(folder), matches, kills=left, seed=seed + counted.total())
        print(dict(sorted(counted.items())), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
