"""Saved mails in the place of files: what stands in them, each with the name of its mail."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.api.named_files import MAX_LOG, SheetFile, as_sheet_file, read_bytes
from adjudicator.api.problems import Located, Problem, RefusedFile, render
from adjudicator.api.sheet_text import said_hash
from adjudicator.api.texts import visible
from adjudicator.cli.terminal import STDIN
from adjudicator.post.reading.intake import read_mail
from adjudicator.post.reading.mail import Mail

if TYPE_CHECKING:  # whoever has one has loaded it
    from adjudicator.api.match import Match

__all__ = ["is_mail", "mailed_files"]

_TYPED = "standard input"
_MBOX = re.compile(rb"(?:\A|(?<=\n\n))From [^\n]*\n(?=[!-9;-~]+:)")
"""Where a mail begins in an mbox: below an empty line, and a field follows."""
_FIELDS = re.compile(
    rb"^(from|to|subject|date|message-id|received|mime-version|return-path|delivered-to"
    rb"|content-type|references|in-reply-to):",
    re.IGNORECASE | re.MULTILINE,
)


def is_mail(path: Path, start: bytes) -> bool:
    """Whether a file is a mail, or an mbox of several.

    Args:
        start: its first bytes.
    """
    if path.suffix.lower() in (".eml", ".mbox", ".mbx") or start.startswith(b"From "):
        return True
    head = start.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    if not re.match(rb"[!-9;-~]+:", head) or head.startswith((b"sheet:", b"state:")):
        return False
    return len({name.lower() for name in _FIELDS.findall(head)}) > 1


def mailed_files(
    path: Path, *, only_checks: bool = False, match: Match | None = None
) -> list[SheetFile]:
    """Returns the sheets, pledges and joins of a mail, of an mbox, or of what is read from stdin.

    In an mbox of several, a mail that was not meant to bring one is passed over, and told.

    Args:
        path: the file; `STDIN`: standard input, which may be a sheet as it is too.
        only_checks: nothing is filed: a mail that asks for a check alone is read too.
        match: whose letters the mails may answer: a template in words, as `mail` wrote it, is none.

    Raises:
        RefusedFile: a mail holds none, or what it holds cannot be read; nothing of any is taken.
        UnusableFile: the file cannot be read.
    """
    is_typed = path == STDIN
    source = _TYPED if is_typed else str(path)
    raw = sys.stdin.buffer.read(MAX_LOG + 1) if is_typed else read_bytes(path, limit=MAX_LOG)
    if is_typed and not is_mail(path, raw[:4096]):
        return [as_sheet_file(raw, source)]
    if len(raw) > MAX_LOG:
        raise RefusedFile([Located(_too_large(), source)])
    raw = raw.replace(b"\r\n", b"\n")
    mails = _MBOX.split(raw)[1:] if _MBOX.match(raw) else [raw]
    own = frozenset() if match is None else _templates(match)
    found: list[SheetFile] = []
    problems: list[Located] = []
    beside: list[Located] = []
    for number, one_mail in enumerate(mails, 1):
        name = source if len(mails) == 1 else f"{source}: mail {number}"
        read = read_mail(one_mail, own=own, by_hand=True)
        for problem in _problems(read, only_checks=only_checks):
            if problem.warning:
                typer.echo(render(Located(problem, name)), err=True)
            elif problem.code == "mail-without-sheet" and len(mails) > 1:
                beside.append(Located(problem, name))
            else:
                problems.append(Located(problem, name))
        for sheet in read.found:
            what = "attachment " if sheet.where == "attachment" else ""
            found.append(SheetFile(f"{name}: {what}{sheet.source}", sheet.raw, sheet.signature))
            for repair in sheet.repairs:
                typer.echo(f"notice: {name}: mended: {repair}", err=True)
        for passage in read.passages:
            to = visible(passage.to or "all")
            typer.echo(f"notice: {name}: its words to {to} are passed on by nobody", err=True)
    if problems or not found:
        raise RefusedFile(problems or beside)
    for one in beside:
        typer.echo(f"notice: {one.source}: {visible(one.problem.message)}", err=True)
    return found


def _templates(match: Match) -> frozenset[str]:
    """Returns the hashes of the sheets to fill in that stand in the letters of a match."""
    from adjudicator.post.letters.turn import blank_sheet

    sheets = (blank_sheet(match, seat) for seat in match.seats)
    return frozenset(said_hash(sheet) for sheet in sheets if sheet is not None)


def _problems(read: Mail, *, only_checks: bool) -> Iterator[Problem]:
    """Yields why nothing of a mail is taken, and notices."""
    yield from read.problems
    asked = read.command
    if asked is not None and asked.word == "check" and read.found and not only_checks:
        yield Problem(
            "only-check-asked",
            'the first line of this mail is "check": its sheet is to be judged, and not filed',
            hint="Name it to `adjudicator check`; ask for a mail without that word.",
            kind="invalid",
        )
    if not read.found and all(one.warning for one in read.problems):
        yield Problem("mail-without-sheet", _instead(read), hint=_HINT, kind="invalid")


_HINT = "Ask for the sheet again: attached as a file, or pasted above what the mail answers."


def _instead(read: Mail) -> str:
    """Returns what stands in a mail in the place of a sheet."""
    if read.command is not None:
        words = " ".join((read.command.word, *read.command.arguments))
        return f'this mail holds no sheet; its first line asks for "{words}"'
    if read.passages or read.problems:
        return "this mail holds no sheet, only words to be passed on"
    return f"this mail holds no sheet; {read.automatic}"


def _too_large() -> Problem:
    return Problem(
        "mail-too-large",
        f"nothing is read of these mails: they have more than {MAX_LOG} bytes together",
        hint="Save those with sheets alone.",
        kind="unusable",
    )
