"""Draws in the dice audit: rolls, shuffles, seals and labels (TFD1 3.5, 3.7 (6) to (8)).

The numbers in brackets are the paragraphs of the TFD1 specification.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from adjudicator.audit import tfd1
from adjudicator.audit.audited_opening import AuditedOpening
from adjudicator.audit.beacon_audit import has_value
from adjudicator.audit.log import (
    End,
    ExternalRoll,
    Mode,
    Offer,
    Roll,
    SealedDeck,
    SealedRoll,
    Shuffle,
    Unseal,
)

__all__ = ["DrawAudit"]

_Thing = TypeVar("_Thing", bound=Hashable)


class _Seals(NamedTuple):
    """A line of seals under audit."""

    k: int
    line: SealedRoll | SealedDeck
    key: str


class _Uses(Generic[_Thing]):
    """What is to be used once: in each opening, and among those that stand at the end (3.5).

    Openings are taken back from the newest on, so whatever stood before an opening that stands at
    the end stands then too: only what is used again needs to be judged at the end.
    """

    def __init__(self) -> None:
        self._first: dict[_Thing, AuditedOpening] = {}
        """By thing, the first opening with it among those that stood when it was noted."""
        self._newest: AuditedOpening | None = None
        self._here: set[_Thing] = set()
        """What the newest opening used."""
        self._again: list[tuple[_Thing, AuditedOpening, int, bool]] = []
        """Each use of what was used before, and whether that was in the same opening."""

    def note(self, thing: _Thing, of: AuditedOpening, k: int) -> None:
        """Notes that the newest opening uses it in line `k`."""
        if of is not self._newest:
            self._newest = of
            self._here.clear()
        first = self._first.setdefault(thing, of)
        if first is not of and not first.stands:
            self._first[thing] = of
        elif first is not of or thing in self._here:
            self._again.append((thing, of, k, thing in self._here))
        self._here.add(thing)

    def repeated(self) -> Iterator[tuple[_Thing, int, int]]:
        """Yields thing, opening and line of each use too many; all lines are noted."""
        for thing, of, k, is_in_one in self._again:
            if is_in_one or of.stands:
                yield thing, of.n, k


class DrawAudit:
    """What a log drew so far."""

    def __init__(self, offer: Offer, gid: str, mode: Mode, fail: Callable[..., None]) -> None:
        """Begins with nothing drawn.

        Args:
            fail: notes a failure: line, code, message, paragraph, path.
        """
        self.offer, self.gid, self.mode, self._note = offer, gid, mode, fail
        self.counts: Counter[str] = Counter()
        self.hidden: str | None = None
        """The hidden-draw secret, when the log has shown it."""
        self._labels: _Uses[str] = _Uses()
        self._unseals: _Uses[tuple[int, str, int]] = _Uses()
        self._seals: dict[tuple[int, str], _Seals] = {}

    def _fail(self, k: int, code: str, message: str, rule: str, *path: str | int) -> None:
        self._note(k, code, message, rule, *path)

    def may_roll(self, of: AuditedOpening) -> bool:
        """Whether nothing but its dice can be wrong with a roll in an opening just opened."""
        return self.mode != "external" and (self.mode != "beacon" or has_value(of.beacon))

    def take_roll(self, label: str, dice: int, k: int, of: AuditedOpening) -> None:
        """Takes in a roll that was made again already, in an opening where it may stand (6)."""
        of.draws += 1
        self._labels.note(label, of, k)
        self.counts["rolls"] += 1
        self.counts["dice"] += dice

    def read_draws(self, line: Roll | Shuffle | ExternalRoll, k: int, of: AuditedOpening) -> None:
        """Reads a roll or shuffle of an opening, and makes it again (6)."""
        self._begin(line.label, k, of)
        if isinstance(line, Roll):
            self.counts["rolls"] += 1
            self.counts["dice"] += len(line.values)
            if self.mode == "external":
                self._fail(k, "mode-false", "external mode rolls no dice of its own", "3.8", "t")
            values = tfd1.roll(of.key, line.label, len(line.values), line.sides)
            self._compare(k, line.label, line.values, values, name="values")
        elif isinstance(line, ExternalRoll):
            self.counts["rolls_on_trust"] += 1
            if self.mode != "external":
                self._fail(
                    k, "mode-false", "rolls from elsewhere need external mode", "3.8", "kind"
                )
            if any(value > line.sides for value in line.values):
                message = f"{line.label}: a value lies above {line.sides}"
                self._fail(k, "draw-false", message, "3.5", "values")
        else:
            self.counts["shuffles"] += 1
            order = tfd1.shuffle(of.key, line.label, line.cards)
            self._compare(k, line.label, line.order, order, name="order")

    def _begin(self, label: str, k: int, of: AuditedOpening) -> None:
        n = of.n
        if self.mode == "beacon" and not has_value(of.beacon):
            message = f"opening {n} has no value of the beacon, and draws need one"
            self._fail(k, "mode-false", message, "3.10 [A1]", "n")
        self._check_uncorrected(k, of)
        of.draws += 1
        self._labels.note(label, of, k)

    def _check_uncorrected(self, k: int, of: AuditedOpening) -> None:
        if of.is_corrected:
            message = "nothing is drawn or unsealed in an opening that holds a correction"
            self._fail(k, "correction-false", message, "3.10 [A6]", "t")

    def _compare(
        self, k: int, label: str, given: Sequence[object], expected: Sequence[object], *, name: str
    ) -> None:
        if given != expected:
            message = f"{label}: the {name} must be {list(expected)}, not {list(given)}"
            self._fail(k, "draw-false", message, "3.7 (6)", name)

    def read_seals(self, line: SealedRoll | SealedDeck, k: int, of: AuditedOpening) -> None:
        """Reads the seals of hidden draws, which only the end of a log lets make again."""
        self._begin(line.label, k, of)
        of.has_seals = True
        self.counts["hidden_draws"] += len(line.seals)
        if self.offer.hidden is None:
            self._fail(k, "seal-false", "the offer fixes no hidden-draw secret", "3.3", "t")
        if isinstance(line, SealedDeck) and len(line.cards) != len(line.seals):
            self._fail(k, "seal-false", "a deck has one seal for each card", "3.5", "seals")
        self._seals.setdefault((of.n, line.label), _Seals(k, line, of.key))

    def read_unseal(self, line: Unseal, k: int, of: AuditedOpening) -> None:
        """Reads a hidden draw made public (7)."""
        self.counts["unsealed"] += 1
        self._check_uncorrected(k, of)
        of.unseals += 1
        self._unseals.note((line.n, line.label, line.i), of, k)
        found = self._seals.get((line.n, line.label))
        if found is None or line.i > len(found.line.seals):
            message = f"there is no seal {line.i} of {line.label} in opening {line.n}"
            self._fail(k, "unseal-false", message, "3.7 (7)", "i")
            return
        if isinstance(found.line, SealedDeck):
            possible = line.value in found.line.cards
        else:
            possible = isinstance(line.value, int) and line.value <= found.line.sides
        seal = tfd1.seal(self.gid, line.n, line.label, line.i, value=line.value, salt=line.salt)
        if not possible or seal != found.line.seals[line.i - 1]:
            message = f"value and salt do not make seal {line.i} of {line.label}"
            self._fail(k, "unseal-false", message, "3.7 (7)", "value")

    def read_end(self, end: End, k: int) -> None:
        """Makes all hidden draws again from their secret (8)."""
        if tfd1.hidden_commit(self.offer.game, end.hidden) != self.offer.hidden:
            message = "this is not the hidden-draw secret that the offer fixed"
            self._fail(k, "secret-false", message, "3.7 (8)", "hidden")
            return
        self.hidden = end.hidden
        for (n, label), (at, line, opened) in self._seals.items():
            key = tfd1.hidden_key(end.hidden, self.gid, n, opened)
            if isinstance(line, SealedDeck):
                drawn = tfd1.sealed_deck(key, self.gid, n, label, cards=line.cards)
            else:
                count, sides = len(line.seals), line.sides
                drawn = tfd1.sealed_roll(key, self.gid, n, label, count=count, sides=sides)
            if line.seals != tuple(draw.seal for draw in drawn):
                message = f"{label}: the seals are not those of the hidden-draw secret"
                self._fail(at, "seal-false", message, "3.7 (8)", "seals")

    def check_labels(self) -> None:
        """A label is used once per opening, and once among those that stand (3.5)."""
        for label, n, k in self._labels.repeated():
            message = f"the label {label} is used a second time, in opening {n}"
            self._fail(k, "label-reused", message, "3.7 (6)", "label")
        for (n, label, i), _, k in self._unseals.repeated():
            message = f"seal {i} of {label} in opening {n} is opened a second time"
            self._fail(k, "unseal-false", message, "3.7 (7)", "i")
