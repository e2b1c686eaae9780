"""What a dice audit found, and its report in plain words.

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.audit.log import Mode
from adjudicator.audit.mode_words import weaknesses_of
from adjudicator.core.english import amount, joined
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap

__all__ = [
    "NOT_PROVEN",
    "REFUTED",
    "RULES_UNKNOWN",
    "SOUND",
    "DiceAudit",
    "Verdict",
    "not_proven_from",
]

Verdict: TypeAlias = Literal["sound", "not proven", "refuted"]
"""What an audit says of a log (3.10 [A10])."""
SOUND: Verdict = "sound"
"""All that the log says is proven."""
NOT_PROVEN: Verdict = "not proven"
"""What would prove it is not in the log, or not yet."""
REFUTED: Verdict = "refuted"


@dataclass(frozen=True, slots=True)
class DiceAudit:
    """What the dice audit of a log found."""

    mode: Mode | None
    """How the dice were made safe; None where line 0 cannot be understood."""
    lines: int
    torn: int
    """How many bytes of a torn last line were not read."""
    openings: int
    annulments: tuple[tuple[int, str], ...]
    """Number and reason of each opening that was taken back."""
    rolls: int
    dice: int
    rolls_on_trust: int
    shuffles: int
    hidden_draws: int
    unsealed: int
    ended: bool
    """Whether the hidden-draw secret is public."""
    locked: int | None
    """The opening that is locked and not opened yet, in a mode that locks first."""
    is_amended: bool
    """Whether the amended rules bind that older matches could not follow (3.10)."""
    drawing: int
    """How many openings drew anything."""
    alone: int
    """In how many of them one seat alone had a part in the dice (3.10 [A12])."""
    by_none: int
    """In how many of them no seat had."""
    automatic: FrozenMap[str, int]
    """By seat, how many of its sheets no player wrote (3.10 [A8])."""
    penalty: str
    """What the offer says that a withheld pledge costs; empty: nothing."""
    players_without_chain: tuple[str, ...]
    missing_orders: FrozenMap[str, int]
    withheld_pledges: FrozenMap[str, int]
    sheets_not_published: tuple[tuple[int, str], ...]
    """Opening and player of each sheet whose hash was locked but which the log does not hold."""
    veiled: tuple[int, ...]
    """Openings with hidden draws, or of a secret state, while their secret is not public."""
    seated: tuple[tuple[int, str], ...]
    """Line and seat of each join that took the place of an earlier one."""
    corrections: tuple[tuple[int, str], ...]
    """Line and reason of each correction by the referee."""
    last_cited: int | None
    """The last line that a published sheet cites: what follows is not yet countersigned."""
    failures: tuple[Problem, ...]
    by_hand: tuple[int, ...] = ()
    """Openings in which the clock of the match had no part: the referee made them by hand."""
    signed_heads: tuple[tuple[int, str], ...] = ()
    """Line and signer of each head whose signature was verified: the dice audit itself has none."""

    @property
    def annulled(self) -> int:
        """How many openings were taken back."""
        return len(self.annulments)

    @property
    def sound(self) -> bool:
        """Whether nothing was refuted; the verdict says whether all of it could be judged."""
        return not self.failures

    @property
    def verdict(self) -> Verdict:
        """What the log alone proves, without the rules (3.10 [A10])."""
        if self.failures:
            return REFUTED
        return NOT_PROVEN if self.sheets_not_published or self.veiled else SOUND

    @property
    def not_proven(self) -> str:
        """The first opening that is not proven, and how many follow; empty: there is none."""
        if self.verdict != NOT_PROVEN:
            return ""
        n = min((*(number for number, _ in self.sheets_not_published), *self.veiled))
        players = [player for number, player in self.sheets_not_published if number == n]
        lacks = f"sheet of {joined(players)}" if players else "hidden-draw secret"
        return not_proven_from(n, self.openings, f"its {lacks} is not in the log")

    @property
    def reports(self) -> tuple[str, ...]:
        """What was proved and what this way to play cannot prevent, in plain words."""
        mode = () if self.mode is None else (f"Mode: {self.mode}.",)
        unknown = () if self.failures else (RULES_UNKNOWN,)
        doubt = (self.not_proven,) if self.not_proven else ()
        return (*doubt, *self.proved, *unknown, *self.noticed, *mode, *self.not_prevented)

    @property
    def proved(self) -> tuple[str, ...]:
        """What is certain now: what follows, or that the log is refuted."""
        return tuple(_proved(self))

    @property
    def noticed(self) -> tuple[str, ...]:
        """What is no failure and everybody should know (3.7 (9))."""
        return tuple(_noticed(self))

    @property
    def not_prevented(self) -> tuple[str, ...]:
        """What this way to play leaves possible (3.8, 4)."""
        return (
            () if self.mode is None else tuple(weaknesses_of(self.mode, self.players_without_chain))
        )


RULES_UNKNOWN = (
    "This audit does not know the rules: whether a roll was left out or wrongly named, only the "
    "full audit can say, which plays the match again."
)
"""What the dice alone cannot prove."""


def not_proven_from(n: int, openings: int, why: str) -> str:
    """Returns the first line of a verdict that leaves openings unproven (3.10 [A10]).

    Args:
        n: the first of them.
        openings: how many the log has.
        why: what is missing.
    """
    after = openings - n
    follow = "no opening follows it" if not after else f"{amount(after, 'opening')} follow"
    follow += " it" if after > 1 else "s it" if after else ""
    return f"Not proven from opening {n} on: {why}; {follow}."


# --- the report in plain words (3.7 (9), 3.8, 4) ------------------------------------------------


def _proved(audit: DiceAudit) -> Iterator[str]:
    if audit.torn:
        yield (
            f"The log is cut off in the middle of a line, whose {audit.torn} bytes were not read: "
            "ask for it again."
        )
    if audit.failures:
        yield f"The log is refuted: {amount(len(audit.failures), 'failure')}."
        return
    found = "sound" if audit.verdict == SOUND else "nothing in them is refuted"
    yield (
        f"{amount(audit.lines, 'line')} in one unbroken chain, "
        f"{amount(audit.openings, 'opening')}: {found}."
    )
    if audit.mode != "external":
        dice = "1 die" if audit.dice == 1 else f"{audit.dice} dice"
        yield (
            f"{amount(audit.rolls, 'roll')} ({dice}) and {amount(audit.shuffles, 'shuffle')} "
            "follow from the locked orders and the opened secrets."
        )
    if audit.unsealed:
        yield f"{amount(audit.unsealed, 'hidden draw')} made public, each as it was sealed."
    if audit.ended:
        yield f"All {audit.hidden_draws} seals follow from the hidden-draw secret."


def _noticed(audit: DiceAudit) -> Iterator[str]:
    if audit.rolls_on_trust:
        yield f"{amount(audit.rolls_on_trust, 'roll')} taken on trust."
    if audit.annulled:
        yield f"{amount(audit.annulled, 'opening')} annulled."
    for reason in dict.fromkeys(why for _, why in audit.annulments):
        numbers = ", ".join(str(n) for n, why in audit.annulments if why == reason)
        yield f"The referee took back opening {numbers}: {reason!r}"
    for k, player in audit.seated:
        yield f"{player} joined anew (line k={k}): the chain and key of before count no more."
    for k, reason in audit.corrections:
        yield f"The referee corrected the state (line k={k}): {reason!r}"
    without = [f"{player} {number}" for player, number in audit.missing_orders.items() if number]
    if without:
        yield (
            f"Openings without a sheet of a seat: {', '.join(without)}. That is usual: a seat "
            "sends none while nothing is due from it."
        )
    for player, number in audit.withheld_pledges.items():
        if number:
            yield f"{player} withheld {amount(number, 'pledge')}, or is said to have."
    if audit.penalty:
        yield f"The offer says of a pledge withheld after a lock: {audit.penalty!r}"
    if audit.sheets_not_published:
        places = ", ".join(f"{player} in opening {n}" for n, player in audit.sheets_not_published)
        yield f"Sheets locked but not published yet: {places}."
    if audit.by_hand:
        numbers = ", ".join(str(n) for n in audit.by_hand)
        yield f"The clock had no part in opening {numbers}: the referee made it by hand."
    if audit.hidden_draws and not audit.ended:
        yield (
            f"{amount(audit.hidden_draws - audit.unsealed, 'hidden draw')} not yet checkable: "
            "the hidden-draw secret is published when the match is over."
        )
    if audit.locked is not None:
        yield f"Opening {audit.locked} is locked and not opened yet."
    yield from _hands(audit)
    yield from _unamended(audit)
    yield from _countersigned(audit)


def _hands(audit: DiceAudit) -> Iterator[str]:
    """Yields how many seats had a part in the dice, and whose sheets no player wrote."""
    written = [f"{player} {number}" for player, number in audit.automatic.items() if number]
    if written:
        yield (
            f"Sheets of the built-in player, or written for a silent seat: {', '.join(written)}. "
            "Anyone can write them again."
        )
    if not (audit.alone or audit.by_none):
        return
    what, none = (
        "one seat (it and the referee together own them)",
        "no seat (the referee owns them)",
    )
    if audit.mode == "beacon":
        what, none = "one seat and the beacon", "the beacon alone"
    elif audit.mode in ("public", "mutual"):
        what, none = "one seat (it owns them)", "no seat"
    all_of = amount(audit.drawing, "opening")
    yield (
        f"The dice and cards of {audit.alone} of {all_of} depended on {what}, "
        f"those of {audit.by_none} on {none}."
    )


def _unamended(audit: DiceAudit) -> Iterator[str]:
    """Yields what could be chosen in a match made before the amended rules (3.10)."""
    if audit.is_amended or audit.mode is None:
        return
    yield (
        "This match was made before the amended rules: whoever wrote sheets of the built-in "
        "player could choose among them, and so among dice."
    )
    if audit.mode == "beacon":
        yield "The referee chose the rounds of the beacon with the sheets in hand."


def _countersigned(audit: DiceAudit) -> Iterator[str]:
    """Yields up to where the log can no longer be replaced, and by what (3.6)."""
    signed = max((k for k, signer in audit.signed_heads if signer != "referee"), default=-1)
    cited = audit.last_cited
    if signed > (-1 if cited is None else cited):
        signers = ", ".join(sorted(who for k, who in audit.signed_heads if k == signed))
        yield (
            f"Countersigned up to k={signed}: the head of that line is signed by {signers}, and "
            "the referee cannot replace a line up to it without being found out."
        )
        left = audit.lines - 1 - signed
        if left:
            yield f"{amount(left, 'line')} after it could still be replaced by the referee."
    elif cited is None:
        yield "No published sheet cites a line of this log: nothing is countersigned yet."
    else:
        yield (
            f"The last line that a published sheet cites is k={cited}; the lines after "
            "it are not yet countersigned and could still be replaced by the referee."
        )
    own = max((k for k, signer in audit.signed_heads if signer == "referee"), default=None)
    if own is not None:
        yield (
            f"The referee signed the head k={own}: another log of theirs up to that line would "
            "convict them."
        )
