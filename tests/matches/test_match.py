"""A match as a folder: made, played, copied, damaged and mended, with the toy game."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.replay import replay
from adjudicator.core.problem import Problem, Refused, TryAgain, Unusable
from adjudicator.core.values import MAX_INTEGER, canonical
from adjudicator.documents.problems import RefusedFile, UnusableFile
from adjudicator.documents.storage import match_lock, write_atomically
from adjudicator.matches import match as match_files
from adjudicator.matches import newest_views, opening_files, stored_sheets
from adjudicator.matches import opened as opened_files
from adjudicator.matches.match import Match
from adjudicator.matches.opened import Played
from tests.core.toy_orders import MARCH
from tests.matches.toy_match import GAMES, bids, files, new, render, sheet


def test_a_new_match_has_all_its_files(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    assert set(files(match.folder)) == {
        ".gitattributes", ".gitignore", "log.jsonl", "match.json",
        "now/events.json", "now/map.svg", "now/report.html", "now/report.txt", "now/stamp.json",
        "now/state.json", "referee/people.json", "referee/save.json",
        "referee/secret.json",
    }  # fmt: skip
    assert (match.folder / "referee/secret.json").stat().st_mode & 0o777 == 0o600
    state = json.loads((match.folder / "now/state.json").read_bytes())
    assert [pending["seat"] for pending in state["pending"]] == ["blue", "red"]
    assert state["header"]["n"] == 1


def test_a_match_is_played_and_can_be_made_again_from_its_log(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    first = match.adjudicate(bids(match))
    assert first.opening is not None
    second = match.adjudicate([sheet(match, "blue", orders=MARCH)])
    assert second.opening is not None
    assert [len(rolled.values) for rolled in second.opening.run.rolls] == [1, 2]
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    again = replay(match.rules, read)
    assert again.problems == ()
    assert again.saved == match.saved
    before = files(match.folder)
    (match.folder / "referee/save.json").unlink()
    opened = Match.open(match.folder, GAMES, render)
    assert opened.saved == match.saved
    assert opened.notices
    assert files(match.folder) == before


def test_same_inputs_same_bytes(tmp_path: Path) -> None:
    def play(folder: Path) -> dict[str, bytes]:
        match = new(folder)
        match.adjudicate(bids(match))
        match.adjudicate([sheet(match, "blue", orders=MARCH)])
        return files(folder)

    assert play(tmp_path / "a") == play(tmp_path / "b")


def test_sheets_wait_until_all_are_in_and_can_be_replaced(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    blue, red = bids(match)
    waiting = match.adjudicate([red])
    assert waiting.opening is None
    assert match.waiting_seats() == ("red",)
    log_before = (match.folder / "log.jsonl").read_bytes()
    replaced = bids(match, red=4)[1]
    assert match.adjudicate([replaced]).opening is None
    assert (match.folder / "log.jsonl").read_bytes() == log_before
    done = match.adjudicate([blue])
    assert done.opening is not None
    assert done.opening.run.state.mover == "red"


def test_a_refused_sheet_changes_nothing_and_all_problems_are_told(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    before = files(match.folder)
    stale: list[tuple[str, dict[str, Any]]] = [
        ("other-match", {"game": "00" * 32}),
        ("other-opening", {"n": 9}),
        ("other-head", {"head": "00" * 32}),
        ("unknown-seat", {"player": "green"}),
        ("pledge-without-chain", {"pledge": "00" * 32}),
        ("topic-not-now", {"orders": {**MARCH, "bids": []}}),
        ("unknown-topic", {"orders": {"marsh": []}}),
        ("unknown-order", {"orders": {"march": [{"order": "walk"}]}}),
        ("nobody-marched", {"orders": {"march": []}}),
        ("other-schema", {"$schema": "elsewhere"}),
    ]
    for code, change in stale:
        with pytest.raises(RefusedFile) as refused:
            match.adjudicate([sheet(match, "blue", **{"orders": MARCH, **change})])
        assert [one.problem.code for one in refused.value.located] == [code]
        assert all(one.line for one in refused.value.located)
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate([sheet(match, "blue", orders={"bids": [], "march": []})])
    told = [one.problem.code for one in refused.value.located]
    assert told == ["topic-not-now", "nobody-marched"], "what is misplaced hides nothing"
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate([sheet(match, "red", orders=MARCH)])
    assert [one.problem.code for one in refused.value.located] == ["not-awaited"]
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate([("a.json", b"{"), ("b.json", b"[]")])
    assert {one.source for one in refused.value.located} == {"a.json", "b.json"}
    assert files(match.folder) == before


def test_a_plan_is_withheld_while_its_player_turn_goes_on(tmp_path: Path) -> None:
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    first = match.adjudicate([sheet(match, "blue", orders=MARCH)])
    assert first.opening is not None
    assert first.opening.published.keys() == {2}  # its only topic is carried out
    orders = {"march": [*MARCH["march"], {"order": "march", "unit": "champion", "count": 1}]}
    other = new(tmp_path / "o", mode="external")
    other.adjudicate(bids(other))
    held = other.adjudicate([sheet(other, "blue", orders=orders)])
    assert held.opening is not None
    assert held.opening.published == {}
    assert not (other.folder / "orders/n0002").exists()
    assert [p.topic for p in held.saved.pending] == ["rolls"]
    rolls = {"turn-1/weather/soldier-2": [2], "turn-1/weather/champion-3": [2],
             "turn-1/fight/attacker": [1, 1], "never": [1]}  # fmt: skip
    # The save can be made again from the log and the stored sheets; not from the log alone.
    read = log.parse_log((other.folder / "log.jsonl").read_bytes())
    assert replay(other.rules, read).waiting_for == (2,)
    (other.folder / "referee/save.json").unlink()
    other = Match.open(other.folder, GAMES, render)
    done = other.adjudicate([], rolls)
    assert done.notices == ("never was given, but never rolled",)
    assert done.opening is not None
    assert done.opening.published.keys() == {2}
    kinds = [
        line.payload.kind
        for line in log.parse_log((other.folder / "log.jsonl").read_bytes()).lines
        if isinstance(line.payload, log.Sheets | log.ExternalRoll)
    ]
    assert kinds == ["external-roll"] * 3 + ["sheets"]
    read = log.parse_log((other.folder / "log.jsonl").read_bytes())
    assert replay(other.rules, read).problems == ()


def test_a_torn_log_is_cut_to_its_last_whole_opening(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    before = files(match.folder)
    whole = (match.folder / "log.jsonl").read_bytes()
    second = match.adjudicate([sheet(match, "blue", orders=MARCH)])
    assert second.opening is not None
    after = (match.folder / "log.jsonl").read_bytes()
    for cut in range(len(whole) + 1, len(after), 97):
        (match.folder / "log.jsonl").write_bytes(after[:cut])
        opened = Match.open(match.folder, GAMES, render)
        assert (match.folder / "log.jsonl").read_bytes() == whole
        assert opened.notices
        assert opened.saved.n == 1
    played = opened.adjudicate([])
    assert played.opening is not None
    assert (match.folder / "log.jsonl").read_bytes() == after
    assert set(before) <= set(files(match.folder))


@pytest.mark.parametrize("openings", [0, 1])
def test_a_log_without_its_last_line_feed_loses_nothing(tmp_path: Path, openings: int) -> None:
    match = new(tmp_path / "m")
    if openings:
        match.adjudicate(bids(match))
    whole = files(match.folder)
    (match.folder / "log.jsonl").write_bytes(whole["log.jsonl"].rstrip())
    opened = Match.open(match.folder, GAMES, render)
    assert opened.notices == ("log.jsonl lacked its last line feed",)
    assert files(match.folder) == whole


def test_a_copy_is_played_and_the_original_stays(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    before = files(match.folder)
    copy = match.copy_to(tmp_path / "out")
    played: Played = copy.adjudicate(bids(copy))
    assert played.opening is not None
    assert files(match.folder) == before
    with pytest.raises(Unusable):
        match.copy_to(tmp_path / "out")


@pytest.mark.parametrize("was_there", [False, True])
def test_a_copy_that_is_refused_is_taken_away(tmp_path: Path, *, was_there: bool) -> None:
    match, out = new(tmp_path / "m"), tmp_path / "out"
    if was_there:
        out.mkdir()
    with pytest.raises(Refused), match.copied_to(out) as copy:
        copy.adjudicate([sheet(copy, "blue", head="00" * 32)])
    assert out.exists() == was_there
    assert not files(out)
    with match.copied_to(out) as copy:
        copy.adjudicate(bids(copy))
    assert Match.open(out, GAMES, render).saved.n == 1


def test_folders_that_are_no_match_are_named(tmp_path: Path) -> None:
    with pytest.raises(Unusable):
        Match.open(tmp_path, GAMES, render)
    (tmp_path / "log.jsonl").write_bytes(b"{}\n")
    with pytest.raises(Unusable):
        Match.open(tmp_path, GAMES, render)
    (tmp_path / "log.jsonl").write_bytes(b"")
    with pytest.raises(Unusable):
        Match.open(tmp_path, GAMES, render)
    match = new(tmp_path / "m")
    with pytest.raises(Unusable):
        Match.open(match.folder, {}, render)
    with pytest.raises(Unusable):
        new(match.folder)
    secret = json.loads((match.folder / "referee/secret.json").read_bytes())
    (match.folder / "referee/secret.json").write_bytes(canonical(secret | {"master": "00" * 32}))
    with pytest.raises(Unusable):
        match.adjudicate(bids(match))


def test_public_mode_has_no_secret(tmp_path: Path) -> None:
    match = new(tmp_path / "m", mode="public")
    assert not (match.folder / "referee/secret.json").exists()
    assert match.genesis.offer.anchor is None
    assert match.adjudicate(bids(match)).opening is not None
    with pytest.raises(Unusable):
        match.adjudicate([], {"turn-1/weather/soldier-2": [1]})


class Killed(BaseException):
    """The process is gone."""


class DyingDisk:
    """Survives so many writes, then the process is killed."""

    def __init__(self, survived: int) -> None:
        self.left = survived

    def write(self, path: Path, content: bytes, *, mode: int = 0o644, **durably: bool) -> None:
        if not self.left:
            raise Killed
        self.left -= 1
        write_atomically(path, content, mode=mode)

    def append(self, path: Path, content: bytes) -> None:
        self.write(path, path.read_bytes() + content)


def test_killed_at_any_write_the_match_is_as_before_or_as_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = new(tmp_path / "whole")
    whole.adjudicate(bids(whole))
    last = sheet(whole, "blue", orders=MARCH)
    before = files(whole.folder)
    whole.adjudicate([last])
    after = files(whole.folder)
    for survived in itertools.count():
        folder = tmp_path / f"killed-{survived}"
        part = new(folder)
        part.adjudicate(bids(part))
        assert files(folder) == before
        disk = DyingDisk(survived)
        with monkeypatch.context() as patch:
            for module in (opened_files, newest_views, opening_files, stored_sheets):
                patch.setattr(module, "write_atomically", disk.write)
            patch.setattr(match_files, "append_durably", disk.append)
            try:
                part.adjudicate([last])
            except Killed:
                killed = True
            else:
                killed = False
        again = Match.open(folder, GAMES, render)
        if again.saved.n == 1:
            # Before the log grew: the match is as before, but for a sheet that waits.
            assert {k: v for k, v in files(folder).items() if "orders" not in k} == {
                k: v for k, v in before.items() if "orders" not in k
            }
            again.adjudicate([] if again.waiting_seats() else [last])
        assert files(folder) == after
        if not killed:
            break
    assert survived > 8


def test_looking_at_a_match_writes_nothing_while_another_run_has_it(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    (match.folder / "referee/save.json").unlink()
    shutil.rmtree(match.folder / "now")
    before = files(match.folder)
    with match_lock(match.folder):
        opened = Match.open(match.folder, GAMES, render)
    assert (opened.saved, opened.notices) == (match.saved, ())
    assert files(match.folder) == before
    assert len(Match.open(match.folder, GAMES, render).notices) == 2


def test_a_match_that_went_on_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    slow = Match.open(match.folder, GAMES, render)
    given = bids(match)
    match.adjudicate(given)
    before = files(match.folder)
    with pytest.raises(TryAgain):
        slow.adjudicate(given)
    assert files(match.folder) == before


def test_a_save_of_more_openings_than_the_log_has_lines_is_made_again(tmp_path: Path) -> None:
    """Its hash is right: somebody made it so, to keep others busy counting."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    path = match.folder / "referee/save.json"
    whole = path.read_bytes()
    save = json.loads(whole) | {"n": MAX_INTEGER}
    del save["sha256"]
    path.write_text(json.dumps(save | {"sha256": tfd1.json_hash(save)}))
    assert Match.open(match.folder, GAMES, render).saved == match.saved
    assert path.read_bytes() == whole


def test_a_changed_save_is_not_trusted(tmp_path: Path) -> None:
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    assert match.saved.journal
    whole = files(match.folder)
    path = match.folder / "referee/save.json"
    save = json.loads(whole["referee/save.json"])
    position = save["position"]
    changes: list[dict[str, Any]] = [
        {"position": {**position, "turn": 9}, "checkpoint": {**save["checkpoint"], "turn": 9}},
        {"journal": save["journal"][:-1]}, {"pending": []}, {"n": 7}, {"k": 7}, {"sheets": []},
        {"withheld": [1]}, {"standing": {"red": {"n": 1, "orders": []}}}, {"is_over": True},
    ]  # fmt: skip
    for change in changes:
        changed = {key: value for key, value in (save | change).items() if key != "sha256"}
        for named in (save["sha256"], tfd1.json_hash(changed)):
            path.write_bytes(canonical({**changed, "sha256": named}))
            opened = Match.open(match.folder, GAMES, render)
            if named == save["sha256"] or "position" in change or "k" in change:
                assert opened.notices == (
                    "referee/save.json was made again from the log and the sheets",
                )
                assert files(match.folder) == whole
    path.write_bytes(b"[]")
    Match.open(match.folder, GAMES, render)
    assert files(match.folder) == whole


def test_a_sheet_that_waits_is_judged_again(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    blue, red = bids(match)
    match.adjudicate([red])
    stored = stored_sheets.orders_folder(match.folder, 1) / "red.json"
    changes: list[dict[str, Any]] = [
        {"n": 2}, {"head": "00" * 32}, {"game": "00" * 32}, {"player": "blue"}, {"t": "order"},
        {"orders": MARCH},
    ]  # fmt: skip
    for change in changes:
        stored.write_bytes(canonical(json.loads(red[1]) | change))
        before = files(match.folder)
        with pytest.raises(UnusableFile) as refused:
            match.adjudicate([blue])
        assert {one.source for one in refused.value.located} == {str(stored)}
        assert files(match.folder) == before
    done = match.adjudicate([blue, red])
    assert done.opening is not None
    with pytest.raises(RefusedFile) as twice:
        match.adjudicate([sheet(match, "blue"), sheet(match, "blue")])
    assert [one.problem.code for one in twice.value.located] == ["second-sheet"]


def test_a_false_start_is_refuted(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    genesis = match.genesis
    offer = genesis.offer.model_copy(update={"start": "00" * 32})
    for change in ({"offer": offer}, {"joins": genesis.joins[:1]}):
        line = read.lines[0]._replace(payload=genesis.model_copy(update=change))
        (problem,) = replay(match.rules, read._replace(lines=(line, *read.lines[1:]))).problems
        assert problem.code == "rules-disagree"
        assert problem.path[0] == 0


def test_lost_pictures_are_made_again(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    whole = files(match.folder)
    shutil.rmtree(match.folder / "now")
    opened = Match.open(match.folder, GAMES, render)
    assert opened.notices == ("map and report of opening 2 were made again",)
    assert files(match.folder) == whole


def test_an_opening_in_the_log_is_told_though_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(tmp_path / "m")
    given = bids(match)

    def no_room(path: Path, content: bytes, *, mode: int = 0o644, **durably: bool) -> None:
        if path.name == "save.json":
            raise TryAgain(Problem("disk-full", "no room", kind="unusable"))
        write_atomically(path, content, mode=mode)

    with monkeypatch.context() as patched:
        patched.setattr(opened_files, "write_atomically", no_room)
        played = match.adjudicate(given)
    assert played.opening is not None
    assert isinstance(played.failure, TryAgain)
    opened = Match.open(match.folder, GAMES, render)
    assert opened.saved == played.saved
    assert len(opened.notices) == 2


def test_a_damaged_secret_is_an_unusable_file(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    (match.folder / "referee/secret.json").write_bytes(b"{")
    with pytest.raises(UnusableFile):
        match.adjudicate(bids(match))


def test_a_new_sheet_replaces_one_that_waits_and_was_damaged(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    blue, red = bids(match)
    match.adjudicate([red])
    (stored_sheets.orders_folder(match.folder, 1) / "red.json").write_bytes(b"{")
    with pytest.raises(Unusable):
        match.adjudicate([blue])
    assert match.adjudicate([red]).opening is None
    assert match.waiting_seats() == ("red",)
    assert match.adjudicate([blue]).opening is not None


def test_a_published_copy_is_the_sheet_that_was_locked(tmp_path: Path) -> None:
    """A stored sheet that was changed after its lock is not passed on as the player's."""
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    orders = {"march": [*MARCH["march"], {"order": "march", "unit": "champion", "count": 1}]}
    match.adjudicate([sheet(match, "blue", orders=orders)])
    stored = stored_sheets.orders_folder(match.folder, 2) / "blue.json"
    stored.write_bytes(stored.read_bytes().replace(b"champion", b"soldier"))
    rolls = {"turn-1/weather/soldier-2": [2], "turn-1/weather/champion-3": [2],
             "turn-1/fight/attacker": [1, 1]}  # fmt: skip
    match.adjudicate([], rolls)
    published = json.loads((match.folder / "orders/n0002/blue.json").read_bytes())
    assert published["orders"] == orders
