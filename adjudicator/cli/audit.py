"""verify: what a log proves, from the log alone and by running the rules again."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator import verifiers
from adjudicator.cli.shell import WIDTH, Exit, errors_shown, print_json
from adjudicator.core import log
from adjudicator.core.limits import MAX_LOG, MAX_SIZE
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.verify import audit_dice
from adjudicator.core.visible import visible
from adjudicator.files.problems import (
    Located,
    RefusedFile,
    UnusableFile,
    as_json,
    in_log,
    render,
    unusable_file,
)
from adjudicator.files.storage import read_bytes, write_atomically

__all__ = ["verify"]

_PAGE = Path(verifiers.__path__[0]) / "verify_log.html"


def verify(
    match: Annotated[
        Path, typer.Argument(metavar="[MATCH|LOG]", help="A match folder or a log.jsonl.")
    ] = Path(),
    dice_only: Annotated[
        bool, typer.Option("--dice-only", help="Only the dice; do not run the rules again.")
    ] = False,
    *,
    after: Annotated[
        Path | None,
        typer.Option(
            metavar="OLD",
            help="The match or log that this one goes on from: audit it too, and that they fit.",
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", help="Write a page that verifies logs in any browser; stop."
        ),
    ] = None,
    as_data: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Audit a match: its dice, then its rules.

    Every die is made again from the log alone, then every opening by the rules.
    """
    if page is not None:
        with errors_shown("the page was not written", as_data=as_data):
            write_atomically(page, read_bytes(_PAGE, limit=MAX_SIZE))
        typer.echo(page)
        return
    with errors_shown("nothing was verified", as_data=as_data):
        path, read = _log_of(match)
        dice = audit_dice(read)
        from adjudicator.files.signed_heads import audit_signatures

        signed = audit_signatures(path.parent, read)
        dice = replace(dice, signed_heads=signed.heads)
        problems, rules_report, comparable = list(dice.failures), "", True
        if not dice_only and not dice.failures:
            refuted, rules_report, comparable = _run_again(read, match)
            problems += refuted
        if after is not None:
            _check_after(read, path, after, dice_only=dice_only)
            rules_report = f"It goes on from where {after} ends, which is sound. {rules_report}"
        elif read.lines and "continues" in read.genesis.offer.to_json():
            rules_report += " It goes on from another match: audit that with --after OLD."
        located = [*(in_log(problem, str(path)) for problem in problems), *signed.problems]
    if as_data:
        print_json(
            {
                "sound": not (problems or signed.problems),
                "mode": dice.mode,
                "dice": list(dice.reports),
                "rules": rules_report,
                "signatures": list(signed.reports),
                "problems": [as_json(one) for one in located],
            }
        )
    else:
        _print(path, located, [*dice.reports, *signed.reports, rules_report], dice_only=dice_only)
    if located:
        raise typer.Exit(Exit.NO)
    if not comparable:
        raise typer.Exit(Exit.UNUSABLE)


def _log_of(match: Path) -> tuple[Path, log.Log]:
    """Returns the log of a match folder, or the one that was named, with its place."""
    path = match / "log.jsonl" if match.is_dir() else match
    try:
        return path, log.parse_log(read_bytes(path, limit=MAX_LOG))
    except Unusable as error:
        located = [in_log(one, str(path)) for one in error.problems]
        damaged = any(problem.code == "log-damaged" for problem in error.problems)
        raise (RefusedFile if damaged else UnusableFile)(located) from None


def _check_after(read: log.Log, path: Path, after: Path, *, dice_only: bool) -> None:
    """Refuses a match that does not go on from where another log, which must be sound, ends."""
    from adjudicator.core.continuing import check_continued

    old_path, old = _log_of(after)
    problems = list(audit_dice(old).failures)
    if not problems and not dice_only:
        refuted, _, comparable = _run_again(old, after)
        if not comparable:
            raise unusable_file(
                old_path,
                "other-rules",
                "the rules here are not those of the old match: it cannot be played again",
                "Say --dice-only, or use the version of the program that it was played with.",
            )
        problems += refuted
    found = [in_log(problem, str(old_path)) for problem in problems]
    if read.lines and old.lines:
        found += [in_log(one, str(path)) for one in check_continued(read.genesis, old)]
    if found:
        raise RefusedFile(found)


def _print(path: Path, located: list[Located], told: list[str], *, dice_only: bool) -> None:
    for one in located:
        typer.echo(render(one), err=True)
    if dice_only and not told[-1]:
        told.append("The rules were not run again: only they prove that no roll was left out.")
    for line in filter(None, told):
        typer.echo(textwrap.fill(visible(line), WIDTH, subsequent_indent="  "))
    typer.echo(f"{path}: refuted." if located else f"{path}: sound.")


_AT_THE_END = (
    "The match has hidden information: its rules can be run again when it is over and the log "
    "shows its secret and all sheets. Until then its dice are audited."
)


def _run_again(read: log.Log, match: Path) -> tuple[tuple[Problem, ...], str, bool]:
    """Returns the problems of the full audit, what to say of it, and whether it could be made."""
    from adjudicator.core.replay import openings_of, replay
    from adjudicator.files.offers import rules_of
    from adjudicator.files.referee_secret import hidden_secret
    from adjudicator.files.stored_sheets import stored_sheets
    from adjudicator.registry import by_name

    genesis = read.genesis
    try:
        rules = rules_of(genesis, by_name())
    except Unusable as error:
        reasons = "; ".join(problem.message for problem in error.problems)
        return (), f"The rules are not comparable: {reasons}.", False
    sheet_of: Any = stored_sheets(match) if match.is_dir() else lambda n, seat, hash_: None
    is_referee = rules.is_hidden and match.is_dir()
    hidden = hidden_secret(match, genesis.offer) if is_referee else None
    replayed = replay(rules, read, sheet_of, hidden=hidden)
    if replayed.needs_secret:
        return (), _AT_THE_END, True
    made, all_of = len(replayed.openings), len(openings_of(read.lines))
    if replayed.problems:
        return replayed.problems, "", True
    if replayed.missing:
        lines = replayed.missing.count(b"\n")
        return (), f"The match is over, and its last {lines} lines are not in the log yet.", True
    total = f"{made} opening{'' if made == 1 else 's'}"
    if replayed.waiting_for:
        n = replayed.waiting_for[0]
        return (
            (),
            f"The rules, run again, give {made} of {all_of} opening{'' if all_of == 1 else 's'} "
            f"exactly; the sheets of opening {n} are withheld until its player-turn is over.",
            True,
        )
    told = f"The rules, run again, give {total} exactly, byte by byte."
    if replayed.left_out:
        numbers = ", ".join(str(n) for n in replayed.left_out)
        told += (
            f" Not made again, their sheets being withheld until the match is over: opening "
            f"{numbers}, annulled."
        )
    return (), told, True
