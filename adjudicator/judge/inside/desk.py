"""The folder of the page, and the command that is run in it as at a terminal.

The page sends a request as JSON and gets an answer as JSON. What a command prints, its exit code
and what it writes are those of the command line, for it is the command line that runs.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from adjudicator.api.composing import composing_page
from adjudicator.api.mailed import MailedState, read_state
from adjudicator.api.named_files import SheetFile
from adjudicator.api.problems import Located, Refused, RefusedFile, as_json, render
from adjudicator.api.texts import paragraphs_text
from adjudicator.core.limits import MAX_SIZE
from adjudicator.judge.inside.intake import unpacked
from adjudicator.judge.inside.things import acts, match_of, things

__all__ = ["Desk", "Ran"]


class Ran(NamedTuple):
    """What a command did."""

    code: int
    """Its exit code."""
    printed: tuple[tuple[str, str], ...]
    """What it printed, in order: `out` or `err`, and a text."""
    written: tuple[str, ...]
    """The files of the folder that it made or changed."""

    @property
    def out(self) -> str:
        """What it printed to stdout."""
        return "".join(text for stream, text in self.printed if stream == "out")

    @property
    def err(self) -> str:
        """What it printed to stderr."""
        return "".join(text for stream, text in self.printed if stream == "err")


class Desk:
    """The folder of the page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._judged: tuple[tuple[str, int, int], MailedState] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    def answer(self, asked: str) -> str:
        """Answers a request of the page: `{"do": ..., ...}`; what was refused stands in it."""
        request = json.loads(asked)
        try:
            found = getattr(self, f"_do_{request.pop('do')}")(**request)
        except RefusedFile as error:
            found = {"refused": [render(one) for one in error.located]}
        except Refused as error:
            found = {"refused": [render(Located(one, "")) for one in error.problems]}
        return json.dumps(found)

    def warm(self) -> None:
        """Loads what the first command would wait for: the rules of all games, what judges form."""
        from adjudicator.api.listing import list_games
        from adjudicator.cli.app import command_named

        list_games()
        for name in ("check", "report", "status", "verify"):
            command_named(name)
        self.run(["schemas", "order-sheet"])

    def take(self, name: str, raw: bytes) -> tuple[str, ...]:
        """Puts what was dropped into the folder; returns the paths.

        A file takes the place of the one of the same name, unless that is of another match; a
        folder takes it as a whole.

        Raises:
            Refused: it is too large or damaged.
        """
        came = unpacked(name, raw)
        for folder in dict.fromkeys(one.path.parts[0] for one in came if len(one.path.parts) > 1):
            shutil.rmtree(self.folder / folder, ignore_errors=True)
        taken = []
        for path, content in came:
            where = self._place(path, content)
            taken.append(where.relative_to(self.folder).parts[0])
            where.parent.mkdir(parents=True, exist_ok=True)
            where.write_bytes(content)
            if "referee" in path.parts[:-1]:  # Nobody else is here, and the match says so.
                where.chmod(0o600)
                where.parent.chmod(0o700)
        return tuple(dict.fromkeys(taken))

    def _place(self, path: PurePosixPath, raw: bytes) -> Path:
        """Returns where a file goes: beside one of the same name that is of another match."""
        where = self.folder / path
        if len(path.parts) > 1:
            return where
        match = match_of(raw)
        for number in count(2):
            if not where.is_file() or match_of(where.read_bytes()) == match:
                break
            where = self.folder / f"{path.stem}-{number}{path.suffix}"
        return where

    def run(self, argv: Sequence[str]) -> Ran:
        """Runs a command in the folder, as at a terminal: `adjudicator ARGV`."""
        from adjudicator.cli.app import main

        before = dict(self._files())
        printed: list[tuple[str, str]] = []
        with _terminal(self.folder, ["adjudicator", *argv], printed):
            try:
                main()
                code: Any = 0
            except SystemExit as end:
                code = end.code or 0
        written = [path for path, stamp in self._files() if before.get(path) != stamp]
        return Ran(int(code), tuple(printed), tuple(written))

    def zipped(self, paths: Sequence[str]) -> bytes:
        """Returns files and folders as a ZIP archive; of the same ones, the same bytes."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for named in paths:
                top = self.folder / named
                inner = sorted(top.rglob("*")) if top.is_dir() else [top]
                for path in (one for one in inner if one.is_file() and one.name != ".lock"):
                    name = path.relative_to(self.folder).as_posix()
                    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                    entry.external_attr = (path.stat().st_mode & 0xFFFF) << 16
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(entry, path.read_bytes())
        return file.getvalue()

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.name != ".lock":
                stat = path.stat()
                yield path.relative_to(self.folder).as_posix(), (stat.st_mtime_ns, stat.st_size)

    def _here(self, path: str) -> Path:
        """Returns a path below the folder; ValueError for one that leads out of it."""
        pure = PurePosixPath(path)
        if pure.is_absolute() or ".." in pure.parts:
            raise ValueError("a path of the page leads out of its folder")
        return self.folder / pure

    # -- requests of the page

    def _do_take(self, name: str, at: str) -> dict[str, Any]:
        """Takes the file that the page has put somewhere."""
        came = Path(at)
        raw = came.read_bytes()
        came.unlink()
        return {"taken": self.take(name, raw)}

    def _do_list(self) -> dict[str, Any]:
        found = things(self.folder)
        return {
            "things": [
                {**one._asdict(), "acts": [act._asdict() for act in acts(one, found)]}
                for one in found
            ]
        }

    def _do_run(self, argv: list[str]) -> dict[str, Any]:
        return self.run(argv)._asdict()

    def _do_compose(self, path: str, seat: str, at: str) -> dict[str, Any]:
        """Writes a page on which a sheet is made, and says what the seat's key gives to it."""
        page = composing_page(self._here(path), seat)
        Path(at).write_text(page, encoding="utf-8")
        return {"at": at, "is_there": bool(page), "header": self._header(path, seat)}

    def _header(self, path: str, seat: str) -> dict[str, Any]:
        """Returns pledge and blind as `template` writes them, where the seat's key lies here, and
        the key file with what it remembers: a page for chains takes both."""
        name = read_state(self._here(path)).name
        keys = [one.path for one in things(self.folder)
                if (one.kind, one.seat, one.name) == ("secret", seat, name)]  # fmt: skip
        ran = self.run(["template", path, seat]) if keys else None
        if ran is None or ran.code:
            return {}
        sheet = json.loads(ran.out)
        seen = keys[0].removesuffix(".json") + ".seen.jsonl"
        files = [
            {"name": one, "text": self._here(one).read_text(encoding="utf-8")}
            for one in (keys[0], seen)
            if self._here(one).is_file()
        ]
        return {"pledge": sheet.get("pledge"), "blind": sheet.get("blind"), "files": files}

    def _do_judge(self, path: str, sheet: str) -> dict[str, Any]:
        """Judges a sheet in the making: nothing is remembered, and nothing is written."""
        where = self._here(path)
        stat = where.stat()
        stamp = (path, stat.st_mtime_ns, stat.st_size)
        if self._judged is None or self._judged[0] != stamp:
            self._judged = (stamp, read_state(where))
        checked = self._judged[1].check(SheetFile("sheet", sheet.encode()))
        told = paragraphs_text((*checked.preview, *checked.chances)) if checked.is_read else ""
        return {
            "acceptable": checked.is_acceptable,
            "problems": [as_json(one) for one in checked.problems],
            "told": told,
        }

    def _do_forget(self, path: str) -> dict[str, Any]:
        gone = self._here(path)
        if gone.is_dir():
            shutil.rmtree(gone)
        else:
            gone.unlink(missing_ok=True)
        return {}

    def _do_zip(self, paths: list[str], at: str) -> dict[str, Any]:
        Path(at).write_bytes(self.zipped([p for p in paths if self._here(p).exists()]))
        return {"at": at}

    def _do_kept(self) -> dict[str, Any]:
        """Returns the key files, and what they remember: the page keeps them in its store."""
        found = {
            path.name: path.read_text(encoding="utf-8")
            for path in sorted(self.folder.glob("key-*.json*"))
            if path.stat().st_size <= MAX_SIZE
        }
        return {"kept": found}

    def _do_keep(self, kept: dict[str, str]) -> dict[str, Any]:
        """Puts key files out of the store of the page back; those that lie there stay."""
        for name, text in kept.items():
            path = self._here(PurePosixPath(name).name)
            if path.match("key-*.json*") and not path.exists():
                path.write_text(text, encoding="utf-8")
                path.chmod(0o600)
        return {}


class _Stream(io.BytesIO):
    """What is printed to one stream, kept in one list with the other's."""

    def __init__(self, name: str, printed: list[tuple[str, str]]) -> None:
        super().__init__()
        self.stream, self.printed = name, printed

    def write(self, raw: Any, /) -> int:
        """Keeps what was printed."""
        content = bytes(raw)
        self.printed.append((self.stream, content.decode("utf-8", "backslashreplace")))
        return len(content)


@contextlib.contextmanager
def _terminal(folder: Path, argv: list[str], printed: list[tuple[str, str]]) -> Iterator[None]:
    """Stands in for a terminal meanwhile: arguments, current folder, what is printed."""
    was, args = Path.cwd(), sys.argv
    streams = [
        io.TextIOWrapper(_Stream(name, printed), encoding="utf-8", write_through=True)
        for name in ("out", "err")
    ]
    os.chdir(folder)
    sys.argv = argv
    stdin, sys.stdin = sys.stdin, io.StringIO()
    try:
        with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
            yield
    finally:
        for stream in streams:
            stream.flush()
        os.chdir(was)
        sys.argv, sys.stdin = args, stdin
