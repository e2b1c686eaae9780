"""Files: old content or new content, whatever happens in between."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from adjudicator.core.problem import TryAgain
from adjudicator.documents.problems import UnusableFile, render
from adjudicator.documents.storage import (
    Ends,
    append_durably,
    copy_folder,
    cut_durably,
    has_unfinished,
    is_unfinished,
    make_folder,
    match_lock,
    move_file,
    new_folder,
    read_bytes,
    read_ends,
    remove_unfinished,
    sync_names,
    write_atomically,
    write_new,
)

OLD, NEW = b"old content\n" * 1000, b"new content\n" * 2000


def said(caught: pytest.ExceptionInfo[UnusableFile], folder: Path) -> str:
    return "\n".join(map(render, caught.value.located)).replace(str(folder), "F")


def failing(number: int) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


class TestReading:
    def test_content(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(OLD)
        assert read_bytes(path, limit=1 << 20) == OLD
        assert read_bytes(path, limit=10) == OLD[:11]
        assert read_bytes(path, limit=len(OLD)) == OLD

    def test_no_such_file_names_its_neighbours(self, tmp_path: Path) -> None:
        with pytest.raises(UnusableFile) as caught:
            read_bytes(tmp_path / "a.json", limit=99)
        assert said(caught, tmp_path) == (
            "F/a.json: unusable no-such-file: there is no such file\n    The folder F is empty."
        )
        for number in range(10):
            (tmp_path / f"{number}.json").touch()
        (tmp_path / ".hidden").touch()
        with pytest.raises(UnusableFile) as caught:
            read_bytes(tmp_path / "a.json", limit=99)
        assert said(caught, tmp_path).splitlines()[1] == (
            "    In the folder F: 0.json, 1.json, 2.json, 3.json, 4.json, 5.json, 6.json, 7.json"
            " and 2 more."
        )

    def test_a_folder_that_cannot_be_listed_has_no_neighbours(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Path, "iterdir", failing(errno.EACCES))
        with pytest.raises(UnusableFile) as caught:
            read_bytes(tmp_path / "a.json", limit=99)
        assert said(caught, tmp_path) == ("F/a.json: unusable no-such-file: there is no such file")

    @pytest.mark.parametrize("name", ["x/a.json", "file/a.json"])
    def test_no_such_folder(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(UnusableFile) as caught:
            read_bytes(tmp_path / name, limit=99)
        assert said(caught, tmp_path) == (
            f"F/{name}: unusable no-such-file: there is no such file\n"
            f"    There is no folder F/{name[:-7]}."
        )

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(UnusableFile) as caught:
            read_bytes(tmp_path, limit=99)
        assert said(caught, tmp_path) == (
            "F: unusable is-a-folder: this is a folder, not a file\n    Name a file in it."
        )

    def test_what_cannot_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.json"
        os.mkfifo(path)
        with pytest.raises(UnusableFile) as caught:
            read_bytes(path, limit=99)
        assert "unreadable: this is not an ordinary file" in said(caught, tmp_path)
        with pytest.raises(UnusableFile) as caught:
            read_bytes(tmp_path / "a\0b", limit=99)
        assert caught.value.problems[0].code == "unreadable"
        monkeypatch.setattr(Path, "stat", failing(errno.EACCES))
        with pytest.raises(UnusableFile) as caught:
            read_bytes(path, limit=99)
        assert "unreadable: the file cannot be read: permission denied" in said(caught, tmp_path)


class TestWriting:
    def test_new_and_again(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        for content in (OLD, NEW, b""):
            write_atomically(path, content)
            assert path.read_bytes() == content
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

    def test_mode(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            write_atomically(tmp_path / "a.json", OLD)
            write_atomically(tmp_path / "secret.json", OLD, mode=0o600)
        finally:
            os.umask(before)
        assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o640
        assert (tmp_path / "secret.json").stat().st_mode & 0o777 == 0o600

    def test_what_an_earlier_run_left_is_in_nobodys_way(self, tmp_path: Path) -> None:
        left = tmp_path / f".new-{os.getpid()}-0"
        left.write_bytes(b"half")
        write_atomically(tmp_path / "a.json", NEW)
        assert (tmp_path / "a.json").read_bytes() == NEW
        assert left.read_bytes() == b"half"

    def test_short_writes_are_gone_on_with(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = os.write
        monkeypatch.setattr(os, "write", lambda file, content: write(file, content[:1000]))
        write_atomically(tmp_path / "a.json", NEW)
        assert (tmp_path / "a.json").read_bytes() == NEW

    @pytest.mark.parametrize("call", ["open", "write", "fsync", "close"])
    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
    def test_a_full_disk_leaves_the_old_content(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
    ) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(OLD)
        for write in (write_atomically, append_durably):
            with monkeypatch.context() as patched:
                patched.setattr(os, call, failing(number))
                with pytest.raises(TryAgain) as caught:
                    write(path, NEW)
            assert caught.value.problem.code == "disk-full"
            assert path.read_bytes() == OLD
            assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

    def test_a_disk_that_fills_half_way(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(OLD)
        real = os.write
        written: list[int] = []

        def write(file: int, content: memoryview) -> int:
            if written:
                raise OSError(errno.ENOSPC, "No space left on device")
            written.append(real(file, content[:100]))
            return written[0]

        monkeypatch.setattr(os, "write", write)
        with pytest.raises(TryAgain):
            append_durably(path, NEW)
        assert path.read_bytes() == OLD
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

    def test_the_name_is_taken_at_once_or_not_at_all(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(OLD)
        monkeypatch.setattr(Path, "replace", failing(errno.EACCES))
        with pytest.raises(UnusableFile) as caught:
            write_atomically(path, NEW)
        assert said(caught, tmp_path) == (
            "F/a.json: unusable cannot-write: the file cannot be written: permission denied\n"
            "    Check who owns the folder and whether it may be written to."
        )
        assert path.read_bytes() == OLD
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

    def test_an_interruption_is_passed_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(tmp_path / "a.json", NEW)
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_cannot_be_synchronised_does_not_matter(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fsync = os.fsync
        calls: list[int] = []
        reasons = [errno.EINVAL]

        def second_fails(file: int) -> None:
            calls.append(file)
            if len(calls) % 2 == 0:
                raise OSError(reasons[-1], "Some reason")
            fsync(file)

        monkeypatch.setattr(os, "fsync", second_fails)
        write_atomically(tmp_path / "a.json", NEW)
        assert len(calls) == 2
        reasons.append(errno.EIO)
        with pytest.raises(UnusableFile) as caught:
            write_atomically(tmp_path / "a.json", OLD)
        assert "cannot-write: the file cannot be written: some reason" in said(caught, tmp_path)
        assert (tmp_path / "a.json").read_bytes() == OLD
        monkeypatch.delattr(os, "O_DIRECTORY")
        write_atomically(tmp_path / "a.json", OLD)
        assert len(calls) == 5

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            (
                "x/a.json",
                "cannot-write: the file cannot be written: no such file or directory\n"
                "    There is no folder F/x.",
            ),
            ("folder", "is-a-folder: this is a folder, not a file\n    Name a file in it."),
            ("n" * 300, "cannot-write: the file cannot be written: file name too long"),
        ],
    )
    def test_what_cannot_be_written(self, tmp_path: Path, name: str, expected: str) -> None:
        (tmp_path / "folder").mkdir()
        for write in (write_atomically, append_durably):
            with pytest.raises(UnusableFile) as caught:
                write(tmp_path / name, NEW)
            assert said(caught, tmp_path) == f"F/{name}: unusable {expected}"
            assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


class TestAppending:
    def test_only_the_new_bytes_are_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "log.jsonl"
        path.write_bytes(OLD)
        path.chmod(0o600)
        real, written = os.write, []

        def write(file: int, content: memoryview) -> int:
            written.append(real(file, content[:7]))
            return written[-1]

        monkeypatch.setattr(os, "write", write)
        append_durably(path, b"two\nthree\n")
        assert path.read_bytes() == OLD + b"two\nthree\n"
        assert written == [7, 3]
        assert path.stat().st_mode & 0o777 == 0o600

    def test_nothing_is_made(self, tmp_path: Path) -> None:
        with pytest.raises(UnusableFile) as caught:
            append_durably(tmp_path / "log.jsonl", NEW)
        assert caught.value.problems[0].code == "cannot-write"
        assert list(tmp_path.iterdir()) == []

    def test_an_interruption_leaves_the_old_content(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "log.jsonl"
        path.write_bytes(OLD)

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            append_durably(path, NEW)
        assert path.read_bytes() == OLD

    def test_cutting(self, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        path.write_bytes(OLD)
        cut_durably(path, 24)
        assert path.read_bytes() == OLD[:24]
        with pytest.raises(UnusableFile):
            cut_durably(tmp_path, 1)


class TestEnds:
    @pytest.mark.parametrize("between", [0, 1, 1 << 14, 1 << 17])
    @pytest.mark.parametrize("last", [0, 1, (1 << 14) - 1, 1 << 14, 1 << 16])
    def test_first_and_last_line(self, tmp_path: Path, between: int, last: int) -> None:
        path = tmp_path / "log.jsonl"
        content = b"first\n" + b"-" * between + b"\n" + b"x" * last + b"\n"
        path.write_bytes(content)
        assert read_ends(path, limit=1 << 20) == Ends(b"first", b"x" * last, len(content))

    def test_one_line_is_both(self, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        path.write_bytes(b"only\n")
        assert read_ends(path, limit=1 << 20) == Ends(b"only", b"only", 5)

    def test_no_end(self, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        assert read_ends(path, limit=1 << 20) is None
        for content in (b"", b"first", b"first\nlast"):
            path.write_bytes(content)
            assert read_ends(path, limit=1 << 20) is None


class TestFolders:
    def test_the_root_is_never_made(self, tmp_path: Path) -> None:
        assert make_folder(tmp_path, "a", "b") == tmp_path / "a" / "b"
        assert make_folder(tmp_path, "a", "b").is_dir()
        with pytest.raises(UnusableFile):
            make_folder(tmp_path / "x", "a")
        assert not (tmp_path / "x").exists()

    def test_a_new_folder_is_nothing_until_it_is_whole(self, tmp_path: Path) -> None:
        folder = tmp_path / "m"

        def killed_half_way() -> None:
            with new_folder(folder, ("log", "orders")):
                (folder / "log").write_bytes(b"half")
                make_folder(folder, "orders")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            killed_half_way()
        assert is_unfinished(folder)
        (folder / "mine").touch()
        with pytest.raises(UnusableFile) as caught, new_folder(folder, ("log", "orders")):
            pass
        assert caught.value.problems[0].code == "folder-not-empty"
        assert (folder / "log").exists()
        (folder / "mine").unlink()
        with new_folder(folder, ("log", "orders")):
            assert {path.name for path in folder.iterdir()} == {".lock", ".new-match"}
            with pytest.raises(TryAgain), new_folder(folder, ()):
                pass
        assert not is_unfinished(folder)
        with new_folder(folder, ()):  # it holds nothing
            pass

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "m").touch()
        with pytest.raises(UnusableFile) as caught, new_folder(tmp_path / "m", ()):
            pass
        assert caught.value.problems[0].code == "cannot-write"

    def test_a_copy_brings_no_lock_and_nothing_unfinished(self, tmp_path: Path) -> None:
        source = make_folder(tmp_path, "a", "b").parent
        for name in (".lock", ".new-1-0", "x", "b/.new-2-0", "b/y"):
            (source / name).write_bytes(name.encode())
        target = make_folder(tmp_path, "c")
        copy_folder(source, target)
        assert sorted(p.relative_to(target).as_posix() for p in target.rglob("*")) == [
            "b", "b/y", "x",
        ]  # fmt: skip
        assert (target / "b/y").read_bytes() == b"b/y"
        with pytest.raises(UnusableFile):
            copy_folder(source, target)

    def test_what_was_not_finished_is_taken_away(self, tmp_path: Path) -> None:
        folder = make_folder(tmp_path, "a", "b")
        for name in ("x", ".new-1-0"):
            (folder / name).touch()
        assert has_unfinished(folder)
        assert not has_unfinished(tmp_path)
        assert not has_unfinished(tmp_path / "z")
        remove_unfinished(tmp_path)
        assert [path.name for path in folder.iterdir()] == ["x"]


WRITER = """
    import sys
    from pathlib import Path
    from adjudicator.documents.storage import append_durably, write_atomically

    folder = Path(sys.argv[1])
    (folder / "log.jsonl").touch()
    print("ready", flush=True)
    for number in range(10**6):
        block = f"{number:08d}\\n".encode() * 20_000
        write_atomically(folder / "state.json", block)
        append_durably(folder / "log.jsonl", f"{number:08d} ".encode() * 500 + b"\\n")
"""


def test_killed_at_any_moment_a_writer_leaves_whole_content(tmp_path: Path) -> None:
    for attempt in range(6):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        command = [sys.executable, "-c", textwrap.dedent(WRITER), str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                writer.wait(0.02 + 0.013 * attempt)
            writer.send_signal(signal.SIGKILL)
        state = folder / "state.json"
        if state.exists():
            lines = state.read_bytes().splitlines()
            assert len(lines) == 20_000
            assert len(set(lines)) == 1
        added = (folder / "log.jsonl").read_bytes()
        whole = b"".join(f"{number:08d} ".encode() * 500 + b"\n" for number in range(1000))
        assert whole.startswith(added)  # whole additions, and perhaps the first part of one more


class TestLock:
    def test_one_run_at_a_time(self, tmp_path: Path) -> None:
        with match_lock(tmp_path):
            with pytest.raises(TryAgain) as caught, match_lock(tmp_path):
                pass
            assert caught.value.problem.code == "match-locked"
            assert str(caught.value) == f"the match {tmp_path} is locked by another run"
        with match_lock(tmp_path):
            pass

    def test_another_program_sees_the_lock(self, tmp_path: Path) -> None:
        program = """
            import sys
            from pathlib import Path
            from adjudicator.core.problem import TryAgain
            from adjudicator.documents.storage import match_lock

            try:
                with match_lock(Path(sys.argv[1])):
                    pass
            except TryAgain:
                sys.exit(75)
        """
        command = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)]
        with match_lock(tmp_path):
            assert subprocess.run(command, check=False).returncode == 75
        assert subprocess.run(command, check=False).returncode == 0

    def test_a_lock_is_freed_when_the_run_fails(self, tmp_path: Path) -> None:
        with pytest.raises(ZeroDivisionError), match_lock(tmp_path):
            raise ZeroDivisionError
        with match_lock(tmp_path):
            pass

    def test_no_folder_and_no_permission(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(UnusableFile) as caught, match_lock(tmp_path / "x"):
            pass
        assert said(caught, tmp_path) == (
            "F/x: unusable no-such-file: there is no such folder\n    Name the folder of a match."
        )
        monkeypatch.setattr(FileLock, "acquire", failing(errno.EROFS))
        with pytest.raises(UnusableFile) as caught, match_lock(tmp_path):
            pass
        assert "cannot-write" in said(caught, tmp_path)


def test_what_is_written_is_synchronised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No power cut takes away what a command has said that it wrote: file and folder."""
    real, synced = os.fsync, set[int]()

    def recorded(file: int) -> None:
        synced.add(os.fstat(file).st_ino)
        real(file)

    def inodes(*paths: Path) -> set[int]:
        return {path.stat().st_ino for path in paths}

    monkeypatch.setattr(os, "fsync", recorded)
    log, one, two = tmp_path / "log", tmp_path / "one", tmp_path / "two"
    write_atomically(log, b"1\n2\n")
    assert inodes(log, tmp_path) <= synced
    synced.clear()
    append_durably(log, b"3\n")
    assert inodes(log) <= synced
    synced.clear()
    cut_durably(log, 2)
    assert inodes(log) <= synced
    synced.clear()
    make_folder(tmp_path, "one", "inner")
    assert inodes(tmp_path, one) <= synced
    make_folder(tmp_path, "two")
    write_new(one / "f", b"")
    assert inodes(one, one / "f") <= synced
    synced.clear()
    move_file(one / "f", two)
    assert not synced
    assert (two / "f").exists()
    sync_names(one)
    assert inodes(one) == synced


def test_what_can_be_made_again_is_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[int] = set()
    monkeypatch.setattr(os, "fsync", lambda file: synced.add(os.fstat(file).st_ino))
    path = make_folder(tmp_path, "now", lasting=False) / "map.svg"
    write_atomically(path, b"<svg/>", lasting=False)
    assert path.read_bytes() == b"<svg/>"
    assert not synced
    write_atomically(path, b"<svg></svg>", named=False)
    assert {path.stat().st_ino} == synced
