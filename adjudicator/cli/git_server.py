"""git check, git init: what a server or a forge asks of a push, and how it comes to ask."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.api.problems import Problem, Refused, summary
from adjudicator.cli.common import Exit, errors_shown

if TYPE_CHECKING:
    from adjudicator.repository.commits import Judged, RefUpdate

__all__ = ["Annotate", "Forge", "check", "init"]

ACCOUNTS = ("ADJUDICATOR_ACCOUNT", "GL_USER", "REMOTE_USER")
"""Variables by which a server tells a hook who pushed: that of a forced command or of our
workflows, that of gitolite, that of a web server."""
MOST_UPDATES = 1 << 20
"""The most bytes of a hook's input that are read."""


class Annotate(StrEnum):
    """How problems are told."""

    TEXT = "text"
    GITHUB = "github"
    GITLAB = "gitlab"
    SUMMARY = "summary"


class Forge(StrEnum):
    """Where a match is played."""

    BARE = "bare"
    GITHUB = "github"
    GITLAB = "gitlab"
    FORGEJO = "forgejo"


def check(
    revisions: Annotated[
        str | None,
        typer.Argument(
            metavar="[RANGE]",
            help="OLD..NEW: the commits that are in NEW and not in OLD, which is trusted "
            "[default: what a push would send].",
            show_default=False,
        ),
    ] = None,
    *,
    repository: Annotated[
        Path,
        typer.Option("--in", metavar="FOLDER", help="The clone, or a folder in it."),
    ] = Path(),
    annotate: Annotated[
        Annotate, typer.Option(help="For people, or as a forge wants it.")
    ] = Annotate.TEXT,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it into a file.")
    ] = None,
    summary_file: Annotated[
        Path | None,
        typer.Option("--summary", metavar="FILE", help="Add all of it to a file, as Markdown."),
    ] = None,
    secret: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the referee's secret lies, which opens sealed sheets: never where others "
            "read what is printed.",
        ),
    ] = None,
    push: Annotated[
        bool,
        typer.Option("--push", help="In a pre-receive hook: read what is pushed from it."),
    ] = False,
) -> None:
    """Judge the sheets in commits, and that the commits hold nothing else; change nothing.

    Who pushed is taken from ADJUDICATOR_ACCOUNT, GL_USER (gitolite) or REMOTE_USER, where a server
    sets them.
    """
    if push and revisions is not None:
        raise typer.BadParameter("in a hook the range comes from the hook", param_hint="RANGE")
    outcome = "the push was refused" if push else "these commits would be refused"
    with errors_shown(outcome):
        from adjudicator.repository.commits import judge_commits, judge_push, range_of
        from adjudicator.repository.git import open_git

        git, accounts = open_git(repository, quarantined=push), _accounts()
        identity = None if secret is None else _identity(secret)
        if push:
            judged = judge_push(git, _updates(), accounts=accounts, identity=identity)
        else:
            since, until = range_of(git, revisions)
            judged = judge_commits(git, since, until, accounts=accounts, identity=identity)
        told = _told(judged, annotate, outcome, brief=push)
        if summary_file is not None:
            _add(summary_file, _markdown(judged, outcome))
        if out is not None:
            from adjudicator.api.named_files import write_wanted

            write_wanted(out, told.encode(errors="backslashreplace"), force=True)
        else:
            typer.echo(told, nl=False)
    if not judged.is_good:
        raise typer.Exit(Exit.NO)


def init(
    folder: Annotated[
        Path, typer.Argument(metavar="[MATCH]", help="The folder of a match [default: .].")
    ] = Path(),
    *,
    forge: Annotated[
        Forge | None,
        typer.Option(
            help="A bare repository with hooks, or a forge with its workflows "
            "[default: neither; whoever plays makes the turns].",
            show_default=False,
        ),
    ] = None,
    bare: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="The bare repository: spring.git."),
    ] = None,
    accounts: Annotated[
        list[str] | None,
        typer.Option("--account", metavar="SEAT=NAME", help="Who may push for a seat."),
    ] = None,
    branch: Annotated[str, typer.Option(metavar="NAME", help="The branch.")] = "main",
    is_open: Annotated[
        bool, typer.Option("--open", help="Sheets lie open, though the referee could unseal them.")
    ] = False,
    page: Annotated[
        str | None,
        typer.Option(
            metavar="BRANCH",
            help="Each turn publishes the page for spectators on this branch, such as gh-pages.",
        ),
    ] = None,
    url: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where that page can be read, for its feed.")
    ] = "",
) -> None:
    """Make the repository of a match, and the hooks or workflows that judge sheets and make turns.

    Only what everybody may know goes into it. What people have to do themselves is told.
    """
    if (bare is not None) != (forge == Forge.BARE):
        raise typer.BadParameter("--forge bare needs --out, and nothing else does")
    with errors_shown("no repository was made"):
        from adjudicator.repository.beginning import Place, begin_repository
        from adjudicator.repository.git import is_ref

        for name, option in ((branch, "--branch"), (page, "--page")):
            if name is not None and not is_ref(f"refs/heads/{name}"):
                raise typer.BadParameter("no plain name of a branch", param_hint=option)
        if url and page is None:
            raise typer.BadParameter("it belongs to --page", param_hint="--url")
        place = Place(
            "none" if forge is None else forge.value, bare, branch, _named(accounts or []),
            is_open, _program(), page, url,
        )  # fmt: skip
        try:
            begun = begin_repository(folder, place, datetime.now(UTC))
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    for notice in begun.notices:
        typer.echo(f"notice: {notice}", err=True)
    for path in begun.files:
        typer.echo(f"wrote {path}")
    typer.echo(
        f"{'commit' if begun.is_new else 'nothing to commit; the tip is'} {begun.commit[:12]}"
    )
    if begun.steps:
        typer.echo("\nnext, by people:")
    for step in begun.steps:
        typer.echo(f"      {step[2:]}" if step.startswith("$ ") else f"  * {step}")


def _named(accounts: Sequence[str]) -> dict[str, list[str]]:
    """Returns by seat the accounts that were named for it."""
    found: dict[str, list[str]] = {}
    for one in accounts:
        seat, equals, name = one.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"{one!r} is no SEAT=NAME", param_hint="--account")
        found.setdefault(seat, []).append(name)
    return found


def _program() -> tuple[str, ...]:
    """Returns how a hook, whose PATH is not the caller's, calls this program.

    No module is looked for in the folder where a hook runs.
    """
    return (sys.executable, "-P", "-m", "adjudicator")


def _accounts() -> tuple[str, ...]:
    """Returns the names by which a server knows who pushed; a variable may hold several."""
    told = (os.environ[name] for name in ACCOUNTS if name in os.environ)
    return tuple(name for names in told for name in names.split() or [""])


def _identity(folder: Path) -> str:
    """Returns the age key that follows from the referee's secret."""
    from adjudicator.api.age_keys import age_key_in
    from adjudicator.api.fetched import secret_in

    found = secret_in(folder)
    if found is None:
        message = "no secret.json lies there, and none in referee/ in it"
        raise typer.BadParameter(message, param_hint="--secret")
    return age_key_in(found, "secret.json").identity


def _updates() -> list[RefUpdate]:
    """Returns what a hook is told of a push.

    Raises:
        Refused: it is not what git tells a hook.
    """
    from adjudicator.repository.commits import RefUpdate

    raw = sys.stdin.buffer.read(MOST_UPDATES + 1)
    try:
        if len(raw) > MOST_UPDATES or not raw:
            raise ValueError("too much, or nothing")
        lines = raw.decode(errors="surrogateescape").split("\n")
        return [RefUpdate.of_line(line) for line in lines if line]
    except ValueError:
        message = "this is not what git tells a pre-receive hook"
        hint = "`git check --push` is for hooks; say `adjudicator git check OLD..NEW`."
        raise Refused([Problem("no-push", message, hint=hint, kind="invalid")]) from None


def _lines(judged: Judged, outcome: str) -> list[str]:
    """Returns what is to be said besides the problems: what is good, and what came of it."""
    if not judged.is_good:
        return [summary(judged.problems, outcome)]
    if not judged.good:
        return ["no sheet is in these commits, and nothing that players do not write"]
    return [
        f"{one.path}: good for {one.seat}, opening {one.n}"
        if one.hash
        else f"{one.path}: sealed, for opening {one.n}; nobody has looked"
        for one in judged.good
    ]


def _told(judged: Judged, annotate: Annotate, outcome: str, *, brief: bool) -> str:
    from adjudicator.repository import annotations

    problems, lines = judged.problems, _lines(judged, outcome)
    if annotate == Annotate.GITLAB:
        return annotations.code_quality(problems)
    if annotate == Annotate.SUMMARY:
        return annotations.markdown(problems, lines)
    if annotate == Annotate.GITHUB:
        from adjudicator.api.folders import make_secret

        text = annotations.as_text(problems, lines)
        return annotations.workflow(problems, text, token=make_secret())
    if brief:
        more = "There is more: `adjudicator git check` in your clone tells all."
        return annotations.brief(problems, lines, more=more)
    return annotations.as_text(problems, lines)


def _markdown(judged: Judged, outcome: str) -> str:
    from adjudicator.repository.annotations import markdown

    return markdown(judged.problems, _lines(judged, outcome))


def _add(path: Path, text: str) -> None:
    """Adds to the summary of a run, which may hold that of an earlier step."""
    with path.open("ab") as file:
        file.write(text.encode(errors="backslashreplace"))
