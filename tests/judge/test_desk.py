"""What lies on the page, what can be done with it, and that the command line does it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from adjudicator.audit.tfd1 import json_hash
from adjudicator.documents.sheet_lines import packed_sheet
from adjudicator.judge.inside.desk import Desk
from adjudicator.judge.inside.things import acts, things
from tests.judge.driver import natively, unzipped, zipped

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRST = EXAMPLES / "fortress-america-1986"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A page's folder."""
    return Desk(tmp_path / "desk")


def _acts(desk: Desk) -> dict[str, list[str]]:
    found = things(desk.folder)
    return {one.path: [" ".join(act.argv) for act in acts(one, found)] for one in found}


def test_a_sheet_is_judged_by_its_position(desk: Desk) -> None:
    """Of the same match alone, and of no other seat's view."""
    state = json.loads((FIRST / "before" / "now" / "state.json").read_text())
    desk.take("state.json", json.dumps(state).encode())
    desk.take("other.json", json.dumps(state).replace(state["header"]["game"], "0" * 64).encode())
    desk.take("western.json", (FIRST / "western.json").read_bytes())
    found = _acts(desk)
    assert found["western.json"][0] == "check state.json western.json"
    assert not any("other.json" in act for act in found["western.json"])
    assert found["state.json"][:2] == ["state.json western", "status state.json"]


def test_positions_of_two_matches_lie_beside_each_other(desk: Desk) -> None:
    """A newer one of the same match takes the place of the older."""
    first = (FIRST / "before" / "now" / "state.json").read_bytes()
    other = (EXAMPLES / "stratix-match" / "now" / "state.json").read_bytes()
    assert desk.take("state.json", first) == ("state.json",)
    assert desk.take("state.json", other) == ("state-2.json",)
    assert desk.take("state.json", first + b"\n") == ("state.json",)
    assert desk.take("state.json", other) == ("state-2.json",)
    assert (desk.folder / "state.json").read_bytes() == first + b"\n"


def test_things_are_told(desk: Desk) -> None:
    """By what they say of themselves, never by their names."""
    desk.take("a", (FIRST / "before" / "now" / "state.json").read_bytes())
    desk.take("b", (FIRST / "western.json").read_bytes())
    desk.take("c", packed_sheet((FIRST / "western.json").read_bytes()).encode())
    desk.take("d", (EXAMPLES / "stratix-match" / "log.jsonl").read_bytes())
    desk.take("e", b"\xff\x00 nothing")
    desk.take("f.svg", b"<svg/>")
    desk.take("before.zip", zipped(FIRST / "before"))
    desk.take("g", b'{"t":"view"}')
    desk.take("h", b'{"t":["orders"]}')
    told = {one.path: (one.kind, one.seat, one.n) for one in things(desk.folder)}
    assert told == {
        "a": ("view", "", 1), "b": ("orders", "western", 1), "c": ("orders", "western", 1),
        "d": ("log", "", 0), "e": ("file", "", 0), "f.svg": ("map", "", 0),
        "before": ("match", "", 0), "g": ("view", "", 0), "h": ("file", "", 0),
    }  # fmt: skip


def test_a_command_says_what_it_says_at_a_terminal(desk: Desk, tmp_path: Path) -> None:
    """Both streams in order, the exit code, and what was written."""
    native = tmp_path / "native"
    native.mkdir()
    for name, path in (("state.json", FIRST / "before" / "now" / "state.json"),
                       ("western.json", FIRST / "western.json")):  # fmt: skip
        shutil.copy(path, native / name)
        desk.take(name, path.read_bytes())
    where, args = Path.cwd(), list(sys.argv)
    for argv in (
        ("check", "state.json", "western.json"), ("check", "state.json", "nothing.json"),
        ("status", "state.json"), ("help", "nine-fields"), ("--version",),
        ("template", "state.json", "western", "--out", "mine.json"),
    ):  # fmt: skip
        expected = natively(native, *argv)
        ran = desk.run(argv)
        assert (ran.code, "".join(text for _, text in ran.printed)) == expected, argv
    assert ran.written == ("mine.json",)
    assert (Path.cwd(), sys.argv) == (where, args)


def test_a_match_goes_in_and_out(desk: Desk, tmp_path: Path) -> None:
    """What is private in it is closed; the archive of the same files is the same each time."""
    raw = zipped(FIRST / "before")
    assert desk.take("before.zip", raw) == ("before",)
    assert (desk.folder / "before" / "referee").stat().st_mode & 0o77 == 0
    assert unzipped(desk.zipped(["before"])) == unzipped(raw)
    assert desk.zipped(["before"]) == desk.zipped(["before"])
    (desk.folder / "before" / "more").write_text("x")
    desk.take("before.zip", raw)
    assert not (desk.folder / "before" / "more").exists()


def test_keys_are_the_commands_files(desk: Desk, tmp_path: Path) -> None:
    """They are given to the page for its store and taken back, with what they remember."""
    assert natively(tmp_path, "new", "nine-fields", "club", "--joins").code == 0
    desk.take("offer.json", (tmp_path / "club" / "offer.json").read_bytes())
    joins = next(one for one in things(desk.folder) if one.kind == "offer")
    assert [act.argv for act in acts(joins, ())] == [
        ("join", "offer.json", "east"), ("join", "offer.json", "west"),
    ]  # fmt: skip
    ran = desk.run(["join", "offer.json", "west"])
    assert set(ran.written) == {"join-club-west.json", "key-club-west.json"}
    assert desk.run(["join", "offer.json", "east"]).code == 0
    for seat in ("west", "east"):
        shutil.copy(desk.folder / f"join-club-{seat}.json", tmp_path)
    joined = natively(tmp_path, "begin", "club", "join-club-west.json", "join-club-east.json")
    assert joined.code == 0, joined
    desk.take("state.json", (tmp_path / "club" / "now" / "state.json").read_bytes())
    assert desk.run(["template", "state.json", "west", "--out", "west-1.json"]).code == 0
    assert (
        "remembered in key-club-west.seen.jsonl"
        in desk.run(["check", "state.json", "west-1.json"]).out
    )
    kept = json.loads(desk.answer('{"do": "kept"}'))["kept"]
    assert {*kept} == {"key-club-west.json", "key-club-west.seen.jsonl", "key-club-east.json"}
    sheet = json.loads((desk.folder / "west-1.json").read_text())
    assert json_hash(sheet) in kept["key-club-west.seen.jsonl"]
    later = Desk(tmp_path / "later")
    later.answer(json.dumps({"do": "keep", "kept": {**kept, "../key-x.json": "{}", "evil.sh": ""}}))
    assert {path.name for path in later.folder.iterdir()} == {*kept, "key-x.json"}
    assert not (tmp_path / "key-x.json").exists()
    assert (later.folder / "key-club-west.json").stat().st_mode & 0o77 == 0


def test_requests(desk: Desk, tmp_path: Path) -> None:
    """What the page asks: what is refused is told; no path leads out of the folder."""
    at = tmp_path / "came"
    at.write_bytes(b"PK\x03\x04 nothing")
    answer = json.loads(desk.answer(json.dumps({"do": "take", "name": "a.zip", "at": str(at)})))
    assert "cannot be unpacked" in answer["refused"][0]
    assert not at.exists()
    at.write_bytes(b"{}")
    desk.answer(json.dumps({"do": "take", "name": "a.json", "at": str(at)}))
    (listed,) = json.loads(desk.answer('{"do": "list"}'))["things"]
    assert (listed["path"], listed["kind"], listed["acts"]) == ("a.json", "file", [])
    for request in (
        {"do": "forget", "path": "../desk"},
        {"do": "zip", "paths": ["/etc"], "at": "x"},
    ):
        with pytest.raises(ValueError, match="leads out"):
            desk.answer(json.dumps(request))
    desk.answer('{"do": "forget", "path": "a.json"}')
    assert not any(desk.folder.iterdir())
    assert json.loads(desk.answer('{"do": "run", "argv": ["--version"]}'))["code"] == 0
