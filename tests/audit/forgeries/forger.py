"""The forger: makes anew what depends on a change, with all that the referee of the match knows.

He knows his own chain, the hidden-draw secret, every pledge that was mailed to him and every sheet.
He writes lock hashes, turn keys, draws, seals and the chain of lines anew; then, where the rules
can be run, the whole opening as an honest referee would have written it from what is forged.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from adjudicator.audit import log, tfd1
from adjudicator.audit.automatic import Automatic
from adjudicator.audit.opening import (
    Locked,
    Opening,
    SavedMatch,
    Secrets,
    is_locked_first,
    open_next,
)
from adjudicator.audit.tfd1 import ZERO, digest
from adjudicator.core.problem import Refused, ReplayDivergence, Unusable
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import canonical
from tests.audit.forgeries.drafts import OTHER_HASH, Draft, Line, is_clock_of
from tests.audit.forgeries.matches import HonestMatch, TableDice, honest, saved_of, written_by
from tests.audit.log_changes import lines_of

__all__ = ["forged"]

WRONG_FORM = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What comes of a line that is no longer of its form: then it stays as it is."""
DIVERGED = (Refused, ReplayDivergence, Unusable, AssertionError, *WRONG_FORM)
"""Where the rules make nothing of what is forged."""


def forged(match: HonestMatch, draft: Draft) -> Iterator[bytes]:
    """Yields the logs that a forger can make of a draft: line by line; and by the rules."""
    remaking = _Remaking(match, draft)
    plain = remaking.result()
    yield plain
    has_automatic = match.known.genesis.offer.plays or b'"kind":"clock"' in plain
    for is_derived in (False, True) if match.is_amended and has_automatic else (False,):
        ruled = _by_rules(match, plain, is_derived=is_derived)
        if ruled is not None:
            yield ruled


class _Remaking:
    """One draft made anew, line by line."""

    def __init__(self, match: HonestMatch, draft: Draft) -> None:
        self.match, self.known, self.pins = match, match.known, draft.pins
        self.lines: list[Line] = copy.deepcopy(list(draft.lines))
        self.original = lines_of(match.raw)
        self.gid = match.known.genesis.gid
        self.newest = ""
        self.orders: Mapping[str, Any] = {}
        self.keys: dict[Any, str] = {}
        self.sealed: dict[tuple[Any, Any], Line] = {}

    def result(self) -> bytes:
        """Returns the bytes of the log."""
        written, prev = [], ZERO
        for k, line in enumerate(self.lines):
            if k >= self.match.segment:
                with suppress(*WRONG_FORM):
                    self._remake(k, line)
            elif line["t"] == "open":
                self.keys[line["n"]] = line["key"]
            if line.get("t") in ("sealed-roll", "sealed-deck"):
                self.sealed.setdefault((line.get("n"), line.get("label")), line)
            raw = canonical({**line, "k": k, "prev": prev})
            prev = digest(raw)
            written.append(raw + b"\n")
            if self._is_newest(line):
                self.newest = prev
        return b"".join(written)

    def _is_newest(self, line: Line) -> bool:
        if line.get("kind") == "beacon-round":
            return self.match.is_amended and self.known.mode == "beacon"
        return line["t"] in ("genesis", "state", "seat") or line.get("kind") == "rewind"

    def _is_pinned(self, k: int, field: str, seat: str | None = None) -> bool:
        return (k, field, None) in self.pins or (k, field, seat) in self.pins

    def _remake(self, k: int, line: Line) -> None:
        match line["t"]:
            case "lock":
                self._lock(k, line)
            case "open":
                self._open(k, line)
            case "roll" if not self._is_pinned(k, "values"):
                key, count = self.keys[line["n"]], len(line["values"])
                line["values"] = list(tfd1.roll(key, line["label"], count, line["sides"]))
            case "shuffle" if not self._is_pinned(k, "order"):
                shuffled = tfd1.shuffle(self.keys[line["n"]], line["label"], line["cards"])
                line["order"] = list(shuffled)
            case "sealed-roll" | "sealed-deck" if not self._is_pinned(k, "seals"):
                line["seals"] = [draw.seal for draw in self._hidden(line)]
            case "unseal":
                self._unseal(k, line)

    # --- lock and open --------------------------------------------------------------------------

    def _written_by_nobody(self, n: int, seat: str) -> bool:
        """Whether the sheet of a seat is the referee's own work, as it was in the honest log."""
        if not self.match.is_amended:
            return False
        if seat in self.known.genesis.offer.plays:
            return True
        clock = next((line for line in self.original if is_clock_of(line, n)), None)
        steps = {} if clock is None else clock["missed"]
        return seat in steps and steps[seat]["step"] in log.WRITTEN_FOR

    def _lock(self, k: int, line: Line) -> None:
        n, self.orders = line["n"], line["orders"]
        shown: dict[str, tuple[int, Line]] = {}
        for place in range(k, len(self.lines)):
            one = self.lines[place]
            is_sheets = place == k or (one["t"] == "note" and one.get("kind") == "sheets")
            for seat in one.get("files") or () if is_sheets and one.get("n") == n else ():
                shown.setdefault(seat, (place, one))
        for seat, hash_ in line["orders"].items():
            if seat in shown:
                place, holder = shown[seat]
                if self._written_by_nobody(n, seat) and not self._is_pinned(place, "files", seat):
                    holder["files"][seat] = self._automatic(n, seat, holder["files"][seat])
                if hash_ is not None and not self._is_pinned(k, "orders", seat):
                    line["orders"][seat] = tfd1.json_hash(holder["files"][seat])
            elif hash_ is not None and not self._is_pinned(k, "orders", seat):
                document = self.known.sheets.get((n, seat))
                if document is not None and self._written_by_nobody(n, seat):
                    line["orders"][seat] = tfd1.json_hash(self._automatic(n, seat, document))

    def _automatic(self, n: int, seat: str, document: Mapping[str, Any]) -> Line:
        """A sheet that nobody wrote, as it must be behind the newest line."""
        hidden = self.known.hidden if self.match.is_hidden else None
        blind = tfd1.clock_blind(self.gid, n, seat, hidden=hidden)
        return {**document, "head": self.newest, "n": n, "blind": blind}

    def _open(self, k: int, line: Line) -> None:
        n = line["n"]
        if not self._is_pinned(k, "ref"):
            line["ref"] = self.known.value("referee", n)
        pledges = line["pledges"]
        shares = [
            tfd1.Share(seat, self.orders.get(seat), pledges.get(seat)) for seat in self.known.seats
        ]
        key = tfd1.turn_key(line["ref"], self.gid, n, beacon=line["beacon"], shares=shares)
        self.keys[n] = key
        if not self._is_pinned(k, "key"):
            line["key"] = key

    # --- what is hidden -------------------------------------------------------------------------

    def _hidden(self, line: Line) -> tuple[tfd1.Sealed, ...]:
        n, label = line["n"], line["label"]
        secret = self.known.hidden or OTHER_HASH
        key = tfd1.hidden_key(secret, self.gid, n, self.keys[n])
        if line["t"] == "sealed-deck":
            return tfd1.sealed_deck(key, self.gid, n, label, cards=line["cards"])
        count, sides = len(line["seals"]), line["sides"]
        return tfd1.sealed_roll(key, self.gid, n, label, count=count, sides=sides)

    def _unseal(self, k: int, line: Line) -> None:
        draw = self._hidden(self.sealed[line["n"], line["label"]])[line["i"] - 1]
        if not self._is_pinned(k, "value"):
            line["value"] = draw.value
        if not self._is_pinned(k, "salt"):
            line["salt"] = draw.salt


# --- by the rules -------------------------------------------------------------------------------


def _by_rules(match: HonestMatch, plain: bytes, *, is_derived: bool) -> bytes | None:
    """Returns a forged log whose openings the rules wrote; None: they make nothing of it.

    Args:
        is_derived: whether sheets that no player wrote are written anew too, as they must be.
    """
    try:
        read = log.parse_log(plain)
        if len(read.lines) < read.total:
            return None
        return _Playing(match, read, is_derived=is_derived).result()
    except DIVERGED:
        return None


class _Playing:
    """The openings of a forged log played again, from what stands before and in them."""

    def __init__(self, match: HonestMatch, read: log.Log, *, is_derived: bool) -> None:
        self.match, self.known, self.lines = match, match.known, read.lines
        self.is_derived = is_derived
        self.newest = ""
        self.published = read.published()
        self.head = log.START
        self.raw = b""

    def result(self) -> bytes:
        place = 0
        while place < len(self.lines):
            payload = self.lines[place].payload
            is_made = place >= self.match.segment and isinstance(payload, log.Lock)
            if is_made and isinstance(self.lines[place + 1].payload, log.Open):
                place = self._opening(place)
            else:
                self._add(payload)
                place += 1
        return self.raw

    def _add(self, payload: log.Payload) -> None:
        more, self.head = log.append(self.head, payload)
        self.raw += more
        if self._is_newest(payload):
            self.newest = self.head.hash

    def _is_newest(self, payload: log.Payload) -> bool:
        if isinstance(payload, log.BeaconRound):
            return self.match.is_amended and self.known.mode == "beacon"
        return isinstance(payload, log.Genesis | log.StateReached | log.Seat | log.Rewind)

    def _opening(self, place: int) -> int:
        """Plays the opening whose lock stands at a place; returns the place behind it."""
        known, lock = self.known, self.lines[place].payload
        opened = self.lines[place + 1].payload
        assert isinstance(lock, log.Lock)
        assert isinstance(opened, log.Open)
        end = place
        while not isinstance(self.lines[end].payload, log.StateReached):
            end += 1
        inside = [line.payload for line in self.lines[place : end + 1]]
        saved = _saved(self.match.title, self.raw)
        assert saved.n + 1 == lock.n
        clock = next((one for one in inside if isinstance(one, log.Clock)), None)
        sheets = dict(self._sheets(lock, clock, saved))
        if is_locked_first(known.genesis):
            hashes = {
                seat: tfd1.json_hash(sheets[seat].document) if seat in sheets else None
                for seat in lock.orders
            }
            rounds = [one.payload.round for one in self.lines[:place]
                      if isinstance(one.payload, log.BeaconRound)]  # fmt: skip
            lock = lock.model_copy(update={"orders": lock.orders | hashes})
            self._add(lock)
            locked = Locked(orders=lock.orders, round=rounds[-1] if rounds else None)
            saved = saved.model_copy(
                update={"k": self.head.k, "head": self.head.hash, "locked": locked}
            )
        signed = [one.signature for one in inside if isinstance(one, log.BeaconSignature)]
        made = open_next(
            known.rules, known.genesis, saved, sheets,
            secrets=Secrets(
                opened.ref, opened.pledges, opened.beacon,
                known.hidden if self.match.is_hidden else None,
                signed[0] if signed else None,
            ),
            external=TableDice({}) if known.mode == "external" else None,
            earlier=lambda: _earlier(self.match),
            correction=next((one for one in inside if isinstance(one, log.Correction)), None),
            clock=clock,
        )  # fmt: skip
        assert isinstance(made, Opening)
        self.raw += made.lines
        for raw in made.lines.splitlines():
            self.head = log.Head(self.head.k + 1, digest(raw))
            if raw.endswith(b'"t":"state"}'):
                self.newest = self.head.hash
        end += 1
        if made.saved.is_over:
            while end < len(self.lines) and isinstance(
                self.lines[end].payload, log.Sheets | log.End
            ):
                end += 1
        return end

    def _sheets(
        self, lock: log.Lock, clock: log.Clock | None, saved: SavedMatch
    ) -> Iterator[tuple[str, Sheet]]:
        """Yields the sheets of a lock."""
        newest = saved.model_copy(update={"head": self.newest})
        automatic = Automatic(self.known.rules, newest, self.known.hidden)
        for seat, hash_ in lock.orders.items():
            if hash_ is None:
                continue
            document: Mapping[str, Any] | None = self.published.get((lock.n, seat))
            document = document or self.known.document(lock.n, seat, hash_)
            if self.is_derived and self.known.is_automatic(seat, clock):
                document = automatic.sheet(seat, written_by(clock, seat))
            assert document is not None
            sheet, _ = read_sheet(self.known.rules.game, document)
            assert sheet is not None
            yield seat, sheet


def _earlier(match: HonestMatch) -> Mapping[int, Mapping[str, Mapping[str, Any]]]:
    found: dict[int, dict[str, Mapping[str, Any]]] = {}
    for (n, seat), document in sorted(match.known.sheets.items()):
        found.setdefault(n, {})[seat] = document
    return dict(found)


@lru_cache(maxsize=64)
def _saved_at(title: str, raw: bytes) -> SavedMatch | None:
    return saved_of(honest(title).known, raw)


def _saved(title: str, raw: bytes) -> SavedMatch:
    saved = _saved_at(title, raw)
    assert saved is not None
    return saved
