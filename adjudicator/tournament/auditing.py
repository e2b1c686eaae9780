"""The audit of an event: every log, and then every draw, pairing and result again (section 7)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path

from adjudicator.api.named_files import MAX_SIZE, read_bytes
from adjudicator.api.problems import AdjudicatorError, RefusedFile, UnusableFile
from adjudicator.tournament.audit_logs import (
    NOT_BEGUN,
    LogAudit,
    audited_log,
    audited_match,
    told,
    unaudited,
)
from adjudicator.tournament.audit_matches import Terms, audit_folders, audit_offer
from adjudicator.tournament.audit_notes import audit_notes
from adjudicator.tournament.audit_pairings import (
    BeaconTold,
    audit_draws,
    audit_pairing,
    beacons_told,
)
from adjudicator.tournament.audit_results import audit_results
from adjudicator.tournament.audit_standings import audit_standings
from adjudicator.tournament.audited import (
    AuditedMatch,
    AuditFinding,
    AuditVerdict,
    EventAudit,
)
from adjudicator.tournament.event import EVENT
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.pairing.engine import Engine
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.players import PLAYERS
from adjudicator.workers.driver import Driver, driver_of
from adjudicator.workers.outcomes import Outcome

__all__ = ["audit_event", "audit_folder"]

_WORST: tuple[AuditVerdict, ...] = ("refuted", "not-proven", "sound")


def audit_folder(
    folder: Path,
    *,
    driver: Driver | None = None,
    engine: Engine | None = None,
    beacons: Sequence[Path] = (),
    heads: Sequence[str] = (),
    told: Callable[[Outcome[LogAudit]], None] = lambda outcome: None,
) -> EventAudit:
    """Audits the event in a folder, also one whose files contradict each other.

    Args:
        driver: who verifies the matches; None: this process.
        engine: what paired a Swiss, where gacrux did not.
        beacons: files with the beacon's answers for draws.
        heads: hashes of lines of results.jsonl that somebody kept, in hexadecimal.
        told: is given each match as soon as its log was verified.

    Raises:
        UnusableFile: there is no event here.
        RefusedFile: a file of `beacons` is no answer of the beacon.
    """
    answers = beacons_told(beacons)
    try:
        event = open_event(folder)
    except UnusableFile:
        raise
    except RefusedFile as error:
        found = tuple(
            AuditFinding(
                code=one.problem.code, path=_place(folder, one.source, one.line),
                says=one.problem.message,
            )
            for one in error.located
        )  # fmt: skip
        return _audit(folder, (), found)
    if driver is not None:
        return _audited(event, driver, engine=engine, beacons=answers, heads=heads, told=told)
    return audit_event(event, engine=engine, beacons=answers, heads=heads, told=told)


def audit_event(
    event: OpenEvent,
    *,
    workers: int = 1,
    engine: Engine | None = None,
    beacons: BeaconTold | None = None,
    heads: Sequence[str] = (),
    told: Callable[[Outcome[LogAudit]], None] = lambda outcome: None,
) -> EventAudit:
    """Audits an event whose files can be read: nothing is changed.

    Args:
        workers: how many processes verify the matches; 1: this one.
        engine: what paired a Swiss, where gacrux did not.
        beacons: what the beacon says, by its rounds.
        heads: hashes of lines of results.jsonl that somebody kept, in hexadecimal.
        told: is given each match as soon as its log was verified.
    """
    with driver_of(workers) as driver:
        return _audited(event, driver, engine=engine, beacons=beacons or {}, heads=heads, told=told)


def _audited(
    event: OpenEvent,
    driver: Driver,
    *,
    engine: Engine | None,
    beacons: BeaconTold,
    heads: Sequence[str],
    told: Callable[[Outcome[LogAudit]], None],
) -> EventAudit:
    matches, logs = _matches(event, driver, told)
    engines: dict[str, Engine] = {"gacrux": Gacrux()}
    if engine is not None:
        engines[engine.version().partition(" ")[0]] = engine
    terms = Terms(event)
    findings: list[AuditFinding] = [*_event_findings(event), *audit_notes(event, heads)]
    findings += audit_draws(event, beacons)
    for paired in event.started:
        findings += audit_pairing(event, paired, engines)
    findings += audit_folders(event)
    for match, one in event.matches.items():
        log = logs.get(match)
        if event.match_folder(match).is_dir():
            findings += audit_offer(event, one, None if log is None else log.facts, terms)
    findings += [*audit_results(event, logs), *audit_standings(event)]
    return _audit(event.folder, matches, findings, head=event.head)


def _audit(
    folder: Path,
    matches: Iterable[AuditedMatch],
    findings: Iterable[AuditFinding],
    *,
    head: str = "",
) -> EventAudit:
    shown, found = tuple(matches), tuple(findings)
    verdicts = {one.verdict for one in shown} | {one.verdict for one in found}
    raw = read_bytes(folder / EVENT, limit=MAX_SIZE)
    return EventAudit(
        verdict=next((one for one in _WORST if one in verdicts), "sound"), matches=shown,
        findings=tuple(sorted(found, key=lambda one: _in_order(one.path))),
        tournament=hashlib.sha256(raw).hexdigest(), head=head,
    )  # fmt: skip


def _in_order(path: str) -> tuple[str, int, str]:
    name, _, line = path.partition(":")
    return name, int(line) if line.isdecimal() else 0, line


def _place(folder: Path, source: str, line: int) -> str:
    path = Path(source)
    inside = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
    return f"{inside}:{line}" if line else inside


# -- the matches --------------------------------------------------------------------------------


def _matches(
    event: OpenEvent, driver: Driver, take: Callable[[Outcome[LogAudit]], None]
) -> tuple[list[AuditedMatch], dict[str, LogAudit]]:
    """Returns what is published of all matches, and what was found of the logs that were read."""
    begun = [one for one in event.matches if (event.match_folder(one) / "log.jsonl").is_file()]
    folders = [event.match_folder(match) for match in begun]
    outcomes = dict(zip(begun, driver.run(audited_log, folders, told=take), strict=True))
    matches: list[AuditedMatch] = []
    logs: dict[str, LogAudit] = {}
    for match in event.matches:
        outcome = outcomes.get(match)
        if outcome is None:
            says = "it has no log: it awaits joins, or is not there"
            matches.append(unaudited(match, "not-proven", NOT_BEGUN, says))
        elif outcome.kind == "done":
            logs[match] = outcome.done
            matches.append(audited_match(match, outcome.done))
        else:
            matches.append(_not_done(event, match, outcome))
    return matches, logs


def _not_done(event: OpenEvent, match: str, outcome: Outcome[LogAudit]) -> AuditedMatch:
    """Returns what is published of a match whose log is damaged, or was not verified."""
    problems = outcome.problems
    code = problems[0].code if problems else outcome.kind
    says = told(outcome.located).replace(str(event.match_folder(match)), match)
    verdict: AuditVerdict = "refuted" if outcome.kind == "refused" else "not-proven"
    return unaudited(match, verdict, code, says or f"it was not verified: {outcome.kind}")


# -- the event's own files ----------------------------------------------------------------------


def _event_findings(event: OpenEvent) -> Iterator[AuditFinding]:
    try:
        event.check_known()
    except RefusedFile as error:
        for one in error.located:
            yield AuditFinding(code=one.problem.code, path=EVENT, says=one.problem.message)
    path = event.folder / "public" / PLAYERS
    try:
        is_same = read_bytes(path, limit=MAX_SIZE) == event.public_players
    except AdjudicatorError:
        is_same = False
    if not is_same:
        yield AuditFinding(
            code="public-differs", path=f"public/{PLAYERS}", verdict="not-proven",
            says="it is not the copy of players.json: the next command that changes the event"
            " makes it anew",
        )  # fmt: skip
    for before, after in pairwise(event.started):
        if (after.started or date.max) < (before.started or date.max):
            yield AuditFinding(
                code="rounds-out-of-order", path=f"rounds/{after.round:02d}/pairing.json",
                says=f"it started before round {before.round}",
            )  # fmt: skip
