"""The matches of an event: each log by the verifier, each offer against the event's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.beginning import OFFER_NAME, Prepared, offered_in, prepare_match
from adjudicator.api.clock import read_policy
from adjudicator.api.folders import is_unfinished
from adjudicator.api.log_facts import LogFacts, terms_of
from adjudicator.api.named_files import MAX_SIZE, pretty, read_bytes, read_json
from adjudicator.api.problems import AdjudicatorError, Located, Refused
from adjudicator.api.verifying import Verified, verify
from adjudicator.tournament.audited import AuditedMatch, AuditFinding, AuditVerdict
from adjudicator.tournament.event import Event
from adjudicator.tournament.folder import MATCHES, OpenEvent
from adjudicator.tournament.past import rules_on
from adjudicator.tournament.rounds import PairedMatch

__all__ = [
    "NOT_BEGUN",
    "OTHER_RULES",
    "LogAudit",
    "Terms",
    "audit_folders",
    "audit_offer",
    "audited_log",
    "audited_match",
    "told",
    "unaudited",
]

NOT_BEGUN = "not-begun"
"""The code of a match that awaits joins."""
OTHER_RULES = "other-rules"
"""The code of a match whose rules are not those of this program."""
_LOG, _NOTES = "log.jsonl", "match.json"
_LONGEST = 300


class LogAudit(NamedTuple):
    """What a worker found of the log of a match; it can be pickled."""

    verdict: AuditVerdict
    code: str
    says: str
    openings: int
    rolls: int
    corrections: int
    withheld: Mapping[str, int]
    facts: LogFacts | None
    """None: line 0 is damaged."""
    is_over: bool | None
    """None: not all of it could be run again."""
    ended: Mapping[str, Any] | None


# -- a log --------------------------------------------------------------------------------------


def audited_log(folder: Path) -> LogAudit:
    """Verifies the log of a match folder: the job of a worker.

    Raises:
        RefusedFile, UnusableFile: as `api.verifying.verify`.
    """
    found = verify(folder)
    verdict, code, says = _verdict(found)
    dice = found.dice
    return LogAudit(
        verdict=verdict, code=code, says=says, openings=dice.openings, rolls=dice.rolls,
        corrections=len(dice.corrections),
        withheld={seat: count for seat, count in sorted(dice.withheld_pledges.items()) if count},
        facts=found.facts, is_over=found.again.is_over, ended=found.again.ended,
    )  # fmt: skip


def _verdict(found: Verified) -> tuple[AuditVerdict, str, str]:
    wrong = (*found.located, *found.false)
    if wrong:
        return "refuted", wrong[0].problem.code, told(wrong)
    if not found.again.is_comparable:
        return "not-proven", OTHER_RULES, found.again.told
    if not found.is_sound:
        return "not-proven", found.why or "lacking", found.doubt or found.again.told
    return "sound", "", ""


def told(located: Sequence[Located]) -> str:
    """Returns the first of some problems in words, with its line."""
    if not located:
        return ""
    first = located[0]
    where = f"line {first.line}: " if first.line else ""
    return f"{where}{first.problem.message}"[:_LONGEST]


def audited_match(match: str, found: LogAudit) -> AuditedMatch:
    """Returns what is published of the log of a match."""
    facts = found.facts
    return AuditedMatch(
        match=match, verdict=found.verdict, code=found.code, says=found.says,
        openings=found.openings, rolls=found.rolls, corrections=found.corrections,
        withheld=found.withheld, rewinds=0 if facts is None else facts.rewinds,
        late={} if facts is None else facts.late, head="" if facts is None else facts.head,
    )  # fmt: skip


def unaudited(match: str, verdict: AuditVerdict, code: str, says: str) -> AuditedMatch:
    """Returns what is published of a match whose log could not be verified."""
    return AuditedMatch(match=match, verdict=verdict, code=code, says=says, withheld={}, late={})


# -- folders ------------------------------------------------------------------------------------


def audit_folders(event: OpenEvent) -> Iterator[AuditFinding]:
    """Yields which match folders are missing, and which belong to no match."""
    known = event.matches
    for match in known:
        folder = event.match_folder(match)
        if not (folder / OFFER_NAME).is_file() and not (folder / _LOG).is_file():
            yield _finding("match-missing", match, "", "its round has started, and nothing is here")
    root = event.folder / MATCHES
    for path in sorted(root.iterdir()) if root.is_dir() else ():
        if path.name not in known and not path.name.startswith("."):
            if path.is_dir() and is_unfinished(path):
                continue
            yield AuditFinding(
                code="match-unknown", path=f"{MATCHES}/{path.name}"[:_LONGEST],
                says="no round of this event has such a match",
            )  # fmt: skip


def _finding(code: str, match: str, name: str, says: str) -> AuditFinding:
    path = f"{MATCHES}/{match}" + (f"/{name}" if name else "")
    return AuditFinding(code=code, path=path, says=says[:_LONGEST])


# -- the offer ----------------------------------------------------------------------------------


class Terms:
    """What the offers of an event's matches must fix; the same ones are made once."""

    def __init__(self, event: OpenEvent) -> None:
        self._event = event
        self._prepared: Prepared | None = None
        self._made: dict[bytes, dict[str, Any]] = {}

    def of(self, rules: Event, match: str, plays: Iterable[str]) -> dict[str, Any]:
        """Returns what the offer of a match must fix.

        Raises:
            Refused: the scenario has problems here.
        """
        how: dict[str, Any] = {
            "mode": rules.dice.mode, "play": sorted(plays),
            "penalty": rules.dice.penalty if rules.dice.joins else "",
        }  # fmt: skip
        key = pretty({**how, "clock": rules.clock})
        if key not in self._made:
            if self._prepared is None:
                self._prepared = prepare_match(rules.game, rules.scenario, options=rules.options)
            clock = None if rules.clock is None else read_policy(rules.clock)
            self._made[key] = self._prepared.terms(name="match", clock=clock, **how)
        return {**self._made[key], "game": f"{rules.id}-{match}"}


def audit_offer(
    event: OpenEvent, one: PairedMatch, facts: LogFacts | None, terms: Terms
) -> Iterator[AuditFinding]:
    """Yields in what the offer of a match is not what the event's rules say, and who else sits.

    Args:
        facts: of its log; None: it awaits joins, or its log cannot be read.
    """
    folder = event.match_folder(one.match)
    offer, name = (facts.offer if facts is not None else None), _LOG
    if offer is None and (folder / OFFER_NAME).is_file() and not (folder / _LOG).is_file():
        name = OFFER_NAME
        try:
            offer = offered_in(folder).offer.to_json()
        except Refused as error:
            yield _finding("offer-damaged", one.match, name, error.problems[0].message)
    if offer is not None:
        yield from _offer_findings(event, one, (offer, name), terms)
    if facts is not None and {*facts.seats} != {*event.event.seats}:
        says = f"{', '.join(facts.seats)} joined, not {', '.join(event.event.seats)}"
        yield _finding("match-other-seats", one.match, name, says)
    yield from _note_findings(event, one)


_CODES = {"game": "match-of-another", "clock": "match-other-clock", "mode": "match-other-dice",
          "scenario": "match-other-scenario", "plays": "match-other-players"}  # fmt: skip
_OF_VERSION = ("rules", "start", "scenario", "package")
"""What another version of the rules gives otherwise: the verifier says that it is another."""


def _offer_findings(
    event: OpenEvent, one: PairedMatch, offered: tuple[Mapping[str, Any], str], terms: Terms
) -> Iterator[AuditFinding]:
    offer, name = offered
    number = int(one.match[:2])
    until = event.started[number - 1].started or date.max
    since = (event.started[number - 2].started or date.min) if number > 1 else date.min
    builtin = {player.id for player in event.players.players if player.built_in}
    plays = [seat for seat, player in one.seats.items() if player in builtin]
    found: list[list[AuditFinding]] = []
    for rules in rules_on(event, since, until):
        try:
            wanted = terms.of(rules, one.match, plays)
        except (AdjudicatorError, ValueError) as error:
            says = f"what its offer must be is not known here: {error}"
            yield AuditFinding(code="offer-not-compared", path=f"{MATCHES}/{one.match}",
                               says=says[:_LONGEST], verdict="not-proven")  # fmt: skip
            return
        found.append(list(_unlike(offer, wanted, one.match, name)))
        if ("age" in offer) != rules.dice.age:
            found[-1].append(_finding("match-other-dice", one.match, name,
                                      "sheets are sealed, or not, as the event has"
                                      " not said"))  # fmt: skip
    yield from min(found, key=len)


def _unlike(
    offer: Mapping[str, Any], wanted: Mapping[str, Any], match: str, name: str
) -> Iterator[AuditFinding]:
    said = terms_of(offer)
    theirs, ours = said.get("rules"), wanted["rules"]
    is_same = theirs == ours
    if not isinstance(theirs, dict) or theirs.get("id") != ours["id"]:
        yield _finding("match-other-game", match, name, f"its game is not {ours['id']}")
        return
    for field in sorted({*said, *wanted}):
        if said.get(field) == wanted.get(field) or (not is_same and field in _OF_VERSION):
            continue
        says = f"{field} is not what the event's rules say"
        yield _finding(_CODES.get(field, "match-other-offer"), match, name, says)
    if not is_same and said.get("scenario") != wanted["scenario"]:
        yield _finding("match-other-scenario", match, name, "its scenario is not the event's")


# -- who sits there -----------------------------------------------------------------------------


def _note_findings(event: OpenEvent, one: PairedMatch) -> Iterator[AuditFinding]:
    """Yields that match.json names others than who sit there, or anything but ids."""
    path = event.match_folder(one.match) / _NOTES
    if not path.is_file():
        if path.parent.is_dir():
            yield _finding("match-unnamed", one.match, _NOTES, "nobody is named")
        return
    try:
        notes: Any = read_json(read_bytes(path, limit=MAX_SIZE), source=_NOTES).data
        named = {seat: sits.get("name", "") for seat, sits in notes["seats"].items()}
        title = notes["title"]
        has_address = any(sits.get("address") for sits in notes["seats"].values())
    except (AdjudicatorError, KeyError, TypeError, AttributeError):
        yield _finding("match-unnamed", one.match, _NOTES, "it cannot be read")
        return
    for seat, player in event.seated(one.match).items():
        if named.get(seat) != player:
            yield _finding("match-other-player", one.match, _NOTES, f"{player} sits on {seat}")
    if {*named} - {*one.seats} or title != f"{event.event.id} {one.match}" or has_address:
        says = "its title, or a seat, is not what `tournament start` writes, or it has an address"
        yield _finding("match-other-notes", one.match, _NOTES, says)
