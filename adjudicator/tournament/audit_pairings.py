"""Draws and pairings made again from their inputs (tournaments.md 4, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from adjudicator.api.dice import round_time
from adjudicator.api.drawing import draw_commitment
from adjudicator.api.named_files import MAX_SIZE, read_bytes
from adjudicator.api.problems import AdjudicatorError, Refused, RefusedFile
from adjudicator.api.signing import check_beacon_signature, read_beacon
from adjudicator.tournament.audited import AuditFinding, AuditVerdict
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.pairing.engine import Engine, EngineFailed, failure
from adjudicator.tournament.past import PairedFrom, past_events
from adjudicator.tournament.proposing import cost_of, propose
from adjudicator.tournament.referees import check_impartial
from adjudicator.tournament.rounds import (
    DRAW,
    INPUT,
    PAIRING,
    ROUNDS,
    TRF,
    Draw,
    RoundPairing,
    Swap,
    round_folder,
    swapped,
)

__all__ = ["BeaconTold", "audit_draws", "audit_pairing", "beacons_told"]

_MOST = 12
"""So many events as they were are tried that gave the engine what it got."""
_OURS = "adjudicator"


def _finding(
    code: str, number: int, name: str, says: str, *, verdict: AuditVerdict = "refuted"
) -> AuditFinding:
    path = f"{ROUNDS}/{round_folder(number)}/{name}"
    return AuditFinding(code=code, path=path, says=says, verdict=verdict)


# -- draws --------------------------------------------------------------------------------------

BeaconTold = Mapping[int, tuple[str, str | None]]
"""By round of the beacon, its value and its signature, as somebody fetched them."""


def beacons_told(files: Sequence[Path]) -> BeaconTold:
    """Returns what files with the beacon's answers say.

    Raises:
        RefusedFile: one is no answer of the beacon.
        UnusableFile: one is not there.
    """
    found: dict[int, tuple[str, str | None]] = {}
    for path in files:
        value, signature = read_beacon(read_bytes(path, limit=MAX_SIZE), str(path))
        _, number, digits = value.split(":")
        found[int(number)] = (digits, signature)
    return found


def audit_draws(event: OpenEvent, beacons: BeaconTold) -> Iterator[AuditFinding]:
    """Yields what is wrong with the draws of an event, whose values fit what fixed them.

    One commitment serves the whole event, so that nobody chooses a key for a round; a round of the
    beacon is fixed before its value is known; and a round that has started had its draw.

    Args:
        beacons: what the beacon says, as somebody fetched it.
    """
    commitments = {one.commitment for one in event.draws.values()} - {None}
    first = next((one.commitment for one in event.draws.values() if one.commitment), None)
    for number, draw in event.draws.items():
        if len(commitments) > 1 and draw.commitment not in (first, None):
            yield _finding("draw-other-commitment", number, DRAW,
                           "another commitment than that of the first round")  # fmt: skip
        if draw.beacon is not None:
            yield from _beacon_findings(event, draw, beacons)
    for paired in event.started:
        for number in sorted({1, paired.round}):
            drawn = event.draws.get(number)
            if drawn is None or drawn.value is None:
                yield _finding("draw-not-opened", number, DRAW,
                               f"round {paired.round} has started, and its draw has no"
                               " value")  # fmt: skip
    yield from _key_findings(event, first)


def _beacon_findings(event: OpenEvent, draw: Draw, told: BeaconTold) -> Iterator[AuditFinding]:
    number = draw.beacon or 0
    if draw.round > 1 and len(event.started) >= draw.round - 1:
        fixed = event.started[draw.round - 2].started
        if fixed is not None and round_time(number).date() < fixed:
            yield _finding("draw-known-before", draw.round, DRAW,
                           f"round {number} of the beacon had come when it was fixed, on"
                           f" {fixed}")  # fmt: skip
    if draw.value is None:
        return
    if number in told:
        if told[number][0] != draw.value:
            yield _finding("draw-not-the-beacons", draw.round, DRAW,
                           f"round {number} of the beacon has another value")  # fmt: skip
        return
    try:
        is_checked = check_beacon_signature(number, draw.signature or "")
    except Refused:
        yield _finding("draw-not-the-beacons", draw.round, DRAW,
                       f"this is not the beacon's signature of its round {number}")  # fmt: skip
        return
    if not is_checked:
        yield _finding("beacon-not-checked", draw.round, DRAW,
                       "the library that checks the beacon's signature is not here: name a file"
                       f" with its answer for round {number}", verdict="not-proven")  # fmt: skip


def _key_findings(event: OpenEvent, commitment: str | None) -> Iterator[AuditFinding]:
    """Yields that the key of the draws, where it is at hand, is not that of the commitment."""
    try:
        key = event.draw_key
    except RefusedFile:
        return  # it is the referee's own till they publish it
    try:
        made = draw_commitment(event.event.id, key)
    except ValueError:
        made = ""
    if commitment is not None and made != commitment:
        says = "this key does not lead to the commitment of the draws"
        yield AuditFinding(code="draw-key-other", path="referee/draw.key", says=says)


# -- pairings -----------------------------------------------------------------------------------


class _OtherInput(Exception):
    """An event as it may have been gives the engine something else than it got."""


class _Asked:
    """An engine that is asked only what it was asked before; an `Engine`."""

    def __init__(self, given: PairedFrom, engine: Engine | None, *, absent_as_entries: bool):
        self.absent_as_entries = absent_as_entries
        self._given, self._engine = given.text, engine
        self._answers: dict[tuple[int, ...], str] = {}

    def version(self) -> str:
        """Returns the name and version of the engine."""
        return "" if self._engine is None else self._engine.version()

    def pair(self, trf: str, *, round_number: int, absent: Sequence[int]) -> str:
        """Returns the pairs as the engine gives them now (`Engine.pair`).

        _OtherInput: it got something else.
        """
        if trf != self._given:
            raise _OtherInput
        if self._engine is None:
            raise failure("engine-lacking", "the engine that paired it is not here",
                          "Name it by --engine.")  # fmt: skip
        key = tuple(absent)
        if key not in self._answers:
            self._answers[key] = self._engine.pair(trf, round_number=round_number, absent=absent)
        return self._answers[key]


def audit_pairing(
    event: OpenEvent, paired: RoundPairing, engines: Mapping[str, Engine]
) -> tuple[AuditFinding, ...]:
    """Returns in what a round that has started does not follow from its inputs.

    It must follow from what its engine got, and that from the event's files as they were on that
    day: a later result changes standings, never a pairing.

    Args:
        engines: by name, the engines that are here.
    """
    number = paired.round
    if any(number_ not in event.draws or event.draws[number_].value is None
           for number_ in (1, number)):  # fmt: skip
        return ()  # `audit_draws` says so
    given, problem = _given(event, number)
    if given is None:
        return (problem,) if problem is not None else ()
    best: tuple[AuditFinding, ...] | None = None
    for asked in _askers(paired, given, engines):
        tried = 0
        for past in past_events(event, number, given):
            found = _again(past, paired, given, asked)
            if found is None:
                continue
            if not found:
                return ()
            best, tried = best or found, tried + 1
            if tried == _MOST:
                break
    if best is not None:
        return best
    name = TRF if given.is_trf else INPUT
    says = "the files of the event, as they were when it was paired, do not give this"
    return (_finding("input-differs", number, name, says),)


def _given(event: OpenEvent, number: int) -> tuple[PairedFrom | None, AuditFinding | None]:
    folder = event.folder / ROUNDS / round_folder(number)
    there = [name for name in (TRF, INPUT) if (folder / name).is_file()]
    if len(there) != 1:
        says = "one of input.trf and input.json belongs here, what the engine got"
        return None, _finding("input-missing", number, there[0] if there else INPUT, says)
    try:
        text = read_bytes(folder / there[0], limit=MAX_SIZE).decode("ascii")
    except (AdjudicatorError, UnicodeDecodeError):
        return None, _finding("input-differs", number, there[0], "no engine ever got this")
    return PairedFrom(text, there[0] == TRF), None


def _askers(
    paired: RoundPairing, given: PairedFrom, engines: Mapping[str, Engine]
) -> Iterator[_Asked]:
    """Yields how the engine may have been asked: whose pairs are ours was asked before us."""
    name = paired.engine.name
    if name != _OURS or not given.is_trf:
        known = engines.get(name)
        as_entries = name != "gacrux" if known is None else known.absent_as_entries
        yield _Asked(given, known, absent_as_entries=as_entries)
        return
    for known in engines.values():
        yield _Asked(given, known, absent_as_entries=known.absent_as_entries)


def _again(
    past: OpenEvent, paired: RoundPairing, given: PairedFrom, asked: _Asked
) -> tuple[AuditFinding, ...] | None:
    """Returns what differs when a round is paired again; None: the engine got something else."""
    try:
        found = propose(past, paired.round, asked, relax=bool(paired.relaxed))
    except (_OtherInput, ValueError):
        return None
    except EngineFailed as error:
        says = "; ".join(one.message for one in error.problems)
        return (_finding("engine-lacking", paired.round, PAIRING, says, verdict="not-proven"),)
    except Refused:
        return None
    if found.given != given.text or found.is_trf != given.is_trf:
        return None
    return tuple(_differences(past, found.pairing, paired))


def _differences(
    past: OpenEvent, again: RoundPairing, paired: RoundPairing
) -> Iterator[AuditFinding]:
    number = paired.round
    if again.engine.name != paired.engine.name:
        says = f"{again.engine.name} gives this pairing, not {paired.engine.name}"
        yield _finding("engine-differs", number, PAIRING, says)
    now = again
    for place, swap in enumerate(paired.swaps):
        one, two = swap.players
        new = swapped(now, {one: two, two: one})
        yield from _swap_findings(past, swap, (now, new), f"{PAIRING}: swaps.{place}")
        now = new.model_copy(update={"cost": cost_of(past, number, new.matches)[0]})
    named = paired.engine.version == again.engine.version or paired.engine.name == _OURS
    told: list[tuple[str, str, object, object]] = [
        ("pairing-differs", "matches", now.matches, paired.matches),
        ("byes-differ", "byes", now.byes, paired.byes),
        ("pairing-differs", "bracket", now.bracket, paired.bracket),
        ("cost-differs", "cost", _exact(now.cost), _exact(paired.cost)),
        ("bound-differs", "bound", _exact(now.bound), _exact(paired.bound)),
        ("relaxed-differs", "relaxed", now.relaxed, paired.relaxed),
    ]
    for code, field, ours, theirs in told:
        if ours == theirs:
            continue
        if not named:
            says = (f"{paired.engine.version} of {paired.engine.name} paired it, here is"
                    f" {again.engine.version}, which gives other {field}")  # fmt: skip
            yield _finding("engine-other-version", number, PAIRING, says, verdict="not-proven")
            return
        says = f"{field}: paired again from the same inputs it is another; {_first(ours, theirs)}"
        yield _finding(code, number, PAIRING, says)


def _exact(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _first(ours: object, theirs: object) -> str:
    """Returns the first thing that differs, in words."""
    if isinstance(ours, list) and isinstance(theirs, list):
        for one, other in zip(ours, theirs, strict=False):
            if one != other:
                return f"{_told(other)} should be {_told(one)}"
        return f"{len(theirs)} of {len(ours)}"
    return f"{theirs} should be {ours}"


def _told(one: object) -> str:
    seats = getattr(one, "seats", None)
    if seats is not None:
        return f"{getattr(one, 'match', '')} {' - '.join(seats.values())}"
    return " ".join(str(getattr(one, name, "")) for name in ("player", "kind")).strip() or str(one)


def _swap_findings(
    past: OpenEvent, swap: Swap, both: tuple[RoundPairing, RoundPairing], name: str
) -> Iterator[AuditFinding]:
    number = both[0].round
    costs = [_exact(cost_of(past, number, one.matches)[0]) for one in both]
    if [_exact(swap.before), _exact(swap.after)] != costs:
        told = [str(cost) for cost in costs]
        yield _finding("swap-cost-differs", number, name,
                       f"the change costs {told[0]} before and {told[1]} after")  # fmt: skip
    touched = {*swap.players} | {
        player for match in both[0].matches for player in match.seats.values()
        if {*swap.players} & {*match.seats.values()}
    }  # fmt: skip
    referee = past.event.referee(swap.by)
    if referee is None:
        yield _finding("no-such-referee", number, name, f"there is no referee {swap.by}")
        return
    try:
        check_impartial(past, referee, sorted(touched), f"round {number}")
    except Refused as error:
        yield _finding("own-match", number, name, error.problems[0].message)
