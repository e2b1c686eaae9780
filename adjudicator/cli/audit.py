"""verify: what a log proves, from the log alone and by running the rules again."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from adjudicator import verifiers
from adjudicator.cli.shell import (
    WIDTH,
    Exit,
    Force,
    KeyFile,
    OwnMap,
    errors_shown,
    places_of,
    print_json,
)
from adjudicator.core import log
from adjudicator.core.dice_audit import (
    NOT_PROVEN,
    REFUTED,
    RULES_UNKNOWN,
    SOUND,
    DiceAudit,
    Verdict,
)
from adjudicator.core.english import amount
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
from adjudicator.files.storage import read_bytes, write_wanted

if TYPE_CHECKING:  # to verify the dice alone needs no rules
    from adjudicator.core.proof import NotProven, Why

__all__ = ["SHOWN", "verify"]

_PAGE = Path(verifiers.__path__[0]) / "verify_log.html"


class _Found(NamedTuple):
    """What is to be told of a log."""

    located: list[Located]
    """What is wrong with it."""
    dice: DiceAudit
    again: _RunAgain
    goes_on: str
    """What to say of the match that it goes on from; empty if there is none."""
    more: list[str]
    """What else was proved: by signatures, and of a mailed state.json."""
    false: tuple[Located, ...]
    """What is wrong with the mailed state.json."""
    not_checked: str = ""
    """What to say of signatures of the beacon that were not checked."""

    @property
    def verdict(self) -> Verdict:
        """What is said of the log at last (TFD1 3.10 [A10])."""
        if self.located:
            return REFUTED
        if self.again is _NOT_RUN:
            return self.dice.verdict
        return NOT_PROVEN if self.again.doubt or not self.again.is_comparable else SOUND

    @property
    def doubt(self) -> str:
        """From which opening on the log is not proven; empty: it is, or refuted."""
        if self.verdict != NOT_PROVEN:
            return ""
        return self.again.doubt.told if self.again.doubt else self.dice.not_proven

    @property
    def why(self) -> Why | None:
        """Why it is not proven; None: it is, or refuted."""
        if self.verdict != NOT_PROVEN:
            return None
        return self.again.doubt.why if self.again.doubt else "lacking"

    @property
    def proved(self) -> list[str]:
        """What is certain now."""
        again = self.again.told if self.again.is_whole else ""
        return [*self.dice.proved, again, *self.more]

    @property
    def known(self) -> list[str]:
        """What is no failure and everybody should know, such as what was not looked at."""
        if self.again.is_whole:
            return [*self.dice.noticed, self.not_checked, self.goes_on]
        refuted = self.dice.failures or self.again.problems
        unknown = () if refuted else (RULES_UNKNOWN,)
        last = (self.not_checked, self.again.told, self.goes_on)
        return [*unknown, *self.dice.noticed, *last]


def verify(
    match: Annotated[
        Path, typer.Argument(metavar="[MATCH|LOG]", help="A match folder or a log.jsonl.")
    ] = Path(),
    dice_only: Annotated[
        bool, typer.Option("--dice-only", help="Only the dice; do not run the rules again.")
    ] = False,
    *,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="STATE",
            help="A mailed state.json: does it go with this log? Of a seat's own file: are its "
            "cards those that were sealed?",
        ),
    ] = None,
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
    key: KeyFile = None,
    own_map: OwnMap = None,
    force: Force = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Audit a match: its dice, then its rules.

    Every die is made again from the log alone, then every opening by the rules.
    """
    if page is not None:
        _write_page(page, force=force)
        return
    with errors_shown("nothing was verified", as_data=as_data):
        path, read = _log_of(match)
        dice = audit_dice(read)
        from adjudicator.files.keys.beacon_signature import SignaturesChecked, check_signatures
        from adjudicator.files.keys.signed_heads import audit_signatures

        signed = audit_signatures(path.parent, read)
        dice = replace(dice, signed_heads=signed.heads)
        beacon = SignaturesChecked(()) if dice.failures else check_signatures(read)
        problems, again = [*dice.failures, *beacon.problems], _NOT_RUN
        if not dice_only and not dice.failures:
            again = _run_again(read, match, own_map)
            problems += again.problems
        goes_on = _goes_on(read, path, after, own_map=own_map, dice_only=dice_only)
        from adjudicator.cli.recalling import Recalled, recalled

        own = Recalled() if dice.failures else recalled(read, path, key)
        located = [*(in_log(problem, str(path)) for problem in problems), *signed.problems]
        located += own.problems
        fits, false = _state_against(read, state, is_sound=not dice.failures)
    more = [*signed.reports, beacon.proved, *own.reports, *fits]
    found = _Found(located, dice, again, goes_on, more, false, beacon.not_checked)
    if as_data:
        print_json(_as_json(found, [*signed.reports, *beacon.told], list(fits)))
    else:
        _print(path, found, state)
    raise typer.Exit(_exit_code(found))


def _exit_code(found: _Found) -> Exit:
    if found.located or found.false:
        return Exit.NO
    if not found.again.is_comparable:
        return Exit.UNUSABLE
    return Exit.AWAITED if found.verdict == NOT_PROVEN else Exit.DONE


def _write_page(page: Path, *, force: bool) -> None:
    with errors_shown("the page was not written"):
        write_wanted(page, read_bytes(_PAGE, limit=MAX_SIZE), force=force)
    typer.echo(f"wrote {page}")
    typer.echo("next: open it in a browser, with or without a network; drop a log on it")


def _as_json(found: _Found, signatures: list[str], state: list[str]) -> dict[str, Any]:
    """Returns what --json prints."""
    return {
        "sound": found.verdict == SOUND,
        "verdict": found.verdict,
        "why": found.why,
        "mode": found.dice.mode,
        "dice": list(found.dice.reports),
        "rules": " ".join(filter(None, (found.again.told, *found.again.hints, found.goes_on))),
        "signatures": signatures,
        "state": state,
        "problems": [as_json(one) for one in (*found.located, *found.false)],
    }


def _state_against(
    read: log.Log, state: Path | None, *, is_sound: bool
) -> tuple[tuple[str, ...], tuple[Located, ...]]:
    """Returns what a sound log says of a mailed state.json, and what is wrong with that."""
    if state is None or not is_sound:
        return (), ()
    from adjudicator.files.json_input import MAX_SIZE
    from adjudicator.files.published.mailed_state import check_mailed_state
    from adjudicator.registry import by_name

    return check_mailed_state(read, read_bytes(state, limit=MAX_SIZE), str(state), by_name())


def _goes_on(
    read: log.Log, path: Path, after: Path | None, *, own_map: Path | None, dice_only: bool
) -> str:
    """Returns what to say of the match that this one goes on from; empty if there is none."""
    if after is not None:
        _check_after(read, path, after, own_map=own_map, dice_only=dice_only)
        return f"It goes on from where {after} ends, which is sound."
    if read.lines and "continues" in read.genesis.offer.to_json():
        return "It goes on from another match: audit that with --after OLD."
    return ""


def _log_of(match: Path) -> tuple[Path, log.Log]:
    """Returns the log of a match folder, or the one that was named, with its place."""
    path = match / "log.jsonl" if match.is_dir() else match
    if match.is_dir() and not path.exists():
        from adjudicator.files.matches.match_folder import no_match

        raise no_match(match)
    try:
        return path, log.parse_log(read_bytes(path, limit=MAX_LOG))
    except Unusable as error:
        located = [in_log(one, str(path)) for one in error.problems]
        damaged = any(problem.code == "log-damaged" for problem in error.problems)
        raise (RefusedFile if damaged else UnusableFile)(located) from None


def _check_after(
    read: log.Log, path: Path, after: Path, *, own_map: Path | None, dice_only: bool
) -> None:
    """Refuses a match that does not go on from where another log, which must be sound, ends."""
    from adjudicator.core.continuing import check_continued

    old_path, old = _log_of(after)
    problems = list(audit_dice(old).failures)
    if not problems and not dice_only:
        again = _run_again(old, after, None if after.is_dir() else own_map)
        if not again.is_comparable:
            raise unusable_file(
                old_path,
                "other-rules",
                "the rules here are not those of the old match: it cannot be played again",
                "Say --dice-only, or use the version of the program that it was played with.",
            )
        problems += again.problems
    found = [in_log(problem, str(old_path)) for problem in problems]
    if read.lines and old.lines:
        found += [in_log(one, str(path)) for one in check_continued(read.genesis, old)]
    if found:
        raise RefusedFile(found)


def _print(path: Path, found: _Found, state: Path | None) -> None:
    for one in found.located[:SHOWN]:
        typer.echo(render(one), err=True)
    if len(found.located) > SHOWN:
        more = len(found.located) - SHOWN
        typer.echo(f"... and {more} problems more; --json lists them all", err=True)
    if found.doubt:
        _print_wrapped(found.doubt, "")
    told = (
        ("What was found:" if found.dice.failures else "What was proved:", found.proved),
        ("What you should know:", found.known),
        (f"What {found.dice.mode} mode cannot prevent:", found.dice.not_prevented),
    )
    for heading, lines in told:
        if any(lines):
            typer.echo(heading)
        for line in filter(None, lines):
            _print_wrapped(line, "  ")
            for hint in found.again.hints if line == found.again.told else ():
                typer.echo(f"    {visible(hint)}")
    verdict = f"{found.verdict}{_WHY.get(found.why or '', '')}"
    if found.dice.torn and not found.located:
        verdict += " as far as it goes; its end is missing"
    typer.echo(f"{path}: {verdict}.")
    for one in found.false:
        typer.echo(render(one), err=True)
    if found.false:
        typer.echo(f"{state}: it does not go with this log.")


def _print_wrapped(line: str, indent: str) -> None:
    shown = textwrap.fill(
        visible(line), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  "
    )
    typer.echo(shown)


_WHY = {
    "not-yet": ", for it cannot be yet",
    "lacking": ", for something is lacking: ask the referee for it",
}


class _RunAgain(NamedTuple):
    """What the full audit gave."""

    problems: tuple[Problem, ...] = ()
    told: str = ""
    is_whole: bool = False
    """Whether every opening was made again."""
    is_comparable: bool = True
    """Whether these are the rules of the match."""
    hints: tuple[str, ...] = ()
    """What to do where they are not; a line may be a command."""
    doubt: NotProven | None = None
    """From where on the log is not proven; None: all of it is, or it is refuted."""


_NOT_RUN = _RunAgain()
SHOWN = 20
"""So many problems are shown to people; a damaged log has one or more in every line."""
_AT_THE_END = (
    "The match has hidden information: its rules can be run again when it is over and the log "
    "shows its secret and all sheets. Until then its dice are audited."
)


def _run_again(read: log.Log, match: Path, own_map: Path | None) -> _RunAgain:
    """Plays the match again by its rules, as far as its sheets are at hand."""
    from adjudicator.core.proof import unproven
    from adjudicator.core.replay import openings_of, replay
    from adjudicator.files.keys.referee_secret import hidden_secret
    from adjudicator.files.matches.stored_sheets import stored_sheets
    from adjudicator.files.written.maps import places_in, places_near
    from adjudicator.files.written.offers import rules_of
    from adjudicator.registry import by_name

    genesis = read.genesis
    near = places_in(match) if match.is_dir() else places_near(match)
    try:
        rules = rules_of(genesis, by_name(), places_of(own_map, match) or near)
    except Unusable as error:
        reasons = "; ".join(problem.message for problem in error.problems)
        hints = dict.fromkeys(line for one in error.problems for line in one.hint.splitlines())
        told = f"The rules are not comparable: {reasons}."
        return _RunAgain(told=told, is_comparable=False, hints=tuple(hints))
    sheet_of: Any = stored_sheets(match) if match.is_dir() else lambda n, seat, hash_: None
    is_referee = rules.is_hidden and match.is_dir()
    hidden = hidden_secret(match, genesis.offer) if is_referee else None
    replayed = replay(rules, read, sheet_of, hidden=hidden, keeps=False)
    doubt = None if replayed.problems else unproven(rules, read, replayed)
    if replayed.needs_secret:
        return _RunAgain(told=_AT_THE_END, doubt=doubt)
    made, all_of = replayed.count, len(openings_of(read.lines))
    if replayed.problems:
        return _RunAgain(replayed.problems)
    if replayed.missing:
        lines = replayed.missing.count(b"\n")
        return _RunAgain(
            told=f"The match is over, and its last {lines} lines are not in the log yet.",
            doubt=doubt,
        )
    if replayed.waiting_for:
        n = replayed.waiting_for[0]
        told = (
            f"The rules, run again, give {made} of {amount(all_of, 'opening')} "
            f"exactly; the sheets of opening {n} are not at hand."
        )
        return _RunAgain(told=told, doubt=doubt)
    total = amount(made, "opening")
    told = f"The rules, run again, give {total} exactly, byte by byte."
    if replayed.left_out:
        numbers = ", ".join(str(n) for n in replayed.left_out)
        told += (
            f" Not made again, their sheets being withheld until the match is over: opening "
            f"{numbers}, annulled."
        )
    return _RunAgain(told=told, is_whole=not replayed.left_out, doubt=doubt)
