"""The end of a log that was torn, or damaged: cut with a notice or refused, never misread."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.audit.tfd1 import json_hash
from adjudicator.cli.common import Exit
from adjudicator.core.values import canonical
from adjudicator.matches.log_file import repair_log, whole_log
from tests.reliability.operations import command, content, laboratory
from tests.reliability.tails import LOG, Grown, grow, opened, try_blocks, try_lengths


@pytest.fixture
def grown(tmp_path: Path) -> Iterator[Grown]:
    """A match before its second opening, in the present folder."""
    with laboratory(), contextlib.chdir(tmp_path):
        yield grow(tmp_path)


def test_a_last_opening_of_any_length_is_cut(grown: Grown, request: pytest.FixtureRequest) -> None:
    every = 1 if request.config.getoption("--exhaustive") else 29
    assert try_lengths(grown, every) > 10


def test_blocks_of_the_last_opening_that_never_came_to_the_disk_are_cut(
    grown: Grown, request: pytest.FixtureRequest
) -> None:
    every = 1 if request.config.getoption("--exhaustive") else 29
    assert try_blocks(grown, every) > 20


def test_what_no_save_vouches_for_is_refused(grown: Grown) -> None:
    """Without a save nobody knows where the last addition began; with one, only it is cut."""
    shutil.copytree("m/now", "known")
    damaged = grown.new[:-200] + bytes(100) + grown.new[-100:]
    two = damaged + grown.new[len(grown.old) :]
    inside = grown.old[:-9] + b"\0" + grown.old[-8:]
    early = grown.old.replace(b'"t":"open"', b'"t":"ope\0"') + b"x\n"
    known = Path("m/openings/n0002-turn-1-march")
    for name, raw in (("cut", damaged), ("no save", damaged), ("made known", damaged),
                      ("told", damaged),
                      ("another head", damaged), ("early", early),
                      ("two openings", two), ("inside", inside), ("both", inside + b"x\n"),
                      ("JSON", grown.old + b"{}\n"),
                      ("JSON first", grown.old + b"{}\nx\n")):  # fmt: skip
        shutil.rmtree("m")
        shutil.copytree("start", "m")
        LOG.write_bytes(raw)
        if name == "another head":
            save = json.loads(Path("m/referee/save.json").read_bytes()) | {"head": "00" * 32}
            del save["sha256"]
            save["sha256"] = json_hash(save)
            Path("m/referee/save.json").write_bytes(canonical(save) + b"\n")
        if name == "no save":
            Path("m/referee/save.json").unlink()
        if name == "made known":  # by an older program
            known.mkdir(parents=True)
        if name == "told":
            shutil.copytree("known", "m/now", dirs_exist_ok=True)
        before = content(Path("m"))
        ran = command("mend m")
        assert ran.code == (Exit.DONE if name == "cut" else Exit.UNUSABLE), (name, ran)
        assert (content(Path("m")) == before) == (name != "cut"), name


def test_a_log_that_another_run_has_written_to_since_is_not_cut(grown: Grown) -> None:
    LOG.write_bytes(grown.new[:-40])
    found = whole_log(Path("m"))
    LOG.write_bytes(grown.new)
    assert not repair_log(Path("m"), found)
    assert LOG.read_bytes() == grown.new


def test_a_log_that_lacks_its_last_line_feed_is_whole(grown: Grown) -> None:
    LOG.write_bytes(grown.new[:-1])
    assert opened().notices == ("log.jsonl lacked its last line feed",)
    assert opened().notices == ()
    shutil.rmtree("start")
    assert content(Path()) == grown.after


@pytest.mark.parametrize(
    "garbage",
    [b"\0" * 700, b"garbage", b"\xff\xfe", b'{"t":"lock"', b"{}", b" ", b"\r", b"[" * 9999,
     b"garbage\n", b"\n", b"\0\n\n\0"],
)  # fmt: skip
def test_garbage_at_the_end_is_cut(grown: Grown, garbage: bytes) -> None:
    LOG.write_bytes(grown.new + garbage)
    (notice,) = opened().notices
    assert f"{len(garbage)} bytes" in notice
    shutil.rmtree("start")
    assert content(Path()) == grown.after


def damaged(new: bytes, old: bytes) -> dict[str, bytes]:
    """Returns logs with damage that no killed run leaves, by name."""
    lines = new.splitlines(keepends=True)
    return {
        "empty": b"",
        "a line of another log": new + lines[1],
        "CRLF throughout": new.replace(b"\n", b"\r\n"),
        "CRLF at the end": new[:-1] + b"\r\n",
        "a byte order mark": b"\xef\xbb\xbf" + new,
        "UTF-16": new.decode().encode("utf-16"),
        "a line lost": b"".join(lines[:2] + lines[3:]),
        "a line doubled": b"".join(lines[:2] + lines[1:]),
        "line 0 cut": new[10:],
        "zeros at the end": new[:-30] + b"\0" * 30 + b"\n",
        "the last opening again": new + new[len(old) :],
    }


def test_other_damage_is_refused_and_left_as_it_is(grown: Grown) -> None:
    assert command("adjudicate m blue.json").code == Exit.DONE  # its opening was made already
    for name, raw in damaged(grown.new, grown.old).items():
        LOG.write_bytes(raw)
        before = content(Path("m"))
        for words in ("status m", "check m blue.json", "adjudicate m blue.json"):
            ran = command(words)
            assert ran.code == Exit.UNUSABLE, (name, words, ran)
        assert command("verify m").code in (Exit.NO, Exit.UNUSABLE), name
        assert content(Path("m")) == before, name
    LOG.write_bytes(grown.new)
    assert command("status m").code == Exit.DONE


def test_damage_in_the_middle_that_keeps_the_size_is_found_by_verify(grown: Grown) -> None:
    """What lies between the ends of the log is read by `verify`, not by every command."""
    shutil.rmtree("start")
    lines, size = grown.new.splitlines(keepends=True), len(grown.new)
    logs = [
        b"".join([lines[0], lines[2], lines[1], *lines[3:]]),
        grown.new[: size // 2] + b"\0" * 30 + grown.new[size // 2 + 30 :],
    ]
    for place in range(1, size, 211):
        flipped = bytearray(grown.new)
        flipped[place] ^= 1
        logs.append(bytes(flipped))
    for raw in logs:
        LOG.write_bytes(raw)
        assert command("verify m").code in (Exit.NO, Exit.UNUSABLE), raw
        assert command("status m").code in (Exit.DONE, Exit.UNUSABLE), raw
        assert content(Path()) == {**grown.after, "m/log.jsonl": raw}


def test_line_0_is_always_read_whole(grown: Grown) -> None:
    """A join that was changed is noticed by every command, though the size is as before."""
    place = grown.new.index(b'"salt":"') + 8
    LOG.write_bytes(grown.new[:place] + b"f" + grown.new[place + 1 :])
    assert LOG.read_bytes() != grown.new
    ran = command("status m")
    assert ran.code == Exit.UNUSABLE, ran
