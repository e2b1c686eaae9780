"""What a log proves: by the log alone, and by running the rules again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.api.log_facts import LogFacts, facts_of
from adjudicator.api.own_keys import Recalled, is_key_near, recalled
from adjudicator.api.problems import (
    Located,
    Problem,
    RefusedFile,
    TryAgain,
    Unusable,
    UnusableFile,
    as_json,
    in_log,
    unusable_file,
)
from adjudicator.audit import log, verifiers
from adjudicator.audit.beacon_audit import SignaturesChecked
from adjudicator.audit.dice_audit import (
    NOT_PROVEN,
    REFUTED,
    RULES_UNKNOWN,
    SOUND,
    DiceAudit,
    Verdict,
)
from adjudicator.audit.verify import audit_dice, audit_reading
from adjudicator.core.english import amount
from adjudicator.core.limits import MAX_LOG, MAX_SIZE
from adjudicator.documents.keys.signatures import keys_of
from adjudicator.documents.keys.signed_heads import SignatureAudit, audit_signatures
from adjudicator.documents.storage import read_bytes, read_lines

if TYPE_CHECKING:  # to verify the dice alone needs no rules
    from adjudicator.audit.opening import SavedMatch
    from adjudicator.audit.proof import NotProven, Why
    from adjudicator.core.game import Rules

__all__ = ["NOT_PROVEN", "SOUND", "RunAgain", "Verified", "verifier_page", "verify"]

_PAGE = Path(verifiers.__path__[0]) / "verify_log.html"


class Verified(NamedTuple):
    """What was found of a log. `verdict` says it in two words."""

    path: Path
    """The log."""
    located: tuple[Located, ...]
    """What is wrong with it."""
    dice: DiceAudit
    """What the log alone proves."""
    again: RunAgain
    """What running the rules again proves."""
    goes_on: str
    """What to say of the match that it goes on from; empty if there is none."""
    more: tuple[str, ...]
    """What else was proved: by signatures, and of a mailed state.json."""
    false: tuple[Located, ...]
    """What is wrong with the mailed state.json."""
    not_checked: str = ""
    """What to say of signatures of the beacon that were not checked."""
    signatures: tuple[str, ...] = ()
    """What was found of signatures."""
    fits: tuple[str, ...] = ()
    """What was found right in the mailed state.json."""
    notices: tuple[str, ...] = ()
    """What the keys at hand have to tell besides."""
    facts: LogFacts | None = None
    """What the log says of itself; None: its dice alone were audited, or line 0 is damaged."""

    @property
    def is_sound(self) -> bool:
        """Whether everything that can be proved is proved."""
        return self.verdict == SOUND

    @property
    def verdict(self) -> Verdict:
        """What is said of the log at last (TFD1 3.10 [A10])."""
        if self.located:
            return REFUTED
        if self.again == NOT_RUN:  # also where a worker sent it
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
        """What everybody should know though it is no failure, such as what was not checked."""
        if self.again.is_whole:
            return [*self.dice.noticed, self.not_checked, self.goes_on]
        refuted = self.dice.failures or self.again.problems
        unknown = () if refuted else (RULES_UNKNOWN,)
        last = (self.not_checked, self.again.told, self.goes_on)
        return [*unknown, *self.dice.noticed, *last]

    def to_json(self) -> dict[str, Any]:
        """Returns all of it as data, the same keys always."""
        rules = (self.again.told, *self.again.hints, self.goes_on)
        return {
            "sound": self.is_sound,
            "verdict": self.verdict,
            "why": self.why,
            "mode": self.dice.mode,
            "dice": list(self.dice.reports),
            "rules": " ".join(filter(None, rules)),
            "signatures": list(self.signatures),
            "state": list(self.fits),
            "problems": [as_json(one) for one in (*self.located, *self.false)],
        }


def verify(
    match: Path | str,
    *,
    dice_only: bool = False,
    state: Path | None = None,
    after: Path | None = None,
    key: Path | None = None,
    near: Sequence[Path] = (),
    places: Sequence[Path] = (),
) -> Verified:
    """Audits a match: every die is made again from the log, then every opening by the rules.

    Args:
        match: a match folder, or a log.jsonl.
        dice_only: whether the rules are not run.
        state: a mailed state.json: does it go with this log?
        after: the match or log that this one goes on from: it is audited too, and that they fit.
        key: a seat's key file, whose record is held against the log.
        near: folders in which key files are looked for besides.
        places: where files of the map lie that are not shipped; none: near the log.

    Raises:
        UnusableFile: it is no log, or is not there; the key is not there, or another's.
        RefusedFile: lines are damaged so that nothing can be said; the old match is refuted.

    >>> found = adjudicator.verify("examples/stratix-match/log.jsonl")
    >>> found.verdict
    'sound'
    """
    match = Path(match)
    audited = _Audited(match, dice_only=dice_only)
    path, dice = audited.path, audited.dice
    signed, beacon = SignatureAudit((), (), ()), SignaturesChecked(())
    if any(entry.key for entry in keys_of(audited.landmarks)):
        signed = audit_signatures(path.parent, audited.read)
        dice = replace(dice, signed_heads=signed.heads)
    if not dice.failures and audited.has(log.BeaconSignature):
        from adjudicator.documents.keys.beacon_signature import check_signatures

        beacon = check_signatures(audited.read)
    problems, again = [*dice.failures, *beacon.problems], NOT_RUN
    if not dice_only and not dice.failures:
        again = _run_again(audited.read, match, places)
        problems += again.problems
    goes_on = _goes_on(audited, after, places=places, dice_only=dice_only)
    own = Recalled()
    if not dice.failures and (key is not None or is_key_near((path.parent, *near))):
        own = recalled(audited.read, (path.parent, *near), key)
    located = [*(in_log(problem, str(path)) for problem in problems), *signed.problems]
    located += own.problems
    fits, false = _state_against(audited, state)
    return Verified(
        path,
        tuple(located),
        dice,
        again,
        goes_on,
        (*signed.reports, beacon.proved, *own.reports, *fits),
        false,
        beacon.not_checked,
        (*signed.reports, *beacon.sentences),
        fits,
        own.notices,
        None if dice_only else facts_of(audited.read),
    )


def verifier_page() -> bytes:
    """Returns the page that verifies logs in any browser, with or without a network."""
    return read_bytes(_PAGE, limit=MAX_SIZE)


def _state_against(
    audited: _Audited, state: Path | None
) -> tuple[tuple[str, ...], tuple[Located, ...]]:
    """Returns what a sound log says of a mailed state.json, and what is wrong with that."""
    if state is None or audited.dice.failures:
        return (), ()
    from adjudicator.matches.published.mailed_state import check_mailed_state
    from adjudicator.registry import by_name

    raw = read_bytes(state, limit=MAX_SIZE)
    return check_mailed_state(audited.read, raw, str(state), by_name())


def _goes_on(
    audited: _Audited, after: Path | None, *, places: Sequence[Path], dice_only: bool
) -> str:
    """Returns what to say of the match that this one goes on from; empty if there is none."""
    if after is not None:
        _check_after(audited, after, places=places, dice_only=dice_only)
        return f"It goes on from where {after} ends, which is sound."
    genesis = audited.genesis
    if genesis is not None and "continues" in genesis.offer.to_json():
        return "It goes on from another match: audit that with --after OLD."
    return ""


_LANDMARKS = (log.Genesis, log.Seat, log.BeaconSignature)
"""Lines that say what else is to be looked at."""


class _Audited:
    """The log of a match folder, or the one that was named, and what it proves of its dice."""

    def __init__(self, match: Path, *, dice_only: bool) -> None:
        self.path = match / "log.jsonl" if match.is_dir() else match
        if match.is_dir() and not self.path.exists():
            from adjudicator.matches.match_folder import no_match

            raise no_match(match)
        self._size = self.path.stat().st_size if self.path.is_file() else 0
        self._audited_head: log.Head | None = None
        try:
            if dice_only and self._size <= MAX_LOG:
                self._audit_dice_alone()
            else:
                self.dice, self.landmarks = audit_dice(self.read), self.read.lines
        except Unusable as error:
            located = [in_log(one, str(self.path)) for one in error.problems]
            damaged = any(problem.code == "log-damaged" for problem in error.problems)
            raise (RefusedFile if damaged else UnusableFile)(located) from None

    def _audit_dice_alone(self) -> None:
        """Audits the dice while the file is read: no more of it is kept than an audit must know."""
        reading = log.Reading(read_lines(self.path, limit=self._size))
        self.dice, self.landmarks = audit_reading(reading, _LANDMARKS)
        self._audited_head = None if self.dice.failures else reading.head

    @cached_property
    def read(self) -> log.Log:
        """All of its lines: the dice alone need few of them at a time.

        Raises:
            TryAgain: another run cut the log, or replaced it, since its dice were audited.
        """
        read = log.parse_log(read_bytes(self.path, limit=MAX_LOG)[: self._size])
        if self._audited_head not in (None, read.head):
            message = f"{self.path} changed while it was verified"
            hint = "Run the same command again."
            raise TryAgain(Problem("match-went-on", message, hint=hint, kind="unusable"))
        return read

    @property
    def genesis(self) -> log.Genesis | None:
        """Line 0, if it was understood."""
        first = self.landmarks[0].payload if self.landmarks else None
        return first if isinstance(first, log.Genesis) else None

    def has(self, kind: type[log.Payload]) -> bool:
        """Whether it has a line of some kind of landmark."""
        return any(isinstance(line.payload, kind) for line in self.landmarks)


def _check_after(
    audited: _Audited, after: Path, *, places: Sequence[Path], dice_only: bool
) -> None:
    """Refuses a match that does not go on from where another log, which must be sound, ends."""
    from adjudicator.audit.continuing import check_continued

    old = _Audited(after, dice_only=dice_only)
    problems = list(old.dice.failures)
    if not problems and not dice_only:
        again = _run_again(old.read, after, () if after.is_dir() else places)
        if not again.is_comparable:
            raise unusable_file(
                old.path,
                "other-rules",
                "the rules here are not those of the old match: it cannot be played again",
                "Say --dice-only, or use the version of the program that it was played with.",
            )
        problems += again.problems
    found = [in_log(problem, str(old.path)) for problem in problems]
    if audited.genesis is not None and old.genesis is not None:
        continued = check_continued(audited.genesis, old.read)
        found += [in_log(one, str(audited.path)) for one in continued]
    if found:
        raise RefusedFile(found)


class RunAgain(NamedTuple):
    """What the full audit gave."""

    problems: tuple[Problem, ...] = ()
    """What differs, the first thing first."""
    told: str = ""
    """What was done, in a line."""
    is_whole: bool = False
    """Whether every opening was made again."""
    is_comparable: bool = True
    """Whether these are the rules of the match."""
    hints: tuple[str, ...] = ()
    """What to do where they are not; a line may be a command."""
    doubt: NotProven | None = None
    """From where on the log is not proven; None: all of it is, or it is refuted."""
    is_over: bool | None = None
    """Whether the match is over, as the rules give it; None: not all could be run again."""
    ended: Mapping[str, Any] | None = None
    """How it ended, as `Match.result` says it; None: it goes on, or it is not known."""


NOT_RUN = RunAgain()
_AT_THE_END = (
    "The match has hidden information: its rules can be run again when it is over and the log "
    "shows its secret and all sheets. Until then its dice are audited."
)


def _run_again(read: log.Log, match: Path, places: Sequence[Path]) -> RunAgain:
    """Plays the match again by its rules, as far as its sheets are at hand."""
    from adjudicator.audit.proof import unproven
    from adjudicator.audit.replay import openings_of, replay
    from adjudicator.documents.keys.referee_secret import hidden_secret
    from adjudicator.documents.maps import places_in, places_near
    from adjudicator.documents.offers import rules_of
    from adjudicator.matches.stored_sheets import stored_sheets
    from adjudicator.registry import by_name

    genesis = read.genesis
    near = places_in(match) if match.is_dir() else places_near(match)
    try:
        rules = rules_of(genesis, by_name(), places or near)
    except Unusable as error:
        reasons = "; ".join(problem.message for problem in error.problems)
        hints = dict.fromkeys(line for one in error.problems for line in one.hint.splitlines())
        told = f"The rules are not comparable: {reasons}."
        return RunAgain(told=told, is_comparable=False, hints=tuple(hints))
    sheet_of: Any = stored_sheets(match) if match.is_dir() else lambda n, seat, hash_: None
    is_referee = rules.is_hidden and match.is_dir()
    hidden = hidden_secret(match, genesis.offer) if is_referee else None
    replayed = replay(rules, read, sheet_of, hidden=hidden, keeps=False)
    doubt = None if replayed.problems else unproven(rules, read, replayed)
    if replayed.needs_secret:
        return RunAgain(told=_AT_THE_END, doubt=doubt)
    made, all_of = replayed.count, len(openings_of(read.lines))
    if replayed.problems:
        return RunAgain(replayed.problems)
    if replayed.missing:
        lines = replayed.missing.count(b"\n")
        return RunAgain(
            told=f"The match is over, and its last {lines} lines are not in the log yet.",
            doubt=doubt,
        )
    if replayed.waiting_for:
        n = replayed.waiting_for[0]
        told = (
            f"The rules, run again, give {made} of {amount(all_of, 'opening')} "
            f"exactly; the sheets of opening {n} are not at hand."
        )
        return RunAgain(told=told, doubt=doubt)
    total = amount(made, "opening")
    told = f"The rules, run again, give {total} exactly, byte by byte."
    if replayed.left_out:
        numbers = ", ".join(str(n) for n in replayed.left_out)
        told += (
            f" Not made again, their sheets being withheld until the match is over: opening "
            f"{numbers}, annulled."
        )
    return RunAgain(
        told=told, is_whole=not replayed.left_out, doubt=doubt, is_over=replayed.saved.is_over,
        ended=_ended(rules, replayed.saved, genesis),
    )  # fmt: skip


def _ended(rules: Rules[Any], saved: SavedMatch, genesis: log.Genesis) -> Mapping[str, Any] | None:
    """Returns how a match has ended that was run again; None: it goes on."""
    if not saved.is_over:
        return None
    from adjudicator.core.save import state_of
    from adjudicator.documents.offers import scenario_offered
    from adjudicator.matches.published.match_result import match_result

    state = rules.view(state_of(rules.game, saved.position), None)
    return match_result(rules, saved, state, scenario_offered(genesis.offer).seats)
