"""The files of an event, damaged in every way: all problems at once, and never a fault of ours."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.problems import Located, Refused, RefusedFile
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.chain import event_hash
from adjudicator.tournament.deciding import Decision, claim, rule
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import open_event
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import NOW, cup, started

FILES = ("tournament.json", "players.json", "rounds/01/draw.json", "rounds/01/pairing.json",
         "results.jsonl")  # fmt: skip
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1.5, "", "x", "p999", "../..", "\u202e", "a\nb", [], {}, [[]],
    ["p001", "p001"], {"east": "p001"}, {"": ""}, "9" * 5000, "1/0", "2027-02-30",
)  # fmt: skip

_DAYS = [
    {"starts": f"2027-{month:02}-01", "ends": f"2027-{month:02}-28"} for month in (2, 3, 4)
]  # fmt: skip


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with a round, a claim and a result."""
    folder = tmp_path_factory.mktemp("event") / "cup"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpeningFiles, "write_views", _no_pictures)
        cup(folder, ["Anna", "Bert", "Cleo"], format={"kind": "groups", "size": 4},
            apart=[["p001", "p002"]], people=True)  # fmt: skip
        started(folder)
        claim(folder, "01-01", "p001" if "p001" in open_event(folder).seated("01-01").values()
              else "p002", "mine", now=NOW)  # fmt: skip
        rule(folder, "01-01", Decision(kind="agreed", by="r1", reason="both"), now=NOW)
    return folder


def _changed(document: Any) -> Iterator[Any]:
    """Yields a document with one value changed, left out, or added, in every place."""
    if isinstance(document, dict):
        for key, value in document.items():
            rest = {name: one for name, one in document.items() if name != key}
            yield rest
            yield {**rest, "\u202e": value}
            for other in _changed(value):
                yield {**document, key: other}
    elif isinstance(document, list):
        yield [*document, *document]
        for place, value in enumerate(document):
            yield document[:place] + document[place + 1 :]
            for other in _changed(value):
                yield [*document[:place], other, *document[place + 1 :]]
    yield from STRANGE


def _read(folder: Path) -> tuple[Located, ...]:
    """Reads an event and its standings; returns why it is refused."""
    try:
        standings_of(open_event(folder))
    except RefusedFile as error:
        return error.located
    return ()


@pytest.mark.parametrize("name", FILES)
def test_changed_files(event: Path, tmp_path: Path, name: str) -> None:
    """Each is read as it is, or refused with a place; standings never fail."""
    folder = tmp_path / "cup"
    shutil.copytree(event, folder, ignore=shutil.ignore_patterns("matches", ".lock"))
    path = folder / name
    before = path.read_bytes()
    lines = before.splitlines() if name.endswith("l") else [before]
    refused = read = 0
    for number, line in enumerate(lines):
        for place, changed in enumerate(_changed(json.loads(line))):
            if place % 11:  # all would take long, and show no more
                continue
            raw = json.dumps(changed).encode() + b"\n"
            path.write_bytes(b"\n".join(lines[:number]) + b"\n" * bool(number) + raw)
            located = _read(folder)
            refused += bool(located)
            read += not located
            assert all(one.line or one.problem.kind == "unusable" for one in located)
            for one in located:
                assert "\u202e" not in one.problem.message + one.problem.hint + one.text
    assert refused > read


@pytest.mark.parametrize("raw", [b"", b"\0" * 9, b"{", b"[]", b"\xff\xfe", b"[" * 5000, b"{}{}"])
@pytest.mark.parametrize("name", FILES)
def test_cut_off_and_foreign_files(event: Path, tmp_path: Path, name: str, raw: bytes) -> None:
    """Power cuts, and files of something else."""
    folder = tmp_path / "cup"
    shutil.copytree(event, folder, ignore=shutil.ignore_patterns("matches", ".lock"))
    (folder / name).write_bytes(raw)
    if name == "results.jsonl" and not raw:
        assert open_event(folder).lines == ()
        return
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    assert {one.source for one in caught.value.located} == {str(folder / name)}


def test_all_files_are_told_at_once(event: Path, tmp_path: Path) -> None:
    """One run tells what is wrong with each of them."""
    folder = tmp_path / "cup"
    shutil.copytree(event, folder, ignore=shutil.ignore_patterns("matches", ".lock"))
    for name in FILES:
        (folder / name).write_bytes(b'{"schema_version": 2, "extra": 1}\n')
    with pytest.raises(Refused) as caught:
        open_event(folder)
    assert isinstance(caught.value, RefusedFile)
    assert {one.source for one in caught.value.located} == {str(folder / name) for name in FILES}


def test_no_name_is_in_the_hash_of_an_event(event: Path) -> None:
    """Title and referees may be called otherwise; all else is fixed."""
    told = open_event(event).written
    other = told.model_copy(
        update={
            "title": "Another",
            "referees": [one.model_copy(update={"name": "X"}) for one in told.referees],
        }
    )
    assert event_hash(other) == event_hash(told)
    assert event_hash(told.model_copy(update={"odd": "twice"})) != event_hash(told)


def test_an_event_without_its_first_draw_says_so(event: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    shutil.copytree(event, folder)
    (folder / "rounds/01/draw.json").unlink()
    (found,) = _read(folder)
    assert (found.problem.code, Path(found.source).name) == ("no-such-file", "draw.json")


@pytest.mark.parametrize(
    ("changes", "path", "hint"),
    [
        ([{"format": {"kind": "swiss", "rounds": 2}}], (0, "format"), "both, format and dates"),
        ([{"dates": []}, {"dates": _DAYS[:1]}], (1, "dates"), "both, format and dates"),
        ([{"format": {"kind": "swiss", "rounds": 2}, "dates": _DAYS[:1]}], (0, "dates"),
         "Give each round its dates"),
        ([{"sides": "both"}, {"title": "Mug"}], (0, "sides"), "seeded"),
    ],
)  # fmt: skip
def test_what_amendments_leave_is_wrong_at_the_last_of_them(
    tmp_path: Path, changes: list[dict[str, Any]], path: tuple[Any, ...], hint: str
) -> None:
    """Not at the field, which is as it was at the start."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"], dates=_DAYS)
    told = json.loads((folder / "tournament.json").read_bytes())
    told["amendments"] = [
        {"n": n, "day": "2027-01-15", "by": "r1", "reason": "so", "changes": one}
        for n, one in enumerate(changes, 1)
    ]
    (folder / "tournament.json").write_text(json.dumps(told))
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    (one,) = caught.value.located
    place, field = path
    assert one.problem.path == ("amendments", place, "changes", field)
    assert hint in one.problem.hint


def test_who_an_amendment_names_and_nobody_is(tmp_path: Path) -> None:
    """Referees more, and who is kept apart."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"])
    told = json.loads((folder / "tournament.json").read_bytes())
    changes = {"apart": [["p001", "p009"]]}
    told["amendments"] = [
        {"n": 1, "day": "2027-01-15", "by": "r1", "reason": "so", "changes": changes}
    ]
    (folder / "tournament.json").write_text(json.dumps(told))
    with pytest.raises(RefusedFile) as caught:
        open_event(folder).check_known()
    assert caught.value.problems[0].path == ("amendments", 0, "changes", "apart", 0, 1)
