"""Results against what they come from: the ends of logs, pairings, referees who may say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date
from fractions import Fraction

from adjudicator.api.problems import Refused
from adjudicator.tournament.audit_logs import LogAudit
from adjudicator.tournament.audited import AuditFinding, AuditVerdict
from adjudicator.tournament.deciding import ranked
from adjudicator.tournament.event import Event, Referee
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.past import SLACK, rules_on
from adjudicator.tournament.referees import check_impartial
from adjudicator.tournament.results import (
    DECIDED,
    RESULTS,
    Appeal,
    AppealDecided,
    ByHead,
    ByRound,
    ByRuling,
    Claim,
    Line,
    Replacement,
    Result,
    upheld_in,
)
from adjudicator.tournament.rounds import bye_id

__all__ = ["audit_results"]

_BYES = ("bye-asked", "bye-given")
_ENDS = {"conceded": "conceded", "draw": "agreed"}
"""The kind of a result by how the match ended; other ends were played out."""


def _finding(
    code: str, line: Line | None, says: str, verdict: AuditVerdict = "refuted"
) -> AuditFinding:
    path = RESULTS if line is None else f"{RESULTS}:{line.n}"
    return AuditFinding(code=code, path=path, says=says[:300], verdict=verdict)


def audit_results(event: OpenEvent, logs: Mapping[str, LogAudit]) -> Iterator[AuditFinding]:
    """Yields in what results.jsonl does not follow from logs, pairings, and who may rule.

    Args:
        logs: by match, what was found of its log; one that could not be read is not among them.
    """
    before: Line | None = None
    for place, line in enumerate(event.lines):
        then = replace(event, lines=event.lines[:place])
        if before is not None and line.at < before.at - SLACK:
            yield _finding("line-backdated", line, "it is older than the line before it")
        before = line
        if isinstance(line, Result):
            yield from _result(then, event, line, logs)
        elif isinstance(line, AppealDecided):
            yield from _appeal_decided(then, line)
        elif isinstance(line, Appeal):
            yield from _appeal(then, line)
        elif isinstance(line, Claim):
            if line.player not in _ever(then, line.match):
                yield _finding("not-in-match", line, f"{line.player} does not sit there")
        elif isinstance(line, Replacement):
            yield from _replacement(then, line)
    yield from _lacking(event, logs)


def _day(line: Line) -> date:
    return line.at.astimezone(UTC).date()


def _ever(event: OpenEvent, match: str) -> tuple[str, ...]:
    """Returns all who sit, or sat, in a match."""
    if match not in event.matches:
        return ()
    return (*event.matches[match].seats.values(), *event.seated(match).values(),
            *(line.former for line in event.lines
              if isinstance(line, Replacement) and line.match == match))  # fmt: skip


# -- results ------------------------------------------------------------------------------------


def _result(
    then: OpenEvent, event: OpenEvent, line: Result, logs: Mapping[str, LogAudit]
) -> Iterator[AuditFinding]:
    """Yields what is wrong with a result.

    Args:
        then: the event with the lines before it.
        event: with all lines.
    """
    number = int(line.match[:2])
    started = event.started[number - 1].started
    if started is not None and _day(line) < started - SLACK:
        yield _finding("line-backdated", line, f"round {number} started on {started}")
    if isinstance(line.source, ByRound):
        yield from _by_round(event, line)
    elif line.match not in event.matches:
        yield _finding("source-unfit", line, "a bye follows from the pairing alone")
    elif isinstance(line.source, ByHead):
        yield from _by_head(then, event, line, logs.get(line.match))
    else:
        yield from _by_ruling(then, line, line.source, logs.get(line.match))


def _by_round(event: OpenEvent, line: Result) -> Iterator[AuditFinding]:
    byes = {bye_id(one.round, bye.player): bye for one in event.started for bye in one.byes}
    bye, scored = byes.get(line.match), line.players[0]
    is_plain = scored.place == 1 and not Fraction(scored.points) and scored.awarded is None
    if bye is None or bye.kind != line.kind or not is_plain or not scored.scores:
        yield _finding("bye-differs", line, "the pairing of the round has no such bye")


def _cited(found: LogAudit | None, head: str, line: Result) -> Iterator[AuditFinding]:
    """Yields that a head never was the last line of the log."""
    if found is None or found.facts is None:
        yield _finding("head-not-here", line, "there is no log in which to look for its head",
                       "not-proven")  # fmt: skip
    elif found.facts.line_of(head) is None:
        yield _finding("head-unknown", line, "the log never had the head that is cited")


def _by_head(
    then: OpenEvent, event: OpenEvent, line: Result, found: LogAudit | None
) -> Iterator[AuditFinding]:
    assert isinstance(line.source, ByHead)
    yield from _cited(found, line.source.head, line)
    facts = None if found is None else found.facts
    at = None if facts is None else facts.line_of(line.source.head)
    if found is None or facts is None or at is None:
        return
    if facts.opening_at(at) != line.source.opening:
        says = f"opening {facts.opening_at(at)} was the last with this head"
        yield _finding("opening-differs", line, says)
    if event.results.get(line.match) != line:
        return  # another line has taken its place, and the log may have gone on
    if facts.amended_after(at):
        yield _finding("result-taken-back", line, "the match was taken back or corrected behind"
                       " the head that is cited: take the result anew")  # fmt: skip
    elif found.verdict == "refuted":
        yield _finding("result-of-refuted", line, "its log is refuted")
    elif found.is_over is None:
        yield _finding("result-not-proven", line, "its log cannot be run again to its end yet",
                       "not-proven")  # fmt: skip
    elif not found.is_over or found.ended is None or found.ended["how"] is None:
        yield _finding("result-not-ended", line, "the match is not over, by its log")
    else:
        yield from _against_end(then, line, found)


def _against_end(then: OpenEvent, line: Result, found: LogAudit) -> Iterator[AuditFinding]:
    """Yields in what a result is not how the match ended: a plain reading of its own."""
    ended = found.ended or {}
    kind = _ENDS.get(ended["how"], "played")
    if line.kind != kind:
        yield _finding("result-differs", line, f"by its log it was {kind}, not {line.kind}")
    points = {seat: Fraction(value) for seat, value in ended["points"].items()}
    places = ranked([*then.matches[line.match].seats], ended["winners"], points)
    for one in line.players:
        seat = one.seat or ""
        worth = (places.get(seat), points.get(seat, Fraction(0)), False, None)
        if (one.place, Fraction(one.points), one.forfeits, one.awarded) != worth:
            says = f"by its log {seat} has place {places.get(seat)} and {worth[1]} points"
            yield _finding("result-differs", line, says)
    yield from _who_scores(then, line)


def _rules(event: OpenEvent, day: date) -> Sequence[Event]:
    """Returns the rules of a day, as they were at its end and at its begin."""
    return [*rules_on(event, day, day)]


def _who_scores(then: OpenEvent, line: Result) -> Iterator[AuditFinding]:
    """Yields that the wrong player scores a seat, or a seat counts that does not."""
    paired = then.matches[line.match]
    for one in line.players:
        seat = one.seat or ""
        began, now = paired.seats[seat], then.seated(line.match)[seat]
        wanted = {
            began if rules.replaced == "former" else now for rules in _rules(then, _day(line))
        }
        counts = (one.player not in paired.uncounted, began == now)
        if one.player not in wanted or (one.scores, one.rated) != counts:
            yield _finding("result-differs", line, f"who scores {seat}, and whether, is another")


# -- by a referee -------------------------------------------------------------------------------


def _by_ruling(
    then: OpenEvent, line: Result, source: ByRuling, found: LogAudit | None
) -> Iterator[AuditFinding]:
    if line.kind not in (*DECIDED, "bye-given"):
        yield _finding("source-unfit", line, f"no referee makes a match {line.kind}")
    if source.head is not None:
        yield from _cited(found, source.head, line)
    yield from _impartial(then, line, source.referee, line.match)
    claims = {one.n for one in then.lines if isinstance(one, Claim) and one.match == line.match}
    if not {*source.claims} <= claims:
        yield _finding("claims-differ", line, "it names claims that nobody made of this match")
    if source.advice is not None:
        yield from _cited(found, source.advice.head, line)
    if line.kind in ("void", "bye-given"):
        yield from _without(then, line)
        return
    yield from _who_scores(then, line)
    gone = [one for one in line.players if one.forfeits]
    wanted = {"forfeited": 0 < len(gone) < len(line.players),
              "double-forfeit": len(gone) == len(line.players)}  # fmt: skip
    if not wanted.get(line.kind, not gone):
        yield _finding("forfeits-unclear", line, f"{len(gone)} forfeit in a match {line.kind}")
    if line.kind == "forfeited":
        first = {one.player for one in line.players if one.place == 1}
        if first != {one.player for one in line.players if not one.forfeits}:
            yield _finding("forfeits-unclear", line, "who were there share the first place")
    yield from _foreseen(then, line)


def _without(then: OpenEvent, line: Result) -> Iterator[AuditFinding]:
    """Yields that a match became a bye though nobody left, or gives more than a bye does."""
    left = {one.id for one in then.players.players if one.withdrawn is not None}
    if line.kind == "bye-given" and not left & {*_ever(then, line.match)}:
        yield _finding("kind-not-foreseen", line, "a match becomes a bye when a player has left")
    if any(one.awarded is not None for one in line.players):
        yield _finding("result-differs", line, f"a match {line.kind} awards nothing")


def _foreseen(then: OpenEvent, line: Result) -> Iterator[AuditFinding]:
    """Yields that the rules of the event do not have a match ended so, or not so early."""
    rules = _rules(then, _day(line))
    if line.kind == "agreed" and not any("agreed" in one.unfinished for one in rules):
        yield _finding("kind-not-foreseen", line, "this event does not let players agree")
    if line.kind != "adjudicated" or line.corrects is not None:
        return
    if not any({"adjudicated", "rulebook"} & {*one.unfinished} for one in rules):
        yield _finding("kind-not-foreseen", line, "this event adjudicates nothing")
    number, day = int(line.match[:2]), _day(line)
    ends = [one.dates[number - 1].ends if number <= len(one.dates) else None for one in rules]
    left = {one.id for one in then.players.players
            if one.withdrawn is not None and one.withdrawn.day <= day}  # fmt: skip
    if all(end is not None and day <= end for end in ends) and not left & {
        *_ever(then, line.match)
    }:
        yield _finding("too-early", line, f"round {number} was played until {ends[0]}")


def _referees(then: OpenEvent, named: str) -> list[Referee]:
    """Returns a referee as all rules of the event have had them."""
    found = [one.referee(named) for one in rules_on(then, date.min, date.max)]
    return [one for one in found if one is not None]


def _impartial(then: OpenEvent, line: Line, named: str, match: str) -> Iterator[AuditFinding]:
    """Yields that a referee is none, or has a part in the match."""
    referees = _referees(then, named)
    if not referees:
        yield _finding("no-such-referee", line, f"there is no referee {named}")
    for referee in referees:
        try:
            check_impartial(then, referee, _ever(then, match), match)
        except Refused as error:
            yield _finding("own-match", line, error.problems[0].message)
            return


# -- appeals, replacements ----------------------------------------------------------------------


def _appeal(then: OpenEvent, line: Appeal) -> Iterator[AuditFinding]:
    against = next(one for one in then.lines if isinstance(one, Result) and one.n == line.against)
    if line.player not in {one.player for one in against.players} | {*_ever(then, against.match)}:
        yield _finding("not-in-match", line, f"{line.player} does not sit there")


def _appeal_decided(then: OpenEvent, line: AppealDecided) -> Iterator[AuditFinding]:
    appeal = next(one for one in then.lines if isinstance(one, Appeal) and one.n == line.appeal)
    against = next(one for one in then.lines if isinstance(one, Result) and one.n == appeal.against)
    if any(isinstance(one, AppealDecided) and one.appeal == line.appeal for one in then.lines):
        yield _finding("appeal-decided-twice", line, f"the appeal of line {line.appeal} was"
                       " decided before")  # fmt: skip
    yield from _impartial(then, line, line.referee, against.match)
    if isinstance(against.source, ByRuling) and against.source.referee == line.referee:
        yield _finding("own-ruling", line, f"{line.referee} laid down what is appealed against")


def _replacement(then: OpenEvent, line: Replacement) -> Iterator[AuditFinding]:
    yield from _impartial(then, line, line.referee, line.match)
    if line.match in then.results:
        yield _finding("seat-too-late", line, f"{line.match} had a result")
    if then.players.named(line.player) is None or line.player in then.seated(line.match).values():
        yield _finding("cannot-replace", line, f"{line.player} is not entered, or sits there")


# -- what is not there --------------------------------------------------------------------------


def _lacking(event: OpenEvent, logs: Mapping[str, LogAudit]) -> Iterator[AuditFinding]:
    """Yields byes without a line, matches that are over without one, appeals without effect."""
    results = event.results
    for paired in event.started:
        for bye in paired.byes:
            if bye_id(paired.round, bye.player) not in results:
                says = f"round {paired.round} has a bye of {bye.player}, which stands nowhere here"
                yield _finding("bye-lacking", None, says)
    for match in event.open_matches:
        found = logs.get(match)
        if found is not None and found.is_over and (found.ended or {}).get("how") is not None:
            yield _finding("result-lacking", None, f"{match} is over, and its result was not taken:"
                           " `tournament result`", "not-proven")  # fmt: skip
    for against, one in upheld_in(event.lines).items():
        yield _finding("appeal-without-effect", one, f"line {against} was appealed against"
                       " with success, and no line corrects it", "not-proven")  # fmt: skip
