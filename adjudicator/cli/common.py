"""What all commands share: finding the match, printing problems, exit codes."""

from __future__ import annotations

import enum
import errno
import json
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from adjudicator.api.named_files import (
    MAX_SIZE,
    REFEREE,
    SheetFile,
    command,
    is_closed,
    is_referees,
    read_bytes,
    read_json,
    sheet_file,
)
from adjudicator.api.problems import (
    Located,
    Problem,
    Refused,
    RefusedFile,
    ReplayDivergence,
    TryAgain,
    Unusable,
    as_json,
    render,
    summary,
)
from adjudicator.api.texts import in_json, visible
from adjudicator.cli.terminal import STDIN

if TYPE_CHECKING:  # `verify` of the dice needs no game, and is half as fast with all of them
    from adjudicator.api.mailed import Clone, MailedState
    from adjudicator.api.match import Match
    from adjudicator.api.own_keys import Own
    from adjudicator.api.position import Pending
    from adjudicator.api.shown import Faults


__all__ = [
    "NO_ROOM",
    "OLDER_OPTIONS",
    "PUBLIC_WARNING",
    "STDIN",
    "WIDTH",
    "AsJson",
    "Command",
    "Exit",
    "Force",
    "KeyFile",
    "OwnMap",
    "Traceback",
    "errors_shown",
    "kept_trace",
    "near_to",
    "open_folder",
    "open_match",
    "open_subject",
    "opened_match",
    "places_of",
    "print_json",
    "print_next",
    "print_over",
    "print_pending",
    "print_problems",
    "print_question",
    "report_bug",
    "sheet_files",
    "split_paths",
    "tell_due",
    "tell_faults",
    "tell_notices",
    "tell_of_modes",
    "tell_own",
]

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""What the system says when the disk is full; the same command may work later."""
WIDTH = 80
"""Columns of a terminal; what is to be copied may be wider."""
PUBLIC_WARNING = (
    "WARNING: public mode has no secret. Whoever sends the last sheet can compute the dice before "
    "sending it. Play it among friends only."
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
KeyFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The key file that `join` wrote, if it is not here."),
]

Force = Annotated[
    bool, typer.Option("--force", help="Overwrite a file that is there and says something else.")
]

OwnMap = Annotated[
    Path | None,
    typer.Option(
        "--map",
        metavar="FILE",
        help="The match's own map.json, or the folder of its files, if not beside what is named.",
        show_default=False,
    ),
]


class Exit(enum.IntEnum):
    """Exit codes; the referee's guide explains them (examples/guides/referee.md)."""

    DONE = 0
    NO = 1
    USAGE = 2
    AWAITED = 3
    UNUSABLE = 4
    BUG = 70
    TRY_AGAIN = 75


OLDER_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "map": {"--around": "--crop-hex", "--side": "--crop-side"},
    "odds": {"--behind": "--garrison", "--float": "--approximate", "--plays": "--samples"},
}
"""By command, names of options that were once in use and go on working, with their present ones."""


class Command(TyperCommand):
    """A command whose help shows arguments as a user writes them, without types of Python."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Takes options by their older names too: people have them in scripts."""
        older = OLDER_OPTIONS.get(self.name or "", {})
        words = args[: args.index("--")] if "--" in args else args
        for place, word in enumerate(words):
            name, equals, value = word.partition("=")
            args[place] = f"{older.get(name, name)}{equals}{value}"
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Returns the usage: the arguments stand in it exactly as they name themselves."""
        names = [str(getattr(param, "metavar", None) or param.name) for param in self._arguments()]
        needed = [
            f"{param.opts[0]} {param.metavar}"
            for param in self.params
            if param.param_type_name == "option" and param.required
        ]
        return ["[OPTIONS]", *needed, *names]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes what arguments and options mean."""
        named: list[tuple[str, str]] = []
        options: list[tuple[str, str]] = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None:
                continue
            if param.param_type_name == "argument":
                named.append((re.sub(r" <.*>$", "", record[0]), record[1]))
            else:
                options.append(record)
        for heading, listed in (("Arguments", named), ("Options", options)):
            if listed:
                with formatter.section(heading):
                    formatter.write_dl([(name, text.replace("  [required]", ""))
                                        for name, text in listed])  # fmt: skip

    def _arguments(self) -> list[Any]:
        return [param for param in self.params if param.param_type_name == "argument"]


def open_match(folder: Path) -> Match:
    """Opens a match folder to write: what a killed run left undone is done, and told."""
    from adjudicator.api.match import open_match

    match = open_match(folder)
    tell_notices(match)
    return match


def opened_match(folder: Path) -> Match:
    """Opens a match folder to look at it; what is due is told."""
    from adjudicator.api.match import open_match

    match = open_match(folder, read_only=True)
    tell_notices(match)
    tell_due(match.due, folder)
    return match


def tell_due(due: Sequence[str], folder: Path) -> None:
    """Says what a command that only looks found undone in a match, and which command does it."""
    if not due:
        return
    done = f"    To mend it: {command('mend', folder)}"
    if not is_referees(folder):
        done = "    It was copied or fetched in the middle of a run: fetch it anew."
    typer.echo(f"notice: {folder} is not whole: {'; '.join(due)}.\n{done}", err=True)


def tell_notices(match: Match) -> None:
    """Prints what was repaired in a match folder, once."""
    for notice in match.taken_notices():
        typer.echo(f"notice: {notice}", err=True)


def tell_of_modes(folder: Path) -> None:
    """Tells of a new match folder if the file system lets everybody into what is the referee's."""
    referee = folder / REFEREE
    if not is_closed(referee):
        typer.echo(
            f"notice: this file system does not keep others out of {referee}: keep the match where "
            "nobody else can read it",
            err=True,
        )


def split_paths(paths: Sequence[Path]) -> tuple[Path, list[Path]]:
    """Splits arguments: the match folder (or state.json) if it comes first, else `.`, the rest."""
    if paths and (paths[0].is_dir() or _is_view(paths[0])):
        return paths[0], list(paths[1:])
    return Path(), list(paths)


def sheet_files(
    paths: Sequence[Path], *, only_checks: bool = False, match: Match | None = None
) -> list[SheetFile]:
    """Returns sheets, pledges or joins: of files, of saved mails, of standard input (`-`).

    Args:
        only_checks: nothing is filed.
        match: whose letters the mails may answer: its templates are not taken for sheets.

    Raises:
        RefusedFile: a mail holds none, or one that cannot be read; a packed line is cut.
        UnusableFile: a file is not there, cannot be read or is too large.
    """
    files: list[SheetFile] = []
    for path in paths:
        if path.suffix == ".json" or not _may_be_mail(path):
            files.append(sheet_file(path))
            continue
        from adjudicator.cli.mails import is_mail, mailed_files

        if path == STDIN or is_mail(path, read_bytes(path, limit=4096)):
            files += mailed_files(path, only_checks=only_checks, match=match)
        else:
            files.append(sheet_file(path))
    return files


def _may_be_mail(path: Path) -> bool:
    """Whether a file, by its name and first bytes, is no sheet."""
    if path == STDIN:
        return True
    start = read_bytes(path, limit=64).lstrip(b"\xef\xbb\xbf \t\r\n")
    return not start.startswith((b"{", b"sheet:"))


def _is_view(path: Path) -> bool:
    """Whether a file is a state.json; one that cannot be read is judged by its name."""
    if not path.is_file():
        return False
    try:
        data = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path)).data
    except RefusedFile:
        return path.name.startswith("state")
    return isinstance(data, dict) and data.get("t") == "view"


def places_of(own_map: Path | None, path: Path) -> tuple[Path, ...]:
    """Returns where `--map` says that the map of a match lies; nothing: near what was named.

    Raises:
        typer.BadParameter: a match folder was named, and its map lies in it.
        UnusableFile: there is no such file.
    """
    if own_map is None:
        return ()
    if path.is_dir():
        raise typer.BadParameter("the folder of a match holds its map", param_hint="--map")
    if not own_map.is_dir():
        read_bytes(own_map, limit=0)
    return (own_map,)


def open_folder(folder: Path) -> Match | Clone:
    """Opens a match folder to look at it, and says so where it is a clone that lacks something."""
    from adjudicator.api.match import Match, open_folder

    opened = open_folder(folder)
    if isinstance(opened, Match):
        tell_notices(opened)
        tell_due(opened.due, folder)
        return opened
    for notice in opened.notices:
        typer.echo(f"notice: {notice}", err=True)
    return opened


def open_subject(path: Path, own_map: Path | None = None) -> Match | Clone | MailedState:
    """Opens a match folder or a mailed state.json."""
    places = places_of(own_map, path)
    if not path.is_file():
        return open_folder(path)
    from adjudicator.api.mailed import read_state

    return read_state(path, places=places)


@contextmanager
def errors_shown(outcome: str, *, as_data: bool = False) -> Iterator[None]:
    """Shows what the package raises on purpose, and ends with the exit code that belongs to it.

    Args:
        outcome: what did not happen: "nothing was adjudicated".
        as_data: whether results go to stdout as JSON; then problems do too.
    """
    try:
        yield
    except RefusedFile as error:
        print_problems(error.located, outcome, as_data=as_data)
        code = Exit.UNUSABLE if isinstance(error, Unusable) else Exit.NO
        raise typer.Exit(code) from None
    except Refused as error:
        located = [Located(problem, "") for problem in error.problems]
        print_problems(located, outcome, as_data=as_data)
        code = Exit.UNUSABLE if isinstance(error, Unusable) else Exit.NO
        raise typer.Exit(code) from None
    except TryAgain as error:
        print_problems([Located(error.problem, "")], outcome, as_data=as_data)
        raise typer.Exit(Exit.TRY_AGAIN) from None
    except OSError as error:
        if error.errno in NO_ROOM:
            raise
        message = f"the system refuses it: {(error.strerror or str(error)).lower()}"
        problem = Problem("system-refuses", message, hint="Name another one", kind="unusable")
        print_problems([Located(problem, str(error.filename or ""))], outcome, as_data=as_data)
        raise typer.Exit(Exit.UNUSABLE) from None
    except ReplayDivergence as error:
        problem = Problem(
            "save-diverges",
            f"referee/save.json does not lead where it says: {error}",
            hint="Take the file away: it is made again from the log and the sheets.",
            kind="unusable",
        )
        print_problems([Located(problem, "")], outcome, as_data=as_data)
        raise typer.Exit(Exit.UNUSABLE) from None


def print_problems(located: Sequence[Located], outcome: str, *, as_data: bool = False) -> None:
    """Prints problems on stderr, or as JSON on stdout."""
    if as_data:
        print_json({"outcome": outcome, "problems": [as_json(one) for one in located]})
        return
    for one in located:
        typer.echo(render(one), err=True)
    if outcome:
        typer.echo(summary(located, outcome), err=True)


def near_to(where: Path) -> tuple[Path, ...]:
    """Returns the folders in which a key file is looked for: that of what was named, and this."""
    return (where.parent if where.is_file() else where, Path())


def tell_own(own: Own | None) -> None:
    """Prints what is to be told of a key's record."""
    for notice in own.notices if own is not None else ():
        typer.echo(f"notice: {notice}", err=True)


def print_pending(pending: Sequence[Pending], waiting: Sequence[str] = ()) -> None:
    """Prints what is awaited, one line each.

    Args:
        waiting: the seats whose sheets are in already.
    """
    from adjudicator.api.position import is_unread

    for question in pending:
        if question.topic == "rolls":
            typer.echo(f"due: roll {visible(question.prompt)} as {visible(question.label)}")
        elif is_unread(question):
            typer.echo(f"due: {question.prompt}")
        elif question.topic != "orders":
            typer.echo(f"due: {question.seat}: {visible(question.prompt)}")
            print_question(question, "    ")
        elif question.seat not in waiting:
            typer.echo(f"due: the order sheet of {question.seat}")
    for seat in waiting:
        typer.echo(f"in: the order sheet of {seat}")


def print_next(match: Match) -> None:
    """Says which command lists what to mail."""
    typer.echo(f"next, what to mail: {command('status', match.folder)}")


def print_over(match: Match) -> None:
    """Says how a match that is over has ended."""

    ended, *_ = match.standings
    tell_faults(match.faults)
    typer.echo(ended)


def print_question(question: Pending, indent: str) -> None:
    """Prints by what a question is answered, and with what."""
    words = f"label {question.label}, topic {question.topic}, rule {question.rule}"
    typer.echo(f"{indent}{visible(words)}")
    for option in question.options or ():
        typer.echo(f"{indent}{json.dumps(_tag_first(option))}")


def _tag_first(order: dict[str, Any]) -> dict[str, Any]:
    """Returns an order as people write it: its tag first; saves hold it sorted by key."""
    return {"order": order["order"], **dict(sorted(order.items()))}


def print_json(document: Any) -> None:
    """Prints a result as JSON."""
    typer.echo(in_json(json.dumps(document, indent=2, ensure_ascii=False)))


def report_bug(error: BaseException) -> int:
    """Keeps the trace of a bug in a file and says where; returns the exit code."""
    from adjudicator.api.shown import package_at_fault

    kept = kept_trace("".join(traceback.format_exception(error)))
    frames = traceback.extract_tb(error.__traceback__)
    package = package_at_fault(frame.filename for frame in frames)
    whose = f"the package {package}" if package else "adjudicator"
    typer.echo(f"A bug in {whose}: {type(error).__name__}: {error}", err=True)
    to = "report it to its author" if package else "report it"
    typer.echo(f"The trace is in {kept}; please {to} with your files.", err=True)
    sys.stderr.flush()
    return int(Exit.BUG)


Traceback = Annotated[
    bool,
    typer.Option(
        "--traceback", help="Print the trace of a fault of the program, instead of a file with it."
    ),
]


def tell_faults(faults: Faults, *, traceback: bool = False) -> None:
    """Tells of the faults that were met in what was shown, each once.

    Args:
        traceback: whether traces are printed, and not kept in files.
    """
    for fault in faults.take():
        from adjudicator.api.shown import fault_words

        if traceback:
            typer.echo(visible(fault.trace, keep="\n"), err=True, nl=False)
            kept = "the trace stands above"
        else:
            kept = f"the trace is in {kept_trace(fault.trace)}"
        typer.echo(f"notice: {visible(fault_words(fault, kept))}", err=True)


def kept_trace(trace: str) -> str:
    """Keeps a trace in a new file outside of any match; returns its path."""
    import tempfile

    with tempfile.NamedTemporaryFile(
        "w", prefix="adjudicator-trace-", suffix=".txt", delete=False,
        encoding="utf-8", errors="backslashreplace",
    ) as file:  # fmt: skip
        file.write(trace)
    return file.name
