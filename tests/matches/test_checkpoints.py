"""An opening told again from a checkpoint is the one told from the whole log; few are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import replay
from adjudicator.audit.opening import open_next
from adjudicator.core.values import canonical
from adjudicator.documents.problems import RefusedFile, UnusableFile
from adjudicator.matches import checkpoints
from adjudicator.matches.checkpoints import checkpoint_before, keep_checkpoint
from adjudicator.matches.match import Match
from adjudicator.matches.published.logged import Logged, Past
from tests import beacon
from tests.matches.rewound import log_of, played
from tests.matches.toy_match import GAMES, new
from tests.reliability.any_sequence import GAMES as ANY
from tests.reliability.any_sequence import RandomMatch

SEEDS, STEPS = 24, 22


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second opening leaves a checkpoint, so that short matches have some."""
    monkeypatch.setattr(checkpoints, "_FIRST", 2)
    beacon.believed(monkeypatch)


def told(logged: Logged, n: int | None) -> Past | list[str]:
    try:
        return logged.past(n)
    except (RefusedFile, UnusableFile) as error:
        return [place.problem.message for place in error.located]


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[] if seed % 2 else pytest.mark.exhaustive) for seed in range(SEEDS)],
)
def test_any_opening_of_any_match_is_told_the_same(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With rewinds, corrections, seats replaced, locks that wait, hands; annulled ones too."""
    match = RandomMatch(tmp_path / "m", seed)
    for _ in range(STEPS):
        match.step()
    for path in (tmp_path / "m", tmp_path / "m" / "log.jsonl"):
        logged = Logged.open(path, ANY)
        quick = [told(logged, n) for n in (None, *range(logged.last + 1))]
        with monkeypatch.context() as patch:
            patch.setattr(Logged, "_from_checkpoint", lambda self, n: None)
            slow = [told(logged, n) for n in (None, *range(logged.last + 1))]
        for one, other in zip(quick, slow, strict=True):
            if isinstance(other, Past):
                assert one == other
            else:  # what is withheld or lost earlier need not be known
                assert isinstance(one, Past) or one == other


def test_few_openings_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(tmp_path / "m")
    made: list[int] = []

    def counted(*given: Any, **named: Any) -> Any:
        made.append(1)
        return open_next(*given, **named)

    monkeypatch.setattr(replay, "open_next", counted)
    logged = Logged.open(match.folder, GAMES)
    for n, most in ((1, 1), (2, 2), (3, 1)):
        made.clear()
        assert logged.past(n).saved.n == n
        assert len(made) == most


@pytest.mark.parametrize("change", ["cut", "zeros", "another match", "another opening", "gold"])
def test_a_checkpoint_that_does_not_fit_the_log_is_passed_over(tmp_path: Path, change: str) -> None:
    match = played(tmp_path / "m")
    read, rules = log_of(match), match.rules
    path = match.folder / "referee/checkpoints/0002.json"
    kept = checkpoint_before(match.folder, rules, read, 3)
    assert kept is not None
    assert kept.n == 2
    right = Logged.open(match.folder, GAMES).past(3)
    raw = path.read_bytes()
    if change == "cut":
        path.write_bytes(raw[:-30])
    elif change == "zeros":
        path.write_bytes(bytes(len(raw)))
    else:
        position = json.loads(raw)["position"]
        position["hosts"]["red"]["gold"] += 1
        fields = {
            "another match": {"gid": "00" * 32},
            "another opening": {"n": 1},
            "gold": {"position": position, "checkpoint": position},
        }[change]
        false = kept.model_validate_json(canonical(kept.to_json() | fields))
        from adjudicator.matches.saves import save_bytes

        path.write_bytes(save_bytes(false, log_size=None, views=None, keys={}))
    assert checkpoint_before(match.folder, rules, read, 3) is None
    assert Logged.open(match.folder, GAMES).past(3) == right


def test_a_false_checkpoint_that_fits_is_found_out_by_what_is_made_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no hash of the log covers, such as what is awaited, is not believed either."""
    match = played(tmp_path / "m")
    right = Logged.open(match.folder, GAMES).past(3)
    monkeypatch.setattr(
        "adjudicator.matches.published.logged.checkpoint_before",
        lambda folder, rules, read, n: right.saved.model_copy(
            update={"n": 2, "k": 3, "head": log_of(match).lines[3].hash}
        ),
    )
    assert Logged.open(match.folder, GAMES).past(3) == right


def test_a_folder_holds_so_many_at_most(tmp_path: Path) -> None:
    match: Match = new(tmp_path / "m")
    folder = match.folder / "referee/checkpoints"
    for n in range(1, 700):
        keep_checkpoint(match.folder, match.saved.model_copy(update={"n": n}))
        numbers = [int(path.stem) for path in folder.glob("*.json")]
        assert len(numbers) <= 32
        assert n < 2 or n - max(numbers) < n / 16 + 2, "the newest is near"
    assert sorted(numbers) == [32 * step for step in range(1, 22)]
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())
