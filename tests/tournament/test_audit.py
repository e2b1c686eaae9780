"""The audit of an event: a whole one is sound, and each falsified one is caught by its code."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament import auditing
from adjudicator.tournament.audit_logs import audited_log
from adjudicator.tournament.auditing import audit_event, audit_folder
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from tests.errors.catalogue import _no_pictures
from tests.tournament.audit_mutants import MUTANTS, AuditMutant, is_caught
from tests.tournament.audited_events import swiss
from tests.tournament.forged_events import FORGERIES


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Swiss of seven, made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpeningFiles, "write_views", _no_pictures)
        yield swiss(tmp_path_factory.mktemp("audited") / "cup")


def test_a_whole_event_is_sound(sound: Path) -> None:
    """Every log, draw, pairing, offer and result: nothing is found; two workers say the same."""
    event = open_event(sound)
    found = audit_event(event)
    assert found.findings == ()
    assert found.verdict == "sound"
    assert [one.match for one in found.matches] == [*event.matches]
    assert all(one.verdict == "sound" and one.openings and one.head for one in found.matches)
    assert audit_event(event, workers=2) == found
    assert audit_folder(sound) == found


@pytest.fixture(scope="module")
def known() -> dict[object, object]:
    """What logs and engines said before: nine of ten forgeries touch neither."""
    return {}


@pytest.fixture
def _once(monkeypatch: pytest.MonkeyPatch, known: dict[object, object]) -> None:
    """Verifies each log once, and asks the engine once about each file."""
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)
    pair = Gacrux.pair

    def verified(folder: Path) -> object:
        key = (folder.name, (folder / "log.jsonl").read_bytes())
        if key not in known:
            known[key] = audited_log(folder)
        return known[key]

    def paired(self: Gacrux, trf: str, **how: object) -> object:
        key = (trf, *map(str, how.values()))
        if key not in known:
            known[key] = pair(self, trf, **how)  # type: ignore[arg-type]  # passed on
        return known[key]

    monkeypatch.setattr(auditing, "audited_log", verified)
    monkeypatch.setattr(Gacrux, "pair", paired)


@pytest.mark.usefixtures("_once")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.exhaustive] if number % 2 else [])
        for number, name in enumerate(FORGERIES)
    ],
)
def test_a_falsified_event_is_caught(sound: Path, tmp_path: Path, name: str) -> None:
    """By the code that says what was done."""
    folder = tmp_path / "cup"
    shutil.copytree(sound, folder)
    code, forge = FORGERIES[name]
    forge(folder)
    found = audit_folder(folder)
    codes = {one.code for one in found.findings} | {one.code for one in found.matches}
    assert code in codes, found.findings
    assert found.verdict != "sound"


@pytest.mark.parametrize("mutant", MUTANTS[::6], ids=lambda one: one.new)
def test_a_fault_in_the_audit_shows(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: AuditMutant
) -> None:
    """`python -m tests.tournament.audit_mutants` tries all of them."""
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)
    assert is_caught(mutant, sound, tmp_path / "cup")
