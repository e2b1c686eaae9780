"""The dice of a log: every roll that it shows and, where its rules are at hand, what for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import log
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.english import amount
from adjudicator.core.problem import Problem
from adjudicator.core.redaction import redacted
from adjudicator.core.trials import Trial
from adjudicator.documents.problems import RefusedFile, in_log
from adjudicator.matches.fallbacks import OnFault, told_or_nothing
from adjudicator.matches.published.logged import Logged, read_whole

__all__ = ["MatchTrials", "Rolled", "match_trials_in", "openings_standing", "rolls_in", "sound_log"]

_SECRET_WITHHELD = (
    "the match has hidden information: until it is over, nobody but the referee can tell again "
    "what each roll was for"
)


class Rolled(NamedTuple):
    """One roll of a log."""

    n: int
    """Its opening."""
    label: str
    sides: int
    values: tuple[int, ...]
    on_trust: bool
    """Whether it was made elsewhere."""


class MatchTrials(NamedTuple):
    """What the rolls of a match were for, as far as its openings can be made again."""

    by_opening: dict[int, tuple[Trial, ...]]
    """By the number of the opening, annulled ones among them."""
    unknown: str = ""
    """Why it is not known of all openings; empty: it is."""


def sound_log(match: Path) -> tuple[Path, bytes, log.Log]:
    """Returns the log of a match folder, or the log named, whose dice are what its secrets give.

    Raises:
        RefusedFile: they are not, or lines are damaged.
        Unusable: it is no log, or is not there.
    """
    path = match / "log.jsonl" if match.is_dir() else match
    if match.is_dir() and not path.exists():
        from adjudicator.matches.match_folder import no_match

        raise no_match(match)
    raw, read = read_whole(path, match if match.is_dir() else None)
    failures = audit_dice(read).failures
    if failures:
        raise RefusedFile([in_log(_refuted(failures), str(path))])
    return path, raw, read


def _refuted(failures: Sequence[Problem]) -> Problem:
    return Problem(
        "log-refuted",
        f"this log is refuted, with {amount(len(failures), 'failure')}: {failures[0].message}",
        rule="TFD1 3.7",
        hint="`adjudicator verify` tells all of it. Ask the referee for the log as they wrote it.",
        path=failures[0].path,
        facts=failures[0].facts,
    )


def rolls_in(read: log.Log) -> tuple[Rolled, ...]:
    """Returns all rolls that a log shows, of annulled openings too.

    Sealed decks and hidden rolls are none of them: who may open a seal chooses when.
    """
    return tuple(
        Rolled(
            payload.n,
            payload.label,
            payload.sides,
            payload.values,
            isinstance(payload, log.ExternalRoll),
        )
        for line in read.lines
        for payload in (line.payload,)
        if isinstance(payload, log.Roll | log.ExternalRoll)
    )


def openings_standing(read: log.Log) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the numbers of the openings of a log: those that stand, and those annulled."""
    every = [line.payload.n for line in read.lines if isinstance(line.payload, log.Open)]
    back = sorted(line.payload.n for line in read.lines if isinstance(line.payload, log.Annul))
    return tuple(n for n in every if n not in back), tuple(back)


def match_trials_in(logged: Logged, on_fault: OnFault) -> MatchTrials:
    """Returns what the rolls of a match were for, by playing it again.

    Args:
        on_fault: takes a fault of what tells it; then nothing is known of that opening.

    Raises:
        RefusedFile: the rules, run again, do not give what the log says.
    """
    rules = logged.rules
    replayed = replay(rules, logged.read, logged.sheet_of, hidden=logged.hidden)
    if replayed.problems:
        raise RefusedFile(in_log(problem, str(logged.path)) for problem in replayed.problems)
    if replayed.needs_secret:
        return MatchTrials({}, _SECRET_WITHHELD)
    rolled = {(roll.n, roll.label) for roll in rolls_in(logged.read)}
    by_opening: dict[int, tuple[Trial, ...]] = {}
    for opening in replayed.openings:
        before = rules.view(opening.run.before, None)
        events = redacted(rules, opening.run.events, None)
        found = told_or_nothing(
            partial(rules.trials, before, events), "luck", n=opening.n, on_fault=on_fault
        )
        by_opening[opening.n] = found
        for trial in found:
            assert (opening.n, trial.label) in rolled, f"no roll {trial.label}"
    return MatchTrials(by_opening, _withheld(replayed.left_out, replayed.waiting_for))


def _withheld(left_out: Sequence[int], waiting_for: Sequence[int]) -> str:
    """Says of which openings the sheets are not at hand; empty: all are."""
    told = [*left_out, *waiting_for]
    if not told:
        return ""
    from_then = " and of what follows it" if waiting_for else ""
    numbers = ", ".join(str(n) for n in told)
    return f"the sheets of opening {numbers}{from_then} are withheld, and are not here"
